//! A set-up held against a computer.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::export::{self, in_force, is_carried, set, setting};
use super::file::{AgentSetup, HookSetup, OF_THE_AGENT, ONLY_HERE, SetupFile};
use super::{hashes, places, plugins};
use crate::install::included;
use crate::receipt::{self, Receipt};
use crate::setup;
use tacklebox_agents::hook::{AgentId, Hook, MissingKind, Source};
use tacklebox_inventory::discover::Candidate;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// What differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// The hook is not here.
    Missing,
    /// Its files are others.
    Files,
    /// Something that the hook needs of the agent's config, or settings of a plugin. Before the switch: an agent may
    /// refuse a plugin that is on without them.
    Setting,
    Order,
    /// On here and off there, or the other way round.
    Switch,
    /// One of the agent's own settings.
    AgentSetting,
    /// It is on here, and not in the set-up.
    Other,
}

impl What {
    /// Something has to be placed for it.
    pub(super) const fn is_placing(self) -> bool {
        matches!(self, Self::Missing | Self::Files)
    }

    /// As in JSON, and at the end of an id.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Files => "files",
            Self::Setting => "setting",
            Self::Order => "order",
            Self::Switch => "switch",
            Self::AgentSetting => "agent-setting",
            Self::Other => "other",
        }
    }
}

/// One thing that is not here as it is in the set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Difference {
    /// Names it for whoever chooses among them: `milady/greeter/switch`.
    pub id: String,
    pub agent: AgentId,
    /// None for a setting of the agent, and for a plugin.
    pub hook: Option<String>,
    /// The id of the plugin, where it is one.
    pub plugin: Option<String>,
    /// What people call it.
    pub title: String,
    pub emoji: Option<String>,
    pub what: What,
    /// A setting's path, the files that differ, or the moment with another order.
    pub detail: Option<String>,
    pub here: Option<String>,
    pub there: Option<String>,
    /// Where a hook comes from that is not here or has other files: `included`, an address.
    pub source: Option<String>,
    /// It comes from elsewhere: it is looked at before it is installed.
    pub foreign: bool,
    /// Why it cannot be carried out from here; none where it can.
    pub blocked: Option<String>,
    /// What else holds of what is not here, once it is: "off", "order 5", "region is eu".
    pub afterwards: Vec<String>,
}

/// A key that is still to be typed: no set-up holds one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Needed {
    pub agent: AgentId,
    pub hook: String,
    /// The id of the hook, or of the plugin, where it is here.
    pub id: Option<String>,
    pub title: String,
    pub emoji: Option<String>,
    /// The variable, or the path of a plugin's setting.
    pub env: String,
    /// What people call it: "GitHub token".
    pub name: String,
}

/// A set-up beside a computer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Comparison {
    pub same: bool,
    pub differences: Vec<Difference>,
    pub needed: Vec<Needed>,
    /// What is on here and not in the set-up, of the agents that it names. No difference: it is left alone, unless it is
    /// chosen. Then it is turned off.
    pub also_here: Vec<Difference>,
    /// How many hooks the set-up names.
    pub hooks: u32,
    /// How many of them are here just so.
    pub alike: u32,
    /// How many plugins the set-up names, and how many of them are here just so.
    pub plugins: u32,
    pub plugins_alike: u32,
}

/// What differs between a set-up and this computer, in the order in which it would be carried out. What it
/// does not name makes none: it is `also_here`. A key that is not here makes no difference: it is `needed`.
pub fn compare(machine: &Machine, inventories: &[&Inventory], file: &SetupFile) -> Comparison {
    let mut all = Comparison::default();
    for (agent, setup) in &file.agents {
        let Some(inventory) = inventories.iter().find(|one| one.agent().id() == *agent) else {
            continue;
        };
        let mut beside = Beside { machine, inventory, setup, all: &mut all };
        beside.settings();
        for hook in &setup.hooks {
            beside.hook(hook);
        }
        plugins::compare(machine, inventory.agent(), &setup.plugins, &mut all);
        all.also_here.extend(export::others(machine, inventory, setup));
    }
    all.differences.sort_by_key(|one| one.what);
    all.same = all.differences.is_empty();
    all
}

/// Why something is not installed from a set-up.
pub(super) const NO_SOURCE: &str = "The set-up does not say where its files come from. Add an address or ./folder there, and open it again.";

struct Beside<'a> {
    machine: &'a Machine,
    inventory: &'a Inventory,
    setup: &'a AgentSetup,
    all: &'a mut Comparison,
}

/// The hook of this name that counts: of the agent's own folder, or one that the agent brings.
pub(super) fn find<'a>(
    inventory: &'a Inventory,
    wanted: &HookSetup,
) -> Option<(&'a Candidate, &'a Hook)> {
    let brought = wanted.source == OF_THE_AGENT;
    inventory.candidates().find(|(candidate, hook)| {
        let own = hook.source == Source::Managed;
        hook.name == wanted.name && own != brought && is_carried(candidate, hook)
    })
}

impl Beside<'_> {
    fn settings(&mut self) {
        let fields = crate::settings::view(self.machine, self.inventory).fields;
        let here = export::said(&fields);
        let agent = self.inventory.agent();
        // What holds without being said is not a difference: there would be nothing to change.
        let holds = in_force(&fields);
        let other: Vec<_> = self
            .setup
            .settings
            .iter()
            .filter(|(name, there)| holds.get(*name) != Some(there))
            .collect();
        if other.is_empty() {
            return;
        }
        for (name, there) in other {
            let known = fields.iter().find(|field| {
                serde_json::to_value(field.id).is_ok_and(|id| id == Value::String(name.clone()))
            });
            let id = format!("{}//{name}", agent.id());
            let title = known.map_or(name, |field| &field.title);
            let mut one = Difference::of(agent.id(), id, title, "", What::AgentSetting);
            one.detail = Some(name.clone());
            (one.here, one.there) = (here.get(name).map(said), Some(said(there)));
            one.blocked = match known {
                None => Some(format!("{} has no such setting here.", agent.dialect.title)),
                Some(field) if !field.editable => Some(format!("{}.", field.from)),
                Some(_) => None,
            };
            self.all.differences.push(one);
        }
    }

    fn hook(&mut self, wanted: &HookSetup) {
        self.all.hooks = self.all.hooks.saturating_add(1);
        let before = self.all.differences.len();
        match find(self.inventory, wanted) {
            None => self.missing(wanted),
            Some((candidate, hook)) => self.there(wanted, candidate, hook),
        }
        if self.all.differences.len() == before {
            self.all.alike = self.all.alike.saturating_add(1);
        }
    }

    fn missing(&mut self, wanted: &HookSetup) {
        let agent = self.inventory.agent();
        let ships = wanted.source == included::SOURCE;
        let card = ships.then(|| included::named(self.machine, &wanted.name)).flatten();
        let card = card.filter(|card| card.agents.iter().any(|one| one.agent == agent.id()));
        let title = agent.dialect.title;
        let blocked = match wanted.source.as_str() {
            ONLY_HERE => Some(NO_SOURCE.to_owned()),
            OF_THE_AGENT => {
                Some(format!("{title} brings it itself, and this version of it does not."))
            }
            included::SOURCE if card.is_none() => {
                Some(format!("This version of Tacklebox brings no {} for {title}.", wanted.name))
            }
            _ => None,
        };
        let mut one = self.difference(wanted, What::Missing);
        if let Some(card) = card {
            one.title.clone_from(&card.title);
            one.emoji = Some(card.emoji.clone()).filter(|emoji| !emoji.is_empty());
        }
        one.there.clone_from(&wanted.version);
        one.blocked = blocked;
        one.afterwards = vec![on_off(wanted.on)];
        one.afterwards.extend(wanted.order.map(|order| format!("order {order}")));
        one.afterwards.extend(settings_said(&wanted.settings));
        for env in &wanted.keys {
            if self.machine.env(env).is_none() {
                self.all.needed.push(Needed {
                    agent: agent.id(),
                    hook: wanted.name.clone(),
                    id: None,
                    title: one.title.clone(),
                    emoji: one.emoji.clone(),
                    env: env.clone(),
                    name: words::variable(env),
                });
            }
        }
        self.all.differences.push(one);
    }

    fn there(&mut self, wanted: &HookSetup, candidate: &Candidate, hook: &Hook) {
        let dialect = self.inventory.agent().dialect;
        let dir = hook.dir.clone().unwrap_or_default();
        let receipt = receipt::read(self.machine, &dir);
        let own = hook.source == Source::Managed && !wanted.files.is_empty();
        let now = hashes::of_folder(dialect, &dir, receipt.as_ref());
        let other = hashes::other(&wanted.files, &now).filter(|_| own);
        let named = |one: Difference| Difference {
            title: hook.title.clone(),
            emoji: hook.emoji.clone(),
            ..one
        };
        if let Some(other) = other {
            let mut one = named(self.difference(wanted, What::Files));
            one.detail = Some(other);
            one.here = receipt.as_ref().map(|one| one.version.clone());
            one.there.clone_from(&wanted.version);
            one.blocked = blocked_files(receipt.as_ref(), &one, &wanted.source);
            self.all.differences.push(one);
        }
        if hook.enabled != wanted.on {
            let mut one = named(self.difference(wanted, What::Switch));
            (one.here, one.there) = (Some(on_off(hook.enabled)), Some(on_off(wanted.on)));
            self.all.differences.push(one);
        }
        let order = wanted.order.unwrap_or_default();
        if hook.priority != order {
            let mut one = named(self.difference(wanted, What::Order));
            (one.detail, one.here, one.there) = places::told(self.inventory, self.setup, hook);
            one.blocked = (hook.source != Source::Managed)
                .then(|| "Its order number is in a file that the agent brings.".to_owned());
            self.all.differences.push(one);
        }
        for (path, there) in &wanted.settings {
            let set = set(self.inventory, path);
            if set == Some(there) {
                continue;
            }
            let told = setting(self.machine, self.inventory, path);
            let here = told.map(|(_, value)| said(&value));
            let mut one = named(self.difference(wanted, What::Setting));
            one.id = format!("{}/{path}", one.id);
            one.detail = Some(path.clone());
            (one.here, one.there) =
                (here.or_else(|| set.map(|_| "another value".to_owned())), Some(said(there)));
            self.all.differences.push(one);
        }
        let items = setup::checklist(self.machine, self.inventory.agent(), candidate, hook);
        for item in items.into_iter().filter(|item| item.kind == MissingKind::Env && !item.met) {
            self.all.needed.extend(item.names.into_iter().map(|env| Needed {
                agent: hook.agent,
                hook: hook.name.clone(),
                id: Some(hook.id.clone()),
                title: hook.title.clone(),
                emoji: hook.emoji.clone(),
                name: words::variable(&env),
                env,
            }));
        }
    }

    fn difference(&self, wanted: &HookSetup, what: What) -> Difference {
        let agent = self.inventory.agent().id();
        let id = format!("{agent}/{}/{}", wanted.name, what.word());
        let hook = Some(wanted.name.clone());
        Difference { hook, ..Difference::of(agent, id, &wanted.name, &wanted.source, what) }
    }
}

impl Difference {
    /// One of something with this name, of which nothing more is known yet.
    pub(super) fn of(agent: AgentId, id: String, name: &str, source: &str, what: What) -> Self {
        let from = what.is_placing();
        Self {
            id,
            agent,
            hook: None,
            plugin: None,
            title: name.to_owned(),
            emoji: None,
            what,
            detail: None,
            here: None,
            there: None,
            source: from.then(|| source.to_owned()),
            foreign: from && is_elsewhere(source),
            blocked: None,
            afterwards: Vec::new(),
        }
    }
}

/// Why the files that are here are not replaced by those of the set-up; none where they are.
pub(super) fn blocked_files(
    receipt: Option<&Receipt>,
    one: &Difference,
    source: &str,
) -> Option<String> {
    match receipt {
        None => Some("It was not installed here from anywhere: none of it is replaced.".to_owned()),
        Some(receipt) if !receipt.changed_brought().is_empty() => Some(
            "Its files were changed here. Put them back on its page, or keep them as they are."
                .to_owned(),
        ),
        Some(receipt) if receipt.source == included::SOURCE && one.here != one.there => {
            Some(format!("This version of Tacklebox brings {}.", included::VERSION))
        }
        Some(_) if source == ONLY_HERE => {
            Some("The set-up does not say where its files come from.".to_owned())
        }
        Some(_) => None,
    }
}

/// Whether a source is neither Tacklebox, nor the agent, nor this computer.
fn is_elsewhere(source: &str) -> bool {
    ![included::SOURCE, ONLY_HERE, OF_THE_AGENT].contains(&source)
}

pub(super) fn on_off(on: bool) -> String {
    if on { "on" } else { "off" }.to_owned()
}

/// "region is eu", of each.
pub(super) fn settings_said(settings: &BTreeMap<String, Value>) -> Vec<String> {
    settings.iter().map(|(path, value)| format!("{path} is {}", said(value))).collect()
}

/// A value in few words.
pub(super) fn said(value: &Value) -> String {
    match value {
        Value::Bool(true) => "on".to_owned(),
        Value::Bool(false) => "off".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
