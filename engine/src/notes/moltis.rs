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
