//! OpenClaw's typed hooks by the rules of the versions that people run.

use super::*;
use crate::runtime::outcome::Returned;
use tacklebox_agents::dialect::typed::{Merge, Typed};

const VERSIONS: [(&str, Typed); 3] =
    [("2026.7.35", Typed::Seven), ("2026.8.1", Typed::Eight), ("2026.9.6", Typed::Eight)];

fn shipped(version: &str) -> Registry {
    let dialect = &AgentId::Openclaw.runtime(version).unwrap().dialect;
    Registry::by(&Machine::new(Platform::Linux, "/h", BTreeMap::new()), dialect)
}

fn returned(value: Value) -> Answer {
    Answer::Returned(Box::new(Returned { value: Some(value), ..Returned::default() }))
}

/// Handlers with these answers, called one after the other.
async fn answers(key: &str, data: Value, answers: &[Value]) -> Outcome {
    let registry = shipped("2026.9.6");
    for (at, answer) in answers.iter().enumerate() {
        let name = format!("{}", at + 1);
        let answer = returned(answer.clone());
        registry.register(key, LiveHandler::sync(name, move |_| answer.clone())).unwrap();
    }
    fire(&registry, key, data).await
}

async fn data(key: &str, start: Value, said: &[Value]) -> Value {
    answers(key, start, said).await.data().clone()
}

#[tokio::test]
async fn every_hook_of_every_version_is_an_event_in_both_spellings_by_its_rules() {
    for (version, typed) in VERSIONS {
        let dialect = &AgentId::Openclaw.runtime(version).unwrap().dialect;
        assert_eq!(dialect.rules.typed, typed);
        for hook in typed.hooks() {
            let (registry, log) = (shipped(version), Log::default());
            let spelled = hook.name.replace('_', "-");
            registry.register(hook.name, log.handler("low").priority(-0.4)).unwrap();
            registry.register(&spelled, log.handler("high").priority(0.4)).unwrap();
            registry.register(hook.name, log.handler("default")).unwrap();
            let event = registry.create_event(hook.name, "s", json!({})).unwrap();
            assert_eq!((event.key(), event.modifying()), (&*spelled, hook.modifying()));
            let _ = registry.trigger(event).await.all().await;
            assert_eq!(log.lines(), ["high", "default", "low"], "{version} {}", hook.name);
        }
    }
}

#[tokio::test]
async fn handlers_that_only_look_start_together_whatever_their_priority() {
    for hook in Typed::Eight.hooks().iter().filter(|hook| !hook.modifying()) {
        let registry = shipped("2026.9.6");
        let both = Arc::new(Barrier::new(2));
        for priority in [1, 2] {
            let both = Arc::clone(&both);
            let handler = LiveHandler::new("waits", move |_| {
                let both = Arc::clone(&both);
                async move {
                    both.wait().await;
                    Answer::Block("not here".into())
                }
            });
            registry.register(hook.name, handler.priority(priority)).unwrap();
        }
        let outcome = fire(&registry, hook.name, json!({})).await;
        assert_eq!(outcome.outcome, Verdict::Continue, "{}", hook.name);
    }
}

#[tokio::test]
async fn handlers_that_change_things_follow_each_other_and_one_that_fails_stops_three_hooks() {
    for hook in Typed::Eight.hooks().iter().filter(|hook| hook.modifying()) {
        let (registry, log) = (shipped("2026.9.6"), Log::default());
        let fails = log.answering("fails", Answer::Failed("no licence".into()));
        registry.register(hook.name, fails.priority(1)).unwrap();
        registry.register(hook.name, log.handler("after")).unwrap();
        let outcome = fire(&registry, hook.name, json!({})).await;
        assert_eq!(outcome.outcome == Verdict::Block, hook.fails_closed, "{}", hook.name);
        assert_eq!(log.lines().len(), if hook.fails_closed { 1 } else { 2 }, "{}", hook.name);
        let why = outcome.reason();
        assert_eq!(why.is_some_and(|why| why.starts_with("no licence (here")), hook.fails_closed);
    }
}

#[tokio::test]
async fn each_handler_of_a_tool_call_gets_the_original_and_the_last_parameters_count() {
    let registry = shipped("2026.9.6");
    let seen = Arc::new(Mutex::new(Vec::new()));
    for (name, command) in [("a", "first"), ("b", "second")] {
        let seen = Arc::clone(&seen);
        let handler = LiveHandler::sync(name, move |event| {
            seen.lock().unwrap().push(event.data["params"]["command"].clone());
            returned(json!({ "params": { "command": command } }))
        });
        registry.register("before_tool_call", handler).unwrap();
    }
    let start = json!({"toolName": "exec", "params": {"command": "ls"}});
    let outcome = fire(&registry, "before_tool_call", start).await;
    assert_eq!(*seen.lock().unwrap(), ["ls", "ls"]);
    assert_eq!(outcome.data()["params"], json!({"command": "second"}));
    assert_eq!(outcome.outcome, Verdict::Modify);
}

#[tokio::test]
async fn a_block_is_final_and_says_why() {
    let said = [
        json!({"params": {"a": 1}}),
        json!({"block": true, "blockReason": "no rm"}),
        json!({"block": false, "params": {"a": 2}}),
    ];
    let outcome = answers("before_tool_call", json!({"args": {"a": 0}}), &said).await;
    assert_eq!((outcome.outcome, outcome.reason()), (Verdict::Block, Some("no rm")));
    let verdicts = [("1", Verdict::Modify), ("2", Verdict::Block), ("3", Verdict::Skipped)];
    assert_eq!(runs(&outcome), verdicts);
    assert_eq!(outcome.data()["args"], json!({"a": 1}), "under the name that the event uses");
}

#[tokio::test]
async fn parameters_stay_as_they_were_when_somebody_asked_for_approval() {
    let said = [
        json!({"params": {"a": 1}, "requireApproval": {"title": "Sure?"}}),
        json!({"params": {"a": 2}, "requireApproval": {"title": "Really?"}}),
    ];
    let data = data("before_tool_call", json!({"params": {"a": 0}}), &said).await;
    assert_eq!(data, json!({"params": {"a": 1}, "requireApproval": {"title": "Sure?"}}));
}

#[tokio::test]
async fn fields_of_answers_are_put_together_by_the_rule_of_each() {
    let prompt = [
        json!({"systemPrompt": "one", "prependContext": "a", "toolsAllow": ["exec", "read"]}),
        json!({"systemPrompt": "two", "prependContext": "b", "toolsAllow": ["read", "write"]}),
    ];
    let want = json!({"systemPrompt": "one", "prependContext": "a\n\nb", "toolsAllow": ["read"]});
    assert_eq!(data("before_prompt_build", json!({}), &prompt).await, want);

    let message = [json!({"content": "one"}), json!({"content": null, "metadata": {"m": 1}})];
    let want = json!({"content": "one", "metadata": {"m": 1}});
    assert_eq!(data("message_sending", json!({"content": "zero"}), &message).await, want);

    let findings = [json!({"findings": [1]}), json!({"findings": [2, 3]})];
    assert_eq!(data("before_install", json!({}), &findings).await, json!({"findings": [1, 2, 3]}));

    let env = [json!({"A": "1", "B": "1"}), json!({"B": "2"})];
    let env = data("resolve_exec_env", json!({}), &env).await;
    assert_eq!(env, json!({"env": {"A": "1", "B": "2"}}));

    let model = [
        json!({"modelOverride": null}),
        json!({"modelOverride": "m"}),
        json!({"modelOverride": "n"}),
    ];
    assert_eq!(
        data("before_model_resolve", json!({}), &model).await,
        json!({"modelOverride": "m"})
    );

    let finish = [
        json!({"action": "revise", "reason": "a"}),
        json!({"action": "continue"}),
        json!({"action": "revise", "reason": "b"}),
    ];
    let finish = data("before_agent_finalize", json!({}), &finish).await;
    assert_eq!(finish, json!({"action": "revise", "reason": "a\n\nb"}));

    let target = [json!({"label": "x"}), json!({"origin": "o"}), json!({"origin": "p"})];
    assert_eq!(data("subagent_delivery_target", json!({}), &target).await, json!({"origin": "o"}));
}

#[tokio::test]
async fn an_answer_in_other_words_changes_nothing_and_says_so() {
    let outcome = answers("message_sending", json!({}), &[json!({"block": true})]).await;
    assert_eq!(outcome.outcome, Verdict::Continue);
    let reason = outcome.runs().next().unwrap().reason.unwrap().to_owned();
    assert_eq!(reason, "its answer has none of content, cancel, cancelReason, metadata");
}

#[tokio::test]
async fn what_is_chained_reaches_the_next_handler() {
    for (key, field, answer) in [
        ("reply_payload_sending", "payload", json!({"payload": {"text": "new"}})),
        ("tool_result_persist", "message", json!({"message": {"text": "new"}})),
    ] {
        let registry = shipped("2026.9.6");
        let first = returned(answer);
        registry.register(key, LiveHandler::sync("first", move |_| first.clone())).unwrap();
        let seen = Arc::new(Mutex::new(Value::Null));
        let theirs = Arc::clone(&seen);
        let second = LiveHandler::sync("second", move |event| {
            *theirs.lock().unwrap() = event.data[field].clone();
            returned(Value::Null)
        });
        registry.register(key, second).unwrap();
        let outcome = fire(&registry, key, json!({ field: {"text": "old"} })).await;
        assert_eq!(*seen.lock().unwrap(), json!({"text": "new"}), "{key}");
        assert_eq!(outcome.data()[field], json!({"text": "new"}), "{key}");
    }
}

#[tokio::test]
async fn a_promise_is_no_answer_where_nobody_waits() {
    for hook in Typed::Eight.hooks() {
        let Merge::Sync { block } = hook.merge else { continue };
        let registry = shipped("2026.9.6");
        let value = Some(json!({"block": true, "message": "new"}));
        let answer = Returned { value, promise: true, left: None };
        let answer = Answer::Returned(Box::new(answer));
        let late = answer.clone();
        registry.register(hook.name, LiveHandler::sync("late", move |_| late.clone())).unwrap();
        let outcome = fire(&registry, hook.name, json!({"message": "old"})).await;
        assert_eq!(
            (outcome.outcome, outcome.data()),
            (Verdict::Continue, &json!({"message": "old"}))
        );
        assert!(outcome.runs().next().unwrap().reason.unwrap().contains("promise"));
        let now = answers(hook.name, json!({"message": "old"}), &[json!({"block": true})]).await;
        assert_eq!(now.outcome == Verdict::Block, block, "{}", hook.name);
    }
}

#[tokio::test]
async fn the_first_to_claim_it_has_it() {
    for hook in Typed::Eight.hooks().iter().filter(|hook| hook.merge == Merge::Claim) {
        let said = [json!({"handled": false}), json!({"handled": true, "text": "mine"}), json!({})];
        let outcome = answers(hook.name, json!({}), &said).await;
        let verdicts = [("1", Verdict::Continue), ("2", Verdict::Block), ("3", Verdict::Skipped)];
        assert_eq!(runs(&outcome), verdicts, "{}", hook.name);
        assert_eq!(outcome.data()["text"], "mine");
    }
}

#[tokio::test]
async fn what_is_no_decision_stops_the_run() {
    for (said, blocks) in [
        (json!({"outcome": "pass"}), false),
        (json!({"outcome": "block", "reason": "no"}), true),
        (json!({"outcome": "block"}), true),
        (json!({"outcome": "pass", "reason": "more"}), true),
        (json!({"block": true}), true),
        (json!(null), true),
        (json!("pass"), true),
    ] {
        let outcome = answers("before_agent_run", json!({}), std::slice::from_ref(&said)).await;
        assert_eq!(outcome.outcome == Verdict::Block, blocks, "{said}");
    }
    let registry = shipped("2026.9.6");
    let nothing = Answer::Returned(Box::default());
    registry
        .register("before_agent_run", LiveHandler::sync("a", move |_| nothing.clone()))
        .unwrap();
    assert_eq!(fire(&registry, "before_agent_run", json!({})).await.outcome, Verdict::Continue);
}

#[tokio::test]
async fn all_judgements_are_kept_each_under_its_name() {
    let said = [json!({"verdict": "good"}), Value::Null];
    let all = data("skill_proposal_evaluate", json!({}), &said).await;
    let one = json!({"plugin": "1", "status": "completed", "result": {"verdict": "good"}});
    assert_eq!(all["evaluations"], json!([one, {"plugin": "2", "status": "skipped"}]));
}

#[tokio::test]
async fn what_is_changed_in_place_reaches_those_behind_unless_each_has_a_copy() {
    for (key, reaches) in [("message_sending", true), ("before_tool_call", false)] {
        let registry = shipped("2026.9.6");
        let left = Some(json!({"content": "changed"}));
        let answer = Answer::Returned(Box::new(Returned { left, ..Returned::default() }));
        registry.register(key, LiveHandler::sync("first", move |_| answer.clone())).unwrap();
        let seen = Arc::new(Mutex::new(Value::Null));
        let theirs = Arc::clone(&seen);
        let second = LiveHandler::sync("second", move |event| {
            *theirs.lock().unwrap() = event.data["content"].clone();
        });
        registry.register(key, second).unwrap();
        let outcome = fire(&registry, key, json!({"content": "old"})).await;
        assert_eq!(*seen.lock().unwrap() == json!("changed"), reaches, "{key}");
        assert_eq!(outcome.data()["content"], "old", "the agent itself goes on with its own");
        assert!(outcome.runs().next().unwrap().reason.is_some());
    }
}
