//! The walls put up: Landlock's rules and seccomp's filter on a thread that starts the program.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use landlock::{
    ABI, Access as _, AccessFs, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, RulesetStatus, Scope, path_beneath_rules,
};

use rustix::process::{Pid, Signal, WaitOptions, pidfd_send_signal, waitpid};

use super::{Kind, Walls, filter, notify, watcher};
use crate::once_free::once_free;

/// The newest Landlock of which all rights are known here; older ones are asked for what they have.
const RIGHTS: ABI = ABI::V7;

/// So many entries of a folder are opened up one by one around what is hidden. Beyond that only what is
/// needed is: temporary folders have thousands.
const MANY: usize = 400;

/// Devices in which nothing can be left.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// What may be read, and the folders on the way to what may not: those are listed by the watcher.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Sight {
    pub open: Vec<PathBuf>,
    pub split: Vec<PathBuf>,
}

/// Whether this kernel has it all. Tried for real: containers and settings keep each part of it away.
pub(super) fn works() -> bool {
    if !notify::is_known() {
        return false;
    }
    let walls = Walls::new(Kind::Landlock, &[], []);
    let tried = thread::Builder::new().name("box".into()).spawn(move || {
        restrict(&walls, &Sight::default())?;
        notify::listen(&filter::program(false)).map(drop)
    });
    tried.is_ok_and(|tried| matches!(tried.join(), Ok(Ok(()))))
}

/// Whether a signal from inside reaches nobody outside: since Linux 6.12.
pub(super) fn keeps_signals() -> bool {
    let rules = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    rules.scope(Scope::Signal).is_ok()
}

/// Starts a command inside, from a thread that is inside itself and ends with it.
pub(super) fn spawn(walls: &Arc<Walls>, mut command: Command) -> io::Result<Child> {
    let sight = sight(walls);
    let split = sight.split.clone();
    let (tell, told) = mpsc::channel::<OwnedFd>();
    let inside = Arc::clone(walls);
    let starter = thread::Builder::new().name("box".into()).spawn(move || {
        restrict(&inside, &sight)?;
        let listener = notify::listen(&filter::program(inside.network))?;
        tell.send(listener).map_err(io::Error::other)?;
        drop(tell);
        once_free(|| command.spawn())
    })?;
    if let Ok(listener) = told.recv() {
        let walls = Arc::clone(walls);
        // It ends when nothing is left inside.
        thread::Builder::new()
            .name("watch-box".into())
            .spawn(move || watcher::watch(&listener, &walls, &split))?;
    }
    starter.join().unwrap_or_else(|_| Err(io::Error::other("its thread ended")))
}

/// How often, and how long apart, it is looked whether all is gone. Only where something was found.
pub(crate) const ROUNDS: usize = 30;
pub(crate) const APART: Duration = Duration::from_millis(1);

/// The same for what takes longer, when nobody waits any more.
const MOST_LOOKS: usize = 300;
const LATER: Duration = Duration::from_millis(10);

pub(super) fn end(walls: &Walls, but: i32) {
    let tasks = {
        let mut log = walls.log();
        log.ended = true;
        std::mem::take(&mut log.tasks)
    };
    let mut left: Vec<(Pid, OwnedFd)> = tasks
        .into_iter()
        .filter_map(|(id, handle)| Some((Pid::from_raw(id.cast_signed())?, handle?)))
        .filter(|(pid, _)| pid.as_raw_nonzero().get() != but)
        .collect();
    for _ in 0..ROUNDS {
        left.retain(|(pid, handle)| {
            if pidfd_send_signal(handle, Signal::KILL).is_err() {
                return false;
            }
            // An orphan that came to us is reaped by nobody else. Of what is not a child of ours nothing is
            // known, and it may become one while its parents go.
            !matches!(waitpid(Some(*pid), WaitOptions::NOHANG), Ok(Some(_)))
        });
        if left.is_empty() {
            return;
        }
        thread::sleep(APART);
    }
    reap_later(left.into_iter().map(|(pid, _)| pid).collect());
}

/// Whether a process that was killed is gone. One of ours is reaped by this; another one may become ours while
/// its parents go, so it counts as long as it is there.
pub(crate) fn is_gone(pid: Pid) -> bool {
    match waitpid(Some(pid), WaitOptions::NOHANG) {
        Ok(ended) => ended.is_some(),
        Err(_) => !Path::new("/proc").join(pid.as_raw_nonzero().to_string()).exists(),
    }
}

/// On a busy computer what was killed takes its time to go.
pub(crate) fn reap_later(killed: Vec<Pid>) {
    let _ = thread::Builder::new().name("reap".into()).spawn(move || {
        for pid in killed {
            for _ in 0..MOST_LOOKS {
                if is_gone(pid) {
                    break;
                }
                thread::sleep(LATER);
            }
        }
    });
}

fn restrict(walls: &Walls, sight: &Sight) -> io::Result<()> {
    let read = AccessFs::from_read(RIGHTS);
    let all = AccessFs::from_all(RIGHTS);
    let devices = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::Truncate;
    let done = Ruleset::default()
        .handle_access(all)
        .and_then(|rules| rules.scope(Scope::from_all(RIGHTS)))
        .and_then(Ruleset::create)
        .and_then(|rules| rules.add_rules(path_beneath_rules(&sight.open, read)))
        .and_then(|rules| rules.add_rules(path_beneath_rules(&walls.write, all)))
        .and_then(|rules| rules.add_rules(path_beneath_rules(DEVICES, devices)))
        .and_then(landlock::RulesetCreated::restrict_self)
        .map_err(io::Error::other)?;
    match done.ruleset {
        RulesetStatus::NotEnforced => Err(io::Error::other("this kernel has no Landlock")),
        _ if !done.no_new_privs => Err(io::Error::other("new privileges cannot be refused")),
        _ => Ok(()),
    }
}

/// Everything but what is hidden: Landlock only knows what is allowed.
pub(super) fn sight(walls: &Walls) -> Sight {
    let mut sight = Sight::default();
    look(Path::new("/"), walls, &mut sight);
    sight
}

fn look(path: &Path, walls: &Walls, sight: &mut Sight) {
    if walls.hidden.iter().any(|hidden| hidden == path) {
        return;
    }
    let leads = |places: &[PathBuf]| places.iter().any(|place| place.starts_with(path));
    if !leads(&walls.hidden) {
        sight.open.push(path.to_owned());
        return;
    }
    sight.split.push(path.to_owned());
    let Ok(entries) = fs::read_dir(path) else { return };
    // A rule is for what a link leads to, which has its own.
    let entries: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()))
        .map(|entry| entry.path())
        .collect();
    let many = entries.len() > MANY;
    for entry in entries {
        let is_needed = |places: &[PathBuf]| places.iter().any(|place| place.starts_with(&entry));
        if !many || is_needed(&walls.needed) || is_needed(&walls.hidden) {
            look(&entry, walls, sight);
        }
    }
}
