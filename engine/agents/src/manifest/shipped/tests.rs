use super::*;
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
    assert_eq!(ends("\"always\":true,\"requires\":{\"bins\":5}"), None);
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
        let read = yaml_and_lines::read(&["openclaw"], "folder", text.as_bytes(), None).unwrap();
        assert_eq!(read.manifest.unwrap().name, seen, "{name}");
    }
}
