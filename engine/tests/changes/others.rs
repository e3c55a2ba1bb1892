//! What others write meanwhile, and what a killed program leaves.

use super::*;

use tacklebox_engine::failure::{Code, Failure};

#[test]
fn another_writer_is_noticed_and_nothing_of_the_plan_stays() {
    let home = Home::new();
    home.write(
        ".milady/milady.json",
        "{ hooks: { internal: { entries: { welcome: { enabled: false } } } } }",
    );
    let plan =
        included::plan_install(&home.machine, &home.scan(AgentId::Milady), "welcome").unwrap();
    home.write(".milady/milady.json", "{ theirs: true }");
    let error = apply::apply(&home.machine, &plan).unwrap_err();
    assert_eq!(error.code(), Code::ChangedMeanwhile);
    assert_eq!(home.read(".milady/milady.json"), "{ theirs: true }");
    assert!(
        !home.path(".milady/hooks/welcome").exists(),
        "the folder that was placed first is gone again"
    );
}

#[test]
fn undo_leaves_alone_what_was_changed_since() {
    let home = Home::new();
    home.milady_hook("a");
    let change =
        home.apply(&home.switch(AgentId::Milady, "milady/managed/a", false, Others::Switch));
    home.write(".milady/milady.json", "{ mine: 1 }");
    let error = apply::undo(&home.machine, change.undo.as_deref()).unwrap_err();
    assert!(matches!(error, ApplyError::ChangedSince(_)), "{error}");
    assert_eq!(home.read(".milady/milady.json"), "{ mine: 1 }");
}

#[test]
fn what_a_killed_program_left_half_done_is_rolled_back() {
    let home = Home::new();
    home.milady_hook("a");
    home.write(".milady/milady.json", "{ a: 1 }");
    let change =
        home.apply(&home.switch(AgentId::Milady, "milady/managed/a", false, Others::Switch));
    // As if it had been killed after the last step and before the journal was closed.
    let journal =
        home.machine.data_dir().join("undo").join(change.undo.unwrap()).join("journal.json");
    let text = fs::read_to_string(&journal).unwrap().replace("\"done\"", "\"applying\"");
    fs::write(&journal, text).unwrap();
    apply::recover(&home.machine);
    assert_eq!(home.read(".milady/milady.json"), "{ a: 1 }");
}

/// Another program is quicker, twice: the edit is made in what it wrote.
#[test]
fn an_edit_that_is_overtaken_is_planned_again() {
    let home = Home::new();
    home.milady_hook("a");
    let (id, config) = ("milady/managed/a", ".milady/milady.json");
    let make =
        || ops::set_enabled(&home.machine, &home.scan(AgentId::Milady), id, false, Others::Keep);
    let mut plan = make().unwrap();
    home.write(config, "{\n  first: 1,\n}\n");
    let mut again = 0;
    let change = apply::apply_again(&home.machine, &mut plan, || -> Result<Plan, Failure> {
        again += 1;
        let plan = make()?;
        if again == 1 {
            home.write(config, "{\n  second: 2,\n}\n");
        }
        Ok(plan)
    });
    assert!(change.unwrap().changed && again == 2);
    assert!(home.read(config).contains("second: 2"), "{}", home.read(config));
    assert_eq!(home.hook(AgentId::Milady, "a").state, State::Off);
}
