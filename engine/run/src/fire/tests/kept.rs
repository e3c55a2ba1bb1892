//! Hooks that are loaded again when their files change, while events go on.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

use super::*;
use crate::runtime::dispatch::LiveHandler;
use crate::runtime::registry::LoadHooksResult;

/// Long enough for a change to be noticed and loaded on a busy computer.
const SOON: Duration = Duration::from_secs(30);

/// What is quick enough to tell that nothing is loaded.
const A_WHILE: Duration = Duration::from_millis(500);

struct Program {
    home: Arc<Home>,
    registry: Arc<Registry>,
    loads: Arc<Mutex<Vec<LoadHooksResult>>>,
    failures: Arc<Mutex<Vec<String>>>,
    kept: Option<Kept>,
}

impl Program {
    async fn start(home: Home, agent: AgentId) -> Self {
        Self::with(home, agent, "BeforeToolCall", || ()).await
    }

    /// With a handler of its own for one event, where the agent has that.
    async fn with(home: Home, agent: AgentId, key: &'static str, own: fn()) -> Self {
        let failures: Arc<Mutex<Vec<String>>> = Arc::default();
        let told = Arc::clone(&failures);
        let registry = Registry::new(&home.machine, agent).on_failure(move |run| {
            told.lock().unwrap().push(format!("{}: {}", run.hook, run.reason.unwrap_or_default()));
        });
        let (registry, loads) = (Arc::new(registry), Arc::<Mutex<Vec<_>>>::default());
        let (runner, list) = (Arc::new(Runner::new(&home.machine)), Arc::clone(&loads));
        let options = Options::documented();
        let kept = keep_loaded(&runner, &home.machine, &options, &registry, move |fresh| {
            let _ = fresh.register(key, LiveHandler::sync("own", move |_| own()));
            list.lock().unwrap().push(fresh.result().clone());
        });
        let kept = Some(kept.await.unwrap());
        Self { home: Arc::new(home), registry, loads, failures, kept }
    }

    fn loads(&self) -> usize {
        self.loads.lock().unwrap().len()
    }

    fn who(&self, key: &str) -> Vec<String> {
        let event = self.registry.create_event(key, "s", json!({})).unwrap();
        self.registry.would_run(event).runs().map(|run| run.hook.to_owned()).collect()
    }

    async fn comes_to(&self, key: &str, wanted: &[&str]) {
        let start = Instant::now();
        while self.who(key) != wanted {
            assert!(start.elapsed() < SOON, "{:?} instead of {wanted:?}", self.who(key));
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    async fn trigger(&self, key: &str, session: &str) -> crate::runtime::dispatch::Fired {
        let event = self.registry.create_event(key, session, json!({})).unwrap();
        self.registry.trigger(event).await.all().await.into_fired()
    }
}

impl Program {
    /// Events, four at a time, until hooks were loaded so often; how many there were.
    async fn trigger_until(&self, loads: usize, at_least: usize) -> usize {
        let start = Instant::now();
        let mut events = 0;
        while self.loads() < loads || events < at_least {
            assert!(start.elapsed() < SOON * 4, "{} loads, {events} events", self.loads());
            let sessions: Vec<_> = (events..events + 4).map(|event| format!("s{event}")).collect();
            let all = sessions.iter().map(|session| self.trigger("BeforeToolCall", session));
            for fired in futures_util::future::join_all(all).await {
                let names: Vec<_> = fired.runs.iter().map(|run| run.hook.as_str()).collect();
                assert!(names.ends_with(&["stays", "own"]) && names.len() <= 3, "{names:?}");
                // That of the other may be gone from the disk by now.
                let well = |run: &crate::runtime::dispatch::FiredRun| {
                    run.outcome == Verdict::Continue || run.hook == "comes"
                };
                assert!(fired.runs.iter().all(well), "{:?}", fired.runs);
            }
            events += 4;
        }
        events
    }
}

#[tokio::test]
async fn what_changes_on_the_disk_is_loaded_and_the_programs_own_handlers_stay() {
    let program = Program::start(Home::new(), AgentId::Moltis).await;
    program.comes_to("BeforeToolCall", &["own"]).await;
    let write = |path: &str, text: &str| program.home.write(path, text);
    let manifest = |name: &str| {
        format!(
            "+++\nname = \"{name}\"\nevents = [\"BeforeToolCall\"]\ncommand = \"./run.sh\"\n+++\n"
        )
    };
    write(".moltis/hooks/a/run.sh", "#!/bin/sh\necho first\n");
    write(".moltis/hooks/a/HOOK.md", &manifest("a"));
    program.comes_to("BeforeToolCall", &["a", "own"]).await;
    assert_eq!(program.trigger("BeforeToolCall", "s").await.runs[0].stdout, "first\n");

    let before = program.loads();
    write(".moltis/hooks/a/calls.log", "what a hook writes beside itself");
    write(".moltis/hooks/a/run.sh", "#!/bin/sh\necho second\n");
    tokio::time::sleep(A_WHILE).await;
    assert_eq!(program.trigger("BeforeToolCall", "s").await.runs[0].stdout, "second\n");
    assert_eq!(program.loads(), before, "for neither of them anything has to be loaded");

    write(".moltis/hooks/a/HOOK.md", &manifest("renamed"));
    program.comes_to("BeforeToolCall", &["renamed", "own"]).await;
    write(".moltis/disabled_hooks.json", "[\"renamed\"]");
    program.comes_to("BeforeToolCall", &["own"]).await;
}

#[tokio::test]
async fn nothing_is_loaded_any_more_once_nobody_keeps_it() {
    let home = Home::new()
        .zeroclaw("a", "event = \"on_heartbeat_tick\"\n[hook.action.shell]\ncommand = \"true\"");
    let mut program = Program::start(home, AgentId::Zeroclaw).await;
    program.comes_to("on_heartbeat_tick", &["a"]).await;
    drop(program.kept.take());
    std::fs::remove_dir_all(program.home.tmp.path().join(".zeroclaw/workspace/hooks/a")).unwrap();
    tokio::time::sleep(A_WHILE).await;
    assert_eq!(program.who("on_heartbeat_tick"), ["a"]);
}

#[tokio::test]
async fn a_hook_that_is_off_does_not_run_while_the_config_cannot_be_read() {
    let off = "{hooks: {internal: {entries: {a: {enabled: false}}}}}";
    let home = Home::new()
        .with(".milady/milady.json", off)
        .with(
            ".milady/hooks/a/HOOK.md",
            "---\nname: a\nmetadata: {\"milady\": {\"events\": [\"command\"]}}\n---\n",
        )
        .with(".milady/hooks/a/handler.ts", "export default () => {};\n");
    let program = Program::with(home, AgentId::Milady, "command", || ()).await;
    program.comes_to("command", &["own"]).await;
    program.home.write(".milady/milady.json", "{hooks: {internal: {entries: {a: {enabled: fal");
    let start = Instant::now();
    while program.failures.lock().unwrap().is_empty() {
        assert!(start.elapsed() < SOON);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    tokio::time::sleep(A_WHILE).await;
    assert_eq!(program.who("command"), ["own"]);
    let told = program.failures.lock().unwrap().join("\n");
    assert!(
        told.starts_with("milady.json: ") && told.contains("stays until it can be read."),
        "{told}"
    );
    program.home.write(".milady/milady.json", &off.replace("false", "true"));
    program.comes_to("command", &["a", "own"]).await;
}

static OWN: AtomicUsize = AtomicUsize::new(0);

/// So often each name is in a list.
fn counts(text: &str) -> BTreeMap<&str, usize> {
    text.lines().fold(BTreeMap::new(), |mut counts, line| {
        *counts.entry(line).or_default() += 1;
        counts
    })
}

#[tokio::test]
async fn while_files_and_config_change_each_event_calls_each_hook_once() {
    let log = r#"sed 's/.*"session_key":"\([^"]*\)".*/\1/' >> ../../calls"#;
    let home = Home::new().moltis("stays", "BeforeToolCall", "", log);
    let program = Program::with(home, AgentId::Moltis, "BeforeToolCall", || {
        OWN.fetch_add(1, SeqCst);
    });
    let program = program.await;
    let done = Arc::new(AtomicBool::new(false));
    let (home, stop) = (Arc::clone(&program.home), Arc::clone(&done));
    let churn = std::thread::spawn(move || {
        let dir = home.tmp.path().join(".moltis/hooks/comes");
        let mut turn = 0;
        while !stop.load(SeqCst) {
            turn += 1;
            let manifest = format!(
                "+++\nname = \"comes\"\nevents = [\"BeforeToolCall\"]\npriority = {turn}\ncommand = \"true\"\n+++\n"
            );
            home.write(".moltis/hooks/comes/HOOK.md", &manifest);
            home.write(
                ".moltis/disabled_hooks.json",
                if turn % 2 == 0 { "[]" } else { "[\"other\"]" },
            );
            std::thread::sleep(Duration::from_millis(80));
            std::fs::remove_dir_all(&dir).unwrap();
            std::thread::sleep(Duration::from_millis(80));
        }
    });
    // Events come from another thread than the one that loads.
    let program = Arc::new(program);
    let caller = Arc::clone(&program);
    let events = tokio::task::spawn_blocking(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.unwrap().block_on(caller.trigger_until(20, 200))
    });
    let events = events.await.unwrap();
    done.store(true, SeqCst);
    churn.join().unwrap();
    assert_eq!(OWN.load(SeqCst), events);
    let calls = std::fs::read_to_string(program.home.tmp.path().join(".moltis/calls")).unwrap();
    let counts = counts(&calls);
    assert_eq!(counts.len(), events, "a call was lost");
    assert!(counts.values().all(|count| *count == 1), "a call was doubled: {counts:?}");
}

#[tokio::test]
async fn calls_of_a_plugin_that_changes_end_with_the_code_that_they_began_with() {
    let text = |version: usize| {
        format!(
            "import fs from 'node:fs';
            export default (api) => api.registerHook({{ event: 'before-tool-call', handler: async (ctx) => {{
                await new Promise((done) => setTimeout(done, 30));
                fs.appendFileSync(process.env.HOME + '/calls', ctx.data.number + '\\n');
                console.log('version {version}');
            }} }});"
        )
    };
    let path = ".openclaw/extensions/own/index.ts";
    let home = Home::new().with(path, &text(0));
    let calls = home.tmp.path().join("calls");
    let program = Program::start(home, AgentId::Openclaw).await;
    let start = Instant::now();
    let (mut number, mut versions) = (0, Vec::new());
    for version in 0..5 {
        if version > 0 {
            program.home.write(path, &text(version));
        }
        // Calls that are under way at once share one output.
        let wanted = format!("version {version}\n");
        while !versions.last().is_some_and(|it: &String| it.contains(&wanted)) {
            assert!(start.elapsed() < SOON * 4, "{versions:?}");
            let events = (number..number + 3).map(|number| {
                let data = json!({"toolName": "bash", "number": number});
                program.registry.create_event("before-tool-call", "s", data).unwrap()
            });
            let all =
                events.map(|event| async { program.registry.trigger(event).await.all().await });
            for outcome in futures_util::future::join_all(all).await {
                let fired = outcome.into_fired();
                assert_eq!(fired.runs.len(), 1, "{fired:?}");
                assert_eq!(fired.runs[0].outcome, Verdict::Continue, "{fired:?}");
                let said = fired.runs[0].stdout.clone();
                versions.extend((!said.is_empty()).then_some(said));
            }
            number += 3;
        }
    }
    let calls = std::fs::read_to_string(calls).unwrap();
    let counts = counts(&calls);
    assert_eq!(counts.len(), number, "a call was lost");
    assert!(counts.values().all(|count| *count == 1), "a call was doubled");
}

#[tokio::test]
async fn a_plugin_that_comes_into_a_folder_of_the_config_is_loaded() {
    let text =
        "export default (api) => api.registerHook({ event: 'session-start', handler: () => {} });";
    let home = Home::new()
        .with(".openclaw/openclaw.json", "{plugins: {load: {paths: ['~/many']}}}")
        .with("many/a/index.ts", text);
    let program = Program::start(home, AgentId::Openclaw).await;
    program.comes_to("session-start", &["a"]).await;
    program.home.write("many/b/index.ts", text);
    program.comes_to("session-start", &["a", "b"]).await;
}
