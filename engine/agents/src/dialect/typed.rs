//! The hooks that a plugin of today's OpenClaw can listen to, as data: how the answers of several
//! handlers become one, and how long one may take. Seen in 2026.9.6.

use std::time::Duration;

/// How the answers of a hook's handlers become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// All at once, and nobody looks at the answers.
    Observe,
    /// One after the other, each with a copy of the original; the answers are put together.
    Modify,
    /// As `Modify`, and each is given what the last one made of it.
    Chain,
    /// At once and without waiting: a promise counts as no answer. Each is given what the last one made of it.
    Sync,
    /// One after the other, until one says that it has handled it.
    Claim,
    /// One after the other; all answers are kept, each under its plugin's name.
    Collect,
}

/// One hook that plugins can listen to.
#[derive(Clone, Copy, Debug)]
pub struct TypedHook {
    pub name: &'static str,
    pub merge: Merge,
    /// How long one handler may take, where the agent sets a limit.
    pub limit: Option<Duration>,
    /// When it is called, to follow "when": a person reads it.
    pub when: &'static str,
}

const fn hook(name: &'static str, merge: Merge, secs: u64, when: &'static str) -> TypedHook {
    let limit = if secs == 0 { None } else { Some(Duration::from_secs(secs)) };
    TypedHook { name, merge, limit, when }
}

/// All hooks of the shipped kind, by name.
pub const TYPED_HOOKS: [TypedHook; 42] = {
    use Merge::{Chain, Claim, Collect, Modify, Observe, Sync};
    [
        hook("after_compaction", Observe, 30, "after a conversation was shortened"),
        hook("after_tool_call", Observe, 0, "after a tool ran"),
        hook("agent_end", Observe, 30, "when the agent is done"),
        hook("agent_turn_prepare", Modify, 15, "before the agent begins a turn"),
        hook("before_agent_finalize", Modify, 15, "before the agent ends its answer"),
        hook("before_agent_reply", Claim, 0, "before the agent replies"),
        hook("before_agent_run", Modify, 15, "before the agent runs"),
        hook("before_compaction", Observe, 30, "before a conversation is shortened"),
        hook("before_dispatch", Claim, 0, "before a message is handed to the agent"),
        hook("before_install", Modify, 15, "before something is installed"),
        hook("before_message_write", Sync, 0, "before a message is kept"),
        hook("before_model_resolve", Modify, 15, "before a model is chosen"),
        hook("before_prompt_build", Modify, 15, "before a prompt is put together"),
        hook("before_reset", Observe, 0, "before a session is reset"),
        hook("before_tool_call", Modify, 15, "before a tool runs"),
        hook("channel_pairing_requested", Observe, 2, "when somebody asks to pair a channel"),
        hook("cron_changed", Observe, 0, "when a scheduled job changes"),
        hook("cron_reconciled", Observe, 0, "when scheduled jobs were looked through"),
        hook("gateway_start", Observe, 0, "when the gateway starts"),
        hook("gateway_stop", Observe, 5, "when the gateway stops"),
        hook("heartbeat_prompt_contribution", Modify, 15, "when a heartbeat's prompt is made"),
        hook("inbound_claim", Claim, 0, "when a message comes in that a plugin may take"),
        hook("llm_input", Observe, 0, "before a model is asked"),
        hook("llm_output", Observe, 0, "after a model answered"),
        hook("message_received", Observe, 0, "when a message comes in"),
        hook("message_sending", Modify, 15, "before a message goes out"),
        hook("message_sent", Observe, 0, "after a message went out"),
        hook("model_call_ended", Observe, 0, "when a call of a model ends"),
        hook("model_call_started", Observe, 0, "when a call of a model begins"),
        hook("reply_dispatch", Claim, 0, "when a reply is handed out"),
        hook("reply_payload_sending", Chain, 15, "before a reply's parts go out"),
        hook("resolve_exec_env", Modify, 15, "when the environment of a program is made"),
        hook("session_end", Observe, 0, "when a session ends"),
        hook("session_start", Observe, 0, "when a session starts"),
        hook("skill_changed", Observe, 30, "when a skill changes"),
        hook("skill_proposal_changed", Observe, 30, "when a proposed skill changes"),
        hook("skill_proposal_evaluate", Collect, 120, "when a proposed skill is judged"),
        hook("subagent_delivery_target", Modify, 0, "when a helper's answer finds its place"),
        hook("subagent_ended", Observe, 0, "when a helper ends"),
        hook("subagent_progress", Observe, 0, "while a helper works"),
        hook("subagent_spawned", Observe, 0, "when a helper starts"),
        hook("tool_result_persist", Sync, 0, "before a tool's result is kept"),
    ]
};

/// The hooks that see whole conversations. An agent that asks for it calls a plugin for these only where its
/// entry in the config says [`ACCESS`].
const CONVERSATION: [&str; 9] = [
    "agent_end",
    "agent_turn_prepare",
    "before_agent_finalize",
    "before_agent_reply",
    "before_agent_run",
    "before_model_resolve",
    "before_prompt_build",
    "llm_input",
    "llm_output",
];

/// What has to be true in `plugins.entries.<id>.hooks` for that.
pub const ACCESS: &str = "allowConversationAccess";

/// Whether a hook sees whole conversations.
pub fn sees_conversations(name: &str) -> bool {
    CONVERSATION.contains(&name)
}

/// The hook of a name.
pub fn typed_hook(name: &str) -> Option<&'static TypedHook> {
    let at = TYPED_HOOKS.binary_search_by(|hook| hook.name.cmp(name)).ok()?;
    TYPED_HOOKS.get(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_found() {
        for hook in &TYPED_HOOKS {
            assert_eq!(typed_hook(hook.name).map(|found| found.name), Some(hook.name));
            assert!(!hook.when.is_empty());
        }
        assert!(typed_hook("before-tool-call").is_none());
        assert!(CONVERSATION.iter().all(|name| typed_hook(name).is_some()));
        assert!(sees_conversations("llm_input") && !sees_conversations("before_tool_call"));
    }
}
