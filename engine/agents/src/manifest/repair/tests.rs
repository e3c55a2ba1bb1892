use super::*;
use crate::hook::AgentId;

fn repaired(agent: AgentId, text: &str) -> Repaired {
    let all = agent.dialect();
    repair(all, "greeter", text).unwrap_or_else(|| panic!("not repaired: {text}"))
}

fn one(agent: AgentId, text: &str, id: &str) -> String {
    let repaired = repaired(agent, text);
    assert_eq!(
        repaired.patches.iter().map(|p| p.id).collect::<Vec<_>>(),
        [id],
        "{}",
        repaired.text
    );
    repaired.text
}

const META: &str = "metadata: {\"milady\":{\"events\":[\"command:new\"]}}\n";

#[test]
fn slips_of_the_family_are_put_right() {
    let milady = AgentId::Milady;
    for (id, slip, sound) in [
        (
            "unquoted-text",
            format!("---\nname: x\ndescription: Greets: always\n{META}---\n"),
            format!("---\nname: x\ndescription: \"Greets: always\"\n{META}---\n"),
        ),
        (
            "missing-name",
            format!("---\ndescription: hi\n{META}---\n"),
            format!("---\nname: greeter\ndescription: hi\n{META}---\n"),
        ),
        (
            "metadata-place",
            "---\nname: x\nevents:\n- command:new\nlicense: MIT\n---\n".to_owned(),
            format!("---\nname: x\n{META}license: MIT\n---\n"),
        ),
        (
            "metadata-place",
            "---\nname: x\nmetadata:\n  - milady:\n      events: [command:new]\n---\n".to_owned(),
            format!("---\nname: x\n{META}---\n"),
        ),
        (
            "metadata-place",
            "---\nname: x\nmetadata: { events: [command:new] }\n---\n".to_owned(),
            format!("---\nname: x\n{META}---\n"),
        ),
        (
            "metadata-place",
            "---\nname: x\nmetadata: |\n  milady:\n    events: [command:new]\n---\n".to_owned(),
            format!("---\nname: x\n{META}---\n"),
        ),
        (
            "metadata-place",
            "---\nname: x\nmilady:\n  events: [command:new]\n---\n".to_owned(),
            format!("---\nname: x\n{META}---\n"),
        ),
        (
            "slip",
            "---\nname: x\nmetadata: {\"milady\":{\"events\":[\"command:new\"]}\n---\n".to_owned(),
            "---\nname: x\nmetadata: {\"milady\":{\"events\":[\"command:new\"]}}\n---\n".to_owned(),
        ),
        (
            "front-matter",
            format!("---\nname: x\n{META}\n# X\n"),
            format!("---\nname: x\n{META}---\n\n# X\n"),
        ),
        ("front-matter", format!("name: x\n{META}---\n"), format!("---\nname: x\n{META}---\n")),
        (
            "misspelt-key",
            "---\nname: x\nmetadata: {\"milady\":{\"event\":[\"command:new\"]}}\n---\n".to_owned(),
            format!("---\nname: x\n{META}---\n"),
        ),
        (
            "given-twice",
            format!("---\nname: x\nname: x\n{META}---\n"),
            format!("---\nname: x\n{META}---\n"),
        ),
    ] {
        assert_eq!(one(milady, &slip, id), sound);
        assert_eq!(repair(milady.dialect(), "greeter", &sound), None);
    }
}

#[test]
fn slips_of_zeroclaw_are_put_right() {
    let sound = "[hook]\nname = \"x\"\nevent = \"on_session_start\"\n\n[hook.action.shell]\ncommand = \"true\"\n";
    for (id, from, to) in [
        ("unknown-event", "on_session_start", "on_sesion_start"),
        ("missing-name", "name = \"greeter\"\n", ""),
        ("bad-name", "\"x-y\"", "\"x y\""),
        ("wrong-place", "[hook.action.shell]", "[hook.action]"),
        ("wrong-place", "[hook.action.shell]", "[action.shell]"),
        ("slip", "name = \"x\"", "name = \"x"),
        ("slip", "event = \"on_session_start\"", "event: \"on_session_start\""),
        ("slip", "[hook.action.shell]", "[hook.action.shell"),
        (
            "no-time",
            "command = \"true\"\ntimeout_secs = 30",
            "command = \"true\"\ntimeout_secs = 0",
        ),
        (
            "wrong-kind",
            "command = \"true\"\ntimeout_secs = 9",
            "command = \"true\"\ntimeout_secs = \"9s\"",
        ),
        ("misspelt-key", "event =", "evnt ="),
    ] {
        let base = match from {
            "\"x-y\"" => sound.replace("\"x\"", "\"x-y\""),
            "name = \"greeter\"\n" => sound
                .replace("name = \"x\"\n", "")
                .replace("_start\"\n", "_start\"\nname = \"greeter\"\n"),
            from if from.starts_with("command") => sound.replace("command = \"true\"", from),
            _ => sound.to_owned(),
        };
        let slip = base.replacen(from, to, 1);
        assert_ne!(slip, base, "{from}");
        assert_eq!(one(AgentId::Zeroclaw, &slip, id), base, "{slip}");
    }
    let bare = "name = \"x\"\nevent = \"on_session_start\"\n[action.shell]\ncommand = \"true\"\n";
    assert!(one(AgentId::Zeroclaw, bare, "wrong-place").starts_with("[hook]\nname"));
}

#[test]
fn slips_of_moltis_are_put_right() {
    let sound = "+++\nname = \"x\"\nevents = [\"BeforeToolCall\"]\ncommand = \"true\"\n+++\n# X\n";
    for (id, from, to) in [
        ("unknown-event", "BeforeToolCall", "before_toolcall"),
        ("wrong-kind", "[\"BeforeToolCall\"]", "\"BeforeToolCall\""),
        ("slip", "[\"BeforeToolCall\"]", "[\"BeforeToolCall\""),
        ("slip", "command = \"true\"", "command = true it is"),
        ("front-matter", "+++\n# X", "# X"),
    ] {
        let slip = sound.replacen(from, to, 1);
        let wished = match to {
            "command = true it is" => sound.replace("\"true\"", "\"true it is\""),
            _ => sound.to_owned(),
        };
        assert_eq!(one(AgentId::Moltis, &slip, id), wished, "{slip}");
    }
    let fences = sound.replace("+++", "---");
    assert_eq!(one(AgentId::Moltis, &fences, "front-matter"), sound);
}

#[test]
fn two_slips_in_one_file_are_one_way_out() {
    let both = repaired(AgentId::Milady, &format!("---\ndescription: Greets: always\n{META}---\n"));
    let ids: Vec<_> = both.patches.iter().map(|patch| patch.id).collect();
    assert_eq!(ids.len(), 2, "{ids:?}");
    assert!(
        both.text.contains("name: greeter\ndescription: \"Greets: always\"\n"),
        "{}",
        both.text
    );
}

#[test]
fn what_only_its_author_knows_is_not_guessed() {
    for (agent, text) in [
        (AgentId::Milady, "---\nname: x\nmetadata: [\n---\n"),
        (AgentId::Milady, "# Only a text\n"),
        (
            AgentId::Zeroclaw,
            "[hook]\nname = \"x\"\nevent = \"whenever\"\n[hook.action.shell]\ncommand = \"true\"\n",
        ),
        (AgentId::Moltis, "+++\nname = \"x\"\nevents = [\"BeforeToolCall\"]\n+++\n"),
    ] {
        assert_eq!(repair(agent.dialect(), "x", text), None, "{text}");
    }
}

#[test]
fn words_for_yes_and_for_a_place_are_those_that_are_read() {
    let action = "[hook.action.shell]\ncommand = \"true\"\n";
    for (written, meant) in [("yes", "true"), ("No", "false"), ("off", "false")] {
        let text = |value: &str| {
            format!(
                "[hook]\nname = \"x\"\nevent = \"on_session_start\"\nenabled = {value}\n{action}"
            )
        };
        let after = repaired(AgentId::Zeroclaw, &text(&format!("\"{written}\""))).text;
        assert_eq!(after, text(meant));
    }
    for (written, meant) in [("apend", "append"), ("prepned", "prepend")] {
        let text = |value: &str| {
            format!(
                "[hook]\nname = \"x\"\nevent = \"before_prompt_build\"\n[hook.action.prompt_inject]\ncontent = \"c\"\nposition = \"{value}\"\n"
            )
        };
        assert_eq!(repaired(AgentId::Zeroclaw, &text(written)).text, text(meant));
    }
}

#[test]
fn an_event_is_changed_where_it_is_named_and_nowhere_else() {
    let text = "---\nname: x\ndescription: command:nwe\nmetadata: {\"milady\":{\"events\":[\"command:nwe\"]}}\n---\n";
    let after = event(AgentId::Milady.dialect(), text, "command:nwe", "command:new").unwrap();
    assert_eq!(after.text, text.replace("\"command:nwe\"", "\"command:new\""));
}

mod properties {
    use super::*;
    use proptest::prelude::*;
    use tacklebox_testing::lines::changed;

    proptest! {
        /// One sign less: what is handed out reads well, and no byte changes but in the line of the slip.
        #[test]
        fn every_byte_outside_the_patch_stays(at in 0usize..400, which in 0usize..3) {
            let (agent, sound) = [
                (AgentId::Milady, format!("---\nname: x\ndescription: hi # mine\nlicense: MIT\n{META}---\n# X\n\nA text: with signs.\n")),
                (AgentId::Zeroclaw, "# mine\n[hook]\nname = \"x\" # kept\nevent = \"on_session_start\"\n\n[hook.action.shell]\ncommand = \"true\"\n".to_owned()),
                (AgentId::Moltis, "+++\n# mine\nname = \"x\"\nevents = [\"BeforeToolCall\"]\ncommand = \"true\"\n+++\n# X\n".to_owned()),
            ][which].clone();
            let mut signs = sound.char_indices().filter(|(_, c)| !c.is_alphanumeric()).cycle();
            let (at, c) = signs.nth(at).unwrap();
            let mut slip = sound.clone();
            slip.replace_range(at..at + c.len_utf8(), "");
            if let Some(repaired) = repair(agent.dialect(), "x", &slip) {
                prop_assert!(judge(agent.dialect(), "x", &repaired.text, false).is_none());
                let line = slip[..at].matches('\n').count() + 1;
                // Its name went into the line above: it gets one, and nothing else changes.
                let named = ["\nname = \"x\"\n", "\nname: x\n"]
                    .iter().any(|name| repaired.text.replacen(name, "\n", 1) == slip);
                let inside = changed(&slip, &repaired.text).contains(&(line, line));
                prop_assert!(inside || named, "{:?}\n{slip}\n→\n{}", repaired.patches, repaired.text);
            }
        }

        #[test]
        fn no_manifest_brings_it_down(text in "(---|\\+\\+\\+)?\n?\\PC{0,40}\n?\\PC{0,40}\n?(---)?", which in 0usize..5) {
            repair(AgentId::ALL[which].dialect(), "x", &text);
        }
    }
}
