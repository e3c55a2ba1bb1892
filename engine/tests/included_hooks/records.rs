//! tool-logger and daily-summary: what they write, and what they do not.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::{Value, json};
use tacklebox_engine::dispatch::Verdict;
use tacklebox_engine::hook::AgentId;

use super::home::{Home, SHELL_AGENTS, data_dir, key};

const SECRET: &str = "sk-0123456789abcdef0123456789abcdef";

fn log(agent: AgentId) -> &'static str {
    key(agent, ".moltis/logs/tools.log", "tool_log.log")
}

async fn tool_call(home: &Home, agent: AgentId, data: Option<Value>) {
    let run = home.run(agent, key(agent, "AfterToolCall", "on_after_tool_call"), data).await;
    assert_eq!((run.outcome, run.stderr.as_str()), (Verdict::Continue, ""), "{run:?}");
    assert_eq!(run.stdout, "");
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn call() -> Value {
    let arguments = json!({"command": format!("curl -H \"x: {SECRET}\""), "cwd": "a\tb"});
    json!({"tool": "bash \"é\" \\ \n", "arguments": arguments, "success": false, "result": SECRET, "duration_ms": 12})
}

#[tokio::test]
async fn each_tool_call_is_one_line_that_says_nothing_of_what_was_given() {
    for agent in SHELL_AGENTS {
        let home = Home::new();
        home.install(agent, "tool-logger");
        tool_call(&home, agent, None).await;
        tool_call(&home, agent, Some(call())).await;
        tool_call(&home, agent, Some(json!({}))).await;
        let text = home.read(log(agent));
        assert!(!text.contains("sk-") && !text.contains("ls -la"), "{text}");
        let lines = lines(&text);
        // The sample has the name that the agent's own tool has.
        let tool = if agent == AgentId::Moltis { "exec" } else { "shell" };
        assert_eq!(
            (&lines[0]["tool"], &lines[0]["success"], &lines[0]["duration_ms"]),
            (&json!(tool), &json!(true), &json!(12))
        );
        assert_eq!(
            (&lines[1]["tool"], &lines[1]["success"]),
            (&json!("bash \"é\" \\"), &json!(false))
        );
        assert_eq!(lines[2]["tool"], "unknown");
        assert!(lines[0]["time"].as_str().unwrap().ends_with('Z'));
        if agent == AgentId::Moltis {
            assert_eq!(lines[0]["session"], "agent:main:main");
        }
        let mode = fs::metadata(home.path(log(agent))).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[tokio::test]
async fn arguments_are_logged_on_request_without_their_secrets_and_to_a_file_of_choice() {
    for agent in SHELL_AGENTS {
        let home = Home::new();
        let file = home.path("logs of mine/tools");
        let home = home.env("TOOL_LOGGER_ARGUMENTS", "1").env("LOG_FILE", file.to_str().unwrap());
        home.install(agent, "tool-logger");
        tool_call(&home, agent, Some(call())).await;
        let text = home.read("logs of mine/tools");
        assert!(!text.contains(SECRET), "{text}");
        let expected = "command=curl -H \"x: [REDACTED]\", cwd=a b";
        assert_eq!(lines(&text)[0]["arguments"], expected);
    }
}

#[tokio::test]
async fn a_full_log_begins_anew_and_a_long_call_stays_one_short_line() {
    for agent in SHELL_AGENTS {
        let home = Home::new().env("TOOL_LOGGER_ARGUMENTS", "1");
        home.install(agent, "tool-logger");
        home.write(log(agent), &"x".repeat(5_000_001));
        let arguments = json!({"command": "é\"\n".repeat(300_000)});
        tool_call(&home, agent, Some(json!({"tool": "t".repeat(5000), "arguments": arguments})))
            .await;
        let text = home.read(log(agent));
        assert!(text.len() < 4000, "{}", text.len());
        assert_eq!(lines(&text).len(), 1);
        assert_eq!(home.read(&format!("{}.1", log(agent))).len(), 5_000_001);
    }
}

#[tokio::test]
async fn messages_are_counted_in_zeroclaw_also_where_no_event_is_handed_over() {
    let home = Home::new();
    home.install(AgentId::Zeroclaw, "daily-summary");
    for data in [None, Some(json!({"channel": "web", "content": SECRET})), None] {
        let run = home.run(AgentId::Zeroclaw, "on_message_received", data).await;
        assert_eq!((run.outcome, run.stderr.as_str()), (Verdict::Continue, ""), "{run:?}");
    }
    let page = page(&home, ".zeroclaw/workspace/memory");
    assert!(page.ends_with("\n\n- 3 messages received (telegram 2, web 1)\n"), "{page}");
}

/// What the only page says.
fn page(home: &Home, folder: &str) -> String {
    let dir = fs::read_dir(home.path(folder)).unwrap();
    let names = dir.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names: Vec<_> = names.filter(|name| name.ends_with("-summary.md")).collect();
    assert_eq!(names.len(), 1, "{names:?}");
    home.read(&format!("{folder}/{}", names[0]))
}

#[tokio::test]
async fn a_day_is_counted_in_moltis() {
    let home = Home::new();
    home.install(AgentId::Moltis, "daily-summary");
    for (event, data) in [
        ("AfterToolCall", None),
        ("AfterToolCall", Some(json!({"tool": "read_file", "arguments": {"path": SECRET}}))),
        ("AfterToolCall", None),
        ("Command", Some(json!({"action": "/new my password is x"}))),
        ("SessionEnd", None),
        ("SessionEnd", Some(json!({"channel": "web", "message_count": 1}))),
    ] {
        let run = home.run(AgentId::Moltis, event, data).await;
        assert_eq!((run.outcome, run.stderr.as_str()), (Verdict::Continue, ""), "{event}");
    }
    let page = page(&home, ".moltis/memory");
    let (day, rest) = page.split_once("\n\n").unwrap();
    assert!(day.starts_with("# 20"), "{page}");
    assert_eq!(
        rest,
        "- 2 sessions ended, with 13 messages (telegram 1, web 1)\n- 1 command (/new 1)\n- 3 tool calls (exec 2, read_file 1)\n"
    );
}

#[tokio::test]
async fn a_day_that_is_over_is_finished_and_its_journal_removed() {
    for agent in SHELL_AGENTS {
        let home = Home::new();
        home.install(agent, "daily-summary");
        let data = data_dir(agent);
        home.write(&format!("{data}/state/daily-summary/2026-01-02"), "session\tweb\t3\ntorn");
        home.write(&format!("{data}/state/daily-summary/notes"), "mine");
        home.run(agent, key(agent, "SessionEnd", "on_message_received"), None).await;
        let kept = home.read(&format!("{data}/memory/2026-01-02-summary.md"));
        assert_eq!(kept, "# 2026-01-02\n\n- 1 session ended, with 3 messages (web 1)\n");
        assert!(!home.path(&format!("{data}/state/daily-summary/2026-01-02")).exists());
        assert_eq!(home.read(&format!("{data}/state/daily-summary/notes")), "mine");
        assert_eq!(fs::read_dir(home.path(&format!("{data}/memory"))).unwrap().count(), 2);
    }
}

#[tokio::test]
async fn a_day_is_counted_and_told_the_next_day_where_hooks_can_answer() {
    for agent in [AgentId::Milady, AgentId::Eliza] {
        let home = Home::new();
        home.install(agent, "daily-summary");
        let root = home.hook(agent, "daily-summary").dir.unwrap();
        let root = root.parent().unwrap().parent().unwrap();
        let root = root.strip_prefix(home.tmp.path()).unwrap().to_str().unwrap().to_owned();
        let old = r#"{"kind":"session","name":"web","messages":3}"#;
        home.write(&format!("{root}/state/daily-summary/2026-01-02"), &format!("{old}\ntorn"));
        let report = home.fire(agent, "session:start", None).await;
        assert_eq!(
            report.fired.messages,
            ["📅 What happened on 2026-01-02\n- 1 session ended, with 3 messages (web 1)"],
            "{report:?}"
        );
        assert!(home.fire(agent, "command:new", None).await.fired.messages.is_empty());
        assert!(home.fire(agent, "session:end", None).await.fired.messages.is_empty());
        assert!(home.fire(agent, "session:new", None).await.fired.messages.is_empty());
        fs::remove_file(home.path(&format!("{root}/workspace/memory/2026-01-02-summary.md")))
            .unwrap();
        let page = page(&home, &format!("{root}/workspace/memory"));
        assert!(
            page.ends_with("- 1 session started (telegram 1)\n- 1 session ended, with 12 messages (telegram 1)\n- 1 command (/new 1)\n"),
            "{page}"
        );
    }
}
