//! Included hooks: put in their place, taken away, brought back.

use insta::assert_snapshot;
use serde_json::json;

use super::context::TestContext;

#[test]
fn installs_where_no_agent_is_yet() {
    let context = TestContext::new();
    assert_snapshot!("install_first", context.run("hooks install session-memory"));
    assert!(context.home.join(".milady/hooks/session-memory/HOOK.md").is_file());
    assert_eq!(context.json("hooks info session-memory")["state"], "ready");
    assert_snapshot!("install_again", context.run("hooks install session-memory"));
    assert_eq!(context.json("hooks install session-memory")["installed"], json!([]));
}

#[test]
fn says_what_is_still_missing() {
    let context = TestContext::new();
    assert_snapshot!("install_needs", context.run("hooks install github-digest"));
    assert_snapshot!("install_info", context.run("hooks info github-digest"));
}

#[test]
fn install_json_has_ids_and_the_receipt() {
    let context = TestContext::new();
    assert_snapshot!("install_json", context.run("hooks install welcome --json"));
}

#[test]
fn a_dry_run_prints_the_review() {
    let context = TestContext::new();
    assert_snapshot!("install_dry_run", context.run("hooks install welcome --dry-run"));
    let review = context.json("hooks install welcome --dry-run")["review"].clone();
    assert_eq!(review["hooks"][0]["id"], "milady/managed/welcome");
    assert_eq!(review["hooks"][0]["state"], "ready");
    let low = |finding: &serde_json::Value| finding["severity"] == "low";
    assert!(review["findings"].as_array().unwrap().iter().all(low));
    for field in ["path", "bytes", "goes_to"] {
        assert!(!review["files"][0][field].is_null(), "{field}");
    }
    assert!(review.get("licence").is_some() && review["replaces"].is_array());
}

#[test]
fn installs_for_each_agent() {
    for (agent, manifest) in [
        ("milady", ".milady/hooks/welcome/HOOK.md"),
        ("eliza", ".eliza/hooks/welcome/HOOK.md"),
        ("openclaw", ".openclaw/hooks/welcome/HOOK.md"),
        ("zeroclaw", ".zeroclaw/workspace/hooks/welcome/HOOK.toml"),
    ] {
        let context = TestContext::new();
        let run = context.run(&format!("hooks install welcome --agent {agent}"));
        assert_eq!(run.status, 0, "{agent}: {}", run.stderr);
        assert!(context.home.join(manifest).is_file(), "{agent}");
        let hook = context.json(&format!("hooks info welcome --agent {agent}"));
        assert_eq!((&hook["state"], &hook["error"]), (&json!("ready"), &json!(null)), "{agent}");
        assert_eq!(hook["receipt"]["changed"], json!([]), "{agent}");
    }
    let context = TestContext::new();
    let run = context.run("hooks install github-digest --agent moltis");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(context.json("hooks info github-digest")["state"], "needs-setup");
}

#[test]
fn the_one_agent_that_has_the_hook_is_meant() {
    let context = TestContext::new();
    context.file(".moltis/hooks/.keep", "");
    context.file(".eliza/eliza.json", "{}");
    let run = context.run("hooks install session-memory --json");
    assert_eq!(run.document()["installed"], json!(["eliza/managed/session-memory"]));
    let run = context.run("hooks install github-digest --json");
    assert_eq!(run.error()["code"], "needs-agent");
    let moltis = TestContext::new();
    moltis.file(".moltis/hooks/.keep", "");
    assert_snapshot!("install_not_for", moltis.run("hooks install welcome"));
}

#[test]
fn an_older_switch_does_not_keep_it_off() {
    let context = TestContext::new();
    context.file(
        ".milady/milady.json",
        "{ hooks: { internal: { entries: { welcome: { enabled: false } } } } }\n",
    );
    context.run("hooks install welcome");
    assert_eq!(context.json("hooks info welcome")["state"], "ready");
    context.run("hooks undo");
    assert!(
        context.read(".milady/milady.json").contains("enabled: false"),
        "undo takes it back too"
    );
    assert!(!context.home.join(".milady/hooks/welcome").exists());
}

#[test]
fn remove_and_bring_back() {
    let context = TestContext::new();
    context.run("hooks install welcome");
    let before = context.json("hooks info welcome");
    assert_snapshot!("remove_dry_run", context.run("hooks remove welcome --dry-run"));
    assert_snapshot!("remove", context.run("hooks remove welcome"));
    assert!(!context.home.join(".milady/hooks/welcome").exists());
    assert_eq!(context.run("hooks undo").status, 0);
    assert_eq!(context.json("hooks info welcome"), before);
    assert_snapshot!("remove_json", context.run("hooks remove welcome --json"));
}

#[test]
fn what_was_changed_by_hand_is_told_and_kept() {
    let context = TestContext::new();
    context.run("hooks install welcome");
    context.file(".milady/hooks/welcome/handler.ts", "// mine\n");
    let hook = context.json("hooks info welcome");
    assert_eq!(hook["receipt"]["changed"], json!(["handler.ts"]));
    let run = context.run("hooks install welcome --json");
    assert_eq!(run.error()["code"], "refused");
    assert_eq!(context.read(".milady/hooks/welcome/handler.ts"), "// mine\n");
}

#[test]
fn a_new_hook_is_a_draft_until_it_is_turned_on() {
    let context = TestContext::new();
    assert_snapshot!(
        "new_hook",
        context.run("hooks new greeter --event command:hello --agent milady")
    );
    assert_eq!(context.json("hooks info greeter")["state"], "off");
    assert_snapshot!("enable_new", context.run("hooks enable greeter"));
    context.file(".milady/hooks/greeter/handler.ts", "export default () => {};\n");
    assert_eq!(context.run("hooks enable greeter").status, 0);
    assert_eq!(context.json("hooks info greeter")["state"], "ready");
    assert_snapshot!(
        "new_hook_json",
        context.run("hooks new guard --event BeforeToolCall --agent moltis --json")
    );
    assert_eq!(context.json("hooks info guard")["handler"]["command"], "./handler.sh");
}

#[test]
fn a_new_hook_needs_a_name_and_an_event_that_the_agent_has() {
    let context = TestContext::new();
    assert_snapshot!("new_bad_name", context.run("hooks new a/b --event command --agent milady"));
    assert_snapshot!(
        "new_bad_event",
        context.run("hooks new guard --event before_tool_call --agent moltis --json")
    );
    let run = context.run("hooks new guard --event BeforeToolCall --agent moltis --dry-run");
    assert_eq!(run.status, 0);
    assert!(!context.home.join(".moltis/hooks").exists());
}

/// As in the window.
#[test]
fn what_a_person_calls_a_hook_becomes_the_name_of_its_folder() {
    let context = TestContext::new();
    let new = context.run_words("hooks new --event command --agent milady", &["Tidy up"]);
    assert_eq!(new.status, 0, "{}", new.stderr);
    assert!(new.stdout.contains("tacklebox hooks enable tidy-up"), "{}", new.stdout);
    let info = context.json("hooks info tidy-up");
    assert_eq!((info["name"].as_str(), info["title"].as_str()), (Some("tidy-up"), Some("Tidy up")));
    assert!(context.home.join(".milady/hooks/tidy-up/HOOK.md").exists());
}

#[test]
fn what_was_changed_is_shown_put_back_or_approved() {
    let context = TestContext::new();
    context.run("hooks install welcome");
    let came = context.read(".milady/hooks/welcome/handler.ts");
    context.file(".milady/hooks/welcome/handler.ts", "// mine\n");
    assert_eq!(context.json("hooks info welcome")["receipt"]["can_put_back"], true);
    assert_snapshot!("put_back_dry_run", context.run("hooks put-back welcome --dry-run"));
    assert_eq!(context.read(".milady/hooks/welcome/handler.ts"), "// mine\n");
    assert_snapshot!("put_back", context.run("hooks put-back welcome"));
    assert_eq!(context.read(".milady/hooks/welcome/handler.ts"), came);
    assert_snapshot!("put_back_again", context.run("hooks put-back welcome"));
    assert_eq!(context.run("hooks undo").status, 0);
    assert_eq!(context.read(".milady/hooks/welcome/handler.ts"), "// mine\n");
    assert_snapshot!("approve", context.run("hooks approve welcome"));
    assert_eq!(context.json("hooks info welcome")["receipt"]["changed"], json!([]));
    context.run("hooks undo");
    let changes = context.json("hooks approve welcome --dry-run");
    assert_eq!(changes["changes"][0]["path"], "handler.ts");
    assert_eq!(changes["changes"][0]["change"], "edited");
}

#[test]
fn update_says_what_is_up_to_date_and_what_was_changed_by_hand() {
    let context = TestContext::new();
    assert_snapshot!("update_nothing", context.run("hooks update"));
    context.run("hooks install welcome");
    context.run("hooks install session-memory");
    assert_snapshot!("update_up_to_date", context.run("hooks update"));
    context.file(".milady/hooks/welcome/handler.ts", "// mine\n");
    assert_snapshot!("update_refused", context.run("hooks update welcome"));
    let all = context.run("hooks update --json");
    assert_eq!(all.status, 1);
    let all = all.document();
    assert_eq!(all["updated"], json!([]));
    let refused = all["hooks"].as_array().unwrap().iter().find(|one| !one["error"].is_null());
    assert_eq!(refused.unwrap()["error"]["code"], "refused");
}

#[test]
fn a_removal_takes_the_settings_too_where_that_is_wished() {
    let context = TestContext::new();
    context.run("hooks install welcome");
    let config =
        "{ hooks: { internal: { entries: { welcome: { env: { A_KEY: 'abcdefgh' } } } } } }\n";
    context.file(".milady/milady.json", config);
    let snapshot = context.run("hooks remove welcome --with-settings --dry-run");
    assert_snapshot!("remove_with_settings_dry_run", snapshot);
    assert_snapshot!("remove_with_settings", context.run("hooks remove welcome --with-settings"));
    assert!(!context.read(".milady/milady.json").contains("welcome"));
    assert_eq!(context.run("hooks undo").status, 0);
    assert_eq!(context.read(".milady/milady.json"), config);
    assert!(context.home.join(".milady/hooks/welcome/HOOK.md").exists());
}

#[test]
fn a_hook_from_a_folder_is_updated_from_it_and_keeps_its_switch() {
    let context = TestContext::new();
    let hook = |code: &str| {
        let manifest =
            "---\nname: greeter\nmetadata: {\"milady\":{\"events\":[\"command:new\"]}}\n---\n";
        context.file("src/greeter/HOOK.md", manifest);
        context.file("src/greeter/handler.ts", code);
    };
    hook("export default () => {};\n");
    let source = context.home.join("src/greeter").display().to_string();
    let run = context.run(&format!("hooks install {source} --yes --agent milady"));
    assert_eq!(run.status, 0, "{}", run.stderr);
    let config = context.read(".milady/milady.json");
    assert!(config.contains("\"installs\"") && config.contains("\"sourcePath\""), "{config}");
    let id = context.json("hooks list")[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(context.json("hooks list")[0]["state"], "off");
    assert_eq!(context.json(&format!("hooks update {id}"))["hooks"][0]["up_to_date"], true);

    hook("export default () => { /* two */ };\n");
    let shown = context.json(&format!("hooks update {id} --dry-run"));
    let diff = shown["hooks"][0]["changes"][0]["diff"].as_str().unwrap();
    assert!(diff.contains("+export default () => { /* two */ };"), "{diff}");
    let handler = || context.read(".milady/hooks/greeter/handler.ts");
    assert!(!handler().contains("two"), "a dry run changes nothing");
    assert_eq!(context.json(&format!("hooks update {id}"))["updated"], json!([id]));
    assert!(handler().contains("two"));
    let now = context.json(&format!("hooks info {id}"));
    assert_eq!((&now["state"], &now["receipt"]["changed"]), (&json!("off"), &json!([])));

    assert_eq!(context.run("hooks undo").status, 0);
    assert!(!handler().contains("two"));
    assert_eq!(context.run("hooks undo").status, 0);
    assert!(!context.home.join(".milady/hooks/greeter").exists());
    let left = context.home.join(".milady/milady.json");
    assert!(!left.exists(), "its switch and the record of it are gone too");
}
