//! What a config says about hooks, held against what its agent knows. Advice only: a config with
//! warnings may be saved, as agents change faster than their texts.

pub mod rules;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;

use super::outline::{Field, Outline, Shape};
use super::path::ConfigPath;
use crate::hook::AgentId;
use crate::moment::{self, Keys};

/// What may be in one place of a config.
#[derive(Debug)]
pub enum Rule {
    Any,
    Bool,
    Text,
    Number,
    /// A whole number, not below the least.
    Whole {
        least: i64,
    },
    /// An event key of this family.
    Event(Keys),
    List(&'static Rule),
    Table(&'static Table),
    /// A list of the first kind, or a table.
    Either(&'static Rule, &'static Table),
}

/// What may be in a table.
#[derive(Debug)]
pub struct Table {
    pub fields: &'static [(&'static str, Rule)],
    pub required: &'static [&'static str],
    /// There is nothing else in it. Where there may be, only a key that is nearly one of the fields is
    /// warned of.
    pub strict: bool,
    /// What every other value has to be.
    pub each: Option<&'static Rule>,
}

/// Something that the agent will not understand.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Warning {
    pub place: Range<usize>,
    pub message: String,
}

/// Everything in a config that its agent will not understand, in the order of the text.
pub(super) fn warnings(agent: AgentId, config: &Outline) -> Vec<Warning> {
    let mut check = Check { agent, path: ConfigPath::default(), found: Vec::new() };
    check.table(agent.dialect().schema, config);
    check.twice(config);
    check.found.sort_by_key(|warning| warning.place.start);
    check.found
}

struct Check {
    agent: AgentId,
    path: ConfigPath,
    found: Vec<Warning>,
}

impl Check {
    fn warn(&mut self, place: &Range<usize>, message: String) {
        self.found.push(Warning { place: place.clone(), message });
    }

    fn inside(&mut self, key: impl Into<String>, work: impl FnOnce(&mut Self)) {
        let outer = std::mem::take(&mut self.path);
        self.path = outer.join(key);
        work(self);
        self.path = outer;
    }

    fn rule(&mut self, rule: &Rule, value: &Outline) {
        match (rule, &value.shape) {
            (Rule::Any, _)
            | (Rule::Bool, Shape::Scalar(Value::Bool(_)))
            | (Rule::Text, Shape::Scalar(Value::String(_)))
            | (Rule::Number, Shape::Scalar(Value::Number(_))) => {}
            (Rule::Whole { least }, Shape::Scalar(Value::Number(number)))
                if number.as_u64().is_some() || number.as_i64().is_some() =>
            {
                if number.as_i64().is_some_and(|number| number < *least) {
                    let message = format!("{} is to be {least} or more.", self.path);
                    self.warn(&value.place, message);
                }
            }
            (Rule::Event(family), Shape::Scalar(Value::String(event))) => {
                self.event(*family, event, &value.place);
            }
            (Rule::List(rule) | Rule::Either(Rule::List(rule), _), Shape::List(items)) => {
                for (number, item) in items.iter().enumerate() {
                    self.inside(number.to_string(), |check| check.rule(rule, item));
                }
            }
            (Rule::Table(table) | Rule::Either(_, table), Shape::Table(_)) => {
                self.table(table, value);
            }
            (rule, shape) => {
                let message = format!(
                    "{} is to be {}; here it is {}.",
                    self.path,
                    rule.in_words(),
                    shape.in_words()
                );
                self.warn(&value.place, message);
            }
        }
    }

    fn table(&mut self, table: &'static Table, value: &Outline) {
        let Shape::Table(fields) = &value.shape else { return };
        for field in fields {
            let known = table.fields.iter().find(|(name, _)| *name == field.key);
            let rule = known.map(|(_, rule)| rule).or(table.each);
            match rule {
                Some(rule) => {
                    self.inside(field.key.as_str(), |check| check.rule(rule, &field.value));
                }
                None => self.unknown(table, fields, field),
            }
        }
        for name in table.required {
            if !fields.iter().any(|field| field.key == *name) {
                self.warn(&value.place, format!("{} has no {name}.", self.path));
            }
        }
    }

    fn unknown(&mut self, table: &Table, fields: &[Field], field: &Field) {
        // What is there already was not meant by another name.
        let missing = table.fields.iter().map(|(name, _)| *name);
        let missing = missing.filter(|name| !fields.iter().any(|field| field.key == *name));
        let meant = moment::nearest(&field.key, missing);
        if meant.is_none() && !table.strict {
            return;
        }
        let path = self.path.join(field.key.as_str());
        let hint = meant.map_or_else(String::new, |name| format!(" Did you mean {name}?"));
        let title = self.agent.dialect().title;
        self.warn(&field.place, format!("{title} knows no setting {path}.{hint}"));
    }

    fn event(&mut self, family: Keys, event: &str, place: &Range<usize>) {
        // Any action of a known type is legal there.
        let (kind, _) = event.split_once(':').unwrap_or((event, ""));
        let open = family == Keys::Internal && moment::find(family, kind).is_some();
        if open || moment::find(family, event).is_some() {
            return;
        }
        let hint = moment::nearest(event, moment::keys(family))
            .map_or_else(String::new, |name| format!(" Did you mean {name}?"));
        let title = self.agent.dialect().title;
        self.warn(place, format!("{title} has no event {event}.{hint}"));
    }

    /// A key that is there twice: the last one counts, and the others look as if they did.
    fn twice(&mut self, value: &Outline) {
        match &value.shape {
            Shape::Scalar(_) => {}
            Shape::List(items) => {
                for (number, item) in items.iter().enumerate() {
                    self.inside(number.to_string(), |check| check.twice(item));
                }
            }
            Shape::Table(fields) => {
                let last: BTreeMap<&str, usize> = fields
                    .iter()
                    .enumerate()
                    .map(|(number, field)| (field.key.as_str(), number))
                    .collect();
                for (number, field) in fields.iter().enumerate() {
                    if last.get(field.key.as_str()) != Some(&number) {
                        let path = self.path.join(field.key.as_str());
                        let message =
                            format!("{path} is here more than once: the last one counts.");
                        self.warn(&field.place, message);
                    }
                    self.inside(field.key.as_str(), |check| check.twice(&field.value));
                }
            }
        }
    }
}

impl Rule {
    fn in_words(&self) -> String {
        match self {
            Self::Bool => "true or false".into(),
            Self::Text => "a text".into(),
            Self::Event(_) => "the name of an event".into(),
            Self::Number => "a number".into(),
            Self::Whole { least } => format!("a whole number, {least} or more"),
            Self::List(Self::Text) => "a list of texts".into(),
            Self::List(Self::Event(_)) => "a list of events".into(),
            Self::List(_) | Self::Either(..) => "a list".into(),
            Self::Table(_) => "a group of settings".into(),
            Self::Any => "something else".into(),
        }
    }
}

impl Shape {
    const fn in_words(&self) -> &'static str {
        match self {
            Self::Scalar(Value::Bool(_)) => "true or false",
            Self::Scalar(Value::Number(_)) => "a number",
            Self::Scalar(Value::Null) => "empty",
            Self::Scalar(_) => "a text",
            Self::List(_) => "a list",
            Self::Table(_) => "a group of settings",
        }
    }
}
