//! A change of a config, failed and killed at every step of every save that it is made of: of the
//! journal, of the copies, of the config itself.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::Command;

use super::*;
use crate::backups;
use crate::ops::{self, Others};
use tacklebox_agents::agent::Options;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::files::faults;
use tacklebox_machine::machine::Platform;

const OLD: &str = "{\n  // mine\n  n: 0,\n}\n";
const NEW: &str = "{\n  // mine\n  n: 1,\n}\n";

struct Home {
    dir: PathBuf,
    machine: Machine,
}

impl Home {
    fn at(dir: PathBuf) -> Self {
        Self { machine: Machine::new(Platform::Linux, &dir, BTreeMap::new()), dir }
    }

    fn fresh(dir: &tempfile::TempDir) -> Self {
        let home = Self::at(dir.path().to_owned());
        fs::create_dir(home.dir.join(".milady")).unwrap();
        let (_, stamp) = tacklebox_machine::files::read(&home.config(), 100).unwrap();
        tacklebox_machine::files::save(&home.config(), OLD.as_bytes(), &stamp, 0o600).unwrap();
        home
    }

    fn config(&self) -> PathBuf {
        self.dir.join(".milady/milady.json")
    }

    fn text(&self) -> String {
        fs::read_to_string(self.config()).unwrap()
    }

    fn change(&self) -> Result<Change, ApplyError> {
        let inventory = Inventory::scan(&self.machine, AgentId::Milady, &Options::documented());
        let plan =
            ops::set_config(&self.machine, &inventory, "n", Some("1"), Others::Switch).unwrap();
        apply(&self.machine, &plan)
    }

    /// What of ours was left in the agent's folder.
    fn litter(&self) -> Vec<String> {
        let names = fs::read_dir(self.dir.join(".milady")).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name != "milady.json").collect()
    }
}

fn steps_of(work: impl Fn(&Home)) -> usize {
    let dir = tempfile::tempdir().unwrap();
    let home = Home::fresh(&dir);
    let ((), count) = faults::during(|_| Ok(()), || work(&home));
    assert!(count > 20, "the version, the journal twice and more, the copy, the config: {count}");
    count
}

#[test]
fn a_failure_at_any_step_leaves_one_whole_config_and_a_clear_message() {
    for kind in [io::ErrorKind::StorageFull, io::ErrorKind::ReadOnlyFilesystem] {
        for bad in 0..steps_of(|home| drop(home.change().unwrap())) {
            let dir = tempfile::tempdir().unwrap();
            let home = Home::fresh(&dir);
            let fault = move |step| if step == bad { Err(kind.into()) } else { Ok(()) };
            let (result, _) = faults::during(fault, || home.change());
            match result {
                // Telling the disk to hurry is the one step that a save can do without.
                Ok(_) => assert_eq!(home.text(), NEW, "{bad}"),
                Err(error) => {
                    assert_eq!(home.text(), OLD, "{bad}");
                    let message = error.to_string();
                    let cause = if kind == io::ErrorKind::StorageFull {
                        "the disk is full"
                    } else {
                        "may not write"
                    };
                    assert!(message.contains(cause), "{bad}: {message}");
                    assert!(message.contains("othing was changed"), "{bad}: {message}");
                    assert!(message.contains("try again"), "{bad}: {message}");
                }
            }
            assert_eq!(home.litter(), [""; 0], "{bad}");
            // The fault is fixed: everything works, and everything can be taken back.
            home.change().unwrap();
            assert_eq!(home.text(), NEW, "{bad}");
            undo(&home.machine, None).unwrap();
            assert_eq!(home.text(), OLD, "{bad}");
        }
    }
}

#[test]
fn a_taking_back_that_fails_at_any_step_is_done_or_not_done_and_can_be_repeated() {
    let all = steps_of(|home| {
        home.change().unwrap();
        undo(&home.machine, None).unwrap();
    });
    let first = steps_of(|home| drop(home.change().unwrap()));
    for bad in 0..all - first {
        let dir = tempfile::tempdir().unwrap();
        let home = Home::fresh(&dir);
        home.change().unwrap();
        let fault = move |step| {
            if step == bad { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
        };
        let (result, _) = faults::during(fault, || undo(&home.machine, None));
        if result.is_err() {
            let now = home.text();
            assert!(now == NEW || now == OLD, "{bad}: {now}");
            recover(&home.machine);
            if home.text() == NEW {
                undo(&home.machine, None).unwrap();
            }
        }
        assert_eq!(home.text(), OLD, "{bad}");
        assert_eq!(home.litter(), [""; 0], "{bad}");
    }
}

const FOLDER: &str = "TACKLEBOX_TEST_HOME";
const STEP: &str = "TACKLEBOX_TEST_DIES_AT";

/// The process that dies: the test below starts it once for each step. For itself it has nothing to do.
#[test]
#[expect(clippy::disallowed_methods, reason = "how a test tells its own child what to do")]
fn dies() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let last: usize = std::env::var(STEP).unwrap().parse().unwrap();
    let home = Home::at(folder);
    let fault = move |step| if step == last { std::process::abort() } else { Ok(()) };
    faults::during(fault, || home.change()).0.unwrap();
}

#[test]
fn killed_at_any_step_the_config_is_whole_and_the_next_start_puts_everything_right() {
    for last in 0..steps_of(|home| drop(home.change().unwrap())) {
        let dir = tempfile::tempdir().unwrap();
        let home = Home::fresh(&dir);
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "apply::faults::dies", "--nocapture"])
            .env(FOLDER, &home.dir)
            .env(STEP, last.to_string())
            .output()
            .unwrap();
        assert!(!child.status.success(), "{last}");
        let now = home.text();
        assert!(now == OLD || now == NEW, "{last}: {now}");

        recover(&home.machine);
        let now = home.text();
        let done = journal::all(&home.machine).iter().any(|(_, it)| it.status == Status::Done);
        // Whole as a change too: done and on the list, or as if it had never started.
        assert_eq!(now, if done { NEW } else { OLD }, "{last}");
        if done {
            undo(&home.machine, None).unwrap();
        }
        assert_eq!(home.text(), OLD, "{last}");
        home.change().unwrap();
        assert_eq!(home.text(), NEW, "{last}");
        assert_eq!(home.litter(), [""; 0], "{last}");
        let agent = tacklebox_agents::agent::Agent::locate(
            &home.machine,
            AgentId::Milady,
            &Options::documented(),
        );
        assert!(!backups::list(&home.machine, &agent).is_empty(), "{last}");
    }
}
