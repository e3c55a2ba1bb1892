//! Everything may change while events are under way: no call is lost, none is made twice.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread;

use proptest::prelude::*;

use super::*;
use crate::runtime::dispatch::Verdict;

/// The agents' paces, each with an event.
const EVENTS: [(AgentId, &str); 6] = [
    (AgentId::Milady, "command:new"),
    (AgentId::Openclaw, "before-tool-call"),
    (AgentId::Openclaw, "message-sent"),
    (AgentId::Zeroclaw, "on_session_start"),
    (AgentId::Moltis, "BeforeToolCall"),
    (AgentId::Moltis, "AfterToolCall"),
];

/// Ends the other thread also where a test fails: it would hang otherwise.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, SeqCst);
    }
}

/// A handler that counts its calls for each session, at once or after waiting for a moment.
fn counting(name: &str, calls: &Arc<Mutex<BTreeMap<String, usize>>>, waits: bool) -> LiveHandler {
    let calls = Arc::clone(calls);
    LiveHandler::new(name, move |event| {
        let calls = Arc::clone(&calls);
        async move {
            if waits {
                tokio::task::yield_now().await;
            }
            *calls.lock().unwrap().entry(event.session_key.clone()).or_default() += 1;
        }
    })
}

#[test]
fn a_handler_that_stays_is_called_exactly_once_an_event_whatever_comes_and_goes() {
    const THREADS: usize = 4;
    const EACH: usize = 150;
    for (agent, key) in EVENTS {
        let registry = Arc::new(Registry::new(&machine(), agent));
        let kept = [(false, -1), (true, 0), (false, 1)].map(|(waits, priority)| {
            let calls = Arc::default();
            let handler = counting("kept", &calls, waits).priority(priority);
            registry.register(key, handler).unwrap();
            calls
        });
        let done = AtomicBool::new(false);
        let changes = AtomicUsize::new(0);
        thread::scope(|scope| {
            let churn = scope.spawn(|| {
                while !done.load(SeqCst) {
                    let turn = changes.fetch_add(1, SeqCst);
                    let handler = nothing("comes and goes").priority(turn as i32 % 5 - 2);
                    let registration = registry.register(key, handler).unwrap();
                    if turn.is_multiple_of(3) {
                        thread::yield_now();
                    }
                    assert!(registry.unregister(registration));
                }
            });
            // Else all events may be over before the first change.
            while changes.load(SeqCst) == 0 && !churn.is_finished() {
                thread::yield_now();
            }
            let triggers: Vec<_> = (0..THREADS)
                .map(|id| {
                    let registry = Arc::clone(&registry);
                    scope.spawn(move || {
                        let runtime =
                            tokio::runtime::Builder::new_current_thread().enable_time().build();
                        runtime.unwrap().block_on(async {
                            for event in 0..EACH {
                                let session = format!("{id}-{event}");
                                let event = registry.create_event(key, session, json!({})).unwrap();
                                let outcome = registry.trigger(event).await.all().await;
                                let names: Vec<_> = outcome.runs().map(|run| run.hook).collect();
                                let kept = names.iter().filter(|name| **name == "kept").count();
                                assert_eq!(kept, 3, "{names:?}");
                                assert!(outcome.runs().all(|r| r.outcome == Verdict::Continue));
                            }
                        });
                    })
                })
                .collect();
            let ends = Ends(&done);
            triggers.into_iter().for_each(|trigger| trigger.join().unwrap());
            drop(ends);
            churn.join().unwrap();
        });
        for calls in kept {
            let calls = calls.lock().unwrap();
            assert_eq!(calls.len(), THREADS * EACH, "{agent} {key}: a call was lost");
            assert!(calls.values().all(|count| *count == 1), "{agent} {key}: a call was doubled");
        }
    }
}

#[test]
fn while_hooks_are_loaded_again_and_again_each_event_calls_each_of_them_once() {
    let tmp = tempfile::tempdir().unwrap();
    for name in ["a", "b", "c"] {
        let dir = tmp.path().join(".zeroclaw/workspace/hooks").join(name);
        std::fs::create_dir_all(&dir).unwrap();
        let text = format!(
            "[hook]\nname = \"{name}\"\nevent = \"before_tool_call\"\n\n[hook.action.shell]\ncommand = \"true\"\n"
        );
        std::io::Write::write_all(
            &mut std::fs::File::create(dir.join("HOOK.toml")).unwrap(),
            text.as_bytes(),
        )
        .unwrap();
    }
    let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
    let inventory = tacklebox_inventory::inventory::Inventory::scan(
        &machine,
        AgentId::Zeroclaw,
        &tacklebox_agents::agent::Options::documented(),
    );
    let registry = Registry::new(&machine, AgentId::Zeroclaw);
    let calls: Arc<Mutex<BTreeMap<String, usize>>> = Arc::default();
    let load = || registry.load(&inventory, |_, hook| Some(counting(&hook.name, &calls, true)));
    load();
    let (done, loads) = (AtomicBool::new(false), AtomicUsize::new(0));
    let mut events = 0;
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(SeqCst) {
                assert_eq!(load().registered, 3);
                loads.fetch_add(1, SeqCst);
            }
        });
        let _ends = Ends(&done);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            while events < 500 || loads.load(SeqCst) < 500 {
                events += 1;
                let session = events.to_string();
                let event = registry.create_event("before_tool_call", session, json!({})).unwrap();
                let outcome = registry.trigger(event).await.all().await;
                let names: Vec<_> = outcome.runs().map(|run| run.hook).collect();
                assert_eq!(names, ["a", "b", "c"]);
            }
        });
    });
    let calls = calls.lock().unwrap();
    assert_eq!(calls.len(), events);
    assert!(calls.values().all(|count| *count == 3));
}

#[test]
fn while_all_is_cleared_again_and_again_each_event_calls_exactly_those_it_found() {
    for (agent, key) in EVENTS {
        let registry = Registry::new(&machine(), agent);
        let calls: Arc<Mutex<BTreeMap<String, usize>>> = Arc::default();
        let (done, clears) = (AtomicBool::new(false), AtomicUsize::new(0));
        let mut told = BTreeMap::new();
        thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(SeqCst) {
                    registry.register(key, counting("waits", &calls, true)).unwrap();
                    registry.register(key, counting("answers", &calls, false)).unwrap();
                    thread::yield_now();
                    registry.clear();
                    clears.fetch_add(1, SeqCst);
                }
            });
            let _ends = Ends(&done);
            let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
            runtime.unwrap().block_on(async {
                let mut number = 0;
                while number < 300 || clears.load(SeqCst) < 300 {
                    number += 1;
                    let event = registry.create_event(key, number.to_string(), json!({})).unwrap();
                    let outcome = registry.trigger(event).await.all().await;
                    let names: Vec<_> = outcome.runs().map(|run| run.hook).collect();
                    let known = [&[][..], &["waits"], &["waits", "answers"]];
                    assert!(known.contains(&names.as_slice()), "{names:?}");
                    if !names.is_empty() {
                        told.insert(number.to_string(), names.len());
                    }
                }
            });
        });
        assert_eq!(*calls.lock().unwrap(), told, "{agent} {key}");
    }
}

/// What a host does with a registry.
#[derive(Clone, Debug)]
enum Step {
    Register { key: usize, priority: i32 },
    Unregister(prop::sample::Index),
    Clear,
    Trigger(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (0..3usize, -2..3i32).prop_map(|(key, priority)| Step::Register { key, priority }),
        2 => any::<prop::sample::Index>().prop_map(Step::Unregister),
        1 => Just(Step::Clear),
        4 => (0..3usize).prop_map(Step::Trigger),
    ];
    prop::collection::vec(step, 1..60)
}

/// What is registered, as plainly as it can be written down.
struct Plain {
    registration: Registration,
    name: String,
    key: &'static str,
    priority: i32,
}

fn expected(agent: AgentId, plain: &[Plain], key: &str) -> Vec<String> {
    let mut list: Vec<&Plain> = plain.iter().filter(|hook| hook.key == key).collect();
    match agent {
        AgentId::Milady | AgentId::Eliza => {
            let kind = key.split(':').next().unwrap();
            list.extend(plain.iter().filter(|hook| hook.key == kind && kind != key));
        }
        AgentId::Openclaw => list.sort_by_key(|hook| hook.priority),
        _ => list.sort_by_key(|hook| std::cmp::Reverse(hook.priority)),
    }
    list.into_iter().map(|hook| hook.name.clone()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn who_is_called_and_in_which_order_follows_from_what_is_registered(
        steps in steps(),
        dialect in 0..4usize,
    ) {
        let (agent, keys) = [
            (AgentId::Milady, ["command:new", "command:reset", "command"]),
            (AgentId::Openclaw, ["before-tool-call", "message-sent", "session-end"]),
            (AgentId::Zeroclaw, ["before_tool_call", "on_session_start", "on_session_end"]),
            (AgentId::Moltis, ["BeforeToolCall", "AfterToolCall", "SessionEnd"]),
        ][dialect];
        let registry = Registry::new(&machine(), agent);
        let called: Arc<Mutex<Vec<String>>> = Arc::default();
        let mut plain: Vec<Plain> = Vec::new();
        for (number, step) in steps.into_iter().enumerate() {
            match step {
                Step::Register { key, priority } => {
                    let (name, log) = (format!("hook-{number}"), Arc::clone(&called));
                    let line = name.clone();
                    let handler =
                        LiveHandler::sync(&name, move |_| log.lock().unwrap().push(line.clone()));
                    let key = keys[key];
                    let registration = registry.register(key, handler.priority(priority)).unwrap();
                    plain.push(Plain { registration, name, key, priority });
                }
                Step::Unregister(index) if !plain.is_empty() => {
                    let gone = plain.remove(index.index(plain.len()));
                    prop_assert!(registry.unregister(gone.registration));
                }
                Step::Unregister(_) => {}
                Step::Clear => {
                    registry.clear();
                    plain.clear();
                }
                Step::Trigger(key) => {
                    let wanted = expected(agent, &plain, keys[key]);
                    prop_assert_eq!(&would_call(&registry, keys[key]), &wanted);
                    called.lock().unwrap().clear();
                    let event = registry.create_event(keys[key], "s", json!({})).unwrap();
                    let done = futures_util::FutureExt::now_or_never(registry.trigger(event));
                    prop_assert!(done.is_some_and(|done| done.outcome().is_some()));
                    prop_assert_eq!(&*called.lock().unwrap(), &wanted);
                }
            }
        }
    }
}
