//! Switching a plugin, by the settings that the agent itself looks at.

use serde_json::Value;

use super::edits::say_included;
use super::{OpError, Others, edit_file, finish, path_of, plugin_entry_path, whole};
use crate::plan::{Also, OnOff, Plan, Step};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{self, Edit};
use tacklebox_agents::dialect::{PluginRules, typed};
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
        return Ok(plan);
    }
    let Some(rules) = agent.dialect.plugins.as_ref() else { return Ok(plan) };
    let mut edits = switch_edits(agent, rules, &plugin.id, plugin.left_out.as_ref(), on)?;
    let step =
        |edits: &[Edit]| edit_file(&agent.config.path, agent.config.syntax, &agent.home, edits);
    let mut made = step(&edits)?;
    if on {
        // What was in the way may have hidden something else that is.
        for round in 0.. {
            let Some(off) = left_out(after(machine, agent, &made), plugin) else { break };
            let more = in_the_way(agent, rules, &plugin.id, &off)?;
            if round == MOST_ROUNDS || more.iter().all(|edit| edits.contains(edit)) {
                let name = &plugin.name;
                return Err(OpError::Refused(format!(
                    "{name} would stay off. {}.",
                    off.sentence()
                )));
            }
            edits.extend(more);
            made = step(&edits)?;
        }
    }
    plan.also = also(machine, agent, &all, plugin, &made);
    if others == Others::Keep {
        for _ in 0..MOST_ROUNDS {
            let before = plan.also.len();
            for other in &plan.also {
                let id =
                    all.iter().find(|plugin| plugin.name == other.name).map(|it| it.id.as_str());
                let path = plugin_entry_path(agent, rules, id.unwrap_or(&other.name));
                let path = path.join("enabled");
                edits.push(Edit::Set { path, value: (other.change == OnOff::Off).into() });
            }
            if before == 0 {
                break;
            }
            made = step(&edits)?;
            plan.also = also(machine, agent, &all, plugin, &made);
        }
    }
    let then = after(machine, agent, &made);
    if let Some((theirs, fault)) = whole::brought(rules, &all, &then).first() {
        let (whose, path) = (&theirs.name, fault.path.to_string());
        let why = format!(
            "{} would refuse its whole config for the settings of {whose}. {path}: {} Set it first. Nothing was changed.",
            agent.dialect.title, fault.message
        );
        return Err(OpError::Refused(why));
    }
    plan.steps.push(made);
    say_included(agent, &edits, &mut plan);
    finish(agent, &mut plan)?;
    Ok(plan)
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
    let own = id.trim().to_lowercase();
    let is_own = |item: &Value| item.as_str().is_some_and(|item| item.trim().to_lowercase() == own);
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

/// Why one of these plugins, found again, is not loaded; none where it is.
fn left_out(all: Vec<Plugin>, own: &Plugin) -> Option<Off> {
    all.into_iter().find(|plugin| plugin.hook_id == own.hook_id)?.left_out
}

/// All plugins as they are after a step.
pub(crate) fn after(machine: &Machine, agent: &Agent, step: &Step) -> Vec<Plugin> {
    let Step::Edit { after, .. } = step else { return Vec::new() };
    let value = config::parse(agent.config.syntax, after).unwrap_or_default();
    let mut then = agent.clone();
    then.config = agent.config.with_root(value, &agent.home);
    plugins::list(machine, &then)
}

/// The other plugins that a step switches.
pub(crate) fn also(
    machine: &Machine,
    agent: &Agent,
    all: &[Plugin],
    own: &Plugin,
    step: &Step,
) -> Vec<Also> {
    let then = after(machine, agent, step);
    let switched = all.iter().filter(|plugin| plugin.id != own.id).filter_map(|before| {
        let after = then.iter().find(|plugin| plugin.hook_id == before.hook_id)?;
        let (was, is) = (before.left_out.is_none(), after.left_out.is_none());
        let change = if is { OnOff::On } else { OnOff::Off };
        (was != is).then(|| Also { name: before.name.clone(), change })
    });
    switched.collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::io::Write;
    use std::path::Path;

    use super::*;
    use tacklebox_agents::agent::Options;
    use tacklebox_agents::hook::AgentId;
    use tacklebox_machine::machine::Platform;

    fn write(home: &Path, path: &str, text: &str) {
        let path = home.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// `own` in a home of 2026.9.6, with this beside what every manifest has, is turned on or off: the config
    /// afterwards, null where it stays as it is, and the state of the plugin then.
    fn shipped(config: &str, says: &str, on: bool) -> Result<(Value, PluginState), OpError> {
        let home = tempfile::tempdir().unwrap();
        write(home.path(), ".openclaw/openclaw.json", config);
        let dir = ".openclaw/extensions/own";
        let manifest = format!(r#"{{id: "own", configSchema: {{}}, {says}}}"#);
        write(home.path(), &format!("{dir}/openclaw.plugin.json"), &manifest);
        write(home.path(), &format!("{dir}/index.js"), "export default { register() {} };");
        let machine = Machine::new(Platform::Linux, home.path(), BTreeMap::new());
        let runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let inventory = Inventory::scan(&machine, AgentId::Openclaw, &options);
        let plan = set_plugin_enabled(&machine, &inventory, "own", on, Others::Switch)?;
        let Some(step @ Step::Edit { after: text, .. }) = plan.steps.first() else {
            let plugin = plugins::list(&machine, inventory.agent()).swap_remove(0);
            return Ok((Value::Null, plugin.state()));
        };
        let plugin = after(&machine, inventory.agent(), step).swap_remove(0);
        Ok((config::parse(config::Syntax::Json5, text).unwrap(), plugin.state()))
    }

    #[test]
    fn what_nothing_starts_is_turned_on_by_name() {
        use serde_json::json;
        let starts = "activation: {onStartup: true}";
        let entry = |it: &(Value, PluginState)| it.0["plugins"]["entries"]["own"].clone();
        let on = shipped("{}", starts, true).unwrap();
        assert_eq!((entry(&on), on.1), (json!({"enabled": true}), PluginState::On));
        let named = "{plugins: {entries: {own: {enabled: true}}}}";
        assert_eq!(shipped(named, starts, true).unwrap(), (Value::Null, PluginState::On));
        // Nothing in its manifest says when: what its entry says of its hooks does.
        let on = shipped(named, "", true).unwrap();
        let both = json!({"enabled": true, "hooks": {"allowPromptInjection": true}});
        assert_eq!((entry(&on), on.1), (both.clone(), PluginState::On));
        let on = shipped("{}", "", true).unwrap();
        assert_eq!((entry(&on), on.1), (both, PluginState::On));
        let forbids = "{plugins: {entries: {own: {hooks: {allowPromptInjection: false}}}}}";
        let refused = shipped(forbids, "", true).unwrap_err();
        assert!(refused.to_string().contains("own would stay off."), "{refused}");
        let off = shipped("{}", starts, false).unwrap();
        assert_eq!((entry(&off), off.1), (json!({"enabled": false}), PluginState::Off));
    }

    #[test]
    fn what_the_agent_would_refuse_its_whole_config_for_is_not_turned_on() {
        let says = "configSchema: {type: 'object', required: ['mode', 'n'], properties: {mode: {type: 'string'}, n: {type: 'number', default: 1}}}, activation: {onStartup: true}";
        let off = "{plugins: {entries: {own: {enabled: false}}}}";
        let refused = shipped(off, says, true).unwrap_err().to_string();
        assert!(
            refused.contains("would refuse its whole config")
                && refused.contains("mode: It is missing."),
            "{refused}"
        );
        let set = "{plugins: {entries: {own: {enabled: false, config: {mode: 'x'}}}}}";
        assert_eq!(shipped(set, says, true).unwrap().1, PluginState::On);
        // It is so already: this edit does not bring it.
        assert_eq!(shipped("{}", says, true).unwrap().1, PluginState::On);
    }

    #[test]
    fn everything_that_is_in_the_way_is_moved() {
        let memory = "kind: 'memory', activation: {onStartup: true}";
        let (after, state) = shipped("{plugins: {enabled: false}}", memory, true).unwrap();
        assert_eq!(after["plugins"]["slots"]["memory"], "own");
        assert_eq!(state, PluginState::On);
    }

    /// Switches `own` in a home with two plugins: the config afterwards, and who else was switched.
    fn switched(config: &str, on: bool, others: Others) -> Result<(Value, String), OpError> {
        let home = tempfile::tempdir().unwrap();
        write(home.path(), ".openclaw/openclaw.json", config);
        for id in ["own", "other"] {
            write(home.path(), &format!(".openclaw/extensions/{id}/index.js"), "");
        }
        let machine = Machine::new(Platform::Linux, home.path(), BTreeMap::new());
        let inventory = Inventory::scan(&machine, AgentId::Openclaw, &Options::documented());
        let plan = set_plugin_enabled(&machine, &inventory, "own", on, others)?;
        let also: Vec<String> =
            plan.also.iter().map(|also| format!("{} {:?}", also.name, also.change)).collect();
        let after = match plan.steps.first() {
            Some(Step::Edit { after, .. }) => config::parse(config::Syntax::Json5, after).unwrap(),
            _ => Value::Null,
        };
        Ok((after, also.join(", ")))
    }

    #[test]
    fn what_is_in_the_way_is_moved_and_others_are_named() {
        let (after, also) = switched("{}", false, Others::Switch).unwrap();
        assert_eq!(after["plugins"]["entries"]["own"]["enabled"], false);
        assert_eq!(also, "");
        let off = "{plugins: {enabled: false}}";
        let (after, also) = switched(off, true, Others::Switch).unwrap();
        assert_eq!((&after["plugins"]["enabled"], also.as_str()), (&true.into(), "other On"));
        let (after, also) = switched(off, true, Others::Keep).unwrap();
        assert_eq!(after["plugins"]["entries"]["other"]["enabled"], false);
        assert_eq!(also, "");
    }

    #[test]
    fn an_entry_is_changed_in_the_spelling_that_is_there() {
        let other = "{plugins: {enabled: false, entries: {OTHER: {config: {a: 1}}, Own: {}}}}";
        let (after, also) = switched(other, true, Others::Keep).unwrap();
        let entries = serde_json::json!({
            "OTHER": { "config": { "a": 1 }, "enabled": false },
            "Own": { "enabled": true }
        });
        assert_eq!((&after["plugins"]["entries"], also.as_str()), (&entries, ""));
        let (after, _) = switched("{plugins: {entries: {Own: {}}}}", false, Others::Keep).unwrap();
        assert_eq!(after["plugins"]["entries"], serde_json::json!({ "Own": { "enabled": false } }));
    }

    #[test]
    fn lists_keep_what_else_they_have() {
        let lists = "{plugins: {allow: ['other'], deny: ['x', 'OWN']}}";
        let (after, also) = switched(lists, true, Others::Switch).unwrap();
        assert_eq!(after["plugins"]["allow"], serde_json::json!(["other", "own"]));
        assert_eq!(after["plugins"]["deny"], serde_json::json!(["x"]));
        assert_eq!(also, "");
    }

    #[test]
    fn what_is_so_already_changes_nothing_and_what_cannot_load_is_refused() {
        assert_eq!(switched("{}", true, Others::Switch).unwrap().0, Value::Null);
        let hooks_off = "{hooks: {internal: {enabled: false}}}";
        assert!(matches!(switched(hooks_off, true, Others::Switch), Err(OpError::Refused(_))));
    }
}
