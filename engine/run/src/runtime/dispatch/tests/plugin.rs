//! OpenClaw's plugin hooks and the handlers of its gateway layer.

use super::*;

const AWAITED: [&str; 7] = [
    "before-agent-start",
    "message-received",
    "message-sending",
    "before-tool-call",
    "after-tool-call",
    "before-compaction",
    "tool-result-persist",
];
const OBSERVED: [&str; 6] = [
    "gateway-start",
    "gateway-stop",
    "session-start",
    "session-end",
    "message-sent",
    "after-compaction",
];

#[tokio::test]
async fn lower_priorities_come_first_and_the_default_is_zero() {
    for key in AWAITED.into_iter().chain(OBSERVED) {
        let (registry, log) = (registry(AgentId::Openclaw), Log::default());
        registry.register(key, log.handler("late").priority(100)).unwrap();
        registry.register(key, log.handler("default")).unwrap();
        registry.register(key, log.handler("early").priority(-5)).unwrap();
        registry.register(key, log.handler("default again")).unwrap();
        fire(&registry, key, json!({})).await;
        assert_eq!(log.lines(), ["early", "default", "default again", "late"], "{key}");
    }
}

#[tokio::test]
async fn seven_events_are_awaited_and_each_handler_sees_the_last_ones_change() {
    for key in AWAITED {
        let registry = registry(AgentId::Openclaw);
        registry.register(key, tracer("b").priority(2)).unwrap();
        registry.register(key, tracer("a").priority(1)).unwrap();
        let event = registry.create_event(key, "s", json!({"trace": []})).unwrap();
        let dispatched = registry.trigger(event).await;
        let outcome = dispatched.outcome().expect("it was waited for");
        assert_eq!(outcome.data(), &json!({"trace": ["a", "b"]}), "{key}");
        assert_eq!(outcome.outcome, Verdict::Modify);
    }
}

#[tokio::test]
async fn a_block_stops_an_awaited_event_and_the_rest_is_skipped() {
    for key in AWAITED {
        let (registry, log) = (registry(AgentId::Openclaw), Log::default());
        registry.register(key, log.answering("guard", Answer::Block("no".into()))).unwrap();
        registry.register(key, log.handler("after").priority(1)).unwrap();
        let outcome = fire(&registry, key, json!({})).await;
        assert_eq!(outcome.outcome, Verdict::Block, "{key}");
        assert_eq!(outcome.reason(), Some("no"));
        assert_eq!(runs(&outcome), [("guard", Verdict::Block), ("after", Verdict::Skipped)]);
        assert_eq!(log.lines(), ["guard"]);
    }
}

#[tokio::test]
async fn the_other_six_are_not_waited_for() {
    for key in OBSERVED {
        let registry = registry(AgentId::Openclaw);
        let (go, log) = (Arc::new(Notify::new()), Log::default());
        let (theirs, done) = (Arc::clone(&go), log.clone());
        let waits = LiveHandler::new("waits", move |_| {
            let (go, log) = (Arc::clone(&theirs), done.clone());
            async move {
                go.notified().await;
                log.push("done");
            }
        });
        registry.register(key, waits).unwrap();
        let event = registry.create_event(key, "s", json!({})).unwrap();
        let dispatched = registry.trigger(event).await;
        assert!(dispatched.outcome().is_none(), "{key}");
        assert!(log.lines().is_empty());
        go.notify_one();
        let outcome = dispatched.all().await;
        assert_eq!(runs(&outcome), [("waits", Verdict::Continue)]);
        assert_eq!(log.lines(), ["done"]);
    }
}

#[tokio::test]
async fn equal_priorities_start_together_and_the_next_when_they_are_done() {
    let (registry, log) = (registry(AgentId::Openclaw), Log::default());
    let barrier = Arc::new(Barrier::new(2));
    for name in ["one", "two"] {
        let (barrier, log) = (Arc::clone(&barrier), log.clone());
        let meets = LiveHandler::new(name, move |_| {
            let (barrier, log) = (Arc::clone(&barrier), log.clone());
            async move {
                // One after the other they would never meet.
                barrier.wait().await;
                log.push("met");
            }
        });
        registry.register("message-sent", meets).unwrap();
    }
    registry.register("message-sent", log.handler("after").priority(100)).unwrap();
    let outcome = fire(&registry, "message-sent", json!({})).await;
    assert_eq!(log.lines(), ["met", "met", "after"]);
    assert_eq!(outcome.runs().count(), 3);
}

#[tokio::test]
async fn what_observes_changes_and_stops_nothing() {
    let (registry, log) = (registry(AgentId::Openclaw), Log::default());
    registry.register("message-sent", log.answering("edits", Answer::Modify(json!(1)))).unwrap();
    registry.register("message-sent", log.answering("stops", Answer::Block("x".into()))).unwrap();
    registry.register("message-sent", log.handler("last")).unwrap();
    let outcome = fire(&registry, "message-sent", json!({"a": 1})).await;
    assert_eq!(outcome.outcome, Verdict::Continue);
    assert_eq!(outcome.data(), &json!({"a": 1}));
    assert_eq!(log.lines(), ["edits", "stops", "last"]);
}

#[tokio::test]
async fn a_hook_can_be_added_while_events_run_and_hears_the_next_one() {
    let (registry, log) = (Arc::new(registry(AgentId::Openclaw)), Log::default());
    let (inner, theirs) = (Arc::downgrade(&registry), log.clone());
    let adds = LiveHandler::sync("adds", move |_| {
        theirs.push("adds");
        let registry = inner.upgrade().ok_or("gone")?;
        registry.register("message-sent", theirs.handler("added")).map_err(|e| e.to_string())?;
        Ok::<_, String>(())
    });
    registry.register("message-sent", adds).unwrap();
    fire(&registry, "message-sent", json!({})).await;
    assert_eq!(log.lines(), ["adds"]);
    fire(&registry, "message-sent", json!({})).await;
    assert_eq!(log.lines(), ["adds", "adds", "added"]);
}

#[tokio::test]
async fn a_plugin_event_named_in_a_hook_md_never_fires() {
    let (registry, log) = (registry(AgentId::Openclaw), Log::default());
    registry.register_hook(Keys::Internal, &["message-sent"], log.handler("typed name"));
    fire(&registry, "message-sent", json!({})).await;
    assert!(log.lines().is_empty());
}
