//! Changes of the lists in a config. Entries are counted, so each change begins with the file as it is
//! on the disk now.

use serde_json::Value;

use super::change::edit;
use super::entries::{ids, items, title_of};
use super::entry::{ConfigEntry, ListId};
use crate::ops::{self, OpError, Others};
use crate::plan::{Plan, Step};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{self, Config, ConfigPath, Edit};
use tacklebox_agents::dialect::Switch;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::files::FileError;
use tacklebox_machine::machine::Machine;

/// Adds an entry, or changes the one of this id. A new hook is a draft: its name is on the agent's list of what is
/// off, and it stays there under a new name, too.
///
/// # Errors
/// [`OpError`] where the agent would not take the entry, where it is not there any more, or where the
/// config cannot be edited.
pub fn save_entry(
    machine: &Machine,
    inventory: &Inventory,
    list: ListId,
    id: Option<&str>,
    entry: &ConfigEntry,
    others: Others,
) -> Result<Plan, OpError> {
    let now = Now::read(inventory, list)?;
    let agent = inventory.agent();
    let at = id.map(|id| now.find(id)).transpose()?;
    let merged = now.path.get(&now.config.value);
    let mut names: Vec<_> = items(merged).iter().map(|item| ConfigEntry::of(item).name).collect();
    if let Some((_, old)) = at {
        let own = ConfigEntry::of(old).name;
        if let Some(place) = names.iter().position(|name| *name == own) {
            names.remove(place);
        }
    }
    if let Some(why) = list.refusal(agent.dialect) {
        return Err(OpError::Refused(why.to_owned()));
    }
    if let Some(problem) = entry.problem(machine, agent, list, &names) {
        return Err(OpError::Refused(problem));
    }
    let name = entry.name.trim();
    let was = at.map(|(_, old)| ConfigEntry::of(old).name);
    if list == ListId::ConfigHooks && was.as_deref() != Some(name) {
        free(inventory, name)?;
    }
    let value = entry.to_value(list, at.map(|(_, old)| old))?;
    let edits = match at {
        Some((at, old)) => ConfigEntry::edits(list, &now.path.join(at.to_string()), old, &value),
        None => vec![Edit::Append { path: now.path.clone(), value }],
    };
    let (verb, done) = if at.is_some() { ("Change", "changed") } else { ("Add", "added") };
    let what = title_of(entry, list);
    let mut plan = Plan::new(
        agent.id(),
        format!("{verb} the {} {what}", list.noun()),
        match list {
            ListId::ConfigHooks if at.is_none() => {
                format!("The hook {what} was added. It is a draft: it is off.")
            }
            _ => format!("The {} {what} was {done}.", list.noun()),
        },
    );
    now.edit(inventory, &mut plan, &edits, others)?;
    if list == ListId::ConfigHooks {
        match was.as_deref() {
            None => switch(agent, &mut plan, name, false)?,
            Some(was) if was != name && agent.disabled.contains(was) => {
                renamed(agent, &mut plan, was, name)?;
            }
            Some(_) => {}
        }
    }
    Ok(plan)
}

/// A hook's name is its switch: what has the same one would be off, too.
fn free(inventory: &Inventory, name: &str) -> Result<(), OpError> {
    let taken = inventory.candidates().any(|(_, hook)| hook.name == name);
    match taken {
        false => Ok(()),
        true => Err(OpError::Refused(format!(
            "{} has a hook named {name} already: choose another name.",
            inventory.agent().dialect.title
        ))),
    }
}

/// Puts a name on the agent's list of what is off, or takes it from there.
fn switch(agent: &Agent, plan: &mut Plan, name: &str, on: bool) -> Result<(), OpError> {
    if let Switch::DisabledList(file) = agent.dialect.switch {
        plan.steps.push(ops::switch_in_list(agent, file, name, on)?);
        plan.steps.retain(Step::changes);
    }
    Ok(())
}

/// Has the other name in its place on that list.
fn renamed(agent: &Agent, plan: &mut Plan, from: &str, to: &str) -> Result<(), OpError> {
    if let Switch::DisabledList(file) = agent.dialect.switch {
        plan.steps.push(ops::rename_in_list(agent, file, from, to)?);
        plan.steps.retain(Step::changes);
    }
    Ok(())
}

/// Takes an entry out. The file that it runs stays.
///
/// # Errors
/// As [`save_entry`].
pub fn remove_entry(
    inventory: &Inventory,
    list: ListId,
    id: &str,
    others: Others,
) -> Result<Plan, OpError> {
    let now = Now::read(inventory, list)?;
    let (at, old) = now.find(id)?;
    // With the last one goes the list, and what was there only to hold it.
    let last = items(now.path.get(&now.config.root)).len() == 1;
    let path = if last { now.path.clone() } else { now.path.join(at.to_string()) };
    let what = title_of(&ConfigEntry::of(old), list);
    let mut plan = Plan::new(
        inventory.agent().id(),
        format!("Remove the {} {what}", list.noun()),
        format!("The {} {what} was removed.", list.noun()),
    );
    plan.stays.push("The file that it runs".into());
    now.edit(inventory, &mut plan, &[Edit::Unset { path }], others)?;
    // What put a draft on the list of what is off was its beginning.
    if list == ListId::ConfigHooks && is_draft(old) {
        switch(inventory.agent(), &mut plan, &ConfigEntry::of(old).name, true)?;
    }
    Ok(plan)
}

/// Whether an entry has the mark of a hook that was never turned on.
fn is_draft(entry: &Value) -> bool {
    entry.get("draft") == Some(&Value::Bool(true))
}

/// A list as it is on the disk now: its entries are counted, so what was read earlier is not a guide.
struct Now {
    config: Config,
    path: ConfigPath,
}

impl Now {
    fn read(inventory: &Inventory, list: ListId) -> Result<Self, OpError> {
        let agent = inventory.agent();
        if !list.is_of(agent.dialect) {
            return Err(OpError::Refused(format!("{} has no such list.", agent.dialect.title)));
        }
        let config = config::read(&agent.config.path, agent.config.syntax, &agent.home);
        let path = list.path(agent);
        if path.get(&config.root).is_some_and(|value| !value.is_array()) {
            return Err(OpError::Refused(format!(
                "{path} holds something other than a list. Edit it as text."
            )));
        }
        Ok(Self { config, path })
    }

    /// The place of an entry in the file itself.
    fn find(&self, id: &str) -> Result<(usize, &Value), OpError> {
        let own = items(self.path.get(&self.config.root));
        let all = items(self.path.get(&self.config.value));
        let gone = || OpError::NoSuchEntry("This entry".to_owned());
        let at = ids(all).iter().position(|other| other == id).ok_or_else(gone)?;
        let Some(at) = at.checked_sub(all.len().saturating_sub(own.len())) else {
            return Err(OpError::Refused(
                "It is in a file that the config includes. Change it there.".into(),
            ));
        };
        own.get(at).map(|item| (at, item)).ok_or_else(gone)
    }

    fn edit(
        &self,
        inventory: &Inventory,
        plan: &mut Plan,
        edits: &[Edit],
        others: Others,
    ) -> Result<(), OpError> {
        edit(inventory, plan, edits, others)?;
        let other =
            |step: &Step| matches!(step, Step::Edit { stamp, .. } if *stamp != self.config.stamp);
        if plan.steps.iter().any(other) {
            return Err(FileError::Changed { path: self.config.path.clone() }.into());
        }
        Ok(())
    }
}
