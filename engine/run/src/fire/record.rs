//! A try in the activity list: who was called and what came of it, and nothing of what was sent or said.

use std::collections::BTreeMap;

use super::Request;
use super::report::{Report, was_cancelled};
use crate::runtime::dispatch::{FiredRun, Verdict};
use tacklebox_agents::moment;
use tacklebox_inventory::activity::{self, Entry, Kind, Tried};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// `files` has the hash of each hook and of each plugin's files, by its id.
pub(super) fn tried(
    machine: &Machine,
    inventory: &Inventory,
    request: &Request,
    report: &Report,
    files: &BTreeMap<String, String>,
) {
    let agent = inventory.agent().id();
    let runs = &report.fired.runs;
    let label = moment::trigger(agent, &request.key).label;
    let whom = match (&report.said[..], &runs[..]) {
        ([said, ..], [_]) => said.title.clone(),
        (_, runs) => words::count(runs.len(), "hook"),
    };
    let failed = |run: &FiredRun| {
        !was_cancelled(run) && matches!(run.outcome, Verdict::Failed | Verdict::TimedOut)
    };
    let mut entry = Entry::new(machine, Kind::Tried, agent, format!("Tried {whom}: {label}"));
    entry.failed = runs.iter().any(&failed);
    let tried = |(run, id): (&FiredRun, &String)| Tried {
        id: id.clone(),
        outcome: report.tag_of(run).to_owned(),
        failed: failed(run),
        files: files.get(id).filter(|_| report.answered(Some(id))).cloned(),
    };
    entry.tried = runs.iter().zip(&report.ids).map(tried).collect();
    entry.event = Some(label.clone());
    let said = report.said.iter().take(runs.len());
    entry.details = said.map(|it| format!("{}: {}", it.title, it.tag.to_lowercase())).collect();
    activity::record(machine, entry);
}
