//! Nothing is written that the agent is known to refuse: a plan that would do so is not made.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use super::{OpError, tell};
use crate::plan::{Plan, Step};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::strict::Fault;
use tacklebox_agents::config::{self, ConfigPath, Edit};
use tacklebox_agents::dialect::env_sources::EnvAt;
use tacklebox_agents::dialect::{Dialect, Managed, Switch};
use tacklebox_agents::in_force::ConfigProblem;
use tacklebox_agents::switches;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

#[cfg(test)]
mod tests;

/// What belongs to every change of this agent: its config is one that the version in force takes, and an
/// agent that can be told is told.
///
/// # Errors
/// [`OpError::NotTaken`] where the plan would add to the config what the agent refuses all of it for, or what it
/// does not read. What was wrong before is not held against an edit of something else.
pub fn finish(agent: &Agent, plan: &mut Plan) -> Result<(), OpError> {
    let places =
        |step: &Step| matches!(step, Step::Place { dir, .. } if dir.starts_with(&agent.managed));
    if let Some(why) = agent.takes_no_hook().filter(|_| plan.steps.iter().any(places)) {
        return Err(OpError::Refused(why));
    }
    may_write(agent, plan)?;
    if let Some(fault) = refused(agent, plan).into_iter().next() {
        return Err(OpError::NotTaken(fault.message));
    }
    if let Some(why) = ignored(agent, plan) {
        return Err(OpError::NotTaken(why));
    }
    tell(agent, plan);
    Ok(())
}

/// Whether the files that a plan edits are ones that are written.
///
/// # Errors
/// As [`may_be_written`].
pub(crate) fn may_write(agent: &Agent, plan: &Plan) -> Result<(), OpError> {
    let edited =
        plan.steps.iter().filter(|step| matches!(step, Step::Edit { .. }) && step.changes());
    edited.map(Step::path).try_for_each(|path| may_be_written(agent, path))
}

/// Whether a file of an agent is one that is written.
///
/// # Errors
/// [`OpError::Refused`] for a config that is made elsewhere, [`OpError::File`] for a file that is marked as read-only.
pub(crate) fn may_be_written(agent: &Agent, path: &Path) -> Result<(), OpError> {
    match agent.config_kept().filter(|_| *path == agent.config.path) {
        Some(why) => Err(OpError::Refused(why)),
        None => Ok(files::check_protected(path)?),
    }
}

/// What this plan would add to the agent's config for which the agent refuses all of it, or for which its loader
/// ends; as whole sentences.
pub fn refused(agent: &Agent, plan: &Plan) -> Vec<Fault> {
    let edits = configs(agent, plan, |root| agent.config.with_root(root).value);
    edits.flat_map(|(before, after)| agent.refuses_edit(&before, &after)).collect()
}

/// The hooks of the agent once a plan has changed its config; none where it does not.
pub fn changed(machine: &Machine, inventory: &Inventory, plan: &Plan) -> Option<Inventory> {
    let config = &inventory.agent().config.path;
    let after = plan.steps.iter().find_map(|step| match step {
        Step::Edit { path, after, .. } if path == config => Some(after),
        _ => None,
    })?;
    Some(inventory.with_config(machine, after))
}

/// The names of hooks that are off once a plan has changed the list of them; none where it does not.
pub(crate) fn off_then(agent: &Agent, plan: &Plan) -> Option<BTreeSet<String>> {
    let Switch::DisabledList(file) = agent.dialect.switch else { return None };
    let list = agent.home.join(file);
    let after = plan.steps.iter().find_map(|step| match step {
        Step::Edit { path, after, .. } if *path == list => Some(after),
        _ => None,
    })?;
    switches::names(after).map(|names| names.into_iter().collect())
}

/// Whether its agent, with the plugins that it knows then, refuses the config that a plan makes.
///
/// # Errors
/// [`OpError::NotTaken`] with what it refuses that it did not before.
pub(super) fn known_plugins(
    machine: &Machine,
    inventory: &Inventory,
    plan: &Plan,
) -> Result<(), OpError> {
    let agent = inventory.agent();
    if agent.dialect.plugins.is_none() {
        return Ok(());
    }
    let Some(then) = changed(machine, inventory, plan) else { return Ok(()) };
    let (before, after) = (&agent.config_verdict, &then.agent().config_verdict);
    let is_new =
        |it: &&ConfigProblem| !before.problems.contains(it) && !before.settled.contains(it);
    match after.problems.iter().find(is_new).filter(|_| after.is_refused()) {
        Some(ConfigProblem { path, message }) => {
            let message = Dialect::refuses_for(&agent.runtime.named(), path, message);
            Err(OpError::NotTaken(message))
        }
        None => Ok(()),
    }
}

/// The agent's config before and after each edit of it. What does not parse is told by whoever writes it.
fn configs(
    agent: &Agent,
    plan: &Plan,
    value: impl Fn(Value) -> Value,
) -> impl Iterator<Item = (Value, Value)> {
    plan.steps.iter().filter_map(move |step| {
        let Step::Edit { path, before, after, .. } = step else { return None };
        let read = |text: &str| {
            let root = config::text::parse(agent.config.syntax, text).ok()?;
            Some(value(root))
        };
        let after = read(after).filter(|_| *path == agent.config.path)?;
        Some((before.as_deref().and_then(read).unwrap_or_default(), after))
    })
}

/// Why something that this plan writes would change nothing: nobody reads it there.
fn ignored(agent: &Agent, plan: &Plan) -> Option<String> {
    let dialect = agent.dialect;
    let (rules, writes) = (&dialect.rules, &dialect.writes);
    let named = agent.runtime.named();
    configs(agent, plan, |root| root).find_map(|(before, after)| {
        let new =
            |path: &ConfigPath| path.get(&after).is_some() && path.get(&after) != path.get(&before);
        let at = |names: &[&str]| names_at(&after, names).into_iter().map(ConfigPath::of).find(new);
        let gateway = ConfigPath::of(["hooks", "handlers"]);
        // With a schema that is found by it.
        let never = writes.gateway_handlers.refusal();
        let never = never.filter(|_| writes.schema.is_none() && new(&gateway)).map(str::to_owned);
        let unread = writes.ignored.iter().find_map(|(names, instead)| {
            let path = at(names)?;
            let instead = instead.map(|it| format!(": it looks at {it}")).unwrap_or_default();
            Some(format!("{named} reads nothing at {path}{instead}."))
        });
        let blocked = || {
            let env = [(EnvAt::Vars, ["env", "vars", "*"].as_slice()), (EnvAt::Env, &["env", "*"])];
            let all = env
                .into_iter()
                .flat_map(|(at, path)| names_at(&after, path).into_iter().map(move |it| (at, it)));
            all.filter(|(_, names)| new(&ConfigPath::of(names))).find_map(|(at, names)| {
                let name = names.into_iter().next_back();
                let name = name.filter(|name| rules.blocks_env(at, name))?;
                Some(format!(
                    "{named} takes no {name} from its config: set it where {} is started.",
                    dialect.title
                ))
            })
        };
        let lost = || {
            let all = called(&after, rules.lost_keys, &ConfigPath::default());
            let (_, name) = all.into_iter().find(|(path, _)| new(path))?;
            Some(format!(
                "{named} leaves out all that is called {name} in its config, so this would change nothing: another name is needed."
            ))
        };
        never.or(unread).or_else(blocked).or_else(lost).or_else(|| part_of_a_path(agent, &after, new))
    })
}

/// That the folder of its hooks is a part of a path, which begins in the folder in which the agent is started.
fn part_of_a_path(
    agent: &Agent,
    after: &Value,
    new: impl Fn(&ConfigPath) -> bool,
) -> Option<String> {
    let Managed::Workspace(key) = agent.dialect.managed else { return None };
    let place = agent.section_path(&[key]);
    let text = place.get(after)?.as_str()?;
    let part = !agent.dialect.rules.managed_tilde && Path::new(text).is_relative() && new(&place);
    part.then(|| {
        format!(
            "{} takes {place} as it is written, and looks for \"{text}\" in the folder in which it is started: write the whole path.",
            agent.runtime.named()
        )
    })
}

/// The places in a config that have one of these names.
fn called<'n>(value: &Value, names: &[&'n str], at: &ConfigPath) -> Vec<(ConfigPath, &'n str)> {
    let parts = value.as_object().into_iter().flatten().filter(|_| !names.is_empty());
    parts
        .flat_map(|(name, value)| {
            let path = at.join(name);
            match names.iter().find(|lost| *lost == name) {
                Some(lost) => vec![(path, *lost)],
                None => called(value, names, &path),
            }
        })
        .collect()
}

/// The places in a config that these names lead to; a star is for any name.
fn names_at(value: &Value, names: &[&str]) -> Vec<Vec<String>> {
    let Some((first, rest)) = names.split_first() else { return vec![Vec::new()] };
    let Some(object) = value.as_object() else { return Vec::new() };
    let found = object.iter().filter(|(name, _)| *first == "*" || name == first);
    found
        .flat_map(|(name, value)| {
            names_at(value, rest)
                .into_iter()
                .map(move |below| std::iter::once(name.clone()).chain(below).collect::<Vec<_>>())
        })
        .collect()
}

/// The same as a sentence for a plan that is carried out all the same: a person wrote it as text.
pub fn warning(machine: &Machine, inventory: &Inventory, plan: &Plan) -> Option<String> {
    let agent = inventory.agent();
    let refused = refused(agent, plan).into_iter().next().map(|fault| fault.message);
    // Of one that cannot be read that is said.
    let is_read = || configs(agent, plan, |root| root).next().is_some();
    let by_plugins = || match known_plugins(machine, inventory, plan) {
        Err(OpError::NotTaken(message)) if is_read() => Some(message),
        _ => None,
    };
    refused.or_else(by_plugins).or_else(|| ignored(agent, plan))
}

/// Whether the agent's config can hold something at this path at all. False: a hook that asks for it asks
/// for what can never be.
pub(crate) fn may_be_set(agent: &Agent, path: &ConfigPath) -> bool {
    let Some(schema) = agent.dialect.writes.schema() else { return true };
    let values = [true.into(), "x".into(), 1.into()];
    values.into_iter().any(|value| {
        let edit = Edit::Set { path: path.clone(), value };
        let Ok(text) = config::edit(agent.config.syntax, "{}", &[edit]) else { return false };
        config::parse(agent.config.syntax, &text).is_ok_and(|root| {
            let faults = schema.faults(&root);
            // What is missing beside it could be set too.
            faults.iter().all(|fault| !path.0.starts_with(&fault.path.0))
        })
    })
}
