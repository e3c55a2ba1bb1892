//! Configs that are read into types (rule ): where one value is of another kind than its type, none of the config
//! is taken. What the types do not name is skipped. They are kept as data, one file a version, in the order of the
//! program's own fields: a list in the place of a table is read by it.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value};

use self::behind::{Form, Least};
use super::Syntax;
use super::json5;
use super::path::{ConfigPath, Segment};
use super::strict::Fault;
use super::tree::{self, Node};
use super::yaml;

/// The types of one version.
#[derive(Debug)]
pub struct Types {
    /// As the version is named.
    pub version: &'static str,
    /// What the whole config is; none where the file that is compiled in could not be read.
    root: LazyLock<Option<Kind>>,
    /// What its code checks beside the types.
    also: fn(&Value) -> Option<Fault>,
    /// What becomes of a config that is not taken, as a sentence.
    pub then: &'static str,
}

impl PartialEq for Types {
    fn eq(&self, other: &Self) -> bool {
        (self.version, self.then) == (other.version, other.then)
    }
}

impl Eq for Types {}

/// What one value has to be.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Text,
    /// The name of a time zone.
    Zone,
    Switch,
    /// A whole number from 0 to this.
    Whole(u64),
    /// A whole number that may be below 0.
    Integer,
    Number,
    /// A whole number from the first to the second.
    From(i128, i128),
    /// A text that is not blank.
    Filled,
    /// A text of this form.
    Like(Form),
    /// The address of a proxy, or a blank text.
    Proxy,
    /// One of these texts.
    OneOf(Vec<String>),
    List(Box<Self>),
    /// Any names, each with this.
    Each(Box<Self>),
    Table(Fields),
    /// Nothing, or this.
    Maybe(Box<Self>),
    /// One of these.
    Either(Vec<Self>),
    /// It is not known what is taken here.
    Any,
}

/// A table with fields of its own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    fields: Vec<(String, Kind)>,
    #[serde(default)]
    required: Vec<String>,
    /// What a list in its place has to have, too.
    #[serde(default)]
    listed: Vec<String>,
    /// Whether a field that is not among these is refused.
    #[serde(default)]
    closed: bool,
    /// Fields that are one, of which only one may be there.
    #[serde(default)]
    one: Vec<Vec<String>>,
    /// A number that may not be below another.
    least: Option<Least>,
    /// What all other fields are.
    rest: Option<Box<Kind>>,
    /// What to write instead of a list in its place.
    #[serde(default)]
    not_a_list: String,
}

impl Types {
    /// Everything for which this config is not taken, in the order of the types. In TOML a date is a
    /// text, or not one where the config is [`Config::as_typed`].
    pub fn faults(&self, config: &Value, syntax: Syntax) -> Vec<Fault> {
        let mut check = Check { syntax, aside: false, found: Vec::new() };
        if let Some(root) = &*self.root {
            check.value(root, config, &ConfigPath::default());
            check.found.extend((self.also)(config));
        }
        check.found
    }

    /// What YAML has without quotes where a text is wanted, a number or a switch, is that text; and a key without
    /// anything is a group or a list that is empty, unless the text says `null` somewhere, which is not one.
    pub(crate) fn of_yaml(&self, config: &mut Value, text: &str) {
        if let Some(root) = &*self.root {
            root.of_yaml(config, !yaml::says_null(text));
        }
    }

    /// The fields that a text in JSON has twice, for which it is not taken either. Of names that are not of its types,
    /// and of those that may be any, the last counts.
    pub fn twice(&self, text: &str) -> Vec<Fault> {
        let mut found = Vec::new();
        if let (Some(root), Ok(node)) = (&*self.root, json5::parse(text)) {
            root.twice(&node, &ConfigPath::default(), &mut found);
        }
        found
    }
}

macro_rules! types {
    ($name:ident, $version:literal, $file:literal, $also:expr, $then:literal) => {
        pub static $name: Types = Types {
            version: $version,
            root: LazyLock::new(|| serde_json::from_str(include_str!($file)).ok()),
            also: $also,
            then: $then,
        };
    };
}

types!(
    MOLTIS,
    "2026-08-21",
    "typed/moltis-2026-08-21.json",
    |_| None,
    "It goes on with settings of its own then, and none of the hooks in the config runs."
);
types!(
    ZEROCLAW_FORK,
    "0.1.6-hooks",
    "typed/zeroclaw-0.1.6-hooks.json",
    behind::cloud_model,
    "It does not start with such a config."
);

/// The names of time zones, letter by letter: one in each line.
const ZONES: &str = include_str!("typed/zones.txt");

/// What is found on the way through a config.
struct Check {
    syntax: Syntax,
    /// Whether what is looked at was laid aside first, until it was known which type it is of.
    aside: bool,
    found: Vec<Fault>,
}

impl Check {
    fn value(&mut self, kind: &Kind, value: &Value, path: &ConfigPath) {
        match (kind, value) {
            (Kind::Any, _)
            | (Kind::Maybe(_), Value::Null)
            | (Kind::Text, Value::String(_))
            | (Kind::Switch, Value::Bool(_))
            | (Kind::Number, Value::Number(_)) => {}
            (Kind::Maybe(kind), value) => self.value(kind, value, path),
            (Kind::Whole(most), Value::Number(number))
                if number.as_u64().is_some_and(|number| number <= *most) => {}
            (Kind::From(least, most), Value::Number(number))
                if number.as_i128().is_some_and(|number| (*least..=*most).contains(&number)) => {}
            (Kind::Integer, Value::Number(number)) if number.is_i64() => {}
            (Kind::Filled, Value::String(text)) if !text.trim().is_empty() => {}
            (Kind::Like(form), Value::String(text)) if form.has(text) => {}
            (Kind::Proxy, Value::String(text)) if behind::is_proxy(text) => {}
            // What it says is known where the agent runs.
            (Kind::Zone | Kind::OneOf(_), Value::String(text)) if text.contains("${") => {}
            (Kind::Zone, Value::String(text)) if ZONES.lines().any(|zone| zone == text) => {}
            (Kind::OneOf(texts), Value::String(text)) if texts.contains(text) => {}
            (Kind::OneOf(texts), Value::Object(map)) if self.names_one(texts, map) => {}
            (Kind::Either(kinds), value)
                if kinds.iter().any(|kind| self.takes(kind, value, true)) => {}
            (Kind::List(kind), Value::Array(items)) => {
                for (at, item) in items.iter().enumerate() {
                    self.value(kind, item, &path.with(step(at, item)));
                }
            }
            (Kind::Each(kind), Value::Object(map)) => {
                for (name, value) in map {
                    self.value(kind, value, &path.join(name));
                }
            }
            (Kind::Table(table), Value::Object(map)) => {
                for (name, kind) in &table.fields {
                    match map.get(name) {
                        Some(value) => self.value(kind, value, &path.join(name)),
                        None if table.required.contains(name) => self.found.push(Fault {
                            path: path.join(name),
                            message: "It is missing.".to_owned(),
                        }),
                        None => {}
                    }
                }
                self.found.extend(table.behind(map, path));
                let named = |name: &String| table.fields.iter().any(|(of, _)| of == name);
                if table.closed {
                    self.found.extend(map.keys().filter(|name| !named(name)).map(|name| Fault {
                        path: path.join(name),
                        message: "There is no such setting.".to_owned(),
                    }));
                }
                let Some(rest) = &table.rest else { return };
                let before = std::mem::replace(&mut self.aside, true);
                for (name, value) in map.iter().filter(|(name, _)| !named(name)) {
                    self.value(rest, value, &path.join(name));
                }
                self.aside = before;
            }
            // The values of a list are taken for its fields, one after the other.
            (Kind::Table(table), Value::Array(items)) if self.fits(table, items) => {}
            (kind, value) => {
                let hint = match (kind, value) {
                    (Kind::Table(table), Value::Array(_)) if self.syntax == Syntax::Toml => {
                        table.not_a_list.as_str()
                    }
                    _ => "",
                };
                let wanted = kind.in_words();
                let message = match (kind, value) {
                    (Kind::Filled | Kind::Like(_) | Kind::Proxy, Value::String(_)) => {
                        format!("It has to be {wanted}.")
                    }
                    _ => format!("It is {}, and has to be {wanted}.{hint}", said::value(value)),
                };
                self.found.push(Fault { path: path.clone(), message });
            }
        }
    }

    fn takes(&self, kind: &Kind, value: &Value, aside: bool) -> bool {
        let mut inner = Self { syntax: self.syntax, aside, found: Vec::new() };
        inner.value(kind, value, &ConfigPath::default());
        inner.found.is_empty()
    }

    /// The name of one of several may have a table of its own, with nothing in it. YAML has marks for that.
    fn names_one(&self, texts: &[String], map: &Map<String, Value>) -> bool {
        let in_toml = self.syntax == Syntax::Toml && !self.aside;
        let is_empty = |value: &Value| match value {
            Value::Null => self.syntax == Syntax::Json,
            Value::Array(items) => in_toml && items.is_empty(),
            Value::Object(map) => in_toml && map.is_empty(),
            _ => false,
        };
        map.len() == 1 && map.iter().all(|(name, value)| texts.contains(name) && is_empty(value))
    }

    /// A table with other names is never read from a list, and in YAML none is.
    fn fits(&self, table: &Fields, items: &[Value]) -> bool {
        let fits = |(at, (name, kind)): (usize, &(String, Kind))| match items.get(at) {
            Some(item) => self.takes(kind, item, self.aside),
            None => !table.required.contains(name) && !table.listed.contains(name),
        };
        self.syntax != Syntax::Yaml
            && table.rest.is_none()
            && table.fields.iter().enumerate().all(fits)
    }
}

impl Kind {
    fn of_yaml(&self, value: &mut Value, empties: bool) {
        match (self, value) {
            (Self::Maybe(_), Value::Null) => {}
            (Self::Maybe(kind), value) => kind.of_yaml(value, empties),
            (Self::Table(_) | Self::Each(_), value @ Value::Null) if empties => {
                *value = Value::Object(Map::new());
            }
            (Self::List(_), value @ Value::Null) if empties => *value = Value::Array(Vec::new()),
            (Self::Text, value @ Value::Null) if empties => *value = "".into(),
            (Self::Text, value @ (Value::Number(_) | Value::Bool(_) | Value::Null)) => {
                *value = value.to_string().into();
            }
            (Self::List(kind), Value::Array(items)) => {
                items.iter_mut().for_each(|item| kind.of_yaml(item, empties));
            }
            (Self::Each(kind), Value::Object(map)) => {
                map.values_mut().for_each(|value| kind.of_yaml(value, empties));
            }
            (Self::Table(table), Value::Object(map)) => {
                for (name, kind) in &table.fields {
                    map.get_mut(name).into_iter().for_each(|value| kind.of_yaml(value, empties));
                }
            }
            _ => {}
        }
    }

    fn twice(&self, node: &Node, path: &ConfigPath, found: &mut Vec<Fault>) {
        match (self, &node.kind) {
            (Self::Maybe(kind), _) => kind.twice(node, path, found),
            (Self::List(kind), tree::Kind::Array(items)) => {
                for (at, item) in items.iter().enumerate() {
                    kind.twice(item, &path.with(step(at, &item.to_value())), found);
                }
            }
            (Self::Each(kind), tree::Kind::Object(entries)) => {
                for entry in entries {
                    kind.twice(&entry.value, &path.join(&entry.key), found);
                }
            }
            (Self::Table(table), tree::Kind::Object(entries)) => {
                for (name, kind) in &table.fields {
                    let path = path.join(name);
                    let all: Vec<_> = entries.iter().filter(|entry| entry.key == *name).collect();
                    if all.len() > 1 {
                        let message = "It is there twice.".to_owned();
                        found.push(Fault { path: path.clone(), message });
                    }
                    all.into_iter().for_each(|entry| kind.twice(&entry.value, &path, found));
                }
            }
            _ => {}
        }
    }
}

/// An item of a list is told by its name, where it has one.
fn step(at: usize, item: &Value) -> Segment {
    match item.get("name").and_then(Value::as_str) {
        Some(name) => Segment::Where { key: "name".to_owned(), value: name.to_owned() },
        None => Segment::Key(at.to_string()),
    }
}

pub(super) mod behind;
mod said;

#[cfg(test)]
mod tests;
