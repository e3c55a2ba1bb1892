//! What a program does, by its name and words: to stay, to hand out passwords, to watch, to
//! fetch packages, to open a way in.

use std::borrow::Cow;

pub(super) fn has_flag(words: &[&str], letter: char) -> bool {
    words.iter().any(|word| {
        word.strip_prefix('-')
            .is_some_and(|flags| !flags.starts_with('-') && flags.contains(letter))
    })
}

/// What programs for tunnels do without opening one.
const SETS_UP: [&str; 9] =
    ["config", "authtoken", "version", "update", "diagnose", "completion", "help", "h", "v"];

pub(super) fn opens_tunnel(program: &str, words: &[&str]) -> bool {
    match program {
        "ssh" | "autossh" => has_flag(words, 'R'),
        "ngrok" | "frpc" | "bore" | "localtunnel" | "lt" | "chisel" => {
            words.first().is_some_and(|word| !SETS_UP.contains(&word.trim_start_matches('-')))
        }
        "cloudflared" => words.contains(&"tunnel"),
        "tailscale" => {
            words.contains(&"funnel")
                && !["off", "status", "reset"].iter().any(|no| words.contains(no))
        }
        _ => false,
    }
}

/// Whether a command has something run again later, or at the next login.
pub(super) fn stays(program: &str, words: &[&str], with_input: bool) -> bool {
    let has = |word: &str| words.contains(&word);
    let low = |part: &str| words.iter().any(|word| word.to_lowercase().contains(part));
    match program {
        "crontab" => with_input || words.iter().any(|word| !word.starts_with('-')) || has("-"),
        "at" | "batch" => !has("-l") && !has("-c") && !has("-d"),
        "systemctl" => has("enable") || has("link") || has("reenable"),
        "loginctl" => has("enable-linger"),
        "launchctl" => ["load", "bootstrap", "enable", "submit"].iter().any(|word| has(word)),
        "schtasks" | "schtasks.exe" => low("/create"),
        // Read as a shell's text, it has lost its backslashes.
        "reg" | "reg.exe" => low("add") && (low("currentversion\\run") || low("currentversionrun")),
        "update-rc.d" | "chkconfig" => true,
        "osascript" => low("login item"),
        "new-itemproperty" | "set-itemproperty" => low("currentversion\\run"),
        "register-scheduledtask" => true,
        _ => false,
    }
}

/// Without the key that a program shows who it is with, which stays on this computer: `ssh -i key`, `rsync -e "ssh -i key"`.
pub(super) fn without_own_keys<'a>(program: &str, args: &'a [String]) -> Cow<'a, [String]> {
    let (short, long) = match program {
        "ssh" | "scp" | "sftp" | "sshfs" | "ssh-copy-id" => ("-i", None),
        "rsync" => ("-e", Some("--rsh")),
        _ => return Cow::Borrowed(args),
    };
    let is_key = |value: &str| program != "rsync" || value.starts_with("ssh ");
    let joined = |arg: &str| {
        let value = arg.strip_prefix("--rsh=").or_else(|| arg.strip_prefix(short));
        value.is_some_and(|value| !value.is_empty() && is_key(value))
    };
    let mut kept = Vec::new();
    let mut all = args.iter().peekable();
    while let Some(arg) = all.next() {
        let asks = arg == short || Some(arg.as_str()) == long;
        let apart = asks && all.next_if(|next| is_key(next)).is_some();
        if !apart && !joined(arg) {
            kept.push(arg.clone());
        }
    }
    kept.into()
}

/// Whether a program hands out what it keeps for its owner.
pub(super) fn asks_for_secret(program: &str, words: &[&str]) -> bool {
    let has = |word: &str| words.contains(&word);
    match program {
        "security" => {
            words.first().is_some_and(|word| word.starts_with("find-") || *word == "dump-keychain")
                || has("export")
        }
        "secret-tool" => has("lookup") || has("search"),
        "keyctl" => has("print") || has("read"),
        "pass" | "gopass" => words.first().is_some_and(|word| *word != "insert" && *word != "ls"),
        "op" => has("read") || (has("item") && has("get")),
        "bw" => has("get") || has("export"),
        "lpass" => has("show") || has("export"),
        "keepassxc-cli" => has("show") || has("export"),
        "vault" => has("read") || has("get"),
        "gh" | "glab" => {
            has("auth") && has("token") || has("--show-token") || has("-t") && has("auth")
        }
        "gcloud" => has("print-access-token") || has("print-identity-token"),
        "az" => has("get-access-token"),
        "aws" => {
            has("export-credentials")
                || has("get-session-token")
                || (has("configure") && has("get"))
        }
        "git" => has("credential") && has("fill"),
        "kubectl" => has("view") && has("--raw"),
        "npm" => has("token") && has("list"),
        "gpg" => words.iter().any(|word| word.starts_with("--export-secret")),
        "cmdkey" | "vaultcmd" => true,
        _ => program.starts_with("docker-credential-"),
    }
}

/// Whether a program reads the clipboard, the screen, the keyboard or a microphone.
pub(super) fn watches(program: &str, words: &[&str]) -> bool {
    let has = |word: &str| words.contains(&word);
    match program {
        "pbpaste" | "wl-paste" | "screencapture" | "scrot" | "grim" | "gnome-screenshot"
        | "maim" | "spectacle" | "flameshot" | "imagesnap" | "fswebcam" | "arecord"
        | "parecord" | "rec" | "showkey" | "logkeys" | "get-clipboard" => true,
        "xclip" => has("-o") || has("-out"),
        "xsel" => has("-o") || has("--output"),
        "import" => has("-window"),
        "xinput" => has("test") || has("test-xi2"),
        "ffmpeg" => words.iter().any(|word| {
            matches!(*word, "x11grab" | "avfoundation" | "gdigrab" | "pulse" | "v4l2" | "alsa")
        }),
        _ => false,
    }
}

pub(super) fn ends_all(program: &str, words: &[&str]) -> bool {
    match program {
        "kill" => words.iter().skip(1).any(|word| *word == "-1"),
        // Whose, and nothing by name.
        "pkill" | "killall" => {
            words.contains(&"-u") && words.iter().filter(|word| !word.starts_with('-')).count() < 2
        }
        "shutdown" | "reboot" | "poweroff" | "halt" => !words.contains(&"-c"),
        _ => false,
    }
}

pub(super) fn mines(program: &str, words: &[&str]) -> bool {
    matches!(program, "xmrig" | "minerd" | "cpuminer" | "ethminer" | "nbminer" | "xmr-stak")
        || words.iter().any(|word| word.contains("stratum+"))
}

pub(super) fn prints_environment(program: &str, words: &[&str]) -> bool {
    match program {
        "env" | "printenv" => words.is_empty() || words == ["-0"],
        "export" | "declare" => words == ["-p"] || words == ["-x"],
        "set" => words.is_empty(),
        _ => false,
    }
}

/// How a package comes in that nobody has looked at.
pub(super) fn fetches_package(program: &str, words: &[&str]) -> Option<&'static str> {
    let has = |word: &str| words.contains(&word);
    let address = || words.iter().any(|word| is_address(word) && !is_one_commit(word));
    let pinned =
        |word: &&&str| word.trim_start_matches('@').contains('@') && !word.ends_with("@latest");
    let own = || words.iter().filter(|word| !word.starts_with('-'));
    let bare = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    match bare {
        "npx" | "bunx" | "pnpx" => {
            let asks_nobody = has("-y") || has("--yes") || program == "bunx";
            let local = has("--no-install") || has("--no");
            let first = own().next();
            let pinned = first.as_ref().is_some_and(pinned);
            (address() || (asks_nobody && !local && !pinned)).then_some("npx")
        }
        "uvx" | "pipx" => address().then_some("uvx"),
        "npm" | "pnpm" | "yarn" | "bun" => {
            let installs = ["install", "i", "add", "exec", "dlx", "x"].iter().any(|word| has(word));
            (installs && (address() || shorthand(words))).then_some("npm")
        }
        "pip" | "pip3" | "uv" => (has("install") && address()).then_some("pip"),
        "python" if has("pip") && has("install") => address().then_some("pip"),
        "gem" | "cargo" | "go" => (has("install") && address()).then_some("install"),
        "brew" => (has("tap") && address()).then_some("brew"),
        _ => None,
    }
}

/// Whether a package is named by where it is: `https://…`, `git+ssh://…`, `name @ git+…`, `github:me/it`.
fn is_address(word: &str) -> bool {
    let hosted = ["github:", "gitlab:", "bitbucket:", "gist:", "git@", "git+"];
    !word.starts_with('-')
        && (word.contains("://")
            || word.contains("@ git+")
            || hosted.iter().any(|how| word.starts_with(how)))
}

/// Whether an address names one commit, which nobody can exchange.
fn is_one_commit(word: &str) -> bool {
    let word = word.split("#egg").next().unwrap_or_default();
    let word = word.split("#subdirectory").next().unwrap_or_default();
    let commit = word.rsplit(['#', '@']).next().unwrap_or_default();
    commit.len() >= 7 && commit.chars().all(|c| c.is_ascii_hexdigit())
}

/// `npm install me/it`, which is a repository of GitHub.
fn shorthand(words: &[&str]) -> bool {
    let before = std::iter::once("").chain(words.iter().copied());
    before.zip(words).any(|(before, word)| {
        let plain = |part: &str| {
            part.starts_with(|c: char| c.is_ascii_alphanumeric())
                && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
        };
        let name = word.split('#').next().unwrap_or_default();
        let is_value = before.starts_with('-')
            && !["-g", "-D", "-y", "--yes", "--global", "--save-dev", "--save"].contains(&before);
        !is_value
            && !is_one_commit(word)
            && name.split_once('/').is_some_and(|(who, what)| plain(who) && plain(what))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_from_an_address_is_one_where_it_can_be_exchanged() {
        let said = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            fetches_package(words[0], &words[1..]).is_some()
        };
        let commit = "0123456789abcdef0123456789abcdef01234567";
        for line in [
            "pip install git+https://github.com/u/r.git@main",
            "pip install git+https://github.com/u/r.git",
            "pip3 install https://x.example/a.whl",
            "npm install github:u/r",
            "npm i -g u/r",
            "npm install u/r#v2",
            "npm install git+ssh://git@github.com/u/r",
            "npm install git@github.com:u/r.git",
            "npx -y thing",
        ] {
            assert!(said(line), "{line}");
        }
        for line in [
            format!("pip install git+https://github.com/u/r.git@{commit}"),
            format!("pip install git+https://github.com/u/r@{commit}#egg=r"),
            format!("npm install github:u/r#{commit}"),
            format!("npm install u/r#{commit}"),
            "npm install @scope/name".to_owned(),
            "npm install ./packages/a ../b /opt/c".to_owned(),
            "npm --prefix packages/a install".to_owned(),
            "pip install requests==2.0 -r requirements/dev.txt".to_owned(),
            "npx -y thing@1.2.3".to_owned(),
        ] {
            assert!(!said(&line), "{line}");
        }
    }
}
