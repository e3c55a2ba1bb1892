//! All workers: which hook has one, when it is started and when it is ended.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::runtime::Handle;
use tokio::sync::OnceCell;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use super::answer::{Registered, Said, listed, too_long, without};
use super::files::{Code, Files};
use super::later;
use super::line::Line;
use super::request;
use super::runtime::{self, Runtime};
use super::sources::Sources;
use super::worker::{Fault, Ground, Worker};
use super::{ModuleSpec, NoRuntime, Other, PluginHook};
use crate::boxed::Inside;
use crate::runtime::outcome::{Ran, Seen};
use tacklebox_machine::machine::Machine;

const TOUCHED: &str = "Another program changed what the hook's worker was started from, so it was ended and nothing that it said counts. Look at what other hooks do.";

/// How long a worker without an event is kept (rule ).
const IDLE: Duration = Duration::from_secs(60);

/// The workers of all hooks. Cheap to clone; when the last clone is dropped, all workers are ended. It
/// belongs to the Tokio runtime (with I/O and time) in which it is used first.
#[derive(Clone)]
pub struct Pool(Arc<Inner>);

struct Inner {
    machine: Machine,
    env: BTreeMap<String, String>,
    idle: Duration,
    runtime: OnceCell<Runtime>,
    files: Files,
    slots: Mutex<HashMap<String, Arc<Slot>>>,
    started: AtomicU64,
    sweeper: Mutex<Option<JoinHandle<()>>>,
}

/// One hook's place. Whoever holds the lock has the worker; others wait, so that a hook's events come
/// to it one after the other.
#[derive(Default)]
pub(super) struct Slot {
    pub(super) worker: tokio::sync::Mutex<Option<Kept>>,
    /// A file changed while it was busy: it is not kept after its run.
    pub(super) stale: AtomicBool,
    dir: Mutex<PathBuf>,
}

impl Slot {
    /// Ends the worker, after its run where it is busy.
    pub(super) fn retire(&self) {
        // Before the lock is tried: a run that ends meanwhile must see it.
        self.stale.store(true, Ordering::SeqCst);
        if let Ok(mut place) = self.worker.try_lock()
            && place.as_ref().is_none_or(|kept| kept.line.busy() == 0)
        {
            self.stale.store(false, Ordering::SeqCst);
            end(place.take());
        }
    }
}

pub(super) struct Kept {
    pub(super) line: Arc<Line>,
    /// As long as it is there, runtimes may read from it.
    _code: Code,
    spec: ModuleSpec,
    hooks: Vec<PluginHook>,
    others: Vec<Other>,
}

impl Kept {
    /// What is new to whoever calls the hooks: further ones, or those of a worker that has just started.
    pub(super) fn take_in(
        &mut self,
        told: Option<Vec<Registered>>,
        anew: bool,
    ) -> Option<Vec<PluginHook>> {
        let told = told.map(listed);
        if let Some(hooks) = &told {
            self.hooks.clone_from(hooks);
        }
        told.or_else(|| anew.then(|| self.hooks.clone()))
    }
}

impl Pool {
    pub fn new(machine: Machine) -> Self {
        Self::with_idle(machine, IDLE)
    }

    /// One that keeps workers for another time.
    pub(crate) fn with_idle(machine: Machine, idle: Duration) -> Self {
        let mut env = machine.environment();
        // A line to a Node that started us: the hook's Node would take it for its own.
        env.retain(|name, _| !name.starts_with("NODE_CHANNEL_"));
        env.extend([super::super::trial()]);
        Self(Arc::new(Inner {
            machine,
            env,
            idle,
            runtime: OnceCell::new(),
            files: Files::default(),
            slots: Mutex::default(),
            started: AtomicU64::new(0),
            sweeper: Mutex::default(),
        }))
    }

    /// The same pool with no worker yet, that keeps workers for another time.
    pub fn idle(&self, idle: Duration) -> Self {
        Self::with_idle(self.0.machine.clone(), idle)
    }

    /// A pool of its own for these modules, whose handlers run on this runtime.
    pub(crate) fn on(&self, runtime: Runtime) -> Self {
        let pool = self.idle(self.0.idle);
        // Nothing was looked for yet.
        let _ = pool.0.runtime.set(runtime);
        pool
    }

    /// The runtime that handlers run on; looked for once it is found.
    ///
    /// # Errors
    /// [`NoRuntime`], with the way out.
    pub async fn runtime(&self) -> Result<&Runtime, NoRuntime> {
        self.0.runtime.get_or_try_init(|| runtime::find(&self.0.machine)).await
    }

    /// Calls a handler with an event: `{type, action, sessionKey, timestamp, messages, context}`.
    ///
    /// What it pushed comes back as the run's messages, a changed context as
    /// [`Modify`](crate::runtime::outcome::Answer::Modify). The value that it returns means nothing. `limit`
    /// counts from when its turn comes, the start of the worker included.
    pub async fn call(&self, spec: &ModuleSpec, event: &Value, limit: Duration) -> Ran {
        let line = format!("{{\"event\":{event}}}\n");
        self.say(&self.slot(spec), spec, &line, limit).await
    }

    /// Ends the workers that are in a box: its folder is about to go.
    pub(crate) fn empty_boxes(&self) {
        for slot in self.0.slots().values() {
            let is_in = |kept: &Kept| kept.spec.boxed.is_some();
            if slot.worker.try_lock().is_ok_and(|kept| kept.as_ref().is_some_and(is_in)) {
                slot.retire();
            }
        }
    }

    /// A file or folder changed: the workers whose hooks it belongs to are ended, those that are busy
    /// after their run.
    pub fn changed(&self, path: &Path) {
        for slot in self.0.slots().values() {
            let dir = slot.dir.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if !path.starts_with(&dir) && !dir.starts_with(path) {
                continue;
            }
            slot.retire();
        }
    }

    /// As [`Seat::load`](super::seat::Seat::load).
    pub(super) async fn load(
        &self,
        slot: &Slot,
        spec: &ModuleSpec,
        limit: Duration,
    ) -> Result<(Vec<PluginHook>, Vec<Other>), Box<Ran>> {
        let mut place = slot.worker.lock().await;
        let deadline = later(Instant::now(), limit);
        let (kept, _) = self.ready(slot, place.take(), spec, limit, deadline).await?;
        let registered = (kept.hooks.clone(), kept.others.clone());
        self.keep(slot, &mut place, kept);
        Ok(registered)
    }

    async fn say(&self, slot: &Slot, spec: &ModuleSpec, line: &str, limit: Duration) -> Ran {
        if let Some(ran) = too_long(line) {
            return ran;
        }
        let mut place = slot.worker.lock().await;
        let deadline = later(Instant::now(), limit);
        let (kept, _) = match self.ready(slot, place.take(), spec, limit, deadline).await {
            Ok(ready) => ready,
            Err(ran) => return *ran,
        };
        // Not in its place in the meantime: a call that is given up half-way ends its worker.
        let said = kept.line.ask(line, deadline).await;
        let seen = kept.line.seen();
        let mut said = match said {
            Ok(said) => said,
            Err(fault) => return without(&fault, limit, seen),
        };
        if said.take_hooks().is_some() {
            self.keep(slot, &mut place, kept);
        }
        said.ran(seen)
    }

    /// The worker that is there, if it is well and still the right one; else a new one. Says which.
    pub(super) async fn ready(
        &self,
        slot: &Slot,
        kept: Option<Kept>,
        spec: &ModuleSpec,
        limit: Duration,
        deadline: Instant,
    ) -> Result<(Kept, bool), Box<Ran>> {
        let stale = slot.stale.swap(false, Ordering::SeqCst);
        if let Some(kept) = kept {
            if !stale && kept.spec == *spec && kept.line.is_well() {
                // What it wrote after its last answer belongs to no run.
                if kept.line.busy() == 0 {
                    kept.line.seen();
                }
                return Ok((kept, false));
            }
            end(Some(kept));
        }
        let kept = self.start(spec, limit, deadline).await.map_err(Box::new)?;
        Ok((kept, true))
    }

    async fn start(
        &self,
        spec: &ModuleSpec,
        limit: Duration,
        deadline: Instant,
    ) -> Result<Kept, Ran> {
        let runtime = self.runtime().await.map_err(|error| Ran::failed(error.to_string()))?;
        let file = request::real(&spec.file).map_err(|error| {
            let file = self.0.machine.show(&spec.file);
            Ran::failed(format!("{file} could not be read: {error}"))
        })?;
        let sources = runtime.wants_sources().then(|| Sources::read(&file));
        let mut request = request::load(spec, &file, sources.as_ref(), runtime.alone);
        let inner = &self.0;
        let not_started = |error| without(&Fault::NotStarted(error), limit, Seen::default());
        let files = inner.files.folder(&inner.machine).map_err(not_started)?;
        let code = Code::put(&inner.machine).map_err(not_started)?;
        let cwd = [&spec.cwd, &spec.dir].into_iter().find(|dir| dir.is_dir());
        let env = inner.env.iter().chain(spec.env.iter().map(|(name, value)| (name, value)));
        let env = env.map(|(name, value)| (name.clone(), value.clone()));
        let number = inner.started.fetch_add(1, Ordering::Relaxed);
        let inside = spec.boxed.as_ref().map(|boxed| {
            let worker = code.worker();
            // By which a runtime tells of what kind a module is.
            let above = spec.dir.ancestors().map(|dir| dir.join("package.json"));
            let above: Vec<_> = above.filter(|path| path.is_file()).collect();
            let needed = [&*files, &*worker, &*runtime.program, &*spec.dir, &*spec.file];
            let needed: Vec<_> = needed.into_iter().chain(above.iter().map(|it| &**it)).collect();
            let mut walls = boxed.walls(spec.own.then_some(&*spec.dir), &needed);
            walls.sockets = vec![files.join(number.to_string())];
            walls.from_connect = true;
            Inside::new(Arc::clone(boxed), Arc::new(walls))
        });
        let mut worker = Worker::start(
            runtime,
            &Ground { files: &files, code: &code.worker(), number, cwd: cwd.unwrap_or(&files) },
            env,
            inside,
            deadline,
        )
        .await
        .map_err(|(fault, seen)| match code.is_untouched() {
            true => without(&fault, limit, seen),
            false => Ran::failed(TOUCHED),
        })?;

        if let Some(load) = request.get_mut("load") {
            load["nonces"] = worker.nonces().into();
        }
        let said = worker.ask(format!("{request}\n").as_bytes(), deadline).await;
        if !code.is_untouched() {
            return Err(Ran::failed(TOUCHED));
        }
        let said = match said {
            Ok(line) => Said::read(&line),
            Err(fault) => return Err(without(&fault, limit, worker.seen())),
        };
        match said {
            Ok(Said::Loaded { hooks, others }) => {
                let hooks = listed(hooks);
                let line = Arc::new(Line::new(worker));
                Ok(Kept { line, _code: code, spec: spec.clone(), hooks, others })
            }
            Ok(Said::Error(thrown)) => Err(thrown.ran(worker.seen())),
            Ok(Said::Done(_)) => Err(Ran::failed("The worker answered out of turn.")),
            Err(why) => Err(Ran::failed(why)),
        }
    }

    pub(super) fn slot(&self, spec: &ModuleSpec) -> Arc<Slot> {
        let mut slots = self.0.slots();
        if let Some(slot) = slots.get(&spec.hook) {
            slot.dir.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&spec.dir);
            return Arc::clone(slot);
        }
        let slot = Arc::new(Slot { dir: Mutex::new(spec.dir.clone()), ..Slot::default() });
        slots.insert(spec.hook.clone(), Arc::clone(&slot));
        slot
    }

    /// Puts a worker back in its place.
    pub(super) fn keep(&self, slot: &Slot, place: &mut Option<Kept>, kept: Kept) {
        if slot.stale.swap(false, Ordering::SeqCst) {
            end(Some(kept));
            return;
        }
        *place = Some(kept);
        self.0.watch(&self.0);
    }
}

impl Inner {
    fn slots(&self) -> MutexGuard<'_, HashMap<String, Arc<Slot>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sees to it that somebody ends the workers that are idle. One task does it for all, and there is
    /// none while there is no worker.
    fn watch(&self, this: &Arc<Self>) {
        let mut sweeper = self.sweeper.lock().unwrap_or_else(PoisonError::into_inner);
        if sweeper.as_ref().is_some_and(|task| !task.is_finished()) {
            return;
        }
        let pool = Arc::downgrade(this);
        let first = later(Instant::now(), self.idle);
        *sweeper = Some(tokio::spawn(async move {
            let mut next = first;
            loop {
                sleep_until(next).await;
                let Some(later) = pool.upgrade().and_then(|pool| pool.sweep()) else { return };
                next = later;
            }
        }));
    }

    /// Ends what has been idle for long enough; tells when to look again, or that nothing is left.
    fn sweep(&self) -> Option<Instant> {
        let mut sweeper = self.sweeper.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let mut next = None;
        for slot in self.slots().values() {
            let due = match slot.worker.try_lock() {
                Ok(mut place) => match &*place {
                    None => continue,
                    Some(kept) if kept.line.busy() > 0 => later(now, self.idle),
                    Some(kept) if later(kept.line.used(), self.idle) <= now => {
                        end(place.take());
                        continue;
                    }
                    Some(kept) => later(kept.line.used(), self.idle),
                },
                Err(_) => later(now, self.idle),
            };
            next = Some(next.map_or(due, |next: Instant| next.min(due)));
        }
        if next.is_none() {
            // Under the lock, so that a worker that comes now finds that nobody watches.
            *sweeper = None;
        }
        next
    }
}

/// Lets a worker end in peace, without anybody waiting for it. It is ended at once where nothing runs
/// that could wait.
pub(super) fn end(kept: Option<Kept>) {
    // Whoever still has a call in it ends it by letting it go.
    let line = kept.and_then(|kept| Arc::into_inner(kept.line));
    if let (Some(line), Ok(runtime)) = (line, Handle::try_current()) {
        runtime.spawn(line.end());
    }
}
