//! What an agent brings itself stays, and what Roll call heard is told.

use serde_json::{Value, json};

use super::context::TestContext;

/// An OpenClaw whose package is on this computer, with a hook of its own.
fn with_openclaws_own(name: &str) -> TestContext {
    let context = TestContext::new();
    context.file(".openclaw/openclaw.json", r#"{"hooks":{"internal":{"enabled":true}}}"#);
    let folder = format!("lib/node_modules/openclaw/dist/bundled/{name}");
    context.hook_md("openclaw", &folder, name, r#""events":["gateway:startup"]"#);
    context
}

fn run(context: &TestContext, args: &str) -> (i32, serde_json::Value, String) {
    let mut command = context.command();
    let bundled = context.home.join("lib/node_modules/openclaw/dist/bundled");
    let done =
        command.args(args.split(' ')).env("OPENCLAW_BUNDLED_HOOKS_DIR", bundled).output().unwrap();
    let error = String::from_utf8(done.stderr).unwrap();
    let status = done.status.code().unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    let document = if status == 0 { &text } else { &error };
    (status, serde_json::from_str(document).unwrap_or_default(), error)
}

#[test]
fn a_hook_of_the_agents_own_is_replaced_only_where_a_person_says_so() {
    let context = with_openclaws_own("boot-md");
    let place = context.home.join(".openclaw/hooks/boot-md");
    let install = "hooks install boot-md --agent openclaw";

    let (status, answer, _) = run(&context, &format!("{install} --json"));
    assert_eq!((status, &answer["error"]["code"]), (1, &json!("refused")), "{answer}");
    assert_eq!(
        answer["error"]["message"],
        "OpenClaw brings a hook named boot-md itself, and this one would take its place: nothing was installed."
    );
    assert!(answer["error"]["hint"].as_str().unwrap().contains("--replace"), "{answer}");
    assert!(!place.exists());

    let (status, answer, _) = run(&context, &format!("{install} --dry-run --json"));
    assert_eq!(status, 0, "{answer}");
    let title =
        "Install Boot notes for OpenClaw, in place of the boot-md that OpenClaw brings itself";
    assert_eq!(answer["title"], title);
    assert!(!place.exists());

    let (status, answer, error) = run(&context, &format!("{install} --replace --json"));
    assert_eq!(status, 0, "{answer} {error}");
    assert!(place.join("HOOK.md").is_file());

    let (status, answer, _) = run(&context, "hooks install welcome --agent openclaw --json");
    assert_eq!(status, 0, "a hook of another name is not in the way: {answer}");
}

#[test]
fn what_was_heard_is_listed() {
    let context = TestContext::new();
    assert_eq!(context.json("hooks seen"), json!([]));
    assert!(context.run("hooks seen").stdout.contains("hooks install roll-call"));
    let data =
        if cfg!(target_os = "macos") { "Library/Application Support" } else { ".local/share" };
    let line = |key: &str, at: &str| {
        format!("{{\"agent\":\"milady\",\"key\":\"{key}\",\"at\":\"{at}\",\"fields\":[\"cfg\"]}}\n")
    };
    let lines = [
        line("gateway:startup", "2026-11-21T10:00:00Z"),
        line("gateway:startup", "2026-11-22T10:00:00Z"),
        "torn\n".to_owned(),
    ];
    context.file(&format!("{data}/tacklebox/seen/milady.jsonl"), &lines.concat());
    assert_eq!(
        context.json("hooks seen"),
        json!([{
            "agent": "milady",
            "key": "gateway:startup",
            "last": "2026-11-22T10:00:00Z",
            "count": 2,
            "fields": ["cfg"],
        }])
    );
    assert_eq!(context.json("hooks seen --agent moltis"), json!([]));
    let text = context.run("hooks seen").stdout;
    assert!(text.contains("Milady") && text.contains("gateway:startup"), "{text}");
}

/// Tells of `key` as Roll call does.
fn heard(context: &TestContext, key: &str) {
    let data =
        if cfg!(target_os = "macos") { "Library/Application Support" } else { ".local/share" };
    let line = format!(
        "{{\"agent\":\"milady\",\"key\":\"{key}\",\"at\":\"2026-11-22T10:00:00Z\",\"fields\":[]}}\n"
    );
    context.file(&format!("{data}/tacklebox/seen/milady.jsonl"), &line);
}

/// By the version that people run.
const NOW: &str = "--runtime milady=2026-03-01";

fn for_commands(context: &TestContext) {
    context.file(
        ".milady/hooks/mine/HOOK.md",
        "---\nname: mine\ndescription: d\nmetadata: {\"milady\":{\"events\":[\"command:new\"]}}\n---\n",
    );
    context.file(".milady/hooks/mine/handler.ts", "export default () => {};\n");
}

#[test]
fn what_was_heard_is_sent_wherever_that_is_said() {
    let context = TestContext::new();
    for_commands(&context);
    let said = |context: &TestContext| {
        let info = context.json(&format!("hooks info mine --agent milady {NOW}"));
        let agents = context.json(&format!("agents {NOW}"));
        let milady = agents.as_array().unwrap().iter().find(|it| it["agent"] == "milady").unwrap();
        let sends = milady["runtime"]["sends"].as_array().unwrap();
        let fired = context.json(&format!("hooks fire command:new --agent milady --dry-run {NOW}"));
        (
            info["state"].clone(),
            info["triggers"][0]["sent"].clone(),
            sends.contains(&json!("command:new")),
            fired["runs"][0]["sent"].clone(),
        )
    };
    assert_eq!(said(&context), (json!("not-called"), json!(false), false, json!(false)));
    heard(&context, "command:new");
    assert_eq!(said(&context), (json!("ready"), json!(true), true, Value::Null));
}

#[test]
fn a_restart_is_not_asked_for_where_it_brings_nothing() {
    let context = TestContext::new();
    for_commands(&context);
    assert!(
        !context
            .run(&format!("hooks disable mine --agent milady {NOW}"))
            .stdout
            .contains("Restart Milady"),
        "off"
    );
    assert!(
        !context
            .run(&format!("hooks enable mine --agent milady {NOW}"))
            .stdout
            .contains("Restart Milady")
    );
    let pending = |context: &TestContext| {
        let agents = context.json(&format!("agents {NOW}"));
        let milady = agents.as_array().unwrap().iter().find(|it| it["agent"] == "milady").unwrap();
        milady["pending"].clone()
    };
    for what in ["remove mine", "restore mine", "remove mine", "undo"] {
        let text = context.run(&format!("hooks {what} --agent milady {NOW}")).stdout;
        assert!(!text.contains("Restart Milady"), "{what}: {text}");
    }
    assert_eq!(pending(&context), json!([]));
    heard(&context, "command:new");
    // What comes before the change that is taken back waits still.
    for value in ["false", "true"] {
        context.run(&format!("config set hooks.internal.enabled {value} --agent milady {NOW}"));
    }
    let text = context.run(&format!("hooks undo {NOW}")).stdout;
    assert!(text.contains("Restart Milady"), "{text}");
    context.run(&format!("hooks undo {NOW}"));
    let text = context.run(&format!("hooks disable mine --agent milady {NOW}")).stdout;
    assert!(text.contains("Restart Milady"), "{text}");
    assert_eq!(pending(&context).as_array().unwrap().len(), 4, "{}", pending(&context));
}

#[test]
fn a_hook_of_a_sister_is_not_said_to_work_where_nothing_calls_it() {
    let context = TestContext::new();
    let front = "---\nname: mine\ndescription: d\nmetadata: {\"openclaw\":{\"events\":[\"command:new\"]}}\n---\n";
    context.file(".milady/hooks/mine/HOOK.md", front);
    context.file(".milady/hooks/mine/handler.ts", "export default () => {};\n");
    let text = context.run(&format!("hooks fix mine --agent milady --dry-run {NOW}")).stdout;
    assert!(text.contains("Let Milady read mine"), "{text}");
    assert!(text.contains("never sends command:new"), "{text}");
    heard(&context, "command:new");
    let text = context.run(&format!("hooks fix mine --agent milady --dry-run {NOW}")).stdout;
    assert!(text.contains("Make mine work with Milady"), "{text}");
}

#[test]
fn a_file_that_another_program_makes_is_not_a_sign_of_an_agent() {
    let context = TestContext::new();
    let found = |context: &TestContext| {
        let agents = context.json("agents");
        let eliza = agents.as_array().unwrap().iter().find(|it| it["agent"] == "eliza").unwrap();
        eliza["found"].clone()
    };
    context.file(".eliza/skills.json", "{}\n");
    assert_eq!(found(&context), json!(false));
    context.file(".eliza/eliza.json", "{}\n");
    assert_eq!(found(&context), json!(true));
}

#[test]
fn what_no_schema_here_knows_is_not_called_accepted() {
    let context = TestContext::new();
    let said = |context: &TestContext, config: &str| {
        context.file(".openclaw/openclaw.json", config);
        let agents = context.json("agents --runtime openclaw=2026.9.6");
        let it = agents.as_array().unwrap().iter().find(|it| it["agent"] == "openclaw").unwrap();
        it["runtime"]["config"].clone()
    };
    assert_eq!(said(&context, r#"{"hooks":{"internal":{"enabled":true}}}"#), "accepted");
    assert_eq!(said(&context, r#"{"channels":{"telegram":{"botToken":"7"}}}"#), "unknown");
    assert_eq!(said(&context, r#"{"channels":{"telegram":{"botToken":7}}}"#), "refused");
    assert_eq!(said(&context, r#"{"plugins":{"entries":{"x":{"config":{"a":1}}}}}"#), "unknown");
    assert_eq!(said(&context, r#"{"channels":{"telegram":{"botToken":7}},"odd":1}"#), "refused");
}

/// One cause, one change: under the name of any hook that it breaks, or of none.
#[test]
fn several_entries_of_moltis_config_are_fixed_at_once_by_any_of_their_names() {
    const FILE: &str = ".config/moltis/moltis.toml";
    let context = TestContext::new();
    let entry = |name: &str| {
        format!(
            "[[hooks]] # of Ana\nname = \"{name}\"\nevents = [\"Command\"]\ncommand = \"true\"\ntimeout = 9\n\n"
        )
    };
    let text =
        format!("# Mine.\n{}[server]\nport = 1\n", ["one", "two", "three"].map(entry).concat());
    context.file(FILE, &text);
    let read = || std::fs::read_to_string(context.home.join(FILE)).unwrap();
    let list = context.json("hooks fix");
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), 1, "{list:?}");
    assert_eq!(list[0]["id"], "moltis-config-table");
    assert_eq!(list[0]["hooks"], serde_json::json!(["one", "two", "three"]));
    for fix in ["hooks fix two --id moltis-config-table", "hooks fix --id moltis-config-table"] {
        let dry = context.run(&format!("{fix} --dry-run"));
        assert_eq!(dry.status, 0, "{dry}");
        assert_eq!(dry.stdout.matches("+[[hooks.hooks]] # of Ana").count(), 3, "{dry}");
        assert_eq!(read(), text, "a dry run changes nothing");
        let run = context.run(fix);
        assert_eq!(run.status, 0, "{run}");
        assert_eq!(read(), text.replace("[[hooks]]", "[[hooks.hooks]]"));
        assert_eq!(context.json("hooks fix"), serde_json::json!([]));
        assert_eq!(context.run("hooks undo").status, 0);
        assert_eq!(read(), text);
    }
}

#[test]
fn a_fix_of_a_manifest_shows_its_change_in_every_format() {
    let context = TestContext::new();
    context.file(
        ".moltis/hooks/a/HOOK.md",
        "+++\nname = \"a\"\nevents = [\"BeforeToolCall\"]\ncommand = \"true\"\nproirity = 5\n+++\n",
    );
    context.file(
        ".zeroclaw/workspace/hooks/b/HOOK.toml",
        "[hook]\nname = \"b\"\nevent = \"on_session_start\"\nproirity = 5\n\n[hook.action.shell]\ncommand = \"true\"\n",
    );
    context.hook_md("milady", ".milady/hooks/c", "c", r#""event":["command:new"]"#);
    for (hook, new) in [
        ("a --agent moltis", "priority = 5"),
        ("b --agent zeroclaw", "priority = 5"),
        ("c --agent milady", "\"events\""),
    ] {
        let dry = context.run(&format!("hooks fix {hook} --dry-run"));
        let added = |line: &str| line.trim_start().starts_with('+') && line.contains(new);
        assert!(dry.stdout.lines().any(added), "{hook}: {dry}");
    }
}
