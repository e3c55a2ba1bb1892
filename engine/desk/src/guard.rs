//! Hooks that are turned off since their files changed behind a person's back and do something serious now.

use std::sync::PoisonError;

use super::{Desk, Failure};
use tacklebox_change::guard::{self, Dealt};
use tacklebox_change::plan::Plan;
use tacklebox_change::settings::{self, OwnData};
use tacklebox_inventory::inventory::Inventory;

impl Desk {
    /// Turns off what has to be, or shows it as serious where a person wants it left on. Called whenever files changed; where no installed hook did,
    /// nothing is read.
    pub(super) fn guard(&self) {
        let (machine, changed) = {
            let state = self.state();
            let changed = |inventory: &&Inventory| {
                inventory.candidates().any(|(_, hook)| hook.enabled && !hook.changed.is_empty())
            };
            let changed: Vec<Inventory> =
                state.inventories.iter().filter(changed).cloned().collect();
            (state.machine.clone(), changed)
        };
        if changed.is_empty() {
            return;
        }
        let mut harmless = self.harmless.lock().unwrap_or_else(PoisonError::into_inner);
        for inventory in &changed {
            for (due, dealt) in guard::deal(&machine, inventory, &mut harmless) {
                // What cannot be done is among what was done, or shown with the hook, with the reason.
                let known = |id: &str| {
                    inventory.find(id).is_some_and(|(hook, _)| hook.serious_change.is_some())
                };
                match (&due.plan, dealt) {
                    (Ok(plan), Ok(Dealt::TurnedOff(_) | Dealt::LeftOn(true))) => {
                        self.read_again(plan);
                    }
                    (Err(_), _) if !known(due.hook()) => {
                        self.read_again(&Plan::new(inventory.agent().id(), "", ""));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Sets whether that is done.
    ///
    /// # Errors
    /// Where our own data cannot be written.
    pub fn set_guard(&self, on: bool) -> Result<OwnData, Failure> {
        let machine = self.state().machine.clone();
        guard::set(&machine, on)?;
        self.guard();
        Ok(settings::own_data(&machine))
    }
}
