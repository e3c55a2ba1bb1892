//! What commands do beside running others: open, send, write, remove, stay, weaken. Asked only where
//! the audit advises: a verdict is a shorter list.

use super::call::Call;
use super::scan::Scan;
use crate::deeds::{self, Deed};
use crate::habits::{
    asks_for_secret, ends_all, fetches_package, has_flag, mines, opens_tunnel, prints_environment,
    stays, watches, without_own_keys,
};
use crate::marks::{HOME, SECRET, YOURS};
use crate::reach::{
    ENDS_ALL, FETCHED_PACKAGE, LISTENS, MINES, NETWORK, ORDERS, SECRET_ASKED, SECRET_PLACE, TUNNEL,
    WATCHES, WRITE_STARTUP, YOURS_SENT,
};
use crate::{dangers, hosts, orders, places, protections};

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
        let kept = without_own_keys(program, args);
        self.opens(program, &kept, row);
        self.changes(program, args, row);
        if let Some(deed) = protections::weakens(program, &words) {
            self.say(deed, row);
        }
        if stays(program, &words, call.stdin.is_some()) {
            // What it takes away and what it adds look the same from here.
            let why = match program {
                "crontab" => "It changes what is run for you at set times.",
                "at" | "batch" => "It has something run later, also when the hook is gone.",
                "systemctl" => "It changes which services start without being asked for.",
                _ => WRITE_STARTUP.why,
            };
            self.say(Deed::told(&WRITE_STARTUP, why, program), row);
        }
        if let Some(why) = fetches_package(program, &words) {
            self.say(Deed { rule: &FETCHED_PACKAGE, what: why.to_owned(), why: None }, row);
        }
        self.talks(program, &kept, &words, call);
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
                    self.say_if(deeds::goes_through(&path), row);
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
        let asked = args.iter().zip(args.iter().skip(1)).find(|(option, value)| {
            matches!(option.as_str(), "-name" | "-iname" | "-path" | "-wholename" | "-regex")
                && places::is_key_name(value)
        });
        if let Some((_, value)) = asked
            && roots().any(far)
        {
            let what = deeds::shown(value);
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
                for (option, value) in args.iter().zip(args.iter().skip(1)) {
                    if matches!(option.as_str(), "-o" | "--output" | "-O" | "--output-document") {
                        self.writes(value, row);
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
        let named = hosts.iter().any(|host| hosts::is_stranger(host));
        if !hosts.is_empty() && !named {
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
        self.say_if(deeds::sends(&sent, named), row);
    }
}

/// What may be a path in a word: `~/x`, `@~/x`, `f=@~/x`, `--file=~/x`, `host:~/x`.
fn paths_in(arg: &str) -> impl Iterator<Item = &str> {
    let inner = arg.split(['=', '@']).next_back().filter(|inner| inner.len() < arg.len());
    let mounted = arg.split_once(':').map(|(before, _)| before).filter(|path| path.len() > 1);
    [inner.or(Some(arg)), mounted].into_iter().flatten().filter(|path| !path.is_empty())
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
