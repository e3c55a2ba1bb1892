//! Where a loader ends before its time, and which hooks come before.

use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::{AgentId, Hook, State};
use tacklebox_inventory::inventory::Inventory;

use super::Home;

/// Eight hooks of Milady in one folder; these end its loader.
fn with_ends(ends: &[&str]) -> Home {
    let home = Home::new();
    for name in ["h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8"] {
        let requires = if ends.contains(&name) { ",\"requires\":{\"anyBins\":\"sh\"}" } else { "" };
        home.milady(
            &format!(".milady/hooks/{name}"),
            name,
            &format!("{{\"milady\":{{\"events\":[\"gateway:startup\"]{requires}}}}}"),
        );
    }
    home
}

/// The folders of its hooks as the disk lists them.
fn listed(home: &Home) -> Vec<String> {
    let listed = std::fs::read_dir(home.path(".milady/hooks")).unwrap();
    listed.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// As the Milady that ships has them.
fn shipped(home: &Home) -> Vec<Hook> {
    let runtimes = [(AgentId::Milady, "2026-03-01".to_owned())].into();
    let options = Options { runtimes, ..Options::default() };
    Inventory::scan(&home.machine, AgentId::Milady, &options).hooks()
}

#[test]
fn what_comes_before_the_end_of_the_loader_by_name_alone_may_load() {
    let home = with_ends(&["h4"]);
    let listed = listed(&home);
    let at = |name: &str| listed.iter().position(|other| other == name).unwrap();
    for hook in shipped(&home) {
        let name = hook.name.as_str();
        let (by_node, by_bun) = (name >= "h4", at(name) >= at("h4"));
        let expected = match (by_node, by_bun) {
            (true, true) => (State::Broken, Some(false)),
            (false, false) => (State::NotCalled, Some(true)),
            _ => (State::NotCalled, None),
        };
        assert_eq!((hook.state, hook.runtime.loads), expected, "{name} of {listed:?}");
        assert_eq!(hook.runtime.called, [""; 0], "{name}");
        assert!(hook.runtime.because.contains(&"loader-ends"), "{name}");
        if hook.state == State::Broken {
            let at =
                if name == "h4" { "hooks at this one: its" } else { "at h4, before this one: its" };
            assert!(
                hook.error.as_ref().is_some_and(|error| error.contains(at)),
                "{:?}",
                hook.error
            );
        }
        if hook.state == State::NotCalled {
            let why = "Milady 2026-03-01 calls no hook: it stops loading them at h4: its anyBins is a text, not a list";
            assert_eq!(hook.reason.as_deref(), Some(why));
        }
    }
}

#[test]
fn one_that_replaces_another_ends_the_loader_where_that_one_would_come() {
    let home = with_ends(&[]);
    let own = "{\"milady\":{\"events\":[\"gateway:startup\"],\"requires\":{\"anyBins\":\"sh\"}}}";
    home.milady(".milady/workspace/hooks/there", "h4", own);
    let listed = listed(&home);
    let at = |name: &str| listed.iter().position(|other| other == name).unwrap();
    for hook in shipped(&home).iter().filter(|hook| hook.name != "h4") {
        let name = hook.name.as_str();
        let expected = match (name > "h4", at(name) > at("h4")) {
            (true, true) => Some(false),
            (false, false) => Some(true),
            _ => None,
        };
        assert_eq!(hook.runtime.loads, expected, "{name} of {listed:?}");
    }
}

#[test]
fn a_handler_of_the_config_without_a_module_keeps_every_hook_from_being_called() {
    let no_module = "gateway:startup → no module";
    for (handlers, at) in [
        ("[{ event: 'gateway:startup' }]", no_module),
        ("[{ event: 'gateway:startup', module: 5 }]", no_module),
        ("[null]", "no event → no module"),
        ("{}", ""),
        ("true", ""),
        ("'x'", ""),
    ] {
        let home = with_ends(&[]);
        let config = format!("{{ hooks: {{ internal: {{ handlers: {handlers} }} }} }}");
        home.write(".milady/milady.json", &config);
        let hooks = shipped(&home);
        let folders: Vec<_> = hooks.iter().filter(|hook| hook.dir.is_some()).collect();
        assert_eq!(folders.len(), 8);
        for hook in folders {
            let said = (hook.state, hook.runtime.loads, hook.runtime.called.len());
            assert_eq!(said, (State::NotCalled, Some(true), 0), "{handlers}");
            assert!(hook.reason.as_ref().is_some_and(|why| why.contains(at)), "{:?}", hook.reason);
        }
    }
    for handlers in ["null", "false", "''", "[]"] {
        let home = with_ends(&[]);
        let config = format!("{{ hooks: {{ internal: {{ handlers: {handlers} }} }} }}");
        home.write(".milady/milady.json", &config);
        assert!(shipped(&home).iter().all(|hook| hook.state == State::Ready), "{handlers}");
    }
}

#[test]
fn where_two_end_the_loader_both_are_named_unless_one_is_always_first() {
    let home = with_ends(&["h2", "h7"]);
    for hook in shipped(&home) {
        if ["h2", "h7"].contains(&hook.name.as_str()) {
            assert_eq!((hook.state, hook.runtime.loads), (State::Broken, Some(false)), "{hook:?}");
        }
        for said in hook.reason.iter().chain(&hook.error) {
            assert!(said.contains("at h2") || said.contains("at this one"), "{said}");
        }
    }
}
