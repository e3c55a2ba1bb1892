//! Where a config names a plugin, and the edits that take such a name out of it.

use std::path::PathBuf;

use serde_json::Value;

use super::switch::normal;
use super::{Plugin, config, places, rules};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{ConfigPath, Edit};
use tacklebox_agents::dialect::PluginRules;
use tacklebox_machine::machine::Machine;

/// The lists that name plugins.
const LISTS: [&str; 2] = ["allow", "deny"];

/// The edits after which the main file of the config names a plugin nowhere: no entry, list or slot.
pub fn names(agent: &Agent, rules: &PluginRules, plugin: &Plugin) -> Vec<Edit> {
    let at = |keys: &[&str]| ConfigPath::of([&[rules.section], keys].concat());
    let is = |name: &str| normal(name) == normal(&plugin.id);
    let says = |it: &Value| it.as_str().is_some_and(|text| is(&agent.config.fill(text)));
    let Some(section) = agent.config.root.get(rules.section) else { return Vec::new() };
    let mut edits = Vec::new();
    let keys = |key: &str| section.get(key).and_then(Value::as_object).into_iter().flatten();
    let entries = keys("entries").filter(|(key, _)| is(key));
    edits.extend(entries.map(|(key, _)| Edit::Unset { path: at(&["entries", key]) }));
    for list in LISTS {
        let items = section.get(list).and_then(Value::as_array).into_iter().flatten();
        let own = items.filter(|item| says(item));
        edits.extend(own.map(|item| Edit::RemoveItem { path: at(&[list]), value: item.clone() }));
    }
    let slots = keys("slots").filter(|(_, id)| says(id));
    edits.extend(slots.map(|(key, _)| Edit::Unset { path: at(&["slots", key]) }));
    edits
}

/// Whether the main file sets anything for a plugin beside its switch: that goes with its name.
pub fn has_settings(agent: &Agent, rules: &PluginRules, plugin: &Plugin) -> bool {
    let section = agent.config.root.get(rules.section);
    let entries = section.and_then(|section| section.get("entries")?.as_object());
    let own = entries.into_iter().flatten().filter(|(key, _)| normal(key) == normal(&plugin.id));
    let fields = own.filter_map(|(_, entry)| entry.as_object());
    fields.flatten().any(|(key, _)| key != "enabled")
}

/// The edits after which no place of plugins that the main file names is this plugin's own; of a folder with several the
/// others would go too, so that stays.
pub fn place(agent: &Agent, rules: &PluginRules, plugin: &Plugin) -> Vec<Edit> {
    let own = plugin.single.as_ref().unwrap_or(&plugin.dir);
    let section = agent.config.root.get(rules.section);
    edits(agent, rules, |path| path == own, section)
}

/// The places that the config names and for which the agent refuses all of it, and the edits that take them out of its
/// main file.
pub fn wrong_places(machine: &Machine, agent: &Agent) -> (Vec<String>, Vec<Edit>) {
    let Some(rules) = rules(agent) else { return Default::default() };
    let wrong = config::wrong_places(agent, rules);
    let section = agent.config.root.get(rules.section);
    let edits = edits(agent, rules, |path| wrong.contains(path), section);
    (wrong.iter().map(|path| machine.show(path)).collect(), edits)
}

fn edits(
    agent: &Agent,
    rules: &PluginRules,
    goes: impl Fn(&PathBuf) -> bool,
    section: Option<&Value>,
) -> Vec<Edit> {
    let path = || ConfigPath::of([rules.section, "load", "paths"]);
    let gone = places::items(agent, section).filter(|(_, place)| goes(place));
    let edit =
        |(value, _): (&Value, PathBuf)| match section.and_then(|it| it.pointer("/load/paths")) {
            Some(Value::String(_)) => Edit::Unset { path: path() },
            _ => Edit::RemoveItem { path: path(), value: value.clone() },
        };
    gone.map(edit).collect()
}

/// The edit that takes the memory out of the main file of the config, where the agent refuses all of it since there is no
/// plugin of that name: the name, and the edit.
pub fn lost_memory(machine: &Machine, agent: &Agent, known: &[Plugin]) -> Option<(String, Edit)> {
    let id = config::lost_memory(machine, agent, known)?;
    let path = ConfigPath::of([rules(agent)?.section, "slots", "memory"]);
    path.get(&agent.config.root)?;
    Some((id, Edit::Unset { path }))
}
