//! Commands that switch off what protects a computer, or that change for all work of a person where
//! tools get things from.

use super::deeds::Deed;
use super::habits::has_flag;
use super::places;
use super::reach::{REDIRECTS_TOOLS, WEAKENS};

/// Settings of git that run something or lead elsewhere.
const GIT_SETTINGS: [&str; 14] = [
    "core.sshcommand",
    "core.hookspath",
    "core.fsmonitor",
    "core.gitproxy",
    "core.pager",
    "core.editor",
    "core.askpass",
    "credential.helper",
    "http.proxy",
    "http.sslverify",
    "init.templatedir",
    "insteadof",
    "gpg.program",
    "filter.",
];
const GUARDS: [&str; 12] = [
    "firewalld",
    "ufw",
    "apparmor",
    "auditd",
    "iptables",
    "nftables",
    "clamav",
    "crowdstrike",
    "falcon-sensor",
    "osqueryd",
    "fail2ban",
    "selinux",
];

/// What a command weakens, if anything.
pub(super) fn weakens(program: &str, words: &[&str]) -> Option<Deed> {
    let has = |word: &str| words.contains(&word);
    let low = |part: &str| words.iter().any(|word| word.to_lowercase().contains(part));
    let off = match program {
        "ufw" => has("disable") || has("reset"),
        "iptables" | "ip6tables" => has("-F") || has("--flush"),
        "nft" => has("flush"),
        "setenforce" => has("0") || low("permissive"),
        "spctl" => has("--master-disable") || has("--global-disable"),
        "csrutil" => has("disable"),
        "xattr" => low("com.apple.quarantine") && low("-d") || has("-cr"),
        "tccutil" => has("reset"),
        "defaults" => low("lsquarantine") || low("loginwindow"),
        "security" => has("add-trusted-cert") || has("authorizationdb"),
        "trust" => has("anchor"),
        // Only looked at: `visudo -cf file`, `passwd -S`.
        "visudo" => !has_flag(words, 'c') && !has("--check"),
        "passwd" => !has_flag(words, 'S') && !has("--status"),
        "update-ca-certificates" | "chpasswd" | "useradd" | "adduser" => true,
        "usermod" | "gpasswd" => low("sudo") || low("wheel") || low("docker") || low("root"),
        "dscl" => has("-create") || has("-append"),
        "netsh" => low("advfirewall") && low("off"),
        "set-mppreference" | "add-mppreference" => true,
        "set-executionpolicy" => low("bypass") || low("unrestricted"),
        "setcap" | "nsenter" | "insmod" | "modprobe" => true,
        "systemctl" | "service" => {
            (has("stop") || has("disable") || has("mask"))
                && GUARDS.iter().any(|guard| words.iter().any(|word| word.starts_with(guard)))
        }
        "docker" | "podman" | "nerdctl" => {
            let all = has("run")
                && (has("--privileged")
                    || low("--pid=host")
                    || words.iter().any(|word| mounts_all(word)));
            let why = "It gives a container access to this computer itself, or to secrets on it.";
            return all.then(|| Deed::told(&WEAKENS, why, program));
        }
        "chmod" => {
            return opens_up(words).then(|| switch_off("chmod"));
        }
        "git" => return git_setting(words).then(|| redirects_tools("git")),
        "npm" | "pnpm" | "yarn" | "bun" => {
            let moves = has("config")
                && has("set")
                && (low("registry") || low("script-shell") || low("proxy") || low("strict-ssl"));
            return moves.then(|| redirects_tools("npm"));
        }
        "pip" | "pip3" => {
            let moves = has("config")
                && has("set")
                && (low("index-url") || low("trusted-host") || low("proxy"));
            return moves.then(|| redirects_tools("pip"));
        }
        "go" => return (has("env") && has("-w")).then(|| redirects_tools("go")),
        "gem" => return (has("sources") && has("-a")).then(|| redirects_tools("gem")),
        "networksetup" | "scutil" => {
            return (low("proxy") || low("dns")).then(|| redirects_tools("network"));
        }
        _ => false,
    };
    off.then(|| switch_off(program))
}

/// Changes for all of somebody's work, told apart from those that only weaken.
fn redirects_tools(why: &str) -> Deed {
    Deed { rule: &REDIRECTS_TOOLS, what: why.to_owned(), why: None }
}

fn switch_off(what: &str) -> Deed {
    Deed::at(&WEAKENS, what)
}

/// `-v /:/host`, `--volume=/etc:/x`, `--mount type=bind,source=/`.
fn mounts_all(word: &str) -> bool {
    let word = word.strip_prefix("--volume=").unwrap_or(word);
    word.starts_with("/:")
        || word.starts_with("/etc:")
        || word.starts_with("/var/run/docker.sock:")
        || word.contains("source=/,")
        || word.contains("src=/,")
        || word
            .split_once(':')
            .is_some_and(|(from, _)| places::is_whole_home(from) || places::secret(from).is_some())
}

/// Rights for everybody on what is one's own, or the rights of an owner for whoever starts it.
fn opens_up(words: &[&str]) -> bool {
    let mode = words.iter().find(|word| !word.starts_with('-'));
    let Some(mode) = mode else { return false };
    let octal = mode.len() >= 3 && mode.chars().all(|c| c.is_digit(8));
    let as_owner = (octal && mode.len() == 4 && mode.starts_with(['2', '4', '6']))
        || mode.contains("+s")
        || mode.contains("=s");
    let everybody = (octal && mode.ends_with(['6', '7', '2', '3']))
        || mode.contains("o+w")
        || mode.contains("a+w")
        || mode.contains("a+rw");
    let place = |word: &&&str| {
        places::is_whole_home(word)
            || places::is_yours(word)
            || places::secret(word).is_some()
            || word.starts_with("/etc")
            || **word == "/"
    };
    as_owner || (everybody && words.iter().any(|word| place(&word)))
}

/// A setting of git for every repository, that runs something or leads elsewhere.
fn git_setting(words: &[&str]) -> bool {
    if !words.contains(&"config")
        || !words.iter().any(|word| matches!(*word, "--global" | "--system"))
    {
        return false;
    }
    if words.iter().any(|word| word.starts_with("--get") || matches!(*word, "--list" | "-l")) {
        return false;
    }
    words.iter().any(|word| {
        let low = word.to_lowercase();
        GIT_SETTINGS.iter().any(|name| low.contains(name)) || low.starts_with("alias.")
    }) && words.iter().filter(|word| !word.starts_with('-')).count() > 2
}
