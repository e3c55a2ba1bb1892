//! The project folders that a person listed: each is an inventory of its own, beside that of its agent.

use super::state::State;
use super::{Desk, Failure};
use tacklebox_agents::hook::AgentId;
use tacklebox_change::apply::Change;
use tacklebox_change::settings;
use tacklebox_inventory::inventory::{Delta, Inventory};

impl State {
    /// The inventory of the project folder that brings the hook of this id.
    pub(super) fn project_of(&self, agent: &str, id: &str) -> Option<&Inventory> {
        let mut of_agent =
            self.projects.iter().filter(|inventory| inventory.agent().id().as_str() == agent);
        of_agent.find(|inventory| {
            inventory.agent().project.as_ref().is_some_and(|project| project.brings(id))
        })
    }

    /// Reads the folders that came into the lists, and drops those that went.
    pub(super) fn list_projects(&mut self) {
        for agent in AgentId::all() {
            let Ok(own) = self.inventory(*agent) else { continue };
            let known: Vec<&Inventory> =
                self.projects.iter().filter(|one| one.agent().id() == *agent).collect();
            if own.has_projects(&self.machine, &known) {
                continue;
            }
            let ids = |all: &[&Inventory]| -> Vec<String> {
                all.iter().flat_map(|one| one.own_hooks()).map(|hook| hook.id.clone()).collect()
            };
            let now = own.projects(&self.machine);
            let mut removed = ids(&known);
            let upserted: Vec<_> = now.iter().flat_map(Inventory::own_hooks).cloned().collect();
            removed.retain(|id| !upserted.iter().any(|hook| hook.id == *id));
            self.projects.retain(|one| one.agent().id() != *agent);
            self.projects.extend(now);
            let delta = Delta { upserted, removed, agent: true, ..Delta::default() };
            self.changed(*agent, delta);
        }
    }
}

impl Desk {
    /// Lists the hooks of a folder that an agent is started in.
    ///
    /// # Errors
    /// Where the agent has no such folders, or it is none.
    pub fn add_project(&self, agent: AgentId, folder: &str) -> Result<Change, Failure> {
        let plan = {
            let state = self.state();
            settings::add_project(&state.machine, state.inventory(agent)?, folder)?
        };
        self.apply(&plan)
    }

    /// Takes a folder out of the list. Nothing in it is touched.
    ///
    /// # Errors
    /// Where it is not in the list.
    pub fn remove_project(&self, agent: AgentId, id: &str) -> Result<Change, Failure> {
        let plan = {
            let state = self.state();
            settings::remove_project(&state.machine, state.inventory(agent)?.agent(), id)?
        };
        self.apply(&plan)
    }
}
