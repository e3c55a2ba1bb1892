//! The part of JSON Schema that the files use. A keyword that is not known here forbids nothing.

use regex::Regex;
use serde_json::{Map, Value};

use super::Fault;
use super::code::is_address;
use crate::config::path::ConfigPath;
use crate::moment;

/// How it begins of a setting that is not in the schema.
pub(super) const UNKNOWN: &str = "There is no such setting.";

/// References that lead in a circle end here.
const DEEPEST: usize = 96;

pub(super) fn faults(root: &Value, config: &Value) -> Vec<Fault> {
    faults_of(root, root, config)
}

/// The same by a part of a schema, whose references lead into the whole.
pub(super) fn faults_of(root: &Value, part: &Value, value: &Value) -> Vec<Fault> {
    let mut check = Check { root, path: ConfigPath::default(), found: Vec::new(), depth: 0 };
    check.value(part, value);
    check.found
}

struct Check<'s> {
    root: &'s Value,
    path: ConfigPath,
    found: Vec<Fault>,
    depth: usize,
}

impl<'s> Check<'s> {
    fn say(&mut self, message: impl Into<String>) {
        self.found.push(Fault { path: self.path.clone(), message: message.into() });
    }

    fn inside(&mut self, key: &str, work: impl FnOnce(&mut Self)) {
        let outer = self.path.clone();
        self.path = outer.join(key);
        work(self);
        self.path = outer;
    }

    /// What a schema would find here, without keeping it.
    fn tried(&mut self, schema: &'s Value, value: &Value) -> Vec<Fault> {
        let kept = std::mem::take(&mut self.found);
        self.value(schema, value);
        std::mem::replace(&mut self.found, kept)
    }

    fn value(&mut self, schema: &'s Value, value: &Value) {
        if self.depth >= DEEPEST {
            return;
        }
        self.depth = self.depth.saturating_add(1);
        match schema {
            Value::Bool(false) => self.say("Nothing may be set here."),
            Value::Object(rules) => self.rules(rules, value),
            _ => {}
        }
        self.depth = self.depth.saturating_sub(1);
    }

    fn rules(&mut self, rules: &'s Map<String, Value>, value: &Value) {
        if let Some(name) = rules.get("$ref").and_then(Value::as_str) {
            if let Some(schema) = self.root.pointer(name.trim_start_matches('#')) {
                self.value(schema, value);
            }
            return;
        }
        if let Some(kinds) = rules.get("type")
            && !is_of(kinds, value)
        {
            // Nothing else can be said of it.
            self.say(format!("It must be {}, and is {}.", kinds_in_words(kinds), in_words(value)));
            return;
        }
        if let Some(Value::Array(choices)) = rules.get("enum")
            && !choices.contains(value)
        {
            self.say(format!("It must be {}.", choices_in_words(choices)));
            return;
        }
        for schema in list(rules, "allOf") {
            self.value(schema, value);
        }
        self.one_of(rules, value);
        match value {
            Value::Object(map) => self.object(rules, map),
            Value::Array(items) => self.array(rules, items),
            Value::String(text) => self.text(rules, text),
            Value::Number(number) => self.number(rules, number.as_f64().unwrap_or_default()),
            Value::Null | Value::Bool(_) => {}
        }
    }

    /// At least one of these fits. Where none does, what is wrong with the nearest is said.
    fn one_of(&mut self, rules: &'s Map<String, Value>, value: &Value) {
        let choices: Vec<&'s Value> = list(rules, "anyOf").chain(list(rules, "oneOf")).collect();
        if choices.is_empty() {
            return;
        }
        let mut nearest: Option<Vec<Fault>> = None;
        for schema in choices.iter().copied() {
            let found = self.tried(schema, value);
            if found.is_empty() {
                return;
            }
            // A fault deep inside is of the kind that was meant; one at the top is of another.
            let inside = |found: &[Fault]| found.iter().any(|fault| fault.path != self.path);
            if inside(&found) && nearest.as_ref().is_none_or(|known| found.len() < known.len()) {
                nearest = Some(found);
            }
        }
        match nearest {
            Some(found) => self.found.extend(found),
            None => self.say(self.expected(&choices, value)),
        }
    }

    fn expected(&self, choices: &[&'s Value], value: &Value) -> String {
        let mut words: Vec<String> = Vec::new();
        for schema in choices {
            let schema = self.resolved(schema);
            let word = match (schema.get("enum"), schema.get("type")) {
                (Some(Value::Array(choices)), _) => choices_in_words(choices),
                (_, Some(kinds)) => kinds_in_words(kinds),
                _ => continue,
            };
            if !words.contains(&word) {
                words.push(word);
            }
        }
        if words.is_empty() || words.len() > 6 {
            return format!("It may not be {} like this.", in_words(value));
        }
        format!("It must be {}.", words.join(" or "))
    }

    fn resolved(&self, schema: &'s Value) -> &'s Value {
        let name = schema.get("$ref").and_then(Value::as_str);
        name.and_then(|name| self.root.pointer(name.trim_start_matches('#'))).unwrap_or(schema)
    }

    fn object(&mut self, rules: &'s Map<String, Value>, map: &Map<String, Value>) {
        let known = rules.get("properties").and_then(Value::as_object);
        let others = rules.get("additionalProperties");
        for (key, value) in map {
            // Where any name is taken, this one is not looked at: in JavaScript it is not like others.
            if key == "__proto__" && others.is_some_and(Value::is_object) {
                continue;
            }
            if let Some(schema) = rules.get("propertyNames")
                && !self.tried(schema, &Value::String(key.clone())).is_empty()
            {
                self.inside(key, |check| check.say("It may not have this name."));
            }
            if let Some(schema) = known.and_then(|known| known.get(key)) {
                self.inside(key, |check| check.value(schema, value));
            } else if others == Some(&Value::Bool(false)) {
                let names = known.into_iter().flatten().map(|(name, _)| name.as_str());
                let hint = moment::nearest(key, names)
                    .map_or_else(String::new, |name| format!(" Did you mean {name}?"));
                self.inside(key, |check| check.say(format!("{UNKNOWN}{hint}")));
            } else if let Some(schema) = others {
                self.inside(key, |check| check.value(schema, value));
            }
        }
        for key in list(rules, "required").filter_map(Value::as_str) {
            if !map.contains_key(key) {
                self.inside(key, |check| check.say("It is missing."));
            }
        }
    }

    fn array(&mut self, rules: &'s Map<String, Value>, items: &[Value]) {
        let least = rules.get("minItems").and_then(Value::as_u64);
        if least.is_some_and(|least| (items.len() as u64) < least) {
            self.say(format!("It must have at least {}.", least.unwrap_or_default()));
        }
        let most = rules.get("maxItems").and_then(Value::as_u64);
        if most.is_some_and(|most| items.len() as u64 > most) {
            self.say(format!("It may have at most {}.", most.unwrap_or_default()));
        }
        for (at, item) in items.iter().enumerate() {
            let schema = match rules.get("items") {
                Some(Value::Array(each)) => each.get(at).or_else(|| rules.get("additionalItems")),
                schema => schema,
            };
            if let Some(schema) = schema {
                self.inside(&at.to_string(), |check| check.value(schema, item));
            }
        }
    }

    fn text(&mut self, rules: &Map<String, Value>, text: &str) {
        // Counted as JavaScript does.
        let length = text.encode_utf16().count() as u64;
        if rules.get("minLength").and_then(Value::as_u64).is_some_and(|least| length < least) {
            self.say(if length == 0 { "It may not be empty." } else { "It is too short." });
        }
        if rules.get("maxLength").and_then(Value::as_u64).is_some_and(|most| length > most) {
            self.say("It is too long.");
        }
        // A pattern that only JavaScript understands forbids nothing here.
        let pattern = rules.get("pattern").and_then(Value::as_str).map(Regex::new);
        if let Some(Ok(pattern)) = pattern
            && !pattern.is_match(text)
        {
            self.say("It is not written as it must be.");
        }
        let address = rules.get("format").and_then(Value::as_str) == Some("uri");
        if address && !is_address(text) {
            self.say("It must be a whole address, such as https://example.org.");
        }
    }

    fn number(&mut self, rules: &Map<String, Value>, number: f64) {
        let limit = |key: &str| rules.get(key).and_then(Value::as_f64);
        if let Some(least) = limit("minimum").filter(|least| number < *least) {
            self.say(format!("It must be {least} or more."));
        }
        if let Some(below) = limit("exclusiveMinimum").filter(|below| number <= *below) {
            self.say(format!("It must be more than {below}."));
        }
        if let Some(most) = limit("maximum").filter(|most| number > *most) {
            self.say(format!("It must be {most} or less."));
        }
        if let Some(above) = limit("exclusiveMaximum").filter(|above| number >= *above) {
            self.say(format!("It must be less than {above}."));
        }
    }
}

fn list<'s>(rules: &'s Map<String, Value>, key: &str) -> impl Iterator<Item = &'s Value> {
    rules.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn names(kinds: &Value) -> impl Iterator<Item = &str> {
    let many = kinds.as_array().into_iter().flatten().filter_map(Value::as_str);
    kinds.as_str().into_iter().chain(many)
}

fn is_of(kinds: &Value, value: &Value) -> bool {
    names(kinds).any(|kind| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        // To JavaScript 5.0 is a whole number.
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => true,
    })
}

fn kinds_in_words(kinds: &Value) -> String {
    let words = names(kinds).map(|kind| match kind {
        "object" => "a group of settings",
        "array" => "a list",
        "string" => "a text",
        "boolean" => "true or false",
        "null" => "null",
        "number" => "a number",
        "integer" => "a whole number",
        other => other,
    });
    words.collect::<Vec<_>>().join(" or ")
}

fn choices_in_words(choices: &[Value]) -> String {
    let words = choices.iter().map(|choice| match choice {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    });
    words.collect::<Vec<_>>().join(" or ")
}

const fn in_words(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "a group of settings",
    }
}
