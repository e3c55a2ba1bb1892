//! Roll call: what it writes is what `seen` reads, and a trial does not count.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::json;
use tacklebox_engine::dispatch::Verdict;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::seen;
use tacklebox_inventory::seen::Heard;

use super::home::{Home, MODULE_AGENTS, SHELL_AGENTS, key};

#[tokio::test]
async fn a_trial_is_not_heard() {
    for agent in [&MODULE_AGENTS[..], &SHELL_AGENTS[..]].concat() {
        let home = Home::new();
        home.install(agent, "roll-call");
        let event = match agent {
            AgentId::Moltis | AgentId::Zeroclaw => key(agent, "Command", "on_message_received"),
            _ => "gateway:startup",
        };
        let run = home.run(agent, event, None).await;
        assert_eq!(run.outcome, Verdict::Continue, "{run:?}");
        assert!(seen::list(home.machine()).is_empty(), "{agent:?}");
    }
}

/// As the agent calls it: with its event on standard input, and nothing of ours around.
fn call(home: &Home, agent: AgentId, event: &str) {
    let dir = home.hook(agent, "roll-call").dir.unwrap();
    let command = if agent == AgentId::Moltis { "./handler.sh" } else { "sh ./run.sh" };
    let mut child = Command::new("sh")
        .args(["-c", command])
        .current_dir(dir)
        .env_clear()
        .env("PATH", env!("PATH"))
        .env("HOME", home.tmp.path())
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    use std::io::Write as _;
    child.stdin.take().unwrap().write_all(event.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
}

#[cfg(target_os = "linux")]
#[test]
fn what_an_agent_sends_is_heard_and_read_back() {
    let home = Home::new();
    home.install(AgentId::Moltis, "roll-call");
    home.install(AgentId::Zeroclaw, "roll-call");
    let event =
        json!({"event": "SessionStart", "session_key": "private", "channel": {"surface": "web"}});
    for _ in 0..3 {
        call(&home, AgentId::Moltis, &event.to_string());
    }
    call(&home, AgentId::Zeroclaw, "");
    let seen = seen::list(home.machine());
    let short: Vec<_> = seen
        .iter()
        .map(|seen| (seen.agent, seen.key.as_str(), seen.count, seen.fields.clone()))
        .collect();
    assert_eq!(
        short,
        [
            (AgentId::Zeroclaw, "on_message_received", 1, vec![]),
            (
                AgentId::Moltis,
                "SessionStart",
                3,
                vec!["session_key".to_owned(), "channel".to_owned()]
            ),
        ]
    );
    assert!(Heard::read(home.machine(), AgentId::Moltis).last("SessionStart").is_some());
    let folder = home.machine().data_dir().join("seen");
    let text = fs::read_to_string(folder.join("moltis.jsonl")).unwrap();
    assert!(!text.contains("private"));
}
