//! Whether an agent's config lets a plugin load, and its reason: the agent's own words.

use serde_json::Value;

use super::places::Origin;

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
        }
    }
}

/// The parts of the config that decide, with ids as they are compared: trimmed and in lower case.
pub(super) struct Policy<'a> {
    section: Option<&'a Value>,
    allow: Vec<String>,
    deny: Vec<String>,
}

/// As ids are compared.
pub(super) fn normal(id: &str) -> String {
    id.trim().to_lowercase()
}

impl<'a> Policy<'a> {
    pub fn of(section: Option<&'a Value>) -> Self {
        let list = |key: &str| {
            let list = section.and_then(|section| section.get(key)).and_then(Value::as_array);
            let texts = list.into_iter().flatten().filter_map(Value::as_str).map(normal);
            texts.filter(|id| !id.is_empty()).collect()
        };
        Self { section, allow: list("allow"), deny: list("deny") }
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

    fn slot(&self, name: &str) -> Option<String> {
        let slot = self.get("slots")?.get(name)?.as_str()?;
        Some(normal(slot))
    }

    /// Whether plugins are off as a whole.
    fn all_off(&self) -> bool {
        self.get("enabled") == Some(&Value::Bool(false))
    }

    fn is_denied(&self, id: &str) -> bool {
        self.deny.contains(&normal(id))
    }

    /// Why the agent does not load a plugin; None where it does. `memory` are those that ask for the
    /// one place of the agent's memory.
    pub fn off(&self, id: &str, origin: Origin, memory: bool) -> Option<Off> {
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
        let allowed = self.allow.contains(&id);
        let on = enabled == Some(&Value::Bool(true));
        if origin == Origin::Workspace && !allowed && !on && !context {
            return Some(Off::Workspace);
        }
        let selected = self.slot("memory").as_deref() == Some(&*id);
        if !selected && !context && !self.allow.is_empty() && !allowed {
            return Some(Off::NotAllowed);
        }
        if memory && !selected {
            let slot = self.slot("memory").unwrap_or_else(|| "memory-core".into());
            let nobody = matches!(slot.as_str(), "none" | "");
            return Some(Off::Memory((!nobody).then_some(slot)));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn off(config: &Value, origin: Origin) -> Option<String> {
        Policy::of(Some(config)).off("Own", origin, false).map(|off| off.reason())
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
            Policy::of(Some(&config)).off("own", Origin::Home, true).map(|off| off.reason())
        };
        assert_eq!(said(json!({})).as_deref(), Some("memory slot set to \"memory-core\""));
        assert_eq!(
            said(json!({"slots": {"memory": "none"}})).as_deref(),
            Some("memory slot disabled")
        );
        assert_eq!(said(json!({"slots": {"memory": "own"}, "allow": ["x"]})), None);
    }
}
