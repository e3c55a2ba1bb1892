//! The list of hooks that are off (`disabled_hooks.json`, Moltis): a JSON array of names, written by
//! the agent itself.

use std::path::Path;

use crate::config::Syntax;
use crate::files::{self, Stamp};
use crate::plan::Step;

/// The list as it is.
pub(crate) struct Disabled {
    text: Option<String>,
    stamp: Stamp,
    pub(crate) names: Vec<String>,
}

/// Reads the list; no file is an empty one. The error is a sentence.
pub(crate) fn read(path: &Path) -> Result<Disabled, String> {
    let (bytes, stamp) = files::read(path, 1024 * 1024).map_err(|error| error.to_string())?;
    let not_a_list = |error: serde_json::Error| match error.classify() {
        serde_json::error::Category::Data => {
            "This file should hold a list of hook names, and holds something else.".to_owned()
        }
        _ => format!("Line {}, column {}: Not JSON.", error.line(), error.column().max(1)),
    };
    let Some(bytes) = bytes else { return Ok(Disabled { text: None, stamp, names: Vec::new() }) };
    let text = String::from_utf8(bytes).map_err(|_| "This file is not UTF-8 text.".to_owned())?;
    let names = if text.trim().is_empty() {
        Vec::new()
    } else {
        serde_json::from_str(&text).map_err(not_a_list)?
    };
    Ok(Disabled { text: Some(text), stamp, names })
}

impl Disabled {
    /// The step after which `name` is off, or is not.
    pub(crate) fn switch(mut self, path: &Path, name: &str, on: bool) -> Step {
        self.names.retain(|listed| listed != name);
        if !on {
            self.names.push(name.to_owned());
        }
        self.step(path)
    }

    /// The step after which all of these are off.
    pub(crate) fn switch_off(mut self, path: &Path, names: &[&str]) -> Step {
        for name in names {
            if !self.names.iter().any(|listed| listed == name) {
                self.names.push((*name).to_owned());
            }
        }
        self.step(path)
    }

    fn step(self, path: &Path) -> Step {
        let after = serde_json::to_string_pretty(&self.names).unwrap_or_default() + "\n";
        Step::Edit {
            path: path.to_owned(),
            syntax: Syntax::Json5,
            stamp: self.stamp,
            before: self.text,
            after,
        }
    }
}
