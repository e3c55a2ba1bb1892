//! Plugins that come to an agent, or go: placed among its own with a switch and a receipt, removed with
//! undo, made from nothing, and their settings as a form.

pub mod copy;
mod form;
pub mod make;
pub mod sentence;
pub mod settings;
pub mod template;

use std::borrow::Cow;
use std::path::PathBuf;

use serde_json::Value;

use crate::ops::{self, OpError};
use crate::own;
use crate::plan::{NewFile, Plan, Step};
use crate::receipt;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::strict::Part;
use tacklebox_agents::config::{Config, ConfigPath, Edit};
use tacklebox_agents::dialect::PluginRules;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{self, Origin, Plugin};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

pub(crate) use self::form::typed;
pub use self::form::{PluginSetting, SettingKind};

/// A plugin that is to be placed.
#[derive(Debug)]
pub struct NewPlugin<'a> {
    pub id: &'a str,
    /// Its folder among the agent's own.
    pub folder: &'a str,
    /// What people call it.
    pub title: &'a str,
    pub files: Vec<NewFile>,
    /// Where it is from, and which version; none where it was made here.
    pub from: Option<(&'a str, &'a str)>,
    pub on: bool,
}

/// The rules by which the agent reads plugins.
///
/// # Errors
/// [`OpError::Refused`] where it has none.
pub(crate) fn rules(agent: &Agent) -> Result<&'static PluginRules, OpError> {
    agent
        .dialect
        .plugins
        .as_ref()
        .ok_or_else(|| OpError::Refused(format!("{} has no plugins.", agent.dialect.title)))
}

/// The folder of a plugin of this id among the agent's own.
///
/// # Errors
/// Where the agent has no plugins.
pub fn folder(agent: &Agent, id: &str) -> Result<PathBuf, OpError> {
    Ok(agent.beside.join(rules(agent)?.folder).join(id))
}

/// A plugin of the agent by its id, or by what tells it from all hooks.
///
/// # Errors
/// [`OpError::NoSuchPlugin`].
pub fn find(machine: &Machine, agent: &Agent, id: &str) -> Result<Plugin, OpError> {
    let mut all = plugins::list(machine, agent).into_iter();
    all.find(|plugin| plugin.hook_id == id || plugin.id == id)
        .ok_or_else(|| OpError::NoSuchPlugin(id.to_owned()))
}

/// Where a plugin that is here comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// It came with Tacklebox and is as it came.
    pub ours: bool,
    /// It came with Tacklebox and is not as it came any more.
    pub changed: bool,
}

impl Standing {
    /// Of one plugin, by its receipt.
    pub fn of(machine: &Machine, plugin: &Plugin) -> Self {
        let receipt = receipt::read(machine, &plugin.dir).filter(|_| plugin.single.is_none());
        let included = receipt.filter(|receipt| receipt.source == receipt::INCLUDED);
        let changed = included.as_ref().is_some_and(|receipt| !receipt.changed.is_empty());
        Self { ours: included.is_some() && !changed, changed }
    }
}

/// What has to be read before a plugin is loaded to find out what it registers. `place` is where: "in a box".
pub fn question(
    machine: &Machine,
    agent: &Agent,
    plugin: &Plugin,
    place: &str,
) -> (String, Vec<String>) {
    let mut sentences = vec![format!(
        "Its code runs once, in a process of its own, {place}; nothing that it registers is called."
    )];
    let standing = Standing::of(machine, plugin);
    if standing.changed {
        sentences.push(format!("{} was changed after its installation.", plugin.name));
    } else if !standing.ours {
        sentences.push(format!(
            "{} was not installed from what comes with Tacklebox. Look at its files first if you do not know who wrote it.",
            plugin.name
        ));
    }
    sentences.extend(forbidden(agent, plugin, "Finding out"));
    (format!("Load {}?", plugin.name), sentences)
}

/// What has to be read before a plugin is loaded that the agent itself does not load; none where it does. `doing` is
/// what loads it: "Trying".
pub fn forbidden(agent: &Agent, plugin: &Plugin, doing: &str) -> Option<String> {
    let off = plugin.left_out.as_ref()?;
    Some(format!(
        "{} itself does not load {} ({}). {doing} loads it this once and leaves it off.",
        agent.dialect.title,
        plugin.name,
        off.reason()
    ))
}

/// The plan that puts a plugin among the agent's own, on or off. Nothing else of the agent's is switched.
///
/// # Errors
/// [`OpError`] where the agent has no plugins, its place is taken, or the config cannot be edited.
pub fn place(
    machine: &Machine,
    inventory: &Inventory,
    new: NewPlugin<'_>,
    title: String,
    done: String,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let rules = rules(agent)?;
    let dir = folder(agent, new.folder)?;
    if let Some(why) = taken(machine, agent, new.id, &dir) {
        return Err(OpError::Refused(why));
    }
    let mut plan = Plan::new(agent.id(), title, done).about(plugins::hook_id(agent, new.id));
    // Its switch first: an agent that looks in between must not run what is off.
    let mut edits = ops::switch_edits(agent, rules, new.id, None, new.on)?;
    let all = plugins::list(machine, agent);
    let (made, _, also) = ops::plugins::keeping(machine, agent, rules, (&all, new.id), &mut edits)?;
    plan.steps.push(made);
    plan.also = also;
    plan.along = ops::plugins::along(machine, agent, rules, &all, &edits);
    let receipt = new
        .from
        .map(|(source, version)| receipt::written(machine, &dir, source, version, &new.files));
    // What is made here is tried before it is turned on.
    let made = new.from.is_none().then(|| new.id.to_owned());
    plan.steps.push(Step::record(plugins::made_here(machine, &dir), made));
    plan.steps.push(Step::Place { dir, files: new.files });
    plan.steps.extend(receipt.into_iter().flatten());
    plan.steps.retain(Step::changes);
    ops::finish(agent, &mut plan)?;
    Ok(plan)
}

/// The same for one that comes from elsewhere. An installed one of which nobody changed anything is brought
/// up to date, and stays as it is switched; so does what was written into its folder. The plan is empty where
/// it is the very same.
///
/// # Errors
/// As [`place`], where what is installed was changed by hand, and where the new version brings a file by the
/// name of one that was written there.
pub fn install(
    machine: &Machine,
    inventory: &Inventory,
    new: NewPlugin<'_>,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let (title, whose) = (new.title.to_owned(), agent.dialect.title);
    let dir = folder(agent, new.folder)?;
    let Some(known) = receipt::read(machine, &dir) else {
        let off = if new.on { "" } else { ", and is off" };
        let done = format!("{title} was installed{off}.");
        return place(machine, inventory, new, format!("Install {title} for {whose}"), done);
    };
    let changed = known.changed_brought();
    if !changed.is_empty() {
        return Err(OpError::Refused(format!(
            "{title} is installed and was changed by hand: {}. Remove it first, or keep it as it is.",
            words::all_of(changed)
        )));
    }
    own::check(&title, &dir, &known, &new.files)?;
    let (told, done) = (format!("Update {title} for {whose}"), format!("{title} was updated."));
    let mut plan = Plan::new(agent.id(), told, done).about(plugins::hook_id(agent, new.id));
    if known.lists(&new.files) {
        return Ok(plan);
    }
    let (source, version) = new.from.unwrap_or_default();
    let written =
        receipt::updated(machine, &dir, (source, version), &new.files, &new.files, &known.files);
    let carried = own::carried(&dir, &known, &new.files);
    plan.steps.push(Step::Remove { dir: dir.clone() });
    plan.steps.push(Step::Place { dir, files: new.files });
    plan.steps.extend(carried);
    plan.steps.extend(written);
    ops::finish(agent, &mut plan)?;
    Ok(plan)
}

/// What has the place of a plugin already.
fn taken(machine: &Machine, agent: &Agent, id: &str, dir: &std::path::Path) -> Option<String> {
    if dir.symlink_metadata().is_ok() {
        let dir = machine.show(dir);
        return Some(format!(
            "{dir} is there already, and stays as it is. Rename or remove it first."
        ));
    }
    let all = plugins::list(machine, agent);
    let counts = |plugin: &&Plugin| plugin.left_out != Some(plugins::Off::Aside);
    let other = all.iter().filter(counts).find(|plugin| plugin.id.eq_ignore_ascii_case(id))?;
    Some(format!(
        "{} has a plugin named {} already, in {}. Rename or remove it first.",
        agent.dialect.title,
        other.id,
        machine.show(&other.dir)
    ))
}

/// The plan that takes a plugin's folder away, with its receipt and what the config says of it alone: the agent
/// complains of entries of plugins that are gone, and does not start with the slots and channels of one. Undo brings
/// all of it back.
///
/// # Errors
/// [`OpError`] where it is not in the agent's own folder of plugins, or the config cannot be edited.
pub fn remove(machine: &Machine, inventory: &Inventory, id: &str) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let rules = rules(agent)?;
    let plugin = find(machine, agent, id)?;
    if let Some(why) = not_removable(machine, agent, &plugin) {
        return Err(OpError::Refused(why));
    }
    let title = format!("Remove {} and its settings", plugin.name);
    let done = format!("{} and its settings were removed.", plugin.name);
    let mut plan = Plan::new(agent.id(), title, done).about(&plugin.hook_id);
    plan.steps.push(Step::Remove { dir: plugin.dir.clone() });
    if receipt::read(machine, &plugin.dir).is_some() {
        plan.steps.extend(receipt::removed(machine, &plugin.dir));
    }
    let made = plugins::made_here(machine, &plugin.dir);
    plan.steps.extend(made.is_file().then(|| Step::record(made, None)));
    let shared = others_bring(machine, agent, &plugin);
    let mut paths = said_of(agent, rules, &plugin, &shared, &agent.config);
    paths.retain(|path| path.get(&agent.config.root).is_some());
    let mut edits: Vec<Edit> = paths.into_iter().map(|path| Edit::Unset { path }).collect();
    edits.extend(ops::unlist(agent, rules, &plugin.id));
    let mut then = Cow::Borrowed(&agent.config);
    if !edits.is_empty() {
        let step = ops::edit_agents_config(agent, &edits)?;
        if let Step::Edit { after, .. } = &step {
            then = Cow::Owned(agent.config.with_text(after));
        }
        plan.steps.push(step);
    }
    // What an included file says stays: of an entry the agent only complains.
    let entry = ops::plugin_entry_path(agent, rules, &plugin.id);
    let named = entry.get(&then.value).is_some();
    let memory = ConfigPath::of([rules.section, "slots", "memory"]);
    let slots = ConfigPath::of([rules.section, "slots"]);
    let mut left = said_of(agent, rules, &plugin, &shared, &then).into_iter();
    // Other slots are not asked for, nor is what a plugin brings that the config still names.
    let refuses = |path: &ConfigPath| match path.0.starts_with(&slots.0) {
        true => *path == memory,
        false => *path != entry && !named,
    };
    if let Some(path) = left.find(|path| rules.needs_manifest && refuses(path)) {
        return Err(OpError::Refused(format!(
            "{} would refuse its whole config without {}: {path} is in an included file. Take it out there first. Nothing was changed.",
            agent.dialect.title, plugin.name
        )));
    }
    if named {
        plan.done = format!("{} was removed.", plugin.name);
        plan.stays.push(format!("What an included file says at {entry} stays."));
    }
    plan.stays.push("What it has written elsewhere stays.".to_owned());
    ops::finish(agent, &mut plan)?;
    Ok(plan)
}

/// What the agent's other plugins bring.
fn others_bring(machine: &Machine, agent: &Agent, plugin: &Plugin) -> Vec<Part> {
    let others = plugins::list(machine, agent).into_iter().filter(|other| other.dir != plugin.dir);
    others.flat_map(|other| other.brings).collect()
}

/// Where a config speaks of a plugin alone, included files too: its entry, the slots that it fills, and what it brings but
/// for what is `shared`.
fn said_of(
    agent: &Agent,
    rules: &PluginRules,
    plugin: &Plugin,
    shared: &[Part],
    config: &Config,
) -> Vec<ConfigPath> {
    let slots = ConfigPath::of([rules.section, "slots"]);
    let is_its = |value: &Value| ops::names_plugin(config, value, &plugin.id);
    let known = slots.get(&config.value).and_then(Value::as_object).into_iter().flatten();
    let filled = known.filter(|(_, value)| is_its(value)).map(|(slot, _)| slots.join(slot));
    let brought = plugin.brings.iter().filter(|part| !shared.contains(part));
    let brought = brought.flat_map(|part| part.named_by(&config.value));
    [ops::plugin_entry_path(agent, rules, &plugin.id)]
        .into_iter()
        .chain(filled)
        .chain(brought)
        .filter(|path| path.get(&config.value).is_some())
        .collect()
}

/// Why a plugin is not removed here; none where it can be.
pub fn not_removable(machine: &Machine, agent: &Agent, plugin: &Plugin) -> Option<String> {
    let own = agent.dialect.plugins.as_ref().map(|rules| agent.beside.join(rules.folder));
    let is_own = plugin.origin == Origin::Home && plugin.single.is_none();
    if is_own && plugin.dir.parent() == own.as_deref() {
        return None;
    }
    let title = agent.dialect.title;
    let linked = || {
        let dir = machine.show(&plugin.dir);
        format!("{title} has a link to {dir} in its state: uninstall it there, or turn it off.")
    };
    Some(match plugin.origin {
        Origin::Linked => linked(),
        Origin::Config if agent.record_of_plugin(&plugin.id).is_some() => linked(),
        Origin::Config => format!(
            "The config names {}: take it out of plugins.load.paths instead.",
            machine.show(&plugin.dir)
        ),
        Origin::Workspace => "It is part of the workspace: remove it there.".to_owned(),
        Origin::Installed => {
            format!("{title} installed it as a package of npm: uninstall it there.")
        }
        Origin::Home => "It has no folder of its own.".to_owned(),
    })
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
