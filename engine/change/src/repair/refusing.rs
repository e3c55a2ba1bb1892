//! A plugin, or a place of plugins, for which the agent refuses its whole config: one cause each, for the agent as a whole,
//! and for the plugin.

use super::config;
use super::{Repair, name};
use crate::ops::refusing::{self, Way};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// As the agent's own: no hook of it loads before.
pub(super) fn of_agent(machine: &Machine, inventory: &Inventory) -> Vec<Repair> {
    let ways = refusing::ways(machine, inventory).into_iter();
    ways.filter_map(|way| made(machine, inventory, way)).collect()
}

/// The same as the plugin's. It does not make the plugin load.
pub(super) fn of_plugin(machine: &Machine, inventory: &Inventory, hook_id: &str) -> Option<Repair> {
    let way = refusing::way(machine, inventory, hook_id)?;
    let (hook, id) = way.plugin.clone()?;
    let made = made(machine, inventory, way)?;
    Some(Repair { hook: Some(hook), hooks: vec![id], cures: false, leaves: None, ..made })
}

fn made(machine: &Machine, inventory: &Inventory, way: Way) -> Option<Repair> {
    let agent = inventory.agent();
    let (at, what) = &way.says;
    let (named, file) = (agent.runtime.named(), name(&agent.config.path));
    let says = match agent.config_verdict.goes_on() {
        true => format!(
            "The commands of {named} refuse all of {file} for {at}; its gateway goes on without the plugin. {what}"
        ),
        false => {
            format!("{named} refuses all of {file} for {at}, so none of its hooks loads. {what}")
        }
    };
    let mut repair = config::repair(machine, inventory, way.id, way.title, says, way.after)?;
    repair.plan.also = way.also;
    repair.plan.along = way.along;
    Some(repair)
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
