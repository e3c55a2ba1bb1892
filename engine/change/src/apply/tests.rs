//! A program that is killed, a second one beside it, a journal that lost a part.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use super::*;
use crate::plan::{NewFile, Step};
use tacklebox_machine::files::{self, Stamp};
use tacklebox_machine::machine::Platform;

mod folders;
mod limits;
mod together;

struct Home {
    tmp: tempfile::TempDir,
    machine: Machine,
}

fn put(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
}

impl Home {
    /// A config, a hook `old`, and a plan that changes all of it.
    fn new() -> (Self, Plan) {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        let home = Self { tmp, machine };
        put(&home.path("a/config.json"), "{}");
        put(&home.path("a/hooks/old/HOOK.md"), "old");
        let mut plan = Plan::new(AgentId::Milady, "Change all", "All was changed.");
        plan.steps = vec![
            Step::Remove { dir: home.path("a/hooks/old") },
            Step::Place {
                dir: home.path("a/hooks/new"),
                files: vec![NewFile {
                    path: "HOOK.md".into(),
                    bytes: b"new".to_vec(),
                    executable: false,
                }],
            },
            Step::Edit {
                path: home.path("a/config.json"),
                syntax: tacklebox_agents::config::Syntax::Json5,
                stamp: Stamp::of(b"{}"),
                before: Some("{}".into()),
                after: "{a:1}".into(),
            },
            Step::record(home.path("a/receipt"), Some("r".into())),
        ];
        (home, plan)
    }

    fn path(&self, path: &str) -> PathBuf {
        self.tmp.path().join(path)
    }

    /// Every file of the agent, and what of ours is beside them.
    fn agent(&self) -> BTreeMap<PathBuf, String> {
        let mut files = BTreeMap::new();
        let mut open = vec![self.path("a")];
        while let Some(dir) = open.pop() {
            for entry in fs::read_dir(dir).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    let text = fs::read_to_string(&path).unwrap();
                    files.insert(path, text);
                }
            }
        }
        files
    }

    /// As far as `apply` got before it was killed: so many steps done, and perhaps the next one
    /// written down.
    fn killed_after(&self, plan: &Plan, steps: usize, announced: bool) {
        let (_, dir) = order::new_dir(&self.machine).unwrap();
        let mut journal = Journal {
            version: 1,
            agent: plan.agent,
            summary: plan.done.clone(),
            at: String::new(),
            status: Status::Applying,
            undone_at: None,
            undone_order: None,
            first: None,
            together: None,
            steps: Vec::new(),
            hook: None,
            moments: Vec::new(),
            home: PathBuf::new(),
        };
        let begun = Plan { steps: plan.steps[..steps].to_vec(), ..plan.clone() };
        carry_out(&self.machine, &dir, &mut journal, &begun).unwrap();
        if announced && let Some(step) = plan.steps.get(steps) {
            let kept = Kept::keep(&dir, &journal.steps, step, Path::new("")).unwrap();
            journal.steps.push(kept);
        }
        journal.write(&dir).unwrap();
    }
}

#[test]
fn killed_after_any_step_the_next_start_rolls_back_whole() {
    for steps in 0..=4 {
        for announced in [false, true] {
            let (home, plan) = Home::new();
            let before = home.agent();
            home.killed_after(&plan, steps, announced);
            recover(&home.machine);
            assert_eq!(home.agent(), before, "{steps} {announced}");
            assert!(journal::all(&home.machine).is_empty());
            apply(&home.machine, &plan).unwrap();
            undo(&home.machine, None).unwrap();
            assert_eq!(home.agent(), before, "{steps} {announced}");
        }
    }
}

#[test]
fn a_roll_back_takes_nothing_away_that_somebody_else_put_there() {
    let (home, plan) = Home::new();
    home.killed_after(&plan, 1, true);
    put(&home.path("a/hooks/new/HOOK.md"), "theirs");
    recover(&home.machine);
    assert_eq!(fs::read_to_string(home.path("a/hooks/new/HOOK.md")).unwrap(), "theirs");
    assert_eq!(fs::read_to_string(home.path("a/hooks/old/HOOK.md")).unwrap(), "old");
}

#[test]
fn folders_that_were_made_on_the_way_go_too() {
    let (home, mut plan) = Home::new();
    plan.steps.drain(..2);
    let Step::Edit { path, stamp, before, .. } = &mut plan.steps[0] else { unreachable!() };
    (*path, *stamp, *before) = (home.path("b/c/config.json"), Stamp::Absent, None);
    plan.steps.push(Step::Place { dir: home.path("d/hooks/x"), files: Vec::new() });
    apply(&home.machine, &plan).unwrap();
    assert!(home.path("d/hooks/x").is_dir());
    undo(&home.machine, None).unwrap();
    assert!(!home.path("b").exists() && !home.path("d").exists());
}

#[test]
fn what_cannot_be_rolled_back_now_is_kept_for_later() {
    let (home, plan) = Home::new();
    let before = home.agent();
    home.killed_after(&plan, 1, false);
    // A file where the folder of hooks was.
    fs::remove_dir(home.path("a/hooks")).unwrap();
    put(&home.path("a/hooks"), "");
    recover(&home.machine);
    fs::remove_file(home.path("a/hooks")).unwrap();
    recover(&home.machine);
    assert_eq!(home.agent(), before);
}

#[test]
fn a_taking_back_that_was_cut_off_is_finished() {
    for steps in 0..=4 {
        let (home, plan) = Home::new();
        let before = home.agent();
        apply(&home.machine, &plan).unwrap();
        let (id, mut journal) = journal::all(&home.machine).pop().unwrap();
        let dir = order::root(&home.machine).join(id);
        journal.status = Status::Undoing;
        journal.write(&dir).unwrap();
        for kept in journal.steps.iter().rev().take(steps) {
            kept.take_back(&home.machine, &dir, Status::Undoing).unwrap();
        }
        recover(&home.machine);
        assert_eq!(home.agent(), before, "{steps}");
        assert!(matches!(undo(&home.machine, None), Err(ApplyError::NothingToUndo(_))));
    }
}

#[test]
fn a_journal_without_its_copy_never_empties_a_file() {
    let (home, plan) = Home::new();
    apply(&home.machine, &plan).unwrap();
    let (id, _) = journal::all(&home.machine).pop().unwrap();
    fs::remove_file(order::root(&home.machine).join(id).join("2")).unwrap();
    assert!(matches!(undo(&home.machine, None), Err(ApplyError::Lost(_))));
    assert_eq!(fs::read_to_string(home.path("a/config.json")).unwrap(), "{a:1}");
}

#[test]
fn a_change_that_another_tacklebox_is_making_is_left_alone() {
    let (home, plan) = Home::new();
    home.killed_after(&plan, 3, false);
    let during = home.agent();
    let theirs = lock::take(&home.machine).unwrap();
    assert!(theirs.is_some() && lock::take(&home.machine).unwrap().is_none());
    recover(&home.machine);
    assert_eq!(home.agent(), during);
    drop(theirs);
    // Another test may be starting a process just now, which holds a copy of the lock until it runs.
    let until = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while home.agent() == during && std::time::Instant::now() < until {
        recover(&home.machine);
    }
    assert_ne!(home.agent(), during);
}

#[test]
fn two_at_once_each_change_or_say_that_they_did_not() {
    let (home, _) = Home::new();
    let config = home.path("a/config.json");
    let edit = |number: usize| {
        let (bytes, stamp) = files::read(&config, 1000).unwrap();
        let before = String::from_utf8(bytes.unwrap()).unwrap();
        let after = format!("{before}{number}\n");
        let mut plan = Plan::new(AgentId::Milady, "Add", "Added.");
        plan.steps = vec![Step::Edit {
            path: config.clone(),
            syntax: tacklebox_agents::config::Syntax::Json5,
            stamp,
            before: Some(before),
            after,
        }];
        apply(&home.machine, &plan).is_ok()
    };
    let done: usize = std::thread::scope(|scope| {
        let all: Vec<_> =
            (0..4).map(|_| scope.spawn(|| (0..10).filter(|n| edit(*n)).count())).collect();
        all.into_iter().map(|one| one.join().unwrap()).sum()
    });
    assert_eq!(fs::read_to_string(&config).unwrap().lines().count(), done);
    while undo(&home.machine, None).is_ok() {}
    let left = fs::read_to_string(&config).unwrap().lines().count();
    assert_eq!(left, done.saturating_sub(20), "as many as are kept are taken back");
}

#[test]
fn what_was_done_and_what_failed_stands_in_the_activity_and_can_be_taken_back_once() {
    let (home, plan) = Home::new();
    let done = apply(&home.machine, &plan).unwrap();
    // The config is no longer what the plan was made for.
    apply(&home.machine, &plan).unwrap_err();
    let list = super::activity(&home.machine);
    assert_eq!(list.iter().map(|entry| entry.failed).collect::<Vec<_>>(), [true, false]);
    assert_eq!(list[1].undo, done.undo);
    undo(&home.machine, None).unwrap();
    let list = super::activity(&home.machine);
    assert_eq!(list[0].kind, tacklebox_inventory::activity::Kind::TakenBack);
    assert!(list.iter().all(|entry| entry.undo.is_none()));
}

/// A clock that a test sets.
fn at(home: &Home, time: &'static std::sync::atomic::AtomicI64) -> Machine {
    let now = move || {
        let seconds = time.load(std::sync::atomic::Ordering::SeqCst);
        time::OffsetDateTime::from_unix_timestamp(seconds).unwrap()
    };
    home.machine.clone().with_clock(now)
}

fn edit(home: &Home, number: usize) -> Plan {
    let config = home.path(".milady/milady.json");
    let (bytes, stamp) = files::read(&config, 1000).unwrap();
    let mut plan = Plan::new(AgentId::Milady, "Set", "Set.");
    plan.steps = vec![Step::Edit {
        path: config,
        syntax: tacklebox_agents::config::Syntax::Json5,
        stamp,
        before: bytes.map(|bytes| String::from_utf8(bytes).unwrap()),
        after: format!("{{v:{number}}}"),
    }];
    plan
}

fn removal(home: &Home) -> Plan {
    let mut plan = Plan::new(AgentId::Milady, "Remove old", "Old was removed.");
    plan.steps = vec![Step::Remove { dir: home.path("a/hooks/old") }];
    plan
}

#[test]
fn a_clock_that_was_once_ahead_loses_nothing_and_takes_back_the_last_change() {
    static TIME: std::sync::atomic::AtomicI64 = std::sync::atomic::AtomicI64::new(0);
    const NOW: i64 = 1_800_000_000;
    for changes in [19, 20, 21, 23, 25, 33, 36, 40] {
        let (home, _) = Home::new();
        let machine = at(&home, &TIME);
        TIME.store(NOW + 8 * 3600, std::sync::atomic::Ordering::SeqCst);
        apply(&machine, &edit(&home, 1000)).unwrap();
        TIME.store(NOW, std::sync::atomic::Ordering::SeqCst);
        for number in 0..changes {
            apply(&machine, &edit(&home, number)).unwrap();
        }
        let done = apply(&machine, &removal(&home)).unwrap();
        assert!(would_undo(&machine).unwrap().summary.contains("Old was removed"), "{changes}");
        assert_eq!(would_undo(&machine).unwrap().undo, done.undo);
        undo(&machine, None).unwrap();
        assert_eq!(fs::read_to_string(home.path("a/hooks/old/HOOK.md")).unwrap(), "old");
        undo(&machine, None).unwrap();
        let text = fs::read_to_string(home.path(".milady/milady.json")).unwrap();
        assert_eq!(text, format!("{{v:{}}}", changes - 2), "and the one before it");
        let copies = copies::of(&machine, &home.path(".milady/milady.json"));
        assert_eq!(copies.len(), 20, "the last texts of the config stay, whatever the clock said");
        let newest = fs::read_to_string(copies[0].place(&machine)).unwrap();
        assert_eq!(newest, format!("{{v:{}}}", changes - 1), "what was taken back came last");
    }
}

#[test]
fn a_number_is_never_given_twice() {
    static TIME: std::sync::atomic::AtomicI64 = std::sync::atomic::AtomicI64::new(0);
    let (home, _) = Home::new();
    let machine = at(&home, &TIME);
    let mut ids = Vec::new();
    for (number, time) in [2_000_000_000, 5, 4, 4, 1_900_000_000, 4].into_iter().enumerate() {
        TIME.store(time, std::sync::atomic::Ordering::SeqCst);
        let id = apply(&machine, &edit(&home, number)).unwrap().undo.unwrap();
        journal::forget(&machine, &id);
        ids.push(id);
    }
    assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
}

#[test]
fn a_removed_folder_is_kept_by_age_and_then_goes_to_the_bin() {
    static TIME: std::sync::atomic::AtomicI64 = std::sync::atomic::AtomicI64::new(0);
    const NOW: i64 = 1_800_000_000;
    const DAY: i64 = 24 * 3600;
    let (home, _) = Home::new();
    let machine = at(&home, &TIME);
    TIME.store(NOW, std::sync::atomic::Ordering::SeqCst);
    apply(&machine, &removal(&home)).unwrap();
    let there = || held::list(&machine).pop();
    let all = |from: usize| {
        for number in from..from + 60 {
            apply(&machine, &edit(&home, number)).unwrap();
        }
    };
    all(0);
    let held = there().unwrap();
    assert_eq!(fs::read_to_string(held.place.join("HOOK.md")).unwrap(), "old");
    assert_eq!(held.until().unwrap().unix_timestamp(), NOW + 90 * DAY);
    TIME.store(NOW + 89 * DAY, std::sync::atomic::Ordering::SeqCst);
    all(100);
    assert!(there().is_some());
    // A computer without a bin keeps it for longer rather than to lose it.
    TIME.store(NOW + 91 * DAY, std::sync::atomic::Ordering::SeqCst);
    all(200);
    assert!(there().is_some());
    let bin = home.path("bin");
    let machine = machine.clone().with_bin(tacklebox_machine::machine::Bin::Folder(bin.clone()));
    apply(&machine, &edit(&home, 300)).unwrap();
    assert_eq!(held::list(&machine), []);
    assert_eq!(fs::read_to_string(bin.join("old/HOOK.md")).unwrap(), "old");
}

#[test]
fn what_was_put_there_and_worked_on_is_kept_when_it_is_taken_back() {
    let (home, mut plan) = Home::new();
    plan.steps = vec![plan.steps.remove(1)];
    apply(&home.machine, &plan).unwrap();
    put(&home.path("a/hooks/new/notes.txt"), "mine");
    undo(&home.machine, None).unwrap();
    for number in 0..60 {
        apply(&home.machine, &edit(&home, number)).unwrap();
    }
    let held = held::list(&home.machine).pop().unwrap();
    assert_eq!(fs::read_to_string(held.place.join("notes.txt")).unwrap(), "mine");
    assert_eq!(held.dir, home.path("a/hooks/new"));
}

#[test]
#[cfg(unix)]
fn a_home_whose_name_is_no_text_can_be_taken_back_too() {
    use std::os::unix::ffi::OsStrExt;
    let tmp = tempfile::tempdir().unwrap();
    let home = tmp.path().join(std::ffi::OsStr::from_bytes(b"bad\xff"));
    let machine = Machine::new(Platform::Linux, &home, BTreeMap::new());
    put(&home.join("a/hooks/old/HOOK.md"), "old");
    let mut plan = Plan::new(AgentId::Milady, "Remove", "Removed.");
    plan.steps = vec![
        Step::Remove { dir: home.join("a/hooks/old") },
        Step::Place { dir: home.join("a/hooks/new"), files: Vec::new() },
    ];
    apply(&machine, &plan).unwrap();
    undo(&machine, None).unwrap();
    assert_eq!(fs::read_to_string(home.join("a/hooks/old/HOOK.md")).unwrap(), "old");
    assert!(!home.join("a/hooks/new").exists());
}
