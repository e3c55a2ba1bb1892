//! What the verdict on one hook needs to know of all hooks of its agent.

use std::collections::BTreeSet;

use super::held::Holds;
use super::order::Stop;
use super::{Inventory, Place, settings};
use crate::guard;
use crate::notes::Meetings;
use crate::seen::Heard;
use tacklebox_machine::machine::Machine;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Context {
    pub(super) limit: usize,
    pub(super) beyond_limit: BTreeSet<Place>,
    pub(super) meetings: Meetings,
    /// The hook at which the loader ends.
    pub(super) stopped: Option<Stop>,
    /// The hooks that keep others from being called.
    pub(super) held: Vec<Holds>,
    /// What was heard of this agent on this computer: it counts, whatever is known of the version.
    pub(super) heard: Heard,
    /// Some hook was turned off by Tacklebox once.
    pub(super) guarded: bool,
}

impl Context {
    pub(super) fn new(inventory: &Inventory, machine: &Machine) -> Self {
        let stopped = inventory.stop(machine);
        let guarded = guard::is_any(machine);
        let mut context = Self { stopped, guarded, ..Self::default() };
        context.held = inventory.holds(machine);
        context.heard = inventory.listen(machine);
        let agent = &inventory.agent;
        if let Some(default) = agent.dialect.max_hooks {
            let limit = agent.section.get("max_hooks").and_then(serde_json::Value::as_u64);
            let limit = limit.unwrap_or(default.into());
            context.limit = usize::try_from(limit).unwrap_or(usize::MAX);
            context.beyond_limit = inventory.beyond(context.limit);
        }
        if agent.dialect.hooks_meet {
            let running = inventory.slots.iter().filter(|(place, slot)| {
                let candidate = &slot.candidate;
                candidate.trouble.is_none()
                    && inventory.winner(place, candidate).is_none()
                    && settings::enabled(agent, candidate)
            });
            context.meetings = Meetings::of(agent, running.map(|(_, slot)| &slot.candidate));
        }
        context
    }
}
