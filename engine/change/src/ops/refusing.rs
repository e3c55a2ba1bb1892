//! The way out where an agent refuses its whole config for a plugin, or for a place of plugins, that the config names: the
//! name is taken out. Each was judged with the config that it makes.

use serde_json::Value;

use super::{plugin_entry_path, whole};
use crate::plan::Also;
use tacklebox_agents::config::{self, ConfigPath, Edit};
use tacklebox_agents::dialect::PluginRules;
use tacklebox_agents::in_force::ConfigProblem;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{self as found, Plugin, taken_out};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// The class of the way by which a plugin is taken out of the config.
pub(crate) const OUT: &str = "config-plugin";
/// The one by which it is turned off: what it lacks is asked of those alone that are on.
const OFF: &str = "config-plugin-off";
const MEMORY: &str = "config-memory";
const PLACES: &str = "config-places";

/// An edit of the config after which the agent does not refuse it for this any more.
pub(crate) struct Way {
    pub id: &'static str,
    /// The plugin, where it is about one.
    pub plugin: Option<(String, String)>,
    /// "Take guard out of the config"
    pub title: String,
    /// Where it is wrong, and what is.
    pub says: (String, String),
    pub after: String,
    pub also: Vec<Also>,
    /// What else it brings, a sentence each.
    pub along: Vec<String>,
}

/// All ways: none where the config is not refused for that.
pub(crate) fn ways(machine: &Machine, inventory: &Inventory) -> Vec<Way> {
    let Some(refused) = Refused::of(machine, inventory) else { return Vec::new() };
    let plugins = refused.all.iter().filter_map(|plugin| refused.way_of(plugin));
    refused.memory().into_iter().chain(refused.places()).chain(plugins).collect()
}

/// The one of a plugin, by what tells it from all hooks.
pub(crate) fn way(machine: &Machine, inventory: &Inventory, hook_id: &str) -> Option<Way> {
    let refused = Refused::of(machine, inventory)?;
    let plugin = refused.all.iter().find(|plugin| plugin.hook_id == hook_id)?;
    refused.way_of(plugin)
}

/// The settings of an agent that refuses them.
struct Refused<'a> {
    machine: &'a Machine,
    inventory: &'a Inventory,
    rules: &'static PluginRules,
    all: Vec<Plugin>,
}

impl<'a> Refused<'a> {
    fn of(machine: &'a Machine, inventory: &'a Inventory) -> Option<Self> {
        let agent = inventory.agent();
        let refused = agent.found && agent.config_verdict.is_refused();
        let rules = agent.dialect.plugins.as_ref().filter(|_| refused)?;
        Some(Self { machine, inventory, rules, all: found::list(machine, agent) })
    }

    fn problems(&self) -> &[ConfigProblem] {
        &self.inventory.agent().config_verdict.problems
    }

    fn way_of(&self, plugin: &Plugin) -> Option<Way> {
        let agent = self.inventory.agent();
        let fault = found::faults(self.rules, plugin).into_iter().next()?;
        let at = fault.path.to_string();
        // What else is wrong with the config is told first.
        if !self.problems().iter().any(|problem| problem.path == at) {
            return None;
        }
        let names = taken_out::names(agent, self.rules, plugin);
        let place = taken_out::place(agent, self.rules, plugin);
        let off = plugin_entry_path(agent, self.rules, &plugin.id).join("enabled");
        let off = vec![Edit::Set { path: off, value: false.into() }];
        // What is wrong with the files of one counts also where it is off.
        let of_settings = plugin.stops.is_none();
        let mut tried: Vec<(&str, Vec<Edit>)> = Vec::new();
        if of_settings {
            tried.push((OFF, off.clone()));
        }
        tried.push((OUT, names.clone()));
        tried.push((OUT, [names.clone(), place].concat()));
        if of_settings {
            tried.push((OUT, [names, off].concat()));
        }
        let says = (at, fault.message);
        tried.into_iter().find_map(|(id, edits)| {
            let title = match id {
                OFF => format!("Turn off {}", plugin.name),
                _ => format!("Take {} out of the config", plugin.name),
            };
            let own = Some((plugin.hook_id.clone(), plugin.id.clone()));
            let way = self.tried(id, title, says.clone(), &edits, |_, then| {
                let then = then.iter().find(|it| it.hook_id == plugin.hook_id);
                then.is_none_or(|it| found::faults(self.rules, it).is_empty())
            })?;
            let mut along = way.along;
            if id == OUT {
                if taken_out::has_settings(agent, self.rules, plugin) {
                    let name = &plugin.name;
                    along.push(format!(
                        "What the config sets for {name} goes with it: keep it first."
                    ));
                }
                along.push(format!("The files of {} stay where they are.", plugin.name));
            }
            let also = way.also.into_iter().filter(|also| also.name != plugin.name).collect();
            Some(Way { plugin: own, along, also, ..way })
        })
    }

    fn memory(&self) -> Option<Way> {
        let (id, edit) = taken_out::lost_memory(self.machine, self.inventory.agent(), &self.all)?;
        let at = edit.path().to_string();
        let title = format!("Take {id} out of {at}");
        self.of_place(MEMORY, title, at, &[edit])
    }

    fn places(&self) -> Option<Way> {
        let (wrong, edits) = taken_out::wrong_places(self.machine, self.inventory.agent());
        let at = edits.first()?.path().to_string();
        let title = format!("Take {} out of {at}", words::all_of(wrong));
        self.of_place(PLACES, title, at, &edits)
    }

    /// The way out of what is wrong with a place of the config, whoever it is about.
    fn of_place(&self, id: &'static str, title: String, at: String, edits: &[Edit]) -> Option<Way> {
        let says = self.problems().iter().find(|problem| problem.path == at)?.message.clone();
        let gone = (at.clone(), says.clone());
        self.tried(id, title, (at, says), edits, |then, _| {
            !then.iter().any(|problem| (&problem.path, &problem.message) == (&gone.0, &gone.1))
        })
    }

    /// The way of these edits, where this and nothing else is wrong no more then.
    fn tried(
        &self,
        id: &'static str,
        title: String,
        says: (String, String),
        edits: &[Edit],
        ends: impl Fn(&[ConfigProblem], &[Plugin]) -> bool,
    ) -> Option<Way> {
        let config = &self.inventory.agent().config;
        let text = config.text.as_deref()?;
        let after = config::edit(config.syntax, text, edits).ok().filter(|after| after != text)?;
        let then = self.inventory.with_config(self.machine, &after);
        let agent = then.agent();
        let left = &agent.config_verdict.problems;
        let all = found::list(self.machine, agent);
        let ended = ends(left, &all)
            && left.iter().all(|problem| self.problems().contains(problem))
            && !agent.config.unparsable;
        if !ended {
            return None;
        }
        let along = self.along(&then);
        let also = whole::switched(&self.all, &all, |_| true);
        Some(Way { id, plugin: None, title, says, after, also, along })
    }

    /// What goes along of plugins that are not listed.
    fn along(&self, then: &Inventory) -> Vec<String> {
        let (now, then) = (self.inventory.agent(), then.agent());
        let title = now.dialect.title;
        let full = |value: &Value| {
            let list = value.get(self.rules.section).and_then(|section| section.get("allow"));
            list.and_then(Value::as_array).is_some_and(|list| !list.is_empty())
        };
        let mut along = Vec::new();
        if full(&now.config.value) && !full(&then.config.value) {
            let path = ConfigPath::of([self.rules.section, "allow"]);
            along.push(format!(
                "{path} names no plugin then, and so keeps none from loading: those that {title} brings may load, each by its own rules."
            ));
        }
        let (was, is) = (found::memory(now), found::memory(then));
        if was != is {
            let whose = |id: Option<String>| id.unwrap_or_else(|| "none".to_owned());
            along.push(format!(
                "{title}'s memory is {} then, and no longer {}.",
                whose(is),
                whose(was)
            ));
        }
        along
    }
}

/// What is said where a plugin is off and its agent refuses its config for it all the same: for everybody, and for whoever
/// typed a command.
pub(crate) fn all_the_same(
    machine: &Machine,
    inventory: &Inventory,
    hook_id: &str,
) -> Option<(String, String)> {
    let refused = Refused::of(machine, inventory)?;
    let plugin = refused.all.iter().find(|it| it.hook_id == hook_id)?;
    let fault = found::faults(refused.rules, plugin).into_iter().next()?;
    let agent = inventory.agent();
    let (named, path) = (agent.runtime.named(), &fault.path);
    let says = match agent.config_verdict.goes_on() {
        true => format!("The commands of {named} refuse its config all the same for {path}."),
        false => format!(
            "{named} refuses its config all the same for {path}, so none of its hooks loads."
        ),
    };
    let Some(way) = refused.way_of(plugin) else {
        let typed = format!("{says} {}", fault.message);
        return Some((says, typed));
    };
    let plain = |id: &str| id.chars().all(|c| c.is_ascii_alphanumeric() || "._-/@".contains(c));
    let command = match plain(&plugin.id) && !plugin.id.starts_with('-') {
        true => format!("tacklebox hooks fix {} --id {}", plugin.id, way.id),
        false => "tacklebox hooks fix".to_owned(),
    };
    Some((
        format!("{says} Its fix: {}.", way.title),
        format!("{says} {} `{command}` fixes that: {}.", fault.message, way.title),
    ))
}
