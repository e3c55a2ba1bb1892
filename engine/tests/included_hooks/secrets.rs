//! redact-secrets: keys and passwords are gone from an answer, and nothing else of it is.

use serde_json::json;
use tacklebox_engine::dispatch::Verdict;
use tacklebox_engine::hook::AgentId;

use super::home::{Home, SHELL_AGENTS, key};

fn event(agent: AgentId) -> &'static str {
    key(agent, "MessageSending", "on_message_sending")
}

fn with_hook(agent: AgentId) -> Home {
    let home = Home::new();
    home.install(agent, "redact-secrets");
    home
}

/// What becomes of an answer.
async fn sent(home: &Home, agent: AgentId, content: &str) -> (Verdict, String) {
    let data = json!({"channel": "telegram", "n": 1.5, "list": [{}, [], null], "content": content});
    let report = home.fire(agent, event(agent), Some(data.clone())).await;
    for field in ["channel", "n", "list"] {
        assert_eq!(report.fired.data[field], data[field], "{field}");
    }
    let text = report.fired.data["content"].as_str().unwrap().to_owned();
    (report.fired.outcome, text)
}

#[tokio::test]
async fn the_sample_is_sent_without_its_key() {
    for agent in SHELL_AGENTS {
        let home = with_hook(agent);
        let report = home.fire(agent, event(agent), None).await;
        assert_eq!(report.fired.outcome, Verdict::Modify, "{report:?}");
        assert_eq!(report.fired.data["content"], "The key is [REDACTED]");
        assert_eq!(report.fired.data["channel"], "telegram");
    }
}

#[tokio::test]
async fn secrets_of_many_kinds_are_replaced() {
    let homes = SHELL_AGENTS.map(|agent| (agent, with_hook(agent)));
    let (letters, mixed) = ("a".repeat(40), "a1B2".repeat(10));
    for (content, expected) in [
        (format!("use sk-{letters} and ghp_{mixed} today"), "use [REDACTED] and [REDACTED] today"),
        (format!("sk-proj-{mixed}-_x."), "[REDACTED]."),
        ("AKIAIOSFODNN7EXAMPLE".to_owned(), "[REDACTED]"),
        (format!("\"xoxb-123-{mixed}\""), "\"[REDACTED]\""),
        (format!("github_pat_{mixed}\nglpat-{mixed}"), "[REDACTED]\n[REDACTED]"),
        (format!("eyJhbGciOi.eyJzdWIiOiIx{mixed}.{mixed}"), "[REDACTED]"),
        (
            "login?user=ana&password=hunter2&x=1".to_owned(),
            "login?user=ana&password=[REDACTED]&x=1",
        ),
        ("password=hunter2".to_owned(), "password=[REDACTED]"),
        ("PASSWORD=hunter2".to_owned(), "PASSWORD=[REDACTED]"),
        (format!("api_key={mixed}"), "api_key=[REDACTED]"),
        (format!("Authorization: Bearer {mixed}"), "Authorization: Bearer [REDACTED]"),
        ("postgres://ana:geheim@db/x".to_owned(), "postgres://ana:[REDACTED]@db/x"),
        (
            "https://hooks.slack.com/services/T0/B0/abc".to_owned(),
            "https://hooks.slack.com/[REDACTED]",
        ),
        (
            "a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nb".to_owned(),
            "a\n[REDACTED]\nb",
        ),
        (
            format!("tab\tback\\slash \"quote\" é😀\r\nsk-{mixed}"),
            "tab\tback\\slash \"quote\" é😀\r\n[REDACTED]",
        ),
    ] {
        for (agent, home) in &homes {
            let (verdict, text) = sent(home, *agent, &content).await;
            assert_eq!((verdict, text.as_str()), (Verdict::Modify, expected));
        }
    }
}

#[tokio::test]
async fn an_answer_without_secrets_is_not_touched() {
    let home = with_hook(AgentId::Moltis);
    for content in [
        "",
        "Good morning",
        "A risk-assessment-of-20-things-and-even-more is a task-list-with-31-items",
        "Set password: something long, or use $TOKEN; token=$TOKEN and secret={{ secret }}",
        "if (token==other) return; https://example.org/a:b@c",
        "npm_config_registry_of_the_company and hf_hub_download_1",
        "sk-short",
        "\u{1}\u{7f} \\u0041 \\\" \\",
    ] {
        let (verdict, text) = sent(&home, AgentId::Moltis, content).await;
        assert_eq!((verdict, text.as_str()), (Verdict::Continue, content));
    }
}

#[tokio::test]
async fn a_long_answer_is_cleaned_and_one_too_long_for_that_is_not_sent() {
    let key = format!("sk-{}", "a1".repeat(20));
    let home = with_hook(AgentId::Moltis);
    let word = "word \"q\" ".repeat(10_000);
    let (verdict, text) = sent(&home, AgentId::Moltis, &format!("{word}{key} {word}")).await;
    assert_eq!(verdict, Verdict::Modify);
    assert_eq!(text, format!("{word}[REDACTED] {word}"));

    let content = format!("{}{key}", "word ".repeat(300_000));
    let run = home.run(AgentId::Moltis, "MessageSending", Some(json!({"content": content}))).await;
    assert_eq!(run.outcome, Verdict::Block, "{}", run.stderr);
    assert!(!run.stderr.contains(&key) && run.stdout.is_empty());
    let plain = "word ".repeat(300_000);
    let run = home.run(AgentId::Moltis, "MessageSending", Some(json!({"content": plain}))).await;
    assert_eq!(run.outcome, Verdict::Continue, "{}", run.stderr);
}

#[tokio::test]
async fn what_a_tool_returned_is_kept_without_its_keys() {
    let key = format!("ghp_{}", "a1B2".repeat(9));
    let home = with_hook(AgentId::Moltis);
    let result = json!({"stdout": format!("token is {key}\n"), "lines": [1, key], "ok": true});
    let data = json!({"tool": "bash", "result": result});
    let report = home.fire(AgentId::Moltis, "ToolResultPersist", Some(data)).await;
    let run = report.fired.runs.iter().find(|run| run.hook == "redact-secrets").unwrap();
    assert!(!run.stdout.contains(&key) && run.stdout.contains("[REDACTED]"), "{run:?}");
}
