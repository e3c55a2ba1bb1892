//! What left its process group (`setsid`, a daemon), on Linux. While a program of ours runs, orphans
//! below us come to us and not to the system's first process; each carries two marks that it was started
//! with: a variable, and a number in place of the limit on message queues, which no program has. The
//! second one stays where an environment is wiped. A program can take both away on purpose, but for one
//! in the box of Landlock: the limit cannot be set there.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::hash::{BuildHasher as _, RandomState};
use std::os::fd::OwnedFd;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::NAME;
use crate::walls::{APART, MARKED, ROUNDS, is_gone, reap_later};
use rustix::process::{
    Pid, PidfdFlags, Rlimit, Signal, getpgid, getpgrp, getpid, getrlimit, pidfd_open,
    pidfd_send_signal, set_child_subreaper, setrlimit,
};

/// The numbers of the programs of ours that run. Only meanwhile orphans come to us: what a person opens from the window
/// is nobody's business of ours.
static RUNNING: Mutex<BTreeSet<u64>> = Mutex::new(BTreeSet::new());

/// Held while a program starts: it gets its limit from us.
static STARTING: Mutex<()> = Mutex::new(());

/// As long as it is there, orphans come to us.
pub(super) struct Mark {
    pub value: String,
    number: u64,
}

impl Mark {
    pub fn new() -> Self {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        if running.is_empty() {
            let _ = set_child_subreaper(Some(getpid()));
        }
        loop {
            let value = RandomState::new().hash_one(running.len());
            // Lower than what a system lets a program have, which is none that others have.
            let number = (value % 800_000).saturating_add(1);
            // With the number of another one, that would be ended as if it were left of this one.
            if running.insert(number) {
                return Self { value: format!("{value:016x}"), number };
            }
        }
    }

    /// Starts a program with the number. Without it where this system's limit is lower.
    pub fn start<T>(&self, start: impl FnOnce() -> T) -> T {
        let _one = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
        let before = getrlimit(MARKED);
        let ours = Rlimit { current: Some(self.number), maximum: before.maximum };
        let is_set = before.current != ours.current && setrlimit(MARKED, ours).is_ok();
        let started = start();
        if is_set {
            let _ = setrlimit(MARKED, before);
        }
        started
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
            // What was found may have started another one since it was looked.
            let is_all = found.is_empty();
            for pid in found {
                if kill(pid) {
                    killed.insert(pid);
                }
            }
            // Nobody else waits for an orphan.
            killed.retain(|pid| !is_gone(*pid));
            if is_all && killed.is_empty() {
                return;
            }
            thread::sleep(APART);
        }
        reap_later(killed.into_iter().collect());
    }

    fn is_on(&self, pid: Pid) -> bool {
        self.has_number(pid) || self.has_value(pid)
    }

    /// Not where it is in our own group: another thread of ours may have started it at the same moment.
    fn has_number(&self, pid: Pid) -> bool {
        let limits = fs::read_to_string(format!("/proc/{}/limits", pid.as_raw_nonzero()));
        let limit = limits.ok().and_then(|all| {
            let rest = all.lines().find_map(|line| line.strip_prefix("Max msgqueue size"))?;
            rest.split_whitespace().next()?.parse().ok()
        });
        limit == Some(self.number) && getpgid(Some(pid)).is_ok_and(|group| group != getpgrp())
    }

    fn has_value(&self, pid: Pid) -> bool {
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
        running.remove(&self.number);
        if running.is_empty() {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// So many that two of them would get the same by chance, in nearly every run.
    #[test]
    fn no_two_that_run_have_one_number() {
        let marks: Vec<_> = (0..4000).map(|_| Mark::new()).collect();
        let numbers: BTreeSet<_> = marks.iter().map(|mark| mark.number).collect();
        assert_eq!(numbers.len(), marks.len());
    }
}
