//! What no manifest may do: panic, overflow the stack, or take for ever (no input ends the program).

use proptest::prelude::*;

use super::raw::FrontSeed;
use super::{Broken, MAX_BYTES, Manifest, body_start, nested, parse, quick, shipped, yaml};
use crate::dialect::Format;
use crate::hook::AgentId;

const KEYS: [&str; 2] = ["openclaw", "moltbot"];
const FORMATS: [Format; 3] = [Format::Yaml, Format::TomlFront, Format::HookToml];

/// Parses on a stack no larger than that of a thread, as each version does that reads this format, too.
fn on_small_stack(format: Format, text: String) -> Result<Manifest, Broken> {
    std::thread::Builder::new()
        .stack_size(2 * 1024 * 1024)
        .spawn(move || {
            let read = parse(format, &KEYS, text.as_bytes());
            let runtimes = AgentId::ALL.into_iter().flat_map(AgentId::runtimes);
            for runtime in runtimes.filter(|runtime| runtime.dialect.format == format) {
                shipped::reading(&runtime.dialect, "folder", text.as_bytes(), &read);
            }
            read
        })
        .unwrap()
        .join()
        .unwrap()
}

#[test]
fn nesting_without_end_is_broken_and_nothing_worse() {
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(10_000), close.repeat(10_000));
    let yaml = |value: String| (Format::Yaml, format!("---\nname: a\n{value}\n---\n"));
    let toml = |value: String| (Format::TomlFront, format!("+++\nname = \"a\"\n{value}\n+++\n"));
    let hook = |value: String| (Format::HookToml, format!("[hook]\nname = \"a\"\n{value}\n"));
    let block: String = (0..1000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    let dashes = "- ".repeat(10_000);
    let path = vec!["a"; 10_000].join(".");
    for (format, text) in [
        yaml(format!("metadata: {}", deep("{\"a\":", "}"))),
        yaml(format!("metadata: {{ // x\n a: {} }}", deep("[", "]"))),
        yaml(format!("metadata: '{}'", deep("[", "]"))),
        yaml(format!("metadata: '{{x: {}}}'", deep("[", "]"))),
        yaml(format!("metadata: {{\"openclaw\":{{\"events\":{}}}}}", deep("[", "]"))),
        yaml(format!("tags: {}", deep("[", "]"))),
        yaml(format!("tags: {}", "[".repeat(10_000))),
        yaml(format!("tags: {}", "{a: ".repeat(10_000))),
        yaml(format!("tags:\n  {dashes}")),
        yaml(block),
        toml(format!("x = {}", deep("[", "]"))),
        toml(format!("x = {}", "{a=".repeat(10_000))),
        toml(format!("{path} = 1")),
        toml(format!("[{path}]")),
        hook(format!("x = {}", deep("[", "]"))),
        hook(format!("{path} = 1")),
    ] {
        let shown: String = text.chars().take(60).collect();
        let broken = on_small_stack(format, text).unwrap_err();
        assert_eq!(broken.message, "this is nested too deeply to be read", "{shown}");
        assert_eq!(broken.name.as_deref(), Some("a"), "{shown}");
    }
}

#[test]
fn as_deep_as_may_be_fits_the_stack() {
    let value = format!("{}{}", "{\"a\":".repeat(56), "1".to_owned() + &"}".repeat(56));
    for metadata in [format!("{{\"x\":{value}}}"), format!("{{x:{value}, }}")] {
        let text = format!("---\nname: a\nmetadata: {metadata}\n---\n");
        assert!(on_small_stack(Format::Yaml, text).is_ok());
    }
}

#[test]
fn aliases_cannot_blow_up() {
    let mut text = "---\nname: a\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..12 {
        let alias = format!("*a{}, ", level - 1).repeat(10);
        text += &format!("a{level}: &a{level} [{alias}]\n");
    }
    let broken = on_small_stack(Format::Yaml, text + "---\n").unwrap_err();
    assert_eq!(broken.message, "aliases repeat more than can be read");
}

#[test]
fn a_manifest_of_the_largest_size_is_read() {
    let mut text = "---\nname: a\n---\n".to_owned();
    text += &"x\n".repeat((MAX_BYTES - text.len()) / 2);
    assert!(parse(Format::Yaml, &KEYS, text.as_bytes()).is_ok());
}

/// Front matter of the kinds people write, and small damage to it.
fn front_matter() -> impl Strategy<Value = String> {
    let text = r##"[a-z0-9:#'"\\{}\[\],. é🧠~&*!|>%@-]{0,12}"##;
    let plain = "[a-zA-Z0-9][a-zA-Z0-9:#', .-]{0,12}";
    let scalar = prop_oneof![
        4 => plain.prop_map(String::from),
        2 => plain.prop_map(|text| format!("\"{text}\"")),
        1 => text.prop_map(String::from),
        1 => prop_oneof![Just("null"), Just("~"), Just("no"), Just("1"), Just(".inf"), Just("")]
            .prop_map(String::from),
    ];
    let key = prop_oneof![
        Just("name"),
        Just("description"),
        Just("homepage"),
        Just("emoji"),
        Just("version"),
        Just("tags")
    ];
    let line = (key, scalar).prop_map(|(key, value)| format!("{key}: {value}"));
    let metadata = (json(), 0..4_usize, any::<bool>()).prop_map(|(value, lead, pretty)| {
        let lead = ["metadata: ", "metadata:\n  ", "metadata:", "metadata:\n"][lead];
        let json = if pretty {
            serde_json::to_string_pretty(&value)
        } else {
            serde_json::to_string(&value)
        };
        format!("{lead}{}", json.unwrap())
    });
    let lines = prop::collection::vec(line, 0..5);
    (lines, prop::option::weighted(0.8, metadata), any::<prop::sample::Index>(), any::<bool>())
        .prop_map(|(mut lines, metadata, place, crlf)| {
            if let Some(metadata) = metadata {
                lines.insert(place.index(lines.len() + 1), metadata);
            }
            let end = if crlf { "\r\n" } else { "\n" };
            lines.iter().map(|line| line.replace('\n', end) + end).collect()
        })
}

/// Front matter in nested lines, with damage to it here and there.
fn nested_matter() -> impl Strategy<Value = String> {
    let key = prop::sample::select(vec![
        "name",
        "description",
        "emoji",
        "metadata",
        "openclaw",
        "moltbot",
        "milady",
        "events",
        "requires",
        "bins",
        "env",
        "os",
        "always",
        "hookKey",
        "install",
        "kind",
        "stripComponents",
        "tags",
        "null",
        "a b",
        "1",
        "\"os\"",
        "<<",
        "? os",
    ]);
    let value = prop_oneof![
        6 => Just(String::new()),
        4 => prop::sample::select(vec![
            "command:new", "git", "true", "false", "yes", "No", "null", "~", "NULL", "1", "0x1", ".inf", "1.5", "''",
            "\"\"", "'it''s'", "\"a\\tb\"", "\"1\"", "[a, b]", "[]", "{}", "{a: 1}", "{events: [x]}", "&a x", "*a", "!!str 1",
            "!x y", "|", ">-", "x # y", "'null'", "a: b", "- x", "2001-01-01", "a\n    b", "True", "TRUE", "n",
        ]).prop_map(String::from),
        1 => r##"[a-zA-Z0-9:#'" ,.\[\]{}é🧠~&*!|>%@-]{0,10}"##,
    ];
    let line = (0..5_usize, any::<bool>(), prop::option::weighted(0.8, key), value);
    prop::collection::vec(line, 1..10).prop_map(|lines| {
        let line = |(depth, item, key, value): (usize, bool, Option<&str>, String)| {
            let dash = if item { "- " } else { "" };
            let key = key.map(|key| format!("{key}: ")).unwrap_or_default();
            format!("{}{dash}{key}{value}\n", "  ".repeat(depth))
        };
        lines.into_iter().map(line).collect()
    })
}

/// As [`nested_matter`], in the shape that people give it, so that most of it can be read.
fn settings() -> impl Strategy<Value = String> {
    let word = || {
        prop::sample::select(vec![
            "git",
            "command:new",
            "'x'",
            "\"🧠\"",
            "true",
            "no",
            "a b",
            "1",
            "~",
            "null",
            "''",
            "x: y",
            "a #b",
            "'1'",
            "é",
        ])
    };
    let list = || {
        prop_oneof![
            4 => prop::collection::vec(word(), 0..3).prop_map(|items| items.iter().map(|item| format!("\n        - {item}")).collect()),
            1 => prop::collection::vec(word(), 0..3).prop_map(|items| format!(" [{}]", items.join(", "))),
            1 => word().prop_map(|item| format!(" {item}")),
        ]
    };
    let field = prop_oneof![
        list().prop_map(|list| format!("    events:{list}\n")),
        list().prop_map(|list| format!("    os:{list}\n")),
        (list(), list())
            .prop_map(|(a, b)| format!("    requires:\n      bins:{a}\n      env:{b}\n")),
        list().prop_map(|list| format!("    requires:{list}\n")),
        list().prop_map(|list| format!("    install:{list}\n")),
        word().prop_map(|word| format!("    always: {word}\n")),
        word().prop_map(|word| format!("    emoji: {word}\n")),
        word().prop_map(|word| format!("    unknown: {word}\n")),
        word()
            .prop_map(|word| format!("    install:\n      - kind: {word}\n        bins: [git]\n")),
    ];
    let agent = prop::sample::select(vec!["openclaw", "moltbot", "milady", "1"]);
    let agent = (agent, prop::collection::vec(field, 0..4))
        .prop_map(|(agent, fields)| format!("  {agent}:\n{}", fields.concat()));
    (word(), prop::collection::vec(agent, 0..3))
        .prop_map(|(name, agents)| format!("name: {name}\nmetadata:\n{}", agents.concat()))
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let text = || r##"[a-z:#'"\\{}\[\],. é🧠\u{1}\n\t/<~&*!|>-]{0,8}"##;
    let key = move || {
        prop_oneof![
            3 => prop_oneof![
                Just("openclaw"), Just("moltbot"), Just("milady"), Just("events"), Just("requires"),
                Just("bins"), Just("os"), Just("install"), Just("kind"), Just("always"), Just("<<"),
                Just("stripComponents"), Just("emoji")
            ].prop_map(String::from),
            1 => text().prop_map(String::from),
        ]
    };
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        text().prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            prop::collection::vec((key(), inner), 0..4)
                .prop_map(|fields| serde_json::Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_short_way_reads_what_yaml_reads(text in front_matter()) {
        if let Some((short, _)) = quick::read(FrontSeed(&KEYS), &text) {
            // The metadata is strict JSON here: where YAML can read it, it reads the same.
            if let Ok(whole) = yaml::yaml(&KEYS, &text) {
                prop_assert_eq!(&short, &whole, "{}", text);
            }
            prop_assert_eq!(Ok(short), yaml::read(&KEYS, &text), "{}", text);
        }
    }

    #[test]
    fn the_middle_way_reads_what_the_slow_way_reads(text in prop_oneof![front_matter(), nested_matter(), settings()]) {
        if let Some(front) = nested::read(FrontSeed(&KEYS), &text) {
            prop_assert_eq!(Ok(front), yaml::read(&KEYS, &text), "{}", text);
        }
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for format in FORMATS {
            let _ = parse(format, &KEYS, &bytes);
        }
    }

    #[test]
    fn no_text_panics(text in r##"(?s)[-+\[\]{}"'#:=&*|>!%@,.\\/ \t\r\na-c0-2é\u{feff}\u{2028}]{0,200}"##) {
        for (format, fence) in FORMATS.into_iter().zip(["---\n", "+++\n", ""]) {
            for text in [text.clone(), format!("{fence}{text}\n{fence}"), format!("{fence}name: a\nmetadata: {{{text}\n{fence}")] {
                let _ = parse(format, &KEYS, text.as_bytes());
                prop_assert!(text.get(body_start(format, &text)..).is_some());
            }
        }
    }

    #[test]
    fn lines_of_errors_lie_in_the_file(text in front_matter()) {
        let text = format!("---\n{text}---\n");
        if let Err(broken) = parse(Format::Yaml, &KEYS, text.as_bytes()) {
            let line = broken.line.unwrap_or(1) as usize;
            prop_assert!((1..=text.lines().count()).contains(&line), "{broken} in {text}");
        }
    }
}
