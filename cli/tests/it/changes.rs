//! The commands that change something, and what they leave alone.

use insta::assert_snapshot;
use serde_json::json;

use super::context::TestContext;

#[test]
fn disable_and_enable() {
    let context = TestContext::with_agents();
    assert_snapshot!("disable", context.run("hooks disable greeter --agent milady"));
    assert_snapshot!("disable_file", context.read(".milady/milady.json"));
    assert_snapshot!("disable_again", context.run("hooks disable milady/managed/greeter"));
    assert_snapshot!("enable_json", context.run("hooks enable milady/managed/greeter --json"));
}

#[test]
fn switching_twice_changes_nothing() {
    let context = TestContext::with_agents();
    for hook in ["milady/managed/greeter", "zeroclaw/managed/pulse", "moltis/managed/guard"] {
        let first = context.json(&format!("hooks disable {hook}"));
        assert_eq!(first["changed"], true, "{hook}");
        let before = context.tree();
        let second = context.json(&format!("hooks disable {hook}"));
        assert_eq!(second["changed"], false, "{hook}");
        assert_eq!(second["file"], first["file"], "{hook}");
        assert_eq!(second["diff"], "", "{hook}");
        assert_eq!(context.tree(), before, "{hook}");
        assert_eq!(context.json(&format!("hooks info {hook}"))["enabled"], false, "{hook}");
        assert_eq!(context.json(&format!("hooks enable {hook}"))["changed"], true, "{hook}");
        assert_eq!(context.json(&format!("hooks info {hook}"))["enabled"], true, "{hook}");
    }
}

#[test]
fn the_switch_stands_where_each_agent_looks() {
    let context = TestContext::with_agents();
    context.run("hooks disable pulse");
    assert!(context.read(".zeroclaw/workspace/hooks/pulse/HOOK.toml").contains("enabled = false"));
    assert!(context.home.join(".zeroclaw/workspace/.hooks-reload-stamp").exists());
    context.run("hooks disable guard");
    let list: serde_json::Value =
        serde_json::from_str(&context.read(".moltis/disabled_hooks.json")).unwrap();
    assert_eq!(list, json!(["guard"]));
}

#[test]
fn an_agent_that_cannot_be_told_of_a_change_is_said_to_go_on_as_before() {
    let context = TestContext::with_agents();
    // Where the file should be that tells it.
    context.file(".zeroclaw/workspace/.hooks-reload-stamp/in-the-way", "");
    let off = context.json("hooks disable pulse");
    assert_eq!(off["changed"], true);
    let warning = off["warning"].as_str().unwrap();
    assert!(warning.starts_with("ZeroClaw could not be told: "), "{warning}");
    assert!(warning.ends_with("it continues as before until it is started again."), "{warning}");
    let undone = context.json("hooks undo");
    assert!(undone["summary"].as_str().unwrap().contains("ZeroClaw could not be told: "));
}

#[test]
fn no_hook_is_put_where_nobody_knows_that_the_agent_looks() {
    let context = TestContext::with_agents();
    let fork = "--agent zeroclaw --runtime zeroclaw=0.1.6-hooks";
    context.file(".zeroclaw/config.toml", "[hooks]\nenabled = true\nhooks_dir = \"~/mine\"\n");
    let before = context.tree();
    for command in [
        format!("hooks new mine --event on_message_received --command true {fork}"),
        format!("hooks install roll-call --yes {fork}"),
    ] {
        let run = context.run(&command);
        assert_eq!(run.status, 1, "{command}");
        assert!(run.stderr.contains("Write the whole path there"), "{command}: {}", run.stderr);
    }
    let set = context.run(&format!("config set hooks.hooks_dir other {fork}"));
    assert!(set.stderr.contains("in the folder in which it is started"), "{}", set.stderr);
    assert_eq!(context.tree(), before);
}

#[test]
fn a_hook_of_the_same_name_goes_along_where_names_are_all_that_counts() {
    let context = TestContext::with_agents();
    let manifest = context.read(".moltis/hooks/guard/HOOK.md");
    context.file(".moltis/hooks/second/HOOK.md", &manifest);
    let ids: Vec<String> = ["guard", "second"].map(|it| format!("moltis/managed/{it}")).into();
    let all = context.json("hooks list --agent moltis");
    let named = all.as_array().unwrap().iter().filter(|hook| hook["name"] == "guard");
    let mut found: Vec<_> = named.map(|hook| hook["id"].as_str().unwrap()).collect();
    found.sort_unstable();
    assert_eq!(found, ids);
    for verb in ["disable", "enable"] {
        // By its text one of the two replaces the other, which so runs in no case.
        let done = context.json(&format!("hooks {verb} {} --runtime moltis=2026-08-21", ids[1]));
        assert_eq!(done["also"][0]["name"], *ids[0], "{verb}: {done}");
    }
}

#[test]
fn an_edit_names_the_hooks_that_it_switches_along() {
    let context = TestContext::with_agents();
    assert_snapshot!("also_dry_run", context.run("hooks disable a --dry-run"));
    assert_snapshot!("also_json", context.run("hooks disable a --json --dry-run"));
    let kept = context.json("hooks disable a --keep-others --dry-run");
    assert_eq!(kept["also"], json!([]));
    assert_snapshot!("also", context.run("hooks disable a"));
}

#[test]
fn any_edit_offers_to_keep_the_others() {
    let context = TestContext::with_agents();
    let offer = "Add --keep-others to keep them as they are.";
    for args in ["hooks disable a", "config set hooks.internal.entries.x.y 1 --agent openclaw"] {
        let dry = context.run(&format!("{args} --dry-run"));
        assert!(dry.stdout.contains("would also turn off") && dry.stdout.contains(offer), "{args}");
        let kept = context.json(&format!("{args} --dry-run --keep-others"));
        assert_eq!(kept["also"], json!([]), "{args}");
    }
    let key = context.run_with("hooks set a --env A_TOKEN --keep-others", "s3cr3t-value");
    assert!(!key.stdout.contains("also turns"), "{}", key.stdout);
    let config = context.read(".openclaw/openclaw.json");
    assert!(config.contains("A_TOKEN"), "{config}");
    // And the five that OpenClaw brings, whose folder is not found here.
    assert_eq!(config.matches("\"enabled\": true").count(), 7, "b has its entry: {config}");
}

#[test]
fn the_others_are_kept_where_an_included_file_turned_all_of_them_on() {
    let context = TestContext::with_agents();
    context.file(".openclaw/base.json5", "{ hooks: { internal: { enabled: true } } }\n");
    for config in ["{ $include: './base.json5' }\n", "{ hooks: { $include: './hooks.json5' } }\n"] {
        context.file(".openclaw/hooks.json5", "{ internal: { enabled: true } }\n");
        context.file(".openclaw/openclaw.json", config);
        let said = context.json("hooks disable a --agent openclaw --dry-run");
        assert_eq!(said["also"][0]["name"], "b", "{config}: {said}");
        context.run("hooks disable a --agent openclaw --keep-others");
        let hooks = context.json("hooks list --agent openclaw");
        let state = |name: &str| {
            let hook = hooks.as_array().unwrap().iter().find(|hook| hook["name"] == name);
            hook.unwrap()["enabled"].clone()
        };
        assert_eq!((state("a"), state("b")), (json!(false), json!(true)), "{config}");
    }
}

#[test]
fn undo_says_beforehand_what_it_would_take_back() {
    let context = TestContext::with_agents();
    assert_eq!(context.run("hooks undo --dry-run").status, 1, "nothing yet");
    context.run("hooks disable guard");
    let before = context.tree();
    let dry = context.run("hooks undo --dry-run");
    assert!(dry.stdout.starts_with("Would be taken back: Guard was turned off."), "{}", dry.stdout);
    assert_eq!(context.json("hooks undo --dry-run")["dry_run"], true);
    assert_eq!(context.tree(), before, "nothing was touched");
    context.run("hooks undo");
    assert_eq!(context.run("hooks undo --dry-run").status, 1, "it was taken back");
}

#[test]
fn set_and_unset_a_variable() {
    let context = TestContext::with_agents();
    let before = context.read(".milady/milady.json");
    let set = context.run_with("hooks set digest --env NEWS_TOKEN", "s3cr3t-value\n");
    assert_snapshot!("set_env", set);
    assert!(context.read(".milady/milady.json").contains("\"s3cr3t-value\""));
    assert_snapshot!("unset_env", context.run("hooks unset digest --env NEWS_TOKEN"));
    assert_eq!(context.read(".milady/milady.json"), before, "byte for byte");
    let set = context.run_with("hooks set digest --env NEWS_TOKEN --json", "s3cr3t-value");
    assert_snapshot!("set_env_json", set);
    assert_snapshot!("unset_env_json", context.run("hooks unset digest --env NEWS_TOKEN --json"));
    assert_eq!(context.read(".milady/milady.json"), before, "byte for byte");
}

#[test]
fn a_value_loses_one_line_end_and_nothing_else() {
    let context = TestContext::with_agents();
    for (typed, kept) in [("x \n", "x "), ("x\n\n", "x\n"), (" x\r\n", " x"), ("x", "x")] {
        context.run_with("hooks set digest --env NEWS_TOKEN", typed);
        let got =
            context.json("config get hooks.internal.entries.digest.env.NEWS_TOKEN --agent milady");
        assert_eq!(got["value"], kept, "{typed:?}");
    }
}

#[test]
fn a_secret_is_never_printed() {
    let context = TestContext::with_agents();
    let secret = "s3cr3t-value";
    let set = "hooks set digest --env NEWS_TOKEN";
    for args in [
        format!("{set} --dry-run"),
        format!("{set} --dry-run --json"),
        format!("{set} --json"),
        set.to_owned(),
    ] {
        let run = context.run_with(&args, secret);
        assert_eq!(run.status, 0, "{args}: {}", run.stderr);
        assert!(!format!("{}{}", run.stdout, run.stderr).contains(secret), "{args}");
    }
    // Once it is in the config, edits near it show what is around them.
    for args in [
        "hooks disable digest --dry-run",
        "hooks disable digest --json",
        "hooks unset digest --env NEWS_TOKEN --dry-run",
        "hooks info digest",
        "hooks info digest --json",
        "hooks list -v",
        "hooks check --json",
        "agents --json -v",
        "config set news.feed on --agent milady --dry-run",
        "hooks undo",
        "hooks undo --json",
    ] {
        let run = context.run(args);
        assert!(!format!("{}{}", run.stdout, run.stderr).contains(secret), "{args}");
    }
}

#[test]
fn set_and_unset_a_setting() {
    let context = TestContext::with_agents();
    let before = context.read(".milady/milady.json");
    assert_snapshot!("set_config", context.run("hooks set digest --config news.feed [1,'two']"));
    assert!(context.json("config get news.feed --agent milady")["value"].is_array());
    assert_snapshot!(
        "set_config_json",
        context.run("hooks set digest --config news.feed -5 --json")
    );
    assert_eq!(context.json("config get news.feed --agent milady")["value"], -5);
    assert_snapshot!("unset_config", context.run("hooks unset digest --config news.feed"));
    assert_eq!(context.read(".milady/milady.json"), before, "byte for byte");
}

#[test]
fn setup_ends_in_ready() {
    let context = TestContext::with_agents();
    context.program("jq");
    context.run_with("hooks set digest --env NEWS_TOKEN", "t");
    context.run("hooks set digest --config news.feed https://example.com");
    assert_eq!(context.json("hooks info digest")["state"], "ready");
}

#[test]
fn a_dry_run_leaves_every_file_as_it_is() {
    let context = TestContext::with_agents();
    context.run("hooks set digest --config news.feed off");
    let before = context.tree();
    for args in [
        "hooks disable guard",
        "hooks enable quiet --agent milady",
        "hooks disable pulse",
        "hooks set digest --env NEWS_TOKEN",
        "hooks set digest --config news.feed on",
        "hooks unset digest --config news.feed",
        "hooks install welcome --agent milady",
        "hooks remove greeter --agent milady",
        "config set a.b 1 --agent milady",
        "config unset hooks --agent milady",
    ] {
        for args in [format!("{args} --dry-run"), format!("{args} --dry-run --json")] {
            let run = context.run_with(&args, "value\n");
            assert_eq!(run.status, 0, "{args}: {}", run.stderr);
            if args.ends_with("--json") {
                assert_eq!(run.document()["dry_run"], true, "{args}");
                assert!(!run.document()["steps"].as_array().unwrap().is_empty(), "{args}");
            }
        }
    }
    assert_eq!(context.tree(), before);
}

#[test]
fn undo_takes_the_last_change_back() {
    let context = TestContext::with_agents();
    let before = context.read(".milady/milady.json");
    context.run("hooks disable greeter --agent milady");
    assert_snapshot!("undo", context.run("hooks undo"));
    assert_eq!(context.read(".milady/milady.json"), before);
    assert_snapshot!("undo_nothing", context.run("hooks undo --json"));
    context.run("hooks disable greeter --agent milady");
    assert_snapshot!("undo_json", context.run("hooks undo --json"));
}

#[test]
fn undo_names_the_hooks_that_come_and_go() {
    let context = TestContext::new();
    context.run("hooks install session-memory --agent milady");
    context.run("hooks remove session-memory");
    let back = context.json("hooks undo");
    assert_eq!(back["installed"], json!(["milady/managed/session-memory"]));
    let gone = context.json("hooks undo");
    assert_eq!(gone["removed"], json!(["milady/managed/session-memory"]));
    assert!(!context.home.join(".milady").exists(), "nor the folders that were made for it");
}

#[test]
fn undo_leaves_alone_what_was_changed_since() {
    let context = TestContext::with_agents();
    context.run("hooks disable greeter --agent milady");
    context.file(".milady/milady.json", "{ changed: 'by hand' }");
    let run = context.run("hooks undo --json");
    assert_eq!((run.status, &run.error()["code"]), (1, &json!("changed-meanwhile")));
    assert_eq!(context.read(".milady/milady.json"), "{ changed: 'by hand' }");
}

#[test]
fn reload() {
    let context = TestContext::with_agents();
    let before = context.tree();
    assert_snapshot!("reload_dry_run", context.run("hooks reload --dry-run"));
    assert_eq!(context.tree(), before, "nothing was touched");
    let dry = context.json("hooks reload --dry-run --agent zeroclaw");
    assert_eq!((&dry[0]["told"], &dry[0]["dry_run"]), (&json!(false), &json!(true)));
    assert_snapshot!("reload", context.run("hooks reload"));
    let stamp = context.read(".zeroclaw/workspace/.hooks-reload-stamp");
    assert!(stamp.parse::<u64>().unwrap() > 1_700_000_000, "Unix seconds: {stamp}");
    assert_snapshot!("reload_json", context.run("hooks reload --json"));
    assert_snapshot!("reload_nobody", TestContext::new().run("hooks reload"));
}

#[test]
fn what_is_broken_is_listed_with_its_change_and_repaired_by_name() {
    let context = TestContext::new();
    let file = ".milady/hooks/greeter/HOOK.md";
    let text = "---\nname: greeter\ndescription: Greets: always\nmetadata: {\"milady\":{\"events\":[\"gateway:startup\"]}}\n---\n# Mine\n";
    context.file(file, text);
    context.file(".milady/hooks/greeter/handler.ts", "export default () => {}\n");
    let list = context.json("hooks fix --runtime documented");
    let first = &list.as_array().unwrap()[0];
    assert_eq!(first["id"], "unquoted-text");
    assert_eq!(first["hook"], "milady/managed/greeter");
    assert_eq!(first["hooks"][0], "greeter");
    assert!(first["plan"]["files"][0]["diff"].as_str().unwrap().contains("+description: \"Greets"));
    let read = || std::fs::read_to_string(context.home.join(file)).unwrap();
    assert_eq!(read(), text, "a list changes nothing");
    let dry = context.json("hooks fix greeter --id unquoted-text --dry-run --runtime documented");
    assert_eq!(dry["changed"], true);
    assert_eq!(read(), text);
    let run = context.run("hooks fix greeter --id unquoted-text --runtime documented");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(read(), text.replace("Greets: always", "\"Greets: always\""));
    assert_eq!(context.json("hooks fix greeter --runtime documented"), serde_json::json!([]));
    let none = context.run("hooks fix greeter --id unquoted-text --runtime documented");
    assert_eq!(none.status, 1);
    context.run("hooks undo");
    assert_eq!(read(), text);
}

/// What takes one fault away is offered, and says that another one is left.
#[test]
fn a_fix_that_leaves_another_fault_says_so() {
    let context = TestContext::new();
    let file = ".milady/hooks/greeter/HOOK.md";
    context.file(file, "---\nname: greeter\ndescription: Greets: always\nmetadata: {\"milady\":{\"events\":[\"gateway:startup\"]}}\n---\n");
    let list = context.json("hooks fix greeter --runtime documented");
    let left = "It has no handler: Milady looks for handler.ts, handler, index.ts, index.";
    assert_eq!((&list[0]["id"], &list[0]["cures"]), (&"unquoted-text".into(), &false.into()));
    assert_eq!(list[0]["leaves"], left);
    let said = format!("Then something else is still wrong: {left}");
    let shown = context.run("hooks fix greeter --runtime documented").stdout;
    assert!(shown.contains(&said), "{shown}");
    let dry =
        context.run("hooks fix greeter --id unquoted-text --dry-run --runtime documented").stdout;
    assert!(dry.contains(&said), "{dry}");
    context.run("hooks fix greeter --id unquoted-text --runtime documented");
    let list = context.json("hooks fix greeter --runtime documented");
    assert_eq!((&list[0]["id"], &list[0]["cures"]), (&"no-handler".into(), &true.into()));
    assert!(list[0]["leaves"].is_null());
}

#[test]
fn context_files_are_listed_read_and_written() {
    let context = TestContext::new();
    context.file(".moltis/BOOT.md", "Good morning\n");
    let list = context.json("context list");
    let names: Vec<_> = list.as_array().unwrap().iter().map(|row| row["name"].clone()).collect();
    assert_eq!(names, ["BOOT.md", "TOOLS.md", "AGENTS.md"]);
    assert_eq!((&list[0]["exists"], &list[0]["bytes"]), (&true.into(), &13.into()));
    assert_eq!(context.run("context get BOOT.md").stdout, "Good morning\n");
    let run = context.run_with("context set TOOLS.md", "Use jq.\n");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(context.json("context get TOOLS.md")["text"], "Use jq.\n");
    context.run("hooks undo");
    assert!(!context.home.join(".moltis/TOOLS.md").exists());
    assert_eq!(context.run("context get NOTES.md").status, 1);
    let said = context.run("context get BOOT.md --agent openclaw --json").error();
    assert_eq!(said["message"], "OpenClaw has no context file named BOOT.md.");
}
