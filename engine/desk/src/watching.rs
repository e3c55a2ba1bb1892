//! Keeping what is known true: files are watched, all is looked at again when somebody comes back, and agents that have to be restarted are looked at.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use tacklebox_agents::hook::AgentId;
use tacklebox_inventory::inventory::Delta;
use tacklebox_inventory::pending;
use tacklebox_machine::watch::{Changes, Watch};

use crate::Desk;
use crate::state::State;

/// How often it is looked whether an agent was restarted, while one has to be.
const LOOK_FOR_RESTARTS: Duration = Duration::from_secs(5);

impl Desk {
    pub(super) fn watch(self: &Arc<Self>) {
        let desk = Arc::downgrade(self);
        let targets = self.state().targets();
        let watch = Watch::start(targets, move |changes| {
            if let Some(desk) = desk.upgrade() {
                desk.files_changed(changes);
            }
        });
        self.alter(|state| {
            // Without a watch the window is still right after every refresh.
            state.watch = watch.ok();
            // What changed between the scan and the first watch was told to nobody.
            state.rescan();
        });
        self.guard();
        tacklebox_machine::memory::give_back();
    }

    /// Looks again at what no watch tells of: programs that were installed, packages, and files that a module takes from
    /// outside of its folder. For when somebody comes back to the window; does nothing before [`Desk::follow`].
    pub fn look_again(&self) {
        if !self.follows.is_completed() {
            return;
        }
        if let Ok(_one) = self.looking.try_lock() {
            self.alter(State::look_again);
        }
    }

    /// Looks now and then whether an agent was restarted, for as long as one has to be; else it sleeps.
    pub(super) fn look_for_restarts(self: &Arc<Self>, changed: Receiver<()>) {
        let desk = Arc::downgrade(self);
        std::thread::spawn(move || {
            while changed.recv().is_ok() {
                while let Some(desk) = desk.upgrade()
                    && desk.waits_for_restarts()
                {
                    drop(desk);
                    std::thread::sleep(LOOK_FOR_RESTARTS);
                }
            }
        });
    }

    fn waits_for_restarts(&self) -> bool {
        let machine = self.state().machine.clone();
        for agent in pending::seen(&machine) {
            self.alter(|state| state.changed(agent, Delta::of_agent()));
        }
        AgentId::all().iter().any(|agent| !pending::of(&machine, *agent).is_empty())
    }

    fn files_changed(&self, changes: Changes) {
        if let Changes::Paths(paths) = &changes {
            self.tries.changed(paths);
        }
        self.alter(|state| match changes {
            Changes::Everything => state.rescan(),
            Changes::Paths(paths) => state.refresh(&paths),
        });
        self.guard();
    }
}
