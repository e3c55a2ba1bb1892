//! The variables that texts of a config name as `${NAME}`, where an agent fills them in once it has read the file
//! (rule R-8.71).

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::Value;

/// What they stand for. It may be secret: of texts that are filled in only the places of folders are shown, and none is
/// written.
#[derive(Clone, Default)]
pub struct Names(BTreeMap<String, String>);

impl std::fmt::Debug for Names {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl Names {
    /// Those that a text in a config names, and those `also`.
    pub(crate) fn of<'n>(
        config: &Value,
        also: impl IntoIterator<Item = &'n str>,
        lookup: impl Fn(&str) -> Option<String>,
    ) -> Self {
        let mut all = BTreeMap::new();
        let mut add = |name: &str| {
            if !all.contains_key(name)
                && let Some(value) = lookup(name).filter(|value| !value.is_empty())
            {
                all.insert(name.to_owned(), value);
            }
        };
        also.into_iter().for_each(&mut add);
        each_text(config, &mut |text| references(text).for_each(&mut add));
        Self(all)
    }

    /// What one of them stands for.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// A text with what they stand for. A name that stands for nothing stays, and `$${NAME}` is `${NAME}`.
    pub(crate) fn fill<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if !text.contains("${") {
            return Cow::Borrowed(text);
        }
        let (mut made, mut rest) = (String::with_capacity(text.len()), text);
        while let Some((before, after)) = rest.split_once('$') {
            made.push_str(before);
            let (escaped, braced) = match after.strip_prefix("${") {
                Some(braced) => (true, Some(braced)),
                None => (false, after.strip_prefix('{')),
            };
            let named = braced.and_then(|braced| braced.split_once('}'));
            let Some((name, behind)) = named.filter(|(name, _)| is_name(name)) else {
                made.push('$');
                rest = after;
                continue;
            };
            match self.0.get(name).filter(|_| !escaped) {
                Some(value) => made.push_str(value),
                None => made.extend(["${", name, "}"]),
            }
            rest = behind;
        }
        made.push_str(rest);
        Cow::Owned(made)
    }

    /// A value in which every text is filled.
    pub(crate) fn filled<'v>(&self, value: &'v Value) -> Cow<'v, Value> {
        let mut any = false;
        each_text(value, &mut |text| any |= text.contains("${"));
        if !any {
            return Cow::Borrowed(value);
        }
        let mut value = value.clone();
        self.fill_all(&mut value);
        Cow::Owned(value)
    }

    fn fill_all(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.fill(text).into_owned(),
            Value::Array(items) => items.iter_mut().for_each(|item| self.fill_all(item)),
            Value::Object(map) => map.values_mut().for_each(|value| self.fill_all(value)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

fn each_text<'v>(value: &'v Value, see: &mut impl FnMut(&'v str)) {
    match value {
        Value::String(text) => see(text),
        Value::Array(items) => items.iter().for_each(|item| each_text(item, see)),
        Value::Object(map) => map.values().for_each(|value| each_text(value, see)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The variables that a text names; two dollars are a dollar.
pub fn references(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("${").filter_map(move |(at, open)| {
        let (before, rest) = (text.get(..at)?, text.get(at..)?.strip_prefix(open)?);
        let name = rest.split_once('}')?.0;
        Some(name).filter(|_| !before.ends_with('$')).filter(|name| is_name(name))
    })
}

fn is_name(name: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_uppercase() || byte == b'_';
    let mut bytes = name.bytes();
    bytes.next().is_some_and(letter) && bytes.all(|it| letter(it) || it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_name_stands_for_its_value_and_what_stands_for_nothing_stays() {
        let config = json!({"a": ["${A}/${B}"], "b": {"c": "${EMPTY}${A}"}, "$${D}": "${d}"});
        let value = |name: &str| match name {
            "A" => Some("x".to_owned()),
            "EMPTY" => Some(String::new()),
            _ => None,
        };
        let names = Names::of(&config, [], value);
        assert_eq!(names.0.keys().collect::<Vec<_>>(), ["A"]);
        for (text, filled) in [
            ("${A}", "x"),
            ("a${A}b${A}", "axbx"),
            ("${B}/${A", "${B}/${A"),
            ("$${A}", "${A}"),
            ("$$${A}", "$${A}"),
            ("$$$${A}", "$$${A}"),
            ("$${a}", "$${a}"),
            ("${}${A B}$A", "${}${A B}$A"),
            ("${${A}}", "${x}"),
            ("é${A}é", "éxé"),
            ("$", "$"),
        ] {
            assert_eq!(names.fill(text), filled, "{text}");
        }
        let filled = json!({"a": ["x/${B}"], "b": {"c": "${EMPTY}x"}, "$${D}": "${d}"});
        assert_eq!(*names.filled(&config), filled);
    }

    #[test]
    fn what_they_stand_for_is_not_told() {
        let names = Names::of(&json!("${KEY}"), [], |_| Some("a secret".to_owned()));
        assert_eq!(format!("{names:?}"), r#"{"KEY"}"#);
    }
}
