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
        // Its settings of hooks are another thing.
        ("2026.9.6", "hooks: {internal: {enabled: true, handlers: []}}".to_owned()),
    ];
    for (version, config) in refused {
        let (state, said) = told(version, &config);
        assert_eq!((state, said), (State::NeedsSetup, None), "{version} {config}");
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
