//! A config in YAML or in JSON, as Moltis takes one where it has none in TOML (rule ). Nothing is written to it.

use granit_parser::{Event, Parser, ScalarStyle};
use serde_json::{Map, Value};
use serde_saphyr::Options;
use serde_saphyr::options::{DuplicateKeyPolicy, MergeKeyPolicy};

use super::{MAX_DEPTH, SyntaxError, is_secret, looks_secret};

/// Shorter lines are in every text.
const SHORTEST: usize = 4;

/// YAML 1.2, one document of it, so deep in all and in brackets.
pub(crate) fn options(duplicate_keys: DuplicateKeyPolicy, deep: usize, flow: usize) -> Options {
    let mut options = serde_saphyr::options! {
        duplicate_keys: duplicate_keys,
        // It has neither merge keys nor `yes` and `no`.
        merge_keys: MergeKeyPolicy::AsOrdinary,
        strict_booleans: true,
        with_snippet: false,
        alias_limits: serde_saphyr::alias_limits! { max_total_replayed_events: 10_000 },
    };
    if let Some(budget) = options.budget.as_mut() {
        budget.max_depth = deep;
        budget.flow_nesting_limit = flow;
        budget.max_documents = 1;
    }
    options
}

/// # Errors
/// A text that is not YAML, or has no keys at its top.
pub(super) fn parse(text: &str) -> Result<Value, SyntaxError> {
    let options = options(DuplicateKeyPolicy::Error, MAX_DEPTH, MAX_DEPTH);
    let value = serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let error = error.without_snippet();
        let location = error.location();
        let number =
            |number: Option<u64>| number.and_then(|it| usize::try_from(it).ok()).unwrap_or(1);
        SyntaxError {
            message: "This is not YAML.".to_owned(),
            line: number(location.map(|it| it.line())),
            column: number(location.map(|it| it.column())),
        }
    })?;
    top(value)
}

/// # Errors
/// A text that is not JSON, or has no keys at its top.
pub(super) fn parse_json(text: &str) -> Result<Value, SyntaxError> {
    let value = serde_json::from_str(text).map_err(|error| SyntaxError {
        message: "This is not JSON.".to_owned(),
        line: error.line().max(1),
        column: error.column().max(1),
    })?;
    top(value)
}

/// Whether a value is `null` or `~`, in whatever letters; one that is not there is neither.
pub(super) fn says_null(text: &str) -> bool {
    let is_null = |word: &str| word == "~" || word.eq_ignore_ascii_case("null");
    // Mostly no such word is in it, and nothing has to be read.
    let may =
        text.contains('~') || text.as_bytes().windows(4).any(|it| it.eq_ignore_ascii_case(b"null"));
    let mut events = may.then(|| Parser::new_from_str(text)).into_iter().flatten();
    events.any(|event| match event {
        // One that is not there is a mark for null, too, of no length.
        Ok((Event::Scalar(word, ScalarStyle::Plain, ..), at)) => !at.is_empty() && is_null(&word),
        _ => false,
    })
}

/// The lines of all texts that are not to be shown; none where it cannot be read.
pub(super) fn secrets(text: &str) -> Vec<String> {
    fn walk(value: &Value, hidden: bool, found: &mut Vec<String>) {
        match value {
            Value::String(text) if hidden || looks_secret(text) => {
                let lines = text.lines().map(str::trim).filter(|line| line.len() >= SHORTEST);
                found.extend(lines.map(str::to_owned));
            }
            Value::Array(items) => items.iter().for_each(|item| walk(item, hidden, found)),
            Value::Object(map) => {
                map.iter().for_each(|(key, value)| walk(value, hidden || is_secret(key), found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    walk(&parse(text).unwrap_or_default(), false, &mut found);
    found
}

fn top(value: Value) -> Result<Value, SyntaxError> {
    match value {
        Value::Object(map) => Ok(Value::Object(map)),
        Value::Null => Ok(Value::Object(Map::new())),
        _ => Err(SyntaxError {
            message: "A config has keys at its top.".to_owned(),
            line: 1,
            column: 1,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Syntax, diff};

    #[test]
    fn only_a_value_is_null() {
        for (text, null) in [
            ("a: null", true),
            ("a: [~]", true),
            ("- NULL", true),
            ("a:\n  b: {c: Null}", true),
            ("a: # null", false),
            ("a: 'null'", false),
            ("a: it is null here", false),
            ("a: ~/x", false),
            ("a:", false),
        ] {
            assert_eq!(super::says_null(text), null, "{text}");
        }
    }

    #[test]
    fn no_secret_is_in_what_is_shown_of_a_change() {
        let before = "server:\n  token: 'abcd1234'\nenv:\n  API_KEY: |\n    first-line-of-it\n    second-line-of-it\n  OTHER: [\"sk-0123456789abcdef0123456789abcdef\"]\nport: 1\n";
        let after = before.replace("port: 1", "port: 2").replace("second-line", "third-line");
        let shown = diff(Syntax::Yaml, before, &after);
        assert!(shown.contains("+port: 2"), "{shown}");
        for secret in ["abcd1234", "first-line", "second-line", "third-line", "sk-0123"] {
            assert!(!shown.contains(secret), "{shown}");
        }
    }
}
