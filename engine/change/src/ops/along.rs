//! Hooks that a switch of another one switches along, and that no entry of a config keeps.

use std::path::Path;

use super::changed;
use crate::plan::Plan;
use tacklebox_agents::dialect::Switch;
use tacklebox_agents::hook::{Also, Hook, OnOff};
use tacklebox_agents::in_force::ConfigState;
use tacklebox_inventory::discover::{Candidate, Kind};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// What the plan as a whole takes along: hooks that are loaded then, and those of project folders.
pub(super) fn at_last(
    machine: &Machine,
    inventory: &Inventory,
    (own, on): (&Hook, bool),
    plan: &Plan,
) -> Vec<Also> {
    let mut all = loaded_then(machine, inventory, own, plan);
    all.extend(beyond_switched(machine, inventory, own, on));
    all
}

/// The other hooks that are loaded again, since the agent refuses its config so far and would take what this plan
/// makes of it.
fn loaded_then(machine: &Machine, inventory: &Inventory, own: &Hook, plan: &Plan) -> Vec<Also> {
    if inventory.agent().config_verdict.state != ConfigState::Refused {
        return Vec::new();
    }
    let Some(then) = changed(machine, inventory, plan) else { return Vec::new() };
    let before = |id: &str| inventory.find(id).is_some_and(|(hook, _)| hook.runtime.may_load());
    let loaded = then.candidates().map(|(_, hook)| hook);
    let loaded = loaded.filter(|it| it.id != own.id && it.enabled && it.runtime.may_load());
    let again = loaded.filter(|it| !before(&it.id));
    again.map(|it| Also::fixed(&it.name, OnOff::On)).collect()
}

/// The other hooks that a list of names switches with this one: nothing keeps them, as they have no other name there.
pub(super) fn of_its_name(inventory: &Inventory, hook: &Hook, on: bool) -> Vec<Also> {
    switched(inventory, hook, on, |other| other.name == hook.name)
}

/// The other hooks that have the same entry in the config, which is switched: no other entry keeps them.
pub(super) fn of_its_key(inventory: &Inventory, hook: &Hook, on: bool) -> Vec<Also> {
    switched(inventory, hook, on, |other| other.hook_key == hook.hook_key)
}

/// The hooks of project folders that have the same switch as this one; of one in such a folder, those of the agent.
pub(crate) fn beyond(machine: &Machine, inventory: &Inventory, hook: &Hook) -> Vec<Hook> {
    let mut all = inventory.elsewhere(machine);
    all.retain(|other| match inventory.agent().dialect.switch {
        Switch::ConfigEntry => other.hook_key == hook.hook_key,
        Switch::DisabledList(_) => other.name == hook.name,
        Switch::Manifest => false,
    });
    all
}

/// Those of them that are switched with this one.
fn beyond_switched(machine: &Machine, inventory: &Inventory, hook: &Hook, on: bool) -> Vec<Also> {
    let change = if on { OnOff::On } else { OnOff::Off };
    let others = beyond(machine, inventory, hook).into_iter().filter(|other| other.enabled != on);
    others.map(|other| Also::fixed(&other.id, change)).collect()
}

/// A hook in another folder that has the switch of one to be made in `dir`: one of the two could not be turned off, or
/// on, without the other. Those of project folders count too.
pub(crate) fn with_key(
    machine: &Machine,
    inventory: &Inventory,
    (name, key): (&str, &str),
    dir: &Path,
) -> Option<Hook> {
    let by_entry = match inventory.agent().dialect.switch {
        Switch::ConfigEntry => true,
        Switch::DisabledList(_) => false,
        Switch::Manifest => return None,
    };
    let mut folders = inventory.candidates().filter(|(it, _)| by_entry && it.kind == Kind::Hook);
    let shares = |(it, hook): &(&Candidate, &Hook)| {
        hook.hook_key == key && hook.replaced_by.is_none() && it.dir.as_deref() != Some(dir)
    };
    let here = folders.find(shares).map(|(_, hook)| hook.clone());
    let same = |hook: &Hook| if by_entry { hook.hook_key == key } else { hook.name == name };
    here.or_else(|| inventory.elsewhere(machine).into_iter().find(same))
}

fn switched(
    inventory: &Inventory,
    hook: &Hook,
    on: bool,
    same: impl Fn(&Hook) -> bool,
) -> Vec<Also> {
    let folders = inventory.candidates().filter(|(candidate, _)| candidate.kind == Kind::Hook);
    let others = folders.map(|(_, other)| other);
    // One that is replaced does not run either way.
    let others = others
        .filter(|it| it.id != hook.id && it.enabled != on && it.replaced_by.is_none() && same(it));
    let change = if on { OnOff::On } else { OnOff::Off };
    // One of the same name is told by its id.
    let named =
        |it: &Hook| Also::fixed(if it.name == hook.name { &it.id } else { &it.name }, change);
    others.map(named).collect()
}

#[cfg(test)]
mod tests;
