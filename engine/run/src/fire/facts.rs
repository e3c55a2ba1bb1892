//! What an agent itself would tell plugin hooks beside an event's data (rule ).

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::runtime::event::Event;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config;
use tacklebox_agents::dialect::sent::FILLED;

/// The parts of the contexts that come from the agent.
pub(super) struct Facts {
    workspace: String,
    agents: PathBuf,
    /// The agent's config without its secrets: a plugin that is tried needs none of them.
    config: Value,
}

impl Facts {
    pub fn of(agent: &Agent, scratch: Option<&Path>) -> Self {
        let shown = config::redact(agent.dialect.config.syntax, &agent.config.value.to_string());
        let workspace = scratch.unwrap_or(&agent.workspace).to_string_lossy().into_owned();
        // What cannot be masked is left out.
        let shown = serde_json::from_str(&shown).ok().filter(Value::is_object);
        let mut config = shown.unwrap_or_else(none);
        // What the agent's own config does not say, a hook is not told of either.
        if scratch.is_some()
            && let Some(place) = config.pointer_mut("/agents/defaults/workspace")
        {
            *place = workspace.clone().into();
        }
        Self { workspace, agents: agent.home.join("agents"), config }
    }

    /// Fills in the places that an event of `HOOK.md` has for what is of this computer.
    pub(crate) fn fill_event(&self, data: &mut Value) {
        let (config, workspace) = FILLED;
        for (key, value) in
            [(config, self.config.clone()), (workspace, self.workspace.clone().into())]
        {
            if let Some(place) = data.get_mut(key)
                && (*place == "" || *place == none())
            {
                *place = value;
            }
        }
    }

    /// As the contexts have it.
    pub const fn config(&self) -> &Value {
        &self.config
    }

    /// Fills in what the context of an event has a place for and the event's own data did not say.
    pub fn fill(&self, payload: &mut Value, event: &Event) {
        let Some(payload) = payload.as_object_mut() else { return };
        let mut fill = |key: &str, value: Value| {
            if let Some(place) = payload.get_mut(key)
                && (*place == "" || *place == none())
            {
                *place = value;
            }
        };
        // "agent:main:telegram" is a session of the agent main.
        let mut parts = event.session_key.split(':').skip(1);
        let is_name = |name: &&str| {
            name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)) && !name.is_empty()
        };
        let agent = parts.next().filter(is_name).unwrap_or("main");
        let dir = self.agents.join(agent).join("agent");
        fill("workspaceDir", self.workspace.clone().into());
        fill("agentDir", dir.to_string_lossy().into());
        // One for all hooks of an event, another for the next event.
        fill("runId", format!("run-{}", event.timestamp.unix_timestamp_nanos()).into());
        fill("config", self.config.clone());
    }
}

fn none() -> Value {
    Value::Object(serde_json::Map::new())
}
