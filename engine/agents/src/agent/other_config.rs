//! Configs that an agent has beside the usual one: under another name (rule ), or in a place that counts no more.

use std::path::{Path, PathBuf};

use crate::config::{Problem, ProblemWith};
use crate::dialect::Dialect;
use tacklebox_machine::machine::Machine;

/// The config under another name that the agent reads, as there is none of the usual one.
pub(super) fn read_instead(dialect: &Dialect, file: &Path) -> Option<PathBuf> {
    let mut others = dialect.rules.other_configs.iter().map(|name| file.with_file_name(name));
    others.find(|other| !file.exists() && other.exists())
}

/// What a person has to know of one in the home, where nobody reads it.
pub(super) fn problem(
    machine: &Machine,
    dialect: &Dialect,
    home: &Path,
    file: &Path,
) -> Option<Problem> {
    let at_home = home.join(dialect.config.file);
    let unread = !dialect.rules.config_at_home && at_home != file && at_home.exists();
    unread.then(|| {
        let folder = machine.show(file.parent().unwrap_or(file));
        let message = format!(
            "Today's {} does not read this file: it looks for its settings in {folder}. Move it there if they are to count.",
            dialect.title
        );
        Problem::new(ProblemWith::File, at_home, message)
    })
}
