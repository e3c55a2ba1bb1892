//! Between Milady, Eliza and OpenClaw.

use super::*;

const RICH: &str = "---\nname: greeter\ndescription: \"Says hello\" # to all\nhomepage: https://example.com\nlicense: MIT\nmetadata:\n  # whose it is\n  openclaw:\n    emoji: \"👋\"\n    hookKey: hello\n    export: greet\n    events: [\"command:new\", \"message:received\"]\n    os: linux\n    requires:\n      bins: sh\n      env: [GREETING]\n      config: [\"workspace.dir\", \"news.feed\"]\n    install:\n      - id: apt\n        kind: apt\n        package: dash\n        bins: [sh]\n---\n\n# Greeter\n\nSays hello.\n";

const HELLO: &str = "export async function greet(event) {\n  event.messages.push(`Hello from ${event.type}:${event.action}`);\n}\n";

fn greeter() -> Home {
    Home::new()
        .with(".openclaw/hooks/greeter/HOOK.md", RICH)
        .with(".openclaw/hooks/greeter/handler.js", HELLO)
        .with(".openclaw/hooks/greeter/package.json", "{\"type\": \"module\"}\n")
}

#[test]
fn everything_that_the_family_shares_goes_along() {
    for to in [AgentId::Milady, AgentId::Eliza] {
        let home = greeter();
        let made = home.port("openclaw/managed/greeter", to);
        let title = to.dialect().title;
        assert_eq!(
            made.view.lost,
            [format!(
                "{title} has no event that comes when a message arrives (message:received): the copy is not called there."
            )]
        );
        assert!(has(&made.view.changed, "no longer asks for the setting workspace.dir"));
        assert!(has(&made.view.changed, "asks for news.feed in the config of"));
        let manifest = home.manifest(&made.ids[0]);
        let original = home.manifest("openclaw/managed/greeter");
        let mut expected = manifest.clone();
        expected.events = original.events.clone();
        expected.requires.config.insert(0, "workspace.dir".to_owned());
        expected.shape = original.shape;
        assert_eq!(expected, original, "{to}");
        assert_eq!(manifest.events, ["command:new"]);
        let hook = home.hook(&made.ids[0]);
        assert_eq!(hook.hook_key, "hello");
        assert_eq!(notes(&hook), Vec::<&str>::new(), "{to}: {:?}", hook.notes);
        assert!(made.view.notes.is_empty());
        let text = std::fs::read_to_string(hook.manifest.unwrap()).unwrap();
        assert!(text.contains("license: MIT") && text.ends_with("# Greeter\n\nSays hello.\n"));
        assert!(!text.contains("openclaw"), "{text}");
    }
}

#[test]
fn however_it_is_written_todays_milady_can_read_the_copy() {
    for text in [
        format!("\u{feff}{}", RICH.replace('\n', "\r\n")),
        format!("\n\n{RICH}"),
        RICH.replace("description: \"Says hello\" # to all", "description: >-\n  Says\n  hello"),
        RICH.replace("events: [\"command:new\", \"message:received\"]", "events: command:new"),
        "---\nname: x\nmetadata: {openclaw: {events: ['command:new',],},}\n---\n".to_owned(),
    ] {
        let home = Home::new()
            .with(".openclaw/hooks/greeter/HOOK.md", &text)
            .with(".openclaw/hooks/greeter/handler.ts", HELLO);
        for to in [AgentId::Milady, AgentId::Eliza] {
            let made = home.port("openclaw/managed/greeter", to);
            assert_eq!(notes(&home.hook(&made.ids[0])), Vec::<&str>::new(), "{to}: {text}");
        }
    }
}

#[test]
fn the_copy_does_what_the_original_does() {
    let home = greeter();
    let made = home.port("openclaw/managed/greeter", AgentId::Milady);
    assert!(has(&made.view.changed, "handler.ts hands handler.js on to it"), "{:?}", made.view);
    assert_eq!(home.read(".milady/hooks/greeter/handler.ts"), "export * from \"./handler.js\";\n");
    let seen = home.compare("openclaw/managed/greeter", "milady/managed/greeter");
    assert!(seen.same, "{seen:?}");
    assert_eq!(seen.after.messages, ["Hello from command:new"]);
    assert_eq!(
        seen.sentence,
        "On the sample of “You type /new” both did the same: they said the same 1 message and changed nothing."
    );
}

#[test]
fn a_handler_is_found_whatever_it_was_called() {
    let default = "export default (event) => { event.messages.push(\"hi\"); };\n";
    let common = "module.exports = (event) => { event.messages.push(\"hi\"); };\n";
    for (from, file, text, to) in [
        (AgentId::Eliza, "handler.mjs", default, AgentId::Milady),
        (AgentId::Eliza, "index.mjs", default, AgentId::Openclaw),
        (AgentId::Openclaw, "handler.js", common, AgentId::Eliza),
        (AgentId::Openclaw, "handler.js", default, AgentId::Milady),
        (AgentId::Openclaw, "index.ts", default, AgentId::Milady),
        (AgentId::Milady, "handler", default, AgentId::Openclaw),
        (AgentId::Milady, "handler.ts", default, AgentId::Openclaw),
    ] {
        let home = Home::new()
            .with(
                &format!(".{from}/hooks/x/HOOK.md"),
                &format!(
                    "---\nname: x\nmetadata: {{\"{from}\":{{\"events\":[\"command:new\"]}}}}\n---\n"
                ),
            )
            .with(&format!(".{from}/hooks/x/{file}"), text);
        let made = home.port(&format!("{from}/managed/x"), to);
        let seen = home.compare(&format!("{from}/managed/x"), &made.ids[0]);
        assert!(seen.same, "{from} {file} {to}: {seen:?}");
        assert_eq!(seen.after.messages, ["hi"], "{from} {file} {to}");
        assert_eq!(notes(&home.hook(&made.ids[0])), Vec::<&str>::new(), "{from} {file} {to}");
    }
}

#[test]
fn a_hook_that_lies_with_the_wrong_agent_goes_to_the_right_one() {
    let home = Home::new()
        .with(
            ".milady/hooks/lost/HOOK.md",
            "---\nname: lost\nmetadata:\n  openclaw:\n    events: [\"message:received\"]\n---\n",
        )
        .with(".milady/hooks/lost/handler.ts", "export default () => {};\n");
    let made = home.port("milady/managed/lost", AgentId::Openclaw);
    assert_eq!(home.hook(&made.ids[0]).events, ["message:received"]);
}

#[test]
fn a_former_name_of_openclaw_becomes_its_own() {
    let home = Home::new()
        .with(
            ".milady/hooks/old/HOOK.md",
            "---\nname: old\nmetadata:\n  moltbot:\n    events: [\"command:new\"]\n---\n",
        )
        .with(".milady/hooks/old/handler.ts", "export default () => {};\n");
    home.port("milady/managed/old", AgentId::Openclaw);
    assert!(home.read(".openclaw/hooks/old/HOOK.md").contains("{\"openclaw\":"));
}

#[test]
fn what_only_the_original_agent_has_is_named() {
    let home = Home::new()
        .with(
            ".milady/hooks/x/HOOK.md",
            "---\nname: x\nmetadata: {\"milady\":{\"events\":[\"command\"]}}\n---\n",
        )
        .with(
            ".milady/hooks/x/handler.ts",
            "import type { HookEvent } from \"milady/hooks/types\";\nimport { log } from \"milady/log\";\nexport default () => log(process.env.MILADY_STATE_DIR);\n",
        )
        .with(
            ".milady/milady.json",
            "{hooks: {internal: {entries: {x: {enabled: true, env: {TOKEN: \"secret-value\"}}}}}}",
        );
    let view = home.plan("milady/managed/x", AgentId::Eliza).view;
    assert_eq!(
        view.lost,
        [
            "handler.ts imports milady, which belongs to Milady: Eliza may not be able to load it.",
            "handler.ts says MILADY_STATE_DIR, which belongs to Milady: the copy still means that."
        ]
    );
    assert!(has(&view.changed, "Its settings in ~/.milady/milady.json stay there"));
    assert!(!format!("{view:?}").contains("secret-value"));
}

#[test]
fn other_hooks_of_openclaw_stay_as_they_are() {
    let home = Home::new()
        .with(
            ".milady/hooks/x/HOOK.md",
            "---\nname: x\nmetadata: {\"milady\":{\"events\":[\"command\"]}}\n---\n",
        )
        .with(".milady/hooks/x/handler.ts", "export default () => {};\n")
        .with(
            ".openclaw/hooks/other/HOOK.md",
            "---\nname: other\nmetadata: {\"openclaw\":{\"events\":[\"command\"]}}\n---\n",
        )
        .with(".openclaw/hooks/other/handler.ts", "export default () => {};\n")
        .with(".openclaw/openclaw.json", "{\"hooks\": {\"internal\": {\"enabled\": true}}}\n");
    let made = home.port("milady/managed/x", AgentId::Openclaw);
    assert!(made.plan.unwrap().also.is_empty());
    let config = home.read(".openclaw/openclaw.json");
    assert!(config.contains("other") && home.hook("openclaw/managed/other").enabled, "{config}");
}

#[test]
fn what_the_other_agent_would_not_load_is_said_before_it_is_copied() {
    let made = |text: &str, beside: &[(&str, &str)]| {
        let mut home = Home::new()
            .with(".milady/hooks/greeter/HOOK.md", &RICH.replace("openclaw", "milady"))
            .with(".milady/hooks/greeter/handler.ts", text);
        for (path, text) in beside {
            home = home.with(&format!(".milady/hooks/greeter/{path}"), text);
        }
        let mut options = Options::documented();
        options.runtimes.insert(AgentId::Openclaw, "2026.9.6".to_owned());
        let to = Inventory::scan(&home.machine, AgentId::Openclaw, &options);
        let from = home.scan(AgentId::Milady);
        plan(&home.machine, &from, "milady/managed/greeter", &to).unwrap().view.blocked
    };
    assert_eq!(made(HELLO, &[]), None);
    assert_eq!(made(&format!("import './a.ts';\n{HELLO}"), &[("a.ts", "")]), None);
    for (text, beside, why) in [
        ("enum A { B }\nA.B;\n", ("a.ts", ""), "enum"),
        ("import './a';\n", ("a.ts", ""), "there is no such file"),
        ("import x from './x.json';\nx;\n", ("x.json", "{}"), "x.json"),
        ("import { spawn } from 'bun';\nspawn;\n", ("a.ts", ""), "bun"),
    ] {
        let said = made(&format!("{text}{HELLO}"), &[beside]).expect(text);
        assert!(said.starts_with("OpenClaw would not load the copy. "), "{said}");
        assert!(said.contains(why), "{said}");
    }
}
