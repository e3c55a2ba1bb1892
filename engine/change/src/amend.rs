//! What a hook says, changed value by value (`hooks edit`): each at the place where its format has it, in
//! place. What comes out is read again, and no other byte is different.

pub mod keys;
mod moved;
mod text;
mod values;

#[cfg(test)]
mod tests;

pub use self::keys::{About, Form, Key};
pub(crate) use self::moved::check_free;
pub(crate) use self::text::prompt_works;
pub use self::text::{Said, said};
pub use self::values::{Change, parsed};

use serde_json::{Map, Value};

use crate::ops::{self, OpError, draft};
use crate::plan::{Plan, Step};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::hook::{Hook, Source};
use tacklebox_inventory::discover::Candidate;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// The plan that makes these changes in a hook.
///
/// # Errors
/// [`OpError::UnknownKey`] for what its format cannot say, [`OpError::BadValue`] for a value that its agent
/// would not take, and as for any edit of that file.
pub fn plan(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    changes: &[Change],
) -> Result<Plan, OpError> {
    let (hook, _) = inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
    let mut plan = Plan::new(
        inventory.agent().id(),
        format!("Change {}", hook.title),
        format!("{} was changed.", hook.title),
    )
    .about(&hook.id);
    fill(machine, inventory, &mut plan, &[(id, changes.to_vec())])?;
    Ok(plan)
}

/// Puts the changes of several hooks into one plan.
///
/// # Errors
/// As [`plan`].
pub fn fill(
    machine: &Machine,
    inventory: &Inventory,
    plan: &mut Plan,
    hooks: &[(&str, Vec<Change>)],
) -> Result<(), OpError> {
    let agent = inventory.agent();
    let mut entries = Vec::new();
    for (id, changes) in hooks {
        let (hook, candidate) =
            inventory.find(id).ok_or_else(|| OpError::NoSuchHook((*id).to_owned()))?;
        if hook.source == Source::Bundled {
            let title = agent.dialect.title;
            plan.stays.push(format!(
                "{} came with {title}: an update of {title} may bring its old text back.",
                hook.title
            ));
        }
        match form(agent, hook, candidate)? {
            Form::Entry => {
                let base = ops::config_hook_path(inventory, hook)?;
                entries.extend(text::toml_edits(agent, Form::Entry, &base, None, changes)?);
            }
            form => {
                let (before, stamp) = draft::read(hook)?;
                let after = text::revised(agent, form, &before, changes)?;
                let path = hook.manifest.clone().unwrap_or_default();
                let step =
                    Step::Edit { path, syntax: form.syntax(), stamp, before: Some(before), after };
                if step.changes() {
                    ops::push_with_receipt(machine, plan, hook, step);
                    moved::entry(machine, inventory, plan, hook, changes)?;
                }
            }
        }
    }
    if !entries.is_empty() {
        plan.steps.push(ops::edit_agents_config(agent, &entries)?);
    }
    plan.steps.retain(Step::changes);
    ops::finish(agent, plan)
}

/// How what a hook says is written.
///
/// # Errors
/// [`OpError::Refused`] for what has no text of its own that could be edited.
pub fn form(agent: &Agent, hook: &Hook, candidate: &Candidate) -> Result<Form, OpError> {
    Form::of(agent, candidate).ok_or_else(|| {
        OpError::Refused(format!(
            "{} has no settings of its own that could be edited: it is built in, or it is a module that the config registers.",
            hook.title
        ))
    })
}

/// Whether a hook of this form can say this.
///
/// # Errors
/// As [`plan`].
pub fn check(agent: &Agent, form: Form, change: &Change) -> Result<(), OpError> {
    values::check(agent, form, change)
}

/// What a new entry of the agent's config says.
///
/// # Errors
/// As [`plan`].
pub(crate) fn entry(agent: &Agent, changes: &[Change]) -> Result<Map<String, Value>, OpError> {
    text::entry(agent, changes)
}

/// A manifest's text as these changes leave it.
///
/// # Errors
/// As [`plan`].
pub(crate) fn revised(
    agent: &Agent,
    form: Form,
    before: &str,
    changes: &[Change],
) -> Result<String, OpError> {
    text::revised(agent, form, before, changes)
}
