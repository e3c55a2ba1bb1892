//! Edits in place. An edit changes the value it names and nothing else: not a comment, not the order,
//! not a line end. What comes out is read again and compared with the wish before anyone sees it.

use serde_json::{Map, Value};

use super::path::{ConfigPath, Segment, index};
use super::refusal::Refusal;
use super::{Syntax, SyntaxError, edit_json5, edit_toml};

/// One wish for a config.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// The value at the path, made if it is missing, its parents too.
    Set { path: ConfigPath, value: Value },
    /// Nothing at the path. Parents that only an earlier `Set` had made go too.
    Unset { path: ConfigPath },
    /// One item more at the end of the list, which is made if it is missing.
    Append { path: ConfigPath, value: Value },
    /// Every item of the list that equals the value goes.
    RemoveItem { path: ConfigPath, value: Value },
}

impl Edit {
    pub const fn path(&self) -> &ConfigPath {
        match self {
            Self::Set { path, .. }
            | Self::Unset { path }
            | Self::Append { path, .. }
            | Self::RemoveItem { path, .. } => path,
        }
    }
}

/// Why an edit cannot be made. The text is unharmed in every case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The text does not parse, so no edit of it is safe.
    #[error("Line {}, column {}: {} Nothing was changed. Correct the file by hand, then try again.", .0.line, .0.column, .0.message)]
    Unparsable(SyntaxError),
    #[error("{path} cannot be changed: {reason} Nothing was changed.")]
    Refused { path: String, reason: Refusal },
}

/// `text` with all `edits` made, in order. An empty text is an empty config.
///
/// # Errors
/// A text that does not parse, a path through something that holds nothing, a value that the syntax
/// cannot say.
pub fn edit(syntax: Syntax, text: &str, edits: &[Edit]) -> Result<String, EditError> {
    let mut now = text.to_owned();
    let mut value = parse_or_empty(syntax, text).map_err(EditError::Unparsable)?;
    for edit in edits {
        let refused = |reason| EditError::Refused { path: edit.path().to_string(), reason };
        let mut wish = value.clone();
        apply(edit, &mut wish).map_err(refused)?;
        if wish == value {
            continue;
        }
        let next = write(syntax, &now, edit, &value).map_err(refused)?;
        let read = super::parse(syntax, &next).map_err(|_| refused(Refusal::NotSafe))?;
        if !same(&read, &wish) {
            return Err(refused(Refusal::NotSafe));
        }
        now = next;
        value = read;
    }
    Ok(now)
}

pub(super) fn parse_or_empty(syntax: Syntax, text: &str) -> Result<Value, SyntaxError> {
    if syntax == Syntax::Json5 && text.trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']).is_empty()
    {
        return Ok(Value::Object(Map::new()));
    }
    super::parse(syntax, text)
}

fn write(syntax: Syntax, text: &str, edit: &Edit, value: &Value) -> Result<String, Refusal> {
    match edit {
        Edit::Set { path, value: new } => match (path.get(value), new) {
            // Key by key, so that the comments between them stay.
            (Some(Value::Object(old)), Value::Object(map)) if !map.is_empty() => {
                let mut now = text.to_owned();
                for (key, new) in map {
                    if old.get(key) != Some(new) {
                        let set = Edit::Set { path: path.join(key), value: new.clone() };
                        let value = super::parse(syntax, &now).map_err(|_| Refusal::NotSafe)?;
                        now = write(syntax, &now, &set, &value)?;
                    }
                }
                for key in old.keys().filter(|key| !map.contains_key(*key)) {
                    now = unset(syntax, &now, &path.join(key))?;
                }
                Ok(now)
            }
            _ => set(syntax, text, path, new),
        },
        Edit::Unset { path } => unset(syntax, text, path),
        Edit::Append { path, value: new } => match path.get(value) {
            Some(Value::Array(items)) => {
                set(syntax, text, &path.join(items.len().to_string()), new)
            }
            _ => set(syntax, text, path, &Value::Array(vec![new.clone()])),
        },
        Edit::RemoveItem { path, value: gone } => {
            let mut now = text.to_owned();
            let items = path.get(value).and_then(Value::as_array).ok_or(Refusal::NotAList)?;
            for (at, _) in items.iter().enumerate().rev().filter(|(_, item)| *item == gone) {
                now = unset(syntax, &now, &path.join(at.to_string()))?;
            }
            Ok(now)
        }
    }
}

fn set(syntax: Syntax, text: &str, path: &ConfigPath, new: &Value) -> Result<String, Refusal> {
    match syntax {
        Syntax::Json5 => edit_json5::set(text, path, new),
        Syntax::Toml => edit_toml::set(text, path, new),
        Syntax::Yaml | Syntax::Json => Err(Refusal::OnlyRead),
    }
}

fn unset(syntax: Syntax, text: &str, path: &ConfigPath) -> Result<String, Refusal> {
    match syntax {
        Syntax::Json5 => edit_json5::unset(text, path),
        Syntax::Toml => edit_toml::unset(text, path),
        Syntax::Yaml | Syntax::Json => Err(Refusal::OnlyRead),
    }
}

/// What the config should say after the edit.
pub(super) fn apply(edit: &Edit, root: &mut Value) -> Result<(), Refusal> {
    match edit {
        Edit::Set { path, value } => place(root, path, value.clone()),
        Edit::Unset { path } => {
            let Some((last, parents)) = path.0.split_last() else {
                return Err(Refusal::WholeConfig);
            };
            let parent = parents.iter().try_fold(root, |at, segment| step(at, segment));
            match (parent, last) {
                (Some(Value::Object(map)), Segment::Key(key)) => {
                    map.shift_remove(key);
                }
                (Some(Value::Array(items)), segment) => {
                    if let Some(at) = position(items, segment) {
                        items.remove(at);
                    }
                }
                _ => {}
            }
            Ok(())
        }
        Edit::Append { path, value } => match path.get(root) {
            Some(Value::Array(items)) => {
                let next = path.join(items.len().to_string());
                place(root, &next, value.clone())
            }
            None => place(root, path, Value::Array(vec![value.clone()])),
            Some(_) => Err(Refusal::NotAList),
        },
        Edit::RemoveItem { path, value } => {
            let list = path.0.iter().try_fold(root, |at, segment| step(at, segment));
            match list {
                Some(Value::Array(items)) => items.retain(|item| item != value),
                None => {}
                Some(_) => return Err(Refusal::NotAList),
            }
            Ok(())
        }
    }
}

fn position(items: &[Value], segment: &Segment) -> Option<usize> {
    match segment {
        Segment::Key(key) => index(key).filter(|at| *at < items.len()),
        Segment::Where { key, value } => {
            items.iter().position(|item| item.get(key).and_then(Value::as_str) == Some(value))
        }
    }
}

fn step<'v>(at: &'v mut Value, segment: &Segment) -> Option<&'v mut Value> {
    match (at, segment) {
        (Value::Object(map), Segment::Key(key)) => map.get_mut(key),
        (Value::Array(items), segment) => {
            let at = position(items, segment)?;
            items.get_mut(at)
        }
        _ => None,
    }
}

fn place(root: &mut Value, path: &ConfigPath, value: Value) -> Result<(), Refusal> {
    let mut at = root;
    for (depth, segment) in path.0.iter().enumerate() {
        at = match (at, segment) {
            (Value::Object(map), Segment::Key(key)) => {
                let missing = || {
                    if depth.saturating_add(1) == path.0.len() {
                        Value::Null
                    } else {
                        Value::Object(Map::new())
                    }
                };
                map.entry(key.clone()).or_insert_with(missing)
            }
            (Value::Array(items), segment) => {
                if depth.saturating_add(1) == path.0.len()
                    && *segment == Segment::Key(items.len().to_string())
                {
                    items.push(Value::Null);
                }
                position(items, segment)
                    .and_then(|at| items.get_mut(at))
                    .ok_or_else(|| Refusal::NoItem(ConfigPath(vec![segment.clone()]).to_string()))?
            }
            _ => return Err(Refusal::no_container(path, depth)),
        };
    }
    if path.0.is_empty() && !value.is_object() {
        return Err(Refusal::WholeConfig);
    }
    *at = value;
    Ok(())
}

/// Equal but for empty objects on the way, which an `Unset` may have cleaned up.
fn same(read: &Value, wish: &Value) -> bool {
    match (read, wish) {
        (Value::Object(read), Value::Object(wish)) => {
            read.keys().all(|key| wish.contains_key(key))
                && wish.iter().all(|(key, wish)| match read.get(key) {
                    Some(read) => same(read, wish),
                    None => is_hollow(wish),
                })
        }
        (Value::Array(read), Value::Array(wish)) => {
            read.len() == wish.len() && read.iter().zip(wish).all(|(read, wish)| same(read, wish))
        }
        (Value::Number(read), Value::Number(wish)) => read.as_f64() == wish.as_f64(),
        _ => read == wish,
    }
}

fn is_hollow(value: &Value) -> bool {
    value.as_object().is_some_and(|map| map.values().all(is_hollow))
}
