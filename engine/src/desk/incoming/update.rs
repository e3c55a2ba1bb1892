//! Updates of installed hooks, on the way of everything that comes from elsewhere: fetched from where they
//! came from, shown with what would be different, made after a yes.

use std::sync::Arc;

use super::{IncomingState, Job, lock};
use crate::desk::{AppError, Desk};
use crate::install::review::{self, ReviewView};
use crate::install::source::Source;
use crate::install::stage::Staged;
use crate::install::update::{self, NewVersion, Update};
use crate::inventory::Inventory;
use crate::machine::Machine;
use crate::ops::OpError;

impl Desk {
    /// Looks for a new version of an installed hook, and gives the id of the job. What comes with
    /// Tacklebox needs no network.
    ///
    /// # Errors
    /// Where it was not installed by Tacklebox or was changed by hand, or where its source is gone.
    pub fn look_for_update(self: &Arc<Self>, id: &str) -> Result<String, AppError> {
        let (source, agent) = {
            let state = self.state();
            let (machine, inventory) = (&state.machine, state.inventory_of(id)?);
            let source = match update::included(machine, inventory, id)? {
                Some(_) => {
                    update::may_update(machine, inventory, id)?;
                    let (hook, _) =
                        inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
                    Source::Included(hook.name.clone())
                }
                None => update::source(machine, inventory, id)?,
            };
            (source, inventory.agent().id())
        };
        let job = self.new_job(source, agent, IncomingState::Fetching, Some(id.to_owned()));
        Ok(self.start_fetching(job))
    }

    /// The update that a job is about, planned on what is on the disk now.
    fn planned(
        &self,
        id: &str,
        staged: Option<&Staged>,
    ) -> Result<(Machine, Inventory, NewVersion, Update), AppError> {
        let (machine, inventory) = {
            let state = self.state();
            (state.machine.clone(), state.inventory_of(id)?.clone())
        };
        let new = match staged {
            Some(staged) => update::staged(&inventory, id, staged)?,
            None => update::included(&machine, &inventory, id)?
                .ok_or_else(|| super::refused("It did not come with Tacklebox."))?,
        };
        let planned = update::plan(&machine, &inventory, id, new.clone())?;
        Ok((machine, inventory, new, planned))
    }

    pub(super) fn review_update(
        &self,
        id: &str,
        staged: Option<&Staged>,
    ) -> Result<ReviewView, AppError> {
        let (machine, inventory, new, planned) = self.planned(id, staged)?;
        Ok(review::of_update(&machine, &inventory, id, &new, &planned)?)
    }

    pub(super) fn install_update(
        &self,
        job: &Job,
        id: &str,
        staged: Option<&Staged>,
    ) -> Result<(), AppError> {
        let (_, _, _, planned) = self.planned(id, staged)?;
        let change = self.apply(&planned.plan)?;
        // A new version may have made another name of it, never another folder.
        let ids = vec![id.to_owned()];
        let (undo, summary) = (change.undo, change.summary);
        job.end(IncomingState::Installed { ids, undo, summary }, None);
        lock(&job.inner).staged = None;
        Ok(())
    }
}
