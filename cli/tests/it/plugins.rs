//! Plugins from the command line: listed, found out, switched, set and removed. Looking at them runs nothing.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::context::TestContext;
use super::fire::with_node;

const BY: &str = "--agent openclaw --runtime openclaw=2026.9.6";

const SCHEMA: &str = r#"{"type":"object","additionalProperties":false,"properties":{
    "mode":{"type":"string","enum":["ask","block"],"default":"ask"},"token":{"type":"string"}}}"#;

/// Leaves a file where its code ran.
fn module(id: &str, body: &str) -> String {
    format!(
        "import {{ writeFileSync }} from 'node:fs';\nwriteFileSync(new URL('./ran', import.meta.url), '');\nexport default {{ id: '{id}', register(api) {{\n{body}\n}} }};\n"
    )
}

/// A home with one that is on, one that is forbidden, and one that cannot load.
fn home() -> TestContext {
    let context = with_node();
    let plugin = |id: &str, more: &str, body: &str| {
        let dir = format!(".openclaw/extensions/{id}");
        let manifest = format!(
            "{{\"id\":\"{id}\",\"version\":\"1.2.0\",\"activation\":{{\"onStartup\":true}},{more}}}"
        );
        context.file(&format!("{dir}/openclaw.plugin.json"), &manifest);
        context.file(&format!("{dir}/index.js"), &module(id, body));
    };
    let settings = format!(
        "\"name\":\"Guard\",\"configSchema\":{SCHEMA},\"uiHints\":{{\"token\":{{\"label\":\"Token\",\"sensitive\":true}}}}"
    );
    let body =
        "api.on('before_tool_call', () => ({ block: true, blockReason: 'no' }), { priority: 50 });
        api.on('made_up', () => {});
        api.registerTool((ctx) => ({}), { name: 'guard_status' });";
    plugin("guard", &settings, body);
    let empty = "\"configSchema\":{\"type\":\"object\"}";
    plugin("denied", empty, "api.on('session_start', () => {});");
    context.file(".openclaw/extensions/torn/index.js", &module("torn", ""));
    context.file(
        ".openclaw/openclaw.json",
        "{ \"plugins\": { \"deny\": [\"denied\"], \"entries\": { \"guard\": { \"enabled\": true, \"config\": { \"token\": \"s3cr3t\" } } } } }\n",
    );
    context
}

fn ran(context: &TestContext, id: &str) -> bool {
    context.home.join(format!(".openclaw/extensions/{id}/ran")).exists()
}

fn info(context: &TestContext, id: &str) -> Value {
    context.json(&format!("plugins info {id} {BY}"))
}

#[test]
fn they_are_listed_and_shown_and_nothing_of_them_runs() {
    let context = home();
    assert_snapshot!("plugins_list", context.run(&format!("plugins list {BY}")));
    assert_snapshot!("plugins_list_json", context.run(&format!("plugins list {BY} --json")));
    assert_snapshot!("plugins_info", context.run(&format!("plugins info guard {BY}")));
    assert_snapshot!("plugins_info_json", context.run(&format!("plugins info guard {BY} --json")));
    assert_snapshot!("plugins_info_none", context.run(&format!("plugins info gard {BY} --json")));
    for id in ["guard", "denied", "torn"] {
        assert!(!ran(&context, id), "{id}");
    }
    assert_snapshot!("plugins_none", TestContext::new().run(&format!("plugins list {BY}")));
    assert_eq!(context.run("plugins list --agent milady --json").error()["code"], "no-plugins");
}

#[test]
fn they_are_counted_apart_from_hooks() {
    let context = home();
    let list = context.run(&format!("hooks list {BY}")).stdout;
    assert!(list.contains("  No hooks in folders.\n  3 plugins, counted apart: `tacklebox plugins list` shows them.\n"), "{list}");
    assert!(!list.contains("installs a first one"), "{list}");
    let agents = context.run(&format!("agents {BY}")).stdout;
    assert!(agents.contains("0 + 3 plugins"), "{agents}");
    let checked = context.run(&format!("hooks check --load {BY} --json"));
    let report = &checked.document()[0];
    assert_eq!(report["registered"], 0);
    assert_eq!(report["plugins"], json!({"loaded": 1, "failed": ["torn"]}));
    assert_eq!(report["failed"], json!([]));
    let said: Vec<_> = report["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (&it["severity"], it["message"].as_str().unwrap()))
        // Which is so of the whole agent.
        .filter(|(_, message)| !message.contains("does not start"))
        .collect();
    assert_eq!(
        said,
        [
            (&json!("note"), "OpenClaw 2026.9.6 has no event made_up, and ignores it."),
            (&json!("problem"), "It has no openclaw.plugin.json, so it is not loaded."),
        ]
    );
    assert_eq!(
        context.json(&format!("hooks check {BY}"))[0]["plugins"],
        Value::Null,
        "nothing was loaded"
    );
    let text = context.run(&format!("hooks check --load {BY}")).stdout;
    assert!(
        text.contains("  1 plugin loaded, 1 failed\n") && text.contains("failed  the plugin torn"),
        "{text}"
    );
}

#[test]
fn what_is_broken_is_fixed_by_its_id_like_a_hook() {
    let context = home();
    let found = context.json(&format!("hooks fix torn {BY}"));
    assert_eq!((&found[0]["id"], &found[0]["cures"]), (&json!("plugin-manifest"), &json!(true)));
    let listed = context.run(&format!("hooks fix {BY}")).stdout;
    assert!(listed.contains("torn (OpenClaw)  plugin-manifest\n"), "{listed}");
    let fix = format!("hooks fix torn --id plugin-manifest {BY}");
    let shown = context.run(&format!("{fix} --dry-run")).stdout;
    assert!(shown.contains("+  \"id\": \"torn\""), "{shown}");
    assert_eq!(info(&context, "torn")["state"], "broken");
    assert!(context.run(&fix).stdout.contains("torn was repaired."));
    // Nobody turned it on by name yet, which is said where it is turned on.
    assert_eq!(info(&context, "torn")["state"], "idle");
    assert!(context.run(&format!("plugins enable torn {BY}")).stdout.contains("turned on"));
    assert_eq!(info(&context, "torn")["state"], "on");
    assert_eq!(context.json(&format!("hooks fix torn {BY}")), json!([]));
    assert_eq!(context.run(&format!("hooks fix tron {BY} --json")).error()["code"], "not-found");
    assert!(!ran(&context, "torn"));
}

#[test]
fn what_one_registers_is_found_out_after_a_yes() {
    let context = home();
    let asked = context.run(&format!("plugins find-out guard {BY} --json")).error();
    assert_eq!(asked["code"], "needs-acceptance");
    assert!(!ran(&context, "guard"));
    let shown = context.run(&format!("plugins find-out guard {BY} --yes")).stdout;
    for line in [
        "  Listens to  before_tool_call (priority 50), seen when loaded here on 20",
        "  Tools       guard_status",
        "  Careful     OpenClaw 2026.9.6 has no event made_up, and ignores it.",
    ] {
        assert!(shown.contains(line), "{shown}");
    }
    let found = info(&context, "guard");
    assert_eq!(found["listens"]["grade"], "seen");
    assert_eq!(found["listens"]["keys"].as_array().unwrap().len(), 1, "made_up is ignored");
    assert_eq!(
        (&found["listens"]["keys"][0]["key"], &found["listens"]["keys"][0]["priority"]),
        (&json!("before_tool_call"), &json!(50.0))
    );
    assert_eq!(found["registers"]["tools"], json!(["guard_status"]));
    assert_eq!(found["notes"][0]["id"], "ignored-name");
    // Void when a file changes.
    context.file(".openclaw/extensions/guard/more.js", "");
    assert_eq!(info(&context, "guard")["listens"]["grade"], "named");
    let torn = context.run(&format!("plugins find-out torn {BY} --yes --json")).error();
    assert_eq!(torn["code"], "cannot-run");
    assert!(torn["hint"].as_str().is_some_and(|hint| !hint.is_empty()), "{torn}");
    assert!(!ran(&context, "torn"));
}

#[test]
fn one_that_the_agent_does_not_load_is_fired_only_after_a_yes() {
    let context = home();
    let fire = format!("hooks fire session_start --hook denied {BY}");
    let asked = context.run(&format!("{fire} --json")).error();
    assert_eq!(asked["code"], "needs-acceptance");
    assert_eq!(
        asked["message"],
        "OpenClaw itself does not load denied (blocked by denylist). Firing loads it this once and leaves it off. Nothing was run."
    );
    assert!(asked["hint"].as_str().unwrap().ends_with("then add --yes."), "{asked}");
    assert!(!ran(&context, "denied"));
    assert_eq!(context.run(&format!("{fire} --dry-run")).status, 0);
    assert!(!ran(&context, "denied"));
    let fired = context.json(&format!("{fire} --yes"));
    assert_eq!(fired["runs"][0]["outcome"], "continue", "{fired}");
    assert_eq!(info(&context, "denied")["state"], "off", "it is left as it was");
    let guard = context.json(&format!("hooks fire before_tool_call --hook guard {BY}"));
    assert_eq!(guard["outcome"], "block", "one that is on needs none: {guard}");
}

#[test]
fn they_are_switched_as_every_change_is() {
    let context = home();
    let before = context.read(".openclaw/openclaw.json");
    assert_snapshot!(
        "plugins_disable_dry",
        context.run(&format!("plugins disable guard {BY} --dry-run"))
    );
    assert_eq!(context.read(".openclaw/openclaw.json"), before);
    assert_snapshot!(
        "plugins_disable_json",
        context.run(&format!("plugins disable guard {BY} --json"))
    );
    assert_eq!(
        (&info(&context, "guard")["state"], &info(&context, "guard")["enabled"]),
        (&json!("off"), &json!(false))
    );
    assert_snapshot!("plugins_enable", context.run(&format!("plugins enable guard {BY}")));
    assert_eq!(info(&context, "guard")["state"], "on");
    assert_eq!(context.run(&format!("plugins enable denied {BY}")).status, 0);
    assert_eq!(info(&context, "denied")["state"], "on", "what forbids it is taken away");
    assert_eq!(context.run("hooks undo").status, 0);
    assert_eq!(info(&context, "denied")["reason"], "blocked by denylist");
}

#[test]
fn settings_are_set_and_taken_away_and_secrets_are_not_told() {
    let context = home();
    assert_snapshot!(
        "plugins_set_json",
        context.run(&format!("plugins set guard mode block {BY} --json"))
    );
    let settings = info(&context, "guard")["settings"].clone();
    let one = |path: &str| {
        settings.as_array().unwrap().iter().find(|it| it["path"] == path).unwrap().clone()
    };
    assert_eq!(one("mode")["value"], "block");
    assert_eq!((&one("token")["set"], &one("token")["value"]), (&json!(true), &Value::Null));
    let run = context.run_with(&format!("plugins set guard token {BY}"), "an0ther\n");
    assert_eq!(run.status, 0, "{run}");
    assert!(!run.stdout.contains("an0ther") && !run.stdout.contains("s3cr3t"), "{run}");
    assert!(context.read(".openclaw/openclaw.json").contains("an0ther"));
    assert_snapshot!(
        "plugins_set_refused",
        context.run(&format!("plugins set guard mode never {BY} --json"))
    );
    assert_snapshot!(
        "plugins_set_unknown",
        context.run(&format!("plugins set guard made 1 {BY} --json"))
    );
    assert_snapshot!(
        "plugins_unset_json",
        context.run(&format!("plugins unset guard mode {BY} --json"))
    );
    assert_eq!(info(&context, "guard")["settings"][0]["set"], false);
}

#[test]
fn one_is_removed_and_brought_back() {
    let context = home();
    assert_snapshot!(
        "plugins_remove_dry_json",
        context.run(&format!("plugins remove guard {BY} --dry-run --json"))
    );
    assert_snapshot!(
        "plugins_remove_json",
        context.run(&format!("plugins remove guard {BY} --json"))
    );
    assert!(!context.home.join(".openclaw/extensions/guard").exists());
    assert_eq!(
        context.run(&format!("plugins info guard {BY} --json")).error()["code"],
        "not-found"
    );
    assert_eq!(context.run("hooks undo").status, 0);
    assert_eq!(info(&context, "guard")["state"], "on");
}

/// Before anything is placed: what a stranger's plugin names and reaches.
#[test]
fn the_review_of_a_plugin_says_what_its_code_names_and_reaches() {
    let context = TestContext::new();
    context.file(".openclaw/openclaw.json", "{}\n");
    context.file("guard/package.json", "{\"name\": \"guard\", \"version\": \"1.0.0\", \"openclaw\": {\"extensions\": [\"./index.js\"]}}\n");
    context.file("guard/openclaw.plugin.json", "{\"id\": \"guard\", \"name\": \"guard\", \"configSchema\": {\"type\": \"object\", \"properties\": {}}}\n");
    context.file(
        "guard/index.js",
        "import { execFile } from 'node:child_process';\nexport default { id: 'guard', register(api) { api.on('before_tool_call', () => { execFile('git', ['status']); return fetch('https://example.com/x'); }); api.registerTool({ name: 'look' }); } };\n",
    );
    let run = context.run("hooks install ./guard --agent openclaw --dry-run");
    for words in ["Its code names", "before_tool_call", "look", "Reaches", "example.com", "git"] {
        assert!(run.stdout.contains(words), "{words}: {run}");
    }
    assert!(!context.home.join(".openclaw/extensions/guard").exists());
}
