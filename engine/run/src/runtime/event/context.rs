//! What OpenClaw's plugin hooks are told about an event: one of four contexts (rule ), filled
//! from the event's data under the names that hosts use for it. What the data lacks is empty.

use std::sync::LazyLock;

use serde::Serialize;
use serde_json::Value;

use super::Event;

/// The context of one event type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum PluginContext<'a> {
    Agent(AgentContext<'a>),
    Message(MessageContext<'a>),
    Tool(ToolContext<'a>),
    Session(SessionContext<'a>),
}

/// `gateway-*`, `before-agent-start` and `*-compaction`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AgentContext<'a> {
    /// The agent's run.
    pub run_id: &'a str,
    /// The agent's configuration.
    pub config: &'a Value,
    pub workspace_dir: &'a str,
    pub agent_dir: &'a str,
}

/// `message-*`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MessageContext<'a> {
    pub session_key: &'a str,
    /// Where the message comes from or goes to: `telegram`.
    pub channel: &'a str,
    pub sender_id: &'a str,
    pub direction: Direction,
}

/// Which way a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    Received,
    Sending,
    Sent,
}

/// `*-tool-call` and `tool-result-persist`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolContext<'a> {
    pub run_id: &'a str,
    pub tool_name: &'a str,
    /// Before the call only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub args: Option<&'a Value>,
    /// After the call only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<&'a Value>,
}

/// `session-*`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionContext<'a> {
    pub session_key: &'a str,
    pub channel: &'a str,
}

static EMPTY: LazyLock<Value> = LazyLock::new(|| Value::Object(serde_json::Map::new()));

impl<'a> PluginContext<'a> {
    pub(super) fn of(event: &'a Event) -> Self {
        let value = |names: &[&str]| names.iter().find_map(|name| event.data.get(*name));
        let text = |names: &[&str]| value(names).and_then(Value::as_str).unwrap_or_default();
        let run_id = text(&["runId", "run_id"]);
        let session_key = event.session_key.as_str();
        let channel = text(&["channel"]);
        let mut words = event.key().split('-');
        match (words.next(), event.key().contains("tool-")) {
            (_, true) => {
                let before = event.key().starts_with("before-");
                Self::Tool(ToolContext {
                    run_id,
                    tool_name: text(&["toolName", "tool_name", "tool"]),
                    args: value(&["args", "arguments", "params"]).filter(|_| before),
                    result: value(&["result"]).filter(|_| !before),
                })
            }
            (Some("message"), _) => Self::Message(MessageContext {
                session_key,
                channel,
                sender_id: text(&["senderId", "sender_id", "user"]),
                direction: match words.next() {
                    Some("received") => Direction::Received,
                    Some("sending") => Direction::Sending,
                    _ => Direction::Sent,
                },
            }),
            (Some("session"), _) => Self::Session(SessionContext { session_key, channel }),
            _ => Self::Agent(AgentContext {
                run_id,
                config: value(&["config"]).unwrap_or(&EMPTY),
                workspace_dir: text(&["workspaceDir", "workspace_dir"]),
                agent_dir: text(&["agentDir", "agent_dir"]),
            }),
        }
    }
}
