//! From what is seen of a try to the rows that the window shows.

use std::sync::Arc;

use serde_json::Value;
use similar::{ChangeTag, TextDiff};

use crate::Failure;
use crate::views::{DiffLine, Sign, TryResult, TryRow, TryState};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::notes;
use tacklebox_machine::machine::Machine;
use tacklebox_run::boxed::told;
use tacklebox_run::fire::{self, Call, Report, Request};
use tacklebox_run::runtime::dispatch::{FiredRun, Verdict};

/// How many changed places are named in a row; the diff has all of them.
const MOST_PLACES: usize = 3;

/// The longest first line of output that a row shows, in characters.
const LONGEST_LINE: usize = 120;

/// What is known of a try before it begins.
#[derive(Clone)]
pub(super) struct Follow {
    before: Arc<TryState>,
    data: Arc<Value>,
    modifying: bool,
    /// A hook that fails stops what was about to happen.
    fails_closed: bool,
    machine: Arc<Machine>,
}

impl Follow {
    pub fn new(
        run: u32,
        machine: &Machine,
        inventory: &Inventory,
        request: &Request,
        would: &Report,
    ) -> Self {
        let rows = would.fired.runs.iter().zip(&would.ids).map(|(run, id)| {
            let hook = inventory.find(id).map(|(hook, _)| hook);
            TryRow {
                title: hook.map_or_else(|| run.hook.clone(), |hook| hook.title.clone()),
                emoji: hook.and_then(|hook| hook.emoji.clone()),
                ..waiting(id, &run.hook, &run.key)
            }
        });
        let agent = inventory.agent();
        let typed = agent.dialect.rules.typed.find(&request.key);
        let before = TryState {
            run,
            agent: agent.id(),
            key: request.key.clone(),
            rows: rows.collect(),
            result: None,
            answered: false,
            error: None,
            beside: None,
        };
        Self {
            before: Arc::new(before),
            machine: Arc::new(machine.clone()),
            data: Arc::new(would.fired.data.clone()),
            modifying: agent.dialect.dispatch_of(&request.key).is_some_and(|(_, it)| it),
            fails_closed: typed.is_some_and(|hook| hook.fails_closed),
        }
    }

    /// While it is under way.
    pub fn state(&self, calls: &[Call]) -> TryState {
        let mut state = TryState::clone(&self.before);
        let mut rows = Rows::new(&mut state.rows);
        for call in calls {
            if let Some(row) = rows.next_of(&call.hook) {
                row.tag = if call.ended { "Done" } else { "Running" }.to_owned();
                seen(row, call);
            }
        }
        state
    }

    /// Nobody was called: no row waits for that any more.
    pub fn failed(&self, error: Failure) -> TryState {
        TryState { error: Some(error), rows: Vec::new(), ..TryState::clone(&self.before) }
    }

    pub fn done(&self, calls: &[Call], report: &Report) -> TryState {
        let mut state = TryState::clone(&self.before);
        let mut rows = Rows::new(&mut state.rows);
        for call in calls {
            if let Some(row) = rows.next_of(&call.hook) {
                seen(row, call);
            }
        }
        let mut rows = Rows::new(&mut state.rows);
        for (run, id) in report.fired.runs.iter().zip(&report.ids) {
            if let Some(row) = rows.next_of(id) {
                self.came_to(row, run);
            }
        }
        rows.in_order();
        // A plugin that was asked, and has no hook for this event.
        for row in state.rows.iter_mut().filter(|row| row.outcome.is_none()) {
            row.outcome = Some(Verdict::Skipped);
            row.tag = fire::tag(Verdict::Skipped).to_owned();
            row.sentence = "It does not listen to this event.".to_owned();
        }
        let fired = &report.fired;
        let with = |outcome| state.rows.iter().find(|row| row.outcome == Some(outcome));
        let failed = || with(Verdict::Failed).or_else(|| with(Verdict::TimedOut));
        let blocker = with(Verdict::Block).or_else(failed);
        let cancelled = state.rows.iter().any(|row| row.cancelled);
        let sentence = match (fired.outcome, blocker) {
            _ if cancelled => "You ended it before it was done.".to_owned(),
            (Verdict::Block, Some(row)) => {
                format!("{} stopped it: {}", row.title, fired.reason.as_deref().unwrap_or_default())
            }
            _ if fired.runs.is_empty() => "No hook was called.".to_owned(),
            (Verdict::Modify, _) => "It continues, changed.".to_owned(),
            _ => "It continues unchanged.".to_owned(),
        };
        state.answered = report.answered(None);
        state.result = Some(TryResult {
            // What would have stopped the event was ended itself.
            outcome: if cancelled { Verdict::Skipped } else { fired.outcome },
            sentence,
            messages: fired.messages.clone(),
            unread: report.unread.clone(),
            diff: diff(&self.data, &fired.data),
            boxed: told::whole(&fired.runs),
            yours: told::yours(&fired.runs).to_owned(),
        });
        state
    }

    fn came_to(&self, row: &mut TryRow, run: &FiredRun) {
        row.outcome = Some(run.outcome);
        row.tag = match run.outcome {
            // Where nothing can be stopped, nothing is let pass either.
            Verdict::Continue if !self.modifying => "Ran".to_owned(),
            _ => fire::tag_of(run).to_owned(),
        };
        row.cancelled = fire::was_cancelled(run);
        row.duration_ms = match run.outcome {
            Verdict::Skipped => None,
            _ => Some(run.duration_ms.round().clamp(0.0, f64::from(u32::MAX)) as u32),
        };
        row.exit_code = run.exit_code;
        row.stdout = run.stdout.clone();
        row.stderr = run.stderr.clone();
        row.deeds =
            run.effects.as_ref().map(|it| told::told(&self.machine, it)).unwrap_or_default();
        row.boxed = run.boxed;
        let reason = run.reason.as_deref().map(sentence_of);
        row.sentence = match (run.outcome, reason) {
            _ if row.cancelled => "You ended it.".to_owned(),
            (Verdict::Failed | Verdict::TimedOut, Some(reason))
                if self.modifying && !self.fails_closed =>
            {
                format!("{reason} The action continues without it.")
            }
            (_, Some(reason)) => reason,
            (Verdict::Modify, None) => match shape_note(run, &self.before.key) {
                Some(note) if row.sentence.is_empty() => note,
                Some(note) => format!("{}. {note}", row.sentence),
                None => row.sentence.clone(),
            },
            (_, None) => row
                .messages
                .first()
                .map(String::as_str)
                .or_else(|| run.stdout.lines().map(str::trim).find(|line| !line.is_empty()))
                .map(|line| line.chars().take(LONGEST_LINE).collect())
                .unwrap_or_default(),
        };
    }
}

/// What today's Moltis makes of the answer that a run really gave.
fn shape_note(run: &FiredRun, key: &str) -> Option<String> {
    let answer = (key == "BeforeToolCall").then(|| serde_json::from_str(run.stdout.trim()).ok())?;
    notes::moltis::modify_shape_seen(&answer?).map(|note| note.sentence)
}

/// The rows as they are given away, each once. Of a plugin there is one row before it ran, and as many as
/// it has hooks for the event after that.
struct Rows<'a> {
    rows: &'a mut Vec<TryRow>,
    /// The places of the rows that were given away, in that order.
    taken: Vec<usize>,
}

impl<'a> Rows<'a> {
    const fn new(rows: &'a mut Vec<TryRow>) -> Self {
        Self { rows, taken: Vec::new() }
    }

    /// The next row of a hook. Its rows are in the order of its calls, where those of all are not: the
    /// place of a plugin's hook among the others is known only after it ran.
    fn next_of(&mut self, hook: &str) -> Option<&mut TryRow> {
        let mut own = (0..self.rows.len())
            .filter(|place| self.rows.get(*place).is_some_and(|row| row.hook == hook));
        let first = own.clone().next()?;
        let next = own.find(|place| !self.taken.contains(place));
        let place = match next {
            Some(place) => place,
            None => {
                let like = self.rows.get(first)?;
                let row = TryRow {
                    title: like.title.clone(),
                    emoji: like.emoji.clone(),
                    ..waiting(hook, &like.title, &like.key)
                };
                self.rows.push(row);
                self.rows.len().saturating_sub(1)
            }
        };
        self.taken.push(place);
        self.rows.get_mut(place)
    }

    /// Puts the rows in the order in which they were given away, the others behind them.
    fn in_order(self) {
        let mut rows: Vec<_> = std::mem::take(self.rows).into_iter().map(Some).collect();
        let first: Vec<_> =
            self.taken.iter().filter_map(|place| rows.get_mut(*place)?.take()).collect();
        *self.rows = first.into_iter().chain(rows.into_iter().flatten()).collect();
    }
}

fn waiting(hook: &str, title: &str, key: &str) -> TryRow {
    TryRow {
        hook: hook.to_owned(),
        title: title.to_owned(),
        emoji: None,
        key: key.to_owned(),
        outcome: None,
        cancelled: false,
        tag: "Waiting".to_owned(),
        sentence: String::new(),
        duration_ms: None,
        exit_code: None,
        messages: Vec::new(),
        diff: Vec::new(),
        stdout: String::new(),
        stderr: String::new(),
        deeds: Vec::new(),
        boxed: None,
    }
}

fn seen(row: &mut TryRow, call: &Call) {
    row.messages = call.messages.clone();
    if let Some((before, after)) = &call.change {
        row.diff = diff(before, after);
        row.sentence = places(before, after);
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

/// "arguments.command and 2 more"
fn places(before: &Value, after: &Value) -> String {
    let mut all = Vec::new();
    changed(before, after, String::new(), &mut all);
    let more = all.len().saturating_sub(MOST_PLACES);
    all.truncate(MOST_PLACES);
    let all = all.join(", ");
    if more == 0 { all } else { format!("{all} and {more} more") }
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

fn diff(before: &Value, after: &Value) -> Vec<DiffLine> {
    if before == after {
        return Vec::new();
    }
    let text = |value: &Value| serde_json::to_string_pretty(value).unwrap_or_default();
    let (before, after) = (text(before), text(after));
    let diff = TextDiff::from_lines(before.as_str(), after.as_str());
    diff.iter_all_changes()
        .map(|change| DiffLine {
            sign: match change.tag() {
                ChangeTag::Equal => Sign::Same,
                ChangeTag::Delete => Sign::Removed,
                ChangeTag::Insert => Sign::Added,
            },
            text: change.value().trim_end_matches('\n').to_owned(),
        })
        .collect()
}
