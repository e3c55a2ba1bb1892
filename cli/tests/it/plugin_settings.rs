//! Settings of a plugin that its agent asks for before it takes its config at all, and what differs between its
//! code and what it registers.

use serde_json::json;

use super::context::TestContext;
use super::fire::with_node;

const BY: &str = "--runtime openclaw=2026.9.6";
const SCHEMA: &str = r#"{"id": "own", "name": "Own", "kind": "memory", "activation": {"onStartup": true}, "configSchema": {
    "type": "object", "required": ["mode", "key"], "properties": {
        "mode": {"type": "string"}, "key": {"type": "string"}, "note": {"type": "string"}}}}"#;

fn home(config: &str) -> TestContext {
    let context = TestContext::new();
    context.file(".openclaw/openclaw.json", config);
    context.file(".openclaw/extensions/own/openclaw.plugin.json", SCHEMA);
    context.file(".openclaw/extensions/own/index.js", "export default { register() {} };\n");
    context
}

#[test]
fn what_is_asked_for_is_saved_in_one_step_and_the_plugin_turned_on() {
    let context = home(r#"{"plugins": {"entries": {"own": {"enabled": false}}}}"#);
    let refused = |args: &str| {
        let run = context.run(&format!("{args} {BY} --json"));
        assert_eq!(run.status, 1, "{args}");
        assert_eq!(context.json(&format!("plugins info own {BY}"))["enabled"], false);
        run.stderr
    };
    assert!(refused("plugins enable own").contains("mode: It is missing."));
    assert!(refused("plugins set own mode x").contains("Set key in the same step."));
    let words = ["mode=x", "key=a=b", "note=two words", "--runtime", "openclaw=2026.9.6"];
    let set = context.run_words("plugins set own", &words);
    assert_eq!((set.status, set.stderr.as_str()), (0, ""));
    assert!(set.stdout.contains("Mode, Key and Note for Own were saved."), "{}", set.stdout);
    let config: serde_json::Value =
        serde_json::from_str(&context.read(".openclaw/openclaw.json")).unwrap();
    assert_eq!(
        config["plugins"]["entries"]["own"]["config"],
        json!({"mode": "x", "key": "a=b", "note": "two words"})
    );
    let on = context.run(&format!("plugins enable own {BY}"));
    assert_eq!(on.status, 0);
    let slot = "OpenClaw's memory is own then, and no longer memory-core, which OpenClaw brings.";
    assert!(on.stdout.contains(slot), "{}", on.stdout);
    assert_eq!(context.json(&format!("plugins info own {BY}"))["state"], "on");
    assert_eq!(context.run("hooks undo").status, 0);
    assert_eq!(context.json(&format!("plugins info own {BY}"))["enabled"], false);
}

#[test]
fn several_settings_are_written_as_pairs() {
    let context = home("{}");
    for words in [["mode=x", "key"].as_slice(), &["mode", "x", "key=y"], &["mode", "x", "y"]] {
        let run = context.run_words("plugins set own", &[words, &["--json"]].concat());
        assert_eq!(run.status, 2, "{words:?} {}", run.stderr);
    }
    assert_eq!(context.read(".openclaw/openclaw.json"), "{}");
}

#[test]
fn what_the_code_names_is_beside_what_was_registered_and_a_difference_is_a_finding() {
    let context = with_node();
    let dir = ".openclaw/extensions/two-faced";
    context.file(
        &format!("{dir}/openclaw.plugin.json"),
        r#"{"id": "two-faced", "activation": {"onStartup": true}, "configSchema": {"type": "object"}}"#,
    );
    context.file(
        &format!("{dir}/index.js"),
        r#"export default { register(api) {
            api.on("session_start", () => {});
            if (api.pluginConfig.later) api.on("session_end", () => {});
            api.on(Object.keys({ before_tool_call: 1 })[0], () => {});
        } };"#,
    );
    context.file(".openclaw/extensions/pack/.claude-plugin/plugin.json", r#"{"name": "Pack"}"#);
    let shown = context.run(&format!("plugins find-out two-faced {BY} --yes")).stdout;
    for line in [
        "  Listens to  session_start and before_tool_call, seen when loaded here on 20",
        "  Code names  session_end and session_start",
        "registered itself for before_tool_call, and its code does not name that in plain text.",
        "Its code registers itself for session_end, and when it was loaded here it did not",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    let found = context.json(&format!("plugins info two-faced {BY}"))["findings"].clone();
    let rules: Vec<_> = found.as_array().unwrap().iter().map(|it| &it["rule"]).collect();
    assert_eq!(rules, ["plugin-unnamed", "plugin-unregistered"]);
    let listed = context.run(&format!("plugins list {BY}")).stdout;
    assert!(listed.contains("  pack       On           nothing\n"), "{listed}");
    assert_eq!(context.json(&format!("plugins info pack {BY}"))["bundle"], "Claude");
    let refused = context.run(&format!("plugins find-out pack {BY} --yes --json"));
    assert_eq!(refused.error()["code"], "cannot-run");
}
