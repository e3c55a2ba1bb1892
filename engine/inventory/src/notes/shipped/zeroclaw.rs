//! What shipped ZeroClaw (2026-02-28) does differently.

use crate::notes::{Subject, meant_method, note};
use tacklebox_agents::dialect::policy::{self, Asks};
use tacklebox_agents::hook::Note;
use tacklebox_agents::manifest::{Action, Conditions};
use tacklebox_agents::moment;
use tacklebox_agents::note as ids;
use tacklebox_machine::words;

pub(super) fn zeroclaw_notes(subject: &Subject<'_>, notes: &mut Vec<Note>) {
    let (dialect, manifest) = (subject.agent.dialect, subject.manifest);
    let mut say = |id: &str, sentence: &str| notes.push(note(dialect, id, sentence));
    // Of a version without such hooks there is nothing more to say.
    if !dialect.rules.has_hooks {
        return;
    }
    let Some(event) = manifest.events.first().map(String::as_str) else { return };
    let modifying = moment::find(dialect.family, event).is_some_and(|(_, key)| key.modifying);
    if !subject.candidate.findings.is_empty() && !subject.candidate.skips_audit(subject.agent) {
        say(
            ids::AUDIT_GAP,
            "The ZeroClaw that has hooks does not look at this command or the files beside it, and would run what was found here.",
        );
    }
    if subject.candidate.skips_audit(subject.agent) {
        say(
            "audit-skipped",
            if subject.candidate.findings.is_empty() {
                "The safety check is switched off for this hook."
            } else {
                "The safety check is switched off for this hook, so what it found does not stop it."
            },
        );
    }
    // A table without conditions holds nothing to ignore.
    if let Some(set) = manifest.conditions.as_ref().filter(|c| **c != Conditions::default()) {
        let ignored = |asks: Asks| !policy::ZEROCLAW_FORK.heeds(event, asks);
        let lists = [
            (Asks::Channel, !set.channels.is_empty(), "the list of channels"),
            (Asks::User, !set.users.is_empty(), "the list of users"),
        ];
        if [Asks::Channel, Asks::User, Asks::Text].into_iter().all(ignored) {
            say(
                "zeroclaw-conditions",
                "The ZeroClaw that has hooks ignores conditions on this event: the hook always runs.",
            );
        } else {
            let lists = lists.into_iter().filter(|(asks, set, _)| *set && ignored(*asks));
            let lists: Vec<String> = lists.map(|(_, _, what)| what.to_owned()).collect();
            if !lists.is_empty() {
                let lists = words::all_of(lists);
                let what = format!("The ZeroClaw that has hooks ignores {lists} on this event.");
                say("zeroclaw-conditions", &what);
            }
        }
    }
    if subject.candidate.for_nobody(subject.agent, event).is_some() {
        say(
            ids::EMPTY_LIST,
            "An empty list of channels or users stands for nobody. Take it away where everybody is meant.",
        );
    }
    match &manifest.action {
        Some(Action::Shell { .. } | Action::Http { .. }) if modifying => say(
            "zeroclaw-cancel",
            "In the ZeroClaw that has hooks, no exit status can stop what is about to happen, and a command gets no data about it.",
        ),
        Some(Action::Prompt { .. })
            if !matches!(event, "before_prompt_build" | "on_message_sending") =>
        {
            say(
                "zeroclaw-inject",
                "Adding to the prompt does nothing on this event; it works on before_prompt_build.",
            );
        }
        _ => {}
    }
    let said = subject.candidate.shown().unwrap_or(manifest);
    if let Some((written, meant)) = meant_method(dialect, said) {
        let sentence = match &said.action {
            Some(Action::Http { method: None, .. }) => format!(
                "It names no method, so its body is sent with {written}, which few servers read: {meant} was probably meant."
            ),
            _ => format!("It sends {written}, which few servers know: {meant} was probably meant."),
        };
        say("unknown-method", &sentence);
    }
    if subject.others_of_name > 1 {
        say("zeroclaw-same-name", "Another hook has the same name: ZeroClaw loads both.");
    }
}
