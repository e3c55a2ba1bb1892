//! The hooks for Moltis and for ZeroClaw's fork by the versions that people run: what those really hand over, nothing
//! that only their documentation has.

use serde_json::{Value, json};
use tacklebox_change::install::included;
use tacklebox_engine::dispatch::Verdict;
use tacklebox_engine::hook::{AgentId, State};

use super::home::{Home, SHELL_AGENTS, data_dir};

const SECRET: &str = "sk-0123456789abcdef0123456789abcdef";
/// Writes down how it was called, an argument a line.
const RECORDS: &str = "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$HOME/called\"\n";

fn moltis() -> Home {
    Home::new().of_today()
}

#[tokio::test]
async fn a_tool_call_is_logged_with_its_session_and_nothing_that_is_not_handed_over() {
    let home = moltis().env("TOOL_LOGGER_ARGUMENTS", "1");
    home.install(AgentId::Moltis, "tool-logger");
    let run = home.run(AgentId::Moltis, "AfterToolCall", None).await;
    assert_eq!(run.outcome, Verdict::Continue, "{run:?}");
    let line: Value = serde_json::from_str(home.read(".moltis/logs/tools.log").trim()).unwrap();
    let keys: Vec<_> = line.as_object().unwrap().keys().cloned().collect();
    assert_eq!(keys, ["time", "tool", "session", "success"]);
    assert_eq!((&line["tool"], &line["success"]), (&json!("exec"), &json!(true)));
}

#[tokio::test]
async fn a_dangerous_command_is_stopped_and_another_one_is_not() {
    let home = moltis();
    home.install(AgentId::Moltis, "block-dangerous-commands");
    let call = |command: &str| json!({"tool_name": "exec", "arguments": {"command": command}});
    let run = home.run(AgentId::Moltis, "BeforeToolCall", Some(call("rm -rf /"))).await;
    assert_eq!(run.outcome, Verdict::Block, "{run:?}");
    let run = home.run(AgentId::Moltis, "BeforeToolCall", None).await;
    assert_eq!(run.outcome, Verdict::Continue, "{run:?}");
}

#[tokio::test]
async fn a_file_outside_is_not_written() {
    let home = moltis();
    home.install(AgentId::Moltis, "sandbox-writes");
    let call = |path: &str| json!({"tool_name": "write_file", "arguments": {"path": path, "content": "a"}});
    let run = home.run(AgentId::Moltis, "BeforeToolCall", Some(call("/etc/passwd"))).await;
    assert_eq!(run.outcome, Verdict::Block, "{run:?}");
}

#[tokio::test]
async fn a_secret_in_what_a_tool_gave_is_not_kept() {
    let home = moltis();
    home.install(AgentId::Moltis, "redact-secrets");
    for (result, kept) in [
        (json!({"stdout": SECRET, "exit_code": 0}), true),
        (json!(SECRET), true),
        (json!({"stdout": "total 0"}), false),
    ] {
        let data = json!({"tool_name": "exec", "result": result});
        let run = home.run(AgentId::Moltis, "ToolResultPersist", Some(data)).await;
        assert_eq!(run.outcome == Verdict::Modify, kept, "{run:?}");
        assert!(!run.stdout.contains(SECRET), "{run:?}");
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_end_of_a_session_is_told_and_counted() {
    let home = moltis();
    home.program("notify-send", RECORDS);
    for name in ["notify", "daily-summary"] {
        home.install(AgentId::Moltis, name);
    }
    for event in ["Command", "AfterToolCall", "SessionEnd"] {
        let report = home.fire(AgentId::Moltis, event, None).await;
        assert!(report.fired.runs.iter().all(|run| run.outcome == Verdict::Continue), "{report:?}");
    }
    let called = home.read("called");
    assert!(called.contains("Session ") && called.ends_with(" ended\n"), "{called}");
    // Moltis' own memory of sessions is beside it.
    let pages =
        std::fs::read_dir(home.path(".moltis/memory")).unwrap().map(|it| it.unwrap().path());
    let page = pages.into_iter().find(|it| it.to_string_lossy().ends_with("-summary.md")).unwrap();
    let page = std::fs::read_to_string(page).unwrap();
    let lines: Vec<_> = page.lines().skip(2).collect();
    assert_eq!(lines, ["- 1 session ended", "- 1 command (/new 1)", "- 1 tool call (exec 1)"]);
}

/// Beside what is asserted above: none of the others fails, and there are four of them at least.
#[tokio::test]
async fn what_is_offered_is_called_and_does_not_fail() {
    for agent in SHELL_AGENTS {
        let mut done = Vec::new();
        for name in offered(agent) {
            let home = Home::new().of_today();
            home.program("notify-send", RECORDS);
            home.program("curl", "#!/bin/sh\ncat > /dev/null\n");
            home.program("gh", "#!/bin/sh\necho '[]'\n");
            let home = home.env("SLACK_WEBHOOK_URL", "https://hooks.slack.com/services/a/b/c");
            let hook = home.install(agent, &name);
            if hook.state != State::Ready {
                continue;
            }
            for key in &hook.runtime.called {
                let run = home.run(agent, key, None).await;
                let fine = !matches!(run.outcome, Verdict::Failed | Verdict::TimedOut);
                assert!(fine, "{agent:?} {name} {key}: {run:?}");
            }
            done.push(name);
        }
        assert!(done.len() >= 4, "{agent:?} in {}: {done:?}", data_dir(agent));
    }
}

/// The included hooks that can be installed for an agent as it is today.
fn offered(agent: AgentId) -> Vec<String> {
    let home = Home::new().of_today();
    let inventory = home.scan(agent);
    let list = included::list(home.machine(), &[&inventory]);
    let of = |card: included::Included| {
        let can = card.agents.iter().any(|row| row.agent == agent && row.waits.is_none());
        can.then_some(card.name)
    };
    list.into_iter().filter_map(of).collect()
}
