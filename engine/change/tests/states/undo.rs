//! Whether a change may be taken back, over all combinations of a change and what happened since. What is
//! refused leaves everything as it is.

use std::fs;

use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::AgentId;
use tacklebox_change::apply::{self, ApplyError, Change};
use tacklebox_change::install::{included, remove};
use tacklebox_change::ops::{self, Others};
use tacklebox_change::plan::Plan;
use tacklebox_inventory::inventory::Inventory;

use super::Home;

const ID: &str = "milady/managed/session-memory";
const DIR: &str = ".milady/hooks/session-memory";
const CONFIG: &str = ".milady/milady.json";

#[derive(Clone, Copy, Debug, PartialEq)]
enum Did {
    Install,
    Remove,
    SwitchOff,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Since {
    Nothing,
    FileEdited,
    FileAdded,
    FileDeleted,
    /// Another folder is where the hook was.
    OtherFolder,
    ConfigEdited,
    ConfigDeleted,
}

#[derive(Debug, PartialEq)]
enum Then {
    Back,
    ChangedSince,
    InTheWay,
}

const SINCE: [Since; 7] = [
    Since::Nothing,
    Since::FileEdited,
    Since::FileAdded,
    Since::FileDeleted,
    Since::OtherFolder,
    Since::ConfigEdited,
    Since::ConfigDeleted,
];

fn scan(home: &Home) -> Inventory {
    Inventory::scan(&home.machine, AgentId::Milady, &Options::documented())
}

fn apply(home: &Home, plan: &Plan) -> Change {
    apply::apply(&home.machine, plan).unwrap()
}

fn install(home: &Home) -> Change {
    apply(home, &included::plan_install(&home.machine, &scan(home), "session-memory").unwrap())
}

fn switch_off(home: &Home) -> Change {
    apply(home, &ops::set_enabled(&home.machine, &scan(home), ID, false, Others::Switch).unwrap())
}

/// A change of this kind, on a home where that is possible. The config is there before.
fn did(home: &Home, what: Did) -> Change {
    home.write(CONFIG, "{ mine: 1 }\n");
    if what == Did::Install {
        return install(home);
    }
    install(home);
    match what {
        Did::Remove => apply(home, &remove::plan(&home.machine, &scan(home), ID, false).unwrap()),
        _ => switch_off(home),
    }
}

/// Another program, or a person. False where there is nothing to do that to.
fn happens(home: &Home, since: Since) -> bool {
    let there = home.path(DIR).is_dir();
    match since {
        Since::Nothing => true,
        Since::FileEdited if there => {
            home.write(&format!("{DIR}/handler.ts"), "// mine\n");
            true
        }
        Since::FileAdded if there => {
            home.write(&format!("{DIR}/notes.txt"), "mine\n");
            true
        }
        Since::FileDeleted if there => {
            fs::remove_file(home.path(&format!("{DIR}/handler.ts"))).is_ok()
        }
        Since::OtherFolder if !there => {
            home.write(&format!("{DIR}/HOOK.md"), "mine\n");
            true
        }
        Since::ConfigEdited => {
            home.write(CONFIG, "{ mine: 2 }\n");
            true
        }
        Since::ConfigDeleted => fs::remove_file(home.path(CONFIG)).is_ok(),
        _ => false,
    }
}

/// The rule: what a person would lose keeps a change from being taken back; what it does not touch does not.
fn then(did: Did, since: Since) -> Then {
    match (did, since) {
        (Did::Install, Since::FileEdited | Since::FileAdded | Since::FileDeleted)
        | (Did::SwitchOff, Since::ConfigEdited | Since::ConfigDeleted) => Then::ChangedSince,
        (Did::Remove, Since::OtherFolder) => Then::InTheWay,
        _ => Then::Back,
    }
}

#[test]
fn a_change_is_taken_back_unless_something_of_a_person_would_be_lost() {
    let mut tried = 0;
    for did_what in [Did::Install, Did::Remove, Did::SwitchOff] {
        for since in SINCE {
            let home = Home::new();
            let change = did(&home, did_what);
            // A switch does not write into the folder: what was done there is not its business.
            if !happens(&home, since) {
                continue;
            }
            tried += 1;
            let before = home.tree();
            let what = match apply::undo(&home.machine, change.undo.as_deref()) {
                Ok(_) => Then::Back,
                Err(ApplyError::ChangedSince(_)) => Then::ChangedSince,
                Err(ApplyError::InTheWay(_)) => Then::InTheWay,
                Err(error) => panic!("{did_what:?} {since:?}: {error}"),
            };
            assert_eq!(what, then(did_what, since), "{did_what:?}, then {since:?}");
            if what != Then::Back {
                assert_eq!(
                    home.tree(),
                    before,
                    "{did_what:?} {since:?}: a refusal touches nothing"
                );
                continue;
            }
            let there = home.path(DIR).join("HOOK.md").is_file();
            assert_eq!(there, did_what != Did::Install, "{did_what:?} {since:?}");
        }
    }
    assert_eq!(tried, 16, "each change with all that can happen to it");
}

#[test]
fn a_refused_undo_can_be_done_once_the_way_is_free() {
    let home = Home::new();
    let change = did(&home, Did::Remove);
    happens(&home, Since::OtherFolder);
    assert!(apply::undo(&home.machine, change.undo.as_deref()).is_err());
    fs::remove_dir_all(home.path(DIR)).unwrap();
    apply::undo(&home.machine, change.undo.as_deref()).unwrap();
    assert!(home.path(DIR).join("handler.ts").is_file());
}

#[test]
fn what_would_be_undone_is_what_is_undone() {
    let home = Home::new();
    did(&home, Did::SwitchOff);
    let would = apply::would_undo(&home.machine).unwrap();
    let done = apply::undo(&home.machine, None).unwrap();
    assert_eq!(would.summary.replace("Would be taken back", "Taken back"), done.summary);
}
