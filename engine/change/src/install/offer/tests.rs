//! Every known version: what is offered, and what the rest waits for.

use tacklebox_agents::dialect::Answers;
use tacklebox_agents::hook::AgentId;

use tacklebox_inventory::offer::{Version, waits};

use super::super::included;

const OPENCLAW: &[&str] = &[
    "agent:bootstrap",
    "command:new",
    "command:reset",
    "command:stop",
    "gateway:pre-restart",
    "gateway:shutdown",
    "gateway:startup",
    "message:preprocessed",
    "message:received",
    "message:sent",
    "message:transcribed",
    "session:compact:after",
    "session:compact:before",
    "session:patch",
];
const MOLTIS: &[&str] = &[
    "AfterCompaction",
    "AfterLLMCall",
    "AfterToolCall",
    "BeforeAgentStart",
    "BeforeCompaction",
    "BeforeLLMCall",
    "BeforeToolCall",
    "Command",
    "GatewayStart",
    "MessageReceived",
    "SessionEnd",
    "SessionStart",
    "ToolResultPersist",
];
const FORK: &[&str] = &[
    "before_tool_call",
    "on_after_tool_call",
    "on_llm_input",
    "on_message_received",
    "on_message_sending",
];

fn sent(sends: &[&str], key: &str) -> bool {
    sends.iter().any(|one| *one == key || one.split_once(':').is_some_and(|it| it.0 == key))
}

/// Each hook for this agent, with what it waits for.
fn all(agent: AgentId, number: &str, sends: &[&str]) -> Vec<(String, Option<String>)> {
    let dialect = agent.dialect();
    let version = Version {
        named: &format!("{} {number}", dialect.title),
        answers: Answers::of(agent, number),
        has_hooks: !sends.is_empty(),
        sends: &|key| sent(sends, key),
    };
    let manifests = included::manifests(agent);
    manifests.map(|(name, manifest)| (name.clone(), waits(&version, &name, &manifest))).collect()
}

fn offered(agent: AgentId, number: &str, sends: &[&str]) -> Vec<String> {
    let all = all(agent, number, sends).into_iter();
    all.filter(|(_, waits)| waits.is_none()).map(|(name, _)| name).collect()
}

#[test]
fn every_version_that_has_hooks_has_at_least_four_beside_roll_call() {
    let start: &[&str] = &["gateway:startup"];
    let sends = |number: &str| {
        let runtime = AgentId::Openclaw.runtime(number).unwrap();
        runtime.dialect.rules.sends.unwrap()
    };
    for (agent, number, sends, expected) in [
        (
            AgentId::Milady,
            "2026-03-01",
            start,
            "github-digest health-check roll-call up-notice workspace-backup yesterday",
        ),
        (
            AgentId::Eliza,
            "2.0.0-beta.2",
            start,
            "github-digest health-check roll-call up-notice workspace-backup yesterday",
        ),
        (
            AgentId::Openclaw,
            "2026.7.35",
            OPENCLAW,
            "command-logger daily-summary github-digest health-check notify roll-call session-memory slack-notify up-notice welcome workspace-backup yesterday",
        ),
        (
            AgentId::Openclaw,
            "2026.8.1",
            sends("2026.8.1"),
            "command-logger daily-summary github-digest health-check notify roll-call session-memory slack-notify up-notice welcome workspace-backup yesterday",
        ),
        (
            AgentId::Openclaw,
            "2026.9.6",
            sends("2026.9.6"),
            "command-logger daily-summary github-digest health-check notify roll-call session-memory slack-notify up-notice welcome workspace-backup yesterday",
        ),
        (
            AgentId::Moltis,
            "2026-08-21",
            MOLTIS,
            "block-dangerous-commands daily-summary github-digest notify redact-secrets roll-call sandbox-writes slack-notify tool-logger",
        ),
        (
            AgentId::Zeroclaw,
            "0.1.6-hooks",
            FORK,
            "ai-label daily-summary github-digest roll-call workspace-backup",
        ),
        (AgentId::Zeroclaw, "0.8.7", &[], ""),
    ] {
        let offered = offered(agent, number, sends).join(" ");
        assert_eq!(offered, expected, "{number}");
        let has_hooks = agent.runtime(number).unwrap().dialect.rules.has_hooks;
        assert_eq!(has_hooks, offered.split(' ').count() > 4, "{number}");
    }
}

#[test]
fn what_is_not_offered_says_what_it_waits_for() {
    let of = |agent, number, sends: &[&str], name: &str| {
        let all = all(agent, number, sends);
        all.into_iter().find(|(one, _)| one == name).unwrap().1.unwrap()
    };
    let milady = |name| of(AgentId::Milady, "2026-03-01", &["gateway:startup"], name);
    assert_eq!(milady("session-memory"), "Milady 2026-03-01 never sends /new or /reset");
    assert_eq!(milady("notify"), "Milady 2026-03-01 never sends session:end");
    assert_eq!(
        milady("boot-md"),
        "Milady 2026-03-01 reads nothing of what a hook says at that moment"
    );
    let fork = |name| of(AgentId::Zeroclaw, "0.1.6-hooks", FORK, name);
    let no_say = "ZeroClaw 0.1.6-hooks lets no hook stop or change anything";
    assert_eq!(fork("sandbox-writes"), no_say);
    assert_eq!(fork("tool-logger"), "ZeroClaw 0.1.6-hooks does not tell a hook what happened");
    assert_eq!(fork("notify"), "ZeroClaw 0.1.6-hooks never sends on_session_end");
    let releases = of(AgentId::Zeroclaw, "0.8.7", &[], "roll-call");
    assert_eq!(releases, "ZeroClaw 0.8.7 has no hooks of this kind");
    let text = of(AgentId::Zeroclaw, "documented", FORK, "ai-label");
    assert_eq!(text, "ZeroClaw documented adds no text there");
}
