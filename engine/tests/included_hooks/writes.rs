//! sandbox-writes: files are written in the project and nowhere else.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::json;
use tacklebox_engine::dispatch::Verdict;
use tacklebox_engine::hook::AgentId;

use super::home::{Home, SHELL_AGENTS, bash, key, tool};

fn event(agent: AgentId) -> &'static str {
    key(agent, "BeforeToolCall", "before_tool_call")
}

async fn verdict(home: &Home, agent: AgentId, name: &str, path: &str) -> Verdict {
    let data = tool(name, json!({"path": path, "content": "text"}));
    let run = home.run(agent, event(agent), Some(data)).await;
    assert!(
        run.outcome == Verdict::Continue || run.stderr.starts_with("File writes only allowed in /"),
        "{run:?}"
    );
    run.outcome
}

#[tokio::test]
async fn without_a_setting_moltis_writes_in_the_folder_of_the_reference() {
    let home = Home::new();
    home.install(AgentId::Moltis, "sandbox-writes");
    for (path, expected) in [
        ("/workspace/a", Verdict::Continue),
        ("/workspace/new/b.txt", Verdict::Continue),
        ("/workspaces/a", Verdict::Block),
        ("/workspace/../etc/passwd", Verdict::Block),
        ("/etc/passwd", Verdict::Block),
        ("a", Verdict::Block),
        ("", Verdict::Block),
    ] {
        assert_eq!(verdict(&home, AgentId::Moltis, "write_file", path).await, expected, "{path}");
    }
}

#[tokio::test]
async fn without_a_setting_zeroclaw_writes_in_its_workspace() {
    let home = Home::new();
    home.install(AgentId::Zeroclaw, "sandbox-writes");
    let inside = home.path(".zeroclaw/workspace/notes.md");
    for (path, expected) in [
        ("notes.md", Verdict::Continue),
        ("./new/notes.md", Verdict::Continue),
        (inside.to_str().unwrap(), Verdict::Continue),
        ("../config.toml", Verdict::Block),
        ("/etc/passwd", Verdict::Block),
        ("~/.bashrc", Verdict::Block),
        ("", Verdict::Block),
    ] {
        let got = verdict(&home, AgentId::Zeroclaw, "file_write", path).await;
        assert_eq!(got, expected, "{path}");
    }
}

#[tokio::test]
async fn no_path_leads_out_of_the_folders_that_are_allowed() {
    for agent in SHELL_AGENTS {
        let home = Home::new();
        let (project, second) = (home.path("my project*"), home.path("second"));
        let allowed = format!("{}:{}", project.display(), second.display());
        let home = home.env("SANDBOX_DIR", &allowed);
        fs::create_dir_all(project.join("src")).unwrap();
        fs::create_dir(&second).unwrap();
        home.write("outside/secret", "");
        symlink(home.path("outside"), project.join("out")).unwrap();
        symlink(home.path("outside/secret"), project.join("file")).unwrap();
        symlink(home.path("outside/not-there-yet"), project.join("dangling")).unwrap();
        symlink("src", project.join("in")).unwrap();
        symlink("loop", project.join("loop")).unwrap();
        home.install(agent, "sandbox-writes");
        let at = |path: &str| format!("{}/{path}", project.display());
        for path in [
            "a",
            "src/a.rs",
            "src/../b",
            "./src//c",
            "new/deep/d",
            "in/e",
            "é 😀 'quote' \"q\" \\ $HOME `x`",
            "-n",
            "",
        ] {
            let got = verdict(&home, agent, "write_file", &at(path)).await;
            assert_eq!(got, Verdict::Continue, "{path}");
        }
        let beside = second.join("x");
        let got = verdict(&home, agent, "edit", beside.to_str().unwrap()).await;
        assert_eq!(got, Verdict::Continue);
        for path in [
            "../x",
            "..",
            "src/../../x",
            "new/../../../x",
            "out/x",
            "file",
            "dangling",
            "in/../../x",
            "loop",
            "loop/x",
            "a\nb",
            "../my project*x/a",
        ] {
            let got = verdict(&home, agent, "write_file", &at(path)).await;
            assert_eq!(got, Verdict::Block, "{path}");
        }
    }
}

#[tokio::test]
async fn every_tool_that_writes_is_looked_at_and_none_that_reads() {
    for agent in SHELL_AGENTS {
        let home = Home::new();
        home.install(agent, "sandbox-writes");
        let run = async |data| home.run(agent, event(agent), Some(data)).await.outcome;
        for name in ["write_file", "Edit", "create_file", "file_write", "delete_file", "append"] {
            for field in ["path", "file_path", "filename"] {
                let data = tool(name, json!({field: "/etc/x"}));
                assert_eq!(run(data).await, Verdict::Block, "{name} {field}");
            }
        }
        let moved = tool("move_file", json!({"source": "/etc/x", "destination": "/etc/y"}));
        assert_eq!(run(moved).await, Verdict::Block);
        let edits = json!({"edits": [{"path": "/etc/x"}]});
        assert_eq!(run(tool("multi_edit", edits)).await, Verdict::Block);
        let paths = json!({"paths": ["/workspace/a", "/etc/x"]});
        assert_eq!(run(tool("delete_files", paths)).await, Verdict::Block);
        for data in [
            tool("read_file", json!({"path": "/etc/passwd"})),
            tool("list_directory", json!({"path": "/"})),
            bash("echo x > /etc/x"),
            tool("write_file", json!({})),
            json!({}),
        ] {
            assert_eq!(run(data.clone()).await, Verdict::Continue, "{data}");
        }
    }
}
