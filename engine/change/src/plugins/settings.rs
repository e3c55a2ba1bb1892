//! A plugin's settings, changed: checked against its own schema and against that of the agent's version,
//! and written to `plugins.entries.<id>.config`.

use serde_json::Value;

use super::form::{self, PluginSetting, SettingKind};
use super::rules;
use crate::ops::{self, OpError, whole};
use crate::plan::{Plan, Step};
use tacklebox_agents::config::{self, ConfigPath, Edit, strict};
use tacklebox_agents::dialect::typed::{ACCESS, Typed};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{self, ListenKey, Plugin};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// The form of a plugin that listens to these, of the hooks that the version in force has; empty where it has no settings. Values of secrets are not in it.
pub fn of(typed: Typed, plugin: &Plugin, keys: &[ListenKey]) -> Vec<PluginSetting> {
    let asks = keys.iter().any(|key| typed.find(&key.key).is_some_and(|hook| hook.private));
    let access = plugin.access.filter(|allowed| asks || *allowed).map(access);
    access.into_iter().chain(form::fields(plugin)).collect()
}

/// Where it is allowed to see whole conversations, beside its own settings.
fn access_path() -> String {
    format!("hooks.{ACCESS}")
}

fn access(allowed: bool) -> PluginSetting {
    PluginSetting {
        path: access_path(),
        label: "May see whole conversations".into(),
        help: Some(
            "Its hooks for what the model is asked and answers are called only where this is on."
                .into(),
        ),
        kind: SettingKind::Switch,
        choices: Vec::new(),
        placeholder: None,
        default: Some("false".into()),
        required: false,
        secret: false,
        advanced: false,
        set: allowed,
        value: allowed.then(|| "true".into()),
    }
}

/// Whether a plugin has a setting at this path.
///
/// # Errors
/// [`OpError::Refused`] with those that it has.
pub fn known(plugin: &Plugin, path: &str) -> Result<(), OpError> {
    field(plugin, path).map(drop)
}

fn field(plugin: &Plugin, path: &str) -> Result<PluginSetting, OpError> {
    let is_access = path == access_path();
    let own = plugin.access.map(access).filter(|_| is_access);
    let fields: Vec<PluginSetting> = form::fields(plugin).into_iter().chain(own).collect();
    let paths = words::all_of(fields.iter().map(|field| field.path.clone()));
    fields.into_iter().find(|field| field.path == path).ok_or_else(|| {
        let known = if paths.is_empty() { "no settings".to_owned() } else { paths };
        OpError::Refused(format!("{} has no setting {path}: it has {known}.", plugin.name))
    })
}

/// Gives a setting a value as it was typed, or takes it away with none. A secret never shows in the plan.
///
/// # Errors
/// [`OpError`] where the plugin has no such setting, its schema or the agent does not take the value, or
/// the config cannot be edited.
pub fn set(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    path: &str,
    value: Option<&str>,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let rules = rules(agent)?;
    let all = plugins::list(machine, agent);
    let plugin = all
        .iter()
        .find(|plugin| plugin.hook_id == id || plugin.id == id)
        .ok_or_else(|| OpError::NoSuchPlugin(id.to_owned()))?;
    let field = field(plugin, path)?;
    let is_access = path == access_path();
    let place: ConfigPath = path.parse().map_err(|_| OpError::BadPath(path.to_owned()))?;
    let schema = plugin.config_schema.clone().unwrap_or_default();
    let own = form::schema_at(&schema, &place).cloned().unwrap_or_default();
    let entry = ops::plugin_entry_path(agent, rules, &plugin.id).join("config");
    let base =
        if is_access { ops::plugin_entry_path(agent, rules, &plugin.id) } else { entry.clone() };
    let whole = ConfigPath(base.0.iter().chain(&place.0).cloned().collect());
    let label = field.label.clone();
    let required = field.required;
    let (verb, done) = if value.is_some() { ("Save", "saved") } else { ("Clear", "cleared") };
    let mut plan = Plan::new(
        agent.id(),
        format!("{verb} {label} for {}", plugin.name),
        format!("{label} for {} was {done}.", plugin.name),
    )
    .about(&plugin.hook_id);
    let edit = match value {
        Some(text) => {
            let value = form::value_of(&field, &own, text)
                .map_err(|why| OpError::Refused(format!("{label}: {why} Nothing was changed.")))?;
            Edit::Set { path: whole, value }
        }
        None => Edit::Unset { path: whole },
    };
    let step = ops::edit_file(
        &agent.config.path,
        agent.config.syntax,
        &agent.home,
        std::slice::from_ref(&edit),
    )?;
    if value.is_some()
        && !is_access
        && let Step::Edit { after, .. } = &step
        && let Some(fault) = refused(agent.config.syntax, &schema, &entry, &place, after)
    {
        return Err(OpError::Refused(format!("{label}: {fault} Nothing was changed.")));
    }
    let then = ops::plugins::after(machine, agent, &step);
    let brought = whole::brought(rules, &all, &then);
    if let Some((_, fault)) = brought.first() {
        let title = agent.dialect.title;
        let others = words::all_of(brought.iter().map(|(_, fault)| fault.path.to_string()));
        // What is asked for is set one by one: that more has to follow is said, before and afterwards.
        if !required
            || value.is_none()
            || brought.iter().any(|(it, _)| it.hook_id != plugin.hook_id)
        {
            return Err(OpError::Refused(format!(
                "{title} would refuse its whole config. {}: {} {}Nothing was changed.",
                fault.path,
                fault.message,
                if value.is_some() { format!("Set {others} first. ") } else { String::new() }
            )));
        }
        let says = format!("{title} refuses its whole config until {others} is set too");
        plan.title = format!("{} ({says})", plan.title);
        plan.done = format!("{} {says}.", plan.done);
    }
    plan.also = ops::plugins::also(machine, agent, &all, plugin, &step);
    plan.steps.push(step);
    plan.steps.retain(Step::changes);
    ops::finish(agent, &mut plan)?;
    Ok(plan)
}

/// What the plugin's own schema finds wrong at this place. What is missing beside it can be set next.
fn refused(
    syntax: config::Syntax,
    schema: &Value,
    entry: &ConfigPath,
    place: &ConfigPath,
    after: &str,
) -> Option<String> {
    let root = config::parse(syntax, after).ok()?;
    let config = entry.get(&root)?;
    let faults = strict::faults(schema, config);
    let mine = faults.into_iter().find(|fault| fault.path.0.starts_with(&place.0))?;
    Some(mine.message)
}
