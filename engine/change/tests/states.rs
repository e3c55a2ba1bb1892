//! What a person would lose if an edit went elsewhere or a condition of undo were wrong: tables over all
//! combinations, and properties over generated computers. Each test holds what no single case could.
#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "plays other programs, which take no care")]

#[path = "states/places.rs"]
mod places;
#[path = "states/selection.rs"]
mod selection;
#[path = "states/undo.rs"]
mod undo;
#[path = "states/undo_properties.rs"]
mod undo_properties;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::AgentId;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::{Machine, Platform};

/// Every file below a folder, with its text.
type Tree = BTreeMap<PathBuf, Vec<u8>>;

struct Home {
    tmp: tempfile::TempDir,
    machine: Machine,
}

impl Home {
    fn new() -> Self {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        Self { tmp, machine }
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

    /// A hook of Milady's with this front matter below its name, and a handler.
    fn milady(&self, dir: &str, name: &str, metadata: &str) {
        self.write(
            &format!("{dir}/HOOK.md"),
            &format!("---\nname: {name}\nmetadata: {metadata}\n---\n"),
        );
        self.write(&format!("{dir}/handler.ts"), "export default () => {}\n");
    }

    fn scan(&self, agent: AgentId) -> Inventory {
        Inventory::scan(&self.machine, agent, &Options::documented())
    }

    /// Every file of the agents; our own data is left out.
    fn tree(&self) -> Tree {
        let mut files = Tree::new();
        let mut open = vec![self.tmp.path().to_owned()];
        while let Some(dir) = open.pop() {
            for entry in fs::read_dir(dir).unwrap().flatten() {
                let path = entry.path();
                if path.ends_with(".local") {
                    continue;
                } else if path.is_dir() {
                    open.push(path);
                } else {
                    let name = path.strip_prefix(self.tmp.path()).unwrap().to_owned();
                    files.insert(name, fs::read(&path).unwrap());
                }
            }
        }
        files
    }
}
