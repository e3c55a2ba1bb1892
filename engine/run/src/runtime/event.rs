//! An event as handlers see it: what happened, in which session, with what data (rules R-4 and
//!

mod context;
#[cfg(test)]
mod tests;

use serde_json::Value;
use time::OffsetDateTime;

use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::dialect::policy::Policy;
use tacklebox_agents::dialect::typed::TypedHook;
use tacklebox_agents::hook::AgentId;
use tacklebox_agents::moment::{self, Keys};
use tacklebox_machine::machine::Machine;

pub use context::{
    AgentContext, Direction, MessageContext, PluginContext, SessionContext, ToolContext,
};

/// One event of one agent.
#[derive(Clone, Debug)]
pub struct Event {
    agent: AgentId,
    policy: &'static Policy,
    typed: Option<&'static TypedHook>,
    key: String,
    /// How much of the key is its type.
    kind: usize,
    modifying: bool,
    /// The session in which it happened.
    pub session_key: String,
    /// When it happened, in UTC.
    pub timestamp: OffsetDateTime,
    /// What came along: `context` in the family of Milady, Eliza and OpenClaw, `data` elsewhere.
    pub data: Value,
    /// What handlers have to say to the user, in the order in which they were called.
    pub messages: Vec<String>,
}

impl Event {
    /// An event that happens now, by the machine's clock. `key` is spelled as the agent spells it:
    /// `command:new`, `message-sent`, `on_session_start`, `BeforeToolCall`.
    ///
    /// # Errors
    /// When the agent has no such event. An unknown action of a known type is legal.
    pub fn create(
        machine: &Machine,
        agent: AgentId,
        key: &str,
        session_key: impl Into<String>,
        data: Value,
    ) -> Result<Self, UnknownEvent> {
        Self::create_by(machine, agent.dialect(), key, session_key, data)
    }

    /// As [`Self::create`], by the rules of a version of the agent.
    ///
    /// # Errors
    /// As there.
    pub(crate) fn create_by(
        machine: &Machine,
        dialect: &'static Dialect,
        key: &str,
        session_key: impl Into<String>,
        data: Value,
    ) -> Result<Self, UnknownEvent> {
        let agent = dialect.agent;
        let key = &*dialect.spelled(key);
        let found = dialect.dispatch_of(key);
        let (policy, modifying) = found.ok_or_else(|| UnknownEvent::new(agent, key))?;
        Ok(Self {
            agent,
            policy,
            typed: dialect.rules.typed.find(key),
            key: key.to_owned(),
            kind: key.find(':').unwrap_or(key.len()),
            modifying,
            session_key: session_key.into(),
            timestamp: machine.now(),
            data,
            messages: Vec::new(),
        })
    }

    pub const fn agent(&self) -> AgentId {
        self.agent
    }

    /// The family of event keys that it belongs to: OpenClaw has two.
    pub const fn family(&self) -> Keys {
        self.policy.keys
    }

    /// The rules by which it reaches its handlers.
    pub const fn policy(&self) -> &'static Policy {
        self.policy
    }

    /// The hook that plugins listen to for it, in a version that has rules for each.
    pub const fn typed(&self) -> Option<&'static TypedHook> {
        self.typed
    }

    /// As the agent spells it.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Whether a handler may change or stop what happens. In the family of `HOOK.md` with YAML, where
    /// all events are alike, it is false.
    pub const fn modifying(&self) -> bool {
        self.modifying
    }

    /// The category of an event of the family: `command` of `command:new`.
    pub fn kind(&self) -> &str {
        self.key.get(..self.kind).unwrap_or(&self.key)
    }

    /// What happened in the category: `new` of `command:new`; empty where the key names none.
    pub fn action(&self) -> &str {
        self.key.get(self.kind.saturating_add(1)..).unwrap_or_default()
    }

    /// What a plugin hook of OpenClaw is told about the event; none for the other families.
    pub(crate) fn plugin_context(&self) -> Option<PluginContext<'_>> {
        (self.family() == Keys::Plugin).then(|| PluginContext::of(self))
    }
}

/// The agent has no such event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{agent} has no event {key}{hint}")]
pub struct UnknownEvent {
    agent: &'static str,
    key: String,
    hint: String,
}

impl UnknownEvent {
    pub fn new(agent: AgentId, key: &str) -> Self {
        let known: Vec<_> = moment::keys_of(agent).collect();
        let hint = match moment::nearest(key, known) {
            Some(near) => format!(": did you mean {near}?"),
            None => format!(": tacklebox events --agent {agent} lists those it has"),
        };
        Self { agent: agent.dialect().title, key: key.to_owned(), hint }
    }
}
