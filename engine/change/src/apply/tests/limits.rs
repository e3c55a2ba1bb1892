//! What earlier changes keep has one limit in bytes, and one in time; the same bytes are kept once.

use time::Duration;

use super::*;

/// Makes `count` changes of one config: each keeps a copy of 100 bytes and more.
fn changes(home: &Home, count: usize) -> Vec<String> {
    changes_of(home, count, usize::MAX, 100)
}

/// The same, where there are only so many different texts, of this size and more.
fn changes_of(home: &Home, count: usize, texts: usize, size: usize) -> Vec<String> {
    let text = |number: usize| format!("{{a:{}}}{}", number % texts, " ".repeat(size));
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
    prune::prune_to(&home.machine, &made[4], bytes * 7 / 10);
    assert_eq!(there(&home), made[2..]);
    prune::prune_to(&home.machine, &made[4], 1);
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
    let root = order::root(&later.machine).join(first);
    assert_eq!(fs::read_dir(root).unwrap().count(), 2, "its journal and the folder");
}

fn stored(home: &Home) -> Vec<PathBuf> {
    let entries = fs::read_dir(store::root(&home.machine)).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn the_same_bytes_are_kept_and_counted_once_and_go_with_the_last_change_that_needs_them() {
    let (home, _) = Home::new();
    let made = changes_of(&home, 10, 2, 50_000);
    assert_eq!(there(&home), made);
    assert_eq!(stored(&home).len(), 2, "on and off, five times");
    let (bytes, _) = kept_bytes(&home.machine);
    assert!((100_000..120_000).contains(&bytes), "ten copies of two texts: {bytes}");
    // Each change still has all that it needs, under the name that earlier versions look for.
    for id in &made {
        let copy = fs::read(order::root(&home.machine).join(id).join("0")).unwrap();
        assert!(copy.len() > 50_000);
    }
    for _ in &made {
        undo(&home.machine, None).unwrap();
    }
    assert!(fs::read_to_string(home.path("a/config.json")).unwrap().starts_with("{a:0}"));
    assert_eq!(stored(&home).len(), 2, "what was taken back is a version too");
    let last = changes_of(&home, 1, 2, 10);
    prune::prune_to(&home.machine, &last[0], 1);
    assert_eq!(there(&home), last);
    assert_eq!(stored(&home).len(), 1, "what nobody needs is gone");
}

#[test]
fn a_copy_that_is_damaged_is_not_taken_for_another_and_one_that_is_missing_is_made_again() {
    let (home, _) = Home::new();
    changes_of(&home, 2, 2, 100);
    for path in stored(&home) {
        // In place, as a bad disk does: the copies of those changes are gone with it.
        put(&path, "damaged");
    }
    let made = changes_of(&home, 1, 2, 100);
    let copy = |id: &String| order::root(&home.machine).join(id).join("0");
    assert!(fs::read_to_string(copy(&made[0])).unwrap().starts_with("{a:0}"));
    fs::remove_dir_all(store::root(&home.machine)).unwrap();
    let again = changes_of(&home, 1, 2, 100);
    assert!(fs::read_to_string(copy(&again[0])).unwrap().starts_with("{a:0}"));
    undo(&home.machine, None).unwrap();
}

#[test]
fn what_was_cut_off_before_a_change_had_it_goes_with_the_next() {
    let (home, _) = Home::new();
    files::private_dir(&store::root(&home.machine)).unwrap();
    let left = store::root(&home.machine).join("0".repeat(64));
    put(&left, "nobody's");
    changes(&home, 1);
    assert!(!left.exists());
    assert_eq!(stored(&home).len(), 1);
    // Where a system counts no names, the bytes are compared.
    assert!(store::is_copied(&home.machine, &stored(&home)[0]));
    put(&left, "nobody's");
    assert!(!store::is_copied(&home.machine, &left));
}
