//! A hook copied to another agent: what is said before, what is written, and whether it does the same.

use insta::assert_snapshot;
use serde_json::json;
use tacklebox_testing::kernel::has_walls;

use super::context::TestContext;

/// A hook of Moltis that needs no program but the shell.
fn guard() -> TestContext {
    let context = TestContext::new();
    context.file(
        ".moltis/hooks/guard/HOOK.md",
        "+++\nname = \"guard\"\ndescription = \"Keeps order\"\nevents = [\"BeforeToolCall\", \"Command\"]\ncommand = \". ./guard.sh\"\n\n[requires]\nbins = [\"git\"]\n+++\n\n# Guard\n",
    );
    context.file(".moltis/hooks/guard/guard.sh", "echo 'not here' >&2\nexit 1\n");
    context
}

#[test]
fn a_dry_run_says_what_is_lost_and_writes_nothing() {
    let context = guard();
    assert_snapshot!("port_dry_run", context.run("hooks port guard --to zeroclaw --dry-run"));
    assert!(!context.home.join(".zeroclaw").exists());
    let document = context.json("hooks port guard --to zeroclaw --dry-run");
    assert_eq!((&document["created"], &document["dry_run"]), (&json!([]), &json!(true)));
    assert!(document["lost"].as_array().unwrap().len() > 1);
    assert_eq!(document["review"]["files"][0]["path"], "HOOK.toml");
}

#[test]
fn a_copy_is_off_and_can_be_taken_back() {
    let context = guard();
    assert_snapshot!("port", context.run("hooks port guard --to zeroclaw"));
    let copy = context.json("hooks info zeroclaw/managed/guard");
    assert_eq!(copy["state"], "off");
    assert_eq!(copy["receipt"]["source"], "copied from moltis/managed/guard");
    assert_snapshot!("port_again", context.run("hooks port moltis/managed/guard --to zeroclaw"));
    assert_eq!(context.run("hooks undo").status, 0);
    assert!(!context.home.join(".zeroclaw/workspace/hooks/guard").exists());
    assert!(context.home.join(".moltis/hooks/guard/HOOK.md").is_file());
}

#[test]
fn the_json_has_the_files_and_what_is_lost() {
    assert_snapshot!("port_json", guard().run("hooks port guard --to zeroclaw --json"));
}

#[test]
fn compares_only_where_it_is_asked_to() {
    let context = guard();
    let quiet = context.json("hooks port guard --to zeroclaw");
    assert!(quiet.get("compared").is_none(), "{quiet}");
    context.run("hooks undo");
    let run = context.run("hooks port guard --to zeroclaw --compare --json");
    let compared = &run.document()["compared"][0];
    assert_eq!((run.status, &compared["same"]), (0, &json!(true)), "{compared}");
    assert_eq!(compared["after"]["outcome"], "block");
    assert_eq!(compared["after"]["reason"], "not here");
    if has_walls() {
        assert_eq!(
            (&compared["before"]["box"], &compared["after"]["box"]),
            (&json!("landlock"), &json!("landlock"))
        );
        assert_eq!(compared["after"]["effects"]["wrote"], json!([]));
    }
    let both = context.run("hooks port guard --to zeroclaw --compare --dry-run");
    assert_eq!(both.status, 2);
}

#[test]
fn a_copy_that_does_what_its_original_does_not_is_not_the_same() {
    if !has_walls() {
        return;
    }
    let context = guard();
    context.file(
        ".moltis/hooks/guard/guard.sh",
        "case \"$PWD\" in *zeroclaw*) echo x > ~/.twin;; esac\nexit 0\n",
    );
    let run = context.run("hooks port guard --to zeroclaw --compare --json");
    let compared = &run.document()["compared"][0];
    assert_eq!((run.status, &compared["same"]), (1, &json!(false)), "{compared}");
    let sentence = compared["sentence"].as_str().unwrap();
    assert!(sentence.contains("only the copy wants to change ~/.twin"), "{sentence}");
    context.run("hooks undo");
    let real = context.run("hooks port guard --to zeroclaw --compare --no-box --json");
    assert_eq!(real.document()["compared"][0]["before"]["effects"], json!(null));
    assert!(context.home.join(".twin").exists(), "for real only where it was asked for");
}

#[test]
fn a_start_for_another_family_says_so() {
    let context = TestContext::new();
    context.hook_md(
        "milady",
        ".milady/hooks/greeter",
        "greeter",
        r#""events":["command:new"],"requires":{"bins":["git"]}"#,
    );
    assert_snapshot!("port_skeleton", context.run("hooks port greeter --to moltis"));
    assert_eq!(context.json("hooks info greeter --agent moltis")["state"], "off");
    let run = context.run("hooks port greeter --agent milady --to milady --json");
    assert_eq!((run.status, &run.error()["code"]), (1, &json!("refused")));
}

#[test]
fn a_copy_that_is_a_plugin_says_how_plugins_are_turned_on() {
    let context = guard();
    let run = context.run("hooks port guard --to openclaw");
    assert_eq!(run.status, 0, "{run}");
    assert!(run.stdout.contains("Turn it on with `tacklebox plugins enable guard`."), "{run}");
    assert_eq!(context.run("plugins enable guard").status, 0);
    // Where a hook is asked for by the name of a plugin.
    let run = context.run("hooks info openclaw/plugin/guard");
    assert!(run.stderr.contains("`tacklebox plugins info guard`"), "{run}");
}

#[test]
fn a_copy_that_cannot_be_compared_is_told_with_what_it_lost() {
    let context = TestContext::new();
    let events = r#""events":["gateway:startup","message:received"]"#;
    context.hook_md("openclaw", ".openclaw/hooks/needy", "needy", events);
    let text = "import { x } from 'openclaw/plugin-sdk';\nexport default async () => x();\n";
    context.file(".openclaw/hooks/needy/handler.ts", text);
    let run = context.run("hooks port needy --agent openclaw --to milady --compare --json --runtime milady=2026-03-01");
    assert_eq!(run.status, 1);
    let document = run.document();
    assert!(!document["lost"].as_array().unwrap().is_empty(), "{document}");
    assert!(document.get("compared").is_none(), "{document}");
    assert!(run.stderr.contains("It was copied, and the two could not be compared."));
    assert!(context.home.join(".milady/hooks/needy/HOOK.md").is_file());
}
