//! What left its process group where the system hands orphans to nobody (macOS): what runs below a program, and
//! what carries the mark that it was started with. One that wipes its environment and lets its parent end is not
//! found, nor is a program whose environment the system shows to nobody.

use std::ffi::OsStr;
use std::hash::{BuildHasher as _, RandomState};
use std::thread;
use std::time::Duration;

use super::unix::NAME;
use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, Signal, System, UpdateKind};

/// What was just started may start another before it is ended.
const ROUNDS: u32 = 5;
const APART: Duration = Duration::from_millis(20);

pub(super) struct Mark {
    pub value: String,
}

impl Mark {
    pub fn new() -> Self {
        Self { value: format!("{:016x}", RandomState::new().hash_one(std::process::id())) }
    }

    /// Starts a program: here it has no other mark than its variable.
    #[cfg_attr(target_os = "linux", expect(dead_code, reason = "used where this is"))]
    pub fn start<T>(&self, start: impl FnOnce() -> T) -> T {
        start()
    }

    /// Ends what is left of a program that was started with this mark.
    pub fn end(&self, leader: u32) {
        for _ in 0..ROUNDS {
            let Some(system) = all() else { return };
            let left = self.left(&system, leader);
            if left.is_empty() {
                return;
            }
            for process in left.into_iter().filter_map(|pid| system.process(pid)) {
                let _ = process.kill_with(Signal::Kill);
            }
            thread::sleep(APART);
        }
    }

    fn left(&self, system: &System, leader: u32) -> Vec<Pid> {
        let leader = Pid::from_u32(leader);
        let own = format!("{NAME}={}", self.value);
        let mut left: Vec<Pid> = Vec::new();
        for (pid, process) in system.processes() {
            let marked = process.environ().iter().any(|one| one == OsStr::new(&own));
            let ended = matches!(process.status(), sysinfo::ProcessStatus::Zombie);
            if (marked || is_below(system, *pid, leader)) && *pid != leader && !ended {
                left.push(*pid);
            }
        }
        left
    }
}

/// What runs on this computer; none where that cannot be asked.
fn all() -> Option<System> {
    let mut system = System::new().ok()?;
    let what = ProcessRefreshKind::nothing().with_environ(UpdateKind::Always);
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, what);
    Some(system)
}

fn is_below(system: &System, pid: Pid, leader: Pid) -> bool {
    let mut at = Some(pid);
    // Numbers that were given again may make a ring.
    for _ in 0..64 {
        at = at.and_then(|pid| system.process(pid)).and_then(sysinfo::Process::parent);
        if at == Some(leader) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::time::Instant;

    use super::*;

    /// By every way out of its group that leaves it its environment. Run here on Linux, where it is not used.
    #[test]
    fn what_left_its_group_is_found_by_its_mark_and_ended() {
        let mark = Mark::new();
        let script = "setsid sh -c 'exec sleep 300' & setsid -f sh -c 'exec sleep 300'; sleep 300";
        let mut child = Command::new("/bin/sh")
            .args(["-c", script])
            .env(NAME, &mark.value)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let look = || mark.left(&all().unwrap(), child.id()).len();
        let since = Instant::now();
        while look() < 3 {
            assert!(since.elapsed() < Duration::from_secs(30), "they start");
            thread::sleep(APART);
        }
        mark.end(child.id());
        assert_eq!(look(), 0);
        let _ = child.kill();
        let _ = child.wait();
    }
}
