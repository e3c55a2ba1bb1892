//! The file that a command starts, as far as its text says which.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::links::{Mark, mark};
use super::script::is_script;

/// What runs a script that it is given.
const INTERPRETERS: [&str; 11] =
    ["bash", "bun", "dash", "deno", "node", "perl", "python", "python3", "ruby", "sh", "zsh"];

/// What is wrong with it.
pub(crate) enum CommandFile {
    Fine,
    NotExecutable(String),
    Absent(String),
    /// A script that may not be read.
    Locked(String),
}

/// The file that a command starts.
pub(crate) struct Started {
    pub(crate) file: CommandFile,
    /// It is a link.
    pub(crate) linked: bool,
    /// Its name, and by what it is told from what it was; none where it is a link, or no file is there.
    pub(crate) told: Option<(String, Mark)>,
}

/// Whether the file that a command starts is there and may be executed. Only a path says so: a bare word is looked for on
/// PATH, and what a shell would expand cannot be known.
pub(crate) fn command_file(command: &str, base: &Path) -> Started {
    let Some((path, shown)) = command_path(command, base) else {
        return Started { file: CommandFile::Fine, linked: false, told: None };
    };
    let mut meta = fs::symlink_metadata(&path);
    let linked = meta.as_ref().is_ok_and(fs::Metadata::is_symlink);
    let told = meta.as_ref().ok().and_then(|meta| Some((shown.clone(), mark(meta)?)));
    if linked {
        meta = fs::metadata(&path);
    }
    let file = match meta {
        Ok(meta) if meta.is_file() && !tacklebox_machine::machine::executable(&meta) => {
            CommandFile::NotExecutable(shown)
        }
        // A program is run without being read; what begins a script is not.
        Ok(meta) if is_script(&shown) && is_locked(&path, &meta) => CommandFile::Locked(shown),
        Ok(_) => CommandFile::Fine,
        Err(_) => CommandFile::Absent(shown),
    };
    Started { file, linked, told }
}

/// The path that a command begins with, and how it is written.
fn command_path(command: &str, base: &Path) -> Option<(PathBuf, String)> {
    let word = plain(command.split_whitespace().next()?)?;
    word.contains('/').then(|| (base.join(word), shown(word)))
}

/// Whether the script that a command hands to one of these is there and may be read: `bash ./run.sh`.
pub(crate) fn script_file(command: &str, base: &Path) -> CommandFile {
    let Some(script) = script(command) else { return CommandFile::Fine };
    let path = base.join(script);
    match fs::metadata(&path) {
        Ok(meta) if is_locked(&path, &meta) => CommandFile::Locked(shown(script)),
        Err(_) if path.symlink_metadata().is_err() => CommandFile::Absent(shown(script)),
        _ => CommandFile::Fine,
    }
}

/// Nobody lets us read it, and the agent is started by the same person. Mostly its rights alone tell that somebody does.
fn is_locked(path: &Path, meta: &fs::Metadata) -> bool {
    #[cfg(unix)]
    let doubtful = std::os::unix::fs::MetadataExt::mode(meta) & 0o444 != 0o444;
    #[cfg(not(unix))]
    let doubtful = meta.is_file();
    let refused = || fs::File::open(path).err().map(|error| error.kind());
    doubtful && refused() == Some(io::ErrorKind::PermissionDenied)
}

/// The script that a command hands to an interpreter.
fn script(command: &str) -> Option<&str> {
    let mut words = command.split_whitespace();
    let program = plain(words.next()?)?.rsplit('/').next()?;
    let script = plain(words.next().filter(|_| INTERPRETERS.contains(&program))?)?;
    let is_file = script.contains('/') || is_script(script);
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
    let word = word.trim_end_matches(';');
    let quoted =
        ['"', '\''].into_iter().find_map(|quote| word.strip_prefix(quote)?.strip_suffix(quote));
    let word = quoted.unwrap_or(word);
    // A quote that is left begins or ends a word with blanks in it.
    let odd = "$`*?~=(){}[]!#<>&|;\"'\\";
    (!word.contains(|c| odd.contains(c))).then_some(word)
}

fn shown(word: &str) -> String {
    word.trim_start_matches("./").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of these runs in the real Moltis where `./run.sh` is there.
    #[test]
    fn what_a_shell_makes_of_a_word_is_no_path_that_is_not_there() {
        let tmp = tempfile::tempdir().unwrap();
        let path = |command: &str| command_path(command, tmp.path()).map(|(_, shown)| shown);
        for command in [
            "\"./my run.sh\"",
            "'./my run.sh'",
            "./my\\ run.sh",
            "./run.sh>out",
            "./run.sh&&true",
            "./run.sh|cat",
            "./run.sh;true",
            "./run.sh&",
            "./run.s[h]",
            "FOO=1 ./run.sh",
        ] {
            assert_eq!(path(command), None, "{command}");
        }
        for command in ["./run.sh", "\"./run.sh\" x", "'./run.sh';", "./run.sh > out"] {
            assert_eq!(path(command).as_deref(), Some("run.sh"), "{command}");
        }
        assert_eq!(script("bash ./run.sh>out"), None);
        assert_eq!(script("bash ./run.sh"), Some("./run.sh"));
    }
}
