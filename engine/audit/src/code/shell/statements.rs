//! Statements of the shell in the order in which they would run, each handing on what it prints.

use tree_sitter::Node;

use super::call::Call;
use super::redirects::Redirects;
use super::scan::{LONGEST_TEXT, Scan};
use crate::marks::{self, UNKNOWN};
use crate::parse::{Rows, Source};
use crate::rules::{FORK_BOMB, REVERSE_SHELL, TOO_COMPLEX};
use crate::{forks, parse};
use tacklebox_machine::cut::Cut;

/// Commands within commands beyond this are not followed, since each takes room on the stack.
const DEEPEST: u32 = 100;
/// A loop over a list is read once for each of so many values.
const MOST_VALUES: usize = 8;
/// Loops within loops, beyond which only one value is tried.
const DEEPEST_LOOPS: u32 = 2;

impl Scan<'_> {
    /// Whether one more command or node may be looked into; where not, that is a finding. Each
    /// `enter` that said yes is followed by one `leave`.
    pub(super) fn enter(&mut self, row: usize) -> bool {
        if self.level > DEEPEST {
            self.report(&TOO_COMPLEX, row);
            return false;
        }
        if !self.spend(row) {
            return false;
        }
        self.level = self.level.saturating_add(1);
        true
    }

    pub(super) const fn leave(&mut self) {
        self.level = self.level.saturating_sub(1);
    }

    /// All statements right below a node; what they print, together.
    pub(super) fn statements(&mut self, source: Source, node: Node, stdin: Option<&str>) -> String {
        let mut output = String::new();
        let mut cursor = node.walk();
        if !cursor.goto_first_child() {
            return output;
        }
        loop {
            let child = cursor.node();
            if child.is_named() {
                let printed = self.statement(source, child, stdin);
                if output.len().saturating_add(printed.len()) <= LONGEST_TEXT {
                    output.push_str(&printed);
                }
            } else if child.kind() == "{" {
                self.lone_braces(source, child, stdin);
            }
            if !cursor.goto_next_sibling() {
                return output;
            }
        }
    }

    pub(super) fn statement(&mut self, source: Source, node: Node, stdin: Option<&str>) -> String {
        if !self.enter(source.rows.at(node.start_position().row)) {
            return UNKNOWN.into();
        }
        let output = self.statement_of_kind(source, node, stdin);
        self.leave();
        output
    }

    fn statement_of_kind(&mut self, source: Source, node: Node, stdin: Option<&str>) -> String {
        match node.kind() {
            "command" => self.command(source, node, stdin, Redirects::default()),
            "redirected_statement" => self.redirected(source, node, stdin),
            "pipeline" => self.pipeline(source, node, stdin),
            "list" => self.list(source, node, stdin),
            "program" | "compound_statement" | "subshell" | "do_group" | "if_statement"
            | "elif_clause" | "else_clause" | "negated_command" | "ERROR" => {
                self.statements(source, node, stdin)
            }
            "case_statement" | "case_item" => self.statements(source, node, stdin),
            "while_statement" | "c_style_for_statement" => self.endless(source, node, stdin),
            "for_statement" => self.each(source, node, stdin),
            "function_definition" => {
                self.function(source, node);
                String::new()
            }
            "variable_assignment" => {
                self.assign(source, node);
                String::new()
            }
            "variable_assignments" | "declaration_command" => {
                for child in parse::named(node) {
                    match child.kind() {
                        "variable_assignment" => self.assign(source, child),
                        _ => self.declared(source, child),
                    }
                }
                String::new()
            }
            // `$(< file)`.
            "file_redirect" => {
                let redirects = self.redirects(source, &[node], stdin);
                redirects.stdin.unwrap_or_default()
            }
            _ => {
                self.within(source, node);
                String::new()
            }
        }
    }

    /// A word of `export`, `local` and their like: `"X=$(…)"`, or `$(…)` that gives such words.
    fn declared(&mut self, source: Source, node: Node) {
        for word in self.words(source, node) {
            if let Some((name, value)) = word.split_once('=')
                && value.len() <= LONGEST_TEXT
            {
                self.vars.insert(name.to_owned(), value.to_owned());
            }
        }
    }

    /// `a && b || c`. A long chain leans to the left, deeper than the stack would bear.
    fn list(&mut self, source: Source, node: Node, stdin: Option<&str>) -> String {
        let (mut rights, mut left) = (Vec::new(), node);
        while left.kind() == "list" {
            let mut sides = parse::named(left);
            let first = sides.next();
            rights.extend(sides.collect::<Vec<_>>().into_iter().rev());
            let Some(first) = first else { break };
            left = first;
        }
        let mut output = self.statement(source, left, stdin);
        for right in rights.into_iter().rev() {
            output.push_str(&self.statement(source, right, stdin));
        }
        output
    }

    pub(super) fn pipeline(&mut self, source: Source, node: Node, stdin: Option<&str>) -> String {
        let (shells, wires) = (self.shells.len(), self.wires.len());
        let mut flow = stdin.map(str::to_owned);
        for stage in parse::named(node) {
            flow = Some(self.statement(source, stage, flow.as_deref()));
        }
        self.shell_on_a_wire(shells, wires);
        flow.unwrap_or_default()
    }

    /// A shell that reads commands, in one pipeline with a program that talks to the network.
    pub(super) fn shell_on_a_wire(&mut self, shells: usize, wires: usize) {
        if self.shells.len() > shells
            && let Some(row) = self.wires.get(wires).copied()
        {
            self.report(&REVERSE_SHELL, row);
        }
    }

    fn endless(&mut self, source: Source, node: Node, stdin: Option<&str>) -> String {
        if let Some(body) = node.child_by_field_name("body") {
            let start = node.child(1).map_or(body.start_byte(), |child| child.start_byte());
            let condition = source.text.get(start..body.start_byte()).unwrap_or_default();
            let until = node.child(0).is_some_and(|child| child.kind() == "until");
            let condition = match condition.trim().trim_end_matches(';').trim() {
                "false" if until => "true",
                _ if until => "unknown",
                "((;;))" => "true",
                other => other,
            };
            if forks::endless_loop(source, condition, body) {
                self.report(&FORK_BOMB, source.rows.at(node.start_position().row));
            }
        }
        self.statements(source, node, stdin)
    }

    /// `for x in …`: the body is read once for each value that is known.
    fn each(&mut self, source: Source, node: Node, stdin: Option<&str>) -> String {
        let mut cursor = node.walk();
        let values: Vec<Node> = node.children_by_field_name("value", &mut cursor).collect();
        let mut words: Vec<String> =
            values.into_iter().flat_map(|value| self.words(source, value)).collect();
        words.truncate(if self.loops < DEEPEST_LOOPS { MOST_VALUES } else { 1 });
        if words.is_empty() {
            words.push(UNKNOWN.into());
        }
        let (Some(variable), Some(body)) =
            (node.child_by_field_name("variable"), node.child_by_field_name("body"))
        else {
            return String::new();
        };
        let name = source.text.get(variable.byte_range()).unwrap_or_default();
        let mut output = String::new();
        self.loops = self.loops.saturating_add(1);
        for word in words {
            self.vars.insert(name.to_owned(), word);
            output = self.statement(source, body, stdin);
        }
        self.loops = self.loops.saturating_sub(1);
        output
    }

    fn function(&mut self, source: Source, node: Node) {
        let (Some(name), Some(body)) =
            (node.child_by_field_name("name"), node.child_by_field_name("body"))
        else {
            return;
        };
        let name = source.text.get(name.byte_range()).unwrap_or_default();
        if forks::function_bomb(source, name, body) {
            self.report(&FORK_BOMB, source.rows.at(node.start_position().row));
        }
        let text = source.text.get(body.byte_range()).unwrap_or_default();
        if text.len() < LONGEST_TEXT {
            self.functions.insert(name.to_owned(), text.to_owned());
        }
        // Also read where nobody calls it: another file may.
        self.statement(source, body, None);
    }

    /// A function's body once more, with what the caller hands over.
    pub(super) fn function_call(&mut self, words: &[String], call: Call) -> String {
        let body = words.first().and_then(|name| self.functions.get(name).cloned());
        let (Some(body), true) = (body, self.calls_left > 0) else { return UNKNOWN.into() };
        self.calls_left = self.calls_left.saturating_sub(1);
        let Some(name) = words.first() else { return UNKNOWN.into() };
        // Taken away meanwhile, so that recursion ends.
        self.functions.remove(name);
        let output = self.with_arguments(words, |scan| {
            scan.commands(&body, Rows { last: call.rows.first, ..call.rows }, call.stdin)
        });
        self.functions.insert(name.clone(), body);
        output
    }

    /// Runs `read` with `$0`, `$1` … set to the words.
    pub(super) fn with_arguments(
        &mut self,
        words: &[String],
        read: impl FnOnce(&mut Self) -> String,
    ) -> String {
        let mut names: Vec<String> = (0..=9).map(|i| i.to_string()).collect();
        names.extend(["@".to_owned(), "*".to_owned()]);
        let saved: Vec<_> = names.iter().map(|name| self.vars.remove(name)).collect();
        for (i, word) in words.iter().enumerate().take(10) {
            self.vars.insert(i.to_string(), word.clone());
        }
        let all = words.get(1..).unwrap_or_default().join(&marks::SPLIT.to_string());
        self.vars.insert("@".into(), all.clone());
        self.vars.insert("*".into(), all);
        let output = read(self);
        for (name, value) in names.into_iter().zip(saved) {
            match value {
                Some(value) => self.vars.insert(name, value),
                None => self.vars.remove(&name),
            };
        }
        output
    }

    pub(super) fn assign(&mut self, source: Source, node: Node) {
        let Some(name) = node.child_by_field_name("name") else { return };
        self.inside(source, name);
        let name = source.text.get(name.byte_range()).unwrap_or_default();
        let mut value = match node.child_by_field_name("value") {
            Some(value) => self.value(source, value),
            None => String::new(),
        };
        if node.child(1).is_some_and(|child| child.kind() == "+=") {
            value = self.vars.get(name).map_or_else(|| UNKNOWN.into(), |v| v.clone()) + &value;
        }
        if value.len() <= LONGEST_TEXT {
            self.vars.insert(name.to_owned(), value);
        }
    }

    /// `{rm,-rf,/}` as a whole command, which the grammar does not know.
    fn lone_braces(&mut self, source: Source, node: Node, stdin: Option<&str>) {
        let rest = source.text.get(node.start_byte()..).unwrap_or_default();
        let end = rest.find(|c: char| c.is_whitespace() || ";|&".contains(c));
        let word = rest.cut(..end.unwrap_or(rest.len()));
        let Some(inner) = word.strip_prefix('{').and_then(|word| word.strip_suffix('}')) else {
            return;
        };
        let words: Vec<String> =
            inner.split(',').map(|part| part.replace(['"', '\'', '\\'], "")).collect();
        if words.len() > 1 {
            let call = Call::new(self.rows(source, node), stdin);
            self.run(&words, call);
        }
    }
}
