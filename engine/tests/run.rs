//! The example scripts of the Moltis reference, word for word as files of `tests/scripts/moltis`, on
//! the payload of the documentation and on ours, which has both published shapes at once
//! (rules R-5).

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use tacklebox_agents::dialect::policy::ShellAnswers;
use tacklebox_engine::machine::{Machine, Platform};
use tacklebox_engine::outcome::{Answer, Ran};
use tacklebox_run::run::shell::{Asked, Shell};
use tokio_util::sync::CancellationToken;

/// The payload as Moltis' documentation prints it, and as we send it.
fn shapes(event: &str, data: &Value) -> [Value; 2] {
    let reference = json!({
        "event": event, "data": data, "session_id": "abc123", "timestamp": "2024-01-15T10:30:00Z",
    });
    let mut both = data.as_object().unwrap().clone();
    if let Some(tool) = data.get("tool") {
        both.insert("tool_name".into(), tool.clone());
    }
    both.extend(reference.as_object().unwrap().clone());
    both.insert("session_key".into(), json!("abc123"));
    [reference, Value::Object(both)]
}

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/scripts/moltis").canonicalize().unwrap()
}

async fn run(script: &str, env: &[(&str, &str)], payload: &Value) -> Ran {
    let path = [("PATH".to_owned(), "/usr/local/bin:/usr/bin:/bin".to_owned())];
    let machine = Machine::new(Platform::current(), "/tmp", path.into());
    let env = env
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect::<BTreeMap<_, _>>();
    let command = format!("./{script}");
    let limit = Duration::from_secs(20);
    let shell = Shell::new(&machine, script, &command, &scripts(), None, &env, limit);
    shell
        .run(
            payload.to_string().as_bytes(),
            Asked { answers: ShellAnswers::USUAL, may_modify: true },
            &CancellationToken::new(),
        )
        .await
}

fn bash(command: &str) -> Value {
    json!({"tool": "bash", "arguments": {"command": command}})
}

#[tokio::test]
async fn the_handler_logs_the_payload_to_a_file_named_by_its_environment() {
    let tmp = tempfile::tempdir().unwrap();
    let log = tmp.path().join("log");
    for payload in shapes("BeforeToolCall", &bash("ls -la")) {
        let ran = run("handler.sh", &[("LOG_FILE", log.to_str().unwrap())], &payload).await;
        assert_eq!(ran.answer, Answer::Continue, "{ran:?}");
    }
    let text = std::fs::read_to_string(log).unwrap();
    assert_eq!(
        text.lines().filter(|line| line.contains(" BeforeToolCall: {")).count(),
        2,
        "{text}"
    );
}

#[tokio::test]
async fn tool_arguments_are_modified() {
    for payload in shapes("BeforeToolCall", &bash("ls -la")) {
        let ran = run("add-safety-flag.sh", &[], &payload).await;
        assert_eq!(ran.answer, Answer::Modify(bash("set -e; ls -la")));
    }
    for payload in shapes("BeforeToolCall", &json!({"tool": "read", "arguments": {}})) {
        assert_eq!(run("add-safety-flag.sh", &[], &payload).await.answer, Answer::Continue);
    }
}

#[tokio::test]
async fn dangerous_commands_are_blocked() {
    for payload in shapes("BeforeToolCall", &bash("rm  -rf /")) {
        let ran = run("block-dangerous-commands.sh", &[], &payload).await;
        assert_eq!(ran.answer, Answer::Block("Blocked dangerous rm command".into()));
    }
    for payload in shapes("BeforeToolCall", &bash("ls /")) {
        let ran = run("block-dangerous-commands.sh", &[], &payload).await;
        assert_eq!(ran.answer, Answer::Continue);
    }
}

#[tokio::test]
async fn writes_outside_the_project_are_blocked() {
    let write = |path: &str| json!({"tool": "write_file", "arguments": {"path": path}});
    for payload in shapes("BeforeToolCall", &write("/etc/passwd")) {
        let ran = run("sandbox-writes.sh", &[], &payload).await;
        assert_eq!(ran.answer, Answer::Block("File writes only allowed in /workspace".into()));
    }
    for data in [write("/workspace/a"), bash("ls")] {
        for payload in shapes("BeforeToolCall", &data) {
            assert_eq!(run("sandbox-writes.sh", &[], &payload).await.answer, Answer::Continue);
        }
    }
}

#[tokio::test]
async fn secrets_are_redacted() {
    let key = format!("sk-{}", "a1".repeat(20));
    let token = format!("ghp_{}", "b2".repeat(18));
    let data = json!({"content": format!("use {key} and {token} today")});
    for payload in shapes("MessageSending", &data) {
        let ran = run("redact-secrets.sh", &[], &payload).await;
        let redacted = json!({"content": "use [REDACTED] and [REDACTED] today"});
        assert_eq!(ran.answer, Answer::Modify(redacted));
    }
    // Its pattern for passwords also eats the quotes that follow: what is left is not JSON, and output only.
    for payload in shapes("MessageSending", &json!({"content": "password=hunter2"})) {
        let ran = run("redact-secrets.sh", &[], &payload).await;
        assert_eq!(ran.answer, Answer::Continue);
        assert_eq!(ran.seen.unwrap().stdout, "{\"action\":\"modify\",\"data\":}\n");
    }
}

#[tokio::test]
async fn slack_is_told_of_a_session() {
    for payload in shapes("SessionEnd", &json!({"message_count": 42})) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/services/T000", listener.local_addr().unwrap());
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut text = String::new();
            let mut chunk = [0; 4096];
            while !text.ends_with('}') {
                let count = stream.read(&mut chunk).unwrap();
                text.push_str(std::str::from_utf8(&chunk[..count]).unwrap());
            }
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok").unwrap();
            text
        });
        let ran = run("slack-notify.sh", &[("SLACK_WEBHOOK_URL", &url)], &payload).await;
        assert_eq!(ran.answer, Answer::Continue, "{ran:?}");
        assert_eq!(ran.seen.unwrap().stdout, "ok");
        let request = server.join().unwrap();
        assert!(request.starts_with("POST /services/T000 "), "{request}");
        assert!(
            request.ends_with("{\"text\":\"Session abc123 ended with 42 messages\"}"),
            "{request}"
        );
    }
}
