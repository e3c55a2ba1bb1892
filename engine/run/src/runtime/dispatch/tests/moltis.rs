use std::sync::atomic::{AtomicI64, AtomicU32, Ordering::SeqCst};

use super::*;
use tacklebox_agents::moment;

fn keys(modifying: bool) -> impl Iterator<Item = &'static str> {
    moment::events(AgentId::Moltis).filter(move |e| e.modifying == modifying).map(|e| e.key)
}

#[tokio::test]
async fn higher_priorities_come_first_and_equals_stay_in_order() {
    for key in keys(true).chain(keys(false)) {
        let (registry, log) = (registry(AgentId::Moltis), Log::default());
        registry.register(key, log.handler("default")).unwrap();
        registry.register(key, log.handler("high").priority(100)).unwrap();
        registry.register(key, log.handler("default again")).unwrap();
        fire(&registry, key, json!({})).await;
        assert_eq!(log.lines(), ["high", "default", "default again"], "{key}");
    }
}

#[tokio::test]
async fn read_only_events_run_in_parallel_and_are_waited_for() {
    assert_eq!(keys(false).count(), 11);
    for key in keys(false) {
        let registry = registry(AgentId::Moltis);
        let barrier = Arc::new(Barrier::new(2));
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
        let outcome = dispatched.outcome().expect("it was waited for");
        assert_eq!(runs(outcome), [("p7", Verdict::Continue), ("p0", Verdict::Continue)], "{key}");
    }
}

#[tokio::test]
async fn messages_of_parallel_handlers_are_in_the_order_of_the_handlers() {
    let registry = registry(AgentId::Moltis);
    registry.register("SessionStart", slow("slow", Ran::saying("first"))).unwrap();
    registry
        .register("SessionStart", LiveHandler::sync("quick", |_| Ran::saying("second")))
        .unwrap();
    let outcome = fire(&registry, "SessionStart", json!({})).await;
    assert_eq!(outcome.messages(), ["first", "second"]);
    assert!(outcome.runs().next().unwrap().duration >= SHORT);
}

#[tokio::test]
async fn modifying_events_chain_and_a_block_stops_the_rest() {
    for key in keys(true) {
        let (registry, log) = (registry(AgentId::Moltis), Log::default());
        registry.register(key, tracer("b").priority(1)).unwrap();
        registry.register(key, tracer("a").priority(2)).unwrap();
        registry.register(key, log.answering("guard", Answer::Block("no".into()))).unwrap();
        registry.register(key, log.handler("after").priority(-1)).unwrap();
        let data = json!({"tool": "bash", "trace": []});
        let outcome = fire(&registry, key, data).await;
        assert_eq!(outcome.data()["trace"], json!(["a", "b"]), "{key}");
        assert_eq!(outcome.outcome, Verdict::Block);
        assert!(log.lines() == ["guard"]);
    }
}

#[tokio::test]
async fn a_block_on_a_read_only_event_changes_nothing() {
    for key in keys(false) {
        let (registry, log) = (registry(AgentId::Moltis), Log::default());
        registry.register(key, log.answering("guard", Answer::Block("no".into()))).unwrap();
        registry.register(key, log.handler("after")).unwrap();
        let outcome = fire(&registry, key, json!({})).await;
        assert_eq!(outcome.outcome, Verdict::Continue, "{key}");
        assert_eq!(log.lines(), ["guard", "after"]);
    }
}

#[tokio::test]
async fn bare_arguments_are_the_arguments_for_the_next_handler_too() {
    let registry = registry(AgentId::Moltis);
    let edits = LiveHandler::sync("edits", |_| Answer::Modify(json!({"command": "ls -a"})));
    registry.register("BeforeToolCall", edits.priority(1)).unwrap();
    let looks = LiveHandler::sync("looks", |event| {
        Ran::saying(event.data["arguments"]["command"].as_str().unwrap_or("lost"))
    });
    registry.register("BeforeToolCall", looks).unwrap();
    let data = json!({"tool": "bash", "arguments": {"command": "ls"}});
    assert_eq!(fire(&registry, "BeforeToolCall", data).await.messages(), ["ls -a"]);
}

#[tokio::test]
async fn a_handler_may_take_five_seconds() {
    assert_eq!(AgentId::Moltis.dialect().default_timeout_secs, 5);
}

/// A registry whose clock moves only when it is told.
fn at_a_fixed_time() -> (Registry, Arc<AtomicI64>) {
    let seconds = Arc::new(AtomicI64::new(0));
    let clock = Arc::clone(&seconds);
    let machine = Machine::new(Platform::Linux, "/h", BTreeMap::new()).with_clock(move || {
        time::OffsetDateTime::UNIX_EPOCH + time::Duration::seconds(clock.load(SeqCst))
    });
    (Registry::new(&machine, AgentId::Moltis), seconds)
}

#[tokio::test]
async fn five_failures_in_a_row_leave_a_hook_out_for_a_minute_on_all_of_its_events() {
    let (registry, clock) = at_a_fixed_time();
    let calls = Arc::new(AtomicU32::new(0));
    let theirs = Arc::clone(&calls);
    let fails = LiveHandler::sync("fails", move |_| {
        // It is fixed from the sixth call on.
        if theirs.fetch_add(1, SeqCst) < 5 { Err("broken") } else { Ok(()) }
    });
    registry.register_hook(Keys::Moltis, &["BeforeToolCall", "AfterToolCall"], fails);
    for key in
        ["BeforeToolCall", "AfterToolCall", "BeforeToolCall", "AfterToolCall", "BeforeToolCall"]
    {
        let outcome = fire(&registry, key, json!({})).await;
        assert_eq!(runs(&outcome), [("fails", Verdict::Failed)]);
    }
    for key in ["BeforeToolCall", "AfterToolCall"] {
        let outcome = fire(&registry, key, json!({})).await;
        assert_eq!(runs(&outcome), [("fails", Verdict::Skipped)]);
        assert_eq!(
            outcome.runs().next().unwrap().reason,
            Some("left out after 5 failures in a row; it is tried again in 60 s")
        );
    }
    let event = registry.create_event("AfterToolCall", "s", json!({})).unwrap();
    assert_eq!(registry.would_run(event).runs().next().unwrap().outcome, Verdict::Skipped);
    clock.store(60, SeqCst);
    assert_eq!(
        runs(&fire(&registry, "AfterToolCall", json!({})).await),
        [("fails", Verdict::Continue)]
    );
    fire(&registry, "AfterToolCall", json!({})).await;
    assert_eq!(calls.load(SeqCst), 7, "fixed, it is called as before");
}

#[tokio::test]
async fn a_block_is_not_a_failure_and_a_timeout_is() {
    let (registry, _) = at_a_fixed_time();
    let blocks = LiveHandler::sync("blocks", |_| Answer::Block("no".into()));
    registry.register("BeforeToolCall", blocks).unwrap();
    let hangs = never("hangs").limit(Duration::from_millis(1));
    registry.register("SessionEnd", hangs).unwrap();
    for _ in 0..5 {
        fire(&registry, "BeforeToolCall", json!({})).await;
        assert_eq!(
            runs(&fire(&registry, "SessionEnd", json!({})).await),
            [("hangs", Verdict::TimedOut)]
        );
    }
    assert_eq!(
        runs(&fire(&registry, "BeforeToolCall", json!({})).await),
        [("blocks", Verdict::Block)]
    );
    assert_eq!(
        runs(&fire(&registry, "SessionEnd", json!({})).await),
        [("hangs", Verdict::Skipped)]
    );
}

#[tokio::test]
async fn no_other_agent_leaves_a_failing_hook_out() {
    for (agent, key) in [
        (AgentId::Milady, "command:new"),
        (AgentId::Openclaw, "before-tool-call"),
        (AgentId::Zeroclaw, "on_session_start"),
    ] {
        let registry = registry(agent);
        registry.register(key, LiveHandler::sync("fails", |_| Err::<(), _>("broken"))).unwrap();
        for _ in 0..10 {
            let outcome = fire(&registry, key, json!({})).await;
            assert_eq!(runs(&outcome), [("fails", Verdict::Failed)], "{agent}");
        }
    }
}

/// Four failures, then this answer, then four more: an answer starts the count over, a skip does not.
#[tokio::test]
async fn an_answer_starts_the_count_over_and_a_skip_does_not() {
    let answers = [
        (Answer::Continue, Verdict::Failed),
        (Answer::Modify(json!({})), Verdict::Failed),
        (Answer::Block("no".into()), Verdict::Failed),
        (Answer::Skipped("not for it".into()), Verdict::Skipped),
    ];
    for (between, last) in answers {
        let (registry, _) = at_a_fixed_time();
        let calls = Arc::new(AtomicU32::new(0));
        let answer = between.clone();
        let handler = LiveHandler::sync("h", move |_| match calls.fetch_add(1, SeqCst) {
            4 => answer.clone(),
            _ => Answer::Failed("broken".into()),
        });
        registry.register("BeforeToolCall", handler).unwrap();
        for _ in 0..6 {
            fire(&registry, "BeforeToolCall", json!({})).await;
        }
        let outcome = fire(&registry, "BeforeToolCall", json!({})).await;
        assert_eq!(runs(&outcome), [("h", last)], "{between:?}");
    }
}

/// Of answers that are not chained the last one counts; if nothing can be made of it, nothing was changed.
#[tokio::test]
async fn a_later_answer_of_which_nothing_comes_undoes_an_earlier_one() {
    let machine = Machine::new(Platform::Linux, "/h", BTreeMap::new());
    let dialect = &AgentId::Moltis.runtime("2026-08-21").unwrap().dialect;
    for (last, verdict, content) in [
        (json!({"content": "second"}), Verdict::Modify, "second"),
        (json!({"text": "second"}), Verdict::Continue, "said"),
    ] {
        let registry = Registry::by(&machine, dialect);
        for (name, answer) in [("first", json!({"content": "first"})), ("last", last)] {
            let says = move |_: &Event| Answer::Modify(answer.clone());
            registry.register("MessageReceived", LiveHandler::sync(name, says)).unwrap();
        }
        let outcome = fire(&registry, "MessageReceived", json!({"content": "said"})).await;
        assert_eq!(outcome.outcome, verdict);
        assert_eq!(outcome.data()["content"], content);
    }
}
