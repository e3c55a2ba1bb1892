//! What the config says where the version in force does not look, and what would count elsewhere.

use serde_json::Value;

use super::Agent;
use crate::config::{ConfigPath, Problem, ProblemWith};

impl Agent {
    /// Of its hooks as a whole; what is set for one hook is said of that hook.
    pub(super) fn unread_settings(&self) -> Vec<Problem> {
        let said = self.dialect.writes.ignored.iter().filter(|(path, _)| !path.contains(&"*"));
        let problem = |(path, instead): &(&[&str], Option<&str>)| {
            let (path, instead) = (ConfigPath::of(path.iter().copied()), (*instead)?);
            let there = path.get(&self.config.value).filter(|value| says_something(value))?;
            let counts = ConfigPath::of(instead.split('.')).get(&self.config.value);
            if counts.is_some_and(|counts| is_within(there, counts)) {
                return None;
            }
            let included = self.config.include_of(&path);
            let place = included.is_none().then(|| self.config.place_of(&path)).flatten();
            let (line, column) = place.unzip();
            let named = self.runtime.named();
            Some(Problem {
                with: ProblemWith::Place,
                path: included.unwrap_or_else(|| self.config.path.clone()),
                message: format!(
                    "{named} reads nothing at {path}: it looks at {instead}. Move what is to count there, or take it out."
                ),
                line,
                column,
            })
        };
        said.filter_map(problem).collect()
    }
}

/// All of it is at the place that counts as well, or that place says something of its own: a switch.
fn is_within(there: &Value, counts: &Value) -> bool {
    match (there, counts) {
        (Value::Bool(_), _) => true,
        (Value::Object(there), Value::Object(counts)) => there
            .iter()
            .all(|(key, it)| counts.get(key).is_some_and(|counts| is_within(it, counts))),
        (Value::Array(there), Value::Array(counts)) => there.iter().all(|it| counts.contains(it)),
        _ => there == counts,
    }
}

/// A list or a table with nothing in it asks for nothing, and what is on is on anyway.
fn says_something(value: &Value) -> bool {
    match value {
        Value::Bool(is_on) => !is_on,
        Value::Array(list) => !list.is_empty(),
        Value::Object(fields) => fields.values().any(|it| !it.is_boolean() && says_something(it)),
        Value::Null => false,
        Value::Number(_) | Value::String(_) => true,
    }
}
