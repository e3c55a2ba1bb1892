use super::*;

const MILADY: [&str; 1] = ["milady"];

fn read(text: &str) -> Manifest {
    parse(&MILADY, text).unwrap()
}

fn with_metadata(metadata: &str) -> Manifest {
    read(&format!("---\nname: greeter\n{metadata}\n---\n"))
}

#[test]
fn the_manifest_of_the_reference() {
    let manifest = read(
        r##"---
name: my-hook
description: Does something useful on session start
homepage: https://example.com/docs
metadata:
  milady:
    always: false
    hookKey: my-key
    emoji: "🔧"
    events:
      - session:new
      - agent:startup
    export: default
    os:
      - darwin
      - linux
    requires:
      bins:
        - git
      anyBins: [bun, npm]
      env:
        - GITHUB_TOKEN
      config:
        - hooks.entries.my-hook.apiKey
    install:
      - id: git
        kind: bundled
        bins:
          - git
        stripComponents: 1
        sha256: 0a1b
---

# My Hook
"##,
    );
    assert_eq!(manifest.name, "my-hook");
    assert_eq!(manifest.description, "Does something useful on session start");
    assert_eq!(manifest.heading.as_deref(), Some("My Hook"));
    assert_eq!(manifest.homepage.as_deref(), Some("https://example.com/docs"));
    assert_eq!(manifest.emoji.as_deref(), Some("🔧"));
    assert_eq!(manifest.hook_key.as_deref(), Some("my-key"));
    assert_eq!(manifest.events, ["session:new", "agent:startup"]);
    assert_eq!(manifest.export.as_deref(), Some("default"));
    assert_eq!(manifest.requires.os, ["darwin", "linux"]);
    assert_eq!(manifest.requires.bins, ["git"]);
    assert_eq!(manifest.requires.any_bins, ["bun", "npm"]);
    assert_eq!(manifest.requires.env, ["GITHUB_TOKEN"]);
    assert_eq!(manifest.requires.config, ["hooks.entries.my-hook.apiKey"]);
    assert_eq!(manifest.install.len(), 1);
    assert_eq!(manifest.install[0].kind, "bundled");
    assert_eq!(manifest.install[0].bins, ["git"]);
    assert_eq!(manifest.install[0].strip_components, Some(1));
    assert_eq!(manifest.install[0].sha256.as_deref(), Some("0a1b"));
    assert!(!manifest.always);
}

#[test]
fn metadata_reads_the_same_in_every_notation() {
    for (metadata, strict) in [
        (r#"metadata: {"milady":{"events":["command:new"],"os":["linux"]}}"#, true),
        ("metadata: {\"milady\":{\n\"events\":[\"command:new\"],\n\"os\":[\"linux\"]}}", true),
        (
            "metadata:\n  { \"milady\": { \"events\": [\"command:new\"], \"os\": [\"linux\"] } }",
            false,
        ),
        (
            "metadata:\n{ \"milady\": { \"events\": [\"command:new\"], \"os\": [\"linux\"] } }",
            false,
        ),
        (
            "metadata:\n  {\n    \"milady\":\n      {\n        \"events\": [\"command:new\",],\n        \"os\": [\"linux\"],\n      },\n  }",
            false,
        ),
        ("metadata: {milady: {events: ['command:new'], os: [linux]}}", false),
        (
            "metadata: { // why\n  milady: { events: ['command:new'], /* x */ os: ['linux'], },\n}",
            false,
        ),
        (
            "metadata: {\n\tmilady: {\n\t\tevents: ['\\x63ommand:new'],\n\t\tos: ['linux'] } }",
            false,
        ),
        ("metadata:\n  milady:\n    events: [command:new]\n    os:\n    - linux", false),
        ("metadata: '{\"milady\":{\"events\":[\"command:new\"],\"os\":[\"linux\"]}}'", true),
        ("metadata: |\n  { milady: { events: ['command:new'], os: ['linux'], } }", false),
        ("metadata:\n  milady: &m\n    events: [command:new]\n    os: [linux]\n  other: *m", false),
    ] {
        let manifest = with_metadata(metadata);
        assert_eq!(manifest.events, ["command:new"], "{metadata}");
        assert_eq!(manifest.requires.os, ["linux"], "{metadata}");
        assert!(manifest.shape.has_metadata, "{metadata}");
        assert_eq!(manifest.shape.json_metadata, strict, "{metadata}");
        assert!(!manifest.shape.lone_strings, "{metadata}");
    }
}

#[test]
fn a_lone_text_stands_for_a_list_of_one() {
    for metadata in [
        "metadata:\n  milady:\n    events: command:new\n    requires: { bins: git }",
        r#"metadata: {"milady":{"events":"command:new","requires":{"bins":"git"}}}"#,
    ] {
        let manifest = with_metadata(metadata);
        assert_eq!(manifest.events, ["command:new"]);
        assert_eq!(manifest.requires.bins, ["git"]);
        assert!(manifest.shape.lone_strings);
    }
}

#[test]
fn names_that_look_like_something_else_stay_texts() {
    for name in ["no", "off", "123", "1.0", "true", "2024-01-01"] {
        assert_eq!(read(&format!("---\nname: {name}\n---\n")).name, name);
    }
}

#[test]
fn what_is_missing_or_unknown_is_no_error() {
    let manifest = read("---\nname: a\nmetadata:\ntags: [x, {y: 1}]\nn: 1.5\n---\n");
    assert_eq!(manifest.events, Vec::<String>::new());
    assert!(!manifest.shape.has_metadata);
    let manifest = with_metadata(
        "metadata:\n  milady:\n    events:\n    requires:\n    install:\n    color: {a: [1]}",
    );
    assert_eq!(manifest.events, Vec::<String>::new());
    assert_eq!(manifest.foreign, None);
}

#[test]
fn the_first_of_the_agents_own_keys_counts() {
    let keys = ["openclaw", "clawdbot", "moltbot"];
    let read = |metadata: &str| {
        parse(&keys, &format!("---\nname: a\nmetadata: {metadata}\n---\n")).unwrap()
    };
    let both = read(
        r#"{"moltbot":{"events":["old"]},"clawdbot":{"events":["older"]},"openclaw":{"events":["new"]}}"#,
    );
    assert_eq!(both.events, ["new"]);
    let former = read(r#"{"moltbot":{"events":["old"]},"milady":{"events":["m"]}}"#);
    assert_eq!((former.events, former.foreign), (vec!["old".to_owned()], None));
}

#[test]
fn a_hook_for_a_sister_agent_is_known_as_that() {
    for (metadata, foreign) in [
        (r#"{"openclaw":{"events":["command"]}}"#, Some("openclaw")),
        (
            r#"{"argent":{"events":["command"]},"openclaw":{"events":["command"]}}"#,
            Some("openclaw"),
        ),
        (r#"{"note":"x","argent":{"events":["command"],"os":"linux"}}"#, Some("argent")),
        (r#"{"openclaw":{"emoji":"x"}}"#, None),
        (r#"{"milady":{},"openclaw":{"events":["command"]}}"#, None),
        ("{openclaw: {events: [command]}}", Some("openclaw")),
    ] {
        let manifest = with_metadata(&format!("metadata: {metadata}"));
        assert_eq!(manifest.foreign.as_deref(), foreign, "{metadata}");
        assert!(manifest.events.is_empty() && manifest.requires.os.is_empty(), "{metadata}");
    }
}

#[test]
fn the_way_it_is_written_is_recorded() {
    let dressed = |front: &str| read(&format!("---\n{front}\n---\n")).shape.dressed_name;
    assert!(!dressed("name: a\ndescription: plain text"));
    assert!(!dressed("name: a"));
    assert!(!dressed("name: a\nhomepage: \"https://x.example\""));
    assert!(!dressed("name: \"a\"") && !dressed("name: 'a: b'"));
    assert!(dressed("name: \"a\" # why"));
    assert!(dressed("name: a # why"));
    assert!(!dressed("name: a\ndescription: 'x'"));
    assert!(!dressed("name: a\ndescription: >\n  folded\n  text"));
    let undressed = |front: &str| read(&format!("---\n{front}\n---\n")).shape.can_be_undressed;
    assert!(undressed("name: \"a\" # why"));
    assert!(!undressed("name: 'a: b' # why"));
    assert!(!undressed("name: a\ndescription: plain text"));
    let shape = read("\u{feff}\r\n---\r\nname: a\r\n---\r\n").shape;
    assert!(shape.bom && shape.blank_before && !shape.dressed_name);
}

#[test]
fn a_broken_manifest_says_line_and_reason() {
    for (front, line, message) in [
        ("description: x", None, "the manifest has no `name`"),
        ("name:", None, "the manifest has no `name`"),
        ("name: ' '", None, "the manifest has no `name`"),
        ("name: a\ntags: [x\ndescription: y", Some(3), "the list that begins here is never closed"),
        ("name: a\ndescription: \"y", Some(3), "the quoted text that begins here is never closed"),
        (
            "name: a\nmetadata:\n  { \"milady\": { \"events\": [\"x\" } }",
            Some(4),
            "the list that begins here is never closed",
        ),
        (
            "name: a\nmetadata: {\"milady\": {\"events\": 5}}",
            Some(3),
            "this must be a list of texts, not a number",
        ),
        (
            "name: a\nmetadata:\n  milady:\n    events: {a: b}",
            Some(5),
            "this must be a list of texts, not an object",
        ),
        (
            "name: a\nmetadata:\n  milady:\n    always: yes",
            Some(5),
            "this must be `true` or `false`",
        ),
        (
            "name: a\nmetadata:\n  milady:\n    requires: [git]",
            Some(5),
            "this must be an object with fields",
        ),
        ("name: [a]", Some(2), "this must be a text"),
        (
            "name: a\nmetadata: 5",
            Some(3),
            "this must be an object with one key per agent, not a number",
        ),
        ("name: a\nmetadata: hello", Some(3), "the text of `metadata` is not JSON"),
        (
            "name: a\ndescription: Note: this",
            Some(3),
            "a text that contains `: ` must be in quotes",
        ),
        ("name: a\nmetadata:\n\tmilady: x", Some(4), "tabs cannot indent YAML; use spaces"),
        ("name: a\nname: b", Some(3), "`name` is given twice"),
        ("name: a\nmetadata: *nobody", Some(3), "this alias (`*`) names no anchor (`&`)"),
        ("just text", Some(2), "this must be an object with fields"),
    ] {
        let broken = parse(&MILADY, &format!("---\n{front}\n---\n")).unwrap_err();
        assert_eq!((broken.line, broken.message.as_str()), (line, message), "{front}");
        let name = front.starts_with("name: a\n").then_some("a");
        assert_eq!(broken.name.as_deref(), name, "{front}");
    }
}

#[test]
fn lines_are_counted_in_the_file() {
    let broken = parse(&MILADY, "\u{feff}\r\n---\r\nname: a\r\ntags: [x\r\n---\r\n").unwrap_err();
    assert_eq!(broken.line, Some(4));
}
