//! A plugin for which OpenClaw refuses its whole config: no hook loads then. As the versions themselves have it
//! (`tests/agents/plugin-faults.test.mjs` asks them for the same rows).

use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::AgentId;
use tacklebox_agents::in_force::ConfigState;
use tacklebox_inventory::inventory::Inventory;

use super::Home;

/// The rows that the agents themselves are asked for, too.
const ROWS: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/agents/plugin-faults.json"));

#[test]
fn a_plugin_that_is_wrong_where_the_config_speaks_of_plugins_stops_the_agent() {
    let rows: Vec<serde_json::Value> = serde_json::from_str(ROWS).unwrap();
    assert!(rows.len() > 30);
    for row in &rows {
        for (version, key) in [("2026.7.35", "7"), ("2026.8.1", "8"), ("2026.9.6", "9")] {
            if row["asked"].as_array().is_some_and(|asked| !asked.contains(&key.into())) {
                continue;
            }
            let home = Home::new();
            let mut config = serde_json::json!({"hooks": {"internal": {"enabled": true, "entries": {"h": {"enabled": true}}}}});
            if let Some(plugins) = row.get("plugins") {
                config["plugins"] = plugins.clone();
            }
            home.write(".openclaw/openclaw.json", &config.to_string());
            home.write(
                ".openclaw/hooks/h/HOOK.md",
                "---\nname: h\ndescription: d\nmetadata: {\"openclaw\":{\"events\":[\"command:new\"]}}\n---\n",
            );
            home.write(".openclaw/hooks/h/handler.js", "export default () => {};\n");
            for (file, text) in row["files"].as_object().into_iter().flatten() {
                let text = match text.as_str() {
                    Some(text) => text.to_owned(),
                    None => text.to_string(),
                };
                home.write(&format!(".openclaw/extensions/p/{file}"), &text);
            }
            let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
            let options = Options { runtimes, ..Options::default() };
            let inventory = Inventory::scan(&home.machine, AgentId::Openclaw, &options);
            let hooks = inventory.hooks();
            let hook = hooks.iter().find(|hook| hook.name == "h").unwrap();
            let takes = !row["refused"].as_str().is_some_and(|by| by.contains(key));
            assert_eq!(hook.runtime.loads, Some(takes), "{} by {version}", row["what"]);
            let verdict = &inventory.agent().config_verdict;
            assert_eq!(verdict.state == ConfigState::Refused, !takes, "{verdict:?}");
        }
    }
}
