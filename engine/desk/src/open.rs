//! A desk begins: it reads everything, and once it is drawn files are watched and other programs asked.

use std::collections::VecDeque;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, Once};

use super::state::State;
use super::{Desk, Event, Jobs, PathSource, about, asked, incoming, own_word, setup_file, tryout};
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::AgentId;
use tacklebox_change::apply;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::giving_way::giving_way;
use tacklebox_machine::login_path;
use tacklebox_machine::machine::{Machine, Platform};

impl Desk {
    /// As [`Self::open`], and follows at once.
    pub fn start_with(
        machine: Machine,
        options: Options,
        tell: impl Fn(Event) + Send + Sync + 'static,
    ) -> Arc<Self> {
        let desk = Self::open(machine, options, tell);
        desk.follow();
        desk
    }

    /// Reads everything. Nothing is watched and no program is started: a window that is just being drawn needs the
    /// processor. Whoever has drawn it calls [`Self::follow`].
    pub fn open(
        machine: Machine,
        options: Options,
        tell: impl Fn(Event) + Send + Sync + 'static,
    ) -> Arc<Self> {
        apply::recover(&machine);
        // As the login shell said it the last time: what it says today seldom differs, and is asked for later.
        let said = login_path::kept(&machine);
        let checking = said.is_none() && machine.platform() != Platform::Win32;
        let path_source = if said.is_some() { PathSource::LoginShell } else { PathSource::Process };
        let machine = said.map_or(machine.clone(), |dirs| machine.with_path(dirs));
        // Somebody waits for the window, whose own programs start at the same time.
        let scan = |id: &AgentId| Inventory::scan(&machine, *id, &options);
        let inventories: Vec<Inventory> = giving_way(|| AgentId::all().iter().map(scan).collect());
        let projects = inventories.iter().flat_map(|one| one.projects(&machine)).collect();
        let (changed, changes) = channel();
        let desk = Arc::new(Self {
            state: Mutex::new(State {
                machine,
                options,
                inventories,
                projects,
                path_source,
                checking,
                watch: None,
                untold: VecDeque::new(),
                told: 0,
                telling: false,
            }),
            jobs: Jobs::default(),
            arrivals: incoming::Arrivals::default(),
            tell: Box::new(tell),
            changed,
            tries: tryout::Tries::default(),
            asking: own_word::Asking::default(),
            failures: about::Failures::default(),
            setup: setup_file::Open::default(),
            typed: Mutex::default(),
            given: Mutex::default(),
            harmless: Mutex::default(),
            asked: asked::Asked::default(),
            needing: Mutex::default(),
            follows: Once::new(),
            looking: Mutex::default(),
        });
        desk.look_for_restarts(changes);
        let _ = desk.changed.send(());
        desk
    }

    /// Keeps what was read true from now on, in the background, the first time that it is called: files are watched, and
    /// what only other programs know is asked: the login shell for its PATH, and then the agents that are found there
    /// which version they are.
    pub fn follow(self: &Arc<Self>) {
        self.follows.call_once(|| {
            let (watcher, desk) = (Arc::clone(self), Arc::clone(self));
            std::thread::spawn(move || watcher.watch());
            std::thread::spawn(move || {
                desk.read_login_path();
                desk.ask_programs();
            });
        });
    }

    /// Asks the programs that alone can say which version they are.
    fn ask_programs(&self) {
        let machine = self.state().machine.clone();
        for agent in tacklebox_run::versions::ask(&machine) {
            self.alter(|state| state.rescan_agent(agent));
        }
    }
}
