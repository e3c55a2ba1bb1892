//! Odd readers, odd terminals, hostile text, many hooks.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use super::context::TestContext;

fn many(context: &TestContext, count: usize) {
    for number in 0..count {
        let name = format!("hook-{number:04}");
        context.hook_md(
            "milady",
            &format!(".milady/hooks/{name}"),
            &name,
            r#""events":["command"]"#,
        );
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let context = TestContext::new();
    many(&context, 400);
    for args in [["hooks", "list", "-v"], ["hooks", "list", "--json"]] {
        let mut child = context
            .command()
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        // As `head -1` does: one line, and the pipe is closed with the rest unread.
        BufReader::with_capacity(16, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(!line.is_empty());
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn colours_only_where_they_are_wanted() {
    let context = TestContext::with_agents();
    assert!(!context.run("hooks list").stdout.contains('\u{1b}'), "not in a pipe");
    assert!(!context.run("hooks list --color never").stdout.contains('\u{1b}'));
    assert!(context.run("hooks list --color always").stdout.contains('\u{1b}'));
    assert!(!context.run("hooks list --json --color always").stdout.contains('\u{1b}'));
}

#[test]
fn hostile_text_does_not_steer_the_terminal() {
    let context = TestContext::new();
    context.file(
        ".milady/hooks/evil/HOOK.md",
        "---\nname: \"a\\u001b[2J\\u202eb\"\ndescription: \"x\\u0007\"\nmetadata: {\"milady\":{\"emoji\":\"\\u001b]0;t\\u0007\",\"events\":[\"command\"]}}\n---\n\n# T\u{1b}[1m\n\nbody \u{1b}[31mred\n",
    );
    context.file(".milady/hooks/evil/handler.ts", "");
    for args in [
        "hooks list -v",
        "hooks info milady/managed/evil",
        "hooks check",
        "hooks remove milady/managed/evil",
    ] {
        let run = context.run(args);
        assert_eq!(run.status, 0, "{args}: {}", run.stderr);
        assert!(!run.stdout.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{args}: {:?}", run.stdout);
    }
}

#[test]
fn no_name_is_ever_used_as_a_path() {
    let context = TestContext::with_agents();
    let before = context.tree();
    for name in ["../greeter", "../../etc", "/", "..", "", "milady/managed/../x", "-"] {
        for verb in ["info", "enable", "disable", "remove", "install"] {
            let output = context.command().args(["hooks", verb, name, "--json"]).output().unwrap();
            assert!(matches!(output.status.code(), Some(1 | 2)), "{verb} {name:?}");
            assert!(output.stdout.is_empty(), "{verb} {name:?}");
        }
    }
    assert_eq!(context.tree(), before);
}

/// Agents take names without an end, so such a hook is listed; no sentence repeats all of it.
#[test]
fn a_name_without_an_end_floods_nothing() {
    let context = TestContext::with_agents();
    let name = "n".repeat(300_000);
    context.file(
        ".milady/hooks/endless/HOOK.md",
        &format!("---\nname: {name}\ndescription: x\nmetadata: {{milady: {{events: [gateway:startup]}}}}\n---\n"),
    );
    context.file(".milady/hooks/endless/handler.ts", "export default () => {};");
    for args in [
        "hooks list",
        "hooks info milady/managed/endless",
        "hooks check",
        "hooks disable milady/managed/endless --dry-run",
        "hooks remove milady/managed/endless --dry-run",
        "hooks fire gateway:startup --agent milady --dry-run",
    ] {
        let run = context.run(args);
        assert!(run.stdout.len() + run.stderr.len() < 20_000, "{args}: {}", run.stdout.len());
    }
}

#[test]
fn a_file_in_place_of_an_agents_home_is_said_once_and_nothing_is_offered() {
    for (home, line) in [(".openclaw", "what is there is not a folder"), (".milady", "No agent")] {
        let context = TestContext::new();
        context.file(home, "");
        for args in ["hooks list", "agents", "hooks list --runtime openclaw=2026.9.6"] {
            let found = context.run(args).stdout;
            assert!(!found.contains("os error"), "{found}");
            assert!(!found.contains("roll-call"), "{found}");
        }
        let found = context.run("hooks list --runtime openclaw=2026.9.6").stdout;
        assert!(found.contains(line), "{found}");
        let agent = home.trim_start_matches('.');
        let refused = context.run(&format!("hooks install roll-call --agent {agent}"));
        assert!(refused.stderr.contains(&format!("{home} is in the way")), "{}", refused.stderr);
        assert_eq!(refused.status, 1);
    }
}

#[test]
fn a_file_in_place_of_a_folder_of_hooks_is_named() {
    let context = TestContext::new();
    context.file(".milady/milady.json", "{}");
    context.file(".milady/hooks", "");
    let found = context.run("agents").stdout;
    assert!(
        found.contains("~/.milady/hooks: This is not a folder, so it has no hooks."),
        "{found}"
    );
}
