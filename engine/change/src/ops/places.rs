//! Where in an agent's files a switch, a variable or a setting is, or would be written.

use std::path::PathBuf;

use serde_json::Value;

use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{ConfigPath, Segment};
use tacklebox_agents::dialect::{EnvPlace, PluginRules, Switch};
use tacklebox_agents::hook::Hook;
use tacklebox_inventory::inventory::Inventory;

use super::OpError;

/// The file in which a hook's switch is, or would be.
pub fn switch_file(agent: &Agent, hook: &Hook) -> PathBuf {
    match agent.dialect.switch {
        Switch::ConfigEntry => agent.config.path.clone(),
        Switch::Manifest => hook.manifest.clone().unwrap_or_else(|| agent.config.path.clone()),
        Switch::DisabledList(file) => agent.home.join(file),
    }
}

/// The file in which a hook's variables are, or would.
pub fn env_file(agent: &Agent, hook: &Hook) -> PathBuf {
    match (&agent.dialect.env_place, &hook.manifest) {
        (EnvPlace::Manifest, Some(manifest)) => manifest.clone(),
        _ => agent.config.path.clone(),
    }
}

/// Where an entry of a hook is, or would be written.
pub fn entry_path(agent: &Agent, hook_key: &str) -> ConfigPath {
    agent.section_path(&["entries", hook_key])
}

/// Where an entry of a plugin is, or would be written: in the spelling that is there.
pub(crate) fn plugin_entry_path(agent: &Agent, rules: &PluginRules, id: &str) -> ConfigPath {
    let entries = ConfigPath::of([rules.section, "entries"]);
    let normal = |id: &str| id.trim().to_lowercase();
    let known = entries.get(&agent.config.root).and_then(Value::as_object);
    let own = known.and_then(|known| known.keys().rev().find(|key| normal(key) == normal(id)));
    entries.join(own.map_or(id, String::as_str))
}

/// Where a setting that a hook asks for is written: at the path that it names, where the agent reads it
/// there. Else `hooks.entries.X` goes under `hooks.internal` unless it is outside already.
pub(crate) fn setting_path(agent: &Agent, path: &ConfigPath) -> ConfigPath {
    if agent.dialect.writes.literal_settings {
        return path.clone();
    }
    match path.0.as_slice() {
        [Segment::Key(hooks), Segment::Key(entries), Segment::Key(key), rest @ ..]
            if hooks == "hooks" && entries == "entries" =>
        {
            rest.iter().fold(entry_path(agent, key), |path, segment| path.with(segment.clone()))
        }
        _ => path.clone(),
    }
}

/// Where an entry of the config is that is a hook itself. An edit finds it by its name, which is of the first.
///
/// # Errors
/// Where it is not the first of its name.
pub(crate) fn config_hook_path(inventory: &Inventory, hook: &Hook) -> Result<ConfigPath, OpError> {
    if inventory.find(&hook.id).is_some_and(|(_, candidate)| !candidate.tag.is_empty()) {
        return Err(OpError::Refused(format!(
            "Two entries of the config are named {}. Edit the config as text.",
            hook.name
        )));
    }
    let named = Segment::Where { key: "name".into(), value: hook.name.clone() };
    Ok(config_hooks_path(inventory.agent()).with(named))
}

/// Where the config's own hooks are, or would be: as documented, or as shipped Moltis reads it.
pub(crate) fn config_hooks_path(agent: &Agent) -> ConfigPath {
    let outer = path_of(&["hooks"]);
    let is_list = agent.config.value.get("hooks").is_some_and(Value::is_array);
    if is_list { outer } else { outer.join("hooks") }
}

pub(crate) fn path_of(keys: &[&str]) -> ConfigPath {
    ConfigPath::of(keys.iter().copied())
}
