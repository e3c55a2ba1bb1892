use std::collections::BTreeMap;

use serde_json::json;
use time::macros::datetime;

use super::*;
use crate::runtime::registry::Registry;
use tacklebox_agents::hook::AgentId;
use tacklebox_machine::machine::{Machine, Platform};

fn event(agent: AgentId, key: &str, data: Value) -> Event {
    let machine = Machine::new(Platform::Linux, "/h", BTreeMap::new())
        .with_clock(|| datetime!(2024-01-15 10:30:00.123456 UTC));
    Event::create(&machine, agent, key, "abc123", data).unwrap()
}

fn given(event: &Event) -> Value {
    let json = Payload::new(event, "my-hook").to_json();
    assert!(!json.contains('\n'));
    serde_json::from_str(&json).unwrap()
}

#[test]
fn the_family_gets_the_event_of_reference_1() {
    let mut event = event(AgentId::Milady, "command:new", json!({"userId": "abc"}));
    event.messages.push("Hello\nyou".into());
    assert_eq!(
        given(&event),
        json!({
            "type": "command", "action": "new", "sessionKey": "abc123",
            "timestamp": "2024-01-15T10:30:00.123Z",
            "messages": ["Hello\nyou"], "context": {"userId": "abc"},
        })
    );
}

#[test]
fn a_plugin_hook_gets_its_context_with_the_event_and_the_data() {
    let data = json!({"tool": "bash", "arguments": {"command": "ls"}, "runId": "r1"});
    assert_eq!(
        given(&event(AgentId::Openclaw, "before-tool-call", data.clone())),
        json!({"runId": "r1", "toolName": "bash", "args": {"command": "ls"}, "event": "before-tool-call", "data": data})
    );
}

#[test]
fn zeroclaws_actions_get_event_name_data_and_time() {
    assert_eq!(
        given(&event(AgentId::Zeroclaw, "on_session_start", json!({"user": "admin"}))),
        json!({
            "event": "on_session_start", "name": "my-hook", "data": {"user": "admin"},
            "timestamp": "2024-01-15T10:30:00.123Z",
        })
    );
}

#[test]
fn moltis_hooks_get_both_published_shapes_at_once() {
    let data = json!({"tool": "bash", "arguments": {"command": "ls -la"}});
    let given = given(&event(AgentId::Moltis, "BeforeToolCall", data.clone()));
    assert_eq!(
        given,
        json!({
            "event": "BeforeToolCall", "data": data, "session_id": "abc123", "session_key": "abc123",
            "timestamp": "2024-01-15T10:30:00.123Z",
            "tool": "bash", "tool_name": "bash", "arguments": {"command": "ls -la"},
        })
    );
}

#[test]
fn moltis_own_fields_win_over_those_of_the_data() {
    let data = json!({"event": "Other", "session_key": "evil", "tool_name": "bash", "n": 1});
    let given = given(&event(AgentId::Moltis, "AfterToolCall", data));
    assert_eq!(given["event"], "AfterToolCall");
    assert_eq!(given["session_key"], "abc123");
    assert_eq!(given["data"]["session_key"], "evil");
    assert_eq!((&given["tool"], &given["n"]), (&json!("bash"), &json!(1)));
    let no_object = super::tests::given(&event(AgentId::Moltis, "GatewayStart", json!([1])));
    assert_eq!(no_object["data"], json!([1]));
}

#[test]
fn returned_data_takes_the_place_of_the_data() {
    for (agent, key) in [
        (AgentId::Milady, "command:new"),
        (AgentId::Openclaw, "message-sending"),
        (AgentId::Zeroclaw, "before_tool_call"),
        (AgentId::Moltis, "MessageSending"),
    ] {
        let mut event = event(agent, key, json!({"old": 1}));
        apply(&mut event, json!({"new": 2}));
        assert_eq!(event.data, json!({"new": 2}), "{agent}");
    }
}

#[test]
fn of_before_tool_call_bare_arguments_replace_the_arguments() {
    let data = json!({"tool": "bash", "arguments": {"command": "ls"}});
    let after = |returned: Value| {
        let mut event = event(AgentId::Moltis, "BeforeToolCall", data.clone());
        apply(&mut event, returned);
        event.data
    };
    assert_eq!(
        after(json!({"command": "ls -a"})),
        json!({"tool": "bash", "arguments": {"command": "ls -a"}})
    );
    let whole = json!({"tool": "bash", "arguments": {"command": "pwd"}});
    assert_eq!(after(whole.clone()), whole);
    assert_eq!(after(json!({"arguments": {}})), json!({"arguments": {}}));
    assert_eq!(after(json!("text")), json!("text"));
}

/// As 2026-08-21 does: the tool gets the tool's name and arguments for its arguments.
#[test]
fn a_shipped_moltis_takes_every_answer_to_before_tool_call_for_the_arguments() {
    let machine = Machine::new(Platform::Linux, "/h", BTreeMap::new());
    let registry = Registry::by(&machine, &AgentId::Moltis.runtime("2026-08-21").unwrap().dialect);
    let after = |key: &str, returned: &Value| {
        let data = json!({"tool": "bash", "arguments": {"command": "ls"}});
        let mut event = registry.create_event(key, "s", data).unwrap();
        apply(&mut event, returned.clone());
        event.data
    };
    for answer in [json!({"command": "pwd"}), json!({"tool": "bash", "arguments": {}}), json!("x")]
    {
        assert_eq!(after("BeforeToolCall", &answer), json!({"tool": "bash", "arguments": answer}));
        assert_eq!(after("BeforeAgentStart", &answer), answer);
    }
}
