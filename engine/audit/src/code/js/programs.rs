//! Programs and shells that are started.

use std::collections::HashMap;

use oxc::ast::ast::{Expression, TaggedTemplateExpression};
use oxc::span::Span;

use super::report::shown;
use super::rules::{PROGRAM, SHELL_TEXT};
use super::values::{MOST_VALUES, property};
use super::walk::{Use, Walk};
use crate::code::shell::{Scan, Started};
use crate::marks::{DECODED, DOWNLOADED, UNKNOWN};
use crate::{inline, marks, wrappers};

/// Take a text for a shell.
const SHELLS: [&str; 8] = [
    "#child_process.exec",
    "#child_process.execSync",
    "#shelljs.exec",
    "#execa.execaCommand",
    "#execa.execaCommandSync",
    "#execa.command",
    "#execa.commandSync",
    "#zx.quote",
];
/// Take a program and a list of its words.
const STARTS: [&str; 17] = [
    "#child_process.spawn",
    "#child_process.spawnSync",
    "#child_process.execFile",
    "#child_process.execFileSync",
    "#cross-spawn",
    "#cross-spawn.spawn",
    "#cross-spawn.sync",
    "#execa",
    "#execa.execa",
    "#execa.execaSync",
    "#execa.sync",
    "#tinyexec.x",
    "#tinyexec.exec",
    "#nano-spawn",
    "#node-pty.spawn",
    "Deno.Command",
    "#child_process.fork",
];
/// Take a list whose first word is the program, or an object with such a list.
const LISTS: [&str; 3] = ["Bun.spawn", "Bun.spawnSync", "Deno.run"];
/// Templates that are handed to a shell, with what is put in quoted.
const TEMPLATES: [&str; 4] = ["Bun.$", "#zx.$", "#execa.$", "#dax.$"];
const BARE_SHELLS: [&str; 7] = ["sh", "bash", "zsh", "dash", "ksh", "cmd.exe", "powershell.exe"];

/// Whether a function gives what a program prints.
pub(super) fn gives_output(name: &str) -> bool {
    matches!(
        name,
        "#child_process.execSync" | "#child_process.execFileSync" | "#child_process.spawnSync"
    )
}

/// What is left of what a command prints.
pub(super) fn printed(command: &str) -> String {
    let read = inline::deeper(|| Scan::started(Started::Text(command), &HashMap::new()));
    read.map_or_else(|| UNKNOWN.into(), |seen| marks::taint(&seen.printed))
}

impl<'a> Walk<'_, 'a, '_, '_> {
    pub(super) fn runs(&mut self, one: &Use<'a>) {
        let name = one.name.as_str();
        let Some(first) = one.argument(0) else {
            if SHELLS.contains(&name) || STARTS.contains(&name) {
                self.starts(one.span, &UNKNOWN.to_string());
            }
            return;
        };
        if SHELLS.contains(&name) {
            let texts = self.reader.texts(first);
            self.shell_texts(one.span, &texts, false);
        } else if LISTS.contains(&name) {
            let words = self.command_list(first);
            self.words(one.span, words);
        } else if STARTS.contains(&name) {
            let options = [1, 2].into_iter().filter_map(|at| one.argument(at));
            let shell = options.clone().any(|options| self.says(options, "shell"));
            let list = options.clone().flat_map(|list| self.reader.part(list, &[], 0));
            // A list for each caller of the function that this is in.
            let mut lists = Vec::new();
            self.reader.ask();
            for value in list.collect::<Vec<_>>() {
                match value {
                    Expression::ArrayExpression(_) => lists.push(self.list(value)),
                    // `new Deno.Command("git", { args: [] })`
                    Expression::ObjectExpression(it) if name == "Deno.Command" => {
                        lists.extend(property(it, "args").map(|args| self.list(args)));
                    }
                    _ => {}
                }
            }
            if lists.is_empty() {
                lists.push(Vec::new());
            }
            let programs = self.reader.texts(first);
            let starts =
                programs.iter().flat_map(|program| lists.iter().map(move |list| (program, list)));
            for (program, list) in starts.take(MOST_VALUES) {
                let mut words = vec![program.clone()];
                words.extend(list.iter().cloned());
                if shell {
                    self.shell_texts(one.span, &[words.join(" ")], false);
                } else {
                    self.words(one.span, words);
                }
            }
        }
    }

    pub(super) fn tagged(&mut self, it: &'a TaggedTemplateExpression<'a>) {
        let Some(name) = self.reader.name(&it.tag) else { return };
        // `$({ cwd })`…``
        if TEMPLATES.contains(&name.trim_end_matches("()")) {
            self.reader.ask();
            let mut text = String::new();
            for (index, quasi) in it.quasi.quasis.iter().enumerate() {
                text.push_str(quasi.value.cooked.unwrap_or(quasi.value.raw).as_str());
                if let Some(inside) = it.quasi.expressions.get(index) {
                    text.push_str(&self.reader.texts(inside).swap_remove(0));
                }
            }
            self.shell_texts(it.span, &[text], true);
        }
    }

    /// `quoted`: what is put in cannot become a command of its own.
    fn shell_texts(&mut self, at: Span, texts: &[String], quoted: bool) {
        for text in texts {
            if !quoted && text.contains(UNKNOWN) {
                self.report.say(&SHELL_TEXT, at, &at.start.to_string(), None);
            }
            self.read(at, Started::Text(text));
        }
    }

    /// What the shell's audit says, and every program in it.
    fn read(&mut self, at: Span, started: Started) {
        let written = &self.written;
        let read = inline::deeper(|| Scan::started(started, written));
        let Some(seen) = read else { return };
        self.report.shell(at, seen.found);
        self.written.extend(seen.wrote);
        for program in seen.commands.iter().filter_map(|words| words.first()) {
            if !wrappers::is_shell_word(program) {
                self.starts(at, program);
            }
        }
    }

    fn words(&mut self, at: Span, words: Vec<String>) {
        let program = words.first().cloned().unwrap_or_default();
        let name = program.rsplit('/').next().unwrap_or_default();
        let commands = words.iter().skip(1).filter(|word| *word != "-i");
        if BARE_SHELLS.contains(&name) && commands.count() == 0 {
            self.bare_shell = Some(at);
        }
        if wrappers::hands_a_shell_unknown(&words) {
            self.report.say(&SHELL_TEXT, at, &at.start.to_string(), None);
        }
        self.read(at, Started::Words(&words));
    }

    fn starts(&mut self, at: Span, program: &str) {
        if program.is_empty() || program.starts_with([UNKNOWN, DOWNLOADED, DECODED]) {
            self.report.say(&PROGRAM, at, "", None);
        } else {
            let program = shown(program);
            self.report.say(
                &PROGRAM,
                at,
                &program,
                Some(format!("It starts the program {program}.")),
            );
        }
    }

    /// `["git", "log"]`, or `{ cmd: ["git", "log"] }`.
    fn command_list(&self, first: &'a Expression<'a>) -> Vec<String> {
        self.reader.ask();
        for value in self.reader.held(first, 0) {
            match value {
                Expression::ArrayExpression(_) => return self.list(value),
                Expression::ObjectExpression(it) => {
                    if let Some(list) = property(it, "cmd") {
                        return self.list(list);
                    }
                }
                _ => {}
            }
        }
        vec![UNKNOWN.into()]
    }

    /// The words of a list that is written in place.
    fn list(&self, list: &'a Expression<'a>) -> Vec<String> {
        let mut words = Vec::new();
        for held in self.reader.held(list, 0) {
            let Expression::ArrayExpression(it) = held else { continue };
            for element in &it.elements {
                let texts = element.as_expression().map(|value| self.reader.texts(value));
                words.push(texts.map_or_else(|| UNKNOWN.into(), |mut texts| texts.swap_remove(0)));
            }
        }
        words
    }

    /// Whether an object of options says yes to this key, or something that is not known.
    fn says(&self, options: &'a Expression<'a>, key: &str) -> bool {
        self.reader.ask();
        self.reader.held(options, 0).into_iter().any(|value| match value {
            Expression::ObjectExpression(it) => property(it, key)
                .is_some_and(|value| !matches!(value, Expression::BooleanLiteral(it) if !it.value)),
            _ => false,
        })
    }
}
