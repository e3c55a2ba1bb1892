//! Which folders count, whose they may be, and for which version they say they are.

use super::*;

/// As tests/agents/places.test.mjs asks each version itself.
fn by(home: &Home, version: &str) -> Vec<Plugin> {
    let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
    home.plugins_by(AgentId::Openclaw, &Options { runtimes, ..Options::default() })
}

const VERSIONS: [&str; 3] = ["2026.7.35", "2026.8.1", "2026.9.6"];

/// A plugin that starts, in a folder of extensions.
fn plugin(home: Home, folder: &str, id: &str) -> Home {
    let dir = format!(".openclaw/extensions/{folder}");
    let manifest = format!("{{id: '{id}', activation: {{onStartup: true}}, configSchema: {{}}}}");
    home.with(&format!("{dir}/openclaw.plugin.json"), &manifest)
        .with(&format!("{dir}/index.js"), "export default { register() {} };")
}

fn package(home: Home, folder: &str, text: &str) -> Home {
    home.with(&format!(".openclaw/extensions/{folder}/package.json"), text)
}

/// Id, state and reason of all.
fn told(home: &Home, version: &str) -> Vec<String> {
    let told = |plugin: Plugin| {
        format!("{} {:?} {}", plugin.id, plugin.state(), plugin.reason().unwrap_or_default())
    };
    by(home, version).into_iter().map(told).collect()
}

#[test]
fn of_a_workspace_that_nobody_knows_no_plugin_is_read() {
    let plugin = |home: Home| {
        let dir = "ws/.openclaw/extensions/mine";
        home.with(&format!("{dir}/openclaw.plugin.json"), "{id: 'mine', configSchema: {}}")
            .with(&format!("{dir}/index.js"), "export default { register() {} };")
    };
    for (workspace, count) in [("~/ws", 1), ("ws", 0)] {
        let config = format!("{{agents: {{defaults: {{workspace: '{workspace}'}}}}}}");
        let home = plugin(Home::new()).with(".openclaw/openclaw.json", &config);
        assert_eq!(told(&home, "2026.9.6").len(), count, "{workspace}");
    }
}

const IDLE: &str = "not started: not enabled by name";

#[test]
fn what_is_for_another_version_is_not_loaded() {
    let mut home = Home::new();
    for (id, own) in [
        ("future", r#"{"install": {"minHostVersion": ">=2027.1.1"}}"#),
        ("bare", r#"{"install": {"minHostVersion": "2026.1.1"}}"#),
        ("nine", r#"{"install": {"minHostVersion": ">=2026.9.6"}}"#),
        ("old", r#"{"install": {"minHostVersion": " >=0.1.0 "}}"#),
        ("number", r#"{"install": {"minHostVersion": 5}}"#),
        ("range", r#"{"compat": {"pluginApi": ">=2026.8.0 <2026.9.0"}}"#),
        ("empty", r#"{"compat": {"pluginApi": " "}}"#),
        ("list", r#"{"compat": []}"#),
        ("unsaid", r#"{"compat": null, "install": {}}"#),
    ] {
        home = package(plugin(home, id, id), id, &format!(r#"{{"openclaw": {own}}}"#));
    }
    let broken = |version: &str| {
        let all = by(&home, version).into_iter();
        all.filter(|it| it.broken().is_some()).map(|it| it.id).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(broken("2026.7.35"), "bare empty future list nine number range");
    assert_eq!(broken("2026.8.1"), "bare empty future list nine number");
    assert_eq!(broken("2026.9.6"), "bare empty future list number range");
    let why = by(&home, "2026.9.6").into_iter().find(|it| it.id == "future");
    assert_eq!(
        why.unwrap().broken(),
        Some(
            "It is for OpenClaw >=2027.1.1 (openclaw.install.minHostVersion in its package.json), and this is 2026.9.6."
        )
    );
    assert!(home.plugins(AgentId::Openclaw).iter().all(|it| it.broken().is_none()), "by the text");
}

#[test]
fn what_the_agent_installed_may_name_its_floor_bare() {
    let dir = ".openclaw/npm/projects/a/node_modules/a";
    let home = Home::new()
        .with(".openclaw/npm/projects/a/package.json", r#"{"dependencies": {"a": "1"}}"#)
        .with(&format!("{dir}/openclaw.plugin.json"), "{id: 'a', configSchema: {}}")
        .with(&format!("{dir}/index.js"), "export default { register() {} };")
        .with(
            &format!("{dir}/package.json"),
            r#"{"openclaw": {"install": {"minHostVersion": "2026.1.1"}}}"#,
        );
    for version in VERSIONS {
        assert_eq!(by(&home, version)[0].broken(), None, "{version}");
    }
}

#[test]
fn a_folder_with_a_dot_counts_where_its_version_reads_it() {
    let home = plugin(Home::new(), ".dot", "dot")
        .with(".openclaw/extensions/.cache/x.txt", "")
        .with(".openclaw/extensions/.git/index.js", "");
    for version in VERSIONS {
        assert_eq!(told(&home, version), [format!("dot Idle {IDLE}")], "{version}");
    }
    assert!(home.plugins(AgentId::Openclaw).is_empty(), "by the text");
}

#[test]
fn a_folder_that_is_set_aside_is_listed_as_off_and_hides_nobody() {
    let mut home = Home::new().with(".openclaw/extensions/notes.bak/readme.md", "");
    for (folder, id) in
        [("a.disabled", "guard"), ("guard", "guard"), ("old.bak", "old"), ("z.backup-1", "z")]
    {
        home = plugin(home, folder, id);
    }
    let aside = "folder set aside by its name";
    for version in VERSIONS {
        assert_eq!(
            told(&home, version),
            [
                format!("guard Idle {IDLE}"),
                format!("guard Off {aside}"),
                format!("old Off {aside}"),
                format!("z Off {aside}")
            ],
            "{version}"
        );
    }
    let all = by(&home, "2026.9.6");
    let ids: std::collections::BTreeSet<_> = all.iter().map(|it| it.hook_id.as_str()).collect();
    assert_eq!((ids.len(), all[0].hook_id.as_str()), (4, "openclaw/plugin/guard"));
    assert!(all[1].left_out.as_ref().unwrap().sentence().contains(".bak"));
}

#[test]
fn what_belongs_to_somebody_else_is_not_loaded() {
    use std::os::unix::fs::chown;
    let home = plugin(plugin(Home::new(), "file", "file"), "folder", "folder");
    let home = plugin(home, "own", "own");
    let dir = home.0.path().join(".openclaw/extensions");
    let own = tacklebox_machine::owner::of(home.0.path()).unwrap();
    let list = |user: Option<u32>| {
        let machine = Machine::new(Platform::Linux, home.0.path(), BTreeMap::new()).with_user(user);
        let all = list(&machine, &Agent::locate(&machine, AgentId::Openclaw, &Options::default()));
        let broken = all.into_iter().filter(|it| it.broken().is_some());
        broken
            .map(|it| format!("{} {}", it.id, it.broken().unwrap_or_default()))
            .collect::<Vec<_>>()
    };
    assert!(list(Some(own)).is_empty() && list(None).is_empty());
    // Nobody but the administrator can give a file away: for all others all of it is somebody else's.
    if own != 0 {
        assert_eq!(list(Some(own + 1)).len(), 3);
        return;
    }
    assert!(list(Some(4242)).is_empty(), "what the administrator put there is trusted");
    chown(dir.join("file/index.js"), Some(4242), None).unwrap();
    chown(dir.join("folder"), Some(4243), None).unwrap();
    let said = list(Some(0));
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("file It belongs to another user of this computer (number 4242)"));
    assert!(said[1].starts_with("folder ") && said[1].contains("suspicious ownership"));
}

#[test]
fn a_package_is_read_as_its_version_reads_it() {
    let two = r#"{"openclaw": {"extensions": ["./a.js", "./b.js"]}}"#;
    let module = "export default { register() {} };";
    let home = package(plugin(plugin(Home::new(), "two", "two"), "torn", "torn"), "torn", "{");
    let home = package(home, "two", two)
        .with(".openclaw/extensions/two/a.js", module)
        .with(".openclaw/extensions/two/b.js", module);
    assert_eq!(told(&home, "2026.7.35"), [format!("torn Idle {IDLE}"), format!("two Idle {IDLE}")]);
    for version in ["2026.8.1", "2026.9.6"] {
        let said = told(&home, version);
        assert!(
            said[0].starts_with("torn Broken Its package.json cannot be understood"),
            "{said:?}"
        );
        assert_eq!(said[1..], [format!("two/a Idle {IDLE}"), format!("two/b Idle {IDLE}")]);
    }
}

#[test]
fn a_bundle_of_another_agent_is_taken_and_has_no_module() {
    let dir = ".openclaw/extensions";
    let home = Home::new()
        .with(
            &format!("{dir}/a/.claude-plugin/plugin.json"),
            "{name: 'My Bundle!', version: '1.0'}",
        )
        .with(&format!("{dir}/b/.cursor-plugin/plugin.json"), "{}")
        .with(&format!("{dir}/c/.codex-plugin/plugin.json"), "{")
        .with(&format!("{dir}/parts/skills/s/SKILL.md"), "")
        .with(".openclaw/openclaw.json", "{plugins: {entries: {b: {enabled: false}}}}");
    // A module beside the manifest of a bundle is not read, one beside mere parts is.
    let home = plugin(home, "a", "a").with(&format!("{dir}/kept/skills/s/SKILL.md"), "");
    let home = plugin(home, "kept", "kept");
    for version in VERSIONS {
        let said = told(&home, version);
        assert_eq!(said[0], "my-bundle On ");
        assert_eq!(said[1], "b Off disabled in config");
        assert!(said[2].starts_with("c Broken Its .codex-plugin/plugin.json cannot be understood"));
        assert_eq!(said[3], format!("kept Idle {IDLE}"));
        assert_eq!(said[4], "parts On ");
        let all = by(&home, version);
        assert_eq!((all[0].bundle, all[1].bundle), (Some("Claude"), Some("Cursor")));
        assert!(!all[0].is_run() && all[0].module().is_err());
    }
    let machine = Machine::new(Platform::Linux, home.0.path(), BTreeMap::new());
    let agent = Agent::locate(&machine, AgentId::Openclaw, &Options::default());
    let views = views(&machine, &agent, &list(&machine, &agent));
    assert!(views[0].says.as_ref().unwrap().contains("bundle of Claude"));
    assert_eq!(views[0].reason, None);
    assert!(home.plugins(AgentId::Openclaw).iter().all(|it| it.bundle.is_none()), "by the text");
}
