use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

const MILADY: Wish = Wish { own_keys: &["milady"], copy_of: None, by_lines: true };

/// What shipped Milady makes of a `HOOK.md`: lines `key: value` after three dashes, and `metadata` only
/// where strict JSON is on its line.
#[derive(Debug, Default, PartialEq)]
struct ByLines {
    name: String,
    description: String,
    metadata: Value,
}

fn by_lines(text: &str) -> Option<ByLines> {
    let mut lines = text.lines();
    (lines.next()?.trim_end() == "---").then_some(())?;
    let mut found = ByLines::default();
    for line in lines.take_while(|line| line.trim_end() != "---") {
        let Some((key, value)) = line.split_once(':') else { continue };
        let value = value.trim();
        match key {
            "name" => found.name = value.to_owned(),
            "description" => found.description = value.to_owned(),
            "metadata" => found.metadata = serde_json::from_str(value).unwrap_or_default(),
            _ => {}
        }
    }
    Some(found)
}

fn fixed(text: &str) -> String {
    rewrite(MILADY, text).unwrap().text
}

#[test]
fn nested_yaml_becomes_one_line_and_nothing_else_moves() {
    let before = "\
---
name: greeter
# kept
homepage: https://example.com  # kept too
metadata:
  openclaw:
    emoji: \"🧠\"
    events: command:new
  other: {deep: [1, 2.5, null, yes, true]}
  milady:
    emoji: 👋
    events:
      - command:new
    requires: {bins: git, env: [1]}

# below
tags: [a, b]
---

# Greeter
metadata: none
";
    let after = "\
---
name: greeter
# kept
homepage: https://example.com  # kept too
metadata: {\"openclaw\":{\"emoji\":\"🧠\",\"events\":[\"command:new\"]},\"other\":{\"deep\":[1,2.5,null,\"yes\",true]},\"milady\":{\"emoji\":\"👋\",\"events\":[\"command:new\"],\"requires\":{\"bins\":[\"git\"],\"env\":[\"1\"]}}}

# below
tags: [a, b]
---

# Greeter
metadata: none
";
    assert_eq!(fixed(before), after);
    let crlf = before.replace('\n', "\r\n");
    assert_eq!(fixed(&crlf), after.replace('\n', "\r\n"));
}

#[test]
fn every_way_to_write_metadata_becomes_the_same_line() {
    let line = r#"metadata: {"milady":{"events":["a:b"]}}"#;
    for metadata in [
        "metadata:\n  {\n    \"milady\":\n      { \"events\": [\"a:b\"], },\n  }",
        "metadata:\n{ \"milady\": { \"events\": [\"a:b\"] } }",
        "metadata: { milady: { events: [ 'a:b' ] } }",
        "metadata: {milady: {events: [a:b]}}",
        "metadata: { // mine\n  milady: { events: 'a:b' } }",
        "metadata: {\n  # mine\n  milady: { events: a:b } }",
        "metadata: '{\"milady\":{\"events\":[\"a:b\"]}}'",
        "metadata: >\n  {\"milady\":\n  {\"events\":[\"a:b\"]}}",
        "\"metadata\": {\"milady\":{\"events\":[\"a:b\"]}}",
        "metadata: !!map\n  milady:\n    events: !!str a:b",
        "metadata: &all\n  milady: &one\n    events: [\"a:b\"]",
    ] {
        let text = format!("---\nname: x\n{metadata}\nversion: \"1\"\n---\nbody");
        let wanted = format!("---\nname: x\n{line}\nversion: \"1\"\n---\nbody");
        assert_eq!(fixed(&text), wanted, "{metadata}");
    }
}

#[test]
fn what_stands_before_the_dashes_goes_and_texts_get_plain() {
    let text = "\u{feff}\n \n---\nname: \"greeter\" # hello\ndescription: >-\n  Says\n  hello\nversion: 'x'\n---\n";
    let after = "---\n# hello\nname: greeter\ndescription: Says hello\nversion: 'x'\n---\n";
    assert_eq!(fixed(text), after);
}

#[test]
fn a_text_that_needs_its_quotes_keeps_them_and_that_is_said() {
    for description in ["\"a: b\"", "'# x'", "\"1.10\"", "\"yes # no\"", "|\n  a\n  b", "\"true\""]
    {
        let text = format!("---\nname: 'x'\ndescription: {description}\n---\n");
        let rewritten = rewrite(MILADY, &text).unwrap();
        assert_eq!(rewritten.text, text.replace("'x'", "x"));
        assert!(rewritten.stays[0].starts_with("The description stays"), "{description}");
    }
}

#[test]
fn lost_comments_are_told_and_one_behind_the_value_is_not_lost() {
    let text = "---\nname: x\nmetadata: {\"milady\":{\"homepage\":\"https://x.example/ #a\"}} # end\n---\n";
    let rewritten = rewrite(MILADY, text).unwrap();
    assert!(rewritten.text.contains("\n# end\nmetadata: {"), "{}", rewritten.text);
    assert_eq!(rewritten.stays, Vec::<String>::new());
    let text = "---\nname: x\nmetadata:\n  # why\n  milady: {events: a}\n---\n";
    let rewritten = rewrite(MILADY, text).unwrap();
    assert_eq!(rewritten.stays, ["Comments inside metadata do not stay: JSON has no comments."]);
}

#[test]
fn the_copy_for_an_agent_stands_beside_the_original() {
    let text = "---\nname: 'x'\nmetadata:\n  fork:\n    events: a:b\n    os: linux\n---\n";
    let wish = Wish { copy_of: Some("fork"), ..MILADY };
    assert_eq!(
        rewrite(wish, text).unwrap().text,
        "---\nname: x\nmetadata: {\"fork\":{\"events\":\"a:b\",\"os\":\"linux\"},\"milady\":{\"events\":[\"a:b\"],\"os\":[\"linux\"]}}\n---\n"
    );
    let wish = Wish { own_keys: &["openclaw", "moltbot"], by_lines: false, ..wish };
    let text = rewrite(wish, text).unwrap().text;
    assert!(text.contains("name: 'x'\n") && text.contains("\"openclaw\":{"), "{text}");
}

#[test]
fn what_json_cannot_say_or_a_reader_would_miss_is_left_alone() {
    for text in [
        "---\nname: x\nmetadata: {milady: {events: [a]}, x: .inf}\n---\n",
        "---\nname: x\nmetadata: {milady: {events: [a]}, x: 1, x: 2}\n---\n",
        "---\n{name: x, metadata: {milady: {events: [a]}}}\n---\n",
        "---\nname: x\nmetadata: {milady: &a {events: [a]}}\nother: *a\n---\n",
        "---\nname: x\nmetadata: [a]\n---\n",
        "no front matter",
    ] {
        assert!(rewrite(MILADY, text).is_err(), "{text}");
    }
}

/// Metadata as an agent may have it, and what nobody knows beside it.
fn metadata() -> impl Strategy<Value = Value> {
    let text = || r##"[a-z][a-z:#'"\\{}\[\], é🧠\u{2028}\u{85}/<&*!|>-]{0,8}"##;
    let texts = move || {
        let list = prop::collection::vec(text(), 0..3);
        prop_oneof![list.prop_map(|list| json!(list)), text().prop_map(Value::from)]
    };
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        (-1000..1000_i32).prop_map(|n| json!(f64::from(n) / 8.0)),
        text().prop_map(Value::from),
        Just(json!("no")),
        Just(json!("1.10")),
        Just(json!("")),
    ];
    let unknown = leaf.prop_recursive(3, 12, 3, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map(text(), inner, 0..3).prop_map(|map| json!(map)),
        ]
    });
    let requires = (texts(), texts()).prop_map(|(bins, env)| json!({"bins": bins, "env": env}));
    let agent = (texts(), text(), prop::option::of(requires), unknown.clone(), any::<bool>())
        .prop_map(|(events, emoji, requires, unknown, always)| {
            let mut agent =
                json!({"emoji": emoji, "events": events, "always": always, "x": unknown});
            if let Some(requires) = requires {
                agent["requires"] = requires;
            }
            agent
        });
    (agent.clone(), agent, unknown).prop_map(
        |(own, sister, unknown)| json!({"openclaw": sister, "unknown": unknown, "milady": own}),
    )
}

/// Nested YAML, indented; texts quoted or, where YAML has nothing to see in them, plain.
fn block(value: &Value, indent: usize, to: &mut String) {
    let pad = " ".repeat(indent);
    match value {
        Value::Object(map) if !map.is_empty() => {
            for (key, value) in map {
                *to += &format!("\n{pad}{}:", json!(key));
                block(value, indent + 2, to);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                *to += &format!("\n{pad}-");
                block(item, indent + 2, to);
            }
        }
        Value::String(text) if !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase()) => {
            // A word such as `null` would not be text.
            *to += &if text == "null" || text == "true" || text == "false" {
                " 'null'".into()
            } else {
                format!(" {text}")
            };
        }
        value => *to += &format!(" {value}"),
    }
}

/// JSON5 as people write it: keys without quotes, commas and comments to spare.
fn json5_text(value: &Value, to: &mut String) {
    match value {
        Value::Object(map) => {
            *to += "{ // why\n  ";
            for (key, value) in map {
                let plain = key.chars().all(|c| c.is_ascii_alphabetic());
                *to += &if plain { key.clone() } else { json!(key).to_string() };
                *to += " : ";
                json5_text(value, to);
                *to += ",\n  ";
            }
            *to += "}";
        }
        Value::Array(items) => {
            *to += "[";
            for item in items {
                json5_text(item, to);
                *to += " , ";
            }
            *to += "]";
        }
        value => *to += &value.to_string(),
    }
}

fn hook_md() -> impl Strategy<Value = String> {
    (metadata(), 0..6_u8, 0..4_u8, any::<bool>(), any::<bool>()).prop_map(
        |(value, style, scalar, crlf, bom)| {
            let mut metadata = "metadata:".to_owned();
            match style {
                0 => block(&value, 2, &mut metadata),
                1 => {
                    metadata += "\n  ";
                    json5_text(&value, &mut metadata);
                }
                2 => {
                    metadata += " ";
                    json5_text(&value, &mut metadata);
                }
                3 => metadata += &format!(" {value} # behind"),
                4 => metadata += &format!("\n  {value:#}").replace('\n', "\n  "),
                _ => metadata += &format!(" {}", json!(value.to_string())),
            }
            let (name, description) = [
                ("greeter", "Says hello"),
                ("\"greeter\" # a", "'Says: hello'"),
                ("greeter # a", ">\n  Says\n  hello"),
                ("'greeter'", "Says\n  hello"),
            ][usize::from(scalar)];
            let text = format!(
                "{}---\nname: {name}\n{metadata}\n# between\ndescription: {description}\nversion: 1.10\n---\n\n# Body\n",
                if bom { "\u{feff}\n" } else { "" }
            );
            if crlf { text.replace('\n', "\r\n") } else { text }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_reader_of_lines_sees_what_we_see(text in hook_md()) {
        let before = hook_md::parse(&["milady"], &text).unwrap();
        let rewritten = rewrite(MILADY, &text);
        prop_assert!(rewritten.is_ok(), "{:?}\n{text}", rewritten);
        let after = rewritten.unwrap().text;
        let read = hook_md::parse(&["milady"], &after).unwrap();
        let metadata_shape = (read.shape.json_metadata, read.shape.lone_strings, read.shape.bom, read.shape.blank_before);
        prop_assert_eq!(metadata_shape, (true, false, false, false));
        prop_assert_eq!(said(read.clone()), said(before));
        let found = by_lines(&after).unwrap();
        let own = &found.metadata["milady"];
        prop_assert_eq!(&own["events"], &json!(read.events), "{}", after);
        let needs = |key| own["requires"].get(key).cloned().unwrap_or(json!([]));
        prop_assert_eq!(needs("bins"), json!(read.requires.bins));
        prop_assert_eq!(needs("env"), json!(read.requires.env));
        prop_assert_eq!(found.name, read.name);
        prop_assert_eq!(rewrite(MILADY, &after).unwrap().text, after.clone(), "once is enough");
        let tail = |text: &str| text[text.find("# between").unwrap()..].split_once("version").unwrap().1.to_owned();
        prop_assert_eq!(tail(&text), tail(&after));
    }

    #[test]
    fn a_copy_says_what_the_original_says(text in hook_md()) {
        let original = hook_md::parse(&["openclaw"], &text).unwrap();
        let wish = Wish { own_keys: &["eliza"], copy_of: Some("openclaw"), by_lines: true };
        let after = rewrite(wish, &text).unwrap().text;
        for key in ["openclaw", "eliza"] {
            prop_assert_eq!(said(hook_md::parse(&[key], &after).unwrap()), said(original.clone()));
        }
        let metadata = by_lines(&after).unwrap().metadata;
        prop_assert_eq!(&metadata["eliza"]["events"], &json!(original.events));
        prop_assert!(metadata.get("milady").is_some() && metadata.get("unknown").is_some());
    }

    #[test]
    fn no_text_panics(text in r##"(?s)[-+\[\]{}"'#:=&*|>!%@,.\\/ \t\r\na-c0-2é\u{feff}\u{2028}]{0,200}"##) {
        for text in [format!("---\n{text}\n---\n"), format!("---\nname: 'a'\nmetadata: {{{text}\n---\n"), text] {
            let _ = rewrite(MILADY, &text);
            let _ = rewrite(Wish { copy_of: Some("a"), ..MILADY }, &text);
        }
    }
}
