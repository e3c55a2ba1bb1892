//! One entry of a list in a config: what a form shows of it, whether the agent would take it, and what
//! is written for it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::ops::{self, OpError};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{ConfigPath, Edit};
use tacklebox_agents::dialect::{Dialect, LegacyRoots};
use tacklebox_agents::moment::{self, Keys};
use tacklebox_inventory::declared::{module_file, no_event};
use tacklebox_inventory::notes;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// A list by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "kebab-case")]
pub enum ListId {
    /// `hooks.internal.handlers`: modules that the config registers for an event.
    Handlers,
    /// `hooks.handlers`: modules for the events of OpenClaw's plugins.
    GatewayHandlers,
    /// `[[hooks]]` and `[[hooks.hooks]]`.
    ConfigHooks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum PartKey {
    Event,
    Module,
    Export,
    Name,
    Command,
    Events,
    Priority,
    Timeout,
    Env,
}

impl PartKey {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::Module => "module",
            Self::Export => "export",
            Self::Name => "name",
            Self::Command => "command",
            Self::Events => "events",
            Self::Priority => "priority",
            Self::Timeout => "timeout",
            Self::Env => "env",
        }
    }
}

/// What a form holds of an entry. Each list uses the parts that it has; the others stay empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ConfigEntry {
    pub event: String,
    pub module: String,
    pub export: String,
    pub name: String,
    pub command: String,
    pub events: Vec<String>,
    pub priority: Option<i32>,
    /// In seconds.
    pub timeout: Option<i32>,
    pub env: Vec<EntryVariable>,
}

/// A variable of an entry. A saved value is never shown: it comes without, and stays if it comes back so.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct EntryVariable {
    pub name: String,
    pub value: Option<String>,
}

impl ConfigEntry {
    /// What the config says, as a form shows it.
    pub(super) fn of(value: &Value) -> Self {
        let text =
            |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let number = |key: &str| value.get(key).and_then(Value::as_i64);
        let events = match value.get("events") {
            Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(one)) => vec![one.as_str()],
            _ => Vec::new(),
        };
        let env = value.get("env").and_then(Value::as_object);
        Self {
            event: text("event"),
            module: text("module"),
            export: text("export"),
            name: text("name"),
            command: text("command"),
            events: events.into_iter().map(str::to_owned).collect(),
            priority: number("priority").and_then(|number| i32::try_from(number).ok()),
            timeout: number("timeout").and_then(|number| i32::try_from(number).ok()),
            env: env
                .into_iter()
                .flatten()
                .map(|(name, _)| EntryVariable { name: name.clone(), value: None })
                .collect(),
        }
    }

    /// Why the agent would not run this, if it would not. `others`: the names that are taken.
    pub(super) fn problem(
        &self,
        machine: &Machine,
        agent: &Agent,
        list: ListId,
        others: &[String],
    ) -> Option<String> {
        match list {
            ListId::Handlers | ListId::GatewayHandlers => {
                self.handler_problem(machine, agent, list)
            }
            ListId::ConfigHooks => self.hook_problem(agent, others),
        }
    }

    fn handler_problem(&self, machine: &Machine, agent: &Agent, list: ListId) -> Option<String> {
        let dialect = agent.dialect;
        let (event, module) = (self.event.trim(), self.module.trim());
        if event.is_empty() {
            return Some("Choose the event that it is called for.".into());
        }
        if module.is_empty() {
            return Some("Name the module, the file that is run.".into());
        }
        let known = list.keys(agent);
        let fires = match list {
            // An unknown action is legal, an unknown kind of event never comes.
            ListId::Handlers => notes::may_fire(dialect, event),
            _ => known.contains(&event),
        };
        if !fires {
            return Some(no_event(dialect, event, known));
        }
        let roots = dialect.legacy.as_ref().unwrap_or(&LegacyRoots::Home);
        let found = module_file(machine, agent, roots, module);
        let doubt =
            || found.doubt.map(|why| format!("{}. Write the whole path.", words::capital(&why)));
        found.trouble.or_else(doubt)
    }

    fn hook_problem(&self, agent: &Agent, others: &[String]) -> Option<String> {
        let name = self.name.trim();
        if name.is_empty() {
            return Some("Give it a name.".into());
        }
        if others.iter().any(|other| other == name) {
            return Some(format!("There is a hook named {name} in the config already."));
        }
        if self.command.trim().is_empty() {
            return Some("Enter the command to run.".into());
        }
        if self.events.is_empty() {
            return Some("Choose at least one event, or it never runs.".into());
        }
        let known = ListId::ConfigHooks.keys(agent);
        let unknown = self.events.iter().find(|event| !known.contains(&event.as_str()));
        if let Some(event) = unknown {
            return Some(no_event(agent.dialect, event, known));
        }
        let short = self.timeout.is_some_and(|secs| secs < 1);
        short.then(|| "A time limit must be at least 1 second.".to_owned())
    }

    /// What an entry of this list says in the config.
    ///
    /// # Errors
    /// A variable that no environment could hold.
    pub(super) fn to_value(&self, list: ListId, old: Option<&Value>) -> Result<Value, OpError> {
        let mut map = Map::new();
        let mut put = |key: &str, value: Value| {
            let nothing = match &value {
                Value::String(text) => text.is_empty(),
                Value::Object(map) => map.is_empty(),
                value => value.is_null(),
            };
            if !nothing {
                map.insert(key.to_owned(), value);
            }
        };
        match list {
            ListId::Handlers | ListId::GatewayHandlers => {
                put("event", self.event.trim().into());
                put("module", self.module.trim().into());
                put("export", self.export.trim().into());
                if list == ListId::GatewayHandlers {
                    put("priority", self.priority.into());
                }
            }
            ListId::ConfigHooks => {
                put("name", self.name.trim().into());
                put("command", self.command.trim().into());
                put("events", self.events.clone().into());
                put("timeout", self.timeout.into());
                put("priority", self.priority.into());
                // A new one is a draft until it is turned on.
                put("draft", old.is_none().then_some(true).into());
                put("env", self.env(old)?);
            }
        }
        Ok(map.into())
    }

    fn env(&self, old: Option<&Value>) -> Result<Value, OpError> {
        let old = |name: &str| old.and_then(|old| old.get("env")?.get(name)).cloned();
        let mut map = Map::new();
        for EntryVariable { name, value } in &self.env {
            let name = name.trim();
            ops::check_variable(name, value.as_deref())?;
            let value = value.clone().map(Value::from).or_else(|| old(name));
            let Some(value) = value else {
                return Err(OpError::Refused(format!("Give {name} a value, or remove it.")));
            };
            map.insert(name.to_owned(), value);
        }
        Ok(map.into())
    }

    /// The edits that make the entry at `path` say `new`: only what differs, so that comments between
    /// its keys and keys that the form does not know stay.
    pub(super) fn edits(list: ListId, path: &ConfigPath, old: &Value, new: &Value) -> Vec<Edit> {
        let mut edits = Vec::new();
        for key in list.parts().iter().map(|part| part.as_str()) {
            let path = path.join(key);
            match (old.get(key), new.get(key)) {
                (old, new) if old == new => {}
                (Some(Value::String(one)), Some(Value::Array(items))) if matches!(items.as_slice(), [only] if *only == **one) =>
                    {}
                (_, Some(value)) => edits.push(Edit::Set { path, value: value.clone() }),
                (_, None) => edits.push(Edit::Unset { path }),
            }
        }
        edits
    }
}

impl ListId {
    pub(super) const ALL: [Self; 3] = [Self::Handlers, Self::GatewayHandlers, Self::ConfigHooks];

    /// Whether agents of this dialect read such a list.
    pub(super) const fn is_of(self, dialect: &Dialect) -> bool {
        match self {
            Self::Handlers => dialect.legacy.is_some(),
            Self::GatewayHandlers => dialect.gateway_handlers,
            Self::ConfigHooks => dialect.declares,
        }
    }

    /// Why the version in force takes no such list, and what to do instead.
    pub(super) const fn refusal(self, dialect: &Dialect) -> Option<&'static str> {
        match self {
            Self::Handlers => dialect.writes.handlers.refusal(),
            Self::GatewayHandlers => dialect.writes.gateway_handlers.refusal(),
            Self::ConfigHooks => None,
        }
    }

    pub(super) fn path(self, agent: &Agent) -> ConfigPath {
        match self {
            Self::Handlers => agent.section_path(&["handlers"]),
            Self::GatewayHandlers => ops::path_of(&["hooks", "handlers"]),
            Self::ConfigHooks => ops::config_hooks_path(agent),
        }
    }

    pub(super) const fn parts(self) -> &'static [PartKey] {
        use PartKey::*;
        match self {
            Self::Handlers => &[Event, Module, Export],
            Self::GatewayHandlers => &[Event, Module, Export, Priority],
            Self::ConfigHooks => &[Name, Command, Events, Timeout, Priority, Env],
        }
    }

    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::Handlers | Self::GatewayHandlers => "handler",
            Self::ConfigHooks => "hook",
        }
    }

    /// The event keys that entries of this list may name.
    pub(super) fn keys(self, agent: &Agent) -> Vec<&'static str> {
        match self {
            Self::GatewayHandlers => moment::keys(Keys::Plugin).collect(),
            Self::Handlers | Self::ConfigHooks => {
                agent.dialect.events_of_hooks().map(|row| row.key).collect()
            }
        }
    }
}
