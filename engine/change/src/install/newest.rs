//! Where the new version of an installed hook is: with Tacklebox, or at its source.

use super::included;
use super::put_back;
use super::source::Source;
use super::update::{self, NewVersion};
use crate::ops::OpError;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// Where the new version of an installed hook is.
#[derive(Clone, Debug)]
pub enum Newest {
    /// It came with Tacklebox, and so does the new one.
    Here(NewVersion),
    /// It is to be fetched.
    At(Source),
}

/// Where the new version of an installed hook is, wherever that came from.
///
/// # Errors
/// As [`included`] and [`update::source`].
pub fn newest(machine: &Machine, inventory: &Inventory, id: &str) -> Result<Newest, OpError> {
    match included(machine, inventory, id)? {
        Some(new) => Ok(Newest::Here(new)),
        None => update::source(machine, inventory, id).map(Newest::At),
    }
}

/// The new version of a hook that came with Tacklebox; none for one that came from elsewhere.
///
/// # Errors
/// [`OpError`] where nothing was installed there, or this version of Tacklebox has it no more.
pub fn included(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
) -> Result<Option<NewVersion>, OpError> {
    let (hook, dir, receipt) = put_back::installed(machine, inventory, id)?;
    if receipt.source != included::SOURCE {
        return Ok(None);
    }
    let agent = inventory.agent();
    let name = dir.file_name().unwrap_or_default().to_string_lossy();
    included::newest(&name, agent.id()).map(Some).ok_or_else(|| OpError::NoSuchIncluded {
        name: hook.name.clone(),
        agent: agent.dialect.title,
    })
}
