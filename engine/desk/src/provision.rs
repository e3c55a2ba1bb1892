//! Installations of programs as the window follows them: each is a job with steps, output and an end, which
//! goes on while its screen is closed and is there again when it is opened.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use super::views::{Event, OutputPart, ProvisionChanged, ProvisionView};
use super::{Desk, Failure};
use tacklebox_agents::hook::AgentId;
use tacklebox_bring::provision::{self, Line, Log, Offer, Order, Progress, Report, Step, Told};
use tacklebox_change::setup;

/// How often the page is told of output at most: what comes faster nobody can read.
const PAUSE: Duration = Duration::from_millis(100);

/// The most output that one event carries, in bytes; who wants the rest asks for it.
const AT_ONCE: usize = 16 * 1024;

/// How many ended jobs are remembered.
const REMEMBERED: usize = 20;

/// How long jobs are waited for when all are stopped: two seconds to end on their own, and some to spare.
const LAST_WAIT: Duration = Duration::from_secs(5);

/// All jobs, the newest last.
#[derive(Default)]
pub(super) struct Jobs {
    list: Mutex<Vec<Arc<Job>>>,
    /// How many there were, so that no two have one id.
    count: AtomicU64,
}

struct Job {
    id: String,
    hook: String,
    agent: AgentId,
    home: PathBuf,
    offer: Offer,
    began: Instant,
    cancel: CancellationToken,
    state: Mutex<JobState>,
}

struct JobState {
    steps: Vec<Step>,
    progress: Progress,
    log: Log,
    ended: Option<(Report, Duration)>,
    /// How much of the output was told.
    told: u64,
    /// There is something that was not told.
    fresh: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn number(byte: u64) -> u32 {
    u32::try_from(byte).unwrap_or(u32::MAX)
}

impl Job {
    fn runs(&self) -> bool {
        lock(&self.state).ended.is_none()
    }

    fn view(&self, state: &JobState) -> ProvisionView {
        let option = &self.offer.option;
        let elapsed = state.ended.as_ref().map_or_else(|| self.began.elapsed(), |(_, took)| *took);
        ProvisionView {
            job: self.id.clone(),
            hook: self.hook.clone(),
            program: option.program.clone(),
            method: option.id.clone(),
            steps: state.steps.clone(),
            progress: state.progress.clone(),
            elapsed: u32::try_from(elapsed.as_millis()).unwrap_or(u32::MAX),
            ended: state.ended.as_ref().map(|(report, _)| report.clone()),
        }
    }

    /// What is new since the last time; none where nothing is.
    fn news(&self) -> Option<ProvisionChanged> {
        let mut state = lock(&self.state);
        if !std::mem::take(&mut state.fresh) {
            return None;
        }
        let (from, text) = state.log.since(state.told, AT_ONCE);
        let to = state.log.end();
        state.told = to;
        let output = OutputPart { from: number(from), to: number(to), text };
        Some(ProvisionChanged { view: self.view(&state), output })
    }

    /// Whether it is worth telling at once.
    fn hear(&self, told: Told<'_>) -> bool {
        let mut state = lock(&self.state);
        match told {
            Told::Steps(steps) => {
                state.steps = steps.to_vec();
                state.fresh = true;
                return true;
            }
            Told::Output(line) => {
                let text = match line {
                    Line::Whole(text) => {
                        state.log.push(text);
                        state.fresh = true;
                        text
                    }
                    Line::Passing(text) => text,
                };
                if state.progress.hear(text) {
                    state.fresh = true;
                }
            }
        }
        false
    }
}

impl Desk {
    /// Installs a program that a hook lacks, by one of the ways that are offered for it, and gives the id of
    /// the job. The ways are worked out again: what would not be offered now is refused. Where the program is
    /// being installed already, that job is meant.
    ///
    /// # Errors
    /// Where the hook does not lack that program, or this way to get it is not offered here.
    pub fn install_program(
        self: &Arc<Self>,
        hook: &str,
        program: &str,
        method: &str,
    ) -> Result<String, Failure> {
        let (machine, agent, home, offer) = {
            let state = self.state();
            let inventory = state.inventory_of(hook)?;
            let offer = setup::offer(&state.machine, inventory, hook, program, method)?;
            let agent = inventory.agent();
            (state.machine.clone(), agent.id(), agent.home.clone(), offer)
        };
        let job = {
            let mut jobs = lock(&self.jobs.list);
            let same = |job: &&Arc<Job>| job.offer.option.program == program && job.runs();
            if let Some(running) = jobs.iter().find(same) {
                return Ok(running.id.clone());
            }
            // An older try at the same is over.
            jobs.retain(|job| job.offer.option.program != program);
            let ended = jobs.iter().filter(|job| !job.runs()).count();
            if ended >= REMEMBERED
                && let Some(oldest) = jobs.iter().position(|job| !job.runs())
            {
                jobs.remove(oldest);
            }
            let job = Arc::new(Job {
                id: format!("{program}-{}", self.jobs.count.fetch_add(1, Ordering::Relaxed)),
                hook: hook.to_owned(),
                agent,
                home,
                began: Instant::now(),
                cancel: CancellationToken::new(),
                state: Mutex::new(JobState {
                    steps: provision::steps(&offer),
                    progress: Progress::default(),
                    log: Log::default(),
                    ended: None,
                    told: 0,
                    fresh: true,
                }),
                offer,
            });
            jobs.push(Arc::clone(&job));
            job
        };
        let (desk, id) = (Arc::clone(self), job.id.clone());
        std::thread::spawn(move || desk.work(&job, &machine));
        Ok(id)
    }

    /// The thread of one job.
    fn work(&self, job: &Job, machine: &tacklebox_machine::machine::Machine) {
        let tell = |job: &Job| {
            if let Some(news) = job.news() {
                (self.tell)(Event::Provision(Box::new(news)));
            }
        };
        tell(job);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let agent = job.agent.dialect().title;
        let order =
            Order { machine, home: &job.home, agent, offer: &job.offer, limit: provision::LIMIT };
        let ended = match runtime {
            Ok(runtime) => runtime.block_on(async {
                let mut hear = |told: Told<'_>| {
                    if job.hear(told) {
                        tell(job);
                    }
                };
                let run = provision::run(&order, &job.cancel, || self.ask_for_path(), &mut hear);
                tokio::pin!(run);
                loop {
                    tokio::select! {
                        ended = &mut run => break ended,
                        () = tokio::time::sleep(PAUSE) => tell(job),
                    }
                }
            }),
            Err(error) => (provision::steps(&job.offer), provision::not_started(&error)),
        };
        let (steps, report) = ended;
        report.record(machine, job.agent, &job.offer);
        let mut state = lock(&job.state);
        state.steps = steps;
        state.ended = Some((report, job.began.elapsed()));
        state.fresh = true;
        drop(state);
        tell(job);
    }

    /// The installations for one hook, running and ended.
    pub fn program_jobs(&self, hook: &str) -> Vec<ProvisionView> {
        let jobs = lock(&self.jobs.list);
        let own = jobs.iter().filter(|job| job.hook == hook);
        own.map(|job| job.view(&lock(&job.state))).collect()
    }

    /// All that is kept of what an installer printed; empty for a job that is not known any more.
    pub fn job_output(&self, job: &str) -> OutputPart {
        let Some(job) = self.job(job) else { return OutputPart::default() };
        let state = lock(&job.state);
        let log = &state.log;
        OutputPart { from: number(log.start()), to: number(log.end()), text: log.text() }
    }

    /// Stops an installation, with all that it started. That it has ended is told as an event.
    pub fn cancel_job(&self, job: &str) {
        if let Some(job) = self.job(job) {
            job.cancel.cancel();
        }
    }

    /// Forgets an installation that has ended.
    pub fn dismiss_job(&self, job: &str) {
        lock(&self.jobs.list).retain(|other| other.id != job || other.runs());
    }

    /// What is being done now, in words: a window that is closed meanwhile asks first.
    pub fn work_in_progress(&self) -> Vec<String> {
        let jobs = lock(&self.jobs.list);
        let running = jobs.iter().filter(|job| job.runs());
        let installing = running.map(|job| format!("Installing {}", job.offer.option.program));
        installing.chain(self.arrivals.fetching()).chain(self.tries.under_way()).collect()
    }

    /// Stops all that is under way and waits until its processes are gone, a few seconds at most.
    pub fn stop_jobs(&self) {
        let running: Vec<Arc<Job>> = {
            let jobs = lock(&self.jobs.list);
            jobs.iter().filter(|job| job.runs()).cloned().collect()
        };
        running.iter().for_each(|job| job.cancel.cancel());
        let began = Instant::now();
        while (!self.arrivals.stop() | !self.tries.stop() || running.iter().any(|job| job.runs()))
            && began.elapsed() < LAST_WAIT
        {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn job(&self, id: &str) -> Option<Arc<Job>> {
        lock(&self.jobs.list).iter().find(|job| job.id == id).cloned()
    }
}
