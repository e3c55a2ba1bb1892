//! A config that OpenClaw's commands refuse, and that its gateway puts in order itself when it is started.

use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::{AgentId, State};
use tacklebox_agents::in_force::ConfigState;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::overview;

use super::Home;

/// Whether the hook is ready, and what is said of the agent.
fn told(version: &str, config: &str) -> (State, Option<String>) {
    let home = Home::new();
    let gateway = "gateway: {mode: \"local\"}, hooks: {internal: {enabled: true}}";
    home.write(".openclaw/openclaw.json", &format!("{{{gateway}, {config}}}\n"));
    home.write(
        ".openclaw/hooks/h/HOOK.md",
        "---\nname: h\ndescription: d\nmetadata: {\"openclaw\":{\"events\":[\"command:new\"]}}\n---\n",
    );
    home.write(".openclaw/hooks/h/handler.js", "export default () => {};\n");
    let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
    let options = Options { runtimes, ..Options::default() };
    let inventory = Inventory::scan(&home.machine, AgentId::Openclaw, &options);
    let verdict = &inventory.agent().config_verdict;
    assert!(!verdict.problems.is_empty(), "{config}");
    let hooks = inventory.hooks();
    let hook = hooks.iter().find(|hook| hook.name == "h").unwrap();
    assert_eq!(verdict.state == ConfigState::Refused, hook.state != State::Ready, "{config}");
    let notes = overview::view(&home.machine, &inventory).notes;
    let note = notes.into_iter().find(|note| note.id == "openclaw-settles");
    (hook.state, note.map(|note| note.sentence))
}

#[test]
fn what_the_gateway_puts_in_order_keeps_no_hook_from_being_ready() {
    let both = "tools: {exec: {mode: \"ask\", ask: \"off\"}}";
    let (state, said) = told("2026.9.6", both);
    assert_eq!(state, State::Ready);
    assert_eq!(
        said.as_deref(),
        Some(
            "The commands of OpenClaw 2026.9.6 refuse all of openclaw.json for tools.exec. Its gateway puts that in order itself when it is started, and calls its hooks."
        )
    );
    assert_eq!(told("2026.9.6", "tui: {}").0, State::Ready);
    let many = "tui: {}, crestodian: {}, audit: {}, media: {}, worktrees: {}, systemAgent: {}";
    let said = told("2026.9.6", many).1.unwrap();
    assert!(said.contains(" and 2 others. Its gateway puts that in order"), "{said}");
    let ready = [
        "agents: {list: [{id: \"A\"}]}, broadcast: {x: [\"a\"]}",
        "agents: {list: [{id: \"a\"}], entries: {b: {}}}",
        "mcp: {servers: {\"a.b\": {command: \"x\", timeout: 1}}}",
        // Its plugin is named then.
        "tools: {web: {search: {provider: \"brave\", apiKey: \"k\"}}}",
    ];
    for config in ready {
        assert_eq!(told("2026.9.6", config).0, State::Ready, "{config}");
    }
    // Beside a plugin, too.
    let named = format!("{both}, plugins: {{entries: {{gone: {{enabled: false}}}}}}");
    assert_eq!(told("2026.9.6", &named).0, State::Ready);
    let refused = [
        ("2026.7.35", both.to_owned()),
        ("2026.9.6", format!("{both}, frobnicate: 1")),
        ("2026.9.6", format!("{both}, channels: {{nowhere: {{}}}}")),
        (
            "2026.9.6",
            format!("{both}, agents: {{defaults: {{heartbeat: {{target: \"nowhere\"}}}}}}"),
        ),
        // What is behind it counts as well.
        ("2026.9.6", "agents: {list: [{id: \"A\", nope: 1}]}".to_owned()),
        (
            "2026.9.6",
            "agents: {list: [{id: \"A\", default: true}, {id: \"B\", default: true}]}".to_owned(),
        ),
        ("2026.8.1", "agents: {list: [{id: \"A\"}, {id: \"B\"}]}".to_owned()),
        ("2026.9.6", "tools: {web: {search: {constructor: 1}}}".to_owned()),
        // Its gateway takes the switch of the whole out with them.
        ("2026.9.6", "hooks: {internal: {enabled: true, handlers: []}}".to_owned()),
    ];
    for (version, config) in refused {
        let (state, said) = told(version, &config);
        assert_eq!((state, said), (State::NeedsSetup, None), "{version} {config}");
    }
}

#[test]
fn what_a_version_has_retired_is_put_in_order_as_it_does() {
    for (version, config, ready) in [
        ("2026.9.6", "session: {typingMode: \"instant\"}", true),
        ("2026.9.6", "session: {typingMode: 5}", false),
        ("2026.9.6", "session: {agentToAgent: {maxPingPongTurns: 1}}", true),
        ("2026.9.6", "session: {agentToAgent: {maxPingPongTurns: 1, nope: 1}}", false),
        ("2026.9.6", "heartbeat: {every: \"30m\"}", true),
        ("2026.9.6", "heartbeat: {every: 5}", false),
        ("2026.7.35", "heartbeat: {every: \"30m\"}", false),
        ("2026.9.6", "agents: {list: [{id: \"a\", heartbeat: {ackMaxChars: 5}}]}", true),
        ("2026.9.6", "messages: {queue: {mode: \"queue\"}}", true),
        ("2026.9.6", "messages: {queue: {mode: \"que\"}}", false),
        ("2026.9.6", "hooks: {maxBodyBytes: 5, internal: {enabled: true, installs: {}}}", true),
        (
            "2026.9.6",
            "hooks: {internal: {enabled: true, handlers: [], entries: {h: {enabled: true}}}}",
            true,
        ),
        ("2026.9.6", "talk: {voiceId: \"v\"}", false),
        ("2026.8.1", "talk: {voiceId: \"v\"}", true),
        // Of channels the next looks twice, and ends.
        ("2026.8.1", "channels: {telegram: {timeoutSeconds: 1}}", true),
        ("2026.9.6", "channels: {telegram: {timeoutSeconds: 1}}", false),
    ] {
        let state = if ready { State::Ready } else { State::NeedsSetup };
        assert_eq!(told(version, config).0, state, "{version} {config}");
    }
}

/// Asked of its gateway: it does not write what is half as long, and ends.
#[test]
fn what_would_leave_half_a_config_is_not_put_in_order() {
    let installs = |long: usize| {
        let path = "x".repeat(long);
        format!(
            "hooks: {{internal: {{enabled: true, installs: {{p: {{source: \"npm\", spec: \"{path}\"}}}}}}}}"
        )
    };
    let long = "x".repeat(2000);
    let comment = format!("tui: {{}}, /* {long} */");
    // What is moved stays as long as it is.
    let list = format!("agents: {{list: [{{id: \"A\", name: \"{long}\"}}]}}");
    let moved = format!("heartbeat: {{every: \"30m\", prompt: \"{long}\"}}");
    let within = format!("agents: {{list: [{{id: \"a\", runRetries: {{x: \"{long}\"}}}}]}}");
    for (config, ready) in [
        (installs(20), true),
        (installs(2000), false),
        (comment, true),
        (list, true),
        (moved, true),
        (within, false),
    ] {
        let state = if ready { State::Ready } else { State::NeedsSetup };
        assert_eq!(told("2026.9.6", &config).0, state, "{config}");
    }
}

/// Asked of its gateway.
#[test]
fn a_channel_whose_plugin_is_not_there_keeps_no_hook_from_being_ready_where_it_is_on() {
    for (version, config, ready) in [
        ("2026.9.6", "channels: {signal: {nope: 1}}", true),
        ("2026.9.6", "channels: {signal: {nope: 1}}, session: {typingMode: \"instant\"}", true),
        ("2026.9.6", "channels: {signal: {nope: 1}}, frobnicate: 1", false),
        ("2026.8.1", "channels: {signal: {nope: 1}}", false),
        ("2026.9.6", "channels: {signal: 5}", false),
        ("2026.9.6", "channels: {telegram: {nope: 1}}", false),
        ("2026.9.6", "channels: {signal: {nope: 1, enabled: false}}", false),
        ("2026.9.6", "channels: {signal: {nope: 1}}, plugins: {enabled: false}", false),
        ("2026.9.6", "channels: {signal: {nope: 1}}, plugins: {deny: [\"signal\"]}", false),
        ("2026.9.6", "channels: {signal: {nope: 1}}, plugins: {allow: [\"telegram\"]}", false),
        ("2026.9.6", "channels: {signal: {nope: 1}}, plugins: {allow: [\"signal\"]}", true),
        (
            "2026.9.6",
            "channels: {signal: {nope: 1}}, plugins: {entries: {signal: {enabled: false}}}",
            false,
        ),
    ] {
        let state = if ready { State::Ready } else { State::NeedsSetup };
        assert_eq!(told(version, config).0, state, "{version} {config}");
    }
}

#[test]
fn a_wrong_setting_of_a_plugin_that_comes_with_it_is_refused() {
    let of = |config: &str| format!("plugins: {{entries: {{\"memory-core\": {config}}}}}");
    for version in ["2026.9.6", "2026.8.1", "2026.7.35"] {
        for config in ["{config: {nope: 1}}", "{enabled: false, config: {nope: 1}}"] {
            assert_eq!(told(version, &of(config)).0, State::NeedsSetup, "{version} {config}");
        }
    }
}

#[test]
fn what_a_variable_holds_is_not_told() {
    let home = Home::new();
    let config = "{env: {vars: {MY_KEY: \"sekret\"}}, bindings: [{agentId: \"${MY_KEY}\", match: {channel: \"telegram\"}}], agents: {entries: {a: {}}, defaults: {heartbeat: {target: \"${MY_KEY}\"}}}, tools: {web: {search: {provider: \"${MY_KEY}\"}}}}";
    for without in ["", "bindings"] {
        let config = config.replace(without, if without.is_empty() { "" } else { "meta2" });
        home.write(".openclaw/openclaw.json", &config);
        let runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let inventory = Inventory::scan(&home.machine, AgentId::Openclaw, &options);
        let verdict = &inventory.agent().config_verdict;
        assert_eq!(verdict.state, ConfigState::Refused);
        assert!(!format!("{verdict:?}").contains("sekret"), "{verdict:?}");
    }
}
