//! `setup`: a set-up is written down, carried to another home, and drift is told by the exit code.

use crate::context::TestContext;

fn text() -> (TestContext, String) {
    let context = TestContext::new();
    context.file(".milady/milady.json", "{ hooks: { internal: { enabled: true } } }\n");
    assert_eq!(context.run("hooks install session-memory").status, 0);
    assert_eq!(context.run("hooks install github-digest").status, 0);
    let set = context.run_with("hooks set github-digest --env GITHUB_TOKEN", "ghp_secret0123");
    assert_eq!(set.status, 0, "{}", set.stderr);
    assert_eq!(context.run("hooks disable session-memory").status, 0);
    let export = context.run("setup export team.toml");
    assert_eq!(export.status, 0, "{}", export.stderr);
    assert!(export.stdout.contains("2 hooks in"), "{}", export.stdout);
    let text = context.read("team.toml");
    assert!(text.contains("GITHUB_TOKEN") && !text.contains("ghp_secret0123"), "{text}");
    (context, text)
}

#[test]
fn a_set_up_is_carried_and_drift_ends_with_one() {
    let (context, file) = text();
    assert_eq!(context.run("setup check team.toml").status, 0);

    let other = TestContext::new();
    other.file("team.toml", &file);
    let before = other.tree();
    let drift = other.run("setup check team.toml");
    assert_eq!(drift.status, 1, "{}", drift.stdout);
    let dry = other.run("setup apply team.toml --dry-run");
    assert_eq!(dry.status, 0, "{}", dry.stderr);
    assert_eq!(other.tree(), before, "nothing was changed");

    let applied = other.run("setup apply team.toml");
    assert_eq!(applied.status, 0, "{}", applied.stderr);
    assert!(applied.stdout.contains("Restart Milady to pick this up."), "{}", applied.stdout);
    assert_eq!(other.run("setup check team.toml").status, 0);
    let none = other.run("setup check team.toml --agent eliza");
    assert!(none.stderr.contains("nothing for Eliza") && none.status == 1, "{}", none.stderr);
    assert_eq!(other.json("hooks info session-memory")["enabled"], false);
    assert_eq!(other.json("setup check team.toml")["needed"][0]["env"], "GITHUB_TOKEN");

    assert_eq!(other.run("hooks enable session-memory").status, 0);
    assert_eq!(other.run("setup check team.toml").status, 1, "one switch is another");
    assert_eq!(other.run("hooks undo").status, 0);
    assert_eq!(other.run("hooks undo").status, 0, "all of the set-up is one change");
    assert_eq!(other.json("hooks list --agent milady"), serde_json::json!([]));
}

#[test]
fn what_is_not_carried_is_said_and_a_part_can_be_applied() {
    let context = TestContext::new();
    context.file(".milady/milady.json", "{ hooks: { internal: { enabled: true } } }\n");
    context.file(
        ".moltis/moltis.toml",
        "[[hooks]]\nname = \"mine\"\nevents = [\"SessionStart\"]\ncommand = \"true\"\n",
    );
    for name in ["session-memory", "welcome"] {
        assert_eq!(context.run(&format!("hooks install {name} --agent milady")).status, 0);
    }
    assert_eq!(context.run("hooks disable welcome --agent milady").status, 0);
    let export = context.run("setup export team.toml");
    assert!(export.stdout.contains("Not in it: mine. In the agent's config"), "{}", export.stdout);
    let told = context.json("setup export team.json");
    assert_eq!(told["not_carried"][0]["name"], "mine", "{told}");

    let other = TestContext::new();
    other.file("team.toml", &context.read("team.toml"));
    let dry = other.run("setup apply team.toml --dry-run --only welcome");
    assert!(dry.stdout.contains("Then: off"), "{}", dry.stdout);
    assert!(!dry.stdout.contains("Session memory"), "{}", dry.stdout);
    let applied = other.run("setup apply team.toml --only welcome");
    assert_eq!(applied.status, 0, "{}", applied.stderr);
    let here = other.json("hooks list --agent milady");
    let names: Vec<&str> =
        here.as_array().unwrap().iter().map(|hook| hook["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["welcome"]);
    let unknown = other.run("setup apply team.toml --only wellcome");
    assert_eq!(unknown.status, 1);
    assert!(unknown.stderr.contains("no hook and no plugin wellcome"), "{}", unknown.stderr);
}

#[test]
fn what_is_not_in_the_set_up_is_left_alone_unless_somebody_asks() {
    let (_, file) = text();
    let other = TestContext::new();
    other.file("team.toml", &file);
    other.file(".milady/milady.json", "{ hooks: { internal: { enabled: true } } }\n");
    for name in ["welcome", "command-logger"] {
        assert_eq!(other.run(&format!("hooks install {name} --agent milady")).status, 0);
    }
    assert_eq!(other.run("hooks disable command-logger --agent milady").status, 0);
    assert_eq!(other.run("setup apply team.toml").status, 0);
    let is_on =
        |name: &str| other.json(&format!("hooks info {name} --agent milady"))["enabled"].clone();
    assert_eq!(is_on("welcome"), true, "nobody asked");

    let check = other.run("setup check team.toml");
    assert_eq!(check.status, 0, "it is not a difference: {}", check.stdout);
    assert!(check.stdout.contains("Also here: Welcome (Milady). "), "{}", check.stdout);
    assert_eq!(other.json("setup check team.toml")["also_here"][0]["hook"], "welcome");
    let before = other.tree();
    let dry = other.run("setup apply team.toml --dry-run --turn-off-others");
    assert!(dry.stdout.contains("Welcome") && dry.status == 0, "{}", dry.stdout);
    assert_eq!(other.tree(), before, "nothing was changed");
    let only = other.run("setup apply team.toml --only session-memory --turn-off-others");
    assert_eq!(only.status, 2, "a part of it says nothing of what is not in it: {}", only.stderr);

    let applied = other.run("setup apply team.toml --turn-off-others");
    assert_eq!(applied.status, 0, "{}", applied.stderr);
    assert_eq!((is_on("welcome"), is_on("github-digest")), (false.into(), true.into()));
    let check = other.run("setup check team.toml");
    assert!(check.status == 0 && !check.stdout.contains("Also here"), "{}", check.stdout);
    assert_eq!(other.run("hooks undo").status, 0);
    assert_eq!(is_on("welcome"), true, "it is a change like any other");
}

/// Each sentence is true of the hook it is about.
#[test]
fn of_files_that_are_only_here_it_is_said_why_and_what_can_be_done() {
    let context = TestContext::new();
    context.file(".milady/milady.json", "{ hooks: { internal: { enabled: true } } }");
    let new = context.run_words("hooks new --event command --agent milady", &["Tidy up"]);
    assert_eq!(new.status, 0, "{}", new.stderr);
    assert_eq!(
        context.run_words("hooks new --event command --agent milady", &["Sort out"]).status,
        0
    );
    let export = context.run("setup export team.toml");
    assert!(
        export.stdout.ends_with("Named, without the files: sort-out and tidy-up. Made on this computer or put there by hand.\nTo carry the files of a folder, put a copy of it beside the set-up, and write ./ and its name there as the source.\n"),
        "{}",
        export.stdout
    );
    let told = context.json("setup export team.json");
    assert_eq!(told["not_carried"], serde_json::json!([]), "{told}");
    assert_eq!(told["without_files"][0]["names"], serde_json::json!(["sort-out", "tidy-up"]));
    let other = TestContext::new();
    other.file(".milady/milady.json", "{}");
    other.file("team.toml", &context.read("team.toml"));
    let check = other.run("setup check team.toml");
    assert!(
        check
            .stdout
            .contains("tidy-up: not here; its files are only on the computer of the set-up\n"),
        "{}",
        check.stdout
    );
    let dry = context.run("hooks disable tidy-up --dry-run");
    assert!(dry.status == 0 && !dry.stdout.contains("No newline"), "{}", dry.stdout);
}

#[test]
fn a_file_that_is_not_a_set_up_is_refused_with_a_way_out() {
    let context = TestContext::new();
    context.file("notes.toml", "a = [");
    for file in ["notes.toml", "gone.toml", "team.txt"] {
        let run = context.run(&format!("setup check {file}"));
        assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{file}");
        assert!(run.stderr.starts_with("error: "), "{file}: {}", run.stderr);
    }
}

/// A config and a person's notes end in the same way.
#[test]
fn no_other_file_is_written_over_by_an_export() {
    let context = TestContext::with_agents();
    context.file("notes.toml", "mine = true\n");
    let run = context.run("setup export notes.toml --json");
    assert_eq!((run.status, run.error()["code"].as_str()), (1, Some("in-the-way")));
    assert_eq!(context.read("notes.toml"), "mine = true\n");
    // Its own is: what is here now is what it is for.
    context.json("setup export team.json");
    context.json("setup export team.json");
}

/// As it is read out: the host and the name, where there is no folder of that name here.
#[test]
fn an_address_without_https_is_not_taken_for_a_missing_folder() {
    let context = TestContext::with_agents();
    let run = context.run("hooks install localhost.invalid/ana/hooks --agent milady --json");
    assert_ne!(run.status, 0);
    let error = run.error()["message"].to_string();
    assert!(!error.contains("There is nothing at"), "{error}");
}

#[test]
fn nobody_is_asked_for_a_new_version_before_an_address_is_set() {
    let context = TestContext::new();
    let none = context.run("updates");
    assert_eq!(none.status, 1);
    assert!(none.stderr.contains("nobody was asked"), "{}", none.stderr);
    assert!(none.stderr.contains("tacklebox updates --set URL"), "{}", none.stderr);
    assert_eq!(context.run("updates --set http://example.com/x.json").status, 1, "only https");
    // Nobody listens there, which is said; it is not asked by setting it.
    let set = context.json("updates --set https://localhost:1/latest.json");
    assert_eq!(set["from"], "https://localhost:1/latest.json");
    let asked = context.run("updates --json");
    assert_eq!((asked.status, &asked.error()["code"]), (1, &"not-fetched".into()));
    assert!(asked.error()["message"].to_string().contains("localhost"), "{}", asked.stderr);
    let no_more = context.run_words("updates --set", &[""]);
    assert_eq!((no_more.status, no_more.stdout.as_str()), (0, "Nobody is asked from now on.\n"));
    assert_eq!(context.run("updates").status, 1);
}
