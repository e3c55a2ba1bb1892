use std::collections::BTreeMap;

use serde_json::json;

use super::*;
use tacklebox_machine::machine::Platform;

fn event(agent: AgentId, key: &str, data: Value) -> Result<Event, UnknownEvent> {
    let machine = Machine::new(Platform::Linux, "/h", BTreeMap::new());
    Event::create(&machine, agent, key, "s-1", data)
}

#[test]
fn a_key_of_the_family_is_type_and_action() {
    let new = event(AgentId::Milady, "command:new", json!({})).unwrap();
    assert_eq!((new.kind(), new.action()), ("command", "new"));
    let odd = event(AgentId::Eliza, "gateway:connected:again", json!({})).unwrap();
    assert_eq!((odd.kind(), odd.action()), ("gateway", "connected:again"));
    let general = event(AgentId::Openclaw, "command", json!({})).unwrap();
    assert_eq!((general.kind(), general.action()), ("command", ""));
}

#[test]
fn an_event_happens_now_by_the_machines_clock() {
    let now = time::macros::datetime!(2026-03-01 12:00 UTC);
    let machine = Machine::new(Platform::Linux, "/h", BTreeMap::new()).with_clock(move || now);
    let event = Event::create(&machine, AgentId::Milady, "command:new", "s", json!({})).unwrap();
    assert_eq!(event.timestamp, now);
}

#[test]
fn an_unknown_event_is_refused_with_the_nearest_known_one() {
    let says = |agent, key| event(agent, key, json!({})).unwrap_err().to_string();
    assert_eq!(
        says(AgentId::Moltis, "BeforToolCall"),
        "Moltis has no event BeforToolCall: did you mean BeforeToolCall?"
    );
    assert_eq!(
        says(AgentId::Milady, "sesion:start"),
        "Milady has no event sesion:start: did you mean session:start?"
    );
    assert_eq!(
        says(AgentId::Zeroclaw, "banana"),
        "ZeroClaw has no event banana: tacklebox events --agent zeroclaw lists those it has"
    );
}

#[test]
fn openclaw_has_two_families_and_the_others_one() {
    let family = |agent, key| event(agent, key, json!({})).map(|event| event.family());
    assert_eq!(family(AgentId::Openclaw, "message:sent"), Ok(Keys::Internal));
    assert_eq!(family(AgentId::Openclaw, "message-sent"), Ok(Keys::Plugin));
    assert!(family(AgentId::Milady, "message-sent").is_err());
    assert!(family(AgentId::Milady, "message:sent").is_err(), "only OpenClaw has messages");
}

#[test]
fn each_plugin_event_has_the_context_of_its_kind() {
    let kind = |key: &str| match event(AgentId::Openclaw, key, json!({})).unwrap().plugin_context()
    {
        Some(PluginContext::Agent(_)) => "agent",
        Some(PluginContext::Message(_)) => "message",
        Some(PluginContext::Tool(_)) => "tool",
        Some(PluginContext::Session(_)) => "session",
        None => "none",
    };
    let kinds: Vec<_> = moment::keys(Keys::Plugin).map(|key| (key, kind(key))).collect();
    assert_eq!(
        kinds,
        [
            ("gateway-start", "agent"),
            ("gateway-stop", "agent"),
            ("session-start", "session"),
            ("session-end", "session"),
            ("before-agent-start", "agent"),
            ("message-received", "message"),
            ("message-sending", "message"),
            ("message-sent", "message"),
            ("before-tool-call", "tool"),
            ("after-tool-call", "tool"),
            ("tool-result-persist", "tool"),
            ("before-compaction", "agent"),
            ("after-compaction", "agent"),
        ]
    );
    assert_eq!(event(AgentId::Openclaw, "command", json!({})).unwrap().plugin_context(), None);
}

#[test]
fn a_context_has_the_fields_of_the_reference() {
    let context = |key, data| {
        let event = event(AgentId::Openclaw, key, data).unwrap();
        serde_json::to_value(event.plugin_context().unwrap()).unwrap()
    };
    let message = json!({"channel": "telegram", "user": "admin", "content": "hi"});
    assert_eq!(
        context("message-received", message),
        json!({"sessionKey": "s-1", "channel": "telegram", "senderId": "admin", "direction": "received"})
    );
    let tool =
        json!({"runId": "r", "tool": "bash", "arguments": {"command": "ls"}, "result": "total 0"});
    assert_eq!(
        context("before-tool-call", tool.clone()),
        json!({"runId": "r", "toolName": "bash", "args": {"command": "ls"}})
    );
    assert_eq!(
        context("after-tool-call", tool),
        json!({"runId": "r", "toolName": "bash", "result": "total 0"})
    );
    assert_eq!(
        context("session-end", json!({"channel": "cli"})),
        json!({"sessionKey": "s-1", "channel": "cli"})
    );
    assert_eq!(
        context("gateway-start", json!({"workspaceDir": "/w"})),
        json!({"runId": "", "config": {}, "workspaceDir": "/w", "agentDir": ""})
    );
}
