//! Where a setting is: `hooks.entries."a.b".enabled`, a segment with a dot quoted as in JSON.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

/// One step into a config.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    /// A key of an object; in an array, a number counted from 0.
    Key(String),
    /// The first item of an array whose `key` is the text `value`: `hooks[name=audit-log]`.
    Where { key: String, value: String },
}

impl From<&str> for Segment {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

/// The way to a setting from the top of a config. The empty path is the whole config.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ConfigPath(pub Vec<Segment>);

/// A text that is not a config path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{text}\" is not a config path: {reason}. Write it with dots, for example hooks.internal.enabled; quote a part that has a dot itself: hooks.\"a.b\"."
)]
pub struct PathError {
    pub text: String,
    pub reason: &'static str,
}

impl ConfigPath {
    /// A path of plain keys.
    pub fn of<S: Into<String>>(keys: impl IntoIterator<Item = S>) -> Self {
        Self(keys.into_iter().map(|key| Segment::Key(key.into())).collect())
    }

    /// This path and one key more.
    #[must_use]
    pub fn join(&self, key: impl Into<String>) -> Self {
        self.with(Segment::Key(key.into()))
    }

    /// This path and one step more.
    #[must_use]
    pub fn with(&self, segment: Segment) -> Self {
        let mut segments = self.0.clone();
        segments.push(segment);
        Self(segments)
    }

    /// What is at this path, if anything does.
    pub fn get<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        self.0.iter().try_fold(value, |at, segment| match (segment, at) {
            (Segment::Key(key), Value::Object(map)) => map.get(key),
            (Segment::Key(key), Value::Array(items)) => items.get(index(key)?),
            (Segment::Where { key, value }, Value::Array(items)) => items
                .iter()
                .find(|item| item.get(key).and_then(Value::as_str) == Some(value.as_str())),
            _ => None,
        })
    }
}

impl ConfigPath {
    /// Whether every object of JavaScript has what is at this path, or every list, or a list that is not empty: a
    /// property that nobody set, and that is true.
    pub fn is_inherited(&self, config: &Value) -> bool {
        let Some((Segment::Key(last), above)) = self.0.split_last() else { return false };
        match Self(above.to_vec()).get(config) {
            Some(Value::Array(list)) => {
                is_inherited(last)
                    || OF_LISTS.contains(&last.as_str())
                    || last == "length" && !list.is_empty()
            }
            Some(Value::Object(_)) => is_inherited(last),
            _ => false,
        }
    }

    /// Whether one of its keys leads to what all objects share: who is careful never follows it.
    pub fn is_blocked(&self) -> bool {
        const BLOCKED: [&str; 3] = ["__proto__", "constructor", "prototype"];
        self.0
            .iter()
            .any(|segment| matches!(segment, Segment::Key(key) if BLOCKED.contains(&key.as_str())))
    }
}

/// Whether every object of JavaScript has something of this name.
pub fn is_inherited(name: &str) -> bool {
    INHERITED.contains(&name)
}

/// What every object of JavaScript has.
const INHERITED: [&str; 12] = [
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
    "__lookupSetter__",
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
];

/// What every list has, too.
const OF_LISTS: [&str; 36] = [
    "at",
    "concat",
    "copyWithin",
    "entries",
    "every",
    "fill",
    "filter",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "flat",
    "flatMap",
    "forEach",
    "includes",
    "indexOf",
    "join",
    "keys",
    "lastIndexOf",
    "map",
    "pop",
    "push",
    "reduce",
    "reduceRight",
    "reverse",
    "shift",
    "slice",
    "some",
    "sort",
    "splice",
    "toReversed",
    "toSorted",
    "toSpliced",
    "unshift",
    "values",
    "with",
];

/// The array index that a key stands for. `01` and `+1` are keys, no numbers.
pub(super) fn index(key: &str) -> Option<usize> {
    key.parse().ok().filter(|number: &usize| number.to_string() == key)
}

impl fmt::Display for ConfigPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Key(key) => {
                    if place > 0 {
                        f.write_str(".")?;
                    }
                    write_part(f, key)?;
                }
                Segment::Where { key, value } => {
                    f.write_str("[")?;
                    write_part(f, key)?;
                    f.write_str("=")?;
                    write_part(f, value)?;
                    f.write_str("]")?;
                }
            }
        }
        Ok(())
    }
}

fn write_part(f: &mut fmt::Formatter<'_>, part: &str) -> fmt::Result {
    let plain = !part.is_empty()
        && !part.contains(|c: char| c.is_whitespace() || c.is_control() || ".\"[]=\\".contains(c));
    if plain { f.write_str(part) } else { write!(f, "{}", Value::from(part)) }
}

impl FromStr for ConfigPath {
    type Err = PathError;

    /// # Errors
    /// A text with an empty part, an open quote or an open bracket.
    fn from_str(text: &str) -> Result<Self, PathError> {
        let fail = |reason| PathError { text: text.to_owned(), reason };
        let mut segments = Vec::new();
        let mut rest = text;
        loop {
            if let Some(inner) = rest.strip_prefix('[') {
                let (key, after) = part(inner).map_err(fail)?;
                let after = after.strip_prefix('=').ok_or_else(|| fail("a [ wants key=value"))?;
                let (value, after) = part(after).map_err(fail)?;
                rest = after.strip_prefix(']').ok_or_else(|| fail("a [ has no ]"))?;
                segments.push(Segment::Where { key, value });
            } else {
                let (key, after) = part(rest).map_err(fail)?;
                rest = after;
                segments.push(Segment::Key(key));
            }
            if rest.is_empty() {
                return Ok(Self(segments));
            }
            if let Some(after) = rest.strip_prefix('.') {
                rest = after;
            } else if !rest.starts_with('[') {
                return Err(fail("a dot is missing after a quoted part"));
            }
        }
    }
}

/// The first part of `text`, quoted or plain, and what follows it.
fn part(text: &str) -> Result<(String, &str), &'static str> {
    if text.starts_with('"') {
        let mut parts = serde_json::Deserializer::from_str(text).into_iter::<String>();
        let Some(Ok(part)) = parts.next() else { return Err("a quote is not closed") };
        return Ok((part, text.get(parts.byte_offset()..).unwrap_or_default()));
    }
    let end = text.find(['.', '[', ']', '=', '"']).unwrap_or(text.len());
    let (part, rest) = text.split_at(end);
    if part.is_empty() { Err("a part is empty") } else { Ok((part.to_owned(), rest)) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn reads_and_writes_the_same_path() {
        for text in [
            "hooks.internal.enabled",
            r#"hooks.entries."a.b".enabled"#,
            r#""""#,
            "hooks[name=audit-log].env.X",
            r#"hooks[name="a]b"]"#,
            r#"a."say \"hi\"""#,
            "load.extraDirs.0",
        ] {
            assert_eq!(text.parse::<ConfigPath>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn refuses_what_is_no_path() {
        for text in ["", ".", "a..b", "a.", "\"a", "a[b", "a[b=c", "\"a\"b", "a=b"] {
            assert!(text.parse::<ConfigPath>().is_err(), "{text}");
        }
    }

    #[test]
    fn finds_by_key_by_number_and_by_field() {
        let config = json!({"hooks": [{"name": "a"}, {"name": "b", "env": {"X": "1"}}]});
        let get = |text: &str| text.parse::<ConfigPath>().unwrap().get(&config).cloned();
        assert_eq!(get("hooks[name=b].env.X"), Some(json!("1")));
        assert_eq!(get("hooks.1.name"), Some(json!("b")));
        assert_eq!(get("hooks.01.name"), None);
        assert_eq!(get("hooks[name=c]"), None);
    }
}
