//! Which plugins the running agent knows and does not start.

use super::*;
use crate::activity::{self, Entry, Kind, Tried};

/// As tests/agents/starts.test.mjs asks each version itself.
#[test]
fn what_the_agent_knows_and_does_not_start_is_said() {
    let plugins = |version: &str| {
        let config = "{plugins: {load: {paths: ['~/lp/path']}, slots: {contextEngine: 'chosen'}, entries: {
            on: {enabled: true}, conf: {config: {x: 1}}, hooks: {hooks: {timeoutMs: 5000}}, injects: {hooks: {allowPromptInjection: true}},
            'n-on': {enabled: true}, 'n-cap': {enabled: true}, 'n-path': {enabled: true}, 'p-star': {enabled: true}, 'n-tools': {enabled: true}, 'n-hooks': {hooks: {timeouts: {session_end: 9}}},
            'n-talk': {enabled: true}}}}";
        let mut home = Home::new().with(".openclaw/openclaw.json", config);
        let start = "activation: {onStartup: true}";
        for (dir, id, says) in [
            (".openclaw/extensions", "none", start),
            (".openclaw/extensions", "on", start),
            (".openclaw/extensions", "conf", start),
            (".openclaw/extensions", "hooks", start),
            (".openclaw/extensions", "injects", ""),
            (".openclaw/extensions", "chosen", ""),
            (".openclaw/extensions", "search", "contracts: {webSearchProviders: ['x']}"),
            (".openclaw/extensions", "n-none", ""),
            (".openclaw/extensions", "n-on", "activation: {onStartup: false}, channels: []"),
            (".openclaw/extensions", "n-cap", "activation: {onCapabilities: ['hook']}"),
            (".openclaw/extensions", "n-path", "activation: {onConfigPaths: ['browser']}"),
            (
                ".openclaw/extensions",
                "p-star",
                "activation: {onConfigPaths: ['x', 'plugins.*.on.enabled']}",
            ),
            (".openclaw/extensions", "n-tools", "contracts: {tools: ['x']}"),
            (".openclaw/extensions", "n-hooks", ""),
            (".openclaw/extensions", "n-talk", "channels: ['talk']"),
            ("lp", "path", start),
        ] {
            let manifest = format!("{{id: '{id}', configSchema: {{}}, {says}}}");
            home = home
                .with(&format!("{dir}/{id}/openclaw.plugin.json"), &manifest)
                .with(&format!("{dir}/{id}/index.js"), "export default { register() {} };");
        }
        let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
        let all = home.plugins_by(AgentId::Openclaw, &Options { runtimes, ..Options::default() });
        let idle = |plugin: Plugin| match plugin.left_out {
            Some(Off::Idle(idle)) => Some(format!("{} {idle:?}", plugin.id)),
            None => None,
            other => panic!("{} {other:?}", plugin.id),
        };
        let mut idle: Vec<_> = all.into_iter().filter_map(idle).collect();
        idle.sort();
        idle.join(", ")
    };
    let since_8 =
        "conf Unnamed, n-none Unnamed, n-on Unsaid, n-path Unsaid, none Unnamed, path Unnamed";
    assert_eq!(plugins("2026.9.6"), since_8);
    assert_eq!(plugins("2026.8.1"), since_8);
    assert_eq!(
        plugins("2026.7.35"),
        "conf Unnamed, n-none Unnamed, n-on Unsaid, n-path Unsaid, n-tools Unsaid, none Unnamed, p-star Unsaid, path Unnamed"
    );
}

#[test]
fn what_is_the_memory_alone_has_to_be_chosen_as_that() {
    let kinds = [
        ("lone", "['memory']", [true, true, true]),
        ("twice", "['memory', 'memory']", [false, true, true]),
        ("more", "['memory', 'x']", [false, true, true]),
        ("both", "['memory', 'context-engine']", [false, false, false]),
        ("other", "['x']", [false, false, false]),
        ("word", "'memory'", [true, true, true]),
    ];
    let mut home = Home::new();
    let entry = |(id, ..): &(&str, &str, _)| format!("{id}: {{enabled: true}}");
    let entries: Vec<_> = kinds.iter().map(entry).collect();
    home = home.with(
        ".openclaw/openclaw.json",
        &format!("{{plugins: {{entries: {{{}}}}}}}", entries.join(", ")),
    );
    for (id, kind, _) in &kinds {
        let dir = format!(".openclaw/extensions/{id}");
        let says = "configSchema: {}, activation: {onStartup: true}";
        home = home
            .with(
                &format!("{dir}/openclaw.plugin.json"),
                &format!("{{id: '{id}', kind: {kind}, {says}}}"),
            )
            .with(&format!("{dir}/index.js"), "export default { register() {} };");
    }
    for (at, version) in ["2026.7.35", "2026.8.1", "2026.9.6"].into_iter().enumerate() {
        let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
        let all = home.plugins_by(AgentId::Openclaw, &Options { runtimes, ..Options::default() });
        for (id, kind, waits) in &kinds {
            let plugin = all.iter().find(|it| it.id == *id).unwrap();
            let off = matches!(plugin.left_out, Some(Off::Memory(_)));
            assert_eq!(off, waits[at], "{version} {kind}: {:?}", plugin.left_out);
        }
    }
}

#[test]
fn what_the_agent_itself_installed_is_listed_and_watched() {
    let project = ".openclaw/npm/projects";
    let mut home = Home::new()
        .with(
            &format!("{project}/one/package.json"),
            r#"{"private": true, "dependencies": {"one": "1.0.0", "@ana/two": "file:./x.tgz", "../evil": "1", "plain": "1"}}"#,
        )
        .with(&format!("{project}/torn/package.json"), "{")
        .with(&format!("{project}/one/node_modules/plain/index.js"), "");
    for name in ["one", "@ana/two", "deep", "../evil"] {
        let dir = format!("{project}/one/node_modules/{name}");
        home = home
            .with(
                &format!("{dir}/package.json"),
                r#"{"openclaw": {"extensions": ["./dist/a.js"]}}"#,
            )
            .with(
                &format!("{dir}/openclaw.plugin.json"),
                &format!("{{id: '{name}', activation: {{onStartup: true}}, configSchema: {{}}}}"),
            )
            .with(&format!("{dir}/dist/a.js"), "export default { register() {} };");
    }
    let ids = |options: &Options| -> Vec<String> {
        let all = home.plugins_by(AgentId::Openclaw, options);
        assert!(all.iter().all(|it| it.broken().is_none() && it.origin == Origin::Installed));
        all.into_iter().map(|it| it.id).collect()
    };
    let version = |version: &str| Options {
        runtimes: [(AgentId::Openclaw, version.to_owned())].into(),
        ..Options::default()
    };
    assert_eq!(ids(&version("2026.9.6")), ["one", "@ana/two"]);
    assert_eq!(ids(&version("2026.7.35")), ["one", "@ana/two"]);
    assert!(ids(&Options::documented()).is_empty());
    let machine = Machine::new(Platform::Linux, home.0.path(), BTreeMap::new());
    let agent = Agent::locate(&machine, AgentId::Openclaw, &version("2026.9.6"));
    let (folders, _) = watched(&machine, &agent);
    for folder in ["", "/one/node_modules/one", "/one/node_modules/@ana/two"] {
        assert!(folders.contains(&home.0.path().join(format!("{project}{folder}"))), "{folder}");
    }
}

fn module(hook: &str) -> String {
    format!("export default {{ register(api) {{ api.on(\"{hook}\", () => {{}}); }} }};")
}

#[test]
fn only_what_can_be_tried_waits_for_that() {
    let says = |manifest: &str, hook: &str| {
        let home = Home::new()
            .with(".openclaw/extensions/a/openclaw.plugin.json", manifest)
            .with(
                ".openclaw/extensions/a/package.json",
                r#"{"openclaw": {"extensions": ["./index.js"]}}"#,
            )
            .with(".openclaw/extensions/a/index.js", &module(hook))
            .with(
                ".openclaw/openclaw.json",
                r#"{"plugins": {"entries": {"a": {"enabled": false}}}}"#,
            );
        let machine = Machine::new(Platform::Linux, home.0.path(), BTreeMap::new());
        let runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let agent = Agent::locate(&machine, AgentId::Openclaw, &options);
        let view = || views(&machine, &agent, &list(&machine, &agent)).remove(0);
        let untried = || view().untried;
        assert!(!untried(), "nobody made it here");
        let plugin = &list(&machine, &agent)[0];
        let made = made_here(&machine, &plugin.dir);
        fs::create_dir_all(made.parent().unwrap()).unwrap();
        fs::File::create(made).unwrap();
        let waits = untried();
        // What waits to be tried is not turned on where it is listed, and what is broken not at all.
        let broken = view().state == PluginState::Broken;
        let says = (view().switchable, view().loadable, view().try_at);
        let at = waits.then(|| "before-tool-call".to_owned());
        assert_eq!(says, (!broken && !waits, !broken, at));

        // Ended by its person or not called, then answered, then edited, then as it was.
        let tried = |files: Option<String>| {
            let mut entry = Entry::new(&machine, Kind::Tried, AgentId::Openclaw, "Tried a");
            let id = plugin.hook_id.clone();
            entry.tried = vec![Tried { id, outcome: String::new(), failed: false, files }];
            activity::record(&machine, entry);
        };
        tried(None);
        assert_eq!(untried(), waits);
        tried(Some(hash(plugin)));
        assert!(!untried());
        let edited = |text: &str| {
            let path = plugin.dir.join("index.js");
            fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
        };
        edited(&(module(hook) + "\n// and more"));
        assert_eq!(untried(), waits);
        edited(&module(hook));
        assert!(!untried());
        assert_eq!(view().switchable, !broken, "it answered");
        waits
    };
    let sound = r#"{"id": "a", "configSchema": {"type": "object"}}"#;
    assert!(says(sound, "before_tool_call"));
    assert!(!says(sound, "never_heard_of"), "no version sends it");
    assert!(!says(r#"{"id": "a"}"#, "before_tool_call"), "broken: its manifest lacks a schema");
}

/// As the gateways of 2026.9.6 and 2026.7.35 did: they start without it where a setting is missing, and with it where it
/// is there; what is said of a setting is looked at in any case.
#[test]
fn one_that_the_agent_allows_itself_is_looked_at_after_the_config() {
    for version in ["2026.7.35", "2026.9.6"] {
        let looked = |allow: &str, entry: &str, more: &str| {
            let config = format!(
                "{{plugins: {{allow: ['{allow}'], {more} entries: {{watcher: {entry}}}}}}}"
            );
            let manifest = "{id: 'watcher', activation: {onStartup: true}, configSchema: {type: 'object', properties: {mode: {type: 'string'}}, required: ['mode']}}";
            let home = Home::new()
                .with(".openclaw/openclaw.json", &config)
                .with(".openclaw/extensions/watcher/openclaw.plugin.json", manifest)
                .with(".openclaw/extensions/watcher/index.js", "export default { register() {} };");
            let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
            let options = Options { runtimes, ..Options::default() };
            let plugin = home.plugins_by(AgentId::Openclaw, &options).remove(0);
            let rules = rules_of(version);
            (faults(rules, &plugin).is_empty(), plugin)
        };
        let asked = |allow: &str, entry: &str| {
            let (fits, plugin) = looked(allow, entry, "");
            (fits, plugin.is_run() && plugin.module().is_ok())
        };
        let (on, with_mode) = ("{enabled: true}", "{enabled: true, config: {mode: 'x'}}");
        assert_eq!(asked("other", on), (true, false), "{version}");
        assert_eq!(asked("other", with_mode), (true, true), "{version}");
        assert!(!asked("other", "{enabled: true, config: {mode: 1}}").0, "{version}");
        assert!(!asked("watcher", on).0, "{version}");
        assert_eq!(asked("watcher", with_mode), (true, true), "{version}");
        // One that is off is off, and one that is chosen is looked at with the config.
        let off = "{enabled: false, hooks: {}}";
        assert_eq!(looked("other", off, "").1.state(), PluginState::Off, "{version}");
        for more in ["deny: ['watcher'],", "enabled: false,"] {
            assert_eq!(looked("other", on, more).1.state(), PluginState::Off, "{version} {more}");
        }
        assert!(!looked("other", on, "slots: {contextEngine: 'watcher'},").0, "{version}");
    }
}

fn rules_of(version: &str) -> &'static tacklebox_agents::dialect::PluginRules {
    AgentId::Openclaw.runtime(version).unwrap().dialect.plugins.as_ref().unwrap()
}
