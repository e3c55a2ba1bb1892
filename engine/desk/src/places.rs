//! What a person opens elsewhere: folders and web addresses.

use std::path::{Path, PathBuf};

use tacklebox_agents::hook::AgentId;
use tacklebox_change::ops::OpError;
use tacklebox_change::plugins as changes;
use tacklebox_inventory::plugins;

use crate::{Desk, Failure};

impl Desk {
    /// The folder of a hook or a plugin, or of the file that it is in; to be opened by the desktop.
    ///
    /// # Errors
    /// Where it has none.
    pub fn folder(&self, id: &str) -> Result<PathBuf, Failure> {
        let state = self.state();
        let agent = state.inventory_of(id)?.agent();
        if plugins::id_in(agent, id).is_some() {
            return Ok(changes::find(&state.machine, agent, id)?.dir);
        }
        let (hook, _) =
            state.inventory_of(id)?.find(id).ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
        let dir = hook
            .dir
            .clone()
            .or_else(|| hook.manifest.as_deref().and_then(Path::parent).map(Path::to_owned));
        dir.ok_or_else(|| {
            OpError::Refused(format!("{} is built in and has no folder.", hook.title)).into()
        })
    }

    /// The folder of an agent's config, or the nearest one that exists; of its state, where that is what it fails with.
    ///
    /// # Errors
    /// Never in practice: some folder above it exists.
    pub fn config_folder(&self, agent: AgentId) -> Result<PathBuf, Failure> {
        let state = self.state();
        let agent = state.inventory(agent)?.agent();
        let file = agent.torn_state.as_ref().unwrap_or(&agent.config.path);
        let dir = file.ancestors().skip(1).find(|dir| dir.is_dir());
        dir.map(Path::to_owned)
            .ok_or_else(|| OpError::Refused("There is no such folder yet.".into()).into())
    }

    /// An address that may be opened in a browser, once the person saw it.
    ///
    /// # Errors
    /// Where it is not a plain web address.
    pub fn link(&self, url: &str) -> Result<String, Failure> {
        let web = url.starts_with("https://") || url.starts_with("http://");
        if !web || url.len() > 2048 || url.contains(|c: char| c.is_control() || c.is_whitespace()) {
            return Err(OpError::Refused("Only web addresses are opened.".into()).into());
        }
        Ok(url.to_owned())
    }
}
