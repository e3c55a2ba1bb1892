//! A config that no hook of its agent can do without, repaired: a slip of the pen, or a setting for which the
//! agent refuses all of it.

use super::{Repair, name};
use crate::fix;
use crate::ops;
use crate::plan::{Plan, Step};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::strict::{self, Judged};
use tacklebox_agents::config::{self, Edit, slips};
use tacklebox_agents::hook::{Hook, Source};
use tacklebox_agents::in_force::ConfigState;
use tacklebox_agents::note;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

pub(super) fn repairs(machine: &Machine, inventory: &Inventory) -> Vec<Repair> {
    let agent = inventory.agent();
    if !agent.found {
        return Vec::new();
    }
    let found = match agent.config.unparsable {
        true => slip(machine, inventory),
        false if !agent.config_verdict.is_refused() => None,
        // What is of a wrong type says something: only a person knows what.
        false if agent.dialect.rules.without_config => None,
        false => refused(machine, inventory),
    };
    found
        .into_iter()
        .chain(SHARED.iter().filter_map(|note| of_note(machine, inventory, note)))
        .collect()
}

/// Notes of hooks that one change of the config takes away from all of them.
const SHARED: [&str; 1] = [note::CONFIG_TABLE];

fn of_note(machine: &Machine, inventory: &Inventory, id: &str) -> Option<Repair> {
    let noted = |hook: &&Hook| hook.notes.iter().any(|note| note.id == id);
    let hooks: Vec<&Hook> = inventory.candidates().map(|(_, hook)| hook).filter(noted).collect();
    let first = hooks.first()?;
    let plan = fix::plan(machine, inventory, &first.id, id).ok()?;
    // Where the agent refuses the config as it is, the change is more than a note's.
    let agent = inventory.agent();
    let cures = agent.config_verdict.state == ConfigState::Refused;
    let then = cures.then(|| ops::changed(machine, inventory, &plan)).flatten();
    let left = then.and_then(|then| still_refused(then.agent()));
    let repair = Repair {
        id: id.to_owned(),
        hook: None,
        hooks: hooks.iter().map(|hook| hook.name.clone()).collect(),
        title: plan.title.clone(),
        says: first.notes.iter().find(|note| note.id == id)?.sentence.clone(),
        cures,
        leaves: None,
        plan,
    };
    Some(match left {
        Some(why) => repair.leaving(why),
        None => repair,
    })
}

pub(super) fn repair(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    title: String,
    says: String,
    after: String,
) -> Option<Repair> {
    let agent = inventory.agent();
    let config = &agent.config;
    let done = format!("The config of {} was repaired.", agent.dialect.title);
    let then = inventory.with_config(machine, &after);
    let mut plan = Plan::new(agent.id(), title, done);
    plan.steps.push(Step::Edit {
        path: config.path.clone(),
        syntax: config.syntax,
        stamp: config.stamp,
        before: config.text.clone(),
        after,
    });
    ops::finish(agent, &mut plan).ok()?;
    let hooks = inventory.hooks().into_iter().filter(|hook| hook.source != Source::Builtin);
    let repair = Repair {
        id: id.to_owned(),
        hook: None,
        hooks: hooks.map(|hook| hook.name).collect(),
        title: plan.title.clone(),
        says,
        cures: true,
        leaves: None,
        plan,
    };
    Some(match still_refused(then.agent()) {
        Some(why) => repair.leaving(why),
        None => repair,
    })
}

/// For what the agent refuses a config that can be read.
fn still_refused(agent: &Agent) -> Option<String> {
    let verdict = &agent.config_verdict;
    let first = verdict.problems.first().filter(|_| verdict.state == ConfigState::Refused)?;
    let (agent, file) = (agent.runtime.named(), name(&agent.config.path));
    Some(format!("{agent} refuses {file}: {}: {}.", first.path, first.message))
}

fn slip(machine: &Machine, inventory: &Inventory) -> Option<Repair> {
    let agent = inventory.agent();
    let config = &agent.config;
    let repaired = slips::repair(config.syntax, config.text.as_deref()?)?;
    // As the agent would read it then, with what it includes.
    let root = config::parse(config.syntax, &repaired.text).ok()?;
    let then = config.with_root(root);
    if then.problems.iter().any(|problem| problem.path == config.path) {
        return None;
    }
    let file = name(&config.path);
    let title = match repaired.says.len() {
        1 => format!("Fix {file}"),
        count => format!("Fix {count} places in {file}"),
    };
    let says = format!(
        "{} cannot be read, so {} ignores all of it. {}",
        machine.show(&config.path),
        agent.dialect.title,
        repaired.says.join(" ")
    );
    repair(machine, inventory, "config-slip", title, says, repaired.text)
}

/// What the agent refuses all of the config for is taken out, where it is a single value or a setting that there is not. What
/// is wrong with several settings together is for its user to decide.
fn refused(machine: &Machine, inventory: &Inventory) -> Option<Repair> {
    let agent = inventory.agent();
    let config = &agent.config;
    let refuses =
        |value: &serde_json::Value| agent.dialect.refuses(&config.filled_in(value), config.syntax);
    let faults = refuses(&config.value);
    let together = agent.dialect.writes.schema().is_some_and(|schema| {
        let is_more = |it: &Judged| {
            let value = it.fault.path.get(&config.value);
            it.in_code && value.is_some_and(|value| value.is_object() || value.is_array())
        };
        schema.judged(&config.filled_in(&config.value)).iter().any(is_more)
    });
    if together {
        return None;
    }
    let edits: Vec<Edit> = faults
        .iter()
        .filter(|fault| fault.path.get(&config.root).is_some() && !fault.path.0.is_empty())
        .map(|fault| Edit::Unset { path: fault.path.clone() })
        .collect();
    let text = config.text.as_deref()?;
    let after = config::edit(config.syntax, text, &edits).ok()?;
    let root = config::parse(config.syntax, &after).ok()?;
    let then = config.with_root(root);
    if edits.is_empty() || !refuses(&then.value).is_empty() {
        return None;
    }
    let (title, version, named) =
        (agent.dialect.title, agent.runtime.runtime.version, agent.runtime.named());
    let which: Vec<String> = faults.iter().map(|fault| fault.path.to_string()).collect();
    let which = tacklebox_machine::words::all_of(which);
    let says = format!("{named} refuses all of {} for {which}.", name(&config.path));
    let out = format!("Take {which} out of the config");
    let mut repair = repair(machine, inventory, "config-refused", out, says, after)?;
    let paths = faults.iter().map(|fault| &fault.path);
    let retired = paths.filter(|path| strict::is_retired(version, path));
    let retired: Vec<String> = retired.map(ToString::to_string).collect();
    if !retired.is_empty() {
        let which = tacklebox_machine::words::all_of(retired);
        repair.plan.along.push(format!(
            "The gateway of {title} would itself keep what still counts of {which} when it is started; taken out here it is gone."
        ));
    }
    Some(repair)
}
