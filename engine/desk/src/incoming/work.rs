//! The thread of one job: it fetches, then reviews.

use std::sync::Arc;
use std::time::Duration;

use super::jobs::{Job, lock};
use super::refused;
use crate::views::{Event, IncomingState};
use crate::{Desk, Failure};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::hook::AgentId;
use tacklebox_bring::fetch::Progress;
use tacklebox_change::install::newest;
use tacklebox_change::install::review::{self, ReviewView};
use tacklebox_change::install::stage::{self, StageError, Staged};
use tacklebox_change::install::target;
use tacklebox_change::install::update::{self, NewVersion};
use tacklebox_inventory::activity::{self, Entry, Kind};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// How often the page is told of progress at most: what comes faster nobody can read.
const PAUSE: Duration = Duration::from_millis(100);

impl Desk {
    pub(super) fn start_fetching(self: &Arc<Self>, job: Arc<Job>) -> String {
        let (desk, id) = (Arc::clone(self), job.id.clone());
        std::thread::spawn(move || desk.fetch_and_review(&job));
        id
    }

    /// The thread of one job.
    fn fetch_and_review(&self, job: &Job) {
        self.tell_arrival(job);
        let machine = self.state().machine.clone();
        let hear = |progress: Progress| job.hear(progress);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let staged = match runtime {
            // What ships with Tacklebox is here.
            _ if !job.source.is_foreign() => Ok(None),
            Ok(runtime) => runtime.block_on(async {
                let work = stage::stage(&machine, &job.source, &hear, &job.cancel);
                tokio::pin!(work);
                loop {
                    tokio::select! {
                        staged = &mut work => break staged.map(Some),
                        () = tokio::time::sleep(PAUSE) => self.tell_arrival(job),
                    }
                }
            }),
            Err(error) => Err(StageError::Disk(error)),
        };
        if let Ok(Some(staged)) = &staged {
            self.name_agent(job, staged);
        }
        let agent = lock(&job.inner).agent;
        let reviewed = staged.map_err(Failure::from).and_then(|staged| {
            let review = Box::new(self.review(job, staged.as_ref(), agent)?);
            Ok((staged, IncomingState::Review { review }))
        });
        match reviewed {
            _ if job.cancel.is_cancelled() => job.end(IncomingState::Cancelled, None),
            Ok((staged, state)) => {
                job.end(state, staged.map(Arc::new));
                // Whom it is for may have been changed while it was reviewed.
                let now = lock(&job.inner).agent;
                if now != agent {
                    let _ = self.review_for(&job.id, now);
                }
                // Declined at the very end: whoever did so saw it fetching still.
                if job.cancel.is_cancelled() {
                    job.end(IncomingState::Cancelled, None);
                }
            }
            Err(error) => {
                let title = format!("Get {}", job.source.recorded());
                let mut entry = Entry::new(&machine, Kind::Installed, agent, title);
                entry.failed = true;
                entry.details = vec![error.message.clone()];
                activity::record(&machine, entry);
                job.end(IncomingState::Failed { error }, None);
            }
        }
        self.tell_arrival(job);
    }

    /// Whom it is for where nobody said so: the one that the command line would take too. Where that is not
    /// clear, the first that can have it is offered, and the person sees the others beside it.
    fn name_agent(&self, job: &Job, staged: &Staged) {
        let inventories = self.state().inventories.clone();
        let agents: Vec<&Agent> = inventories.iter().map(Inventory::agent).collect();
        let found =
            target::of_staged(&agents, staged).or_else(|error| error.offered().ok_or(error));
        let mut inner = lock(&job.inner);
        if let Ok(agent) = found
            && !inner.named
        {
            inner.agent = agent;
        }
    }

    /// With copies of what is known, so that nobody has to wait for it.
    pub(super) fn review(
        &self,
        job: &Job,
        staged: Option<&Staged>,
        agent: AgentId,
    ) -> Result<ReviewView, Failure> {
        let (machine, inventories) = {
            let state = self.state();
            (state.machine.clone(), state.inventories.clone())
        };
        let agents: Vec<&Agent> = inventories.iter().map(Inventory::agent).collect();
        let inventory = inventories.iter().find(|one| one.agent().id() == agent);
        let inventory = inventory.ok_or_else(|| refused("There is no such agent."))?;
        match (&job.updates, staged) {
            (Some(id), staged) => {
                let new = new_version(&machine, inventory, id, staged)?;
                let update = update::plan(&machine, inventory, id, new)?;
                Ok(review::of_update(&machine, inventory, id, &update))
            }
            (None, Some(staged)) => Ok(review::view(&machine, inventory, &agents, staged)),
            (None, None) => Err(refused("There is nothing to look at.")),
        }
    }

    pub(super) fn tell_arrival(&self, job: &Job) {
        if std::mem::take(&mut lock(&job.inner).fresh) {
            (self.tell)(Event::Incoming(Box::new(job.view())));
        }
    }
}

/// What is there now for an installed hook: among what was fetched, else what ships.
pub(super) fn new_version(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    staged: Option<&Staged>,
) -> Result<NewVersion, Failure> {
    match staged {
        Some(staged) => Ok(update::staged(inventory, id, staged)?),
        None => newest::included(machine, inventory, id)?
            .ok_or_else(|| refused("There is nothing to update it from.")),
    }
}
