//! A program and its process group on Unix. The standard library starts it, through `posix_spawn`.
//!
//! Tokio's own `Child` is not used: it reaps the program before the rest of the group can be killed,
//! and from then on the group's number may belong to somebody else; and what it drops unfinished is
//! reaped only while some runtime runs.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::{io, thread};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process_group, test_kill_process_group, waitid,
};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};

use super::NAME;
#[cfg(target_os = "linux")]
use super::leftovers::Mark;
#[cfg(not(target_os = "linux"))]
use super::marked::Mark;
use super::pump::Pipes;
use crate::once_free::once_free;
use crate::walls::Walls;

/// A running program with everything that it starts, as long as that stays in its group. Dropped, it
/// is killed and reaped.
pub struct Group {
    /// None while it is given away to be reaped.
    child: Option<Child>,
    pid: Pid,
    notice: Notice,
    reaped: bool,
    /// Nothing of the group can be left, and its number may soon be somebody else's.
    killed: bool,
    mark: Mark,
    walls: Option<Arc<Walls>>,
}

/// Tells that the program has ended, without reaping it.
enum Notice {
    #[cfg(target_os = "linux")]
    Pidfd(tokio::io::unix::AsyncFd<std::os::fd::OwnedFd>),
    /// A thread that waits: where the system has no pidfd.
    Thread(tokio::sync::oneshot::Receiver<()>),
}

impl Group {
    /// Starts it as the first of a new group, inside of walls where there are some, and writes as much of
    /// the input as fits its pipe.
    pub fn spawn(
        mut command: Command,
        input: &[u8],
        walls: Option<Arc<Walls>>,
    ) -> io::Result<(Self, Pipes)> {
        let mark = Mark::new();
        command.env(NAME, &mark.value);
        command.process_group(0);
        let mut child = mark.start(|| match &walls {
            Some(walls) => walls.spawn(command),
            None => once_free(|| command.spawn()),
        })?;
        let pid = Pid::from_child(&child);
        let pipes = pipes(&mut child, input);
        let group = match Notice::new(pid) {
            Ok(notice) => {
                Self { child: Some(child), pid, notice, reaped: false, killed: false, mark, walls }
            }
            Err(error) => {
                let _ = kill_process_group(pid, Signal::KILL);
                reap_later(child);
                return Err(error);
            }
        };
        // Only now may it fail: the program is in the hands of a `Group` that ends it.
        Ok((group, pipes?))
    }

    /// Ready when the program itself has ended. It is not reaped yet.
    pub fn poll_ended(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.notice {
            #[cfg(target_os = "linux")]
            Notice::Pidfd(fd) => Poll::Ready(ready!(fd.poll_read_ready(cx)).map(|_| ())),
            Notice::Thread(receiver) => {
                let _ = ready!(std::pin::Pin::new(receiver).poll(cx));
                Poll::Ready(Ok(()))
            }
        }
    }

    /// Asks the group to end.
    pub fn terminate(&self) {
        let _ = kill_process_group(self.pid, Signal::TERM);
    }

    /// Ends the group, once: while the program is not reaped or one of the group lives its number is
    /// taken, but an empty group's may be given to another.
    pub fn kill(&mut self) {
        if !self.killed {
            // Below what still lives, where nothing has gone to others yet.
            #[cfg(not(target_os = "linux"))]
            self.mark.end(self.pid.as_raw_nonzero().get().unsigned_abs());
            let _ = kill_process_group(self.pid, Signal::KILL);
            self.killed = true;
            if let Some(walls) = &self.walls {
                walls.end(self.pid.as_raw_nonzero().get());
            }
            #[cfg(target_os = "linux")]
            self.mark.end(self.pid);
            #[cfg(not(target_os = "linux"))]
            self.mark.end(self.pid.as_raw_nonzero().get().unsigned_abs());
        }
    }

    /// Takes the program's status, once it has ended.
    pub fn reap(&mut self) -> io::Result<ExitStatus> {
        let child = self.child.as_mut().ok_or(io::ErrorKind::NotFound)?;
        let status = child.wait()?;
        self.reaped = true;
        Ok(status)
    }

    /// Names of programs that it left running. Only after [`kill`](Self::kill), and not on Linux: there all are ended.
    pub fn left(&self) -> Vec<String> {
        #[cfg(target_os = "linux")]
        return Vec::new();
        #[cfg(not(target_os = "linux"))]
        self.mark.left_running()
    }

    /// Nothing of the group is left. Only after [`reap`](Self::reap): until then the program counts.
    pub fn is_gone(&self) -> bool {
        test_kill_process_group(self.pid).is_err()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
        if let Some(child) = self.child.take().filter(|_| !self.reaped) {
            reap_later(child);
        }
    }
}

/// A killed program ends within moments, but a drop must not wait for it.
fn reap_later(mut child: Child) {
    if !matches!(child.try_wait(), Ok(None)) {
        return;
    }
    let _ = thread::Builder::new().name("reap".into()).spawn(move || child.wait());
}

impl Notice {
    fn new(pid: Pid) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Ok(fd) = rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::NONBLOCK) {
            #[expect(
                deprecated,
                reason = "an OwnedFd stays open and the same, which is all that its unsafe successor asks"
            )]
            return tokio::io::unix::AsyncFd::with_interest(fd, tokio::io::Interest::READABLE)
                .map(Self::Pidfd);
        }
        Self::thread(pid)
    }

    fn thread(pid: Pid) -> io::Result<Self> {
        let (send, receiver) = tokio::sync::oneshot::channel();
        thread::Builder::new().name("wait".into()).spawn(move || {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while let Err(rustix::io::Errno::INTR) = waitid(WaitId::Pid(pid), options) {}
            let _ = send.send(());
        })?;
        Ok(Self::Thread(receiver))
    }
}

fn pipes(child: &mut Child, input: &[u8]) -> io::Result<Pipes> {
    let mut written = 0;
    let mut stdin = None;
    if let Some(pipe) = child.stdin.take() {
        rustix::io::ioctl_fionbio(&pipe, true)?;
        // A small input fits the empty pipe: the runtime need not hear of it.
        let open = loop {
            match input.get(written..) {
                None | Some([]) => break false,
                Some(rest) => match rustix::io::write(&pipe, rest) {
                    Ok(count) => written = usize::saturating_add(written, count),
                    Err(rustix::io::Errno::INTR) => {}
                    Err(error) => break error == rustix::io::Errno::AGAIN,
                },
            }
        };
        if open {
            stdin = Some(ChildStdin::from_std(pipe)?);
        }
    }
    let stdout = child.stdout.take().map(ChildStdout::from_std).transpose()?;
    let stderr = child.stderr.take().map(ChildStderr::from_std).transpose()?;
    Ok(Pipes { stdin, written, stdout, stderr })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn where_there_is_no_pidfd_a_thread_tells_of_the_end() {
        let mut child = Command::new("/bin/sh").args(["-c", "sleep 0.1; exit 3"]).spawn().unwrap();
        let pid = Pid::from_child(&child);
        let Notice::Thread(receiver) = Notice::thread(pid).unwrap() else { panic!() };
        receiver.await.unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(3), "it was left to be reaped");
    }
}
