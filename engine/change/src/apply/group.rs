//! Changes that are one: carried out one after the other under one lock, each made on top of those before it.
//! Either all of them stay, and are taken back as one, or none does, also where the program is killed half-way.

use std::mem;
use std::path::PathBuf;

use time::format_description::well_known::Rfc3339;

use super::journal::{self, Journal};
use super::kept::Kept;
use super::status::Status;
use super::{ApplyError, Change, carry_out, finish_or_roll_back, kind, order, prune, purge};
use crate::plan::{Plan, cleared};
use crate::reload;
use tacklebox_agents::config::Secret;
use tacklebox_inventory::activity::{self, Entry};
use tacklebox_inventory::pending;
use tacklebox_machine::data::lock::{self, Lock};
use tacklebox_machine::failure::Code;
use tacklebox_machine::machine::Machine;

/// Changes that are not one before [`Group::finish`]: dropped without it, they are taken back.
pub struct Group<'a> {
    machine: &'a Machine,
    _alone: Lock,
    /// The first change of all: of this group, or of those that it is made together with.
    first: Option<String>,
    made: Vec<Made>,
}

/// One that was carried out.
struct Made {
    id: String,
    dir: PathBuf,
    journal: Journal,
    kind: activity::Kind,
    touches: bool,
    cleared: Vec<Secret>,
}

impl Made {
    fn write(&mut self, status: Status) -> Result<(), ApplyError> {
        self.journal.status = status;
        self.journal.write(&self.dir)
    }

    /// What cannot be taken back now stays in the journal, and is tried again at the next start.
    fn take_back(mut self, machine: &Machine) {
        self.journal.status = Status::Applying;
        if self.journal.take_back(machine, &self.dir).is_ok() {
            journal::forget(machine, &self.id);
        }
    }
}

impl<'a> Group<'a> {
    /// Waits until no other Tacklebox changes anything.
    ///
    /// # Errors
    /// Where another one does not end, or our own folder cannot be written.
    pub fn begin(machine: &'a Machine) -> Result<Self, ApplyError> {
        Self::after(machine, None)
    }

    /// As one of those that are taken back together with `first`.
    pub(super) fn after(machine: &'a Machine, first: Option<&str>) -> Result<Self, ApplyError> {
        let alone = lock::wait(machine)?;
        finish_or_roll_back(machine);
        Ok(Self { machine, _alone: alone, first: first.map(str::to_owned), made: Vec::new() })
    }

    /// Carries one more out.
    ///
    /// # Errors
    /// As [`super::apply`]; nothing of this plan is left then, and the ones before it go with the group.
    pub fn apply(&mut self, plan: &Plan) -> Result<(), ApplyError> {
        if plan.is_empty() {
            return Ok(());
        }
        let machine = self.machine;
        if let Some(before) = self.made.last_mut() {
            before.write(Status::Made)?;
        }
        let (id, dir) = order::new_dir(machine)?;
        let journal = Journal {
            version: 1,
            agent: plan.agent,
            summary: plan.done.clone(),
            at: machine.now().format(&Rfc3339).unwrap_or_default(),
            status: Status::Applying,
            undone_at: None,
            undone_order: None,
            first: self.first.clone(),
            together: None,
            steps: Vec::new(),
            hook: plan.hook.clone(),
            // Others that come with it may be called for more.
            moments: match plan.also.is_empty() {
                true => plan.moments.clone(),
                false => Vec::new(),
            },
            home: machine.home().to_owned(),
        };
        let mut made = Made {
            id,
            dir,
            journal,
            kind: kind(plan),
            touches: plan.touches_the_agent(),
            cleared: cleared::cleared(plan),
        };
        if let Err(error) = carry_out(machine, &made.dir, &mut made.journal, plan) {
            made.take_back(machine);
            // Where another program was quicker, the edit is made again or put before the person: to have
            // been second is not a failure to look up days later.
            if error.code() != Code::ChangedMeanwhile {
                let entry = Entry::new(machine, kind(plan), plan.agent, &plan.title);
                let details = vec![error.to_string()];
                activity::record(machine, Entry { failed: true, details, ..entry });
            }
            return Err(error);
        }
        self.first.get_or_insert_with(|| made.id.clone());
        self.made.push(made);
        Ok(())
    }

    /// From here on they stay: one change that says this.
    ///
    /// # Errors
    /// Where that cannot be written down; then all of them are taken back.
    pub fn finish(mut self, says: &str) -> Result<Option<Change>, ApplyError> {
        let machine = self.machine;
        let several = self.made.len() > 1;
        if let Some(last) = self.made.last_mut().filter(|_| several) {
            last.write(Status::Made)?;
        }
        let Some(first) = self.made.first_mut() else { return Ok(None) };
        first.journal.together = several.then(|| says.to_owned());
        first.write(Status::Done)?;
        let mut made = mem::take(&mut self.made);
        // The first one says whether all of them were done: where one of these cannot be written now, it is later.
        for other in made.iter_mut().skip(1) {
            let _ = other.write(Status::Done);
        }
        made.iter().for_each(|one| one.journal.steps.iter().for_each(Kept::tidy));
        let Some(first) = made.first() else { return Ok(None) };
        prune::prune(machine, &first.id);
        let untold = made.iter().find_map(|one| untold(machine, &one.journal));
        let summary = with(says, untold.as_deref());
        let mut change = Change {
            changed: true,
            summary,
            untold,
            agent: first.journal.agent,
            also: Vec::new(),
            undo: Some(first.id.clone()),
            unseen: Vec::new(),
            kept_copies: if several { 0 } else { purge::count(machine, &first.cleared) },
        };
        let entry = Entry::new(machine, first.kind, change.agent, says);
        let each = made.iter().map(|one| one.journal.summary.clone());
        let details = each.filter(|_| several).collect();
        activity::record(machine, Entry { undo: change.undo.clone(), details, ..entry });
        for one in made.iter().filter(|one| one.touches && one.journal.needs_restart()) {
            let journal = &one.journal;
            pending::remember(machine, journal.agent, journal.unseen(&journal.summary));
            change.unseen.push(journal.summary.clone());
        }
        Ok(Some(change))
    }
}

/// What was done, with what came of telling the agent.
pub(super) fn with(says: &str, untold: Option<&str>) -> String {
    std::iter::once(says).chain(untold).collect::<Vec<_>>().join(" ")
}

/// That an agent that can be told of changes could not be told of these, and what that means.
pub(super) fn untold(machine: &Machine, journal: &Journal) -> Option<String> {
    let told = journal.steps.iter().find_map(|kept| match kept {
        Kept::Reload { path } => Some(reload::stamp(machine, journal.agent, path)),
        _ => None,
    })?;
    let error = told.err()?;
    let title = journal.agent.dialect().title;
    Some(format!(
        "{title} could not be told: {error}. If it runs, it continues as before until it is started again."
    ))
}

#[cfg(test)]
impl Group<'_> {
    /// Ends as a killed program does: nothing more is written.
    pub(super) fn forget_as_if_killed(mut self) {
        self.made.clear();
    }
}

impl Drop for Group<'_> {
    fn drop(&mut self) {
        while let Some(last) = self.made.pop() {
            last.take_back(self.machine);
        }
    }
}
