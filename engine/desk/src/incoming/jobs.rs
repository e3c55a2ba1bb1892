//! What is known of everything that is fetched, reviewed or installed here.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use super::refused;
use crate::Failure;
use crate::views::{IncomingProgress, IncomingState, IncomingStep, IncomingView};
use tacklebox_agents::hook::AgentId;
use tacklebox_bring::fetch::Progress;
use tacklebox_bring::provision::StepState;
use tacklebox_change::install::source::Source;
use tacklebox_change::install::stage::{self, Staged};

/// How many jobs are remembered; the oldest that does not fetch is forgotten, with what it staged.
const REMEMBERED: usize = 8;

/// All jobs, the newest last.
#[derive(Default)]
pub(crate) struct Arrivals {
    list: Mutex<Vec<Arc<Job>>>,
    /// How many there were, so that no two have one id.
    count: AtomicU64,
}

pub struct Job {
    pub id: String,
    /// The installed hook that is to be brought up to date; none where hooks are to be installed.
    pub updates: Option<String>,
    pub source: Source,
    pub cancel: CancellationToken,
    pub inner: Mutex<Inner>,
}

pub struct Inner {
    pub agent: AgentId,
    /// A person chose it; else whom it is for is seen from what was fetched.
    pub named: bool,
    pub steps: Vec<IncomingStep>,
    pub progress: IncomingProgress,
    pub state: IncomingState,
    /// Until it is installed or declined.
    pub staged: Option<Arc<Staged>>,
    /// There is something that was not told.
    pub fresh: bool,
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Job {
    pub(crate) fn fetches(&self) -> bool {
        matches!(lock(&self.inner).state, IncomingState::Fetching)
    }

    pub fn view(&self) -> IncomingView {
        let inner = lock(&self.inner);
        let source = self.source.recorded();
        IncomingView {
            job: self.id.clone(),
            again: Source::address(&source).is_ok(),
            source,
            agent: inner.agent,
            steps: inner.steps.clone(),
            progress: inner.progress.clone(),
            state: inner.state.clone(),
        }
    }

    pub fn hear(&self, progress: Progress) {
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

    /// The same job, and nobody said for which agent.
    pub(crate) fn for_anyone(self: Arc<Self>) -> Arc<Self> {
        lock(&self.inner).named = false;
        self
    }

    /// The end of all steps, or where they were left.
    pub fn end(&self, state: IncomingState, staged: Option<Arc<Staged>>) {
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

impl Arrivals {
    pub fn add(
        &self,
        source: Source,
        agent: AgentId,
        updates: Option<String>,
        state: IncomingState,
    ) -> Arc<Job> {
        let waiting = |title| IncomingStep { title, state: StepState::Waiting };
        let inner = Inner {
            agent,
            named: true,
            steps: stage::steps(&source).into_iter().map(waiting).collect(),
            progress: IncomingProgress::default(),
            state,
            staged: None,
            fresh: true,
        };
        let mut list = lock(&self.list);
        if list.len() >= REMEMBERED
            && let Some(oldest) = list.iter().position(|job| !job.fetches())
        {
            list.remove(oldest);
        }
        let job = Arc::new(Job {
            id: format!("incoming-{}", self.count.fetch_add(1, Ordering::Relaxed)),
            updates,
            source,
            cancel: CancellationToken::new(),
            inner: Mutex::new(inner),
        });
        list.push(Arc::clone(&job));
        job
    }

    pub fn find(&self, id: &str) -> Result<Arc<Job>, Failure> {
        let list = lock(&self.list);
        let found = list.iter().find(|job| job.id == id).cloned();
        found.ok_or_else(|| refused("This is not known any more. Look at it again."))
    }

    /// What is being fetched, in words.
    pub(crate) fn fetching(&self) -> Vec<String> {
        let list = lock(&self.list);
        let running = list.iter().filter(|job| job.fetches());
        running.map(|job| format!("Getting {}", job.source.recorded())).collect()
    }

    /// Stops all of it and takes away what was staged. True where nothing is under way any more.
    pub fn stop(&self) -> bool {
        let jobs = lock(&self.list).clone();
        for job in &jobs {
            job.cancel.cancel();
            if !job.fetches() {
                lock(&job.inner).staged = None;
            }
        }
        !jobs.iter().any(|job| job.fetches())
    }
}
