//! Values of `metadata` that is written in lines, found by their indentation.

use std::ops::Range;

use serde_json::Value;

use super::in_braces;
use crate::manifest::front::next_line;
use crate::manifest::rewrite::one_line_value;
use crate::manifest::unclosed::{self, Flow};
use tacklebox_machine::cut::Cut;

/// A line of the front matter that has a key.
struct Line {
    start: usize,
    indent: usize,
    /// Behind the colon.
    value: usize,
    /// Before the line break.
    end: usize,
}

/// The front matter with another value in `metadata`, where these keys lead; none where this cannot be done here.
pub(super) fn change(
    text: &str,
    keys: &[&str],
    value: Option<&Value>,
    newline: &str,
) -> Option<String> {
    let top = lines(text, 0..text.len())
        .find(|line| line.indent == 0 && key(text, line) == "metadata")?;
    let mut within = below(text, &top);
    let mut parent = top;
    let mut keys = keys;
    while let Some((wanted, further)) = keys.split_first() {
        let step = lines(text, within.clone()).next().map(|line| line.indent);
        let child = lines(text, within.clone())
            .find(|line| Some(line.indent) == step && key(text, line) == *wanted);
        let Some(child) = child else {
            let indent = step.unwrap_or(parent.indent.saturating_add(2));
            return value.map_or(Some(text.to_owned()), |value| {
                add(text, &parent, indent, keys, value, newline)
            });
        };
        if further.is_empty() {
            return match value {
                Some(value) => replace(text, &child, value),
                None => Some(remove(text, &child)),
            };
        }
        let inner = text.cut(child.value..).trim_start_matches([' ', '\t']);
        if inner.starts_with('{') {
            return in_braces(text, text.len().saturating_sub(inner.len()), further, value);
        }
        within = below(text, &child);
        parent = child;
        keys = further;
    }
    None
}

/// The lines with a key in a stretch of text.
fn lines(text: &str, within: Range<usize>) -> impl Iterator<Item = Line> + '_ {
    let mut at = within.start;
    text.cut(within).split_inclusive('\n').filter_map(move |line| {
        let start = at;
        at = at.saturating_add(line.len());
        let content = line.trim_end_matches(['\n', '\r']);
        let trimmed = content.trim_start_matches(' ');
        if trimmed.is_empty() || trimmed.starts_with(['#', '-', '\t']) {
            return None;
        }
        let colon = trimmed.find(':')?;
        let indent = content.len().saturating_sub(trimmed.len());
        let value = start.saturating_add(indent).saturating_add(colon).saturating_add(1);
        Some(Line { start, indent, value, end: start.saturating_add(content.len()) })
    })
}

fn key<'t>(text: &'t str, line: &Line) -> &'t str {
    let key =
        text.cut(line.start.saturating_add(line.indent)..line.value.saturating_sub(1)).trim_end();
    key.trim_matches(['"', '\''])
}

/// What is indented below a line. Items of a list may be as deep as their key.
fn below(text: &str, line: &Line) -> Range<usize> {
    let start = next_line(text, line.end);
    let (mut end, mut at) = (start, start);
    for next in text.cut(start..).split_inclusive('\n') {
        at = at.saturating_add(next.len());
        let content = next.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let indent = next.len().saturating_sub(next.trim_start_matches(' ').len());
        let item = indent == line.indent && (content == "-" || content.starts_with("- "));
        if indent <= line.indent && !item {
            break;
        }
        end = at;
    }
    start..end
}

/// Where the value of a line ends, without a comment behind it.
fn value_end(text: &str, line: &Line) -> usize {
    let value = text.cut(line.value..line.end).trim_start();
    let start = line.end.saturating_sub(value.len());
    let inner = below(text, line);
    if value.starts_with(['[', '{']) {
        return match unclosed::flow(text, start) {
            Flow::Ends(end) => end,
            _ => inner.end.max(line.end),
        };
    }
    let last = text.cut(..inner.end).trim_end_matches(['\n', '\r']).len();
    if last > line.end {
        return last;
    }
    let comment = match value.starts_with(['"', '\'']) {
        true => quoted_end(value),
        false => value.find(" #").or(value.starts_with('#').then_some(0)),
    };
    let value = comment.map_or(value, |at| value.cut(..at)).trim_end();
    if value.is_empty() { line.value } else { start.saturating_add(value.len()) }
}

/// Where a text in quotes ends, by the rules of YAML.
fn quoted_end(value: &str) -> Option<usize> {
    let mut rest = value.char_indices();
    let (_, quote) = rest.next()?;
    while let Some((at, c)) = rest.next() {
        let doubled = quote == '\'' && value.cut(at..).starts_with("''");
        match c {
            '\\' if quote == '"' => drop(rest.next()),
            c if c == quote && doubled => drop(rest.next()),
            c if c == quote => return Some(at.saturating_add(1)),
            _ => {}
        }
    }
    None
}

fn replace(text: &str, line: &Line, value: &Value) -> Option<String> {
    let end = value_end(text, line);
    Some(format!("{} {}{}", text.cut(..line.value), one_line_value(value), text.cut(end..)))
}

fn remove(text: &str, line: &Line) -> String {
    let value_end = value_end(text, line);
    format!("{}{}", text.cut(..line.start), text.cut(next_line(text, value_end)..))
}

/// The keys that are missing as lines below their parent, the last with the value.
fn add(
    text: &str,
    parent: &Line,
    indent: usize,
    keys: &[&str],
    value: &Value,
    newline: &str,
) -> Option<String> {
    if !text.cut(parent.value..parent.end).split(" #").next()?.trim().is_empty() {
        return None;
    }
    let mut made = String::new();
    for (depth, key) in keys.iter().enumerate() {
        let last = depth.saturating_add(1) == keys.len();
        let value = if last { format!(" {}", one_line_value(value)) } else { String::new() };
        made += &format!(
            "{}{key}:{value}{newline}",
            " ".repeat(indent.saturating_add(depth.saturating_mul(2)))
        );
    }
    let (at, gap) = match text.cut(parent.end..).find('\n') {
        Some(at) => (parent.end.saturating_add(at).saturating_add(1), ""),
        None => (text.len(), newline),
    };
    Some(format!("{}{gap}{made}{}", text.cut(..at), text.cut(at..)))
}
