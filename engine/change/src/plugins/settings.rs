//! A plugin's settings, changed: checked against its own schema and against that of the agent's version,
//! and written to `plugins.entries.<id>.config`.

use serde_json::Value;

use super::form::{self, PluginSetting};
use super::{entry_path, find, rules};
use crate::ops::{self, OpError};
use crate::plan::{Plan, Step};
use tacklebox_agents::config::{self, ConfigPath, Edit, strict};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::Plugin;
use tacklebox_machine::machine::Machine;

/// The form of a plugin; empty where it has no settings. Values of secrets are not in it.
pub fn of(plugin: &Plugin) -> Vec<PluginSetting> {
    form::fields(plugin)
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
    let plugin = find(machine, agent, id)?;
    let fields = form::fields(&plugin);
    let known = || tacklebox_machine::words::all_of(fields.iter().map(|field| field.path.clone()));
    let field = fields.iter().find(|field| field.path == path).ok_or_else(|| {
        let known = if fields.is_empty() { "no settings".to_owned() } else { known() };
        OpError::Refused(format!("{} has no setting {path}: it has {known}.", plugin.name))
    })?;
    let place: ConfigPath = path.parse().map_err(|_| OpError::BadPath(path.to_owned()))?;
    let schema = plugin.config_schema.clone().unwrap_or_default();
    let own = form::schema_at(&schema, &place).cloned().unwrap_or_default();
    let entry = entry_path(agent, rules, &plugin.id).join("config");
    let whole = ConfigPath(entry.0.iter().chain(&place.0).cloned().collect());
    let label = &field.label;
    let (verb, done) = if value.is_some() { ("Save", "saved") } else { ("Clear", "cleared") };
    let mut plan = Plan::new(
        agent.id(),
        format!("{verb} {label} for {}", plugin.name),
        format!("{label} for {} was {done}.", plugin.name),
    )
    .about(&plugin.hook_id);
    let edit = match value {
        Some(text) => {
            let value = form::value_of(field, &own, text)
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
        && let Step::Edit { after, .. } = &step
        && let Some(fault) = refused(agent.config.syntax, &schema, &entry, &place, after)
    {
        return Err(OpError::Refused(format!("{label}: {fault} Nothing was changed.")));
    }
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
