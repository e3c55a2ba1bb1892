//! Which packs of hooks an agent installed itself, where its state says so and no longer its config: OpenClaw from
//! 2026.8 on keeps that in a database.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::Agent;
use crate::config::{Problem, ProblemWith};
use crate::dialect::{Dialect, Records};
use crate::in_force::INSTALLS;
use tacklebox_machine::sqlite;

const TABLE: &str = "config_machine_state";
const KEY: &str = "hooks.internal.installs";

/// What the state says; nothing where this version keeps it elsewhere.
pub(super) fn read(dialect: &Dialect, home: &Path) -> Result<Option<Value>, Problem> {
    let Some(state) = dialect.rules.state else { return Ok(None) };
    let path = home.join(state);
    let text = sqlite::value(&path, TABLE, KEY).ok();
    let value = text.and_then(|text| match text {
        Some(text) => serde_json::from_str(&text).ok(),
        None => Some(Value::Null),
    });
    value.map(|value| Some(value).filter(|value| !value.is_null())).ok_or_else(|| {
        let message = format!(
            "{} keeps here which packs of hooks it installed itself. This file cannot be read, so it is not known which hooks load.",
            dialect.title
        );
        Problem::new(ProblemWith::File, path, message)
    })
}

impl Agent {
    /// What its state says of a plugin that it installed itself; none where it did not, or that cannot be read.
    pub fn record_of_plugin(&self, id: &str) -> Option<Value> {
        self.records_of_plugins()?.remove(id)
    }

    /// The same of all plugins, by their ids.
    pub fn records_of_plugins(&self) -> Option<Map<String, Value>> {
        let Records { table, key, column, pointer } =
            self.dialect.plugins.as_ref()?.records.as_ref()?;
        let text = sqlite::cell(&self.database(), table, key, *column).ok()??;
        let mut state: Value = serde_json::from_str(&text).ok()?;
        match state.pointer_mut(pointer)?.take() {
            Value::Object(records) => Some(records),
            _ => None,
        }
    }
}

/// Its state, where what is there is surely not one: the agent fails with it, whatever it is asked.
pub(super) fn torn(dialect: &Dialect, home: &Path) -> Option<PathBuf> {
    let path = home.join(dialect.rules.state?);
    sqlite::is_something_else(&path).then_some(path)
}

/// What a person has to know of that.
pub(super) fn problem_of_torn(dialect: &Dialect, path: &Path) -> Problem {
    let (title, what) = (dialect.title, if path.is_dir() { "a folder" } else { "not a database" });
    let message = format!(
        "{title} keeps its state in this place, and what is there is {what}: {title} fails with it, and runs no hook. Move it out of its folder, and {title} makes a new one; keep what you moved, as it may be the only copy of what {title} knew."
    );
    Problem::new(ProblemWith::File, path.to_owned(), message)
}

/// Puts it where the config had it before; what a config says there counts no more.
pub(super) fn put(dialect: &Dialect, section: &mut Value, installs: Option<Value>) {
    let Some(section) = section.as_object_mut().filter(|_| dialect.rules.state.is_some()) else {
        return;
    };
    match installs {
        Some(installs) => section.insert(INSTALLS.to_owned(), installs),
        None => section.remove(INSTALLS),
    };
}
