//! Plans that fix compatibility notes.

use crate::inventory::Inventory;
use crate::machine::Machine;
use crate::ops::OpError;
use crate::plan::Plan;

/// The plan that fixes a note of a hook.
///
/// # Errors
/// Where the note has no fix.
pub fn plan(_: &Machine, _: &Inventory, _: &str, note: &str) -> Result<Plan, OpError> {
    Err(OpError::Refused(format!("The note {note} has no fix.")))
}
