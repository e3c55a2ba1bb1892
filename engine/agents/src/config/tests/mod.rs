//! What reading and editing promise, as cases to read and as properties.

mod json5_cases;
mod properties;
mod reading;
mod shown;
mod toml_cases;

use serde_json::Value;

use super::{ConfigPath, Edit, Syntax, edit};

fn path(text: &str) -> ConfigPath {
    text.parse().unwrap()
}

fn set(at: &str, value: Value) -> Edit {
    Edit::Set { path: path(at), value }
}

fn unset(at: &str) -> Edit {
    Edit::Unset { path: path(at) }
}

/// One edit: what comes out, and that taking a set back gives the text that was there.
#[track_caller]
fn sets(syntax: Syntax, before: &str, at: &str, value: Value, after: &str) {
    let now = edit(syntax, before, &[set(at, value.clone())]).unwrap();
    assert_eq!(now, after, "set {at}");
    assert_eq!(edit(syntax, &now, &[set(at, value)]).unwrap(), now, "set {at} again");
    let known = super::edit::parse_or_empty(syntax, before).unwrap();
    if path(at).get(&known).is_none() {
        assert_eq!(edit(syntax, &now, &[unset(at)]).unwrap(), before, "set, then unset {at}");
    }
}

#[track_caller]
fn unsets(syntax: Syntax, before: &str, at: &str, after: &str) {
    assert_eq!(edit(syntax, before, &[unset(at)]).unwrap(), after, "unset {at}");
}
