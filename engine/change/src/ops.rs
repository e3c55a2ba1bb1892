//! What a person can do to a hook, as plans: switch it, give it a variable or a setting. Every edit
//! goes to the place that the agent's dialect names.

mod along;
pub mod draft;
mod edits;
pub(crate) mod error;
mod events;
mod held;
pub mod list;
mod obey;
mod places;
pub(crate) mod plugins;
pub(crate) mod refusing;
mod text;
mod turn_on;
pub(crate) mod whole;

use std::path::Path;

use serde_json::Value;

pub(crate) use self::along::{beyond, with_key};
use self::edits::say_included;
pub(crate) use self::edits::{
    also_switched, edit_agents_config, edit_config, edit_front_matter, push_with_receipt,
    rename_in_list, still_switched, switch_in_list,
};
pub use self::edits::{edit_file, keep_others, tell};
pub use self::error::{OpError, Problem};
pub use self::obey::{changed, finish, refused, warning};
pub(crate) use self::places::{
    config_hook_path, config_hooks_path, path_of, plugin_entry_path, setting_path,
};
pub use self::places::{entry_path, env_file, switch_file};
pub use self::plugins::set_plugin_enabled;
pub(crate) use self::plugins::{names as names_plugin, unlist};
pub(crate) use self::{
    events::check_event,
    held::held_step,
    obey::{may_be_set, may_be_written, may_write, off_then},
};
pub(crate) use self::{plugins::switch_edits, text::text_of};
use crate::plan::{Plan, Step};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{self, ConfigPath, Edit, Syntax};
use tacklebox_agents::dialect::{EnvPlace, Switch};
use tacklebox_agents::hook::Source;
use tacklebox_inventory::discover::Kind;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::selection::{self, Named};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// What to do with other hooks that an edit would switch in the shipped runtime.
///
/// A person who is shown the plan before anything is written gets [`Self::SHOWN_FIRST`]. A person who types an edit of
/// one value is asked nothing, and gets that edit alone unless `--keep-others` is there: a file that a script edits
/// holds what the script wrote, as after the agent's own command. What goes along is printed, with both ways to keep it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// Write the entries that keep them as they are.
    Keep,
    /// Let it happen; the plan names them.
    Switch,
}

impl Others {
    /// A click on one hook means that hook alone. The entries that keep the others are in the plan that is read first.
    pub const SHOWN_FIRST: Self = Self::Keep;

    /// As a person said it.
    pub const fn kept(keep: bool) -> Self {
        if keep { Self::Keep } else { Self::Switch }
    }
}

/// Switches a hook on or off.
///
/// # Errors
/// [`OpError`] where the hook has no switch or its place cannot be edited.
pub fn set_enabled(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    on: bool,
    others: Others,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let (hook, candidate) = inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
    if let Some(error) = OpError::of_switch(agent, hook, candidate) {
        return Err(error);
    }
    let (verb, done) = if on { ("Turn on", "turned on") } else { ("Turn off", "turned off") };
    let (title, told) = (format!("{verb} {}", hook.title), format!("{} was {done}.", hook.title));
    let mut plan = Plan::new(agent.id(), title, told).about(&hook.id);
    if on
        && !hook.enabled
        && let Some((blank, file)) = draft::blank_of(hook)
    {
        let (title, name) = (hook.title.clone(), hook.name.clone());
        return Err(OpError::NotFilledIn { title, name, blank, file });
    }
    let marked = candidate.manifest.as_ref().is_ok_and(|manifest| manifest.draft);
    let whole_off = on && !agent.hooks_on();
    let named = Named::from(hook);
    let asked_for = !on || selection::loads(agent.dialect, &agent.section)(named);
    if hook.enabled == on && !whole_off && asked_for {
        plan.already = on.then(|| turn_on::idle(hook)).flatten();
        return Ok(plan);
    }
    match agent.dialect.switch {
        Switch::ConfigEntry => {
            let path = entry_path(agent, &hook.hook_key).join("enabled");
            let edits = match on {
                true => turn_on::edits(inventory, hook)?,
                false => vec![Edit::Set { path, value: false.into() }],
            };
            let others = if whole_off { Others::Keep } else { others };
            edit_config(inventory, &mut plan, &hook.hook_key, &edits, others)?;
            plan.also.extend(along::of_its_key(inventory, hook, on));
            plan.steps.retain(Step::changes);
        }
        Switch::Manifest if on && hook.enabled => {
            return Err(OpError::Refused(format!(
                "All hooks of {} are off: turn them on as a whole first.",
                agent.dialect.title
            )));
        }
        Switch::Manifest => {
            let manifest =
                hook.manifest.as_deref().ok_or_else(|| OpError::NoSwitch(hook.title.clone()))?;
            let edit = Edit::Set { path: path_of(&["hook", "enabled"]), value: on.into() };
            let step = match marked {
                true => draft::unmark(inventory, hook, &[edit])?,
                false => Some(edit_file(manifest, Syntax::Toml, &agent.home, &[edit])?),
            };
            if let Some(step) = step {
                push_with_receipt(machine, &mut plan, hook, step);
            }
        }
        Switch::DisabledList(file) => {
            plan.also = along::of_its_name(inventory, hook, on);
            plan.steps.push(switch_in_list(agent, file, &hook.name, on)?);
        }
    }
    // Once it was on it is not a draft any more, whatever it is afterwards.
    if marked
        && agent.dialect.switch != Switch::Manifest
        && let Some(step) = draft::unmark(inventory, hook, &[])?
    {
        push_with_receipt(machine, &mut plan, hook, step);
    }
    // Whoever turns it on is told before it runs.
    let grave = candidate.grave().filter(|_| on && !hook.enabled);
    plan.along.extend(grave.map(|why| format!("The check found something serious in it. {why}")));
    plan.steps.extend(held::looked_at(machine, &hook.id).filter(|_| on));
    finish(agent, &mut plan)?;
    plan.also.extend(along::at_last(machine, inventory, (hook, on), &plan));
    Ok(plan)
}

/// Switches hooks as a whole. The plan names those that shipped OpenClaw would switch, which are not all.
///
/// # Errors
/// [`OpError`] where the agent has no such switch or its config cannot be edited.
pub fn set_hooks_on(inventory: &Inventory, on: bool) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let title = agent.dialect.title;
    let done = if on { "on" } else { "off" };
    let mut plan = Plan::new(
        agent.id(),
        format!("Turn {done} hooks for {title}"),
        format!("Hooks for {title} were turned {done}."),
    );
    if !agent.dialect.whole_switch {
        return Err(OpError::Refused(format!("{title} has no switch for hooks as a whole.")));
    }
    if agent.hooks_on() == on {
        return Ok(plan);
    }
    let edit = Edit::Set { path: agent.section_path(&["enabled"]), value: on.into() };
    let edits = [edit];
    plan.steps.push(edit_agents_config(agent, &edits)?);
    say_included(agent, &edits, &mut plan);
    plan.also = also_switched(inventory, &[], &plan.steps);
    finish(agent, &mut plan)?;
    Ok(plan)
}

/// Gives a hook a variable, or takes it away with none. The value never shows in the plan.
///
/// # Errors
/// [`OpError`] where the agent has no place for it, or that place cannot be edited.
pub fn set_env(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    name: &str,
    value: Option<&str>,
    others: Others,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let (hook, candidate) = inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
    check_variable(name, value)?;
    let what = words::variable(name);
    let (verb, done) = if value.is_some() { ("Save", "saved") } else { ("Clear", "cleared") };
    let mut plan = Plan::new(
        agent.id(),
        format!("{verb} the {what} for {}", hook.title),
        format!("The {what} for {} was {done}.", hook.title),
    )
    .about(&hook.id);
    let edit = |path: ConfigPath| match value {
        Some(value) => Edit::Set { path, value: value.into() },
        None => Edit::Unset { path },
    };
    match agent.dialect.env_place {
        EnvPlace::ConfigEntry if candidate.kind == Kind::Hook => {
            let path = entry_path(agent, &hook.hook_key).join("env").join(name);
            edit_config(inventory, &mut plan, &hook.hook_key, &[edit(path)], others)?;
        }
        EnvPlace::Manifest if hook.source == Source::Config => {
            let path = config_hook_path(inventory, hook)?.join("env").join(name);
            plan.steps.push(edit_agents_config(agent, &[edit(path)])?);
        }
        EnvPlace::Manifest if hook.manifest.is_some() => {
            let manifest = hook.manifest.as_deref().unwrap_or(Path::new(""));
            let step = edit_front_matter(manifest, &[edit(path_of(&["env", name]))])?;
            push_with_receipt(machine, &mut plan, hook, step);
        }
        _ => {
            return Err(OpError::NoPlaceForEnv {
                agent: agent.dialect.title,
                name: name.to_owned(),
            });
        }
    }
    plan.steps.retain(Step::changes);
    plan.stays.extend(value.and_then(|_| edits::not_looked_at(agent, candidate, name)));
    plan.odd = value.and_then(|value| tacklebox_bring::keys::odd(name, value));
    if value.is_some() {
        edits::say_readable(&mut plan);
    }
    finish(agent, &mut plan)?;
    Ok(plan)
}

/// # Errors
/// [`OpError`] where no environment could hold a variable of this name or value.
pub(crate) fn check_variable(name: &str, value: Option<&str>) -> Result<(), OpError> {
    let first = name.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    if !first || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(OpError::BadVariable(name.to_owned()));
    }
    if value.is_some_and(|value| value.contains('\0')) {
        return Err(OpError::Refused("A value cannot hold a NUL byte.".into()));
    }
    Ok(())
}

/// Sets a path of the agent's config for a hook that asks for it, or clears it with none. What a person types is read
/// as JSON5, else as a string; where the config has a text, it stays a text, even if it looks like a number.
///
/// # Errors
/// [`OpError`] where the hook does not ask for the path, or the config cannot be edited.
pub fn set_setting(
    inventory: &Inventory,
    id: &str,
    path: &str,
    value: Option<&str>,
    others: Others,
) -> Result<Plan, OpError> {
    let (hook, candidate) = inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
    let agent = inventory.agent();
    let target = setting_path(agent, &parse_path(path)?);
    if let Some(error) = OpError::not_asked(hook, candidate, path) {
        return Err(error);
    }
    let is_text = agent.config.get(&target).is_some_and(Value::is_string);
    let quoted = value.filter(|value| is_text && !value_or_text(value).is_string());
    let quoted = quoted.map(|value| Value::from(value).to_string());
    let odd = value.and_then(|value| tacklebox_bring::keys::odd(path, value));
    Ok(Plan { odd, ..set_at(inventory, path, target, quoted.as_deref().or(value), others)? })
}

/// The same for a value that is known as it is to be, written as JSON.
pub(crate) fn put_setting(inventory: &Inventory, path: &str, value: &str) -> Result<Plan, OpError> {
    let target = setting_path(inventory.agent(), &parse_path(path)?);
    set_at(inventory, path, target, Some(value), Others::Keep)
}

/// Sets a path of the agent's config as it is written, or clears it with none. The value is read as JSON5, else as text.
///
/// # Errors
/// [`OpError`] where the path is none, or the config cannot be edited.
pub fn set_config(
    machine: &Machine,
    inventory: &Inventory,
    path: &str,
    value: Option<&str>,
    others: Others,
) -> Result<Plan, OpError> {
    let plan = set_at(inventory, path, parse_path(path)?, value, others)?;
    obey::known_plugins(machine, inventory, &plan)?;
    Ok(plan)
}

/// The edit of one place of the config, called `path` in words.
fn set_at(
    inventory: &Inventory,
    path: &str,
    target: ConfigPath,
    value: Option<&str>,
    others: Others,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let mut plan = setting_plan(agent, path, value);
    // Whose entry is edited was meant, and is no other hook.
    let own = inventory.candidates().map(|(_, hook)| hook.hook_key.as_str()).find(|key| {
        let entry = entry_path(agent, key);
        target.0.starts_with(&entry.0)
    });
    let own = own.unwrap_or_default().to_owned();
    let still = value.is_none() && target.get(&agent.config.value).is_some();
    edit_config(inventory, &mut plan, &own, &[setting(target.clone(), value)], others)?;
    plan.steps.retain(Step::changes);
    if still && target.get(&agent.config.root).is_none() {
        return Err(OpError::OnlyIncluded(path.to_owned()));
    }
    finish(agent, &mut plan)?;
    Ok(plan)
}

fn parse_path(path: &str) -> Result<ConfigPath, OpError> {
    path.parse().map_err(|_| OpError::BadPath(path.to_owned()))
}

fn setting_plan(agent: &Agent, path: &str, value: Option<&str>) -> Plan {
    let (verb, done) = if value.is_some() { ("Save", "saved") } else { ("Clear", "cleared") };
    Plan::new(
        agent.id(),
        format!("{verb} the setting {path}"),
        format!("The setting {path} was {done}."),
    )
}

fn setting(path: ConfigPath, value: Option<&str>) -> Edit {
    match value {
        Some(value) => Edit::Set { path, value: value_or_text(value) },
        None => Edit::Unset { path },
    }
}

/// Lets the file that a hook's command starts be executed.
///
/// # Errors
/// [`OpError`] where there is no such file.
pub fn make_executable(inventory: &Inventory, id: &str) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let (hook, candidate) = inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
    let mut plan = Plan::new(
        agent.id(),
        format!("Let {} run its program", hook.title),
        format!("{} may run its program now.", hook.title),
    )
    .about(&hook.id);
    if let Some(file) = &candidate.not_executable {
        let base =
            hook.dir.as_deref().or_else(|| agent.config.path.parent()).unwrap_or(&agent.home);
        plan.steps.push(Step::MakeExecutable { path: base.join(file) });
    }
    Ok(plan)
}

/// JSON5 where it is some, else the text itself. So are the numbers that JSON and TOML cannot both
/// keep: they would be written as others.
pub(crate) fn value_or_text(text: &str) -> Value {
    let value = config::value(text).ok().filter(|_| !edits::would_be_another(text));
    value.unwrap_or_else(|| text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_json5_or_text() {
        assert_eq!(value_or_text("5"), 5);
        assert_eq!(value_or_text("true"), true);
        assert_eq!(value_or_text("[1, 'a']"), serde_json::json!([1, "a"]));
        assert_eq!(value_or_text("~/notes"), "~/notes");
        assert_eq!(value_or_text(""), "");
        assert_eq!(value_or_text("NaN"), "NaN");
        assert_eq!(value_or_text("-Infinity"), "-Infinity");
        assert_eq!(value_or_text("9007199254740991"), 9_007_199_254_740_991_i64);
        assert_eq!(value_or_text("-1234567890123456789"), "-1234567890123456789");
    }
}
