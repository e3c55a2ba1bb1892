//! TOML by its lines: which lines a table has, a line more, a line or section less.

use std::ops::Range;

use toml_edit::{Item, Table};

use super::style::newline;
use super::tree::{BOM, line_break, line_break_before, line_end, line_start, splice};
use tacklebox_machine::cut::Cut;

/// Adds a line below the key that begins at `like` and ends with its line at `end`.
pub(super) fn add_line(text: &str, like: usize, end: usize, line: &str) -> String {
    let at = line_end(text, end);
    let indent = {
        let start = line_start(text, like);
        let rest = text.cut(start..);
        rest.cut(..rest.len().saturating_sub(rest.trim_start_matches([' ', '\t']).len()))
    };
    splice(text, vec![(at..at, format!("{}{indent}{line}", newline_at(text, at)))])
}

/// The line break that is at `at`, so that a file of mixed ones gets back what it had.
pub(super) fn newline_at(text: &str, at: usize) -> &str {
    match line_break(text.cut(at..)) {
        0 => newline(text),
        length => text.cut(at..at.saturating_add(length)),
    }
}

/// The lines of the keys that are directly in `table`, dotted ones too.
pub(super) fn key_lines(text: &str, table: &Table) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    for (name, item) in table.iter() {
        match item {
            Item::Value(value) => {
                let key = table.get_key_value(name).and_then(|(key, _)| key.span());
                if let (Some(key), Some(end)) = (key, value_end(value)) {
                    lines.push(line_start(text, key.start)..line_end(text, end));
                }
            }
            Item::Table(inner) if inner.is_dotted() => lines.extend(key_lines(text, inner)),
            _ => {}
        }
    }
    lines
}

pub(super) fn value_end(value: &toml_edit::Value) -> Option<usize> {
    value.span().map(|span| span.end)
}

/// The lines of a table that looks just as `set` makes it for its only key: blank line, header, key.
pub(super) fn made_by_set(
    text: &str,
    table: &Table,
    key: usize,
    end: usize,
) -> Option<Range<usize>> {
    if table.is_dotted() || table.is_implicit() || key_lines(text, table).len() != 1 {
        return None;
    }
    let header = table.span()?;
    let start = line_start(text, header.start);
    let after = text.cut(..start);
    let blank = after.trim_start_matches(BOM).is_empty() || {
        let one = line_break_before(after);
        one > 0 && line_break_before(after.cut(..after.len().saturating_sub(one))) > 0
    };
    let is_array = text.cut(header.clone()).starts_with("[[");
    let next_line = header.end.saturating_add(line_break(text.cut(header.end..)));
    let plain = header.start == start && next_line > header.end && next_line == key;
    let key_alone = line_end(text, end) == end;
    (blank && plain && key_alone && !is_array).then_some(start..end)
}

/// Takes a section out, with the blank line above it.
pub(super) fn drop_section(text: &str, lines: Range<usize>) -> String {
    let end = line_end(text, lines.end);
    let above = text.cut(..lines.start);
    let one = line_break_before(above);
    let two = line_break_before(above.cut(..above.len().saturating_sub(one)));
    if one == 0 {
        let end = end.saturating_add(line_break(text.cut(end..)));
        return splice(text, vec![(lines.start..end, String::new())]);
    }
    if two == 0 {
        return drop_line(text, lines.start, end);
    }
    splice(text, vec![(lines.start.saturating_sub(one).saturating_sub(two)..end, String::new())])
}

/// Takes a key out with its line; a comment behind it stays.
pub(super) fn drop_line(text: &str, start: usize, end: usize) -> String {
    let rest = text.cut(end..line_end(text, end));
    if !rest.trim().is_empty() {
        let indent = start
            .saturating_add(text.cut(start..).len())
            .saturating_sub(text.cut(start..).trim_start_matches([' ', '\t']).len());
        let spaces = rest.len().saturating_sub(rest.trim_start().len());
        return splice(text, vec![(indent..end.saturating_add(spaces), String::new())]);
    }
    let end = end.saturating_add(rest.len());
    let newline = line_break(text.cut(end..));
    if newline > 0 {
        return splice(text, vec![(start..end.saturating_add(newline), String::new())]);
    }
    let before = line_break_before(text.cut(..start));
    splice(text, vec![(start.saturating_sub(before)..end, String::new())])
}
