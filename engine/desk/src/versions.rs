//! Which version of each agent is judged by.

use super::{Desk, Failure};
use tacklebox_agents::hook::AgentId;
use tacklebox_agents::in_force;
use tacklebox_change::ops::OpError;

impl Desk {
    /// Judges an agent by this version from now on; none: by the one that is found here.
    ///
    /// # Errors
    /// Where the version is not known, or the choice cannot be kept.
    pub fn choose_runtime(&self, agent: AgentId, version: Option<&str>) -> Result<(), Failure> {
        if let Some(version) = version.filter(|version| agent.runtime(version).is_none()) {
            let title = agent.dialect().title;
            return Err(OpError::Refused(format!("{title} {version} is not known.")).into());
        }
        let machine = self.state().machine.clone();
        in_force::choose(&machine, agent, version)?;
        self.alter(|state| state.rescan_agent(agent));
        Ok(())
    }
}
