//! What is remembered of a hook that Tacklebox turned off since its files changed.

use crate::plan::Step;
use tacklebox_inventory::guard::{self, Held};
use tacklebox_machine::machine::Machine;

/// The step that writes it down.
pub(crate) fn held_step(machine: &Machine, held: &Held) -> Step {
    let text = serde_json::to_string_pretty(held).ok();
    Step::record(guard::file_of(machine, &held.hook), text)
}

/// The step by which it counts as looked at, once a person turns it on; none where it was not turned off so.
pub(super) fn looked_at(machine: &Machine, id: &str) -> Option<Step> {
    let held = guard::of(machine, id).filter(|held| held.off)?;
    Some(held_step(machine, &Held { off: false, ..held }))
}
