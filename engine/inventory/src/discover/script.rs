//! What a command and the scripts that it starts answer. Read once, when the hook is, so that a
//! verdict can be worked out again without a file.

use std::collections::BTreeSet;
use std::path::Path;

use super::Candidate;
use super::bytes::read_text;
use crate::discover::file_name;
use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::dialect::policy::ShellAnswers;
use tacklebox_agents::manifest::{Action, Manifest};
use tacklebox_audit::{self as audit, Answers};

/// Scripts that start scripts are followed up to so many files.
const MOST_FILES: usize = 16;
/// Larger scripts are not read.
const MOST_BYTES: usize = 512 * 1024;
const SCRIPTS: [&str; 9] = ["sh", "bash", "zsh", "py", "js", "mjs", "cjs", "ts", "mts"];

/// What stands out in how a hook answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// An exit status that blocks nothing, and the script that asks for it; none for the command itself.
    pub other_exit: Option<(u32, Option<String>)>,
    /// It answers with the tool call itself.
    pub changes_tool: bool,
}

impl Script {
    /// Of a hook whose command runs in `dir`.
    pub fn read(dialect: &Dialect, manifest: &Manifest, dir: &Path) -> Self {
        Self::with_files(dialect, manifest, dir).0
    }

    /// The same, and the files that it named, each with whether it could be read. Hooks that can neither block nor
    /// change anything are not read: what they answer is nobody's.
    pub(crate) fn with_files(
        dialect: &Dialect,
        manifest: &Manifest,
        dir: &Path,
    ) -> (Self, Vec<(String, bool)>) {
        let (mut script, mut files) = (Self::default(), Vec::new());
        let Some(policy) = dialect.policy(dialect.family) else { return (script, files) };
        let modifies = |event: &String| dialect.dispatch_of(event).is_some_and(|(_, it)| it);
        let Some(Action::Shell { command, .. }) = &manifest.action else { return (script, files) };
        if !manifest.events.iter().any(modifies) {
            return (script, files);
        }
        script.add(&policy.shell, audit::command_answers(command), None);
        let mut seen = BTreeSet::new();
        let mut left = named(command, true);
        while let Some(name) = left.pop() {
            if seen.len() == MOST_FILES || !seen.insert(name.clone()) {
                continue;
            }
            let Some(text) = read_text(&dir.join(&name), MOST_BYTES) else {
                files.push((name, false));
                continue;
            };
            if let Some(answers) = audit::answers(&name, &text) {
                script.add(&policy.shell, answers, Some(file_name(Path::new(&name))));
            }
            left.extend(named(&text, false));
            files.push((name, true));
        }
        (script, files)
    }

    fn add(&mut self, means: &ShellAnswers, answers: Answers, file: Option<String>) {
        let known = |status: &u32| i32::try_from(*status).is_ok_and(|status| means.knows(status));
        let other = answers.exits.into_iter().find(|status| !known(status));
        if let (None, Some(status)) = (&self.other_exit, other) {
            self.other_exit = Some((status, file));
        }
        self.changes_tool |= answers.changes_tool;
    }
}

impl Candidate {
    /// How its command and the scripts that it starts answer. Read when that is asked for, and once, so that a verdict
    /// can be worked out again without a file.
    pub(crate) fn script(&self, dialect: &Dialect) -> &Script {
        self.script.get_or_init(|| match (self.effective(), &self.dir) {
            (Ok(manifest), Some(dir)) if dialect.reads_commands => {
                Script::read(dialect, manifest, dir)
            }
            _ => Script::default(),
        })
    }

    /// The same as it was read, or is known to be.
    pub(crate) fn answers(&mut self, script: Script) {
        self.script = script.into();
    }
}

/// The files of its own folder that a command starts.
pub fn files(command: &str, dir: &Path) -> Vec<String> {
    let mut files = named(command, true);
    files.retain(|name| dir.join(name).is_file());
    files
}

/// Whether a name is that of a script, by its ending.
pub(super) fn is_script(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ending)| SCRIPTS.contains(&ending))
}

/// The files beside the hook that a text names. A command may name one without an ending
/// (`./check`); in a script a word has to look like a script's name.
fn named(text: &str, command: bool) -> Vec<String> {
    let part =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/' | '$' | '{' | '}');
    let words = text.split(|c| !part(c)).filter(|word| {
        is_script(word)
            || (command
                && (word.starts_with("./")
                    || !word.contains('/') && word.contains(['.', '_', '-'])))
    });
    let inside = |word: &str| {
        // A folder in a variable is the hook's own; `$(dirname "$0")/check.sh` leaves `/check.sh`.
        let word = match word.starts_with('$') {
            true => word.split_once('/')?.1,
            false => word.trim_start_matches("./").trim_start_matches('/'),
        };
        (!word.is_empty() && !word.split('/').any(|part| part == "..")).then(|| word.to_owned())
    };
    words.filter_map(inside).take(MOST_FILES).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use tacklebox_agents::hook::AgentId;

    fn script(events: &[&str], command: &str, files: &[(&str, &str)]) -> Script {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            tacklebox_machine::files::save(
                &path,
                text.as_bytes(),
                &tacklebox_machine::files::Stamp::Absent,
                0o755,
            )
            .unwrap();
        }
        let action = Action::Shell {
            command: command.to_owned(),
            timeout_secs: None,
            workdir: None,
            line: 1,
        };
        let manifest = Manifest {
            events: events.iter().map(|event| (*event).to_owned()).collect(),
            action: Some(action),
            ..Manifest::default()
        };
        Script::read(AgentId::Moltis.dialect(), &manifest, dir.path())
    }

    fn exit(command: &str, files: &[(&str, &str)]) -> Option<(u32, Option<String>)> {
        script(&["BeforeToolCall"], command, files).other_exit
    }

    #[test]
    fn an_exit_that_does_not_block_is_found_in_the_command_and_in_what_it_starts() {
        let two = Some((2, Some("check.sh".to_owned())));
        assert_eq!(exit("./check.sh || exit 3", &[("check.sh", "exit 0")]), Some((3, None)));
        assert_eq!(exit("./check.sh", &[("check.sh", "#!/bin/sh\nexit 2")]), two);
        assert_eq!(exit("bash 'check.sh'", &[("check.sh", "exit 2")]), two);
        assert_eq!(exit("\"$HOOK_DIR/check.sh\" --quiet", &[("check.sh", "exit 2")]), two);
        assert_eq!(
            exit("./check", &[("check", "#!/bin/sh\nexit 2")]),
            Some((2, Some("check".into())))
        );
        let python = ("lib/guard.py", "import sys\nsys.exit(2)");
        let start = ("run.sh", "#!/bin/sh\nexec python3 \"$(dirname \"$0\")/lib/guard.py\"\n");
        assert_eq!(exit("./run.sh", &[python, start]), Some((2, Some("guard.py".into()))));
        let node = ("h.mjs", "if (bad) process.exit(2)");
        assert_eq!(exit("node h.mjs", &[node]), Some((2, Some("h.mjs".into()))));
    }

    #[test]
    fn what_blocks_and_what_nobody_starts_is_not_said() {
        assert_eq!(exit("./check.sh", &[("check.sh", "exit 1"), ("test.sh", "exit 2")]), None);
        assert_eq!(exit("./check.sh", &[("check.sh", "echo 'exit 2'")]), None);
        assert_eq!(exit("../check.sh || true", &[]), None);
        assert_eq!(exit("./loop.sh", &[("loop.sh", "./loop.sh; . ./loop.sh")]), None);
    }

    #[test]
    fn where_nothing_can_be_blocked_nothing_is_read() {
        let files = [("check.sh", "exit 2")];
        assert_eq!(
            script(&["SessionEnd", "AfterToolCall"], "./check.sh", &files),
            Script::default()
        );
    }
}
