//! Programs that are among a shell's words: `python -c`, `node -e`, `osascript -e`, `perl -e`. Each
//! is read by the grammar of its language where there is one, else by the commands it quotes.

use super::call::Call;
use super::scan::Scan;
use crate::code::{js, py};
use crate::deeds::Deed;
use crate::inline;
use crate::reach::EVAL;
use crate::rules::{DECODE_TO_SHELL, PIPE_TO_SHELL};
use tacklebox_machine::cut::Cut;

impl Scan<'_> {
    /// The text after the option that says that a program follows.
    fn code_in<'a>(args: &'a [String], options: &[&str]) -> Vec<&'a str> {
        let mut code = Vec::new();
        let mut words = args.iter();
        while let Some(word) = words.next() {
            if options.contains(&word.as_str()) {
                code.extend(words.next().map(String::as_str));
            }
        }
        code
    }

    /// Reads what an interpreter is handed, in words or as its input.
    pub(super) fn one_liner(&mut self, program: &str, args: &[String], call: Call) {
        let name = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        let (options, first): (&[&str], &str) = match name {
            "python" | "pypy" => (&["-c"], ""),
            "node" | "bun" | "tsx" => (&["-e", "--eval", "-p", "--print", "-pe"], ""),
            "deno" => (&[], "eval"),
            "perl" | "ruby" | "lua" => (&["-e", "-ne", "-pe", "-E"], ""),
            "php" => (&["-r"], ""),
            _ => return,
        };
        let mut code = Self::code_in(args, options);
        if !first.is_empty() && args.first().is_some_and(|arg| arg == first) {
            code.extend(args.last().map(String::as_str));
        }
        let bare = args.iter().all(|arg| arg.starts_with('-'))
            || args.first().is_some_and(|arg| arg == "-");
        if code.is_empty() && bare {
            code.extend(call.stdin);
        }
        for text in code {
            let found = inline::deeper(|| match name {
                "python" | "pypy" => py::script(text, "-c", &[]),
                "node" | "bun" | "tsx" | "deno" => js::script(text, "-e.js", &[]),
                _ => Vec::new(),
            });
            self.adopt(found.unwrap_or_default(), call.rows.first);
            if matches!(name, "perl" | "ruby" | "php" | "lua") {
                self.quoted_commands(text, call);
            }
        }
    }

    /// `system("…")` of a language that has no grammar here.
    fn quoted_commands(&mut self, text: &str, call: Call) {
        const STARTS: [&str; 7] = ["system", "exec", "popen", "passthru", "`", "%x", "os.execute"];
        if !STARTS.iter().any(|word| text.contains(word)) {
            return;
        }
        for inside in quoted(text).into_iter().take(16) {
            if inside.contains(' ') {
                self.commands(inside, call.rows, None);
            }
        }
    }

    /// `osascript -e 'do shell script "…"'`.
    pub(super) fn apple_script(&mut self, args: &[String], call: Call) {
        let mut scripts = Self::code_in(args, &["-e"]);
        if scripts.is_empty() {
            scripts.extend(call.stdin);
        }
        for script in scripts {
            for (at, words) in script.match_indices("do shell script") {
                let rest = script.get(at.saturating_add(words.len())..).unwrap_or_default();
                if let Some(text) = quoted(rest).first() {
                    self.commands(text, call.rows, None);
                } else {
                    self.say(Deed::plain(&EVAL), call.rows.first);
                }
            }
        }
    }

    /// `powershell -enc …`, `iex (iwr …)`.
    pub(super) fn power_shell(&mut self, args: &[String], call: Call) {
        let text = args.join(" ").to_lowercase();
        let row = call.rows.first;
        let coded = args.iter().any(|arg| {
            let arg = arg.to_lowercase();
            arg.len() > 2 && "-encodedcommand".starts_with(&arg)
        });
        if coded || text.contains("frombase64string") {
            self.report(&DECODE_TO_SHELL, row);
        }
        let runs =
            ["iex", "invoke-expression", "start-process"].iter().any(|word| text.contains(word));
        let loads = [
            "iwr",
            "irm",
            "invoke-webrequest",
            "invoke-restmethod",
            "downloadstring",
            "downloadfile",
        ];
        if runs && loads.iter().any(|word| text.contains(word)) {
            self.report(&PIPE_TO_SHELL, row);
        }
    }
}

/// The texts between quotes, without a look at the language.
fn quoted(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['"', '\'', '`', '{']) {
        let open = rest.cut(start..).chars().next().unwrap_or('"');
        let close = if open == '{' { '}' } else { open };
        let inside = rest.cut(start.saturating_add(1)..);
        let mut escaped = false;
        let end = inside.char_indices().find(|(_, c)| {
            let ends = *c == close && !escaped;
            escaped = *c == '\\' && !escaped;
            ends
        });
        let Some((end, _)) = end else { break };
        found.push(inside.cut(..end));
        rest = inside.cut(end.saturating_add(1)..);
    }
    found
}
