//! New hooks, as the window makes them: an event picked from sentences, a name, and there it is.

use serde::Serialize;

use super::{Desk, Failure, Installed};
use tacklebox_agents::hook::AgentId;
use tacklebox_agents::moment::{self, Keys};
use tacklebox_change::create::{self, HandlerKind};
use tacklebox_inventory::seen::Heard;

/// What a new hook of an agent can be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct NewHookChoices {
    /// The usual one first.
    pub kinds: Vec<HandlerKind>,
    pub events: Vec<EventChoice>,
    /// Where it will be put, in words: "~/.milady/hooks".
    pub folder: String,
}

/// An event that a new hook can listen to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct EventChoice {
    pub key: String,
    pub label: String,
    pub sentence: String,
    /// Whether a hook may change or stop what happens.
    pub modifying: bool,
}

impl Desk {
    /// What a new hook of this agent can be.
    ///
    /// # Errors
    /// Never in practice: all five agents are known.
    pub fn new_hook_choices(&self, agent: AgentId) -> Result<NewHookChoices, Failure> {
        let state = self.state();
        let located = state.inventory(agent)?.agent();
        let managed = &located.managed;
        let family = Keys::of(agent);
        let own = moment::events(agent).filter(|row| moment::find(family, row.key).is_some());
        let events = own.map(|row| {
            let words = moment::trigger(agent, row.key);
            EventChoice {
                key: words.key,
                label: words.label,
                sentence: words.sentence,
                modifying: words.modifying,
            }
        });
        let mut events: Vec<EventChoice> = events.collect();
        // The window starts with the first: what is never sent is not for that.
        let heard = Heard::read(&state.machine, agent);
        events.sort_by_key(|event| !heard.is_sent(located, &event.key));
        Ok(NewHookChoices {
            kinds: create::kinds(agent.dialect().format).to_vec(),
            events,
            folder: state.machine.show(managed),
        })
    }

    /// Creates a hook.
    ///
    /// # Errors
    /// Where the name is none or is taken, or the agent has no such event or handler.
    pub fn create_hook(
        &self,
        agent: AgentId,
        name: &str,
        event: &str,
        kind: Option<HandlerKind>,
    ) -> Result<Installed, Failure> {
        let (plan, dir) = {
            let state = self.state();
            let inventory = state.inventory(agent)?;
            (create::plan(inventory, name, event, kind)?, inventory.agent().managed.join(name))
        };
        self.install(agent, &plan, &dir)
    }
}
