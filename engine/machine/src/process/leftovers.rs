//! What left its process group (`setsid`, a daemon), on Linux. While a program of ours runs, orphans
//! below us come to us and not to the system's first process; each carries a mark that it was started
//! with. One that wipes its environment and lets its parent end is found only inside of [`Walls`], which
//! know all that was ever started there.
//!
//! [`Walls`]: crate::walls::Walls

use std::collections::HashSet;
use std::fs;
use std::hash::{BuildHasher as _, RandomState};
use std::os::fd::OwnedFd;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::unix::NAME;
use crate::walls::{APART, ROUNDS, is_gone, reap_later};
use rustix::process::{
    Pid, PidfdFlags, Signal, getpid, pidfd_open, pidfd_send_signal, set_child_subreaper,
};

/// So many programs of ours run. Only meanwhile orphans come to us: what a person opens from the window
/// is nobody's business of ours.
static RUNNING: Mutex<usize> = Mutex::new(0);

/// As long as it is there, orphans come to us.
pub(super) struct Mark {
    pub value: String,
}

impl Mark {
    pub fn new() -> Self {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        *running += 1;
        if *running == 1 {
            let _ = set_child_subreaper(Some(getpid()));
        }
        Self { value: format!("{:016x}", RandomState::new().hash_one(*running)) }
    }

    /// Ends what is left of a program: below it, and among the orphans that came to us.
    pub fn end(&self, leader: Pid) {
        let mut killed = HashSet::new();
        for _ in 0..ROUNDS {
            let mut found = Vec::new();
            below(leader, &mut found);
            for orphan in children(getpid()) {
                if orphan != leader && (is_in_group(orphan, leader) || self.is_on(orphan)) {
                    found.push(orphan);
                    below(orphan, &mut found);
                }
            }
            for pid in found {
                if kill(pid) {
                    killed.insert(pid);
                }
            }
            // Nobody else waits for an orphan.
            killed.retain(|pid| !is_gone(*pid));
            if killed.is_empty() {
                return;
            }
            thread::sleep(APART);
        }
        reap_later(killed.into_iter().collect());
    }

    fn is_on(&self, pid: Pid) -> bool {
        let Ok(all) = fs::read(format!("/proc/{}/environ", pid.as_raw_nonzero())) else {
            return false;
        };
        let own = format!("{NAME}={}", self.value);
        all.split(|byte| *byte == 0).any(|one| one == own.as_bytes())
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        *running -= 1;
        if *running == 0 {
            let _ = set_child_subreaper(None);
        }
    }
}

/// Also of one that has ended, which has no environment any more.
fn is_in_group(pid: Pid, leader: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
    let group = stat.ok().and_then(|stat| {
        let (_, after) = stat.rsplit_once(')')?;
        after.split_whitespace().nth(2)?.parse().ok()
    });
    group == Some(leader.as_raw_nonzero().get())
}

fn below(pid: Pid, found: &mut Vec<Pid>) {
    for child in children(pid) {
        if !found.contains(&child) {
            found.push(child);
            below(child, found);
        }
    }
}

fn children(pid: Pid) -> Vec<Pid> {
    let tasks = fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero()));
    let lists = tasks.into_iter().flatten().filter_map(Result::ok);
    let texts = lists.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let numbers = |text: String| -> Vec<Pid> {
        text.split_whitespace().filter_map(|one| Pid::from_raw(one.parse().ok()?)).collect()
    };
    texts.flat_map(numbers).collect()
}

/// By a handle, so that no other of the same number is hit.
fn kill(pid: Pid) -> bool {
    let handle: Result<OwnedFd, _> = pidfd_open(pid, PidfdFlags::empty());
    handle.is_ok_and(|handle| pidfd_send_signal(handle, Signal::KILL).is_ok())
}
