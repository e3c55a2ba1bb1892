//! What the desk knows: five inventories, and what changed since an agent was last told.

use std::collections::VecDeque;
use std::path::PathBuf;

use super::{Event, Failure, InventoryChanged, MachineView, Overview, PathSource};
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::{AgentId, Hook};
use tacklebox_agents::projects;
use tacklebox_change::ops::OpError;
use tacklebox_inventory::inventory::{Delta, Inventory};
use tacklebox_inventory::overview::{self, AgentView};
use tacklebox_inventory::plugins;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::watch::{Target, Watch};

pub(super) struct State {
    pub(super) machine: Machine,
    /// Of every scan.
    pub(super) options: Options,
    pub(super) inventories: Vec<Inventory>,
    /// Those of the project folders that are listed.
    pub(super) projects: Vec<Inventory>,
    pub(super) path_source: PathSource,
    pub(super) checking: bool,
    pub(super) watch: Option<Watch>,
    /// What changed and was not told yet, in its order.
    pub(super) untold: VecDeque<Event>,
    /// How many changes were told.
    pub(super) told: u32,
    /// Somebody tells it.
    pub(super) telling: bool,
}

impl State {
    pub(super) fn inventory(&self, agent: AgentId) -> Result<&Inventory, Failure> {
        let found = self.inventories.iter().find(|inventory| inventory.agent().id() == agent);
        found.ok_or_else(|| OpError::NoSuchHook(agent.to_string()).into())
    }

    pub(super) fn inventory_of(&self, id: &str) -> Result<&Inventory, Failure> {
        let agent = id.split('/').next().unwrap_or_default();
        let mut own = self.inventories.iter();
        let own = own.find(|inventory| inventory.agent().id().as_str() == agent);
        self.project_of(agent, id).or(own).ok_or_else(|| OpError::NoSuchHook(id.to_owned()).into())
    }

    pub(super) fn targets(&self) -> Vec<Target> {
        let mut targets = Vec::new();
        targets.push(Target::File(projects::file(&self.machine)));
        for inventory in self.inventories.iter().chain(&self.projects) {
            let of_plugins = plugins::watched(&self.machine, inventory.agent());
            for (folders, files) in [inventory.watched(), of_plugins] {
                targets.extend(folders.into_iter().map(Target::Hooks));
                targets.extend(files.into_iter().map(Target::File));
            }
        }
        targets
    }

    pub(super) fn agent_view(&self, inventory: &Inventory) -> AgentView {
        overview::view(&self.machine, inventory)
    }

    pub(super) fn machine_view(&self) -> MachineView {
        MachineView {
            platform: self.machine.platform(),
            home: self.machine.home().to_string_lossy().into_owned(),
            path_dirs: self.machine.path_dirs().iter().map(|dir| self.machine.show(dir)).collect(),
            path_source: self.path_source,
            checking: self.checking,
        }
    }

    pub(super) fn overview(&self) -> Overview {
        Overview {
            default_agent: AgentId::DEFAULT,
            agents: self.inventories.iter().map(|inventory| self.agent_view(inventory)).collect(),
            machine: self.machine_view(),
        }
    }

    /// The hooks of one agent, or of all that are found.
    pub(super) fn hooks(&self, agent: Option<AgentId>) -> Vec<Hook> {
        let all = self.inventories.iter().chain(&self.projects);
        let wanted = all.filter(|one| agent.is_none_or(|id| one.agent().id() == id));
        wanted.filter(|one| one.agent().found).flat_map(Inventory::own_hooks).cloned().collect()
    }

    pub(super) fn refresh(&mut self, paths: &[PathBuf]) {
        self.list_projects();
        for agent in AgentId::all() {
            self.update(*agent, |inventory, machine| {
                let own = concerning(machine, inventory, paths);
                if own.is_empty() { Delta::default() } else { refreshed(inventory, machine, &own) }
            });
        }
    }

    pub(super) fn refresh_agent(&mut self, agent: AgentId, paths: &[PathBuf]) {
        self.update(agent, |inventory, machine| refreshed(inventory, machine, paths));
    }

    pub(super) fn rescan_agent(&mut self, agent: AgentId) {
        self.update(agent, Inventory::rescan);
        self.list_projects();
    }

    pub(super) fn rescan(&mut self) {
        AgentId::all().iter().for_each(|agent| self.rescan_agent(*agent));
    }

    /// PATH is another one: the verdicts may be, too.
    pub(super) fn judge_again(&mut self) {
        AgentId::all().iter().for_each(|agent| self.update(*agent, Inventory::judge_again));
    }

    /// Looks at everything again, and tells what is another one: nothing, if nothing is.
    pub(super) fn look_again(&mut self) {
        self.index_programs();
        for agent in AgentId::all() {
            let before = self.view_of(*agent);
            let mut delta = self.updated(*agent, Inventory::rescan);
            delta.agent = self.view_of(*agent) != before;
            self.changed(*agent, delta);
        }
        self.list_projects();
    }

    /// A fresh index of PATH: what was installed meanwhile is found.
    pub(super) fn index_programs(&mut self) {
        let dirs = self.machine.path_dirs().to_vec();
        self.machine = self.machine.clone().with_path(dirs);
    }

    fn view_of(&self, agent: AgentId) -> Option<AgentView> {
        self.inventory(agent).ok().map(|inventory| self.agent_view(inventory))
    }

    fn update(&mut self, agent: AgentId, update: impl Fn(&mut Inventory, &Machine) -> Delta) {
        let delta = self.updated(agent, update);
        self.changed(agent, delta);
    }

    /// What an update of all that is read of an agent changes, which is not told yet.
    fn updated(
        &mut self,
        agent: AgentId,
        update: impl Fn(&mut Inventory, &Machine) -> Delta,
    ) -> Delta {
        let mut all = Delta::default();
        let inventories = self.inventories.iter_mut().chain(&mut self.projects);
        for inventory in inventories.filter(|one| one.agent().id() == agent) {
            let delta = update(inventory, &self.machine);
            all.add(inventory.own_part(delta));
        }
        all
    }

    pub(super) fn changed(&mut self, agent: AgentId, delta: Delta) {
        if delta.is_empty() {
            return;
        }
        if (delta.full || delta.agent)
            && let Some(watch) = &self.watch
        {
            watch.set_targets(self.targets());
        }
        let Ok(inventory) = self.inventory(agent) else { return };
        let agent = self.agent_view(inventory);
        let Delta { upserted, removed, full, .. } = delta;
        let changed = InventoryChanged { agent, full, upserted, removed };
        self.untold.push_back(Event::Inventory(Box::new(changed)));
    }
}

fn refreshed(inventory: &mut Inventory, machine: &Machine, paths: &[PathBuf]) -> Delta {
    let found = inventory.agent().found;
    if found { inventory.refresh(machine, paths) } else { inventory.rescan(machine) }
}

/// Those of the paths that an inventory wants to hear of.
fn concerning(machine: &Machine, inventory: &Inventory, paths: &[PathBuf]) -> Vec<PathBuf> {
    let (mut folders, mut files) = inventory.watched();
    let of_plugins = plugins::watched(machine, inventory.agent());
    folders.extend(of_plugins.0);
    files.extend(of_plugins.1);
    let concerns = |path: &&PathBuf| {
        files.contains(path)
            || folders.iter().any(|dir| path.starts_with(dir) || dir.starts_with(path))
    };
    paths.iter().filter(concerns).cloned().collect()
}
