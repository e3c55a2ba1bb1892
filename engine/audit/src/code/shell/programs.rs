//! What a program does with its words, as far as it runs other commands or passes text on.

use super::call::{Call, listed};
use super::scan::Scan;
use crate::dangers::{self, Danger};
use crate::deeds::Deed;
use crate::marks::{self, DECODED, DOWNLOADED, ITSELF, UNKNOWN};
use crate::reach::EVAL;
use crate::rules::{DECODE_TO_SHELL, PIPE_TO_SHELL, REVERSE_SHELL};
use crate::wrappers;
use tacklebox_machine::cut::Cut;

/// The last part of a program's path, lower case, without what nobody knows: `r$@m` is `rm`.
pub(super) fn program(word: &str) -> String {
    let name = word.rsplit('/').next().unwrap_or_default();
    name.replace(UNKNOWN, "").to_lowercase()
}

impl Scan<'_> {
    /// Looks at one command and at all that it runs; what it prints.
    pub(super) fn run(&mut self, words: &[String], call: Call) -> String {
        // An empty variable in front of a command leaves the command.
        let empty = words.iter().take_while(|word| word.is_empty()).count();
        let Some((name, args)) = words.get(empty..).and_then(<[String]>::split_first) else {
            return call.stdin.unwrap_or_default().to_owned();
        };
        if !self.enter(call.rows.first) {
            return UNKNOWN.into();
        }
        let output = self.run_program(name, args, words.cut(empty..), call);
        self.leave();
        output
    }

    fn run_program(&mut self, name: &str, args: &[String], words: &[String], call: Call) -> String {
        self.saw(words);
        if name.starts_with(DOWNLOADED) {
            self.report(&PIPE_TO_SHELL, call.rows.first);
        } else if name.starts_with(DECODED) {
            self.report(&DECODE_TO_SHELL, call.rows.first);
        }
        if self.functions.contains_key(name) {
            return self.function_call(words, call);
        }
        let program = program(name);
        if program.is_empty() && !args.is_empty() {
            // `$SUDO rm …`: nobody knows what the variable holds, perhaps nothing.
            return self.run(args, call);
        }
        if name.contains('/') && (self.is_written(name) || self.is_put_together(name)) {
            self.script(name, words, call);
        }
        if self.deeds && wrappers::runs_an_address(&program, args) {
            self.report(&PIPE_TO_SHELL, call.rows.first);
        }
        if self.deeds && matches!(program.as_str(), "tar" | "bsdtar" | "unzip" | "cpio") {
            self.unpacks(args, call);
        }
        if let Some(danger) = dangers::of(&program, args, self.cwd.as_deref()) {
            self.report(danger.rule(), call.rows.first);
            if matches!(danger, Danger::Wire) {
                return UNKNOWN.into();
            }
        }
        if let Some(inner) = wrappers::unwrap(&program, args) {
            return self.wrapped(&program, inner, call);
        }
        let mark = if self.deeds { self.deeds_of(&program, args, call) } else { None };
        let mut output = self.special(&program, words, call);
        output.extend(mark);
        output
    }

    fn wrapped(&mut self, program: &str, mut inner: Vec<String>, call: Call) -> String {
        if matches!(program, "xargs" | "parallel") {
            let input = call.stdin.unwrap_or_default().split_whitespace().map(str::to_owned);
            let input: Vec<String> = input.take(64).collect();
            match inner.iter().position(|word| word.contains("{}")) {
                Some(_) => {
                    let all = input.join(" ");
                    for word in &mut inner {
                        *word = word.replace("{}", &all);
                    }
                }
                None => inner.extend(input),
            }
            return self.run(&inner, Call { stdin: None, ..call });
        }
        if program == "watch" || program == "parallel" {
            return self.commands(&inner.join(" "), call.rows, call.stdin);
        }
        self.run(&inner, call)
    }

    fn special(&mut self, program: &str, words: &[String], call: Call) -> String {
        let args = words.get(1..).unwrap_or_default();
        let rows = call.rows;
        let row = rows.first;
        match program {
            "sh" | "bash" | "dash" | "zsh" | "ksh" | "ash" | "mksh" | "rbash" | "fish" => {
                return self.shell(args, call);
            }
            "eval" => {
                let text = args.join(" ");
                if text.trim_start().starts_with(UNKNOWN) {
                    self.say(Deed::plain(&EVAL), row);
                }
                return self.commands(&text, rows, call.stdin);
            }
            "osascript" if self.deeds => self.apple_script(args, call),
            "pwsh" if !self.deeds => return self.shell(args, call),
            "powershell" | "powershell.exe" | "pwsh" if self.deeds => {
                self.power_shell(args, call);
            }
            "." | "source" => {
                if let Some(path) = args.first() {
                    return self.script(path, args, call);
                }
            }
            "su" | "runuser" | "script" | "sg" => {
                if let Some(text) = wrappers::after_c(args) {
                    return self.commands(&text, rows, call.stdin);
                }
            }
            "ssh" if args.len() > 1 => {
                // Elsewhere, but not better there. The first word is the host.
                let text = args.get(1..).unwrap_or_default().join(" ");
                return self.commands(&text, rows, None);
            }
            "env" => {
                let split = args.iter().position(|a| a == "-S" || a == "--split-string");
                if let Some(text) = split.and_then(|i| args.get(i.saturating_add(1)..)) {
                    return self.commands(&text.join(" "), rows, call.stdin);
                }
            }
            "trap" => {
                if let Some(text) = args.iter().find(|arg| !arg.starts_with('-')) {
                    self.commands(text, rows, None);
                }
            }
            "alias" => {
                for (_, text) in args.iter().filter_map(|arg| arg.split_once('=')) {
                    self.commands(text, rows, None);
                }
            }
            "at" | "batch" => {
                self.commands(call.stdin.unwrap_or_default(), rows, None);
            }
            "crontab" => {
                for line in call.stdin.unwrap_or_default().lines() {
                    let fields = if line.trim_start().starts_with('@') { 1 } else { 5 };
                    let text: Vec<&str> = line.split_whitespace().skip(fields).collect();
                    self.commands(&text.join(" "), rows, None);
                }
            }
            "find" => {
                let output = self.find(args, call);
                if !output.is_empty() {
                    return output;
                }
            }
            "cd" | "pushd" => {
                let target = args.iter().find(|arg| !arg.starts_with('-'));
                let target = target.map_or_else(|| marks::HOME.to_string(), Clone::clone);
                self.cwd = Some(dangers::resolve(&target, self.cwd.as_deref()));
            }
            "read" | "mapfile" | "readarray" => {
                let value = call.stdin.unwrap_or_default().lines().next().unwrap_or_default();
                for name in args.iter().filter(|arg| !arg.starts_with('-')) {
                    let value = if value.is_empty() { UNKNOWN.into() } else { value.to_owned() };
                    self.vars.insert(name.clone(), value);
                }
            }
            "set" => {
                let args = args.strip_prefix(&["--".to_owned()]).unwrap_or_default();
                for (i, arg) in args.iter().enumerate().take(9) {
                    self.vars.insert((i.saturating_add(1)).to_string(), arg.clone());
                }
                if !args.is_empty() {
                    let all = args.join(&marks::SPLIT.to_string());
                    self.vars.insert("@".into(), all.clone());
                    self.vars.insert("*".into(), all);
                }
            }
            "printf" if args.first().is_some_and(|arg| arg == "-v") => {
                if let Some(name) = args.get(1) {
                    let text = self.printed(program, args.get(2..).unwrap_or_default(), call);
                    self.vars.insert(name.clone(), text);
                }
                return String::new();
            }
            "mkfifo" => self.made_fifo = true,
            "mknod" => self.made_fifo |= args.iter().any(|arg| arg == "p"),
            "nc" | "ncat" | "netcat" | "nc.traditional" | "nc.openbsd" | "telnet" | "socat" => {
                self.wires.push(row);
            }
            "openssl" if args.first().is_some_and(|arg| arg == "s_client") => self.wires.push(row),
            _ if wrappers::is_interpreter(program) => return self.interpreter(program, args, call),
            _ => {}
        }
        self.printed(program, args, call)
    }

    fn shell(&mut self, args: &[String], call: Call) -> String {
        let mut interactive = false;
        let mut i = 0;
        while let Some(arg) = args.get(i) {
            let short = arg.starts_with(['-', '+']) && !arg.starts_with("--");
            if short && arg.contains('c') {
                let mut rest = args.get(i.saturating_add(1)..).unwrap_or_default();
                while rest.first().is_some_and(|arg| arg.starts_with('-')) {
                    rest = rest.cut(1..);
                }
                let Some((text, arguments)) = rest.split_first() else { return String::new() };
                return self.with_arguments_from(arguments, |scan| {
                    scan.commands(text, call.rows, call.stdin)
                });
            }
            interactive |= short && arg.contains('i');
            match arg.as_str() {
                "--rcfile" | "--init-file" => {
                    if let Some(path) = args.get(i.saturating_add(1)) {
                        self.script(path, &[], call);
                    }
                    i = i.saturating_add(1);
                }
                "-o" | "+o" | "-O" | "+O" => i = i.saturating_add(1),
                "-s" | "-" | "--" => {}
                "/dev/stdin" => break,
                _ if arg.starts_with(['-', '+']) => {}
                path => return self.script(path, args.get(i..).unwrap_or_default(), call),
            }
            i = i.saturating_add(1);
        }
        // From here on it is the input that holds the commands.
        let row = call.rows.first;
        if call.descriptor {
            self.report(&REVERSE_SHELL, row);
        }
        if call.stdin.is_some() || interactive {
            self.shells.push(row);
        }
        let Some(text) = call.stdin else { return UNKNOWN.into() };
        if text.starts_with(UNKNOWN) {
            self.say(Deed::plain(&EVAL), row);
        }
        self.commands(text, call.stdin_rows.unwrap_or(call.rows), None)
    }

    fn with_arguments_from(
        &mut self,
        arguments: &[String],
        read: impl FnOnce(&mut Self) -> String,
    ) -> String {
        // Without any, what is around the command keeps its meaning.
        if arguments.is_empty() { read(self) } else { self.with_arguments(arguments, read) }
    }

    fn is_written(&self, path: &str) -> bool {
        !self.file(path).starts_with(UNKNOWN)
    }

    /// A script that this text has written or downloaded. Others are read on their own.
    fn script(&mut self, path: &str, words: &[String], call: Call) -> String {
        let text = self.file(path);
        if text.starts_with(UNKNOWN) && self.is_put_together(path) {
            self.say(Deed::plain(&EVAL), call.rows.first);
        }
        if text.starts_with(UNKNOWN) || path.contains(ITSELF) {
            return UNKNOWN.into();
        }
        self.with_arguments(words, |scan| scan.commands(&text, call.rows, call.stdin))
    }

    fn interpreter(&mut self, program: &str, args: &[String], call: Call) -> String {
        let row = call.rows.first;
        let code = wrappers::is_awk(program) || args.iter().any(|arg| wrappers::holds_code(arg));
        let file = args.iter().find(|arg| !arg.starts_with('-')).filter(|_| !code);
        let text = match file {
            Some(path) => self.file(path),
            None if code => args.join("\n"),
            None => call.stdin.unwrap_or_default().to_owned(),
        };
        if text.contains(DOWNLOADED) && (!code || args.iter().any(|a| a.starts_with(DOWNLOADED))) {
            self.report(&PIPE_TO_SHELL, row);
        } else if text.contains(DECODED) && (!code || args.iter().any(|a| a.starts_with(DECODED))) {
            self.report(&DECODE_TO_SHELL, row);
        }
        if self.deeds {
            self.one_liner(program, args, call);
        }
        if let Some(rule) = dangers::in_program_text(&text) {
            self.report(rule, row);
        }
        marks::taint(call.stdin.unwrap_or_default())
    }

    /// What was downloaded is unpacked into a folder: all that is in there then was downloaded.
    fn unpacks(&mut self, args: &[String], call: Call) {
        let downloaded = |text: &str| text.contains(DOWNLOADED);
        let brought = call.stdin.is_some_and(downloaded)
            || args.iter().any(|arg| !arg.starts_with('-') && downloaded(&self.file(arg)));
        let at = args.iter().position(|arg| matches!(arg.as_str(), "-C" | "-d" | "-D"));
        let named = at.and_then(|at| args.get(at.saturating_add(1)));
        let folder = match (named, &self.cwd) {
            (Some(named), cwd) => dangers::resolve(named, cwd.as_deref()),
            (None, Some(cwd)) => cwd.clone(),
            // Its own folder has scripts of its own.
            (None, None) => return,
        };
        // One that is a variable may be its own, too.
        let unknown = folder.chars().all(marks::is_mark);
        if brought && !unknown {
            self.unpacked = Some(folder);
        }
    }

    /// What the programs print that it starts.
    fn find(&mut self, args: &[String], call: Call) -> String {
        let roots = args.iter().take_while(|arg| !arg.starts_with(['-', '(', '!']));
        let roots: Vec<String> = roots.cloned().collect();
        // A test such as `-name '*.tmp'` picks some files; without one it is all of them.
        let picks = args.iter().any(|arg| wrappers::is_find_test(arg));
        let what = match picks {
            true if self.deeds => listed(&roots).lines().map(str::to_owned).collect(),
            true => vec![UNKNOWN.to_string()],
            false => roots,
        };
        let mut output = String::new();
        if args.iter().any(|arg| arg == "-delete") {
            let mut words = vec!["rm".to_owned(), "-rf".to_owned()];
            words.extend(what.iter().cloned());
            self.run(&words, Call::new(call.rows, None));
        }
        let mut rest = args;
        while let Some(at) = rest.iter().position(|arg| wrappers::runs_in_find(arg)) {
            rest = rest.cut(at.saturating_add(1)..);
            let end = rest.iter().position(|a| a == ";" || a == "+").unwrap_or(rest.len());
            let mut words = Vec::new();
            for word in rest.cut(..end) {
                match word.as_str() {
                    "{}" => words.extend(what.iter().cloned()),
                    _ => words.push(word.clone()),
                }
            }
            output += &self.run(&words, Call::new(call.rows, None));
        }
        output
    }

    /// Whether this text wrote a file whose words it did not know.
    fn is_put_together(&self, path: &str) -> bool {
        let name = path.trim_start_matches("./");
        self.deeds && self.files.keys().any(|written| written.trim_start_matches("./") == name)
    }
}
