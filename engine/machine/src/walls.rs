//! Walls around a program: what it may write is named, secret places are out of its sight, the network is
//! closed, and what it did or wanted is written down.
//!
//! On Linux the kernel holds the walls without any rights of ours: Landlock for files, seccomp for the
//! rest. Both are put on a thread that starts the program and ends, so nothing of ours runs in between
//! and no helper is needed. seccomp asks [`watcher`] about each file that is opened, each program and each
//! address; that is where deeds are known from. Whatever it lets through, Landlock still looks at.

#[cfg(target_os = "linux")]
mod dns;
#[cfg(target_os = "linux")]
mod filter;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
mod notify;
mod paths;
#[cfg(target_os = "linux")]
mod task;
// They start programs and look at what those can reach.
#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;
#[cfg(target_os = "linux")]
mod watcher;
mod wrap;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use serde::Serialize;

use crate::once_free::once_free;

#[cfg(target_os = "linux")]
pub(crate) use self::filter::MARKED;
#[cfg(target_os = "linux")]
pub(crate) use self::linux::{APART, ROUNDS, is_gone, reap_later};
pub(crate) use self::paths::real;

/// So many programs a hook may start.
pub const MOST_STARTS: usize = 1000;

/// What each program inside gets at most, in bytes: memory that holds data, and the size of a file.
const MOST_MEMORY: u64 = 4 << 30;
const LARGEST_FILE: u64 = 256 << 20;
/// So many files each may have open.
const MOST_OPEN: u64 = 4096;
/// So many programs may run beside those that the person has.
#[cfg(target_os = "linux")]
const MOST_RUNNING: u64 = 512;

/// What holds the walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename = "BoxKind", rename_all = "kebab-case")]
pub enum Kind {
    /// Linux: Landlock, with seccomp that tells of deeds.
    Landlock,
    /// Linux without Landlock: `bwrap`. What was refused is not known.
    Bubblewrap,
    /// macOS. What was refused is not known.
    SandboxExec,
    /// Windows: only ended as a whole, and limited. Files and network are open.
    Job,
    None,
}

impl Kind {
    /// The best of this computer; looked for once.
    pub fn here() -> Self {
        static HERE: OnceLock<Kind> = OnceLock::new();
        *HERE.get_or_init(Self::find)
    }

    #[cfg(target_os = "linux")]
    fn find() -> Self {
        if linux::works() {
            Self::Landlock
        } else if wrap::bubblewrap_works() {
            Self::Bubblewrap
        } else {
            Self::None
        }
    }

    #[cfg(target_os = "macos")]
    fn find() -> Self {
        if Path::new(wrap::SANDBOX_EXEC).is_file() { Self::SandboxExec } else { Self::None }
    }

    #[cfg(windows)]
    const fn find() -> Self {
        Self::Job
    }

    #[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
    const fn find() -> Self {
        Self::None
    }

    /// Secret places are out of reach, what may be written is named, and the network can be closed.
    pub const fn is_closed(self) -> bool {
        !matches!(self, Self::Job | Self::None)
    }

    /// What is done inside is known.
    pub const fn tells(self) -> bool {
        matches!(self, Self::Landlock)
    }

    /// What it does not do, for people who are about to rely on it; none where it does all.
    pub fn weakness(self) -> Option<&'static str> {
        #[cfg(target_os = "linux")]
        let signals = linux::keeps_signals();
        #[cfg(not(target_os = "linux"))]
        let signals = true;
        self.weakness_where(signals)
    }

    /// The same; `signals` where Landlock keeps them in.
    const fn weakness_where(self, signals: bool) -> Option<&'static str> {
        match self {
            Self::Landlock if signals => None,
            Self::Landlock => {
                Some("On Linux before 6.12 a hook that is tried can end your other programs.")
            }
            Self::Bubblewrap => Some(
                "What it started, asked for and was refused is not known here. How many programs it starts has no limit, and programs that listen at a socket outside of /run are within its reach.",
            ),
            Self::SandboxExec => Some(
                "What it started, asked for and was refused is not known here. Its memory and how many programs it starts have no limit.",
            ),
            Self::Job => Some(
                "On Windows a hook that is tried can reach your files and the network. Of limits it has only one of memory.",
            ),
            Self::None => {
                Some("This system has no box to try a hook in: it runs for real, with your rights.")
            }
        }
    }
}

/// What a program was kept from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    Read,
    Write,
    /// To talk to a program that listens there.
    Connect,
}

/// What a program did and wanted, each once, in the order of the first time. All paths are real ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deeds {
    /// Files that it opened for writing, made or moved to, where it may; whether they are still there is
    /// for the caller to see.
    pub written: Vec<PathBuf>,
    pub removed: Vec<PathBuf>,
    pub refused: Vec<(PathBuf, Access)>,
    /// Names that it looked up, else addresses.
    pub hosts: Vec<String>,
    pub programs: Vec<PathBuf>,
    /// It wanted to start more programs than [`MOST_STARTS`].
    pub too_many: bool,
}

/// What holds for one program and everything that it starts.
#[derive(Debug)]
pub struct Walls {
    pub kind: Kind,
    /// Folders that it may write in.
    pub write: Vec<PathBuf>,
    /// Places that it cannot read, unless they are in one that it may write.
    pub hidden: Vec<PathBuf>,
    /// Places that it has to read, where so much is beside them that not everything is opened up.
    pub needed: Vec<PathBuf>,
    /// Sockets that it may connect to.
    pub sockets: Vec<PathBuf>,
    pub network: bool,
    /// Deeds count from when it connects to one of `sockets`: what was before is its runtime's.
    pub from_connect: bool,
    log: Arc<Mutex<Log>>,
}

#[derive(Debug, Default)]
struct Log {
    deeds: Deeds,
    /// All tasks that asked for something, each with a handle where it is a process of its own.
    #[cfg(target_os = "linux")]
    tasks: std::collections::HashMap<u32, Option<std::os::fd::OwnedFd>>,
    /// How often it started a program.
    execs: usize,
    connected: bool,
    /// Nothing may be left: what asks now is ended.
    ended: bool,
}

impl Walls {
    /// Around a program that may write in these folders. All paths are made real ones.
    pub fn new(kind: Kind, write: &[&Path], hidden: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut hidden: Vec<PathBuf> =
            hidden.into_iter().filter_map(|path| path.canonicalize().ok()).collect();
        hidden.sort();
        hidden.dedup_by(|later, first| later.starts_with(first));
        Self {
            kind,
            write: write.iter().map(|path| real(path)).collect(),
            hidden,
            needed: Vec::new(),
            sockets: Vec::new(),
            network: false,
            from_connect: false,
            log: Arc::default(),
        }
    }

    /// The command for a program inside: itself, or what puts it inside.
    pub fn command(&self, program: &OsString, args: &[OsString], dir: Option<&Path>) -> Command {
        wrap::command(self, program, args, dir)
    }

    /// Starts a command inside. Waits only until it runs.
    ///
    /// # Errors
    /// Where it cannot be started, or the walls cannot be put up: it then does not run.
    pub fn spawn(self: &Arc<Self>, mut command: Command) -> io::Result<Child> {
        match self.kind {
            #[cfg(target_os = "linux")]
            Kind::Landlock => linux::spawn(self, command),
            _ => once_free(|| command.spawn()),
        }
    }

    /// What was done since this was asked last. Only [`Kind::Landlock`] knows.
    pub fn take(&self) -> Deeds {
        std::mem::take(&mut self.log().deeds)
    }

    /// Ends everything that was ever seen inside, but for this process, which its parent reaps.
    pub(crate) fn end(&self, but: i32) {
        #[cfg(target_os = "linux")]
        linux::end(self, but);
        #[cfg(not(target_os = "linux"))]
        let _ = but;
    }

    /// Whether it may write there; the path has to be a real one.
    pub(crate) fn lets_write(&self, path: &Path) -> bool {
        self.write.iter().any(|dir| path.starts_with(dir))
    }

    /// Whether it may not even read there.
    pub fn hides(&self, path: &Path) -> bool {
        self.hidden.iter().any(|place| path.starts_with(place)) && !self.lets_write(path)
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn once<T: PartialEq>(list: &mut Vec<T>, one: T) {
    // More would be of no use to anybody, and a hook could fill the memory with them.
    if list.len() < 1000 && !list.contains(&one) {
        list.push(one);
    }
}
