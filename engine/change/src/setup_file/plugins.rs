//! Plugins in a set-up: from where each is, whether it is on, and what is set. Keys are named and never in it.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::carried::{A_PLACE, MADE_OR_PUT, OF_THE_WORKSPACE, is_of_here, only_here, source};
use super::difference::{
    Comparison, Difference, NO_SOURCE, Needed, What, blocked_files, on_off, said, settings_said,
};
use super::file::{AgentSetup, NotCarried, OF_THE_AGENT, ONLY_HERE, PluginSetup};
use super::hashes;
use crate::install::stage::Staged;
use crate::install::{foreign, included};
use crate::ops::{self, Others};
use crate::plan::Plan;
use crate::plugins as placing;
use crate::receipt::{self, Receipt};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{ConfigPath, looks_secret, may_be_secret};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{self, Off, Origin, Plugin};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// Puts the plugins of an agent into its part of a set-up.
pub(super) fn export(machine: &Machine, agent: &Agent, beside: &Path, setup: &mut AgentSetup) {
    for plugin in plugins::list(machine, agent) {
        if let Some(why) = left_out(agent, &plugin) {
            let why = why.to_owned();
            setup.not_carried.push(NotCarried { name: plugin.name, why });
            continue;
        }
        let set = Set::of(machine, agent, &plugin);
        let receipt = receipt_of(machine, &plugin);
        let source = match plugin.origin {
            Origin::Installed => OF_THE_AGENT.to_owned(),
            _ => source(receipt.as_ref(), beside),
        };
        if source == ONLY_HERE {
            let why = match plugin.single {
                Some(_) => MADE_OR_PUT,
                None => only_here(machine, &plugin.dir, receipt.as_ref()),
            };
            setup.lacks_files(&plugin.id, why);
        }
        setup.plugins.push(PluginSetup {
            source,
            version: version(receipt.as_ref(), &plugin),
            on: is_on(&plugin),
            keys: set.keys,
            settings: set.values,
            files: receipt.as_ref().map(|it| files(agent, &plugin, it)).unwrap_or_default(),
            id: plugin.id,
        });
        setup.not_carried.extend(set.withheld);
    }
    setup.plugins.sort_by(|a, b| a.id.cmp(&b.id));
}

/// TOML has no word for it.
fn holds_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(list) => list.iter().any(holds_null),
        Value::Object(fields) => fields.values().any(holds_null),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Why a plugin is not carried; none where it is.
fn left_out(agent: &Agent, plugin: &Plugin) -> Option<&'static str> {
    if plugin.left_out == Some(Off::Aside) {
        return Some("Its folder is set aside, and the agent does not look into it.");
    }
    if plugin.hook_id != plugins::hook_id(agent, &plugin.id) {
        return Some("Another plugin of the same name counts instead.");
    }
    match plugin.origin {
        Origin::Config => Some("The config names it by a folder of this computer."),
        Origin::Linked => {
            Some("It is in a folder of this computer, which the agent has a link to.")
        }
        Origin::Workspace => Some(OF_THE_WORKSPACE),
        Origin::Home | Origin::Installed => None,
    }
}

/// Whether its own switch is on: whether hooks are on as a whole is a setting of the agent.
const fn is_on(plugin: &Plugin) -> bool {
    matches!(plugin.left_out, None | Some(Off::Idle(_) | Off::Hooks))
}

fn receipt_of(machine: &Machine, plugin: &Plugin) -> Option<Receipt> {
    receipt::read(machine, &plugin.dir).filter(|_| plugin.single.is_none())
}

fn version(receipt: Option<&Receipt>, plugin: &Plugin) -> Option<String> {
    let noted = receipt.map(|receipt| receipt.version.clone()).filter(|it| !it.is_empty());
    noted.or_else(|| plugin.version.clone())
}

fn files(agent: &Agent, plugin: &Plugin, receipt: &Receipt) -> BTreeMap<String, String> {
    hashes::of_folder(agent.dialect, &plugin.dir, Some(receipt))
}

/// What is set of a plugin.
#[derive(Default)]
struct Set {
    values: BTreeMap<String, Value>,
    keys: Vec<String>,
    withheld: Vec<NotCarried>,
}

impl Set {
    fn of(machine: &Machine, agent: &Agent, plugin: &Plugin) -> Self {
        let mut set = Self::default();
        let fields = placing::settings::of(agent.dialect.rules.typed, plugin, &[]);
        let withheld = |path: &str, why: &str| NotCarried {
            name: format!("{}: {path}", plugin.name),
            why: why.to_owned(),
        };
        for field in &fields {
            let own = field.path.parse::<ConfigPath>().ok();
            let own = own.and_then(|path| path.get(&plugin.config).cloned());
            let typed = || {
                let text = field.value.clone()?;
                Some(serde_json::from_str(&text).unwrap_or(Value::String(text)))
            };
            let value = own.or_else(typed).filter(|_| field.set);
            match value {
                value if field.secret => {
                    set.keys
                        .extend((field.required || value.is_some()).then(|| field.path.clone()));
                }
                Some(value) if may_be_key(&field.path, &value) => set.keys.push(field.path.clone()),
                Some(value) if is_of_here(machine, &value) => {
                    set.withheld.push(withheld(&field.path, A_PLACE));
                }
                Some(value) if holds_null(&value) => {
                    set.withheld.push(withheld(
                        &field.path,
                        "A part of it is null, which a set-up does not say.",
                    ));
                }
                Some(value) => drop(set.values.insert(field.path.clone(), value)),
                None => {}
            }
        }
        let in_form = |path: &str| fields.iter().any(|field| field.path == path);
        let mut others = Vec::new();
        beside_the_form(&plugin.config, &ConfigPath::default(), &in_form, &mut others);
        let others = others.iter().map(|path| withheld(path, "Its form does not have it."));
        set.withheld.extend(others);
        set
    }
}

/// Whether any text in a value may be a key.
fn may_be_key(name: &str, value: &Value) -> bool {
    match value {
        Value::String(text) => name.split('.').any(may_be_secret) || looks_secret(text),
        Value::Array(list) => list.iter().any(|value| may_be_key(name, value)),
        Value::Object(table) => table.iter().any(|(key, value)| may_be_key(key, value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// The paths of values that no field has.
fn beside_the_form(
    value: &Value,
    at: &ConfigPath,
    in_form: &dyn Fn(&str) -> bool,
    found: &mut Vec<String>,
) {
    let path = at.to_string();
    match value {
        _ if in_form(&path) => {}
        Value::Object(table) => {
            for (key, value) in table {
                beside_the_form(value, &at.join(key), in_form, found);
            }
        }
        _ => found.push(path),
    }
}

/// What differs between the plugins of a set-up and those that are here.
pub(super) fn compare(
    machine: &Machine,
    agent: &Agent,
    wanted: &[PluginSetup],
    all: &mut Comparison,
) {
    if wanted.is_empty() {
        return;
    }
    let mut here = plugins::list(machine, agent);
    here.retain(|plugin| left_out(agent, plugin).is_none());
    for wanted in wanted {
        all.plugins = all.plugins.saturating_add(1);
        let before = all.differences.len();
        match here.iter().find(|plugin| plugin.id == wanted.id) {
            None => missing(machine, agent, wanted, all),
            Some(plugin) => there(machine, agent, wanted, plugin, all),
        }
        if all.differences.len() == before {
            all.plugins_alike = all.plugins_alike.saturating_add(1);
        }
    }
}

/// Those that are on and that a set-up does not name, but for what the agent installed itself.
pub(super) fn others(machine: &Machine, agent: &Agent, named: &[PluginSetup]) -> Vec<Difference> {
    let other = |plugin: &Plugin| {
        plugin.origin == Origin::Home
            && left_out(agent, plugin).is_none()
            && is_on(plugin)
            && !named.iter().any(|wanted| wanted.id == plugin.id)
    };
    let all = plugins::list(machine, agent).into_iter().filter(other);
    all.map(|plugin| {
        let id = format!("{}{}", prefix(agent.id().as_str(), &plugin.id), What::Other.word());
        let mut one = Difference::of(agent.id(), id, &plugin.name, ONLY_HERE, What::Other);
        one.plugin = Some(plugin.id);
        one.here = Some(on_off(true));
        one
    })
    .collect()
}

fn missing(machine: &Machine, agent: &Agent, wanted: &PluginSetup, all: &mut Comparison) {
    let whose = agent.dialect.title;
    let card = included::named(machine, &wanted.id).filter(|_| wanted.source == included::SOURCE);
    let card = card.filter(|card| card.agents.iter().any(|one| one.agent == agent.id()));
    let mut one = difference(agent, wanted, What::Missing);
    one.blocked = match wanted.source.as_str() {
        _ if agent.dialect.plugins.is_none() => Some(format!("{whose} has no plugins.")),
        ONLY_HERE => Some(NO_SOURCE.to_owned()),
        OF_THE_AGENT => Some(format!(
            "{whose} installed it itself. Install it there, then open the set-up again."
        )),
        included::SOURCE if card.is_none() => {
            Some(format!("This version of Tacklebox brings no {} for {whose}.", wanted.id))
        }
        _ => None,
    };
    if let Some(card) = card {
        one.title = card.title;
        one.emoji = Some(card.emoji).filter(|emoji| !emoji.is_empty());
    }
    one.there.clone_from(&wanted.version);
    one.afterwards = vec![on_off(wanted.on)];
    one.afterwards.extend(settings_said(&wanted.settings));
    let keys = wanted.keys.iter().map(|key| needed(agent, wanted, &one.title, None, key));
    all.needed.extend(keys);
    all.differences.push(one);
}

fn there(
    machine: &Machine,
    agent: &Agent,
    wanted: &PluginSetup,
    plugin: &Plugin,
    all: &mut Comparison,
) {
    let named =
        |what: What| Difference { title: plugin.name.clone(), ..difference(agent, wanted, what) };
    let receipt = receipt_of(machine, plugin);
    let now = receipt.as_ref().map(|it| files(agent, plugin, it)).unwrap_or_default();
    let version = version(receipt.as_ref(), plugin);
    let other = match wanted.files.is_empty() {
        true => (wanted.version != version).then(|| "another version".to_owned()),
        false => hashes::other(&wanted.files, &now),
    };
    if let Some(detail) = other {
        let mut one = named(What::Files);
        one.detail = Some(detail);
        (one.here, one.there) = (version, wanted.version.clone());
        one.blocked = match plugin.origin {
            Origin::Installed => Some(format!(
                "{} installed it itself. Bring it to the other version there.",
                agent.dialect.title
            )),
            _ => blocked_files(receipt.as_ref(), &one, &wanted.source),
        };
        all.differences.push(one);
    }
    let set = Set::of(machine, agent, plugin);
    let differ: Vec<(&String, &Value)> = wanted
        .settings
        .iter()
        .filter(|(path, there)| set.values.get(*path) != Some(there))
        .collect();
    if !differ.is_empty() {
        let here = |path| set.values.get(path).map_or_else(|| "not set".to_owned(), said);
        let mut one = named(What::Setting);
        one.detail = Some(words::all_of(differ.iter().map(|(path, _)| (*path).clone())));
        one.here = Some(words::all_of(differ.iter().map(|(path, _)| here(*path))));
        one.there = Some(words::all_of(differ.iter().map(|(_, there)| said(there))));
        all.differences.push(one);
    }
    if is_on(plugin) != wanted.on {
        let mut one = named(What::Switch);
        (one.here, one.there) = (Some(on_off(is_on(plugin))), Some(on_off(wanted.on)));
        all.differences.push(one);
    }
    let fields = placing::settings::of(agent.dialect.rules.typed, plugin, &[]);
    let is_set = |path: &str| fields.iter().any(|field| field.path == path && field.set);
    for key in wanted.keys.iter().filter(|key| !is_set(key)) {
        let id = Some(plugin.hook_id.clone());
        let label = fields.iter().find(|field| field.path == *key).map(|field| field.label.clone());
        let mut one = needed(agent, wanted, &plugin.name, id, key);
        one.name = label.unwrap_or(one.name);
        all.needed.push(one);
    }
}

fn needed(
    agent: &Agent,
    wanted: &PluginSetup,
    title: &str,
    id: Option<String>,
    key: &str,
) -> Needed {
    Needed {
        agent: agent.id(),
        hook: wanted.id.clone(),
        id,
        title: title.to_owned(),
        emoji: None,
        env: key.to_owned(),
        name: key.to_owned(),
    }
}

fn difference(agent: &Agent, wanted: &PluginSetup, what: What) -> Difference {
    let id = format!("{}{}", prefix(agent.id().as_str(), &wanted.id), what.word());
    let plugin = Some(wanted.id.clone());
    Difference { plugin, ..Difference::of(agent.id(), id, &wanted.id, &wanted.source, what) }
}

/// What the ids of the differences of one plugin begin with.
pub(super) fn prefix(agent: &str, id: &str) -> String {
    format!("{agent}/plugin:{id}/")
}

/// The plan that ends one difference of a plugin.
pub(super) fn plan(
    machine: &Machine,
    inventory: &Inventory,
    wanted: &PluginSetup,
    what: What,
    staged: Option<&Staged>,
) -> Result<Plan, String> {
    let planned = match what {
        What::Missing | What::Files => match staged {
            Some(staged) => {
                let arrival = foreign::plan_install(machine, inventory, staged);
                return arrival.map(|arrival| arrival.plan).map_err(|error| error.to_string());
            }
            None => included::plan_install(machine, inventory, &wanted.id),
        },
        What::Switch => {
            ops::set_plugin_enabled(machine, inventory, &wanted.id, wanted.on, Others::Keep)
        }
        What::Setting => {
            let typed: Vec<(&str, String)> = wanted
                .settings
                .iter()
                .map(|(path, value)| (path.as_str(), placing::typed(value)))
                .collect();
            let typed: Vec<(&str, Option<&str>)> =
                typed.iter().map(|(path, text)| (*path, Some(text.as_str()))).collect();
            placing::settings::set(machine, inventory, &wanted.id, &typed)
        }
        What::Order | What::AgentSetting | What::Other => {
            return Err("It is not there any more.".to_owned());
        }
    };
    planned.map_err(|error| error.to_string())
}
