//! Switching a plugin, by the settings that the agent itself looks at.

use serde_json::Value;

use super::edits::say_included;
use super::{
    OpError, Others, edit_agents_config, finish, path_of, plugin_entry_path, refusing, whole,
};
use crate::blank;
use crate::plan::{Also, OnOff, Plan, Step};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{Config, Edit};
use tacklebox_agents::dialect::{PluginRules, typed};
use tacklebox_agents::in_force::ConfigState;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{self, Idle, Off, Plugin, PluginState};
use tacklebox_machine::machine::Machine;

/// Entries may switch one more plugin, which needs an entry again.
const MOST_ROUNDS: usize = 3;

/// Switches a plugin on or off. The plan names the others that this switches too.
///
/// # Errors
/// [`OpError`] where there is no such plugin, it could not load once it is on, or the config cannot be edited.
pub fn set_plugin_enabled(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    on: bool,
    others: Others,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let all = plugins::list(machine, agent);
    let plugin = all
        .iter()
        .find(|plugin| plugin.id == id || plugin.hook_id == id)
        .ok_or_else(|| OpError::NoSuchPlugin(id.to_owned()))?;
    if let (true, PluginState::Broken, Some(why)) = (on, plugin.state(), plugin.broken()) {
        return Err(OpError::Refused(format!("{} cannot be turned on. {why}", plugin.name)));
    }
    let (verb, done) = if on { ("Turn on", "turned on") } else { ("Turn off", "turned off") };
    let (title, told) = (format!("{verb} {}", plugin.name), format!("{} was {done}.", plugin.name));
    let mut plan = Plan::new(agent.id(), title, told).about(&plugin.hook_id);
    let is_so = match &plugin.left_out {
        // Off it stays, whatever its manifest says one day.
        Some(Off::Idle(_)) => false,
        left_out => left_out.is_none() == on,
    };
    if is_so {
        if let Some((_, typed)) = refusing::all_the_same(machine, inventory, &plugin.hook_id)
            && !on
        {
            plan.already = Some(format!("It is off already. {typed}"));
        }
        return Ok(plan);
    }
    let blank = plugin.entry.as_deref().ok().filter(|_| on).and_then(blank::in_file);
    if let Some((blank, file)) = blank.filter(|(blank, _)| *blank == blank::PROGRAM) {
        let (title, name) = (plugin.name.clone(), plugin.id.clone());
        return Err(OpError::NotFilledIn { title, name, blank, file: Some(file) });
    }
    let Some(rules) = agent.dialect.plugins.as_ref() else { return Ok(plan) };
    let mut edits = switch_edits(agent, rules, &plugin.id, plugin.left_out.as_ref(), on)?;
    let step = |edits: &[Edit]| edit_agents_config(agent, edits);
    let mut made = step(&edits)?;
    let mut then = after(machine, agent, &made);
    if on {
        // What was in the way may have hidden something else that is.
        for round in 0.. {
            let Some(off) = left_out(&then, plugin) else { break };
            let more = in_the_way(agent, rules, &plugin.id, off)?;
            if round == MOST_ROUNDS || more.iter().all(|edit| edits.contains(edit)) {
                let name = &plugin.name;
                return Err(OpError::Refused(format!(
                    "{name} would stay off. {}.",
                    off.sentence()
                )));
            }
            edits.extend(more);
            made = step(&edits)?;
            then = after(machine, agent, &made);
        }
    }
    plan.also = also(&all, &plugin.id, &then);
    if others == Others::Keep && !plan.also.is_empty() {
        (made, then, plan.also) = keeping(machine, agent, rules, (&all, &plugin.id), &mut edits)?;
    }
    plan.along = along(machine, agent, rules, &all, &edits);
    if let Some((theirs, fault)) = whole::brought(rules, &all, &then).first() {
        let (whose, path) = (&theirs.name, fault.path.to_string());
        let why = format!(
            "{} would refuse its whole config for the settings of {whose}. {path}: {} Set it first. Nothing was changed.",
            agent.dialect.title, fault.message
        );
        return Err(OpError::Refused(why));
    }
    say_refused(machine, inventory, &made, &mut plan)?;
    plan.steps.push(made);
    say_included(agent, &edits, &mut plan);
    let own = plugin_entry_path(agent, rules, &plugin.id).join("hooks").join(typed::INJECTS);
    if edits.iter().any(|edit| matches!(edit, Edit::Set { path, .. } if *path == own)) {
        plan.stays.push(format!(
            "hooks.{}: true is written to its entry. The plugin is allowed to do that without it, too, but {} starts it only if its entry says something of its hooks.",
            typed::INJECTS, agent.dialect.title
        ));
    }
    finish(agent, &mut plan)?;
    Ok(plan)
}

/// A step of these edits, and of more that leave the other plugins of `all` as they are; what comes of it, and who is
/// switched all the same.
///
/// # Errors
/// Where the config cannot be edited.
pub(crate) fn keeping(
    machine: &Machine,
    agent: &Agent,
    rules: &PluginRules,
    (all, own): (&[Plugin], &str),
    edits: &mut Vec<Edit>,
) -> Result<(Step, Vec<Plugin>, Vec<Also>), OpError> {
    let mut rounds = 0..MOST_ROUNDS;
    loop {
        let made = edit_agents_config(agent, edits)?;
        let then = after(machine, agent, &made);
        let switched = also(all, own, &then);
        if switched.is_empty() || rounds.next().is_none() {
            return Ok((made, then, switched));
        }
        for other in &switched {
            let id = all.iter().find(|plugin| plugin.name == other.name).map(|it| it.id.as_str());
            let path = plugin_entry_path(agent, rules, id.unwrap_or(&other.name)).join("enabled");
            edits.push(Edit::Set { path, value: (other.change == OnOff::Off).into() });
        }
    }
}

/// Being off does not help where the agent refuses its whole config for what the plugin's files say.
///
/// # Errors
/// Where its gateway goes on now, and would not then.
fn say_refused(
    machine: &Machine,
    inventory: &Inventory,
    made: &Step,
    plan: &mut Plan,
) -> Result<(), OpError> {
    let now = &inventory.agent().config_verdict;
    let (Step::Edit { after, .. }, Some(hook_id), true) = (made, &plan.hook, now.is_refused())
    else {
        return Ok(());
    };
    let then = inventory.with_config(machine, after);
    if now.goes_on() && then.agent().config_verdict.state == ConfigState::Refused {
        let named = inventory.agent().runtime.named();
        let way = refusing::way(machine, inventory, hook_id);
        let way = way.map_or_else(String::new, |way| format!(" {} instead.", way.title));
        return Err(OpError::Refused(format!(
            "Its files are wrong, and {named} would not start with it turned off.{way} Nothing was changed."
        )));
    }
    if let Some((says, typed)) = refusing::all_the_same(machine, &then, hook_id) {
        plan.done = format!("{} {says}", plan.done);
        plan.odd = Some(typed);
    }
    Ok(())
}

/// The settings that have to change for a plugin of this id, which is `off` for a reason or not. More than
/// one thing may be in its way.
///
/// # Errors
/// [`OpError::Refused`] where hooks are off as a whole, and plugins with them.
pub(crate) fn switch_edits(
    agent: &Agent,
    rules: &PluginRules,
    id: &str,
    off: Option<&Off>,
    on: bool,
) -> Result<Vec<Edit>, OpError> {
    let section = rules.section;
    let at = |keys: &[&str]| path_of(&[&[section], keys].concat());
    let path = plugin_entry_path(agent, rules, id).join("enabled");
    let entry = Edit::Set { path, value: on.into() };
    if !on {
        return Ok(vec![entry]);
    }
    let value = agent.config.value.get(section);
    let list = |key: &str| {
        let list = value.and_then(|value| value.get(key)).and_then(Value::as_array);
        list.filter(|list| !list.is_empty()).cloned()
    };
    let is_own = |item: &Value| names(&agent.config, item, id);
    let mut edits = vec![entry];
    if value.and_then(|value| value.get("enabled")) == Some(&Value::Bool(false)) {
        edits.push(Edit::Set { path: at(&["enabled"]), value: true.into() });
    }
    if let Some(mut deny) = list("deny").filter(|deny| deny.iter().any(is_own)) {
        deny.retain(|item| !is_own(item));
        edits.push(Edit::Set { path: at(&["deny"]), value: deny.into() });
    }
    if let Some(mut allow) = list("allow").filter(|allow| !allow.iter().any(is_own)) {
        allow.push(id.into());
        edits.push(Edit::Set { path: at(&["allow"]), value: allow.into() });
    }
    if let Some(off) = off {
        edits.extend(in_the_way(agent, rules, id, off)?);
    }
    Ok(edits)
}

/// Whether a value of the config names the plugin.
pub(crate) fn names(config: &Config, item: &Value, id: &str) -> bool {
    let text = item.as_str().map(|item| config.fill(item));
    text.is_some_and(|text| text.trim().to_lowercase() == id.trim().to_lowercase())
}

/// Takes a plugin out of the lists of the config. One that allows it alone stays: an empty one would allow all others.
pub(crate) fn unlist(agent: &Agent, rules: &PluginRules, id: &str) -> Vec<Edit> {
    let without = |key: &str| {
        let path = path_of(&[rules.section, key]);
        let list = path.get(&agent.config.root)?.as_array()?;
        let mut left = list.clone();
        left.retain(|item| !names(&agent.config, item, id));
        let counts = left.len() < list.len() && (key == "deny" || !left.is_empty());
        counts.then(|| Edit::Set { path, value: left.into() })
    };
    ["allow", "deny"].into_iter().filter_map(without).collect()
}

/// What else has to change for a plugin that is off for this reason.
fn in_the_way(
    agent: &Agent,
    rules: &PluginRules,
    id: &str,
    off: &Off,
) -> Result<Vec<Edit>, OpError> {
    match off {
        Off::Memory(_) => {
            let path = path_of(&[rules.section, "slots", "memory"]);
            Ok(vec![Edit::Set { path, value: id.into() }])
        }
        Off::Idle(Idle::Unsaid) => {
            let path = plugin_entry_path(agent, rules, id).join("hooks").join(typed::INJECTS);
            if path.get(&agent.config.value) == Some(&Value::Bool(false)) {
                return Ok(Vec::new());
            }
            // It may do that anyway: that its entry speaks of its hooks is what makes the agent start it.
            Ok(vec![Edit::Set { path, value: true.into() }])
        }
        Off::Idle(Idle::Capital) => Err(OpError::Refused(format!(
            "{id} would not be started. {}. Its manifest has to name it in small letters. Nothing was changed.",
            off.sentence()
        ))),
        Off::Aside => Err(OpError::Refused(format!(
            "{id} would stay off. {}. Rename its folder first. Nothing was changed.",
            off.sentence()
        ))),
        Off::Hooks => {
            let title = agent.dialect.title;
            Err(OpError::Refused(format!(
                "Hooks of {title} are off as a whole, and its plugins with them: turn on hooks first."
            )))
        }
        _ => Ok(Vec::new()),
    }
}

/// What these edits switch of the plugins that the agent itself brings, of which none is listed: a sentence each.
pub(crate) fn along(
    machine: &Machine,
    agent: &Agent,
    rules: &PluginRules,
    all: &[Plugin],
    edits: &[Edit],
) -> Vec<String> {
    let title = agent.dialect.title;
    let set = |keys: &[&str]| {
        let place = path_of(&[&[rules.section], keys].concat());
        edits.iter().find_map(|edit| match edit {
            Edit::Set { path, value } if *path == place => Some(value),
            _ => None,
        })
    };
    let mut along = Vec::new();
    if let Some(new) = set(&["slots", "memory"]).and_then(Value::as_str)
        && let Some(old) = plugins::memory(agent)
        && !all.iter().any(|plugin| plugin.id == old)
    {
        along.push(format!(
            "{title}'s memory is {new} then, and no longer {old}, which {title} brings."
        ));
    }
    if set(&["enabled"]) == Some(&true.into()) {
        let brought = match plugins::bundled(machine, agent) {
            0 => String::new(),
            count => format!(" ({count} here)"),
        };
        along.push(format!(
            "The plugins that {title} brings{brought} may load again too, each by its own rules."
        ));
    }
    along
}

/// Why one of these plugins, found again, is not loaded; none where it is.
fn left_out<'a>(all: &'a [Plugin], own: &Plugin) -> Option<&'a Off> {
    all.iter().find(|plugin| plugin.hook_id == own.hook_id)?.left_out.as_ref()
}

/// All plugins as they are after a step.
pub(crate) fn after(machine: &Machine, agent: &Agent, step: &Step) -> Vec<Plugin> {
    let Step::Edit { after, .. } = step else { return Vec::new() };
    let mut then = agent.clone();
    then.config = agent.config.with_text(after);
    plugins::list(machine, &then)
}

/// The other plugins that are switched where they are like this `then`.
pub(crate) fn also(all: &[Plugin], own: &str, then: &[Plugin]) -> Vec<Also> {
    whole::switched(all, then, |plugin| plugin.id != own)
}

#[cfg(test)]
mod tests;
