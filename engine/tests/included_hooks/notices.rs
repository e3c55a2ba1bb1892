//! notify and slack-notify: one notice when a session ends, whatever its name is, and no secret anywhere.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread::JoinHandle;

use serde_json::{Value, json};
use tacklebox_engine::dispatch::Verdict;
use tacklebox_engine::hook::AgentId;

use super::home::{Home, MODULE_AGENTS, SHELL_AGENTS, key};

/// Writes down how it was called, an argument a line.
const RECORDS: &str = "#!/bin/sh\nprintf '%s\\n' \"${0##*/}\" \"$@\" > \"$HOME/called\"\n";

fn event(agent: AgentId) -> &'static str {
    match agent {
        AgentId::Moltis => "SessionEnd",
        AgentId::Zeroclaw => "on_session_end",
        AgentId::Openclaw => "session:auto-reset",
        _ => "session:end",
    }
}

/// ZeroClaw's events name no session, and OpenClaw counts no messages.
fn sentence(agent: AgentId) -> &'static str {
    match agent {
        AgentId::Zeroclaw => "A session ended with 12 messages",
        AgentId::Openclaw => "Session agent:main:main ended",
        _ => "Session agent:main:main ended with 12 messages",
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_session_that_ends_is_told_on_the_desktop() {
    for agent in [&MODULE_AGENTS[..], &SHELL_AGENTS[..]].concat() {
        let home = Home::new();
        home.program("notify-send", RECORDS);
        home.install(agent, "notify");
        let run = home.run(agent, event(agent), None).await;
        assert_eq!((run.outcome, run.stderr.as_str()), (Verdict::Continue, ""), "{run:?}");
        let title = agent.dialect().title;
        let expected = format!("notify-send\n-a\n{title}\n--\n{title}\n{}\n", sentence(agent));
        assert_eq!(home.read("called"), expected);
    }
}

#[tokio::test]
async fn a_mac_is_told_by_a_script_that_the_words_are_no_part_of() {
    for agent in SHELL_AGENTS {
        let home = Home::new();
        home.program("osascript", RECORDS);
        home.install(agent, "notify");
        let data = json!({"session_id": "x\" & do shell script \"id", "message_count": 1});
        let run = home.run(agent, event(agent), Some(data)).await;
        assert_eq!(run.outcome, Verdict::Continue, "{run:?}");
        let called = home.read("called");
        let lines: Vec<_> = called.lines().collect();
        assert_eq!(
            lines[..6],
            [
                "osascript",
                "-e",
                "on run argv",
                "-e",
                "display notification (item 2 of argv) with title (item 1 of argv)",
                "-e"
            ]
        );
        assert_eq!(lines[6..8], ["end run", agent.dialect().title]);
        assert!(lines[8].ends_with(" ended with 1 message") && lines.len() == 9, "{called}");
    }
}

#[tokio::test]
async fn a_desktop_that_takes_nothing_is_a_failure_that_harms_nothing() {
    for agent in [&MODULE_AGENTS[..], &SHELL_AGENTS[..]].concat() {
        let home = Home::new();
        home.program("notify-send", "#!/bin/sh\necho no bus >&2\nexit 1\n");
        home.program("osascript", "#!/bin/sh\nexit 1\n");
        home.install(agent, "notify");
        let run = home.run(agent, event(agent), None).await;
        assert_eq!(run.outcome, Verdict::Failed, "{run:?}");
    }
}

/// A Slack of one message: what it was sent is what the thread ends with.
fn slack(status: &'static str) -> (String, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/services/T000/B000/secret-part", listener.local_addr().unwrap());
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let (mut text, mut chunk) = (Vec::new(), [0; 4096]);
        while !text.ends_with(b"}") {
            let count = stream.read(&mut chunk).unwrap();
            assert!(count > 0, "it ended early");
            text.extend_from_slice(&chunk[..count]);
        }
        let answer =
            format!("HTTP/1.1 {status}\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok");
        stream.write_all(answer.as_bytes()).unwrap();
        String::from_utf8(text).unwrap()
    });
    (url, server)
}

/// With the address where the agent takes it from: the environment, or the hook's entry in the config.
fn with_slack(agent: AgentId, url: &str) -> Home {
    let name = "slack-notify";
    let home = if SHELL_AGENTS.contains(&agent) {
        Home::new().env("SLACK_WEBHOOK_URL", url)
    } else {
        let home = Home::new();
        let agent = format!("{agent:?}").to_lowercase();
        let entry = json!({"enabled": true, "env": {"SLACK_WEBHOOK_URL": url}});
        let config = json!({"hooks": {"internal": {"enabled": true, "entries": {name: entry}}}});
        home.write(&format!(".{agent}/{agent}.json"), &config.to_string());
        home
    };
    home.install(agent, name);
    home
}

#[tokio::test]
async fn a_session_that_ends_is_told_to_slack() {
    for agent in [&MODULE_AGENTS[..], &SHELL_AGENTS[..]].concat() {
        let (url, server) = slack("200 OK");
        let run = with_slack(agent, &url).run(agent, event(agent), None).await;
        assert_eq!((run.outcome, run.stderr.as_str()), (Verdict::Continue, ""), "{run:?}");
        assert_eq!(run.stdout, "");
        let request = server.join().unwrap();
        let (head, body) = request.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("POST /services/T000/B000/secret-part HTTP/1.1\r\n"), "{head}");
        assert!(head.to_lowercase().contains("content-type: application/json"), "{head}");
        assert_eq!(serde_json::from_str::<Value>(body).unwrap(), json!({"text": sentence(agent)}));
    }
}

#[tokio::test]
async fn a_session_with_a_strange_name_calls_nobody_and_breaks_nothing() {
    let name = "<!channel> & \"q\" \\ é😀\n'$(id)'";
    let data = json!({"session_id": name, "message_count": "7\"}"});
    let (url, server) = slack("200 OK");
    let home = with_slack(AgentId::Zeroclaw, &url);
    let run = home.run(AgentId::Zeroclaw, "on_session_end", Some(data)).await;
    assert_eq!(run.outcome, Verdict::Continue, "{run:?}");
    let request = server.join().unwrap();
    let (_, body) = request.split_once("\r\n\r\n").unwrap();
    let text = "Session &lt;!channel&gt; &amp; \"q\" \\ é😀 '$(id)' ended";
    assert_eq!(serde_json::from_str::<Value>(body).unwrap(), json!({"text": text}));
}

#[tokio::test]
async fn the_address_is_in_no_message_and_on_no_command_line() {
    for agent in [&MODULE_AGENTS[..], &SHELL_AGENTS[..]].concat() {
        let (url, server) = slack("404 Not Found");
        let run = with_slack(agent, &url).run(agent, event(agent), None).await;
        server.join().unwrap();
        assert_eq!(run.outcome, Verdict::Failed, "{run:?}");
        let refused = with_slack(agent, "http://127.0.0.1:1/services/secret-part");
        let refused = refused.run(agent, event(agent), None).await;
        assert_eq!(refused.outcome, Verdict::Failed, "{refused:?}");
        let plain = with_slack(agent, "http://example.org/services/secret-part");
        let plain = plain.run(agent, event(agent), None).await;
        assert_eq!(plain.outcome, Verdict::Failed, "{plain:?}");
        assert!(!format!("{run:?}{refused:?}{plain:?}").contains("secret-part"));
    }
    for agent in SHELL_AGENTS {
        let home = with_slack(agent, "https://hooks.slack.com/services/secret-part");
        home.program("curl", &format!("{RECORDS}cat > \"$HOME/given\"\n"));
        let run = home.run(agent, key(agent, "SessionEnd", "on_session_end"), None).await;
        assert_eq!(run.outcome, Verdict::Continue, "{run:?}");
        assert!(!home.read("called").contains("secret-part"));
        assert!(
            home.read("given").contains("url = \"https://hooks.slack.com/services/secret-part\"")
        );
    }
}
