//! A computer with an agent on it, in which included hooks are installed and events happen.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::sync::OnceLock;

use serde_json::{Value, json};
use tacklebox_change::install::included;
use tacklebox_engine::agent::Options;
use tacklebox_engine::apply;
use tacklebox_engine::dispatch::FiredRun;
use tacklebox_engine::fire::{self, Report, Request, Runner, Watch};
use tacklebox_engine::hook::{AgentId, Hook};
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::machine::{Machine, Platform};
use tokio_util::sync::CancellationToken;

pub const SHELL_AGENTS: [AgentId; 2] = [AgentId::Moltis, AgentId::Zeroclaw];
pub const MODULE_AGENTS: [AgentId; 3] = [AgentId::Milady, AgentId::Eliza, AgentId::Openclaw];

pub struct Home {
    pub tmp: tempfile::TempDir,
    env: BTreeMap<String, String>,
    machine: OnceLock<Machine>,
    options: Options,
}

impl Home {
    pub fn new() -> Self {
        let tmp = tempfile::tempdir().unwrap();
        fs::create_dir(tmp.path().join("bin")).unwrap();
        let options = Options::documented();
        Self { tmp, env: BTreeMap::new(), machine: OnceLock::new(), options }
    }

    /// Moltis and ZeroClaw are the versions with hooks that people run.
    pub fn of_today(mut self) -> Self {
        let versions = [(AgentId::Moltis, "2026-08-21"), (AgentId::Zeroclaw, "0.1.6-hooks")];
        let versions = versions.map(|(agent, version)| (agent, version.to_owned()));
        self.options.runtimes.extend(versions);
        self
    }

    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.env.insert(name.to_owned(), value.to_owned());
        self
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.tmp.path().join(path)
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
    }

    pub fn read(&self, path: &str) -> String {
        let path = self.path(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// A program that comes first on the PATH.
    pub fn program(&self, name: &str, script: &str) {
        self.write(&format!("bin/{name}"), script);
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(self.path(&format!("bin/{name}")), mode).unwrap();
    }

    pub fn machine(&self) -> &Machine {
        self.machine.get_or_init(|| {
            let own = std::env::split_paths(env!("PATH"));
            let dirs = std::iter::once(self.path("bin")).chain(own).collect();
            Machine::new(Platform::current(), self.tmp.path(), self.env.clone()).with_path(dirs)
        })
    }

    pub fn scan(&self, agent: AgentId) -> Inventory {
        Inventory::scan(self.machine(), agent, &self.options)
    }

    pub fn install(&self, agent: AgentId, name: &str) -> Hook {
        let plan = included::plan_install(self.machine(), &self.scan(agent), name).unwrap();
        apply::apply(self.machine(), &plan).unwrap();
        self.hook(agent, name)
    }

    pub fn hook(&self, agent: AgentId, name: &str) -> Hook {
        let hooks = self.scan(agent).hooks();
        hooks.into_iter().find(|hook| hook.name == name).unwrap_or_else(|| panic!("no hook {name}"))
    }

    /// Lets an event happen to all hooks that are ready. Without data: to the sample of its moment.
    pub async fn fire(&self, agent: AgentId, key: &str, data: Option<Value>) -> Report {
        let request = Request { key: key.to_owned(), data, ..Request::default() };
        let machine = self.machine();
        let (runner, watch, cancel) =
            (Runner::new(machine), Watch::default(), CancellationToken::new());
        fire::fire(&runner, machine, &self.scan(agent), &request, &watch, &cancel).await.unwrap()
    }

    /// The same for one hook, with what it did.
    pub async fn run(&self, agent: AgentId, key: &str, data: Option<Value>) -> FiredRun {
        let report = self.fire(agent, key, data).await;
        // What is part of Moltis runs too.
        let runs = report.fired.runs.into_iter().zip(&report.ids);
        let mut own: Vec<_> = runs.filter(|(_, id)| id.contains("/managed/")).collect();
        assert_eq!(own.len(), 1, "{own:?}");
        own.remove(0).0
    }
}

/// The folder that an agent's shell hooks write to.
pub fn data_dir(agent: AgentId) -> &'static str {
    if agent == AgentId::Moltis { ".moltis" } else { ".zeroclaw/workspace" }
}

pub fn key(agent: AgentId, moltis: &'static str, zeroclaw: &'static str) -> &'static str {
    if agent == AgentId::Moltis { moltis } else { zeroclaw }
}

pub fn tool(name: &str, arguments: Value) -> Value {
    json!({"tool": name, "arguments": arguments})
}

pub fn bash(command: &str) -> Value {
    tool("bash", json!({"command": command}))
}
