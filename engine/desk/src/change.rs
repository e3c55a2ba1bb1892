//! Changes that may switch other hooks too, as a window makes them: planned, shown where there is
//! something to say, carried out.

use super::state::State;
use super::{Code, Desk, Failure, Installed, Outcome};
use tacklebox_agents::hook::AgentId;
use tacklebox_change::apply;
use tacklebox_change::install::included::{self, IncludedPage};
use tacklebox_change::ops::{OpError, Others};
use tacklebox_change::plan::{Plan, PlanView};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins;
use tacklebox_machine::machine::Machine;

const OVERTAKEN: &str = "Another program changed the config in the meantime, and other hooks would be switched too. Nothing was changed: look at it again.";

impl Desk {
    /// Where shipped OpenClaw would switch others along with a change, the entries that keep those as
    /// they are belong to it, and it waits for a yes. `whom` is the id of a hook, or of an agent.
    pub(super) fn change(
        &self,
        whom: &str,
        confirmed: bool,
        plan: impl Fn(&Machine, &Inventory, Others) -> Result<Plan, OpError>,
    ) -> Result<Outcome, Failure> {
        let made = || -> Result<(Plan, Option<PlanView>), Failure> {
            let state = self.state();
            let (machine, inventory) = (&state.machine, state.inventory_of(whom)?);
            let mut also = plan(machine, inventory, Others::Switch)?.also;
            let plan = plan(machine, inventory, Others::SHOWN_FIRST)?;
            for other in &mut also {
                other.keepable &= !plan.also.iter().any(|left| left.name == other.name);
            }
            let asks = !(also.is_empty() && plan.along.is_empty());
            let view = asks.then(|| PlanView { also, ..plan.view(machine) });
            Ok((plan, view))
        };
        let (mut plan, view) = made()?;
        let Some(view) = view else {
            let (machine, agent) = (self.state().machine.clone(), plan.agent);
            let change = apply::apply_again(&machine, &mut plan, || {
                self.alter(|state| state.rescan_agent(agent));
                match made()? {
                    (plan, None) => Ok(plan),
                    // Now there is something to be shown first: nobody has said yes to that.
                    (_, Some(_)) => Err(Failure::new(Code::ChangedMeanwhile, OVERTAKEN)),
                }
            })?;
            self.read_again(&plan);
            return Ok(Outcome::Done { change });
        };
        self.once_shown(&plan, self.asked.first(confirmed, view))
    }

    /// Carries a plan out, or shows what is to be read first.
    pub(super) fn once_shown(
        &self,
        plan: &Plan,
        first: Option<PlanView>,
    ) -> Result<Outcome, Failure> {
        match first {
            Some(plan) => Ok(Outcome::Confirm { plan }),
            None => Ok(Outcome::Done { change: self.apply(plan)? }),
        }
    }

    /// Carries a plan out once it was shown; one that changes nothing asks nothing.
    pub(super) fn shown_first(
        &self,
        confirmed: bool,
        plan: impl FnOnce(&State) -> Result<Plan, Failure>,
    ) -> Result<Outcome, Failure> {
        let (plan, view) = {
            let state = self.state();
            let plan = plan(&state)?;
            let view = (!plan.is_empty()).then(|| plan.view(&state.machine));
            (plan, view.and_then(|view| self.asked.first(confirmed, view)))
        };
        self.once_shown(&plan, view)
    }

    /// An included hook as an agent would get it.
    ///
    /// # Errors
    /// Where there is none of this name for the agent.
    pub fn included_page(&self, name: &str, agent: AgentId) -> Result<IncludedPage, Failure> {
        let (machine, inventory) = self.copy_of(agent)?;
        Ok(included::page(&machine, &inventory, name)?)
    }

    /// Installs an included hook.
    ///
    /// # Errors
    /// Where there is none of this name for the agent, or something else has its place.
    pub fn install_included(&self, name: &str, agent: AgentId) -> Result<Installed, Failure> {
        let (plan, dir) = {
            let state = self.state();
            let inventory = state.inventory(agent)?;
            let plan = included::plan_install(&state.machine, inventory, name)?;
            let id = plan.hook.clone().unwrap_or_default();
            if plugins::id_in(inventory.agent(), &id).is_some() {
                drop(state);
                return Ok(Installed { id, change: self.apply(&plan)? });
            }
            (plan, inventory.agent().managed.join(name))
        };
        self.install(agent, &plan, &dir)
    }
}
