//! The table itself.

use super::{Key, Keys, Moment};
use crate::hook::AgentId;

const fn internal(key: &'static str) -> Key {
    Key { family: Keys::Internal, key, modifying: false, only: &[] }
}
const fn openclaw(key: &'static str) -> Key {
    Key { family: Keys::Internal, key, modifying: false, only: &[AgentId::Openclaw] }
}
const fn plugin(key: &'static str, modifying: bool) -> Key {
    Key { family: Keys::Plugin, key, modifying, only: &[] }
}
const fn zeroclaw(key: &'static str, modifying: bool) -> Key {
    Key { family: Keys::Zeroclaw, key, modifying, only: &[] }
}
const fn moltis(key: &'static str, modifying: bool) -> Key {
    Key { family: Keys::Moltis, key, modifying, only: &[] }
}
#[cfg(feature = "invented")]
const fn invented(key: &'static str) -> Key {
    Key { family: Keys::Invented, key, modifying: false, only: &[] }
}

const OBSERVES: bool = false;
const MODIFIES: bool = true;

/// Every moment, in the order in which it is listed everywhere.
pub const MOMENTS: &[Moment] = &[
    Moment {
        name: "gateway.start",
        label: "Gateway starts",
        when: "when the gateway starts",
        sentence: "Each time the agent's gateway has started",
        sample: r#"{"port": 18789, "version": "1.0.0"}"#,
        keys: &[
            internal("gateway:startup"),
            internal("gateway"),
            plugin("gateway-start", OBSERVES),
            zeroclaw("on_gateway_start", OBSERVES),
            moltis("GatewayStart", OBSERVES),
            #[cfg(feature = "invented")]
            invented("orbit:launch"),
        ],
    },
    Moment {
        name: "gateway.stop",
        label: "Gateway stops",
        when: "when the gateway stops",
        sentence: "Each time the agent's gateway is about to stop",
        sample: r#"{"reason": "shutdown"}"#,
        keys: &[
            internal("gateway:shutdown"),
            plugin("gateway-stop", OBSERVES),
            zeroclaw("on_gateway_stop", OBSERVES),
            moltis("GatewayStop", OBSERVES),
        ],
    },
    Moment {
        name: "session.start",
        label: "Session starts",
        when: "when a session starts",
        sentence: "Each time a conversation begins",
        sample: r#"{"channel": "telegram", "user": "admin"}"#,
        keys: &[
            internal("session:start"),
            internal("session"),
            plugin("session-start", OBSERVES),
            zeroclaw("on_session_start", OBSERVES),
            moltis("SessionStart", OBSERVES),
            #[cfg(feature = "invented")]
            invented("orbit:enter"),
        ],
    },
    Moment {
        name: "session.end",
        label: "Session ends",
        when: "when a session ends",
        sentence: "Each time a conversation ends",
        sample: r#"{"channel": "telegram", "user": "admin", "message_count": 12, "reason": "idle"}"#,
        keys: &[
            internal("session:end"),
            plugin("session-end", OBSERVES),
            zeroclaw("on_session_end", OBSERVES),
            moltis("SessionEnd", OBSERVES),
        ],
    },
    Moment {
        name: "session.new",
        label: "Session starts over",
        when: "when a session starts over",
        sentence: "Each time a conversation is started over",
        sample: r#"{"channel": "telegram", "user": "admin", "previousSessionId": "abc123"}"#,
        keys: &[internal("session:new")],
    },
    Moment {
        name: "agent.start",
        label: "Agent starts",
        when: "when the agent starts",
        sentence: "Each time the agent gets ready to work",
        sample: r#"{"agent": "main", "prompt": "Good morning", "model": "default"}"#,
        keys: &[
            internal("agent:startup"),
            internal("agent"),
            plugin("before-agent-start", MODIFIES),
            moltis("BeforeAgentStart", MODIFIES),
        ],
    },
    Moment {
        name: "agent.end",
        label: "Agent stops",
        when: "when the agent stops",
        sentence: "Each time the agent has finished its work",
        sample: r#"{"agent": "main", "text": "Done.", "iterations": 3, "tool_calls": 2}"#,
        keys: &[internal("agent:shutdown"), moltis("AgentEnd", OBSERVES)],
    },
    Moment {
        name: "agent.bootstrap",
        label: "Agent prepares",
        when: "when the agent prepares its files",
        sentence: "Each time the agent collects the files it starts with",
        sample: r#"{"agentId": "main", "bootstrapFiles": [{"name": "AGENTS.md", "missing": false}]}"#,
        keys: &[Key { modifying: MODIFIES, ..internal("agent:bootstrap") }],
    },
    Moment {
        name: "message.received",
        label: "Message arrives",
        when: "when a message arrives",
        sentence: "Each message that you send to the agent",
        sample: r#"{"channel": "telegram", "user": "admin", "content": "Please deploy the site"}"#,
        keys: &[
            openclaw("message:received"),
            openclaw("message"),
            plugin("message-received", MODIFIES),
            zeroclaw("on_message_received", MODIFIES),
            moltis("MessageReceived", OBSERVES),
        ],
    },
    Moment {
        name: "message.sending",
        label: "Answer is about to go out",
        when: "before an answer goes out",
        sentence: "Each answer, just before it is sent",
        sample: r#"{"channel": "telegram", "user": "admin", "content": "The key is sk-0123456789abcdef0123456789abcdef"}"#,
        keys: &[
            plugin("message-sending", MODIFIES),
            zeroclaw("on_message_sending", MODIFIES),
            moltis("MessageSending", MODIFIES),
        ],
    },
    Moment {
        name: "message.sent",
        label: "Answer was sent",
        when: "when an answer was sent",
        sentence: "Each answer, once it was sent",
        sample: r#"{"channel": "telegram", "user": "admin", "content": "The site is deployed.", "success": true}"#,
        keys: &[
            openclaw("message:sent"),
            plugin("message-sent", OBSERVES),
            zeroclaw("on_message_sent", OBSERVES),
            moltis("MessageSent", OBSERVES),
        ],
    },
    Moment {
        name: "tool.before",
        label: "Tool is about to run",
        when: "before a tool runs",
        sentence: "Each time the agent is about to use a tool",
        sample: r#"{"tool": "", "arguments": {"command": "ls -la"}, "channel": "telegram", "user": "admin"}"#,
        keys: &[
            plugin("before-tool-call", MODIFIES),
            zeroclaw("before_tool_call", MODIFIES),
            moltis("BeforeToolCall", MODIFIES),
        ],
    },
    Moment {
        name: "tool.after",
        label: "Tool has run",
        when: "after a tool has run",
        sentence: "Each time the agent has used a tool",
        sample: r#"{"tool": "", "arguments": {"command": "ls -la"}, "success": true, "result": "total 0", "duration_ms": 12}"#,
        keys: &[
            plugin("after-tool-call", MODIFIES),
            zeroclaw("on_after_tool_call", OBSERVES),
            moltis("AfterToolCall", OBSERVES),
        ],
    },
    Moment {
        name: "tool.persist",
        label: "Tool result is saved",
        when: "when a tool's result is saved",
        sentence: "Each time the result of a tool is put on record",
        sample: r#"{"tool": "", "result": "total 0"}"#,
        keys: &[plugin("tool-result-persist", MODIFIES), moltis("ToolResultPersist", OBSERVES)],
    },
    Moment {
        name: "compaction.before",
        label: "Memory is about to be shortened",
        when: "before the conversation is shortened",
        sentence: "Before a long conversation is shortened to a summary",
        sample: r#"{"message_count": 120, "tokens": 90000}"#,
        keys: &[plugin("before-compaction", MODIFIES), moltis("BeforeCompaction", MODIFIES)],
    },
    Moment {
        name: "compaction.after",
        label: "Memory was shortened",
        when: "after the conversation was shortened",
        sentence: "After a long conversation was shortened to a summary",
        sample: r#"{"message_count": 8, "tokens": 4000, "summary_len": 1800}"#,
        keys: &[plugin("after-compaction", OBSERVES), moltis("AfterCompaction", OBSERVES)],
    },
    Moment {
        name: "command",
        label: "You type a command",
        when: "on every command",
        sentence: "Every command you type, whichever it is",
        sample: r#"{"action": "new", "user": "admin", "commandSource": "telegram", "args": ""}"#,
        keys: &[
            internal("command"),
            internal("command:new"),
            internal("command:reset"),
            internal("command:stop"),
            moltis("Command", OBSERVES),
        ],
    },
    Moment {
        name: "prompt.build",
        label: "Prompt is put together",
        when: "when the prompt is put together",
        sentence: "Each time the instructions for the model are put together",
        sample: r#"{"prompt": "You are a helpful assistant.", "channel": "telegram", "user": "admin"}"#,
        keys: &[zeroclaw("before_prompt_build", MODIFIES)],
    },
    Moment {
        name: "model.resolve",
        label: "Model is chosen",
        when: "when the model is chosen",
        sentence: "Each time the agent chooses a model",
        sample: r#"{"provider": "openai", "model": "default"}"#,
        keys: &[zeroclaw("before_model_resolve", MODIFIES)],
    },
    Moment {
        name: "llm.before",
        label: "Model is about to be asked",
        when: "before the model is asked",
        sentence: "Each question to the model, just before it is sent",
        sample: r#"{"model": "default", "prompt": "Please deploy the site", "channel": "telegram", "user": "admin"}"#,
        keys: &[
            zeroclaw("before_llm_call", MODIFIES),
            zeroclaw("on_llm_input", OBSERVES),
            moltis("BeforeLLMCall", MODIFIES),
        ],
    },
    Moment {
        name: "llm.after",
        label: "Model has answered",
        when: "when the model has answered",
        sentence: "Each answer of the model, as it comes back",
        sample: r#"{"model": "default", "content": "On it.", "input_tokens": 812, "output_tokens": 9}"#,
        keys: &[zeroclaw("on_llm_output", OBSERVES), moltis("AfterLLMCall", MODIFIES)],
    },
    Moment {
        name: "heartbeat",
        label: "Heartbeat",
        when: "at every heartbeat",
        sentence: "At every regular tick of the agent",
        sample: r#"{"tick": 1}"#,
        keys: &[zeroclaw("on_heartbeat_tick", OBSERVES)],
    },
    Moment {
        name: "cron.delivery",
        label: "Scheduled task reports",
        when: "when a scheduled task reports",
        sentence: "Each time a scheduled task is about to report its result",
        sample: r#"{"source": "daily-report", "channel": "telegram", "content": "All systems normal."}"#,
        keys: &[zeroclaw("on_cron_delivery", MODIFIES)],
    },
    Moment {
        name: "docs.sync",
        label: "Documents are synchronised",
        when: "when documents are synchronised",
        sentence: "Each time a document was synchronised and a notice is about to go out",
        sample: r#"{"file": "notes.md", "channel": "telegram"}"#,
        keys: &[zeroclaw("on_docs_sync_notify", MODIFIES)],
    },
];
