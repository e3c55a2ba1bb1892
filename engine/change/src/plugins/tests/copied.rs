//! An installed plugin copied under an id of its own.

use super::*;
use crate::plugins::copy;
use tacklebox_inventory::plugins::PluginState;

const MODULE: &str = "// 'guard' is what it was.\nimport { why } from './lib/why.js';\nconst names = ['guard'];\nexport default { id: 'guard', register(api) { api.on('before_tool_call', () => ({ block: names.length > 0, blockReason: why })); } };\n";

fn home() -> Home {
    let home = Home::new(
        "{\n  // mine\n  plugins: { entries: { guard: { enabled: true, config: { a: 'secret' } } } },\n}\n",
    );
    home.put(
        ".openclaw/extensions/guard/openclaw.plugin.json",
        "{\n  \"id\": \"guard\",\n  \"name\": \"Guard\",\n  \"activation\": { \"onStartup\": true },\n  \"configSchema\": { \"type\": \"object\" }\n}\n",
    );
    home.put(
        ".openclaw/extensions/guard/package.json",
        r#"{ "name": "@acme/guard", "type": "module", "openclaw": { "extensions": ["./index.js"] } }"#,
    );
    home.put(".openclaw/extensions/guard/index.js", MODULE);
    home.put(".openclaw/extensions/guard/lib/why.js", "export const why = 'not today';\n");
    home
}

#[test]
fn a_copy_has_an_id_of_its_own_everywhere_is_off_and_goes_with_one_undo() {
    let home = home();
    let before = fs::read_to_string(home.path(".openclaw/openclaw.json")).unwrap();
    let (machine, inventory) = (home.machine(), home.inventory());
    let to = copy::free_id(&machine, &inventory, "guard").unwrap();
    assert_eq!(to, "guard-mine");
    let plan = copy::plan(&machine, &inventory, "guard", &to).unwrap();
    assert!(plan.stays.iter().any(|it| it.contains("both do the same")), "{:?}", plan.stays);
    assert!(!plan.diff(&machine).contains("secret"));
    apply::apply(&machine, &plan).unwrap();

    let made = home.plugin("guard-mine");
    assert_eq!((made.name.as_str(), made.state()), ("Guard, my copy", PluginState::Off));
    assert_eq!(made.module().map(|_| ()), Ok(()), "the agent would load it");
    let text =
        |path: &str| fs::read_to_string(home.path(".openclaw/extensions").join(path)).unwrap();
    assert_eq!(text("guard-mine/index.js"), MODULE.replace("id: 'guard'", "id: 'guard-mine'"));
    assert!(text("guard-mine/openclaw.plugin.json").contains("\"id\": \"guard-mine\",\n"));
    assert!(text("guard-mine/package.json").contains("\"guard-mine\""));
    assert_eq!(text("guard-mine/lib/why.js"), text("guard/lib/why.js"));
    assert_eq!(text("guard/index.js"), MODULE);
    assert_eq!(home.plugin("guard").state(), PluginState::On);
    assert_eq!(home.config()["plugins"]["entries"]["guard-mine"], json!({ "enabled": false }));

    let second = copy::free_id(&machine, &home.inventory(), "guard").unwrap();
    assert_eq!(second, "guard-mine-2");
    let taken = copy::plan(&machine, &home.inventory(), "guard", "guard-mine").err();
    assert!(taken.unwrap().to_string().contains("is there already"));

    apply::undo(&machine, None).unwrap();
    assert_eq!(fs::read_to_string(home.path(".openclaw/openclaw.json")).unwrap(), before);
    assert!(!home.path(".openclaw/extensions/guard-mine").exists());
}

#[test]
fn what_has_no_manifest_of_its_own_is_not_copied() {
    let home = home();
    home.put(".openclaw/lone.mjs", "export default { id: 'lone', register() {} };\n");
    home.put(
        ".openclaw/openclaw.json",
        &format!(
            "{{plugins: {{load: {{paths: ['{}']}}}}}}",
            home.path(".openclaw/lone.mjs").display()
        ),
    );
    let inventory = home.inventory();
    let lone = plugins::list(&home.machine(), inventory.agent())
        .into_iter()
        .find(|plugin| plugin.single.is_some())
        .unwrap();
    let refused = copy::plan(&home.machine(), &inventory, &lone.hook_id, "x").err().unwrap();
    assert!(refused.to_string().contains("no folder with a manifest"), "{refused}");
}
