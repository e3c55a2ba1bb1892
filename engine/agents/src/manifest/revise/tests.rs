use proptest::prelude::*;
use serde_json::json;

use super::*;

const KEYS: &[&str] = &["openclaw", "clawdbot"];

const ONE_LINE: &str = "---\nname: a # mine\ndescription: Old\nmetadata: {\"openclaw\": {\"emoji\": \"x\", \"events\": [\"command:new\"]}}\n---\n\n# Text\n";
const LINES: &str = "---\nname: a\n# why\nmetadata:\n  openclaw:\n    emoji: x # kept\n    events: # these\n      - command:new\n      # between\n    requires:\n      bins: [git] # a program\n  other: {events: [b]}\nhomepage: https://x\n---\n";
const JSON5: &str = "---\nname: a\nmetadata:\n  {\n    // Mine.\n    openclaw: {\n      events: ['command:new'],\n    },\n  }\n---\nText\n";
const NONE: &str = "---\nname: a\n---\n";
const QUOTED: &str = "---\nname: a\nmetadata: '{\"openclaw\": {\"events\": [\"x\"]}}'\n---\n";

fn made(text: &str, place: Place, value: Option<Value>) -> String {
    revise(KEYS, text, &[(place, value)]).unwrap()
}

#[test]
fn a_value_changes_where_it_is_and_nothing_else() {
    let events = Some(json!(["session:start"]));
    for (text, from, to) in [
        (ONE_LINE, "[\"command:new\"]", "[\"session:start\"]"),
        (LINES, "events: # these\n      - command:new\n", "events: [\"session:start\"]\n"),
        (JSON5, "['command:new']", "['session:start']"),
    ] {
        assert_eq!(made(text, Place::Own(&["events"]), events.clone()), text.replace(from, to));
        let crlf = text.replace('\n', "\r\n");
        let (from, to) = (from.replace('\n', "\r\n"), to.replace('\n', "\r\n"));
        assert_eq!(made(&crlf, Place::Own(&["events"]), events.clone()), crlf.replace(&from, &to));
    }
}

#[test]
fn a_comment_behind_a_text_in_quotes_stays_whatever_is_in_it() {
    for quoted in ["\"x\"", "'x'", "'it''s'", "\"a \\\" b\""] {
        let text = LINES.replace("x # kept", &format!("{quoted} # it's \"mine\""));
        assert_eq!(
            made(&text, Place::Own(&["emoji"]), Some(json!("y"))),
            text.replace(quoted, "\"y\""),
            "{text}"
        );
    }
}

#[test]
fn what_is_not_there_is_added_beside_its_like() {
    let bins = Some(json!(["jq"]));
    assert_eq!(
        made(LINES, Place::Own(&["os"]), Some(json!(["linux"]))),
        LINES.replace("  openclaw:\n", "  openclaw:\n    os: [\"linux\"]\n")
    );
    assert_eq!(
        made(LINES, Place::Own(&["requires", "bins"]), bins.clone()),
        LINES.replace("[git] # a", "[\"jq\"] # a")
    );
    let one_line = made(ONE_LINE, Place::Own(&["requires", "bins"]), bins.clone());
    assert_eq!(one_line.lines().count(), ONE_LINE.lines().count(), "{one_line}");
    let parsed = hook_md::parse(KEYS, &one_line).unwrap();
    assert_eq!(
        (&*parsed.requires.bins, parsed.shape.json_metadata),
        (&["jq".to_owned()][..], true)
    );
    assert_eq!(
        made(NONE, Place::Own(&["requires", "bins"]), bins),
        "---\nname: a\nmetadata: {\"openclaw\":{\"requires\":{\"bins\":[\"jq\"]}}}\n---\n"
    );
}

#[test]
fn a_value_is_taken_away() {
    assert_eq!(
        made(LINES, Place::Own(&["requires", "bins"]), None),
        LINES.replace("      bins: [git] # a program\n", "")
    );
    let gone = made(ONE_LINE, Place::Own(&["emoji"]), None);
    assert_eq!(hook_md::parse(KEYS, &gone).unwrap().emoji, None);
    assert_eq!(
        made(ONE_LINE, Place::Field("description"), None),
        ONE_LINE.replace("description: Old\n", "")
    );
    assert_eq!(made(NONE, Place::Own(&["os"]), None), NONE);
}

#[test]
fn metadata_in_a_text_of_its_own_becomes_json_on_a_line() {
    let after = made(QUOTED, Place::Own(&["events"]), Some(json!(["y"])));
    assert_eq!(after, "---\nname: a\nmetadata: {\"openclaw\":{\"events\":[\"y\"]}}\n---\n");
}

#[test]
fn a_description_is_plain_where_that_reads_the_same() {
    for (value, line) in [
        ("Saves it", "description: Saves it"),
        ("Saves: it", "description: \"Saves: it\""),
        ("yes", "description: yes"),
        ("a # b", "description: \"a # b\""),
        ("", "description: \"\""),
    ] {
        let after = made(ONE_LINE, Place::Field("description"), Some(json!(value)));
        assert_eq!(after, ONE_LINE.replace("description: Old", line), "{value}");
    }
    let added = made(NONE, Place::Field("description"), Some(json!("New")));
    assert_eq!(added, "---\nname: a\ndescription: New\n---\n");
    let dressed = NONE.replace("---\nname", "---\ndescription: >\n  Old\n  text\nname");
    assert_eq!(
        made(&dressed, Place::Field("description"), Some(json!("New"))),
        "---\ndescription: New\nname: a\n---\n"
    );
}

#[test]
fn what_cannot_be_read_is_not_changed() {
    assert!(revise(KEYS, "---\nname: [\n---\n", &[(Place::Own(&["os"]), None)]).is_err());
}

proptest! {
    #[test]
    fn whatever_is_written_is_read_back_and_the_rest_stays(
        description in "[ -~äß\u{1F600}\u{2028}]{0,40}",
        items in prop::collection::vec("[ -~äß]{1,12}", 0..4),
        at in 0usize..5,
    ) {
        let text = [ONE_LINE, LINES, JSON5, NONE, QUOTED][at];
        let items: Vec<String> = items.into_iter().map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect();
        let changes = [
            (Place::Field("description"), Some(Value::from(description.clone()))),
            (Place::Own(&["events"]), Some(json!(items))),
            (Place::Own(&["requires", "bins"]), Some(json!(items))),
        ];
        let after = revise(KEYS, text, &changes).unwrap();
        let manifest = hook_md::parse(KEYS, &after).unwrap();
        prop_assert_eq!(&manifest.description, &description);
        prop_assert_eq!(&manifest.events, &items);
        prop_assert_eq!(&manifest.requires.bins, &items);
        let start = super::super::body_start(crate::dialect::Format::Yaml, &after);
        let before = super::super::body_start(crate::dialect::Format::Yaml, text);
        prop_assert_eq!(&after[start..], &text[before..]);
        for kept in ["# mine", "# why", "# kept", "# a program", "// Mine.", "homepage: https://x"] {
            prop_assert_eq!(text.contains(kept) && kept != "# a program", after.contains(kept) && kept != "# a program", "{}", after);
        }
    }
}
