//! What shipped OpenClaw (2026.7.35 to 2026.9.6) does differently.

use super::{Subject, env_not_exported, note};
use crate::discover::Kind;
use tacklebox_agents::hook::{Note, Source};

pub(crate) fn openclaw_notes(subject: &Subject<'_>, notes: &mut Vec<Note>) {
    let dialect = subject.agent.dialect;
    let mut say = |id: &str, sentence: &str| notes.push(note(dialect, id, sentence));
    match subject.candidate.kind {
        Kind::Legacy => {
            if let Some(retired) = dialect.legacy_retired {
                say("openclaw-handlers-retired", retired);
            }
        }
        Kind::Gateway => say(
            "openclaw-priority",
            "Today's OpenClaw runs the higher priority first; its documentation says the lower.",
        ),
        Kind::Hook | Kind::Builtin => {}
    }
    if subject.candidate.kind != Kind::Gateway
        && subject.meetings.on_levels(&subject.manifest.events)
    {
        say(
            "openclaw-family-first",
            "Today's OpenClaw calls a hook for the whole category before the one for the single event.",
        );
    }
    if subject.candidate.source == Source::Workspace {
        say(
            "openclaw-workspace",
            "Today's OpenClaw loads a workspace hook only when it is switched on by name, and never lets it replace another.",
        );
    }
    if subject.candidate.linked {
        say(
            "openclaw-links",
            "Today's OpenClaw skips a hook whose folder or handler is a link, without saying so.",
        );
    }
    env_not_exported(subject, notes);
}
