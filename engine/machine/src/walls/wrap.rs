//! Where another program puts up the walls: `bwrap` on a Linux without Landlock, `sandbox-exec` on macOS
//! (written for, never run).

#[cfg(target_os = "linux")]
use std::ffi::OsStr;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use super::{Kind, LARGEST_FILE, MOST_MEMORY, MOST_OPEN, Walls};
#[cfg(target_os = "linux")]
use super::{MOST_RUNNING, watcher};

/// Where macOS has it.
pub(super) const SANDBOX_EXEC: &str = "/usr/bin/sandbox-exec";

#[cfg(target_os = "linux")]
const BUBBLEWRAP: [&str; 2] = ["/usr/bin/bwrap", "/usr/local/bin/bwrap"];

/// Where programs have sockets by which others can be told to do something: the system's own and each
/// person's services, and the screen.
#[cfg(target_os = "linux")]
const SOCKETS: [&str; 3] = ["/run", "/tmp/.X11-unix", "/tmp/.ICE-unix"];

/// What is beside them and programs cannot do without: those of some systems are there.
#[cfg(target_os = "linux")]
const NEEDED: [&str; 3] = ["/run/current-system", "/run/wrappers", "/run/opengl-driver"];

/// Where the system keeps the addresses of name servers.
#[cfg(target_os = "linux")]
const NAMES: &str = "/run/systemd/resolve";

#[cfg(target_os = "linux")]
fn bubblewrap() -> Option<&'static str> {
    BUBBLEWRAP.into_iter().find(|path| Path::new(path).is_file())
}

/// Whether it is there and may do what it does.
#[cfg(target_os = "linux")]
pub(super) fn bubblewrap_works() -> bool {
    let Some(program) = bubblewrap() else { return false };
    Command::new(program)
        .args(["--ro-bind", "/", "/", "--unshare-all", "--", "/bin/sh", "-c", ":"])
        .env_clear()
        .output()
        .is_ok_and(|done| done.status.success())
}

pub(super) fn command(
    walls: &Walls,
    program: &OsString,
    args: &[OsString],
    dir: Option<&Path>,
) -> Command {
    let wrapped: Option<(_, Vec<OsString>)> = match walls.kind {
        #[cfg(target_os = "linux")]
        Kind::Bubblewrap => bubblewrap().map(|it| (it, of_bubblewrap(walls, dir))),
        Kind::SandboxExec => Some((SANDBOX_EXEC, vec!["-p".into(), profile(walls).into()])),
        _ => None,
    };
    let mut command = match wrapped {
        Some((by, before)) => {
            let mut command = Command::new("/bin/sh");
            command.args(["-c", &limited(walls.kind), "sh", by]).args(before).arg(program);
            command
        }
        None => Command::new(program),
    };
    command.args(args);
    command
}

/// Sets what a program and all that it starts get at most, and becomes that program. What is not known
/// somewhere stays as it is, and so does what is lower.
fn limited(kind: Kind) -> String {
    let (blocks, memory) = (LARGEST_FILE / 512, MOST_MEMORY / 1024);
    #[cfg(target_os = "linux")]
    let running = match kind {
        // One shell says it with the first letter, another one with the second.
        Kind::Bubblewrap => {
            let most = watcher::running().saturating_add(MOST_RUNNING);
            format!("ulimit -u {most} || ulimit -p {most}; ")
        }
        _ => String::new(),
    };
    #[cfg(not(target_os = "linux"))]
    let running = {
        let _ = kind;
        String::new()
    };
    format!(
        "{{ ulimit -c 0; ulimit -f {blocks}; ulimit -n {MOST_OPEN}; ulimit -d {memory}; {running}}} 2>/dev/null; exec \"$@\""
    )
}

#[cfg(target_os = "linux")]
fn of_bubblewrap(walls: &Walls, dir: Option<&Path>) -> Vec<OsString> {
    let mut args: Vec<OsString> = Vec::new();
    let mut add = |all: &[&OsStr]| args.extend(all.iter().map(|&one| one.to_owned()));
    let text = OsStr::new;
    add(&[text("--ro-bind"), text("/"), text("/"), text("--dev"), text("/dev")]);
    add(&[text("--proc"), text("/proc"), text("--unshare-all"), text("--die-with-parent")]);
    if walls.network {
        add(&[text("--share-net")]);
    }
    let out: Vec<&Path> = SOCKETS.map(Path::new).into_iter().filter(|it| it.is_dir()).collect();
    for place in &out {
        add(&[text("--tmpfs"), place.as_os_str()]);
    }
    let names = walls.network.then_some(Path::new(NAMES));
    let needed = NEEDED.map(Path::new).into_iter().chain(names);
    let back = walls.needed.iter().chain(&walls.sockets).map(|place| -> &Path { place });
    let back = back.filter(|place| out.iter().any(|out| place.starts_with(out)));
    for place in needed.chain(back) {
        add(&[text("--ro-bind-try"), place.as_os_str(), place.as_os_str()]);
    }
    for place in &walls.hidden {
        match place.is_dir() {
            true => add(&[text("--tmpfs"), place.as_os_str()]),
            false => add(&[text("--ro-bind"), text("/dev/null"), place.as_os_str()]),
        }
    }
    for place in walls.write.iter().filter(|place| place.exists()) {
        add(&[text("--bind"), place.as_os_str(), place.as_os_str()]);
    }
    // A socket can be reached through a folder that is only read.
    if let Some(dir) = dir {
        add(&[text("--chdir"), dir.as_os_str()]);
    }
    add(&[text("--")]);
    args
}

/// The rules for `sandbox-exec`: the last that fits counts.
fn profile(walls: &Walls) -> String {
    let mut rules = vec![
        "(version 1)".to_owned(),
        "(allow default)".to_owned(),
        "(deny file-write*)".to_owned(),
        "(deny signal (target others))".to_owned(),
        "(deny process-info* (target others))".to_owned(),
        "(deny mach-lookup (global-name \"com.apple.SecurityServer\"))".to_owned(),
        "(deny appleevent-send)".to_owned(),
    ];
    if !walls.network {
        rules.push("(deny network*)".to_owned());
    }
    rules.extend(walls.hidden.iter().map(|place| format!("(deny file-read* {})", within(place))));
    rules.extend(
        walls.write.iter().map(|place| format!("(allow file-read* file-write* {})", within(place))),
    );
    for socket in &walls.sockets {
        rules.push(format!("(allow network-outbound (path {}))", quoted(socket)));
    }
    for device in ["/dev/null", "/dev/zero", "/dev/tty"] {
        rules.push(format!("(allow file-write-data (literal \"{device}\"))"));
    }
    rules.join("\n")
}

fn within(place: &Path) -> String {
    format!("(subpath {})", quoted(place))
}

fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_profile_allows_what_may_be_written_last_and_quotes_it() {
        let mut walls = Walls::new(Kind::SandboxExec, &[Path::new("/b\"ox")], []);
        walls.hidden = vec!["/home/a/.ssh".into()];
        let text = profile(&walls);
        let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part} in {text}"));
        assert!(at("(deny file-write*)") < at(r#"(subpath "/b\"ox")"#));
        assert!(at(r#"(deny file-read* (subpath "/home/a/.ssh"))"#) < at(r#"(allow file-read*"#));
        assert!(text.contains("(deny network*)"));
    }
}
