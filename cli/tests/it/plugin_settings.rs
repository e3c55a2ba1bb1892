//! Settings of a plugin that its agent asks for before it takes its config at all.

use serde_json::json;

use super::context::TestContext;

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
