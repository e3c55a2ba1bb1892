//! The list of hooks that are off (`disabled_hooks.json`, Moltis): a JSON array of names, written by
//! the agent itself.

use std::path::Path;

use tacklebox_machine::files::{self, Stamp};

/// The list as it is.
pub struct Disabled {
    pub text: Option<String>,
    pub stamp: Stamp,
    pub names: Vec<String>,
}

/// The names in the text of such a list; none where it is not one.
pub fn names(text: &str) -> Option<Vec<String>> {
    serde_json::from_str(text).ok()
}

/// Reads the list; no file is an empty one. The error is a sentence.
pub fn read(path: &Path) -> Result<Disabled, String> {
    let (bytes, stamp) = files::read(path, 1024 * 1024).map_err(|error| error.to_string())?;
    let not_a_list = |error: serde_json::Error| match error.classify() {
        serde_json::error::Category::Data => {
            "This file should hold a list of hook names, and holds something other than that."
                .to_owned()
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
