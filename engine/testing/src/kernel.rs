//! What the system says for itself, for tests of the box: one that asked the code that it tests could not fail.

use std::fs;
use std::io::Write as _;
use std::process::Command;

/// Whether the walls can be put up here: this kernel has Landlock, seccomp's notices, and a processor that the
/// filter is written for.
#[must_use]
pub fn has_walls() -> bool {
    let known = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));
    let has = known && landlock() > 0 && notices();
    if !has {
        skipped("this kernel has no Landlock with notices");
    }
    has
}

/// The version of Landlock; nothing above 0 where there is none.
#[cfg(target_os = "linux")]
#[must_use]
pub fn landlock() -> i64 {
    const VERSION: u32 = 1;
    let nothing = std::ptr::null::<libc::c_void>();
    // SAFETY: asked for its version, the kernel reads and writes no memory of ours.
    unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, nothing, 0_usize, VERSION) }
}

#[cfg(not(target_os = "linux"))]
#[must_use]
pub const fn landlock() -> i64 {
    0
}

fn notices() -> bool {
    fs::read_to_string("/proc/sys/kernel/seccomp/actions_avail")
        .is_ok_and(|all| all.split_whitespace().any(|one| one == "user_notif"))
}

/// Whether a system's own `bwrap` is here and may put a program apart.
#[must_use]
pub fn has_bubblewrap() -> bool {
    let has = ["/usr/bin/bwrap", "/usr/local/bin/bwrap"].iter().any(|program| {
        let mut apart = Command::new(program);
        apart.args(["--bind", "/", "/", "--unshare-all", "true"]);
        apart.status().is_ok_and(|status| status.success())
    });
    if !has {
        skipped("there is no bubblewrap that works");
    }
    has
}

/// Whether a program with this argument runs here. One that has ended and was not reaped has no arguments.
#[must_use]
pub fn runs_with(argument: &str) -> bool {
    let all = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
    let lines = all.filter_map(|one| fs::read(one.path().join("cmdline")).ok());
    let mut arguments = lines.flat_map(|line| {
        line.split(|byte| *byte == 0).map(<[u8]>::to_vec).collect::<Vec<Vec<u8>>>()
    });
    arguments.any(|one| one == argument.as_bytes())
}

/// Said past the test runner, which keeps the output of tests that pass: `npm test` counts these lines.
fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}
