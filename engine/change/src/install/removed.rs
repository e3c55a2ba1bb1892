//! Hooks that were removed and are still kept: listed, and brought back after any number of other
//! changes. How long they are kept is said in [`RemovedHook::kept_until`].

use std::path::PathBuf;

use serde::Serialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::{included, records};
use crate::apply::held::{self, Held};
use crate::ops::{self, OpError, Others};
use crate::plan::{Plan, Step};
use crate::receipt::{self, Receipt};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::Edit;
use tacklebox_agents::dialect::Switch;
use tacklebox_agents::hook::{self, AgentId};
use tacklebox_agents::manifest;
use tacklebox_inventory::discover::file_name;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

/// A folder that is no longer among an agent's hooks and can be brought back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct RemovedHook {
    /// What [`plan_restore`] takes.
    pub id: String,
    pub name: String,
    pub agent: AgentId,
    /// RFC 3339, UTC.
    pub removed_at: String,
    /// The folder that it was, which it gets again.
    pub from: PathBuf,
    /// In bytes.
    #[cfg_attr(feature = "specta", specta(type = u32))]
    pub size: u64,
    /// RFC 3339, UTC: until then it is kept whatever else is changed. Afterwards what was not installed
    /// by Tacklebox goes to the system's bin.
    pub kept_until: String,
    /// A new version has its place.
    pub replaced: bool,
    /// Something is where it was, so it cannot be brought back as long as that does.
    pub in_the_way: bool,
}

/// The removed hooks of all agents, the last first.
pub fn list(machine: &Machine) -> Vec<RemovedHook> {
    held::list(machine).iter().map(of).collect()
}

/// The one that is meant: the last that was removed, and of several first one that can come back. `name` is what is
/// said of it where there is none.
///
/// # Errors
/// [`OpError::NoSuchRemoved`] where none of them is.
pub fn meant(
    list: Vec<RemovedHook>,
    name: &str,
    is_meant: impl Fn(&RemovedHook) -> bool,
) -> Result<RemovedHook, OpError> {
    let found = list.into_iter().filter(|hook| is_meant(hook));
    found
        .min_by_key(|hook| (hook.in_the_way, hook.replaced))
        .ok_or_else(|| OpError::NoSuchRemoved(name.to_owned()))
}

fn of(held: &Held) -> RemovedHook {
    let said = |time: Option<OffsetDateTime>| {
        time.and_then(|time| time.format(&Rfc3339).ok()).unwrap_or_default()
    };
    RemovedHook {
        id: held.change.clone(),
        name: name(held),
        agent: held.agent,
        removed_at: said(held.at),
        from: held.dir.clone(),
        size: receipt::files(&held.place).iter().map(|(_, bytes)| bytes).sum(),
        kept_until: said(held.until()),
        replaced: held.replaced,
        in_the_way: held.dir.symlink_metadata().is_ok(),
    }
}

/// The name in its manifest; the folder's where that cannot be read.
fn name(held: &Held) -> String {
    let dialect = held.agent.dialect();
    let manifest = held.place.join(dialect.manifest_file());
    let read = files::read(&manifest, 1024 * 1024).ok().and_then(|(bytes, _)| bytes);
    let parse = |bytes: Vec<u8>| manifest::parse(dialect.format, dialect.metadata_keys, &bytes);
    let manifest = read.and_then(|bytes| parse(bytes).ok());
    let folder = || file_name(&held.dir);
    manifest.map_or_else(folder, |manifest| manifest.name)
}

/// The plan that brings one back: its folder, our receipt of it and the agent's record. Its switch and
/// its settings are what they are now.
///
/// # Errors
/// [`OpError`] where there is none by this id, or something else has its place.
pub fn plan_restore(
    machine: &Machine,
    inventory: &Inventory,
    removed: &RemovedHook,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let held = held::list(machine)
        .into_iter()
        .find(|held| held.change == removed.id && held.dir == removed.from);
    let held = held.ok_or_else(|| OpError::NoSuchRemoved(removed.name.clone()))?;
    if held.dir.symlink_metadata().is_ok() {
        return Err(OpError::Refused(format!(
            "{} is there already, so {} cannot be brought back to it. Rename or remove what is there first.",
            machine.show(&held.dir),
            removed.name
        )));
    }
    let mut plan = Plan::new(
        agent.id(),
        format!("Bring {} back", removed.name),
        format!("{} is back where it was.", removed.name),
    );
    let folder = file_name(&held.dir);
    let root = agent.roots.iter().find(|root| held.dir.parent() == Some(root.dir.as_path()));
    plan.hook = root.map(|root| hook::id_in(agent.id(), root.source, &folder));
    let (off, step) = off(inventory, &held)?;
    let is_off = off.is_some() || step.is_some();
    let (mut edits, mut records) = (Vec::new(), Vec::new());
    let ours = receipt::places(machine, &held.dir);
    for (place, copy) in held.records.iter().filter(|(place, _)| ours.contains(place)) {
        let text = files::read(copy, u64::MAX)?.0.and_then(|text| String::from_utf8(text).ok());
        if let Some(text) = text {
            edits.extend(recorded(agent, &removed.name, &held, &text));
            records.push(Step::record(place.clone(), Some(text)));
        }
    }
    // Off before it is there: an agent may look in the meantime.
    plan.steps.extend(step);
    match off {
        Some((key, off)) => {
            edits.push(off);
            ops::edit_config(inventory, &mut plan, &key, &edits, Others::Keep)?;
        }
        // The record alone keeps it from nothing.
        None => plan.steps.extend(records::config_step(agent, &edits).ok().flatten()),
    }
    plan.steps.push(Step::Return { dir: held.dir.clone(), from: held.place.clone() });
    plan.steps.extend(records);
    let left = match is_off {
        true => {
            plan.done = format!("{} is back where it was, and is off.", removed.name);
            "What was set for it is not set again."
        }
        false => {
            "Its switch and its settings are what they are now: what was removed with it is not set again."
        }
    };
    plan.stays.push(left.to_owned());
    ops::finish(agent, &mut plan)?;
    Ok(plan)
}

/// The key of an entry, and what is to be written there.
type Entry = (String, Edit);

/// What keeps it off until a person turns it on, where its switch went with it: it may never have been on. An edit of
/// the config, or a step.
fn off(inventory: &Inventory, held: &Held) -> Result<(Option<Entry>, Option<Step>), OpError> {
    let agent = inventory.agent();
    let dialect = agent.dialect;
    let manifest = held.place.join(dialect.manifest_file());
    let bytes = files::read(&manifest, manifest::MAX_BYTES as u64)?.0.unwrap_or_default();
    let folder = file_name(&held.dir);
    let read = manifest::shipped::by_its_switch(dialect, &folder, &bytes);
    let Some(manifest) = read.ok().filter(|_| held.settings) else { return Ok((None, None)) };
    Ok(match dialect.switch {
        Switch::Manifest => (None, None),
        Switch::DisabledList(file) => {
            let step = ops::switch_in_list(agent, file, &manifest.name, false)?;
            (None, Some(step).filter(Step::changes))
        }
        Switch::ConfigEntry => {
            let key = manifest.hook_key.as_deref().unwrap_or(&manifest.name);
            let said = agent.entry(key).is_some_and(|entry| entry.get("enabled").is_some());
            let path = ops::entry_path(agent, key).join("enabled");
            let off = Edit::Set { path, value: false.into() };
            ((!said).then(|| (key.to_owned(), off)), None)
        }
    })
}

/// The agent's own record of it. Where the config cannot be edited, the hook comes back all the same.
fn recorded(agent: &Agent, name: &str, held: &Held, receipt: &str) -> Vec<Edit> {
    let receipt: Option<Receipt> = serde_json::from_str(receipt).ok();
    let Some(receipt) = receipt.filter(|receipt| receipt.source != included::SOURCE) else {
        return Vec::new();
    };
    let record = records::Record {
        name,
        source: &receipt.source,
        version: &receipt.version,
        dir: &held.dir,
        installed_at: &receipt.installed_at,
    };
    records::edits(agent, &record)
}
