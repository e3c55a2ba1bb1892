//! Hooks from elsewhere, from the text that a person types to the folder of the agent and back.

mod agents;
mod hostile;
mod packs;
#[cfg(unix)]
mod remote;
mod review;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

pub use tacklebox_testing::hooks::family;
use tokio_util::sync::CancellationToken;

use super::foreign::{self, Arrival, InstallError};
use super::review::{self as review_of, ReviewView};
use super::source::Source;
use super::stage::{StageError, Staged, stage};
use crate::apply;
use tacklebox_agents::agent::{Agent, Options};
use tacklebox_agents::hook::{AgentId, Hook};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::{Machine, Platform};

pub const ZEROCLAW: &str = "# mine\n[hook]\nname = \"greeter\"\nevent = \"on_session_start\"\nenabled = true\n\n[hook.action.shell]\ncommand = \"./hello.sh\"\n";

pub const MOLTIS: &str =
    "+++\nname = \"greeter\"\nevents = [\"SessionStart\"]\ncommand = \"./hello.sh\"\n+++\n";

/// A computer with a home, a place for what is fetched, and a temporary folder of its own.
pub struct Home {
    tmp: tempfile::TempDir,
    pub machine: Machine,
}

impl Default for Home {
    fn default() -> Self {
        Self::new()
    }
}

impl Home {
    pub fn new() -> Self {
        let tmp = tempfile::tempdir().unwrap();
        for dir in ["home", "temporary", "from"] {
            fs::create_dir(tmp.path().join(dir)).unwrap();
        }
        let machine = Self::machine_in(tmp.path(), &[]);
        Self { tmp, machine }
    }

    fn machine_in(tmp: &Path, env: &[(&str, &str)]) -> Machine {
        let temporary = tmp.join("temporary");
        let own = [("TMPDIR", temporary.to_str().unwrap())];
        let env = own.iter().chain(env);
        let env = env.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Machine::new(Platform::current(), tmp.join("home"), env)
    }

    /// The same computer with these variables besides.
    pub fn with_env(mut self, env: &[(&str, &str)]) -> Self {
        self.machine = Self::machine_in(self.tmp.path(), env);
        self
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.tmp.path().join(path)
    }

    pub fn file(&self, path: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        File::create(&path).unwrap().write_all(bytes.as_ref()).unwrap();
        path
    }

    /// A hook of the family with a handler.
    pub fn hook(&self, dir: &str, keys: &[&str], name: &str) {
        self.file(&format!("{dir}/HOOK.md"), family(keys, name));
        self.file(&format!("{dir}/handler.ts"), "export default async () => {};\n");
    }

    /// Stages what this text names, relative to the folder `from`.
    pub fn stage(&self, name: &str) -> Result<Staged, StageError> {
        let source = Source::at(&self.path("from").join(name)).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(stage(&self.machine, &source, &|_| (), &CancellationToken::new()))
    }

    pub fn scan(&self, agent: AgentId) -> Inventory {
        Inventory::scan(&self.machine, agent, &Options::documented())
    }

    pub fn agent(&self, agent: AgentId) -> Agent {
        Agent::locate(&self.machine, agent, &Options::documented())
    }

    pub fn plan(&self, agent: AgentId, staged: &Staged) -> Result<Arrival, InstallError> {
        foreign::plan_install(&self.machine, &self.scan(agent), staged)
    }

    pub fn review(&self, agent: AgentId, staged: &Staged) -> ReviewView {
        let agents: Vec<Agent> = AgentId::ALL.iter().map(|id| self.agent(*id)).collect();
        let agents: Vec<&Agent> = agents.iter().collect();
        review_of::view(&self.machine, &self.scan(agent), &agents, staged)
    }

    /// Stages, plans and applies; the hooks as they are then.
    pub fn install(&self, agent: AgentId, name: &str) -> Vec<Hook> {
        let staged = self.stage(name).unwrap();
        let arrival = self.plan(agent, &staged).unwrap();
        apply::apply(&self.machine, &arrival.plan).unwrap();
        drop(staged);
        assert!(self.nothing_staged());
        let now = self.scan(agent);
        let of = |dir: &PathBuf| {
            let mut all = now.candidates().map(|(_, hook)| hook.clone());
            all.find(|hook| hook.dir.as_ref() == Some(dir)).unwrap()
        };
        arrival.dirs.iter().map(of).collect()
    }

    pub fn undo(&self) {
        apply::undo(&self.machine, None).unwrap();
    }

    pub fn nothing_staged(&self) -> bool {
        fs::read_dir(self.path("temporary")).unwrap().next().is_none()
    }

    /// Every file with its bytes, but for our own data.
    pub fn tree(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let (mut files, mut open) = (BTreeMap::new(), vec![self.tmp.path().to_owned()]);
        while let Some(dir) = open.pop() {
            for entry in fs::read_dir(dir).unwrap() {
                let path = entry.unwrap().path();
                if path == self.machine.data_dir() {
                    continue;
                }
                let meta = fs::symlink_metadata(&path).unwrap();
                if meta.is_dir() {
                    open.push(path);
                } else if meta.is_file() {
                    files.insert(path.clone(), fs::read(&path).unwrap());
                }
            }
        }
        files
    }
}
