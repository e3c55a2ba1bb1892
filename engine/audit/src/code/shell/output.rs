//! What well-known programs print, as far as that can be told without running them.

use super::call::Call;
use super::call::listed;
use super::scan::Scan;
use super::words::ansi_c;
use crate::marks::{self, DECODED, DOWNLOADED, UNKNOWN};

impl Scan<'_> {
    pub(super) fn printed(&mut self, program: &str, args: &[String], call: Call) -> String {
        let stdin = call.stdin.unwrap_or_default();
        match program {
            "echo" => echo(args),
            "printf" => printf(args),
            "cat" | "tac" | "head" | "tail" => {
                let paths: Vec<&String> = args.iter().filter(|a| !a.starts_with('-')).collect();
                if paths.is_empty() {
                    return stdin.to_owned();
                }
                let files = paths.into_iter().map(|path| self.file(&self.at_hand(path)));
                files.collect()
            }
            "tee" => {
                for path in args.iter().filter(|arg| !arg.starts_with('-')) {
                    self.files.insert(path.clone(), stdin.to_owned());
                }
                stdin.to_owned()
            }
            "cp" | "mv" | "install" | "ln" => {
                if let [from, to] =
                    args.iter().filter(|a| !a.starts_with('-')).collect::<Vec<_>>()[..]
                {
                    let text = self.file(&self.at_hand(from));
                    if text.starts_with(UNKNOWN) {
                        self.files.remove(to);
                    } else {
                        self.files.insert(to.clone(), text);
                    }
                }
                String::new()
            }
            // Just made, so that nothing is there yet.
            "mktemp" => {
                let template = args.iter().find(|arg| arg.contains('/') && arg.contains("XXX"));
                let template = template.map_or("/tmp/", |arg| arg.trim_end_matches('X'));
                format!("{template}{UNKNOWN}")
            }
            "rev" => stdin.lines().map(|l| l.chars().rev().collect::<String>() + "\n").collect(),
            "which" | "command" | "type" => args.last().cloned().unwrap_or_default(),
            "curl" | "wget" | "fetch" | "lwp-request" | "aria2c" | "http" | "https" | "xh" => {
                self.download(program, args)
            }
            "ls" | "find" | "fd" if self.deeds => {
                let roots: Vec<String> =
                    args.iter().filter(|a| !a.starts_with('-')).map(|a| self.at_hand(a)).collect();
                listed(roots.get(..1).unwrap_or_default())
            }
            // What these print is made to be evaluated.
            "ssh-agent" | "brew" | "direnv" | "pyenv" | "rbenv" | "nodenv" | "fnm" | "mise"
            | "starship" | "zoxide" | "dircolors" | "jq" | "gpg-agent"
                if self.deeds && !marks::is_tainted(stdin) =>
            {
                self.taint_of(args, "", program == "jq")
            }
            _ if decodes(program, args) && self.deeds => format!("{DECODED}{stdin}"),
            _ if decodes(program, args) => DECODED.into(),
            _ if self.deeds => self.taint_of(args, stdin, true),
            _ if stdin.contains([DOWNLOADED, DECODED]) => marks::taint(stdin),
            _ => UNKNOWN.into(),
        }
    }

    /// What is left of what a program was handed, in words, files and input.
    fn taint_of(&self, args: &[String], stdin: &str, unknown: bool) -> String {
        let mut all = stdin.to_owned();
        for arg in args {
            all.push_str(arg);
            all.push_str(&self.file(&self.at_hand(arg)));
        }
        let quoted = args.iter().any(|arg| arg.contains("@sh"));
        match marks::taint(&all) {
            // Nothing is known of it, but nothing bad either.
            left if left.starts_with(UNKNOWN) && (!unknown || quoted) => String::new(),
            left => left,
        }
    }

    fn download(&mut self, program: &str, args: &[String]) -> String {
        let mut to = None;
        let mut named_by_url = program == "aria2c";
        let mut i = 0;
        while let Some(arg) = args.get(i) {
            let wget = program == "wget";
            match arg.as_str() {
                "-o" | "--output" if !wget => to = args.get(i.saturating_add(1)).cloned(),
                "--output-document" => to = args.get(i.saturating_add(1)).cloned(),
                "-O" if wget => to = args.get(i.saturating_add(1)).cloned(),
                "-O" | "--remote-name" => named_by_url = true,
                _ => {
                    let joined = ["--output=", "--output-document="];
                    if let Some(path) = joined.iter().find_map(|o| arg.strip_prefix(o)) {
                        to = Some(path.to_owned());
                    } else if let Some(flags) = arg.strip_prefix('-') {
                        // `-fsSLo FILE`, `-qO-`.
                        let letter = if wget { 'O' } else { 'o' };
                        match flags.split_once(letter) {
                            Some(("", path)) if !arg.starts_with("--") => to = Some(path.into()),
                            Some((_, "")) if !arg.starts_with("--") => {
                                to = args.get(i.saturating_add(1)).cloned()
                            }
                            Some((_, path)) if wget && !arg.starts_with("--") => {
                                to = Some(path.into());
                            }
                            _ => {
                                named_by_url |=
                                    !wget && !arg.starts_with("--") && flags.ends_with('O')
                            }
                        }
                    }
                }
            }
            i = i.saturating_add(1);
        }
        if let Some(path) = to.filter(|path| path != "-" && path != "/dev/stdout") {
            self.files.insert(path, DOWNLOADED.into());
            return String::new();
        }
        // `wget | sh` is meant to run what it fetches, although it prints nothing.
        if named_by_url || program == "wget" {
            let url = args.iter().rev().find(|arg| !arg.starts_with('-'));
            let name = url.and_then(|url| url.split(['?', '#']).next());
            if let Some(name) = name.and_then(|url| url.rsplit('/').next()) {
                self.files.insert(name.to_owned(), DOWNLOADED.into());
            }
        }
        if named_by_url { String::new() } else { DOWNLOADED.into() }
    }
}

fn echo(args: &[String]) -> String {
    let flags = |arg: &&String| {
        arg.strip_prefix('-').is_some_and(|f| !f.is_empty() && f.chars().all(|c| "neE".contains(c)))
    };
    let escapes = args.iter().take_while(flags).any(|arg| arg.contains('e'));
    let text = args.iter().skip_while(flags).cloned().collect::<Vec<_>>().join(" ") + "\n";
    if !escapes {
        return text;
    }
    let mut out = String::new();
    ansi_c(&text, &mut out);
    out
}

fn printf(args: &[String]) -> String {
    let args = args.strip_prefix(&["--".to_owned()]).unwrap_or(args);
    let Some((format, values)) = args.split_first() else { return String::new() };
    let (mut filled, mut values) = (String::new(), values.iter());
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        if c != '%' {
            filled.push(c);
            continue;
        }
        match chars.find(|c| c.is_ascii_alphabetic() || *c == '%') {
            Some('%') | None => filled.push('%'),
            Some(_) => filled.push_str(values.next().map_or("", String::as_str)),
        }
    }
    for value in values {
        filled.push(' ');
        filled.push_str(value);
    }
    let mut out = String::new();
    ansi_c(&filled, &mut out);
    out
}

/// Programs that make text out of what nobody can read.
fn decodes(program: &str, args: &[String]) -> bool {
    let short = |letters: &[char]| {
        args.iter().any(|a| a.starts_with('-') && !a.starts_with("--") && a.contains(letters))
    };
    match program {
        "base64" | "gbase64" | "base32" => {
            short(&['d', 'D']) || args.iter().any(|arg| arg.starts_with("--d"))
        }
        "xxd" => short(&['r']),
        "openssl" => {
            short(&['d']) && !args.first().is_some_and(|arg| arg == "s_client" || arg == "dgst")
        }
        "uudecode" => true,
        "gpg" | "gpg2" => short(&['d']) || args.iter().any(|arg| arg == "--decrypt"),
        _ => false,
    }
}
