//! Events fired at real hooks: shells and modules run.

use insta::assert_snapshot;
use serde_json::json;
use tacklebox_testing::hooks::as_listed;

use super::context::TestContext;

fn moltis(context: &TestContext, name: &str, priority: i32, command: &str) {
    let text = format!(
        "+++\nname = \"{name}\"\nevents = [\"BeforeToolCall\"]\ncommand = {}\npriority = {priority}\n+++\n",
        json!(command)
    );
    context.file(&format!(".moltis/hooks/{name}/HOOK.md"), &text);
}

/// A home with the real node, wherever this computer has it.
pub fn with_node() -> TestContext {
    let context = TestContext::new();
    context.script("node", &format!("PATH={:?} exec node \"$@\"\n", env!("PATH")));
    context
}

#[test]
fn runs_come_in_order_with_what_each_did() {
    let context = TestContext::new();
    moltis(&context, "flag", 2, r#"echo '{"action":"modify","data":{"command":"set -e; ls"}}'"#);
    moltis(&context, "logger", 1, "echo one line");
    let fired = context.json("hooks fire BeforeToolCall --agent moltis");
    assert_eq!(fired["outcome"], "modify");
    assert_eq!(fired["data"]["arguments"], json!({"command": "set -e; ls"}));
    let runs = fired["runs"].as_array().unwrap();
    assert_eq!((&runs[0]["hook"], &runs[0]["outcome"]), (&json!("flag"), &json!("modify")));
    assert_eq!((&runs[1]["stdout"], &runs[1]["exit_code"]), (&json!("one line\n"), &json!(0)));
    for field in ["event", "outcome", "data", "reason", "messages", "runs"] {
        assert!(fired.get(field).is_some(), "{field}");
    }
    for field in
        ["hook", "key", "outcome", "reason", "duration_ms", "exit_code", "stdout", "stderr"]
    {
        assert!(runs[0].get(field).is_some(), "{field}");
    }
}

#[test]
fn a_block_is_an_answer_and_a_failure_is_exit_status_1() {
    let context = TestContext::new();
    moltis(&context, "guard", 2, "echo 'not here' >&2; exit 1");
    moltis(&context, "after", 1, "exit 0");
    assert_snapshot!(
        "fire_block",
        context.run("hooks fire BeforeToolCall --agent moltis --dry-run")
    );
    let run = context.run("hooks fire BeforeToolCall --agent moltis");
    assert_eq!(run.status, 0);
    assert!(run.stdout.contains("guard stopped it: not here"), "{}", run.stdout);
    moltis(&context, "broken", 3, "exit 7");
    let run = context.run("hooks fire BeforeToolCall --agent moltis --hook broken");
    assert_eq!(run.status, 1, "{}", run.stdout);
}

#[test]
fn one_that_is_off_is_fired_by_its_name_and_stays_off() {
    let context = TestContext::new();
    moltis(&context, "quiet", 1, "echo it ran");
    context.json("hooks disable quiet --agent moltis");
    let all = context.json("hooks fire BeforeToolCall --agent moltis");
    assert_eq!(all["runs"], json!([]), "nobody named it: {all}");
    let fired = context.json("hooks fire BeforeToolCall --agent moltis --hook quiet");
    assert_eq!(fired["runs"][0]["stdout"], "it ran\n", "{fired}");
    assert_eq!(context.json("hooks info quiet --agent moltis")["enabled"], false);
}

#[test]
fn data_is_typed_or_in_a_file() {
    let context = TestContext::new();
    context.script("cat", "exec /bin/cat\n");
    moltis(&context, "echo", 0, "cat >&2");
    context.file("data.json", r#"{"tool": "from-a-file"}"#);
    let file = context.home.join("data.json");
    let fired = context.json(&format!(
        "hooks fire BeforeToolCall --agent moltis --session s-1 --data @{}",
        file.display()
    ));
    let payload: serde_json::Value =
        serde_json::from_str(fired["runs"][0]["stderr"].as_str().unwrap()).unwrap();
    assert_eq!(payload["tool_name"], "from-a-file");
    assert_eq!(payload["session_key"], "s-1");
}

#[test]
fn what_cannot_be_fired_is_refused_with_the_way_out() {
    let context = TestContext::new();
    moltis(&context, "guard", 2, "exit 0");
    assert_snapshot!(
        "fire_unknown",
        context.run("hooks fire before_tool_call --agent moltis --json")
    );
    assert_snapshot!(
        "fire_bad_data",
        context.run("hooks fire BeforeToolCall --agent moltis --data {")
    );
    assert_snapshot!("fire_nobody", context.run("hooks fire SessionEnd --agent moltis"));
}

#[test]
fn a_new_module_hook_says_its_message() {
    let context = with_node();
    let new = "hooks new greeter --event command:hello --agent milady";
    let refused = context.run(&format!("{new} --on --json")).error();
    assert_eq!(refused["message"], "Its program is not filled in, so it cannot be on.");
    assert_eq!(context.run(new).status, 0);
    assert_eq!(context.run("hooks enable greeter --json").error()["code"], "bad-value");
    let handler = ".milady/hooks/greeter/handler.ts";
    let text = context.read(handler);
    let (program, _) = text.split_once(" // TODO").unwrap();
    context.file(handler, &format!("{program}\n}}\n"));
    assert_eq!(context.run("hooks enable greeter").status, 0);
    let fired = context.json("hooks fire command:hello --agent milady");
    assert_eq!(fired["messages"], json!(["Greeter saw command:hello"]), "{fired}");
}

#[test]
fn a_plugin_is_fired_by_its_name_and_listed_where_it_may_listen() {
    let context = with_node();
    context.file(
        ".openclaw/extensions/audit/index.ts",
        "export default (api: any) => api.registerHook({ event: 'message-sent', handler: (ctx: any) => console.log(ctx.direction) });\n",
    );
    context.file(".openclaw/extensions/torn/readme.md", "");
    assert_snapshot!(
        "fire_plugins_dry",
        context.run("hooks fire message-sent --agent openclaw --dry-run")
    );
    let fired = context.json("hooks fire message-sent --hook audit");
    assert_eq!(
        (&fired["runs"][0]["hook"], &fired["runs"][0]["stdout"]),
        (&json!("audit"), &json!("sent\n"))
    );
    assert_snapshot!(
        "fire_plugin_elsewhere",
        context.run("hooks fire session-end --hook openclaw/plugin/audit")
    );
    assert_snapshot!("fire_plugin_torn", context.run("hooks fire session-end --hook torn"));
}

#[test]
fn a_hook_sees_the_home_that_was_named_and_not_the_real_one() {
    let context = TestContext::new();
    moltis(&context, "where", 0, "echo $HOME");
    let mut command = context.command();
    let args = ["hooks", "fire", "BeforeToolCall", "--agent", "moltis", "--json", "--home"];
    command.args(args).arg(&context.home).env("HOME", "/the/real/one");
    let fired: serde_json::Value =
        serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    assert_eq!(fired["runs"][0]["stdout"], format!("{}\n", context.home.display()));
}

#[test]
fn beside_fires_it_once_more_by_another_version_and_names_what_differs() {
    let context = TestContext::new();
    // The text calls the higher priority first; the version that people run takes folders as the disk lists them.
    let [one, other] = as_listed(&context.home.join(".moltis/hooks"), ["a", "b"]);
    moltis(&context, one, 1, r#"echo '{"action":"modify","data":{"command":"one"}}'"#);
    moltis(&context, other, 2, r#"echo '{"action":"modify","data":{"command":"other"}}'"#);
    let fired = context.json("hooks fire BeforeToolCall --agent moltis --beside=2026-08-21");
    assert_eq!(fired["data"]["arguments"], json!({"command": "one"}));
    let beside = &fired["beside"];
    assert_eq!((&beside["of"], &beside["runtime"]), (&json!("documented"), &json!("2026-08-21")));
    let called: Vec<_> =
        beside["runs"].as_array().unwrap().iter().map(|run| &run["hook"]).collect();
    assert_eq!(called, ["auto-checkpoint", one, other]);
    let differences = beside["differences"].as_array().unwrap();
    let order = differences.iter().find(|it| it["what"] == "order").unwrap();
    assert_eq!(
        *order,
        json!({
            "hook": null,
            "what": "order",
            "here": format!("{other} and {one}"),
            "there": format!("{one} and {other}"),
        })
    );
    assert!(differences.iter().any(|it| it["what"] == "data"), "{differences:?}");
    let shown = context.run("hooks fire BeforeToolCall --agent moltis --beside");
    assert!(shown.stdout.contains("Beside it, by version 2026-08-21:\n"), "{}", shown.stdout);
    let text = format!(
        "  the order\n    its documentation: {other} and {one}\n    version 2026-08-21: {one} and {other}\n"
    );
    assert!(shown.stdout.contains(&text), "{}", shown.stdout);
    let dry = context.run("hooks fire BeforeToolCall --agent moltis --dry-run --beside");
    assert!(dry.stdout.contains("  the order\n"), "{}", dry.stdout);
    let plain = context.json("hooks fire BeforeToolCall --agent moltis");
    assert!(plain.get("beside").is_none());
    for (args, says) in [
        ("--beside=0.0.1", "Known are: "),
        ("--beside=2026.9.6", "Known are: documented, 2026-08-21."),
        ("--beside --no-box", "cannot be used with"),
        ("--beside --allow-network", "cannot be used with"),
    ] {
        let run = context.run(&format!("hooks fire BeforeToolCall --agent moltis {args}"));
        assert_eq!(run.status, 2, "{args}");
        assert!(run.stderr.contains(says), "{}", run.stderr);
    }
}
