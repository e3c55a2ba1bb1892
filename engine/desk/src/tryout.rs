//! *Try it*: an event fired at hooks for real, followed while it is under way.

mod beside;
mod confirm;
pub(super) mod deeds;
mod rows;
mod typed;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use self::confirm::{Asked, Place};
use super::views::{Event, TryHook, TryMoment, TryRequest, TryStart};
use super::{Code, Desk, Failure};
use tacklebox_agents::hook::{AgentId, State};
use tacklebox_agents::moment;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{self, Listening, Plugin, PluginState};
use tacklebox_inventory::said;
use tacklebox_machine::machine::Machine;
use tacklebox_run::boxed::{Boxed, Kind};
use tacklebox_run::fire::{self, Request, Runner, Watch};
use tacklebox_run::turns::keys;

/// What the tries of one window share.
#[derive(Default)]
pub(super) struct Tries {
    /// Workers of modules live on it, so it outlives a single try. Made at the first.
    ground: OnceLock<Option<Ground>>,
    runner: Mutex<Option<Made>>,
    state: Mutex<Tried>,
}

/// A thread that everything asynchronous of the tries runs on, until this is dropped.
struct Ground {
    handle: Handle,
    _until: oneshot::Sender<()>,
}

impl Ground {
    fn new() -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (_until, dropped) = oneshot::channel();
        std::thread::Builder::new().name("tries".into()).spawn(move || {
            let _ = runtime.block_on(dropped);
        })?;
        Ok(Self { handle, _until })
    }
}

/// A runner, and the folders in which it looks for a JavaScript runtime.
struct Made {
    runner: Arc<Runner>,
    path: Vec<PathBuf>,
}

#[derive(Default)]
struct Tried {
    last: u32,
    running: BTreeMap<u32, CancellationToken>,
    /// By the id of a hook: where the person has agreed to run it, and the hash of what it was then.
    agreed: BTreeMap<String, (String, Place)>,
    /// The hashes of the hooks that the last question was about.
    asked: BTreeMap<String, String>,
    /// The last box, with what was done in it, for as long as somebody may want to look.
    kept: Option<deeds::KeptBox>,
}

impl Tried {
    fn has_agreed(&self, to: &Asked, place: Place) -> bool {
        self.agreed.get(&to.id).is_some_and(|(hash, most)| *hash == to.hash && *most >= place)
    }

    /// The person agrees to these, but for those that became others since they were asked about.
    fn agree(&mut self, to: &[Asked], place: Place) {
        let about = std::mem::take(&mut self.asked);
        for one in to.iter().filter(|one| about.get(&one.id).is_none_or(|hash| *hash == one.hash)) {
            if !self.has_agreed(one, place) {
                self.agreed.insert(one.id.clone(), (one.hash.clone(), place));
            }
        }
    }
}

impl Tries {
    fn state(&self) -> MutexGuard<'_, Tried> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether something is tried now, in words.
    pub(super) fn under_way(&self) -> Option<String> {
        (!self.state().running.is_empty()).then(|| "Trying a hook".to_owned())
    }

    /// Stops all of it. True where nothing is under way any more.
    pub(super) fn stop(&self) -> bool {
        let state = self.state();
        state.running.values().for_each(CancellationToken::cancel);
        state.running.is_empty()
    }

    /// The runner for this computer as it is now: where PATH is another one, so may be the runtime.
    pub(super) fn runner(&self, machine: &Machine) -> Arc<Runner> {
        let mut made = self.runner.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = made.as_ref().filter(|made| made.path == machine.path_dirs()) {
            return Arc::clone(&made.runner);
        }
        let runner = Arc::new(Runner::new(machine));
        *made = Some(Made { runner: Arc::clone(&runner), path: machine.path_dirs().to_vec() });
        runner
    }

    /// Files changed: a module among them is loaded again at its next event.
    pub(super) fn changed(&self, paths: &[PathBuf]) {
        let made = self.runner.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = made.as_ref() {
            paths.iter().for_each(|path| made.runner.changed(path));
        }
    }

    /// Waits for work on the ground of all tries, where the workers of modules live; none where it was cut off.
    pub(super) fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<Option<T>, Failure> {
        let (send, done) = std::sync::mpsc::channel();
        self.runtime()?.spawn(async move {
            let _ = send.send(work.await);
        });
        Ok(done.recv().ok())
    }

    pub(super) fn runtime(&self) -> Result<&Handle, Failure> {
        let made = self.ground.get_or_init(|| Ground::new().ok());
        made.as_ref().map(|ground| &ground.handle).ok_or_else(|| {
            Failure::new(
                Code::NotStarted,
                "Nothing could be started: the system gives Tacklebox no more threads.",
            )
            .hint("Close other programs, then try again.")
        })
    }
}

impl Desk {
    /// The events of an agent that can be tried, in the order of the table; then those that only its hooks
    /// name.
    ///
    /// # Errors
    /// Never in practice: all five agents are known.
    pub fn try_moments(&self, agent: AgentId) -> Result<Vec<TryMoment>, Failure> {
        let (machine, inventory) = self.copy_of(agent)?;
        let plugins = plugins::list(&machine, inventory.agent()).into_iter();
        let plugins = plugins.filter(|plugin| plugin.bundle.is_none());
        let keys = keys(&inventory);
        let internal =
            |key: &String| plugins::listening(inventory.agent(), key) == Some(Listening::Internal);
        // Their files are read only where it matters.
        let read = keys.iter().any(internal);
        let registers = plugins::registers_hooks(&machine);
        let plugins: Vec<_> = plugins.map(|plugin| (read && registers(&plugin), plugin)).collect();
        Ok(keys.into_iter().map(|key| try_moment(&inventory, &plugins, key)).collect())
    }

    /// Fires an event, unless the person has to read something first. What happens is told in
    /// [`Event::Try`]s.
    ///
    /// # Errors
    /// Where the data is not JSON, there is no such event or hook, or nothing can be started.
    pub fn try_it(self: &Arc<Self>, wish: TryRequest) -> Result<TryStart, Failure> {
        let data = fire::data(&wish.data)?;
        let (machine, mut inventory) =
            self.copy_for(wish.hook.as_deref().unwrap_or(wish.agent.as_str()))?;
        let (mut hook, mut kept) = (wish.hook.clone(), None);
        if let Some(typed) = &wish.sentence {
            let (then, id, folder) = self.with_sentence(typed)?;
            inventory = then;
            (hook, kept) = (Some(id), folder);
        }
        if let (Some(id), Some(typed)) = (&hook, &wish.file) {
            let (then, id, folder) = typed::with_file(&machine, &inventory, id, typed)?;
            inventory = then;
            (hook, kept) = (Some(id), Some(folder));
        }
        if let Some(typed) = &wish.plugin {
            let (then, id, folder) = typed::with_plugin(&machine, &inventory, typed)?;
            inventory = then;
            (hook, kept) = (Some(id), Some(folder));
        }
        let runner = self.tries.runner(&machine);
        let mut request =
            Request { key: wish.key.clone(), hook, data: Some(data), ..Request::default() };
        let would = fire::would_fire(&runner, &machine, &inventory, &request)?;
        // What is being typed is tried on a click, and nothing is agreed to by that: a sentence, and a file where
        // walls are around it.
        let typed = wish.sentence.is_some()
            || wish.plugin.is_some()
            || wish.file.is_some() && place(&wish) != Place::Real;
        if !typed && let Some(question) = self.question(&machine, &inventory, &would.ids, &wish) {
            return Ok(question);
        }
        let scratch =
            if wish.scratch && !wish.boxed { Some(fire::scratch(&machine)?) } else { None };
        if wish.boxed {
            let agent = inventory.agent();
            let boxed = Boxed::new(&machine, agent, wish.network)?;
            request.boxed = Some(boxed);
        }
        let beside = beside::Beside::new(&machine, &inventory, &wish, &request)?;
        request.scratch = scratch.as_ref().map(|dir| dir.path().to_owned());
        let runtime = self.tries.runtime()?.clone();
        let cancel = CancellationToken::new();
        let run = {
            let mut tried = self.tries.state();
            tried.last = tried.last.saturating_add(1);
            let run = tried.last;
            tried.running.insert(run, cancel.clone());
            run
        };
        let follow = rows::Follow::new(run, &machine, &inventory, &request, &would);
        (self.tell)(Event::Try(Box::new(follow.state(&[]))));
        let desk = Arc::clone(self);
        runtime.spawn(async move {
            let (watcher, following) = (Arc::downgrade(&desk), follow.clone());
            let watch = Watch::new(move |calls| {
                if let Some(desk) = watcher.upgrade() {
                    (desk.tell)(Event::Try(Box::new(following.state(calls))));
                }
            });
            let done = fire::fire(&runner, &machine, &inventory, &request, &watch, &cancel).await;
            let state = match done {
                Ok(report) => {
                    let mut state = follow.done(&report);
                    if let Some(beside) = beside.filter(|_| !cancel.is_cancelled()) {
                        let ours = (run, &runner, &machine);
                        state.beside = Some(beside.run(ours, &report, &cancel).await);
                    }
                    desk.tries.keep(run, request.boxed.clone(), &state.rows, &report);
                    let of_plugin = |id: &String| plugins::id_in(inventory.agent(), id).is_some();
                    if report.ids.iter().any(of_plugin) {
                        // Whether it was tried is part of what is known of it.
                        desk.told_of_plugins(inventory.agent().id());
                    }
                    state
                }
                Err(error) => follow.failed(error.into()),
            };
            desk.tries.state().running.remove(&run);
            (desk.tell)(Event::Try(Box::new(state)));
            drop((scratch, kept));
        });
        Ok(TryStart::Started { run })
    }

    /// What has to be read before these run; none where it was.
    fn question(
        &self,
        machine: &Machine,
        inventory: &Inventory,
        ids: &[String],
        wish: &TryRequest,
    ) -> Option<TryStart> {
        let place = place(wish);
        let asked = confirm::asked(machine, inventory, ids);
        let mut tried = self.tries.state();
        if wish.confirmed {
            tried.agree(&asked, place);
        }
        let question = confirm::question(&asked, place, |one| !tried.has_agreed(one, place))?;
        tried.asked = asked.into_iter().map(|one| (one.id, one.hash)).collect();
        Some(question)
    }

    /// Ends what a try has started.
    pub fn cancel_try(&self, run: u32) {
        if let Some(cancel) = self.tries.state().running.get(&run) {
            cancel.cancel();
        }
    }
}

/// Where it would really run: on a computer that can make no walls a box is none.
fn place(wish: &TryRequest) -> Place {
    match (wish.boxed && Kind::here().is_closed(), wish.network) {
        (true, false) => Place::Box,
        (true, true) => Place::Network,
        (false, _) => Place::Real,
    }
}

/// `plugins` are all of them, each with whether it may have hooks for events of `HOOK.md`.
fn try_moment(inventory: &Inventory, plugins: &[(bool, Plugin)], key: String) -> TryMoment {
    let agent = inventory.agent();
    let words = moment::trigger_of(agent.id(), &key).by(agent.dialect);
    let words = inventory.heard().told(words);
    let sample = fire::sample(inventory, &key);
    let hooks = fire::listeners(inventory, &key).map(|hook| TryHook {
        id: hook.id.clone(),
        title: hook.title.clone(),
        emoji: hook.emoji.clone(),
        state: hook.state,
        left_out: fire::left_out(hook),
        blocked: said::blocked(hook),
    });
    // What they listen to is known only once they ran, so they are with every event of plugins.
    let how = plugins::listening(agent, &key);
    let may = |hooks: bool| how.is_some_and(|how| how == Listening::Own || hooks);
    let plugins = plugins.iter().filter(|(hooks, _)| may(*hooks)).map(|(_, plugin)| plugin);
    let plugins = plugins.map(|plugin| TryHook {
        state: match plugin.state() {
            PluginState::Broken => State::Broken,
            PluginState::On => State::Ready,
            PluginState::Off | PluginState::Idle => State::Off,
        },
        left_out: plugin.left_out.as_ref().map(|off| off.sentence()),
        blocked: plugin.broken().map(str::to_owned),
        id: plugin.hook_id.clone(),
        title: plugin.id.clone(),
        emoji: None,
    });
    TryMoment {
        hooks: hooks.chain(plugins).collect(),
        moment: words.moment,
        label: words.label,
        sentence: words.sentence,
        modifying: agent.dialect.dispatch_of(&key).is_some_and(|(_, modifying)| modifying),
        sent: words.sent,
        sample: serde_json::to_string_pretty(&sample).unwrap_or_default(),
        key,
    }
}
