//! Lost events, the limit of watches, and many hooks.

use super::*;

fn inject(scene: &Scene, seen: notify::Result<Event>) {
    scene.watch.messages.send(Message::Saw(seen)).unwrap();
}

#[test]
fn lost_events_mean_that_all_is_read_again_and_watching_goes_on() {
    let scene = scene(one_hook);
    for _ in 0..2 {
        inject(&scene, Ok(Event::new(EventKind::Other).set_flag(Flag::Rescan)));
        scene.expect_everything();
        scene.write("hooks/a/HOOK.md", "2");
        scene.expect("hooks/a/HOOK.md");
    }
}

#[test]
fn without_watches_the_files_are_looked_at_and_that_is_said() {
    let scene = scene(one_hook);
    assert_eq!(scene.watch.watching(), Watching::Live);
    inject(&scene, Err(notify::Error::new(notify::ErrorKind::MaxFilesWatch)));
    scene.expect_everything();
    assert!(matches!(
        scene.watch.watching(),
        Watching::EveryTwoSeconds(reason) if reason.contains("max_user_watches")
    ));
    scene.save("hooks/a/HOOK.md", "2");
    scene.expect("hooks/a");
}

/// Ten thousand, and fewer only where the system does not have watches for so many.
#[test]
fn ten_thousand_hooks_are_watched_one_by_one() {
    let limit = fs::read_to_string("/proc/sys/fs/inotify/max_user_watches");
    let plenty =
        limit.ok().and_then(|text| text.trim().parse().ok()).is_none_or(|n: u64| n > 40_000);
    many_hooks(if plenty { 10_000 } else { 2_000 });
}

/// Prints what it took; the time is measured, not judged.
fn many_hooks(count: usize) {
    let before = resident_kib();
    let started = std::cell::Cell::new(Instant::now());
    let scene = scene(|at| {
        for hook in 0..count {
            make_hook(&at.join("hooks"), &format!("hook-{hook}"));
        }
        started.set(Instant::now());
        vec![Target::Hooks(at.join("hooks"))]
    });
    let set_up = started.get().elapsed();
    let grown = resident_kib().zip(before).map(|(now, then)| now - then);
    assert_eq!(scene.watch.watching(), Watching::Live);

    // A scan opens every folder and file: none of that is told.
    let hooks = scene.at.join("hooks");
    for hook in fs::read_dir(&hooks).unwrap().flatten() {
        fs::read_dir(hook.path()).unwrap().count();
        fs::read(hook.path().join("HOOK.md")).unwrap();
    }
    let last = format!("hooks/hook-{}/HOOK.md", count - 1);
    let mut waits: Vec<Duration> = (0..21)
        .map(|turn| {
            let saved = Instant::now();
            scene.save(&last, &turn.to_string());
            let before = scene.expect(&last);
            assert!(!before.contains(&Changes::Everything), "events were lost");
            saved.elapsed()
        })
        .collect();
    waits.sort();
    println!(
        "{count} hooks: watched after {set_up:?}, {grown:?} KiB more; \
         a save by rename is told after {:?} (median), {:?} (longest of {})",
        waits[waits.len() / 2],
        waits[waits.len() - 1],
        waits.len(),
    );
}

fn resident_kib() -> Option<i64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
