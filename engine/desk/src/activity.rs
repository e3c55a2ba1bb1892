//! The list of what was done, as a window shows it and as a file that a person keeps.

use std::path::Path;

use super::{Desk, Failure};
use tacklebox_change::apply::{self, ApplyError};
use tacklebox_inventory::activity::{self, Entry};
use tacklebox_machine::files;

impl Desk {
    /// What was done and tried here, the newest first.
    pub fn activity(&self) -> Vec<Entry> {
        let machine = self.state().machine.clone();
        apply::activity(&machine)
    }

    /// Writes that list as text to a file that the person chose in the system's own dialog, which has
    /// asked already whether one that is there may be replaced. Never called with a path of the page.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn export_activity(&self, path: &Path) -> Result<(), Failure> {
        let text = activity::text(&self.activity());
        let save = || {
            let (_, stamp) = files::read(path, u64::MAX)?;
            files::save(path, text.as_bytes(), &stamp, 0o644)
        };
        Ok(save().map_err(ApplyError::from)?)
    }
}
