//! A config that OpenClaw refuses: what is taken out, and what is left to its user.

use super::*;

#[test]
fn what_is_wrong_with_several_settings_together_is_not_taken_out() {
    let gateway = "gateway: {mode: \"local\"}";
    let offered = |config: &str| {
        let home = Home::new();
        home.write(".openclaw/openclaw.json", &format!("{{{gateway}, {config}}}\n"));
        let runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let inventory = Inventory::scan(&home.machine, AgentId::Openclaw, &options);
        assert!(inventory.agent().config_verdict.is_refused(), "{config}");
        let all = of_all(&home.machine, &inventory);
        all.into_iter().find(|repair| repair.id == "config-refused").map(|repair| repair.title)
    };
    let out = |what: &str| Some(format!("Take {what} out of the config"));
    assert_eq!(offered("frobnicate: {}"), out("frobnicate"));
    let every = "agents.defaults.heartbeat.every";
    assert_eq!(offered("agents: {defaults: {heartbeat: {every: \"often\"}}}"), out(every));
    for config in [
        "tools: {allow: [\"a\"], alsoAllow: [\"b\"]}",
        "tools: {allow: [\"a\"], alsoAllow: [\"b\"]}, frobnicate: {}",
        "browser: {profiles: {a: {}}}",
        "agents: {entries: {a: {agentDir: \"/x\"}, b: {agentDir: \"/x\", default: true}}}",
        "agents: {list: [{id: \"A\"}]}",
    ] {
        assert_eq!(offered(config), None, "{config}");
    }
}
