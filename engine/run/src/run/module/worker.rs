//! One worker: a process of the user's runtime that holds one hook's module and answers line by line.

use std::ffi::OsString;
use std::future::poll_fn;
use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, timeout, timeout_at};

use super::channel::{Door, Stream};
use super::runtime::Runtime;
use crate::boxed::Inside;
use crate::runtime::outcome::Seen;
use tacklebox_machine::process::{CAP, Group, Pump};

/// The longest line in either direction, in bytes: an event with its context, or an answer.
pub(super) const LINE: usize = 16 * 1024 * 1024;

/// What a worker has to end on its own once its line was closed, and how long the end of one is waited
/// for that has already closed it.
pub(super) const GRACE: Duration = Duration::from_secs(2);

/// Why there is no answer. The worker is of no use after any of these.
#[derive(Debug)]
pub(super) enum Fault {
    TimedOut,
    /// It ended before it answered. None where it closed the line and had to be ended.
    Ended(Option<ExitStatus>),
    /// Its answer is longer than [`LINE`].
    TooLong,
    NotStarted(io::Error),
    /// What it said cannot be read, for this reason.
    Unread(String),
    /// Somebody else answered in its place.
    Forged,
}

/// So many times a worker is asked before another one takes its place.
const ASKED: usize = 4096;

/// The words that answers begin with.
struct Nonces {
    all: Vec<String>,
    used: usize,
}

impl Nonces {
    fn new() -> Self {
        // Keyed at random by the standard library, so nobody can work out the next from the last.
        let (first, second) = (RandomState::new(), RandomState::new());
        let word = |at: usize| format!("{:016x}{:016x}", first.hash_one(at), second.hash_one(at));
        Self { all: (0..ASKED).map(word).collect(), used: 0 }
    }

    fn next(&mut self) -> Option<String> {
        let next = self.all.get(self.used)?.clone();
        self.used = self.used.saturating_add(1);
        Some(next)
    }
}

pub(super) struct Worker {
    group: Group,
    output: Pump<'static, 'static>,
    stream: Stream,
    /// What has come of the next answers, and how much of it does not end one.
    inbox: Vec<u8>,
    looked: usize,
    chunk: Box<[u8]>,
    nonces: Nonces,
    inside: Option<Inside>,
}

fn tell(inside: &mut Inside, seen: &mut Seen) {
    let kind = inside.boxed.kind;
    seen.effects = kind.is_closed().then(|| inside.effects());
    seen.boxed = Some(kind);
}

/// Where a worker is: the folder of its door, its code, its number there, and where it works.
pub struct Ground<'a> {
    pub files: &'a Path,
    pub code: &'a Path,
    pub number: u64,
    pub cwd: &'a Path,
}

impl Worker {
    /// Starts one, and waits until it has connected.
    pub async fn start(
        runtime: &Runtime,
        ground: &Ground<'_>,
        env: impl Iterator<Item = (String, String)>,
        mut inside: Option<Inside>,
        deadline: Instant,
    ) -> Result<Self, (Fault, Seen)> {
        let Ground { files, code, number, cwd } = *ground;
        let not_started = |error| (Fault::NotStarted(error), Seen::default());
        let door = Door::open(files, number).map_err(not_started)?;
        let mut args: Vec<OsString> = runtime.kind.args().iter().map(OsString::from).collect();
        args.extend([code.into(), door.place().into()]);
        let program = runtime.program.as_os_str().to_owned();
        let mut command = match &inside {
            Some(inside) => inside.walls.command(&program, &args, Some(cwd)),
            None => {
                let mut command = Command::new(program);
                command.args(args);
                command
            }
        };
        command
            .env_clear()
            .envs(env)
            .current_dir(cwd)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let walls = inside.as_ref().map(|inside| Arc::clone(&inside.walls));
        let (mut group, pipes) = Group::spawn(command, &[], walls).map_err(not_started)?;
        let mut output = Pump::new(pipes, &[], CAP, None);
        let connected = async {
            let mut accepted = std::pin::pin!(door.accept());
            poll_fn(|cx| {
                output.poll(cx);
                if let Poll::Ready(stream) = accepted.as_mut().poll(cx) {
                    return Poll::Ready(stream.map_err(Fault::NotStarted));
                }
                group.poll_ended(cx).map(|_| Err(Fault::Ended(None)))
            })
            .await
        };
        match timeout_at(deadline, connected).await.unwrap_or(Err(Fault::TimedOut)) {
            Ok(stream) => Ok(Self {
                group,
                output,
                stream,
                inbox: Vec::new(),
                looked: 0,
                chunk: vec![0; 64 * 1024].into_boxed_slice(),
                nonces: Nonces::new(),
                inside,
            }),
            Err(fault) => {
                group.kill();
                let status = matches!(fault, Fault::Ended(_)).then(|| group.reap().ok()).flatten();
                let fault = if status.is_some() { Fault::Ended(status) } else { fault };
                let mut seen = seen(&mut output, status);
                if let Some(inside) = &mut inside {
                    tell(inside, &mut seen);
                }
                Err((fault, seen))
            }
        }
    }

    /// Says one line and waits for the answer. What the hook writes meanwhile is read, so that it never
    /// waits for us.
    ///
    /// # Errors
    /// [`Fault`], also where the answer is not the worker's own: the hook's code can find the line and write
    /// to it, and knows none of the words that an answer begins with.
    pub async fn ask(&mut self, line: &[u8], deadline: Instant) -> Result<Vec<u8>, Fault> {
        let mut outbox = line.to_vec();
        let answered = poll_fn(|cx| self.poll_exchange(cx, &mut outbox));
        match timeout_at(deadline, answered).await.unwrap_or(Err(Fault::TimedOut)) {
            Err(Fault::Ended(_)) => Err(Fault::Ended(self.status().await)),
            answer => answer,
        }
    }

    /// The words that its answers begin with, one each; it is told of them before any code of the hook runs.
    pub(crate) fn nonces(&self) -> &[String] {
        &self.nonces.all
    }

    /// It has no words left to answer with.
    pub(crate) fn is_spent(&self) -> bool {
        self.nonces.used >= self.nonces.all.len()
    }

    fn poll_line(&mut self, cx: &mut Context<'_>) -> Poll<Result<Vec<u8>, Fault>> {
        loop {
            // Several answers may come at once.
            if let Some(end) = self
                .inbox
                .get(self.looked..)
                .unwrap_or_default()
                .iter()
                .position(|byte| *byte == b'\n')
            {
                let end = self.looked.saturating_add(end);
                let rest = self.inbox.split_off(end.saturating_add(1));
                let mut line = std::mem::replace(&mut self.inbox, rest);
                line.truncate(end);
                self.looked = 0;
                return Poll::Ready(if line.len() > LINE { Err(Fault::TooLong) } else { Ok(line) });
            }
            self.looked = self.inbox.len();
            if self.looked > LINE {
                return Poll::Ready(Err(Fault::TooLong));
            }
            let mut buffer = ReadBuf::new(&mut self.chunk);
            match Pin::new(&mut self.stream).poll_read(cx, &mut buffer) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => {}
                Poll::Ready(_) => return Poll::Ready(Err(Fault::Ended(None))),
            }
            self.inbox.extend_from_slice(buffer.filled());
        }
    }

    /// Writes what is to be said, and reads what comes: a line, or why there is none.
    pub(crate) fn poll_exchange(
        &mut self,
        cx: &mut Context<'_>,
        outbox: &mut Vec<u8>,
    ) -> Poll<Result<Vec<u8>, Fault>> {
        self.output.poll(cx);
        while !outbox.is_empty() {
            match Pin::new(&mut self.stream).poll_write(cx, outbox) {
                Poll::Ready(Ok(count)) if count > 0 => drop(outbox.drain(..count)),
                // That it is closed comes up where it is read.
                Poll::Ready(_) => outbox.clear(),
                Poll::Pending => break,
            }
        }
        if let Poll::Ready(answer) = self.poll_line(cx) {
            return Poll::Ready(answer.and_then(|line| self.own(line)));
        }
        self.group.poll_ended(cx).map(|_| Err(Fault::Ended(None)))
    }

    /// A line without the word that shows that it is the worker's own.
    fn own(&mut self, mut line: Vec<u8>) -> Result<Vec<u8>, Fault> {
        let nonce = self.nonces.next().ok_or(Fault::Forged)?;
        let own = line.get(..nonce.len()) == Some(nonce.as_bytes())
            && line.get(nonce.len()) == Some(&b' ');
        if !own {
            return Err(Fault::Forged);
        }
        line.drain(..=nonce.len());
        Ok(line)
    }

    /// Whether it has ended; what it wrote is read in the meantime.
    pub fn poll_ended(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        self.output.poll(cx);
        self.group.poll_ended(cx).map(|_| ())
    }

    /// Ends what is left of it; how it ended, where it ended on its own.
    pub fn kill(&mut self, ended: bool) -> Option<ExitStatus> {
        self.group.kill();
        ended.then(|| self.group.reap().ok()).flatten()
    }

    /// What was written since this was asked last.
    pub fn seen(&mut self) -> Seen {
        let mut seen = seen(&mut self.output, None);
        if let Some(inside) = &mut self.inside {
            tell(inside, &mut seen);
        }
        seen
    }

    /// The end of a worker that has closed its line.
    async fn status(&mut self) -> Option<ExitStatus> {
        let (group, output) = (&mut self.group, &mut self.output);
        let ended = poll_fn(|cx| {
            output.poll(cx);
            group.poll_ended(cx)
        });
        let ended = timeout(GRACE, ended).await.is_ok();
        self.group.kill();
        ended.then(|| self.group.reap().ok()).flatten()
    }

    /// Lets it end on its own, so that what it does at its end is done; then ends what is left.
    pub async fn end(self) {
        let Self { mut group, mut output, stream, .. } = self;
        drop(stream);
        let ended = poll_fn(|cx| {
            output.poll(cx);
            group.poll_ended(cx)
        });
        let _ = timeout(GRACE, ended).await;
    }
}

fn seen(output: &mut Pump<'_, '_>, status: Option<ExitStatus>) -> Seen {
    let (stdout, stderr) = output.take();
    Seen {
        exit_code: status.and_then(|status| status.code()),
        status: None,
        stdout: stdout.text(),
        stderr: stderr.text(),
        ..Seen::default()
    }
}
