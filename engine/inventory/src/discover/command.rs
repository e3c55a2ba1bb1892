//! The file that a command starts, as far as its text says which.

use std::fs;
use std::path::{Path, PathBuf};

/// What is wrong with it.
pub enum CommandFile {
    Fine,
    NotExecutable(String),
    Absent(String),
}

/// Whether the file that a command starts is there and may be executed, and whether it is a link. Only a path says so: a
/// bare word is looked for on PATH, and what a shell would expand cannot be known.
pub fn command_file(command: &str, base: &Path) -> (CommandFile, bool) {
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
    let word = command.split_whitespace().next()?;
    let word = word.trim_end_matches(';').trim_matches(['"', '\'']);
    if !word.contains('/') || word.contains(['$', '`', '*', '?', '~', '=', '(', '{']) {
        return None;
    }
    Some((base.join(word), word.trim_start_matches("./").to_owned()))
}
