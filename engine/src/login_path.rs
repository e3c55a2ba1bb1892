//! The PATH that the user's login shell sets. A program started from a desktop gets another one, and
//! an agent started in a terminal would find more than we do (`agents.md` section 3).

use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::machine::{Machine, Platform};

/// How long a shell may take to say its PATH.
const LIMIT: Duration = Duration::from_secs(3);

/// What stands before and after the PATH in the shell's output: start files may print too.
const MARK: &str = "__tacklebox_path__";

/// Folders where package managers put programs, whether or not the shell names them.
const ALSO: [&str; 5] =
    ["/opt/homebrew/bin", "/usr/local/bin", "~/.local/bin", "~/.cargo/bin", "~/.bun/bin"];

/// The folders in which the agent would look for programs; none where the shell does not say in time,
/// or on Windows, where every program gets the same PATH.
pub fn read(machine: &Machine) -> Option<Vec<PathBuf>> {
    if machine.platform() == Platform::Win32 {
        return None;
    }
    let shell = machine.env("SHELL").unwrap_or("/bin/sh");
    let mut dirs = ask(shell)?;
    for dir in ALSO.iter().map(|dir| machine.expand(dir)) {
        if dir.is_dir() && !dirs.contains(&dir) {
            dirs.push(dir);
        }
    }
    Some(dirs)
}

fn ask(shell: &str) -> Option<Vec<PathBuf>> {
    let script = format!("printf '%s%s%s' {MARK} \"$PATH\" {MARK}");
    let mut command = Command::new(shell);
    // Interactive as well: many people set their PATH in a file that only such a shell reads.
    command.args(["-i", "-l", "-c", &script]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().ok()?;
    let mut stdout = child.stdout.take()?;
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut text = Vec::new();
        // A shell that prints for ever is cut off, not collected.
        let _ = stdout.by_ref().take(1024 * 1024).read_to_end(&mut text);
        let _ = send.send(text);
    });
    let text = receive.recv_timeout(LIMIT);
    end(&mut child);
    let text = String::from_utf8_lossy(&text.ok()?).into_owned();
    let path = text.split(MARK).nth(1)?;
    let dirs: Vec<PathBuf> =
        path.split(':').filter(|dir| !dir.is_empty()).map(PathBuf::from).collect();
    (!dirs.is_empty()).then_some(dirs)
}

/// Ends the shell and whatever it started.
fn end(child: &mut std::process::Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_says_its_path_among_other_output() {
        let tmp = tempfile::tempdir().unwrap();
        let shell = script(
            tmp.path(),
            "#!/bin/sh\necho hello\nPATH=/one:/two:/bin\nshift 3\neval \"$1\"\necho bye\n",
        );
        let dirs = ask(&shell).unwrap();
        assert_eq!(dirs, ["/one", "/two", "/bin"].map(PathBuf::from));
    }

    #[test]
    fn a_shell_that_fails_or_hangs_is_given_up() {
        assert_eq!(ask("/no/such/shell"), None);
        let tmp = tempfile::tempdir().unwrap();
        assert_eq!(ask(&script(tmp.path(), "#!/bin/sh\nexit 3\n")), None);
        assert_eq!(ask(&script(tmp.path(), "#!/bin/sh\nsleep 60\n")), None);
    }

    fn script(dir: &std::path::Path, text: &str) -> String {
        use std::os::unix::fs::PermissionsExt;
        let path = dir.join("shell");
        std::fs::File::create(&path)
            .and_then(|mut f| std::io::Write::write_all(&mut f, text.as_bytes()))
            .unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path.to_string_lossy().into_owned()
    }
}
