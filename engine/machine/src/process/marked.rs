//! What left its process group where the system hands orphans to nobody (macOS): what runs below a program, and
//! what carries the mark that it was started with. One that wipes its environment and lets its parent end is not
//! ended, nor is a program whose environment the system shows to nobody: it is named, by what is known of it.

use std::ffi::{OsStr, OsString};
use std::hash::{BuildHasher as _, RandomState};
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

use super::NAME;
use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, Signal, System, UpdateKind};

/// What was just started may start another before it is ended.
const ROUNDS: u32 = 5;
const APART: Duration = Duration::from_millis(20);

/// What the system starts of its own and for a person who opens something has this.
const BY_LAUNCHD: &str = "XPC_SERVICE_NAME=";

/// Where the system's own are, whose environment it shows to nobody.
const OF_SYSTEM: [&str; 3] = ["/System/", "/usr/libexec/", "/Library/Apple/"];

pub(super) struct Mark {
    pub value: String,
    /// In seconds, as the system counts.
    since: u64,
}

/// What is known of a program that runs.
struct Seen<'a> {
    name: &'a OsStr,
    file: Option<&'a Path>,
    parent: Option<u32>,
    started: u64,
    is_own: bool,
    environment: &'a [OsString],
}

impl Seen<'_> {
    /// Likely left by a program that was started then: nobody is its parent any more, and it was started
    /// neither by the system nor by another run of ours.
    fn is_left(&self, since: u64) -> bool {
        let is_of = |one: &OsString, name: &str| one.to_string_lossy().starts_with(name);
        let by_others = |one: &OsString| is_of(one, BY_LAUNCHD) || is_of(one, NAME);
        let file = self.file.map(Path::to_string_lossy).unwrap_or_default();
        self.is_own
            && matches!(self.parent, None | Some(1))
            && self.started >= since
            && !self.environment.iter().any(by_others)
            && !OF_SYSTEM.iter().any(|place| file.starts_with(place))
            && !file.contains(".app/Contents/")
    }
}

impl Mark {
    pub fn new() -> Self {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let value = format!("{:016x}", RandomState::new().hash_one(std::process::id()));
        Self { value, since: since.as_secs() }
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

    /// Names of those that run on and are not known to be of this program.
    #[cfg_attr(target_os = "linux", expect(dead_code, reason = "used where this is"))]
    pub fn left_running(&self) -> Vec<String> {
        let Some(system) = all() else { return Vec::new() };
        let own = sysinfo::get_current_pid().ok().and_then(|pid| system.process(pid)?.user_id());
        let seen = system.processes().values().map(|process| Seen {
            name: process.name(),
            file: process.exe(),
            parent: process.parent().map(Pid::as_u32),
            started: process.start_time(),
            is_own: own.is_some() && process.user_id() == own,
            environment: process.environ(),
        });
        named(seen, self.since)
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

fn named<'a>(all: impl Iterator<Item = Seen<'a>>, since: u64) -> Vec<String> {
    let left = all.filter(|one| one.is_left(since));
    let mut names: Vec<_> = left.map(|one| one.name.to_string_lossy().into_owned()).collect();
    names.sort();
    names.dedup();
    names
}

/// What runs on this computer; none where that cannot be asked.
fn all() -> Option<System> {
    let mut system = System::new().ok()?;
    let once = UpdateKind::OnlyIfNotSet;
    let what = ProcessRefreshKind::nothing().with_environ(once).with_user(once).with_exe(once);
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

    /// The rule by which macOS' own list is read; that list was never read there.
    #[test]
    fn what_is_left_and_cannot_be_ended_is_named() {
        let [wiped, marked, launched] = ["PATH=/bin", "TACKLEBOX_PROCESS=0", "XPC_SERVICE_NAME=0"]
            .map(|one| vec![OsString::from(one)]);
        let daemon = |name: &'static str, environment| Seen {
            name: OsStr::new(name),
            file: Some(Path::new("/bin/sleep")),
            parent: Some(1),
            started: 50,
            is_own: true,
            environment,
        };
        let helper = Path::new("/Applications/Mail.app/Contents/MacOS/Mail");
        let all = [
            daemon("sleep", &*wiped),
            daemon("bare", &[]),
            daemon("bare", &[]),
            daemon("of-another-run", &*marked),
            daemon("opened", &*launched),
            Seen { started: 49, ..daemon("older", &*wiped) },
            Seen { parent: Some(7), ..daemon("with-a-parent", &*wiped) },
            Seen { is_own: false, ..daemon("of-another-person", &*wiped) },
            Seen { file: Some(helper), ..daemon("Mail", &[]) },
            Seen { file: Some(Path::new("/usr/libexec/x")), ..daemon("of-the-system", &[]) },
        ];
        let left = named(all.into_iter(), 50);
        assert_eq!(left, ["bare", "sleep"]);
        let output = crate::process::Output::default;
        let mut ended = crate::process::Ended {
            how: crate::process::How::Exited(0),
            stdout: output(),
            stderr: output(),
            left,
            took: Duration::ZERO,
        };
        assert_eq!(ended.left_running(), "\n(It left programs running: bare, sleep.)");
        ended.left.truncate(1);
        assert_eq!(ended.left_running(), "\n(It left a program running: bare.)");
        ended.left.clear();
        assert_eq!(ended.left_running(), "");
    }

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
