//! A config as a tree of values that know where in the text they are. Edits go by these places,
//! so that every byte outside an edited value stays as it is, whatever the file's line ends are.

use std::ops::Range;

use serde_json::{Map, Value};

use super::Syntax;
use super::path::{Segment, index};
use tacklebox_machine::cut::Cut;

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub span: Range<usize>,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Scalar(Value),
    Array(Vec<Node>),
    Object(Vec<Entry>),
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub key: String,
    /// From the first byte of the key to the last of the value.
    pub span: Range<usize>,
    pub key_end: usize,
    pub value: Node,
}

impl Node {
    pub fn to_value(&self) -> Value {
        match &self.kind {
            Kind::Scalar(value) => value.clone(),
            Kind::Array(items) => items.iter().map(Self::to_value).collect(),
            Kind::Object(entries) => {
                let mut map = Map::new();
                for entry in entries {
                    // The last of equal keys wins, as in JavaScript.
                    map.insert(entry.key.clone(), entry.value.to_value());
                }
                Value::Object(map)
            }
        }
    }

    /// Where in its container the step leads.
    pub fn position(&self, segment: &Segment) -> Option<usize> {
        match (&self.kind, segment) {
            (Kind::Object(entries), Segment::Key(key)) => {
                entries.iter().rposition(|entry| entry.key == *key)
            }
            (Kind::Array(items), Segment::Key(key)) => index(key).filter(|at| *at < items.len()),
            (Kind::Array(items), Segment::Where { key, value }) => items.iter().position(|item| {
                item.child(&Segment::Key(key.clone())).is_some_and(
                    |field| matches!(&field.kind, Kind::Scalar(Value::String(text)) if text == value),
                )
            }),
            _ => None,
        }
    }

    pub fn child(&self, segment: &Segment) -> Option<&Self> {
        let at = self.position(segment)?;
        match &self.kind {
            Kind::Object(entries) => entries.get(at).map(|entry| &entry.value),
            Kind::Array(items) => items.get(at),
            Kind::Scalar(_) => None,
        }
    }

    /// The places of all entries or items.
    pub fn places(&self) -> Vec<Range<usize>> {
        match &self.kind {
            Kind::Object(entries) => entries.iter().map(|entry| entry.span.clone()).collect(),
            Kind::Array(items) => items.iter().map(|item| item.span.clone()).collect(),
            Kind::Scalar(_) => Vec::new(),
        }
    }
}

/// `text` with some places replaced. The places must not overlap.
pub(super) fn splice(text: &str, mut changes: Vec<(Range<usize>, String)>) -> String {
    changes.sort_by_key(|(place, _)| (place.start, place.end));
    let mut out = String::with_capacity(text.len().saturating_add(64));
    let mut at = 0;
    for (place, new) in changes {
        out.push_str(text.get(at..place.start).unwrap_or_default());
        out.push_str(&new);
        at = at.max(place.end);
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// The start of the line that `at` is in.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    let start = text.cut(..at).rfind('\n').map_or(0, |newline| newline.saturating_add(1));
    if start == 0 && text.starts_with(BOM) { BOM.len_utf8().min(at) } else { start }
}

/// The end of the line that `at` is in, before its line break.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    let end = text.cut(at..).find('\n').map_or(text.len(), |newline| at.saturating_add(newline));
    if end > at && text.cut(..end).ends_with('\r') { end.saturating_sub(1) } else { end }
}

/// The white space at the start of the line that `at` is in.
pub(super) fn indent_at(text: &str, at: usize) -> &str {
    let line = text.cut(line_start(text, at)..at);
    line.cut(..line.len().saturating_sub(line.trim_start_matches([' ', '\t']).len()))
}

/// The length of the line break that `text` begins with.
pub(super) fn line_break(text: &str) -> usize {
    if text.starts_with("\r\n") { 2 } else { usize::from(text.starts_with('\n')) }
}

/// The length of the line break that `text` ends with.
pub(super) fn line_break_before(text: &str) -> usize {
    if text.ends_with("\r\n") { 2 } else { usize::from(text.ends_with('\n')) }
}

pub(super) const BOM: char = '\u{feff}';

/// The length of the comment that `text` begins with, and whether it ends with its line.
pub(super) fn comment(text: &str, syntax: Syntax) -> Option<(usize, bool)> {
    let to_line_end = || text.find(['\n', '\r']).unwrap_or(text.len());
    match syntax {
        Syntax::Toml | Syntax::Yaml => text.starts_with('#').then(|| (to_line_end(), true)),
        Syntax::Json5 if text.starts_with("//") => {
            Some((text.find(['\n', '\r', '\u{2028}', '\u{2029}']).unwrap_or(text.len()), true))
        }
        Syntax::Json5 if text.starts_with("/*") => {
            Some((text.cut(2..).find("*/").map_or(text.len(), |at| at.saturating_add(4)), false))
        }
        Syntax::Json5 | Syntax::Json => None,
    }
}

/// The place of the comma that follows `at`, over white space and comments.
pub(super) fn comma_after(text: &str, mut at: usize, syntax: Syntax) -> Option<usize> {
    loop {
        let rest = text.cut(at..);
        at = at.saturating_add(rest.len().saturating_sub(
            rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len(),
        ));
        let rest = text.cut(at..);
        match comment(rest, syntax) {
            Some((length, _)) => at = at.saturating_add(length),
            None => return rest.starts_with(',').then_some(at),
        }
    }
}
