use tacklebox_change::apply::ApplyError;
use tacklebox_engine::apply;
use tacklebox_engine::backups;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::ops::{self, Others};
use tacklebox_engine::plan::Plan;

use super::{CONFIG, Home, files};
use tacklebox_engine::failure::Code;

fn planned(home: &Home, id: &str) -> Plan {
    let inventory = home.scan(AgentId::Milady);
    backups::plan_restore(&home.machine, &inventory, id, Others::Switch).unwrap()
}

fn restore(home: &Home, id: &str) {
    apply::apply(&home.machine, &planned(home, id)).unwrap();
}

fn list(home: &Home) -> Vec<backups::Backup> {
    backups::list(&home.machine, &home.agent(AgentId::Milady))
}

#[test]
fn the_last_twenty_versions_stay_and_the_oldest_of_them_can_be_brought_back() {
    let home = Home::with(CONFIG, "{\n  // mine\n  n: 0,\n}\n");
    for number in 1..=30 {
        home.set("n", Some(&number.to_string()));
    }
    let all = list(&home);
    assert_eq!(all.len(), 20);
    assert!(all.iter().all(|backup| !backup.current));
    restore(&home, &all[19].id);
    assert_eq!(home.read(CONFIG), "{\n  // mine\n  n: 10,\n}\n");
    assert_eq!(list(&home).len(), 20);
}

#[test]
fn versions_of_one_config_stay_however_much_another_changes() {
    let home = Home::with(CONFIG, "{ n: 0 }\n");
    home.write(".eliza/eliza.json", "{ n: 0 }\n");
    home.set("n", Some("1"));
    for number in 1..=30 {
        let inventory = home.scan(AgentId::Eliza);
        let plan = tacklebox_engine::ops::set_config(
            &home.machine,
            &inventory,
            "n",
            Some(&number.to_string()),
            Others::Switch,
        )
        .unwrap();
        apply::apply(&home.machine, &plan).unwrap();
    }
    let [backup] = &list(&home)[..] else { panic!("one version") };
    // Too long ago to be taken back as a change, and still there as a version.
    let change = backup.id.split('.').next().unwrap();
    let error = apply::undo(&home.machine, Some(change)).unwrap_err();
    assert!(matches!(error, ApplyError::NothingToUndo(_)), "{error}");
    restore(&home, &backup.id);
    assert_eq!(home.read(CONFIG), "{ n: 0 }\n");

    // What is kept does not grow for ever: 20 changes, 20 versions of one config, 1 of the other.
    let kept = files(&home.machine.data_dir().join("undo"));
    assert!(kept.len() <= 2 * 41, "{} files", kept.len());
}

#[test]
fn what_another_program_wrote_in_between_is_a_version_too() {
    let home = Home::with(CONFIG, "{ n: 0 }\n");
    home.set("n", Some("1"));
    home.write(CONFIG, "{ n: 'theirs' } // by another program\n");
    home.set("n", Some("2"));
    let newest = &list(&home)[0];
    restore(&home, &newest.id);
    assert_eq!(home.read(CONFIG), "{ n: 'theirs' } // by another program\n");
}

#[test]
fn a_taking_back_loses_nothing_either() {
    let home = Home::with(CONFIG, "{ n: 0 }\n");
    home.set("n", Some("1"));
    apply::undo(&home.machine, None).unwrap();
    assert_eq!(home.read(CONFIG), "{ n: 0 }\n");
    let all = list(&home);
    assert_eq!(all[0].summary, "Taken back: The setting n was saved.");
    assert!(!all[0].current && all[1].current);
    restore(&home, &all[0].id);
    assert_eq!(home.read(CONFIG), "{ n: 1 }\n");
}

#[test]
fn a_version_comes_back_over_a_config_that_no_longer_parses_and_keeps_its_mode() {
    let home = Home::with(CONFIG, "{ n: 0 }\n");
    home.set("n", Some("1"));
    home.write(CONFIG, "{ n: ");
    let backup = &list(&home)[0];
    let plan = planned(&home, &backup.id);
    assert!(plan.stays.is_empty());
    apply::apply(&home.machine, &plan).unwrap();
    assert_eq!(home.read(CONFIG), "{ n: 0 }\n");
    // The broken text is a version like any other; bringing it back says what it is.
    let broken = &list(&home)[0];
    let plan = planned(&home, &broken.id);
    assert!(plan.stays[0].starts_with("That version cannot be read either (line 1)"), "{plan:?}");
}

#[test]
fn a_version_that_would_switch_others_can_be_brought_back_with_the_entries_that_keep_them() {
    let config = ".openclaw/openclaw.json";
    let all = "{ hooks: { internal: { enabled: true } } }\n";
    let home = Home::with(config, all);
    for name in ["a", "b"] {
        let hook = "---\nname: NAME\nmetadata: {\"openclaw\":{\"events\":[\"command\"]}}\n---\n";
        home.write(&format!(".openclaw/hooks/{name}/HOOK.md"), &hook.replace("NAME", name));
        home.write(&format!(".openclaw/hooks/{name}/handler.ts"), "export default () => {}\n");
    }
    let scan = || home.scan(AgentId::Openclaw);
    // With this entry, b is no longer loaded; the version before would load it again.
    let path = "hooks.internal.entries.a.enabled";
    let plan = ops::set_config(&home.machine, &scan(), path, Some("true"), Others::Switch).unwrap();
    apply::apply(&home.machine, &plan).unwrap();
    let inventory = scan();
    let id = backups::list(&home.machine, inventory.agent()).remove(0).id;
    let plan = |others| backups::plan_restore(&home.machine, &inventory, &id, others).unwrap();
    assert_eq!(plan(Others::Switch).also[0].name, "b");
    assert_eq!(plan(Others::Keep).also, []);
    apply::apply(&home.machine, &plan(Others::Keep)).unwrap();
    assert_eq!(scan().agent().config.value["hooks"]["internal"]["entries"]["b"]["enabled"], false);
    apply::undo(&home.machine, None).unwrap();
    apply::apply(&home.machine, &plan(Others::Switch)).unwrap();
    assert_eq!(home.read(config), all, "without them it is what it was, byte for byte");
}

#[test]
fn a_version_that_does_not_parse_is_brought_back_as_it_was_whoever_is_to_be_kept() {
    let config = ".openclaw/openclaw.json";
    let home = Home::with(config, "{ hooks: ");
    home.write(
        ".openclaw/hooks/a/HOOK.md",
        "---\nname: a\nmetadata: {\"openclaw\":{\"events\":[\"command\"]}}\n---\n",
    );
    home.write(".openclaw/hooks/a/handler.ts", "export default () => {}\n");
    let desk = home.desk();
    let open = desk.open_config(AgentId::Openclaw).unwrap();
    let whole = "{ hooks: { internal: { enabled: true } } }\n";
    for yes in [false, true] {
        desk.save_config(AgentId::Openclaw, &open.raw, &open.stamp, whole, yes).unwrap();
    }
    desk.set_enabled("openclaw/managed/a", true, true).unwrap();
    let id = desk.config_backups(AgentId::Openclaw).unwrap().pop().unwrap().id;
    desk.restore_config(AgentId::Openclaw, &id, true).unwrap();
    assert_eq!(home.read(config), "{ hooks: ");
}

#[test]
fn a_preview_shows_no_key() {
    let home = Home::with(CONFIG, "{ apiToken: 'tk_0123456789', n: 0 }\n");
    home.set("apiToken", Some("tk_9876543210"));
    let backup = &list(&home)[0];
    let plan = planned(&home, &backup.id);
    let diff = plan.diff(&home.machine);
    assert!(diff.contains("(changed)") && !diff.contains("tk_"), "{diff}");
}

#[test]
fn what_is_no_version_of_this_config_is_none() {
    let home = Home::with(CONFIG, "{ n: 0 }\n");
    home.set("n", Some("1"));
    let id = list(&home).remove(0).id;
    for bad in ["", "x", "../../etc/passwd", &id[1..], &format!("{id}/../0")] {
        let error =
            backups::plan_restore(&home.machine, &home.scan(AgentId::Milady), bad, Others::Switch)
                .unwrap_err();
        assert_eq!(error.code(), Code::NotFound, "{bad}");
    }
    let error =
        backups::plan_restore(&home.machine, &home.scan(AgentId::Eliza), &id, Others::Switch)
            .unwrap_err();
    assert_eq!(error.code(), Code::NotFound);
}

#[cfg(unix)]
#[test]
fn what_is_kept_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = Home::with(CONFIG, "{ n: 0 }\n");
    // Somebody else's idea of a mode.
    std::fs::create_dir_all(home.machine.data_dir()).unwrap();
    let open = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(home.machine.data_dir(), open).unwrap();
    home.set("n", Some("1"));
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(home.machine.data_dir()), 0o700);
    for file in files(home.machine.data_dir()) {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
}
