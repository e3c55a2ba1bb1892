//! A set-up carried from one home to another.

mod limits;
#[cfg(unix)]
mod plugins;
#[cfg(unix)]
mod told;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{Applied, Comparison, FileKind, SetupFile, What, apply, compare, export};
use crate::apply as changes;
use crate::install::included;
use crate::install::source::Source;
use crate::install::stage::{Staged, stage};
use crate::install::tests::{Home, MOLTIS, ZEROCLAW};
use crate::ops::{self, Others};
use tacklebox_agents::hook::AgentId;
use tacklebox_inventory::inventory::Inventory;
use tokio_util::sync::CancellationToken;

const AGENTS: [AgentId; 3] = [AgentId::Milady, AgentId::Zeroclaw, AgentId::Moltis];

fn exported(home: &Home, beside: &Path) -> SetupFile {
    let all: Vec<Inventory> = AGENTS.iter().map(|agent| home.scan(*agent)).collect();
    export(&home.machine, &all.iter().collect::<Vec<_>>(), beside).unwrap()
}

fn compared(home: &Home, file: &SetupFile) -> Comparison {
    let all: Vec<Inventory> = AGENTS.iter().map(|agent| home.scan(*agent)).collect();
    compare(&home.machine, &all.iter().collect::<Vec<_>>(), file)
}

fn fetched(home: &Home, source: &Source) -> Result<Staged, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let cancel = CancellationToken::new();
    let work = stage(&home.machine, source, &|_| (), &cancel);
    runtime.block_on(work).map_err(|error| error.to_string())
}

fn applied(home: &Home, file: &SetupFile, beside: &Path, accept: bool) -> Applied {
    let all: BTreeSet<String> =
        compared(home, file).differences.into_iter().map(|one| one.id).collect();
    let mut get = |source: &Source| fetched(home, source);
    apply(&home.machine, &|agent| home.scan(agent), file, beside, &all, accept, &mut get)
}

fn turn(home: &Home, agent: AgentId, id: &str, on: bool) {
    let plan = ops::set_enabled(&home.machine, &home.scan(agent), id, on, Others::Keep).unwrap();
    changes::apply(&home.machine, &plan).unwrap();
}

/// A home with included hooks, one off and one with a key, and one from a folder for each kind of manifest.
fn lived_in() -> Home {
    let home = Home::new();
    for name in ["github-digest", "session-memory"] {
        let plan =
            included::plan_install(&home.machine, &home.scan(AgentId::Milady), name).unwrap();
        changes::apply(&home.machine, &plan).unwrap();
    }
    turn(&home, AgentId::Milady, "milady/managed/session-memory", false);
    let digest = "milady/managed/github-digest";
    let key = ops::set_env(
        &home.machine,
        &home.scan(AgentId::Milady),
        digest,
        "GITHUB_TOKEN",
        Some("ghp_secret"),
        Others::Keep,
    );
    changes::apply(&home.machine, &key.unwrap()).unwrap();
    home.file("from/zero/HOOK.toml", ZEROCLAW);
    home.file("from/zero/hello.sh", "#!/bin/sh\necho hello\n");
    home.install(AgentId::Zeroclaw, "zero");
    turn(&home, AgentId::Zeroclaw, "zeroclaw/managed/greeter", true);
    home.file("from/moltis/HOOK.md", MOLTIS);
    home.file("from/moltis/hello.sh", "#!/bin/sh\necho hello\n");
    home.install(AgentId::Moltis, "moltis");
    home
}

#[test]
fn a_set_up_is_carried_to_an_empty_home_and_is_the_same_there() {
    let home = lived_in();
    let from = home.path("from");
    let file = exported(&home, &from);
    for kind in [FileKind::Toml, FileKind::Json] {
        let text = file.print(kind).unwrap();
        assert!(!text.contains("ghp_secret"), "no key is in it:\n{text}");
        assert!(text.contains("GITHUB_TOKEN"), "its name is:\n{text}");
        assert!(
            !text.contains(home.path("").to_str().unwrap()),
            "no path of this computer:\n{text}"
        );
        assert_eq!(SetupFile::parse(kind, text.as_bytes()).unwrap(), file);
    }
    assert!(compared(&home, &file).same, "{:#?}", compared(&home, &file));

    let other = Home::new();
    let before = other.tree();
    let compared_before = compared(&other, &file);
    assert_eq!(compared_before.differences.len(), 4, "{compared_before:#?}");
    assert!(compared_before.differences.iter().all(|one| one.what == What::Missing));
    let done = applied(&other, &file, &from, false);
    assert_eq!(done.not_done, [], "{done:#?}");
    let after = compared(&other, &file);
    assert!(after.same, "{after:#?}");
    let needed: Vec<(&str, &str)> =
        after.needed.iter().map(|one| (one.hook.as_str(), one.env.as_str())).collect();
    assert_eq!(needed, [("github-digest", "GITHUB_TOKEN")]);
    let on: BTreeMap<String, bool> = AGENTS
        .iter()
        .flat_map(|agent| other.scan(*agent).hooks())
        .map(|hook| (hook.id, hook.enabled))
        .collect();
    assert!(!on["milady/managed/session-memory"]);
    assert!(on["milady/managed/github-digest"]);
    assert!(on["zeroclaw/managed/greeter"]);
    assert!(!on["moltis/managed/greeter"]);

    // One undo takes all of it back.
    changes::undo(&other.machine, done.undo.as_deref()).unwrap();
    let mut now = other.tree();
    // An agent that was told to read its hooks again is told once more.
    now.retain(|path, _| !path.ends_with(".hooks-reload-stamp"));
    assert_eq!(now, before);
}

#[test]
fn what_was_changed_here_is_told_and_what_is_not_named_is_left_alone() {
    let home = lived_in();
    let file = exported(&home, &home.path("from"));
    turn(&home, AgentId::Milady, "milady/managed/session-memory", true);
    let plan =
        included::plan_install(&home.machine, &home.scan(AgentId::Milady), "welcome").unwrap();
    changes::apply(&home.machine, &plan).unwrap();
    home.file("home/.zeroclaw/workspace/hooks/greeter/hello.sh", "#!/bin/sh\necho other\n");
    let found: Vec<(String, What)> =
        compared(&home, &file).differences.into_iter().map(|one| (one.id, one.what)).collect();
    let switch = ("milady/session-memory/switch".to_owned(), What::Switch);
    assert!(found.contains(&switch), "{found:?}");
    assert!(!found.iter().any(|(id, _)| id.contains("welcome")), "{found:?}");
}

/// What a person edited is in no set-up, and it is said instead of done.
#[test]
fn an_edited_included_hook_comes_as_it_is_and_that_is_told() {
    let home = Home::new();
    let scan = || home.scan(AgentId::Milady);
    let plan = included::plan_install(&home.machine, &scan(), "session-memory").unwrap();
    changes::apply(&home.machine, &plan).unwrap();
    let to = serde_json::json!("Mine");
    let edit = [crate::amend::Change { key: crate::amend::Key::Description, value: Some(to) }];
    let id = "milady/managed/session-memory";
    let plan = crate::amend::plan(&home.machine, &scan(), id, &edit).unwrap();
    changes::apply(&home.machine, &plan).unwrap();
    let from = home.path("from");
    let file = exported(&home, &from);
    let other = Home::new();
    for _ in 0..2 {
        let done = applied(&other, &file, &from, false);
        let [left] = &done.not_done[..] else { panic!("{done:#?}") };
        assert!(left.why.contains("another HOOK.md"), "{}", left.why);
    }
    assert!(!compared(&other, &file).same);
}

#[test]
fn other_files_than_those_of_the_set_up_are_not_placed() {
    let home = lived_in();
    let from = home.path("from");
    let file = exported(&home, &from);
    home.file("from/zero/hello.sh", "#!/bin/sh\necho evil\n");
    let other = Home::new();
    let done = applied(&other, &file, &from, true);
    let refused: Vec<&str> = done.not_done.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(refused, ["zeroclaw/greeter/missing"], "{done:#?}");
    assert!(other.scan(AgentId::Zeroclaw).hooks().is_empty());
}

#[test]
fn what_is_no_set_up_is_refused_with_the_reason() {
    let read = |text: &str| SetupFile::parse(FileKind::Toml, text.as_bytes());
    assert!(read("tacklebox_setup = 1\n").is_ok());
    for (text, why) in [
        ("hello = 1\n", "not a set-up"),
        ("tacklebox_setup = 2\nnew = true\n", "newer Tacklebox"),
        ("tacklebox_setup = 1\n[agents.milady]\nhokks = []\n", "not a set-up"),
        ("a = [", "not a set-up"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
    assert!(FileKind::of(Path::new("team.yaml")).is_err());
}

/// What an agent does without being told is as good as what its config says.
#[test]
fn a_setting_that_says_what_holds_anyway_is_carried() {
    let home = Home::new();
    home.file("home/.milady/milady.json", "{ hooks: { internal: { enabled: true } } }\n");
    home.file("home/.zeroclaw/config.toml", "[hooks]\nenabled = true\n");
    let from = home.path("from");
    let file = exported(&home, &from);
    let said: usize = file.agents.values().map(|agent| agent.settings.len()).sum();
    assert_eq!(said, 2, "{file:?}");
    let other = Home::new();
    let done = applied(&other, &file, &from, false);
    assert_eq!(done.not_done, [], "{done:#?}");
    let after = compared(&other, &file);
    assert!(after.same, "{after:#?}");
    other.file("home/.milady/milady.json", "{ hooks: { internal: { enabled: false } } }\n");
    assert!(!compared(&other, &file).same);
}
