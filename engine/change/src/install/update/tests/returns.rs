//! What comes back, and what an entry that is already there keeps.

use super::*;

#[test]
fn a_removed_hook_comes_back_after_any_number_of_changes_with_its_receipt_and_record() {
    let home = Home::new(AgentId::Openclaw);
    home.install();
    home.put(".openclaw/hooks/mine/HOOK.md", &MODULE.replace("greeter", "mine"));
    home.put(".openclaw/hooks/mine/notes.txt", "years of work");
    let before = home.tree();
    for name in ["greeter", "mine"] {
        let id = tacklebox_agents::hook::managed_id(home.agent, name);
        let removal = remove::plan(&home.machine, &home.scan(), &id, false).unwrap();
        apply::apply(&home.machine, &removal).unwrap();
    }
    for number in 0..60 {
        let on = number % 2 == 0;
        let value = Some(if on { "1" } else { "2" });
        let edit =
            ops::set_config(&home.machine, &home.scan(), "n", value, Others::Switch).unwrap();
        apply::apply(&home.machine, &edit).unwrap();
    }
    let list = removed::list(&home.machine);
    let names: Vec<_> = list.iter().map(|one| (one.name.as_str(), one.in_the_way)).collect();
    assert_eq!(names, [("mine", false), ("greeter", false)]);
    for one in &list {
        let plan = removed::plan_restore(&home.machine, &home.scan(), one).unwrap();
        let done = apply::apply(&home.machine, &plan).unwrap();
        assert!(done.changed, "{one:?}");
    }
    let mut after = home.tree();
    let config = ".openclaw/openclaw.json";
    let text = String::from_utf8(after.remove(config).unwrap()).unwrap();
    // OpenClaw from 2026.8 on refuses a config with records of what was installed.
    assert!(!text.contains("installs"), "{text}");
    assert_eq!(after, before.into_iter().filter(|(path, _)| path != config).collect());
    assert_eq!(receipt::read(&home.machine, &home.dir()).unwrap().changed, [""; 0]);
    assert_eq!(removed::list(&home.machine), []);
    // To be brought back can be taken back, and then it is listed again.
    apply::undo(&home.machine, None).unwrap();
    let list = removed::list(&home.machine);
    assert_eq!(list.len(), 1);
    home.put(&format!(".openclaw/hooks/{}/x", list[0].name), "");
    let error = removed::plan_restore(&home.machine, &home.scan(), &list[0]).unwrap_err();
    assert!(error.to_string().contains("is there already"), "{error}");
}

#[test]
fn an_entry_that_is_there_under_the_new_key_is_left_as_it_is() {
    let home = Home::new(AgentId::Milady);
    home.install();
    let config = "{ hooks: { internal: { entries: { greeter: { enabled: false }, other: { enabled: true, env: { K: 'mine' } } } } } }";
    home.put(".milady/milady.json", config);
    let mut new = home.version("2", "two\n");
    new.files[0] =
        file("HOOK.md", &MODULE.replace("\"events\"", "\"hookKey\":\"other\",\"events\""));
    apply::apply(&home.machine, &home.update(new).unwrap().plan).unwrap();
    let inventory = home.scan();
    let entry = |key: &str| inventory.agent().entry(key).cloned().unwrap_or_default();
    assert_eq!(entry("other"), serde_json::json!({"enabled": true, "env": {"K": "mine"}}));
    assert_eq!(entry("greeter"), serde_json::json!({"enabled": false}));
}

/// What was put there off, and lost its switch with its settings, never comes back on.
#[test]
fn what_comes_back_without_its_switch_is_off() {
    for agent in [AgentId::Milady, AgentId::Moltis, AgentId::Openclaw] {
        let home = Home::new(agent);
        home.install();
        let off = ops::set_enabled(&home.machine, &home.scan(), &home.id(), false, Others::Switch);
        apply::apply(&home.machine, &off.unwrap()).unwrap();
        for with_settings in [false, true] {
            let removal = remove::plan(&home.machine, &home.scan(), &home.id(), with_settings);
            apply::apply(&home.machine, &removal.unwrap()).unwrap();
            let list = removed::list(&home.machine);
            let plan = removed::plan_restore(&home.machine, &home.scan(), &list[0]).unwrap();
            apply::apply(&home.machine, &plan).unwrap();
            assert_eq!(plan.done.ends_with("and is off."), with_settings, "{}", plan.done);
            assert!(!home.scan().find(&home.id()).unwrap().0.enabled, "{agent}");
        }
    }
}

/// Each step back is one that was made: none is said to be done that was not.
#[test]
fn a_return_that_is_taken_back_can_be_followed_by_the_removal() {
    let home = Home::new(AgentId::Milady);
    home.install();
    let before = home.tree();
    for _ in 0..2 {
        let removal = remove::plan(&home.machine, &home.scan(), &home.id(), false).unwrap();
        apply::apply(&home.machine, &removal).unwrap();
        let list = removed::list(&home.machine);
        let plan = removed::plan_restore(&home.machine, &home.scan(), &list[0]).unwrap();
        apply::apply(&home.machine, &plan).unwrap();
    }
    for there in [false, true, false, true] {
        apply::undo(&home.machine, None).unwrap();
        assert_eq!(home.dir().exists(), there);
        assert_eq!(removed::list(&home.machine).len(), usize::from(!there));
    }
    assert_eq!(home.tree().len(), before.len());
    let held = removed::list(&home.machine);
    assert_eq!(held, []);
}
