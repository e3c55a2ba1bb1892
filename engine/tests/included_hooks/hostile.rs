//! What no agent should send, given to every shell hook that ships as the bytes on its standard input.

use std::time::Duration;

use tacklebox_agents::dialect::policy::ShellAnswers;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::outcome::Answer;
use tacklebox_run::run::shell::{Asked, Shell};
use tokio_util::sync::CancellationToken;

use super::home::{Home, SHELL_AGENTS};

const SHELL_HOOKS: [&str; 8] = [
    "block-dangerous-commands",
    "daily-summary",
    "notify",
    "redact-secrets",
    "roll-call",
    "sandbox-writes",
    "slack-notify",
    "tool-logger",
];

fn payloads() -> Vec<Vec<u8>> {
    let text = |text: &str| text.as_bytes().to_vec();
    vec![
        text(""),
        text("\n"),
        text("not JSON, with a \" quote and `ls` $(ls) 'x'"),
        text("{"),
        text("[]"),
        text("null"),
        text("\"text\""),
        text(r#"{"data":"#),
        text(r#"{"data":[],"tool":7,"session_id":{},"arguments":"x"}"#),
        text(
            r#"{"data":{"tool":null,"arguments":{"command":{"a":[1,2]},"path":5},"content":[{}]}}"#,
        ),
        text(r#"{"event":"é😀\u0000\ud800\uZZZZ\","data":{"content":"\u0022\\"}}"#),
        text("\u{feff}{\"data\": {} }\r\n"),
        text("{\"data\":{\"content\":\"raw\nline\tand\u{1}control\"}}"),
        vec![0; 1000],
        (0..=255_u8).cycle().take(100_000).collect(),
        "[".repeat(1_000_000).into_bytes(),
        "{\"a\":".repeat(200_000).into_bytes(),
        "\"\\".repeat(200_000).into_bytes(),
        format!(r#"{{"data":{{"x":"{}"}}}}"#, "y".repeat(1_000_000)).into_bytes(),
        format!("{}{{}}", " ".repeat(1_000_000)).into_bytes(),
    ]
}

#[tokio::test]
async fn no_shell_hook_stumbles_over_any_payload() {
    for agent in SHELL_AGENTS {
        for name in SHELL_HOOKS {
            let home = Home::new().env("SLACK_WEBHOOK_URL", "http://127.0.0.1:9/hook");
            home.program("notify-send", "#!/bin/sh\nexit 0\n");
            home.program("curl", "#!/bin/sh\ncat > /dev/null\n");
            let dir = home.install(agent, name).dir.unwrap();
            let command = if agent == AgentId::Moltis { "./handler.sh" } else { "sh ./run.sh" };
            let shell = Shell::new(
                home.machine(),
                name,
                command,
                &dir,
                None,
                &[].into(),
                Duration::from_secs(120),
            );
            // Both agents' scripts read with the same files: the large ones are for one of them.
            let most = if agent == AgentId::Moltis { usize::MAX } else { 10_000 };
            let asked = Asked { answers: ShellAnswers::USUAL, may_modify: true };
            let payloads = payloads();
            let payloads = payloads.iter().enumerate().filter(|(_, payload)| payload.len() <= most);
            for (index, payload) in payloads {
                let ran = shell.run(payload, asked, &CancellationToken::new()).await;
                assert_eq!(ran.answer, Answer::Continue, "{name} {agent:?} {index} {ran:?}");
                // Roll call says that a trial is not noted.
                let said = ran.seen.unwrap().stderr;
                let quiet =
                    said.is_empty() || (name == "roll-call" && said.starts_with("In a trial"));
                assert!(quiet, "{name} {agent:?} {index}: {said}");
            }
        }
    }
}
