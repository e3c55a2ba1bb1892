//! What agents say and do themselves: their own program, asked on a click, and what Roll call heard of them.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use tokio_util::sync::CancellationToken;

use super::{AppError, Desk};
use tacklebox_agents::hook::AgentId;
use tacklebox_inventory::seen::{self, Seen};
use tacklebox_run::ask::{self, Answer, AskError};

/// Who is being asked, to stop it.
#[derive(Default)]
pub(super) struct Asking(Mutex<BTreeMap<AgentId, CancellationToken>>);

impl Asking {
    fn begin(&self, agent: AgentId) -> CancellationToken {
        let cancel = CancellationToken::new();
        let mut asked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Asked twice, the first answer is not waited for any more.
        if let Some(before) = asked.insert(agent, cancel.clone()) {
            before.cancel();
        }
        cancel
    }

    fn stop(&self, agent: AgentId) {
        let asked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cancel) = asked.get(&agent) {
            cancel.cancel();
        }
    }
}

impl From<AskError> for AppError {
    fn from(error: AskError) -> Self {
        Self { code: error.code().to_owned(), message: error.to_string(), hint: error.hint() }
    }
}

impl Desk {
    /// The agents whose own program is here and can be asked.
    pub fn askable(&self) -> Vec<AgentId> {
        let machine = self.state().machine.clone();
        AgentId::ALL.into_iter().filter(|agent| ask::can_ask(&machine, *agent)).collect()
    }

    /// Asks an agent's own program and holds its answer beside ours.
    ///
    /// # Errors
    /// Where there is no answer; nothing was changed then either.
    pub fn ask_agent(&self, agent: AgentId) -> Result<Answer, AppError> {
        let (machine, inventory) = {
            let state = self.state();
            (state.machine.clone(), state.inventory(agent)?.clone())
        };
        let cancel = self.asking.begin(agent);
        let runtime = self.tries.runtime()?.clone();
        Ok(runtime.block_on(ask::ask(&machine, &inventory, None, &cancel))?)
    }

    /// Stops asking.
    pub fn cancel_ask(&self, agent: AgentId) {
        self.asking.stop(agent);
    }

    /// What Roll call heard of all agents.
    pub fn heard(&self) -> Vec<Seen> {
        let machine = self.state().machine.clone();
        seen::list(&machine)
    }
}
