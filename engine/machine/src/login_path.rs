//! The PATH that the user's login shell sets. A program started from a desktop gets another one, and
//! an agent started in a terminal would find more than we do (rule ). What it said is kept, so that the next
//! start need not wait for it.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::data;
use crate::files;
use crate::machine::{Machine, Platform};
use crate::process::Program;

/// How long a shell may take to say its PATH.
const LIMIT: Duration = Duration::from_secs(3);

const FILE: &str = "login-path.json";
/// No PATH is that long.
const MAX_BYTES: u64 = 256 * 1024;

/// What is before and after the PATH in the shell's output: start files may print too.
const MARK: &str = "__tacklebox_path__";

/// Folders where package managers put programs, whether or not the shell names them.
const ALSO: [&str; 5] =
    ["/opt/homebrew/bin", "/usr/local/bin", "~/.local/bin", "~/.cargo/bin", "~/.bun/bin"];

/// What a shell said the last time, and what it was asked with: another shell or another PATH says another one.
#[derive(Serialize, Deserialize)]
struct Kept {
    shell: String,
    path: Option<String>,
    said: Vec<PathBuf>,
}

/// The folders in which the agent would look for programs; none where the shell does not say in time,
/// or on Windows, where every program gets the same PATH.
pub fn read(machine: &Machine) -> Option<Vec<PathBuf>> {
    if machine.platform() == Platform::Win32 {
        return None;
    }
    let said = ask(machine, shell(machine))?;
    let dirs = with_usual(machine, &said);
    keep(machine, said);
    Some(dirs)
}

/// What [`read`] gave the last time, without asking; none where it would ask another shell, or with another PATH.
pub fn kept(machine: &Machine) -> Option<Vec<PathBuf>> {
    let (bytes, _) = files::read(&machine.data_dir().join(FILE), MAX_BYTES).ok()?;
    let kept: Kept = serde_json::from_slice(&bytes?).ok()?;
    let same = kept.shell == shell(machine) && kept.path.as_deref() == machine.env("PATH");
    (same && machine.platform() != Platform::Win32).then(|| with_usual(machine, &kept.said))
}

fn shell(machine: &Machine) -> &str {
    machine.env("SHELL").unwrap_or("/bin/sh")
}

/// What cannot be kept is asked again.
fn keep(machine: &Machine, said: Vec<PathBuf>) {
    let path = machine.env("PATH").map(str::to_owned);
    let kept = Kept { shell: shell(machine).to_owned(), path, said };
    let file = machine.data_dir().join(FILE);
    if let Ok(text) = serde_json::to_vec(&kept)
        && data::make(machine).and_then(|()| data::claim(machine)).is_ok()
        && let Ok((before, stamp)) = files::read(&file, MAX_BYTES)
        && before.as_deref() != Some(&text)
    {
        let _ = files::save(&file, &text, &stamp, 0o600);
    }
}

/// These folders, each once, and those of package managers that are there.
pub fn with_usual(machine: &Machine, dirs: &[PathBuf]) -> Vec<PathBuf> {
    let usual = ALSO.iter().map(|dir| machine.expand(dir)).filter(|dir| dir.is_dir());
    let usual = usual.filter(|_| machine.platform() != Platform::Win32);
    let mut all: Vec<PathBuf> = Vec::new();
    for dir in dirs.iter().cloned().chain(usual) {
        if !all.contains(&dir) {
            all.push(dir);
        }
    }
    all
}

fn ask(machine: &Machine, shell: &str) -> Option<Vec<PathBuf>> {
    let script = format!("printf '%s%s%s' {MARK} \"$PATH\" {MARK}");
    // Interactive as well: many people set their PATH in a file that only such a shell reads.
    let ended = Program::new(shell)
        .args(["-i", "-l", "-c", &script])
        .env(machine.environment())
        // The PATH that we were started with: what the shell said the last time would come out doubled.
        .env(machine.env("PATH").map(|path| ("PATH", path)))
        .limit(LIMIT)
        .run_blocking()
        .ok()?;
    let text = ended.stdout.text();
    let path = text.split(MARK).nth(1)?;
    let dirs: Vec<PathBuf> =
        path.split(':').filter(|dir| !dir.is_empty()).map(PathBuf::from).collect();
    (!dirs.is_empty()).then_some(dirs)
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
        let dirs = ask(&machine(), &shell).unwrap();
        assert_eq!(dirs, ["/one", "/two", "/bin"].map(PathBuf::from));
    }

    #[test]
    fn a_shell_is_asked_again_as_if_for_the_first_time() {
        let tmp = tempfile::tempdir().unwrap();
        let shell = script(tmp.path(), "#!/bin/sh\nPATH=/mine:$PATH:/mine\nshift 3\neval \"$1\"\n");
        let env = [("PATH".to_owned(), "/usr/bin:/bin".to_owned()), ("SHELL".to_owned(), shell)];
        let machine = Machine::new(Platform::current(), tmp.path(), env.into());
        let first = read(&machine).unwrap();
        assert_eq!(first[..3], ["/mine", "/usr/bin", "/bin"].map(PathBuf::from));
        assert_eq!(read(&machine.with_path(first.clone())), Some(first));
    }

    #[test]
    fn what_a_shell_said_is_kept_for_the_same_shell_and_path() {
        let tmp = tempfile::tempdir().unwrap();
        let shell = script(tmp.path(), "#!/bin/sh\nPATH=/mine:$PATH\nshift 3\neval \"$1\"\n");
        let machine = |shell: &str, path: &str| {
            let env =
                [("PATH".to_owned(), path.to_owned()), ("SHELL".to_owned(), shell.to_owned())];
            Machine::new(Platform::current(), tmp.path(), env.into())
        };
        let same = machine(&shell, "/usr/bin:/bin");
        assert_eq!(kept(&same), None);
        let said = read(&same);
        assert!(said.is_some());
        assert_eq!(kept(&same), said);
        assert_eq!(kept(&same.clone().with_path(vec!["/other".into()])), said);
        assert_eq!(kept(&machine(&shell, "/bin")), None);
        assert_eq!(kept(&machine("/bin/sh", "/usr/bin:/bin")), None);

        for broken in ["", "[]", "{\"shell\":"] {
            std::fs::File::create(same.data_dir().join(FILE))
                .and_then(|mut f| std::io::Write::write_all(&mut f, broken.as_bytes()))
                .unwrap();
            assert_eq!(kept(&same), None, "{broken}");
        }
        assert_eq!(read(&same), said);
        assert_eq!(kept(&same), said, "what cannot be read is replaced");
    }

    #[test]
    fn a_shell_that_fails_or_hangs_is_given_up() {
        assert_eq!(ask(&machine(), "/no/such/shell"), None);
        let tmp = tempfile::tempdir().unwrap();
        assert_eq!(ask(&machine(), &script(tmp.path(), "#!/bin/sh\nexit 3\n")), None);
        assert_eq!(ask(&machine(), &script(tmp.path(), "#!/bin/sh\nsleep 60\n")), None);
    }

    fn machine() -> Machine {
        let env = [("PATH".to_owned(), "/usr/bin:/bin".to_owned())].into();
        Machine::new(Platform::current(), "/home/me", env)
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
