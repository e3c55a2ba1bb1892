//! The listener of seccomp: the calls for which neither the standard library nor a kept crate has a safe
//! form. The only unsafe code of this project: five calls, each with the struct that the kernel names.

#![expect(unsafe_code, reason = "seccomp's listener has no safe form anywhere; see each call")]

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// Something inside wants to call the kernel, and waits for an answer.
pub(super) struct Notice {
    pub id: u64,
    pub task: u32,
    pub number: i64,
    pub args: [u64; 6],
}

/// Whether this kernel speaks of notices as we know them.
pub(super) fn is_known() -> bool {
    let mut sizes =
        libc::seccomp_notif_sizes { seccomp_notif: 0, seccomp_notif_resp: 0, seccomp_data: 0 };
    // SAFETY: the kernel writes one struct of this type, which is ours.
    let done = unsafe {
        libc::syscall(libc::SYS_seccomp, libc::SECCOMP_GET_NOTIF_SIZES, 0, &raw mut sizes)
    };
    done == 0
        && usize::from(sizes.seccomp_notif) <= size_of::<libc::seccomp_notif>()
        && usize::from(sizes.seccomp_notif_resp) <= size_of::<libc::seccomp_notif_resp>()
}

/// Puts the filter on this thread, for good, and gives what its notices come from. No new privileges have
/// to be off already.
pub(super) fn listen(filter: &[libc::sock_filter]) -> io::Result<OwnedFd> {
    let len = u16::try_from(filter.len()).map_err(io::Error::other)?;
    let program = libc::sock_fprog { len, filter: filter.as_ptr().cast_mut() };
    // First so that a signal does not make a program ask twice; kernels before 5.19 do not know that.
    let killable = libc::SECCOMP_FILTER_FLAG_NEW_LISTENER | (1 << 5);
    let mut last = io::Error::other("no filter");
    for flags in [killable, libc::SECCOMP_FILTER_FLAG_NEW_LISTENER] {
        // SAFETY: the kernel copies `len` instructions from `filter`, which lives until then.
        let fd = unsafe {
            let mode = libc::SECCOMP_SET_MODE_FILTER;
            libc::syscall(libc::SYS_seccomp, mode, flags, &raw const program)
        };
        if let Ok(fd @ 0..) = RawFd::try_from(fd) {
            // SAFETY: the kernel has just made it, so nobody else has it.
            return Ok(unsafe { OwnedFd::from_raw_fd(fd) });
        }
        last = io::Error::last_os_error();
    }
    Err(last)
}

/// Takes a notice. None where the one who asked has gone.
pub(super) fn receive(listener: &OwnedFd) -> io::Result<Option<Notice>> {
    let mut raw = libc::seccomp_notif {
        id: 0,
        pid: 0,
        flags: 0,
        data: libc::seccomp_data { nr: 0, arch: 0, instruction_pointer: 0, args: [0; 6] },
    };
    // SAFETY: the kernel writes one struct of this type and size, which is ours and all zero, as it demands.
    let done =
        unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV, &raw mut raw) };
    if done == 0 {
        let libc::seccomp_notif { id, pid, data, .. } = raw;
        return Ok(Some(Notice { id, task: pid, number: data.nr.into(), args: data.args }));
    }
    match io::Error::last_os_error() {
        error if matches!(error.raw_os_error(), Some(libc::ENOENT | libc::EINTR)) => Ok(None),
        error => Err(error),
    }
}

/// The kernel is to do it.
pub(super) fn go_on(listener: &OwnedFd, id: u64) {
    send(listener, id, 0, 0, libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32);
}

/// It is not done, and this is what the caller gets: an error of the system's, or 0 for done.
pub(super) fn answer(listener: &OwnedFd, id: u64, error: i32) {
    send(listener, id, 0, error.saturating_neg(), 0);
}

fn send(listener: &OwnedFd, id: u64, val: i64, error: i32, flags: u32) {
    let response = libc::seccomp_notif_resp { id, val, error, flags };
    // SAFETY: the kernel reads one struct of this type, which is ours. Where the caller has gone it fails.
    let _ = unsafe {
        libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SEND, &raw const response)
    };
}

/// The caller gets a copy of this file as the result of its call.
pub(super) fn give(listener: &OwnedFd, id: u64, file: &OwnedFd, cloexec: bool) -> io::Result<()> {
    let given = libc::seccomp_notif_addfd {
        id,
        flags: libc::SECCOMP_ADDFD_FLAG_SEND as u32,
        srcfd: file.as_raw_fd().cast_unsigned(),
        newfd: 0,
        newfd_flags: if cloexec { libc::O_CLOEXEC.cast_unsigned() } else { 0 },
    };
    // SAFETY: the kernel reads one struct of this type, which is ours; the file is open in the meantime.
    let done = unsafe {
        libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_ADDFD, &raw const given)
    };
    if done < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
