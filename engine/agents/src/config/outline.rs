//! A config as a tree in which every key and value knows its place, the same for both syntaxes.

use std::ops::Range;

use serde_json::Value;
use toml_edit::{Item, TableLike};

use super::path::{ConfigPath, Segment};
use super::tree::{Kind, Node};
use super::{Syntax, SyntaxError, json5, toml};

#[derive(Debug)]
pub(super) struct Outline {
    pub place: Range<usize>,
    pub shape: Shape,
}

#[derive(Debug)]
pub(super) enum Shape {
    Scalar(Value),
    List(Vec<Outline>),
    Table(Vec<Field>),
}

#[derive(Debug)]
pub(super) struct Field {
    pub key: String,
    /// The place of the key.
    pub place: Range<usize>,
    pub value: Outline,
}

impl Outline {
    /// Where the key is that a path leads to, else the last one on the way to it; none where not even the first is there.
    pub(super) fn nearest(&self, path: &ConfigPath) -> Option<usize> {
        let (mut at, mut place) = (self, None);
        for segment in &path.0 {
            let next = match (&at.shape, segment) {
                (Shape::Table(fields), Segment::Key(key)) => {
                    let field = fields.iter().rev().find(|field| field.key == *key);
                    field.map(|field| (&field.value, field.place.start))
                }
                (Shape::List(items), Segment::Key(key)) => {
                    let item = key.parse().ok().and_then(|at: usize| items.get(at));
                    item.map(|item| (item, item.place.start))
                }
                (Shape::List(items), Segment::Where { key, value }) => {
                    let item = items.iter().find(|item| item.says(key, value));
                    item.map(|item| (item, item.place.start))
                }
                _ => None,
            };
            let Some((inside, start)) = next else { break };
            (at, place) = (inside, Some(start));
        }
        place
    }

    fn says(&self, key: &str, text: &str) -> bool {
        let Shape::Table(fields) = &self.shape else { return false };
        fields.iter().any(|field| {
            field.key == key
                && matches!(&field.value.shape, Shape::Scalar(Value::String(is)) if is == text)
        })
    }
}

/// # Errors
/// A text that does not parse.
pub(super) fn of(syntax: Syntax, text: &str) -> Result<Outline, SyntaxError> {
    match syntax {
        Syntax::Json5 => Ok(of_node(&json5::parse(text)?)),
        Syntax::Toml => {
            let doc = toml::parse(text)?;
            Ok(Outline { place: 0..0, shape: Shape::Table(fields(doc.as_table())) })
        }
        // Where its parts are is not known.
        Syntax::Yaml | Syntax::Json => Ok(nowhere(super::parse(syntax, text)?)),
    }
}

fn nowhere(value: Value) -> Outline {
    let shape = match value {
        Value::Array(items) => Shape::List(items.into_iter().map(nowhere).collect()),
        Value::Object(map) => {
            let field = |(key, value)| Field { key, place: 0..0, value: nowhere(value) };
            Shape::Table(map.into_iter().map(field).collect())
        }
        scalar => Shape::Scalar(scalar),
    };
    Outline { place: 0..0, shape }
}

fn of_node(node: &Node) -> Outline {
    let shape = match &node.kind {
        Kind::Scalar(value) => Shape::Scalar(value.clone()),
        Kind::Array(items) => Shape::List(items.iter().map(of_node).collect()),
        Kind::Object(entries) => {
            let field = |entry: &super::tree::Entry| Field {
                key: entry.key.clone(),
                place: entry.span.start..entry.key_end,
                value: of_node(&entry.value),
            };
            Shape::Table(entries.iter().map(field).collect())
        }
    };
    Outline { place: node.span.clone(), shape }
}

fn fields(table: &dyn TableLike) -> Vec<Field> {
    let field = |(name, item): (&str, &Item)| {
        let key = table.get_key_value(name).and_then(|(key, _)| key.span());
        let place = key.or_else(|| item.span()).unwrap_or_default();
        Field { key: name.to_owned(), value: of_item(item, &place), place }
    };
    table.iter().map(field).collect()
}

/// A table that only its parts make up is where its name is.
fn of_item(item: &Item, name: &Range<usize>) -> Outline {
    let place = item.span().unwrap_or_else(|| name.clone());
    let shape = match item {
        Item::None => Shape::Scalar(Value::Null),
        Item::Value(value) => return of_value(value, name),
        Item::Table(table) => Shape::Table(fields(table)),
        Item::ArrayOfTables(tables) => Shape::List(
            tables
                .iter()
                .map(|table| Outline {
                    place: table.span().unwrap_or_else(|| name.clone()),
                    shape: Shape::Table(fields(table)),
                })
                .collect(),
        ),
    };
    Outline { place, shape }
}

fn of_value(value: &toml_edit::Value, name: &Range<usize>) -> Outline {
    let place = value.span().unwrap_or_else(|| name.clone());
    let shape = match value {
        toml_edit::Value::Array(items) => {
            Shape::List(items.iter().map(|item| of_value(item, &place)).collect())
        }
        toml_edit::Value::InlineTable(table) => Shape::Table(fields(table)),
        other => Shape::Scalar(toml::value_value(other)),
    };
    Outline { place, shape }
}

/// A key of a text, with the keys above it and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPlace {
    pub path: Vec<String>,
    pub place: Range<usize>,
}

/// Every key outside of lists, in the order of the text.
///
/// # Errors
/// A text that does not parse.
pub fn keys(syntax: Syntax, text: &str) -> Result<Vec<KeyPlace>, SyntaxError> {
    Ok(keys_in(&of(syntax, text)?))
}

/// The same for each item of the list at this path, from there on; empty where no list is there.
///
/// # Errors
/// A text that does not parse.
pub(crate) fn keys_of_items(
    syntax: Syntax,
    text: &str,
    list: &[&str],
) -> Result<Vec<Vec<KeyPlace>>, SyntaxError> {
    let outline = of(syntax, text)?;
    let at = list.iter().try_fold(&outline, |at, key| match &at.shape {
        Shape::Table(fields) => Some(&fields.iter().find(|field| field.key == *key)?.value),
        _ => None,
    });
    Ok(match at.map(|at| &at.shape) {
        Some(Shape::List(items)) => items.iter().map(keys_in).collect(),
        _ => Vec::new(),
    })
}

fn keys_in(outline: &Outline) -> Vec<KeyPlace> {
    fn walk(outline: &Outline, path: &mut Vec<String>, found: &mut Vec<KeyPlace>) {
        let Shape::Table(fields) = &outline.shape else { return };
        for field in fields {
            path.push(field.key.clone());
            found.push(KeyPlace { path: path.clone(), place: field.place.clone() });
            walk(&field.value, path, found);
            path.pop();
        }
    }
    let mut found = Vec::new();
    walk(outline, &mut Vec::new(), &mut found);
    found.sort_by_key(|key| key.place.start);
    found
}
