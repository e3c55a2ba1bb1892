//! How a program ended, and what it wrote.

use std::process::ExitStatus;
use std::time::Duration;

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    Exited(i32),
    /// By this signal (Unix).
    Signal(i32),
    /// It was still running at its limit, and was ended.
    TimedOut,
    /// The caller's token was cancelled, and it was ended.
    Cancelled,
}

/// What was kept of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    pub bytes: Vec<u8>,
    /// More was written than is kept.
    pub cut: bool,
}

impl Output {
    /// As text, with U+FFFD for what is not UTF-8, and a last line that says so where it was cut.
    pub fn text(&self) -> String {
        let mut text = String::from_utf8_lossy(&self.bytes).into_owned();
        if self.cut {
            text.push_str("\n(More was written. The rest was left out.)");
        }
        text
    }
}

/// A program that ran, and what it wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    pub how: How,
    pub stdout: Output,
    pub stderr: Output,
    /// Names of programs that it left running, where they cannot be ended.
    pub left: Vec<String>,
    pub took: Duration,
}

impl Ended {
    /// What it left running, for people; empty where nothing.
    pub fn left_running(&self) -> String {
        let names = self.left.join(", ");
        match &*self.left {
            [] => String::new(),
            [_] => format!("\n(It left a program running: {names}.)"),
            _ => format!("\n(It left programs running: {names}.)"),
        }
    }

    /// It ended on its own, with status 0.
    pub fn ok(&self) -> bool {
        self.how == How::Exited(0)
    }
}

pub(super) fn how_of(status: ExitStatus) -> How {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return How::Signal(signal);
    }
    How::Exited(status.code().unwrap_or(-1))
}
