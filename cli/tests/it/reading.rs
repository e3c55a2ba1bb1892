//! The commands that only look.

use insta::assert_snapshot;

use super::context::TestContext;
use super::fire::with_node;

#[test]
fn agents() {
    let context = TestContext::with_agents();
    assert_snapshot!("agents", context.run("agents"));
    assert_snapshot!("agents_verbose", context.run("agents --verbose"));
    assert_snapshot!("agents_json", context.run("agents --json"));
    let none = TestContext::new();
    assert_snapshot!("agents_none", none.run("agents"));
    assert_eq!(none.json("agents").as_array().unwrap().len(), 5);
}

#[test]
fn events() {
    let context = TestContext::new();
    assert_snapshot!("events", context.run("events --agent zeroclaw"));
    assert_snapshot!("events_json", context.run("events --agent zeroclaw --json"));
    let all = context.json("events");
    let agents: std::collections::BTreeSet<&str> =
        all.as_array().unwrap().iter().map(|row| row["agent"].as_str().unwrap()).collect();
    assert_eq!(agents.len(), 5, "what events there are does not depend on what is installed");
}

#[test]
fn events_are_those_of_the_version_in_force() {
    let context = TestContext::new();
    let of = |version: &str| {
        context.json(&format!("events --agent openclaw --runtime openclaw={version}"))
    };
    let has = |rows: &serde_json::Value, key: &str| {
        let row = rows.as_array().unwrap().iter().find(|row| row["key"] == key);
        row.map(|row| row["modifying"] == true)
    };
    let nine = of("2026.9.6");
    for (key, modifying) in [
        ("before_tool_call", Some(true)),
        ("message_received", Some(false)),
        ("after_tool_call", Some(false)),
        ("before_compaction", Some(false)),
        ("before_install", Some(true)),
        ("llm_input", Some(false)),
        ("command:new", Some(false)),
        ("before_agent_start", None),
        ("before-agent-start", None),
        ("before-tool-call", None),
    ] {
        assert_eq!(has(&nine, key), modifying, "{key}");
    }
    assert_eq!(has(&of("2026.7.35"), "before_agent_start"), Some(true));
    assert_eq!(has(&of("documented"), "before-agent-start"), Some(true));
    let typed =
        nine.as_array().unwrap().iter().filter(|row| row["key"].as_str().unwrap().contains('_'));
    assert_eq!(typed.count(), 42);
}

#[test]
fn list() {
    let context = TestContext::with_agents();
    assert_snapshot!("list", context.run("hooks list"));
    assert_snapshot!("list_verbose", context.run("hooks list -v --agent milady"));
    assert_snapshot!("list_state", context.run("hooks list --state needs-setup"));
    assert_snapshot!("list_eligible", context.run("hooks list --eligible --agent milady"));
    assert_snapshot!("list_nothing", context.run("hooks list --state off --agent eliza"));
    assert_snapshot!("list_color", context.run("hooks list --agent milady --color always"));
    assert_snapshot!("list_json", context.run("hooks list --agent milady --json"));
}

#[test]
fn list_is_by_agent_then_name_then_precedence() {
    let hooks = TestContext::with_agents().json("hooks list");
    let ids: Vec<&str> =
        hooks.as_array().unwrap().iter().map(|hook| hook["id"].as_str().unwrap()).collect();
    let place = |id: &str| ids.iter().position(|one| *one == id).unwrap();
    assert!(place("milady/workspace/twice") < place("milady/managed/twice"), "the winner first");
    assert!(place("milady/managed/torn") < place("eliza/managed/greeter"));
    assert!(place("zeroclaw/managed/pulse") < place("moltis/managed/guard"));
}

#[test]
fn list_where_nothing_is_found() {
    let none = TestContext::new();
    assert_snapshot!("list_no_agent", none.run("hooks list"));
    assert_eq!(none.json("hooks list"), serde_json::json!([]));
    assert_eq!(none.json("hooks list --agent moltis"), serde_json::json!([]), "not even built-ins");
    none.file(".milady/milady.json", "{}");
    assert_snapshot!("list_no_hooks", none.run("hooks list"));
}

#[test]
fn info() {
    let context = TestContext::with_agents();
    assert_snapshot!("info", context.run("hooks info digest"));
    assert_snapshot!("info_json", context.run("hooks info digest --json"));
    assert_snapshot!("info_moltis", context.run("hooks info guard"));
    assert_snapshot!("info_broken", context.run("hooks info torn"));
    assert_snapshot!("info_builtin", context.run("hooks info moltis/builtin/boot-md"));
}

#[test]
fn info_takes_the_winner_of_a_name_and_any_by_its_id() {
    let context = TestContext::with_agents();
    assert_eq!(context.json("hooks info twice")["id"], "milady/workspace/twice");
    let replaced = context.json("hooks info milady/managed/twice");
    assert_eq!(replaced["state"], "replaced");
    assert_eq!(replaced["replaced_by"], "workspace");
}

#[test]
fn check() {
    let context = TestContext::with_agents();
    let run = context.run("hooks check");
    assert_eq!(run.status, 1);
    assert_snapshot!("check", run);
    assert_snapshot!("check_json", context.run("hooks check --json"));
    assert_snapshot!("check_clean", context.run("hooks check --agent openclaw"));
    assert_snapshot!("check_no_agent", TestContext::new().run("hooks check"));
}

#[test]
fn check_with_load_imports_every_module_and_calls_no_handler() {
    let context = with_node();
    told_version(&context);
    let hook = |name: &str, fields: &str, handler: &str| {
        context.hook_md("openclaw", &format!(".openclaw/hooks/{name}"), name, fields);
        context.file(&format!(".openclaw/hooks/{name}/handler.ts"), handler);
    };
    let listens = r#""events":["command"]"#;
    hook("fine", listens, "export default () => { throw new Error('it was called'); };\n");
    hook("other", r#""events":["command"],"export":"run""#, "export const runs = () => {};\n");
    hook("torn", listens, "throw new Error('no such thing');\n");
    hook("lacks", r#""events":["command"],"requires":{"env":["NO_SUCH"]}"#, "torn(\n");
    context.file(
        ".openclaw/openclaw.json",
        "{hooks: {handlers: [{event: 'message-sent', module: '~/.openclaw/hooks/fine/handler.ts', export: 'gone'}]}}\n",
    );
    context.file(
        ".openclaw/extensions/audit/index.js",
        "exports.register = (api) => { for (const event of ['message-sent', 'mesage-sent']) api.registerHook({ event, handler() {} }); };\n",
    );
    assert_eq!(context.run("hooks check --agent openclaw").status, 0);
    let run = context.run("hooks check --load --agent openclaw");
    assert_eq!(run.status, 1);
    assert_snapshot!("check_load", run);
    assert_snapshot!("check_load_json", context.run("hooks check --load --agent openclaw --json"));
}

/// The same Node, which calls itself by one name on every computer.
fn told_version(context: &TestContext) {
    context.script(
        "node",
        &format!(
            "[ \"$*\" = --version ] && echo v24.16.0 && exit\nPATH={:?} exec node \"$@\"\n",
            env!("PATH")
        ),
    );
}

#[test]
fn check_with_load_uses_the_runtime_of_the_agent_where_it_is() {
    let context = TestContext::new();
    context.hook_md("openclaw", ".openclaw/hooks/a", "a", r#""events":["command:new"]"#);
    let config = r#"{"hooks": {"internal": {"enabled": true}}}"#;
    context.file(".openclaw/openclaw.json", config);
    // It says what it takes, and that it was asked to load.
    let node = |takes: &str| {
        let script =
            "case \"$1\" in --version) echo v26.10.0;; -p) echo TAKES;; *) exit 7;; esac\n";
        context.script("node", &script.replace("TAKES", takes));
    };
    let load = "hooks check --load --agent openclaw --runtime openclaw=2026.9.6";
    node("strip");
    let report = &context.json(load)[0];
    let program = context.file("bin/node", "").display().to_string();
    assert_eq!(
        report["loaded_by"],
        serde_json::json!({"name": "node", "program": program, "version": "26.10.0", "own": true, "why": null})
    );
    assert_eq!(report["failed"], serde_json::json!(["a"]), "that Node ends at once");
    node("''");
    let by = context.json(load)[0]["loaded_by"].clone();
    assert_eq!(by["own"], false);
    assert_eq!(by["why"], "~/bin/node is version 26.10.0, which takes no TypeScript");
    let text = context.run(load).stdout;
    assert!(text.contains("not by OpenClaw's own runtime: ~/bin/node is version"), "{text}");
    assert!(context.json("hooks check --agent openclaw")[0]["loaded_by"].is_null());
}

#[test]
fn check_tells_the_line_of_a_config_that_does_not_parse() {
    let context = TestContext::new();
    context.file(".milady/milady.json", "{\n  hooks: {,\n}\n");
    let run = context.run("hooks check --json");
    assert_eq!(run.status, 1);
    assert_snapshot!("check_config", run);
}

#[test]
fn audit() {
    let context = TestContext::with_agents();
    let run = context.run("hooks audit guard");
    assert_eq!(run.status, 1);
    assert_snapshot!("audit", run);
    assert_snapshot!("audit_json", context.run("hooks audit guard --json"));
    assert_snapshot!("audit_clean", context.run("hooks audit pulse"));
    assert_eq!(
        context.json("hooks audit pulse"),
        serde_json::json!({"findings": [], "unread": []})
    );
    assert_eq!(context.run("hooks audit ./.moltis/hooks/guard").status, 1, "a folder");
    assert_eq!(context.run("hooks audit ~/.moltis/hooks/guard").status, 1, "under the home");
    assert_eq!(context.run("hooks audit .milady/hooks/greeter").status, 0);
}

#[test]
fn a_handler_of_the_gateway_is_called_when_its_moment_says() {
    let context = TestContext::new();
    context.file(
        ".openclaw/openclaw.json",
        "{hooks: {handlers: [{event: 'before-tool-call', module: '~/.openclaw/hooks/fine/guard.ts'}]}}\n",
    );
    context.file(".openclaw/hooks/fine/guard.ts", "export default () => {};\n");
    let list = context.json("hooks list --agent openclaw");
    let id = list[0]["id"].as_str().unwrap().to_owned();
    let info = context.run_words("hooks info --json", &[&id]).document();
    assert_eq!(info["triggers"][0]["moment"], "tool.before", "{info}");
}

#[test]
fn what_comes_to_nothing_is_not_counted_as_ready() {
    let context = TestContext::new();
    let text = "+++\nname = \"a\"\nevents = [\"Command\"]\ncommand = \"\"\ntimeout = 5\n+++\n";
    context.file(".moltis/hooks/a/HOOK.md", text);
    let listed = context.run("hooks list --agent moltis --runtime moltis=2026-08-21");
    let said = listed.stdout.lines().last().unwrap_or_default();
    assert_eq!(said, "4 hooks: 3 ready, 1 without effect", "{}", listed.stdout);
}
