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
        apply(&mut event, json!({"new": 2})).unwrap();
        assert_eq!(event.data, json!({"new": 2}), "{agent}");
    }
}

#[test]
fn of_before_tool_call_bare_arguments_replace_the_arguments() {
    let data = json!({"tool": "bash", "arguments": {"command": "ls"}});
    let after = |returned: Value| {
        let mut event = event(AgentId::Moltis, "BeforeToolCall", data.clone());
        apply(&mut event, returned).unwrap();
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

/// Moltis of 2026-08-21 and an event of it, with the data of a try.
fn shipped(key: &str) -> Event {
    let machine = Machine::new(Platform::Linux, "/h", BTreeMap::new());
    let dialect = &AgentId::Moltis.runtime("2026-08-21").unwrap().dialect;
    Registry::by(&machine, dialect).create_event(key, "s", dialect.sample(key)).unwrap()
}

#[test]
fn a_shipped_moltis_sends_its_own_fields_and_nothing_else() {
    let before = given(&shipped("BeforeToolCall"));
    assert_eq!((&before["tool_name"], &before["session_key"]), (&json!("exec"), &json!("s")));
    assert_eq!(
        given(&shipped("BeforeCompaction")),
        json!({"event": "BeforeCompaction", "session_key": "s", "message_count": 120})
    );
    assert_eq!(given(&shipped("GatewayStop")), json!({"event": "GatewayStop"}), "in no session");
    for key in tacklebox_agents::moment::keys_of(AgentId::Moltis) {
        for absent in ["data", "timestamp", "session_id", "tool", "user", "workspaceDir"] {
            assert_eq!(given(&shipped(key)).get(absent), None, "{key}");
        }
    }
    // By the names of the reference, where a person gives data of their own.
    let mut own = shipped("AfterToolCall");
    own.data = json!({"tool": "exec", "session_key": "other"});
    assert_eq!(
        given(&own),
        json!({"event": "AfterToolCall", "session_key": "s", "tool_name": "exec"})
    );
}

/// What its callers make of an answer, read in its source: the tool gets the tool's name and arguments for its arguments.
#[test]
fn a_shipped_moltis_takes_of_an_answer_what_the_event_allows() {
    let whole = json!({"tool": "bash", "arguments": {}});
    let list = json!([{"role": "user", "content": "x"}]);
    let mixed = json!([1, {"role": "developer"}, {"role": "user", "content": "x"}]);
    for (key, answer, field, becomes) in [
        ("BeforeToolCall", json!({"command": "pwd"}), "arguments", Ok(json!({"command": "pwd"}))),
        ("BeforeToolCall", whole.clone(), "arguments", Ok(whole)),
        ("BeforeToolCall", json!("x"), "arguments", Ok(json!("x"))),
        ("ToolResultPersist", json!({"x": 1}), "result", Ok(json!({"x": 1}))),
        ("MessageReceived", json!({"content": "new", "x": 1}), "content", Ok(json!("new"))),
        ("MessageReceived", json!("new"), "content", Err("no text as content")),
        ("BeforeLLMCall", json!({"messages": list}), "messages", Ok(list.clone())),
        ("BeforeLLMCall", mixed, "messages", Ok(list.clone())),
        ("BeforeLLMCall", list.clone(), "messages", Ok(list)),
        ("BeforeLLMCall", json!([]), "messages", Err("none of its messages has a role")),
        ("BeforeLLMCall", json!([{"content": "x"}]), "messages", Err("none of its messages")),
        ("BeforeLLMCall", json!({"messages": "x"}), "messages", Err("no list as messages")),
        ("AfterLLMCall", json!({"text": "x"}), "text", Err("takes no change")),
        ("BeforeAgentStart", json!({"model": "x"}), "model", Err("takes no change")),
    ] {
        let mut event = shipped(key);
        let before = event.data.clone();
        let applied = apply(&mut event, answer.clone());
        match becomes {
            Ok(value) => {
                assert_eq!(applied, Ok(()), "{key} {answer}");
                assert_eq!(event.data[field], value, "{key} {answer}");
            }
            Err(why) => {
                assert!(applied.unwrap_err().contains(why), "{key} {answer}");
                assert_eq!(event.data, before, "{key} {answer}");
            }
        }
    }
}
