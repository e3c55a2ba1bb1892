//! What the agent itself does not load is not loaded here either: not by an event, not by a look whether
//! modules load, not by a program that loads hooks. Each plugin leaves a file where its code ran.

use super::*;
use crate::fire::{check_loading, load};

const VERSION: &str = "2026.9.6";

impl Home {
    /// A plugin of today's form that tells by a file that it was loaded.
    fn marked(self, id: &str, manifest: bool) -> Self {
        let folder = format!(".openclaw/extensions/{id}");
        let home = self.with(
            &format!("{folder}/index.mjs"),
            "import { writeFileSync } from 'node:fs';\nwriteFileSync(new URL('./loaded', import.meta.url), '');\nexport default { register(api) { api.on('before_tool_call', () => { console.log('called'); }); } };\n",
        );
        if !manifest {
            return home;
        }
        let text = format!("{{id: '{id}', activation: {{onStartup: true}}, configSchema: {{}}}}");
        home.with(&format!("{folder}/openclaw.plugin.json"), &text)
    }

    fn was_loaded(&self, id: &str) -> bool {
        self.tmp.path().join(format!(".openclaw/extensions/{id}/loaded")).exists()
    }

    fn today(&self) -> Inventory {
        let runtimes = [(AgentId::Openclaw, VERSION.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        Inventory::scan(&self.machine, AgentId::Openclaw, &options)
    }

    /// Everything that may load plugins, and what the event's runs were.
    fn all_ways(&self) -> Vec<(String, Verdict)> {
        let work = async {
            let (runner, cancel) = (Runner::new(&self.machine), CancellationToken::new());
            let (inventory, watch) = (self.today(), Watch::default());
            check_loading(&runner, &self.machine, &inventory, &cancel).await;
            let registry = Arc::new(Registry::new(&self.machine, AgentId::Openclaw));
            load(&runner, &self.machine, &inventory, &registry).await;
            let wanted = request("before-tool-call");
            fire(&runner, &self.machine, &inventory, &wanted, &watch, &cancel).await.unwrap()
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let report = runtime.block_on(work);
        report.fired.runs.into_iter().map(|run| (run.hook, run.outcome)).collect()
    }

    /// As a person does who names one plugin.
    fn named(&self, id: &str) -> Result<Report, FireError> {
        let work = async {
            let (runner, cancel) = (Runner::new(&self.machine), CancellationToken::new());
            let hook = Some(format!("openclaw/plugin/{id}"));
            let wanted = Request { hook, ..request("before-tool-call") };
            fire(&runner, &self.machine, &self.today(), &wanted, &Watch::default(), &cancel).await
        };
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
    }
}

#[test]
fn what_the_config_forbids_is_loaded_only_where_it_is_named() {
    for config in [
        "{plugins: {enabled: false}}",
        "{plugins: {deny: ['guard']}}",
        "{plugins: {allow: ['other']}}",
        "{plugins: {entries: {guard: {enabled: false}}}}",
        "{plugins: {entries: {GUARD: {enabled: false}}}}",
        // Nobody turned it on by its name: the agent knows it, and does not start it.
        "{plugins: {entries: {guard: {config: {}}}}}",
    ] {
        let home = Home::new().with(".openclaw/openclaw.json", config).marked("guard", true);
        assert_eq!(home.all_ways(), [], "{config}");
        assert!(!home.was_loaded("guard"), "{config}");
        let report = home.named("guard").unwrap();
        assert_eq!(report.fired.runs[0].stdout, "called\n", "{config}");
        assert!(home.was_loaded("guard"), "{config}");
    }
}

#[test]
fn what_can_never_load_is_not_loaded_even_where_it_is_named() {
    let home = Home::new().with(".openclaw/openclaw.json", "{}").marked("bare", false);
    // It is named as one that failed, with the reason, and its code did not run.
    assert!(home.all_ways().iter().all(|(_, outcome)| *outcome == Verdict::Failed));
    assert!(
        matches!(home.named("bare"), Err(FireError::CannotRun { why, .. }) if why.contains("openclaw.plugin.json"))
    );
    assert!(!home.was_loaded("bare"));
}

#[test]
fn what_is_for_another_version_is_not_loaded_even_where_it_is_named() {
    let on = "{plugins: {entries: {late: {enabled: true}}}}";
    let wants = r#"{"openclaw": {"install": {"minHostVersion": ">=2027.1.1"}}}"#;
    let home = Home::new().with(".openclaw/openclaw.json", on).marked("late", true);
    let home = home.with(".openclaw/extensions/late/package.json", wants);
    assert!(home.all_ways().iter().all(|(_, outcome)| *outcome == Verdict::Failed));
    assert!(
        matches!(home.named("late"), Err(FireError::CannotRun { why, .. }) if why.contains(">=2027.1.1"))
    );
    assert!(!home.was_loaded("late"));
}

#[test]
fn folders_that_were_put_aside_and_those_of_a_workspace_are_not_loaded() {
    let home = Home::new()
        .with(".openclaw/openclaw.json", "{}")
        .marked("guard.disabled", true)
        .marked("guard.bak", true);
    let own = ".openclaw/workspace/.openclaw/extensions/brought";
    let home = home
        .with(&format!("{own}/openclaw.plugin.json"), r#"{"id": "brought", "configSchema": {}}"#)
        .with(&format!("{own}/index.mjs"), "import { writeFileSync } from 'node:fs';\nwriteFileSync(new URL('./loaded', import.meta.url), '');\nexport default () => {};\n");
    assert_eq!(home.all_ways(), []);
    assert!(!home.was_loaded("guard.disabled") && !home.was_loaded("guard.bak"));
    assert!(!home.tmp.path().join(own).join("loaded").exists());
}

#[test]
fn hooks_that_are_off_as_a_whole_do_not_switch_off_what_plugins_register_themselves() {
    let off = "{hooks: {internal: {enabled: false}}, plugins: {entries: {guard: {enabled: true}, inner: {enabled: true}}}}";
    let home = Home::new().with(".openclaw/openclaw.json", off).marked("guard", true).with(
        ".openclaw/extensions/inner/openclaw.plugin.json",
        r#"{"id": "inner", "activation": {"onStartup": true}, "configSchema": {}}"#,
    );
    let home = home.with(
        ".openclaw/extensions/inner/index.mjs",
        "export default { register(api) { api.registerHook(['command:new'], () => { console.log('inner'); }, { name: 'inner' }); } };\n",
    );
    assert_eq!(home.all_ways(), [("guard".to_owned(), Verdict::Continue)]);
    let work = async {
        let (runner, cancel) = (Runner::new(&home.machine), CancellationToken::new());
        let wanted = request("command:new");
        fire(&runner, &home.machine, &home.today(), &wanted, &Watch::default(), &cancel).await
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    assert!(runtime.block_on(work).unwrap().fired.runs.is_empty(), "those of registerHook are off");
}
