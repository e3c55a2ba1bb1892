//! Any changes in any order: taken back one by one, each gives back what was there before it, and what a
//! person wrote in between is never lost.

use proptest::prelude::*;
use tacklebox_agents::hook::AgentId;
use tacklebox_change::apply;
use tacklebox_change::install::{included, remove};
use tacklebox_change::ops::{self, Others};
use tacklebox_change::plan::Plan;

use super::{Home, Tree};

const HOOKS: [&str; 3] = ["session-memory", "welcome", "github-digest"];
const CONFIG: &str = ".milady/milady.json";
const MINE: &str = "// written by a person\n";

#[derive(Clone, Debug)]
enum Change {
    Install(usize),
    Remove(usize, bool),
    Switch(usize, bool),
    Key(usize, bool),
}

fn change() -> impl Strategy<Value = Change> {
    let hook = 0..HOOKS.len();
    prop_oneof![
        3 => hook.clone().prop_map(Change::Install),
        1 => (hook.clone(), any::<bool>()).prop_map(|(hook, all)| Change::Remove(hook, all)),
        2 => (hook.clone(), any::<bool>()).prop_map(|(hook, on)| Change::Switch(hook, on)),
        1 => (hook, any::<bool>()).prop_map(|(hook, set)| Change::Key(hook, set)),
    ]
}

/// The plan, where it is possible now.
fn plan(home: &Home, change: &Change) -> Option<Plan> {
    let inventory = home.scan(AgentId::Milady);
    let machine = &home.machine;
    let id = |hook: usize| format!("milady/managed/{}", HOOKS[hook]);
    match *change {
        Change::Install(hook) => included::plan_install(machine, &inventory, HOOKS[hook]).ok(),
        Change::Remove(hook, all) => remove::plan(machine, &inventory, &id(hook), all).ok(),
        Change::Switch(hook, on) => {
            ops::set_enabled(machine, &inventory, &id(hook), on, Others::Switch).ok()
        }
        Change::Key(hook, set) => {
            let value = set.then_some("ghp_0123456789abcdef");
            ops::set_env(machine, &inventory, &id(hook), "GITHUB_TOKEN", value, Others::Switch).ok()
        }
    }
}

/// Carries out what is possible. The tree before each, the newest last.
fn carry_out(home: &Home, changes: &[Change]) -> Vec<Tree> {
    let mut before = Vec::new();
    for change in changes {
        let Some(plan) = plan(home, change) else { continue };
        let tree = home.tree();
        if apply::apply(&home.machine, &plan).unwrap().undo.is_some() {
            before.push(tree);
        } else {
            assert_eq!(home.tree(), tree, "{change:?} changed something that cannot be taken back");
        }
    }
    before
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_changes_are_taken_back_one_by_one_to_the_byte(
        config in prop::option::of(Just("{\n  // mine\n  hooks: { internal: { enabled: true } },\n}\n")),
        changes in prop::collection::vec(change(), 0..8),
    ) {
        let home = Home::new();
        if let Some(config) = config {
            home.write(CONFIG, config);
        }
        for tree in carry_out(&home, &changes).into_iter().rev() {
            apply::undo(&home.machine, None).unwrap();
            prop_assert_eq!(home.tree(), tree);
        }
        prop_assert!(apply::undo(&home.machine, None).is_err(), "nothing is left to take back");
    }

    #[test]
    fn what_a_person_wrote_is_there_after_every_attempt_to_take_back(
        changes in prop::collection::vec(change(), 1..6),
        which in any::<prop::sample::Index>(),
        new_file in any::<bool>(),
    ) {
        let home = Home::new();
        let count = carry_out(&home, &changes).len();
        let tree = home.tree();
        let files: Vec<_> = tree.keys().filter_map(|path| path.to_str()).collect();
        prop_assume!(!files.is_empty());
        let file = files[which.index(files.len())];
        let file = match new_file && file != CONFIG {
            true => format!("{file}.mine"),
            false => file.to_owned(),
        };
        let text = if new_file { MINE.to_owned() } else { format!("{MINE}{}", home.read(&file)) };
        home.write(&file, &text);
        for _ in 0..count {
            let before = home.tree();
            if apply::undo(&home.machine, None).is_err() {
                prop_assert_eq!(home.tree(), before, "a refusal touches nothing");
                break;
            }
            prop_assert_eq!(home.read(&file), text.clone());
        }
        prop_assert_eq!(home.read(&file), text);
    }
}
