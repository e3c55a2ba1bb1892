//! Input written while output is read: a program that streams stdin to stdout cannot hang at any
//! size, and what is beyond the cap is read and dropped, so that it does not wait for us.

use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};

use super::{Live, Output, Stream};

/// What is read at once, in bytes: what a pipe holds on Linux.
const CHUNK: usize = 64 * 1024;

/// How many chunks of a stream are read before the limit and the cancel are looked at again.
const TURN: usize = 16;

/// A program's ends of its streams, ours.
pub struct Pipes {
    /// None where all input is written already, or nobody reads it.
    pub stdin: Option<ChildStdin>,
    /// How much of the input is written already, in bytes.
    pub written: usize,
    pub stdout: Option<ChildStdout>,
    pub stderr: Option<ChildStderr>,
}

pub struct Pump<'i, 'l> {
    stdin: Option<ChildStdin>,
    input: &'i [u8],
    stdout: Reader<ChildStdout>,
    stderr: Reader<ChildStderr>,
    chunk: Box<[u8]>,
    live: Option<Live<'l>>,
}

struct Reader<R> {
    /// None once it has ended.
    from: Option<R>,
    which: Stream,
    cap: usize,
    kept: Output,
}

impl<'i, 'l> Pump<'i, 'l> {
    pub fn new(pipes: Pipes, input: &'i [u8], cap: usize, live: Option<Live<'l>>) -> Self {
        Self {
            stdin: pipes.stdin,
            input: input.get(pipes.written..).unwrap_or_default(),
            stdout: Reader::new(pipes.stdout, Stream::Out, cap),
            stderr: Reader::new(pipes.stderr, Stream::Err, cap),
            chunk: vec![0; CHUNK].into_boxed_slice(),
            live,
        }
    }

    /// Moves what can be moved now. The task is woken when there is more to move.
    pub fn poll(&mut self, cx: &mut Context<'_>) {
        self.write(cx);
        self.stdout.read(cx, &mut self.chunk, &mut self.live);
        self.stderr.read(cx, &mut self.chunk, &mut self.live);
    }

    /// Whether nobody holds an end of its output any more.
    pub const fn is_over(&self) -> bool {
        self.stdout.from.is_none() && self.stderr.from.is_none()
    }

    fn write(&mut self, cx: &mut Context<'_>) {
        for _ in 0..TURN {
            let Some(stdin) = &mut self.stdin else { return };
            if self.input.is_empty() {
                // Closed, so that a program that reads to the end finds one.
                self.stdin = None;
                return;
            }
            match Pin::new(stdin).poll_write(cx, self.input) {
                Poll::Pending => return,
                Poll::Ready(Ok(count)) => self.input = self.input.get(count..).unwrap_or_default(),
                // Nobody reads it (any more), which is a program's own affair.
                Poll::Ready(Err(_)) => self.stdin = None,
            }
        }
        cx.waker().wake_by_ref();
    }

    /// What was kept, with what the program left in the pipes. Writers that are left are not waited for.
    pub fn finish(mut self) -> (Output, Output) {
        self.take()
    }

    /// What was kept since this was asked last, with what is in the pipes now: for a program that
    /// goes on, and whose output is wanted piece by piece.
    pub fn take(&mut self) -> (Output, Output) {
        #[cfg(unix)]
        {
            self.stdout.drain(&mut self.chunk, &mut self.live);
            self.stderr.drain(&mut self.chunk, &mut self.live);
        }
        (mem::take(&mut self.stdout.kept), mem::take(&mut self.stderr.kept))
    }
}

impl<R: AsyncRead + Unpin> Reader<R> {
    const fn new(from: Option<R>, which: Stream, cap: usize) -> Self {
        Self { from, which, cap, kept: Output { bytes: Vec::new(), cut: false } }
    }

    fn read(&mut self, cx: &mut Context<'_>, chunk: &mut [u8], live: &mut Option<Live<'_>>) {
        for _ in 0..TURN {
            let Some(from) = &mut self.from else { return };
            let mut buffer = ReadBuf::new(chunk);
            match Pin::new(from).poll_read(cx, &mut buffer) {
                Poll::Pending => return,
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => {
                    self.keep(buffer.filled(), live);
                }
                Poll::Ready(_) => self.from = None,
            }
        }
        cx.waker().wake_by_ref();
    }

    fn keep(&mut self, bytes: &[u8], live: &mut Option<Live<'_>>) {
        let room = self.cap.saturating_sub(self.kept.bytes.len());
        self.kept.cut |= bytes.len() > room;
        self.kept.bytes.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
        if let Some(live) = live {
            live(self.which, bytes);
        }
    }
}

#[cfg(unix)]
impl<R: AsyncRead + Unpin + std::os::fd::AsFd> Reader<R> {
    /// Reads what is in the pipe, past the runtime, which may not have heard of it yet. A writer
    /// that goes on for ever outside the group is left alone after one turn.
    fn drain(&mut self, chunk: &mut [u8], live: &mut Option<Live<'_>>) {
        for _ in 0..TURN {
            let Some(from) = &self.from else { return };
            match rustix::io::read(from, &mut *chunk) {
                Ok(count) if count > 0 => self.keep(chunk.get(..count).unwrap_or_default(), live),
                Err(rustix::io::Errno::INTR) => {}
                Err(rustix::io::Errno::AGAIN) => return,
                _ => self.from = None,
            }
        }
    }
}
