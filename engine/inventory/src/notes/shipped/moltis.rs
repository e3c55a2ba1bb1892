//! What shipped Moltis (2026-08-21) does differently.

use serde_json::Value;

use crate::discover::Kind;
use crate::notes::{Subject, note};
use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::hook::{Note, Source};
use tacklebox_agents::manifest::{Action, Requires};

const BEFORE_TOOL: &str = "BeforeToolCall";
const MODIFY_SHAPE: &str = "It answers with the tool and its arguments: today's Moltis takes all of that for the arguments, and the tool gets the wrong ones.";

/// Events that the version which was read never sends.
const NEVER: [&str; 4] = ["MessageSending", "MessageSent", "AgentEnd", "GatewayStop"];

pub(super) fn moltis_notes(subject: &Subject<'_>, notes: &mut Vec<Note>) {
    let (dialect, manifest, candidate) =
        (subject.agent.dialect, subject.manifest, subject.candidate);
    if candidate.kind == Kind::Builtin {
        return;
    }
    let mut say = |id: &str, sentence: String| notes.push(note(dialect, id, sentence));
    let os = &manifest.requires.os;
    if os.iter().any(|name| name == "darwin") && !os.iter().any(|name| name == "macos") {
        say(
            note::DARWIN,
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
        Source::Config if subject.agent.config.value.get("hooks").is_some_and(Value::is_array) => {
            say(note::CONFIG_TABLE, "Today's Moltis reads [[hooks.hooks]] in its config, not [[hooks]].".into());
        }
        _ => {}
    }
    if let Some(keys) = unread_keys(subject) {
        say(
            note::ENTRY_KEYS,
            format!("Today's Moltis does not read {keys} in an entry of its config."),
        );
    }
    if let Some(file) = &candidate.elsewhere {
        say(
            note::ENTRY_PLACE,
            format!(
                "Its command starts {file}: today's Moltis looks for that in the folder in which Moltis was started, and not beside its config. Write the whole path."
            ),
        );
    }
    if let Some(Action::Shell { timeout_secs: None, .. }) = manifest.action {
        say(
            note::TIMEOUT,
            "It names no time limit: 5 seconds by the documentation, 10 in today's Moltis.".into(),
        );
    }
    if let Some(Action::Shell { timeout_secs: Some(0), .. }) = manifest.action {
        say("no-time", "Its time limit is 0 seconds: today's Moltis starts its command and does not wait. Only an answer that is there at once counts: mostly it stops and changes nothing.".into());
    }
    let script = candidate.script(dialect);
    if let Some((status, file)) = &script.other_exit {
        let who = file.as_ref().map_or("Its command", String::as_str);
        say(
            "moltis-exit",
            format!(
                "{who} ends with exit {status}: only exit {} blocks, every other status lets the action through.",
                dialect.shell().blocks
            ),
        );
    }
    if script.changes_tool && manifest.events.iter().any(|event| event == BEFORE_TOOL) {
        say("moltis-modify-shape", MODIFY_SHAPE.into());
    }
    if let Some(Action::Shell { command, .. }) = &manifest.action
        && streams(command)
    {
        say("moltis-stream", "Its command copies its input while it reads: above about 150 KB today's Moltis hangs, even past the time limit.".into());
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
        say(
            "moltis-never",
            format!("Today's Moltis never sends {}.", tacklebox_machine::words::all_of(never)),
        );
    }
}

/// What an entry of the config says and this version does not read there.
fn unread_keys(subject: &Subject<'_>) -> Option<String> {
    let candidate = subject.candidate;
    candidate.reading.as_ref().filter(|reading| reading.because == note::ENTRY_KEYS)?;
    let said = candidate.manifest.as_ref().ok()?;
    let keys = [
        ("requires", said.requires != Requires::default()),
        ("priority", said.priority.is_some()),
        ("enabled", said.enabled.is_some()),
    ];
    let keys = keys.into_iter().filter(|(_, there)| *there).map(|(key, _)| key.to_owned());
    Some(tacklebox_machine::words::all_of(keys.collect::<Vec<_>>()))
}

/// The same note, from a test run: whether a hook really answered with the tool call itself. `answer` is what it
/// printed.
#[must_use]
pub fn modify_shape_seen(dialect: &Dialect, answer: &Value) -> Option<Note> {
    let shell = dialect.shell();
    let modifies = answer.get(shell.action).is_some_and(|action| *action == shell.modify);
    let data = answer.get(shell.data).filter(|_| modifies)?;
    let whole = data.get("tool").is_some() && data.get("arguments").is_some();
    whole.then(|| note(dialect, "moltis-modify-shape", MODIFY_SHAPE))
}

/// Whether a command copies its input to its output while it still reads it: `cat` and `tee`, as long as
/// nothing else takes what they print. What follows behind `;` or `&` changes nothing about that.
fn streams(command: &str) -> bool {
    let first = command.split([';', '&', '\n']).next().unwrap_or_default();
    let mut words = first.split_whitespace().filter(|word| !word.starts_with("2>"));
    let copies = match words.next() {
        Some("tee") => true,
        // With a file it reads that, and not its input.
        Some("cat") => words.all(|word| word.starts_with('-')),
        _ => false,
    };
    copies && !first.replace("2>", "").contains(['<', '>', '|'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use tacklebox_agents::hook::AgentId;

    #[test]
    fn a_real_answer_shows_its_shape() {
        let moltis = AgentId::Moltis.dialect();
        let seen = |answer: &str| modify_shape_seen(moltis, &serde_json::from_str(answer).unwrap());
        let whole = r#"{"action":"modify","data":{"tool":"exec","arguments":{"command":"ls"}}}"#;
        assert_eq!(seen(whole).unwrap().id, "moltis-modify-shape");
        for other in [
            r#"{"action":"modify","data":{"command":"ls"}}"#,
            r#"{"action":"modify","data":{"arguments":{"command":"ls"}}}"#,
            r#"{"action":"block","data":{"tool":"exec","arguments":{}}}"#,
            r#"{"action":"modify"}"#,
            "[1]",
        ] {
            assert_eq!(seen(other), None, "{other}");
        }
    }

    #[test]
    fn sees_input_handed_on() {
        assert!(streams("tee -a log.jsonl"));
        assert!(streams("cat"));
        assert!(streams("tee log.jsonl 2>/dev/null; exit 0"));
        for other in [
            "cat < notes.md",
            "cat notes.md",
            "cat > last.json",
            "cat | jq .",
            "tee -a log.jsonl > /dev/null",
            "jq . | cat",
            "concat",
        ] {
            assert!(!streams(other), "{other}");
        }
    }
}
