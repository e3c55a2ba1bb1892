//! Hooks that a switch of another one switches along, and that no entry of a config keeps.

use super::changed;
use crate::plan::Plan;
use tacklebox_agents::hook::{Also, Hook, OnOff};
use tacklebox_agents::in_force::ConfigState;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// The other hooks that are loaded again, since the agent refuses its config so far and would take what this plan
/// makes of it.
pub(super) fn loaded_then(
    machine: &Machine,
    inventory: &Inventory,
    own: &Hook,
    plan: &Plan,
) -> Vec<Also> {
    if inventory.agent().config_verdict.state != ConfigState::Refused {
        return Vec::new();
    }
    let Some(then) = changed(machine, inventory, plan) else { return Vec::new() };
    let before = |id: &str| inventory.find(id).is_some_and(|(hook, _)| hook.runtime.may_load());
    let loaded = then.candidates().map(|(_, hook)| hook);
    let loaded = loaded.filter(|it| it.id != own.id && it.enabled && it.runtime.may_load());
    let again = loaded.filter(|it| !before(&it.id));
    again.map(|it| Also::new(&it.name, OnOff::On)).collect()
}

/// The other hooks that a list of names switches with this one: nothing keeps them, as they have no other name there.
pub(super) fn of_its_name(inventory: &Inventory, hook: &Hook, on: bool) -> Vec<Also> {
    let same =
        |other: &&Hook| other.name == hook.name && other.id != hook.id && other.enabled != on;
    let others = inventory.candidates().map(|(_, other)| other).filter(same);
    let change = if on { OnOff::On } else { OnOff::Off };
    others.map(|other| Also::new(&other.id, change)).collect()
}
