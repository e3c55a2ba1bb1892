//! What a hook says, changed value by value (`hooks edit`): each at the place where its format has it, in
//! place. What comes out is read again, and no other byte is different.

pub mod keys;
mod text;
mod values;

#[cfg(test)]
mod tests;

pub use self::keys::{Form, Key};
pub use self::text::{Said, said};
pub use self::values::{Change, parsed};

use crate::ops::{self, OpError};
use crate::plan::{Plan, Step};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{Edit, Syntax};
use tacklebox_agents::dialect::Switch;
use tacklebox_agents::hook::{Hook, Source};
use tacklebox_agents::manifest;
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
            Form::Entry if !candidate.tag.is_empty() => {
                return Err(OpError::Refused(format!(
                    "Two entries of the config are named {}. Edit the config as text.",
                    hook.name
                )));
            }
            Form::Entry => {
                let base = ops::config_hook_path(agent, &hook.name);
                entries.extend(text::toml_edits(agent, Form::Entry, &base, None, changes)?);
            }
            form => {
                let (before, stamp) = read(hook)?;
                let after = text::revised(agent, form, &before, changes)?;
                let path = hook.manifest.clone().unwrap_or_default();
                let step =
                    Step::Edit { path, syntax: form.syntax(), stamp, before: Some(before), after };
                if step.changes() {
                    ops::push_with_receipt(machine, plan, hook, step);
                }
            }
        }
    }
    if !entries.is_empty() {
        let config = &agent.config;
        plan.steps.push(ops::edit_file(&config.path, Syntax::Toml, &agent.home, &entries)?);
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

/// A manifest's text as these changes leave it.
///
/// # Errors
/// As [`plan`].
pub fn revised(
    agent: &Agent,
    form: Form,
    before: &str,
    changes: &[Change],
) -> Result<String, OpError> {
    text::revised(agent, form, before, changes)
}

/// A hook's manifest as text, with what a save has to find unchanged.
pub(crate) fn read(hook: &Hook) -> Result<(String, tacklebox_machine::files::Stamp), OpError> {
    let path = hook.manifest.clone().unwrap_or_default();
    let unreadable = |message: String| OpError::Unreadable { path: path.clone(), message };
    let (bytes, stamp) = tacklebox_machine::files::read(&path, manifest::MAX_BYTES as u64)
        .map_err(|error| unreadable(error.to_string()))?;
    let text = String::from_utf8(bytes.unwrap_or_default())
        .map_err(|_| unreadable("it is not UTF-8 text.".into()))?;
    Ok((text, stamp))
}

/// The step that takes the mark of a draft away; none where there is none.
///
/// # Errors
/// Where its manifest cannot be edited.
pub(crate) fn unmark(agent: &Agent, hook: &Hook, more: &[Edit]) -> Result<Option<Step>, OpError> {
    let (before, stamp) = read(hook)?;
    let form = Form::of_format(agent.dialect.format);
    let after = text::unmarked(agent, form, &before, more)?;
    if before == after {
        return Ok(None);
    }
    let path = hook.manifest.clone().unwrap_or_default();
    Ok(Some(Step::Edit { path, syntax: form.syntax(), stamp, before: Some(before), after }))
}

/// A marked manifest as that of a hook that is on.
///
/// # Errors
/// As [`marked`].
pub(crate) fn on(agent: &Agent, before: &str) -> Result<String, OpError> {
    let on = match agent.dialect.switch {
        Switch::Manifest => {
            vec![Edit::Set { path: ops::path_of(&["hook", "enabled"]), value: true.into() }]
        }
        _ => Vec::new(),
    };
    text::unmarked(agent, Form::of_format(agent.dialect.format), before, &on)
}

/// A manifest as it would be once its hook is turned on.
///
/// # Errors
/// Where it cannot be edited.
pub fn turned_on(agent: &Agent, before: &str) -> Result<String, OpError> {
    on(agent, before)
}

/// A new hook's manifest, marked as a draft.
///
/// # Errors
/// Never in practice: it is a text of ours.
pub(crate) fn marked(agent: &Agent, before: &str) -> Result<String, OpError> {
    text::marked(agent, Form::of_format(agent.dialect.format), before)
}
