//! Where programs are looked for: the login shell's PATH, as it was the last time at first, read in the background, and again when asked.

use std::path::PathBuf;

use super::{Desk, Event, PathSource};
use tacklebox_machine::login_path;
use tacklebox_machine::machine::Machine;

impl Desk {
    /// Asks the login shell; the event `Machine` tells that it has answered, unless it says what was known. May wait for it,
    /// 3 s at most.
    pub(super) fn read_login_path(&self) {
        let (machine, checking) = {
            let state = self.state();
            (state.machine.clone(), state.checking)
        };
        let found = login_path::read(&machine);
        if checking || found.as_deref().is_some_and(|dirs| dirs != machine.path_dirs()) {
            self.look_in(&machine, found);
        }
    }

    /// Reads PATH and its folders again, so that what was installed meanwhile is found, and judges the hooks
    /// by it. May wait for the login shell, 3 s at most.
    pub(super) fn ask_for_path(&self) -> Machine {
        let machine = self.state().machine.clone();
        let found = login_path::read(&machine);
        self.look_in(&machine, found)
    }

    fn look_in(&self, machine: &Machine, found: Option<Vec<PathBuf>>) -> Machine {
        self.alter(|state| {
            state.checking = false;
            if found.is_some() {
                state.path_source = PathSource::LoginShell;
            }
            // A shell that says nothing leaves what was known.
            let usual = || login_path::with_usual(machine, machine.path_dirs());
            let dirs = found.unwrap_or_else(usual);
            state.machine = machine.clone().with_path(dirs);
            state.judge_again();
            let view = state.machine_view();
            state.untold.push_back(Event::Machine(view));
            state.machine.clone()
        })
    }
}
