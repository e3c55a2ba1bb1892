//! The engine as a window uses it: five inventories kept true while files change, every action as one
//! call that takes ids and names, never paths. Rust is the boundary: what the page sends is looked up.

// No input ends the program, also where a place in it was worked out wrongly.
#![cfg_attr(
    not(test),
    deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice)
)]

mod about;
mod activity;
mod asked;
mod change;
mod editor;
mod guard;
mod incoming;
mod many;
mod notices;
mod open;
mod own_word;
mod path;
mod picture;
mod places;
mod plugins;
mod port;
mod projects;
mod provision;
mod receipts;
mod removed;
mod repair;
mod sentence;
mod settings;
pub mod setup_file;
mod state;
mod timeline;
mod tray;
mod tryout;
mod typed;
mod updates;
mod versions;
mod views;
mod watching;

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};

pub use self::about::{About, Place};
pub use self::editor::Saved;
pub use self::many::ManyDeed;
pub use self::notices::{Notice, NoticeOf, notice};
pub use self::own_word::OwnWord;
pub use self::picture::{Beginning, FirstPicture};
pub use self::plugins::{
    FindOut, NewPluginChoice, NewPluginWish, PluginDetail, PluginSentenceCheck,
};
pub use self::port::{Compared, Comparing, Ported};
use self::provision::Jobs;
pub use self::repair::Repairing;
pub use self::sentence::{SentenceCheck, SentenceEvent, SentenceForm};
use self::state::State;
pub use self::timeline::{TimelineHook, TimelineMoment};
pub use self::tray::{Tray, TrayAgent, TrayProblem};
pub use self::updates::NewVersion;
pub use self::views::{
    DeedKind, DiffLine, Event, FirstPage, IncomingProgress, IncomingState, IncomingStep,
    IncomingView, Installed, InventoryChanged, MachineView, Outcome, OutputPart, Overview,
    PathSource, ProvisionChanged, ProvisionView, Sign, TryBox, TryDeed, TryHook, TryMoment,
    TryRequest, TryResult, TryRow, TryStart, TryState, TypedFile, TypedPlugin,
};
use tacklebox_agents::hook::{AgentId, Hook};
use tacklebox_change::apply::{self, Change};
use tacklebox_change::detail::{self, HookDetail};
use tacklebox_change::fix;
use tacklebox_change::install::included::{self, Included};
use tacklebox_change::ops::{self, OpError};
use tacklebox_change::plan::{Plan, Step};
use tacklebox_inventory::examine;
use tacklebox_inventory::inventory::{Delta, Inventory};
use tacklebox_inventory::pending;
use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::machine::{Machine, Platform};

type Tell = Box<dyn Fn(Event) + Send + Sync>;

/// The state behind a window.
pub struct Desk {
    state: Mutex<State>,
    jobs: Jobs,
    arrivals: incoming::Arrivals,
    tell: Tell,
    /// Something was changed that an agent may have to be restarted for.
    changed: Sender<()>,
    tries: tryout::Tries,
    asking: own_word::Asking,
    failures: about::Failures,
    setup: setup_file::Open,
    /// Held while the texts that nobody saved are written: one after the other.
    typed: Mutex<()>,
    given: Mutex<picture::Given>,
    /// Changed hooks in which nothing serious was found.
    harmless: Mutex<tacklebox_change::guard::Harmless>,
    /// What was to be read before something is done.
    asked: asked::Asked,
    /// What needs somebody, by when it came to do so.
    needing: Mutex<tray::Needing>,
    /// It begins once.
    follows: Once,
    /// Held while everything is looked at again: one look at a time is enough.
    looking: Mutex<()>,
}

/// Whoever tells. Ended by a listener that panics, it leaves the rest to whoever changes something next.
struct Telling<'a>(&'a Desk);

impl Drop for Telling<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.state().telling = false;
        }
    }
}

impl Desk {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is known, and tells it in the order in which it changed, whoever changed it. What
    /// is changed while something is told is told after that, by whoever tells.
    fn alter<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let answer = change(&mut self.state());
        if !std::mem::replace(&mut self.state().telling, true) {
            let _telling = Telling(self);
            while let Some(event) = self.next_untold() {
                (self.tell)(event);
            }
        }
        answer
    }

    /// With nothing left, nobody is telling any more.
    fn next_untold(&self) -> Option<Event> {
        let mut state = self.state();
        let next = state.untold.pop_front();
        state.telling = next.is_some();
        state.told = state.told.wrapping_add(u32::from(state.telling));
        next
    }

    /// What a long look may take its time on, while the window goes on.
    fn copy_of(&self, agent: AgentId) -> Result<(Machine, Inventory), Failure> {
        self.copy_for(agent.as_str())
    }

    /// The same for a hook, by its id: it may be one of a project folder.
    fn copy_for(&self, id: &str) -> Result<(Machine, Inventory), Failure> {
        let state = self.state();
        Ok((state.machine.clone(), state.inventory_of(id)?.clone()))
    }

    /// The agents, and where programs are looked for.
    pub fn overview(&self) -> Overview {
        self.state().overview()
    }

    /// The hooks of one agent, or of all that are found.
    pub fn hooks(&self, agent: Option<AgentId>) -> Vec<Hook> {
        self.state().hooks(agent)
    }

    /// How many changes were told so far: whoever begins to listen knows by it whether one was missed.
    pub fn told(&self) -> u32 {
        self.state().told
    }

    /// One hook in full.
    ///
    /// # Errors
    /// Where there is no hook of this id any more.
    pub fn hook(&self, id: &str) -> Result<HookDetail, Failure> {
        let gone = || OpError::NoSuchHook(id.to_owned());
        let (mut detail, candidate) = {
            let state = self.state();
            let inventory = state.inventory_of(id)?;
            let (_, candidate) = inventory.find(id).ok_or_else(gone)?;
            let candidate = candidate.clone();
            (detail::detail(&state.machine, inventory, id).ok_or_else(gone)?, candidate)
        };
        // A large script takes its time: nobody else has to wait for it.
        let read = examine::hook(&candidate);
        (detail.findings, detail.unread) = (read.findings, read.unread);
        Ok(detail)
    }

    /// Switches a hook. Where shipped OpenClaw would switch others along with it, the entries that keep
    /// those as they are belong to the plan, and it is shown first.
    ///
    /// # Errors
    /// Where it has no switch, or its place cannot be edited.
    pub fn set_enabled(&self, id: &str, on: bool, confirmed: bool) -> Result<Outcome, Failure> {
        self.change(id, confirmed, |machine, inventory, others| {
            ops::set_enabled(machine, inventory, id, on, others)
        })
    }

    /// Switches hooks of an agent as a whole.
    ///
    /// # Errors
    /// Where the agent has no such switch, or its config cannot be edited.
    pub fn set_hooks_on(&self, agent: AgentId, on: bool) -> Result<Change, Failure> {
        let plan = ops::set_hooks_on(self.state().inventory(agent)?, on)?;
        self.apply(&plan)
    }

    /// Saves a variable for a hook, or clears it with none. Whoever gives one hook its key does not mean
    /// to switch another: where that would happen, the plan that keeps the others is shown first.
    ///
    /// # Errors
    /// Where the agent has no place for it, or that place cannot be edited.
    pub fn set_env(
        &self,
        id: &str,
        name: &str,
        value: Option<&str>,
        confirmed: bool,
    ) -> Result<Outcome, Failure> {
        self.change(id, confirmed, |machine, inventory, others| {
            ops::set_env(machine, inventory, id, name, value, others)
        })
    }

    /// Saves a setting that a hook needs, or clears it with none, as [`Self::set_env`] does.
    ///
    /// # Errors
    /// Where the hook does not need that setting, or the config cannot be edited.
    pub fn set_setting(
        &self,
        id: &str,
        path: &str,
        value: Option<&str>,
        confirmed: bool,
    ) -> Result<Outcome, Failure> {
        self.change(id, confirmed, |_, inventory, others| {
            ops::set_setting(inventory, id, path, value, others)
        })
    }

    /// Lets the file that a hook's command starts be executed.
    ///
    /// # Errors
    /// Where its mode cannot be changed.
    pub fn make_executable(&self, id: &str) -> Result<Change, Failure> {
        let plan = ops::make_executable(self.state().inventory_of(id)?, id)?;
        self.apply(&plan)
    }

    /// Fixes a compatibility note, after the plan was shown.
    ///
    /// # Errors
    /// Where the note has no fix, or the file cannot be edited.
    pub fn fix_note(&self, id: &str, note: &str, confirmed: bool) -> Result<Outcome, Failure> {
        self.shown_first(confirmed, |state| {
            Ok(fix::plan(&state.machine, state.inventory_of(id)?, id, note)?)
        })
    }

    /// The hooks that ship with Tacklebox.
    pub fn included(&self) -> Vec<Included> {
        let state = self.state();
        included::list(&state.machine, &state.inventories.iter().collect::<Vec<_>>())
    }

    /// Carries out a plan that puts a hook into `dir`, and says which hook that is.
    fn install(&self, agent: AgentId, plan: &Plan, dir: &Path) -> Result<Installed, Failure> {
        let change = self.apply(plan)?;
        let state = self.state();
        let inventory = state.inventory(agent)?;
        let id = inventory.of_folder(dir).map(|hook| hook.id.clone());
        let id = id.ok_or_else(|| OpError::NoSuchHook(dir.to_string_lossy().into_owned()))?;
        Ok(Installed { id, change })
    }

    /// Takes a change back.
    ///
    /// # Errors
    /// Where what was written is no longer there as it was written.
    pub fn undo(&self, id: &str) -> Result<Change, Failure> {
        let machine = self.state().machine.clone();
        // What was made together may be of several agents, and one of them may not be taken back.
        let agents = apply::agents_of(&machine, id);
        let change = apply::undo(&machine, Some(id));
        self.alter(|state| agents.into_iter().for_each(|agent| state.rescan_agent(agent)));
        Ok(change?)
    }

    /// Reads everything again, the login shell's PATH too.
    pub fn refresh(self: &Arc<Self>) -> Overview {
        let overview = self.alter(|state| {
            state.index_programs();
            state.rescan();
            state.overview()
        });
        if overview.machine.platform != Platform::Win32 {
            self.read_login_path();
        }
        overview
    }

    /// Forgets what a restart of the agent would apply.
    pub fn dismiss_pending(&self, agent: AgentId) {
        self.alter(|state| {
            pending::dismiss(&state.machine, agent);
            state.changed(agent, Delta::of_agent());
        });
    }

    fn apply(&self, plan: &Plan) -> Result<Change, Failure> {
        let machine = self.state().machine.clone();
        let change = apply::apply(&machine, plan)?;
        self.read_again(plan);
        Ok(change)
    }

    /// A plan was carried out: what it touched is read again and told.
    fn read_again(&self, plan: &Plan) {
        let paths: Vec<PathBuf> = plan.steps.iter().filter_map(touched).collect();
        self.alter(|state| {
            state.refresh_agent(plan.agent, &paths);
            state.list_projects();
        });
        let _ = self.changed.send(());
    }
}

fn touched(step: &Step) -> Option<PathBuf> {
    match step {
        Step::Record { .. } | Step::Reload { .. } => None,
        step => Some(step.path().to_owned()),
    }
}
