//! What a person would see if a state or a precedence were wrong: tables over all combinations, and properties over
//! generated computers. Each test holds what no single case could.
#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "plays other programs, which take no care")]

#[path = "states/ends.rs"]
mod ends;
#[path = "states/needs.rs"]
mod needs;
#[path = "states/order.rs"]
mod order;
#[path = "states/reasons.rs"]
mod reasons;
#[path = "states/refused.rs"]
mod refused;
#[path = "states/settled.rs"]
mod settled;
#[path = "states/verdict.rs"]
mod verdict;

use std::fs;
use std::path::PathBuf;

use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::{AgentId, Hook};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::{Machine, Platform};

struct Home {
    tmp: tempfile::TempDir,
    machine: Machine,
}

impl Home {
    fn new() -> Self {
        Self::with_env(&[])
    }

    fn with_env(env: &[(&str, &str)]) -> Self {
        let tmp = tempfile::tempdir().unwrap();
        let env = env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let machine = Machine::new(Platform::Linux, tmp.path(), env.collect());
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

    /// A hook of Milady's with this front matter below its name, and a handler.
    fn milady(&self, dir: &str, name: &str, metadata: &str) {
        self.write(
            &format!("{dir}/HOOK.md"),
            &format!("---\nname: {name}\nmetadata: {metadata}\n---\n"),
        );
        self.write(&format!("{dir}/handler.ts"), "export default () => {}\n");
    }

    fn moltis(&self, dir: &str, front: &str) {
        self.write(&format!("{dir}/HOOK.md"), &format!("+++\n{front}\n+++\n"));
    }

    fn scan(&self, agent: AgentId) -> Inventory {
        Inventory::scan(&self.machine, agent, &Options::documented())
    }

    fn hook(&self, agent: AgentId, id: &str) -> Hook {
        let hooks = self.scan(agent).hooks();
        hooks.into_iter().find(|hook| hook.id == id).unwrap_or_else(|| panic!("no hook {id}"))
    }
}
