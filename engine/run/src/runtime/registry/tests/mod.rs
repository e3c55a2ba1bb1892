mod changes;
mod loading;

use std::collections::BTreeMap;

use serde_json::json;

use super::*;
use tacklebox_machine::machine::Platform;

fn machine() -> Machine {
    Machine::new(Platform::Linux, "/h", BTreeMap::new())
}

/// The hooks that an event would call, in order.
fn would_call(registry: &Registry, key: &str) -> Vec<String> {
    let event = registry.create_event(key, "s", json!({})).unwrap();
    registry.would_run(event).runs().map(|run| run.hook.to_owned()).collect()
}

fn nothing(name: &str) -> LiveHandler {
    LiveHandler::sync(name, |_| ())
}

#[test]
fn a_key_that_no_event_ever_has_is_refused() {
    let registry = Registry::new(&machine(), AgentId::Zeroclaw);
    let error = registry.register("before_tool_cal", nothing("typo")).unwrap_err();
    assert!(error.to_string().ends_with("did you mean before_tool_call?"), "{error}");
    let registry = Registry::new(&machine(), AgentId::Openclaw);
    assert!(registry.register("message:sent", nothing("internal")).is_ok());
    assert!(registry.register("message-sent", nothing("plugin")).is_ok());
    assert_eq!(registry.keys(), ["message:sent", "message-sent"]);
}

#[test]
fn what_is_unregistered_is_gone_from_all_of_its_keys() {
    let registry = Registry::new(&machine(), AgentId::Milady);
    let both =
        registry.register_hook(Keys::Internal, &["command", "session:start"], nothing("both"));
    let one = registry.register("command", nothing("one")).unwrap();
    assert!(registry.unregister(both));
    assert!(!registry.unregister(both), "it is gone already");
    assert_eq!(would_call(&registry, "command:new"), ["one"]);
    assert_eq!(registry.keys(), ["command"]);
    assert!(registry.unregister(one));
    assert!(registry.keys().is_empty());
}

#[test]
fn clear_takes_everything_away() {
    let registry = Registry::new(&machine(), AgentId::Openclaw);
    registry.register("command", nothing("a")).unwrap();
    registry.register("message-sent", nothing("b")).unwrap();
    registry.clear();
    assert!(registry.keys().is_empty());
}

#[test]
fn two_handlers_of_one_name_are_two() {
    let registry = Registry::new(&machine(), AgentId::Zeroclaw);
    let first = registry.register("on_session_start", nothing("twin")).unwrap();
    registry.register("on_session_start", nothing("twin")).unwrap();
    assert_eq!(would_call(&registry, "on_session_start"), ["twin", "twin"]);
    registry.unregister(first);
    assert_eq!(would_call(&registry, "on_session_start"), ["twin"]);
}
