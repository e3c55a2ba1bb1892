//! Where in an agent's files a switch, a variable or a setting stands, or would be written.

use std::path::PathBuf;

use serde_json::Value;

use crate::agent::Agent;
use crate::config::{ConfigPath, Segment};
use crate::dialect::{EnvPlace, Switch};
use crate::hook::Hook;

/// The file in which a hook's switch stands, or would.
pub fn switch_file(agent: &Agent, hook: &Hook) -> PathBuf {
    match agent.dialect.switch {
        Switch::ConfigEntry => agent.config.path.clone(),
        Switch::Manifest => hook.manifest.clone().unwrap_or_else(|| agent.config.path.clone()),
        Switch::DisabledList(file) => agent.home.join(file),
    }
}

/// The file in which a hook's variables stand, or would.
pub fn env_file(agent: &Agent, hook: &Hook) -> PathBuf {
    match (&agent.dialect.env_place, &hook.manifest) {
        (EnvPlace::Manifest, Some(manifest)) => manifest.clone(),
        _ => agent.config.path.clone(),
    }
}

/// Where an entry of a hook stands, or would be written.
pub(crate) fn entry_path(agent: &Agent, hook_key: &str) -> ConfigPath {
    let current = path_of(agent.dialect.section).join("entries").join(hook_key);
    let Some(older) = agent.dialect.older_section else { return current };
    let older = path_of(older).join("entries").join(hook_key);
    let stands = |path: &ConfigPath| path.get(&agent.config.value).is_some();
    if stands(&older) && !stands(&current) { older } else { current }
}

/// Where a setting that a hook asks for is written: `hooks.entries.X` under `hooks.internal` unless it
/// stands outside already.
pub(crate) fn setting_path(agent: &Agent, path: &ConfigPath) -> ConfigPath {
    match path.0.as_slice() {
        [Segment::Key(hooks), Segment::Key(entries), Segment::Key(key), rest @ ..]
            if hooks == "hooks" && entries == "entries" =>
        {
            rest.iter().fold(entry_path(agent, key), |path, segment| path.with(segment.clone()))
        }
        _ => path.clone(),
    }
}

pub(crate) fn config_hook_path(agent: &Agent, name: &str) -> ConfigPath {
    let outer = path_of(&["hooks"]);
    let list = if agent.config.value.get("hooks").is_some_and(Value::is_array) {
        outer
    } else {
        outer.join("hooks")
    };
    list.with(Segment::Where { key: "name".into(), value: name.to_owned() })
}

pub(crate) fn path_of(keys: &[&str]) -> ConfigPath {
    ConfigPath::of(keys.iter().copied())
}
