//! Commands that are dangerous in themselves, judged by a program's name and words.

use super::marks::{HOME, UNKNOWN};
use super::rules::{FORK_BOMB, MAKE_FILESYSTEM, REMOVE_ROOT, REVERSE_SHELL, Rule, WRITE_DEVICE};

/// What a command would do.
pub(crate) enum Danger {
    RemoveRoot,
    MakeFilesystem,
    WriteDevice,
    Wire,
}

impl Danger {
    pub(crate) const fn rule(&self) -> &'static Rule {
        match self {
            Self::RemoveRoot => &REMOVE_ROOT,
            Self::MakeFilesystem => &MAKE_FILESYSTEM,
            Self::WriteDevice => &WRITE_DEVICE,
            Self::Wire => &REVERSE_SHELL,
        }
    }
}

/// The danger of one command, if there is one.
pub(crate) fn of(program: &str, args: &[String], cwd: Option<&str>) -> Option<Danger> {
    let only_asks = |arg: &String| matches!(arg.as_str(), "--help" | "--version" | "-V");
    match program {
        "rm" | "grm" if removes_root(args, cwd) => Some(Danger::RemoveRoot),
        "dd" => {
            let device = |arg: &String| arg.strip_prefix("of=").is_some_and(is_device);
            args.iter().any(device).then_some(Danger::WriteDevice)
        }
        "tee" | "cp" | "shred" | "wipe" if args.iter().any(|arg| is_disk(arg)) => {
            // `cp /dev/sda image` only reads.
            let copies_out = program == "cp" && args.last().is_none_or(|to| !is_disk(to));
            (!copies_out).then_some(Danger::WriteDevice)
        }
        "nc" | "ncat" | "netcat" | "nc.traditional" | "nc.openbsd" if hands_out_shell(args) => {
            Some(Danger::Wire)
        }
        "ztcp" => Some(Danger::Wire),
        "socat" if args.iter().any(|arg| is_socat_shell(arg)) => Some(Danger::Wire),
        _ if is_mkfs(program, args) && !args.iter().any(only_asks) => Some(Danger::MakeFilesystem),
        _ => None,
    }
}

fn is_mkfs(program: &str, args: &[String]) -> bool {
    match program {
        "wipefs" => args.iter().any(|arg| arg == "-a" || arg == "--all" || arg == "-af"),
        "diskutil" => args.first().is_some_and(|verb| verb.to_lowercase().starts_with("erase")),
        name => {
            name == "mkfs"
                || name.starts_with("mkfs.")
                || matches!(name, "mke2fs" | "mkntfs" | "mkdosfs" | "newfs" | "newfs_apfs")
        }
    }
}

fn removes_root(args: &[String], cwd: Option<&str>) -> bool {
    let mut recursive = false;
    let mut targets = Vec::new();
    let mut options = true;
    for arg in args {
        match arg.as_str() {
            "--" if options => options = false,
            long if options && long.starts_with("--") => {
                // GNU takes any beginning of a long option that is clear.
                recursive |= long.len() > 2 && "--recursive".starts_with(long);
            }
            short if options && short.starts_with('-') && short.len() > 1 => {
                recursive |= short.contains(['r', 'R']);
            }
            target => targets.push(target),
        }
    }
    recursive && targets.into_iter().any(|target| is_root(&resolve(target, cwd)))
}

/// A path without `//`, `.` and `..`, and with the folder in front that the text went to.
pub(crate) fn resolve(path: &str, cwd: Option<&str>) -> String {
    let relative = !path.starts_with(['/', HOME, UNKNOWN]);
    let path = match cwd {
        Some(cwd) if relative => format!("{cwd}/{path}"),
        _ => path.to_owned(),
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| !last.starts_with([HOME, UNKNOWN])) => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let slash = if path.starts_with('/') { "/" } else { "" };
    format!("{slash}{}", parts.join("/"))
}

/// The disk as a whole, the home folder, or a folder that the system needs.
pub(crate) fn is_root(path: &str) -> bool {
    const SYSTEM: [&str; 38] = [
        "/",
        "/bin",
        "/boot",
        "/dev",
        "/etc",
        "/home",
        "/lib",
        "/lib32",
        "/lib64",
        "/opt",
        "/proc",
        "/root",
        "/run",
        "/sbin",
        "/srv",
        "/sys",
        "/usr",
        "/var",
        "/usr/bin",
        "/usr/lib",
        "/usr/local",
        "/usr/sbin",
        "/usr/share",
        "/var/lib",
        "/var/log",
        "/Users",
        "/System",
        "/Library",
        "/Applications",
        "/private",
        "/Volumes",
        "/cores",
        "/System/Library",
        "/private/etc",
        "/private/var",
        "/mnt",
        "/mnt/c",
        "/media",
    ];
    // What is in the folder stands for the folder: `/*`, `~/.*`.
    let folder = match path.rsplit_once('/') {
        Some(("", last)) if is_everything(last) => "/",
        Some((folder, last)) if is_everything(last) => folder,
        _ => path,
    };
    let mut home = folder.chars();
    if home.next() == Some(HOME) {
        // `~/..` is the folder of all home folders.
        return matches!(home.as_str(), "" | "/..");
    }
    SYSTEM.contains(&folder)
}

fn is_everything(name: &str) -> bool {
    name.contains('*') && name.chars().all(|c| "*.?[!]{},".contains(c))
}

/// A disk, or the computer's memory.
pub(crate) fn is_disk(path: &str) -> bool {
    let path = resolve(path, None);
    let Some(name) = path.strip_prefix("/dev/") else { return false };
    const DISKS: [&str; 13] = [
        "sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk", "rdisk", "dm-", "md", "loop", "mapper/",
        "sr",
    ];
    matches!(name, "mem" | "kmem" | "port") || DISKS.iter().any(|disk| name.starts_with(disk))
}

/// All of `/dev` but what is there to be written to.
fn is_device(path: &str) -> bool {
    let path = resolve(path, None);
    let Some(name) = path.strip_prefix("/dev/") else { return false };
    const FINE: [&str; 10] =
        ["null", "zero", "full", "stdout", "stderr", "tty", "fd/", "shm/", "pts/", "urandom"];
    !FINE.iter().any(|fine| name.starts_with(fine))
}

fn hands_out_shell(args: &[String]) -> bool {
    args.iter().enumerate().any(|(i, arg)| {
        if matches!(arg.as_str(), "--exec" | "--sh-exec" | "--lua-exec")
            || ["--exec=", "--sh-exec=", "--lua-exec="].iter().any(|o| arg.starts_with(o))
        {
            return true;
        }
        let Some(flags) = arg.strip_prefix('-').filter(|flags| !flags.starts_with('-')) else {
            return false;
        };
        // `-c` is TLS in some, a shell command in others: the next word tells.
        let next_is_shell = args.get(i.saturating_add(1)).is_some_and(|next| {
            ["sh", "bash", "zsh", "dash", "cmd", "powershell"].iter().any(|s| next.contains(s))
        });
        flags.contains('e') || (flags.ends_with('c') && next_is_shell)
    })
}

fn is_socat_shell(arg: &str) -> bool {
    let arg = arg.to_lowercase();
    arg.starts_with("exec:") || arg.starts_with("system:") || arg.starts_with("shell:")
}

/// What a one-line program of Python, Perl and their like does. A best effort: words that go
/// together in a connection that hands out a shell, and in a process that splits without end.
pub(crate) fn in_program_text(text: &str) -> Option<&'static Rule> {
    const WIRES: [&str; 8] = [
        "socket",
        "tcpsocket",
        "fsockopen",
        "/inet/tcp/",
        "net.connect",
        "require('net')",
        "require(\"net\")",
        "/dev/tcp/",
    ];
    const SHELLS: [&str; 16] = [
        "dup2",
        "subprocess",
        "pty.spawn",
        "/bin/sh",
        "/bin/bash",
        "os.system",
        "exec(",
        "exec \"",
        "exec'",
        "exec \"",
        "popen",
        "child_process",
        "shell_exec",
        "proc_open",
        "os.execute",
        "exec sprintf",
    ];
    let text = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if (has(&WIRES) && has(&SHELLS)) || text.contains("/inet/tcp/") {
        return Some(&REVERSE_SHELL);
    }
    let forks = text.contains("fork while") || (text.contains("while") && text.contains("os.fork"));
    forks.then_some(&FORK_BOMB)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rm(args: &str) -> bool {
        let args: Vec<String> =
            args.replace('~', &HOME.to_string()).split(' ').map(Into::into).collect();
        removes_root(&args, None)
    }

    #[test]
    fn every_spelling_of_a_root_is_seen() {
        for args in [
            "-rf /",
            "-r -f /",
            "-fr //",
            "--recursive --force /",
            "--recur /",
            "-R ~",
            "-rf ~/*",
            "-rf /*",
            "-rf -- /",
            "-rf /usr/../",
            "-rf /etc/",
            "-rf ./x /home",
            "-rf ~/..",
            "-rf /home/*",
            "--no-preserve-root -rf /",
            "-vRf /.",
            "-rf /{*,.*}",
        ] {
            assert!(rm(args), "{args}");
        }
    }

    #[test]
    fn other_folders_may_go() {
        for args in [
            "-f /",
            "-rf /tmp/x",
            "-rf ~/.cache/x",
            "-rf ./build",
            "-rf node_modules",
            "/etc/passwd",
            "-rf /var/log/mine",
            "-rf /tmp/*",
            "-rf *",
            "-i ~/x",
            "-rf ~/x/*",
        ] {
            assert!(!rm(args), "{args}");
        }
    }

    #[test]
    fn going_to_a_folder_counts() {
        assert!(removes_root(&["-rf".into(), "*".into()], Some("/")));
        assert!(removes_root(&["-rf".into(), ".".into()], Some(&HOME.to_string())));
        assert!(!removes_root(&["-rf".into(), "*".into()], Some("/tmp/x")));
    }

    #[test]
    fn devices_that_hold_nothing_may_be_written() {
        for path in
            ["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/fd/3", "/dev/shm/x", "disk.img"]
        {
            assert!(!is_device(path) && !is_disk(path), "{path}");
        }
        for path in ["/dev/sda", "/dev/nvme0n1", "//dev/disk2", "/dev/mmcblk0p1"] {
            assert!(is_device(path) && is_disk(path), "{path}");
        }
    }

    #[test]
    fn interpreters_are_known_with_a_version() {
        use super::super::wrappers::is_interpreter;
        assert!(
            is_interpreter("python3.12") && is_interpreter("perl") && !is_interpreter("pytest")
        );
    }
}
