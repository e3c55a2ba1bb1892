//! Changes that may switch other hooks too, as a window makes them: planned, shown where there is
//! something to say, carried out.

use super::{Desk, Failure, Outcome};
use tacklebox_agents::hook::AgentId;
use tacklebox_change::ops::{OpError, Others};
use tacklebox_change::plan::{Plan, PlanView};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

impl Desk {
    /// Where shipped OpenClaw would switch others along with a change, the entries that keep those as
    /// they are belong to it, and it waits for a yes.
    pub(super) fn change(
        &self,
        agent: AgentId,
        confirmed: bool,
        plan: impl Fn(&Machine, &Inventory, Others) -> Result<Plan, OpError>,
    ) -> Result<Outcome, Failure> {
        let (plan, view) = {
            let state = self.state();
            let (machine, inventory) = (&state.machine, state.inventory(agent)?);
            let would = plan(machine, inventory, Others::Switch)?.also;
            let plan = plan(machine, inventory, Others::Keep)?;
            let view = PlanView { also: would, ..plan.view(machine) };
            (plan, view)
        };
        if !confirmed && !view.also.is_empty() {
            return Ok(Outcome::Confirm { plan: view });
        }
        Ok(Outcome::Done { change: self.apply(&plan)? })
    }

    pub(super) fn agent_of(&self, id: &str) -> Result<AgentId, Failure> {
        Ok(self.state().inventory_of(id)?.agent().id())
    }
}
