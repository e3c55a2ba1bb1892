//! Simple commands with what is redirected: `<`, `>`, `<<`, `<<<`.

use tree_sitter::Node;

use super::call::Call;
use super::scan::Scan;
use crate::marks::{DOWNLOADED, UNKNOWN};
use crate::parse::{Rows, Source};
use crate::rules::{REVERSE_SHELL, WRITE_DEVICE};
use crate::{dangers, deeds, marks, parse, places};
use tacklebox_machine::cut::Cut;

/// Names of what a program prints to anyway.
const OUTPUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Where a command's input comes from and its output goes.
#[derive(Default)]
pub(super) struct Redirects<'t> {
    pub stdin: Option<String>,
    stdin_rows: Option<Rows>,
    descriptor: bool,
    to_files: Vec<String>,
    row: usize,
    to_processes: Vec<Node<'t>>,
    /// The grammar takes the words after a redirection for more of its targets.
    arguments: Vec<String>,
    /// What is behind `<<EOF` on the same line: `| bash`, `&& echo done`.
    then: Vec<Node<'t>>,
}

impl Scan<'_> {
    /// One simple command; what it prints.
    pub(super) fn command<'t>(
        &mut self,
        source: Source,
        node: Node<'t>,
        stdin: Option<&str>,
        outer: Redirects<'t>,
    ) -> String {
        let (mut nodes, mut redirections) = (Vec::new(), Vec::new());
        for child in parse::children(node) {
            match child.kind() {
                "variable_assignment" => self.assign(source, child),
                "file_redirect" | "herestring_redirect" => redirections.push(child),
                // `bash 0<&3`: the grammar takes the 0 for a word.
                "number" if source.text.cut(child.end_byte()..).starts_with(['<', '>']) => {}
                "subshell" => drop(self.statements(source, child, None)),
                _ => nodes.push(child),
            }
        }
        let mut words = self.joined_words(source, &nodes);
        let inner = self.redirects(source, &redirections, stdin);
        words.extend(inner.arguments.iter().cloned());
        words.extend(outer.arguments.iter().cloned());
        let call = Call {
            rows: self.rows(source, node),
            stdin: inner.stdin.as_deref().or(outer.stdin.as_deref()).or(stdin),
            stdin_rows: inner.stdin_rows.or(outer.stdin_rows),
            descriptor: inner.descriptor || outer.descriptor,
        };
        let output = self.run(&words, call);
        let output = self.deliver(source, inner, output);
        self.deliver(source, outer, output)
    }

    /// The words of a command. What is side by side without a blank is one word, even where
    /// the tree has two: a backslash at the end of a line, or `$NAME` cut in two.
    fn joined_words(&mut self, source: Source, nodes: &[Node]) -> Vec<String> {
        let mut words = Vec::new();
        let mut word = String::new();
        let mut end = None;
        for node in nodes {
            let gap = end.and_then(|end: usize| source.text.get(end..node.start_byte()));
            let apart = gap.is_none_or(|gap| !gap.replace("\\\n", "").is_empty());
            if apart && end.is_some() {
                words.extend(marks::fields(&word));
                word.clear();
            }
            let text = source.text.get(node.byte_range()).unwrap_or_default();
            if !apart && gap == Some("") && word.ends_with('$') {
                self.dollar_split_off(text, false, &mut word);
            } else {
                self.piece(source, *node, false, &mut word);
            }
            end = Some(node.end_byte());
        }
        if end.is_some() {
            words.extend(marks::fields(&word));
        }
        words
    }

    pub(super) fn redirected(&mut self, source: Source, node: Node, stdin: Option<&str>) -> String {
        let body = node.child_by_field_name("body");
        let mut redirections = Vec::new();
        redirections.extend(parse::children(node).filter(|child| Some(*child) != body));
        let redirects = self.redirects(source, &redirections, stdin);
        match body {
            Some(body) if body.kind() == "command" => self.command(source, body, stdin, redirects),
            Some(body) => {
                let input = redirects.stdin.clone();
                let input = input.as_deref().or(stdin);
                let output = self.statement(source, body, input);
                self.deliver(source, redirects, output)
            }
            None => {
                let output = redirects.stdin.clone().unwrap_or_default();
                self.deliver(source, redirects, output)
            }
        }
    }

    pub(super) fn redirects<'t>(
        &mut self,
        source: Source,
        nodes: &[Node<'t>],
        stdin: Option<&str>,
    ) -> Redirects<'t> {
        let mut redirects = Redirects::default();
        for node in nodes {
            match node.kind() {
                "file_redirect" => self.file_redirect(source, *node, &mut redirects),
                "heredoc_redirect" => self.heredoc(source, *node, stdin, &mut redirects),
                "herestring_redirect" => {
                    if let Some(word) = parse::children(*node).last() {
                        redirects.stdin = Some(self.value(source, word));
                    }
                }
                _ => {}
            }
        }
        redirects
    }

    fn file_redirect<'t>(&mut self, source: Source, node: Node<'t>, redirects: &mut Redirects<'t>) {
        let (mut operator, mut descriptor) = ("", None);
        let mut targets = Vec::new();
        for child in parse::children(node) {
            match child.kind() {
                "ERROR" => {}
                "file_descriptor" => descriptor = source.text.get(child.byte_range()),
                kind if !child.is_named() => operator = kind,
                _ => targets.push(child),
            }
        }
        let Some((target, rest)) = targets.split_first() else { return };
        for word in rest {
            redirects.arguments.extend(self.words(source, *word));
        }
        // `2>file` is for what is said of errors: what is printed goes on down the pipe.
        let printed = descriptor.is_none_or(|descriptor| descriptor == "1");
        if target.kind() == "process_substitution" && operator.starts_with('>') {
            if printed {
                redirects.to_processes.push(*target);
            } else {
                self.statements(source, *target, Some(&UNKNOWN.to_string()));
            }
            return;
        }
        let path = self.value(source, *target);
        let row = source.rows.at(node.start_position().row);
        let asked = path.strip_prefix("/dev/tcp/").or_else(|| path.strip_prefix("/dev/udp/"));
        // Whether a port of this computer answers is how scripts wait for a service of it.
        if asked.is_some_and(|host| !is_this_computer(host)) {
            self.report(&REVERSE_SHELL, row);
        }
        let number = path.parse::<u32>();
        match operator {
            "<" => {
                self.say_if(deeds::reads(&path), row);
                redirects.stdin = Some(self.file(&path));
            }
            "<&" | ">&" if number.is_ok() => {
                redirects.descriptor |= number.is_ok_and(|number| number > 2);
            }
            "<&" | "<&-" | ">&-" => {}
            _ => {
                if dangers::is_disk(&path) {
                    self.report(&WRITE_DEVICE, row);
                }
                self.writes(&path, row);
                if printed && !OUTPUT.contains(&path.as_str()) {
                    redirects.row = row;
                    redirects.to_files.push(path);
                }
            }
        }
    }

    fn heredoc<'t>(
        &mut self,
        source: Source,
        node: Node<'t>,
        stdin: Option<&str>,
        redirects: &mut Redirects<'t>,
    ) {
        let (mut tabs, mut literal) = (false, false);
        for (field, child) in parse::parts(node) {
            match (child.kind(), field) {
                ("<<-", _) => tabs = true,
                ("heredoc_start", _) => {
                    let start = source.text.get(child.byte_range()).unwrap_or_default();
                    literal = start.contains(['\'', '"', '\\']);
                }
                ("heredoc_body", _) => {
                    let text = source.text.get(child.byte_range()).unwrap_or_default();
                    self.inside(source, child);
                    // The tree may start the body late; blanks in front change nothing.
                    let mut text = text.replace(if tabs { "\n\t" } else { "\n" }, "\n");
                    if !literal {
                        text = text.replace("\\$", "$");
                    }
                    redirects.stdin_rows = Some(self.rows(source, child));
                    redirects.stdin = Some(text);
                }
                ("pipeline", _) | (_, Some("right")) => redirects.then.push(child),
                ("file_redirect" | "herestring_redirect", _) => {
                    let more = self.redirects(source, &[child], stdin);
                    redirects.descriptor |= more.descriptor;
                    redirects.to_files.extend(more.to_files);
                    redirects.to_processes.extend(more.to_processes);
                    redirects.arguments.extend(more.arguments);
                }
                (_, Some("argument")) => {
                    redirects.arguments.extend(self.words(source, child));
                }
                _ => {}
            }
        }
    }

    /// Hands output on to where it is redirected; what is left goes to the next in the pipeline.
    fn deliver(&mut self, source: Source, redirects: Redirects, output: String) -> String {
        let mut left = output;
        for path in &redirects.to_files {
            self.orders(&left, path, redirects.row);
            self.files.insert(path.clone(), left.clone());
        }
        for process in &redirects.to_processes {
            self.statements(source, *process, Some(&left));
        }
        if !redirects.to_files.is_empty() || !redirects.to_processes.is_empty() {
            left = String::new();
        }
        let (shells, wires) = (self.shells.len(), self.wires.len());
        for node in redirects.then {
            left = self.statements_or_one(source, node, &left);
        }
        self.shell_on_a_wire(shells, wires);
        left
    }

    fn statements_or_one(&mut self, source: Source, node: Node, stdin: &str) -> String {
        if node.kind() == "pipeline" {
            return self.pipeline(source, node, Some(stdin));
        }
        self.statement(source, node, Some(stdin))
    }

    /// What is in a file, if this text put it there.
    pub(super) fn file(&self, path: &str) -> String {
        let name = path.trim_start_matches("./");
        let found = self.files.iter().find(|(written, _)| written.trim_start_matches("./") == name);
        let elsewhere = || match &self.unpacked {
            Some(folder)
                if dangers::resolve(path, self.cwd.as_deref())
                    .strip_prefix(folder.as_str())
                    .is_some_and(|rest| rest.starts_with('/')) =>
            {
                DOWNLOADED
            }
            _ if self.deeds => places::content(path),
            _ => UNKNOWN,
        };
        found.map_or_else(|| elsewhere().into(), |(_, text)| text.clone())
    }
}

/// Of `host/port`.
fn is_this_computer(address: &str) -> bool {
    let host = address.split('/').next().unwrap_or_default();
    host == "localhost" || host == "127.0.0.1" || host == "::1"
}
