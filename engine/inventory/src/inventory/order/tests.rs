#![expect(clippy::disallowed_methods, reason = "plays other programs, which take no care")]

use std::fs;
use std::path::Path;

use super::*;
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::{AgentId, State};
use tacklebox_machine::machine::Platform;

const ENDS: &str = ",\"requires\":{\"anyBins\":\"sh\"}";

fn manifest(name: &str, requires: &str) -> String {
    format!(
        "---\nname: {name}\nmetadata: {{\"milady\":{{\"events\":[\"gateway:startup\"]{requires}}}}}\n---\n"
    )
}

fn put(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Milady as it ships, with one hook in its folder.
fn milady(home: &Path, name: &str, requires: &str) -> (Machine, Inventory) {
    let dir = home.join(".milady/hooks").join(name);
    put(&dir.join("HOOK.md"), &manifest(name, requires));
    put(&dir.join("handler.ts"), "export default () => {}\n");
    let machine = Machine::new(Platform::Linux, home, Default::default());
    let runtimes = [(AgentId::Milady, "2026-03-01".to_owned())].into();
    let options = Options { runtimes, ..Options::default() };
    let inventory = Inventory::scan(&machine, AgentId::Milady, &options);
    (machine, inventory)
}

/// What is said of a hook whose folder is not there yet.
fn would_be(name: &str, requires: &str, beside: &str, of_beside: &str) -> (State, Option<bool>) {
    let home = tempfile::tempdir().unwrap();
    let (machine, inventory) = milady(home.path(), beside, of_beside);
    let dir = home.path().join(".milady/hooks").join(name);
    let root = inventory.agent.roots.iter().find(|root| dir.starts_with(&root.dir)).unwrap();
    let read = discover::read_as(&inventory.agent, root, &dir, manifest(name, requires).as_bytes());
    let candidate = Candidate { trouble: None, module: Module::Loads, ..read };
    let (then, id) = inventory.with(&machine, &dir, candidate).unwrap();
    let (hook, _) = then.find(&id).unwrap();
    (hook.state, hook.runtime.loads)
}

#[test]
fn where_a_new_folder_will_be_listed_nobody_knows_and_the_end_itself_is_known() {
    assert_eq!(would_be("new", "", "old", ENDS), (State::NotCalled, None));
    // Behind it by name, and nobody knows where in the list.
    assert_eq!(would_be("own", "", "old", ENDS), (State::NotCalled, None));
    assert_eq!(would_be("new", ENDS, "old", ""), (State::Broken, Some(false)));
    assert_eq!(would_be("new", "", "old", ""), (State::Ready, Some(true)));
}

#[test]
fn what_the_config_registers_is_in_one_order_alone() {
    let home = tempfile::tempdir().unwrap();
    put(&home.path().join(".milady/hooks/x.ts"), "export default () => {}\n");
    let handlers =
        "[{ event: 'gateway:startup' }, { event: 'gateway:startup', module: 'hooks/x.ts' }]";
    let config = format!("{{ hooks: {{ internal: {{ enabled: true, handlers: {handlers} }} }} }}");
    put(&home.path().join(".milady/milady.json"), &config);
    let (_, inventory) = milady(home.path(), "folder", "");
    let hooks = inventory.hooks();
    let second = hooks.iter().find(|hook| hook.name.ends_with("x.ts")).unwrap();
    assert_eq!(second.runtime.loads, Some(false), "{second:?}");
}

#[test]
fn milady_on_bun_calls_hooks_as_the_disk_lists_their_folders() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join(".milady/hooks");
    for name in ["z", "b", "m", "a", "k", "x", "d"] {
        let events = "metadata: {\"milady\":{\"events\":[\"gateway:startup\"]}}";
        put(&folder.join(name).join("HOOK.md"), &format!("---\nname: {name}\n{events}\n---\n"));
        put(&folder.join(name).join("handler.ts"), "export default () => {}\n");
    }
    let names = |version: &str| -> Vec<String> {
        let machine = Machine::new(Platform::Linux, home.path(), Default::default());
        let runtimes = [(AgentId::Milady, version.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let inventory = Inventory::scan(&machine, AgentId::Milady, &options);
        let folders = inventory.in_load_order().filter(|(it, _)| it.dir.is_some());
        folders.map(|(_, hook)| hook.name.clone()).collect()
    };
    let listed = fs::read_dir(&folder).unwrap();
    let listed: Vec<_> =
        listed.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(names("2026-03-01"), listed);
    assert_eq!(names(tacklebox_agents::hook::DOCUMENTED), ["a", "b", "d", "k", "m", "x", "z"]);
}

#[test]
fn moltis_takes_folders_as_the_disk_lists_them_then_its_config_and_then_its_own() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join(".moltis/hooks");
    for name in ["z", "b", "m", "a", "k"] {
        let text =
            format!("+++\nname = \"{name}\"\nevents = [\"Command\"]\ncommand = \"true\"\n+++\n");
        put(&folder.join(name).join("HOOK.md"), &text);
    }
    let text = "+++\nname = \"of-workspace\"\nevents = [\"Command\"]\ncommand = \"true\"\n+++\n";
    put(&home.path().join(".moltis/.moltis/hooks/x/HOOK.md"), text);
    let entry = "[[hooks.hooks]]\nname = 'entry'\nevents = ['Command']\ncommand = 'true'\n";
    put(&home.path().join(".config/moltis/moltis.toml"), entry);
    let names = |version: &str| -> Vec<String> {
        let machine = Machine::new(Platform::Linux, home.path(), Default::default());
        let runtimes = [(AgentId::Moltis, version.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let inventory = Inventory::scan(&machine, AgentId::Moltis, &options);
        inventory.in_load_order().map(|(_, hook)| hook.name.clone()).collect()
    };
    let listed = fs::read_dir(&folder).unwrap();
    let listed = listed.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut expected: Vec<_> = std::iter::once("of-workspace".to_owned()).chain(listed).collect();
    expected
        .extend(["entry", "command-logger", "session-memory", "auto-checkpoint"].map(Into::into));
    assert_eq!(names("2026-08-21"), expected);
    let documented = names(tacklebox_agents::hook::DOCUMENTED);
    let last = ["a", "b", "k", "m", "z", "of-workspace"].map(String::from);
    assert!(documented.ends_with(&last), "{documented:?}");
}

#[test]
fn the_fork_of_zeroclaw_leaves_out_what_the_disk_lists_last() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join(".zeroclaw/workspace/hooks");
    for (name, priority) in [("z", 0), ("b", 0), ("m", 7), ("a", 0), ("k", 0)] {
        let text = format!(
            "[hook]\nname = \"{name}\"\nevent = \"on_message_received\"\npriority = {priority}\n[hook.action.shell]\ncommand = \"true\"\n"
        );
        put(&folder.join(name).join("HOOK.toml"), &text);
    }
    // What it refuses takes no place.
    put(&folder.join("a/notes..txt"), "x");
    put(
        &home.path().join(".zeroclaw/config.toml"),
        "default_temperature = 0.7\n[hooks]\nenabled = true\nmax_hooks = 3\n",
    );
    let machine = Machine::new(Platform::Linux, home.path(), Default::default());
    let runtimes = [(AgentId::Zeroclaw, "0.1.6-hooks".to_owned())].into();
    let options = Options { runtimes, ..Options::default() };
    let inventory = Inventory::scan(&machine, AgentId::Zeroclaw, &options);
    let listed = fs::read_dir(&folder).unwrap();
    let listed = listed.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let equals: Vec<_> = listed.filter(|name| name != "m" && name != "a").collect();
    let loaded = |name: &str| {
        let hooks = inventory.hooks();
        hooks.into_iter().find(|hook| hook.name == name).unwrap().runtime.loads == Some(true)
    };
    let loads: Vec<_> = equals.iter().map(|name| loaded(name)).collect();
    assert_eq!((loaded("m"), loads), (true, vec![true, true, false]), "{equals:?}");
}

#[test]
fn the_hook_at_which_it_ends_is_told_of_itself_and_the_others_of_it() {
    let home = tempfile::tempdir().unwrap();
    let (_, inventory) = milady(home.path(), "a", "");
    let runtime = &inventory.agent.runtime;
    let stop = |names: &[&str]| Stop {
        names: names.iter().map(|name| (*name).to_owned()).collect(),
        ..Stop::at_once("why.".to_owned())
    };
    for (names, hook, said) in [
        (&["a"][..], "a", "Milady 2026-03-01 stops loading hooks at this one: why."),
        (&["a"], "b", "Milady 2026-03-01 stops loading hooks at a, before this one: why."),
        (
            &["a", "c"],
            "a",
            "Milady 2026-03-01 stops loading hooks at a or c, before this one: why.",
        ),
        (&[], "a", "Milady 2026-03-01 loads no hook: why."),
    ] {
        assert_eq!(stop(names).sentence(runtime, hook), said);
    }
}

/// bun does not sort what the disk lists, and Node does.
#[test]
fn of_several_folders_of_one_name_the_one_counts_that_is_listed_last() {
    let home = tempfile::tempdir().unwrap();
    let hooks = home.path().join(".milady/hooks");
    for dir in ["greet", "greet-backup", "Greet", "a copy of greet"] {
        put(&hooks.join(dir).join("HOOK.md"), &manifest("same", ""));
        put(&hooks.join(dir).join("handler.ts"), "export default () => {}\n");
    }
    let listed = fs::read_dir(&hooks).unwrap().map(|it| it.unwrap().file_name());
    let last = listed.last().unwrap();
    let machine = Machine::new(Platform::Linux, home.path(), Default::default());
    for (version, counts) in
        [("2026-03-01", last.to_str().unwrap()), ("documented", "greet-backup")]
    {
        let runtimes = [(AgentId::Milady, version.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let inventory = Inventory::scan(&machine, AgentId::Milady, &options);
        let ready: Vec<_> = inventory
            .hooks()
            .into_iter()
            .filter(|hook| hook.state == State::Ready)
            .filter_map(|hook| Some(hook.dir?.file_name()?.to_owned()))
            .collect();
        assert_eq!(ready, [counts], "{version}");
    }
}
