//! Which file of a plugin is its module where a package names TypeScript; `built.test.mjs` asks whole gateways.

use super::*;

const MANIFEST: &str = "{id: 'a', activation: {onStartup: true}, configSchema: {type: 'object'}}";
const MODULE: &str = "export default { register() {} };";

fn plugin(version: &str, package: &str, files: &[&str]) -> (String, Option<String>) {
    let mut home = Home::new()
        .with(".openclaw/openclaw.json", "{plugins: {entries: {a: {enabled: true}}}}")
        .with(".openclaw/extensions/a/openclaw.plugin.json", MANIFEST);
    if !package.is_empty() {
        home = home.with(".openclaw/extensions/a/package.json", package);
    }
    for file in files {
        home = home.with(&format!(".openclaw/extensions/a/{file}"), MODULE);
    }
    let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
    let all = home.plugins_by(AgentId::Openclaw, &Options { runtimes, ..Options::default() });
    let [plugin] = &all[..] else { panic!("{all:?}") };
    let dir = fs::canonicalize(home.0.path().join(".openclaw/extensions/a")).unwrap();
    let entry = match &plugin.entry {
        Ok(entry) => entry.strip_prefix(dir).unwrap().to_string_lossy().into_owned(),
        Err(why) => why.clone(),
    };
    (entry, plugin.stops.as_ref().map(ToString::to_string))
}

#[test]
fn what_was_built_from_a_module_is_loaded_in_its_place() {
    let all = ["2026.7.35", "2026.8.1", "2026.9.6"];
    let own = |list: &str| format!(r#"{{"openclaw": {{"extensions": {list}}}}}"#);
    let src = own(r#"["./src/main.ts"]"#);
    for version in all {
        let entry = |package: &str, files: &[&str]| plugin(version, package, files).0;
        assert_eq!(entry(&src, &["src/main.ts", "dist/main.js"]), "dist/main.js", "{version}");
        assert_eq!(entry(&src, &["src/main.ts"]), "src/main.ts");
        assert_eq!(entry(&src, &["dist/main.mjs"]), "dist/main.mjs", "its source is not needed");
        assert_eq!(entry(&own(r#"["index.ts"]"#), &["index.ts", "index.js"]), "index.js");
        assert_eq!(entry(&own(r#"["./main.js"]"#), &["main.js", "dist/main.js"]), "main.js");
        let named =
            r#"{"openclaw": {"extensions": ["./a.ts"], "runtimeExtensions": ["./out/b.js"]}}"#;
        assert_eq!(entry(named, &["a.ts", "out/b.js", "a.js"]), "out/b.js");
        let (why, stops) = plugin(version, named, &["a.ts"]);
        assert_eq!(why, "Its module ./out/b.js is not there.");
        assert_eq!(stops.as_deref(), Some("plugins.entries.a"));
        let two = r#"{"openclaw": {"extensions": ["./a.js"], "runtimeExtensions": ["./a.js", "./b.js"]}}"#;
        assert!(entry(two, &["a.js", "b.js"]).contains("there has to be one for each"));
        let without = if version == "2026.9.6" { "index.js" } else { "index.ts" };
        assert_eq!(entry("", &["index.ts", "index.js"]), without, "{version}");
    }
    assert_eq!(plugin("documented", &src, &["src/main.ts", "dist/main.js"]).0, "src/main.ts");
}

#[test]
fn what_a_package_depends_on_has_to_be_installed_for_the_newest_version() {
    let of = |own: &str| format!(r#"{{"openclaw": {{"extensions": ["./a.js"]}}, {own}}}"#);
    let there = "node_modules/pad/package.json";
    let asks = of(r#""dependencies": {"openclaw": "*", "pad": "1"}"#);
    let (why, stops) = plugin("2026.9.6", &asks, &["a.js"]);
    assert!(why.starts_with("Its package.json depends on pad, which is not installed"), "{why}");
    assert_eq!(stops, None, "the gateway goes on");
    assert_eq!(plugin("2026.9.6", &asks, &["a.js", there]).0, "a.js");
    assert_eq!(plugin("2026.9.6", &of(r#""peerDependencies": {"pad": "1"}"#), &["a.js"]).0, "a.js");
    for version in ["2026.7.35", "2026.8.1", "documented"] {
        assert_eq!(plugin(version, &asks, &["a.js"]).0, "a.js", "{version}");
    }
}

/// "unsafe plugin manifest path": two gateways end, and 2026.9 goes on without it.
#[test]
fn its_files_have_no_other_name_and_lead_nowhere_else() {
    let home = |file: &str| {
        let home = Home::new()
            .with(".openclaw/openclaw.json", "{plugins: {entries: {a: {enabled: true}}}}")
            .with(".openclaw/extensions/a/openclaw.plugin.json", MANIFEST)
            .with(".openclaw/extensions/a/index.js", MODULE);
        let at = home.0.path().join(".openclaw/extensions/a").join(file);
        fs::hard_link(at, home.0.path().join("copy")).unwrap();
        home
    };
    let (manifest, module) = (home("openclaw.plugin.json"), home("index.js"));
    for version in ["2026.7.35", "2026.8.1", "2026.9.6", "documented"] {
        let runtimes: BTreeMap<_, _> = [(AgentId::Openclaw, version.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let said = |home: &Home| {
            let all = home.plugins_by(AgentId::Openclaw, &options);
            let [plugin] = &all[..] else { panic!("{all:?}") };
            (plugin.broken().is_some_and(|it| it.contains("a hard link")), plugin.stops.is_some())
        };
        let ships = version != "documented";
        assert_eq!((said(&manifest), said(&module)), ((ships, ships), (ships, false)), "{version}");
    }
}

#[test]
fn a_module_is_of_the_kind_that_its_package_says_since_2026_8() {
    let home = Home::new()
        .with(".openclaw/openclaw.json", "{plugins: {entries: {a: {enabled: true}}}}")
        .with(".openclaw/extensions/a/openclaw.plugin.json", MANIFEST)
        .with(".openclaw/extensions/a/package.json", r#"{"name": "a", "type": "commonjs"}"#)
        .with(".openclaw/extensions/a/index.js", MODULE);
    for (version, broken) in [("2026.7.35", false), ("2026.8.1", true), ("2026.9.6", true)] {
        let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
        let all = home.plugins_by(AgentId::Openclaw, &Options { runtimes, ..Options::default() });
        let says = all[0].broken().is_some_and(|it| it.contains("says commonjs"));
        assert_eq!(says, broken, "{version}");
    }
}

#[test]
fn an_id_with_a_capital_letter_is_not_started_since_2026_8() {
    let home = Home::new()
        .with(".openclaw/openclaw.json", "{plugins: {entries: {myPlugin: {enabled: true}}}}")
        .with(".openclaw/extensions/a/openclaw.plugin.json", &MANIFEST.replace("'a'", "'myPlugin'"))
        .with(".openclaw/extensions/a/index.js", MODULE);
    for (version, idle) in [("2026.7.35", false), ("2026.8.1", true), ("2026.9.6", true)] {
        let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
        let all = home.plugins_by(AgentId::Openclaw, &Options { runtimes, ..Options::default() });
        let says = all[0].left_out.as_ref().map(|off| off.sentence());
        assert_eq!(says.is_some_and(|it| it.contains("has a capital letter")), idle, "{version}");
    }
}

#[test]
fn none_is_on_where_the_whole_config_is_refused() {
    let home = Home::new()
        .with(".openclaw/openclaw.json", "{nobody: 1, plugins: {entries: {a: {enabled: true}}}}")
        .with(".openclaw/extensions/a/openclaw.plugin.json", MANIFEST)
        .with(".openclaw/extensions/a/index.js", MODULE);
    let machine = Machine::new(Platform::Linux, home.0.path(), BTreeMap::new());
    let runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
    let options = Options { runtimes, ..Options::default() };
    let agent = Agent::locate(&machine, AgentId::Openclaw, &options);
    let view = view(&machine, &agent, &list(&machine, &agent)[0]);
    assert_eq!(view.state, PluginState::Idle);
    let says = "OpenClaw refuses its config, so it starts no plugin";
    assert_eq!(view.says.as_deref(), Some(says));
}

#[test]
fn a_module_for_the_set_up_has_to_be_there() {
    let package = r#"{"openclaw": {"extensions": ["./a.js"], "setupEntry": "./setup.ts"}}"#;
    for version in ["2026.7.35", "2026.8.1", "2026.9.6"] {
        let (why, stops) = plugin(version, package, &["a.js"]);
        assert!(why.contains("openclaw.setupEntry, and there is no such file"), "{why}");
        assert_eq!(stops.as_deref(), Some("plugins.entries.a"));
        assert_eq!(plugin(version, package, &["a.js", "setup.js"]), ("a.js".to_owned(), None));
    }
    assert_eq!(plugin("documented", package, &["a.js"]).1, None);
}
