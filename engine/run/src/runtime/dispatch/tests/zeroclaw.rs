use super::*;
use tacklebox_agents::moment;

fn keys(modifying: bool) -> impl Iterator<Item = &'static str> {
    moment::events(AgentId::Zeroclaw).filter(move |e| e.modifying == modifying).map(|e| e.key)
}

#[tokio::test]
async fn higher_priorities_come_first_and_equals_stay_in_order() {
    for key in keys(true).chain(keys(false)) {
        let (registry, log) = (registry(AgentId::Zeroclaw), Log::default());
        registry.register(key, log.handler("low").priority(-1)).unwrap();
        registry.register(key, log.handler("default")).unwrap();
        registry.register(key, log.handler("high").priority(10)).unwrap();
        registry.register(key, log.handler("default again")).unwrap();
        fire(&registry, key, json!({})).await;
        assert_eq!(log.lines(), ["high", "default", "default again", "low"], "{key}");
    }
}

#[tokio::test]
async fn void_events_run_in_parallel_and_are_not_waited_for() {
    assert_eq!(keys(false).count(), 9);
    for key in keys(false) {
        let registry = registry(AgentId::Zeroclaw);
        // The two have different priorities, and meet all the same.
        let barrier = Arc::new(Barrier::new(3));
        for priority in [0, 7] {
            let barrier = Arc::clone(&barrier);
            let waits = LiveHandler::new(format!("p{priority}"), move |_| {
                let barrier = Arc::clone(&barrier);
                async move {
                    barrier.wait().await;
                }
            });
            registry.register(key, waits.priority(priority)).unwrap();
        }
        let event = registry.create_event(key, "s", json!({})).unwrap();
        let dispatched = registry.trigger(event).await;
        assert!(dispatched.outcome().is_none(), "{key}");
        barrier.wait().await;
        let outcome = dispatched.all().await;
        assert_eq!(runs(&outcome), [("p7", Verdict::Continue), ("p0", Verdict::Continue)]);
    }
}

#[tokio::test]
async fn what_nobody_waits_for_goes_on_when_nobody_asks_for_it() {
    let (registry, log) = (registry(AgentId::Zeroclaw), Log::default());
    let done = Arc::new(Notify::new());
    let (theirs, told) = (log.clone(), Arc::clone(&done));
    let waits = LiveHandler::new("waits", move |_| {
        let (log, done) = (theirs.clone(), Arc::clone(&told));
        async move {
            tokio::time::sleep(SHORT).await;
            log.push("done");
            done.notify_one();
        }
    });
    registry.register("on_session_start", waits).unwrap();
    let event = registry.create_event("on_session_start", "s", json!({})).unwrap();
    drop(registry.trigger(event).await);
    drop(registry);
    tokio::time::timeout(LONG, done.notified()).await.unwrap();
    assert_eq!(log.lines(), ["done"]);
}

#[tokio::test]
async fn modifying_events_chain_their_changes() {
    assert_eq!(keys(true).count(), 8);
    for key in keys(true) {
        let registry = registry(AgentId::Zeroclaw);
        registry.register(key, tracer("second")).unwrap();
        registry.register(key, tracer("first").priority(1)).unwrap();
        let outcome = fire(&registry, key, json!({"trace": []})).await;
        assert_eq!(outcome.data(), &json!({"trace": ["first", "second"]}), "{key}");
    }
}

#[tokio::test]
async fn a_cancel_stops_the_rest_of_a_modifying_event_and_keeps_the_changes_so_far() {
    let (registry, log) = (registry(AgentId::Zeroclaw), Log::default());
    let key = "before_tool_call";
    registry.register(key, tracer("first").priority(3)).unwrap();
    registry
        .register(key, log.answering("cancels", Answer::Block("not now".into())).priority(2))
        .unwrap();
    registry.register(key, log.handler("never")).unwrap();
    let outcome = fire(&registry, key, json!({"trace": []})).await;
    assert_eq!(outcome.outcome, Verdict::Block);
    assert_eq!(outcome.reason(), Some("not now"));
    assert_eq!(outcome.data(), &json!({"trace": ["first"]}));
    assert_eq!(log.lines(), ["cancels"]);
    assert_eq!(outcome.runs().nth(2).unwrap().reason, Some("cancels stopped the event before"));
}
