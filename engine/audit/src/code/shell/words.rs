//! What a word of the shell comes to: quotes, backslashes, variables, braces, `$(…)`.

use tree_sitter::Node;

use super::scan::{LONGEST_TEXT, Scan};
use crate::marks::{self, CLOSE, COMMA, HOME, ITSELF, OPEN, SPLIT, UNKNOWN};
use crate::parse;
use crate::parse::{Rows, Source};
use tacklebox_machine::cut::Cut;

impl Scan<'_> {
    /// The words that the shell makes of one node.
    pub(super) fn words(&mut self, source: Source, node: Node) -> Vec<String> {
        let mut out = String::new();
        self.piece(source, node, false, &mut out);
        marks::fields(&out)
    }

    /// The same where the shell does not split: in an assignment, after `<<<`.
    pub(super) fn value(&mut self, source: Source, node: Node) -> String {
        let mut out = String::new();
        self.piece(source, node, true, &mut out);
        if node.kind() == "array" { out } else { marks::whole(&out) }
    }

    /// Adds what one part of a word comes to. `joined`: values are not split at blanks.
    pub(super) fn piece(&mut self, source: Source, node: Node, joined: bool, out: &mut String) {
        let row = source.rows.at(node.start_position().row);
        if out.len() > LONGEST_TEXT || !self.enter(row) {
            return;
        }
        self.piece_of_kind(source, node, joined, out);
        self.leave();
    }

    fn piece_of_kind(&mut self, source: Source, node: Node, joined: bool, out: &mut String) {
        let text = source.text.get(node.byte_range()).unwrap_or_default().trim_start();
        match node.kind() {
            "raw_string" => out.push_str(text.trim_matches('\'')),
            "ansi_c_string" => ansi_c(text, out),
            "string" => self.quoted(source, node, out),
            "simple_expansion" => {
                let value = self.lookup(text.trim_start_matches('$'));
                push(&value, joined, out);
            }
            "expansion" => {
                let text = self.with_outputs(source, node);
                let value = self.expansion(text.trim_start());
                push(&value, joined, out);
            }
            "command_substitution" => {
                let output = self.statements(source, node, None);
                push(output.trim_end_matches('\n'), joined, out);
            }
            "process_substitution" => {
                let output = self.statements(source, node, None);
                // As in Bash, the program is handed the name of a file that holds the output.
                let path = format!("/dev/fd/{}", self.files.len().saturating_add(63));
                self.files.insert(path.clone(), output);
                out.push_str(&path);
            }
            "array" => {
                for child in parse::named(node) {
                    out.push(SPLIT);
                    self.piece(source, child, joined, out);
                }
            }
            "concatenation" | "command_name" | "translated_string" => {
                for child in parse::children(node) {
                    let name = name_in(source, child);
                    if let Some(name) = name.filter(|_| out.ends_with('$')) {
                        self.dollar_split_off(name, joined, out);
                    } else {
                        self.piece(source, child, joined, out);
                    }
                }
            }
            "arithmetic_expansion" => {
                self.inside(source, node);
                out.push(UNKNOWN);
            }
            _ => unquoted(text, out),
        }
    }

    /// The grammar now and then cuts `$NAME` in two.
    pub(super) fn dollar_split_off(&mut self, text: &str, joined: bool, out: &mut String) {
        out.pop();
        let end = text.find(|c: char| !is_name(c)).unwrap_or(text.len());
        let value = self.lookup(text.cut(..end));
        push(&value, joined, out);
        unquoted(text.cut(end..), out);
    }

    /// The text of a node with what the commands in it print: `${X:-$(…)/y}`.
    fn with_outputs(&mut self, source: Source, node: Node) -> String {
        let mut out = String::new();
        let mut at = node.start_byte();
        self.outputs(source, node, &mut at, &mut out);
        out.push_str(source.text.get(at..node.end_byte()).unwrap_or_default());
        out
    }

    fn outputs(&mut self, source: Source, node: Node, at: &mut usize, out: &mut String) {
        for child in parse::named(node) {
            if out.len() > LONGEST_TEXT || !self.enter(source.rows.at(child.start_position().row)) {
                return;
            }
            if child.kind() == "command_substitution" {
                out.push_str(source.text.get(*at..child.start_byte()).unwrap_or_default());
                out.push_str(self.statements(source, child, None).trim_end_matches('\n'));
                *at = child.end_byte();
            } else if child.kind() == "process_substitution" {
                self.statements(source, child, None);
            } else {
                self.outputs(source, child, at, out);
            }
            self.leave();
        }
    }

    /// Reads the commands in `$(…)` anywhere below a node whose own value does not matter.
    pub(super) fn inside(&mut self, source: Source, node: Node) {
        for child in parse::named(node) {
            if !self.enter(source.rows.at(child.start_position().row)) {
                return;
            }
            self.within(source, child);
            self.leave();
        }
    }

    /// The same where the node may be such a `$(…)` itself.
    pub(super) fn within(&mut self, source: Source, node: Node) {
        if matches!(node.kind(), "command_substitution" | "process_substitution") {
            self.statements(source, node, None);
        } else {
            self.inside(source, node);
        }
    }

    /// A string in double quotes. Its text is taken from the source, since the tree leaves blanks out.
    fn quoted(&mut self, source: Source, node: Node, out: &mut String) {
        let mut at = node.start_byte().saturating_add(1);
        let end = node.end_byte().saturating_sub(1);
        for child in parse::children(node) {
            if matches!(child.kind(), "string_content" | "\"") {
                continue;
            }
            if !child.is_named() {
                continue;
            }
            // The tree counts a blank in front of `$` to the variable.
            let text = source.text.get(child.byte_range()).unwrap_or_default();
            let blanks = text.len().saturating_sub(text.trim_start().len());
            let before = source.text.get(at..child.start_byte().saturating_add(blanks));
            backslashes(before.unwrap_or_default(), out);
            self.piece(source, child, true, out);
            at = child.end_byte();
        }
        backslashes(source.text.get(at..end).unwrap_or_default(), out);
    }

    /// What is in a variable, as far as the text says.
    pub(super) fn lookup(&self, name: &str) -> String {
        if let Some(value) = self.vars.get(name) {
            return value.clone();
        }
        match name {
            "HOME" => HOME.into(),
            "IFS" => SPLIT.into(),
            "0" => ITSELF.into(),
            "SHELL" | "BASH" => "/bin/bash".into(),
            "PWD" => self.cwd.clone().unwrap_or_else(|| UNKNOWN.into()),
            // Nobody hands a hook so many arguments: used to tear words apart.
            "6" | "7" | "8" | "9" => String::new(),
            _ => UNKNOWN.into(),
        }
    }

    /// `${…}`.
    fn expansion(&self, text: &str) -> String {
        let inner = text.trim_start_matches("${").trim_end_matches('}');
        if let Some(name) = inner.strip_prefix('!') {
            let name = self.lookup(name);
            return self.lookup(&name);
        }
        if inner.starts_with('#') && inner.len() > 1 {
            return UNKNOWN.into();
        }
        let end = inner.find(|c: char| !is_name(c)).unwrap_or(inner.len()).max(
            // `@`, `*` and their kin are one character long.
            usize::from(inner.starts_with(['@', '*', '#', '?', '$', '!', '-'])),
        );
        let (name, rest) = inner.split_at(end);
        let value = self.lookup(name);
        let unset = value.is_empty() || (value.contains(UNKNOWN) && !self.vars.contains_key(name));
        let default = |word: &str| self.default(word);
        if name == "IFS" {
            value
        } else if let Some(word) = rest.strip_prefix(":-").or_else(|| rest.strip_prefix(":=")) {
            if unset { default(word) } else { value }
        } else if let Some(word) = rest.strip_prefix(['-', '=']) {
            if unset { default(word) } else { value }
        } else if let Some(word) = rest.strip_prefix(":+").or_else(|| rest.strip_prefix('+')) {
            default(word)
        } else if let Some(range) = rest.strip_prefix(':').filter(|r| !r.starts_with('?')) {
            substring(name, &value, range)
        } else if let Some(index) = rest.strip_prefix('[') {
            element(&value, index)
        } else {
            changed(&value, rest)
        }
    }

    fn default(&self, word: &str) -> String {
        let word = word.trim_matches(['"', '\'']);
        let Some(name) = word.strip_prefix('$') else { return word.to_owned() };
        let end = name.find(|c: char| !is_name(c)).unwrap_or(name.len());
        if end == 0 { UNKNOWN.into() } else { self.lookup(name.cut(..end)) + name.cut(end..) }
    }

    /// Where a node is in the file.
    pub(super) fn rows(&self, source: Source, node: Node) -> Rows {
        Rows {
            first: source.rows.at(node.start_position().row),
            last: source.rows.at(node.end_position().row),
        }
    }
}

fn name_in<'t>(source: Source<'t>, word: Node) -> Option<&'t str> {
    let text = source.text.get(word.byte_range()).filter(|_| word.kind() == "word")?;
    text.starts_with(is_name).then_some(text)
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn push(value: &str, joined: bool, out: &mut String) {
    if joined {
        out.push_str(value);
    } else {
        out.extend(value.chars().map(|c| if c.is_whitespace() { SPLIT } else { c }));
    }
}

fn unquoted(text: &str, out: &mut String) {
    if out.is_empty()
        && let Some(rest) = text.strip_prefix('~')
    {
        // Also the home folder of somebody else: `~root`.
        let rest = rest.trim_start_matches(is_name);
        if rest.is_empty() || rest.starts_with('/') {
            out.push(HOME);
            return unquoted_rest(rest, out);
        }
    }
    unquoted_rest(text, out);
}

fn unquoted_rest(text: &str, out: &mut String) {
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.extend(chars.next().filter(|c| *c != '\n')),
            '{' => out.push(OPEN),
            ',' => out.push(COMMA),
            '}' => out.push(CLOSE),
            c => out.push(c),
        }
    }
}

fn backslashes(text: &str, out: &mut String) {
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some('\n')) => drop(chars.next()),
            ('\\', Some('"' | '\\' | '$' | '`')) => out.extend(chars.next()),
            _ => out.push(c),
        }
    }
}

/// `$'…'`, and what `echo -e` and `printf` do.
pub(super) fn ansi_c(text: &str, out: &mut String) {
    let inner = text.strip_prefix("$'").map_or(text, |t| t.strip_suffix('\'').unwrap_or(t));
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let (radix, most) = match chars.peek() {
            Some('x') => (16, 2),
            Some('u') => (16, 4),
            Some('U') => (16, 8),
            Some('0'..='7') => (8, 4),
            Some('n') => {
                chars.next();
                out.push('\n');
                continue;
            }
            Some('t') => {
                chars.next();
                out.push('\t');
                continue;
            }
            _ => {
                out.extend(chars.next());
                continue;
            }
        };
        if radix == 16 {
            chars.next();
        }
        let mut code = 0_u32;
        for _ in 0..most {
            let Some(digit) = chars.peek().and_then(|c| c.to_digit(radix)) else { break };
            code = code.saturating_mul(radix).saturating_add(digit);
            chars.next();
        }
        out.extend(char::from_u32(code));
    }
}

fn substring(name: &str, value: &str, range: &str) -> String {
    let mut numbers = range.split(':').map(|n| n.trim().parse::<usize>());
    let (Some(Ok(start)), length) = (numbers.next(), numbers.next()) else {
        return UNKNOWN.into();
    };
    let Ok(length) = length.unwrap_or(Ok(usize::MAX)) else { return UNKNOWN.into() };
    // Every absolute path starts with the same character, known or not.
    if start == 0 && length == 1 && matches!(name, "HOME" | "PATH" | "PWD" | "SHELL") {
        return "/".into();
    }
    if value.contains([UNKNOWN, HOME]) {
        return UNKNOWN.into();
    }
    value.chars().skip(start).take(length).collect()
}

fn element(value: &str, index: &str) -> String {
    let index = index.split(']').next().unwrap_or_default();
    match index.parse::<usize>() {
        Ok(i) => value.split(SPLIT).filter(|v| !v.is_empty()).nth(i).unwrap_or("").to_owned(),
        Err(_) => value.to_owned(),
    }
}

/// `${X%/}`, `${X//a/b}`, `${X,,}` and so on, where the pattern is plain text.
fn changed(value: &str, how: &str) -> String {
    let literal = |pattern: &str| !pattern.contains(['*', '?', '[', '$', '\\']);
    if how.is_empty() || how.starts_with([':', '?']) {
        return value.to_owned();
    }
    if how.starts_with("^^") {
        return value.to_uppercase();
    }
    if how.starts_with(",,") {
        return value.to_lowercase();
    }
    let ends = how.trim_start_matches(['%', '#']);
    if how.starts_with('%') && literal(ends) {
        return value.strip_suffix(ends).unwrap_or(value).to_owned();
    }
    if how.starts_with('#') && literal(ends) {
        return value.strip_prefix(ends).unwrap_or(value).to_owned();
    }
    if let Some(swap) = how.strip_prefix("//") {
        let (from, to) = swap.split_once('/').unwrap_or((swap, ""));
        if literal(from) && !from.is_empty() && value.len() < 4096 && to.len() < 16 {
            return value.replace(from, to);
        }
    }
    marks::taint(value)
}
