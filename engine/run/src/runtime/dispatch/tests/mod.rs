//! The rules R-4, one test each.

mod errors;
mod family;
mod moltis;
mod plugin;
mod typed;
mod zeroclaw;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::{Barrier, Notify};

use super::*;
use crate::runtime::outcome::{Answer, Ran};
use tacklebox_agents::hook::AgentId;
use tacklebox_agents::moment::Keys;
use tacklebox_machine::machine::{Machine, Platform};

/// Longer than anything here takes on a busy machine; only what hangs meets it.
const LONG: Duration = Duration::from_secs(20);
/// Short enough to wait for.
const SHORT: Duration = Duration::from_millis(20);

fn registry(agent: AgentId) -> Registry {
    Registry::new(&Machine::new(Platform::Linux, "/h", BTreeMap::new()), agent)
}

/// Who was called, in order.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn push(&self, line: impl Into<String>) {
        self.0.lock().unwrap().push(line.into());
    }

    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }

    /// A handler that writes its name.
    fn handler(&self, name: &str) -> LiveHandler {
        self.answering(name, Answer::Continue)
    }

    /// A handler that writes its name and answers this.
    fn answering(&self, name: &str, answer: Answer) -> LiveHandler {
        let (log, line) = (self.clone(), name.to_owned());
        LiveHandler::sync(name, move |_| {
            log.push(line.clone());
            answer.clone()
        })
    }
}

/// A handler that adds its name to `trace` of the data.
fn tracer(name: &'static str) -> LiveHandler {
    LiveHandler::sync(name, move |event| {
        let mut data = event.data.clone();
        data["trace"].as_array_mut().unwrap().push(json!(name));
        Answer::Modify(data)
    })
}

/// A handler that answers after the others had time to run.
fn slow(name: &str, answer: Ran) -> LiveHandler {
    LiveHandler::new(name, move |_| {
        let answer = answer.clone();
        async move {
            tokio::time::sleep(SHORT).await;
            answer
        }
    })
}

fn never(name: &str) -> LiveHandler {
    LiveHandler::new(name, |_| std::future::pending::<()>())
}

async fn fire(registry: &Registry, key: &str, data: Value) -> Outcome {
    let event = registry.create_event(key, "s", data).unwrap();
    tokio::time::timeout(LONG, async { registry.trigger(event).await.all().await }).await.unwrap()
}

fn runs(outcome: &Outcome) -> Vec<(&str, Verdict)> {
    outcome.runs().map(|run| (run.hook, run.outcome)).collect()
}

#[tokio::test]
async fn an_event_without_handlers_goes_on_as_it_is() {
    for (agent, key) in [
        (AgentId::Milady, "command:new"),
        (AgentId::Openclaw, "message-sent"),
        (AgentId::Zeroclaw, "before_tool_call"),
        (AgentId::Moltis, "GatewayStart"),
    ] {
        let outcome = fire(&registry(agent), key, json!({"a": 1})).await;
        assert_eq!(outcome.outcome, Verdict::Continue);
        assert_eq!(outcome.data(), &json!({"a": 1}));
        assert!(outcome.runs().next().is_none());
    }
}

#[tokio::test]
async fn a_dry_run_names_who_would_be_called_in_order_and_calls_nobody() {
    let (registry, log) = (registry(AgentId::Milady), Log::default());
    registry.register("command", log.handler("general")).unwrap();
    registry.register("command:new", log.handler("specific")).unwrap();
    let event = registry.create_event("command:new", "s", json!({})).unwrap();
    let outcome = registry.would_run(event);
    assert_eq!(runs(&outcome), [("specific", Verdict::WouldRun), ("general", Verdict::WouldRun)]);
    assert_eq!(outcome.runs().nth(1).unwrap().key, "command");
    assert!(log.lines().is_empty());
}

#[tokio::test]
async fn an_outcome_prints_as_the_command_line_promises() {
    let registry = registry(AgentId::Moltis);
    let seen = crate::runtime::outcome::Seen {
        exit_code: Some(1),
        stderr: "no\n".into(),
        ..Default::default()
    };
    let ran = Ran { seen: Some(Box::new(seen)), ..Ran::of(Answer::Block("no".into())) };
    registry.register("BeforeToolCall", LiveHandler::sync("guard", move |_| ran.clone())).unwrap();
    let fired = fire(&registry, "BeforeToolCall", json!({"tool": "bash"})).await.into_fired();
    assert_eq!(
        serde_json::to_value(fired).unwrap(),
        json!({
            "event": "BeforeToolCall", "outcome": "block", "data": {"tool": "bash"}, "reason": "no",
            "messages": [],
            "runs": [{
                "hook": "guard", "key": "BeforeToolCall", "outcome": "block", "reason": "no",
                "duration_ms": 0.0, "exit_code": 1, "status": null, "stdout": "", "stderr": "no\n",
                "effects": null, "box": null,
            }],
        })
    );
    let names = [Verdict::TimedOut, Verdict::WouldRun].map(|v| json!(v));
    assert_eq!(names, [json!("timed-out"), json!("would-run")]);
}
