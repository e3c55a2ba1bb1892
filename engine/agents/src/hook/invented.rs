//! Whether this program knows the agent that nobody has (`dialect/invented.rs`): only a test lets it.

use std::sync::atomic::{AtomicBool, Ordering};

use super::AgentId;

/// The five and this one.
pub(super) const SIX: [AgentId; 6] = [
    AgentId::Milady,
    AgentId::Eliza,
    AgentId::Openclaw,
    AgentId::Zeroclaw,
    AgentId::Moltis,
    AgentId::Invented,
];

static KNOWN: AtomicBool = AtomicBool::new(false);

/// From now on this program knows it.
pub fn join() {
    KNOWN.store(true, Ordering::SeqCst);
}

pub(super) fn is_known() -> bool {
    KNOWN.load(Ordering::SeqCst)
}
