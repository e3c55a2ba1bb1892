//! What was edited here, or changed by hand and approved, is not thrown away by a new version.

use super::*;
use crate::amend::{self, Change, Key};

/// The priority and the channels of ZeroClaw's hook, changed as *Edit…* does it.
fn edit(home: &Home) {
    let changes = [
        Change { key: Key::Priority, value: Some(7.into()) },
        Change { key: Key::Channels, value: Some(serde_json::json!(["telegram"])) },
    ];
    let plan = amend::plan(&home.machine, &home.scan(), &home.id(), &changes).unwrap();
    apply::apply(&home.machine, &plan).unwrap();
}

fn manifest(home: &Home) -> String {
    fs::read_to_string(home.dir().join("HOOK.toml")).unwrap()
}

#[test]
fn an_edit_stays_where_nothing_is_new_and_where_another_file_is() {
    let home = Home::new(AgentId::Zeroclaw);
    home.install();
    edit(&home);
    let mine = manifest(&home);
    assert!(mine.contains("telegram") && mine.contains("priority = 7"), "{mine}");
    assert!(home.update(home.version("2", "one\n")).unwrap().up_to_date.is_some());

    let update = home.update(home.version("2", "two\n")).unwrap();
    let stays = view(&home.machine, &home.scan(), &update).stays;
    assert_eq!(stays[0], "What was changed here stays in HOOK.toml.");
    apply::apply(&home.machine, &update.plan).unwrap();
    assert_eq!(manifest(&home), mine);
    assert_eq!(fs::read_to_string(home.dir().join("run.sh")).unwrap(), "two\n");
    // And with the one after it.
    apply::apply(&home.machine, &home.update(home.version("3", "three\n")).unwrap().plan).unwrap();
    assert_eq!(manifest(&home), mine);
}

#[test]
fn an_edit_goes_into_a_manifest_that_is_new() {
    let home = Home::new(AgentId::Zeroclaw);
    home.install();
    edit(&home);
    let mut new = home.version("2", "one\n");
    let text =
        ZEROCLAW.replace("name = \"greeter\"\n", "name = \"greeter\"\ndescription = \"New\"\n");
    new.files[0] = file("HOOK.toml", &text);
    apply::apply(&home.machine, &home.update(new.clone()).unwrap().plan).unwrap();
    let now = manifest(&home);
    for part in ["description = \"New\"", "priority = 7", "telegram"] {
        assert!(now.contains(part), "{now}");
    }
    assert!(home.update(new).unwrap().up_to_date.is_some());
}

#[test]
fn what_was_approved_stays_or_the_update_is_refused() {
    let home = Home::new(AgentId::Milady);
    home.install();
    home.put(".milady/hooks/greeter/handler.ts", "one\nmine\n");
    let approve = put_back::plan_approve(&home.machine, &home.scan(), &home.id()).unwrap();
    apply::apply(&home.machine, &approve).unwrap();
    let before = home.tree();
    assert!(home.update(home.version("2", "one\n")).unwrap().up_to_date.is_some());
    let error = home.update(home.version("2", "two\n")).unwrap_err().to_string();
    assert!(error.contains("changes handler.ts too"), "{error}");
    assert_eq!(home.tree(), before);
}
