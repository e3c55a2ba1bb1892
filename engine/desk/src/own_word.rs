//! What agents say and do themselves: their own program, asked on a click, and the moments that Roll call heard
//! them send.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use tokio_util::sync::CancellationToken;

use super::{Code, Desk, Failure};
use tacklebox_agents::hook::AgentId;
use tacklebox_change::ops::OpError;
use tacklebox_change::settings::wishes;
use tacklebox_inventory::seen::{self, Seen};
use tacklebox_run::ask::{self, Answer};

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

/// An agent's own program answered, or its person has something to read first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum OwnWord {
    Done {
        answer: Answer,
        /// The version that is judged by, where another one answered.
        judged_by: Option<String>,
    },
    Confirm {
        title: String,
        sentences: Vec<String>,
    },
}

impl Desk {
    /// The agents whose own program is here and can be asked.
    pub fn askable(&self) -> Vec<AgentId> {
        let machine = self.state().machine.clone();
        AgentId::all().iter().copied().filter(|agent| ask::can_ask(&machine, *agent)).collect()
    }

    /// Asks an agent's own program about all of its hooks, or about one, and holds its answer beside ours. It runs
    /// for real, so what that means is read first.
    ///
    /// # Errors
    /// Where there is no answer; nothing was changed by us then either.
    pub fn ask_agent(
        &self,
        agent: AgentId,
        hook: Option<&str>,
        confirmed: bool,
    ) -> Result<OwnWord, Failure> {
        let (machine, inventory) = self.copy_of(agent)?;
        let name = match hook {
            Some(id) => {
                let (hook, _) =
                    inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
                Some(hook.name.clone())
            }
            None => None,
        };
        let at = ask::program(&machine, agent)?;
        let title = inventory.agent().dialect.title;
        let first = OwnWord::Confirm {
            title: format!("Ask {title}?"),
            sentences: vec![
                format!("This starts {title}'s own program, {}.", machine.show(&at)),
                format!(
                    "It runs for real, with your rights, and reads its config and its hooks; \
                     {title} may load code of plugins for that. Tacklebox changes nothing."
                ),
            ],
        };
        // Who wishes that it is asked after each change has read what that means.
        if !wishes(&machine).ask_after_change
            && let Some(question) = self.asked.first(confirmed, first)
        {
            return Ok(question);
        }
        let cancel = self.asking.begin(agent);
        let judged = inventory.agent().runtime.runtime.version;
        let work = async move { ask::ask(&machine, &inventory, name.as_deref(), &cancel).await };
        let nothing = || Failure::new(Code::NotStarted, "The question could not be asked.");
        let answer = self.tries.wait(work)?.ok_or_else(nothing)??;
        let other = answer.version.as_deref().is_some_and(|version| version != judged);
        Ok(OwnWord::Done { answer, judged_by: other.then(|| judged.to_owned()) })
    }

    /// Stops asking.
    pub fn stop_asking(&self, agent: AgentId) {
        self.asking.stop(agent);
    }

    /// What Roll call heard of all agents.
    pub fn heard(&self) -> Vec<Seen> {
        let machine = self.state().machine.clone();
        seen::list(&machine)
    }
}
