//! What came of an event, in the sentences that the window, the command line and *Activity* say.

use serde_json::Value;

use super::report::{Report, Said, was_cancelled};
use super::watch::Call;
use crate::runtime::dispatch::{FiredRun, Verdict};
use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::dialect::policy::Takes;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::notes::modify_shape_seen;
use tacklebox_inventory::plugins::Plugin;
use tacklebox_machine::words;

/// How many changed places are named in a sentence; the data have all of them.
const MOST_PLACES: usize = 3;

/// The longest first line of output that is a sentence, in characters.
const LONGEST_LINE: usize = 120;

impl Report {
    /// What an outcome of this event is called.
    pub(crate) const fn tag(&self, outcome: Verdict) -> &'static str {
        match outcome {
            // Where nothing can be stopped, nothing is let pass either.
            Verdict::Continue if !self.modifying => "Ran",
            Verdict::Continue => "Let it pass",
            Verdict::Modify => "Changed it",
            Verdict::Block => "Stopped it",
            Verdict::Failed => "Failed",
            Verdict::TimedOut => "Took too long",
            Verdict::Skipped => "Not called",
            Verdict::WouldRun => "Would be called",
        }
    }

    /// The same of one run.
    pub(super) fn tag_of(&self, run: &FiredRun) -> &'static str {
        if was_cancelled(run) { "Cancelled" } else { self.tag(run.outcome) }
    }

    /// Says what came of it. `plugins` are those that were asked.
    pub(super) fn say(&mut self, inventory: &Inventory, calls: Vec<Call>, plugins: &[Plugin]) {
        let agent = inventory.agent();
        let (key, typed) = (&self.fired.event, agent.dialect.rules.typed);
        let terms = Terms {
            goes_on: self.modifying && !typed.find(key).is_some_and(|hook| hook.fails_closed),
            whole_is_taken: agent
                .dialect
                .dispatch_of(key)
                .is_some_and(|(it, _)| it.takes(key) == Takes::Field("arguments")),
            dialect: agent.dialect,
        };
        let mut calls: Vec<Option<Call>> = calls.into_iter().map(Some).collect();
        // Those of one hook are in the order of its runs.
        let mut call_of = |id: &str| {
            let own = |call: &&mut Option<Call>| matches!(&**call, Some(it) if it.hook == id);
            calls.iter_mut().find(own)?.take()
        };
        let ran = self.fired.runs.iter().zip(&self.ids).map(|(run, id)| {
            let call = call_of(id);
            Said {
                id: id.clone(),
                title: super::title(inventory, id).unwrap_or_else(|| run.hook.clone()),
                tag: self.tag_of(run),
                sentence: terms.sentence(run, call.as_ref()),
                cancelled: was_cancelled(run),
                call,
            }
        });
        let silent = plugins.iter().filter(|plugin| !self.ids.contains(&plugin.hook_id));
        let silent = silent.map(|plugin| Said {
            id: plugin.hook_id.clone(),
            title: plugin.id.clone(),
            tag: self.tag(Verdict::Skipped),
            sentence: "It does not listen to this event.".to_owned(),
            cancelled: false,
            call: None,
        });
        let said: Vec<_> = ran.chain(silent).collect();
        self.end = self.end_of(&said, terms.dialect);
        self.said = said;
    }

    fn end_of(&self, said: &[Said], dialect: &Dialect) -> String {
        let fired = &self.fired;
        let with = |outcome: Verdict| {
            let mut all = said.iter().zip(&fired.runs);
            all.find(|(_, run)| run.outcome == outcome).map(|(said, _)| said)
        };
        let failed = || with(Verdict::Failed).or_else(|| with(Verdict::TimedOut));
        match (fired.outcome, with(Verdict::Block).or_else(failed)) {
            _ if said.iter().any(|said| said.cancelled) => {
                "You ended it before it was done.".to_owned()
            }
            (Verdict::Block, Some(by)) => {
                format!("{} stopped it: {}", by.title, fired.reason.as_deref().unwrap_or_default())
            }
            _ if fired.runs.is_empty() => {
                format!("No hook that is ready listens to {}.", fired.event)
            }
            (Verdict::WouldRun, _) => {
                let called = fired.runs.iter().filter(|run| run.outcome == Verdict::WouldRun);
                format!("{} would be called.", words::count(called.count(), "hook"))
            }
            _ if fired.runs.iter().any(|run| run.uncaught) => {
                let agent = dialect.title;
                format!("Nothing in {agent} catches such an error: it would end {agent} itself.")
            }
            (Verdict::Modify, _) => "It continues, changed.".to_owned(),
            _ => "It continues unchanged.".to_owned(),
        }
    }
}

/// What the version in force makes of an answer to the event.
struct Terms {
    /// The action goes on where a hook fails that could have stopped it.
    goes_on: bool,
    /// All that a hook answers is taken for the arguments.
    whole_is_taken: bool,
    dialect: &'static Dialect,
}

impl Terms {
    /// What a run did, in one sentence.
    fn sentence(&self, run: &FiredRun, call: Option<&Call>) -> String {
        if was_cancelled(run) {
            return "You ended it.".to_owned();
        }
        match (run.outcome, run.reason.as_deref().map(sentence_of)) {
            (Verdict::Failed | Verdict::TimedOut, Some(reason)) if self.goes_on => {
                format!("{reason} The action continues without it.")
            }
            (_, Some(reason)) => reason,
            (Verdict::Modify, None) => {
                let places = call.map(Call::places).unwrap_or_default();
                let answer = || serde_json::from_str::<Value>(run.stdout.trim()).ok();
                let note = self.whole_is_taken.then(answer).flatten();
                match note.and_then(|answer| modify_shape_seen(self.dialect, &answer)) {
                    Some(note) if places.is_empty() => note.sentence,
                    Some(note) => format!("{places}. {}", note.sentence),
                    None => places,
                }
            }
            (_, None) => {
                let said = call.and_then(|call| call.messages.first()).map(String::as_str);
                let printed = || run.stdout.lines().map(str::trim).find(|line| !line.is_empty());
                said.or_else(printed).unwrap_or_default().chars().take(LONGEST_LINE).collect()
            }
        }
    }
}

impl Call {
    /// "arguments.command and 2 more": where it changed the event's data.
    pub fn places(&self) -> String {
        let mut all = Vec::new();
        if let Some((before, after)) = &self.change {
            changed(before, after, String::new(), &mut all);
        }
        let more = all.len().saturating_sub(MOST_PLACES);
        all.truncate(MOST_PLACES);
        let all = all.join(", ");
        if more == 0 { all } else { format!("{all} and {more} more") }
    }
}

fn changed(before: &Value, after: &Value, path: String, all: &mut Vec<String>) {
    if before == after {
        return;
    }
    let join = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            for (key, value) in before {
                changed(value, after.get(key).unwrap_or(&Value::Null), join(key), all);
            }
            for key in after.keys().filter(|key| !before.contains_key(*key)) {
                all.push(join(key));
            }
        }
        _ => all.push(path),
    }
}

/// "it ended" → "It ended."
fn sentence_of(reason: &str) -> String {
    let mut text = reason.trim().to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    if !text.ends_with(['.', '!', '?', ')']) {
        text.push('.');
    }
    text
}
