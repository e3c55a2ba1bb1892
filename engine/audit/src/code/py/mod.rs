//! What a Python script would do: parsed with a real grammar, followed in the order in which it would
//! run, never run. Names are followed through imports and assignments, texts through constants,
//! f-strings and path joins; what is known only while it runs stays unknown (`marks.rs`).

mod calls;
mod code;
mod data;
mod expressions;
mod files;
mod network;
mod programs;
mod statements;
mod texts;
mod value;

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::Finding;
use crate::deeds::Deed;
use crate::reach::NOT_READ;
use crate::rules::{REVERSE_SHELL, TOO_COMPLEX};
use crate::{finding, inline, parse};
use value::Value;

/// How many parts of a script are looked at.
const MOST_STEPS: u32 = 300_000;
/// Parts within parts, beyond which nothing is followed. The stack has room for more.
const DEEPEST: u32 = 1_000;
/// How often functions of the script are read with what a caller hands over.
const MOST_CALLS: u32 = 200;
/// A file that says more than this is not read line by line by anybody.
const MOST_FINDINGS: usize = 200;

/// The findings of one file; `declared` are the variables that the hook says it needs.
pub(crate) fn script(text: &str, file: &str, declared: &[String]) -> Vec<Finding> {
    let read = || {
        let Some(tree) = parse::python(text) else {
            return vec![finding(&TOO_COMPLEX, file, 1, "")];
        };
        let root = tree.root_node();
        let mut script = Script::new(text, file, declared);
        script.module(root);
        if root.has_error() {
            script.say(
                Deed {
                    why: Some("Parts of it could not be read as Python.".to_owned()),
                    ..Deed::plain(&NOT_READ)
                },
                root,
            );
        }
        script.finished()
    };
    // No thread, or a mistake of the parser's: either way nobody has read it.
    inline::with_room(read).unwrap_or_else(|| vec![finding(&NOT_READ, file, 1, "")])
}

/// One script while it is read.
struct Script<'t> {
    text: &'t str,
    file: &'t str,
    declared: &'t [String],
    lines: Vec<&'t str>,
    found: Vec<Finding>,
    said: HashSet<(&'static str, String)>,
    vars: HashMap<String, Value>,
    functions: Vec<Function<'t>>,
    /// What is being returned by the functions that are read right now.
    returned: Vec<Value>,
    /// What names stood for before those functions gave them a value of their own; none for names
    /// that are everybody's.
    outer: Vec<HashMap<String, Option<Value>>>,
    /// What was written to which path.
    written: HashMap<String, String>,
    /// Paths of a person's own files that were read.
    opened: HashSet<String>,
    steps: u32,
    depth: u32,
    calls_left: u32,
    /// How many loops without an end are around.
    endless: u32,
    /// A connection, and what hands a shell to it.
    raw_socket: bool,
    handed_over: Option<Node<'t>>,
}

/// A function of the script's own.
struct Function<'t> {
    node: Node<'t>,
    busy: bool,
    called: bool,
}

impl<'t> Script<'t> {
    fn new(text: &'t str, file: &'t str, declared: &'t [String]) -> Self {
        Self {
            text,
            file,
            declared,
            lines: text.split('\n').collect(),
            found: Vec::new(),
            said: HashSet::new(),
            vars: HashMap::new(),
            functions: Vec::new(),
            returned: Vec::new(),
            outer: Vec::new(),
            written: HashMap::new(),
            opened: HashSet::new(),
            steps: MOST_STEPS,
            depth: 0,
            calls_left: MOST_CALLS,
            endless: 0,
            raw_socket: false,
            handed_over: None,
        }
    }

    fn finished(mut self) -> Vec<Finding> {
        if let Some(node) = self.handed_over.filter(|_| self.raw_socket) {
            self.say(Deed::plain(&REVERSE_SHELL), node);
        }
        self.found.sort_by(|a, b| b.severity.cmp(&a.severity).then(a.line.cmp(&b.line)));
        self.found
    }

    fn source(&self, node: Node) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// Whether one more part may be looked at; each yes is followed by one `leave`.
    fn enter(&mut self, node: Node<'t>) -> bool {
        if self.steps == 0 || self.depth > DEEPEST {
            self.say(Deed { what: "all".to_owned(), ..Deed::plain(&TOO_COMPLEX) }, node);
            return false;
        }
        self.steps = self.steps.saturating_sub(1);
        self.depth = self.depth.saturating_add(1);
        true
    }

    const fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Notes a finding, once for each rule and thing.
    fn say(&mut self, deed: Deed, node: Node<'t>) {
        let row = node.start_position().row;
        let line = u32::try_from(row.saturating_add(1)).unwrap_or(u32::MAX);
        let what = if deed.what.is_empty() { line.to_string() } else { deed.what };
        if self.found.len() >= MOST_FINDINGS || !self.said.insert((deed.rule.id, what)) {
            return;
        }
        let text = self.lines.get(row).copied().unwrap_or_default();
        let mut found = finding(deed.rule, self.file, line, text);
        if let Some(why) = deed.why {
            found.why = why;
        }
        self.found.push(found);
    }

    fn say_if(&mut self, deed: Option<Deed>, node: Node<'t>) {
        if let Some(deed) = deed {
            self.say(deed, node);
        }
    }

    /// Takes over what the shell's audit says of a command.
    fn adopt(&mut self, found: Vec<Finding>, node: Node<'t>) {
        let line = u32::try_from(node.start_position().row.saturating_add(1)).unwrap_or(u32::MAX);
        for one in found {
            let known =
                self.found.iter().any(|f| f.line == line && f.rule == one.rule && f.why == one.why);
            if !known && self.found.len() < MOST_FINDINGS {
                let excerpt = crate::deeds::shown(&one.excerpt);
                self.found.push(Finding { file: self.file.to_owned(), line, excerpt, ..one });
            }
        }
    }
}

#[cfg(test)]
mod tests;
