//! Plans carried out, and taken back. Before the first step a journal says what is about to happen
//! and keeps what will be replaced; so a plan is finished or rolled back as a whole, also when the
//! program is killed half-way, and can be undone days later.

pub mod carry;
pub mod copies;
mod error;
#[cfg(test)]
mod faults;
mod folders;
pub mod group;
pub(crate) mod held;
mod journal;
mod kept;
mod order;
mod paths;
mod prune;
pub mod purge;
mod status;
mod store;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Serialize;
use time::format_description::well_known::Rfc3339;

pub use self::error::ApplyError;
use self::group::Group;
use self::journal::Journal;
use self::kept::Kept;
use self::status::Status;
use crate::plan::{Also, Plan, Step};
use tacklebox_agents::agent;
use tacklebox_agents::hook::AgentId;
use tacklebox_inventory::activity::{self, Entry};
use tacklebox_inventory::pending;
use tacklebox_machine::data::lock;
use tacklebox_machine::failure::Code;
use tacklebox_machine::machine::Machine;

/// What a plan did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Change {
    pub changed: bool,
    /// "Session memory was turned on."
    pub summary: String,
    /// That an agent that can be told of changes could not be told of this one, and what that means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub untold: Option<String>,
    pub agent: AgentId,
    pub also: Vec<Also>,
    /// What [`undo`] takes; none where there is nothing to take back.
    pub undo: Option<String>,
    /// How many earlier changes still hold a key that this one cleared, in what is kept of them.
    /// [`crate::backups::purge`] forgets those.
    pub kept_copies: u32,
    /// What the agent does not know of it yet, as [`tacklebox_inventory::pending`] tells it.
    #[serde(skip)]
    pub unseen: Vec<String>,
}

impl Change {
    /// Nothing was to be done.
    pub fn nothing(agent: AgentId) -> Self {
        Self {
            changed: false,
            summary: "Nothing to change: it is already like that.".to_owned(),
            untold: None,
            agent,
            also: Vec::new(),
            undo: None,
            kept_copies: 0,
            unseen: Vec::new(),
        }
    }
}

/// Carries a plan out, whole or not at all, while no other Tacklebox changes anything.
///
/// # Errors
/// [`ApplyError`] where a file changed since the plan was made, or cannot be written; then nothing of
/// the plan is left.
pub fn apply(machine: &Machine, plan: &Plan) -> Result<Change, ApplyError> {
    apply_with(machine, plan, None)
}

/// How often an edit is planned again because another program was quicker.
const RETRIES: usize = 20;

/// Carries an edit out. It touches one value: where another program wrote in between, `again` plans it for what is
/// there now, and nothing of theirs is lost.
///
/// # Errors
/// As [`apply`], and where it cannot be planned again.
pub fn apply_again<E: From<ApplyError>>(
    machine: &Machine,
    plan: &mut Plan,
    mut again: impl FnMut() -> Result<Plan, E>,
) -> Result<Change, E> {
    for _ in 0..RETRIES {
        match apply(machine, plan) {
            Err(error) if error.code() == Code::ChangedMeanwhile => *plan = again()?,
            result => return Ok(result?),
        }
    }
    Ok(apply(machine, plan)?)
}

/// The same as one of several changes that are taken back together: `first` is the [`Change::undo`] of the first.
///
/// # Errors
/// As [`apply`].
pub(crate) fn apply_with(
    machine: &Machine,
    plan: &Plan,
    first: Option<&str>,
) -> Result<Change, ApplyError> {
    let also = plan.also.clone();
    if plan.is_empty() {
        let summary = plan.nothing();
        return Ok(Change { also, summary, ..Change::nothing(plan.agent) });
    }
    let mut group = Group::after(machine, first)?;
    group.apply(plan)?;
    let change = group.finish(&plan.done)?;
    Ok(Change { also, ..change.unwrap_or_else(|| Change::nothing(plan.agent)) })
}

fn kind(plan: &Plan) -> activity::Kind {
    let any = |test: fn(&Step) -> bool| plan.steps.iter().any(test);
    if replaces(plan) {
        activity::Kind::Changed
    } else if any(|step| matches!(step, Step::Place { .. })) {
        activity::Kind::Installed
    } else if any(|step| matches!(step, Step::Remove { .. })) {
        activity::Kind::Removed
    } else {
        activity::Kind::Changed
    }
}

/// Whether a plan puts a folder where it takes one away.
fn replaces(plan: &Plan) -> bool {
    let places = |gone: &Path| {
        plan.steps.iter().any(|step| matches!(step, Step::Place { dir, .. } if dir == gone))
    };
    plan.steps.iter().any(|step| matches!(step, Step::Remove { dir } if places(dir)))
}

/// What was done and tried here, the newest first; each with what takes it back, where that can still be
/// done.
pub fn activity(machine: &Machine) -> Vec<Entry> {
    let mut entries = activity::list(machine);
    let mut done = journal::all(machine);
    done.retain(|(_, journal)| journal.status == Status::Done);
    let firsts: BTreeMap<&str, &str> =
        done.iter().map(|(id, journal)| (id.as_str(), journal.first_of(id))).collect();
    let first_of = |entry: &Entry| entry.undo.as_deref().and_then(|id| firsts.get(id).copied());
    let mut told: BTreeMap<&str, u32> = BTreeMap::new();
    for first in entries.iter().filter_map(first_of) {
        let count = told.entry(first).or_default();
        *count = count.saturating_add(1);
    }
    for entry in &mut entries {
        let first = first_of(entry);
        entry.together = first.and_then(|it| told.get(it).copied()).filter(|&count| count > 1);
        entry.undo = entry.undo.take().filter(|_| first.is_some());
    }
    entries
}

fn carry_out(
    machine: &Machine,
    dir: &Path,
    journal: &mut Journal,
    plan: &Plan,
) -> Result<(), ApplyError> {
    let config = agent::config_file(machine, plan.agent);
    for step in &plan.steps {
        let mut kept = Kept::keep(dir, &journal.steps, step, &config)?;
        kept.judge(machine, plan);
        // The step is in the journal before it is on the disk: a kill in between loses nothing.
        journal.steps.push(kept);
        journal.write(dir)?;
        if let Some(kept) = journal.steps.last() {
            kept.carry_out(machine, dir, step)?;
        }
    }
    Ok(())
}

/// How many bytes the copies of earlier changes take, and how many they may; removed folders, which are kept by
/// age, are not among them.
pub(crate) fn kept_bytes(machine: &Machine) -> (u64, u64) {
    (prune::bytes(machine), prune::MOST_BYTES)
}

/// Does something while no other Tacklebox changes anything.
pub fn alone<T>(
    machine: &Machine,
    work: impl FnOnce() -> Result<T, ApplyError>,
) -> Result<T, ApplyError> {
    let _alone = lock::wait(machine)?;
    work()
}

/// Takes a change back, and with it those that were made together with it; without an id, the last one that was not
/// undone.
///
/// # Errors
/// [`ApplyError::ChangedSince`] where what was written is no longer there as it was written.
pub fn undo(machine: &Machine, id: Option<&str>) -> Result<Change, ApplyError> {
    let together = journal::together(machine, id);
    let [others @ .., (last, _)] = &*together else {
        return undo_one(machine, id);
    };
    // The last one first: each was made on top of those before it.
    let change = undo_one(machine, Some(last))?;
    let all = others.len().saturating_add(1);
    for (done, (other, _)) in (1..).zip(others.iter().rev()) {
        undo_one(machine, Some(other)).map_err(|why| ApplyError::Partly {
            done,
            all,
            why: Box::new(why),
        })?;
    }
    let summary = match all {
        1 => change.summary,
        _ => format!("Taken back: {}", in_words(&together)),
    };
    Ok(Change { summary, ..change })
}

/// Several that were made together: "3 hooks were turned off.", or how many they are.
fn in_words(together: &[(String, Journal)]) -> String {
    let said = together.first().and_then(|(_, first)| first.together.clone());
    said.unwrap_or_else(|| format!("{} changes", together.len()))
}

/// The agents of the changes that [`undo`] of this one would take back.
pub fn agents_of(machine: &Machine, id: &str) -> BTreeSet<AgentId> {
    let together = journal::together(machine, Some(id)).into_iter();
    together.map(|(_, journal)| journal.agent).collect()
}

fn undo_one(machine: &Machine, id: Option<&str>) -> Result<Change, ApplyError> {
    let nothing = |why: &str| ApplyError::NothingToUndo(why.to_owned());
    if journal::all(machine).is_empty() {
        return Err(nothing("no such change is known."));
    }
    let _alone = lock::wait(machine)?;
    finish_or_roll_back(machine);
    let found = journal::all(machine).into_iter().rev().find(|(name, journal)| match id {
        Some(id) => name == id,
        None => stands(journal),
    });
    let Some((id, mut journal)) = found else { return Err(nothing("no such change is known.")) };
    if !stands(&journal) {
        return Err(nothing(match journal.status {
            Status::Kept => "too much was changed since.",
            _ => "it was taken back already.",
        }));
    }
    journal.is_of_this_home(machine)?;
    let dir = order::root(machine).join(&id);
    if journal.status == Status::Done {
        journal.may_be_undone(machine, &dir)?;
        for (number, kept) in journal.steps.iter_mut().enumerate() {
            kept.keep_undone(machine, &dir, number)?;
        }
        journal.undone_at = machine.now().format(&Rfc3339).ok();
        journal.undone_order = Some(order::next(machine)?);
        journal.status = Status::Undoing;
        journal.write(&dir)?;
    }
    journal.take_back(machine, &dir)?;
    journal.status = Status::Undone;
    journal.write(&dir)?;
    let summary = format!("Taken back: {}", journal.summary);
    let touches = journal.steps.iter().any(|kept| kept.is_of_the_agent(machine));
    let mut unseen = Vec::new();
    if touches && journal.needs_restart() {
        let back = journal.unseen(&summary);
        pending::taken_back(machine, journal.agent, &journal.summary, back);
        // What was changed of it before waits still.
        let waits = pending::of(machine, journal.agent).into_iter();
        unseen.extend(waits.filter(|it| it.hook == journal.hook).map(|it| it.summary));
    }
    let entry = Entry::new(machine, activity::Kind::TakenBack, journal.agent, &summary);
    activity::record(machine, entry);
    let untold = group::untold(machine, &journal);
    Ok(Change {
        changed: true,
        summary: group::with(&summary, untold.as_deref()),
        untold,
        unseen,
        ..Change::nothing(journal.agent)
    })
}

/// What [`undo`] would take back now; nothing is changed.
///
/// # Errors
/// As [`undo`] where there is nothing, or where it was changed since.
pub fn would_undo(machine: &Machine) -> Result<Change, ApplyError> {
    let mut together = journal::together(machine, None);
    let (all, said) = (together.len(), in_words(&together));
    let nothing = || ApplyError::NothingToUndo("no such change is known.".to_owned());
    let (id, journal) = together.pop().ok_or_else(nothing)?;
    journal.is_of_this_home(machine)?;
    if journal.status == Status::Done {
        journal.may_be_undone(machine, &order::root(machine).join(&id))?;
    }
    let what = match all {
        1 => journal.summary,
        _ => said,
    };
    Ok(Change {
        changed: true,
        summary: format!("Would be taken back: {what}"),
        undo: Some(id),
        ..Change::nothing(journal.agent)
    })
}

/// Whether a change is there to be taken back.
const fn stands(journal: &Journal) -> bool {
    matches!(journal.status, Status::Done | Status::Undoing)
}

/// Finishes what a killed program left half done: a change is rolled back, a taking back finished.
/// Called at every start and before every change; where another Tacklebox is at work, that one does.
pub fn recover(machine: &Machine) {
    let half = |(_, journal): &(String, Journal)| {
        matches!(journal.status, Status::Applying | Status::Made | Status::Undoing)
    };
    // Looked at without the lock first: a start that finds nothing writes nothing.
    if journal::all(machine).iter().any(half)
        && let Ok(Some(_alone)) = lock::take(machine)
    {
        finish_or_roll_back(machine);
    }
}

fn finish_or_roll_back(machine: &Machine) {
    let mut all = journal::all(machine);
    all.retain(|(_, journal)| journal.other_home(machine).is_none());
    let done: Vec<String> =
        all.iter().filter(|(_, it)| it.status == Status::Done).map(|(id, _)| id.clone()).collect();
    // The last one first: what was made together was made on top of what was made before it.
    for (id, mut journal) in all.into_iter().rev() {
        let dir = order::root(machine).join(&id);
        if journal.status == Status::Made {
            // The first one is the last to be said to be done but for these.
            let all_done = journal.first.as_ref().is_some_and(|first| done.contains(first));
            journal.status = if all_done { Status::Done } else { Status::Applying };
            let _ = journal.write(&dir);
        }
        match journal.status {
            Status::Applying if journal.take_back(machine, &dir).is_ok() => {
                journal::forget(machine, &id);
            }
            Status::Undoing if journal.take_back(machine, &dir).is_ok() => {
                journal.status = Status::Undone;
                let _ = journal.write(&dir);
            }
            _ => {}
        }
    }
}
