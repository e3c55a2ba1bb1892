//! A config edited as text, and its earlier versions, on real files.
#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "plays other programs, which take no care")]

#[path = "editing/backups.rs"]
mod backups;
#[path = "editing/purge.rs"]
mod purge;
#[path = "editing/text.rs"]
mod text;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tacklebox_engine::agent::{Agent, Options};
use tacklebox_engine::apply::{self, Change};
use tacklebox_engine::desk::Desk;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::machine::{Machine, Platform};
use tacklebox_engine::ops::{self, Others};

const CONFIG: &str = ".milady/milady.json";

struct Home {
    tmp: tempfile::TempDir,
    machine: Machine,
}

impl Home {
    fn with(path: &str, text: &str) -> Self {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        let home = Self { tmp, machine };
        home.write(path, text);
        home
    }

    fn path(&self, path: &str) -> PathBuf {
        self.tmp.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    fn scan(&self, agent: AgentId) -> Inventory {
        Inventory::scan(&self.machine, agent, &Options::documented())
    }

    fn agent(&self, agent: AgentId) -> Agent {
        Agent::locate(&self.machine, agent, &Options::documented())
    }

    fn set(&self, path: &str, value: Option<&str>) -> Change {
        let plan = ops::set_config(
            &self.machine,
            &self.scan(AgentId::Milady),
            path,
            value,
            Others::Switch,
        )
        .unwrap();
        apply::apply(&self.machine, &plan).unwrap()
    }

    /// A window over it. The machine is one that asks no login shell.
    fn desk(&self) -> Arc<Desk> {
        Desk::start_with(
            Machine::new(Platform::Win32, self.tmp.path(), BTreeMap::new()),
            tacklebox_engine::agent::Options::documented(),
            |_| {},
        )
    }
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found
}
