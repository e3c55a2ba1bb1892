//! Who replaces whom, and in which order hooks are listed and loaded.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::{AgentId, Hook, Source, State};
use tacklebox_inventory::check::check;
use tacklebox_inventory::inventory::Inventory;

use super::Home;

#[test]
fn what_is_built_in_replaces_nothing_and_is_replaced_by_nothing() {
    let home = Home::new();
    let front = "name = \"command-logger\"\nevents = [\"AfterToolCall\"]\ncommand = \"true\"";
    home.moltis(".moltis/hooks/mine", front);
    let hooks = home.scan(AgentId::Moltis).hooks();
    let named: Vec<_> = hooks.iter().filter(|hook| hook.name == "command-logger").collect();
    assert_eq!(named.len(), 2);
    for hook in named {
        assert_eq!((hook.replaced_by, hook.state), (None, State::Ready), "{}", hook.id);
    }
}

#[test]
fn a_handler_of_the_config_replaces_nothing_and_is_replaced_by_nothing() {
    let home = Home::new();
    let events = "{\"milady\":{\"events\":[\"gateway:startup\"]}}";
    home.milady(".milady/hooks/a", "\"gateway:startup → x.ts\"", events);
    home.write(".milady/hooks/x.ts", "export default () => {}\n");
    home.write(
        ".milady/milady.json",
        "{ hooks: { internal: { handlers: [{ event: 'gateway:startup', module: 'hooks/x.ts' }] } } }",
    );
    let hooks = home.scan(AgentId::Milady).hooks();
    assert_eq!(hooks.len(), 2);
    assert!(hooks.iter().all(|hook| hook.name == "gateway:startup → x.ts"));
    assert!(hooks.iter().all(|hook| hook.replaced_by.is_none()), "{hooks:?}");
}

#[test]
fn what_the_config_registers_directly_comes_after_all_folders() {
    let home = Home::new();
    let handlers = "handlers: [{ event: 'gateway:startup', module: 'hooks/x.ts' }]";
    for (agent, dir) in [(AgentId::Milady, ".milady"), (AgentId::Eliza, ".eliza")] {
        let metadata = format!("{{\"{agent}\":{{\"events\":[\"gateway:startup\"]}}}}");
        home.milady(&format!("{dir}/hooks/zz"), "zz", &metadata);
        home.write(&format!("{dir}/hooks/x.ts"), "export default () => {}\n");
        let config = format!("{{ hooks: {{ internal: {{ enabled: true, {handlers} }} }} }}");
        home.write(&format!("{dir}/{agent}.json"), &config);
        let inventory = home.scan(agent);
        let order: Vec<_> = inventory.in_load_order().map(|(_, hook)| hook.source).collect();
        assert_eq!(order, [Source::Managed, Source::Config], "{agent}");
    }
}

#[test]
fn two_of_one_name_that_both_load_keep_their_own_places() {
    let home = Home::new();
    for (dir, name) in [("a", "same"), ("b", "other"), ("c", "same")] {
        home.write(
            &format!(".zeroclaw/workspace/hooks/{dir}/HOOK.toml"),
            &format!("[hook]\nname = \"{name}\"\nevent = \"on_session_end\"\n[hook.action.shell]\ncommand = \"true\"\n"),
        );
    }
    let inventory = home.scan(AgentId::Zeroclaw);
    let order: Vec<_> = inventory.in_load_order().map(|(_, hook)| hook.id.clone()).collect();
    assert_eq!(order, ["zeroclaw/managed/a", "zeroclaw/managed/b", "zeroclaw/managed/c"]);
}

/// As OpenClaw 2026.9.6 has them, with this config.
fn of_openclaw(home: &Home, config: &str) -> Vec<Hook> {
    home.write(".openclaw/openclaw.json", config);
    let runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
    let options = Options { runtimes, ..Options::default() };
    Inventory::scan(&home.machine, AgentId::Openclaw, &options).hooks()
}

fn openclaw(home: &Home, dir: &str, handler: &str) {
    let name = dir.rsplit('/').next().unwrap();
    let metadata = "{\"openclaw\":{\"events\":[\"command:new\"]}}";
    home.write(
        &format!("{dir}/HOOK.md"),
        &format!("---\nname: {name}\ndescription: d\nmetadata: {metadata}\n---\n"),
    );
    home.write(&format!("{dir}/handler.js"), handler);
}

#[test]
fn a_module_that_ends_the_program_ends_all_where_the_loader_comes_to_it() {
    let home = Home::new();
    openclaw(&home, ".openclaw/hooks/bye", "process.exit(1);\nexport default () => {};\n");
    openclaw(&home, ".openclaw/hooks/hello", "export default () => {};\n");
    let (on, off) = ("{ enabled: true }", "{ enabled: false }");
    for (whole, entries, expected) in [
        (true, format!("bye: {on}, hello: {on}"), State::Broken),
        (true, format!("bye: {off}, hello: {on}"), State::Ready),
        // It is not in the list, so it is not loaded.
        (true, format!("hello: {on}"), State::Ready),
        (false, format!("bye: {on}, hello: {on}"), State::Off),
    ] {
        let config = format!(
            "{{ hooks: {{ internal: {{ enabled: {whole}, entries: {{ {entries} }} }} }} }}"
        );
        let hooks = of_openclaw(&home, &config);
        let hello = hooks.iter().find(|hook| hook.name == "hello").unwrap();
        assert_eq!(hello.state, expected, "{config}: {:?}", hello.error);
    }
}

#[test]
fn what_a_plugin_brings_is_on_with_it_whatever_its_entry_says() {
    let home = Home::new();
    let plugin = ".openclaw/extensions/codex";
    home.write(&format!("{plugin}/.codex-plugin/plugin.json"), "{\"name\": \"codex\"}");
    openclaw(&home, &format!("{plugin}/hooks/brought"), "export default () => {};\n");
    openclaw(&home, ".openclaw/hooks/mine", "export default () => {};\n");
    let off = "{ enabled: false }";
    // With an extra folder the entries are not the list of what is loaded.
    let entries =
        format!("load: {{ extraDirs: ['/x'] }}, entries: {{ brought: {off}, mine: {off} }}");
    let config = format!("{{ hooks: {{ internal: {{ enabled: true, {entries} }} }} }}");
    for hook in of_openclaw(&home, &config) {
        assert_eq!(hook.enabled, hook.source == Source::Plugin, "{hook:?}");
    }
}

#[test]
fn in_a_workspace_that_is_asked_for_by_name_a_hook_replaces_none_of_the_home() {
    let home = Home::new();
    for dir in [".openclaw/hooks/same", ".openclaw/workspace/hooks/same"] {
        openclaw(&home, dir, "export default () => {};\n");
    }
    let entries =
        "{ hooks: { internal: { enabled: true, entries: { same: { enabled: true } } } } }";
    for hook in of_openclaw(&home, entries) {
        let replaced = (hook.source == Source::Workspace).then_some(Source::Managed);
        assert_eq!(hook.replaced_by, replaced, "{}", hook.id);
    }
}

/// One folder with a hook, as it is generated.
#[derive(Clone, Debug)]
struct Folder {
    workspace: bool,
    dir: String,
    name: String,
    events: bool,
    handler: bool,
    off: bool,
}

fn folder() -> impl Strategy<Value = Folder> {
    (
        any::<bool>(),
        "[a-e]",
        "[x-z]",
        prop::bool::weighted(0.8),
        prop::bool::weighted(0.8),
        any::<bool>(),
    )
        .prop_map(|(workspace, dir, name, events, handler, off)| Folder {
            workspace,
            dir,
            name,
            events,
            handler,
            off,
        })
}

/// The folders by place, in the order of discovery: managed before workspace, then in byte order.
fn placed(folders: Vec<Folder>) -> BTreeMap<(bool, String), Folder> {
    folders.into_iter().map(|folder| ((folder.workspace, folder.dir.clone()), folder)).collect()
}

fn home_of(folders: &BTreeMap<(bool, String), Folder>, all_off: bool) -> Home {
    let home = Home::new();
    for folder in folders.values() {
        let root = if folder.workspace { ".milady/workspace/hooks" } else { ".milady/hooks" };
        let dir = format!("{root}/{}", folder.dir);
        let events = if folder.events { "\"gateway:startup\"" } else { "" };
        let metadata = format!("{{\"milady\":{{\"events\":[{events}]}}}}");
        home.write(
            &format!("{dir}/HOOK.md"),
            &format!("---\nname: {}\nmetadata: {metadata}\n---\n", folder.name),
        );
        if folder.handler {
            home.write(&format!("{dir}/handler.ts"), "export default () => {}\n");
        }
    }
    let off: BTreeSet<_> =
        folders.values().filter(|folder| folder.off).map(|folder| &folder.name).collect();
    let entries: Vec<_> = off.iter().map(|name| format!("{name}: {{ enabled: false }}")).collect();
    home.write(
        ".milady/milady.json",
        &format!(
            "{{ hooks: {{ internal: {{ enabled: {}, entries: {{ {} }} }} }} }}",
            !all_off,
            entries.join(", ")
        ),
    );
    home
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// Of each name exactly the last that could be loaded is left, and it has the place of the first.
    #[test]
    fn the_last_of_a_name_wins_and_takes_the_place_of_the_first(
        folders in prop::collection::vec(folder(), 0..8),
        all_off in prop::bool::weighted(0.2),
    ) {
        let folders = placed(folders);
        let home = home_of(&folders, all_off);
        let inventory = home.scan(AgentId::Milady);
        let off: BTreeSet<_> = folders.values().filter(|f| f.off).map(|f| f.name.clone()).collect();
        let last: BTreeMap<_, _> =
            folders.iter().filter(|(_, f)| f.handler).map(|(place, f)| (&f.name, place)).collect();
        let id = |folder: &Folder| {
            let source = if folder.workspace { "workspace" } else { "managed" };
            format!("milady/{source}/{}", folder.dir)
        };
        let hooks = inventory.hooks();
        prop_assert_eq!(hooks.len(), folders.len(), "nothing is lost from view");
        for (place, folder) in &folders {
            let hook = hooks.iter().find(|hook| hook.id == id(folder)).unwrap();
            let replaced = folder.handler && last[&folder.name] != place;
            let state = if !folder.handler || !folder.events {
                State::Broken
            } else if replaced {
                State::Replaced
            } else if off.contains(&folder.name) || all_off {
                State::Off
            } else {
                State::Ready
            };
            prop_assert_eq!(hook.state, state, "{:?}", folder);
            prop_assert_eq!(hook.replaced_by.is_some(), replaced, "{:?}", folder);
        }

        // The list: by name, the one that counts first.
        let names: Vec<_> = hooks.iter().map(|hook| &hook.name).collect();
        prop_assert!(names.is_sorted());
        for (name, place) in &last {
            let first = hooks.iter().find(|hook| hook.name == **name).unwrap();
            prop_assert_eq!(&first.id, &id(&folders[*place]));
        }

        // Loading: each where the first of its name is, which could itself be loaded.
        let loads: Vec<_> = inventory
            .in_load_order()
            .filter(|(_, hook)| hook.replaced_by.is_none() && last.contains_key(&hook.name))
            .filter(|(candidate, _)| candidate.is_discovered())
            .map(|(_, hook)| hook.name.clone())
            .collect();
        let mut firsts: Vec<_> = Vec::new();
        for folder in folders.values().filter(|folder| folder.handler) {
            if !firsts.contains(&folder.name) {
                firsts.push(folder.name.clone());
            }
        }
        prop_assert_eq!(loads, firsts);
    }

    /// What is registered was eligible, and what was eligible was discovered.
    #[test]
    fn the_counts_of_a_check_only_get_smaller(
        folders in prop::collection::vec(folder(), 0..8),
        all_off in prop::bool::weighted(0.2),
    ) {
        let folders = placed(folders);
        let home = home_of(&folders, all_off);
        let inventory = home.scan(AgentId::Milady);
        let report = check(&inventory);
        let ready = inventory.hooks().iter().filter(|hook| hook.state == State::Ready).count();
        prop_assert!(report.registered <= report.eligible && report.eligible <= report.discovered, "{:?}", report);
        prop_assert_eq!(report.registered, ready, "{:?}", report);
        if all_off {
            prop_assert_eq!((report.discovered, report.registered), (0, 0));
        }
    }
}
