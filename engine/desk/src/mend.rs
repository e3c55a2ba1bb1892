//! What is broken, and the ways out of it, as a window offers them; and telling an agent that can be told.

use serde::Serialize;

use super::{Desk, Failure};
use tacklebox_agents::hook::AgentId;
use tacklebox_change::apply::Change;
use tacklebox_change::mend::{self, MendView, Trouble};
use tacklebox_change::reload::{self, Telling};

/// What is wrong with one hook, and every way out that was tried.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Mending {
    /// None where nothing keeps it from loading.
    pub trouble: Option<Trouble>,
    pub mends: Vec<MendView>,
}

impl Desk {
    /// What is wrong with a hook, and the ways out.
    ///
    /// # Errors
    /// Where there is no hook of this id any more.
    pub fn mending(&self, id: &str) -> Result<Mending, Failure> {
        let (machine, inventory) = self.copy_of(self.agent_of(id)?)?;
        let mends = mend::of_hook(&machine, &inventory, id)?;
        Ok(Mending {
            trouble: mend::trouble(&machine, &inventory, id),
            mends: mends.iter().map(|mend| mend.view(&machine)).collect(),
        })
    }

    /// The ways out for an agent's own config.
    ///
    /// # Errors
    /// Never in practice: all five agents are known.
    pub fn config_mends(&self, agent: AgentId) -> Result<Vec<MendView>, Failure> {
        let (machine, inventory) = self.copy_of(agent)?;
        let mends = mend::of_agent(&machine, &inventory);
        Ok(mends.iter().map(|mend| mend.view(&machine)).collect())
    }

    /// Takes one way out of what is wrong with a hook, as it was shown.
    ///
    /// # Errors
    /// Where there is no such way any more, or the file cannot be written.
    pub fn mend(&self, id: &str, way: &str) -> Result<Change, Failure> {
        let agent = self.agent_of(id)?;
        let (machine, inventory) = self.copy_of(agent)?;
        // A config that nobody can read is a cause of each of its hooks.
        let plan = mend::plan(&machine, &inventory, Some(id), way)?;
        self.apply(&plan)
    }

    /// The same for an agent's own config.
    ///
    /// # Errors
    /// As [`Self::mend`].
    pub fn mend_config(&self, agent: AgentId, way: &str) -> Result<Change, Failure> {
        let (machine, inventory) = self.copy_of(agent)?;
        let plan = mend::plan(&machine, &inventory, None, way)?;
        self.apply(&plan)
    }

    /// Whether an agent can be told of changes, and has to be.
    ///
    /// # Errors
    /// Never in practice: all five agents are known.
    pub fn telling(&self, agent: AgentId) -> Result<Telling, Failure> {
        let (machine, inventory) = self.copy_of(agent)?;
        Ok(reload::telling(&machine, &inventory))
    }

    /// Tells a running agent to read its hooks again, and says so in a sentence.
    ///
    /// # Errors
    /// Where it cannot be told, or the file that tells it cannot be written.
    pub fn tell_agent(&self, agent: AgentId) -> Result<String, Failure> {
        let (machine, inventory) = self.copy_of(agent)?;
        Ok(reload::told(&machine, inventory.agent())?)
    }

    /// What a long look may take its time on, while the window goes on.
    fn copy_of(
        &self,
        agent: AgentId,
    ) -> Result<
        (tacklebox_machine::machine::Machine, tacklebox_inventory::inventory::Inventory),
        Failure,
    > {
        let state = self.state();
        Ok((state.machine.clone(), state.inventory(agent)?.clone()))
    }
}
