//! Which hooks an edit for one of them switches along, over generated configs of OpenClaw and all its versions.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use tacklebox_agents::agent::Options;
use tacklebox_agents::dialect::DOCUMENTED;
use tacklebox_agents::hook::{AgentId, OnOff, State};
use tacklebox_change::apply;
use tacklebox_change::ops::{self, Others};
use tacklebox_change::plan::Plan;
use tacklebox_inventory::inventory::Inventory;

use super::Home;

const CONFIG: &str = ".openclaw/openclaw.json";
const OWN: &str = "brings";
const HOOKS: [&str; 4] = ["first", "second", "third", "fourth"];

/// Says nothing, yes or no.
fn word() -> impl Strategy<Value = Option<bool>> {
    prop::option::of(any::<bool>())
}

/// `hooks.internal`, with an entry for some of the hooks and of one that is not there.
fn section() -> impl Strategy<Value = Value> {
    let entries = prop::collection::btree_map(
        prop::sample::select(&["first", "second", "third", "fourth", "gone"][..]),
        word(),
        0..4,
    );
    (word(), prop::option::of(entries), any::<bool>()).prop_map(|(on, entries, extra)| {
        let mut section = Map::new();
        if let Some(on) = on {
            section.insert("enabled".to_owned(), on.into());
        }
        if let Some(entries) = entries {
            let said = |on: Option<bool>| on.map_or(json!({}), |on| json!({ "enabled": on }));
            let entries = entries.into_iter().map(|(key, on)| (key.to_owned(), said(on)));
            section.insert("entries".to_owned(), Value::Object(entries.collect()));
        }
        if extra {
            section.insert("load".to_owned(), json!({ "extraDirs": ["/nowhere"] }));
        }
        Value::Object(section)
    })
}

/// Those that there are: by its documentation alone OpenClaw loads all hooks, and what is written is right for these.
fn versions() -> Vec<&'static str> {
    let all = AgentId::Openclaw.runtimes().iter().map(|runtime| runtime.version);
    all.filter(|version| *version != DOCUMENTED).collect()
}

fn scan(home: &Home, version: &str) -> Inventory {
    let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
    // What it brings itself is found, so that all of it is in the list.
    let bundled = Some(home.machine.home().join(OWN));
    let options = Options { runtimes, bundled, ..Options::default() };
    Inventory::scan(&home.machine, AgentId::Openclaw, &options)
}

/// The hooks that are on, by name.
fn on(inventory: &Inventory) -> BTreeSet<String> {
    let hooks = inventory.hooks().into_iter().filter(|hook| hook.state != State::Off);
    hooks.map(|hook| hook.name).collect()
}

fn home(section: &Value) -> Home {
    let home = Home::new();
    home.write(CONFIG, &json!({ "hooks": { "internal": section } }).to_string());
    for (at, name) in HOOKS.into_iter().chain(["own"]).enumerate() {
        let dir = match at {
            // Those of a workspace have to be asked for in some versions.
            3 => ".openclaw/workspace/hooks",
            4 => OWN,
            _ => ".openclaw/hooks",
        };
        home.write(
            &format!("{dir}/{name}/HOOK.md"),
            &format!("---\nname: {name}\ndescription: d\nmetadata: {{\"openclaw\":{{\"events\":[\"command:new\"]}}}}\n---\n"),
        );
        home.write(&format!("{dir}/{name}/handler.js"), "export default () => {};\n");
    }
    home
}

fn plan(home: &Home, version: &str, hook: &str, to: bool, others: Others) -> Option<Plan> {
    let inventory = scan(home, version);
    let id = inventory.hooks().into_iter().find(|it| it.name == hook)?.id;
    ops::set_enabled(&home.machine, &inventory, &id, to, others).ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_plan_names_every_hook_that_its_edit_switches_along_and_no_other(
        section in section(),
        version in prop::sample::select(versions()),
        hook in prop::sample::select(&HOOKS[..]),
        to in any::<bool>(),
    ) {
        let home = home(&section);
        let before = on(&scan(&home, version));
        let Some(plan) = plan(&home, version, hook, to, Others::Switch) else { return Ok(()) };
        apply::apply(&home.machine, &plan).unwrap();
        let after = on(&scan(&home, version));
        prop_assert_eq!(after.contains(hook), to, "the hook itself, {}", home.read(CONFIG));
        let along: BTreeMap<_, _> = before
            .symmetric_difference(&after)
            .filter(|name| *name != hook)
            .map(|name| (name.clone(), if after.contains(name) { OnOff::On } else { OnOff::Off }))
            .collect();
        let said: BTreeMap<_, _> = plan.also.into_iter().map(|also| (also.name, also.change)).collect();
        prop_assert_eq!(said, along, "{}", home.read(CONFIG));
    }

    #[test]
    fn the_others_stay_as_they_are_where_that_was_asked_for(
        section in section(),
        version in prop::sample::select(versions()),
        hook in prop::sample::select(&HOOKS[..]),
        to in any::<bool>(),
    ) {
        let home = home(&section);
        let mut wanted = on(&scan(&home, version));
        let Some(plan) = plan(&home, version, hook, to, Others::Keep) else { return Ok(()) };
        prop_assert!(plan.also.is_empty());
        apply::apply(&home.machine, &plan).unwrap();
        wanted.remove(hook);
        wanted.extend(to.then(|| hook.to_owned()));
        prop_assert_eq!(on(&scan(&home, version)), wanted, "{}", home.read(CONFIG));
    }
}
