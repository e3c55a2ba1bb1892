//! What a script may answer the agent that runs it, in whatever language it is written.

use tacklebox_machine::cut::Cut;

/// What a script may answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// In the order of the text.
    pub exits: Vec<u32>,
    /// It prints `{"action": "modify", "data": {"tool": …, "arguments": …}}`.
    pub changes_tool: bool,
}

impl Answers {
    pub(super) fn add(&mut self, more: Option<Self>) {
        let more = more.unwrap_or_default();
        self.exits.extend(more.exits);
        self.changes_tool |= more.changes_tool;
    }
}

/// Whether a text holds an object that changes a tool call, as JSON, as a filter of jq or as a
/// literal of Python. What is in it may be anything, known or not.
pub(super) fn changes_tool(text: &str) -> bool {
    ["\"modify\"", "'modify'"].iter().any(|word| text.contains(word))
        && text.match_indices("data").any(|(at, word)| {
            let rest = text
                .cut(at.saturating_add(word.len())..)
                .trim_start_matches(['"', '\''])
                .trim_start();
            let object =
                rest.strip_prefix(':').map(str::trim_start).and_then(|rest| rest.strip_prefix('{'));
            object.is_some_and(|inside| {
                let keys = keys(inside);
                keys.contains(&"tool") && keys.contains(&"arguments")
            })
        })
}

/// The keys of an object whose opening brace was read.
fn keys(text: &str) -> Vec<&str> {
    let (mut keys, mut depth, mut at, mut key) = (Vec::new(), 0_u32, 0, true);
    while let Some(c) = text.cut(at..).chars().next() {
        let rest = text.cut(at..);
        let length = match c {
            '"' | '\'' => {
                let string = quoted(rest, c);
                if key && depth == 0 {
                    keys.push(string.trim_matches(c));
                    key = false;
                }
                string.len()
            }
            '{' | '[' | '(' => {
                depth = depth.saturating_add(1);
                1
            }
            '}' | ']' | ')' if depth == 0 => break,
            '}' | ']' | ')' => {
                depth = depth.saturating_sub(1);
                1
            }
            ',' => {
                key |= depth == 0;
                1
            }
            c if key && depth == 0 && (c.is_ascii_alphabetic() || c == '_') => {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                let word = rest.cut(..end.unwrap_or(rest.len()));
                keys.push(word);
                key = false;
                word.len()
            }
            c => c.len_utf8(),
        };
        at = at.saturating_add(length);
    }
    keys
}

/// The text up to its closing quote, with it.
fn quoted(text: &str, quote: char) -> &str {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return text.cut(..at.saturating_add(c.len_utf8())),
            _ => {}
        }
    }
    text
}
