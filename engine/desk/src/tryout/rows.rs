//! From what is seen of a try to the rows that the window shows.

use std::sync::Arc;

use serde_json::Value;
use similar::{ChangeTag, TextDiff};

use crate::Failure;
use crate::views::{DiffLine, Sign, TryResult, TryRow, TryState};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;
use tacklebox_run::boxed::told;
use tacklebox_run::fire::{Call, Report, Request, Said};
use tacklebox_run::runtime::dispatch::{FiredRun, Verdict};

/// What is known of a try before it begins.
#[derive(Clone)]
pub(super) struct Follow {
    before: Arc<TryState>,
    data: Arc<Value>,
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
        let before = TryState {
            run,
            agent: inventory.agent().id(),
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

    pub fn done(&self, report: &Report) -> TryState {
        let mut state = TryState::clone(&self.before);
        let mut rows = Rows::new(&mut state.rows);
        for (place, said) in report.said.iter().enumerate() {
            if let Some(row) = rows.next_of(&said.id) {
                self.came_to(row, said, report.fired.runs.get(place));
            }
        }
        rows.in_order();
        // A plugin that is not there any more was not asked.
        state.rows.retain(|row| row.outcome.is_some());
        let fired = &report.fired;
        let cancelled = state.rows.iter().any(|row| row.cancelled);
        state.answered = report.answered(None);
        state.result = Some(TryResult {
            // What would have stopped the event was ended itself.
            outcome: if cancelled { Verdict::Skipped } else { fired.outcome },
            sentence: self.end(report),
            messages: fired.messages.clone(),
            unread: report.unread.clone(),
            diff: diff(&self.data, &fired.data),
            boxed: told::whole(&fired.runs),
            yours: told::yours(&fired.runs).to_owned(),
        });
        state
    }

    /// What it came to, and what it was tried with where that is not what the agent would use.
    fn end(&self, report: &Report) -> String {
        let elsewhere = report.ran_elsewhere(&self.machine, self.before.agent);
        let all = std::iter::once(report.end.clone()).chain(elsewhere);
        all.collect::<Vec<_>>().join(" ")
    }

    /// `run` is none of a plugin that was asked and was not called.
    fn came_to(&self, row: &mut TryRow, said: &Said, run: Option<&FiredRun>) {
        if let Some(call) = &said.call {
            seen(row, call);
        }
        row.outcome = Some(run.map_or(Verdict::Skipped, |run| run.outcome));
        row.tag = said.tag.to_owned();
        row.sentence = said.sentence.clone();
        row.cancelled = said.cancelled;
        let Some(run) = run else { return };
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
    }
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
        row.sentence = call.places();
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
