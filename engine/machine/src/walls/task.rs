//! A task inside that waits: what it points to, and where it is.

use std::ffi::OsString;
use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt as _;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use rustix::process::{
    Pid, PidfdFlags, PidfdGetfdFlags, Signal, pidfd_getfd, pidfd_open, pidfd_send_signal,
};

use crate::files::plain;

/// The longest path that the kernel takes.
const LONGEST: usize = 4096;

pub(super) struct Task {
    id: u32,
    memory: Option<File>,
}

impl Task {
    pub fn new(id: u32) -> Self {
        Self { id, memory: None }
    }

    /// So many bytes of its memory, or as many as there are.
    pub fn bytes(&mut self, at: u64, len: usize) -> Option<Vec<u8>> {
        if self.memory.is_none() {
            self.memory = Some(File::open(format!("/proc/{}/mem", self.id)).ok()?);
        }
        let mut bytes = vec![0; len];
        let read = self.memory.as_ref()?.read_at(&mut bytes, at).ok()?;
        bytes.truncate(read);
        Some(bytes)
    }

    pub fn number(&mut self, at: u64) -> Option<u64> {
        Some(u64::from_ne_bytes(self.bytes(at, 8)?.try_into().ok()?))
    }

    /// A path as it was written.
    pub fn text(&mut self, at: u64) -> Option<PathBuf> {
        let mut all = Vec::new();
        // By pieces that do not cross a page: what follows may not be there.
        while all.len() < LONGEST {
            let at = at.checked_add(all.len() as u64)?;
            let piece = 256_usize.saturating_sub((at % 256) as usize);
            let piece = self.bytes(at, piece).filter(|it| !it.is_empty())?;
            if let Some(end) = piece.iter().position(|byte| *byte == 0) {
                all.extend_from_slice(piece.get(..end)?);
                return Some(OsString::from_vec(all).into());
            }
            all.extend(piece);
        }
        None
    }

    /// The path that is meant, with what it is relative to.
    pub fn path(&mut self, dir: u64, at: u64) -> Option<PathBuf> {
        let path = self.text(at)?;
        if path.is_absolute() {
            return Some(plain(&path));
        }
        let base = self.opened(dir)?;
        Some(if path.as_os_str().is_empty() { base } else { plain(&base.join(path)) })
    }

    /// The file behind one of its numbers, or the folder that it is in.
    pub fn opened(&self, number: u64) -> Option<PathBuf> {
        let number = number as u32 as i32;
        let link = match number {
            libc::AT_FDCWD => format!("/proc/{}/cwd", self.id),
            number => format!("/proc/{}/fd/{number}", self.id),
        };
        std::fs::read_link(link).ok().filter(|path| path.is_absolute())
    }

    /// A handle of it; none where it is one of several threads.
    pub fn handle(&self) -> Option<OwnedFd> {
        pidfd_open(Pid::from_raw(self.id.cast_signed())?, PidfdFlags::empty()).ok()
    }

    /// Ends the process that it is of.
    pub fn end(&self) {
        let _ = self.process().map(|process| pidfd_send_signal(process, Signal::KILL));
    }

    /// A copy of one of its files.
    pub fn copy(&self, number: u64) -> Option<OwnedFd> {
        pidfd_getfd(self.process()?, number as u32 as i32, PidfdGetfdFlags::empty()).ok()
    }

    /// A handle of the process that it is of, as one of several threads too.
    fn process(&self) -> Option<OwnedFd> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id)).ok()?;
        let group = status.lines().find_map(|line| line.strip_prefix("Tgid:"))?.trim();
        pidfd_open(Pid::from_raw(group.parse().ok()?)?, PidfdFlags::empty()).ok()
    }
}

/// Something of the task's own, which is another thing for us: `/dev/stdout`, `/proc/self`.
pub(super) fn is_own(path: &Path) -> bool {
    ["/proc/self", "/proc/thread-self", "/dev/fd", "/dev/stdin", "/dev/stdout", "/dev/stderr"]
        .iter()
        .any(|own| path.starts_with(own))
}
