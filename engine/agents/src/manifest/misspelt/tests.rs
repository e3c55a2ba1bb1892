use super::known::ENTRY_KEYS;
use super::*;

fn slips(format: Format, text: &str) -> Vec<(String, String, u32)> {
    let found = find(format, &["milady"], text);
    found
        .into_iter()
        .map(|slip| {
            let repaired = slip.repaired(text).unwrap();
            assert!(
                find(format, &["milady"], &repaired).len() < find(format, &["milady"], text).len(),
                "{repaired}"
            );
            (slip.written, slip.meant.to_owned(), slip.line)
        })
        .collect()
}

fn found(written: &str, meant: &str, line: u32) -> Vec<(String, String, u32)> {
    vec![(written.to_owned(), meant.to_owned(), line)]
}

#[test]
fn a_misspelt_key_is_named_with_the_one_that_was_meant() {
    let zeroclaw = |text: &str| slips(Format::HookToml, text);
    let hook = "[hook]\nname = \"x\"\nevent = \"on_session_start\"\n";
    let shell = "[hook.action.shell]\ncommand = \"true\"\n";
    for (more, written, meant, line) in [
        ("[hook.condition]\nusers = [\"me\"]\n", "condition", "conditions", 6),
        ("[conditions]\nusers = [\"me\"]\n", "conditions", "conditions", 6),
        ("timeout = 5\n", "timeout", "timeout_secs", 6),
        ("[hook.conditions]\nuser = [\"me\"]\n", "user", "users", 7),
    ] {
        let text = format!("{hook}{shell}{more}");
        assert_eq!(zeroclaw(&text), found(written, meant, line), "{text}");
    }
    assert_eq!(
        zeroclaw(&format!("{hook}prioritty = 5\n{shell}")),
        found("prioritty", "priority", 4)
    );
    let moltis = |more: &str| {
        slips(
            Format::TomlFront,
            &format!("+++\nname = \"x\"\nevents = []\ncommand = \"true\"\n{more}\n+++\n"),
        )
    };
    assert_eq!(moltis("[require]\nbins = [\"jq\"]"), found("require", "requires", 5));
    assert_eq!(moltis("timeout_secs = 9"), found("timeout_secs", "timeout", 5));
    assert_eq!(moltis("requires = { bin = [\"jq\"] }"), found("bin", "bins", 5));
    for metadata in [
        "metadata: {\"milady\":{\"event\":[\"command:new\"]}}\n",
        "metadata:\n  milady:\n    event: [command:new]\n",
    ] {
        let text = format!("---\nname: x\n{metadata}---\n");
        assert_eq!(slips(Format::Yaml, &text)[0].1, "events", "{text}");
    }
}

/// By every change of one letter, as what tells words apart by their letters first must leave out none of those.
#[test]
fn a_key_with_one_wrong_letter_is_found() {
    for known in ENTRY_KEYS.iter().filter(|key| key.len() > 3) {
        for at in 0..known.len() {
            let (before, after) = known.split_at(at);
            let (letter, rest) = after.split_at(1);
            let swapped = match rest.split_at_checked(1) {
                Some((next, rest)) => format!("{before}{next}{letter}{rest}"),
                None => (*known).to_owned(),
            };
            for written in [
                format!("{before}{rest}"),
                format!("{before}x{rest}"),
                format!("{before}é{after}"),
                swapped,
            ] {
                assert!(meant(&written, ENTRY_KEYS).is_some(), "{written}");
            }
        }
    }
}

#[test]
fn what_follows_is_said_of_the_table_in_which_the_key_is() {
    let says = |format, text: &str| find(format, &["milady"], text)[0].says("It");
    for (more, what) in [
        (
            "[requires]\nenvironment = [\"X\"]",
            "env was probably meant. Until then it is not checked.",
        ),
        ("[requires]\nconfg = [\"X\"]", "config was probably meant. Until then it is not checked."),
        (
            "environment = { A = \"b\" }",
            "env was probably meant. Until then the variables are not set.",
        ),
    ] {
        let text = format!("+++\nname = \"x\"\nevents = []\ncommand = \"true\"\n{more}\n+++\n");
        let says = says(Format::TomlFront, &text);
        assert!(says.ends_with(what), "{says}");
    }
    let text =
        "---\nname: x\nmetadata: {\"milady\":{\"requires\":{\"environment\":[\"X\"]}}}\n---\n";
    assert_eq!(
        says(Format::Yaml, text),
        "It does not read environment (line 3): env was probably meant. Until then it is not checked."
    );
    let text = "[conditions]\nusers = [\"me\"]\n[hook]\nname = \"x\"\n";
    assert_eq!(
        says(Format::HookToml, text),
        "It does not read conditions where it is (line 1). Until then the hook runs for everybody."
    );
}

#[test]
fn what_is_known_or_of_another_kind_is_no_slip() {
    for text in [
        "[hook]\nname = \"x\"\nauthor = \"me\"\nevent = \"e\"\n[hook.action.http]\nurl = \"u\"\n[hook.action.http.headers]\nuser = \"x\"\n",
        "[hook]\ncondition = 1\n[hook.conditions]\nusers = []\n",
        "[hook]\nlicense = \"MIT\"\n",
        "[hook.action.shell]\ntimeout_ms = 5\n",
    ] {
        assert_eq!(slips(Format::HookToml, text), [], "{text}");
    }
    let text = "---\nname: x\nevent: y\nmetadata: {\"milady\":{\"events\":[\"command:new\"],\"install\":[{\"id\":\"a\",\"kind\":\"npm\",\"bin\":\"x\"}]},\"openclaw\":{\"event\":[]}}\n---\n";
    assert_eq!(slips(Format::Yaml, text), []);
}

#[test]
fn no_usual_word_was_meant_to_be_another() {
    let families = crate::hook::AgentId::all().iter().flat_map(|id| id.dialect().metadata_keys);
    for word in USUAL.iter().chain(families) {
        for table in [OWN, REQUIRES] {
            assert_eq!(meant(word, table), None, "{word}");
        }
    }
}

/// What is read in another table runs for everybody just the same.
#[test]
fn a_table_or_key_of_zeroclaw_in_another_place_is_said_and_a_heading_is_moved() {
    let hook = "[hook]\nname = \"x\"\nevent = \"on_session_start\"\n";
    let shell = "[hook.action.shell]\ncommand = \"true\"\n";
    for (more, written, meant) in [
        ("[hooks.conditions]\nusers = [\"me\"]\n", "hooks.conditions", "hook.conditions"),
        (
            "[hook.action.conditions]\nusers = [\"me\"]\n",
            "hook.action.conditions",
            "hook.conditions",
        ),
    ] {
        let text = format!("{hook}{shell}{more}");
        let found = find(Format::HookToml, &["milady"], &text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].written.as_str(), found[0].meant), (written, meant));
        assert!(found[0].harm.contains("everybody"), "{found:?}");
        let repaired = found[0].repaired(&text).unwrap();
        assert_eq!(repaired, text.replace(written, meant));
        assert!(find(Format::HookToml, &["milady"], &repaired).is_empty(), "{repaired}");
    }
    for (key, harm) in [
        ("channels = [\"telegram\"]", "everybody"),
        ("users = [\"me\"]", "everybody"),
        ("pattern = \"deploy\"", "everybody"),
        ("timeout_secs = 7", "time limit"),
        ("timeout = 7", "time limit"),
    ] {
        let text = format!("{hook}{key}\n{shell}");
        let found = find(Format::HookToml, &["milady"], &text);
        assert_eq!(found.len(), 1, "{key}: {found:?}");
        assert!(found[0].harm.contains(harm) && found[0].repaired(&text).is_none(), "{found:?}");
    }
}
