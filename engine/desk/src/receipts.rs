//! Installed hooks, as the window asks for them: what was changed since, approved or put back, and
//! removed with or without what was set for them.

use super::{Desk, Failure, Outcome};
use tacklebox_change::apply::Change;
use tacklebox_change::install::changed::{self, ChangedFile};
use tacklebox_change::install::{put_back, remove};
use tacklebox_change::ops::OpError;
use tacklebox_change::plan::PlanView;

impl Desk {
    /// The files of a hook that were changed since it was installed, with their diffs.
    ///
    /// # Errors
    /// Where there is no hook of this id any more.
    pub fn changed_files(&self, id: &str) -> Result<Vec<ChangedFile>, Failure> {
        let (machine, dir) = {
            let state = self.state();
            let hook = state.inventory_of(id)?.find(id).map(|(hook, _)| hook.dir.clone());
            let dir = hook.ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
            (state.machine.clone(), dir)
        };
        Ok(dir.map(|dir| changed::since_installed(&machine, &dir)).unwrap_or_default())
    }

    /// Takes a hook's files into its receipt as they are now.
    ///
    /// # Errors
    /// Where nothing was installed there, or something there is no file.
    pub fn approve_changes(&self, id: &str) -> Result<Change, Failure> {
        let plan = {
            let state = self.state();
            put_back::plan_approve(&state.machine, state.inventory_of(id)?, id)?
        };
        self.apply(&plan)
    }

    /// Puts a hook's files back as they came, after the plan was shown.
    ///
    /// # Errors
    /// Where nothing was installed there, or of some file only the hash was kept.
    pub fn put_back(&self, id: &str, confirmed: bool) -> Result<Outcome, Failure> {
        let (plan, view) = {
            let state = self.state();
            let (machine, inventory) = (&state.machine, state.inventory_of(id)?);
            let plan = put_back::plan(machine, inventory, id)?;
            let view = (!plan.is_empty()).then(|| put_back::view(machine, inventory, &plan));
            (plan, view.and_then(|view| self.asked.first(confirmed, view)))
        };
        self.once_shown(&plan, view)
    }

    /// What a removal would do and leave.
    ///
    /// # Errors
    /// Where the hook is not one that can be removed.
    pub fn plan_remove(&self, id: &str, with_settings: bool) -> Result<PlanView, Failure> {
        let state = self.state();
        let plan = remove::plan(&state.machine, state.inventory_of(id)?, id, with_settings)?;
        Ok(plan.view(&state.machine))
    }

    /// Removes a hook, to where it can be brought back from; with what was set for it, if so wished.
    ///
    /// # Errors
    /// Where the hook is not one that can be removed.
    pub fn remove(&self, id: &str, with_settings: bool) -> Result<Change, Failure> {
        let plan = {
            let state = self.state();
            remove::plan(&state.machine, state.inventory_of(id)?, id, with_settings)?
        };
        self.apply(&plan)
    }
}
