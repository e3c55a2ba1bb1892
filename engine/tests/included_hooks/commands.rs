//! block-dangerous-commands, on every command of `tests/hooks-bundled/dangerous-commands.txt`.

use serde_json::json;
use tacklebox_engine::dispatch::Verdict;
use tacklebox_engine::hook::AgentId;

use super::home::{Home, SHELL_AGENTS, bash, key, tool};

const TABLE: &str = include_str!("../../../tests/hooks-bundled/dangerous-commands.txt");

fn event(agent: AgentId) -> &'static str {
    key(agent, "BeforeToolCall", "before_tool_call")
}

fn guarded(agent: AgentId) -> Home {
    let home = Home::new();
    home.install(agent, "block-dangerous-commands");
    home
}

/// What the table says of a command, and what was made of it.
async fn each_line(agent: AgentId, every: usize) {
    let home = guarded(agent);
    let home_dir = home.tmp.path().to_string_lossy();
    let lines = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut wrong = Vec::new();
    for line in lines.step_by(every) {
        let (verdict, command) = line.split_once(' ').unwrap();
        let command = command.trim_start().replace('⏎', "\n").replace('⇥', "\t");
        let command = command.replace("/home/ana", &home_dir);
        let run = home.run(agent, event(agent), Some(bash(&command))).await;
        let expected = match verdict {
            "stop" => Verdict::Block,
            "let" => Verdict::Continue,
            other => panic!("{other} is not a verdict"),
        };
        let told = run.stderr.starts_with("Blocked a dangerous command: it ");
        if run.outcome != expected || told != (expected == Verdict::Block) {
            wrong.push((line, run.outcome, run.stderr));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test]
async fn what_the_table_says_is_stopped_and_nothing_else() {
    each_line(AgentId::Moltis, 1).await;
    // It is the same script there: a part of the table shows that it is given the same.
    each_line(AgentId::Zeroclaw, 9).await;
}

#[tokio::test]
async fn the_sample_and_other_tools_go_through() {
    for agent in SHELL_AGENTS {
        let home = guarded(agent);
        assert_eq!(home.run(agent, event(agent), None).await.outcome, Verdict::Continue);
        for data in [
            tool("read_file", json!({"path": "/"})),
            tool("write_file", json!({"path": "a.md", "content": "rm -rf /"})),
            tool("bash", json!({})),
            tool("bash", json!({"command": ["grep", "rm -rf /", "file"]})),
            json!({"tool": "bash"}),
            json!({}),
            json!(null),
        ] {
            let run = home.run(agent, event(agent), Some(data.clone())).await;
            assert_eq!(run.outcome, Verdict::Continue, "{data} {run:?}");
        }
    }
}

#[tokio::test]
async fn a_command_is_found_in_whatever_way_a_tool_hands_it_over() {
    for agent in SHELL_AGENTS {
        let home = guarded(agent);
        for arguments in [
            json!({"cmd": "rm -rf /"}),
            json!({"command": ["rm", "-rf", "/"]}),
            json!({"command": ["bash", "-lc", "rm -rf ~"]}),
            json!({"commands": ["ls", "rm -rf /"]}),
            json!({"script": "#!/bin/sh\nset -e\nrm -rf /\n"}),
            json!({"options": {"command": "rm -rf /"}}),
            json!("{\"command\": \"rm -rf \\\"/\\\"\"}"),
        ] {
            let run = home.run(agent, event(agent), Some(tool("bash", arguments.clone()))).await;
            assert_eq!(run.outcome, Verdict::Block, "{arguments} {run:?}");
        }
    }
}

#[tokio::test]
async fn what_is_too_long_or_too_deep_to_be_read_is_stopped_and_what_is_only_long_is_not() {
    let home = guarded(AgentId::Moltis);
    let event = event(AgentId::Moltis);
    let long = format!("cat > a <<'EOF'\n{}EOF\n", "rm -rf / \"'\n".repeat(5_000));
    let run = home.run(AgentId::Moltis, event, Some(bash(&long))).await;
    assert_eq!(run.outcome, Verdict::Continue, "{}", run.stderr);
    let hidden = format!("{long}rm -rf /");
    let run = home.run(AgentId::Moltis, event, Some(bash(&hidden))).await;
    assert_eq!(run.outcome, Verdict::Block);
    for command in ["$(".repeat(100_000), "x".repeat(1_100_000)] {
        let run = home.run(AgentId::Moltis, event, Some(bash(&command))).await;
        assert_eq!(run.outcome, Verdict::Block);
        assert!(run.stderr.contains("too long"), "{}", run.stderr);
    }
}
