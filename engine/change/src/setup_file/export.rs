//! A set-up written down.

use std::collections::BTreeMap;
use std::path::Path;

use super::carried::{
    OF_THE_WORKSPACE, is_carried, only_here, set, setting, settings as carried_settings, source,
    why_withheld,
};
use super::file::{AgentSetup, HookSetup, NotCarried, OF_THE_AGENT, ONLY_HERE, SetupFile};
use super::{hashes, plugins};
use crate::ops::OpError;
use crate::receipt;
use crate::settings::{self, Control, Origin};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::ProblemWith;
use tacklebox_agents::dialect::Switch;
use tacklebox_agents::hook::{Hook, Source, State};
use tacklebox_agents::switches;
use tacklebox_inventory::discover::Candidate;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// What is on this computer, of the agents that are found. `beside` is the folder that the file will be in:
/// hooks from folders under it are named by where they are from there.
///
/// # Errors
/// [`OpError::Unreadable`] where what says which hooks are on cannot be read.
pub fn export(
    machine: &Machine,
    inventories: &[&Inventory],
    beside: &Path,
) -> Result<SetupFile, OpError> {
    let found = inventories.iter().filter(|inventory| inventory.agent().found);
    readable(found.clone().copied())?;
    let agents = found
        .map(|inventory| (inventory.agent().id(), agent(machine, inventory, beside)))
        .filter(|(_, setup)| !setup.is_empty());
    Ok(SetupFile { agents: agents.collect(), ..SetupFile::default() })
}

/// Whether what is on and what is set is known of these agents: with a config that cannot be read, all would be on.
///
/// # Errors
/// [`OpError::Unreadable`] where it is not.
pub fn readable<'a>(inventories: impl IntoIterator<Item = &'a Inventory>) -> Result<(), OpError> {
    for agent in inventories.into_iter().map(Inventory::agent) {
        let unreadable = |path: &Path, message: String| {
            Err(OpError::Unreadable { path: path.to_owned(), message })
        };
        let problems = &agent.config.problems;
        if let Some(problem) = problems.iter().find(|it| it.with == ProblemWith::Config) {
            return unreadable(&agent.config.path, problem.to_string());
        }
        if let Switch::DisabledList(file) = agent.dialect.switch {
            let path = agent.home.join(file);
            if let Err(message) = switches::read(&path) {
                return unreadable(&path, message);
            }
        }
    }
    Ok(())
}

fn agent(machine: &Machine, inventory: &Inventory, beside: &Path) -> AgentSetup {
    let mut carried: Vec<(&Candidate, &Hook)> =
        inventory.candidates().filter(|(candidate, hook)| is_carried(candidate, hook)).collect();
    // Of two with one name the one that somebody placed counts, and one that can be read.
    carried.sort_by_key(|(_, hook)| {
        (&hook.name, hook.source != Source::Managed, hook.state == State::Broken)
    });
    let mut twins = Vec::new();
    carried.dedup_by(|(_, twin), (_, first)| {
        let is_twin = twin.name == first.name;
        twins.extend(is_twin.then_some(*twin).filter(|it| it.source == Source::Managed));
        is_twin
    });
    let hooks: Vec<(HookSetup, Option<&str>)> = carried
        .into_iter()
        .map(|(candidate, hook)| one(machine, inventory, candidate, hook, beside))
        .collect();
    let lacking: Vec<(String, &str)> =
        hooks.iter().filter_map(|(hook, why)| Some((hook.name.clone(), (*why)?))).collect();
    let hooks = hooks.into_iter().map(|(hook, _)| hook).collect();
    let fields = settings::view(machine, inventory).fields;
    let mut setup =
        AgentSetup { settings: carried_settings(&fields), hooks, ..AgentSetup::default() };
    let folders = fields.iter().filter(|field| {
        matches!(field.control, Control::Folder { .. }) && field.origin == Origin::Config
    });
    setup.not_carried.extend(folders.map(|field| NotCarried {
        name: field.title.clone(),
        why: "A folder of this computer.".to_owned(),
    }));
    for (candidate, hook) in inventory.candidates() {
        let why = left_out(candidate, hook);
        let why = why.map(|why| NotCarried { name: hook.title.clone(), why: why.to_owned() });
        setup.not_carried.extend(why);
    }
    setup.not_carried.extend(twins.into_iter().map(|hook| NotCarried {
        name: hook.title.clone(),
        why: "Another hook of the same name is in the set-up.".to_owned(),
    }));
    setup.not_carried.extend(withheld(machine, inventory));
    for (name, why) in lacking {
        setup.lacks_files(&name, why);
    }
    plugins::export(machine, inventory.agent(), beside, &mut setup);
    setup
}

/// Why a hook is not carried; none where it is.
fn left_out(candidate: &Candidate, hook: &Hook) -> Option<&'static str> {
    if is_carried(candidate, hook) {
        return None;
    }
    Some(match hook.source {
        _ if hook.state == State::Replaced => "Another hook of the same name counts instead.",
        Source::Workspace => OF_THE_WORKSPACE,
        Source::Extra => "In a folder of this computer that the config names.",
        Source::Plugin => "It comes with its plugin.",
        Source::Config | Source::Builtin | Source::Bundled | Source::Managed => {
            "In the agent's config, with commands and files of this computer."
        }
    })
}

/// What hooks have set and a set-up does not say.
fn withheld(machine: &Machine, inventory: &Inventory) -> Vec<NotCarried> {
    let carried = inventory.candidates().filter(|(candidate, hook)| is_carried(candidate, hook));
    carried
        .flat_map(|(candidate, hook)| {
            let paths = candidate.manifest.as_ref().map(|it| it.requires.config.clone());
            let withheld = paths.unwrap_or_default().into_iter().filter_map(|path| {
                let why = why_withheld(machine, &path, set(inventory, &path)?)?;
                Some((path, why))
            });
            withheld.map(|(path, why)| NotCarried {
                name: format!("{}: {path}", hook.title),
                why: why.to_owned(),
            })
        })
        .collect()
}

/// The variables that it needs, and those that are set for it alone: what comes of these nobody else says.
fn keys(agent: &Agent, hook: &Hook, needed: &[String]) -> Vec<String> {
    let set = agent.entry(&hook.hook_key).and_then(|entry| entry.get("env")?.as_object());
    let more = set.into_iter().flatten().map(|(name, _)| name).filter(|it| !needed.contains(it));
    let mut more: Vec<String> = more.cloned().collect();
    more.sort_unstable();
    needed.iter().cloned().chain(more).collect()
}

fn one(
    machine: &Machine,
    inventory: &Inventory,
    candidate: &Candidate,
    hook: &Hook,
    beside: &Path,
) -> (HookSetup, Option<&'static str>) {
    let dialect = inventory.agent().dialect;
    let dir = hook.dir.as_deref().unwrap_or(Path::new(""));
    let receipt = receipt::read(machine, dir);
    let own = hook.source == Source::Managed;
    let requires = candidate.manifest.as_ref().map(|manifest| manifest.requires.clone());
    let requires = requires.unwrap_or_default();
    let source = if own { source(receipt.as_ref(), beside) } else { OF_THE_AGENT.to_owned() };
    let lacks_files = (source == ONLY_HERE).then(|| only_here(machine, dir, receipt.as_ref()));
    let setup = HookSetup {
        name: hook.name.clone(),
        source,
        version: receipt.as_ref().map(|one| one.version.clone()).filter(|one| !one.is_empty()),
        on: hook.enabled,
        order: (hook.priority != 0 && hook.source != Source::Builtin).then_some(hook.priority),
        keys: keys(inventory.agent(), hook, &requires.env),
        settings: requires
            .config
            .iter()
            .filter_map(|path| setting(machine, inventory, path))
            .collect(),
        files: match own {
            true => hashes::of_folder(dialect, dir, receipt.as_ref()),
            false => BTreeMap::new(),
        },
    };
    (setup, lacks_files)
}
