//! Programs that are started, fed, watched and surely ended. Everything that the engine starts goes
//! through here: shell hooks (rules R-5), package managers, `git`, the login shell.
//!
//! A program is an argv, never a line for a shell. It gets a process group of its own, so that
//! what it started ends with it: at a time limit or a cancel the group gets TERM, two seconds, then
//! KILL; when the program itself has ended, the rest of its group is killed at once and pipes that
//! are still open are not waited for. What leaves the group (`setsid`, a daemon) is ended too, on Linux
//! by [`leftovers`], on Windows by a job, on macOS by `marked`. None of it is waited for.

mod ended;
#[cfg(target_os = "linux")]
mod leftovers;
#[cfg(all(unix, any(test, not(target_os = "linux"))))]
mod marked;
mod pump;
// They look into /proc.
#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::future::poll_fn;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::task::{Poll, ready};
use std::time::Duration;
use std::{io, thread};

use tokio::time::{Instant, sleep, sleep_until, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use self::ended::how_of;
pub use self::ended::{Ended, How, Output};
pub use self::pump::Pump;
#[cfg(unix)]
pub use self::unix::Group;
#[cfg(windows)]
pub use self::windows::Group;
use crate::walls::Walls;

/// The variable that marks a program and what it starts.
#[cfg(unix)]
const NAME: &str = "TACKLEBOX_PROCESS";

/// How much of each stream is kept unless a caller says otherwise, in bytes (rule ).
pub const CAP: usize = 1024 * 1024;

/// What a program has between the request to end and the end (rule ).
const GRACE: Duration = Duration::from_secs(2);

/// How long a killed program is waited for: one that hangs in a driver cannot be helped.
const AFTER_KILL: Duration = Duration::from_secs(5);

/// How often a group that was asked to end is looked at.
const LOOK: Duration = Duration::from_millis(10);

/// A program to be run once. Without [`env`](Self::env) its environment is empty: nothing is
/// inherited by accident.
#[derive(Clone)]
pub struct Program<'a> {
    program: OsString,
    args: Vec<OsString>,
    /// What follows the arguments word for word: `cmd` does not read quotes as others do.
    #[cfg(windows)]
    raw: Option<OsString>,
    dir: Option<PathBuf>,
    env: BTreeMap<OsString, OsString>,
    input: Option<&'a [u8]>,
    limit: Option<Duration>,
    to_the_end: bool,
    cap: usize,
    walls: Option<Arc<Walls>>,
}

/// One of the two streams that a program writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    Out,
    Err,
}

/// Called with each piece of output as it comes: bytes, cut anywhere, not only at ends of lines. It
/// gets all of them, beyond the cap too.
pub type Live<'a> = &'a mut (dyn FnMut(Stream, &[u8]) + Send);

/// A program that did not run.
#[derive(Debug, thiserror::Error)]
pub enum NotRun {
    #[error("{program} is not on this computer")]
    NoProgram { program: String },
    #[error("{program} may not be executed: check its permissions")]
    NotAllowed { program: String },
    #[error("the folder {} is not there, so {program} was not started in it", dir.display())]
    NoFolder { program: String, dir: PathBuf },
    #[error("{program} could not be started: {source}")]
    Other { program: String, source: io::Error },
}

impl<'a> Program<'a> {
    /// `program` by its full path, so that it is found where the caller looked for it (and so that
    /// the quick way of starting it is open: a name would be searched for in a forked copy of us).
    pub fn new(program: impl Into<OsString>) -> Self {
        Self {
            program: program.into(),
            args: Vec::new(),
            #[cfg(windows)]
            raw: None,
            dir: None,
            env: BTreeMap::new(),
            input: None,
            limit: None,
            to_the_end: false,
            cap: CAP,
            walls: None,
        }
    }

    /// A command line for the system's shell: `sh -c`, on Windows `cmd /C`. Only for what a hook's
    /// author wrote as one; whatever we put together ourselves is an argv.
    pub fn shell(command: &str) -> Self {
        #[cfg(not(windows))]
        return Self::new("/bin/sh").arg("-c").arg(command);
        #[cfg(windows)]
        Self {
            raw: Some(format!("\"{command}\"").into()),
            ..Self::new("cmd").args(["/D", "/S", "/C"])
        }
    }

    #[must_use]
    pub fn arg(mut self, arg: impl Into<OsString>) -> Self {
        self.args.push(arg.into());
        self
    }

    #[must_use]
    pub fn args<S: Into<OsString>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// The folder in which it runs; without it, ours.
    #[must_use]
    pub fn dir(mut self, dir: impl Into<PathBuf>) -> Self {
        self.dir = Some(dir.into());
        self
    }

    /// Adds variables to its environment, a later one in place of an earlier one of its name. Start
    /// with [`Machine::environment`](crate::machine::Machine::environment).
    #[must_use]
    pub fn env<K: AsRef<OsStr>, V: AsRef<OsStr>>(
        mut self,
        variables: impl IntoIterator<Item = (K, V)>,
    ) -> Self {
        for (name, value) in variables {
            self.env.insert(name.as_ref().to_owned(), value.as_ref().to_owned());
        }
        self
    }

    /// What it reads on stdin; without it, nothing at all. One that does not read it is not an error.
    #[must_use]
    pub const fn input(mut self, bytes: &'a [u8]) -> Self {
        self.input = Some(bytes);
        self
    }

    /// When it is ended if it still runs; without it, never.
    #[must_use]
    pub const fn limit(mut self, limit: Duration) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Whether it has only ended once nobody holds its output any more: what it leaves running may do so.
    #[must_use]
    pub const fn to_the_end(mut self, of_output: bool) -> Self {
        self.to_the_end = of_output;
        self
    }

    /// How much of each stream is kept, in bytes; [`CAP`] without it. The rest is read and dropped.
    #[must_use]
    pub const fn cap(mut self, bytes: usize) -> Self {
        self.cap = bytes;
        self
    }

    /// Runs it inside of these.
    #[must_use]
    pub fn walls(mut self, walls: Option<Arc<Walls>>) -> Self {
        self.walls = walls;
        self
    }

    /// Runs it to its end, its limit, or until `cancel` is cancelled. Needs a Tokio runtime with I/O
    /// and time. When the future is dropped, the whole group is killed and none of it is left.
    ///
    /// # Errors
    /// [`NotRun`] where it could not be started. How it ended is not an error here.
    pub async fn run(&self, cancel: &CancellationToken) -> Result<Ended, NotRun> {
        self.drive(cancel, None).await
    }

    /// The same, and `live` gets the output as it comes.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub async fn run_live(
        &self,
        cancel: &CancellationToken,
        live: Live<'_>,
    ) -> Result<Ended, NotRun> {
        self.drive(cancel, Some(live)).await
    }

    /// The same for callers that may wait, on a thread of its own: wherever they are called from.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_blocking(&self) -> Result<Ended, NotRun> {
        let work = || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime
                .map_err(|source| self.not_run(source))?
                .block_on(self.run(&CancellationToken::new()))
        };
        thread::scope(|scope| scope.spawn(work).join())
            .unwrap_or_else(|_| Err(self.not_run(io::Error::other("its thread ended"))))
    }

    async fn drive(
        &self,
        cancel: &CancellationToken,
        live: Option<Live<'_>>,
    ) -> Result<Ended, NotRun> {
        let started = Instant::now();
        let (mut group, pipes) =
            Group::spawn(self.command(), self.input.unwrap_or_default(), self.walls.clone())
                .map_err(|source| self.not_run(source))?;
        let mut pump = Pump::new(pipes, self.input.unwrap_or_default(), self.cap, live);
        let mut over = false;
        let forced = tokio::select! {
            // In this order: a program that writes without end must not keep the others from being asked.
            biased;
            () = cancel.cancelled() => Some(How::Cancelled),
            () = at(self.limit.and_then(|limit| started.checked_add(limit))) => Some(How::TimedOut),
            result = ended(&mut group, &mut pump, &mut over, self.to_the_end) => {
                result.map_err(|source| self.not_run(source))?;
                None
            }
        };
        let status = match forced {
            None => {
                // It is not reaped yet, so the group's number is still its own.
                group.kill();
                Some(group.reap())
            }
            Some(_) => end(&mut group, &mut pump, &mut over).await,
        };
        let how = match (forced, status) {
            (Some(how), _) => how,
            (None, Some(Ok(status))) => how_of(status),
            (None, Some(Err(source))) => return Err(self.not_run(source)),
            (None, None) => How::Cancelled,
        };
        let (stdout, stderr) = pump.finish();
        Ok(Ended { how, stdout, stderr, left: group.left(), took: started.elapsed() })
    }

    fn command(&self) -> Command {
        let mut command = match &self.walls {
            Some(walls) => walls.command(&self.program, &self.args, self.dir.as_deref()),
            None => Command::new(&self.program),
        };
        if self.walls.is_none() {
            command.args(&self.args);
        }
        command.env_clear().envs(&self.env);
        #[cfg(windows)]
        if let Some(raw) = &self.raw {
            std::os::windows::process::CommandExt::raw_arg(&mut command, raw);
        }
        if let Some(dir) = &self.dir {
            command.current_dir(dir);
        }
        let stdin = if self.input.is_some() { Stdio::piped() } else { Stdio::null() };
        command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Why it did not start, as far as the system's word for it can be told apart.
    fn not_run(&self, source: io::Error) -> NotRun {
        let program = self.program.to_string_lossy().into_owned();
        if let Some(dir) = self.dir.as_ref().filter(|dir| !dir.is_dir()) {
            return NotRun::NoFolder { program, dir: dir.clone() };
        }
        match source.kind() {
            io::ErrorKind::NotFound if !Path::new(&self.program).exists() => {
                NotRun::NoProgram { program }
            }
            io::ErrorKind::PermissionDenied => NotRun::NotAllowed { program },
            _ => NotRun::Other { program, source },
        }
    }
}

async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// Moves input and output until the program itself has ended, which is then `over`, and its output where that is wanted.
async fn ended(
    group: &mut Group,
    pump: &mut Pump<'_, '_>,
    over: &mut bool,
    of_output: bool,
) -> io::Result<()> {
    poll_fn(|cx| {
        pump.poll(cx);
        if !*over {
            ready!(group.poll_ended(cx))?;
            *over = true;
        }
        match of_output && !pump.is_over() {
            true => Poll::Pending,
            false => Poll::Ready(Ok(())),
        }
    })
    .await
}

/// Ends the whole group: asks it to, waits, kills. What it still writes meanwhile is read, so that
/// no program hangs on a full pipe instead of ending.
async fn end(
    group: &mut Group,
    pump: &mut Pump<'_, '_>,
    over: &mut bool,
) -> Option<io::Result<ExitStatus>> {
    group.terminate();
    let until = Instant::now().checked_add(GRACE).unwrap_or_else(Instant::now);
    if timeout_at(until, ended(group, pump, over, false)).await.is_err() {
        group.kill();
        let killed = timeout(AFTER_KILL, ended(group, pump, over, false)).await;
        return killed.is_ok().then(|| group.reap());
    }
    let status = group.reap();
    // What it started may need its two seconds too.
    let rest = async {
        while !group.is_gone() {
            tokio::select! {
                () = sleep(LOOK) => {}
                () = poll_fn(|cx| { pump.poll(cx); Poll::Pending }) => {}
            }
        }
    };
    let _ = timeout_at(until, rest).await;
    group.kill();
    Some(status)
}
