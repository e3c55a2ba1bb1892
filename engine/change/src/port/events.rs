//! The events of a copy, and what they lose against those of its original.

use super::Draft;
use tacklebox_agents::dialect::Dialect;
use tacklebox_inventory::counterparts;
pub(super) use tacklebox_inventory::counterparts::Pair;

/// The events of a hook for another agent, each once; what is different there is told in the draft.
pub(super) fn translate(
    from: &Dialect,
    to: &Dialect,
    events: &[String],
    draft: &mut Draft,
) -> Vec<Pair> {
    let (pairs, told) = counterparts::translate(from, to, events);
    draft.lost.extend(told.lost);
    draft.changed.extend(told.changed);
    pairs
}
