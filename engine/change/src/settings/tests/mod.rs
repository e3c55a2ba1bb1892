//! The form held against real files: what it shows, what a change writes, and that every other byte stays.

mod context;
mod entries;
mod fields;
mod folders;
mod own_data;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use super::*;
use crate::apply;
use crate::ops::{OpError, Others};
use crate::plan::Plan;
use tacklebox_agents::agent::Options;
use tacklebox_machine::machine::Platform;

struct Home {
    dir: tempfile::TempDir,
    env: BTreeMap<String, String>,
}

impl Home {
    fn with(files: &[(&str, &str)]) -> Self {
        let home = Self { dir: tempfile::tempdir().unwrap(), env: BTreeMap::new() };
        for (path, text) in files {
            home.write(path, text);
        }
        home
    }

    fn env(mut self, name: &str, value: &str) -> Self {
        self.env.insert(name.into(), value.into());
        self
    }

    fn path(&self, path: &str) -> PathBuf {
        self.dir.path().join(path)
    }

    #[expect(clippy::disallowed_methods, reason = "plays another program")]
    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    fn machine(&self) -> Machine {
        Machine::new(Platform::Linux, self.dir.path(), self.env.clone())
    }

    fn scan(&self, agent: AgentId) -> Inventory {
        Inventory::scan(&self.machine(), agent, &Options::documented())
    }

    fn view(&self, agent: AgentId) -> SettingsView {
        view(&self.machine(), &self.scan(agent))
    }

    fn field(&self, agent: AgentId, id: FieldId) -> Field {
        self.view(agent).fields.into_iter().find(|field| field.id == id).unwrap()
    }

    fn list(&self, agent: AgentId, id: ListId) -> EntryList {
        self.view(agent).lists.into_iter().find(|list| list.id == id).unwrap()
    }

    fn set(&self, agent: AgentId, id: FieldId, value: &str) -> Result<Plan, OpError> {
        set(&self.machine(), &self.scan(agent), id, value, Others::Keep)
    }

    fn clear(&self, agent: AgentId, id: FieldId) -> Result<Plan, OpError> {
        clear(&self.machine(), &self.scan(agent), id, Others::Keep)
    }

    fn add(&self, agent: AgentId, folder: &str) -> Result<Plan, OpError> {
        add_folder(&self.machine(), &self.scan(agent), folder, Others::Keep)
    }

    fn save(
        &self,
        agent: AgentId,
        list: ListId,
        id: Option<&str>,
        entry: &ConfigEntry,
    ) -> Result<Plan, OpError> {
        save_entry(&self.machine(), &self.scan(agent), list, id, entry, Others::Keep)
    }

    fn remove(&self, agent: AgentId, list: ListId, id: &str) -> Result<Plan, OpError> {
        remove_entry(&self.scan(agent), list, id, Others::Keep)
    }

    fn apply(&self, plan: Result<Plan, OpError>) {
        let plan = plan.unwrap_or_else(|error| panic!("{error}"));
        apply::apply(&self.machine(), &plan).unwrap();
    }
}

#[track_caller]
fn refused(plan: Result<Plan, OpError>, words: &str) {
    let error = plan.err().unwrap().to_string();
    assert!(error.contains(words), "{error}");
}

#[test]
fn each_agent_has_the_settings_that_its_rules_speak_of() {
    let home = Home::with(&[]);
    let ids = |agent| -> Vec<_> { home.view(agent).fields.iter().map(|field| field.id).collect() };
    use FieldId::{Home as Place, Hooks, HooksDir, MaxHooks, SkipAudit, Workspace};
    assert_eq!(ids(AgentId::Milady), [Hooks, Place, Workspace]);
    assert_eq!(ids(AgentId::Zeroclaw), [Hooks, MaxHooks, SkipAudit, Place, Workspace, HooksDir]);
    assert_eq!(ids(AgentId::Moltis), [Place]);
    let lists = |agent| -> Vec<_> { home.view(agent).lists.iter().map(|list| list.id).collect() };
    assert_eq!(lists(AgentId::Eliza), [ListId::Handlers]);
    assert_eq!(lists(AgentId::Openclaw), [ListId::Handlers]);
    assert_eq!(lists(AgentId::Zeroclaw), []);
    assert_eq!(lists(AgentId::Moltis), [ListId::ConfigHooks]);
    for agent in AgentId::ALL {
        let view = home.view(agent);
        let folders = matches!(agent, AgentId::Milady | AgentId::Eliza | AgentId::Openclaw);
        assert_eq!(view.folders.is_some(), folders, "{agent}");
        assert_eq!(view.context_files.is_empty(), agent != AgentId::Moltis, "{agent}");
        assert!(!view.config.exists);
        assert_eq!(view.config.blocked, None);
    }
}

#[test]
fn a_config_that_does_not_parse_is_shown_and_not_edited() {
    let home = Home::with(&[(".milady/milady.json", "{\n  hooks: {{\n}\n")]);
    let view = home.view(AgentId::Milady);
    let blocked = view.config.blocked.unwrap();
    assert!(blocked.starts_with("Line 2, column "), "{blocked}");
    assert!(view.fields.iter().all(|field| !field.editable && !field.clearable));
    assert!(!view.folders.unwrap().editable);
    assert!(view.lists.iter().all(|list| !list.editable));
    refused(home.set(AgentId::Milady, FieldId::Workspace, "~/w"), "milady.json");
    refused(home.add(AgentId::Milady, "~/.milady/more"), "milady.json");
    let entry = ConfigEntry {
        event: "command:new".into(),
        module: "~/.milady/hooks/a.ts".into(),
        ..ConfigEntry::default()
    };
    home.write(".milady/hooks/a.ts", "");
    refused(home.save(AgentId::Milady, ListId::Handlers, None, &entry), "milady.json");
    assert_eq!(home.read(".milady/milady.json"), "{\n  hooks: {{\n}\n");
}

#[test]
fn the_variable_that_names_the_config_is_said() {
    let home = Home::with(&[("other/m.json", "{}")]);
    let path = home.path("other/m.json").display().to_string();
    let config = home.env("MILADY_CONFIG_PATH", &path).view(AgentId::Milady).config;
    assert_eq!(config.variable.as_deref(), Some("MILADY_CONFIG_PATH"));
    assert_eq!((config.path.as_str(), config.exists), ("~/other/m.json", true));
}
