//! Hooks loaded into a registry that lives on.

use std::sync::Mutex;

use super::*;
use crate::registry::LoadHooksResult;

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
        let runner = Runner::new(&home.machine);
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
