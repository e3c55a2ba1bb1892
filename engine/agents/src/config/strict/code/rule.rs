//! A rule for one place of a config, as most of what OpenClaw checks in code of its own is.

use serde_json::{Map, Value};

use super::Fault;
use crate::config::ConfigPath;

/// The versions that have a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum In {
    All,
    Seven,
    Eight,
    SinceEight,
    SinceNine,
}

impl In {
    pub(crate) fn has(self, version: &str) -> bool {
        // A later version keeps what came before it, until it is looked at.
        let mut parts = version.split('.').map(|part| part.parse().unwrap_or(u32::MAX));
        let month = (parts.next(), parts.next());
        let [eight, nine] = [8, 9].map(|first| month >= (Some(2026), Some(first)));
        match self {
            Self::All => true,
            Self::Seven => !eight,
            Self::Eight => eight && !nine,
            Self::SinceEight => eight,
            Self::SinceNine => nine,
        }
    }
}

/// Where the settings of agents are: those of all, and those of one.
pub(in super::super) const AGENTS: [&[&str]; 3] =
    [&["agents", "defaults"], &["agents", "list", "*"], &["agents", "entries", "*"]];

/// What is right there.
#[derive(Clone, Copy)]
enum Right {
    /// A text for which this holds. What is not a text its schema judges.
    Text(fn(&str) -> bool),
    /// An object for which this holds.
    Object(fn(&Map<String, Value>) -> bool),
    /// Every key of an object.
    Keys(fn(&str) -> bool),
    /// Whatever it is.
    Value(fn(&Value) -> bool),
}

pub(super) struct Rule {
    of: In,
    /// The keys that lead there; a `*` is any key, or any place in a list.
    at: At,
    right: Right,
    /// What it must be, as a sentence.
    says: Says,
}

type At = &'static [&'static str];
type Says = &'static str;

impl Rule {
    pub const fn text(of: In, at: At, right: fn(&str) -> bool, says: Says) -> Self {
        Self { of, at, right: Right::Text(right), says }
    }

    pub const fn object(
        of: In,
        at: At,
        right: fn(&Map<String, Value>) -> bool,
        says: Says,
    ) -> Self {
        Self { of, at, right: Right::Object(right), says }
    }

    pub const fn keys(of: In, at: At, right: fn(&str) -> bool, says: Says) -> Self {
        Self { of, at, right: Right::Keys(right), says }
    }

    pub const fn value(of: In, at: At, right: fn(&Value) -> bool, says: Says) -> Self {
        Self { of, at, right: Right::Value(right), says }
    }
}

/// What is wrong with a config by such rules.
pub(super) fn faults(rules: &[Rule], version: &str, config: &Value) -> Vec<Fault> {
    let mut found = Vec::new();
    for rule in rules.iter().filter(|rule| rule.of.has(version)) {
        each(config, rule.at, &mut |path, value| {
            let bad = match (rule.right, value) {
                (Right::Text(right), Value::String(text)) => !right(text),
                (Right::Object(right), Value::Object(fields)) => !right(fields),
                (Right::Keys(right), Value::Object(fields)) => !fields.keys().all(|key| right(key)),
                (Right::Value(right), value) => !right(value),
                _ => false,
            };
            if bad {
                let path = ConfigPath::of(path.iter().map(String::as_str));
                found.push(Fault { path, message: rule.says.to_owned() });
            }
        });
    }
    found
}

/// The same of every value to which `at` leads: where the rules are is counted from there.
pub(super) fn faults_in(at: &[&str], rules: &[Rule], version: &str, config: &Value) -> Vec<Fault> {
    let mut found = Vec::new();
    each(config, at, &mut |path, value| {
        for fault in faults(rules, version, value) {
            let mut path = ConfigPath::of(path.iter().map(String::as_str));
            path.0.extend(fault.path.0);
            found.push(Fault { path, ..fault });
        }
    });
    found
}

/// Sees every value to which these keys lead, with where it is.
pub(crate) fn each<'v>(config: &'v Value, at: &[&str], see: &mut impl FnMut(&[String], &'v Value)) {
    fn inside<'v>(
        value: &'v Value,
        at: &[&str],
        path: &mut Vec<String>,
        see: &mut impl FnMut(&[String], &'v Value),
    ) {
        let Some((key, rest)) = at.split_first() else { return see(path, value) };
        let mut go = |name: String, value: &'v Value| {
            path.push(name);
            inside(value, rest, path, see);
            path.pop();
        };
        match value {
            Value::Object(fields) if *key == "*" => {
                fields.iter().for_each(|(name, value)| go(name.clone(), value));
            }
            Value::Object(fields) => {
                if let Some(value) = fields.get(*key) {
                    go((*key).to_owned(), value);
                }
            }
            Value::Array(items) if *key == "*" => {
                items.iter().enumerate().for_each(|(at, value)| go(at.to_string(), value));
            }
            _ => {}
        }
    }
    inside(config, at, &mut Vec::new(), see);
}
