//! For any text and any edit: nothing outside changes, the result reads as wished, a set that is
//! taken back leaves no trace, and nothing panics.

use std::ops::Range;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::tree::Kind;
use super::super::{ConfigPath, Edit, Segment, Syntax, diff, edit, parse, redact};

const KEYS: [&str; 6] = ["hooks", "internal", "entries", "a.b", "env", "ü"];

fn space() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        4 => Just(""), 4 => Just(" "), 2 => Just("\n  "), 1 => Just("\r\n\t"), 1 => Just("/* c, } */"),
        1 => Just(" // note: {\n "), 1 => Just("\n // own line\n  "),
    ]
}

fn json5_key() -> impl Strategy<Value = String> {
    (0..KEYS.len(), 0..4).prop_map(|(key, form)| match (KEYS[key], form) {
        ("a.b", 0) => "'a.b'".into(),
        // A letter of an unquoted key, escaped.
        ("env", 3) => "\\u0065nv".into(),
        (key, 0) => key.to_owned(),
        (key, 1) => format!("'{key}'"),
        (key, _) => format!("\"{key}\""),
    })
}

fn json5_value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("1"),
        Just("-0x1F"),
        Just("0XaB"),
        Just("+7"),
        Just("5."),
        Just("1e3"),
        Just(".5"),
        Just("+Infinity"),
        Just("true"),
        Just("null"),
        Just("'it\\'s'"),
        Just("\"a // b\""),
        Just("'two\\\nlines'"),
        Just("\"three\\\r\nlong\\\n  lines\""),
        Just("'\\x41\\u0042\\'\\0'"),
        Just("{}"),
        Just("[]"),
        Just("{ }"),
        Just("{\n  }"),
        Just("{ // c\n }"),
    ]
    .prop_map(str::to_owned);
    leaf.prop_recursive(3, 20, 4, |inner| {
        let entry = (space(), json5_key(), space(), space(), inner.clone(), space())
            .prop_map(|(a, key, b, c, value, d)| format!("{a}{key}{b}:{c}{value}{d}"));
        let item = (space(), inner, space()).prop_map(|(a, value, b)| format!("{a}{value}{b}"));
        prop_oneof![
            3 => (prop::collection::vec(entry, 1..4), any::<bool>(), space())
                .prop_map(|(all, comma, end)| bracket('{', all, comma, end, '}')),
            1 => (prop::collection::vec(item, 1..4), any::<bool>(), space())
                .prop_map(|(all, comma, end)| bracket('[', all, comma, end, ']')),
        ]
    })
}

fn bracket(open: char, all: Vec<String>, comma: bool, end: &str, close: char) -> String {
    let tail = if comma { format!(",{end}") } else { String::new() };
    format!("{open}{}{tail}{close}", all.join(","))
}

fn json5_text() -> impl Strategy<Value = String> {
    let entry = (space(), json5_key(), space(), json5_value(), space())
        .prop_map(|(a, key, b, value, c)| format!("{a}{key}:{b}{value}{c}"));
    (space(), prop::collection::vec(entry, 0..4), any::<bool>(), space()).prop_map(
        |(a, all, comma, b)| {
            let comma = comma && !all.is_empty();
            format!("{a}{}{b}", bracket('{', all, comma, b, '}'))
        },
    )
}

fn toml_text() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        Just("1"),
        Just("'x # y'"),
        Just("[1, 2]"),
        Just("[\n  1, # one\n  2,\n]"),
        Just("{}"),
        Just("{ x = 1 }"),
        Just("{ x.y = 1, z = [] }"),
        Just("\"\"\"\na\n\"\"\""),
        Just("1979-05-27"),
        Just("nan"),
    ];
    let line = (0..KEYS.len(), value, prop_oneof![Just(""), Just(" # note"), Just("  ")], 0..3)
        .prop_map(|(key, value, note, form)| {
            let key = toml_edit::Key::new(KEYS[key]).to_string();
            match form {
                0 => format!("{key}.sub = {value}{note}\n"),
                1 => format!("  {key} = {value}{note}\n# own line\n"),
                _ => format!("{key}={value}{note}\n"),
            }
        });
    let header = prop_oneof![
        Just("[hooks]\n"),
        Just("\n[hooks.internal]\n"),
        Just("\n[hooks.internal.entries] # h\n"),
        Just("\n[[env]]\n"),
        Just("[env.sub]\n"),
        Just("\n\n[ \"a.b\" . hooks ]\n"),
        Just("# section\n[internal]\n"),
    ];
    let section = (header, prop::collection::vec(line.clone(), 0..3))
        .prop_map(|(header, lines)| format!("{header}{}", lines.concat()));
    (
        prop::collection::vec(line, 0..3),
        prop::collection::vec(section, 0..4),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(lines, sections, crlf, end)| {
            let mut text = lines.concat() + &sections.concat();
            if !end && text.ends_with('\n') {
                text.pop();
            }
            if crlf { text.replace('\n', "\r\n") } else { text }
        })
        .prop_filter("TOML", |text| parse(Syntax::Toml, text).is_ok())
}

fn way() -> impl Strategy<Value = ConfigPath> {
    prop::collection::vec(
        prop_oneof![
            Just("hooks"),
            Just("internal"),
            Just("entries"),
            Just("a.b"),
            Just("env"),
            Just("ü"),
            Just("sub"),
            Just("x"),
            Just("new")
        ],
        1..5,
    )
    .prop_map(ConfigPath::of)
}

fn new_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(true)),
        Just(json!(42)),
        Just(json!("it's \"x\" // # \n ü")),
        Just(json!(["a", "b"])),
        Just(json!({"k": 1, "l": "x"})),
        Just(json!(1.5)),
        Just(json!({})),
    ]
}

fn check(
    syntax: Syntax,
    before: &str,
    path: &ConfigPath,
    value: &Value,
) -> Result<(), TestCaseError> {
    let old = parse(syntax, before).map_err(|error| TestCaseError::fail(error.message))?;
    let set = Edit::Set { path: path.clone(), value: value.clone() };
    let unset = Edit::Unset { path: path.clone() };
    // What may not be set is refused; that the refusal is not the safety net is checked here too.
    match edit(syntax, before, std::slice::from_ref(&set)) {
        Ok(now) => {
            let read = parse(syntax, &now).map_err(|error| TestCaseError::fail(error.message))?;
            prop_assert_eq!(path.get(&read), Some(value), "{}", now);
            prop_assert_eq!(edit(syntax, &now, &[set]).unwrap(), now.clone());
            if path.get(&old).is_none() {
                let back = edit(syntax, &now, std::slice::from_ref(&unset)).unwrap();
                prop_assert_eq!(&back, before, "by way of\n{}", now);
                prop_assert!(is_within(before, &now), "lost something of\n{}\nin\n{}", before, now);
            } else if let Some(place) = place(syntax, before, path)
                && !value.is_object()
            {
                prop_assert!(now.starts_with(&before[..place.start]), "{}", now);
                prop_assert!(now.ends_with(&before[place.end..]), "{}", now);
            }
        }
        Err(error) => prop_assert!(
            !error.to_string().contains("would harm") || before.contains("x.y"),
            "{}\n{}",
            error,
            before
        ),
    }
    match edit(syntax, before, &[unset]) {
        Ok(now) => {
            prop_assert!(is_within(&now, before), "added something to\n{}\nin\n{}", before, now);
            let count =
                |text: &str| text.matches("c, }").count() + text.matches("own line").count();
            if syntax == Syntax::Json5 {
                let inside: usize =
                    entries(before, path).into_iter().map(|at| count(&before[at])).sum();
                prop_assert_eq!(count(before) - inside, count(&now), "{}", now);
            }
        }
        Err(error) => {
            prop_assert!(
                !error.to_string().contains("would harm") || before.contains("x.y"),
                "{}\n{}",
                error,
                before
            );
        }
    }
    let _ = diff(syntax, before, &redact(syntax, before));
    Ok(())
}

/// Whether `part` is what is left of `whole` when some bytes are taken out.
fn is_within(part: &str, whole: &str) -> bool {
    let mut bytes = whole.bytes();
    part.bytes().all(|byte| bytes.any(|other| other == byte))
}

/// Where the entries of that name are, keys included.
fn entries(text: &str, path: &ConfigPath) -> Vec<Range<usize>> {
    let root = super::super::json5::parse(text).unwrap();
    let Some((Segment::Key(name), parents)) = path.0.split_last() else { return Vec::new() };
    let parent = parents.iter().try_fold(&root, |at, segment| at.child(segment));
    match parent.map(|parent| &parent.kind) {
        Some(Kind::Object(all)) => {
            all.iter().filter(|entry| entry.key == *name).map(|entry| entry.span.clone()).collect()
        }
        _ => Vec::new(),
    }
}

/// Where the value at `path` is, if it is in one place.
fn place(syntax: Syntax, text: &str, path: &ConfigPath) -> Option<Range<usize>> {
    match syntax {
        Syntax::Json5 => {
            let root = super::super::json5::parse(text).ok()?;
            path.0
                .iter()
                .try_fold(&root, |at, segment| at.child(segment))
                .map(|node| node.span.clone())
        }
        Syntax::Yaml | Syntax::Json => None,
        Syntax::Toml => {
            let doc = super::super::toml::parse(text).ok()?;
            let item = path.0.iter().try_fold(doc.as_item(), |at, segment| match segment {
                Segment::Key(key) => at.get(key),
                Segment::Where { .. } => None,
            })?;
            item.as_value().filter(|value| !value.is_inline_table())?.span()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn json5_edits_harm_nothing(text in json5_text(), path in way(), value in new_value()) {
        check(Syntax::Json5, &text, &path, &value)?;
    }

    #[test]
    fn toml_edits_harm_nothing(text in toml_text(), path in way(), value in new_value()) {
        check(Syntax::Toml, &text, &path, &value)?;
    }

    #[test]
    fn no_text_panics(text in "[{}\\[\\]:,/\"'*#=.a\\\\\\n\\r ü\u{2028}-]{0,60}", path in way()) {
        for syntax in [Syntax::Json5, Syntax::Toml] {
            let _ = edit(syntax, &text, &[Edit::Set { path: path.clone(), value: json!("v") }]);
            let _ = edit(syntax, &text, &[Edit::Unset { path: path.clone() }]);
            let _ = redact(syntax, &text);
            let _ = text.parse::<ConfigPath>();
        }
    }
}
