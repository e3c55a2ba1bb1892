//! What commands do beside running others: open, send, write, remove, stay, weaken. Asked only where
//! the audit advises: a verdict is a shorter list.

use super::deeds::{self, Deed};
use super::marks::{HOME, SECRET, UNKNOWN, YOURS};
use super::programs::Call;
use super::reach::{
    ENDS_ALL, FETCHED_PACKAGE, LISTENS, MINES, NETWORK, ORDERS, REDIRECTS_TOOLS, SECRET_ASKED,
    SECRET_PLACE, TUNNEL, WATCHES, WEAKENS, WRITE_STARTUP, YOURS_SENT,
};
use super::scan::Scan;
use super::{dangers, hosts, orders, places, protections};

/// Programs that name a place without opening what is in it.
const ONLY_NAME: [&str; 34] = [
    "test",
    "[",
    "[[",
    "echo",
    "printf",
    "mkdir",
    "chmod",
    "chown",
    "ls",
    "touch",
    "ssh",
    "ssh-add",
    "ssh-keygen",
    "ssh-keyscan",
    "git",
    "stat",
    "basename",
    "dirname",
    "export",
    "rm",
    "rmdir",
    "unlink",
    "shred",
    "cd",
    "pushd",
    "return",
    "exit",
    "read",
    "local",
    "case",
    "tee",
    "realpath",
    "readlink",
    "tmux",
];
/// Programs whose first word is a pattern and no path.
const PATTERN_FIRST: [&str; 9] = ["grep", "egrep", "fgrep", "rg", "ag", "sed", "awk", "jq", "yq"];
/// Programs that go through a folder with all that is in it.
const GO_THROUGH: [&str; 14] = [
    "find", "fd", "tar", "zip", "7z", "rsync", "scp", "cp", "grep", "rg", "ag", "restic", "rclone",
    "zstd",
];
/// Programs that talk to another computer, and whose words or input go there.
const SENDERS: [&str; 42] = [
    "curl",
    "wget",
    "http",
    "https",
    "httpie",
    "xh",
    "nc",
    "ncat",
    "netcat",
    "nc.traditional",
    "nc.openbsd",
    "telnet",
    "socat",
    "ssh",
    "scp",
    "sftp",
    "rsync",
    "ftp",
    "lftp",
    "ncftpput",
    "tftp",
    "dig",
    "nslookup",
    "host",
    "drill",
    "ping",
    "openssl",
    "mail",
    "mailx",
    "sendmail",
    "mutt",
    "swaks",
    "aws",
    "gsutil",
    "rclone",
    "s3cmd",
    "az",
    "websocat",
    "wscat",
    "aria2c",
    "smbclient",
    "mosquitto_pub",
];
const TAKES_HOST: [&str; 17] = [
    "nc",
    "ncat",
    "netcat",
    "nc.traditional",
    "nc.openbsd",
    "telnet",
    "ssh",
    "sftp",
    "ftp",
    "lftp",
    "tftp",
    "scp",
    "rsync",
    "ping",
    "smbclient",
    "rsh",
    "rlogin",
];

impl Scan<'_> {
    /// Says what one command does; what it prints carries a mark where it printed something that
    /// must not go far.
    pub(super) fn deeds_of(&mut self, program: &str, args: &[String], call: Call) -> Option<char> {
        let row = call.rows.first;
        let words: Vec<&str> = args.iter().map(String::as_str).collect();
        self.opens(program, args, row);
        self.changes(program, args, row);
        if let Some(deed) = protections::weakens(program, &words) {
            self.say(deed, row);
        }
        if stays(program, &words, call.stdin.is_some()) {
            self.say(Deed::at(&WRITE_STARTUP, program), row);
        }
        if let Some(why) = fetches_package(program, &words) {
            self.say(Deed { rule: &FETCHED_PACKAGE, what: why.to_owned(), why: None }, row);
        }
        self.talks(program, args, &words, call);
        if asks_for_secret(program, &words) {
            self.say(Deed::at(&SECRET_ASKED, program), row);
            return Some(SECRET);
        }
        if watches(program, &words) {
            self.say(Deed::at(&WATCHES, program), row);
            return Some(YOURS);
        }
        if prints_environment(program, &words) {
            return Some(SECRET);
        }
        if ends_all(program, &words) {
            self.say(Deed::plain(&ENDS_ALL), row);
        }
        if mines(program, &words) {
            self.say(Deed::at(&MINES, program), row);
        }
        None
    }

    fn opens(&mut self, program: &str, args: &[String], row: usize) {
        if matches!(program, "cd" | "pushd")
            && let Some(to) = args.iter().find(|arg| !arg.starts_with('-'))
        {
            let deed = deeds::reads(to).filter(|deed| deed.rule.id == SECRET_PLACE.id);
            return self.say_if(deed, row);
        }
        let pattern = PATTERN_FIRST.contains(&program);
        let first = args.iter().position(|arg| !arg.starts_with('-'));
        let removes = program == "rm";
        for (at, arg) in args.iter().enumerate() {
            if (pattern && Some(at) == first) || arg.contains('\n') || arg.len() > 4096 {
                continue;
            }
            for path in paths_in(arg) {
                let path = self.at_hand(path);
                if !ONLY_NAME.contains(&program) && places::secret(&path).is_some() {
                    self.say_if(deeds::reads(&path), row);
                }
                let through = GO_THROUGH.contains(&program) || is_recursive_list(program, args);
                if through && !removes && places::is_whole_home(&path) {
                    self.say_if(deeds::reads(&path), row);
                }
            }
        }
        if matches!(program, "find" | "fd") {
            self.hunts(args, row);
        }
    }

    /// `find ~ -name '*.pem'`.
    fn hunts(&mut self, args: &[String], row: usize) {
        let roots = || args.iter().take_while(|arg| !arg.starts_with(['-', '(', '!']));
        let far = |root: &String| {
            let root = self.at_hand(root);
            root == "/" || places::is_whole_home(&root) || places::is_yours(&root)
        };
        let asked = args.windows(2).find(|pair| {
            matches!(pair[0].as_str(), "-name" | "-iname" | "-path" | "-wholename" | "-regex")
                && places::is_key_name(&pair[1])
        });
        if let Some(pair) = asked
            && roots().any(far)
        {
            let what = deeds::shown(&pair[1]);
            let why = format!("It looks for keys of yours ({what}).");
            self.say(Deed { rule: &SECRET_PLACE, what, why: Some(why) }, row);
        }
    }

    /// Orders to an agent that are written to a file.
    pub(super) fn orders(&mut self, text: &str, path: &str, row: usize) {
        let of_agent =
            deeds::writes(path, "writes to").is_some_and(|deed| deed.rule.id == "write-orders");
        let found = if self.deeds { orders::find(text) } else { Vec::new() };
        if found.len() > 1 || (of_agent && !found.is_empty()) {
            let why = found.first().map(|(_, why)| (*why).to_owned());
            self.say(Deed { rule: &ORDERS, what: deeds::shown(path), why }, row);
        }
    }

    /// A path as it is from the folder that the text went to.
    pub(super) fn at_hand(&self, path: &str) -> String {
        match &self.cwd {
            Some(cwd) if cwd.starts_with(HOME) => dangers::resolve(path, Some(cwd)),
            _ => path.to_owned(),
        }
    }

    fn changes(&mut self, program: &str, args: &[String], row: usize) {
        let plain: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
        match program {
            "tee" | "truncate" | "touch" | "ed" | "patch" => {
                for path in plain {
                    self.writes(path, row);
                }
            }
            "cp" | "mv" | "install" | "ln" | "rsync" | "ditto" => {
                if let Some(to) = plain.last().filter(|_| plain.len() > 1) {
                    self.writes(to, row);
                }
            }
            "sed" | "perl" if args.iter().any(|arg| arg.starts_with("-i") || arg == "-pi") => {
                if let Some(path) = plain.last() {
                    self.writes(path, row);
                }
            }
            "dd" => {
                for path in args.iter().filter_map(|arg| arg.strip_prefix("of=")) {
                    self.writes(path, row);
                }
            }
            "curl" | "wget" => {
                for pair in args.windows(2) {
                    if matches!(pair[0].as_str(), "-o" | "--output" | "-O" | "--output-document") {
                        self.writes(&pair[1], row);
                    }
                }
            }
            "rm" | "grm" | "shred" | "unlink" | "rmdir" | "srm" | "trash" => {
                let all = args.iter().any(|arg| {
                    arg == "--recursive"
                        || (arg.starts_with('-')
                            && !arg.starts_with("--")
                            && arg.contains(['r', 'R']))
                });
                for path in plain {
                    let path = self.at_hand(path);
                    // The disk and the home have a rule of their own.
                    let deed = deeds::removes(&path, all || program == "shred");
                    self.say_if(deed.filter(|deed| deed.rule.id != "remove-root"), row);
                }
            }
            _ => {}
        }
    }

    /// Something is written to a path.
    pub(super) fn writes(&mut self, path: &str, row: usize) {
        let path = self.at_hand(path);
        let deed = deeds::writes(&path, "writes to");
        // Disks have a rule of their own.
        self.say_if(deed.filter(|deed| deed.rule.id != "write-device"), row);
    }

    /// `git push`, `curl`, `nc` and their like.
    fn talks(&mut self, program: &str, args: &[String], words: &[&str], call: Call) {
        let row = call.rows.first;
        if program == "git" && words.contains(&"push") {
            if words.iter().any(|word| word.contains("://") || word.starts_with("git@")) {
                let why = "It pushes a repository of yours to an address that is written here.";
                let why = Some(why.to_owned());
                self.say(Deed { rule: &YOURS_SENT, what: "push".to_owned(), why }, row);
            }
            return;
        }
        let serves = matches!(program, "nc" | "ncat" | "netcat") && has_flag(words, 'l')
            || (program.starts_with("python") && words.contains(&"http.server"))
            || (program == "php" && words.contains(&"-S"));
        if serves {
            self.say(Deed::plain(&LISTENS), row);
        }
        if opens_tunnel(program, words) {
            self.say(Deed::at(&TUNNEL, program), row);
        }
        let listing = matches!(program, "openssl") && !words.contains(&"s_client");
        if !SENDERS.contains(&program) || listing {
            return;
        }
        let mut hosts: Vec<String> = args.iter().filter_map(|arg| hosts::of(arg, false)).collect();
        if TAKES_HOST.contains(&program) && hosts.is_empty() {
            hosts.extend(host_word(program, words));
        }
        for host in &hosts {
            let (rule, why) = hosts::judge(host);
            self.say(Deed { rule, what: deeds::shown(host), why: Some(why) }, row);
        }
        if hosts.is_empty() && matches!(program, "curl" | "wget") {
            self.say(Deed::plain(&NETWORK), row);
        }
        if !hosts.is_empty() && !hosts.iter().any(|host| hosts::is_stranger(host)) {
            return;
        }
        let mut sent = call.stdin.unwrap_or_default().to_owned();
        for arg in args {
            sent.push_str(arg);
            for path in paths_in(arg) {
                sent.push_str(&self.file(&self.at_hand(path)));
                // A key that is sent whole was opened, too; a file of yours only goes out here.
                if is_upload(program, arg) {
                    sent.push(places::content(&self.at_hand(path)));
                }
            }
        }
        self.say_if(deeds::sends(&sent), row);
    }
}

/// What may be a path in a word: `~/x`, `@~/x`, `f=@~/x`, `--file=~/x`, `host:~/x`.
fn paths_in(arg: &str) -> impl Iterator<Item = &str> {
    let inner = arg.split(['=', '@']).next_back().filter(|inner| inner.len() < arg.len());
    let mounted = arg.split_once(':').map(|(before, _)| before).filter(|path| path.len() > 1);
    [Some(arg), inner, mounted].into_iter().flatten().filter(|path| !path.is_empty())
}

/// Whether a word of a program that sends is a file that it sends.
fn is_upload(program: &str, arg: &str) -> bool {
    match program {
        "curl" | "http" | "xh" => arg.contains('@') || arg.starts_with(['/', HOME]),
        "wget" => arg.starts_with("--post-file=") || arg.starts_with("--body-file="),
        "scp" | "rsync" | "sftp" | "ncftpput" | "aws" | "gsutil" | "rclone" | "s3cmd" | "az" => {
            true
        }
        _ => false,
    }
}

fn is_recursive_list(program: &str, args: &[String]) -> bool {
    program == "ls" && args.iter().any(|arg| arg.starts_with('-') && arg.contains('R'))
}

fn has_flag(words: &[&str], letter: char) -> bool {
    words.iter().any(|word| {
        word.strip_prefix('-')
            .is_some_and(|flags| !flags.starts_with('-') && flags.contains(letter))
    })
}

/// The word that names another computer: `me@host`, `host:path`, or the first plain one.
fn host_word(program: &str, words: &[&str]) -> Option<String> {
    let mut plain = words.iter().filter(|word| !word.starts_with('-'));
    let word = match program {
        "scp" | "rsync" => {
            plain.find(|word| word.contains(':') && !word.starts_with(['/', '.', HOME]))
        }
        "ssh" => plain.find(|word| word.contains(['@', '.']) && !word.contains('=')),
        _ => plain.find(|word| word.contains('.') && !word.starts_with(['/', HOME])),
    }?;
    hosts::of(word, true)
}

fn opens_tunnel(program: &str, words: &[&str]) -> bool {
    match program {
        "ssh" | "autossh" => has_flag(words, 'R'),
        "ngrok" | "frpc" | "bore" | "localtunnel" | "lt" | "chisel" => !words.is_empty(),
        "cloudflared" => words.contains(&"tunnel"),
        "tailscale" => words.contains(&"funnel"),
        _ => false,
    }
}

/// Whether a command has something run again later, or at the next login.
fn stays(program: &str, words: &[&str], with_input: bool) -> bool {
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

/// Whether a program hands out what it keeps for its owner.
fn asks_for_secret(program: &str, words: &[&str]) -> bool {
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
fn watches(program: &str, words: &[&str]) -> bool {
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

fn ends_all(program: &str, words: &[&str]) -> bool {
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

fn mines(program: &str, words: &[&str]) -> bool {
    matches!(program, "xmrig" | "minerd" | "cpuminer" | "ethminer" | "nbminer" | "xmr-stak")
        || words.iter().any(|word| word.contains("stratum+"))
}

fn prints_environment(program: &str, words: &[&str]) -> bool {
    match program {
        "env" | "printenv" => words.is_empty() || words == ["-0"],
        "export" | "declare" => words == ["-p"] || words == ["-x"],
        "set" => words.is_empty(),
        _ => false,
    }
}

/// How a package comes in that nobody has looked at.
fn fetches_package(program: &str, words: &[&str]) -> Option<&'static str> {
    let has = |word: &str| words.contains(&word);
    let address = || {
        words
            .iter()
            .any(|word| word.contains("://") && !word.starts_with('-') || word.starts_with("git+"))
            && !words.iter().any(|word| word.contains("github.com/") && word.contains('@'))
    };
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
            (installs && address()).then_some("npm")
        }
        "pip" | "pip3" | "uv" => (has("install") && address()).then_some("pip"),
        "python" if has("pip") && has("install") => address().then_some("pip"),
        "gem" | "cargo" | "go" => (has("install") && address()).then_some("install"),
        "brew" => (has("tap") && address()).then_some("brew"),
        _ => None,
    }
}

/// What a folder's listing prints, as paths: `~/Documents/…`.
pub(super) fn listed(roots: &[String]) -> String {
    roots.iter().map(|root| format!("{}/{UNKNOWN}\n", root.trim_end_matches('/'))).collect()
}

/// Changes for all of somebody's work, told apart from those that only weaken.
pub(crate) fn redirects_tools(why: &str) -> Deed {
    Deed { rule: &REDIRECTS_TOOLS, what: why.to_owned(), why: None }
}

pub(crate) fn weakens(what: &str) -> Deed {
    Deed::at(&WEAKENS, what)
}
