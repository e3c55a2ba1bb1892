//! `hooks projects`: folders that an agent is started in.

use crate::context::TestContext;

const GUARD: &str =
    "+++\nname = \"guard\"\nevents = [\"BeforeToolCall\"]\ncommand = \"true\"\n+++\n";

fn context() -> TestContext {
    let context = TestContext::with_agents();
    context.file("code/site/.moltis/hooks/guard/HOOK.md", GUARD);
    context.file("code/site/.moltis/hooks/only/HOOK.md", &GUARD.replace("guard", "only"));
    context
}

#[test]
fn a_folder_is_added_listed_and_removed() {
    let context = context();
    let before = context.json("hooks list --agent moltis");
    let dry = context.run("hooks projects add code/site --agent moltis --dry-run");
    assert!(
        dry.stdout.contains("Remember ~/code/site as a project folder of Moltis"),
        "{}",
        dry.stdout
    );
    assert_eq!(context.json("hooks projects list").as_array().unwrap().len(), 0);
    let added = context.run("hooks projects add code/site --agent moltis");
    assert_eq!(
        (added.status, added.stdout.as_str()),
        (0, "The hooks of ~/code/site are listed.\n")
    );
    let rows = context.json("hooks projects list");
    assert_eq!((&rows[0]["agent"], &rows[0]["folder"]), (&"moltis".into(), &"~/code/site".into()));
    let text = context.run("hooks list --agent moltis").stdout;
    assert!(text.contains("Moltis in ~/code/site · a project folder"), "{text}");
    let all = context.json("hooks list --agent moltis");
    let own = |hook: &&serde_json::Value| !hook["project"].is_null();
    let own: Vec<_> = all.as_array().unwrap().iter().filter(own).collect();
    assert_eq!(own.len(), 2);
    assert_eq!(own[0]["project"]["folder"], context.home.join("code/site").to_str().unwrap());
    // A name is the agent's own hook first, and one of a project where there is no other.
    assert_eq!(context.json("hooks info guard --agent moltis")["id"], "moltis/managed/guard");
    assert_eq!(context.json("hooks info only --agent moltis")["id"], own[1]["id"]);
    assert!(
        context.run("hooks info only --agent moltis").stdout.contains("started in ~/code/site")
    );
    // It is not told of an agent that has nothing to pick up; and only this workspace is asked for here.
    assert!(!added.stdout.contains("Restart"));
    let one = context.json("--workspace code/site hooks list --agent moltis");
    assert!(one.as_array().unwrap().iter().all(|hook| hook["project"].is_null()));
    let removed = context.run("hooks projects remove code/site");
    assert_eq!(removed.status, 0, "{}", removed.stderr);
    assert_eq!(context.json("hooks list --agent moltis"), before);
    assert!(context.home.join("code/site/.moltis/hooks/guard/HOOK.md").is_file());
    assert_eq!(context.run("hooks undo").status, 0);
    assert_eq!(context.json("hooks projects list").as_array().unwrap().len(), 1);
}

#[test]
fn a_folder_that_is_typed_with_steps_back_is_the_folder_itself() {
    let context = context();
    let added = context.run("hooks projects add code/site/../site/. --agent moltis");
    assert_eq!(
        (added.status, added.stdout.as_str()),
        (0, "The hooks of ~/code/site are listed.\n")
    );
    let removed = context.run("hooks projects remove ./code/../code/site");
    assert_eq!(removed.status, 0, "{}", removed.stderr);
    assert_eq!(context.json("hooks projects list").as_array().unwrap().len(), 0);
}

#[test]
fn what_is_no_project_is_refused() {
    let context = context();
    for (args, says) in [
        ("hooks projects add nowhere --agent moltis", "~/nowhere is not there."),
        ("hooks projects add .moltis --agent moltis", "a folder of Moltis itself"),
        ("hooks projects add code/site --agent zeroclaw", "takes no hooks from the folder"),
        ("hooks projects add code/site", "Add --agent eliza or --agent moltis"),
        ("hooks projects remove code/site", "not in the list of project folders"),
    ] {
        let run = context.run(args);
        assert!(run.status != 0 && run.stderr.contains(says), "{args}: {}", run.stderr);
    }
}

/// What no version in use reads is not called ready.
#[test]
fn todays_moltis_does_not_look_there() {
    let context = context();
    context.run("hooks projects add code/site --agent moltis");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tacklebox"));
    let output = command
        .env_clear()
        .env("HOME", &context.home)
        .args([
            "--runtime",
            "moltis=2026-08-21",
            "hooks",
            "info",
            "only",
            "--agent",
            "moltis",
            "--json",
        ])
        .output()
        .unwrap();
    let info: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(info["state"], "not-called");
    assert_eq!(info["runtime"]["loads"], false);
    let reason = info["reason"].as_str().unwrap();
    assert!(
        reason.contains("does not look for hooks in the folder that it is started in"),
        "{reason}"
    );
}
