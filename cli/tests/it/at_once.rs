//! Several at work at once, and those that are killed.

use std::collections::BTreeMap;
use std::path::PathBuf;
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
    // As many as a person asks for, spread over all of an installation.
    let turns = kills();
    let mut inside = 0;
    for turn in 0..turns {
        let mut child = quiet(&mut context.command())
            .args(["hooks", "install", "welcome", "--agent", "milady"])
            .spawn()
            .unwrap();
        // At any time; and more often while it is at work, since most of its time it only starts.
        if turn % 4 == 0 {
            std::thread::sleep(Duration::from_micros(turn * 30_000 / turns));
        } else {
            while child.try_wait().unwrap().is_none() && !half_done(&context) {
                std::thread::yield_now();
            }
            std::thread::sleep(Duration::from_micros(turn % 40 * 50));
        }
        let _ = child.kill();
        child.wait().unwrap();
        inside += usize::from(half_done(&context));
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
    println!("{inside} of {turns} kills hit the inside of a change");
}

/// The files of the agents, without those that a folder of ours has.
fn theirs(context: &TestContext) -> BTreeMap<PathBuf, (u32, Vec<u8>)> {
    let mut files = context.tree();
    files.retain(|path, _| context.is_agents(path));
    // What is done once more is done at another time.
    for (_, text) in files.values_mut() {
        let lines = text.split_inclusive(|byte| *byte == b'\n');
        let kept = lines.filter(|line| !line.trim_ascii_start().starts_with(b"installedAt"));
        *text = kept.flatten().copied().collect();
    }
    files
}

/// As above, for what removes, brings back, replaces and switches.
#[test]
fn what_is_killed_while_it_removes_restores_updates_or_switches_is_whole_or_not_begun() {
    let context = TestContext::new();
    let pack = |text: &str| {
        context.hook_md("milady", "pack/greeter", "greeter", r#""events":["gateway:startup"]"#);
        context.file("pack/greeter/handler.ts", text);
        context.file(
            "pack/package.json",
            r#"{"name":"pack","version":"1.0.0","openclaw":{"hooks":["greeter"]}}"#,
        );
    };
    pack("export default () => {};\n");
    context.file(".milady/milady.json", "{\n  // Mine.\n  a: 1,\n}\n");
    let ok = |args: &str| {
        let run = context.run(args);
        assert_eq!(run.status, 0, "{args}: {}", run.stderr);
    };
    ok("hooks install ./pack/greeter --agent milady --yes");
    ok("hooks install welcome --agent milady");
    ok("hooks disable welcome");
    let backup =
        context.json("config backups --agent milady")[0]["id"].as_str().unwrap().to_owned();
    pack("export default () => { /* new */ };\n");
    let restore_config = format!("config restore {backup}");
    let works = [
        ("", "hooks enable welcome"),
        ("", restore_config.as_str()),
        ("", "hooks update greeter"),
        ("", "hooks remove greeter"),
        ("hooks remove greeter", "hooks restore greeter"),
    ];
    for (first, work) in works {
        if !first.is_empty() {
            ok(first);
        }
        let before = theirs(&context);
        ok(work);
        let after = theirs(&context);
        assert_ne!(before, after, "{work}");
        ok("hooks undo");
        assert_eq!(theirs(&context), before, "{work}");
        // The last 20 versions of a config are kept, and each turn makes one.
        let most = if work.starts_with("config") { 15 } else { u64::MAX };
        let (turns, mut inside, mut done) = ((kills() / 10).min(most), 0, 0);
        for turn in 0..turns {
            let mut child = quiet(&mut context.command()).args(work.split(' ')).spawn().unwrap();
            while child.try_wait().unwrap().is_none() && !half_done(&context) {
                std::thread::yield_now();
            }
            std::thread::sleep(Duration::from_micros(turn % 20 * 50));
            let _ = child.kill();
            child.wait().unwrap();
            inside += usize::from(half_done(&context));
            // Whatever comes next fixes what was left.
            ok("hooks list");
            if theirs(&context) != before {
                assert_eq!(theirs(&context), after, "{work}, turn {turn}");
                done += 1;
                ok("hooks undo");
            }
            assert_eq!(theirs(&context), before, "{work}, turn {turn}");
        }
        println!("{work}: {inside} of {turns} kills hit the inside, {done} were done");
    }
}

/// How often a program is killed; `TACKLEBOX_TEST_KILLS` asks for more.
#[expect(clippy::disallowed_methods, reason = "how a person asks a test for more")]
fn kills() -> u64 {
    std::env::var("TACKLEBOX_TEST_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(60)
}

/// Whether a journal says that a change was started and is neither done nor taken back.
fn half_done(context: &TestContext) -> bool {
    let journals = std::fs::read_dir(context.home.join(".local/share/tacklebox/undo"));
    // The newest has the last name.
    let newest = journals.into_iter().flatten().flatten().map(|entry| entry.path()).max();
    newest.is_some_and(|newest| {
        let text = std::fs::read_to_string(newest.join("journal.json"));
        text.is_ok_and(|text| text.contains("\"status\": \"applying\""))
    })
}
