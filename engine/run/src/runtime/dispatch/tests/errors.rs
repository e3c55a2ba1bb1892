//! What one handler does wrong is an error of that handler, in every dialect and at every pace.

use super::*;

const EVENTS: [(AgentId, &str); 7] = [
    (AgentId::Milady, "command:new"),
    (AgentId::Eliza, "session:start"),
    (AgentId::Openclaw, "before-tool-call"),
    (AgentId::Openclaw, "message-sent"),
    (AgentId::Zeroclaw, "before_tool_call"),
    (AgentId::Zeroclaw, "on_session_start"),
    (AgentId::Moltis, "AfterToolCall"),
];

/// Fires with `odd` before a handler that must run all the same, and gives the odd one's run.
async fn beside(agent: AgentId, key: &str, odd: LiveHandler) -> (Verdict, String) {
    let (told, log) = (Log::default(), Log::default());
    let theirs = told.clone();
    let registry = registry(agent).on_failure(move |run| theirs.push(run.hook));
    registry.register(key, odd).unwrap();
    registry.register(key, log.handler("next")).unwrap();
    let outcome = fire(&registry, key, json!({"a": 1})).await;
    assert_eq!(outcome.outcome, Verdict::Continue, "{agent} {key}");
    assert_eq!(outcome.data(), &json!({"a": 1}));
    assert_eq!(log.lines(), ["next"], "{agent} {key}: the rest still runs");
    assert_eq!(told.lines(), ["odd"], "{agent} {key}: the error is told of");
    let run = outcome.runs().next().unwrap();
    (run.outcome, run.reason.unwrap().to_owned())
}

#[tokio::test]
async fn an_error_is_logged_and_the_rest_still_runs() {
    for (agent, key) in EVENTS {
        let at_once = LiveHandler::sync("odd", |_| Err::<(), _>("no such table"));
        assert_eq!(
            beside(agent, key, at_once).await,
            (Verdict::Failed, "no such table".to_owned())
        );
        let later = slow("odd", Ran::failed("later"));
        assert_eq!(beside(agent, key, later).await, (Verdict::Failed, "later".to_owned()));
    }
}

#[tokio::test]
async fn a_panic_is_an_error_of_that_handler() {
    for (agent, key) in EVENTS {
        let says = |reason: &str| (Verdict::Failed, format!("it panicked: {reason}"));
        let in_call = LiveHandler::sync("odd", |_| {
            if true {
                panic!("in the call");
            }
        });
        assert_eq!(beside(agent, key, in_call).await, says("in the call"));
        let at_first_poll = LiveHandler::new("odd", |_| async {
            assert_eq!(1, 2, "at its first poll");
        });
        assert!(beside(agent, key, at_first_poll).await.1.contains("at its first poll"));
        let later = LiveHandler::new("odd", |_| async {
            tokio::time::sleep(Duration::from_millis(1)).await;
            if true {
                panic!("later");
            }
        });
        assert_eq!(beside(agent, key, later).await, says("later"));
    }
}

#[tokio::test]
async fn a_handler_that_never_answers_is_left_at_its_limit() {
    for (agent, key) in EVENTS {
        assert_eq!(
            beside(agent, key, never("odd").limit(SHORT)).await,
            (Verdict::TimedOut, "it did not answer within 20 ms".to_owned())
        );
    }
}

#[tokio::test]
async fn what_a_handler_was_waiting_for_is_dropped_at_its_limit() {
    struct Kept(Log);
    impl Drop for Kept {
        fn drop(&mut self) {
            self.0.push("dropped");
        }
    }
    let (registry, log) = (registry(AgentId::Milady), Log::default());
    let theirs = log.clone();
    let hangs = LiveHandler::new("hangs", move |_| {
        let kept = Kept(theirs.clone());
        async move {
            std::future::pending::<()>().await;
            drop(kept);
        }
    });
    registry.register("command:new", hangs.limit(SHORT)).unwrap();
    fire(&registry, "command:new", json!({})).await;
    assert_eq!(log.lines(), ["dropped"]);
}

#[tokio::test]
async fn a_handler_that_watches_its_time_is_never_dropped_half_way() {
    let registry = registry(AgentId::Moltis);
    let limit = Duration::from_secs(1);
    let own = slow("own", Ran::of(Answer::TimedOut(limit))).limit(Duration::from_millis(1));
    registry.register("SessionStart", own.watches_its_time()).unwrap();
    let outcome = fire(&registry, "SessionStart", json!({})).await;
    assert_eq!(runs(&outcome), [("own", Verdict::TimedOut)]);
    assert_eq!(outcome.runs().next().unwrap().reason, Some("it did not answer within 1 s"));
}

#[test]
fn handlers_that_answer_at_once_need_no_runtime_and_no_timer() {
    for (agent, key) in EVENTS {
        let registry = registry(agent);
        registry.register(key, LiveHandler::sync("sync", |_| ())).unwrap();
        registry.register(key, LiveHandler::new("async", |_| async {})).unwrap();
        let event = registry.create_event(key, "s", json!({})).unwrap();
        let dispatched = futures_util::FutureExt::now_or_never(registry.trigger(event)).unwrap();
        assert_eq!(dispatched.outcome().unwrap().runs().count(), 2, "{agent} {key}");
    }
}

#[test]
fn without_a_runtime_a_handler_that_has_to_wait_fails_and_nothing_else() {
    for (agent, key) in EVENTS {
        let registry = registry(agent);
        registry.register(key, never("waits")).unwrap();
        registry.register(key, LiveHandler::sync("next", |_| ())).unwrap();
        let event = registry.create_event(key, "s", json!({})).unwrap();
        let dispatched = futures_util::FutureExt::now_or_never(registry.trigger(event)).unwrap();
        assert_eq!(
            runs(dispatched.outcome().unwrap()),
            [("waits", Verdict::Failed), ("next", Verdict::Continue)],
            "{agent} {key}"
        );
    }
}
