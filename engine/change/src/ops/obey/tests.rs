use std::fs;
use std::io::Write as _;

use super::*;
use crate::ops::{self, Others};
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::AgentId;
use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::machine::Platform;

/// OpenClaw in this version, with this config.
fn inventory(home: &std::path::Path, version: &str, config: &str) -> Inventory {
    of(AgentId::Openclaw, home, version, config)
}

fn machine(home: &std::path::Path) -> Machine {
    Machine::new(Platform::Linux, home, std::collections::BTreeMap::new())
}

fn of(agent: AgentId, home: &std::path::Path, version: &str, config: &str) -> Inventory {
    let machine = machine(home);
    let path = home.join(match agent {
        AgentId::Moltis => ".config/moltis/moltis.toml".to_owned(),
        AgentId::Zeroclaw => ".zeroclaw/config.toml".to_owned(),
        _ => format!(".{agent}/{agent}.json"),
    });
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::File::create(&path).unwrap().write_all(config.as_bytes()).unwrap();
    let options = Options { runtimes: [(agent, version.to_owned())].into(), ..Options::default() };
    Inventory::scan(&machine, agent, &options)
}

fn set(version: &str, config: &str, path: &str, value: &str) -> Result<Plan, OpError> {
    let home = tempfile::tempdir().unwrap();
    ops::set_config(
        &machine(home.path()),
        &inventory(home.path(), version, config),
        path,
        Some(value),
        Others::Switch,
    )
}

#[test]
fn what_an_agent_drops_by_its_name_is_not_written() {
    let cases = [
        (AgentId::Openclaw, "2026.9.6", "__proto__", false),
        (AgentId::Openclaw, "2026.9.6", "constructor", true),
        (AgentId::Milady, "2026-03-01", "constructor", false),
        (AgentId::Eliza, "2.0.0-beta.2", "prototype", false),
        (AgentId::Milady, "documented", "constructor", true),
    ];
    for (agent, version, name, taken) in cases {
        let home = tempfile::tempdir().unwrap();
        let inventory = of(agent, home.path(), version, "{}");
        let path = format!("hooks.internal.entries.{name}.enabled");
        let made = ops::set_config(
            &machine(home.path()),
            &inventory,
            &path,
            Some("false"),
            Others::Switch,
        );
        assert_eq!(made.is_ok(), taken, "{agent} {version}: {name}");
        let Err(error) = made else { continue };
        assert!(error.to_string().contains(&format!("called {name} in its config")), "{error}");
    }
}

#[test]
fn an_edit_that_the_version_refuses_is_not_made() {
    let handlers = "[{event: 'command:new', module: 'x.ts'}]";
    for (path, value, taken) in [
        ("hooks.internal.installs.a", "{source: 'npm'}", ["2026.7.35"].as_slice()),
        ("hooks.internal.handlers", handlers, &["2026.7.35"]),
        ("hooks.handlers", "[{event: 'before-tool-call', module: 'x.ts'}]", &[]),
        ("hooks.entries.a.apiKey", "k", &[]),
        ("frobnicate", "1", &[]),
        ("hooks.internal.enabled", "sure", &[]),
        ("hooks.internal.enabled", "true", &["2026.7.35", "2026.8.1", "2026.9.6"]),
        ("plugins.slots.memory", "nobody", &[]),
        ("plugins.entries.telegram.config.x", "1", &[]),
        ("plugins.load.paths", "['/nobody']", &["2026.9.6"]),
    ] {
        for version in ["2026.7.35", "2026.8.1", "2026.9.6"] {
            let plan = set(version, "{}\n", path, value);
            assert_eq!(plan.is_ok(), taken.contains(&version), "{version} {path} {plan:?}");
            if let Err(error) = plan {
                let failure = Failure::from(error);
                assert_eq!(failure.code, Code::Refused);
                assert!(failure.command.is_some());
            }
        }
        // What its text has and no version takes is not written by the text either.
        let documented = set("documented", "{}\n", path, value);
        assert_eq!(documented.is_ok(), path != "hooks.handlers", "{path}");
    }
}

#[test]
fn what_was_wrong_before_is_not_held_against_another_edit() {
    let broken = "{ frobnicate: 1, hooks: { internal: { installs: {} } } }\n";
    assert!(set("2026.9.6", broken, "hooks.internal.enabled", "true").is_ok());
    let home = tempfile::tempdir().unwrap();
    let before = inventory(home.path(), "2026.9.6", broken);
    assert!(
        ops::set_config(
            &machine(home.path()),
            &before,
            "hooks.internal.installs",
            None,
            Others::Switch
        )
        .is_ok()
    );
}

#[test]
fn what_nobody_reads_is_not_written() {
    let entry = "hooks.entries.hk.enabled";
    for (agent, version, path, value, why) in [
        (AgentId::Milady, "2026-03-01", "hooks.enabled", "true", "hooks.internal.enabled"),
        (AgentId::Milady, "2026-03-01", entry, "true", "hooks.internal.entries"),
        (AgentId::Milady, "2026-03-01", "hooks.load.extraDirs", "['~/x']", "internal.load"),
        (AgentId::Milady, "2026-03-01", "hooks.handlers", "[]", "hooks.internal.handlers"),
        (AgentId::Eliza, "2.0.0-beta.2", "hooks.handlers", "[]", "hooks.internal.handlers"),
        (AgentId::Zeroclaw, "0.8.7", "hooks.hooks_dir", "h", "reads nothing at hooks.hooks_dir."),
        (AgentId::Zeroclaw, "0.8.7", "hooks.max_hooks", "9", "reads nothing at hooks.max_hooks."),
        (AgentId::Zeroclaw, "0.1.6-hooks", "hooks.hooks_dir", "/h", ""),
        (AgentId::Milady, "2026-03-01", "env.vars.NODE_OPTIONS", "x", "no NODE_OPTIONS"),
        (AgentId::Eliza, "2.0.0-beta.2", entry, "true", "hooks.internal.entries"),
        (AgentId::Openclaw, "2026.9.6", "env.vars.NODE_OPTIONS", "x", "no NODE_OPTIONS"),
        // What a hook asks for is looked up at the very path that it names.
        (AgentId::Milady, "2026-03-01", "hooks.entries.hk.apiKey", "k", ""),
        (AgentId::Milady, "2026-03-01", "hooks.internal.enabled", "true", ""),
        (AgentId::Milady, "2026-03-01", "env.vars.TOKEN", "x", ""),
        (AgentId::Milady, "documented", entry, "true", ""),
    ] {
        let home = tempfile::tempdir().unwrap();
        let empty = if agent == AgentId::Zeroclaw { "[hooks]\nenabled = true\n" } else { "{}\n" };
        let now = of(agent, home.path(), version, empty);
        let plan = ops::set_config(&machine(home.path()), &now, path, Some(value), Others::Switch);
        let said = plan.as_ref().err().map(ToString::to_string).unwrap_or_default();
        assert_eq!(plan.is_ok(), why.is_empty(), "{agent} {path}: {plan:?}");
        assert!(said.contains(why), "{said}");
    }
    let home = tempfile::tempdir().unwrap();
    let old = of(AgentId::Milady, home.path(), "2026-03-01", "{ hooks: { enabled: true } }\n");
    for path in ["hooks.enabled", "hooks.load"] {
        let other = ops::set_config(
            &machine(home.path()),
            &old,
            "workspace.dir",
            Some("x"),
            Others::Switch,
        );
        assert!(other.is_ok(), "what was there before is not held against it");
        assert!(
            ops::set_config(&machine(home.path()), &old, path, None, Others::Switch).is_ok(),
            "{path}"
        );
    }
}

#[test]
fn what_ends_a_loader_or_refuses_a_whole_config_is_not_written() {
    let entry = "[[hooks.hooks]]\nname = 'c'\nevents = ['BeforeToolCall']\ncommand = 'true'\n";
    let moltis = [
        ("hooks.hooks[name=c].timeout", Some("\"5\""), "c].timeout: It is a text"),
        ("hooks.hooks[name=c].timeout", Some("5"), ""),
        ("hooks.hooks[name=c].env.A", Some("5"), "c].env.A: It is 5, and has to be a text"),
        ("hooks.hooks[name=c].env.A", Some("\"5\""), ""),
        ("hooks.hooks[name=c].events", None, "c].events: It is missing"),
        ("hooks", Some("[{name: 'a', events: [], command: 'true'}]"), "[[hooks.hooks]] instead"),
        ("server.port", Some("\"x\""), "server.port: It is a text"),
        ("server.port", Some("8080"), ""),
        ("identity.name", Some("5"), "identity.name: It is 5, and has to be a text"),
        ("identity.other", Some("5"), ""),
    ];
    for (path, value, why) in moltis {
        holds(AgentId::Moltis, "2026-08-21", entry, path, value, why);
        holds(AgentId::Moltis, "documented", entry, path, value, "");
    }
    let on = "[hooks]\nenabled = true\n";
    for (path, value, why) in [
        ("hooks.enabled", "\"true\"", "hooks.enabled: It is a text, and has to be true or false"),
        ("hooks.max_hooks", "\"5\"", "hooks.max_hooks: It is a text"),
        ("hooks.max_hooks", "5", ""),
    ] {
        holds(AgentId::Zeroclaw, "0.1.6-hooks", on, path, Some(value), why);
    }
    let family = [
        ("hooks.internal.load.extraDirs", "[5]", "loads no hook with this config: 5 among"),
        ("hooks.internal.load.extraDirs", "5", "loads no hook with this config"),
        ("hooks.internal.load.extraDirs", "'x'", "it wants a list of folders"),
        ("hooks.internal.load.extraDirs", "['x']", ""),
        ("hooks.internal.handlers", "[null]", "hooks.internal.handlers.0 has no module"),
        ("hooks.internal.handlers", "5", "its hooks.internal.handlers is not a list"),
        ("agents.defaults.workspace", "5", "does not start with this config"),
        ("logging", "true", "does not start with this config: logging"),
        ("agents.defaults.workspace", "'~/w'", ""),
    ];
    for (path, value, why) in family {
        for (agent, version) in [(AgentId::Milady, "2026-03-01"), (AgentId::Eliza, "2.0.0-beta.2")]
        {
            holds(agent, version, "{}\n", path, Some(value), why);
            holds(agent, "documented", "{}\n", path, Some(value), "");
        }
    }
    // What is wrong already is not held against an edit of something else.
    let wrong = "{ hooks: { internal: { handlers: 5 } } }\n";
    let path = "hooks.internal.enabled";
    holds(AgentId::Milady, "2026-03-01", wrong, path, Some("true"), "");
}

/// The edit is made where `why` is empty, and else refused with that in its sentence.
#[track_caller]
fn holds(agent: AgentId, version: &str, config: &str, path: &str, value: Option<&str>, why: &str) {
    let home = tempfile::tempdir().unwrap();
    let now = of(agent, home.path(), version, config);
    let plan = ops::set_config(&machine(home.path()), &now, path, value, Others::Switch);
    let said = plan.as_ref().err().map(ToString::to_string).unwrap_or_default();
    assert_eq!(plan.is_ok(), why.is_empty(), "{agent} {version} {path} {value:?}: {plan:?}");
    assert!(said.contains(why), "{path} {value:?}: {said}");
}

#[test]
fn a_config_that_would_hide_another_is_not_made_nor_that_one_changed() {
    let home = tempfile::tempdir().unwrap();
    let now = of(AgentId::Moltis, home.path(), "2026-08-21", "");
    fs::remove_file(&now.agent().config.path).unwrap();
    let other = now.agent().config.path.with_file_name("moltis.yaml");
    fs::File::create(other).unwrap().write_all(b"server: {}\n").unwrap();
    let machine = machine(home.path());
    for (version, refused) in [("2026-08-21", true), ("documented", false)] {
        let now = now.by_version(&machine, version);
        let plan = ops::set_config(&machine, &now, "server.port", Some("1"), Others::Switch);
        let said = plan.as_ref().err().map(ToString::to_string).unwrap_or_default();
        assert_eq!(plan.is_err(), refused, "{plan:?}");
        assert_eq!(said.contains("in YAML or JSON and does not write it"), refused, "{said}");
    }
}

#[test]
fn a_setting_that_can_never_be_is_known() {
    let home = tempfile::tempdir().unwrap();
    let now = inventory(home.path(), "2026.9.6", "{}\n");
    let may = |path: &str| may_be_set(now.agent(), &path.parse().unwrap());
    assert!(may("browser.enabled") && may("hooks.internal.entries.a.apiKey"));
    assert!(may("env.vars.TOKEN") && may("gateway.port") && may("channels.telegram.botToken"));
    assert!(!may("hooks.entries.a.apiKey") && !may("frobnicate.x") && !may("workspace.dir"));
}

#[test]
fn a_text_that_the_plugins_here_make_refused_is_saved_and_that_is_said() {
    let stays = |text: &str| {
        let home = tempfile::tempdir().unwrap();
        let (machine, before) = (machine(home.path()), inventory(home.path(), "2026.9.6", "{\n"));
        let opened = crate::editor::open(&machine, before.agent()).unwrap();
        let made =
            crate::editor::prepare(&machine, &before, &opened.raw, &opened.stamp, text).unwrap();
        let crate::editor::Prepared::Plan(plan) = made else { panic!("nobody else wrote") };
        plan.stays
    };
    let said = stays("{plugins: {slots: {memory: 'nobody'}}}\n");
    assert!(
        matches!(&said[..], [one] if one.contains("refuse") && one.contains("nobody")),
        "{said:?}"
    );
    assert_eq!(stays("{plugins: {slots: {memory: 'none'}}}\n"), [""; 0]);
    let torn = stays("{plugins: {slots: {memory: 'nobody'}}\n");
    assert!(matches!(&torn[..], [one] if one.contains("cannot be read")), "{torn:?}");
}

#[test]
fn what_openclaw_would_put_back_is_written_into_its_copy_too() {
    let home = tempfile::tempdir().unwrap();
    let now = "{gateway: {mode: 'local'}}\n";
    let before = inventory(home.path(), "2026.9.6", now);
    let set = |path: &str| {
        ops::set_config(&machine(home.path()), &before, path, Some("debug"), Others::Keep).unwrap()
    };
    let files = |plan: &Plan| {
        let edits = plan.steps.iter().filter_map(|step| match step {
            Step::Edit { path, after, .. } => Some((path.file_name()?.to_owned(), after.clone())),
            _ => None,
        });
        edits.collect::<Vec<_>>()
    };
    assert_eq!(files(&set("logging.level")).len(), 1);
    let copy = home.path().join(".openclaw/openclaw.json.bak");
    let mut file = fs::File::create(&copy).unwrap();
    file.write_all(b"{gateway: {mode: 'local'}, meta: {}}\n").unwrap();
    let plan = set("logging.level");
    let [(name, copied), (_, own)] = &files(&plan)[..] else { panic!("{plan:?}") };
    assert_eq!((name.to_str(), own), (Some("openclaw.json.bak"), copied));
    assert!(plan.stays.iter().any(|it| it.contains("gets the same text")), "{:?}", plan.stays);
    assert_eq!(files(&set("meta.lastTouchedVersion")).len(), 1, "it has a meta then");
}

#[test]
fn a_config_that_is_made_elsewhere_is_not_written() {
    let cases = [
        ("2026.7.35", "OPENCLAW_NIX_MODE", true),
        ("2026.8.1", "OPENCLAW_NIX_MODE", true),
        ("2026.9.6", "OPENCLAW_NIX_MODE", true),
        ("2026.7.35", "OPENCLAW_CONFIG_READONLY", false),
        ("2026.8.1", "OPENCLAW_CONFIG_READONLY", false),
        ("2026.9.6", "OPENCLAW_CONFIG_READONLY", true),
        ("documented", "OPENCLAW_NIX_MODE", false),
    ];
    for (version, variable, kept) in cases {
        for (value, kept) in [("1", kept), ("0", false)] {
            let home = tempfile::tempdir().unwrap();
            inventory(home.path(), version, "{}");
            let env = [(variable.to_owned(), value.to_owned())].into();
            let machine = Machine::new(Platform::Linux, home.path(), env);
            let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
            let options = Options { runtimes, ..Options::default() };
            let inventory = Inventory::scan(&machine, AgentId::Openclaw, &options);
            let open = crate::editor::open(&machine, inventory.agent()).unwrap();
            let text = r#"{"gateway":{"mode":"local"}}"#;
            let saved = crate::editor::prepare(&machine, &inventory, &open.raw, &open.stamp, text)
                .map(drop);
            let path = "gateway.mode";
            let set = ops::set_config(&machine, &inventory, path, Some("local"), Others::Switch);
            for done in [saved, set.map(drop)] {
                match (kept, done) {
                    (false, done) => assert!(done.is_ok(), "{version} {variable}: {done:?}"),
                    (true, done) => {
                        let error = done.expect_err(version);
                        assert_eq!(error.code(), Code::Refused);
                        assert!(error.to_string().contains(variable), "{error}");
                        assert_eq!(open.read_only.as_deref(), Some(error.to_string().as_str()));
                    }
                }
            }
        }
    }
}

#[test]
fn a_config_that_is_marked_as_read_only_is_not_promised_a_change() {
    let home = tempfile::tempdir().unwrap();
    let inventory = inventory(home.path(), "2026.9.6", "{}");
    let path = &inventory.agent().config.path;
    let mut mark = fs::metadata(path).unwrap().permissions();
    mark.set_readonly(true);
    fs::set_permissions(path, mark).unwrap();
    let machine = machine(home.path());
    let made = ops::set_config(&machine, &inventory, "gateway.mode", Some("local"), Others::Switch);
    let error = made.expect_err("it is not written");
    assert!(error.to_string().contains("read-only"), "{error}");
    let open = crate::editor::open(&machine, inventory.agent()).unwrap();
    assert_eq!(open.read_only, Some(error.to_string()));
}

#[test]
fn nothing_is_taken_back_in_a_config_that_is_made_elsewhere_by_now() {
    let home = tempfile::tempdir().unwrap();
    let inventory = inventory(home.path(), "2026.9.6", "{}");
    let free = machine(home.path());
    let plan =
        ops::set_config(&free, &inventory, "gateway.mode", Some("local"), Others::Switch).unwrap();
    let change = crate::apply::apply(&free, &plan).unwrap();
    let env = [("OPENCLAW_NIX_MODE".to_owned(), "1".to_owned())].into();
    let kept = Machine::new(Platform::Linux, home.path(), env);
    let error = crate::apply::undo(&kept, change.undo.as_deref()).expect_err("it is not written");
    assert_eq!(error.code(), Code::Refused);
    assert!(error.to_string().contains("OPENCLAW_NIX_MODE"), "{error}");
    crate::apply::undo(&free, change.undo.as_deref()).unwrap();
}
