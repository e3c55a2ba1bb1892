//! What agents do themselves: the moments that Roll call heard them send.

use super::Desk;
use tacklebox_inventory::seen::{self, Seen};

impl Desk {
    /// What Roll call heard of all agents.
    pub fn heard(&self) -> Vec<Seen> {
        let machine = self.state().machine.clone();
        seen::list(&machine)
    }
}
