//! Configs that are refused for a plugin or for a place of plugins: what is offered, and that it ends that. The agents
//! themselves are asked for the same rows (`tests/agents/plugin-faults.test.mjs`).

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;

use serde_json::{Value, json};

use super::*;
use crate::apply;
use crate::ops;
use crate::plan::Plan;
use crate::repair::{self, of_hook, plan};
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::AgentId;
use tacklebox_agents::in_force::ConfigState;
use tacklebox_machine::machine::Platform;

const ROWS: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/agents/plugin-faults.json"));
const NOW: &str = "2026.9.6";
const ID: &str = "openclaw/plugin/p";

struct Home {
    tmp: tempfile::TempDir,
    version: &'static str,
}

impl Home {
    fn of(row: &Value, version: &'static str) -> Self {
        let home = Self { tmp: tempfile::tempdir().unwrap(), version };
        let mut config = json!({"hooks": {"internal": {"enabled": true}}});
        if let Some(plugins) = row.get("plugins") {
            config["plugins"] = plugins.clone();
        }
        home.put(".openclaw/openclaw.json", &config.to_string());
        for (file, text) in row["files"].as_object().into_iter().flatten() {
            let text = text.as_str().map_or_else(|| text.to_string(), str::to_owned);
            home.put(&format!(".openclaw/extensions/p/{file}"), &text);
        }
        home
    }

    /// One with a manifest that nobody can read.
    fn torn(plugins: &Value) -> Self {
        let files =
            json!({"openclaw.plugin.json": "{\"id\": }{][", "index.js": "export default {};"});
        Self::of(&json!({"files": files, "plugins": plugins}), NOW)
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.tmp.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
    }

    fn machine(&self) -> Machine {
        Machine::new(Platform::Linux, self.tmp.path(), BTreeMap::new())
    }

    fn inventory(&self) -> Inventory {
        let runtimes = [(AgentId::Openclaw, self.version.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        Inventory::scan(&self.machine(), AgentId::Openclaw, &options)
    }

    fn config(&self) -> Value {
        let text = fs::read_to_string(self.tmp.path().join(".openclaw/openclaw.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    fn is_refused(&self) -> bool {
        self.inventory().agent().config_verdict.state == ConfigState::Refused
    }

    fn ways(&self) -> Vec<Repair> {
        repair::of_agent(&self.machine(), &self.inventory())
    }

    fn apply(&self, plan: &Plan) {
        apply::apply(&self.machine(), plan).unwrap();
    }

    fn switched_off(&self) -> Plan {
        self.try_to_switch_off().unwrap()
    }

    fn try_to_switch_off(&self) -> Result<Plan, ops::OpError> {
        let (machine, inventory) = (self.machine(), self.inventory());
        ops::set_plugin_enabled(&machine, &inventory, "p", false, ops::Others::Switch)
    }
}

#[test]
fn every_config_that_is_refused_for_plugins_has_a_way_out() {
    let rows: Vec<Value> = serde_json::from_str(ROWS).unwrap();
    let (mut ended, mut none) = (0, Vec::new());
    for row in &rows {
        for (version, key) in [("2026.7.35", "7"), ("2026.8.1", "8"), (NOW, "9")] {
            let home = Home::of(row, version);
            let what = format!("{} by {version}", row["what"]);
            if row["asked"].as_array().is_some_and(|asked| !asked.contains(&key.into())) {
                continue;
            }
            let refused = row["refused"].as_str().unwrap().contains(key);
            assert_eq!(home.is_refused(), refused, "{what}");
            let goes_on = home.inventory().agent().config_verdict.goes_on();
            if refused && home.ways().is_empty() {
                none.push(what);
                continue;
            }
            assert_eq!(home.ways().is_empty(), !refused && !goes_on, "{what}");
            // Of several that are wrong each has a way of its own.
            for left in (0..2).rev() {
                let Some(way) = home.ways().into_iter().next() else { break };
                assert!(left == 1 || way.leaves.is_none(), "{what}: {:?}", way.leaves);
                assert_eq!(way.cures, way.leaves.is_none());
                let goes_on = home.inventory().agent().config_verdict.goes_on();
                assert_ne!(way.says.contains("none of its hooks loads"), goes_on, "{what}");
                assert!(way.hook.is_none());
                home.apply(&plan(&home.machine(), &home.inventory(), None, &way.id).unwrap());
                assert_eq!(home.is_refused(), !way.cures, "{what}: {}", home.config());
                ended += 1;
            }
            assert!(!home.is_refused(), "{what}: {}", home.config());
        }
    }
    assert!(ended > 60, "{ended}");
    // The config names something else, and this version looks at each plugin all the same.
    assert!(none.iter().all(|what| what.ends_with("by 2026.7.35")) && none.len() < 12, "{none:?}");
}

#[test]
fn a_name_goes_from_everywhere_and_comes_back() {
    let plugins = json!({
        "allow": ["P ", "other"], "deny": ["p"], "slots": {"memory": "p"},
        "entries": {"p": {"enabled": true}, "other": {"enabled": true}},
    });
    let home = Home::torn(&plugins);
    let [way] = &home.ways()[..] else { panic!("{:?}", home.ways()) };
    assert_eq!(
        (way.id.as_str(), way.title.as_str()),
        ("config-plugin", "Take p out of the config")
    );
    assert!(way.says.starts_with("OpenClaw 2026.9.6 refuses all of openclaw.json for plugins.entries.p, so none of its hooks loads. Its openclaw.plugin.json"), "{}", way.says);
    let view = way.plan.view(&home.machine());
    assert_eq!(
        view.stays,
        [
            "OpenClaw's memory is memory-core then, and no longer p.",
            "The files of p stay where they are."
        ]
    );
    let before = home.config();
    let undo = apply::apply(&home.machine(), &way.plan).unwrap().undo;
    assert_eq!(
        home.config()["plugins"],
        json!({"allow": ["other"], "deny": [], "slots": {}, "entries": {"other": {"enabled": true}}})
    );
    apply::undo(&home.machine(), undo.as_deref()).unwrap();
    assert_eq!(home.config(), before);
}

#[test]
fn a_list_that_kept_all_others_from_loading_is_said_to_be_empty() {
    let home = Home::torn(&json!({"allow": ["p"]}));
    let other = json!({"id": "other", "configSchema": {}, "activation": {"onStartup": true}});
    home.put(".openclaw/extensions/other/openclaw.plugin.json", &other.to_string());
    home.put(".openclaw/extensions/other/index.js", "export default { register() {} };");
    let [way] = &home.ways()[..] else { panic!("{:?}", home.ways()) };
    let view = way.plan.view(&home.machine());
    assert!(view.stays[0].starts_with("plugins.allow names no plugin then"), "{:?}", view.stays);
}

#[test]
fn what_else_a_place_or_a_memory_brings_is_told() {
    let home = Home::of(&json!({"plugins": {"slots": {"memory": "nobody"}}}), NOW);
    let [way] = &home.ways()[..] else { panic!("{:?}", home.ways()) };
    assert_eq!(way.title, "Take nobody out of plugins.slots.memory");
    let home = Home::of(
        &json!({"plugins": {"load": {"paths": ["~/.openclaw/a.txt", "~/.openclaw"]}}}),
        NOW,
    );
    home.put(".openclaw/a.txt", "x");
    let [way] = &home.ways()[..] else { panic!("{:?}", home.ways()) };
    assert_eq!(way.title, "Take ~/.openclaw/a.txt out of plugins.load.paths");
    home.apply(&way.plan);
    assert_eq!(home.config()["plugins"]["load"]["paths"], json!(["~/.openclaw"]));
}

#[test]
fn a_plugin_that_only_lacks_a_setting_is_turned_off() {
    let manifest = json!({"id": "p", "configSchema": {"type": "object", "required": ["key"]}});
    let files = json!({"openclaw.plugin.json": manifest, "index.js": "export default {};"});
    let plugins = json!({"entries": {"p": {"enabled": true}}});
    let home = Home::of(&json!({"files": files, "plugins": plugins}), NOW);
    let [way] = &home.ways()[..] else { panic!("{:?}", home.ways()) };
    assert_eq!((way.id.as_str(), way.title.as_str()), ("config-plugin-off", "Turn off p"));
    // Turned off by its switch it is not refused any more.
    let plan = home.switched_off();
    assert_eq!((plan.done.as_str(), plan.odd), ("p was turned off.", None));
}

#[test]
fn the_page_of_the_plugin_offers_it_too_after_what_repairs_the_plugin() {
    let home = Home::torn(&json!({"entries": {"p": {"enabled": true}}}));
    let ways = of_hook(&home.machine(), &home.inventory(), ID).unwrap();
    let [way] = &ways[..] else { panic!("{ways:?}") };
    assert_eq!((way.id.as_str(), way.hook.as_deref()), ("config-plugin", Some(ID)));
    // The plugin itself does not load then, either.
    assert!(!way.cures && way.leaves.is_none());
    home.put(".openclaw/extensions/p/openclaw.plugin.json", "{\"id\": \"p\"}");
    let ways = of_hook(&home.machine(), &home.inventory(), ID).unwrap();
    let ids: Vec<_> = ways.iter().map(|way| way.id.as_str()).collect();
    assert_eq!(ids, ["plugin-manifest", "config-plugin"]);
    home.apply(&plan(&home.machine(), &home.inventory(), Some(ID), "config-plugin").unwrap());
    assert!(!home.is_refused());
    let ways = of_hook(&home.machine(), &home.inventory(), ID).unwrap();
    assert_eq!(ways.len(), 1, "what repairs the plugin is still there");
}

#[test]
fn turning_it_off_says_that_this_does_not_help_and_what_does() {
    let home =
        Home { version: "2026.8.1", ..Home::torn(&json!({"entries": {"p": {"enabled": true}}})) };
    let plan = home.switched_off();
    let says = "OpenClaw 2026.8.1 refuses its config all the same for plugins.entries.p, so none of its hooks loads.";
    assert_eq!(plan.done, format!("p was turned off. {says} Its fix: Take p out of the config."));
    let typed = plan.odd.as_deref().unwrap();
    assert!(typed.contains("`tacklebox hooks fix p --id config-plugin`"), "{typed}");
    home.apply(&plan);
    let again = home.switched_off();
    assert!(again.is_empty() && again.nothing().contains("--id config-plugin"), "{:?}", again);
    let [way] = &home.ways()[..] else { panic!("{:?}", home.ways()) };
    home.apply(&way.plan);
    assert!(!home.is_refused());
}

#[test]
fn what_an_included_file_names_is_not_offered() {
    let home = Home { version: "2026.8.1", ..Home::torn(&json!({"$include": "./more.json"})) };
    home.put(".openclaw/more.json", "{\"entries\": {\"p\": {\"enabled\": true}}}");
    assert!(home.is_refused());
    assert!(home.ways().is_empty(), "{:?}", home.ways());
}

#[test]
fn what_the_gateway_goes_on_with_is_not_turned_off_and_can_be_taken_out() {
    let home = Home::torn(&json!({"entries": {"p": {"enabled": true}}}));
    assert!(home.inventory().agent().config_verdict.goes_on());
    let refused = home.try_to_switch_off().unwrap_err().to_string();
    assert!(refused.contains("would not start with it turned off. Take p out"), "{refused}");
    let [way] = &home.ways()[..] else { panic!("{:?}", home.ways()) };
    home.apply(&way.plan);
    assert!(home.inventory().agent().config_verdict.problems.is_empty());
}
