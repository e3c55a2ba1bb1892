//! Single edits as steps of a plan, each on the file as it is on the disk now.

use std::path::Path;

use serde_json::Value;

use super::{OpError, Others, entry_path};
use crate::agent::Agent;
use crate::config::{self, Config, Edit, Syntax};
use crate::dialect::Reload;
use crate::discover::Kind;
use crate::hook::Hook;
use crate::install::receipt;
use crate::inventory::Inventory;
use crate::machine::Machine;
use crate::manifest::Format;
use crate::plan::{Also, OnOff, Plan, Step};
use crate::selection;
use crate::switches;

/// Edits the agent's config for the hook of this key, and works out which others that would switch.
pub(crate) fn edit_config(
    inventory: &Inventory,
    plan: &mut Plan,
    own_key: &str,
    edits: &[Edit],
    others: Others,
) -> Result<(), OpError> {
    let agent = inventory.agent();
    let config = &agent.config;
    let mut edits = edits.to_vec();
    let mut step = edit_file(&config.path, config.syntax, &agent.home, &edits)?;
    if agent.dialect.selects {
        plan.also = also(inventory, own_key, &step);
        if others == Others::Keep && !plan.also.is_empty() {
            edits.extend(entries_that_keep(inventory, &std::mem::take(&mut plan.also)));
            step = edit_file(&config.path, config.syntax, &agent.home, &edits)?;
            plan.also = also(inventory, own_key, &step);
        }
    }
    plan.steps.push(step);
    say_included(config, &edits, plan);
    Ok(())
}

/// What is set in the main file and stands in an included one too stays there.
pub(super) fn say_included(config: &Config, edits: &[Edit], plan: &mut Plan) {
    for edit in edits {
        if let Edit::Set { path, .. } = edit
            && path.get(&config.value).is_some()
            && path.get(&config.root).is_none()
        {
            plan.stays.push(format!(
                "{path} also stands in an included file, which stays as it is: the main file wins."
            ));
        }
    }
}

/// The entries that keep these hooks as they are.
pub(crate) fn entries_that_keep(inventory: &Inventory, also: &[Also]) -> Vec<Edit> {
    let keep = |also: &Also| {
        let key = inventory.candidates().find(|(_, hook)| hook.name == also.name);
        let key = key.map_or(&also.name, |(_, hook)| &hook.hook_key);
        let path = entry_path(inventory.agent(), key).join("enabled");
        Edit::Set { path, value: (also.change == OnOff::Off).into() }
    };
    also.iter().map(keep).collect()
}

/// The other hooks that an agent which selects by its entries would switch along with these steps.
pub(crate) fn also_switched(inventory: &Inventory, own_key: &str, steps: &[Step]) -> Vec<Also> {
    if !inventory.agent().dialect.selects {
        return Vec::new();
    }
    steps.iter().flat_map(|step| also(inventory, own_key, step)).collect()
}

fn also(inventory: &Inventory, own_key: &str, step: &Step) -> Vec<Also> {
    let agent = inventory.agent();
    let Step::Edit { after, .. } = step else { return Vec::new() };
    let value = config::parse(agent.config.syntax, after).unwrap_or_default();
    let at = |value: &Value| {
        agent
            .dialect
            .section
            .iter()
            .try_fold(value, |v, key| v.get(key))
            .cloned()
            .unwrap_or_default()
    };
    let hooks = inventory
        .candidates()
        .filter(|(candidate, hook)| candidate.kind == Kind::Hook && hook.replaced_by.is_none())
        .map(|(_, hook)| (hook.hook_key.as_str(), hook.name.as_str()));
    // The root file alone: what is included counts on both sides alike.
    selection::also(&at(&agent.config.root), &at(&value), own_key, hooks)
}

/// The step that makes these edits in a file, as it is on the disk now.
pub(crate) fn edit_file(
    path: &Path,
    syntax: Syntax,
    boundary: &Path,
    edits: &[Edit],
) -> Result<Step, OpError> {
    let file: Config = config::read(path, syntax, boundary);
    if let Some(problem) = file.problems.first().filter(|_| file.unparsable) {
        return Err(OpError::Unreadable { path: path.to_owned(), message: problem.to_string() });
    }
    let before = file.text.clone();
    let after = config::edit(syntax, before.as_deref().unwrap_or_default(), edits)
        .map_err(|source| OpError::Edit { path: path.to_owned(), source })?;
    Ok(Step::Edit { path: path.to_owned(), syntax, stamp: file.stamp, before, after })
}

/// The step that puts a name on the agent's list of what is off, or takes it away.
pub(crate) fn switch_in_list(
    agent: &Agent,
    file: &str,
    name: &str,
    on: bool,
) -> Result<Step, OpError> {
    let path = agent.home.join(file);
    match switches::read(&path) {
        Ok(list) => Ok(list.switch(&path, name, on)),
        Err(message) => Err(OpError::Unreadable { path, message }),
    }
}

/// The same for the TOML between the `+++` lines of a `HOOK.md`.
pub(crate) fn edit_front_matter(path: &Path, edits: &[Edit]) -> Result<Step, OpError> {
    let unreadable = |message: String| OpError::Unreadable { path: path.to_owned(), message };
    let (bytes, stamp) = crate::files::read(path, crate::manifest::MAX_BYTES as u64)
        .map_err(|error| unreadable(error.to_string()))?;
    let text = String::from_utf8(bytes.unwrap_or_default())
        .map_err(|_| unreadable("it is not UTF-8 text.".into()))?;
    let (start, end) = crate::manifest::front_range(Format::TomlFront, &text)
        .ok_or_else(|| unreadable("its settings are not closed with +++.".into()))?;
    let inner = config::edit(Syntax::Toml, &text[start..end], edits)
        .map_err(|source| OpError::Edit { path: path.to_owned(), source })?;
    let after = format!("{}{inner}{}", &text[..start], &text[end..]);
    Ok(Step::Edit { path: path.to_owned(), syntax: Syntax::Toml, stamp, before: Some(text), after })
}

/// An edit of ours in an installed hook's own file is no change by hand: its receipt follows.
pub(crate) fn push_with_receipt(machine: &Machine, plan: &mut Plan, hook: &Hook, step: Step) {
    let records = hook.dir.as_deref().map(|dir| receipt::follows(machine, dir, &step));
    plan.steps.push(step);
    plan.steps.extend(records.unwrap_or_default());
}

/// What belongs to every change of this agent: an agent that can be told is told.
pub(crate) fn finish(agent: &Agent, plan: &mut Plan) {
    if let Reload::Stamp(file) = agent.dialect.reload
        && !plan.is_empty()
    {
        plan.steps.push(Step::Reload { path: agent.workspace.join(file) });
    }
}

impl Step {
    /// Whether anything would be different afterwards.
    pub fn changes(&self) -> bool {
        !matches!(self, Self::Edit { before, after, .. } if before.as_deref().unwrap_or_default() == after)
    }
}
