//! What earlier changes keep has one limit in bytes, and one in time.

use time::Duration;

use super::*;

/// Makes `count` changes of one config: each keeps a copy of 100 bytes and more.
fn changes(home: &Home, count: usize) -> Vec<String> {
    let text = |number: usize| format!("{{a:{number}}}{}", " ".repeat(100));
    let config = home.path("a/config.json");
    put(&config, &text(0));
    let one = |number: usize| {
        let mut plan = Plan::new(AgentId::Milady, "Change", "It was changed.");
        plan.steps = vec![Step::Edit {
            path: config.clone(),
            syntax: tacklebox_agents::config::Syntax::Json5,
            stamp: Stamp::of(text(number - 1).as_bytes()),
            before: Some(text(number - 1)),
            after: text(number),
        }];
        apply(&home.machine, &plan).unwrap().undo.unwrap()
    };
    (1..=count).map(one).collect()
}

fn there(home: &Home) -> Vec<String> {
    journal::all(&home.machine).into_iter().map(|(id, _)| id).collect()
}

#[test]
fn the_oldest_go_where_all_copies_are_too_much_and_the_last_stays() {
    let (home, _) = Home::new();
    let made = changes(&home, 5);
    assert_eq!(there(&home), made);
    let (bytes, most) = kept_bytes(&home.machine);
    assert!(bytes > 500 && bytes < most, "{bytes} {most}");
    journal::prune_to(&home.machine, &made[4], bytes * 7 / 10);
    assert_eq!(there(&home), made[2..]);
    journal::prune_to(&home.machine, &made[4], 1);
    assert_eq!(there(&home), made[4..]);
    undo(&home.machine, None).unwrap();
}

#[test]
fn what_is_older_than_a_year_goes_but_for_removed_folders_of_a_person() {
    let (home, plan) = Home::new();
    let first = apply(&home.machine, &plan).unwrap().undo.unwrap();
    let in_a_year = home.machine.now() + Duration::days(366);
    let later = Home { machine: home.machine.clone().with_clock(move || in_a_year), ..home };
    let mut again = Plan::new(AgentId::Milady, "Record", "It was recorded.");
    again.steps = vec![Step::Record {
        path: later.path("a/receipt"),
        after: Some("again".into()),
        says: Some("Note it".into()),
    }];
    let last = apply(&later.machine, &again).unwrap().undo.unwrap();
    // No bin takes what a person may have written, so it stays: and nothing else of that change.
    assert_eq!(there(&later), [first.clone(), last]);
    let root = journal::root(&later.machine).join(first);
    assert_eq!(fs::read_dir(root).unwrap().count(), 2, "its journal and the folder");
}
