//! Several plans over the same files, as a person reads them: of each file one change, that of all of them.

use serde_json::Value;

use super::Step;
use tacklebox_agents::config::{self, ConfigPath, Edit, Syntax};

/// Adds the steps of one more plan, which was made for the files as they are now. Where a file is among those that
/// change already, its change becomes that of both; one that cannot be joined is a step of its own.
pub fn add(all: &mut Vec<Step>, more: Vec<Step>) {
    for step in more {
        if !all.iter_mut().any(|known| join(known, &step)) {
            all.push(step);
        }
    }
}

/// Whether the change of a file took the other one in.
fn join(known: &mut Step, other: &Step) -> bool {
    let (
        Step::Edit { path, syntax, after: text, .. },
        Step::Edit { path: same, before, after, .. },
    ) = (known, other)
    else {
        return false;
    };
    if path != same {
        return false;
    }
    let before = before.as_deref().unwrap_or_default();
    let joined = joined(*syntax, text, before, after).or_else(|| joined_list(text, before, after));
    joined.map(|joined| *text = joined).is_some()
}

fn joined(syntax: Syntax, text: &str, before: &str, after: &str) -> Option<String> {
    let parse = |text: &str| config::parse(syntax, text).ok();
    let mut edits = Vec::new();
    differ(&ConfigPath::default(), &parse(before)?, &parse(after)?, &mut edits);
    config::edit(syntax, text, &edits).ok()
}

/// The edits that make one value of the other.
fn differ(path: &ConfigPath, before: &Value, after: &Value, edits: &mut Vec<Edit>) {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            let none = Value::Object(serde_json::Map::new());
            for (key, value) in after {
                match before.get(key) {
                    Some(same) if same == value => {}
                    // Of a new object each value is an edit, since another change may have made the object too.
                    None if value.as_object().is_some_and(|it| !it.is_empty()) => {
                        differ(&path.join(key), &none, value, edits);
                    }
                    before => {
                        differ(&path.join(key), before.unwrap_or(&Value::Null), value, edits);
                    }
                }
            }
            let gone = before.keys().filter(|key| !after.contains_key(*key));
            edits.extend(gone.map(|key| Edit::Unset { path: path.join(key) }));
        }
        (Value::Array(before), Value::Array(after)) => {
            let item = |value: &Value| (path.clone(), value.clone());
            let gone = before.iter().filter(|value| !after.contains(value)).map(item);
            edits.extend(gone.map(|(path, value)| Edit::RemoveItem { path, value }));
            let new = after.iter().filter(|value| !before.contains(value)).map(item);
            edits.extend(new.map(|(path, value)| Edit::Append { path, value }));
        }
        _ => edits.push(Edit::Set { path: path.clone(), value: after.clone() }),
    }
}

/// The same for a file that is one list and nothing else.
fn joined_list(text: &str, before: &str, after: &str) -> Option<String> {
    let parse = |text: &str| match text.trim() {
        "" => Some(Vec::new()),
        text => serde_json::from_str::<Vec<Value>>(text).ok(),
    };
    let (mut list, before, after) = (parse(text)?, parse(before)?, parse(after)?);
    list.retain(|value| !before.contains(value) || after.contains(value));
    let new: Vec<Value> = after
        .into_iter()
        .filter(|value| !before.contains(value) && !list.contains(value))
        .collect();
    list.extend(new);
    Some(serde_json::to_string_pretty(&list).ok()? + "\n")
}
