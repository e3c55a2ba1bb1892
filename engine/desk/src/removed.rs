//! Removed hooks that are still kept, and how one comes back.

use std::path::PathBuf;

use super::{Desk, Failure};
use tacklebox_change::apply::Change;
use tacklebox_change::install::removed::{self, RemovedHook};

impl Desk {
    /// Those of all agents, the last removed first; their folders as people write them.
    pub fn removed_hooks(&self) -> Vec<RemovedHook> {
        let machine = self.state().machine.clone();
        let mut list = removed::list(&machine);
        for hook in &mut list {
            hook.from = PathBuf::from(machine.show(&hook.from));
        }
        list
    }

    /// Brings one back to where it was.
    ///
    /// # Errors
    /// Where it is not kept any more, or something has its place.
    pub fn restore_removed(&self, id: &str, name: &str) -> Result<Change, Failure> {
        let plan = {
            let state = self.state();
            let is_meant = |hook: &RemovedHook| hook.id == id && hook.name == name;
            let hook = removed::meant(removed::list(&state.machine), name, is_meant)?;
            let inventory = state.inventory(hook.agent)?;
            removed::plan_restore(&state.machine, inventory, &hook)?
        };
        self.apply(&plan)
    }
}
