//! Changes that were made together and are taken back together.

use super::*;

/// The plans of three changes, two of them of one file.
fn plans(home: &Home) -> Vec<Plan> {
    put(&home.path("a/other.json"), "{}");
    let edits = [
        ("a/other.json", "{}", "{b:1}"),
        ("a/config.json", "{}", "{a:1}"),
        ("a/config.json", "{a:1}", "{a:2}"),
    ];
    let plan = |(file, before, after): (&str, &str, &str)| {
        let step = Step::Edit {
            path: home.path(file),
            syntax: tacklebox_agents::config::Syntax::Json5,
            stamp: Stamp::of(before.as_bytes()),
            before: Some(before.into()),
            after: after.into(),
        };
        let plan = Plan::new(AgentId::Milady, "One", format!("{file} was changed."));
        Plan { steps: vec![step], ..plan }
    };
    edits.into_iter().map(plan).collect()
}

/// The three of them, made one after the other as one.
fn three_together(home: &Home) -> Vec<String> {
    let mut made: Vec<String> = Vec::new();
    for plan in plans(home) {
        let change = apply_with(&home.machine, &plan, made.first().map(String::as_str)).unwrap();
        made.extend(change.undo);
    }
    made
}

#[test]
fn what_would_be_taken_back_together_is_counted() {
    let (home, _) = Home::new();
    three_together(&home);
    assert_eq!(would_undo(&home.machine).unwrap().summary, "Would be taken back: 3 changes");
    assert_eq!(undo(&home.machine, None).unwrap().summary, "Taken back: 3 changes");
}

#[test]
fn each_entry_of_several_says_how_many_are_taken_back_with_it() {
    let (home, _) = Home::new();
    put(&home.path("a/alone.json"), "{}");
    let step = Step::Edit {
        path: home.path("a/alone.json"),
        syntax: tacklebox_agents::config::Syntax::Json5,
        stamp: Stamp::of(b"{}"),
        before: Some("{}".into()),
        after: "{c:1}".into(),
    };
    let plan = Plan::new(AgentId::Milady, "One", "alone.json was changed.");
    apply(&home.machine, &Plan { steps: vec![step], ..plan }).unwrap();
    let made = three_together(&home);
    let said = |entries: Vec<Entry>| entries.iter().map(|it| it.together).collect::<Vec<_>>();
    assert_eq!(said(activity(&home.machine)), [Some(3), Some(3), Some(3), None]);
    undo(&home.machine, Some(&made[1])).unwrap();
    let left = activity(&home.machine);
    assert!(left.iter().all(|it| it.together.is_none()), "{left:?}");
    assert_eq!(left.iter().filter(|it| it.undo.is_some()).count(), 1);
}

#[test]
fn of_several_that_are_taken_back_it_is_said_which_were_and_the_rest_can_be_later() {
    let (home, _) = Home::new();
    let made = three_together(&home);
    put(&home.path("a/other.json"), "mine");
    let said = undo(&home.machine, Some(&made[0])).unwrap_err().to_string();
    assert!(said.starts_with("2 of 3 changes were taken back. The next one was not:"), "{said}");
    assert!(
        said.contains("other.json was changed since") && !said.contains("othing was"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(home.path("a/config.json")).unwrap(), "{}");
    put(&home.path("a/other.json"), "{b:1}");
    assert_eq!(agents_of(&home.machine, &made[0]), [AgentId::Milady].into());
    undo(&home.machine, Some(&made[0])).unwrap();
    assert_eq!(fs::read_to_string(home.path("a/other.json")).unwrap(), "{}");
}

#[test]
fn several_that_are_one_change_are_one_in_the_activity_and_one_to_take_back() {
    let (home, _) = Home::new();
    let plans = plans(&home);
    let before = home.agent();
    let mut group = Group::begin(&home.machine).unwrap();
    plans.iter().for_each(|plan| group.apply(plan).unwrap());
    let change = group.finish("3 hooks were turned off.").unwrap().unwrap();
    assert_eq!(fs::read_to_string(home.path("a/config.json")).unwrap(), "{a:2}");
    let told = activity(&home.machine);
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(
        (told[0].summary.as_str(), &told[0].undo),
        ("3 hooks were turned off.", &change.undo)
    );
    assert_eq!(told[0].details.len(), 3);
    assert_eq!(
        would_undo(&home.machine).unwrap().summary,
        "Would be taken back: 3 hooks were turned off."
    );
    let back = undo(&home.machine, None).unwrap();
    assert_eq!(back.summary, "Taken back: 3 hooks were turned off.");
    assert_eq!(home.agent(), before);
}

#[test]
fn where_one_of_several_cannot_be_done_none_is() {
    let (home, _) = Home::new();
    let plans = plans(&home);
    let before = home.agent();
    let mut group = Group::begin(&home.machine).unwrap();
    group.apply(&plans[0]).unwrap();
    group.apply(&plans[1]).unwrap();
    // It was made for another text than the one that is there.
    group.apply(&plans[1]).unwrap_err();
    drop(group);
    assert_eq!(home.agent(), before);
    assert!(journal::all(&home.machine).is_empty());
    assert!(would_undo(&home.machine).is_err());
}

#[test]
fn several_that_were_cut_off_half_way_are_rolled_back_together() {
    for killed_after in 1..=3 {
        let (home, _) = Home::new();
        let plans = plans(&home);
        let before = home.agent();
        let mut group = Group::begin(&home.machine).unwrap();
        plans.iter().take(killed_after).for_each(|plan| group.apply(plan).unwrap());
        group.forget_as_if_killed();
        assert_ne!(home.agent(), before);
        recover(&home.machine);
        assert_eq!(home.agent(), before, "{killed_after}");
        assert!(journal::all(&home.machine).is_empty(), "{killed_after}");
    }
}

#[test]
fn several_that_were_all_done_stay_though_the_last_were_not_marked() {
    let (home, _) = Home::new();
    let mut group = Group::begin(&home.machine).unwrap();
    plans(&home).iter().for_each(|plan| group.apply(plan).unwrap());
    group.finish("3 hooks were turned off.").unwrap();
    let after = home.agent();
    // As far as it was written down when the program was killed: the first one alone.
    for (id, mut journal) in journal::all(&home.machine).into_iter().skip(1) {
        journal.status = Status::Made;
        journal.write(&order::root(&home.machine).join(id)).unwrap();
    }
    recover(&home.machine);
    assert_eq!(home.agent(), after);
    assert_eq!(undo(&home.machine, None).unwrap().summary, "Taken back: 3 hooks were turned off.");
}
