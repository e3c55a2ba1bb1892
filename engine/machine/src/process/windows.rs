//! A program and what it started, on Windows. Written for, never run.
//!
//! There is no TERM: asking does nothing, and after the two seconds `taskkill /T /F` ends the program
//! and its children. What a program leaves behind when it ends by itself stays: finding it would take
//! a job object.

use std::io;
use std::process::{Command, ExitStatus, Stdio};
use std::task::{Context, Poll};

use tokio::process::Child;

use super::pump::Pipes;

/// `CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP`: no console flashes up, no Ctrl C of ours reaches it.
const FLAGS: u32 = 0x0800_0000 | 0x0000_0200;

pub struct Group {
    child: Child,
    status: Option<ExitStatus>,
}

impl Group {
    pub fn spawn(command: Command, _input: &[u8]) -> io::Result<(Self, Pipes)> {
        let mut command = tokio::process::Command::from(command);
        let mut child = command.creation_flags(FLAGS).kill_on_drop(true).spawn()?;
        let pipes = Pipes {
            stdin: child.stdin.take(),
            written: 0,
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
        };
        Ok((Self { child, status: None }, pipes))
    }

    pub fn poll_ended(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let wait = std::pin::pin!(self.child.wait());
        wait.poll(cx).map(|result| {
            self.status = Some(result?);
            Ok(())
        })
    }

    pub fn terminate(&self) {}

    pub fn kill(&mut self) {
        let Some(id) = self.child.id() else { return };
        let _ = Command::new("taskkill")
            .args(["/T", "/F", "/PID", &id.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        let _ = self.child.start_kill();
    }

    pub fn reap(&mut self) -> io::Result<ExitStatus> {
        self.status.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    pub fn is_gone(&self) -> bool {
        true
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if self.status.is_none() {
            self.kill();
        }
    }
}
