//! What switching a plugin edits, and whom it switches along.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

use super::*;
use tacklebox_agents::agent::Options;
use tacklebox_agents::config;
use tacklebox_agents::hook::AgentId;
use tacklebox_machine::machine::Platform;

fn write(home: &Path, path: &str, text: &str) {
    let path = home.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
}

/// A home of 2026.9.6 with this config and these plugins: the id of each, and what its manifest says beside it.
fn with(config: &str, plugins: &[(&str, &str)]) -> (tempfile::TempDir, Machine, Inventory) {
    let home = tempfile::tempdir().unwrap();
    write(home.path(), ".openclaw/openclaw.json", config);
    for (id, says) in plugins {
        let dir = format!(".openclaw/extensions/{id}");
        let manifest = format!("{{id: '{id}', {says}}}");
        write(home.path(), &format!("{dir}/openclaw.plugin.json"), &manifest);
        write(home.path(), &format!("{dir}/index.js"), "export default { register() {} };");
    }
    let machine = Machine::new(Platform::Linux, home.path(), BTreeMap::new());
    let runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
    let options = Options { runtimes, ..Options::default() };
    let inventory = Inventory::scan(&machine, AgentId::Openclaw, &options);
    (home, machine, inventory)
}

/// `own` in a home of 2026.9.6, with this beside what every manifest has, is turned on or off: the config
/// afterwards, null where it stays as it is, and the state of the plugin then.
fn shipped(config: &str, says: &str, on: bool) -> Result<(Value, PluginState), OpError> {
    let (_home, machine, inventory) =
        with(config, &[("own", &format!("configSchema: {{}}, {says}"))]);
    let plan = set_plugin_enabled(&machine, &inventory, "own", on, Others::Switch)?;
    let Some(step @ Step::Edit { after: text, .. }) = plan.steps.first() else {
        let plugin = plugins::list(&machine, inventory.agent()).swap_remove(0);
        return Ok((Value::Null, plugin.state()));
    };
    let plugin = after(&machine, inventory.agent(), step).swap_remove(0);
    Ok((config::parse(config::Syntax::Json5, text).unwrap(), plugin.state()))
}

#[test]
fn what_nothing_starts_is_turned_on_by_name() {
    use serde_json::json;
    let starts = "activation: {onStartup: true}";
    let entry = |it: &(Value, PluginState)| it.0["plugins"]["entries"]["own"].clone();
    let on = shipped("{}", starts, true).unwrap();
    assert_eq!((entry(&on), on.1), (json!({"enabled": true}), PluginState::On));
    let named = "{plugins: {entries: {own: {enabled: true}}}}";
    assert_eq!(shipped(named, starts, true).unwrap(), (Value::Null, PluginState::On));
    // Nothing in its manifest says when: what its entry says of its hooks does.
    let on = shipped(named, "", true).unwrap();
    let both = json!({"enabled": true, "hooks": {"allowPromptInjection": true}});
    assert_eq!((entry(&on), on.1), (both.clone(), PluginState::On));
    let on = shipped("{}", "", true).unwrap();
    assert_eq!((entry(&on), on.1), (both, PluginState::On));
    let forbids = "{plugins: {entries: {own: {hooks: {allowPromptInjection: false}}}}}";
    let refused = shipped(forbids, "", true).unwrap_err();
    assert!(refused.to_string().contains("own would stay off."), "{refused}");
    let off = shipped("{}", starts, false).unwrap();
    assert_eq!((entry(&off), off.1), (json!({"enabled": false}), PluginState::Off));
}

#[test]
fn what_the_agent_would_refuse_its_whole_config_for_is_not_turned_on() {
    let says = "configSchema: {type: 'object', required: ['mode', 'n'], properties: {mode: {type: 'string'}, n: {type: 'number', default: 1}}}, activation: {onStartup: true}";
    let off = "{plugins: {entries: {own: {enabled: false}}}}";
    let refused = shipped(off, says, true).unwrap_err().to_string();
    assert!(
        refused.contains("would refuse its whole config")
            && refused.contains("mode: It is missing."),
        "{refused}"
    );
    let set = "{plugins: {entries: {own: {enabled: false, config: {mode: 'x'}}}}}";
    assert_eq!(shipped(set, says, true).unwrap().1, PluginState::On);
    // Without a word of plugins it takes the config, and with this one it would not.
    assert!(shipped("{}", says, true).is_err());
    // It is so already: this edit does not bring it.
    let other = "{plugins: {entries: {other: {enabled: true}}}}";
    assert_eq!(shipped(other, says, true).unwrap().1, PluginState::On);
}

#[test]
fn what_the_agent_brings_and_an_edit_switches_is_named() {
    let along = |config: &str, says: &str| {
        let says = format!("configSchema: {{}}, {says}");
        let (_home, machine, inventory) = with(config, &[("own", &says)]);
        let plan = set_plugin_enabled(&machine, &inventory, "own", true, Others::Switch);
        plan.unwrap().view(&machine).stays
    };
    let memory = "kind: 'memory', activation: {onStartup: true}";
    let slot = "OpenClaw's memory is own then, and no longer memory-core, which OpenClaw brings.";
    assert_eq!(along("{}", memory), [slot]);
    assert_eq!(
        along("{plugins: {enabled: false}}", memory),
        [slot, "The plugins that OpenClaw brings may load again too, each by its own rules."]
    );
    assert_eq!(along("{plugins: {slots: {memory: 'none'}}}", memory), [] as [&str; 0]);
    assert_eq!(along("{}", "activation: {onStartup: true}"), [] as [&str; 0]);
}

#[test]
fn what_cannot_load_is_not_switched_along() {
    let starts = "activation: {onStartup: true}";
    let own = format!("configSchema: {{}}, {starts}");
    let (_home, machine, inventory) =
        with("{plugins: {enabled: false}}", &[("own", &own), ("torn", starts)]);
    let plan = set_plugin_enabled(&machine, &inventory, "own", true, Others::Keep).unwrap();
    assert!(plan.also.is_empty());
    let Some(Step::Edit { after, .. }) = plan.steps.first() else { panic!("{plan:?}") };
    assert!(!after.contains("torn"), "{after}");
}

#[test]
fn everything_that_is_in_the_way_is_moved() {
    let memory = "kind: 'memory', activation: {onStartup: true}";
    let (after, state) = shipped("{plugins: {enabled: false}}", memory, true).unwrap();
    assert_eq!(after["plugins"]["slots"]["memory"], "own");
    assert_eq!(state, PluginState::On);
}

/// Switches `own` in a home with two plugins: the config afterwards, and who else was switched.
fn switched(config: &str, on: bool, others: Others) -> Result<(Value, String), OpError> {
    let home = tempfile::tempdir().unwrap();
    write(home.path(), ".openclaw/openclaw.json", config);
    for id in ["own", "other"] {
        write(home.path(), &format!(".openclaw/extensions/{id}/index.js"), "");
    }
    let machine = Machine::new(Platform::Linux, home.path(), BTreeMap::new());
    let inventory = Inventory::scan(&machine, AgentId::Openclaw, &Options::documented());
    let plan = set_plugin_enabled(&machine, &inventory, "own", on, others)?;
    let also: Vec<String> =
        plan.also.iter().map(|also| format!("{} {:?}", also.name, also.change)).collect();
    let after = match plan.steps.first() {
        Some(Step::Edit { after, .. }) => config::parse(config::Syntax::Json5, after).unwrap(),
        _ => Value::Null,
    };
    Ok((after, also.join(", ")))
}

#[test]
fn what_is_in_the_way_is_moved_and_others_are_named() {
    let (after, also) = switched("{}", false, Others::Switch).unwrap();
    assert_eq!(after["plugins"]["entries"]["own"]["enabled"], false);
    assert_eq!(also, "");
    let off = "{plugins: {enabled: false}}";
    let (after, also) = switched(off, true, Others::Switch).unwrap();
    assert_eq!((&after["plugins"]["enabled"], also.as_str()), (&true.into(), "other On"));
    let (after, also) = switched(off, true, Others::Keep).unwrap();
    assert_eq!(after["plugins"]["entries"]["other"]["enabled"], false);
    assert_eq!(also, "");
}

#[test]
fn an_entry_is_changed_in_the_spelling_that_is_there() {
    let other = "{plugins: {enabled: false, entries: {OTHER: {config: {a: 1}}, Own: {}}}}";
    let (after, also) = switched(other, true, Others::Keep).unwrap();
    let entries = serde_json::json!({
        "OTHER": { "config": { "a": 1 }, "enabled": false },
        "Own": { "enabled": true }
    });
    assert_eq!((&after["plugins"]["entries"], also.as_str()), (&entries, ""));
    let (after, _) = switched("{plugins: {entries: {Own: {}}}}", false, Others::Keep).unwrap();
    assert_eq!(after["plugins"]["entries"], serde_json::json!({ "Own": { "enabled": false } }));
}

#[test]
fn lists_keep_what_else_they_have() {
    let lists = "{plugins: {allow: ['other'], deny: ['x', 'OWN']}}";
    let (after, also) = switched(lists, true, Others::Switch).unwrap();
    assert_eq!(after["plugins"]["allow"], serde_json::json!(["other", "own"]));
    assert_eq!(after["plugins"]["deny"], serde_json::json!(["x"]));
    assert_eq!(also, "");
}

#[test]
fn what_is_so_already_changes_nothing_and_what_cannot_load_is_refused() {
    assert_eq!(switched("{}", true, Others::Switch).unwrap().0, Value::Null);
    let hooks_off = "{hooks: {internal: {enabled: false}}}";
    assert!(matches!(switched(hooks_off, true, Others::Switch), Err(OpError::Refused(_))));
}

#[test]
fn what_a_variable_names_is_named() {
    let start = "configSchema: {}, activation: {onStartup: true}";
    let all = [("p1", start), ("p2", start), ("pm", &*format!("{start}, kind: 'memory'"))];
    let vars = "env: {vars: {MEM: 'pm', OTHER: 'P1'}}";
    let states = |config: &str| {
        let (_home, machine, inventory) = with(config, &all);
        let state = |plugin: &Plugin| plugin.state() == PluginState::On;
        let on: Vec<_> = plugins::list(&machine, inventory.agent());
        assert!(!inventory.agent().config_verdict.is_refused(), "{config}");
        on.iter().filter(|it| state(it)).map(|it| it.id.clone()).collect::<Vec<_>>()
    };
    let entries = "entries: {p1: {enabled: true}, p2: {enabled: true}, pm: {enabled: true}}";
    let of = |more: &str| states(&format!("{{{vars}, plugins: {{{entries}, {more}}}}}"));
    assert_eq!(of("slots: {memory: '${MEM}'}"), ["p1", "p2", "pm"]);
    assert_eq!(of("deny: ['${OTHER}']"), ["p2"]);
    // Turned on it is no longer denied by that name.
    let config = format!("{{{vars}, plugins: {{deny: ['${{OTHER}}', 'p2']}}}}");
    let (_home, machine, inventory) = with(&config, &all);
    let plan = set_plugin_enabled(&machine, &inventory, "p1", true, Others::Keep).unwrap();
    let Some(Step::Edit { after, .. }) = plan.steps.first() else { panic!("{plan:?}") };
    let value = config::parse(config::Syntax::Json5, after).unwrap();
    assert_eq!(value["plugins"]["deny"], serde_json::json!(["p2"]));
}
