//! Paths that matter: where secrets are, what is run at login, what belongs to the system. One table
//! for every language.

use super::agents::AGENTS;
use super::dangers;
use super::marks::{CONFIG, HERE, HOME, SAID, SECRET, UNKNOWN, YOURS};
use super::reach::{WRITE_CONFIG, WRITE_ORDERS, WRITE_OUTSIDE, WRITE_STARTUP, WRITE_SYSTEM};
use super::rules::{Rule, WRITE_DEVICE};
pub(crate) use super::table::Kept;
use super::table::{
    CONFIGS, NAMES_OF_KEYS, OF_HOOKS, ORDERS, SECRETS, SECRETS_AT_HOME, SHARED, STARTUP, SYSTEM,
    YOURS_AT_HOME,
};
use tacklebox_machine::cut::Cut;

/// What is kept at this path, if nobody else should read it.
pub(crate) fn secret(path: &str) -> Option<Kept> {
    let path = plain(path);
    if path.starts_with(HERE) || path.ends_with(".pub") || path.ends_with("/known_hosts") {
        return None;
    }
    let at_home = path.strip_prefix(HOME).and_then(|path| path.strip_prefix('/'));
    let low = path.to_lowercase();
    if let Some((_, kept)) = kept().find(|(part, _)| has(&low, part)) {
        return Some(*kept);
    }
    let own = at_home.is_some_and(|rest| {
        SECRETS_AT_HOME.contains(&rest) || rest.ends_with("/.env") || rest.ends_with(".kdbx")
    });
    let of_others = path.starts_with("/proc/")
        && path.ends_with("/environ")
        && !path.starts_with("/proc/self/");
    (own || of_others || (path.starts_with("/proc/") && path.ends_with("/environ")))
        .then_some(Kept::Keys)
}

/// Where something is kept, whoever's it is.
fn kept() -> impl Iterator<Item = &'static (&'static str, Kept)> {
    SECRETS.iter().chain(AGENTS.iter().flat_map(|agent| agent.kept))
}

/// Places in a home where secrets are kept, each as a path below it in small letters.
pub fn secret_places() -> impl Iterator<Item = &'static str> {
    kept().map(|(part, _)| *part).chain(SECRETS_AT_HOME)
}

/// Whether a name or pattern is one by which keys are looked for.
pub(crate) fn is_key_name(name: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or_default().to_lowercase();
    let name = name.trim_matches('*');
    NAMES_OF_KEYS.iter().any(|key| match key.strip_prefix('.') {
        Some(_) => name.ends_with(key),
        None => name.contains(key),
    })
}

/// Whether this is all of somebody's home, or of the disk.
pub(crate) fn is_whole_home(path: &str) -> bool {
    let path = plain(path);
    is_root_of_all(path.trim_end_matches(['/', '*', '.']))
}

fn is_root_of_all(path: &str) -> bool {
    matches!(path, "/home" | "/Users") || (path.starts_with(HOME) && path.chars().count() == 1)
}

/// Whether people keep their own work there.
pub(crate) fn is_yours(path: &str) -> bool {
    let path = plain(path);
    let Some(rest) = path.strip_prefix(HOME).and_then(|path| path.strip_prefix('/')) else {
        return false;
    };
    let rest = rest.to_lowercase();
    let begins = |folder: &str| {
        rest.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    YOURS_AT_HOME.iter().any(|folder| begins(folder))
}

/// Whether it is the config of an agent, in which keys may be.
pub(crate) fn is_config(path: &str) -> bool {
    let path = plain(path);
    !is_passing(&path) && ends_as_config(&path.to_lowercase())
}

/// Whether a path in small letters is that of a config: of an agent, or of another program.
fn ends_as_config(low: &str) -> bool {
    ends(low, &CONFIGS) || AGENTS.iter().any(|agent| ends(low, agent.configs))
}

/// Whether it is in a folder for what does not stay, where no agent keeps its things.
fn is_passing(path: &str) -> bool {
    SHARED.iter().any(|folder| *folder != "/dev/" && path.starts_with(folder))
        && !path.contains("/../")
}

/// Whether the path is one of these, not only something below a folder of such a name.
fn ends(path: &str, all: &[&str]) -> bool {
    let path = path.trim_end_matches('*');
    all.iter().any(|part| path.ends_with(part) && has(path, part))
}

/// Whether what was said to an agent is kept there: its sessions, its memory.
fn is_said(path: &str) -> bool {
    let path = plain(path);
    let low = path.to_lowercase();
    let of_agent = AGENTS.iter().flat_map(|agent| agent.homes).any(|home| has(&low, home))
        || low.contains("agents/");
    !path.starts_with(HERE)
        && ((of_agent && low.contains("/sessions/"))
            || has(&low, "workspace/memory")
            || (path.starts_with(['/', HOME, UNKNOWN]) && low.ends_with("/memory.md")))
}

/// What is to be remembered of what was read here: a mark, or nothing known.
pub(crate) fn content(path: &str) -> char {
    if secret(path).is_some() {
        SECRET
    } else if is_config(path) {
        CONFIG
    } else if is_yours(path) || is_whole_home(path) {
        YOURS
    } else if is_said(path) {
        SAID
    } else {
        UNKNOWN
    }
}

/// What is to be said of writing to this path; none where it is the hook's own business.
pub(crate) fn written(path: &str) -> Option<&'static Rule> {
    let path = plain(path);
    let somewhere = path.starts_with(['/', HOME, UNKNOWN]);
    let low = path.to_lowercase();
    if dangers::is_disk(&path) {
        return Some(&WRITE_DEVICE);
    }
    if is_passing(&path) {
        return None;
    }
    // Which computers are known by their keys: `ssh-keyscan` is made for writing there.
    let known = low.ends_with("/known_hosts");
    if (somewhere || low.contains(".git/") || leaves(&path))
        && !known
        && STARTUP.iter().any(|part| has(&low, part))
    {
        return Some(&WRITE_STARTUP);
    }
    if somewhere && ends_as_config(&low) {
        return Some(&WRITE_CONFIG);
    }
    let last = low.rsplit('/').next().unwrap_or_default();
    if ORDERS.contains(&last) && !path.starts_with(HERE) {
        return Some(&WRITE_ORDERS);
    }
    if OF_HOOKS.contains(&last) && (somewhere || leaves(&path)) && low.contains("hooks/") {
        return Some(&WRITE_SYSTEM);
    }
    if somewhere && AGENTS.iter().flat_map(|agent| agent.programs).any(|part| has(&low, part)) {
        return Some(&WRITE_SYSTEM);
    }
    match path.chars().next()? {
        HOME => Some(&WRITE_OUTSIDE),
        '/' if SHARED.iter().any(|folder| path.starts_with(folder)) => None,
        '/' if SYSTEM.iter().any(|folder| path.starts_with(folder)) => Some(&WRITE_SYSTEM),
        '/' => Some(&WRITE_OUTSIDE),
        UNKNOWN => None,
        _ if !leaves(&path) => None,
        _ if OF_HOOKS.contains(&last) => Some(&WRITE_SYSTEM),
        _ => Some(&WRITE_OUTSIDE),
    }
}

/// Whether removing this path removes the disk, a system folder or the home.
pub(crate) fn is_root(path: &str) -> bool {
    dangers::is_root(&dangers::resolve(&plain(path), None))
}

/// With `/` between its parts and one spelling of the home.
fn plain(path: &str) -> String {
    let path = path.strip_prefix("file://").unwrap_or(path).replace('\\', "/");
    // What leads out of the hook's own folder is judged by where it leads.
    let out = path.strip_prefix(HERE).map(|rest| rest.trim_start_matches('/'));
    if let Some(rest) = out.filter(|rest| leaves(rest)) {
        return rest.replace("//", "/");
    }
    let home = ["~", "$HOME", "${HOME}", "%USERPROFILE%"];
    for spelled in home {
        if let Some(rest) = path.strip_prefix(spelled)
            && (rest.is_empty() || rest.starts_with('/'))
        {
            return format!("{HOME}{rest}");
        }
    }
    path.replace("//", "/")
}

/// Whether the parts are in the path, whole.
fn has(path: &str, parts: &str) -> bool {
    let before = |at: usize| at == 0 || path.cut(..at).ends_with(['/', HOME, UNKNOWN]);
    let after = |at: usize| path.cut(at..).is_empty() || path.cut(at..).starts_with(['/', '*']);
    path.match_indices(parts).any(|(at, _)| before(at) && after(at.saturating_add(parts.len())))
}

/// Whether a relative path, or one of the hook's folder, leads out of where it begins.
fn leaves(path: &str) -> bool {
    let mut depth = 0_i32;
    for part in path.trim_start_matches(HERE).split('/') {
        match part {
            "" | "." => {}
            ".." => depth = depth.saturating_sub(1),
            _ => depth = depth.saturating_add(1),
        }
        if depth < 0 {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_where_they_lie() {
        for path in [
            "~/.ssh/id_rsa",
            "\u{E001}/.aws/credentials",
            "\u{E000}/.npmrc",
            "/etc/shadow",
            "C:\\x\\AppData\\Roaming\\discord\\Local Storage\\leveldb",
            "$HOME/.SSH/x",
            "~/code/app/.env",
            "/proc/\u{E001}/environ",
        ] {
            assert!(secret(path).is_some(), "{path}");
        }
        for path in [
            "\u{E001}/.npmrc",
            "\u{E010}/.ssh",
            "my.ssh/x",
            "/tmp/id_rsa.pub.txt",
            "notes",
            "~/.ssh/id_ed25519.pub",
            ".env",
        ] {
            assert!(secret(path).is_none(), "{path}");
        }
    }

    #[test]
    fn writing_is_judged_by_the_place() {
        let id = |path: &str| written(path).map(|rule| rule.id);
        for path in ["notes.md", "\u{E010}/state/x", "/tmp/x", "\u{E001}/memory/a.md", "/dev/null"]
        {
            assert_eq!(id(path), None, "{path}");
        }
        assert_eq!(id("\u{E000}/.openclaw/logs/a.log"), Some("write-outside"));
        assert_eq!(id("\u{E010}/../../state.json"), Some("write-outside"));
        assert_eq!(id("../other/handler.ts"), Some("write-system"));
        assert_eq!(id("\u{E000}/.openclaw/hooks/x/handler.js"), Some("write-system"));
        assert_eq!(id("/etc/hosts"), Some("write-system"));
        assert_eq!(id("~/.zshrc"), Some("write-startup"));
        assert_eq!(id("\u{E001}/.git/hooks/pre-commit"), Some("write-startup"));
        assert_eq!(id("\u{E000}/.openclaw/openclaw.json"), Some("write-config"));
        assert_eq!(id("\u{E000}/.openclaw/workspace/SOUL.md"), Some("write-orders"));
        assert_eq!(id("/dev/sda"), Some("write-device"));
    }

    #[test]
    fn a_home_and_what_lies_in_it_are_told_apart() {
        for path in ["~", "~/", "\u{E000}/*", "$HOME/.*", "/home"] {
            assert!(is_whole_home(path), "{path}");
        }
        for path in ["~/.cache", "/", ".", "x/home", "~/Documents"] {
            assert!(!is_whole_home(path), "{path}");
        }
        assert!(is_yours("~/Documents/a.txt") && !is_yours("~/.openclaw/workspace"));
        assert!(is_key_name("*.pem") && is_key_name("id_rsa*") && !is_key_name("*.log"));
    }
}
