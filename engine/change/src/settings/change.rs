//! Setting and clearing one setting, as plans. What is typed is checked here, whoever sent it.

use serde_json::Value;

use super::fields::{self, Control, FieldId, Place, Shape};
use crate::ops::{self, OpError, Others};
use crate::plan::{Plan, Step};
use tacklebox_agents::agent::{Agent, NotRead};
use tacklebox_agents::config::Edit;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// Gives a setting this value: `true` or `false` for a switch, a whole number, a folder.
///
/// # Errors
/// [`OpError`] where the agent has no such setting, something else decides it, the value is none, or
/// the config cannot be edited.
pub fn set(
    machine: &Machine,
    inventory: &Inventory,
    id: FieldId,
    value: &str,
    others: Others,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let spec = spec(machine, agent, id)?;
    let Place::Config(path) = spec.place else { return Err(decided(machine, agent, &spec)) };
    let title = agent.dialect.title;
    let value = match spec.shape {
        Shape::Switch { .. } => match value {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => return Err(OpError::Refused(format!("{value} is neither on nor off."))),
        },
        Shape::Number { .. } => number(value)?,
        Shape::Folder { .. } => folder(machine, agent, id, value)?,
    };
    if let (FieldId::Hooks, Value::Bool(on)) = (id, &value) {
        // The switch of all is meant to switch all: no entries are written to keep them.
        return ops::set_hooks_on(inventory, *on);
    }
    let (what, done) = match (&value, spec.title) {
        (Value::Bool(true), what) => (format!("Turn on “{what}”"), "turned on"),
        (Value::Bool(false), what) => (format!("Turn off “{what}”"), "turned off"),
        (_, what) => (format!("Save “{what}”"), "saved"),
    };
    let mut plan = Plan::new(
        agent.id(),
        format!("{what} for {title}"),
        format!("“{}” was {done} for {title}.", spec.title),
    );
    edit(inventory, &mut plan, &[Edit::Set { path, value }], others)?;
    Ok(plan)
}

/// Takes a setting out of the config, so that the default counts, or what an included file says.
///
/// # Errors
/// As [`set`].
pub fn clear(
    machine: &Machine,
    inventory: &Inventory,
    id: FieldId,
    others: Others,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let spec = spec(machine, agent, id)?;
    let Place::Config(path) = spec.place else { return Err(decided(machine, agent, &spec)) };
    let title = agent.dialect.title;
    let mut plan = Plan::new(
        agent.id(),
        format!("Clear “{}” for {title}", spec.title),
        format!("“{}” was cleared for {title}.", spec.title),
    );
    edit(inventory, &mut plan, &[Edit::Unset { path }], others)?;
    Ok(plan)
}

/// What every change of a form shares: the edit, what it would switch along, telling the agent.
pub(super) fn edit(
    inventory: &Inventory,
    plan: &mut Plan,
    edits: &[Edit],
    others: Others,
) -> Result<(), OpError> {
    ops::edit_config(inventory, plan, "", edits, others)?;
    plan.steps.retain(Step::changes);
    ops::finish(inventory.agent(), plan)?;
    Ok(())
}

fn spec(machine: &Machine, agent: &Agent, id: FieldId) -> Result<fields::Spec, OpError> {
    let found = fields::specs(machine, agent).into_iter().find(|spec| spec.id == id);
    found.ok_or_else(|| OpError::Refused(format!("{} has no such setting.", agent.dialect.title)))
}

fn decided(machine: &Machine, agent: &Agent, spec: &fields::Spec) -> OpError {
    let title = agent.dialect.title;
    OpError::Refused(match spec.place {
        Place::Variable(Some(name)) if machine.env(name).is_some() => {
            format!("{name} decides this in your environment: change it where {title} is started.")
        }
        Place::Variable(Some(name)) => {
            format!("Only {name} decides this: set it where {title} is started.")
        }
        _ => format!("{title} has no setting for this."),
    })
}

fn number(text: &str) -> Result<Value, OpError> {
    match text.trim().parse::<u32>() {
        Ok(number) if number > 0 => Ok(number.into()),
        _ => Err(OpError::Refused(format!(
            "{} is not a whole number from 1 up.",
            if text.trim().is_empty() { "Nothing" } else { text.trim() }
        ))),
    }
}

fn folder(machine: &Machine, agent: &Agent, id: FieldId, text: &str) -> Result<Value, OpError> {
    let text = folder_text(text)?;
    if id == FieldId::Workspace && agent.place(text).is_none() {
        return Err(not_read(machine, agent, text, NotRead::NotWhole));
    }
    // What a relative path hangs on.
    let base = if id == FieldId::Workspace { machine.home() } else { &agent.workspace };
    if base.join(machine.expand(text)).is_file() {
        return Err(OpError::Refused(format!("{text} is a file, not a folder.")));
    }
    Ok(text.into())
}

/// That a folder would not be read, before it is written.
pub(super) fn not_read(machine: &Machine, agent: &Agent, folder: &str, why: NotRead) -> OpError {
    let (title, why) = (agent.dialect.title, why.says(machine, agent));
    OpError::Refused(format!("{title} would not read {folder}: it {why}."))
}

/// The path as it was typed, without the space around it.
pub(super) fn folder_text(text: &str) -> Result<&str, OpError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(OpError::Refused("Name a folder.".into()));
    }
    if text.contains(char::is_control) {
        return Err(OpError::Refused("A folder's path is one line of text.".into()));
    }
    // `~ana/x` is somebody else's home to a shell, and a plain name to every agent.
    if text.starts_with('~') && !matches!(text.as_bytes().get(1), None | Some(b'/' | b'\\')) {
        return Err(OpError::Refused(format!(
            "{text} is not understood by agents: only ~/ means your home."
        )));
    }
    Ok(text)
}

impl Control {
    /// The value as [`set`] takes it.
    #[cfg(test)]
    pub fn text(&self) -> String {
        match self {
            Self::Switch { on } => on.to_string(),
            Self::Number { value, .. } => value.to_string(),
            Self::Folder { value, .. } => value.clone(),
        }
    }
}
