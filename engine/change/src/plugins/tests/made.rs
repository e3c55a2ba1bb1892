//! New ones: a program or a starting point, off until it says something.

use super::*;
use crate::ops::Others;
use tacklebox_machine::failure::Code;

#[test]
fn nobody_makes_a_plugin_for_what_the_version_never_calls() {
    let home = Home::new("{}");
    let runtimes = [(AgentId::Openclaw, "2026.7.35".to_owned())].into();
    let options = Options { runtimes, ..Options::default() };
    let old = Inventory::scan(&home.machine(), AgentId::Openclaw, &options);
    let made = |inventory: &Inventory| {
        make::plan(&home.machine(), inventory, "late", "skill_changed", false).map(drop)
    };
    let refused = made(&old).map_err(|why| why.to_string());
    let why = "OpenClaw 2026.7.35 never calls skill_changed: choose another hook.";
    assert_eq!(refused, Err(why.into()));
    made(&home.inventory()).unwrap();
}

#[test]
fn a_new_plugin_is_found_loadable_off_and_listens_to_what_was_asked() {
    let home = Home::new("{plugins: {allow: ['other']}}");
    let plan = make::plan(&home.machine(), &home.inventory(), "my-guard", "message_sending", false)
        .unwrap();
    apply::apply(&home.machine(), &plan).unwrap();
    let plugin = home.plugin("my-guard");
    assert!(plugin.broken().is_none(), "{:?}", plugin.broken());
    assert!(plugin.left_out.is_some());
    let view = plugins::view(&home.machine(), home.inventory().agent(), &plugin);
    assert_eq!(view.name, "My guard");
    assert_eq!(view.names.hooks, ["message_sending"]);
    assert!(view.findings.is_empty(), "{:?}", view.findings);
    assert_eq!(settings::of(Typed::Eight, &plugin, &[]).len(), 1);
    assert_eq!(
        home.config()["plugins"],
        json!({ "allow": ["other"], "entries": { "my-guard": { "enabled": false } } })
    );
    for (name, event, said) in [
        ("my-guard", "message_sending", "is there already"),
        ("x y", "message_sending", "not a valid hook name"),
        ("z", "message_sendin", "did you mean message_sending?"),
    ] {
        let error = make::plan(&home.machine(), &home.inventory(), name, event, false).unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
    }
}

#[test]
fn a_new_plugin_cannot_be_on_before_its_program_says_something() {
    let home = Home::new("{}");
    let made = |on| make::plan(&home.machine(), &home.inventory(), "mine", make::USUAL, on);
    assert_eq!(made(true).unwrap_err().code(), Code::BadValue);
    apply::apply(&home.machine(), &made(false).unwrap()).unwrap();
    let on =
        || ops::set_plugin_enabled(&home.machine(), &home.inventory(), "mine", true, Others::Keep);
    let refused = on().unwrap_err();
    assert_eq!(refused.to_string(), "The program of Mine is not filled in: it stays off.");
    assert!(refused.hint().unwrap().contains("index.js"));
    let path = home.path(".openclaw/extensions/mine/index.js");
    let (text, stamp) = ops::text_of(&path, 1 << 16).unwrap();
    let text = text.unwrap();
    let line = text.lines().find(|line| line.contains("TODO")).unwrap();
    let text =
        text.replace(line, "        if (event.toolName === \"exec\") return { block: true };");
    tacklebox_machine::files::save(&path, text.as_bytes(), &stamp, 0o644).unwrap();
    apply::apply(&home.machine(), &on().unwrap()).unwrap();
    assert_eq!(home.plugin("mine").left_out, None);
}

#[test]
fn a_new_plugin_that_is_on_is_allowed_and_switches_nobody_else() {
    let home = Home::new("{plugins: {allow: ['other'], entries: {other: {enabled: true}}}}");
    let template = template::find(home.inventory().agent(), "quiet-hours").unwrap();
    let plan = template::plan(&home.machine(), &home.inventory(), "mine", template, true).unwrap();
    apply::apply(&home.machine(), &plan).unwrap();
    assert_eq!(home.plugin("mine").left_out, None);
    assert_eq!(home.config()["plugins"]["allow"], json!(["other", "mine"]));
}
