//! Whatever a hook says: a copy that is offered reads well, and none can make the planner fall.

use proptest::prelude::*;

use super::*;

/// What lives in manifests, and what does harm there.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,24}",
        "\\PC{0,12}",
        Just("+++\nname = 1\n+++".to_owned()),
        Just("---\n".to_owned()),
        Just("a\"\n'''\"\"\"\\".to_owned()),
        Just("`$(touch x)` ${y} */ \u{2028}".to_owned()),
        Just("..".to_owned()),
    ]
}

fn event(agent: AgentId) -> impl Strategy<Value = String> {
    let keys: Vec<String> = tacklebox_agents::moment::keys_of(agent).map(str::to_owned).collect();
    prop::sample::select(keys)
}

/// A copy to every agent: it is blocked, or it is there, off, and the agent reads it without an error.
fn holds(home: &Home, id: &str) {
    for to in AgentId::ALL {
        let made = home.plan(id, to);
        if made.view.blocked.is_some() {
            continue;
        }
        apply::apply(&home.machine, made.plan().unwrap()).unwrap();
        for copy in &made.ids {
            if copy.contains("/plugin/") {
                let plugin = home.plugin(copy);
                assert!(plugin.plugin.broken().is_none(), "{copy}: {:?}", plugin.plugin.broken());
                assert!(plugin.plugin.left_out.is_some(), "{copy} is off");
                // Only what parses as JavaScript names anything.
                assert!(!plugin.view.names.hooks.is_empty(), "{copy}");
                continue;
            }
            let hook = home.hook(copy);
            assert_eq!((hook.error.as_deref(), hook.enabled), (None, false), "{copy}");
            assert!(!hook.events.is_empty());
            for note in [
                "milady-json-metadata",
                "milady-scalars",
                "milady-handler-name",
                "moltis-darwin",
                "moltis-timeout",
                "unknown-event",
            ] {
                assert!(!notes(&hook).contains(&note), "{copy}: {:?}", hook.notes);
            }
        }
        apply::undo(&home.machine, None).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn of_moltis(
        name in text(), description in text(), command in text(), variable in text(),
        events in prop::collection::vec(event(AgentId::Moltis), 0..4),
        timeout in 0u32..100, priority in any::<i32>(), os in text(), body in text(),
    ) {
        let mut doc = toml_edit::DocumentMut::new();
        doc["name"] = toml_edit::value(name);
        doc["description"] = toml_edit::value(description);
        doc["command"] = toml_edit::value(command);
        doc["events"] = toml_edit::value(events.into_iter().collect::<toml_edit::Array>());
        doc["timeout"] = toml_edit::value(i64::from(timeout));
        doc["priority"] = toml_edit::value(i64::from(priority));
        doc["env"]["X"] = toml_edit::value(variable);
        doc["requires"]["os"] = toml_edit::value([os].into_iter().collect::<toml_edit::Array>());
        let home = Home::new()
            .with(".moltis/hooks/x/HOOK.md", &format!("+++\n{doc}+++\n{body}"));
        holds(&home, "moltis/managed/x");
    }

    #[test]
    fn of_zeroclaw(
        name in "[A-Za-z0-9-]{1,64}", description in text(), command in text(), workdir in text(),
        event in event(AgentId::Zeroclaw), pattern in text(), channel in text(),
    ) {
        let mut doc = toml_edit::DocumentMut::new();
        doc["hook"]["name"] = toml_edit::value(name);
        doc["hook"]["description"] = toml_edit::value(description);
        doc["hook"]["event"] = toml_edit::value(event);
        doc["hook"]["action"]["shell"]["command"] = toml_edit::value(command);
        doc["hook"]["action"]["shell"]["workdir"] = toml_edit::value(workdir);
        doc["hook"]["conditions"]["pattern"] = toml_edit::value(pattern);
        doc["hook"]["conditions"]["channels"] =
            toml_edit::value([channel].into_iter().collect::<toml_edit::Array>());
        let home = Home::new()
            .with(".zeroclaw/workspace/hooks/x/HOOK.toml", &doc.to_string());
        holds(&home, "zeroclaw/managed/x");
    }

    #[test]
    fn of_the_family(
        from in prop::sample::select(vec![AgentId::Milady, AgentId::Eliza, AgentId::Openclaw]),
        name in text(), description in text(), key in text(), bin in text(), config in text(),
        events in prop::collection::vec(prop_oneof![event(AgentId::Openclaw), "command:[ -~]{0,8}"], 0..4),
        nested in any::<bool>(), handler in prop::sample::select(vec!["handler.ts", "handler.mjs", "handler", "index.js", "handler.js"]),
    ) {
        let json = |value: &str| serde_json::Value::from(value).to_string();
        let own = serde_json::json!({
            "events": events, "hookKey": key, "requires": {"bins": [bin], "config": [config, "workspace.dir"]},
        });
        let metadata = match nested {
            true => format!("metadata:\n  {from}:\n    events: {}\n    hookKey: {}\n    os: linux", own["events"], json(&key)),
            false => format!("metadata: {{\"{from}\": {own}}}"),
        };
        let home = Home::new()
            .with(
                &format!(".{from}/hooks/x/HOOK.md"),
                &format!("---\nname: {}\ndescription: {}\n{metadata}\n---\n", json(&name), json(&description)),
            )
            .with(&format!(".{from}/hooks/x/{handler}"), "export default () => {};\n");
        holds(&home, &format!("{from}/managed/x"));
    }

    #[test]
    fn of_any_text(text in "\\PC{0,200}", agent in prop::sample::select(AgentId::ALL.to_vec())) {
        let dialect = agent.dialect();
        let folder = if agent == AgentId::Zeroclaw { ".zeroclaw/workspace/hooks" } else { dialect.home_dir };
        let folder = if agent == AgentId::Zeroclaw { folder.to_owned() } else { format!("{folder}/hooks") };
        let home = Home::new().with(&format!("{folder}/x/{}", dialect.manifest_file()), &text);
        holds(&home, &format!("{agent}/managed/x"));
    }
}
