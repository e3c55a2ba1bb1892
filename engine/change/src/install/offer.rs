//! Which included hooks are offered for an agent: those that the version in force calls, that do their work
//! there, and that the agent does not bring itself.

use tacklebox_agents::agent::Agent;
use tacklebox_agents::hook::Source;
use tacklebox_agents::manifest::Manifest;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::offer;
use tacklebox_inventory::seen::Heard;
use tacklebox_machine::machine::Machine;

/// Why it is not offered, as a part of a sentence; none where it is.
pub(super) fn waits(
    inventory: &Inventory,
    heard: &Heard,
    name: &str,
    manifest: &Manifest,
) -> Option<String> {
    let agent = inventory.agent();
    let title = agent.dialect.title;
    let own = || format!("{title} brings a hook of this name itself, which this one would replace");
    brings(inventory, name).then(own).or_else(|| offer::in_force(agent, heard, name, manifest))
}

/// That it will do nothing there, which whoever installs it all the same reads first.
pub(super) fn idle(
    machine: &Machine,
    agent: &Agent,
    name: &str,
    manifest: &Manifest,
) -> Option<String> {
    let why = offer::in_force(agent, &Heard::read(machine, agent.id()), name, manifest)?;
    Some(format!("{why}: it does nothing here."))
}

/// Whether the agent brings a hook of this name itself, which ours would replace: one was found, or this version is
/// known to have it.
pub(super) fn brings(inventory: &Inventory, name: &str) -> bool {
    let known = inventory.agent().answers().brings.contains(&name);
    known
        || inventory.candidates().any(|(_, hook)| {
            hook.name == name && matches!(hook.source, Source::Bundled | Source::Builtin)
        })
}

#[cfg(test)]
mod tests;
