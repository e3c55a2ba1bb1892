//! A plugin's settings, changed: checked against its own schema and against that of the agent's version,
//! and written to `plugins.entries.<id>.config`, or beside it where they are about its hooks.

use serde_json::Value;

use super::form::{self, PluginSetting, SettingKind};
use super::rules;
use crate::ops::{self, OpError, whole};
use crate::plan::{Plan, Step};
use tacklebox_agents::config::{self, ConfigPath, Edit, strict};
use tacklebox_agents::dialect::typed::{ACCESS, INJECTS, Typed};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{self, ListenKey, Plugin};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// The form of a plugin that listens to these, of the hooks that the version in force has; empty where it has no
/// settings. Values of secrets are not in it.
pub fn of(typed: Typed, plugin: &Plugin, keys: &[ListenKey]) -> Vec<PluginSetting> {
    let heard = || keys.iter().filter_map(|key| typed.named(&key.key));
    let about_hooks = about_hooks(typed, plugin).into_iter().filter(|field| {
        field.set
            || match field.path.rsplit('.').next().unwrap_or_default() {
                ACCESS => heard().any(|hook| hook.private),
                INJECTS => heard().any(|hook| hook.injects),
                LIMIT => heard().next().is_some(),
                name => heard().any(|hook| hook.name == name),
            }
    });
    let (limits, rights): (Vec<_>, Vec<_>) = about_hooks.partition(|field| field.advanced);
    rights.into_iter().chain(form::fields(plugin)).chain(limits).collect()
}

/// The time limit of all of its hooks, and the group with one for each.
const LIMIT: &str = "timeoutMs";
const LIMITS: &str = "timeouts";

/// What the agent's config says of a plugin's hooks, beside its own settings: none where its version asks for
/// none of it.
fn about_hooks(typed: Typed, plugin: &Plugin) -> Vec<PluginSetting> {
    let Some(access) = plugin.access else { return Vec::new() };
    let right = |name: &str, label: &str, help: &str, usual: bool, now: bool| PluginSetting {
        path: format!("hooks.{name}"),
        label: label.into(),
        help: Some(help.into()),
        kind: SettingKind::Switch,
        choices: Vec::new(),
        placeholder: None,
        default: Some(usual.to_string()),
        required: false,
        secret: false,
        advanced: false,
        set: now != usual,
        value: (now != usual).then(|| now.to_string()),
    };
    let limit = |path: String, label: String, now: Option<std::time::Duration>| PluginSetting {
        path,
        label,
        help: None,
        kind: SettingKind::Number,
        choices: Vec::new(),
        placeholder: Some("5000".into()),
        default: None,
        required: false,
        secret: false,
        advanced: true,
        set: now.is_some(),
        value: now.map(|it| it.as_millis().to_string()),
    };
    let (each, all) = &plugin.limits;
    let mut fields = vec![
        right(
            ACCESS,
            "May see whole conversations",
            "Its hooks for what the model is asked and answers are called only where this is on.",
            false,
            access,
        ),
        right(
            INJECTS,
            "May add to prompts",
            "Its hooks that add to what the model is told are called only where this is on.",
            true,
            plugin.injects,
        ),
        limit(format!("hooks.{LIMIT}"), "Milliseconds that its hooks may take".into(), *all),
    ];
    fields.extend(typed.hooks().iter().map(|hook| {
        let name = hook.name;
        let label = format!("Milliseconds that {name} may take");
        limit(format!("hooks.{LIMITS}.{name}"), label, each.get(name).copied())
    }));
    fields
}

/// Whether a plugin has a setting at this path.
///
/// # Errors
/// [`OpError::Refused`] with those that it has.
pub fn known(typed: Typed, plugin: &Plugin, path: &str) -> Result<(), OpError> {
    field(typed, plugin, path).map(drop)
}

/// The setting at this path, and whether it is one of its own, below `config`.
fn field(typed: Typed, plugin: &Plugin, path: &str) -> Result<(PluginSetting, bool), OpError> {
    let own = form::fields(plugin);
    let paths = words::all_of(own.iter().map(|field| field.path.clone()));
    let own = own.into_iter().map(|field| (field, true));
    let all = own.chain(about_hooks(typed, plugin).into_iter().map(|field| (field, false)));
    let mut all = all.filter(|(field, _)| field.path == path);
    all.next().ok_or_else(|| {
        let known = if paths.is_empty() { "no settings".to_owned() } else { paths };
        OpError::Refused(format!("{} has no setting {path}: it has {known}.", plugin.name))
    })
}

/// One setting that changes.
struct Changed {
    field: PluginSetting,
    /// Where it is below `config`; none of those that are not its own.
    own: Option<ConfigPath>,
    edit: Edit,
}

/// Gives settings values as they were typed, or takes them away with none, in one step: an agent may refuse its
/// whole config until all that a plugin asks for is there. A secret never shows in the plan.
///
/// # Errors
/// [`OpError`] where the plugin has no such setting, its schema or the agent does not take a value, or
/// the config cannot be edited.
pub fn set(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    changes: &[(&str, Option<&str>)],
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let rules = rules(agent)?;
    let typed = agent.dialect.rules.typed;
    let all = plugins::list(machine, agent);
    let plugin = all
        .iter()
        .find(|plugin| plugin.hook_id == id || plugin.id == id)
        .ok_or_else(|| OpError::NoSuchPlugin(id.to_owned()))?;
    let schema = plugin.config_schema.clone().unwrap_or_default();
    let base = ops::plugin_entry_path(agent, rules, &plugin.id);
    let entry = base.join("config");
    let change = |(path, value): &(&str, Option<&str>)| {
        let (field, is_own) = field(typed, plugin, path)?;
        let place: ConfigPath = path.parse().map_err(|_| OpError::BadPath((*path).to_owned()))?;
        let from = if is_own { &entry } else { &base };
        let path = ConfigPath(from.0.iter().chain(&place.0).cloned().collect());
        let part = form::schema_at(&schema, &place).cloned().unwrap_or_default();
        let label = &field.label;
        let edit = match value {
            Some(text) => {
                let value = form::value_of(&field, &part, text).map_err(|why| {
                    OpError::Refused(format!("{label}: {why} Nothing was changed."))
                })?;
                Edit::Set { path, value }
            }
            None => Edit::Unset { path },
        };
        Ok(Changed { own: is_own.then_some(place), field, edit })
    };
    let changed: Vec<Changed> = changes.iter().map(change).collect::<Result<_, OpError>>()?;
    let labels = words::all_of(changed.iter().map(|it| it.field.label.clone()));
    let clears = changes.iter().all(|(_, value)| value.is_none());
    let (verb, done) = if clears { ("Clear", "cleared") } else { ("Save", "saved") };
    let were = if changed.len() == 1 { "was" } else { "were" };
    let mut plan = Plan::new(
        agent.id(),
        format!("{verb} {labels} for {}", plugin.name),
        format!("{labels} for {} {were} {done}.", plugin.name),
    )
    .about(&plugin.hook_id);
    let edits: Vec<Edit> = changed.iter().map(|it| it.edit.clone()).collect();
    let step = ops::edit_agents_config(agent, &edits)?;
    if let Step::Edit { after, .. } = &step
        && let Some((label, fault)) = refused(agent.config.syntax, &schema, &entry, &changed, after)
    {
        return Err(OpError::Refused(format!("{label}: {fault} Nothing was changed.")));
    }
    let then = ops::plugins::after(machine, agent, &step);
    let brought = whole::brought(rules, &all, &then);
    if let Some((_, fault)) = brought.first() {
        let title = agent.dialect.title;
        let others = words::all_of(brought.iter().map(|(_, fault)| fault.path.to_string()));
        let instead =
            if clears { String::new() } else { format!("Set {others} in the same step. ") };
        return Err(OpError::Refused(format!(
            "{title} would refuse its whole config. {}: {} {instead}Nothing was changed.",
            fault.path, fault.message
        )));
    }
    plan.also = ops::plugins::also(&all, &plugin.id, &then);
    plan.steps.push(step);
    plan.steps.retain(Step::changes);
    ops::finish(agent, &mut plan)?;
    Ok(plan)
}

/// What the plugin's own schema finds wrong with a value that is set, and with which.
fn refused<'a>(
    syntax: config::Syntax,
    schema: &Value,
    entry: &ConfigPath,
    changed: &'a [Changed],
    after: &str,
) -> Option<(&'a str, String)> {
    let root = config::parse(syntax, after).ok()?;
    let config = entry.get(&root)?;
    let faults = strict::faults(schema, config);
    let set = changed.iter().filter(|it| matches!(it.edit, Edit::Set { .. }));
    let mut own = set.filter_map(|it| Some((it.field.label.as_str(), it.own.as_ref()?)));
    own.find_map(|(label, place)| {
        let fault = faults.iter().find(|fault| fault.path.0.starts_with(&place.0))?;
        Some((label, fault.message.clone()))
    })
}
