//! Plugins that were fetched: reviewed as hooks are, and placed as their agent reads them, off.

use super::arrival::{Arrival, InstallError};
use super::pack::{self, Pack, PackError, StagedFile, read};
use super::stage::Staged;
use crate::ops::OpError;
use crate::plan::NewFile;
use crate::plugins::{self as placing, NewPlugin};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::hook::AgentId;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{self, Plugin};
use tacklebox_machine::letters;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// A plugin as it was fetched.
#[derive(Clone, Debug)]
pub struct StagedPlugin {
    /// The folder that it gets among the agent's own.
    pub folder: String,
    pub plugin: Plugin,
    /// By name.
    pub files: Vec<StagedFile>,
}

impl Pack {
    /// The plugin that this is for an agent; None where it is none, or where its package lists hooks.
    pub(super) fn plugin(&self, agent: &Agent) -> Option<Result<StagedPlugin, PackError>> {
        let listed = self.package().map(|package| package.listed(agent.dialect));
        let has_hooks = listed.is_some_and(|listed| listed.is_ok_and(|listed| listed.is_some()));
        (!has_hooks && plugins::is_one(agent, self.root())).then(|| self.staged(agent))
    }

    fn staged(&self, agent: &Agent) -> Result<StagedPlugin, PackError> {
        let mut all = plugins::in_folder(agent, self.root());
        let several = all.len();
        let plugin = all.drain(..).next().ok_or(PackError::Nothing)?;
        let broken = |why: String| PackError::BrokenPlugin { plugin: plugin.name.clone(), why };
        if several > 1 {
            let names = "Its package names several modules, and each would be a plugin of its own.";
            return Err(broken(names.to_owned()));
        }
        if let Some(why) = letters::refusal(&plugin.id) {
            return Err(broken(why.to_owned()));
        }
        if let Err(why) = &plugin.entry {
            return Err(broken(why.clone()));
        }
        let folder = pack::folder_name(&plugin.id, None);
        Ok(StagedPlugin { folder, files: pack::files(self.root())?, plugin })
    }
}

impl Staged {
    /// The plugin that this is for an agent; None where it is none.
    pub fn plugin(&self, agent: &Agent) -> Option<Result<StagedPlugin, PackError>> {
        self.pack.plugin(agent)
    }

    /// The files of the plugin that this is.
    ///
    /// # Errors
    /// Where one cannot be read.
    pub(crate) fn files_of(&self, plugin: &StagedPlugin) -> Result<Vec<NewFile>, OpError> {
        read(self.pack.root(), &plugin.files)
    }

    /// Whether an agent can have it: its hooks, or the plugin that it is.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn fits(&self, agent: &Agent) -> Result<(), PackError> {
        if let Some(plugin) = self.plugin(agent) {
            return plugin.map(|_| ());
        }
        self.hooks(agent).map(|_| ()).map_err(|error| self.for_others(agent, error))
    }

    /// "It is a plugin of OpenClaw", where that is why there is no hook in it.
    fn for_others(&self, agent: &Agent, error: PackError) -> PackError {
        let reads = |id: &AgentId| {
            let rules = id.dialect().plugins.as_ref();
            rules.is_some_and(|rules| rules.manifest_in(self.pack.root()))
        };
        let titles = AgentId::all().iter().filter(|id| reads(id)).map(|id| id.dialect().title);
        let titles = words::any_of(titles.map(str::to_owned));
        match error {
            PackError::Nothing if !titles.is_empty() => {
                PackError::OtherPlugin { of: titles, agent: agent.dialect.title }
            }
            error => error,
        }
    }
}

/// The plan that places a fetched plugin, off, or brings an installed one up to date as it is switched.
///
/// # Errors
/// Where it cannot be used, or something is in the way: then nothing is planned.
pub(super) fn plan(
    machine: &Machine,
    inventory: &Inventory,
    staged: &Staged,
    plugin: &StagedPlugin,
) -> Result<Arrival, InstallError> {
    let agent = inventory.agent();
    let files = staged.files_of(plugin)?;
    let version = staged.version.clone().or_else(|| plugin.plugin.version.clone());
    let (source, version) = (staged.source.recorded(), version.unwrap_or_default());
    let new = NewPlugin {
        id: &plugin.plugin.id,
        folder: &plugin.folder,
        title: &plugin.plugin.name,
        files,
        from: Some((&source, &version)),
        on: false,
    };
    let dir = placing::folder(agent, &plugin.folder)?;
    let plan = placing::install(machine, inventory, new)?;
    Ok(Arrival {
        plan,
        dirs: vec![dir],
        plugins: vec![plugins::hook_id(agent, &plugin.plugin.id)],
        kept: Vec::new(),
        means: Vec::new(),
    })
}
