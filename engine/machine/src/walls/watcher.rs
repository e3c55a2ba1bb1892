//! Answers what is asked from inside, and writes down what it was. One thread for one box.
//!
//! A path is read from the memory of who asks, which may change it in the meantime: so what is let through is
//! looked at again by Landlock, and what Landlock does not know (connections, datagrams) is never let
//! through where it is not allowed, but done here with what was read, or not at all.

use std::fs;
use std::net::IpAddr;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, Resource, Rlimit, prlimit};

use super::filter::{FCHMODAT2, OPENAT2};
use super::notify::{self, Notice};
use super::task::{Task, is_own};
use super::{
    Access, LARGEST_FILE, MOST_MEMORY, MOST_OPEN, MOST_RUNNING, MOST_STARTS, Walls, once, real,
};

mod net;

/// What each program inside gets at most.
const LIMITS: [(Resource, u64); 5] = [
    (Resource::Data, MOST_MEMORY),
    (Resource::Fsize, LARGEST_FILE),
    (Resource::Nofile, MOST_OPEN),
    (Resource::Core, 0),
    // Of all that the person runs; what is there already counts, so it is added.
    (Resource::Nproc, MOST_RUNNING),
];

/// Folders of the system, of which nothing is hidden: most files that are read are in them.
const OPEN: [&str; 4] = ["/usr/", "/lib/", "/lib64/", "/sys/"];

/// What the one who asks gets.
pub(super) enum Reply {
    GoOn,
    Error(i32),
    /// Done already.
    Done,
    File(OwnedFd, bool),
}

pub(super) struct Watcher<'a> {
    pub walls: &'a Walls,
    split: &'a [PathBuf],
    /// Our ends of what was given in place of sockets.
    lines: Vec<OwnedFd>,
    limited: Vec<u32>,
    /// Where this computer asks for names.
    name_servers: Vec<IpAddr>,
}

pub(super) fn watch(listener: &OwnedFd, walls: &Walls, split: &[PathBuf]) {
    // Without the network nothing gets that far.
    let settings = match walls.network {
        true => fs::read_to_string("/etc/resolv.conf").unwrap_or_default(),
        false => String::new(),
    };
    let name_servers = net::name_servers(&settings);
    let mut watcher =
        Watcher { walls, split, lines: Vec::new(), limited: Vec::new(), name_servers };
    loop {
        let (asked, gone, spoken) = {
            let all = std::iter::once(listener).chain(&watcher.lines);
            let mut all: Vec<_> = all.map(|fd| PollFd::new(fd, PollFlags::IN)).collect();
            if poll(&mut all, None).is_err_and(|error| error != rustix::io::Errno::INTR) {
                return;
            }
            let mut events = all.iter().map(PollFd::revents);
            let first = events.next().unwrap_or(PollFlags::empty());
            let spoken: Vec<bool> = events.map(|one| !one.is_empty()).collect();
            (first.contains(PollFlags::IN), first.contains(PollFlags::HUP), spoken)
        };
        watcher.hear(&spoken);
        if asked {
            match notify::receive(listener) {
                Ok(Some(notice)) => watcher.answer(listener, &notice),
                Ok(None) => {}
                Err(_) => return,
            }
        } else if gone {
            return;
        }
    }
}

impl Watcher<'_> {
    fn answer(&mut self, listener: &OwnedFd, notice: &Notice) {
        match self.judge(notice) {
            Reply::GoOn => notify::go_on(listener, notice.id),
            Reply::Error(error) => notify::answer(listener, notice.id, error),
            Reply::Done => notify::answer(listener, notice.id, 0),
            Reply::File(file, cloexec) => {
                if notify::give(listener, notice.id, &file, cloexec).is_err() {
                    notify::answer(listener, notice.id, libc::EACCES);
                }
            }
        }
    }

    fn judge(&mut self, notice: &Notice) -> Reply {
        let [a, b, c, d, ..] = notice.args;
        let here = libc::AT_FDCWD as u64;
        let mut task = Task::new(notice.task);
        {
            let mut log = self.walls.log();
            if log.ended {
                task.end();
                return Reply::Error(libc::EPERM);
            }
            log.tasks.entry(notice.task).or_insert_with(|| task.handle());
        }
        match notice.number {
            libc::SYS_openat => self.open(&mut task, a, b, c),
            OPENAT2 => match task.number(c) {
                Some(flags) => self.open(&mut task, a, b, flags),
                None => Reply::GoOn,
            },
            libc::SYS_unlinkat => self.remove(&mut task, a, b),
            libc::SYS_renameat | libc::SYS_renameat2 => self.rename(&mut task, (a, b), (c, d)),
            libc::SYS_linkat => self.make(&mut task, c, d),
            libc::SYS_symlinkat => self.make(&mut task, b, c),
            libc::SYS_mkdirat | libc::SYS_mknodat => self.make_new(&mut task, a, b),
            libc::SYS_truncate => self.make(&mut task, here, a),
            libc::SYS_fchmodat | FCHMODAT2 | libc::SYS_fchownat => self.change(&mut task, a, b),
            libc::SYS_utimensat if b == 0 => self.change_open(&task, a),
            libc::SYS_utimensat => self.change(&mut task, a, b),
            libc::SYS_setxattr
            | libc::SYS_lsetxattr
            | libc::SYS_removexattr
            | libc::SYS_lremovexattr => self.change(&mut task, here, a),
            libc::SYS_fchmod | libc::SYS_fchown | libc::SYS_fsetxattr | libc::SYS_fremovexattr => {
                self.change_open(&task, a)
            }
            libc::SYS_execve => self.start(&mut task, notice.task, here, a),
            libc::SYS_execveat => self.start(&mut task, notice.task, a, b),
            libc::SYS_socket => self.socket(a, b),
            libc::SYS_connect => self.connect(&mut task, a, b, c),
            libc::SYS_sendto => self.send_to(&mut task, notice.args),
            libc::SYS_sendmsg | libc::SYS_sendmmsg => self.send_message(&mut task, b),
            #[cfg(target_arch = "x86_64")]
            number => self.judge_older(number, &mut task, notice.args),
            #[cfg(not(target_arch = "x86_64"))]
            _ => Reply::GoOn,
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn judge_older(&mut self, number: i64, task: &mut Task, [a, b, ..]: [u64; 6]) -> Reply {
        let here = libc::AT_FDCWD as u64;
        match number {
            libc::SYS_open => self.open(task, here, a, b),
            libc::SYS_creat => {
                self.open(task, here, a, libc::O_WRONLY as u64 | libc::O_CREAT as u64)
            }
            libc::SYS_unlink | libc::SYS_rmdir => self.remove(task, here, a),
            libc::SYS_rename => self.rename(task, (here, a), (here, b)),
            libc::SYS_link | libc::SYS_symlink => self.make(task, here, b),
            libc::SYS_mkdir | libc::SYS_mknod => self.make_new(task, here, a),
            libc::SYS_chmod
            | libc::SYS_chown
            | libc::SYS_lchown
            | libc::SYS_utime
            | libc::SYS_utimes => self.change(task, here, a),
            libc::SYS_futimesat => self.change(task, a, b),
            _ => Reply::GoOn,
        }
    }

    fn open(&self, task: &mut Task, dir: u64, path: u64, flags: u64) -> Reply {
        let flags = flags as i32;
        let writes = flags & (libc::O_ACCMODE | libc::O_CREAT | libc::O_TRUNC) != libc::O_RDONLY
            || flags & libc::O_TMPFILE == libc::O_TMPFILE;
        let Some(path) = task.path(dir, path) else { return Reply::GoOn };
        if is_own(&path) {
            return Reply::GoOn;
        }
        if writes {
            return self.write(&path, flags & libc::O_CREAT != 0);
        }
        if path.to_str().is_some_and(|path| OPEN.iter().any(|open| path.starts_with(open))) {
            return Reply::GoOn;
        }
        if self.is_of_others(&path) {
            return Reply::Error(libc::EACCES);
        }
        let path = real(&path);
        if self.walls.hides(&path) {
            return self.refuse(path, Access::Read);
        }
        // On the way to what is hidden: the kernel would open it with all that is below.
        if self.split.contains(&path) {
            let flags = rustix::fs::OFlags::DIRECTORY | rustix::fs::OFlags::CLOEXEC;
            let opened = rustix::fs::open(&path, flags, rustix::fs::Mode::empty());
            return opened.map_or(Reply::GoOn, |dir| Reply::File(dir, true));
        }
        Reply::GoOn
    }

    /// What the system tells of a program outside. Nothing to list: `ps` asks for all of them.
    fn is_of_others(&self, path: &Path) -> bool {
        let Ok(rest) = path.strip_prefix("/proc") else { return false };
        let first = rest.components().next().and_then(|part| part.as_os_str().to_str());
        let number = first.and_then(|first| first.parse().ok());
        number.is_some_and(|number| !self.walls.log().tasks.contains_key(&number))
    }

    /// A file that is to be written, and made where it is not there.
    fn write(&self, path: &Path, makes: bool) -> Reply {
        if matches!(path.to_str(), Some("/dev/null" | "/dev/zero" | "/dev/full" | "/dev/tty")) {
            return Reply::GoOn;
        }
        let path = real(path);
        if self.walls.lets_write(&path) {
            once(&mut self.walls.log().deeds.written, path);
            return Reply::GoOn;
        }
        // Otherwise the kernel's own word is as good: it is not there.
        let would = path.exists() || makes && path.parent().is_some_and(Path::is_dir);
        if would { self.refuse(path, Access::Write) } else { Reply::GoOn }
    }

    fn make(&self, task: &mut Task, dir: u64, path: u64) -> Reply {
        match task.path(dir, path) {
            Some(path) if !is_own(&path) => self.write(&path, true),
            _ => Reply::GoOn,
        }
    }

    /// A folder or a pipe: no file that holds anything, and no matter where it is there already.
    fn make_new(&self, task: &mut Task, dir: u64, path: u64) -> Reply {
        let Some(path) = task.path(dir, path).map(|path| real(&path)) else { return Reply::GoOn };
        let is_new =
            fs::symlink_metadata(&path).is_err() && path.parent().is_some_and(Path::is_dir);
        if is_new && !self.walls.lets_write(&path) {
            return self.refuse(path, Access::Write);
        }
        Reply::GoOn
    }

    fn remove(&self, task: &mut Task, dir: u64, path: u64) -> Reply {
        let Some(path) = task.path(dir, path).and_then(|path| real_place(&path)) else {
            return Reply::GoOn;
        };
        if self.walls.lets_write(&path) {
            once(&mut self.walls.log().deeds.removed, path);
            return Reply::GoOn;
        }
        match fs::symlink_metadata(&path) {
            Ok(_) => self.refuse(path, Access::Write),
            Err(_) => Reply::GoOn,
        }
    }

    fn rename(&self, task: &mut Task, from: (u64, u64), to: (u64, u64)) -> Reply {
        let reply = match self.remove(task, from.0, from.1) {
            Reply::GoOn => self.make(task, to.0, to.1),
            refused => return refused,
        };
        let mut place = |(dir, path)| task.path(dir, path).and_then(|path| real_place(&path));
        if let (Reply::GoOn, Some(from), Some(to)) = (&reply, place(from), place(to)) {
            self.moved(&from, &to);
        }
        reply
    }

    /// What it wrote in a folder is in the other place once that was moved.
    fn moved(&self, from: &Path, to: &Path) {
        let written = &mut self.walls.log().deeds.written;
        let below = written.iter().filter_map(|path| {
            let rest = path.strip_prefix(from).ok().filter(|rest| !rest.as_os_str().is_empty())?;
            Some(to.join(rest))
        });
        for path in below.collect::<Vec<_>>() {
            once(written, path);
        }
    }

    /// Rights, owner or times of a file: Landlock does not look after those.
    fn change(&self, task: &mut Task, dir: u64, path: u64) -> Reply {
        match task.path(dir, path) {
            Some(path) if !is_own(&path) => self.change_of(&path),
            _ => Reply::GoOn,
        }
    }

    fn change_open(&self, task: &Task, number: u64) -> Reply {
        task.opened(number).map_or(Reply::GoOn, |path| self.change_of(&path))
    }

    fn change_of(&self, path: &Path) -> Reply {
        let path = real(path);
        match self.walls.lets_write(&path) || !path.exists() {
            true => Reply::GoOn,
            false => self.refuse(path, Access::Write),
        }
    }

    fn start(&mut self, task: &mut Task, id: u32, dir: u64, path: u64) -> Reply {
        if !self.limited.contains(&id) {
            self.limited.push(id);
            limit(id);
        }
        let Some(path) = task.path(dir, path) else { return Reply::GoOn };
        let there = fs::metadata(&path).is_ok_and(|meta| crate::machine::executable(&meta));
        if !there {
            return Reply::GoOn;
        }
        let hidden = real(&path);
        if self.walls.hides(&hidden) {
            return self.refuse(hidden, Access::Read);
        }
        let mut log = self.walls.log();
        log.execs = log.execs.saturating_add(1);
        if log.execs > MOST_STARTS {
            log.deeds.too_many = true;
            return Reply::Error(libc::EAGAIN);
        }
        // The first is the hook itself.
        if log.execs > 1 {
            once(&mut log.deeds.programs, path);
        }
        Reply::GoOn
    }

    fn refuse(&self, path: PathBuf, access: Access) -> Reply {
        once(&mut self.walls.log().deeds.refused, (path, access));
        Reply::Error(libc::EACCES)
    }
}

/// Of what is in this place, be it a link or not.
fn real_place(path: &Path) -> Option<PathBuf> {
    Some(real(path.parent()?).join(path.file_name()?))
}

/// How many tasks there are in all.
pub(super) fn running() -> u64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let all = text.split_whitespace().nth(3).and_then(|both| both.split('/').nth(1));
    all.and_then(|all| all.parse().ok()).unwrap_or(4096)
}

fn limit(task: u32) {
    let Some(pid) = i32::try_from(task).ok().and_then(Pid::from_raw) else { return };
    for (what, most) in LIMITS {
        let most = if what == Resource::Nproc { most.saturating_add(running()) } else { most };
        // Never more than it has.
        let now = rustix::process::getrlimit(what);
        let most = [now.maximum, now.current].into_iter().flatten().fold(most, u64::min);
        let _ = prlimit(Some(pid), what, Rlimit { current: Some(most), maximum: Some(most) });
    }
}
