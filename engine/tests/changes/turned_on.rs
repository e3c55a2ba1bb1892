//! Turning a hook on writes what makes it run, whatever the config said before.

use serde_json::json;

use tacklebox_engine::create::{self, New};

use super::*;

/// What OpenClaw brings itself.
const OPENCLAWS_OWN: [&str; 5] =
    ["boot-md", "bootstrap-extra-files", "command-logger", "compaction-notifier", "session-memory"];

/// OpenClaw's hooks in folders, with this config.
fn openclaw(config: Option<&str>) -> Home {
    let home = Home::new();
    for name in ["a", "b"] {
        home.write(
            &format!(".openclaw/hooks/{name}/HOOK.md"),
            &format!("---\nname: {name}\nmetadata: {{\"openclaw\":{{\"events\":[\"command:new\"]}}}}\n---\n"),
        );
        home.write(&format!(".openclaw/hooks/{name}/handler.ts"), "export default () => {}\n");
    }
    if let Some(config) = config {
        home.write(".openclaw/openclaw.json", config);
    }
    home
}

#[test]
fn turning_a_hook_of_openclaw_on_writes_what_makes_it_run() {
    for (config, expected) in [
        (None, json!({"entries": {"a": {"enabled": true}}})),
        (Some("{}\n"), json!({"entries": {"a": {"enabled": true}}})),
        (
            Some("{hooks:{internal:{entries:{b:{enabled:true}}}}}\n"),
            json!({"entries": {"b": {"enabled": true}, "a": {"enabled": true}}}),
        ),
        (
            Some("{hooks:{internal:{enabled:true,entries:{other:{enabled:false}}}}}\n"),
            json!({"enabled": true, "entries": {"other": {"enabled": false}, "a": {"enabled": true}}}),
        ),
        (
            // By its text all others would come on, and in 2026.7.35 those that it brings, too.
            Some("{hooks:{internal:{enabled:false}}}\n"),
            json!({"enabled": true, "entries": {
                "a": {"enabled": true},
                "b": {"enabled": false},
                "boot-md": {"enabled": false},
                "bootstrap-extra-files": {"enabled": false},
                "command-logger": {"enabled": false},
                "compaction-notifier": {"enabled": false},
                "session-memory": {"enabled": false},
            }}),
        ),
    ] {
        let home = openclaw(config);
        let enable = || {
            let now = home.scan(AgentId::Openclaw);
            ops::set_enabled(&home.machine, &now, "openclaw/managed/a", true, Others::Keep).unwrap()
        };
        home.apply(&enable());
        let written: serde_json::Value =
            json5::from_str(&home.read(".openclaw/openclaw.json")).unwrap();
        assert_eq!(written["hooks"]["internal"], expected, "from {config:?}");
        assert!(enable().is_empty(), "only now there is nothing to change");
    }
    // All are loaded already, and stay so.
    let home = openclaw(Some("{hooks:{internal:{enabled:true}}}\n"));
    let now = home.scan(AgentId::Openclaw);
    let plan = ops::set_enabled(&home.machine, &now, "openclaw/managed/a", true, Others::Keep);
    assert!(plan.unwrap().is_empty());
}

/// Nothing leads to OpenClaw's package here, so the folder of its own hooks is not found.
#[test]
fn what_openclaw_brings_itself_is_kept_too() {
    let entries = |home: &Home| {
        let written: serde_json::Value =
            json5::from_str(&home.read(".openclaw/openclaw.json")).unwrap();
        written["hooks"]["internal"]["entries"].as_object().unwrap().clone()
    };
    let id = "openclaw/managed/a";
    let on = |home: &Home, name: &str| entries(home).get(name)?.get("enabled")?.as_bool();
    let versions = AgentId::Openclaw.runtimes().iter().map(|runtime| runtime.version);
    for version in versions {
        let options = Options {
            runtimes: [(AgentId::Openclaw, version.to_owned())].into(),
            ..Options::default()
        };
        let now = |home: &Home| Inventory::scan(&home.machine, AgentId::Openclaw, &options);
        let home = openclaw(Some("{hooks:{internal:{enabled:true}}}\n"));
        if version != "2026.7.35" {
            // There the switch of the whole means all, whatever has an entry.
            let alone = ops::set_enabled(&home.machine, &now(&home), id, false, Others::Switch);
            let also: Vec<_> = alone.unwrap().also.into_iter().map(|also| also.name).collect();
            assert_eq!(also[0], "b");
            assert_eq!(also[1..], OPENCLAWS_OWN, "{version}: each is named before it goes off");
        }
        let off = ops::set_enabled(&home.machine, &now(&home), id, false, Others::Keep).unwrap();
        assert_eq!(off.also, []);
        home.apply(&off);
        assert_eq!(on(&home, "a"), Some(false));
        let kept = (version != "2026.7.35").then_some(true);
        for name in OPENCLAWS_OWN.into_iter().chain(["b"]) {
            assert_eq!(on(&home, name), kept, "{version} {name}");
        }

        let home = openclaw(Some("{hooks:{internal:{enabled:true}}}\n"));
        let new = New { name: "mine".into(), event: "command:new".into(), ..New::default() };
        let plan = create::plan(&home.machine, &now(&home), &new).unwrap();
        assert_eq!(plan.also, []);
        home.apply(&plan);
        assert_eq!(on(&home, "mine"), Some(false));
        for name in OPENCLAWS_OWN {
            assert_eq!(on(&home, name), kept, "{version} {name}");
        }
    }

    // Where its folder is found, that says what there is.
    let home = openclaw(Some("{hooks:{internal:{enabled:true}}}\n"));
    home.write(
        "own/tidy/HOOK.md",
        "---\nname: tidy\nmetadata: {openclaw: {events: [command:new]}}\n---\n",
    );
    home.write("own/tidy/handler.ts", "export default () => {}\n");
    let options = Options { bundled: Some(home.path("own")), ..Options::default() };
    let found = Inventory::scan(&home.machine, AgentId::Openclaw, &options);
    let alone = ops::set_enabled(&home.machine, &found, id, false, Others::Switch).unwrap();
    let also: Vec<&str> = alone.also.iter().map(|also| &*also.name).collect();
    assert_eq!(also, ["tidy", "b"]);
}

#[test]
fn one_hook_is_turned_on_while_all_are_off_and_the_others_stay_off() {
    let home = Home::new();
    home.milady_hook("a");
    home.milady_hook("b");
    home.write(".milady/milady.json", "{hooks:{internal:{enabled:false}}}\n");
    let now = home.scan(AgentId::Milady);
    let plan = ops::set_enabled(&home.machine, &now, "milady/managed/a", true, Others::Switch);
    home.apply(&plan.unwrap());
    let states = ["a", "b"].map(|name| home.hook(AgentId::Milady, name).enabled);
    assert_eq!(states, [true, false]);
    let written: serde_json::Value = json5::from_str(&home.read(".milady/milady.json")).unwrap();
    assert_eq!(written["hooks"]["internal"]["enabled"], true);
}

#[test]
fn a_key_or_a_setting_on_openclaw_can_keep_the_other_hooks_as_they_are() {
    let home = Home::new();
    for name in ["a", "b", "c"] {
        home.family_hook(".openclaw", "openclaw", name);
    }
    let all = "{ hooks: { internal: { enabled: true } } }";
    home.write(".openclaw/openclaw.json", all);
    let scan = || home.scan(AgentId::Openclaw);
    // Its own five are named too: nothing leads to its package here, and it brings them all the same.
    let names = |plan: &Plan| {
        let all: Vec<_> = plan.also.iter().map(|also| also.name.clone()).collect();
        let (own, others): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|name| OPENCLAWS_OWN.contains(&name.as_str()));
        assert!(own.is_empty() || own == OPENCLAWS_OWN, "{own:?}");
        assert_eq!(own.is_empty(), others.is_empty(), "{others:?}");
        others
    };
    let written = || -> serde_json::Value {
        let config: serde_json::Value =
            json5::from_str(&home.read(".openclaw/openclaw.json")).unwrap();
        let mut entries = config["hooks"]["internal"]["entries"].clone();
        let own = OPENCLAWS_OWN.map(|name| entries.as_object_mut().unwrap().remove(name).unwrap());
        assert!(own.iter().all(|one| *one == entries["c"]), "as c, which nobody meant: {own:?}");
        entries
    };

    let set = |others| {
        ops::set_env(&home.machine, &scan(), "openclaw/managed/a", "KEY", Some("x"), others)
            .unwrap()
    };
    assert_eq!(names(&set(Others::Switch)), ["b", "c"]);
    let kept = set(Others::Keep);
    assert_eq!(names(&kept), [""; 0]);
    home.apply(&kept);
    let on = serde_json::json!({"enabled": true});
    assert_eq!(written(), serde_json::json!({"a": {"env": {"KEY": "x"}}, "b": on, "c": on}));

    home.write(".openclaw/openclaw.json", all);
    let path = "hooks.internal.entries.b.enabled";
    let set =
        |others| ops::set_config(&home.machine, &scan(), path, Some("false"), others).unwrap();
    assert_eq!(names(&set(Others::Switch)), ["a", "c"], "b itself was meant");
    home.apply(&set(Others::Keep));
    let off = serde_json::json!({"enabled": false});
    assert_eq!(written(), serde_json::json!({"a": on, "b": off, "c": on}));

    home.write(
        ".openclaw/openclaw.json",
        "{ hooks: { internal: { enabled: true, entries: { a: { enabled: true } } } } }",
    );
    let path = "hooks.internal.load.extraDirs";
    let set =
        |others| ops::set_config(&home.machine, &scan(), path, Some("['~/more']"), others).unwrap();
    assert_eq!(names(&set(Others::Switch)), ["b", "c"]);
    home.apply(&set(Others::Keep));
    assert_eq!(written(), serde_json::json!({"a": on, "b": off, "c": off}));
}

#[test]
fn a_hook_that_a_bundle_brings_goes_on_and_off_with_its_plugin() {
    let home = openclaw(Some("{hooks:{internal:{enabled:true}}}\n"));
    let runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
    let options = Options { runtimes, ..Options::default() };
    let mut inventory = Inventory::scan(&home.machine, AgentId::Openclaw, &options);
    let dir = ".openclaw/extensions/bun";
    home.write(&format!("{dir}/hooks/ph/HOOK.md"), &home.read(".openclaw/hooks/a/HOOK.md"));
    home.write(&format!("{dir}/hooks/ph/handler.ts"), "export default () => {}\n");
    home.write(&format!("{dir}/.codex-plugin/plugin.json"), "{}");
    // Its name is that of another one, which a person put there.
    inventory.refresh(&home.machine, &[home.path(dir)]);
    let id = "openclaw/plugin/ph@bun";
    assert_eq!(inventory.find(id).unwrap().0.state, State::Replaced);
    home.write(
        &format!("{dir}/hooks/ph/HOOK.md"),
        "---\nname: ph\nmetadata: {\"openclaw\":{\"events\":[\"command:new\"]}}\n---\n",
    );
    inventory.refresh(&home.machine, &[home.path(&format!("{dir}/hooks/ph/HOOK.md"))]);
    let hook = inventory.find(id).unwrap().0;
    assert_eq!((hook.state, hook.enabled), (State::Ready, true));
    for on in [true, false] {
        let plan = ops::set_enabled(&home.machine, &inventory, id, on, Others::Keep);
        assert!(plan.unwrap_err().to_string().contains("comes with a plugin"));
    }
    // An entry of its own does not switch it either.
    let config = home.path(".openclaw/openclaw.json");
    let internal =
        "hooks:{internal:{enabled:true,load:{extraDirs:['~/x']},entries:{ph:{enabled:false}}}}";
    home.write(".openclaw/openclaw.json", &format!("{{{internal}}}"));
    inventory.refresh(&home.machine, std::slice::from_ref(&config));
    assert_eq!(inventory.find(id).unwrap().0.state, State::Ready);
    home.write(
        ".openclaw/openclaw.json",
        &format!("{{{internal},plugins:{{entries:{{bun:{{enabled:false}}}}}}}}"),
    );
    inventory.refresh(&home.machine, &[config]);
    assert!(inventory.find(id).is_none());
}
