//! What an agent brings itself stays, and what Roll call heard is told.

use serde_json::json;

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
