//! What computers do to files, done to configs for real: full disks, folders that may not be written,
//! things in a file's place, other programs, a second Tacklebox. Afterwards the old or the new file is
//! there, whole, and the message says what to do. Failed and killed saves are in `src/apply/faults.rs`.
#![cfg(test)]
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "plays other programs, which take no care")]

#[cfg(target_os = "linux")]
#[path = "faults/disks.rs"]
mod disks;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tacklebox_change::apply::ApplyError;
use tacklebox_engine::agent::{Agent, Options};
use tacklebox_engine::apply::{self, Change};
use tacklebox_engine::backups;
use tacklebox_engine::failure::Code;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::machine::{Machine, Platform};
use tacklebox_engine::ops::{self, OpError, Others};
use tacklebox_engine::plan::Plan;

const OLD: &str = "{\n  // mine\n  n: 0,\n}\n";
const NEW: &str = "{\n  // mine\n  n: 1,\n}\n";

struct Home {
    dir: PathBuf,
    machine: Machine,
}

impl Home {
    fn new(dir: &Path) -> Self {
        Self::with(dir, &[])
    }

    /// A home whose agent or data may be elsewhere.
    fn with(dir: &Path, env: &[(&str, &Path)]) -> Self {
        let env: BTreeMap<String, String> = env
            .iter()
            .map(|(name, dir)| ((*name).to_owned(), dir.to_string_lossy().into_owned()))
            .collect();
        let machine = Machine::new(Platform::Linux, dir, env);
        let home = Self { dir: dir.to_owned(), machine };
        let config = home.agent().config.path;
        fs::create_dir_all(config.parent().unwrap()).unwrap();
        fs::write(config, OLD).unwrap();
        home
    }

    fn agent(&self) -> Agent {
        Agent::locate(&self.machine, AgentId::Milady, &Options::documented())
    }

    fn config(&self) -> PathBuf {
        self.agent().config.path
    }

    fn text(&self) -> String {
        fs::read_to_string(self.config()).unwrap()
    }

    fn plan(&self, path: &str, value: &str) -> Result<Plan, OpError> {
        let inventory = Inventory::scan(&self.machine, AgentId::Milady, &Options::documented());
        ops::set_config(&self.machine, &inventory, path, Some(value), Others::Switch)
    }

    fn apply(&self, plan: &Plan) -> Result<Change, ApplyError> {
        apply::apply(&self.machine, plan)
    }

    fn change(&self) -> Result<Change, ApplyError> {
        self.apply(&self.plan("n", "1").unwrap())
    }

    /// Everything in the config's folder but the config.
    fn litter(&self) -> Vec<String> {
        let config = self.config();
        let names = fs::read_dir(config.parent().unwrap()).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let own = config.file_name().unwrap().to_str().unwrap().to_owned();
        names.filter(|name| *name != own).collect()
    }
}

#[test]
fn a_folder_in_the_configs_place_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let home = Home::new(dir.path());
    let plan = home.plan("n", "1").unwrap();
    fs::remove_file(home.config()).unwrap();
    fs::create_dir(home.config()).unwrap();
    fs::write(home.config().join("inside"), "kept").unwrap();
    // Between the plan and the save, and before the plan.
    let late = home.apply(&plan).unwrap_err().to_string();
    let early = home.plan("n", "1").unwrap_err().to_string();
    for message in [late, early] {
        assert!(message.contains("is a folder, not a file. Move it away"), "{message}");
    }
    assert_eq!(fs::read_to_string(home.config().join("inside")).unwrap(), "kept");
    assert_eq!(home.litter(), [""; 0]);
    // Once it is moved away, the config can be made again.
    fs::remove_dir_all(home.config()).unwrap();
    home.change().unwrap();
}

#[test]
fn a_link_to_nowhere_in_the_configs_place_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let home = Home::new(dir.path());
    let plan = home.plan("n", "1").unwrap();
    fs::remove_file(home.config()).unwrap();
    symlink("dots/not-there.json", home.config()).unwrap();
    let late = home.apply(&plan).unwrap_err().to_string();
    let early = home.plan("n", "1").unwrap_err().to_string();
    for message in [late, early] {
        assert!(message.contains("is a link to dots/not-there.json"), "{message}");
        assert!(message.contains("Create that file or remove the link"), "{message}");
    }
    let target = fs::read_link(home.config()).unwrap();
    assert_eq!(target, Path::new("dots/not-there.json"));
    assert_eq!(home.litter(), [""; 0]);
}

#[test]
fn a_config_that_is_a_link_is_changed_at_its_target_and_stays_a_link() {
    let dir = tempfile::tempdir().unwrap();
    let home = Home::new(dir.path());
    let target = dir.path().join("dots/milady.json");
    fs::create_dir(dir.path().join("dots")).unwrap();
    fs::rename(home.config(), &target).unwrap();
    symlink("../dots/milady.json", home.config()).unwrap();
    home.change().unwrap();
    assert!(fs::symlink_metadata(home.config()).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&target).unwrap(), NEW);

    apply::undo(&home.machine, None).unwrap();
    assert!(fs::symlink_metadata(home.config()).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&target).unwrap(), OLD);
    assert_eq!(fs::read_dir(target.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn what_another_program_wrote_since_the_plan_stands_and_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let home = Home::new(dir.path());
    let plan = home.plan("n", "1").unwrap();
    fs::write(home.config(), "{ n: 'theirs' }").unwrap();
    let error = home.apply(&plan).unwrap_err();
    assert_eq!(error.code(), Code::ChangedMeanwhile);
    assert!(error.to_string().contains("was changed by another program"), "{error}");
    assert_eq!(home.text(), "{ n: 'theirs' }");

    fs::remove_file(home.config()).unwrap();
    assert_eq!(home.apply(&plan).unwrap_err().code(), Code::ChangedMeanwhile);
    assert!(!home.config().exists(), "what was deleted does not come back");
    assert_eq!(home.litter(), [""; 0]);
}

#[test]
fn a_change_is_not_taken_back_over_what_another_program_wrote() {
    let dir = tempfile::tempdir().unwrap();
    let home = Home::new(dir.path());
    home.change().unwrap();
    fs::write(home.config(), "{ n: 'theirs' }").unwrap();
    let error = apply::undo(&home.machine, None).unwrap_err();
    assert_eq!(error.code(), Code::ChangedMeanwhile);
    assert_eq!(home.text(), "{ n: 'theirs' }");
    // The version from before is still there for anyone who wants it.
    let backup = &backups::list(&home.machine, &home.agent())[0];
    let inventory = Inventory::scan(&home.machine, AgentId::Milady, &Options::documented());
    home.apply(
        &backups::plan_restore(&home.machine, &inventory, &backup.id, Others::Switch).unwrap(),
    )
    .unwrap();
    assert_eq!(home.text(), OLD);
}

const FOLDER: &str = "TACKLEBOX_TEST_HOME";
const NAME: &str = "TACKLEBOX_TEST_NAME";
const TURNS: usize = 10;

/// One of the processes that the test below starts. For itself it has nothing to do.
#[test]
fn one_of_several() {
    let Some(dir) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let name = std::env::var(NAME).unwrap();
    let home = Home { machine: Machine::new(Platform::Linux, &dir, BTreeMap::new()), dir };
    for turn in 0..TURNS {
        let path = format!("{name}.t{turn}");
        // Where the other was quicker, the edit is made in what it wrote.
        while let Err(error) = home.apply(&home.plan(&path, "1").unwrap()) {
            assert_eq!(error.code(), Code::ChangedMeanwhile, "{error}");
        }
    }
}

#[test]
fn two_tackleboxes_that_change_one_config_at_once_lose_nothing_of_each_other() {
    let dir = tempfile::tempdir().unwrap();
    let home = Home::new(dir.path());
    let start = |name: &str| {
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "one_of_several"])
            .env(FOLDER, &home.dir)
            .env(NAME, name)
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    for mut child in [start("one"), start("two")] {
        assert!(child.wait().unwrap().success());
    }
    let value = home.agent().config.value;
    for name in ["one", "two"] {
        assert_eq!(value[name].as_object().unwrap().len(), TURNS, "{name}");
    }
    assert!(home.text().contains("// mine"));
    // Every one of them can be taken back, whoever made it.
    for _ in 0..2 * TURNS {
        apply::undo(&home.machine, None).unwrap();
    }
    assert_eq!(home.text(), OLD);
}
