use super::*;
use crate::dialect::shipped::Unquoted;
use crate::hook::AgentId;
use crate::manifest::parse;
use crate::manifest::shipped::EndsLoader;

fn read(agent: AgentId, version: &str, text: &str) -> Option<Reading> {
    let dialect = &agent.runtime(version).unwrap().dialect;
    let documented = parse(dialect.format, dialect.metadata_keys, text.as_bytes());
    reading(dialect, "folder", text.as_bytes(), &documented)
}

fn milady(front: &str) -> Option<Reading> {
    read(AgentId::Milady, "2026-03-01", &format!("---\n{front}\n---\n"))
}

fn openclaw(front: &str) -> Option<Reading> {
    read(AgentId::Openclaw, "2026.9.6", &format!("---\n{front}\n---\n"))
}

fn events(reading: &Option<Reading>) -> String {
    match reading.as_ref().map(|reading| &reading.manifest) {
        None => "as written".to_owned(),
        Some(Ok(manifest)) => manifest.events.join(" "),
        Some(Err(_)) => "unread".to_owned(),
    }
}

#[test]
fn what_all_read_alike_is_kept_once() {
    let front = "name: a\nmetadata: {\"milady\":{\"events\":[\"command:new\"]}}";
    assert_eq!(milady(front), None);
    assert_eq!(openclaw(&front.replace("milady", "openclaw")), None);
}

#[test]
fn milady_reads_strict_json_up_to_the_last_brace() {
    let json = "{\"milady\":{\"events\":[\"command:new\"]}}";
    for (front, seen) in [
        (format!("name: a\nmetadata: '{json}'"), "as written"),
        (format!("name: a\nmetadata: {json} # note"), "as written"),
        (format!("name: a\nmetadata:\n  {json}"), ""),
        ("name: a\nmetadata:\n  milady:\n    events: [command:new]".to_owned(), ""),
        (format!("name: a\nmetadata: {json}\ndescription: uses {{braces}}"), "as written"),
        (
            "name: a\nmetadata: {\n\"milady\":{\"events\":[\"command:new\"]}}\ndescription: {x}"
                .to_owned(),
            "",
        ),
        (format!("name: a\ndescription: Runs on: `x`\nmetadata: {json}"), "command:new"),
        (format!("description: x\nmetadata: {json}"), "as written"),
    ] {
        assert_eq!(events(&milady(&front)), seen, "{front}");
    }
}

#[test]
fn a_requirement_of_the_wrong_kind_ends_miladys_loader() {
    let front =
        |own: &str| format!("name: a\nmetadata: {{\"milady\":{{\"events\":[\"command\"],{own}}}}}");
    let ends = |own: &str| milady(&front(own)).and_then(|reading| reading.ends_loader);
    assert!(matches!(ends("\"requires\":{\"bins\":5}"), Some(EndsLoader::Always(_))));
    assert!(matches!(ends("\"requires\":{\"anyBins\":\"git\"}"), Some(EndsLoader::Always(_))));
    assert!(matches!(ends("\"os\":\"darwin\""), Some(EndsLoader::Elsewhere(_))));
    assert_eq!(ends("\"os\":[\"darwin\"]"), None);
    for own in [
        "\"os\":{\"length\":1}",
        "\"requires\":{\"anyBins\":{\"length\":1}}",
        "\"requires\":{\"anyBins\":[1,\"sh\"]}",
        "\"requires\":{\"bins\":[5]}",
        "\"requires\":{\"config\":[\"a.b\",5]}",
    ] {
        assert!(matches!(ends(own), Some(EndsLoader::Always(_))), "{own}");
    }
    for own in ["\"os\":{\"linux\":1}", "\"requires\":{\"anyBins\":{\"a\":1}}"] {
        assert_eq!(ends(own), None, "{own}");
    }
    let Some(EndsLoader::Without(names, _)) = ends("\"requires\":{\"anyBins\":[\"a\",\"b\",1]}")
    else {
        panic!("it ends where neither is there")
    };
    assert_eq!(names, ["a", "b"]);
    assert_eq!(ends("\"always\":true,\"requires\":{\"bins\":5}"), None);
    for own in ["\"emoji\":{\"toString\":1}", "\"emoji\":[[{\"toString\":1}]]"] {
        assert!(matches!(ends(own), Some(EndsLoader::Registered(None, _))), "{own}");
    }
    assert_eq!(ends("\"emoji\":{\"valueOf\":1}"), None);
    let both = ends("\"emoji\":{\"toString\":1},\"os\":\"linux\"");
    assert!(matches!(both, Some(EndsLoader::Registered(Some(_), _))), "{both:?}");
}

#[test]
fn openclaw_takes_a_value_with_a_colon_as_it_stands() {
    for (front, seen) in [
        ("name: a\nmetadata: {openclaw: {events: [command:new]}}", ""),
        ("name: a\nmetadata: {\"openclaw\":{\"events\":[\"command:new\"]}} # note", ""),
        ("name: a\nmetadata: {\n  \"openclaw\": {\"events\":[\"command:new\"]}\n}", "as written"),
        ("metadata: {\"openclaw\":{\"events\":[\"command:new\"]}}", "command:new"),
        ("name: a\nmetadata: {\"moltbot\":{\"events\":[\"command:new\"]}}", "as written"),
    ] {
        assert_eq!(events(&openclaw(front)), seen, "{front}");
    }
}

#[test]
fn openclaw_takes_a_name_that_is_nothing_to_yaml_for_a_word() {
    let metadata = "metadata: {\"openclaw\":{\"events\":[\"command:new\"]}}";
    // As OpenClaw 2026.9.6 itself lists them.
    for (name, seen) in [
        ("name: null", "null"),
        ("name: ~", "~"),
        ("name: NULL", "NULL"),
        ("name: null # x", "null # x"),
        ("name:", "folder"),
        ("name: true", "true"),
        ("name: 1.0", "1"),
        ("name: 0x10", "16"),
    ] {
        let text = format!("---\n{name}\n{metadata}\n---\n");
        let read = yaml_and_lines::read(
            &["openclaw"],
            "folder",
            text.as_bytes(),
            None,
            Unquoted::AtMistake,
        );
        let read = read.unwrap();
        assert_eq!(read.manifest.unwrap().name, seen, "{name}");
    }
}

#[test]
fn a_description_that_yaml_cannot_read_is_taken_for_a_text_by_some_versions() {
    let block = "metadata:\n  openclaw:\n    events: [command]\n";
    let at = |line: &str, seen: [bool; 3]| {
        for (unquoted, seen) in
            [Unquoted::None, Unquoted::Description, Unquoted::AtMistake].into_iter().zip(seen)
        {
            let text = format!("---\nname: a\n{line}\n{block}---\n");
            let read =
                yaml_and_lines::read(&["openclaw"], "folder", text.as_bytes(), None, unquoted);
            let events = read.unwrap().manifest.unwrap().events;
            assert_eq!(!events.is_empty(), seen, "{line} {unquoted:?}");
        }
    };
    // As the three versions themselves have it.
    at("description: fine", [true, true, true]);
    at("description: Says: hello", [false, true, true]);
    at("description: - a list", [false, true, true]);
    at("description: `code`", [false, true, true]);
    at("description: \"ends\" here", [false, true, true]);
    at("description: *star", [false, true, true]);
    at("summary: Says: hello", [false, false, true]);
    at("summary: `code`", [false, false, false]);
    at("homepage: a: b", [false, false, false]);
    at("description: fine\nhomepage: a: b", [false, false, false]);
    at("description: Says: hello\nsummary: Says: that", [false, false, true]);
}

mod plain {
    use proptest::prelude::*;

    use super::*;

    const VERSIONS: [(AgentId, &str); 4] = [
        (AgentId::Milady, "2026-03-01"),
        (AgentId::Eliza, "2.0.0-beta.2"),
        (AgentId::Openclaw, "2026.9.6"),
        (AgentId::Openclaw, "2026.7.35"),
    ];

    /// Whether it is taken for plain; if so, it is looked at in whole whether it is.
    fn plain(agent: AgentId, version: &str, text: &str) -> bool {
        let dialect = &agent.runtime(version).unwrap().dialect;
        let documented = parse(dialect.format, dialect.metadata_keys, text.as_bytes());
        let plain = documented.as_ref().is_ok_and(|manifest| manifest.shape.plain);
        if plain {
            let reading = read_whole(dialect, "folder", text.as_bytes(), &documented);
            assert_eq!(reading, None, "{agent} {version} reads something else: {text}");
        }
        plain
    }

    fn word() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "command:new",
            "git",
            "TOKEN",
            "a.b",
            "linux",
            "",
            " ",
            " git",
            "git ",
            "a,b",
            "}",
            "{",
            "[",
            "]",
            "é",
            "---",
            "metadata:",
            "x\\ny",
            "null",
            "true",
        ])
    }

    fn value() -> impl Strategy<Value = String> {
        let words = || prop::collection::vec(word(), 0..3);
        let list = move || words().prop_map(|words| serde_json::json!(words).to_string());
        prop_oneof![
            12 => list(),
            1 => word().prop_map(|word| format!("\"{word}\"")),
            1 => prop::sample::select(vec!["null", "true", "false", "0", "1", "{}", "[]", "[null]", "[1]", "[[\"git\"]]", "[{}]"])
                .prop_map(String::from),
        ]
    }

    fn own() -> impl Strategy<Value = String> {
        let key = prop::sample::select(vec![
            "events", "events", "os", "requires", "always", "hookKey", "export", "emoji",
            "unknown", "install",
        ]);
        let table = (value(), value())
            .prop_map(|(bins, env)| format!("{{\"bins\":{bins},\"env\": {env}}}"));
        let field = (key, prop_oneof![4 => value(), 1 => table])
            .prop_map(|(key, value)| format!("\"{key}\":{value}"));
        prop::collection::vec(field, 0..5).prop_map(|fields| format!("{{{}}}", fields.join(",")))
    }

    fn text() -> impl Strategy<Value = String> {
        let name = prop::sample::select(vec![
            "a", "my-hook", "my_hook", "'a'", "\"a\"", "\" a \"", "a b", "true", "No", "null", "n",
            "1", "e5", "Infinity", "é", "a: b", "a # b", "a}",
        ]);
        let more = prop::sample::select(vec![
            "",
            "",
            "",
            "description: d\n",
            "description: {a}\n",
            "description: a metadata: {b}\n",
            "x: \"}\"\n",
            "\n",
            "description: a: b\n",
            "metadata-x: {}\n",
            "homepage: https://x\r\n",
            "---x\n",
            "version: 1.0\n",
            "x: - y\n",
        ]);
        let key =
            prop::sample::select(vec!["KEY", "KEY", "KEY", "KEY", "other", "moltbot", "clawdbot"]);
        let gap = prop::sample::select(vec![" ", " ", " ", "\n  ", "  ", " # x\n  "]);
        let behind = prop::sample::select(vec!["", "", "", " ", " # x", "\n  }"]);
        let opening = prop::sample::select(vec![
            "---\n",
            "---\n",
            "---\n",
            "--- \n",
            "\n---\n",
            "---\r\n",
            "\u{feff}---\n",
            "---\n\n",
        ]);
        let closing = prop::sample::select(vec!["---\n", "---", "--- \n", "---x\n---\n"]);
        let agent = (key, own()).prop_map(|(key, own)| format!("\"{key}\":{own}"));
        let agents = prop::collection::vec(agent, 1..3).prop_map(|all| all.join(","));
        ((opening, name, more), (gap, agents, behind), (more_again(), closing)).prop_map(
            |((opening, name, more), (gap, agents, behind), (again, closing))| {
                format!("{opening}name: {name}\n{more}metadata:{gap}{{{agents}}}{behind}\n{again}{closing}body }}\n")
            },
        )
    }

    fn more_again() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "",
            "",
            "",
            "description: d\n",
            "x: {}\n",
            "name: b\n",
            "y: 'a: {'\n",
        ])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn what_is_taken_for_plain_is_read_alike_by_all(text in text()) {
            for (agent, version) in VERSIONS {
                plain(agent, version, &text.replace("KEY", agent.as_str()));
            }
        }

        #[test]
        fn so_it_is_with_moltis(
            opening in prop::sample::select(vec!["+++\n", "+++\n", "+++ \n", "\n+++\n", "\u{feff}+++\n", "+++x\n"]),
            name in prop::sample::select(vec!["a", " a", "a b", "é", "a\\n"]),
            more in prop::sample::select(vec!["", "", "priority = 1\n", "timeout = 0\n", "+++x\n", "version = 1\n", "\n", "env = { A = \"1\" }\n"]),
            closing in prop::sample::select(vec!["+++\n", "+++", "+++x\n+++\n", "+++ \n"]),
        ) {
            let text = format!("{opening}name = \"{name}\"\nevents = [\"BeforeToolCall\"]\ncommand = \"true\"\n{more}{closing}");
            plain(AgentId::Moltis, "2026-08-21", &text);
        }
    }

    #[test]
    fn most_of_what_people_write_is_plain() {
        for (agent, version) in VERSIONS {
            let text = "---\nname: my-hook\ndescription: Does it, and more\nmetadata: {\"KEY\":{\"emoji\":\"🧠\",\"events\":[\"command:new\"],\"requires\":{\"bins\":[\"git\"]}}}\n---\n\n# Hook\n";
            assert!(plain(agent, version, &text.replace("KEY", agent.as_str())), "{agent}");
        }
        let text = "+++\nname = \"a\"\nevents = [\"BeforeToolCall\"]\ncommand = \"./a.sh\"\ntimeout = 5\n+++\n\n# A\n";
        assert!(plain(AgentId::Moltis, "2026-08-21", text));
    }
}
