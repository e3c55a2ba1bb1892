//! Milady, Eliza and OpenClaw's `HOOK.md`.

use super::*;

const FAMILY: [AgentId; 3] = [AgentId::Milady, AgentId::Eliza, AgentId::Openclaw];

#[tokio::test]
async fn handlers_of_the_action_come_before_those_of_the_type_each_in_registration_order() {
    for agent in FAMILY {
        let (registry, log) = (registry(agent), Log::default());
        for (key, name) in [
            ("command", "general 1"),
            ("command:new", "specific 1"),
            ("command", "general 2"),
            ("command:new", "specific 2"),
            ("command:reset", "another action"),
            ("session", "another type"),
        ] {
            registry.register(key, log.handler(name)).unwrap();
        }
        fire(&registry, "command:new", json!({})).await;
        assert_eq!(log.lines(), ["specific 1", "specific 2", "general 1", "general 2"], "{agent}");
    }
}

#[tokio::test]
async fn priority_counts_for_nothing() {
    let (registry, log) = (registry(AgentId::Milady), Log::default());
    registry.register("command:new", log.handler("first").priority(1)).unwrap();
    registry.register("command:new", log.handler("second").priority(100)).unwrap();
    registry.register("command:new", log.handler("third").priority(-1)).unwrap();
    fire(&registry, "command:new", json!({})).await;
    assert_eq!(log.lines(), ["first", "second", "third"]);
}

#[tokio::test]
async fn a_hook_on_type_and_action_runs_twice() {
    let (registry, log) = (registry(AgentId::Eliza), Log::default());
    registry.register_hook(Keys::Internal, &["session", "session:new"], log.handler("both"));
    let outcome = fire(&registry, "session:new", json!({})).await;
    assert_eq!(log.lines(), ["both", "both"]);
    assert_eq!(outcome.runs().map(|run| run.key).collect::<Vec<_>>(), ["session:new", "session"]);
}

#[tokio::test]
async fn an_event_of_the_bare_type_calls_its_handlers_once() {
    let (registry, log) = (registry(AgentId::Milady), Log::default());
    registry.register("command", log.handler("general")).unwrap();
    fire(&registry, "command", json!({})).await;
    assert_eq!(log.lines(), ["general"]);
}

#[tokio::test]
async fn an_unknown_action_is_legal() {
    let (registry, log) = (registry(AgentId::Milady), Log::default());
    registry.register("command:deploy", log.handler("mine")).unwrap();
    registry.register("command", log.handler("all")).unwrap();
    fire(&registry, "command:deploy", json!({})).await;
    assert_eq!(log.lines(), ["mine", "all"]);
}

#[tokio::test]
async fn one_handler_ends_before_the_next_begins() {
    let (registry, log) = (registry(AgentId::Milady), Log::default());
    let theirs = log.clone();
    let waits = LiveHandler::new("slow", move |_| {
        let log = theirs.clone();
        async move {
            log.push("begin");
            tokio::time::sleep(SHORT).await;
            log.push("end");
        }
    });
    registry.register("command:new", waits).unwrap();
    registry.register("command:new", log.handler("next")).unwrap();
    fire(&registry, "command:new", json!({})).await;
    assert_eq!(log.lines(), ["begin", "end", "next"]);
}

#[tokio::test]
async fn messages_of_all_handlers_are_collected_in_order_and_the_later_see_the_earlier() {
    let registry = registry(AgentId::Milady);
    registry.register("command:new", slow("slow", Ran::saying("one"))).unwrap();
    let counts = LiveHandler::sync("counts", |event| {
        Ran::saying(format!("after {}", event.messages.join(", ")))
    });
    registry.register("command:new", counts).unwrap();
    registry.register("command", LiveHandler::sync("last", |_| Ran::saying("three"))).unwrap();
    let outcome = fire(&registry, "command:new", json!({})).await;
    assert_eq!(outcome.messages(), ["one", "after one", "three"]);
    assert_eq!(outcome.outcome, Verdict::Continue, "a message changes no data");
}

#[tokio::test]
async fn each_handler_sees_what_the_last_one_made_of_the_context() {
    let registry = registry(AgentId::Openclaw);
    registry.register("command", tracer("c")).unwrap();
    registry.register("command:new", tracer("a")).unwrap();
    registry.register("command:new", tracer("b")).unwrap();
    let outcome = fire(&registry, "command:new", json!({"trace": []})).await;
    assert_eq!(outcome.data(), &json!({"trace": ["a", "b", "c"]}));
    assert_eq!(outcome.outcome, Verdict::Modify);
}

#[tokio::test]
async fn nobody_can_stop_an_event() {
    let (registry, log) = (registry(AgentId::Milady), Log::default());
    registry.register("command:new", log.answering("no", Answer::Block("never".into()))).unwrap();
    registry.register("command:new", log.handler("next")).unwrap();
    let outcome = fire(&registry, "command:new", json!({})).await;
    assert_eq!(outcome.outcome, Verdict::Continue);
    assert_eq!(runs(&outcome), [("no", Verdict::Continue), ("next", Verdict::Continue)]);
    assert!(outcome.runs().next().unwrap().reason.unwrap().ends_with("never"));
}

#[tokio::test]
async fn a_handler_may_take_thirty_seconds() {
    for agent in FAMILY {
        assert_eq!(agent.dialect().default_timeout_secs, 30);
    }
}

#[tokio::test]
async fn all_handlers_share_one_list_of_messages() {
    use crate::runtime::outcome::Left;
    let (registry, seen) = (registry(AgentId::Milady), Arc::new(Mutex::new(Vec::new())));
    let leaves = |messages: Option<&[&str]>, answer: Answer, data: Option<Value>| {
        let messages = messages.map(|all| all.iter().map(|it| (*it).to_owned()).collect());
        let left = Some(Box::new(Left { messages, data }));
        LiveHandler::sync("leaves", move |_| Ran { left: left.clone(), ..Ran::of(answer.clone()) })
    };
    registry.register("command:new", LiveHandler::sync("says", |_| Ran::saying("one"))).unwrap();
    let unshifted = leaves(Some(&["zero", "one"]), Answer::Continue, None);
    registry.register("command:new", unshifted).unwrap();
    // What it did before it threw stays.
    let threw = leaves(Some(&["zero"]), Answer::Failed("thrown".into()), Some(json!({"a": 2})));
    registry.register("command:new", threw).unwrap();
    let theirs = Arc::clone(&seen);
    let looks = LiveHandler::sync("looks", move |event| {
        theirs.lock().unwrap().push((event.messages.clone(), event.data.clone()));
    });
    registry.register("command:new", looks).unwrap();
    let outcome = fire(&registry, "command:new", json!({"a": 1})).await;
    assert_eq!(*seen.lock().unwrap(), [(vec!["zero".to_owned()], json!({"a": 2}))]);
    assert_eq!((outcome.messages(), outcome.outcome), (&["zero".to_owned()][..], Verdict::Modify));
    assert_eq!(outcome.runs().nth(2).unwrap().outcome, Verdict::Failed);
}
