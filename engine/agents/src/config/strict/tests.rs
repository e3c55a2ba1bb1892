//! Held against what the real OpenClaw said of the same configs (`answers.json`, recorded by
//! `tests/agents/schema-answers.mjs`).

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::json;

use super::*;

#[derive(Deserialize)]
struct Recorded {
    config: Value,
    /// By version: "path: message", as it was said. A version that is not here took the config.
    refused: BTreeMap<String, Vec<String>>,
    /// The versions whose gateway puts it in order itself.
    #[serde(default)]
    settled: Vec<String>,
}

fn recorded() -> Vec<Recorded> {
    serde_json::from_str(include_str!("answers.json")).unwrap()
}

/// Checks that OpenClaw makes in code of its own, which no schema says: how a duration, an address or a
/// width is written, and what there is on the computer.
const IN_CODE: [&str; 9] = [
    "invalid duration",
    "invalid size",
    "plugin not found",
    "header map must not be empty",
    "Invalid URL",
    "must be a bare HTTPS origin",
    "must be a bare DNS domain",
    "CSS width value",
    "should be >= channelHealthCheckMinutes",
];

/// What is wrong with plugins and folders, which are on the disk.
const ON_DISK: [&str; 3] = ["plugin not found", "plugin path not found", "Duplicate agentDir"];

#[test]
fn nothing_is_refused_that_the_real_one_takes() {
    for Recorded { config, refused, .. } in recorded() {
        for version in versions().filter(|version| !refused.contains_key(*version)) {
            let ours = Schema::of(version).unwrap().faults(&config);
            assert_eq!(ours, [], "{version} takes {config}");
        }
    }
}

#[test]
fn what_the_real_one_refuses_by_its_schema_is_refused_at_the_same_place() {
    let mut seen = 0;
    for Recorded { config, refused, .. } in recorded() {
        for (version, theirs) in refused {
            let by_schema: Vec<&String> = theirs
                .iter()
                .filter(|it| !IN_CODE.iter().any(|words| it.contains(words)))
                .collect();
            if by_schema.is_empty() {
                continue;
            }
            seen += 1;
            let ours = Schema::of(&version).unwrap().faults(&config);
            let unquoted = |fault: &Fault| fault.path.to_string().replace('"', "");
            let places: Vec<String> = ours.iter().map(unquoted).collect();
            // The oldest says of much only that something is wrong at the top.
            let same = |theirs: &String| {
                let place = theirs.split(": ").next().unwrap_or_default();
                places
                    .iter()
                    .any(|ours| ours.starts_with(place) || place.starts_with(ours.as_str()))
            };
            assert!(by_schema.iter().any(|it| same(it)), "{version} {config}: {ours:?} {theirs:?}");
        }
    }
    assert!(seen > 1000, "{seen}");
}

/// What the three said when they were asked; a name is one of `IN_CODE`, or of nothing that is known here.
#[test]
fn what_it_checks_in_code_of_its_own_is_refused_where_the_config_alone_tells() {
    let list = |list: Value| json!({"agents": {"list": list}});
    let rows = [
        (list(json!([{"id": "a"}, {"id": "b"}])), "agents.ownership", true),
        (list(json!([{"id": "a", "default": true}, {"id": "a"}])), "agents.list", true),
        (list(json!([{"id": "a", "default": true}, {"id": "b", "default": true}])), "agents", true),
        (
            json!({"gateway": {"bind": "lan", "tailscale": {"mode": "serve"}}}),
            "gateway.bind",
            false,
        ),
    ];
    for (config, place, only_newer) in rows {
        for version in versions() {
            let faults = Schema::of(version).unwrap().faults(&config);
            let places: Vec<String> = faults.iter().map(|fault| fault.path.to_string()).collect();
            let expected: &[&str] =
                if only_newer && version == "2026.7.35" { &[] } else { &[place] };
            assert_eq!(places, expected, "{version} {config}");
        }
    }
    for config in
        [list(json!([{"id": "a", "default": true}, {"id": "b"}])), list(json!([{"id": "a"}]))]
    {
        for version in versions() {
            assert_eq!(Schema::of(version).unwrap().faults(&config), [], "{version} {config}");
        }
    }
}

#[test]
fn what_needs_its_plugins_to_be_judged_is_not_known() {
    let channel = json!({"channels": {"mine": {"enabled": true}}});
    assert!(has_unknown(&channel) && !names_plugins(&channel));
    for config in [
        json!({"plugins": {"slots": {"memory": "mine"}}}),
        json!({"plugins": {"load": {"paths": ["~/plugins"]}}}),
        json!({"plugins": {"entries": {}}}),
    ] {
        assert!(names_plugins(&config) && !has_unknown(&config), "{config}");
    }
    let nothing = json!({"hooks": {"internal": {"enabled": true}}});
    assert!(!has_unknown(&nothing) && !names_plugins(&nothing));
}

/// What the three said when they were started: all of them, and all but the oldest.
#[test]
fn an_agent_that_is_named_has_to_be_there() {
    let with = |agents: Value, more: Value| {
        let mut config = json!({"agents": agents});
        config.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        config
    };
    let one = json!({"list": [{"id": "a", "default": true}]});
    let told = |ids: Value| json!({"broadcast": {"x": ids}});
    let (all, newer) = ([true; 3], [true, true, false]);
    for (config, refused) in [
        (told(json!(["a"])), newer),
        (json!({"bindings": [{"agentId": "c", "match": {"channel": "x"}}]}), newer),
        (told(json!(["main"])), [false; 3]),
        (json!({"broadcast": {"strategy": "parallel"}}), [false; 3]),
        (with(one.clone(), told(json!(["a"]))), [false; 3]),
        (with(one.clone(), told(json!(["a", "c"]))), all),
        (with(one.clone(), told(json!(["A"]))), all),
        (with(one.clone(), told(json!([]))), [false; 3]),
        (
            with(one.clone(), json!({"bindings": [{"agentId": "c", "match": {"channel": "x"}}]})),
            all,
        ),
        (
            with(one.clone(), json!({"bindings": [{"agentId": " A ", "match": {"channel": "x"}}]})),
            [false; 3],
        ),
        (with(one, json!({"talk": {"agentId": "c"}})), newer),
    ] {
        let says = versions().map(|version| {
            let faults = Schema::of(version).unwrap().faults(&config);
            faults.iter().any(|fault| fault.message.contains("no agent of this id"))
        });
        assert_eq!(says.collect::<Vec<_>>(), refused, "{config}");
    }
}

#[track_caller]
fn said(version: &str, config: Value) -> Vec<String> {
    let faults = Schema::of(version).unwrap().faults(&config);
    faults.into_iter().map(|fault| format!("{}: {}", fault.path, fault.message)).collect()
}

#[test]
fn a_fault_says_where_and_what() {
    assert_eq!(
        said(
            "2026.9.6",
            json!({"hooks": {"internal": {"installs": {}, "enabled": "no", "lod": {}}}})
        ),
        [
            "hooks.internal.installs: There is no such setting.",
            "hooks.internal.enabled: It must be true or false, and is a text.",
            "hooks.internal.lod: There is no such setting. Did you mean load?",
        ]
    );
    assert_eq!(
        said("2026.9.6", json!({"logging": {"level": "loud"}, "gateway": {"port": 0.5}})),
        [
            "logging.level: It must be silent or fatal or error or warn or info or debug or trace.",
            "gateway.port: It must be a whole number, and is a number.",
        ]
    );
    assert_eq!(
        said("2026.7.35", json!({"hooks": {"internal": {"installs": {"a": {"spec": "a"}}}}})),
        ["hooks.internal.installs.a.source: It is missing."]
    );
}

#[test]
fn versions_differ_where_the_real_ones_do() {
    let installs = json!({"hooks": {"internal": {"installs": {"a": {"source": "npm"}}}}});
    let handlers = json!({"hooks": {"internal": {"handlers": []}}});
    for config in [installs, handlers] {
        assert_eq!(said("2026.7.35", config.clone()), [""; 0]);
        assert_eq!(said("2026.8.1", config.clone()).len(), 1);
        assert_eq!(said("2026.9.6", config).len(), 1);
    }
    for version in versions() {
        assert_eq!(said(version, json!({"hooks": {"handlers": []}})).len(), 1, "{version}");
    }
}

#[test]
fn only_what_an_edit_brings_counts_against_it() {
    let schema = Schema::of("2026.9.6").unwrap();
    let before = json!({"frobnicate": 1});
    let mut after = json!({"frobnicate": 1, "hooks": {"internal": {"enabled": true}}});
    assert_eq!(brought(schema, &before, &after), []);
    after["hooks"]["internal"]["installs"] = json!({});
    let faults = brought(schema, &before, &after);
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].path.to_string(), "hooks.internal.installs");
}

#[test]
fn a_version_that_is_not_known_has_no_schema() {
    assert!(Schema::of("2026.9.7").is_none());
    assert!(Schema::of("documented").is_none());
    assert_eq!(versions().next(), Some("2026.9.6"));
}

#[test]
fn a_module_stays_where_its_path_begins() {
    let at = |version: &str, config: serde_json::Value| {
        let faults = Schema::of(version).unwrap().faults(&config);
        faults.into_iter().map(|fault| fault.path.to_string()).collect::<Vec<_>>()
    };
    let handler = |module: &str| json!({"hooks": {"internal": {"handlers": [{"event": "command", "module": module}]}}});
    for module in ["x.ts", "./lib/x.ts", " x.ts ", "a..b/x.ts"] {
        assert!(at("2026.7.35", handler(module)).is_empty(), "{module}");
    }
    for module in [
        "/x.ts",
        "~/x.ts",
        "../x.ts",
        "lib/../../x.ts",
        "C:x.ts",
        "file:///x.ts",
        " ",
        "lib\\..\\x.ts",
    ] {
        let found = at("2026.7.35", handler(module));
        assert_eq!(found, ["hooks.internal.handlers.0.module"], "{module}");
    }
    let mapping = json!({"hooks": {"mappings": [{"transform": {"module": "/x.js"}}]}});
    for version in ["2026.7.35", "2026.8.1", "2026.9.6"] {
        assert_eq!(
            at(version, mapping.clone()),
            ["hooks.mappings.0.transform.module"],
            "{version}"
        );
    }
}

/// The settings of channels, by what the real one said of them (`channels-answers.json`).
#[test]
fn channels_are_refused_where_the_real_one_refuses_them_and_nowhere_else() {
    let recorded: Vec<Recorded> =
        serde_json::from_str(include_str!("channels-answers.json")).unwrap();
    let mut wrong = Vec::new();
    for Recorded { config, refused, .. } in &recorded {
        for version in versions() {
            let schema = Schema::of(version).unwrap();
            let ours = schema.channel_faults(config);
            let ours = !ours.is_empty() || !schema.faults(config).is_empty();
            let theirs = refused.get(version).map(Vec::as_slice).unwrap_or_default();
            // What only JavaScript reads of a pattern forbids nothing here.
            let theirs = theirs.iter().any(|it| !it.contains("(?!"));
            if ours != theirs {
                wrong.push(format!("{version} {config}: {ours}, {:?}", refused.get(version)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}: {wrong:#?}", wrong.len(), recorded.len() * 3);
}

/// Settings that its gateways have retired, right ones and wrong ones, and what else they put in order.
#[test]
fn what_its_gateway_puts_in_order_itself_is_known() {
    let read = |text| serde_json::from_str::<Vec<Recorded>>(text).unwrap();
    let all = [read(include_str!("answers.json")), read(include_str!("code-answers.json"))];
    let mut wrong = Vec::new();
    let mut seen = 0;
    for Recorded { config, refused, settled } in all.into_iter().flatten() {
        // Whose folders agents have is told beside it.
        let none_takes_it = config.pointer("/agents/entries/a/memorySearch").is_some()
            || config.to_string().contains("\"agentDir\"");
        for version in versions().filter(|it| refused.contains_key(*it) && !none_takes_it) {
            let schema = Schema::of(version).unwrap();
            let parts = schema.part_faults(&config);
            let judged: Vec<_> = schema
                .judged(&config)
                .into_iter()
                .chain(parts.iter().map(Unless::judged))
                .collect();
            let ours = Settles::new(schema, &config).all(&judged);
            let theirs = settled.iter().any(|it| it == version);
            seen += usize::from(theirs);
            if ours != theirs && !judged.is_empty() {
                let why = judged.iter().map(|it| &it.fault);
                wrong.push(format!("{version} {config}: {theirs}, {:?}", why.collect::<Vec<_>>()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(seen > 500, "{seen}");
}

/// Whether a config names a plugin of one of these ids: none is there.
fn is_named(config: &Value, ids: &[String]) -> bool {
    let of = |path: &str| config.pointer(path);
    let allowed = of("/plugins/allow").and_then(Value::as_array).into_iter().flatten();
    let entries = of("/plugins/entries").and_then(Value::as_object).into_iter().flatten();
    let named = allowed.filter_map(Value::as_str).chain(entries.map(|(id, _)| id.as_str()));
    named.map(str::to_lowercase).any(|id| ids.contains(&id))
}

/// What it says of configs that break one of the rules that are in code of its own, and of their neighbours.
#[test]
fn by_what_it_checks_in_code_a_config_is_refused_as_the_real_one_does() {
    let recorded: Vec<Recorded> = serde_json::from_str(include_str!("code-answers.json")).unwrap();
    let mut wrong = Vec::new();
    for Recorded { config, refused, .. } in recorded {
        for version in versions() {
            let schema = Schema::of(version).unwrap();
            let mut ours = schema.faults(&config);
            let parts = schema.part_faults(&config).into_iter();
            ours.extend(parts.filter(|it| !is_named(&config, &it.gone)).map(|it| it.fault));
            let theirs = refused.get(version);
            let elsewhere = |it: &String| ON_DISK.iter().any(|words| it.contains(words));
            if theirs.is_some_and(|all| all.iter().any(elsewhere)) {
                continue;
            }
            if ours.is_empty() != theirs.is_none() {
                wrong.push(format!("{version} {config}: {theirs:?}, and we say {ours:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_a_variable_stands_for_that_is_not_known_is_not_judged() {
    for config in [
        json!({"session": {"maintenance": {"pruneAfter": "${KEEP}"}}}),
        json!({"agents": {"list": [{"id": "${WHO}"}]}}),
        json!({"agents": {"defaults": {"heartbeat": {"every": "${OFTEN}", "target": "${WHERE}"}}}}),
        json!({"talk": {"provider": "${P}", "providers": {"elevenlabs": {}}}}),
        json!({"bindings": [{"agentId": "${WHO}", "match": {"channel": "telegram"}}], "agents": {"list": [{"id": "a"}]}}),
    ] {
        for version in versions() {
            let schema = Schema::of(version).unwrap();
            assert_eq!(schema.faults(&config), [], "{version} {config}");
            assert_eq!(schema.part_faults(&config), [], "{version} {config}");
        }
    }
}
