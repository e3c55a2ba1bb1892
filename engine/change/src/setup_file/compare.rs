//! A set-up held against a computer.

use serde_json::Value;

use super::carried::{self, in_force, is_carried, placed, set, setting};
use super::difference::{
    Comparison, Difference, NO_SOURCE, Needed, What, blocked_files, on_off, said, settings_said,
};
use super::file::{AgentSetup, HookSetup, OF_THE_AGENT, ONLY_HERE, SetupFile};
use super::{hashes, places, plugins};
use crate::install::included;
use crate::ops::OpError;
use crate::receipt;
use crate::setup;
use tacklebox_agents::hook::{Hook, MissingKind, Source};
use tacklebox_inventory::discover::Candidate;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

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
        all.also_here.extend(others(machine, inventory, setup));
    }
    all.differences.sort_by_key(|one| one.what);
    all.same = all.differences.is_empty();
    all
}

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
        let here = carried::settings(&fields);
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
            one.blocked = OpError::of_switch(self.inventory.agent(), hook, candidate)
                .map(|error| error.to_string());
            self.all.differences.push(one);
        }
        let order = wanted.order.unwrap_or_default();
        if hook.priority != order && hook.source != Source::Builtin {
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
            one.blocked = not_asked(candidate, hook, path, there);
            (one.here, one.there) =
                (here.or_else(|| set.map(|_| "another value".to_owned())), Some(said(there)));
            self.all.differences.push(one);
        }
        let agent = self.inventory.agent();
        let items = setup::checklist(self.machine, agent, candidate, hook);
        let asked = || items.iter().filter(|item| item.kind == MissingKind::Env);
        let unmet = asked().filter(|item| !item.met).flat_map(|item| &item.names);
        let entry = agent.entry(&hook.hook_key).and_then(|entry| entry.get("env"));
        let is_set = |name: &&String| {
            let own = entry.and_then(|env| env.get(name.as_str())).is_some();
            own || self.machine.env(name).is_some()
        };
        // What it does not need and was set there changes what it does.
        let is_asked = |name: &&String| asked().any(|item| item.names.contains(name));
        let more = wanted.keys.iter().filter(|name| !is_asked(name) && !is_set(name));
        let needed = unmet.chain(more).cloned();
        self.all.needed.extend(needed.map(|env| Needed {
            agent: hook.agent,
            hook: hook.name.clone(),
            id: Some(hook.id.clone()),
            title: hook.title.clone(),
            emoji: hook.emoji.clone(),
            name: words::variable(&env),
            env,
        }));
    }

    fn difference(&self, wanted: &HookSetup, what: What) -> Difference {
        let agent = self.inventory.agent().id();
        let id = format!("{agent}/{}/{}", wanted.name, what.word());
        let hook = Some(wanted.name.clone());
        Difference { hook, ..Difference::of(agent, id, &wanted.name, &wanted.source, what) }
    }
}

/// Why a setting of a set-up is not made: the hook does not ask for it, so that it would change something else; or it is
/// more than one value, which no set-up of ours says.
fn not_asked(candidate: &Candidate, hook: &Hook, path: &str, value: &Value) -> Option<String> {
    if let Some(error) = OpError::not_asked(hook, candidate, path) {
        return Some(error.to_string());
    }
    let more = value.is_array() || value.is_object() || value.is_null();
    more.then(|| format!("{path} is more than one value here. Set it yourself."))
}

/// The hooks and plugins of one agent that somebody placed, that are on, and that its part of a set-up does not name.
/// What the agent brings, and what a workspace or a config has, is none of a set-up's.
fn others(machine: &Machine, inventory: &Inventory, setup: &AgentSetup) -> Vec<Difference> {
    let agent = inventory.agent().id();
    let named = |name: &str| setup.hooks.iter().any(|hook| hook.name == name);
    let hooks = placed(inventory).filter(|hook| !named(&hook.name)).map(|hook| Difference {
        hook: Some(hook.name.clone()),
        title: hook.title.clone(),
        emoji: hook.emoji.clone(),
        here: Some("on".to_owned()),
        ..Difference::of(
            agent,
            format!("{agent}/{}/{}", hook.name, What::Other.word()),
            &hook.name,
            ONLY_HERE,
            What::Other,
        )
    });
    hooks.chain(plugins::others(machine, inventory.agent(), &setup.plugins)).collect()
}
