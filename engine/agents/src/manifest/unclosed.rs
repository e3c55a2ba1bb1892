//! Brackets and quotes of a YAML, JSON or JSON5 flow value: where it ends, or what was left open.

use super::front::next_line;

/// Deeper than this, nothing is read: a level of YAML takes several kilobytes of stack.
pub(super) const MAX_DEPTH: usize = 60;

/// How a flow value ends.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// Behind its closing bracket, as a byte offset into the text.
    Ends(usize),
    /// Never: this was opened at that offset and not closed.
    Open(usize, &'static str),
    /// At this offset the nesting goes beyond [`MAX_DEPTH`].
    TooDeep(usize),
}

/// Follows the flow value whose first bracket is at `start`.
pub(super) fn flow(text: &str, start: usize) -> Flow {
    let bytes = text.as_bytes();
    let mut open: Vec<usize> = Vec::new();
    let mut at = start;
    // Quotes and comments count only where a token may begin: not in `it's` or `https://x`.
    let mut before = b' ';
    while let Some(byte) = bytes.get(at).copied() {
        let ahead = bytes.get(at..).unwrap_or_default();
        let spaced = before.is_ascii_whitespace() || b"{}[],".contains(&before);
        let token = spaced || before == b':';
        match byte {
            b'{' | b'[' => {
                if open.len() == MAX_DEPTH {
                    return Flow::TooDeep(at);
                }
                open.push(at);
            }
            b'}' | b']' => {
                let from = open.pop().unwrap_or(start);
                let fits =
                    matches!((bytes.get(from), byte), (Some(b'{'), b'}') | (Some(b'['), b']'));
                if !fits {
                    return Flow::Open(from, what(bytes, from));
                }
                if open.is_empty() {
                    return Flow::Ends(at.saturating_add(1));
                }
            }
            b'"' | b'\'' if token => match quoted(bytes, at) {
                Some(end) => {
                    at = end;
                    before = byte;
                    continue;
                }
                None => return Flow::Open(at, what(bytes, at)),
            },
            b'#' if spaced => {
                at = at.saturating_add(line_end(ahead));
                continue;
            }
            _ if spaced && ahead.starts_with(b"//") => {
                at = at.saturating_add(line_end(ahead));
                continue;
            }
            _ if spaced && ahead.starts_with(b"/*") => {
                let Some(end) = text.get(at..).and_then(|rest| rest.find("*/")) else {
                    return Flow::Open(at, "comment");
                };
                at = at.saturating_add(end.saturating_add(2));
                continue;
            }
            _ => {}
        }
        before = byte;
        at = at.saturating_add(1);
    }
    let from = open.last().copied().unwrap_or(start);
    Flow::Open(from, what(bytes, from))
}

/// The first list, object or quoted text of the front matter that is never closed.
///
/// `separator` is between key and value: `:` in YAML, `=` in TOML.
pub(super) fn first(text: &str, separator: char) -> Option<Flow> {
    let mut at = 0;
    while let Some(line) = text.get(at..).and_then(|rest| rest.split_inclusive('\n').next()) {
        if line.is_empty() {
            break;
        }
        let value = value_start(line, separator).map(|offset| at.saturating_add(offset));
        at = at.saturating_add(line.len());
        let Some(start) = value else { continue };
        match text.as_bytes().get(start) {
            Some(b'{' | b'[') => match flow(text, start) {
                Flow::Ends(end) => at = end.max(at),
                open => return Some(open),
            },
            // A TOML text of several lines: its quotes follow other rules.
            Some(b'"') if text.get(start..).is_some_and(|rest| rest.starts_with("\"\"\"")) => {}
            Some(b'"') => match quoted(text.as_bytes(), start) {
                Some(end) => at = end.max(at),
                None => return Some(Flow::Open(start, "quoted text")),
            },
            _ => {}
        }
        // Back to a line's beginning.
        if at > 0 && text.as_bytes().get(at.saturating_sub(1)) != Some(&b'\n') {
            at = next_line(text, at);
        }
    }
    None
}

/// Where the value of a `key: value`, `key = value` or `- item` line begins, or the line's first character.
fn value_start(line: &str, separator: char) -> Option<usize> {
    let first = line.find(|c: char| !c.is_whitespace())?;
    let rest = line.get(first..)?;
    if rest.starts_with(['{', '[', '"']) {
        return Some(first);
    }
    let from = match rest.strip_prefix("- ") {
        Some(_) => first.saturating_add(2),
        None => first.saturating_add(rest.find(separator)?).saturating_add(1),
    };
    let value = line.get(from..)?;
    Some(from.saturating_add(value.find(|c: char| !c.is_whitespace())?))
}

fn line_end(ahead: &[u8]) -> usize {
    ahead.iter().position(|byte| *byte == b'\n').unwrap_or(ahead.len())
}

fn quoted(bytes: &[u8], start: usize) -> Option<usize> {
    let quote = bytes.get(start)?;
    let mut at = start.saturating_add(1);
    loop {
        match bytes.get(at)? {
            b'\\' => at = at.saturating_add(2),
            byte if byte == quote => return Some(at.saturating_add(1)),
            _ => at = at.saturating_add(1),
        }
    }
}

fn what(bytes: &[u8], at: usize) -> &'static str {
    match bytes.get(at) {
        Some(b'[') => "list",
        Some(b'{') => "object",
        _ => "quoted text",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_flow_value_ends() {
        for text in [
            "{}",
            "{ a: [1, {b: 2}] }",
            r#"{ "a": "}" }"#,
            r#"{ "a": "\"}" }"#,
            "{ 'a': '}' }",
            "{ a: it's, b: x }",
            "{ // }\n }",
            "{ /* } */ }",
            "{ # }\n }",
            "{ a: https://x.example }",
        ] {
            assert_eq!(flow(&format!("{text} rest"), 0), Flow::Ends(text.len()), "{text}");
        }
    }

    #[test]
    fn what_was_left_open() {
        for (text, at, what) in [
            ("{ a: [1 }", 5, "list"),
            ("{ a: [1]", 0, "object"),
            ("{ \"a }", 2, "quoted text"),
            ("{ /* }", 2, "comment"),
        ] {
            assert_eq!(flow(text, 0), Flow::Open(at, what), "{text}");
        }
        assert_eq!(first("a: [x]\nb: [y\nc: 1\n", ':'), Some(Flow::Open(10, "list")));
        assert_eq!(first("a: \"x\nb: 1\n", ':'), Some(Flow::Open(3, "quoted text")));
        assert_eq!(first("a: [\nx]\nb: it's\n- \"y\"\n", ':'), None);
        assert_eq!(first("a = [\n1\nb = 2", '='), Some(Flow::Open(4, "list")));
        assert_eq!(first(&"[".repeat(200), ':'), Some(Flow::TooDeep(MAX_DEPTH)));
    }
}
