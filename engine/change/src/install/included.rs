//! The hooks that ship with Tacklebox: what they are, for which agents, and the plans that install
//! and remove them.

mod page;
mod plugin;

pub use self::page::{IncludedPage, page};
use std::path::Path;

use serde::Serialize;

use crate::install::offer;
use crate::install::shipped::{Shipped, exists, files, names};
use crate::install::update::{self, NewVersion};
use crate::ops::{self, OpError};
use crate::plan::{NewFile, Plan, Step};
pub use crate::receipt::INCLUDED as SOURCE;
use crate::receipt::{self, Receipt};
use tacklebox_agents::agent::{Agent, Options};
use tacklebox_agents::config::Edit;
use tacklebox_agents::dialect::Switch;
use tacklebox_agents::hook::{self, AgentId, Source};
use tacklebox_agents::manifest::{self, Manifest};
use tacklebox_agents::moment;
use tacklebox_inventory::eligibility::of_this_system;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::seen::Heard;
use tacklebox_inventory::selection::{self, Named};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// The version of the included hooks: that of Tacklebox.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// One included hook, as its card shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Included {
    pub name: String,
    pub title: String,
    pub emoji: String,
    pub description: String,
    pub when: String,
    /// Searched and not shown: its page for readers, its events, and the hosts that its files name.
    pub says: String,
    pub agents: Vec<IncludedFor>,
}

/// An included hook for one agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct IncludedFor {
    pub agent: AgentId,
    /// The id of the hook where it is installed.
    pub installed: Option<String>,
    /// What is not here yet: "Nothing to set up", "Needs jq and a GitHub token"
    pub needs: String,
    /// Why the version in force would never call it: "Milady 2026-03-01 never sends /new"; none where it would.
    pub waits: Option<String>,
    /// The installed one is older than this.
    pub update: bool,
}

fn manifest_of(files: &[NewFile], agent: AgentId) -> Option<Manifest> {
    let dialect = agent.dialect();
    let file = files.iter().find(|file| file.path == dialect.manifest_file())?;
    manifest::parse(dialect.format, dialect.metadata_keys, &file.bytes).ok()
}

/// What the manifests say that ship for this agent, by name.
#[cfg(test)]
pub(super) fn manifests(agent: AgentId) -> impl Iterator<Item = (String, Manifest)> {
    names().into_iter().filter_map(move |name| {
        let manifest = manifest_of(&files(&name, agent), agent)?;
        Some((name, manifest))
    })
}

/// All included hooks, and where they are installed already.
pub fn list(machine: &Machine, inventories: &[&Inventory]) -> Vec<Included> {
    names().into_iter().filter_map(|name| card(machine, inventories, name)).collect()
}

/// The included hook of this name, wherever it is installed.
pub fn named(machine: &Machine, name: &str) -> Option<Included> {
    exists(name).then(|| card(machine, &[], name.to_owned())).flatten()
}

fn card(machine: &Machine, inventories: &[&Inventory], name: String) -> Option<Included> {
    let mut card: Option<Included> = None;
    for agent in AgentId::all().iter().copied() {
        let files = files(&name, agent);
        let Some(manifest) = manifest_of(&files, agent) else {
            as_plugin(machine, inventories, agent, &name, &mut card);
            continue;
        };
        let inventory = inventories.iter().find(|inventory| inventory.agent().id() == agent);
        let installed = inventory.and_then(|inventory| installed(inventory, &name));
        let receipt = installed.as_ref().and_then(|(_, dir)| receipt::read(machine, dir));
        let card = card.get_or_insert_with(|| Included {
            name: name.clone(),
            title: manifest.heading.clone().unwrap_or_else(|| name.clone()),
            emoji: manifest.emoji.clone().unwrap_or_default(),
            description: manifest.description.clone(),
            when: moment::when(agent, &manifest.events),
            says: says(&name),
            agents: Vec::new(),
        });
        // ZeroClaw's manifest has no place for a title or an emoji: another agent's lends its own.
        if card.emoji.is_empty() {
            card.emoji = manifest.emoji.clone().unwrap_or_default();
            card.title = manifest.heading.clone().unwrap_or_else(|| name.clone());
        }
        if card.emoji.is_empty() {
            from_page(card);
        }
        says_also(card, &manifest.events);
        card.agents.push(IncludedFor {
            agent,
            installed: installed.map(|(id, _)| id),
            needs: needs(machine, &manifest),
            waits: inventory.and_then(|inventory| {
                let heard = Heard::read(machine, agent);
                offer::waits(inventory, &heard, &name, &manifest)
            }),
            update: receipt.is_some_and(|receipt| is_older(&receipt, &files)),
        });
    }
    // A plugin's manifest has no place for an emoji.
    if let Some(card) = card.as_mut().filter(|card| card.emoji.is_empty()) {
        from_page(card);
    }
    card
}

/// The card's part for an agent that gets the hook as a plugin. Which version of it is here does not matter.
fn as_plugin(
    machine: &Machine,
    inventories: &[&Inventory],
    agent: AgentId,
    name: &str,
    card: &mut Option<Included>,
) {
    let inventory = inventories.iter().find(|inventory| inventory.agent().id() == agent);
    let located = match inventory {
        Some(inventory) => inventory.agent().clone(),
        None => Agent::locate(machine, agent, &Options::default()),
    };
    let Some(plugin) = plugin::of(name, &located) else { return };
    let part = plugin.card(machine, &located, name);
    let card = card.get_or_insert_with(|| Included {
        name: name.to_owned(),
        title: plugin.title.clone(),
        emoji: String::new(),
        description: plugin.description.clone(),
        when: plugin.when(),
        says: says(name),
        agents: Vec::new(),
    });
    says_also(card, &plugin.hooks);
    card.agents.push(part);
}

fn says_also(card: &mut Included, events: &[String]) {
    for event in events {
        if !card.says.contains(event) {
            card.says.push_str(&format!("\n{event}"));
        }
    }
}

/// What a search finds a hook by beside its name: its page for readers, and the hosts that its files name.
fn says(name: &str) -> String {
    let text = |path: &str| Some(String::from_utf8_lossy(&Shipped::get(path)?.data).into_owned());
    let own = format!("{name}/");
    let readme = format!("{own}README.md");
    let mut says: String = text(&readme)
        .unwrap_or_default()
        .chars()
        .filter(|letter| !['`', '*', '#'].contains(letter))
        .collect();
    let mut hosts: Vec<String> = Vec::new();
    for file in Shipped::iter().filter(|path| path.starts_with(&own) && !path.ends_with(".svg")) {
        let file = text(&file).unwrap_or_default();
        let host = |rest: &str| -> String {
            rest.chars().take_while(|it| it.is_ascii_alphanumeric() || ".-".contains(*it)).collect()
        };
        hosts.extend(file.split("https://").skip(1).map(host).filter(|host| host.contains('.')));
    }
    hosts.sort();
    hosts.dedup();
    for host in hosts {
        says.push_str(&format!("\n{host}"));
    }
    says
}

/// Where no manifest has a place for a title and an emoji, the hook's page for readers has both.
fn from_page(card: &mut Included) {
    let Some(page) = Shipped::get(&format!("{}/README.md", card.name)) else { return };
    let page = String::from_utf8_lossy(&page.data);
    if let Some(title) = page.lines().find_map(|line| line.strip_prefix("# ")) {
        card.title = title.to_owned();
    }
    if let Some(emoji) = page.lines().find_map(|line| line.strip_prefix("**Emoji:** ")) {
        card.emoji = emoji.to_owned();
    }
}

/// An installed one that another version brought, with other files.
fn is_older(receipt: &Receipt, files: &[NewFile]) -> bool {
    receipt.source == SOURCE && receipt.version != VERSION && !receipt.lists(files)
}

fn installed(inventory: &Inventory, name: &str) -> Option<(String, std::path::PathBuf)> {
    let dir = inventory.agent().managed.join(name);
    inventory
        .candidates()
        .find(|(candidate, _)| candidate.dir.as_deref() == Some(&dir))
        .map(|(_, hook)| (hook.id.clone(), dir))
}

/// What of its requirements is not here yet.
fn needs(machine: &Machine, manifest: &Manifest) -> String {
    let requires = &manifest.requires;
    let absent = |name: &&String| machine.program(name).is_none();
    let any = &requires.any_bins;
    let any = (!any.is_empty() && any.iter().all(|name| absent(&name)))
        .then(|| words::any_of(of_this_system(machine, any)));
    let programs = requires.bins.iter().filter(absent).cloned().chain(any);
    let keys = requires.env.iter().filter(|name| machine.env(name).is_none());
    let keys = keys.map(|name| words::with_article(&words::variable(name)));
    let all: Vec<String> = programs.chain(keys).chain(requires.config.iter().cloned()).collect();
    if all.is_empty() {
        "Nothing to set up".to_owned()
    } else {
        format!("Needs {}", words::all_of(all))
    }
}

/// The plan that puts an included hook into the agent's folder and lets it be on. It says nothing of
/// what is missing: the hook's own screen does.
///
/// # Errors
/// [`OpError`] where there is no such hook for the agent, something else has its place, or the agent
/// brings a hook of this name itself.
pub fn plan_install(machine: &Machine, inventory: &Inventory, name: &str) -> Result<Plan, OpError> {
    plan(machine, inventory, name, Over::Nothing)
}

/// What an included hook may be installed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    Nothing,
    /// A hook of the same name that the agent brings itself.
    AgentsOwn,
}

/// The same, where a person said what it may replace.
///
/// # Errors
/// As [`plan_install`].
pub fn plan(
    machine: &Machine,
    inventory: &Inventory,
    name: &str,
    over: Over,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let files = files(name, agent.id());
    let Some(manifest) = manifest_of(&files, agent.id()) else {
        if let Some(plugin) = plugin::of(name, agent) {
            return plugin::plan(machine, inventory, name, plugin);
        }
        return Err(OpError::NoSuchIncluded { name: name.to_owned(), agent: agent.dialect.title });
    };
    // As it is called everywhere else, also where its manifest has no place for a title.
    let title = manifest.heading.clone();
    let title = title.or_else(|| named(machine, name).map(|card| card.title));
    let title = title.unwrap_or_else(|| name.to_owned());
    let mut plan = Plan::new(
        agent.id(),
        format!("Install {title} for {}", agent.dialect.title),
        format!("{title} was installed."),
    )
    .about(hook::managed_id(agent.id(), name));
    plan.moments.clone_from(&manifest.events);
    let dir = agent.managed.join(name);
    if dir.symlink_metadata().is_ok() {
        return update_of(machine, inventory, name, &title, plan);
    }
    if offer::brings(inventory, name) {
        if over == Over::Nothing {
            let name = name.to_owned();
            return Err(OpError::AgentsOwn { name, agent: agent.dialect.title });
        }
        let instead = format!("in place of the {name} that {} brings itself", agent.dialect.title);
        plan.title = format!("{}, {instead}", plan.title);
        plan.done = format!("{title} was installed {instead}.");
    }
    if let Some(place) = theirs(machine, inventory, &manifest.name, &dir) {
        let named = &manifest.name;
        let title = agent.dialect.title;
        if over == Over::Nothing {
            return Err(OpError::Refused(format!(
                "{title} has a hook named {named} already, in {place}. Remove it first."
            )));
        }
        plan.along.push(format!("The {named} in {place} will not run any more."));
    }
    let receipt = receipt::written(machine, &dir, SOURCE, VERSION, &files);
    plan.steps.push(Step::Place { dir, files });
    plan.steps.extend(receipt);
    let key = manifest.hook_key.as_deref().unwrap_or(&manifest.name);
    let place = agent.managed.join(name);
    let twin = ops::with_key(machine, inventory, (&manifest.name, key), &place);
    if let Some(other) = twin.filter(|other| other.name != manifest.name) {
        return Err(OpError::Refused(format!(
            "It has the same switch as {}: one could not be turned off without the other. Give {} another key first, as `hooks edit {} --set hook_key=…` does.",
            other.title, other.title, other.id
        )));
    }
    plan.steps.extend(switch_on(agent, &manifest.name, key)?);
    plan.stays.extend(offer::idle(machine, agent, name, &manifest));
    ops::finish(agent, &mut plan)?;
    Ok(plan)
}

/// Where a hook of a person's own is that has this name, and that one in `dir` would replace, or be replaced by.
fn theirs(machine: &Machine, inventory: &Inventory, name: &str, dir: &Path) -> Option<String> {
    let agent = inventory.agent();
    let same = inventory.candidates().map(|(_, hook)| hook).find(|hook| {
        (hook.source == Source::Config || agent.dialect.shadows && hook.source == Source::Managed)
            && hook.name == name
            && hook.replaced_by.is_none()
            && hook.dir.as_deref() != Some(dir)
    })?;
    Some(machine.show(same.dir.as_deref().unwrap_or(&agent.config.path)))
}

/// What has the hook's place already is brought up to date, where it is ours and as it came.
fn update_of(
    machine: &Machine,
    inventory: &Inventory,
    name: &str,
    title: &str,
    nothing: Plan,
) -> Result<Plan, OpError> {
    let dir = inventory.agent().managed.join(name);
    let installed = installed(inventory, name).zip(receipt::read(machine, &dir));
    match installed {
        Some(((id, _), receipt)) if receipt.source == SOURCE => {
            let Some(new) = newest(name, inventory.agent().id()) else { return Ok(nothing) };
            Ok(update::plan(machine, inventory, &id, new)?.plan)
        }
        _ => Err(OpError::Refused(format!(
            "{} is there already and is not the {title} that comes with Tacklebox, so it is left as it is. Rename or remove it first.",
            machine.show(&dir)
        ))),
    }
}

/// What this version of Tacklebox has of an included hook.
pub(super) fn newest(name: &str, agent: AgentId) -> Option<NewVersion> {
    let files = files(name, agent);
    let (source, version) = (SOURCE.to_owned(), VERSION.to_owned());
    let new = NewVersion { source, version, files, provenance: None };
    (!new.files.is_empty()).then_some(new)
}

/// A hook of ours starts on: an older "off" for its name must not keep it quiet.
pub(crate) fn switch_on(agent: &Agent, name: &str, key: &str) -> Result<Option<Step>, OpError> {
    match agent.dialect.switch {
        Switch::ConfigEntry => {
            let off =
                agent.entry(key).and_then(|entry| entry.get("enabled")) == Some(&false.into());
            // Shipped OpenClaw loads what is named, or all: where it would not load this one, it is named.
            let named = Named { name, key, source: Source::Managed };
            let unnamed = agent.dialect.selects
                && agent.hooks_on()
                && !selection::loads(agent.dialect, &agent.section)(named);
            if !off && !unnamed {
                return Ok(None);
            }
            let path = ops::entry_path(agent, key).join("enabled");
            let edit = Edit::Set { path, value: true.into() };
            ops::edit_agents_config(agent, &[edit]).map(Some)
        }
        Switch::DisabledList(file) if agent.disabled.contains(name) => {
            ops::switch_in_list(agent, file, name, true).map(Some)
        }
        _ => Ok(None),
    }
}
