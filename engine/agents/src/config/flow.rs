//! Items between brackets: JSON5 objects and arrays, TOML arrays and inline tables. An item is added
//! after the last and taken out by its place; comments are never touched.

use std::ops::Range;

use serde_json::Value;

use super::Syntax;
use super::json5::{Token, Tokens};
use super::refusal::Refusal;
use super::style::Style;
use super::tree::{
    Kind, Node, comma_after, comment, indent_at, line_break_before, line_end, line_start, splice,
};
use tacklebox_machine::cut::Cut;

/// The end of the comments that follow `at` in its line.
fn comments_end(text: &str, at: usize, syntax: Syntax) -> usize {
    let mut end = at;
    loop {
        let rest = text.cut(end..);
        let start = end
            .saturating_add(rest.len())
            .saturating_sub(rest.trim_start_matches([' ', '\t']).len());
        match comment(text.cut(start..), syntax) {
            Some((length, whole))
                if !text.cut(start..start.saturating_add(length)).contains('\n') =>
            {
                end = start.saturating_add(length);
                if whole {
                    return end;
                }
            }
            _ => return end,
        }
    }
}

fn has_comment(text: &str, syntax: Syntax) -> bool {
    match syntax {
        Syntax::Toml | Syntax::Yaml | Syntax::Json => text.contains('#'),
        Syntax::Json5 => text.contains('/'),
    }
}

fn starts_line(text: &str, at: usize) -> bool {
    text.cut(line_start(text, at)..at).trim().is_empty() && line_start(text, at) > 0
}

/// Adds `value` after the last item of `container`, under `key` if it is an object.
///
/// # Errors
/// A value that the syntax cannot say.
pub(super) fn insert(
    text: &str,
    container: &Node,
    key: Option<&str>,
    value: &Value,
    style: &Style,
) -> Result<String, Refusal> {
    let places = container.places();
    let Some(last) = places.last() else {
        return insert_first(text, container, style, &|indent| {
            item(container, text, key, value, style, indent)
        });
    };
    let syntax = style.syntax;
    let comma = comma_after(text, last.end, syntax);
    let mut changes = Vec::new();
    let after = match comma {
        Some(at) => at.saturating_add(1),
        None => {
            changes.push((last.end..last.end, ",".to_owned()));
            last.end
        }
    };
    let tail = if comma.is_some() { "," } else { "" };
    let indent = indent_at(text, last.start).to_owned();
    if starts_line(text, last.start) {
        let item = item(container, text, key, value, style, &indent)?;
        let end = comments_end(text, after, syntax);
        changes.push((end..end, format!("{}{indent}{item}{tail}", style.newline)));
    } else {
        let item = item(container, text, key, value, style, indent_at(text, after))?;
        let tight = matches!(places.as_slice(), [.., before, last]
            if text.cut(before.end..last.start).trim_start().trim_start_matches(',').is_empty());
        let space = if tight { "" } else { " " };
        changes.push((after..after, format!("{space}{item}{tail}")));
    }
    Ok(splice(text, changes))
}

/// The text of one item. The colon is written as the neighbours write it.
fn item(
    container: &Node,
    text: &str,
    key: Option<&str>,
    value: &Value,
    style: &Style,
    indent: &str,
) -> Result<String, Refusal> {
    let Some(key) = key else { return style.value(value, indent) };
    let colon = match &container.kind {
        Kind::Object(entries) => entries
            .last()
            .map(|entry| text.cut(entry.key_end..entry.value.span.start))
            .filter(|colon| colon.trim() == style.colon().trim() && !colon.contains(['\n', '\r'])),
        _ => None,
    };
    Ok(style.key(key) + colon.unwrap_or(style.colon()) + &style.value(value, indent)?)
}

/// Fills an empty container. What it becomes tells what it was: [`clear`] reads it back, so that an
/// object that the person had left empty stays when its only entry goes.
fn insert_first(
    text: &str,
    container: &Node,
    style: &Style,
    new: &dyn Fn(&str) -> Result<String, Refusal>,
) -> Result<String, Refusal> {
    let inner = container.span.start.saturating_add(1)..container.span.end.saturating_sub(1);
    let old = text.cut(inner.clone());
    let here = indent_at(text, container.span.start);
    let (newline, unit) = (style.newline, style.unit.as_str());
    let in_object = matches!(container.kind, Kind::Object(_));
    let is_root = container_is_root(text, container, style.syntax);
    let inside = if has_comment(old, style.syntax) {
        match old.rfind('\n') {
            Some(at) if old.cut(at..).trim().is_empty() => {
                let cut = if old.cut(..at).ends_with('\r') { at.saturating_sub(1) } else { at };
                let indent = format!("{here}{unit}");
                format!("{}{newline}{indent}{}{}", old.cut(..cut), new(&indent)?, old.cut(cut..))
            }
            _ => format!("{} {}", old, new(here)?),
        }
    } else if old.contains('\n') {
        // Deeper than an object that was made by an edit, to tell them apart.
        let indent = format!("{here}{unit}{unit}");
        format!("{newline}{indent}{}{old}", new(&indent)?)
    } else if !old.is_empty() || style.syntax == Syntax::Toml && in_object {
        format!("{}{old}", new(here)?)
    } else if is_root {
        let indent = format!("{here}{unit}");
        let comma = if style.trailing_comma { "," } else { "" };
        format!("{newline}{indent}{}{comma}{newline}{here}", new(&indent)?)
    } else if in_object {
        format!(" {} ", new(here)?)
    } else {
        new(here)?
    };
    Ok(splice(text, vec![(inner, inside)]))
}

fn container_is_root(text: &str, container: &Node, syntax: Syntax) -> bool {
    syntax == Syntax::Json5
        && Tokens::new(text, 0)
            .find(|(token, _)| matches!(token, Token::Open(_)))
            .is_some_and(|(_, place)| place.start == container.span.start)
}

/// Takes item `at` out of `container`, with its comma; comments stay.
pub(super) fn remove(text: &str, container: &Node, at: usize, syntax: Syntax) -> String {
    let places = container.places();
    let Some(place) = places.get(at).cloned() else { return text.to_owned() };
    if places.len() == 1 {
        return clear(text, container, &place, syntax);
    }
    let comma = comma_after(text, place.end, syntax);
    let is_last = at.saturating_add(1) == places.len();
    let mut changes: Vec<(Range<usize>, String)> = Vec::new();
    // With no comma after it, the comma before it has lost its meaning.
    if is_last && comma.is_none() {
        let before = places.get(at.wrapping_sub(1)).map_or(place.start, |before| before.end);
        if let Some(before) = comma_after(text, before, syntax) {
            changes.push((before..before.saturating_add(1), String::new()));
        }
    }
    let mut cut = place.clone();
    match comma {
        Some(comma) if text.cut(place.end..comma).trim().is_empty() => {
            cut.end = comma.saturating_add(1)
        }
        Some(comma) => changes.push((comma..comma.saturating_add(1), String::new())),
        None => {}
    }
    let rest = text.cut(cut.end..line_end(text, cut.end)).trim_start();
    let closes = cut.end >= container.span.end.saturating_sub(1) || rest.starts_with(['}', ']']);
    // What is joined to a line that ends in a comment would be lost in it.
    let from = at.checked_sub(1).and_then(|before| places.get(before));
    let from = from.map_or(container.span.start.saturating_add(1), |before| before.end);
    let start = line_start(text, cut.start);
    let above = start.saturating_sub(line_break_before(text.cut(..start)));
    let above_ends_in_comment = match syntax {
        Syntax::Toml | Syntax::Yaml | Syntax::Json => {
            text.cut(from.max(line_start(text, above)).min(above)..above).contains('#')
        }
        Syntax::Json5 => Tokens::new(text.cut(..cut.start), from)
            .any(|(token, place)| token == Token::LineComment && place.end == above),
    };
    if starts_line(text, cut.start) && (rest.is_empty() || closes && !above_ends_in_comment) {
        let start = line_start(text, cut.start);
        cut.start = start.saturating_sub(line_break_before(text.cut(..start)));
        if rest.is_empty() {
            cut.end = line_end(text, cut.end);
        }
    } else if is_last {
        let before = text.cut(..cut.start);
        let trimmed = before.trim_end_matches([' ', '\t']);
        if trimmed.ends_with(',') {
            cut.start = trimmed.len();
        }
    } else {
        let rest = text.cut(cut.end..);
        cut.end = cut
            .end
            .saturating_add(rest.len().saturating_sub(rest.trim_start_matches([' ', '\t']).len()));
    }
    changes.push((cut, String::new()));
    splice(text, changes)
}

/// Takes the only item out. An empty container is filled in different ways ([`insert_first`]): the
/// inner text that would have been filled to what is here is what it was before.
fn clear(text: &str, container: &Node, place: &Range<usize>, syntax: Syntax) -> String {
    let inner = container.span.start.saturating_add(1)..container.span.end.saturating_sub(1);
    let before = text.cut(inner.start..place.start);
    let mut after = text.cut(place.end..inner.end).to_owned();
    if let Some(comma) = comma_after(text, place.end, syntax) {
        after.replace_range(comma.saturating_sub(place.end)..=comma.saturating_sub(place.end), "");
    }
    let in_line = before.trim_end_matches([' ', '\t']);
    let above = in_line.cut(..in_line.len().saturating_sub(line_break_before(in_line)));
    let with = |before: &str| format!("{before}{after}");
    let one_less = before.strip_suffix(' ').unwrap_or(before);
    let candidates = [String::new(), after.clone(), with(above), with(one_less), with(before)];
    let raw = |_: &str| Ok(text.cut(place.clone()).to_owned());
    for candidate in candidates {
        let was = splice(text, vec![(inner.clone(), candidate.clone())]);
        let end = container.span.start.saturating_add(candidate.len()).saturating_add(2);
        let kind = match &container.kind {
            Kind::Array(_) => Kind::Array(Vec::new()),
            _ => Kind::Object(Vec::new()),
        };
        let empty = Node { span: container.span.start..end, kind };
        let Some(style) = Style::of(&was, syntax) else { continue };
        if insert_first(&was, &empty, &style, &raw).as_deref() == Ok(text) {
            return was;
        }
    }
    let nothing = !has_comment(before, syntax) && !has_comment(&after, syntax);
    splice(text, vec![(inner, if nothing { String::new() } else { with(before) })])
}
