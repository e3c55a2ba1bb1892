//! Several at work at once, and those that are killed.

use std::process::{Command, Stdio};
use std::time::Duration;

use super::context::TestContext;

fn quiet(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null())
}

#[test]
fn four_that_change_one_config_lose_nothing_of_each_other() {
    let context = TestContext::new();
    for name in ["a", "b", "c", "d"] {
        context.hook_md(
            "milady",
            &format!(".milady/hooks/{name}"),
            name,
            r#""events":["command"]"#,
        );
    }
    let config = "{\n  // Mine.\n  a: 1,\n}\n";
    context.file(".milady/milady.json", config);
    std::thread::scope(|scope| {
        for name in ["a", "b", "c", "d"] {
            let context = &context;
            scope.spawn(move || {
                for verb in ["disable", "enable", "disable"] {
                    let run = context.run(&format!("hooks {verb} {name}"));
                    assert_eq!(run.status, 0, "{}", run.stderr);
                }
            });
        }
    });
    for hook in context.json("hooks list").as_array().unwrap() {
        assert_eq!(hook["state"], "off", "{}", hook["name"]);
    }
    // Every single one of the twelve changes can be taken back.
    for _ in 0..12 {
        assert_eq!(context.run("hooks undo").status, 0);
    }
    assert_eq!(context.read(".milady/milady.json"), config);
}

#[test]
fn killed_at_any_time_all_or_nothing_of_it_is_there_and_can_be_taken_back() {
    let context = TestContext::new();
    let config = "{hooks:{internal:{entries:{welcome:{enabled:false}}}}}\n";
    context.file(".milady/milady.json", config);
    for turn in 0..60_u64 {
        let mut child = quiet(&mut context.command())
            .args(["hooks", "install", "welcome", "--agent", "milady"])
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_micros(turn * 500));
        let _ = child.kill();
        child.wait().unwrap();
        let list = context.json("hooks list");
        if !list.as_array().unwrap().is_empty() {
            let hook = context.json("hooks info welcome");
            assert_eq!(hook["state"], "ready", "turn {turn}");
            assert_eq!(hook["receipt"]["changed"], serde_json::json!([]), "turn {turn}");
            assert_eq!(context.run("hooks undo").status, 0, "turn {turn}");
        }
        let left: Vec<_> =
            context.tree().into_keys().filter(|path| context.is_agents(path)).collect();
        assert_eq!(left, [context.home.join(".milady/milady.json")], "turn {turn}");
        assert_eq!(context.read(".milady/milady.json"), config, "turn {turn}");
    }
}
