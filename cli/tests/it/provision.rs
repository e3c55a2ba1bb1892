//! Missing programs, installed by a Homebrew of the test's own.

use std::process::Stdio;
use std::time::{Duration, Instant};

use insta::assert_snapshot;
use serde_json::json;

use super::context::TestContext;

/// Prints, and brings an executable file of that name.
const BREW: &str = "PATH=/usr/bin:/bin\necho \"==> Fetching $2\"\necho \"==> Pouring $2\"\ncp \"$0\" \"$HOME/bin/$2\"\n";

fn with_brew(script: &str) -> TestContext {
    let context = TestContext::with_agents();
    context.script("brew", script);
    context
}

#[test]
fn installs_what_a_hook_lacks() {
    let context = with_brew(BREW);
    assert_snapshot!("provision_dry_run", context.run("provision digest --dry-run"));
    assert!(!context.home.join("bin/jq").exists());
    assert_snapshot!("provision", context.run("provision digest"));
    assert!(context.home.join("bin/jq").is_file());
    assert_snapshot!("provision_again", context.run("provision digest"));
    assert_eq!(context.json("provision digest"), json!({"installed": [], "steps": []}));
}

#[test]
fn json_on_standard_output_and_the_installer_on_standard_error() {
    let run = with_brew(BREW).run("provision digest --json");
    assert_snapshot!("provision_json", run);
}

#[test]
fn the_way_can_be_named() {
    let context = with_brew(BREW);
    assert_snapshot!("provision_unknown_way", context.run("provision digest --with cargo"));
    assert_eq!(context.run("provision digest --with jq").status, 0);
}

#[test]
fn what_can_only_be_done_by_hand_is_said() {
    let context = TestContext::with_agents();
    let run = context.run("provision digest");
    assert_snapshot!("provision_by_hand", run);
    assert_eq!(context.run("provision digest --json").error()["code"], "not-installable");
}

#[test]
fn a_failure_says_why() {
    let context =
        with_brew("echo 'Error: No available formula with the name \"jq\".' >&2\nexit 1\n");
    assert_snapshot!("provision_failed", context.run("provision digest"));
}

#[test]
fn a_ctrl_c_stops_the_installer_too() {
    let context = with_brew("PATH=/usr/bin:/bin\necho $$ > \"$HOME/id\"\nsleep 300 &\nwait\n");
    let mut child = context
        .command()
        .args(["provision", "digest"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    let id = loop {
        match std::fs::read_to_string(context.home.join("id")) {
            Ok(id) if id.ends_with('\n') => break id.trim().to_owned(),
            _ if began.elapsed() > Duration::from_secs(20) => panic!("it never began"),
            _ => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let kill = |args: &[&str]| std::process::Command::new("kill").args(args).status().unwrap();
    assert!(kill(&["-INT", &child.id().to_string()]).success());
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(!kill(&["-0", &id]).success(), "the installer still runs");
}
