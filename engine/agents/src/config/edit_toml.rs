//! Set and unset in a TOML text. The tree of `toml_edit` says where things are; the text is changed
//! by hand, because that tree would write `\r\n` as `\n` and drop a line's comment with its value.

use std::ops::Range;

use serde_json::{Map, Value};
use toml_edit::{ArrayOfTables, Item, Table};

use super::Syntax;
use super::edit_json5::wrap;
use super::flow;
use super::path::{ConfigPath, Segment, index};
use super::refusal::Refusal;
use super::style::{Style, newline};
use super::toml::{Doc, node, parse};
use super::toml_lines::{
    add_line, drop_line, drop_section, key_lines, made_by_set, newline_at, value_end,
};
use super::tree::{BOM, Kind, indent_at, line_break_before, line_end, line_start, splice};
use tacklebox_machine::cut::Cut;

#[derive(Clone, Copy)]
enum Place<'d> {
    Table(&'d Table),
    Tables(&'d ArrayOfTables),
    Value(&'d toml_edit::Value),
}

impl<'d> Place<'d> {
    fn of(item: &'d Item) -> Option<Self> {
        match item {
            Item::None => None,
            Item::Value(value) => Some(Self::Value(value)),
            Item::Table(table) => Some(Self::Table(table)),
            Item::ArrayOfTables(tables) => Some(Self::Tables(tables)),
        }
    }

    fn child(self, segment: &Segment) -> Option<Self> {
        match (self, segment) {
            (Self::Table(table), Segment::Key(key)) => Self::of(table.get(key)?),
            (Self::Tables(tables), segment) => {
                tables.get(table_position(tables, segment)?).map(Self::Table)
            }
            (Self::Value(toml_edit::Value::InlineTable(table)), Segment::Key(key)) => {
                table.get(key).map(Self::Value)
            }
            (Self::Value(value @ toml_edit::Value::Array(items)), segment) => {
                items.get(node(value)?.position(segment)?).map(Self::Value)
            }
            _ => None,
        }
    }
}

fn table_position(tables: &ArrayOfTables, segment: &Segment) -> Option<usize> {
    match segment {
        Segment::Key(key) => index(key).filter(|at| *at < tables.len()),
        Segment::Where { key, value } => tables
            .iter()
            .position(|table| table.get(key).and_then(Item::as_str) == Some(value.as_str())),
    }
}

fn tree(text: &str) -> Result<Doc<'_>, Refusal> {
    parse(text).map_err(|_| Refusal::NotSafe)
}

/// How far the path leads, and the place there.
fn walk<'d>(doc: &'d Doc<'_>, path: &[Segment]) -> Vec<Place<'d>> {
    let mut places = vec![Place::Table(doc.as_table())];
    for segment in path {
        match places.last().and_then(|place| place.child(segment)) {
            Some(place) => places.push(place),
            None => break,
        }
    }
    places
}

pub(super) fn set(text: &str, path: &ConfigPath, new: &Value) -> Result<String, Refusal> {
    let doc = tree(text)?;
    let style = Style::toml(text);
    let places = walk(&doc, &path.0);
    let depth = places.len().saturating_sub(1);
    let Some(place) = places.last() else { return Err(Refusal::NotSafe) };
    let Some((missing, below)) = path.0.cut(depth..).split_first() else {
        return match place {
            Place::Value(value) if !is_dotted(value) => {
                let span = value.span().ok_or(Refusal::NotSafe)?;
                Ok(splice(text, vec![(span, style.value(new, "")?)]))
            }
            // Tables are spread over lines: they go, and the new value comes.
            _ => set(&unset(text, path)?, path, new),
        };
    };
    match (*place, missing) {
        (Place::Value(value), missing) => {
            let container = node(value).filter(|_| !is_dotted(value)).ok_or(Refusal::NotSafe)?;
            let wrapped = wrap(below, new)?;
            match (value, missing) {
                (toml_edit::Value::InlineTable(_), Segment::Key(key)) => {
                    flow::insert(text, &container, Some(key), &wrapped, &style)
                }
                (toml_edit::Value::Array(items), Segment::Key(key))
                    if *key == items.len().to_string() =>
                {
                    flow::insert(text, &container, None, &wrapped, &style)
                }
                (toml_edit::Value::Array(_), segment) => {
                    Err(Refusal::NoItem(ConfigPath(vec![segment.clone()]).to_string()))
                }
                _ => Err(Refusal::no_container(path, depth)),
            }
        }
        (Place::Tables(tables), Segment::Key(key)) if *key == tables.len().to_string() => {
            let end = lines_of(text, Place::Tables(tables)).last().map_or(text.len(), |l| l.end);
            let name = header_name(&places, path.0.cut(..depth));
            add_sections(text, end, &format!("[[{name}]]"), &name, &wrap(below, new)?)
        }
        (Place::Tables(_), segment) => {
            Err(Refusal::NoItem(ConfigPath(vec![segment.clone()]).to_string()))
        }
        (Place::Table(_), Segment::Where { .. }) => {
            Err(Refusal::NoItem(ConfigPath(vec![missing.clone()]).to_string()))
        }
        (Place::Table(table), Segment::Key(key)) => {
            set_in_table(text, &places, table, &path.0, depth, key, below, new)
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "one call, split off for its length")]
fn set_in_table(
    text: &str,
    places: &[Place<'_>],
    table: &Table,
    path: &[Segment],
    depth: usize,
    key: &str,
    below: &[Segment],
    new: &Value,
) -> Result<String, Refusal> {
    let style = Style::toml(text);
    let wrapped = wrap(below, new)?;
    if table.is_dotted() {
        // A table made of dotted keys can have no header: its keys stay dotted.
        let above = places
            .cut(..=depth)
            .iter()
            .rev()
            .take_while(|place| matches!(place, Place::Table(table) if table.is_dotted()))
            .count();
        let name = header_name(&[], path.cut(depth.saturating_sub(above)..));
        let last = key_lines(text, table).into_iter().max_by_key(|line| line.end);
        let last = last.ok_or(Refusal::NotSafe)?;
        let line = format!("{name} = {}", style.value(new, "")?);
        return Ok(add_line(text, last.start, last.end, &line));
    }
    let is_root = depth == 0;
    let is_section = wrapped.as_object().is_some_and(|map| !map.is_empty())
        || wrapped.as_array().is_some_and(|items| is_tables(items));
    if !is_section && (is_root || !table.is_implicit()) {
        let line = format!("{} = {}", style.key(key), style.value(&wrapped, "")?);
        if let Some(last) = key_lines(text, table).into_iter().max_by_key(|line| line.end) {
            return Ok(add_line(text, last.start, last.end, &line));
        }
        if is_root {
            let bom = if text.starts_with(BOM) { BOM.len_utf8() } else { 0 };
            let has_sections = !table.is_empty();
            if has_sections || text.len() == bom {
                let line = line + style.newline;
                return Ok(splice(text, vec![(bom..bom, line)]));
            }
            let newline = if line_break_before(text) > 0 { "" } else { style.newline };
            let end = if newline.is_empty() { style.newline } else { "" };
            return Ok(format!("{text}{newline}{line}{end}"));
        }
        let header = table.span().ok_or(Refusal::NotSafe)?;
        // Deeper than in a table that was made by an edit, to tell them apart.
        let line = format!("{}{}{line}", indent_at(text, header.start), style.unit);
        let end = line_end(text, header.end);
        return Ok(splice(text, vec![(end..end, format!("{}{line}", newline_at(text, end)))]));
    }
    let region = lines_of(text, Place::Table(table));
    let end = if is_root { text.len() } else { region.last().map_or(text.len(), |line| line.end) };
    // Only the last table gets a header of its own: the ones above it are implied.
    let (keys, value) = match new {
        _ if !is_section => {
            (path.cut(..depth), Value::Object(Map::from_iter([(key.to_owned(), wrapped)])))
        }
        Value::Object(map) if !map.is_empty() => (path, new.clone()),
        Value::Array(items) if is_tables(items) => (path, new.clone()),
        _ => {
            let Some((Segment::Key(last), parents)) = path.split_last() else {
                return Err(Refusal::NotSafe);
            };
            (parents, Value::Object(Map::from_iter([(last.clone(), new.clone())])))
        }
    };
    let name = header_name(places, keys);
    let Value::Array(items) = &value else {
        return add_sections(text, end, &format!("[{name}]"), &name, &value);
    };
    let (mut now, mut end) = (text.to_owned(), end);
    for item in items {
        let before = now.len();
        now = add_sections(&now, end, &format!("[[{name}]]"), &name, item)?;
        end = end.saturating_add(now.len().saturating_sub(before));
    }
    Ok(now)
}

fn is_tables(items: &[Value]) -> bool {
    !items.is_empty()
        && items.iter().all(|item| item.as_object().is_some_and(|map| !map.is_empty()))
}

fn is_dotted(value: &toml_edit::Value) -> bool {
    value.as_inline_table().is_some_and(toml_edit::InlineTable::is_dotted)
}

/// The keys of a path as a header writes them; the items of arrays of tables have no name.
fn header_name(places: &[Place<'_>], path: &[Segment]) -> String {
    let mut parts = Vec::new();
    for (depth, segment) in path.iter().enumerate() {
        let in_array = matches!(places.get(depth), Some(Place::Tables(_)));
        if let (false, Segment::Key(key)) = (in_array, segment) {
            parts.push(toml_edit::Key::new(key).to_string());
        }
    }
    parts.join(".")
}

/// Adds sections at `at`, the end of a line: a blank line, the header, its keys, then its tables.
fn add_sections(
    text: &str,
    at: usize,
    header: &str,
    name: &str,
    value: &Value,
) -> Result<String, Refusal> {
    let newline = newline(text);
    let mut lines = Vec::new();
    section_lines(header, name, value, &Style::toml(text), &mut lines)?;
    let body = lines.join(newline);
    let start = text.trim_start_matches(BOM);
    if start.is_empty() {
        return Ok(format!("{text}{body}{newline}"));
    }
    // Before the last line break, so that the file ends as it did.
    let at = at.min(text.len().saturating_sub(line_break_before(text)));
    Ok(splice(text, vec![(at..at, format!("{newline}{newline}{body}"))]))
}

fn section_lines(
    header: &str,
    name: &str,
    value: &Value,
    style: &Style,
    lines: &mut Vec<String>,
) -> Result<(), Refusal> {
    let Value::Object(map) = value else { return Err(Refusal::NotSafe) };
    lines.push(header.to_owned());
    let is_section = |value: &Value| match value {
        Value::Object(map) => !map.is_empty(),
        Value::Array(items) => is_tables(items),
        _ => false,
    };
    for (key, value) in map.iter().filter(|(_, value)| !is_section(value)) {
        lines.push(format!("{} = {}", style.key(key), style.value(value, "")?));
    }
    for (key, value) in map.iter().filter(|(_, value)| is_section(value)) {
        let name = format!("{name}.{}", style.key(key));
        let items = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        for item in items {
            let header = if value.is_array() { format!("[[{name}]]") } else { format!("[{name}]") };
            lines.push(String::new());
            section_lines(&header, &name, item, style, lines)?;
        }
    }
    Ok(())
}

pub(super) fn unset(text: &str, path: &ConfigPath) -> Result<String, Refusal> {
    let doc = tree(text)?;
    let places = walk(&doc, &path.0);
    if places.len() <= path.0.len() || path.0.is_empty() {
        return Ok(text.to_owned());
    }
    let (Some(place), Some(parent), Some(segment)) =
        (places.last(), places.get(places.len().saturating_sub(2)), path.0.last())
    else {
        return Ok(text.to_owned());
    };
    match (parent, place) {
        (Place::Value(_), _) => unset_inline(text, &places, &path.0),
        (Place::Table(table), Place::Value(value)) => {
            let Segment::Key(key) = segment else { return Err(Refusal::NotSafe) };
            if is_dotted(value) {
                return Err(Refusal::NotSafe);
            }
            let key = table.get_key_value(key).and_then(|(key, _)| key.span());
            let (Some(key), Some(end)) = (key, value_end(value)) else {
                return Err(Refusal::NotSafe);
            };
            if let Some(section) = made_by_set(text, table, key.start, end) {
                return Ok(drop_section(text, section));
            }
            Ok(drop_line(text, line_start(text, key.start), end))
        }
        _ => {
            let mut now = text.to_owned();
            for lines in lines_of(text, *place).into_iter().rev() {
                now = if text.cut(lines.clone()).trim_start().starts_with('[') {
                    drop_section(&now, lines)
                } else {
                    drop_line(&now, lines.start, lines.end)
                };
            }
            Ok(now)
        }
    }
}

/// Takes a value out of an inline table or array, and the inline tables that `set` made for it: it
/// makes them as `{ key = value }` and fills one that was empty as `{key = value}`.
fn unset_inline(text: &str, places: &[Place<'_>], path: &[Segment]) -> Result<String, Refusal> {
    let mut depth = path.len().saturating_sub(1);
    let container = |depth: usize| match places.get(depth) {
        Some(Place::Value(value)) if !is_dotted(value) => node(value),
        _ => None,
    };
    while let (Some(here), Some(_)) = (container(depth), container(depth.saturating_sub(1))) {
        let made = match (&here.kind, here.places().as_slice()) {
            (Kind::Object(_), [only]) => {
                text.cut(here.span.start..only.start) == "{ "
                    && text.cut(only.end..here.span.end) == " }"
            }
            _ => false,
        };
        if !made {
            break;
        }
        depth = depth.saturating_sub(1);
    }
    let container = container(depth).ok_or(Refusal::NotSafe)?;
    let at = path.get(depth).and_then(|segment| container.position(segment));
    Ok(flow::remove(text, &container, at.ok_or(Refusal::NotSafe)?, Syntax::Toml))
}

/// Every stretch of lines that belongs to a place: keys, headers and what is under them.
fn lines_of(text: &str, place: Place<'_>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    collect(text, place, &mut found);
    found.sort_by_key(|lines| lines.start);
    found
}

fn collect(text: &str, place: Place<'_>, found: &mut Vec<Range<usize>>) {
    match place {
        Place::Table(table) => {
            let keys = key_lines(text, table);
            match table.span().filter(|_| !table.is_implicit() && !table.is_dotted()) {
                Some(header) => {
                    let end = keys.iter().map(|line| line.end).max();
                    let end = end.unwrap_or_else(|| line_end(text, header.end));
                    found.push(line_start(text, header.start)..end);
                }
                None => found.extend(keys),
            }
            for (_, item) in table.iter() {
                match item {
                    Item::Table(inner) if !inner.is_dotted() => {
                        collect(text, Place::Table(inner), found);
                    }
                    Item::Table(inner) => collect_sections(text, inner, found),
                    Item::ArrayOfTables(tables) => collect(text, Place::Tables(tables), found),
                    _ => {}
                }
            }
        }
        Place::Tables(tables) => {
            tables.iter().for_each(|table| collect(text, Place::Table(table), found));
        }
        Place::Value(_) => {}
    }
}

/// A dotted table's keys are the lines of the table around it; a header may still be below it.
fn collect_sections(text: &str, table: &Table, found: &mut Vec<Range<usize>>) {
    for (_, item) in table.iter() {
        match item {
            Item::Table(inner) if inner.is_dotted() => collect_sections(text, inner, found),
            Item::Table(inner) => collect(text, Place::Table(inner), found),
            Item::ArrayOfTables(tables) => collect(text, Place::Tables(tables), found),
            _ => {}
        }
    }
}
