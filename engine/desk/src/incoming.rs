//! Hooks from elsewhere as the window follows them: fetched with steps and a cancel, reviewed, and
//! installed only after a yes. What was fetched is in a private folder until then, or until a no.

mod jobs;
#[cfg(test)]
mod tests;
mod work;

use std::path::Path;
use std::sync::Arc;

pub(super) use self::jobs::Arrivals;
use self::jobs::lock;
use super::views::{Event, IncomingState, IncomingView};
use super::{Desk, Failure};
use tacklebox_agents::hook::AgentId;
use tacklebox_change::install::newest::{Newest, newest};
use tacklebox_change::install::source::Source;
use tacklebox_change::install::typed::{self, Typed};
use tacklebox_change::install::update;
use tacklebox_change::install::{foreign, target};
use tacklebox_change::ops::OpError;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::failure::Code;

impl Desk {
    /// What a typed text would fetch, told with each key; nothing is fetched.
    pub fn read_source(&self, text: &str) -> Typed {
        typed::read(text)
    }

    /// Fetches what an address names, to be reviewed for an agent, and gives the id of the job. A page
    /// hands over addresses only, never a path.
    ///
    /// # Errors
    /// Where it is not an address that is fetched.
    pub fn look_at(self: &Arc<Self>, source: &str, agent: AgentId) -> Result<String, Failure> {
        let job = self.arrivals.add(Source::address(source)?, agent, None, IncomingState::Fetching);
        Ok(self.start_fetching(job))
    }

    /// The same for a folder or an archive that was picked in a dialog of the system.
    ///
    /// # Errors
    /// Where there is neither at that path.
    pub fn look_at_path(self: &Arc<Self>, path: &Path, agent: AgentId) -> Result<String, Failure> {
        let job = self.arrivals.add(Source::at(path)?, agent, None, IncomingState::Fetching);
        Ok(self.start_fetching(job))
    }

    /// The same for one that was dropped onto the window: whom it is for is seen from what is in it.
    ///
    /// # Errors
    /// Where there is neither at that path.
    pub fn look_at_dropped(self: &Arc<Self>, path: &Path) -> Result<String, Failure> {
        let (source, agent) = (Source::at(path)?, self.first_agent());
        let job = self.arrivals.add(source, agent, None, IncomingState::Fetching).for_anyone();
        Ok(self.start_fetching(job))
    }

    /// What a link of another program asks for. It is shown, and nothing is fetched before
    /// [`Desk::look_at_proposed`].
    ///
    /// # Errors
    /// Where it is not an address that is fetched.
    pub fn propose(&self, link: &str) -> Result<String, Failure> {
        let (source, agent) = (Source::linked(link)?, self.first_agent());
        let job = self.arrivals.add(source, agent, None, IncomingState::Proposed).for_anyone();
        (self.tell)(Event::Incoming(Box::new(job.view())));
        Ok(job.id.clone())
    }

    /// Whom something is for that came without a word of it: the first agent that is found here.
    fn first_agent(&self) -> AgentId {
        target::first(self.state().inventories.iter().map(Inventory::agent))
    }

    /// Looks whether the source of an installed hook has a newer version, and gives the id of the job.
    /// It goes on as an installation does; its review has the changes.
    ///
    /// # Errors
    /// Where nothing was installed there, it was changed by hand, or nothing says where it came from.
    pub fn look_for_update(self: &Arc<Self>, id: &str) -> Result<String, Failure> {
        let (source, agent) = {
            let state = self.state();
            let (machine, inventory) = (&state.machine, state.inventory_of(id)?);
            update::may_update(machine, inventory, id)?;
            let source = match newest(machine, inventory, id)? {
                Newest::Here(new) => Source::Included(new.source),
                Newest::At(source) => source,
            };
            (source, inventory.agent().id())
        };
        let updates = Some(id.to_owned());
        let job = self.arrivals.add(source, agent, updates, IncomingState::Fetching);
        Ok(self.start_fetching(job))
    }

    /// Fetches what was proposed.
    ///
    /// # Errors
    /// Where there is no such job any more, or it was started already.
    pub fn look_at_proposed(self: &Arc<Self>, job: &str) -> Result<IncomingView, Failure> {
        let job = self.arrivals.find(job)?;
        {
            let mut inner = lock(&job.inner);
            if !matches!(inner.state, IncomingState::Proposed) {
                return Err(refused("It was started or declined already."));
            }
            inner.state = IncomingState::Fetching;
        }
        let view = job.view();
        self.start_fetching(job);
        Ok(view)
    }

    /// A job as it is now.
    ///
    /// # Errors
    /// Where there is no such job any more.
    pub fn incoming(&self, job: &str) -> Result<IncomingView, Failure> {
        Ok(self.arrivals.find(job)?.view())
    }

    /// The review of the same files for another agent. Before they are there, only whom they are for is
    /// changed.
    ///
    /// # Errors
    /// Where there is no such job any more, or it has ended.
    pub fn review_for(&self, job: &str, agent: AgentId) -> Result<IncomingView, Failure> {
        let job = self.arrivals.find(job)?;
        if job.updates.is_some() {
            return Err(refused("An update is for the agent that has the hook."));
        }
        let staged = {
            let mut inner = lock(&job.inner);
            inner.named = true;
            match inner.state {
                IncomingState::Proposed | IncomingState::Fetching => {
                    inner.agent = agent;
                    None
                }
                IncomingState::Review { .. } => inner.staged.clone(),
                _ => return Err(refused("It was installed or declined already.")),
            }
        };
        if let Some(staged) = staged {
            let review = Box::new(self.review(&job, Some(&staged), agent)?);
            let mut inner = lock(&job.inner);
            // It may have been declined in the meantime.
            if matches!(inner.state, IncomingState::Review { .. }) {
                inner.agent = agent;
                inner.state = IncomingState::Review { review };
            }
        }
        Ok(job.view())
    }

    /// Installs what was reviewed, off. What is serious among the findings has to be accepted by a step
    /// of its own.
    ///
    /// # Errors
    /// Where that is missing, something is in the way, or a file cannot be written. The review stays
    /// then as it did.
    pub fn install_incoming(&self, job: &str, accept_high: bool) -> Result<IncomingView, Failure> {
        let job = self.arrivals.find(job)?;
        let (staged, agent, shown) = {
            let inner = lock(&job.inner);
            match &inner.state {
                IncomingState::Review { review } => {
                    review.accepted(accept_high)?;
                    (inner.staged.clone(), inner.agent, review.clone())
                }
                _ => return Err(refused("There is nothing to install: look at it first.")),
            }
        };
        // A yes counts for what was shown, which may have been overtaken by what is on the disk.
        let now = Box::new(self.review(&job, staged.as_deref(), agent)?);
        if !now.is_same(&shown) {
            {
                let mut inner = lock(&job.inner);
                inner.state = IncomingState::Review { review: now };
                inner.fresh = true;
            }
            self.tell_arrival(&job);
            return Err(Failure::new(
                Code::ChangedMeanwhile,
                "Files changed while you were looking, so nothing was installed. Here is what would be done now: look again.",
            ));
        }
        let (machine, inventory) = {
            let state = self.state();
            (state.machine.clone(), state.inventory(agent)?.clone())
        };
        let (plan, dirs, plugins) = match (&job.updates, &staged) {
            (Some(id), staged) => {
                let new = work::new_version(&machine, &inventory, id, staged.as_deref())?;
                (update::plan(&machine, &inventory, id, new)?.plan, Vec::new(), Vec::new())
            }
            (None, Some(staged)) => {
                let arrival = foreign::plan_install(&machine, &inventory, staged)?;
                (arrival.plan, arrival.dirs, arrival.plugins)
            }
            (None, None) => return Err(refused("There is nothing to install: look at it first.")),
        };
        let change = self.apply(&plan)?;
        let ids = match &job.updates {
            Some(id) => vec![id.clone()],
            None => {
                let state = self.state();
                let inventory = state.inventory(agent)?;
                let ids = dirs.iter().filter_map(|dir| Some(inventory.of_folder(dir)?.id.clone()));
                ids.chain(plugins).collect()
            }
        };
        let (undo, summary) = (change.undo, change.summary);
        job.end(IncomingState::Installed { ids, undo, summary }, None);
        Ok(job.view())
    }

    /// Stops fetching, or declines what was reviewed or proposed. None of it is left.
    pub fn cancel_incoming(&self, job: &str) {
        let Ok(job) = self.arrivals.find(job) else { return };
        job.cancel.cancel();
        let ends = {
            let inner = lock(&job.inner);
            matches!(inner.state, IncomingState::Proposed | IncomingState::Review { .. })
        };
        // One that fetches ends on its own, and tells.
        if ends {
            job.end(IncomingState::Cancelled, None);
            self.tell_arrival(&job);
        }
    }
}

pub(super) fn refused(message: &str) -> Failure {
    OpError::Refused(message.to_owned()).into()
}
