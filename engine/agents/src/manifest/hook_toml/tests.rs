use super::*;

/// A manifest that is whole; the tests change one line of it.
const SOUND: &str = r#"[hook]
name = "deploy-guard"
description = "Asks before a deploy"
version = "1.2"
event = "before_tool_call"
priority = 10
enabled = false
skip_security_audit = true

[hook.action.shell]
command = "bash ./run.sh"
timeout_secs = 20
workdir = "/tmp"

[hook.conditions]
channels = ["telegram"]
users = ["admin"]
pattern = ".*deploy.*"
"#;

#[test]
fn a_shell_hook_with_everything() {
    let manifest = parse(SOUND).unwrap();
    let expected = Manifest {
        name: "deploy-guard".into(),
        description: "Asks before a deploy".into(),
        version: Some("1.2".into()),
        events: vec!["before_tool_call".into()],
        priority: Some(10),
        enabled: Some(false),
        skip_security_audit: true,
        action: Some(Action::Shell {
            command: "bash ./run.sh".into(),
            timeout_secs: Some(20),
            workdir: Some("/tmp".into()),
            line: 11,
        }),
        conditions: Some(Conditions {
            channels: vec!["telegram".into()],
            users: vec!["admin".into()],
            pattern: Some(".*deploy.*".into()),
            ..Default::default()
        }),
        ..Manifest::default()
    };
    assert_eq!(manifest, expected);
}

#[test]
fn an_http_hook_and_a_prompt_hook() {
    let action = |table: &str| {
        let text = format!("[hook]\nname = \"a\"\nevent = \"on_llm_input\"\n{table}\n");
        parse(&text).unwrap().action.unwrap()
    };
    assert_eq!(
        action(
            "[hook.action.http]\nurl = \"https://example.com/x\"\nmethod = \"PUT\"\nheaders = { A = \"b\" }\nbody = \"hi\"\ntimeout_secs = 5"
        ),
        Action::Http {
            url: "https://example.com/x".into(),
            method: Some("PUT".into()),
            headers: [("A".to_owned(), "b".to_owned())].into(),
            body: Some("hi".into()),
            timeout_secs: Some(5),
        }
    );
    for (position, prepend) in
        [("", true), ("position = \"prepend\"", true), ("position = \"append\"", false)]
    {
        assert_eq!(
            action(&format!("[hook.action.prompt_inject]\ncontent = \"Be kind\"\n{position}")),
            Action::Prompt { content: "Be kind".into(), prepend }
        );
    }
}

#[test]
fn unknown_fields_and_a_byte_order_mark_are_no_error() {
    let manifest = parse(&format!("\u{feff}{SOUND}[other]\nx = 1\n")).unwrap();
    assert!(manifest.shape.bom);
    assert_eq!(manifest.name, "deploy-guard");
}

#[test]
fn what_zeroclaw_refuses_is_refused_with_line_and_reason() {
    let long = format!("name = \"{}\"", "a".repeat(65));
    let http = "[hook.action.http]\nurl = ";
    let prompt = "[hook.action.prompt_inject]\ncontent = ";
    let cases: Vec<(&str, String, u32, &str)> = vec![
        ("name = \"deploy-guard\"", "".into(), 1, "the hook has no `name`"),
        ("name = \"deploy-guard\"", "name = \"\"".into(), 2, "the hook has no `name`"),
        (
            "name = \"deploy-guard\"",
            "name = \"a b\"".into(),
            2,
            "`name` may have 1 to 64 letters, digits and hyphens, nothing else",
        ),
        (
            "name = \"deploy-guard\"",
            long,
            2,
            "`name` may have 1 to 64 letters, digits and hyphens, nothing else",
        ),
        ("name = \"deploy-guard\"", "name = 5".into(), 2, "`name` must be a text in quotes"),
        ("event = \"before_tool_call\"", "".into(), 1, "the hook has no `event`"),
        (
            "event = \"before_tool_call\"",
            "event = \"before_toolcall\"".into(),
            5,
            "there is no event `before_toolcall`; did you mean `before_tool_call`?",
        ),
        ("priority = 10", "priority = \"high\"".into(), 6, "`priority` must be a whole number"),
        ("enabled = false", "enabled = \"no\"".into(), 7, "`enabled` must be `true` or `false`"),
        ("enabled = false", "priority = 1".into(), 7, "`priority` is given twice"),
        ("command = \"bash ./run.sh\"", "command = \" \"".into(), 11, "`command` is empty"),
        ("command = \"bash ./run.sh\"", "".into(), 10, "the action has no `command`"),
        ("timeout_secs = 20", "timeout_secs = 0".into(), 12, "`timeout_secs` must be at least 1"),
        (
            "timeout_secs = 20",
            "timeout_secs = -1".into(),
            12,
            "`timeout_secs` must be a whole number, not below 0",
        ),
        (
            "[hook.conditions]",
            format!("{http}\"https://x.example\"\n[hook.conditions]"),
            15,
            "the hook has more than one action; it may have one",
        ),
        (
            "pattern = \".*deploy.*\"",
            "pattern = \"(\"".into(),
            18,
            "`pattern` is not a valid regular expression",
        ),
        (
            "channels = [\"telegram\"]",
            "channels = [\"telegram\"".into(),
            16,
            "the list that begins here is never closed",
        ),
        (
            "[hook.action.shell]\ncommand = \"bash ./run.sh\"",
            format!("{http}\"\""),
            11,
            "`url` is empty",
        ),
        (
            "[hook.action.shell]\ncommand = \"bash ./run.sh\"",
            format!("{http}\"ftp://x\""),
            11,
            "`url` must begin with `http://` or `https://` and name a host",
        ),
        (
            "[hook.action.shell]\ncommand = \"bash ./run.sh\"",
            format!("{http}\"https:///x\""),
            11,
            "`url` must begin with `http://` or `https://` and name a host",
        ),
        (
            "[hook.action.shell]\ncommand = \"bash ./run.sh\"",
            format!("{prompt}\"\""),
            11,
            "`content` is empty",
        ),
        (
            "[hook.action.shell]\ncommand = \"bash ./run.sh\"",
            format!("{prompt}\"x\"\nposition = \"top\""),
            12,
            "`position` must be `prepend` or `append`",
        ),
    ];
    for (from, to, line, message) in cases {
        let broken = parse(&SOUND.replacen(from, &to, 1)).unwrap_err();
        assert_eq!((broken.line, broken.message.as_str()), (Some(line), message), "{to}");
    }
}

#[test]
fn a_hook_without_table_or_action_is_refused() {
    assert_eq!(parse("").unwrap_err().message, "the manifest has no `[hook]` table");
    let broken = parse("[hook]\nname = \"a\"\nevent = \"on_llm_input\"\n").unwrap_err();
    assert!(broken.message.starts_with("the hook has no action"));
}

#[test]
fn a_broken_hook_keeps_its_name_where_it_can_be_read() {
    for (from, to) in [
        ("event = \"before_tool_call\"", "event = \"x\""),
        ("priority = 10", "priority = ["),
        ("timeout_secs = 20", "timeout_secs = 0"),
    ] {
        let broken = parse(&SOUND.replace(from, to)).unwrap_err();
        assert_eq!(broken.name.as_deref(), Some("deploy-guard"), "{to}");
    }
}
