//! On a real hook folder, installed for real.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use super::*;
use crate::apply::{self, Change};
use crate::install::{included, put_back};
use crate::ops::OpError;
use crate::plan::Plan;
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::AgentId;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Platform;

struct Home {
    tmp: tempfile::TempDir,
    machine: Machine,
}

const ID: &str = "milady/managed/welcome";

impl Home {
    /// With the included hook `welcome` for Milady, and a README of its own that was approved.
    fn new() -> Self {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        let home = Self { tmp, machine };
        let plan = included::plan_install(&home.machine, &home.scan(), "welcome").unwrap();
        home.apply(&plan);
        home.put("README.md", b"# Read me\n");
        home.apply(&put_back::plan_approve(&home.machine, &home.scan(), ID).unwrap());
        home
    }

    fn scan(&self) -> Inventory {
        Inventory::scan(&self.machine, AgentId::Milady, &Options::documented())
    }

    fn apply(&self, plan: &Plan) -> Change {
        apply::apply(&self.machine, plan).unwrap()
    }

    fn dir(&self) -> PathBuf {
        self.tmp.path().join(".milady/hooks/welcome")
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        let path = self.dir().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::File::create(path).unwrap().write_all(bytes).unwrap();
    }

    fn changed(&self) -> Vec<String> {
        receipt::read(&self.machine, &self.dir()).unwrap().changed
    }

    fn tree(&self) -> BTreeMap<String, Vec<u8>> {
        let files = receipt::files(&self.dir()).into_iter();
        files.map(|(path, _)| (path.clone(), fs::read(self.dir().join(path)).unwrap())).collect()
    }

    /// One of each: edited, deleted, added, added in a folder.
    fn change(&self) {
        self.put("handler.ts", b"// mine\nconst token = 'abcdef123456';\n");
        fs::remove_file(self.dir().join("README.md")).unwrap();
        self.put("notes.txt", b"note\n");
        self.put("data/blob", &[0, 1, 2]);
    }
}

#[test]
fn every_kind_of_change_is_shown_with_its_diff_or_the_reason_for_none() {
    let home = Home::new();
    assert_eq!(since_installed(&home.machine, &home.dir()), []);
    home.change();
    home.put("large.txt", "x\n".repeat(200_000).as_bytes());
    let all = since_installed(&home.machine, &home.dir());
    let found: Vec<_> = all.iter().map(|file| (file.path.as_str(), file.change)).collect();
    assert_eq!(
        found,
        [
            ("README.md", FileChange::Deleted),
            ("data/blob", FileChange::Added),
            ("handler.ts", FileChange::Edited),
            ("large.txt", FileChange::Added),
            ("notes.txt", FileChange::Added),
        ]
    );
    let of = |path: &str| all.iter().find(|file| file.path == path).unwrap();
    assert!(of("README.md").diff.as_ref().unwrap().contains("\n-# "));
    assert_eq!(of("data/blob").why_no_diff.as_deref(), Some("It is not text."));
    assert_eq!(of("large.txt").why_no_diff.as_deref(), Some("It is larger than 256 KiB."));
    let handler = of("handler.ts").diff.as_ref().unwrap();
    assert!(handler.contains("+// mine") && !handler.contains("abcdef123456"), "{handler}");
}

#[test]
fn put_back_is_as_it_came_and_can_be_taken_back_after_a_restart() {
    let home = Home::new();
    let came = home.tree();
    home.change();
    let mine = home.tree();
    assert!(receipt::read(&home.machine, &home.dir()).unwrap().can_put_back);
    let inventory = home.scan();
    let plan = put_back::plan(&home.machine, &inventory, ID).unwrap();
    let view = put_back::view(&home.machine, &inventory, &plan);
    assert_eq!(
        view.steps,
        [
            "Make README.md again",
            "Put handler.ts back as it came",
            "Leave data and notes.txt in ~/.milady/hooks/welcome as it is",
        ]
    );
    assert!(view.files.iter().any(|file| file.diff.contains("-// mine")));
    home.apply(&plan);
    // What was added was brought by no version: it stays.
    let mut now = home.tree();
    assert!(now.remove("notes.txt").is_some() && now.remove("data/blob").is_some());
    assert_eq!((now, home.changed()), (came, vec!["data/blob".to_owned(), "notes.txt".into()]));
    let error = put_back::plan(&home.machine, &home.scan(), ID).unwrap_err().to_string();
    assert!(error.contains("nothing to put back") && error.contains("notes.txt"), "{error}");
    // Another start of the program knows nothing but what is on the disk.
    let fresh = Machine::new(Platform::Linux, home.tmp.path(), BTreeMap::new());
    apply::undo(&fresh, None).unwrap();
    assert_eq!(home.tree(), mine);
    assert_eq!(home.changed().len(), 4);
}

#[test]
fn nothing_changed_is_nothing_to_put_back_or_to_approve() {
    let home = Home::new();
    assert!(!receipt::read(&home.machine, &home.dir()).unwrap().can_put_back);
    assert!(put_back::plan(&home.machine, &home.scan(), ID).unwrap().is_empty());
    assert!(put_back::plan_approve(&home.machine, &home.scan(), ID).unwrap().is_empty());
}

#[test]
fn what_was_approved_counts_as_installed_and_is_what_later_changes_are_put_back_to() {
    let home = Home::new();
    home.change();
    let mine = home.tree();
    let plan = put_back::plan_approve(&home.machine, &home.scan(), ID).unwrap();
    assert_eq!(plan.view(&home.machine).steps.len(), 1, "{plan:?}");
    let done = home.apply(&plan);
    assert!(done.changed && home.changed().is_empty());
    assert_eq!(home.tree(), mine, "no file of the hook was touched");
    assert!(
        tacklebox_inventory::pending::of(&home.machine, AgentId::Milady).len() == 1,
        "only the install"
    );

    home.put("handler.ts", b"// again\n");
    home.apply(&put_back::plan(&home.machine, &home.scan(), ID).unwrap());
    assert_eq!(home.tree(), mine);
    apply::undo(&home.machine, None).unwrap();
    home.put("handler.ts", mine.get("handler.ts").unwrap());
    apply::undo(&home.machine, done.undo.as_deref()).unwrap();
    assert_eq!(home.changed().len(), 4, "taken back, they are changes again");
}

#[test]
fn a_file_of_which_only_the_hash_was_kept_cannot_be_put_back_and_is_not_lost() {
    let home = Home::new();
    home.put("blob.so", &[0, 159, 146, 150]);
    home.put("data", &[0, 159, 146, 150]);
    home.apply(&put_back::plan_approve(&home.machine, &home.scan(), ID).unwrap());
    home.put("data", b"text");
    let error = put_back::plan(&home.machine, &home.scan(), ID).unwrap_err();
    assert!(error.to_string().contains("nothing to put back"), "data goes on: {error}");
    home.put("blob.so", b"text");
    assert!(!receipt::read(&home.machine, &home.dir()).unwrap().can_put_back);
    let error = put_back::plan(&home.machine, &home.scan(), ID).unwrap_err();
    assert!(error.to_string().contains("blob.so cannot be put back"), "{error}");
    let why = since_installed(&home.machine, &home.dir()).remove(0).why_no_diff.unwrap();
    assert!(why.contains("hash"), "{why}");
}

#[test]
#[cfg(unix)]
fn nothing_is_written_through_a_link() {
    use std::os::unix::fs::symlink;
    let home = Home::new();
    let outside = home.tmp.path().join("outside");
    fs::File::create(&outside).unwrap().write_all(b"theirs").unwrap();
    fs::remove_file(home.dir().join("handler.ts")).unwrap();
    symlink(&outside, home.dir().join("handler.ts")).unwrap();
    let file = since_installed(&home.machine, &home.dir()).remove(0);
    assert!(file.why_no_diff.unwrap().contains("link"), "what it leads to is not shown");
    let error = put_back::plan_approve(&home.machine, &home.scan(), ID).unwrap_err();
    assert!(error.to_string().contains("handler.ts"), "{error}");
    home.apply(&put_back::plan(&home.machine, &home.scan(), ID).unwrap());
    assert_eq!(fs::read(&outside).unwrap(), b"theirs");
    assert!(home.dir().join("handler.ts").symlink_metadata().unwrap().is_file());

    // The folder itself.
    home.put("handler.ts", b"// mine\n");
    let elsewhere = home.tmp.path().join("elsewhere");
    fs::rename(home.dir(), &elsewhere).unwrap();
    symlink(&elsewhere, home.dir()).unwrap();
    let error = put_back::plan(&home.machine, &home.scan(), ID).unwrap_err();
    assert!(matches!(error, OpError::Refused(_)), "{error}");
}

#[test]
#[cfg(unix)]
fn what_may_be_run_still_may_after_it_was_put_back() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    home.put("run.sh", b"#!/bin/sh\n");
    let run = home.dir().join("run.sh");
    fs::set_permissions(&run, fs::Permissions::from_mode(0o755)).unwrap();
    home.apply(&put_back::plan_approve(&home.machine, &home.scan(), ID).unwrap());
    fs::remove_file(&run).unwrap();
    home.apply(&put_back::plan(&home.machine, &home.scan(), ID).unwrap());
    assert!(tacklebox_machine::files::is_executable(&run));
    assert!(!tacklebox_machine::files::is_executable(&home.dir().join("HOOK.md")));
}
