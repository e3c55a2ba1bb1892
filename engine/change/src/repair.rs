//! What is broken, repaired: for each cause one way out, as a plan that was tried before it is offered. What
//! nobody but the author can repair is told in words that need no programmer, with a text for the author.

mod config;
mod files;
mod plain;
mod plugin;
mod refusing;
#[cfg(test)]
mod tests;

use std::path::Path;

use serde::Serialize;

pub use self::plain::Trouble;
use crate::fix;
use crate::fix::manifest_text::text_of;
use crate::ops::{self, OpError};
use crate::plan::{Plan, PlanView, Step};
use tacklebox_agents::hook::{Hook, Source, State};
use tacklebox_agents::manifest::{self, repair};
use tacklebox_inventory::discover::Candidate;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::said;
use tacklebox_machine::machine::Machine;

/// One cause and its way out.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The class of what is wrong, in kebab-case; with its hook it names the way.
    pub id: String,
    /// The id of the hook; none where it is about the agent's config.
    pub hook: Option<String>,
    /// The names of all hooks that it helps.
    pub hooks: Vec<String>,
    /// "Put the description in quotes"
    pub title: String,
    /// What is wrong, in a sentence.
    pub says: String,
    /// Nothing but a switch keeps its hooks from running then; the plan says where they are off.
    pub cures: bool,
    /// What keeps them from loading now is gone then, and this is still wrong. With neither it is about something beside
    /// that.
    pub leaves: Option<String>,
    pub plan: Plan,
}

/// A way out as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct RepairView {
    pub hook: Option<String>,
    pub id: String,
    pub title: String,
    pub says: String,
    pub hooks: Vec<String>,
    pub cures: bool,
    pub leaves: Option<String>,
    pub plan: PlanView,
}

impl Repair {
    /// What keeps its hooks from loading now is gone then.
    fn helps(&self) -> bool {
        self.cures || self.leaves.is_some()
    }

    /// With what is still wrong then, for everybody who is shown the plan.
    fn leaving(mut self, left: String) -> Self {
        self.plan.stays.insert(0, format!("Then something else is still wrong: {left}"));
        Self { cures: false, leaves: Some(left), ..self }
    }

    /// Where its config does not name it, or says no, a repair does not turn it on.
    fn staying_off(mut self) -> Self {
        self.plan.stays.insert(0, "It is off then, until you turn it on.".to_owned());
        self
    }

    /// As it is shown, secrets masked.
    pub fn view(&self, machine: &Machine) -> RepairView {
        RepairView {
            hook: self.hook.clone(),
            id: self.id.clone(),
            title: self.title.clone(),
            says: self.says.clone(),
            hooks: self.hooks.clone(),
            cures: self.cures,
            leaves: self.leaves.clone(),
            plan: self.plan.view(machine),
        }
    }
}

/// Every way out for one hook or plugin; first what keeps it from loading. A config that nobody can read is a cause
/// of it too.
///
/// # Errors
/// [`OpError::NoSuchHook`].
pub fn of_hook(machine: &Machine, inventory: &Inventory, id: &str) -> Result<Vec<Repair>, OpError> {
    let Some((hook, candidate)) = inventory.find(id) else {
        return plugin::repairs(machine, inventory, id);
    };
    let mut all = of_agent(machine, inventory);
    all.retain(|way| way.helps() || way.hooks.contains(&hook.name));
    if let Some(own) = wrong(hook).filter(|_| hook.error.is_some()) {
        all = all
            .into_iter()
            .map(|way| if way.cures { way.leaving(own.clone()) } else { way })
            .collect();
    }
    let own = Sick { machine, inventory, hook, candidate }.repairs(&all);
    all.extend(own);
    all.sort_by_key(|way| !way.helps());
    Ok(all)
}

/// What is wrong with the agent's own config, and the way out.
pub fn of_agent(machine: &Machine, inventory: &Inventory) -> Vec<Repair> {
    let mut all = config::repairs(machine, inventory);
    all.extend(refusing::of_agent(machine, inventory));
    all
}

/// Every way out for one agent, each cause once.
pub fn of_all(machine: &Machine, inventory: &Inventory) -> Vec<Repair> {
    let mut all = of_agent(machine, inventory);
    let shared = all.clone();
    for (candidate, hook) in inventory.candidates() {
        all.extend(Sick { machine, inventory, hook, candidate }.repairs(&shared));
    }
    all.extend(plugin::of_all(machine, inventory));
    all
}

/// One way out, planned again on what is on the disk now.
///
/// # Errors
/// [`OpError::NoSuchHook`], or [`OpError::NoSuchRepair`] where there is no such way, or no more.
pub fn plan(
    machine: &Machine,
    inventory: &Inventory,
    hook: Option<&str>,
    id: &str,
) -> Result<Plan, OpError> {
    let all = match hook {
        Some(hook) => of_hook(machine, inventory, hook)?,
        None => of_agent(machine, inventory),
    };
    let found = all.into_iter().find(|repair| repair.id == id);
    found.map(|repair| repair.plan).ok_or_else(|| OpError::NoSuchRepair(id.to_owned()))
}

/// A hook with something wrong about it.
struct Sick<'a> {
    machine: &'a Machine,
    inventory: &'a Inventory,
    hook: &'a Hook,
    candidate: &'a Candidate,
}

impl Sick<'_> {
    /// Every way out that is its own; first what keeps it from loading. `shared` are those of its agent.
    fn repairs(&self, shared: &[Repair]) -> Vec<Repair> {
        let ways =
            [self.manifest(), self.entry(), self.handler(), self.export(), self.permission()];
        let mut all: Vec<Repair> = ways.into_iter().flatten().collect();
        let known: Vec<&str> = shared.iter().chain(&all).map(|way| way.id.as_str()).collect();
        let notes = self.notes(&known);
        all.extend(notes);
        all
    }

    fn repair(&self, id: &str, says: String, plan: Plan) -> Repair {
        let then = self.then(&plan);
        // What is gone then is what is said of it now.
        let helps = self.hook.error.is_none()
            || then.as_ref().is_some_and(|it| it.error != self.hook.error);
        let repair = Repair {
            id: id.to_owned(),
            hook: Some(self.hook.id.clone()),
            hooks: vec![self.hook.name.clone()],
            title: plan.title.clone(),
            says,
            cures: helps,
            leaves: None,
            plan,
        };
        let then = then.as_ref().filter(|_| helps);
        match then.and_then(wrong) {
            Some(left) => repair.leaving(left),
            None if then.is_some_and(|it| it.state == State::Off) => repair.staying_off(),
            None => repair,
        }
    }

    /// A broken hook as it would be once this was carried out; none where it is not broken, or where the plan changes only what
    /// has no say in that.
    fn then(&self, plan: &Plan) -> Option<Hook> {
        self.hook.error.as_ref()?;
        let Self { machine, inventory, hook, candidate } = self;
        plan.steps.iter().find_map(|step| {
            let Step::Edit { path, before, after, .. } = step else { return None };
            if *path == inventory.agent().config.path {
                let then = inventory.with_config(machine, after);
                // One whose name changes has another id then.
                let new = |(_, it): &(&Candidate, &Hook)| inventory.find(&it.id).is_none();
                let own = then.find(&hook.id).map(|(hook, _)| hook);
                return own.or_else(|| then.candidates().find(new).map(|(_, hook)| hook)).cloned();
            }
            if candidate.dir.is_some() && hook.manifest.as_ref() == Some(path) {
                return inventory.judged(machine, &hook.id, after);
            }
            // Beside these it is a program that was not there.
            before.is_none().then(|| inventory.with_program(machine, &hook.id)).flatten()
        })
    }

    fn plan(&self, title: String) -> Plan {
        let done = format!("{} was repaired.", self.hook.title);
        Plan::new(self.hook.agent, title, done).about(&self.hook.id)
    }

    /// A manifest that does not read, or names no event. What is proposed was judged by the rules in force.
    fn manifest(&self) -> Option<Repair> {
        let dialect = self.inventory.agent().dialect;
        if self.hook.state != State::Broken || self.candidate.dir.is_none() {
            return None;
        }
        let path = self.hook.manifest.as_deref()?;
        let file = text_of(path).ok()?;
        let repaired = repair::repair(dialect, &self.candidate.dir_name, &file.text)?;
        let then = self.inventory.judged(self.machine, &self.hook.id, &repaired.text)?;
        // The next trouble may be of another kind, and has a way of its own.
        if then.error.is_some() && then.error == self.hook.error {
            return None;
        }
        let first = repaired.patches.first()?.id;
        let titles: Vec<_> = repaired.patches.iter().map(|patch| patch.title.clone()).collect();
        let mut plan = self.plan(titles.join(". "));
        let step = file.step(path, repaired.text);
        ops::push_with_receipt(self.machine, &mut plan, self.hook, step);
        ops::finish(self.inventory.agent(), &mut plan).ok()?;
        Some(self.repair(first, self.hook.reason.clone().unwrap_or_default(), plan))
    }

    /// An entry of the config that does not read, with a key as it was meant.
    fn entry(&self) -> Option<Repair> {
        if self.hook.source != Source::Config || self.candidate.manifest.is_ok() {
            return None;
        }
        let agent = self.inventory.agent();
        let path = &agent.config.path;
        let file = text_of(path).ok()?;
        let count = manifest::in_entries(&file.text).len();
        let mut tried = (0..count).filter_map(|index| repair::entry_keys(&file.text, index));
        let repaired = tried.find(|repaired| {
            let then = self.inventory.with_config(self.machine, &repaired.text);
            then.find(&self.hook.id).is_none_or(|(hook, _)| hook.error != self.hook.error)
        })?;
        let titles: Vec<_> = repaired.patches.iter().map(|patch| patch.title.clone()).collect();
        let mut plan = self.plan(titles.join(". "));
        plan.steps.push(file.step(path, repaired.text));
        ops::finish(agent, &mut plan).ok()?;
        let says = self.hook.reason.clone().unwrap_or_default();
        Some(self.repair("misspelt-key", says, plan))
    }

    /// A script that may not run.
    fn permission(&self) -> Option<Repair> {
        let file = self.candidate.not_executable.as_deref()?;
        let plan = ops::make_executable(self.inventory, &self.hook.id).ok()?;
        let says =
            format!("{file} is there and is not marked as a program, so it cannot be started.");
        Some(self.repair("not-executable", says, plan))
    }

    /// What the notes offer, but for what a way out above does already.
    fn notes(&self, known: &[&str]) -> Vec<Repair> {
        let mut all: Vec<Repair> = Vec::new();
        for note in self.hook.notes.iter().filter(|note| note.fixable) {
            if let Some(there) = all.iter_mut().find(|repair| repair.id == note.id) {
                there.says = format!("{} {}", there.says, note.sentence);
            } else if !known.contains(&note.id.as_str())
                && let Ok(plan) = fix::plan(self.machine, self.inventory, &self.hook.id, &note.id)
            {
                all.push(self.repair(&note.id, note.sentence.clone(), plan));
            }
        }
        all
    }
}

/// What is wrong with a hook or plugin, for somebody who does not write manifests; none where nothing is. `ways` are
/// those of [`of_hook`].
pub fn trouble(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    ways: &[Repair],
) -> Option<Trouble> {
    let Some((hook, candidate)) = inventory.find(id) else {
        return plugin::trouble(machine, inventory, id, ways);
    };
    let own = ways.iter().find(|way| way.hook.is_some() && way.helps());
    plain::trouble(machine, inventory, hook, candidate, own)
}

/// What a person still has to see to before a hook runs, in a sentence.
fn wrong(hook: &Hook) -> Option<String> {
    let why = match hook.state {
        State::Off | State::Replaced => None,
        State::Ready => said::to_fix(hook).map(|note| note.sentence.clone()),
        State::Broken | State::NotCalled | State::NeedsSetup | State::CannotRunHere => {
            hook.reason.clone()
        }
    };
    why.map(|why| if why.ends_with(['.', '?']) { why } else { format!("{why}.") })
}

/// The name of a file for a person.
fn name(path: &Path) -> String {
    tacklebox_inventory::discover::file_name(path)
}
