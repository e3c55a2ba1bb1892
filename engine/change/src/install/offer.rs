//! Which included hooks are offered for an agent: those that the version in force calls, that do their work
//! there, and that the agent does not bring itself.

use tacklebox_agents::hook::Source;
use tacklebox_agents::manifest::Manifest;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::offer;
use tacklebox_inventory::seen::Heard;

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
