//! Changes that were made together and are taken back together.

use super::*;

/// Three changes that were made together: of one file, and two of another.
fn three_together(home: &Home) -> Vec<String> {
    put(&home.path("a/other.json"), "{}");
    let mut made: Vec<String> = Vec::new();
    for (file, before, after) in [
        ("a/other.json", "{}", "{b:1}"),
        ("a/config.json", "{}", "{a:1}"),
        ("a/config.json", "{a:1}", "{a:2}"),
    ] {
        let step = Step::Edit {
            path: home.path(file),
            syntax: tacklebox_agents::config::Syntax::Json5,
            stamp: Stamp::of(before.as_bytes()),
            before: Some(before.into()),
            after: after.into(),
        };
        let plan = Plan::new(AgentId::Milady, "One", "One was made.");
        let plan = Plan { steps: vec![step], ..plan };
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
