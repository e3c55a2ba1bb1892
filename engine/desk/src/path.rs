//! Where programs are looked for: the login shell's PATH, read in the background, and again when asked.

use std::sync::Arc;

use super::{Desk, Event, PathSource};
use tacklebox_machine::login_path;
use tacklebox_machine::machine::Machine;

impl Desk {
    /// Asks the login shell in the background; the event `Machine` tells when it has answered.
    pub(super) fn read_login_path(self: &Arc<Self>) {
        let desk = Arc::clone(self);
        std::thread::spawn(move || desk.ask_for_path());
    }

    /// Reads PATH and its folders again, so that what was installed meanwhile is found, and judges the hooks
    /// by it. May wait for the login shell, 3 s at most.
    pub(super) fn ask_for_path(&self) -> Machine {
        let machine = self.state().machine.clone();
        let found = login_path::read(&machine);
        self.alter(|state| {
            state.checking = false;
            if found.is_some() {
                state.path_source = PathSource::LoginShell;
            }
            // A shell that says nothing leaves what was known.
            let usual = || login_path::with_usual(&machine, machine.path_dirs());
            let dirs = found.unwrap_or_else(usual);
            state.machine = machine.with_path(dirs);
            state.judge_again();
            let view = state.machine_view();
            state.untold.push_back(Event::Machine(view));
            state.machine.clone()
        })
    }
}
