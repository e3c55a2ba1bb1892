//! The program by which seccomp decides: what is refused, what is asked about, and that the rest goes on.

use libc::{BPF_ABS, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_K, BPF_LD, BPF_RET, BPF_W};
use libc::{c_long, sock_filter};
use rustix::process::Resource;

/// The limit that says which start a program is of. Nothing inside can set it, and there are no message
/// queues in there that it could be of use for.
pub(crate) const MARKED: Resource = Resource::Msgqueue;

#[cfg(target_arch = "x86_64")]
const ARCH: u32 = 0xC000_003E;
#[cfg(target_arch = "aarch64")]
const ARCH: u32 = 0xC000_00B7;
/// No other is known here: the filter then fits no program, and there is no box.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const ARCH: u32 = 0;

const ALLOW: u32 = 0x7FFF_0000;
const ASK: u32 = 0x7FC0_0000;
const REFUSE: u32 = 0x0005_0000;

/// Where a call's number, its architecture and its arguments are.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const ARGS: u32 = 16;

/// Calls of the second page of numbers, which is the same on all architectures.
pub(super) const FCHMODAT2: i64 = 452;
pub(super) const OPENAT2: i64 = 437;

/// What nothing inside has a reason to do: looking into others, leaving the walls, changing the system.
const REFUSED: &[c_long] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_io_uring_setup,
    libc::SYS_pidfd_getfd,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_setns,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_open_by_handle_at,
    libc::SYS_quotactl,
    libc::SYS_acct,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_sethostname,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_mount_setattr,
    libc::SYS_mq_open,
    libc::SYS_msgget,
    libc::SYS_shmget,
    libc::SYS_semget,
];

/// What the watcher is asked about, on all architectures. Not `fork`: a program whose child ends while it
/// is asked would hear that it was interrupted, and none expects that of it.
const ASKED: &[c_long] = &[
    libc::SYS_openat,
    OPENAT2 as c_long,
    libc::SYS_unlinkat,
    libc::SYS_renameat2,
    libc::SYS_mkdirat,
    libc::SYS_mknodat,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_truncate,
    libc::SYS_fchmodat,
    FCHMODAT2 as c_long,
    libc::SYS_fchmod,
    libc::SYS_fchownat,
    libc::SYS_fchown,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_connect,
    libc::SYS_sendmsg,
    libc::SYS_sendmmsg,
    libc::SYS_renameat,
];

/// The older forms, which newer architectures do not have.
#[cfg(target_arch = "x86_64")]
const ASKED_TOO: &[c_long] = &[
    libc::SYS_open,
    libc::SYS_creat,
    libc::SYS_unlink,
    libc::SYS_rmdir,
    libc::SYS_rename,
    libc::SYS_mkdir,
    libc::SYS_mknod,
    libc::SYS_link,
    libc::SYS_symlink,
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const ASKED_TOO: &[c_long] = &[];

/// The whole program. With a network, sockets are what they are, and only asked about when they are used.
pub(super) fn program(network: bool) -> Vec<sock_filter> {
    let mut all = vec![
        load(ARCHITECTURE),
        // A program for another architecture: its calls have other numbers.
        jump(BPF_JEQ, ARCH, 1, 0),
        end(REFUSE | libc::ENOSYS.unsigned_abs()),
        load(NUMBER),
    ];
    if cfg!(target_arch = "x86_64") {
        // The numbers of x32.
        all.extend([jump(BPF_JGE, 0x4000_0000, 0, 1), end(REFUSE | libc::ENOSYS.unsigned_abs())]);
    }
    for number in REFUSED {
        all.extend(on(*number, &[end(REFUSE | libc::EPERM.unsigned_abs())]));
    }
    for number in ASKED.iter().chain(ASKED_TOO) {
        all.extend(on(*number, &[end(ASK)]));
    }
    // Limits of others, and the one that is a mark.
    let refused = end(REFUSE | libc::EPERM.unsigned_abs());
    let limits = [
        load(ARGS),
        jump(BPF_JEQ, 0, 1, 0),
        refused,
        load(ARGS + 8),
        jump(BPF_JEQ, MARKED as u32, 0, 5),
        // It may be asked for: then there is no new one.
        load(ARGS + 16),
        jump(BPF_JEQ, 0, 0, 2),
        load(ARGS + 20),
        jump(BPF_JEQ, 0, 1, 0),
        refused,
        end(ALLOW),
    ];
    all.extend(on(libc::SYS_prlimit64, &limits));
    let older = [load(ARGS), jump(BPF_JEQ, MARKED as u32, 0, 1), refused, end(ALLOW)];
    all.extend(on(libc::SYS_setrlimit, &older));
    all.extend(on(libc::SYS_socket, &sockets(network)));
    if !network {
        // What is set on a socket of the internet is "done" on what stands for it.
        let socket = libc::SOL_SOCKET.unsigned_abs();
        let done = [load(ARGS + 8), jump(BPF_JEQ, socket, 0, 1), end(ALLOW), end(REFUSE)];
        all.extend(on(libc::SYS_setsockopt, &done));
    }
    // To an address; what a connected socket sends is only of interest where it leaves.
    let sent = match network {
        true => vec![end(ASK)],
        false => vec![
            load(ARGS + 8 * 4),
            jump(BPF_JEQ, 0, 0, 2),
            load(ARGS + 8 * 4 + 4),
            jump(BPF_JEQ, 0, 1, 0),
            end(ASK),
            end(ALLOW),
        ],
    };
    all.extend(on(libc::SYS_sendto, &sent));
    all.push(end(ALLOW));
    all
}

fn sockets(network: bool) -> Vec<sock_filter> {
    let internet = end(if network { ALLOW } else { ASK });
    let mut all = vec![load(ARGS)];
    for (family, then) in [
        (libc::AF_UNIX, end(ALLOW)),
        (libc::AF_INET, internet),
        (libc::AF_INET6, internet),
        (libc::AF_NETLINK, end(if network { ALLOW } else { REFUSE | 97 })),
    ] {
        all.extend([jump(BPF_JEQ, family.unsigned_abs(), 0, 1), then]);
    }
    all.push(end(REFUSE | libc::EAFNOSUPPORT.unsigned_abs()));
    all
}

/// These, where the call has this number. They have to end.
fn on(number: c_long, then: &[sock_filter]) -> Vec<sock_filter> {
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    let over = u8::try_from(then.len()).unwrap_or(u8::MAX);
    let mut all = vec![jump(BPF_JEQ, number, 0, over)];
    all.extend_from_slice(then);
    all
}

const fn load(at: u32) -> sock_filter {
    sock_filter { code: (BPF_LD | BPF_W | BPF_ABS) as u16, jt: 0, jf: 0, k: at }
}

const fn jump(how: u32, k: u32, yes: u8, no: u8) -> sock_filter {
    sock_filter { code: (BPF_JMP | how | BPF_K) as u16, jt: yes, jf: no, k }
}

const fn end(k: u32) -> sock_filter {
    sock_filter { code: (BPF_RET | BPF_K) as u16, jt: 0, jf: 0, k }
}
