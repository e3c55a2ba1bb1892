//! A plugin with the id of one that the agent brings itself.

use super::*;

/// OpenClaw's package.
const PACKAGE: &str = "lib/node_modules/openclaw";

/// A home with that package, and its program in `bin`.
fn with_package() -> Home {
    use std::os::unix::fs::PermissionsExt as _;
    let home = Home::new()
        .with(&format!("{PACKAGE}/package.json"), r#"{"name": "openclaw"}"#)
        .with(&format!("{PACKAGE}/openclaw.mjs"), "#!/usr/bin/env node\n")
        .with("bin/.keep", "");
    let root = home.0.path();
    let program = root.join(PACKAGE).join("openclaw.mjs");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    std::os::unix::fs::symlink(&program, root.join("bin/openclaw")).unwrap();
    home
}

#[test]
fn what_the_agent_brings_itself_is_counted_and_not_listed() {
    let home = with_package()
        .with(&format!("{PACKAGE}/dist/extensions/a/openclaw.plugin.json"), "{}")
        .with(&format!("{PACKAGE}/dist/extensions/b/openclaw.plugin.json"), "{}")
        .with(&format!("{PACKAGE}/dist/extensions/shared/index.js"), "")
        .with(".openclaw/extensions/mine/index.js", "");
    let root = home.0.path();
    let count = |env: BTreeMap<String, String>| {
        let machine = Machine::new(Platform::Linux, root, env);
        let agent = |id| Agent::locate(&machine, id, &Options::documented());
        assert_eq!(list(&machine, &agent(AgentId::Openclaw)).len(), 1);
        assert_eq!(bundled(&machine, &agent(AgentId::Milady)), 0);
        bundled(&machine, &agent(AgentId::Openclaw))
    };
    let path = root.join("bin").to_string_lossy().into_owned();
    assert_eq!(count([("PATH".to_owned(), path)].into()), 2);
    assert_eq!(count(BTreeMap::new()), 0, "no package");
}

const VERSIONS: [&str; 3] = ["2026.7.35", "2026.8.1", "2026.9.6"];

/// Its id is that of one that OpenClaw brings.
fn plugin(home: Home, dir: &str) -> Home {
    let manifest = "{id: 'webhooks', activation: {onStartup: true}, configSchema: {type: 'object', required: ['mine']}}";
    home.with(&format!("{dir}/openclaw.plugin.json"), manifest)
        .with(&format!("{dir}/index.js"), "export default { register() {} };")
}

/// A home in which OpenClaw brings it too; its entry says nothing of what this one requires.
fn home(config: &str) -> Home {
    with_package()
        .with(&format!("{PACKAGE}/dist/extensions/webhooks/openclaw.plugin.json"), "{}")
        .with(".openclaw/openclaw.json", config)
}

const ON: &str = "{plugins: {entries: {webhooks: {enabled: true}}}}";

/// Whether each version loads it; where one does not, it takes the config all the same.
fn loads(home: &Home) -> [bool; 3] {
    VERSIONS.map(|version| {
        let root = home.0.path();
        let path = root.join("bin").to_string_lossy().into_owned();
        let machine = Machine::new(Platform::Linux, root, [("PATH".to_owned(), path)].into());
        let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let agent = Agent::locate(&machine, AgentId::Openclaw, &options);
        let plugin = list(&machine, &agent).swap_remove(0);
        let rules = rules(&agent).unwrap();
        match plugin.broken() {
            None => true,
            Some(why) => {
                assert_eq!(
                    why,
                    "OpenClaw brings a plugin with the id webhooks itself, and loads that in its place. Give this one another id, or name its folder in plugins.load.paths."
                );
                assert!(faults(rules, &plugin).is_empty(), "its own settings are not asked for");
                false
            }
        }
    })
}

#[test]
fn what_the_agent_brings_comes_before_one_of_its_id_in_its_folders() {
    let extensions = ".openclaw/extensions/webhooks";
    assert_eq!(loads(&plugin(home(ON), extensions)), [false; 3]);
    let workspace = ".openclaw/workspace/.openclaw/extensions/webhooks";
    assert_eq!(loads(&plugin(home(ON), workspace)), [false; 3]);
    let named = "{plugins: {load: {paths: ['~/own']}, entries: {webhooks: {enabled: true}}}}";
    assert_eq!(loads(&plugin(home(named), "own")), [true; 3]);
    // Where no program is here, nobody knows what it brings.
    let other = Home::new().with(".openclaw/openclaw.json", ON);
    assert_eq!(loads(&plugin(other, extensions)), [true; 3]);
}

#[test]
fn one_that_the_agent_installed_itself_comes_before_what_it_brings() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/plugins/tests");
    let cases = [
        ("records-2026.7.35.sqlite", [true, false, false]),
        ("records-2026.9.6.sqlite", [false, true, true]),
    ];
    for (records, loaded) in cases {
        let noted = |dir: &str| {
            let home = plugin(home(ON), dir).with(".openclaw/state/.keep", "");
            let state = home.0.path().join(".openclaw/state/openclaw.sqlite");
            fs::copy(here.join(records), state).unwrap();
            loads(&home)
        };
        assert_eq!(noted(".openclaw/extensions/webhooks"), loaded, "{records}");
        assert_eq!(
            noted(".openclaw/extensions/another"),
            [false; 3],
            "of another folder: {records}"
        );
    }
}

/// As `plugins list` of each version said, once what was made of it was gone.
#[test]
fn one_that_the_agent_installed_as_a_package_needs_the_javascript_of_it() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/plugins/tests");
    for (records, version) in
        [("records-2026.7.35.sqlite", "2026.7.35"), ("records-2026.9.6.sqlite", "2026.9.6")]
    {
        let loads = |dir: &str, package: &str, built: bool| {
            let mut home = Home::new()
                .with(".openclaw/openclaw.json", ON)
                .with(&format!("{dir}/openclaw.plugin.json"), "{id: 'webhooks', activation: {onStartup: true}, configSchema: {type: 'object'}}")
                .with(&format!("{dir}/index.ts"), "export default { register() {} };")
                .with(".openclaw/state/.keep", "");
            if !package.is_empty() {
                home = home.with(&format!("{dir}/package.json"), package);
            }
            if built {
                home =
                    home.with(&format!("{dir}/dist/index.js"), "export default { register() {} };");
            }
            let state = home.0.path().join(".openclaw/state/openclaw.sqlite");
            fs::copy(here.join(records), state).unwrap();
            let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
            let options = Options { runtimes, ..Options::default() };
            home.plugins_by(AgentId::Openclaw, &options)[0].module().is_ok()
        };
        let package = r#"{"name": "webhooks", "version": "1.0.0", "openclaw": {"extensions": ["./index.ts"]}}"#;
        let installed = ".openclaw/extensions/webhooks";
        assert!(!loads(installed, package, false), "{version}");
        assert!(loads(installed, package, true), "{version}");
        assert!(loads(installed, "", false), "{version}: no package names it");
        assert!(
            loads(".openclaw/extensions/another", package, false),
            "{version}: put there by hand"
        );
    }
}

/// As `plugins list` of each version said, once `plugins.load.paths` was taken out of the config again.
#[test]
fn one_that_the_agent_has_a_link_to_is_found_without_the_config() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/plugins/tests");
    for (records, version) in
        [("records-2026.7.35.sqlite", "2026.7.35"), ("records-2026.9.6.sqlite", "2026.9.6")]
    {
        let manifest =
            "{id: 'linked', activation: {onStartup: true}, configSchema: {type: 'object'}}";
        let home = Home::new()
            .with(".openclaw/openclaw.json", ON)
            .with("src/linked/openclaw.plugin.json", manifest)
            .with("src/linked/index.js", "export default { register() {} };")
            .with(".openclaw/state/.keep", "");
        let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let ids = |home: &Home| -> Vec<String> {
            let plugins = home.plugins_by(AgentId::Openclaw, &options);
            plugins.into_iter().map(|it| it.id).collect()
        };
        assert_eq!(ids(&home), [""; 0], "{version}");
        let state = home.0.path().join(".openclaw/state/openclaw.sqlite");
        fs::copy(here.join(records), state).unwrap();
        assert_eq!(ids(&home), ["linked"], "{version}");
        let named =
            "{plugins: {load: {paths: ['~/src/linked']}, entries: {linked: {enabled: true}}}}";
        let home = home.with(".openclaw/openclaw.json", named);
        assert_eq!(ids(&home), ["linked"], "{version}: once");
    }
}

/// As `plugins list` of 2026.9.6 and 2026.8.1 said; that of 2026.7.35 leaves out what is in a workspace, and its gateway
/// does not.
#[test]
fn one_that_the_agent_installed_or_has_a_link_to_comes_before_those_of_its_folders() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/plugins/tests");
    for (records, version) in
        [("records-2026.7.35.sqlite", "2026.7.35"), ("records-2026.9.6.sqlite", "2026.9.6")]
    {
        let first = |id: &str, places: &[&str], known: bool| {
            let manifest = format!(
                "{{id: '{id}', activation: {{onStartup: true}}, configSchema: {{type: 'object'}}}}"
            );
            let config = format!("{{plugins: {{allow: ['{id}']}}}}");
            let mut home = Home::new()
                .with(".openclaw/openclaw.json", &config)
                .with(".openclaw/state/.keep", "");
            for place in places {
                home = home
                    .with(&format!("{place}/openclaw.plugin.json"), &manifest)
                    .with(&format!("{place}/index.js"), "export default { register() {} };");
            }
            if known {
                let state = home.0.path().join(".openclaw/state/openclaw.sqlite");
                fs::copy(here.join(records), state).unwrap();
            }
            let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
            let options = Options { runtimes, ..Options::default() };
            let plugins = home.plugins_by(AgentId::Openclaw, &options);
            let loads: Vec<_> = plugins.iter().filter(|it| it.module().is_ok()).collect();
            let [one] = &loads[..] else { panic!("{loads:?}") };
            one.dir.strip_prefix(home.0.path()).unwrap().to_str().unwrap().to_owned()
        };
        let workspace = ".openclaw/workspace/.openclaw/extensions";
        let copy = ".openclaw/extensions/linked";
        let all = ["src/linked", copy, &format!("{workspace}/linked")];
        assert_eq!(first("linked", &all, true), "src/linked", "{version}");
        assert_eq!(first("linked", &all, false), all[2], "{version}");
        let all = [".openclaw/extensions/webhooks", &format!("{workspace}/webhooks")];
        assert_eq!(first("webhooks", &all, true), all[0], "{version}");
        assert_eq!(first("webhooks", &all, false), all[1], "{version}");
    }
}
