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
            // Both places say the same: one of them counts.
            let counts = ConfigPath::of(instead.split('.')).get(&self.config.value);
            if counts == Some(there) {
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
                    "{named} reads nothing at {path}: it looks at {instead}. Move what you want to count there."
                ),
                line,
                column,
            })
        };
        said.filter_map(problem).collect()
    }
}

/// A list or a table with nothing in it asks for nothing, and what is on is on anyway.
fn says_something(value: &Value) -> bool {
    match value {
        Value::Bool(is_on) => !is_on,
        Value::Array(list) => !list.is_empty(),
        Value::Object(fields) => fields.values().any(says_something),
        Value::Null => false,
        Value::Number(_) | Value::String(_) => true,
    }
}
