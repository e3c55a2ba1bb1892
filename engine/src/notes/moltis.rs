//! What shipped Moltis (2026-08-21) does differently.

use super::{Subject, note};
use crate::discover::Kind;
use crate::hook::{Note, Source};
use crate::manifest::Action;

/// Events that the version which was read never sends.
const NEVER: [&str; 4] = ["MessageSending", "MessageSent", "AgentEnd", "GatewayStop"];

pub(crate) fn moltis_notes(subject: &Subject<'_>, notes: &mut Vec<Note>) {
    let (dialect, manifest, candidate) =
        (subject.agent.dialect, subject.manifest, subject.candidate);
    if candidate.kind == Kind::Builtin {
        return;
    }
    let mut say = |id: &str, sentence: String| notes.push(note(dialect, id, sentence));
    let os = &manifest.requires.os;
    if os.iter().any(|name| name == "darwin") && !os.iter().any(|name| name == "macos") {
        say(
            "moltis-darwin",
            "Today's Moltis calls a Mac macos, not darwin, and skips this hook there.".into(),
        );
    }
    if manifest.priority.is_some() && candidate.source != Source::Config {
        say(
            "moltis-priority",
            "Today's Moltis ignores the priority in a HOOK.md: folders run in their own order."
                .into(),
        );
    }
    if subject.meetings.on_change(&manifest.events) {
        say("moltis-chain", "Several hooks may change the same event: today's Moltis gives each the original, and the last change wins.".into());
    }
    match candidate.source {
        Source::Workspace if subject.agent.workspace != subject.agent.home => say(
            "moltis-project-dir",
            "Today's Moltis does not look in this folder: it reads .moltis/hooks inside its own home.".into(),
        ),
        // Its own home is where it does look, and there it knows no precedence.
        Source::Workspace if subject.others_of_name > 1 => say(
            "moltis-project-dir",
            "Another hook has the same name: today's Moltis runs both.".into(),
        ),
        Source::Config if subject.agent.config.value["hooks"].is_array() => {
            say("moltis-config-table", "Today's Moltis reads [[hooks.hooks]] in its config, not [[hooks]].".into());
        }
        _ => {}
    }
    if let Some(Action::Shell { timeout_secs: None, .. }) = manifest.action {
        say(
            "moltis-timeout",
            "It names no time limit: 5 seconds by the documentation, 10 in today's Moltis.".into(),
        );
    }
    if let Some(Action::Shell { command, .. }) = &manifest.action {
        if let Some(status) = other_exit(command) {
            say(
                "moltis-exit",
                format!(
                    "Its command ends with exit {status}: only exit 1 blocks, every other status lets the action through."
                ),
            );
        }
        if streams(command) {
            say("moltis-stream", "Its command hands its input on as it reads: above about 150 KB today's Moltis hangs, past the time limit.".into());
        }
    }
    if let Some(name) = subject.only_own_env() {
        say(
            "moltis-own-env",
            format!(
                "Today's Moltis does not count {name} from the hook's own env, and skips the hook."
            ),
        );
    }
    let never: Vec<_> =
        manifest.events.iter().filter(|event| NEVER.contains(&event.as_str())).cloned().collect();
    if !never.is_empty() {
        say("moltis-never", format!("Today's Moltis never sends {}.", crate::words::all_of(never)));
    }
}

/// An exit status other than 0 and 1 that a command asks for. What a script beside it does is the
/// audit's to read.
fn other_exit(command: &str) -> Option<u32> {
    let mut words = command.split(|c: char| c.is_whitespace() || ";|&(){}".contains(c));
    let mut word = || words.find(|word| !word.is_empty());
    while let Some(at) = word() {
        if at == "exit" {
            return word()?.parse().ok().filter(|status| *status > 1);
        }
    }
    None
}

/// Whether a command copies its input to its output while it still reads it.
fn streams(command: &str) -> bool {
    matches!(command.split_whitespace().next(), Some("cat" | "tee")) && !command.contains('<')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sees_an_exit_that_does_not_block() {
        assert_eq!(other_exit("./check.sh || exit 2"), Some(2));
        assert_eq!(other_exit("grep -q x && { exit 3; }"), Some(3));
        assert_eq!(other_exit("./check.sh || exit 1"), None);
        assert_eq!(other_exit("echo \"exit 2\""), None);
        assert_eq!(other_exit("exit"), None);
    }

    #[test]
    fn sees_input_handed_on() {
        assert!(streams("tee -a log.jsonl"));
        assert!(streams("cat"));
        assert!(!streams("cat < notes.md"));
        assert!(!streams("jq . | cat"));
    }
}
