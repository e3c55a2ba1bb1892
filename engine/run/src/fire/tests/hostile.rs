//! Hooks that do their worst, on one event with one that does its work. What
//! each does alone is in `process/tests.rs` and `run/module/tests/faults.rs`.
#![cfg(target_os = "linux")]

use std::time::{Duration, Instant};

use super::*;

const NASTY: [(&str, &str, Verdict); 7] = [
    (
        "child",
        include_str!("../../../../../tests/hostile/hooks/leaves-a-child.sh"),
        Verdict::Continue,
    ),
    (
        "children",
        include_str!("../../../../../tests/hostile/hooks/leaves-children-that-stay.sh"),
        Verdict::TimedOut,
    ),
    (
        "closed",
        include_str!("../../../../../tests/hostile/hooks/closes-everything.sh"),
        Verdict::Continue,
    ),
    ("flood", include_str!("../../../../../tests/hostile/hooks/floods.sh"), Verdict::TimedOut),
    ("killed", include_str!("../../../../../tests/hostile/hooks/kills-itself.sh"), Verdict::Failed),
    ("loop", include_str!("../../../../../tests/hostile/hooks/loops.sh"), Verdict::TimedOut),
    (
        "silent",
        include_str!("../../../../../tests/hostile/hooks/stays-silent.sh"),
        Verdict::TimedOut,
    ),
];

#[test]
fn hostile_hooks_end_at_their_limit_leave_nothing_and_do_not_keep_the_others() {
    let limit = Duration::from_secs(3);
    let mut home = Home::new().moltis("works", "AfterToolCall", "timeout = 30\n", "echo works");
    for (name, script, _) in NASTY {
        home = home.moltis(name, "AfterToolCall", "timeout = 3\n", script);
    }
    let start = Instant::now();
    let report = home.fire(AgentId::Moltis, &request("AfterToolCall")).unwrap();
    // All run at the same time; one that does not heed TERM is killed two seconds later.
    assert!(start.elapsed() < limit * 10, "{:?}", start.elapsed());
    let mut wanted: Vec<_> = NASTY.iter().map(|(name, _, verdict)| (*name, *verdict)).collect();
    wanted.push(("works", Verdict::Continue));
    assert_eq!(runs(&report), wanted);
    assert_eq!(report.fired.runs.last().unwrap().stdout, "works\n");
    assert!(report.fired.runs.iter().all(|run| run.stdout.len() < 1_100_000));
    let left = std::fs::read_to_string(home.tmp.path().join(".moltis/left")).unwrap();
    assert!(left.lines().count() >= 7, "{left}");
    for pid in left.lines() {
        assert!(!is_there(pid), "{pid} is still there");
    }
}

/// Looks a while: what was killed may take a moment to go.
fn is_there(pid: &str) -> bool {
    for _ in 0..3000 {
        if !Path::new("/proc").join(pid).exists() {
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    true
}
