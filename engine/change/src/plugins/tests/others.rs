//! What a plugin that comes or goes does to the config and to the others.

use super::*;

/// OpenClaw does not start with a slot or a channel of a plugin that is gone, wherever that is said.
#[test]
fn a_plugin_that_an_included_file_needs_is_not_removed() {
    let own = json!({"id": "own", "configSchema": {}, "kind": "memory", "channels": ["talk"]});
    let tried = |config: &str, included: &str| {
        let home = Home::new(config);
        home.put(".openclaw/extensions/own/openclaw.plugin.json", &own.to_string());
        home.put(".openclaw/extensions/own/index.js", "export default { register() {} };");
        home.put(".openclaw/inc.json5", included);
        let made = remove(&home.machine(), &home.inventory(), "own");
        if let Ok(plan) = &made {
            apply::apply(&home.machine(), plan).unwrap();
        }
        (made, home)
    };
    for (config, included, at) in [
        (
            "{plugins: {$include: './inc.json5'}}",
            "{slots: {memory: 'own'}}",
            "plugins.slots.memory",
        ),
        ("{channels: {$include: './inc.json5'}}", "{talk: {a: 1}}", "channels.talk"),
        (
            "{plugins: {slots: {memory: 'own'}}, $include: './inc.json5'}",
            "{plugins: {slots: {memory: 'own'}}}",
            "plugins.slots.memory",
        ),
    ] {
        let (made, home) = tried(config, included);
        let why = made.unwrap_err().to_string();
        assert!(why.contains(&format!("{at} is in an included file")), "{why}");
        assert!(home.path(".openclaw/extensions/own").exists());
    }
    // A variable names it as well.
    let (made, home) =
        tried("{env: {vars: {MEM: 'own'}}, plugins: {slots: {memory: '${MEM}'}}}", "{}");
    made.unwrap();
    assert_eq!(home.config()["plugins"]["slots"], json!({}));
    // Of an entry the agent only complains.
    let entry = "{entries: {own: {enabled: true}}}";
    let plan = tried("{plugins: {$include: './inc.json5'}}", entry).0.unwrap();
    assert_eq!(plan.done, "own was removed.");
    let said = plan.stays.iter().find(|it| it.contains("included file")).unwrap();
    assert_eq!(said, "What an included file says at plugins.entries.own stays.");
}

#[test]
fn a_new_plugin_that_is_on_does_not_turn_on_the_others() {
    let home = Home::new("{plugins: {enabled: false, entries: {other: {enabled: true}}}}");
    let other = json!({"id": "other", "configSchema": {}, "activation": {"onStartup": true}});
    home.put(".openclaw/extensions/other/openclaw.plugin.json", &other.to_string());
    home.put(".openclaw/extensions/other/index.js", "export default { register() {} };");
    let manifest = json!({"id": "new", "configSchema": {}, "activation": {"onStartup": true}});
    let file = |path: &str, text: String| NewFile {
        path: path.to_owned(),
        bytes: text.into_bytes(),
        executable: false,
    };
    let module = "export default { register() {} };".to_owned();
    let files = vec![file("openclaw.plugin.json", manifest.to_string()), file("index.js", module)];
    let new = NewPlugin { id: "new", folder: "new", title: "New", files, from: None, on: true };
    let (machine, inventory) = (home.machine(), home.inventory());
    let plan = place(&machine, &inventory, new, "Make New".into(), "New was made.".into()).unwrap();
    assert_eq!(plan.along.len(), 1, "{:?}", plan.along);
    assert!(plan.along[0].contains("that OpenClaw brings"), "{:?}", plan.along);
    apply::apply(&machine, &plan).unwrap();
    assert_eq!(home.plugin("other").state(), plugins::PluginState::Off);
    assert_eq!(home.plugin("new").state(), plugins::PluginState::On);
    assert_eq!(plan.also, []);
    assert_eq!(home.config()["plugins"]["enabled"], true);
}
