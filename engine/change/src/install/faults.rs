//! An update, a putting back, a removal and a bringing back, killed at every save that they are made of: of the
//! journal before each step, of every new file, of the receipt. The folder of the hook is the old one or the new one, whole,
//! or it is gone for a moment and the next start brings it back.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::update::{self, NewVersion};
use super::{put_back, receipt, remove, removed};
use crate::apply;
use crate::plan::{NewFile, Plan, Step};
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::AgentId;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::files::faults;
use tacklebox_machine::machine::{Machine, Platform};

const FOLDER: &str = "TACKLEBOX_TEST_HOME";
const STEP: &str = "TACKLEBOX_TEST_DIES_AT";
const WHAT: &str = "TACKLEBOX_TEST_DOES";
const ID: &str = "milady/managed/greeter";

struct Home {
    dir: PathBuf,
    machine: Machine,
}

fn version(number: &str) -> Vec<NewFile> {
    let manifest =
        "---\nname: greeter\nmetadata: {\"milady\":{\"events\":[\"command:new\"]}}\n---\n";
    let file = |path: &str, text: &str| NewFile {
        path: path.into(),
        bytes: text.into(),
        executable: false,
    };
    vec![file("HOOK.md", manifest), file("handler.ts", number), file("lib/a.ts", number)]
}

impl Home {
    fn at(dir: &Path) -> Self {
        let machine = Machine::new(Platform::Linux, dir, BTreeMap::new());
        Self { dir: dir.to_owned(), machine }
    }

    /// With version 1; for a putting back with one file of it changed, and written by hand or removed already
    /// where it is about those.
    fn fresh(dir: &Path, what: &str) -> Self {
        let home = Self::at(dir);
        let hook = home.hook();
        let mut plan = Plan::new(AgentId::Milady, "Install", "Installed.");
        plan.steps.push(Step::Place { dir: hook.clone(), files: version("1") });
        if !matches!(what, "remove" | "restore") {
            plan.steps.extend(receipt::written(&home.machine, &hook, "npm:x", "1", &version("1")));
        }
        apply::apply(&home.machine, &plan).unwrap();
        match what {
            "put back" => {
                fs::File::create(hook.join("handler.ts")).unwrap().write_all(b"mine").unwrap();
            }
            "restore" => drop(apply::apply(&home.machine, &home.plan("remove")).unwrap()),
            _ => {}
        }
        home
    }

    fn hook(&self) -> PathBuf {
        self.dir.join(".milady/hooks/greeter")
    }

    fn plan(&self, what: &str) -> Plan {
        let inventory = Inventory::scan(&self.machine, AgentId::Milady, &Options::documented());
        match what {
            "put back" => return put_back::plan(&self.machine, &inventory, ID).unwrap(),
            "remove" => return remove::plan(&self.machine, &inventory, ID, false).unwrap(),
            "restore" => {
                let hook = removed::list(&self.machine).remove(0);
                return removed::plan_restore(&self.machine, &inventory, &hook).unwrap();
            }
            _ => {}
        }
        let (source, version) = ("npm:x".into(), version("2"));
        let new = NewVersion { source, version: "2".into(), files: version, provenance: None };
        update::plan(&self.machine, &inventory, ID, new).unwrap().plan
    }

    /// Every file of the hook, and whether the config has a record of version 2.
    fn tree(&self) -> (BTreeMap<String, Vec<u8>>, bool) {
        let files = receipt::files(&self.dir.join(".milady/hooks")).into_iter();
        let read = |path: &str| fs::read(self.dir.join(".milady/hooks").join(path)).unwrap();
        let config = fs::read_to_string(self.dir.join(".milady/milady.json")).unwrap_or_default();
        let files = files.map(|(path, _)| (path.clone(), read(&path))).collect();
        (files, config.contains("\"version\": \"2\""))
    }

    /// Version of the receipt, and how many files differ from it.
    fn receipt(&self) -> Option<(String, usize)> {
        let receipt = receipt::read(&self.machine, &self.hook())?;
        Some((receipt.version, receipt.changed.len()))
    }
}

/// The process that dies: the test below starts it once for each save. For itself it has nothing to do.
#[test]
#[expect(clippy::disallowed_methods, reason = "how a test tells its own child what to do")]
fn dies() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let last: usize = std::env::var(STEP).unwrap().parse().unwrap();
    let home = Home::at(&folder);
    let plan = home.plan(&std::env::var(WHAT).unwrap());
    let fault = move |step| if step == last { std::process::abort() } else { Ok(()) };
    faults::during(fault, || apply::apply(&home.machine, &plan)).0.unwrap();
}

#[test]
fn killed_at_any_save_the_next_start_has_the_old_one_or_the_new_one_whole() {
    for what in ["update", "put back", "remove", "restore"] {
        let probe = tempfile::tempdir().unwrap();
        let home = Home::fresh(probe.path(), what);
        let (old, old_receipt, plan) = (home.tree(), home.receipt(), home.plan(what));
        let ((), saves) =
            faults::during(|_| Ok(()), || drop(apply::apply(&home.machine, &plan).unwrap()));
        let (new, new_receipt) = (home.tree(), home.receipt());
        assert!(old != new && saves > 10, "{what} {saves}");
        for last in (0..saves).step_by(3) {
            let dir = tempfile::tempdir().unwrap();
            let home = Home::fresh(dir.path(), what);
            let child = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "install::faults::dies", "--nocapture"])
                .env(FOLDER, &home.dir)
                .env(STEP, last.to_string())
                .env(WHAT, what)
                .output()
                .unwrap();
            assert!(!child.status.success(), "{what} {last}");
            if home.hook().exists() {
                let files = receipt::files(&home.hook()).len();
                assert_eq!(files, 3, "{what} {last}: never half of one");
            }
            apply::recover(&home.machine);
            let now = (home.tree(), home.receipt());
            if now.0 == new {
                assert_eq!(now.1, new_receipt, "{what} {last}");
                apply::undo(&home.machine, None).unwrap();
            }
            let (tree, receipt) = (home.tree(), home.receipt());
            assert_eq!((tree, receipt), (old.clone(), old_receipt.clone()), "{what} {last}");
            apply::apply(&home.machine, &home.plan(what)).unwrap();
            assert_eq!(home.tree(), new, "{what} {last}");
        }
    }
}
