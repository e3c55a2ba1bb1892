//! Configs that an agent has beside the one that is read here: under another name (rule ), or in a place that
//! counts no more.

use std::path::{Path, PathBuf};

use crate::config::{Problem, ProblemWith};
use crate::dialect::Dialect;
use tacklebox_machine::machine::Machine;

/// The config under another name that the agent reads, as there is none of the usual one.
pub(super) fn read_instead(dialect: &Dialect, file: &Path) -> Option<PathBuf> {
    let mut others = dialect.rules.other_configs.iter().map(|name| file.with_file_name(name));
    others.find(|other| !file.exists() && other.exists())
}

/// What a person has to know of such files.
pub(super) fn problems(
    machine: &Machine,
    dialect: &Dialect,
    home: &Path,
    file: &Path,
) -> Vec<Problem> {
    let (title, usual) = (dialect.title, dialect.config.file);
    let problem = |path: PathBuf, message| Problem::new(ProblemWith::File, path, message);
    let mut found = Vec::new();
    if let Some(other) = read_instead(dialect, file) {
        let message = format!(
            "{title} reads its settings from this file, and Tacklebox does not: hooks in it are not listed here. Tacklebox writes no {usual} beside it, as that would count instead."
        );
        found.push(problem(other, message));
    }
    let at_home = home.join(usual);
    if !dialect.rules.config_at_home && at_home != file && at_home.exists() {
        let folder = machine.show(file.parent().unwrap_or(file));
        let message = format!(
            "Today's {title} does not read this file: it looks for its settings in {folder}. Move it there if they are to count."
        );
        found.push(problem(at_home, message));
    }
    found
}
