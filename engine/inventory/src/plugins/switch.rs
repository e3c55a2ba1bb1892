//! Whether an agent's config lets a plugin load, and its reason: the agent's own words.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;

use super::places::Origin;
use super::starts::{Idle, Says};
use tacklebox_agents::dialect::{PluginRules, typed};

/// Why an agent does not load a plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Off {
    All,
    Denied,
    Entry,
    Workspace,
    NotAllowed,
    /// Another plugin has the place of the memory; None where nobody may have it.
    Memory(Option<String>),
    /// Hooks are off as a whole, and plugins with them.
    Hooks,
    /// Its folder has a name that the agent skips: somebody set it aside.
    Aside,
    /// It may load, and nothing starts it.
    Idle(Idle),
}

impl Off {
    /// In the agent's own words.
    pub fn reason(&self) -> String {
        match self {
            Self::All => "plugins disabled".into(),
            Self::Denied => "blocked by denylist".into(),
            Self::Entry => "disabled in config".into(),
            Self::Workspace => "workspace plugin (disabled by default)".into(),
            Self::NotAllowed => "not in allowlist".into(),
            Self::Memory(None) => "memory slot disabled".into(),
            Self::Memory(Some(id)) => format!("memory slot set to \"{id}\""),
            Self::Hooks => "hooks disabled".into(),
            Self::Aside => "folder set aside by its name".into(),
            Self::Idle(idle) => idle.reason().into(),
        }
    }

    /// For a person, with the setting that decides.
    pub fn sentence(&self) -> String {
        match self {
            Self::All => "All plugins are off (plugins.enabled)".into(),
            Self::Denied => "Forbidden by plugins.deny".into(),
            Self::Entry => "It is off".into(),
            Self::Workspace => "Plugins of a workspace are off until they are turned on".into(),
            Self::NotAllowed => "Not in plugins.allow".into(),
            Self::Memory(None) => "The memory of the agent is off (plugins.slots.memory)".into(),
            Self::Memory(Some(id)) => format!("{id} is the agent's memory (plugins.slots.memory)"),
            Self::Hooks => "Hooks are off as a whole".into(),
            Self::Aside => {
                "Its folder is set aside: the agent skips names with .disabled, .backup- or .bak"
                    .into()
            }
            Self::Idle(idle) => idle.sentence().into(),
        }
    }
}

/// The parts of the config that decide, with ids as they are compared: trimmed and in lower case.
pub(super) struct Policy<'a> {
    section: Option<&'a Value>,
    allow: Vec<String>,
    deny: Vec<String>,
    /// An entry that says something is as good as a place in `allow`.
    entry_allows: bool,
}

/// What an entry says that is more than a switch that is off.
const SAYS: [&str; 4] = ["config", "hooks", "subagent", "llm"];

/// As ids are compared.
pub(super) fn normal(id: &str) -> String {
    id.trim().to_lowercase()
}

impl<'a> Policy<'a> {
    pub fn of(rules: &PluginRules, section: Option<&'a Value>) -> Self {
        let list = |key: &str| {
            let list = section.and_then(|section| section.get(key)).and_then(Value::as_array);
            let texts = list.into_iter().flatten().filter_map(Value::as_str).map(normal);
            texts.filter(|id| !id.is_empty()).collect()
        };
        let entry_allows = rules.entry_allows;
        Self { section, allow: list("allow"), deny: list("deny"), entry_allows }
    }

    fn get(&self, key: &str) -> Option<&'a Value> {
        self.section?.get(key)
    }

    /// What the config says to one plugin.
    pub fn entry(&self, id: &str) -> Option<&'a Value> {
        let entries = self.get("entries")?.as_object()?;
        // The last of two spellings wins, as where they are read one after the other.
        entries.iter().rev().find(|(key, _)| normal(key) == normal(id)).map(|(_, entry)| entry)
    }

    /// The setting that names a plugin; none where none does.
    pub fn names(&self, id: &str) -> Option<Vec<&'a str>> {
        let is = |name: &str| normal(name) == normal(id);
        let entries = self.get("entries").and_then(Value::as_object);
        if let Some((key, _)) = entries.into_iter().flatten().find(|(key, _)| is(key)) {
            return Some(vec!["entries", key]);
        }
        let listed = ["allow", "deny"].into_iter().find(|list| {
            let list = self.get(list).and_then(Value::as_array).into_iter().flatten();
            list.filter_map(Value::as_str).any(is)
        });
        let slots = self.get("slots").and_then(Value::as_object).into_iter().flatten();
        let mut slots = slots.filter(|(_, id)| id.as_str().is_some_and(is));
        listed.map(|list| vec![list]).or_else(|| Some(vec!["slots", slots.next()?.0]))
    }

    fn slot(&self, name: &str) -> Option<String> {
        let slot = self.get("slots")?.get(name)?.as_str()?;
        Some(normal(slot))
    }

    /// The plugin that is the agent's memory; None where nobody may be.
    pub fn memory(&self) -> Option<String> {
        let slot = self.slot("memory").unwrap_or_else(|| "memory-core".into());
        (!matches!(slot.as_str(), "none" | "")).then_some(slot)
    }

    /// Whether plugins are off as a whole.
    fn all_off(&self) -> bool {
        self.get("enabled") == Some(&Value::Bool(false))
    }

    /// Whether the agent itself adds a plugin to `allow` when it starts, since its entry says something. Only the
    /// id as it is written counts there.
    fn is_added(&self, id: &str) -> bool {
        let entry = self.get("entries").and_then(|entries| entries.get(id.trim()));
        let Some(entry) = entry.filter(|_| self.entry_allows) else { return false };
        entry.get("enabled") == Some(&Value::Bool(true))
            || SAYS.iter().any(|key| entry.get(key).is_some_and(Value::is_object))
            || ["apiKey", "env"].iter().any(|key| entry.get(key).is_some())
    }

    /// The same for one that is neither in `allow`, where that is not empty, nor chosen for a slot.
    pub(crate) fn added_alone(&self, id: &str) -> bool {
        let own = normal(id);
        let chosen = ["memory", "contextEngine"].map(|name| self.slot(name));
        !self.allow.is_empty()
            && !self.allow.contains(&own)
            && !chosen.contains(&Some(own))
            && self.is_added(id)
    }

    fn is_denied(&self, id: &str) -> bool {
        self.deny.contains(&normal(id))
    }

    /// Why the agent does not load a plugin; None where it does. `memory` are those that ask for the
    /// one place of the agent's memory.
    pub fn off(&self, id: &str, origin: Origin, memory: bool) -> Option<Off> {
        let added = self.is_added(id);
        let id = normal(id);
        let enabled = self.entry(&id).and_then(|entry| entry.get("enabled"));
        if self.all_off() {
            return Some(Off::All);
        }
        if self.is_denied(&id) {
            return Some(Off::Denied);
        }
        if enabled == Some(&Value::Bool(false)) {
            return Some(Off::Entry);
        }
        let context = self.slot("contextEngine").as_deref() == Some(&*id);
        let allowed = self.allow.contains(&id) || (added && !self.allow.is_empty());
        let on = enabled == Some(&Value::Bool(true));
        if origin == Origin::Workspace && !allowed && !on && !context {
            return Some(Off::Workspace);
        }
        let selected = self.slot("memory").as_deref() == Some(&*id);
        if !selected && !context && !self.allow.is_empty() && !allowed {
            return Some(Off::NotAllowed);
        }
        if memory && !selected {
            return Some(Off::Memory(self.memory()));
        }
        None
    }

    /// Why the running agent does not start a plugin that may load; None where it does, and where it depends on more
    /// than is read here. `limited` are those whose entry says how long their hooks may take.
    pub fn idle(&self, id: &str, says: Says, limited: bool) -> Option<Idle> {
        let id = normal(id);
        let entry = self.entry(&id);
        let yes = |value: Option<&Value>| value == Some(&Value::Bool(true));
        let hooks = entry.and_then(|entry| entry.get("hooks"));
        let may = |name| yes(hooks.and_then(|hooks| hooks.get(name)));
        // Whoever says something of its hooks wants them called.
        if says.unnamed || limited || may(typed::ACCESS) || may(typed::INJECTS) {
            return None;
        }
        let slot = |name| self.slot(name).as_deref() == Some(&*id);
        let chosen = slot("memory") || slot("contextEngine");
        let on = yes(entry.and_then(|entry| entry.get("enabled")));
        let allowed = self.allow.contains(&id);
        let said = says.named || says.by_config && (allowed || self.allow.is_empty());
        match on || chosen || allowed {
            false => Some(Idle::Unnamed),
            true => (!said && !chosen).then_some(Idle::Unsaid),
        }
    }
}

/// The time limits of an entry, in whole milliseconds.
pub(super) fn limits(hooks: &Value) -> (BTreeMap<String, Duration>, Option<Duration>) {
    let limit = |value: &Value| {
        let millis = value.as_f64().filter(|it| it.is_finite() && *it >= 1.0)?;
        Duration::try_from_secs_f64(millis.floor() / 1000.0).ok()
    };
    let each = hooks.get("timeouts").and_then(Value::as_object).into_iter().flatten();
    (
        each.filter_map(|(name, value)| Some((name.clone(), limit(value)?))).collect(),
        hooks.get("timeoutMs").and_then(limit),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use tacklebox_agents::agent::{Agent, Options};
    use tacklebox_agents::hook::AgentId;
    use tacklebox_machine::machine::{Machine, Platform};

    /// By the text, or by a version that ships.
    fn policy(config: &Value, shipped: bool) -> Policy<'_> {
        let mut options = Options::documented();
        if shipped {
            options.runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
            options = Options { runtimes: options.runtimes, ..Options::default() };
        }
        let machine = Machine::new(Platform::Linux, "/nobody", Default::default());
        let agent = Agent::locate(&machine, AgentId::Openclaw, &options);
        Policy::of(agent.dialect.plugins.as_ref().unwrap(), Some(config))
    }

    fn off(config: &Value, origin: Origin) -> Option<String> {
        policy(config, false).off("Own", origin, false).map(|off| off.reason())
    }

    #[test]
    fn a_plugin_whose_entry_says_something_is_added_to_those_that_are_allowed() {
        let said = |entry: Value| {
            let config = json!({"allow": ["other"], "entries": {"Own": entry}});
            let reason = |shipped, id| policy(&config, shipped).off(id, Origin::Home, false);
            assert_eq!(reason(true, "own"), reason(false, "own"), "another spelling");
            assert_eq!(reason(false, "Own"), Some(Off::NotAllowed), "by the text");
            reason(true, "Own")
        };
        assert_eq!(said(json!({"enabled": true})), None);
        assert_eq!(said(json!({"config": {}})), None);
        assert_eq!(said(json!({"hooks": {"timeoutMs": 5}})), None);
        assert_eq!(said(json!({})), Some(Off::NotAllowed));
        let off = json!({"allow": ["other"], "entries": {"Own": {"config": {}, "enabled": false}}});
        assert_eq!(policy(&off, true).off("Own", Origin::Home, false), Some(Off::Entry));
        let denied = json!({"allow": ["x"], "deny": ["own"], "entries": {"Own": {"config": {}}}});
        assert_eq!(policy(&denied, true).off("Own", Origin::Home, false), Some(Off::Denied));
    }

    #[test]
    fn the_first_reason_that_applies_is_said() {
        let said = |config: Value| off(&config, Origin::Home).unwrap_or_default();
        assert_eq!(said(json!({})), "");
        assert_eq!(said(json!({"enabled": false, "deny": ["own"]})), "plugins disabled");
        assert_eq!(
            said(json!({"deny": [" OWN "], "entries": {"own": {"enabled": true}}})),
            "blocked by denylist"
        );
        assert_eq!(said(json!({"entries": {"own": {"enabled": false}}})), "disabled in config");
        assert_eq!(said(json!({"allow": ["other"]})), "not in allowlist");
        assert_eq!(
            said(json!({"allow": ["other"], "entries": {"own": {"enabled": true}}})),
            "not in allowlist"
        );
        assert_eq!(said(json!({"allow": ["other", "Own"]})), "");
        assert_eq!(said(json!({"allow": []})), "");
    }

    #[test]
    fn a_workspace_brings_plugins_that_are_off() {
        let said = |config: Value| off(&config, Origin::Workspace);
        assert!(said(json!({})).is_some());
        assert_eq!(said(json!({"entries": {"own": {"enabled": true}}})), None);
        assert_eq!(said(json!({"allow": ["own"]})), None);
        assert_eq!(said(json!({"slots": {"contextEngine": "own"}})), None);
    }

    #[test]
    fn one_plugin_is_the_memory() {
        let said = |config: Value| {
            policy(&config, false).off("own", Origin::Home, true).map(|off| off.reason())
        };
        assert_eq!(said(json!({})).as_deref(), Some("memory slot set to \"memory-core\""));
        assert_eq!(
            said(json!({"slots": {"memory": "none"}})).as_deref(),
            Some("memory slot disabled")
        );
        assert_eq!(said(json!({"slots": {"memory": "own"}, "allow": ["x"]})), None);
    }
}
