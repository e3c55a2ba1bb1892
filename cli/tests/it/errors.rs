//! What goes wrong, with its code, its way out and its exit status.

use insta::assert_snapshot;
use serde_json::json;

use super::context::TestContext;

#[test]
fn every_error_has_a_code() {
    let context = TestContext::with_agents();
    context.file(
        ".eliza/eliza.json",
        r#"{ "hooks": { "internal": { "handlers": [{ "event": "command", "module": "~/.eliza/x.js" }] } } }"#,
    );
    for (args, code, status) in [
        ("hooks info nobody", "not-found", 1),
        ("hooks info greeter", "ambiguous", 1),
        ("hooks enable nobody", "not-found", 1),
        ("hooks remove nobody", "not-found", 1),
        ("hooks audit nobody", "not-found", 1),
        ("hooks audit ./nowhere", "not-found", 1),
        ("hooks install nobody", "not-found", 1),
        ("hooks install ./folder", "not-found", 1),
        ("hooks install npm:thing", "needs-yes", 1),
        ("hooks install npm:a@^1", "unsupported-source", 1),
        ("hooks install http://example.com/hook.zip", "unsupported-source", 1),
        ("hooks install git@example.com:a/b.git", "unsupported-source", 1),
        ("hooks install welcome", "needs-agent", 1),
        ("hooks set pulse --env TOKEN", "no-place-for-env", 1),
        ("hooks set digest --env 1BAD", "bad-name", 1),
        ("hooks set digest --env NEWS_TOKEN", "bad-value", 1),
        ("hooks set digest --config a..b 1", "bad-name", 1),
        ("hooks remove moltis/builtin/boot-md", "refused", 1),
        ("hooks undo", "nothing-to-undo", 1),
        ("config get nothing --agent milady", "not-found", 1),
        ("config get", "usage", 2),
        ("config file", "needs-agent", 1),
        ("hooks set digest", "usage", 2),
        ("hooks set digest --env A --config b c", "usage", 2),
        ("hooks list --state broke", "usage", 2),
        ("hooks list --agent nobody", "usage", 2),
        ("hooks", "usage", 2),
        ("", "usage", 2),
    ] {
        let before = context.tree();
        let run = context.run(&format!("{args} --json"));
        assert_eq!(run.error()["code"], code, "{args}");
        assert_eq!(run.status, status, "{args}");
        assert!(run.error()["message"].as_str().is_some_and(|text| !text.is_empty()), "{args}");
        assert!(run.error().get("hint").is_some(), "{args}");
        assert_eq!(context.tree(), before, "{args}");
    }
}

#[test]
fn a_handler_of_the_config_has_no_switch() {
    let context = TestContext::new();
    context.file(".eliza/x.js", "");
    context.file(
        ".eliza/eliza.json",
        r#"{ "hooks": { "internal": { "handlers": [{ "event": "command", "module": "~/.eliza/x.js" }] } } }"#,
    );
    let list = context.json("hooks list");
    let id = list[0]["id"].as_str().unwrap();
    let output = context.command().args(["hooks", "disable", id, "--json"]).output().unwrap();
    let document: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(document["error"]["code"], "no-switch");
}

#[test]
fn errors_for_people() {
    let context = TestContext::with_agents();
    assert_snapshot!("error_not_found", context.run("hooks info greetr"));
    assert_snapshot!("error_not_found_json", context.run("hooks info greetr --json"));
    assert_snapshot!("error_ambiguous", context.run("hooks info greeter"));
    assert_snapshot!("error_ambiguous_json", context.run("hooks info greeter --json"));
    assert_snapshot!("error_needs_agent", context.run("hooks install welcome"));
    assert_snapshot!("error_source", context.run("hooks install http://example.com/hook.zip"));
    assert_snapshot!("error_included", context.run("hooks install sesion-memory"));
    assert_snapshot!("error_usage", context.run("hooks lst"));
    assert_snapshot!("error_no_command_json", context.run("--json"));
    assert_snapshot!("error_usage_json", context.run("hooks lst --json"));
    assert_snapshot!("error_no_agent", TestContext::new().run("hooks info greeter"));
}

#[test]
fn two_hooks_of_one_agent_that_both_load_are_told_apart_by_id() {
    let context = TestContext::new();
    let manifest = "[hook]\nname = \"same\"\nevent = \"on_llm_input\"\n\n[hook.action.shell]\ncommand = \"true\"\n";
    context.file(".zeroclaw/workspace/hooks/one/HOOK.toml", manifest);
    context.file(".zeroclaw/workspace/hooks/two/HOOK.toml", manifest);
    assert_snapshot!("error_ambiguous_ids", context.run("hooks info same"));
    assert_eq!(context.json("hooks info zeroclaw/managed/two")["name"], "same");
}

#[test]
fn without_a_home_it_says_how_to_name_one() {
    let context = TestContext::new();
    let output = context.command().env_remove("HOME").args(["agents", "--json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let document: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(document["error"]["code"], json!("no-home"));
}
