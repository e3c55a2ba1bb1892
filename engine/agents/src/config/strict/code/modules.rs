//! Modules that a config names by a path: each begins in a folder of OpenClaw's own choice, and stays there
//! (rule ).

use serde_json::Value;

use super::Fault;
use super::rule::In;
use crate::config::ConfigPath;

/// What every version has: the list, and where one of its rows names a module.
const MAPPINGS: (&[&str], &[&str]) = (&["hooks", "mappings"], &["transform", "module"]);
/// What only the oldest takes at all.
const HANDLERS: (&[&str], &[&str]) = (&["hooks", "internal", "handlers"], &["module"]);

pub(super) fn faults(version: &str, config: &Value) -> Vec<Fault> {
    let handlers = (In::Seven.has(version)).then_some(HANDLERS);
    let mut found = Vec::new();
    for (list, place) in std::iter::once(MAPPINGS).chain(handlers) {
        let rows = list.iter().try_fold(config, |value, key| value.get(*key));
        for (at, row) in rows.and_then(Value::as_array).into_iter().flatten().enumerate() {
            let module = place.iter().try_fold(row, |value, key| value.get(*key));
            if module.and_then(Value::as_str).is_none_or(is_safe_module) {
                continue;
            }
            let path = ConfigPath::of(list.iter().copied()).join(at.to_string());
            let path = place.iter().fold(path, |path, key| path.join(*key));
            let message =
                "It must be a path that does not begin with / or ~ and has no : and no .. in it.";
            found.push(Fault { path, message: message.to_owned() });
        }
    }
    found
}

/// Whether a module is named by a path that stays where it begins, on any system.
pub fn is_safe_module(module: &str) -> bool {
    let module = module.trim();
    !module.is_empty()
        && !module.starts_with(['/', '~'])
        && !module.contains(':')
        && !module.split(['/', '\\']).any(|part| part == "..")
}
