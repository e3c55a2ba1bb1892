//! Hooks loaded into a registry that lives on.

use std::sync::Mutex;
use std::time::Duration;

use super::*;
use crate::runtime::registry::LoadHooksResult;

/// After so long without an event a worker is ended that nobody keeps.
const IDLE: Duration = Duration::from_millis(100);

/// An agent's hooks in a program of its own, and what the program was told of failures.
struct Host {
    home: Home,
    runner: Runner,
    registry: Arc<Registry>,
    failures: Arc<Mutex<Vec<String>>>,
}

impl Host {
    fn new(home: Home) -> Self {
        let failures: Arc<Mutex<Vec<String>>> = Arc::default();
        let told = Arc::clone(&failures);
        let registry = Registry::new(&home.machine, AgentId::Openclaw).on_failure(move |run| {
            told.lock().unwrap().push(format!("{}: {}", run.hook, run.reason.unwrap_or_default()));
        });
        // Shorter than any pause of a test that waits.
        let runner = Runner::new(&home.machine).keeping(IDLE);
        Self { home, runner, registry: Arc::new(registry), failures }
    }

    async fn load(&self) -> LoadHooksResult {
        let inventory = self.home.inventory(AgentId::Openclaw);
        load(&self.runner, &self.home.machine, &inventory, &self.registry).await
    }

    /// Who was called, and what each printed.
    async fn said(&self, key: &str) -> Vec<(String, String)> {
        let event = self.registry.create_event(key, "agent:main:main", json!({})).unwrap();
        let fired = self.registry.trigger(event).await.all().await.into_fired();
        fired.runs.into_iter().map(|run| (run.hook, run.stdout)).collect()
    }
}

fn pair(who: &str, said: &str) -> (String, String) {
    (who.to_owned(), said.to_owned())
}

fn hook(home: Home, name: &str, metadata: &str) -> Home {
    let manifest = format!("---\nname: {name}\nmetadata: {{\"openclaw\": {metadata}}}\n---\n");
    home.with(&format!(".openclaw/hooks/{name}/HOOK.md"), &manifest).with(
        &format!(".openclaw/hooks/{name}/handler.ts"),
        "export default () => console.log('hook');\n",
    )
}

const GROWS: &str =
    "export default (api) => api.registerHook({ event: 'session-start', handler: () => {
    api.registerHook({ event: 'session-end', handler: () => console.log('added') });
    api.registerHook({ event: 'sesion-end', handler: () => {} });
} });";

#[tokio::test]
async fn every_hook_that_the_agent_would_load_is_called_and_plugins_too() {
    let home = hook(Home::new(), "ready", r#"{"events": ["command:new"]}"#);
    let home = hook(home, "lacks", r#"{"events": ["command"], "requires": {"env": ["NO_SUCH"]}}"#)
        .with(".openclaw/extensions/grows/index.ts", GROWS)
        .with(".openclaw/extensions/torn/index.ts", "export const nothing = 1;")
        .with(".openclaw/openclaw.json", "{hooks: {handlers: [{event: 'session-start', module: '~/.openclaw/hooks/ready/handler.ts', priority: -1}]}}");
    let host = Host::new(home);
    assert_eq!(
        host.load().await,
        LoadHooksResult {
            discovered: 2,
            eligible: 1,
            registered: 3,
            skipped: vec!["lacks: Env missing: NO_SUCH".into()],
            failed: vec!["torn".into()],
        }
    );
    assert_eq!(host.said("command:new").await, [pair("ready", "hook\n")]);
    assert_eq!(
        host.said("session-start").await,
        [pair("session-start → handler.ts", "hook\n"), pair("grows", "")]
    );
    let told = host.failures.lock().unwrap().join("\n");
    assert!(told.contains("torn: The plugin exports neither"), "{told}");
    assert!(told.contains("grows: It asks for the event sesion-end"), "{told}");
}

#[tokio::test]
async fn what_a_plugin_adds_stays_until_hooks_are_loaded_or_cleared() {
    let host = Host::new(Home::new().with(".openclaw/extensions/grows/index.ts", GROWS));
    host.load().await;
    assert_eq!(host.said("session-end").await, []);
    host.said("session-start").await;
    assert_eq!(host.said("session-end").await, [pair("grows", "added\n")]);
    host.load().await;
    assert_eq!(host.said("session-end").await, []);
    // Cleared while it runs: what it adds comes too late.
    let event = host.registry.create_event("session-start", "s", json!({})).unwrap();
    let under_way = host.registry.trigger(event).await;
    host.registry.clear();
    assert_eq!(under_way.all().await.runs().count(), 1);
    assert!(host.registry.keys().is_empty());
}

#[tokio::test]
async fn a_plugin_is_kept_while_nothing_happens_and_ends_with_its_registry() {
    let host = Host::new(Home::new().with(
        ".openclaw/extensions/grows/index.ts",
        "export default (api) => api.registerHook({ event: 'session-start', handler: () => {
            api.registerHook({ event: 'session-end', handler: () => console.log(process.pid) });
        } });",
    ));
    host.load().await;
    host.said("session-start").await;
    tokio::time::sleep(IDLE * 5).await;
    let first = host.said("session-end").await.swap_remove(0).1;
    tokio::time::sleep(IDLE * 5).await;
    assert_eq!(host.said("session-end").await, [pair("grows", &first)]);
    host.load().await;
    assert!(gone(&first).await, "loading brings another process");
    host.said("session-start").await;
    let second = host.said("session-end").await.swap_remove(0).1;
    drop(host);
    assert!(gone(&second).await);
}

async fn gone(pid: &str) -> bool {
    for _ in 0..3000 {
        if !Path::new("/proc").join(pid.trim()).exists() {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    false
}

#[tokio::test]
async fn what_a_plugin_had_added_goes_with_its_process_and_comes_again_with_the_plugin() {
    let host = Host::new(Home::new().with(
        ".openclaw/extensions/grows/index.ts",
        "export default (api) => {
            api.registerHook({ event: 'session-start', handler: () => {
                api.registerHook({ event: 'session-end', handler: () => console.log('added') });
            } });
            api.registerHook({ event: 'gateway-stop', handler: () => process.exit(3) });
            api.registerHook({ event: 'message-sent', handler: () => console.log('from the start') });
        };",
    ));
    host.load().await;
    host.said("session-start").await;
    host.said("gateway-stop").await;
    host.failures.lock().unwrap().clear();
    assert_eq!(host.said("message-sent").await, [pair("grows", "from the start\n")]);
    let gone = "grows: Its process ended, and with it the hook for session-end that the plugin had added while it ran.";
    assert_eq!(*host.failures.lock().unwrap(), [gone]);
    assert_eq!(host.said("session-end").await, []);

    host.said("session-start").await;
    assert_eq!(host.said("session-end").await, [pair("grows", "added\n")]);
    host.said("gateway-stop").await;
    host.failures.lock().unwrap().clear();
    // It is called once more where the new process is started for it.
    host.said("session-end").await;
    let failed = "grows: The plugin was restarted since, and has not registered its hook for session-end again.";
    assert_eq!(*host.failures.lock().unwrap(), [gone, failed]);
    assert_eq!(host.said("session-end").await, []);
}

#[tokio::test]
async fn a_plugin_gets_its_own_settings_whole_and_the_agents_without_secrets() {
    let settings = |level: u8| {
        format!(
            "{{agents: {{defaults: {{model: 'opus'}}}}, channels: {{telegram: {{botToken: 'hidden'}}}}, plugins: {{entries: {{echo: {{config: {{apiKey: 'own', level: {level}}}}}}}}}}}"
        )
    };
    let host = Host::new(
        Home::new()
            .with(".openclaw/openclaw.json", &settings(1))
            .with(".openclaw/extensions/echo/index.ts", "export default (api) => api.registerHook({ event: 'session-start', handler: () => console.log(JSON.stringify([api.pluginConfig, api.config.agents, api.config.channels])) });")
            .with(".openclaw/extensions/plain/index.ts", "export default (api) => api.registerHook({ event: 'session-start', priority: 1, handler: () => console.log(JSON.stringify(api.pluginConfig)) });"),
    );
    for level in [1, 2] {
        host.home.write(".openclaw/openclaw.json", &settings(level));
        host.load().await;
        let said = host.said("session-start").await;
        let told: Value = serde_json::from_str(&said[0].1).unwrap();
        assert_eq!(told[0], json!({"apiKey": "own", "level": level}));
        assert_eq!(told[1], json!({"defaults": {"model": "opus"}}));
        assert!(!told[2].to_string().contains("hidden"), "{told}");
        assert_eq!(said[1].1, "{}\n");
    }
}

#[tokio::test]
async fn modules_are_loaded_when_they_are_registered_where_the_program_wishes_so() {
    let home = Home::new();
    let mark = home.machine.home().join("started");
    let started = format!(
        "import fs from 'node:fs'; fs.writeFileSync({mark:?}, '');\nexport default () => console.log('hook');\n"
    );
    let home = hook(home, "ready", r#"{"events": ["command:new"]}"#)
        .with(".openclaw/hooks/ready/handler.ts", &started);
    let home = hook(home, "torn", r#"{"events": ["command:new"]}"#)
        .with(".openclaw/hooks/torn/handler.ts", "throw new Error('no');\n");
    let mut host = Host::new(home);
    assert_eq!(host.load().await.failed, [""; 0]);
    assert!(!mark.exists(), "loaded before an event came");

    host.runner = Runner::new(&host.home.machine).eager();
    let loaded = host.load().await;
    assert!(mark.exists());
    assert_eq!((loaded.registered, loaded.failed), (1, vec!["torn".to_owned()]));
    let told = host.failures.lock().unwrap().join("\n");
    assert!(told.contains("torn: "), "{told}");
    std::fs::remove_file(&mark).unwrap();
    let said = host.said("command:new").await;
    assert_eq!(said, [pair("ready", "hook\n")]);
    assert!(!mark.exists(), "the worker that was started is the one that is called");
}

/// Moltis gives up on a hook that fails earlier than its documentation says, also in a registry that lives on.
#[tokio::test]
async fn the_breaker_of_the_version_in_force_leaves_a_hook_out() {
    for (version, last) in [("2026-08-21", Verdict::Skipped), ("documented", Verdict::Failed)] {
        let home = Home::new().moltis("fails", "SessionStart", "", "echo called; exit 3");
        let options = Options {
            runtimes: [(AgentId::Moltis, version.to_owned())].into(),
            ..Options::default()
        };
        let inventory = Inventory::scan(&home.machine, AgentId::Moltis, &options);
        let registry = Arc::new(Registry::by(&home.machine, inventory.agent().dialect));
        let runner = Runner::new(&home.machine);
        let loaded = load(&runner, &home.machine, &inventory, &registry).await;
        assert_eq!(loaded.registered, 1, "{loaded:?}");
        let mut outcomes = Vec::new();
        for _ in 0..4 {
            let event = registry.create_event("SessionStart", "s", json!({})).unwrap();
            let fired = registry.trigger(event).await.all().await.into_fired();
            outcomes.extend(fired.runs.into_iter().map(|run| run.outcome));
        }
        assert_eq!(outcomes[..3], [Verdict::Failed; 3], "{version}");
        assert_eq!(outcomes[3], last, "{version}");
    }
}
