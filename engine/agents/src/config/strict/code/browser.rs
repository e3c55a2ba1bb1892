//! Profiles of the browser, and where trees of work are.

use serde_json::{Map, Value};
use tacklebox_machine::words::js_trim;

use super::rule::{In, Rule};

type Object = Map<String, Value>;

pub(super) const RULES: [Rule; 4] = [
    profile(
        |it| {
            has(it, "cdpPort")
                || has(it, "cdpUrl")
                || drives(it, &["existing-session", "extension"])
        },
        "It must have cdpPort or cdpUrl, or the driver existing-session or extension.",
    ),
    profile(
        |it| !has(it, "userDataDir") || drives(it, &["existing-session"]),
        "It may have userDataDir only with the driver existing-session.",
    ),
    profile(
        |it| !has(it, "cdpUrl") || !drives(it, &["extension"]),
        "It may not have cdpUrl with the driver extension.",
    ),
    Rule::text(
        In::SinceNine,
        &["worktreeRoot"],
        |it| {
            let path = js_trim(it);
            path == "~" || path.starts_with('/') || path.starts_with("~/")
        },
        "It must be a whole path, or one that begins with ~/.",
    ),
];

const fn profile(right: fn(&Object) -> bool, says: &'static str) -> Rule {
    Rule::object(In::All, &["browser", "profiles", "*"], right, says)
}

/// Whether it says something: an empty text does not.
fn has(it: &Object, key: &str) -> bool {
    it.get(key).is_some_and(|it| it.as_str() != Some("") && !it.is_null())
}

fn drives(it: &Object, by: &[&str]) -> bool {
    it.get("driver").and_then(Value::as_str).is_some_and(|driver| by.contains(&driver))
}
