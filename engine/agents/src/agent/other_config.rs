//! Configs that an agent has beside the usual one: under another name (rule ), or in a place that counts no more or only sometimes.

use std::path::{Path, PathBuf};

use crate::config::{Problem, ProblemWith};
use crate::dialect::{Dialect, WorkspaceRule};
use tacklebox_machine::machine::Machine;

/// The config under another name that the agent reads, as there is none of the usual one.
pub(super) fn read_instead(dialect: &Dialect, file: &Path) -> Option<PathBuf> {
    let mut others = dialect.rules.other_configs.iter().map(|name| file.with_file_name(name));
    others.find(|other| !file.exists() && other.exists())
}

/// What a person has to know of configs elsewhere.
pub(super) fn problems(
    machine: &Machine,
    dialect: &Dialect,
    (home, user): (&Path, &Path),
    file: &Path,
) -> impl Iterator<Item = Problem> {
    in_the_home(machine, dialect, home, file)
        .into_iter()
        .chain(at_its_start(machine, dialect, user, file))
        .chain(without_whole_path(machine, dialect, user))
}

/// A place that a variable names without its whole path leads on from the folder that it is started in, too.
fn without_whole_path(machine: &Machine, dialect: &Dialect, user: &Path) -> Option<Problem> {
    let workspace = match dialect.workspace {
        WorkspaceRule::EnvOrHome(name, _) => Some(name),
        _ => None,
    };
    let names = [dialect.home_env, dialect.config.folder.map(|(_, env)| env)];
    let places = names.into_iter().flatten();
    let places = places.filter_map(|name| Some((name, dialect.rules.trimmed(machine.env(name)?))));
    let places = places.chain(workspace.and_then(|name| Some((name, machine.env(name)?))));
    let mut parts = places.filter(|(_, dir)| !dir.is_empty() && !Path::new(dir).is_absolute());
    let (name, dir) = parts.next().filter(|_| !dialect.rules.places_expanded)?;
    let message = format!(
        "{name} does not name a whole path: {} looks for that in the folder in which it is started. Here {} is taken for it. Write the whole path.",
        dialect.title,
        machine.show(user)
    );
    Some(Problem::new(ProblemWith::File, user.join(dir), message))
}

/// In the folder that it is started in one comes first. Nobody knows which that is: often the home of the user.
fn at_its_start(machine: &Machine, dialect: &Dialect, user: &Path, file: &Path) -> Option<Problem> {
    let rules = &dialect.rules;
    let named = dialect.config.folder.is_some_and(|(_, env)| machine.env(env).is_some());
    let names = std::iter::once(&dialect.config.file).chain(rules.other_configs);
    let mut there = names.map(|name| user.join(name)).filter(|it| it != file && it.exists());
    let found = there.next().filter(|_| !rules.config_at_home && !named)?;
    let (title, folder) = (dialect.title, machine.show(user));
    let message = format!(
        "Where {title} is started in {folder}, it takes this file for its config, and not {}. Move it away if it is not meant to be that.",
        machine.show(file)
    );
    Some(Problem::new(ProblemWith::File, found, message))
}

/// One in its home, where nobody reads it.
fn in_the_home(machine: &Machine, dialect: &Dialect, home: &Path, file: &Path) -> Option<Problem> {
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
