//! Every folder under `tests/cases/<agent>/` is a small computer that a person can read: its home,
//! a few words about the rule it shows (`case.toml`), and what the engine makes of it
//! (`hooks.snap`, `check.snap`). The rules are those of `docs/RULES.md`.
//!
//! After a change: `cargo insta review`, and read each snapshot against the rule it is about.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

#[path = "cases/listing.rs"]
mod listing;
#[path = "cases/setup.rs"]
mod setup;

use std::fs;
use std::path::{Path, PathBuf};

use tacklebox_engine::hook::AgentId;

fn cases_of(agent: AgentId) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases").join(agent.as_str());
    let mut cases: Vec<PathBuf> =
        fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    cases
}

fn hold(agent: AgentId) {
    let mut wrong = Vec::new();
    for dir in cases_of(agent) {
        let case = setup::Case::read(&dir);
        if case.root_skips && setup::is_root() {
            continue;
        }
        let mut hooks = format!("# {}\n", case.about);
        let mut check = hooks.clone();
        let repairs = dir.file_name().unwrap().to_string_lossy().starts_with("repair-");
        let mut repaired = hooks.clone();
        for platform in case.platforms() {
            let computer = case.computer(&dir, platform);
            let (listed, checked) = listing::of(&computer, agent);
            for (text, part) in [(&mut hooks, listed), (&mut check, checked)] {
                if case.platforms().len() > 1 {
                    text.push_str(&format!("\n=== {}\n", platform.as_str()));
                }
                text.push('\n');
                text.push_str(&part);
            }
            if repairs {
                repaired.push('\n');
                repaired.push_str(&listing::repaired(&computer, agent));
            }
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(&dir);
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| {
            // One wrong case does not hide the others.
            let repaired = repairs.then_some(("repaired", repaired));
            for (name, text) in [("hooks", hooks), ("check", check)].into_iter().chain(repaired) {
                let held = std::panic::catch_unwind(|| insta::assert_snapshot!(name, text));
                if held.is_err() {
                    wrong.push(format!("{}/{name}", dir.display()));
                }
            }
        });
    }
    assert!(wrong.is_empty(), "{} snapshots differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn milady() {
    hold(AgentId::Milady);
}

#[test]
fn eliza() {
    hold(AgentId::Eliza);
}

#[test]
fn openclaw() {
    hold(AgentId::Openclaw);
}

#[test]
fn zeroclaw() {
    hold(AgentId::Zeroclaw);
}

#[test]
fn moltis() {
    hold(AgentId::Moltis);
}
