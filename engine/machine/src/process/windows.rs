//! A program and what it started, on Windows. Written for, never run.
//!
//! There is no TERM: asking does nothing, and after the two seconds all is ended. Each program is in a
//! job: what it starts is in it too, cannot leave it, and ends when the job is closed. Where the system
//! gives no job, `taskkill /T /F` ends the program and its children.

use std::io;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::process::Child;
use win32job::{ExtendedLimitInfo, Job};

use super::pump::Pipes;
use crate::walls::Walls;

/// `CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP`: no console flashes up, no Ctrl C of ours reaches it.
const FLAGS: u32 = 0x0800_0000 | 0x0000_0200;

pub struct Group {
    child: Child,
    status: Option<ExitStatus>,
    /// Everything in it ends when this is dropped.
    job: Option<Job>,
}

impl Group {
    pub fn spawn(
        command: Command,
        _input: &[u8],
        walls: Option<Arc<Walls>>,
    ) -> io::Result<(Self, Pipes)> {
        let mut command = tokio::process::Command::from(command);
        let mut child = command.creation_flags(FLAGS).kill_on_drop(true).spawn()?;
        let job = job(walls.is_some()).filter(|job| {
            let handle = child.raw_handle().map(|handle| handle as isize);
            handle.is_some_and(|handle| job.assign_process(handle).is_ok())
        });
        let pipes = Pipes {
            stdin: child.stdin.take(),
            written: 0,
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
        };
        Ok((Self { child, status: None, job }, pipes))
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
        if self.job.take().is_some() {
            return;
        }
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

    /// Nothing leaves a job.
    pub fn left(&self) -> Vec<String> {
        Vec::new()
    }

    pub fn is_gone(&self) -> bool {
        true
    }
}

/// A job that ends with its handle; with a limit on memory where the program is tried.
fn job(is_tried: bool) -> Option<Job> {
    let mut limits = ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    if is_tried {
        limits.limit_working_memory(1 << 20, 4 << 30);
    }
    Job::create_with_limit_info(&limits).ok()
}

impl Drop for Group {
    fn drop(&mut self) {
        if self.status.is_none() {
            self.kill();
        }
    }
}
