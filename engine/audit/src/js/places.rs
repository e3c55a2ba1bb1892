//! Paths that matter: where secrets are, what is run at login, what belongs to the system.

use super::super::dangers;
use super::super::marks::{HOME, UNKNOWN};
use super::super::rules::{Rule, WRITE_DEVICE};
use super::rules::{WRITE_CONFIG, WRITE_OUTSIDE, WRITE_STARTUP, WRITE_SYSTEM};
use super::texts::HERE;

/// Parts of a path that hold keys, passwords, sign-ins or wallets, wherever the home folder is.
const SECRETS: [&str; 44] = [
    ".ssh",
    ".aws",
    ".gnupg",
    ".kube",
    ".azure",
    ".password-store",
    ".config/gcloud",
    ".config/gh/hosts.yml",
    ".config/git/credentials",
    ".config/op",
    ".config/solana",
    ".config/google-chrome",
    ".config/chromium",
    ".config/BraveSoftware",
    ".mozilla/firefox",
    ".docker/config.json",
    ".netrc",
    "_netrc",
    ".git-credentials",
    ".bash_history",
    ".zsh_history",
    ".local/share/keyrings",
    ".ethereum",
    ".bitcoin",
    ".electrum",
    ".claude/.credentials.json",
    ".codex/auth.json",
    ".openclaw/credentials",
    "auth-profiles.json",
    "Library/Keychains",
    "Library/Cookies",
    "Library/Application Support/Google/Chrome",
    "Library/Application Support/BraveSoftware",
    "Library/Application Support/Firefox",
    "Library/Application Support/1Password",
    "Library/Application Support/Exodus",
    "AppData/Local/Google/Chrome",
    "AppData/Roaming/Mozilla/Firefox",
    "AppData/Roaming/Exodus",
    "Login Data",
    "wallet.dat",
    "id_rsa",
    "id_ed25519",
    "etc/shadow",
];
/// The same, only right in the home folder: projects have files of these names too.
const SECRETS_AT_HOME: [&str; 3] = [".npmrc", ".pypirc", ".env"];
/// What is run or trusted when a person logs in.
const STARTUP: [&str; 21] = [
    ".bashrc",
    ".bash_profile",
    ".bash_login",
    ".bash_aliases",
    ".profile",
    ".zshrc",
    ".zprofile",
    ".zshenv",
    ".zlogin",
    ".config/fish/config.fish",
    ".config/autostart",
    ".config/systemd/user",
    ".ssh",
    "Library/LaunchAgents",
    "Library/LaunchDaemons",
    "Start Menu/Programs/Startup",
    "etc/profile",
    "etc/profile.d",
    "etc/crontab",
    "etc/cron.d",
    "etc/systemd",
];
const CONFIGS: [&str; 11] = [
    "openclaw.json",
    "clawdbot.json",
    "moltbot.json",
    "milady.json",
    "eliza.json",
    "moltis.toml",
    ".zeroclaw/config.toml",
    ".claude/settings.json",
    ".codex/config.toml",
    ".gitconfig",
    "disabled_hooks.json",
];
/// Files that make a hook.
const OF_HOOKS: [&str; 7] =
    ["HOOK.md", "HOOK.toml", "handler.ts", "handler.js", "handler.mjs", "index.ts", "handler.sh"];
const SYSTEM: [&str; 11] = [
    "/etc/",
    "/usr/",
    "/bin/",
    "/sbin/",
    "/lib/",
    "/opt/",
    "/boot/",
    "/System/",
    "/Library/",
    "/var/lib/",
    "/Applications/",
];
const SHARED: [&str; 5] = ["/tmp/", "/var/tmp/", "/dev/", "/private/tmp/", "/var/folders/"];

/// Whether reading this path is reading secrets.
pub(super) fn is_secret(path: &str) -> bool {
    let path = plain(path);
    if path.starts_with(HERE) {
        return false;
    }
    let at_home = path.strip_prefix(HOME).and_then(|path| path.strip_prefix('/'));
    SECRETS.iter().any(|part| has(&path, part))
        || at_home.is_some_and(|rest| SECRETS_AT_HOME.contains(&rest))
        || (path.starts_with("/proc/") && path.ends_with("/environ"))
}

/// What is to be said of writing to this path; none where it is the hook's own business.
pub(super) fn written(path: &str) -> Option<&'static Rule> {
    let path = plain(path);
    let somewhere = path.starts_with(['/', HOME, UNKNOWN]);
    if dangers::is_disk(&path) {
        return Some(&WRITE_DEVICE);
    }
    if somewhere && STARTUP.iter().any(|part| has(&path, part)) {
        return Some(&WRITE_STARTUP);
    }
    if somewhere && CONFIGS.iter().any(|part| has(&path, part)) {
        return Some(&WRITE_CONFIG);
    }
    let last = path.rsplit('/').next().unwrap_or_default();
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
pub(super) fn is_root(path: &str) -> bool {
    dangers::is_root(&dangers::resolve(&plain(path), None))
}

/// With `/` between its parts and one spelling of the home.
fn plain(path: &str) -> String {
    let path = path.strip_prefix("file://").unwrap_or(path).replace('\\', "/");
    match path.strip_prefix("~") {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => format!("{HOME}{rest}"),
        _ => path,
    }
}

/// Whether the parts are in the path, whole.
fn has(path: &str, parts: &str) -> bool {
    let before = |at: usize| at == 0 || path[..at].ends_with(['/', HOME, UNKNOWN]);
    let after = |at: usize| path[at..].is_empty() || path[at..].starts_with('/');
    path.match_indices(parts).any(|(at, _)| before(at) && after(at + parts.len()))
}

/// Whether a relative path, or one of the hook's folder, leads out of where it begins.
fn leaves(path: &str) -> bool {
    let mut depth = 0_i32;
    for part in path.trim_start_matches(HERE).split('/') {
        match part {
            "" | "." => {}
            ".." => depth -= 1,
            _ => depth += 1,
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
        for path in ["~/.ssh/id_rsa", "\u{E001}/.aws/credentials", "\u{E000}/.npmrc", "/etc/shadow"]
        {
            assert!(is_secret(path), "{path}");
        }
        for path in ["\u{E001}/.npmrc", "\u{E010}/.ssh", "my.ssh/x", "/tmp/id_rsa.pub.txt", "notes"]
        {
            assert!(!is_secret(path), "{path}");
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
        assert_eq!(id("\u{E010}/../other/handler.ts"), Some("write-system"));
        assert_eq!(id("/etc/hosts"), Some("write-system"));
        assert_eq!(id("\u{E001}/openclaw.json"), Some("write-config"));
        assert_eq!(id("~/.zshrc"), Some("write-startup"));
        assert_eq!(id("/dev/sda"), Some("write-device"));
    }
}
