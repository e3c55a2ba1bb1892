use tacklebox_agents::config::text::ProblemKind;
use tacklebox_engine::desk::{Desk, Saved};
use tacklebox_engine::hook::AgentId;

use super::{CONFIG, Home};
use tacklebox_engine::failure::Code;

const MINE: &str = "{\n  // mine\n  a: 1,\n  b: 2,\n  c: 3,\n}\n";

/// Looks at the change, then says yes to it.
fn save(desk: &Desk, base: &str, stamp: &str, text: &str) -> Saved {
    let send = |yes| desk.save_config(AgentId::Milady, base, stamp, text, yes).unwrap();
    match send(false) {
        Saved::Confirm { .. } => send(true),
        answer => answer,
    }
}

#[test]
fn a_yes_counts_only_for_the_change_that_was_shown() {
    let home = Home::with(CONFIG, MINE);
    let desk = home.desk();
    let open = desk.open_config(AgentId::Milady).unwrap();
    let send = |text: &str, yes| {
        desk.save_config(AgentId::Milady, &open.raw, &open.stamp, text, yes).unwrap()
    };
    let (shown, other) = (MINE.replace("b: 2", "b: 20"), MINE.replace("c: 3", "c: 30"));
    assert!(matches!(send(&shown, true), Saved::Confirm { .. }), "it was not asked");
    assert!(matches!(send(&other, true), Saved::Confirm { .. }), "it was asked about another one");
    assert_eq!(home.read(CONFIG), MINE);
    assert!(matches!(send(&shown, true), Saved::Done { .. }));
    assert_eq!(home.read(CONFIG), shown);
}

#[test]
fn a_text_is_shown_as_a_diff_then_saved_and_taken_back() {
    let home = Home::with(CONFIG, MINE);
    let desk = home.desk();
    let open = desk.open_config(AgentId::Milady).unwrap();
    assert_eq!((open.raw.as_str(), open.exists, open.read_only), (MINE, true, None));
    let text = MINE.replace("b: 2", "b: 20");
    let first = desk.save_config(AgentId::Milady, &open.raw, &open.stamp, &text, false).unwrap();
    let Saved::Confirm { plan } = first else { panic!("saved without a look at it") };
    assert!(plan.files[0].diff.contains("-  b: 2,\n+  b: 20,\n"), "{plan:?}");
    assert_eq!(home.read(CONFIG), MINE);

    let Saved::Done { change, text: now } = save(&desk, &open.raw, &open.stamp, &text) else {
        panic!("not saved")
    };
    assert_eq!(home.read(CONFIG), text);
    assert_eq!(now.raw, text);
    assert_eq!(desk.config_backups(AgentId::Milady).unwrap().len(), 1);
    desk.undo(&change.undo.unwrap()).unwrap();
    assert_eq!(home.read(CONFIG), MINE);
}

#[test]
fn line_ends_and_the_mark_at_the_beginning_stay_as_they_are() {
    let home = Home::with(CONFIG, "\u{feff}{\r\n  a: 1,\r\n  b: 2, // two\n}\r\n");
    let desk = home.desk();
    let open = desk.open_config(AgentId::Milady).unwrap();
    assert_eq!(open.raw, "{\n  a: 1,\n  b: 2, // two\n}\n");
    let text = open.raw.replace("a: 1,", "a: 1,\n  new: true,");
    save(&desk, &open.raw, &open.stamp, &text);
    assert_eq!(home.read(CONFIG), "\u{feff}{\r\n  a: 1,\r\n  new: true,\r\n  b: 2, // two\n}\r\n");
}

#[test]
fn a_text_that_does_not_parse_is_refused_with_its_line() {
    let home = Home::with(CONFIG, MINE);
    let desk = home.desk();
    let open = desk.open_config(AgentId::Milady).unwrap();
    let error = desk
        .save_config(AgentId::Milady, &open.raw, &open.stamp, "{\n  a: 1\n  b: 2\n}\n", true)
        .unwrap_err();
    assert_eq!(error.code, Code::DoesNotParse);
    assert!(error.message.contains("Line 3, column 3"), "{error}");
    assert_eq!(home.read(CONFIG), MINE);
    let problems = desk.check_config(AgentId::Milady, "{\n  a: 1\n  b: 2\n}\n").unwrap();
    assert_eq!((problems[0].kind, problems[0].line), (ProblemKind::Error, 3));
}

#[test]
fn a_config_that_did_not_parse_before_may_be_repaired_step_by_step() {
    let home = Home::with(CONFIG, "{\n  a: 1\n  b: 2\n  c: 3\n}\n");
    let desk = home.desk();
    let open = desk.open_config(AgentId::Milady).unwrap();
    assert_eq!(open.problems[0].kind, ProblemKind::Error);
    let half = open.raw.replace("a: 1", "a: 1,");
    let first = desk.save_config(AgentId::Milady, &open.raw, &open.stamp, &half, false).unwrap();
    let Saved::Confirm { plan } = first else { panic!("not asked") };
    assert!(plan.stays[0].starts_with("It cannot be read yet (line 4)"), "{plan:?}");
    let Saved::Done { text: now, .. } = save(&desk, &open.raw, &open.stamp, &half) else {
        panic!("not saved")
    };
    let whole = half.replace("b: 2", "b: 2,");
    assert!(matches!(save(&desk, &now.raw, &now.stamp, &whole), Saved::Done { .. }));
    assert_eq!(home.read(CONFIG), whole);
}

#[test]
fn three_versions_are_shown_where_another_program_wrote_and_each_can_be_kept() {
    let home = Home::with(CONFIG, MINE);
    let desk = home.desk();
    let open = desk.open_config(AgentId::Milady).unwrap();
    let mine = MINE.replace("a: 1", "a: 'mine'");
    let theirs = MINE.replace("c: 3", "c: 'theirs'");
    assert_eq!(desk.compare_config(AgentId::Milady, MINE, &open.stamp, &mine).unwrap(), None);
    home.write(CONFIG, &theirs);

    let Saved::Conflict { conflict } = save(&desk, &open.raw, &open.stamp, &mine) else {
        panic!("theirs is lost")
    };
    assert_eq!(home.read(CONFIG), theirs, "nothing was written");
    assert_eq!(conflict.raw_theirs.as_deref(), Some(theirs.as_str()));
    assert!(conflict.theirs.contains("+  c: 'theirs',") && conflict.mine.contains("+  a: 'mine',"));
    let both = theirs.replace("a: 1", "a: 'mine'");
    assert_eq!(conflict.raw_merged.as_deref(), Some(both.as_str()));

    let kept = save(&desk, &theirs, &conflict.stamp, &mine);
    assert!(matches!(kept, Saved::Done { .. }));
    assert_eq!(home.read(CONFIG), mine);
    let backup = desk.config_backups(AgentId::Milady).unwrap().remove(0);
    desk.restore_config(AgentId::Milady, &backup.id, false).unwrap();
    assert_eq!(home.read(CONFIG), theirs, "theirs is a version that comes back");
}

#[test]
fn a_config_that_vanished_meanwhile_is_a_conflict_and_mine_can_still_be_saved() {
    let home = Home::with(CONFIG, MINE);
    let desk = home.desk();
    let open = desk.open_config(AgentId::Milady).unwrap();
    std::fs::remove_file(home.path(CONFIG)).unwrap();
    let Saved::Conflict { conflict } = save(&desk, &open.raw, &open.stamp, "{ a: 5 }\n") else {
        panic!("not told")
    };
    assert_eq!((conflict.raw_theirs, conflict.raw_merged), (None, None));
    assert_eq!(conflict.stamp, "");
    assert!(matches!(save(&desk, "", &conflict.stamp, "{ a: 5 }\n"), Saved::Done { .. }));
    assert_eq!(home.read(CONFIG), "{ a: 5 }\n");
}

#[test]
fn what_is_no_text_is_not_opened() {
    let home = Home::with(CONFIG, "");
    std::fs::write(home.path(CONFIG), b"{ a: '\xff' }").unwrap();
    assert_eq!(home.desk().open_config(AgentId::Milady).unwrap_err().code, Code::UnreadableConfig);
    std::fs::remove_file(home.path(CONFIG)).unwrap();
    std::fs::create_dir(home.path(CONFIG)).unwrap();
    let error = home.desk().open_config(AgentId::Milady).unwrap_err();
    assert!(error.message.contains("is a folder"), "{error}");
}

#[test]
fn includes_and_the_agents_own_rules_are_warned_of_by_line() {
    let home = Home::with(CONFIG, "{}");
    let desk = home.desk();
    let text =
        "{\n  a: 1,\n  $include: 'absent.json',\n  hooks: { internal: {\n    enabld: true } } }";
    let problems = desk.check_config(AgentId::Milady, text).unwrap();
    let said: Vec<(u32, u32)> = problems.iter().map(|it| (it.line, it.column)).collect();
    assert_eq!(said, [(3, 3), (5, 5)], "{problems:?}");
    assert!(problems.iter().all(|it| it.kind == ProblemKind::Warning));
    home.write(".milady/absent.json", "{ b:\n }");
    let problems = desk.check_config(AgentId::Milady, text).unwrap();
    assert!(problems[0].message.starts_with("In absent.json, line 2: "), "{problems:?}");
}

#[test]
fn an_edit_that_would_switch_others_writes_what_keeps_them() {
    let hook = "---\nname: NAME\nmetadata: {\"openclaw\":{\"events\":[\"command\"]}}\n---\n";
    let home =
        Home::with(".openclaw/openclaw.json", "{ hooks: { internal: { enabled: true } } }\n");
    for name in ["a", "b"] {
        home.write(&format!(".openclaw/hooks/{name}/HOOK.md"), &hook.replace("NAME", name));
        home.write(&format!(".openclaw/hooks/{name}/handler.ts"), "export default () => {}\n");
    }
    let desk = home.desk();
    let open = desk.open_config(AgentId::Openclaw).unwrap();
    let text = "{ hooks: { internal: { enabled: true, entries: { a: { enabled: true } } } } }\n";
    let first = desk.save_config(AgentId::Openclaw, &open.raw, &open.stamp, text, false).unwrap();
    let Saved::Confirm { plan } = first else { panic!("not asked") };
    let also: Vec<&str> = plan.also.iter().map(|it| it.name.as_str()).collect();
    // And the five that OpenClaw brings itself, of which nothing is on this computer.
    assert_eq!((also[0], also.len()), ("b", 6));
    desk.save_config(AgentId::Openclaw, &open.raw, &open.stamp, text, true).unwrap();
    let now = home.scan(AgentId::Openclaw).agent().config.value.clone();
    assert_eq!(now["hooks"]["internal"]["entries"]["b"]["enabled"], true, "{now}");
}

#[test]
fn a_newer_versions_data_lets_a_config_be_read_and_nothing_be_saved() {
    let home = Home::with(CONFIG, MINE);
    let desk = home.desk();
    let data = tacklebox_engine::machine::Machine::new(
        tacklebox_engine::machine::Platform::Win32,
        home.tmp.path(),
        std::collections::BTreeMap::new(),
    );
    std::fs::create_dir_all(data.data_dir()).unwrap();
    std::fs::write(data.data_dir().join("version"), "7\n").unwrap();
    let open = desk.open_config(AgentId::Milady).unwrap();
    assert!(open.read_only.unwrap().contains("a newer Tacklebox"));
    let send = |yes| desk.save_config(AgentId::Milady, &open.raw, &open.stamp, "{ a: 2 }\n", yes);
    assert!(matches!(send(false), Ok(Saved::Confirm { .. })));
    let error = send(true).unwrap_err();
    assert_eq!(error.code, Code::ReadOnly);
    assert_eq!(home.read(CONFIG), MINE);
}
