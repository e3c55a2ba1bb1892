//! Hooks from elsewhere as the window follows them: fetched with steps and a cancel, reviewed, and
//! installed only after a yes. What was fetched lies in a private folder until then, or until a no.

#[cfg(test)]
mod tests;
mod types;
mod update;

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

pub use self::types::{IncomingProgress, IncomingState, IncomingStep, IncomingView};
use super::{AppError, Desk, Event};
use crate::activity::{self, Entry, Kind};
use crate::agent::Agent;
use crate::fetch::Progress;
use crate::hook::AgentId;
use crate::install::foreign;
use crate::install::review::{self, ReviewView};
use crate::install::source::Source;
use crate::install::stage::{self, StageError, Staged};
use crate::inventory::Inventory;
use crate::ops::OpError;
use crate::provision::StepState;

/// How often the page is told of progress at most: what comes faster nobody can read.
const PAUSE: Duration = Duration::from_millis(100);

/// How many jobs are remembered; the oldest that does not fetch is forgotten, with what it staged.
const REMEMBERED: usize = 8;

/// All jobs, the newest last.
#[derive(Default)]
pub(super) struct Arrivals {
    list: Mutex<Vec<Arc<Job>>>,
    /// How many there were, so that no two have one id.
    count: AtomicU64,
}

struct Job {
    id: String,
    source: Source,
    /// The installed hook that is to be brought up to date.
    updates: Option<String>,
    cancel: CancellationToken,
    inner: Mutex<Inner>,
}

struct Inner {
    agent: AgentId,
    steps: Vec<IncomingStep>,
    progress: IncomingProgress,
    state: IncomingState,
    /// Until it is installed or declined.
    staged: Option<Arc<Staged>>,
    /// There is something that was not told.
    fresh: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Job {
    fn fetches(&self) -> bool {
        matches!(lock(&self.inner).state, IncomingState::Fetching)
    }

    fn view(&self) -> IncomingView {
        let inner = lock(&self.inner);
        IncomingView {
            job: self.id.clone(),
            source: self.source.recorded(),
            agent: inner.agent,
            steps: inner.steps.clone(),
            progress: inner.progress.clone(),
            state: inner.state.clone(),
        }
    }

    fn hear(&self, progress: Progress) {
        let mut inner = lock(&self.inner);
        match progress {
            Progress::Step(title) => {
                let done = |step: &&mut IncomingStep| step.state == StepState::Running;
                if let Some(step) = inner.steps.iter_mut().find(done) {
                    step.state = StepState::Done;
                }
                let next = |step: &&mut IncomingStep| step.state == StepState::Waiting;
                if let Some(step) = inner.steps.iter_mut().find(next) {
                    *step = IncomingStep { title, state: StepState::Running };
                }
                inner.progress = IncomingProgress::default();
            }
            Progress::Received { bytes, total } => {
                let number = |bytes: u64| u32::try_from(bytes).unwrap_or(u32::MAX);
                inner.progress =
                    IncomingProgress { bytes: number(bytes), total: total.map(number) };
            }
            // What git prints is progress of its own, in words that nobody asked for.
            Progress::Output(_) => return,
        }
        inner.fresh = true;
    }

    /// The end of all steps, or where they were left.
    fn end(&self, state: IncomingState, staged: Option<Arc<Staged>>) {
        let mut inner = lock(&self.inner);
        let came = match state {
            IncomingState::Review { .. } => StepState::Done,
            IncomingState::Cancelled => StepState::Cancelled,
            _ => StepState::Failed,
        };
        for step in inner.steps.iter_mut().filter(|step| step.state == StepState::Running) {
            step.state = came;
        }
        inner.state = state;
        inner.staged = staged;
        inner.fresh = true;
    }
}

impl Desk {
    /// Fetches what an address names, to be reviewed for an agent, and gives the id of the job. A page
    /// hands over addresses only, never a path.
    ///
    /// # Errors
    /// Where it is no address that is fetched.
    pub fn look_at(self: &Arc<Self>, source: &str, agent: AgentId) -> Result<String, AppError> {
        let job = self.new_job(Source::address(source)?, agent, IncomingState::Fetching, None);
        Ok(self.start_fetching(job))
    }

    /// The same for a folder or an archive that was picked in a dialog of the system, or dropped.
    ///
    /// # Errors
    /// Where there is neither at that path.
    pub fn look_at_path(self: &Arc<Self>, path: &Path, agent: AgentId) -> Result<String, AppError> {
        let job = self.new_job(Source::at(path)?, agent, IncomingState::Fetching, None);
        Ok(self.start_fetching(job))
    }

    /// What a link of another program asks for. It is shown, and nothing is fetched before
    /// [`Desk::look_at_proposed`].
    ///
    /// # Errors
    /// Where it is no address that is fetched.
    pub fn propose(&self, link: &str) -> Result<String, AppError> {
        let job =
            self.new_job(Source::linked(link)?, self.first_agent(), IncomingState::Proposed, None);
        (self.tell)(Event::Incoming(Box::new(job.view())));
        Ok(job.id.clone())
    }

    /// Whom something is for that came without a word of it: the first agent that is found here.
    pub fn first_agent(&self) -> AgentId {
        let state = self.state();
        let mut agents = state.inventories.iter().map(Inventory::agent);
        agents.find(|agent| agent.found).map_or(AgentId::Milady, Agent::id)
    }

    /// Fetches what was proposed.
    ///
    /// # Errors
    /// Where there is no such job any more, or it was begun already.
    pub fn look_at_proposed(self: &Arc<Self>, job: &str) -> Result<IncomingView, AppError> {
        let job = self.arrival(job)?;
        {
            let mut inner = lock(&job.inner);
            if !matches!(inner.state, IncomingState::Proposed) {
                return Err(refused("It was begun or declined already."));
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
    pub fn incoming(&self, job: &str) -> Result<IncomingView, AppError> {
        Ok(self.arrival(job)?.view())
    }

    /// The review of the same files for another agent. Before they are there, only whom they are for is
    /// changed.
    ///
    /// # Errors
    /// Where there is no such job any more, or it has ended.
    pub fn review_for(&self, job: &str, agent: AgentId) -> Result<IncomingView, AppError> {
        let job = self.arrival(job)?;
        let staged = {
            let mut inner = lock(&job.inner);
            match inner.state {
                IncomingState::Proposed | IncomingState::Fetching => {
                    inner.agent = agent;
                    None
                }
                IncomingState::Review { .. } if job.updates.is_some() => None,
                IncomingState::Review { .. } => inner.staged.clone(),
                _ => return Err(refused("It was installed or declined already.")),
            }
        };
        if let Some(staged) = staged {
            let review = Box::new(self.review(&staged, agent)?);
            let mut inner = lock(&job.inner);
            // It may have been declined meanwhile.
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
    /// Where that is missing, something is in the way, or a file cannot be written. The review stands
    /// then as it did.
    pub fn install_incoming(&self, job: &str, accept_high: bool) -> Result<IncomingView, AppError> {
        let job = self.arrival(job)?;
        let nothing = || refused("There is nothing to install: look at it first.");
        let (staged, agent, high) = {
            let inner = lock(&job.inner);
            let IncomingState::Review { review } = &inner.state else { return Err(nothing()) };
            (inner.staged.clone(), inner.agent, review.high)
        };
        if high > 0 && !accept_high {
            return Err(AppError {
                code: "needs-acceptance".to_owned(),
                message: "The check found something serious, which has to be accepted first."
                    .to_owned(),
                hint: None,
            });
        }
        if let Some(id) = &job.updates {
            self.install_update(&job, id, staged.as_deref())?;
            return Ok(job.view());
        }
        let staged = staged.ok_or_else(nothing)?;
        let (machine, inventory) = {
            let state = self.state();
            (state.machine.clone(), state.inventory(agent)?.clone())
        };
        // Planned anew: what was shown may have been overtaken by what is on the disk.
        let arrival = foreign::plan_install(&machine, &inventory, &staged)?;
        let change = self.apply(&arrival.plan)?;
        let ids = {
            let state = self.state();
            let inventory = state.inventory(agent)?;
            let of = |dir: &std::path::PathBuf| {
                let mut all = inventory.candidates().map(|(_, hook)| hook);
                Some(all.find(|hook| hook.dir.as_ref() == Some(dir))?.id.clone())
            };
            arrival.dirs.iter().filter_map(of).collect()
        };
        let (undo, summary) = (change.undo, change.summary);
        job.end(IncomingState::Installed { ids, undo, summary }, None);
        Ok(job.view())
    }

    /// Stops fetching, or declines what was reviewed or proposed. Nothing of it is left.
    pub fn cancel_incoming(&self, job: &str) {
        let Ok(job) = self.arrival(job) else { return };
        job.cancel.cancel();
        let ends = {
            let inner = lock(&job.inner);
            matches!(inner.state, IncomingState::Proposed | IncomingState::Review { .. })
        };
        // One that fetches ends by itself, and tells.
        if ends {
            job.end(IncomingState::Cancelled, None);
            self.tell_arrival(&job);
        }
    }

    /// What is being fetched, in words.
    pub(super) fn fetching(&self) -> Vec<String> {
        let list = lock(&self.arrivals.list);
        let running = list.iter().filter(|job| job.fetches());
        running.map(|job| format!("Getting {}", job.source.recorded())).collect()
    }

    /// Stops all of it and takes away what was staged. True where nothing is under way any more.
    pub(super) fn stop_arrivals(&self) -> bool {
        let jobs = lock(&self.arrivals.list).clone();
        for job in &jobs {
            job.cancel.cancel();
            if !job.fetches() {
                lock(&job.inner).staged = None;
            }
        }
        !jobs.iter().any(|job| job.fetches())
    }

    fn new_job(
        &self,
        source: Source,
        agent: AgentId,
        state: IncomingState,
        updates: Option<String>,
    ) -> Arc<Job> {
        let waiting = |title| IncomingStep { title, state: StepState::Waiting };
        let inner = Inner {
            agent,
            steps: stage::steps(&source).into_iter().map(waiting).collect(),
            progress: IncomingProgress::default(),
            state,
            staged: None,
            fresh: true,
        };
        let mut list = lock(&self.arrivals.list);
        if list.len() >= REMEMBERED
            && let Some(oldest) = list.iter().position(|job| !job.fetches())
        {
            list.remove(oldest);
        }
        let job = Arc::new(Job {
            id: format!("incoming-{}", self.arrivals.count.fetch_add(1, Ordering::Relaxed)),
            source,
            updates,
            cancel: CancellationToken::new(),
            inner: Mutex::new(inner),
        });
        list.push(Arc::clone(&job));
        job
    }

    fn arrival(&self, id: &str) -> Result<Arc<Job>, AppError> {
        let list = lock(&self.arrivals.list);
        let found = list.iter().find(|job| job.id == id).cloned();
        found.ok_or_else(|| refused("This is not known any more. Look at it again."))
    }

    fn start_fetching(self: &Arc<Self>, job: Arc<Job>) -> String {
        let (desk, id) = (Arc::clone(self), job.id.clone());
        std::thread::spawn(move || desk.fetch_and_review(&job));
        id
    }

    /// The thread of one job.
    fn fetch_and_review(&self, job: &Job) {
        self.tell_arrival(job);
        let machine = self.state().machine.clone();
        if let (Some(id), Source::Included(_)) = (&job.updates, &job.source) {
            match self.review_update(id, None) {
                Ok(review) => job.end(IncomingState::Review { review: Box::new(review) }, None),
                Err(error) => job.end(IncomingState::Failed { error }, None),
            }
            return self.tell_arrival(job);
        }
        let hear = |progress: Progress| job.hear(progress);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let staged = match runtime {
            Ok(runtime) => runtime.block_on(async {
                let work = stage::stage(&machine, &job.source, &hear, &job.cancel);
                tokio::pin!(work);
                loop {
                    tokio::select! {
                        staged = &mut work => break staged,
                        () = tokio::time::sleep(PAUSE) => self.tell_arrival(job),
                    }
                }
            }),
            Err(error) => Err(StageError::Disk(error)),
        };
        let agent = lock(&job.inner).agent;
        let reviewed = staged.map_err(AppError::from).and_then(|staged| {
            let review = match &job.updates {
                Some(id) => self.review_update(id, Some(&staged))?,
                None => self.review(&staged, agent)?,
            };
            Ok((staged, IncomingState::Review { review: Box::new(review) }))
        });
        match reviewed {
            _ if job.cancel.is_cancelled() => job.end(IncomingState::Cancelled, None),
            Ok((staged, state)) => {
                job.end(state, Some(Arc::new(staged)));
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

    /// With copies of what is known, so that nobody has to wait for it.
    fn review(&self, staged: &Staged, agent: AgentId) -> Result<ReviewView, AppError> {
        let (machine, inventories) = {
            let state = self.state();
            (state.machine.clone(), state.inventories.clone())
        };
        let agents: Vec<&Agent> = inventories.iter().map(Inventory::agent).collect();
        let inventory = inventories.iter().find(|one| one.agent().id() == agent);
        let inventory = inventory.ok_or_else(|| refused("There is no such agent."))?;
        Ok(review::view(&machine, inventory, &agents, staged))
    }

    fn tell_arrival(&self, job: &Job) {
        if std::mem::take(&mut lock(&job.inner).fresh) {
            (self.tell)(Event::Incoming(Box::new(job.view())));
        }
    }
}

fn refused(message: &str) -> AppError {
    OpError::Refused(message.to_owned()).into()
}
