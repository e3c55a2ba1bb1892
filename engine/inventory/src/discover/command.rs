//! The file that a command starts, as far as its text says which.

use std::fs;
use std::path::{Path, PathBuf};

/// What runs a script that it is given.
const INTERPRETERS: [&str; 11] =
    ["bash", "bun", "dash", "deno", "node", "perl", "python", "python3", "ruby", "sh", "zsh"];

/// What is wrong with it.
pub(crate) enum CommandFile {
    Fine,
    NotExecutable(String),
    Absent(String),
}

/// Whether the file that a command starts is there and may be executed, and whether it is a link. Only a path says so: a
/// bare word is looked for on PATH, and what a shell would expand cannot be known.
pub(crate) fn command_file(command: &str, base: &Path) -> (CommandFile, bool) {
    let Some((path, shown)) = command_path(command, base) else {
        return (CommandFile::Fine, false);
    };
    let mut meta = fs::symlink_metadata(&path);
    let linked = meta.as_ref().is_ok_and(fs::Metadata::is_symlink);
    if linked {
        meta = fs::metadata(&path);
    }
    let file = match meta {
        Ok(meta) if meta.is_file() && !tacklebox_machine::machine::executable(&meta) => {
            CommandFile::NotExecutable(shown)
        }
        Ok(_) => CommandFile::Fine,
        Err(_) => CommandFile::Absent(shown),
    };
    (file, linked)
}

/// The path that a command begins with, and how it is written.
fn command_path(command: &str, base: &Path) -> Option<(PathBuf, String)> {
    let word = plain(command.split_whitespace().next()?)?;
    word.contains('/').then(|| (base.join(word), shown(word)))
}

/// The script that a command hands to one of these, where it is not there: `bash ./run.sh`.
pub(crate) fn absent_script(command: &str, base: &Path) -> Option<String> {
    let script = script(command)?;
    let there = base.join(script).symlink_metadata().is_ok();
    (!there).then(|| shown(script))
}

/// The script that a command hands to an interpreter.
fn script(command: &str) -> Option<&str> {
    let mut words = command.split_whitespace();
    let program = plain(words.next()?)?.rsplit('/').next()?;
    let script = plain(words.next().filter(|_| INTERPRETERS.contains(&program))?)?;
    let ending = script.rsplit_once('.').map(|(_, ending)| ending);
    let is_file =
        script.contains('/') || ending.is_some_and(|it| super::script::SCRIPTS.contains(&it));
    (is_file && !script.starts_with('-')).then_some(script)
}

/// The file that a command starts, or hands to an interpreter, where its path begins in the folder that it is run in.
pub(crate) fn relative_file(command: &str) -> Option<String> {
    let first = || plain(command.split_whitespace().next()?).filter(|word| word.contains('/'));
    let file = first().or_else(|| script(command))?;
    (!file.starts_with('/')).then(|| shown(file))
}

/// A word without quotes, where no shell would make something else of it.
fn plain(word: &str) -> Option<&str> {
    let word = word.trim_end_matches(';').trim_matches(['"', '\'']);
    (!word.contains(['$', '`', '*', '?', '~', '=', '(', '{'])).then_some(word)
}

fn shown(word: &str) -> String {
    word.trim_start_matches("./").to_owned()
}
