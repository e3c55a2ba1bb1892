//! A hook under another key of the config: its switch and its settings go there with it.

use serde_json::Value;

use super::keys::Key;
use super::values::Change;
use crate::ops::{self, OpError, Others, entry_path};
use crate::plan::Plan;
use tacklebox_agents::config::Edit;
use tacklebox_agents::dialect::Switch;
use tacklebox_agents::hook::Hook;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// Moves the entry of a hook whose key is changed.
///
/// # Errors
/// Where the new key belongs to something else, or the config cannot be edited.
pub(super) fn entry(
    machine: &Machine,
    inventory: &Inventory,
    plan: &mut Plan,
    hook: &Hook,
    changes: &[Change],
) -> Result<(), OpError> {
    let Some(change) = changes.iter().find(|change| change.key == Key::HookKey) else {
        return Ok(());
    };
    let agent = inventory.agent();
    let new = change.value.as_ref().and_then(Value::as_str).unwrap_or(&hook.name);
    if new == hook.hook_key || agent.dialect.switch != Switch::ConfigEntry {
        return Ok(());
    }
    if new != hook.name {
        check_free(inventory, new)?;
    }
    let Some(entry) = agent.entry(&hook.hook_key) else { return Ok(()) };
    let mut edits = vec![Edit::Set { path: entry_path(agent, new), value: entry.clone() }];
    let shared = inventory
        .candidates()
        .any(|(_, other)| other.id != hook.id && other.hook_key == hook.hook_key);
    let shared = shared || !ops::beyond(machine, inventory, hook).is_empty();
    // Versions that select by the name go on finding it there.
    let by_name = agent.dialect.selects && hook.hook_key == hook.name;
    if !shared && !by_name {
        edits.push(Edit::Unset { path: entry_path(agent, &hook.hook_key) });
    }
    ops::edit_config(inventory, plan, &hook.hook_key, &edits, Others::Keep)
}

/// Whether no other hook and no entry has this key.
///
/// # Errors
/// Where one has: two hooks would share one switch.
pub(crate) fn check_free(inventory: &Inventory, key: &str) -> Result<(), OpError> {
    let taken = inventory.candidates().any(|(_, hook)| hook.hook_key == key)
        || inventory.agent().entry(key).is_some();
    match taken {
        false => Ok(()),
        true => Err(OpError::BadValue {
            message: format!("The key {key} is in use already."),
            hint: Some("Choose another one: a hook's key is its entry in the config.".to_owned()),
        }),
    }
}
