//! The events that a manifest may name where an unknown one breaks it (`agents.md` section 7).

use super::Broken;

/// Events of ZeroClaw's `HOOK.toml`.
pub(super) const ZEROCLAW: [&str; 17] = [
    "on_gateway_start",
    "on_gateway_stop",
    "on_session_start",
    "on_session_end",
    "on_llm_input",
    "on_llm_output",
    "on_after_tool_call",
    "on_message_sent",
    "on_heartbeat_tick",
    "before_model_resolve",
    "before_prompt_build",
    "before_llm_call",
    "before_tool_call",
    "on_message_received",
    "on_message_sending",
    "on_cron_delivery",
    "on_docs_sync_notify",
];

/// Events of Moltis, the two LLM calls of its shipped version included.
pub(super) const MOLTIS: [&str; 17] = [
    "BeforeToolCall",
    "BeforeCompaction",
    "MessageSending",
    "BeforeAgentStart",
    "BeforeLLMCall",
    "AfterLLMCall",
    "AfterToolCall",
    "AfterCompaction",
    "MessageReceived",
    "MessageSent",
    "AgentEnd",
    "SessionStart",
    "SessionEnd",
    "ToolResultPersist",
    "GatewayStart",
    "GatewayStop",
    "Command",
];

/// Refuses an event that the agent does not have, and names the one that was probably meant.
pub(super) fn check(known: &[&str], event: &str, line: Option<u32>) -> Result<(), Broken> {
    if known.contains(&event) {
        return Ok(());
    }
    let shown: String = event.chars().filter(|c| !c.is_control()).take(60).collect();
    let hint = match nearest(known, &shown) {
        Some(name) => format!("; did you mean `{name}`?"),
        None => String::new(),
    };
    Err(Broken::new(line, format!("there is no event `{shown}`{hint}")))
}

fn nearest<'a>(known: &[&'a str], event: &str) -> Option<&'a str> {
    // Spelling style says nothing about what was meant: `before-tool-call` is `BeforeToolCall`.
    let bare = |name: &str| -> String {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = bare(event);
    known
        .iter()
        .map(|name| (strsim::jaro_winkler(&bare(name), &wanted), *name))
        .filter(|(likeness, _)| *likeness > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_event_names_the_nearest_known_one() {
        for (known, event, hint) in [
            (&ZEROCLAW, "before_toolcall", "before_tool_call"),
            (&ZEROCLAW, "session_start", "on_session_start"),
            (&ZEROCLAW, "OnSessionEnd", "on_session_end"),
            (&MOLTIS, "before_tool_call", "BeforeToolCall"),
            (&MOLTIS, "MesageSent", "MessageSent"),
        ] {
            let broken = check(known, event, Some(3)).unwrap_err();
            assert_eq!(
                broken.message,
                format!("there is no event `{event}`; did you mean `{hint}`?")
            );
            assert_eq!(broken.line, Some(3));
        }
        assert_eq!(check(&MOLTIS, "zzz", None).unwrap_err().message, "there is no event `zzz`");
        assert!(check(&MOLTIS, "Command", None).is_ok());
    }
}
