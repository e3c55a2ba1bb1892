//! Several hooks at once: one plan that is shown, one change, and one taking back.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde::Deserialize;

use super::state::State;
use super::{Desk, Failure, Outcome};
use tacklebox_agents::config::{self, Edit};
use tacklebox_agents::dialect::Switch;
use tacklebox_agents::hook::AgentId;
use tacklebox_change::apply::Change;
use tacklebox_change::apply::group::Group;
use tacklebox_change::install::remove;
use tacklebox_change::ops::{self, OpError, Others};
use tacklebox_change::plan::{Plan, PlanView, Step, merge};
use tacklebox_change::port;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::words;

/// What is done with all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ManyDeed {
    On,
    Off,
    /// What was set for them stays.
    Remove,
    /// To another agent, switched off.
    Copy {
        to: AgentId,
    },
}

impl ManyDeed {
    /// "Turn 3 hooks off?", and "3 hooks were turned off."
    fn words(self, number: usize) -> (String, String) {
        let hooks = words::count(number, "hook");
        let were = if number == 1 { "was" } else { "were" };
        match self {
            Self::On => (format!("Turn {hooks} on?"), format!("{hooks} {were} turned on.")),
            Self::Off => (format!("Turn {hooks} off?"), format!("{hooks} {were} turned off.")),
            Self::Remove => (format!("Remove {hooks}?"), format!("{hooks} {were} removed.")),
            Self::Copy { to } => {
                let to = to.dialect().title;
                (format!("Copy {hooks} to {to}?"), format!("{hooks} {were} copied to {to}."))
            }
        }
    }
}

impl Desk {
    /// Switches, removes or copies several hooks: shown first, then all of it or nothing.
    ///
    /// # Errors
    /// Where it cannot be done with one of them; then nothing is changed.
    pub fn change_many(
        &self,
        ids: &[String],
        deed: ManyDeed,
        confirmed: bool,
    ) -> Result<Outcome, Failure> {
        let plan = plan_many(&self.state(), ids, deed)?;
        if let Some(plan) = self.asked.first(confirmed, plan) {
            return Ok(Outcome::Confirm { plan });
        }
        let mut agents = BTreeSet::new();
        let change = self.carry_out(ids, deed, &mut agents);
        if change.is_err() {
            self.alter(|state| agents.into_iter().for_each(|agent| state.rescan_agent(agent)));
        }
        Ok(Outcome::Done { change: change? })
    }

    fn carry_out(
        &self,
        ids: &[String],
        deed: ManyDeed,
        agents: &mut BTreeSet<AgentId>,
    ) -> Result<Change, Failure> {
        let machine = self.state().machine.clone();
        let mut group = Group::begin(&machine)?;
        for id in ids {
            // Each on top of those before it, which were read again.
            let plan = one(&self.state(), id, deed, Others::Keep)?;
            agents.insert(plan.agent);
            group.apply(&plan)?;
            self.read_again(&plan);
        }
        let (_, says) = deed.words(ids.len());
        let change = group.finish(&says)?;
        let agent = agents.first().copied().unwrap_or(AgentId::DEFAULT);
        Ok(change.unwrap_or_else(|| Change::nothing(agent)))
    }
}

/// What it comes to for one of them.
fn one(state: &State, id: &str, deed: ManyDeed, others: Others) -> Result<Plan, Failure> {
    let (machine, inventory) = (&state.machine, state.inventory_of(id)?);
    Ok(match deed {
        ManyDeed::On => ops::set_enabled(machine, inventory, id, true, others)?,
        ManyDeed::Off => ops::set_enabled(machine, inventory, id, false, others)?,
        ManyDeed::Remove => remove::plan(machine, inventory, id, false)?,
        ManyDeed::Copy { to } => {
            let made = port::plan(machine, inventory, id, state.inventory(to)?)?;
            let mut plan = made.plan()?.clone();
            // What a copy cannot be is to be read before it is made.
            plan.stays.extend(made.view.lost.iter().chain(&made.view.changed).cloned());
            plan
        }
    })
}

/// One plan out of those of each.
fn plan_many(state: &State, ids: &[String], deed: ManyDeed) -> Result<PlanView, Failure> {
    let switches = matches!(deed, ManyDeed::On | ManyDeed::Off);
    let mut whole = PlanView { title: deed.words(ids.len()).0, ..PlanView::default() };
    let mut merged = Vec::new();
    let mut placed: BTreeSet<PathBuf> = BTreeSet::new();
    for id in ids {
        // What keeps the others as they are is said once, below: each alone would keep those that are picked too.
        let others = if switches { Others::Switch } else { Others::Keep };
        let plan = one(state, id, deed, others)?;
        for step in &plan.steps {
            if let Step::Place { dir, .. } = step
                && !placed.insert(dir.clone())
            {
                return Err(OpError::Refused(format!(
                    "Two of them would be in {}. Copy one after the other, under another name.",
                    state.machine.show(dir)
                ))
                .into());
            }
        }
        let view = plan.view(&state.machine);
        let steps = if switches && !plan.is_empty() { vec![plan.title] } else { view.steps };
        add(&mut whole.steps, steps);
        add(&mut whole.also, view.also);
        add(&mut whole.stays, view.stays);
        merge::add(&mut merged, plan.steps);
    }
    if let ManyDeed::On | ManyDeed::Off = deed {
        let agents: BTreeSet<&str> = ids.iter().filter_map(|id| id.split('/').next()).collect();
        for agent in agents {
            let inventory = state.inventory_of(agent)?;
            keep_others(inventory, ids, deed == ManyDeed::On, &mut merged)?;
        }
    }
    let agent = ids.first().and_then(|id| state.inventory_of(id).ok());
    let agent = agent.map_or(AgentId::DEFAULT, |inventory| inventory.agent().id());
    let merged = Plan { steps: merged, ..Plan::new(agent, "", "") };
    whole.files = merged.view(&state.machine).files;
    let meant: Vec<_> = ids
        .iter()
        .filter_map(|id| state.inventory_of(id).ok()?.find(id).map(|(hook, _)| &hook.name))
        .collect();
    whole.also.retain(|also| !meant.contains(&&also.name));
    Ok(whole)
}

/// In an agent's config, where that has the switches: those that are picked are switched, and no others.
fn keep_others(
    inventory: &Inventory,
    ids: &[String],
    on: bool,
    steps: &mut [Step],
) -> Result<(), Failure> {
    let agent = inventory.agent();
    let config = steps.iter_mut().find(|step| step.path() == agent.config.path);
    let Some(Step::Edit { after, syntax, .. }) = config else { return Ok(()) };
    if agent.dialect.switch != Switch::ConfigEntry {
        return Ok(());
    }
    let own = ids.iter().filter_map(|id| Some(inventory.find(id)?.0.hook_key.as_str()));
    let own: Vec<&str> = own.collect();
    let now = config::parse(*syntax, after).unwrap_or_default();
    let entries = own.iter().map(|key| ops::entry_path(agent, key).join("enabled"));
    // Where one of them would keep another of them as it is.
    let other = entries.filter(|path| path.get(&now) == Some(&(!on).into()));
    let edits: Vec<Edit> = other.map(|path| Edit::Set { path, value: on.into() }).collect();
    let text = config::edit(*syntax, after, &edits).unwrap_or_else(|_| after.clone());
    *after = ops::keep_others(inventory, &own, text)?;
    Ok(())
}

fn add<T: PartialEq>(all: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}
