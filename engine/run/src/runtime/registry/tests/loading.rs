//! `load`, on real folders.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use super::*;
use tacklebox_agents::agent::Options;
use tacklebox_inventory::discover::Kind;
use tacklebox_inventory::inventory::Inventory;

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
}

fn hook(home: &Path, name: &str, metadata: &str) {
    let dir = home.join(".milady/hooks").join(name);
    let text = format!("---\nname: {name}\nmetadata: {{\"milady\": {metadata}}}\n---\n");
    write(&dir.join("HOOK.md"), &text);
    write(&dir.join("handler.ts"), "export default () => {}\n");
}

/// A home with one of each kind.
fn home() -> (tempfile::TempDir, Machine) {
    let tmp = tempfile::tempdir().unwrap();
    let home = tmp.path();
    hook(home, "b-ready", r#"{"events": ["command:new", "session"]}"#);
    hook(home, "a-ready", r#"{"events": ["command:new"]}"#);
    hook(home, "lacks", r#"{"events": ["command"], "requires": {"bins": ["nowhere"]}}"#);
    hook(home, "off", r#"{"events": ["command"]}"#);
    hook(home, "silent", "{}");
    write(
        &home.join(".milady/milady.json"),
        r#"{hooks: {internal: {
            entries: {off: {enabled: false}},
            handlers: [
                {event: "command:new", module: "~/.milady/hooks/a-ready/handler.ts"},
                {event: "command:new", module: "/etc/passwd"},
            ],
        }}}"#,
    );
    let machine = Machine::new(Platform::Linux, home, BTreeMap::new());
    (tmp, machine)
}

fn load(registry: &Registry, machine: &Machine) -> LoadHooksResult {
    let inventory = Inventory::scan(machine, registry.agent(), &Options::documented());
    registry.load(&inventory, |_, hook| Some(nothing(&hook.name)))
}

#[test]
fn loading_registers_what_the_agents_loader_would_and_says_why_not_the_rest() {
    let (_tmp, machine) = home();
    let registry = Registry::new(&machine, AgentId::Milady);
    let result = load(&registry, &machine);
    assert_eq!(
        result,
        LoadHooksResult {
            discovered: 5,
            eligible: 4,
            registered: 3,
            skipped: vec![
                "lacks: Binary missing: nowhere".into(),
                "off: disabled in config".into(),
                "silent: no events".into(),
            ],
            failed: vec!["/etc/passwd".into()],
        }
    );
    assert_eq!(
        would_call(&registry, "command:new"),
        ["a-ready", "b-ready", "command:new → handler.ts"]
    );
    assert_eq!(would_call(&registry, "session:end"), ["b-ready"]);
}

#[test]
fn the_counts_are_those_of_check() {
    let (_tmp, machine) = home();
    let inventory = Inventory::scan(&machine, AgentId::Milady, &Options::documented());
    let report = tacklebox_inventory::check::check(&inventory);
    let result = load(&Registry::new(&machine, AgentId::Milady), &machine);
    assert_eq!(
        (result.discovered, result.eligible, result.registered, result.skipped, result.failed),
        (report.discovered, report.eligible, report.registered, report.skipped, report.failed)
    );
}

#[test]
fn loading_clears_first_closures_included_and_also_when_hooks_are_off() {
    let (tmp, machine) = home();
    let registry = Registry::new(&machine, AgentId::Milady);
    registry.register("command:new", nothing("closure")).unwrap();
    load(&registry, &machine);
    load(&registry, &machine);
    assert_eq!(would_call(&registry, "command:new").len(), 3, "once each, and no closure");

    registry.register("command:new", nothing("closure")).unwrap();
    write(&tmp.path().join(".milady/milady.json"), "{hooks: {internal: {enabled: false}}}");
    assert_eq!(load(&registry, &machine), LoadHooksResult::default());
    assert!(registry.keys().is_empty());
}

#[test]
fn a_hook_that_cannot_be_made_to_run_counts_as_failed() {
    let (_tmp, machine) = home();
    let registry = Registry::new(&machine, AgentId::Milady);
    let inventory = Inventory::scan(&machine, AgentId::Milady, &Options::documented());
    let result = registry.load(&inventory, |candidate, hook| {
        let refused = hook.name == "a-ready" || candidate.kind == Kind::Legacy;
        (!refused).then(|| nothing("made"))
    });
    assert_eq!(result.registered, 1);
    let module = machine.home().join(".milady/hooks/a-ready/handler.ts");
    // What can be seen without trying comes first.
    assert_eq!(
        result.failed,
        ["/etc/passwd".to_owned(), "a-ready".to_owned(), module.to_string_lossy().into_owned()]
    );
    assert_eq!(would_call(&registry, "command:new"), ["b-ready"]);
}

#[test]
fn loaded_hooks_have_their_manifests_priority_and_stand_beside_closures() {
    let tmp = tempfile::tempdir().unwrap();
    for (name, priority) in [("low", -3), ("high", 9)] {
        let text = format!(
            "[hook]\nname = \"{name}\"\nevent = \"on_session_start\"\npriority = {priority}\n\n\
             [hook.action.shell]\ncommand = \"true\"\n"
        );
        write(&tmp.path().join(".zeroclaw/workspace/hooks").join(name).join("HOOK.toml"), &text);
    }
    let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
    let registry = Registry::new(&machine, AgentId::Zeroclaw);
    assert_eq!(load(&registry, &machine).registered, 2);
    registry.register("on_session_start", nothing("closure")).unwrap();
    assert_eq!(would_call(&registry, "on_session_start"), ["high", "closure", "low"]);
}

#[test]
fn what_is_built_into_an_agent_is_registered_and_in_no_count() {
    let tmp = tempfile::tempdir().unwrap();
    let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
    let registry = Registry::new(&machine, AgentId::Moltis);
    assert_eq!(load(&registry, &machine), LoadHooksResult::default());
    assert_eq!(would_call(&registry, "Command"), ["command-logger", "session-memory"]);
    assert_eq!(would_call(&registry, "GatewayStart"), ["boot-md"]);
}

#[test]
fn handlers_of_openclaws_gateway_hear_plugin_events_by_priority() {
    let tmp = tempfile::tempdir().unwrap();
    write(&tmp.path().join(".openclaw/hooks/mine/audit.js"), "export default () => {}\n");
    let module = "~/.openclaw/hooks/mine/audit.js";
    write(
        &tmp.path().join(".openclaw/openclaw.json"),
        &format!(
            "{{hooks: {{handlers: [
                {{event: 'message-sent', module: '{module}', priority: 100}},
                {{event: 'message-sent', module: '{module}'}},
                {{event: 'message_sent', module: '{module}'}},
                {{event: 'message-sent', module: '/etc/passwd'}},
            ]}}}}"
        ),
    );
    let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
    let registry = Registry::new(&machine, AgentId::Openclaw);
    let result = load(&registry, &machine);
    assert_eq!((result.registered, result.failed.len()), (2, 2), "{result:?}");
    assert_eq!(would_call(&registry, "message-sent").len(), 2);
    assert_eq!(registry.keys(), ["message-sent"]);
}
