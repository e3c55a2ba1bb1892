//! TOML text → the same values that JSON has, and the places of what is between brackets.

use serde_json::{Map, Value, json};
use toml_edit::{Document, InlineTable, Item, Key, TableLike};

use super::SyntaxError;
use super::tree::{Entry, Kind, Node};

pub(super) type Doc<'t> = Document<&'t str>;

/// # Errors
/// A text that is not TOML. The parser itself stops at deep nesting.
pub(super) fn parse(text: &str) -> Result<Doc<'_>, SyntaxError> {
    Document::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        SyntaxError::at(text, at, in_words(error.message()))
    })
}

/// What the parser found, for people who do not write parsers.
fn in_words(message: &str) -> String {
    let first = message.lines().next().unwrap_or_default();
    let known = [
        ("unclosed array table", "A heading that begins with [[ is not closed with ]]."),
        ("unclosed table", "A heading that begins with [ is not closed with ]."),
        ("unclosed inline table", "A group that begins with { is not closed with }."),
        ("unclosed array", "A list that begins with [ is not closed with ]."),
        ("key with no value", "Here is a name without = and a value."),
        ("missing value", "A value is missing here."),
        ("string values must be quoted", "A text has to be in quotes."),
        ("invalid basic string", "A text is not closed with a quote."),
        ("invalid literal string", "A text is not closed with a quote."),
        ("missing opening quote", "Here is a quote that opens nothing."),
        ("duplicate key", "This name is here for the second time."),
        ("missing comma", "A comma is missing here."),
        ("missing assignment", "= belongs between a name and its value."),
        ("extra `=`", "Here is one = too many."),
        ("extra assignment", "Here is one = too many."),
        ("extra comma", "Here is one comma too many."),
        ("invalid unquoted key", "This is not a name: put it in quotes."),
        ("unquoted keys cannot be empty", "A name is missing here."),
        ("cannot recurse", "This is nested too deeply to be read."),
        ("unexpected", "This does not belong here."),
        ("invalid", "This value cannot be read."),
    ];
    let words = known.iter().find(|(start, _)| first.starts_with(start)).map(|(_, words)| *words);
    words
        .map_or_else(|| format!("{}.", first.replace('`', "").trim_end_matches('.')), str::to_owned)
}

pub(super) fn table_value(table: &dyn TableLike) -> Value {
    Value::Object(table.iter().map(|(key, item)| (key.to_owned(), item_value(item))).collect())
}

fn item_value(item: &Item) -> Value {
    match item {
        Item::None => Value::Null,
        Item::Value(value) => value_value(value),
        Item::Table(table) => table_value(table),
        Item::ArrayOfTables(tables) => tables.iter().map(|table| table_value(table)).collect(),
    }
}

pub(super) fn value_value(value: &toml_edit::Value) -> Value {
    match value {
        toml_edit::Value::String(text) => Value::from(text.value().as_str()),
        toml_edit::Value::Integer(number) => json!(number.value()),
        toml_edit::Value::Float(number) => float(*number.value()),
        toml_edit::Value::Boolean(yes) => json!(yes.value()),
        toml_edit::Value::Datetime(time) => Value::from(time.value().to_string()),
        toml_edit::Value::Array(items) => items.iter().map(value_value).collect(),
        toml_edit::Value::InlineTable(table) => table_value(table),
    }
}

/// What a date is to types: a table with this in it.
pub(super) const DATE: &str = "$__toml_private_datetime";

/// What a text says where a date is not a text; none where it has no date.
pub(super) fn with_dates(text: &str) -> Option<Value> {
    let begins = |value: &str| value.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let is_date = |value: &str| value.contains(['-', ':']) && begins(value);
    // Mostly there is none, and nothing has to be read.
    if !text.split(['=', '[', ',', '\n']).any(is_date) {
        return None;
    }
    let doc = parse(text).ok()?;
    let mut value = table_value(doc.as_table());
    doc.iter().for_each(|(key, item)| mark(item, value.get_mut(key)));
    Some(value)
}

/// Makes what is a date in the text one in its value.
fn mark(item: &Item, value: Option<&mut Value>) {
    let Some(value) = value else { return };
    if item.is_datetime() {
        *value = json!({ DATE: value.take() });
    } else if let Some(table) = item.as_table_like() {
        table.iter().for_each(|(key, item)| mark(item, value.get_mut(key)));
    } else if let Some(tables) = item.as_array_of_tables() {
        for (at, table) in tables.iter().enumerate() {
            let Some(value) = value.get_mut(at) else { return };
            table.iter().for_each(|(key, item)| mark(item, value.get_mut(key)));
        }
    } else if let Some(items) = item.as_array() {
        for (at, inner) in items.iter().enumerate() {
            mark(&Item::Value(inner.clone()), value.get_mut(at));
        }
    }
}

/// As for JSON5: the largest number stands for infinity, null for no number.
fn float(number: f64) -> Value {
    if number.is_infinite() { json!(f64::MAX.copysign(number)) } else { json!(number) }
}

/// The places inside of an array or inline table. `None` for a value without a place.
pub(super) fn node(value: &toml_edit::Value) -> Option<Node> {
    let kind = match value {
        toml_edit::Value::Array(items) => {
            Kind::Array(items.iter().map(node).collect::<Option<_>>()?)
        }
        toml_edit::Value::InlineTable(table) => {
            let mut found = Vec::new();
            entries(table, None, &mut found)?;
            found.sort_by_key(|entry: &Entry| entry.span.start);
            Kind::Object(found)
        }
        other => Kind::Scalar(value_value(other)),
    };
    Some(Node { span: value.span()?, kind })
}

/// Dotted keys (`h.i = 2`) are one entry each: no path leads to it, but it has its place.
fn entries(table: &InlineTable, start: Option<usize>, found: &mut Vec<Entry>) -> Option<()> {
    for (name, _) in table.iter() {
        let (key, item) = table.get_key_value(name)?;
        let key: &Key = key;
        let place = key.span()?;
        let from = start.unwrap_or(place.start);
        match item {
            Item::Value(toml_edit::Value::InlineTable(inner)) if inner.is_dotted() => {
                entries(inner, Some(from.min(place.start)), found)?;
            }
            Item::Value(value) => {
                let value = node(value)?;
                let name = if start.is_some() { format!("\0{name}") } else { name.to_owned() };
                let span = from..value.span.end;
                found.push(Entry { key: name, span, key_end: place.end, value });
            }
            _ => return None,
        }
    }
    Some(())
}

pub(super) fn empty() -> Value {
    Value::Object(Map::new())
}
