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

/// A hook of OpenClaw, or of Milady, with its own events and handler.
fn hook(home: &Home, agent: AgentId, name: &str, events: &str, does: &str) {
    let (dir, key) = match agent {
        AgentId::Openclaw => (".openclaw/hooks", "openclaw"),
        _ => (".milady/hooks", "milady"),
    };
    home.write(
        &format!("{dir}/{name}/HOOK.md"),
        &format!("---\nname: {name}\ndescription: d\nmetadata: {{\"{key}\":{{\"events\":[{events}]}}}}\n---\n"),
    );
    let text = format!("export default async function run(event) {{ {does} }}\n");
    home.write(&format!("{dir}/{name}/handler.ts"), &text);
}

/// Which hooks are called, and for what, with one that does this.
fn called(agent: AgentId, version: &str, events: &str, does: &str) -> Vec<String> {
    let home = Home::new();
    let config = "{\"hooks\": {\"internal\": {\"enabled\": true}}}";
    if agent == AgentId::Openclaw {
        home.write(".openclaw/openclaw.json", config);
    }
    hook(&home, agent, "a", "\"gateway:startup\"", "");
    hook(&home, agent, "b", events, does);
    hook(&home, agent, "c", "\"gateway:startup\"", "");
    hook(&home, agent, "d", "\"gateway\"", "");
    hook(&home, agent, "e", "\"command:new\",\"gateway:startup\"", "");
    let runtimes = [(agent, version.to_owned())].into();
    let options = Options { runtimes, ..Options::default() };
    let hooks = Inventory::scan(&home.machine, agent, &options).hooks();
    let own = hooks.iter().filter(|hook| hook.name != "b" && hook.dir.is_some());
    own.map(|hook| {
        let called = !hook.runtime.called.is_empty();
        assert_eq!(called, hook.state == State::Ready, "{hook:?}");
        let held = hook.runtime.because.contains(&"held-up");
        assert_eq!(
            held,
            hook.reason.as_deref().is_some_and(|why| why.contains(" b ") || why.starts_with("b "))
                || hook.notes.iter().any(|note| note.id == "held-up")
        );
        format!("{} {}", hook.name, hook.runtime.called.join(" "))
    })
    .collect()
}

#[test]
fn a_hook_that_does_not_come_back_keeps_those_after_it_from_being_called_for_the_same_event() {
    let openclaw = |events: &str, does: &str| called(AgentId::Openclaw, "2026.9.6", events, does);
    let (start, general) = ("\"gateway:startup\"", "\"gateway\"");
    let never = "await new Promise(() => {});";
    let all =
        ["a gateway:startup", "c gateway:startup", "d gateway", "e command:new gateway:startup"];
    assert_eq!(openclaw(start, ""), all);
    // Those of the whole category come first.
    let after = ["a gateway:startup", "c ", "d gateway", "e command:new"];
    assert_eq!(openclaw(start, never), after);
    assert_eq!(
        openclaw(start, "for (;;) await new Promise((done) => setTimeout(done, 9));"),
        after
    );
    assert_eq!(openclaw("\"command:new\"", never)[3], "e gateway:startup");
    assert_eq!(openclaw(start, &format!("if (event.action !== 'startup') return; {never}")), after);
    assert_eq!(openclaw(start, &format!("if (event.action !== 'shutdown') return; {never}")), all);
    let ended = ["a gateway:startup", "c ", "d gateway", "e "];
    assert_eq!(openclaw(start, "process.exit(1);"), ended);
    assert_eq!(openclaw(start, "for (;;);"), ended, "it does nothing more");
    // One that waits before it ends leaves the others what comes until then.
    assert_eq!(openclaw(start, "await fetch('http://a'); process.exit(1);"), after);
    // Of all events of the category it is so at the start alone that it is called for it.
    let before_all = ["a ", "c ", "d ", "e command:new"];
    assert_eq!(openclaw(general, never), before_all);
    assert_eq!(
        openclaw(general, &format!("if (event.action !== 'startup') return; {never}"))[..2],
        ["a ", "c "]
    );
}

#[test]
fn a_hook_for_a_whole_category_says_for_which_events_of_it_it_is_not_called() {
    let home = Home::new();
    home.write(".openclaw/openclaw.json", "{\"hooks\": {\"internal\": {\"enabled\": true}}}");
    let openclaw = AgentId::Openclaw;
    let does = "if (event.action === 'new') { await new Promise(() => {}); }";
    hook(&home, openclaw, "a", "\"command\"", does);
    hook(&home, openclaw, "b", "\"command\"", "");
    let runtimes = [(openclaw, "2026.9.6".to_owned())].into();
    let options = Options { runtimes, ..Options::default() };
    let hooks = Inventory::scan(&home.machine, openclaw, &options).hooks();
    let b = hooks.iter().find(|hook| hook.name == "b").unwrap();
    assert_eq!((b.state, b.runtime.called.as_slice()), (State::Ready, &["command".to_owned()][..]));
    let note = b.notes.iter().find(|note| note.id == "held-up").unwrap();
    let says =
        "OpenClaw calls a first for command:new, and that never ends: it is not called for that.";
    assert_eq!(note.sentence, says);
}

#[test]
fn milady_calls_those_of_the_single_event_first() {
    let milady = |events: &str| {
        called(
            AgentId::Milady,
            "2026-03-01",
            events,
            "for (;;) await new Promise((done) => setTimeout(done, 9));",
        )
    };
    assert_eq!(milady("\"gateway\"")[..2], ["a gateway:startup", "c gateway:startup"]);
    assert_eq!(milady("\"gateway:startup\"")[2], "d ");
}

#[test]
fn a_hook_that_is_not_reached_keeps_nobody_from_being_called() {
    let home = Home::new();
    home.write(".openclaw/openclaw.json", "{\"hooks\": {\"internal\": {\"enabled\": true}}}");
    let openclaw = AgentId::Openclaw;
    let never = "await new Promise(() => {});";
    hook(&home, openclaw, "a", "\"gateway:startup\"", never);
    hook(&home, openclaw, "b", "\"gateway:startup\"", "process.exit(0);");
    hook(&home, openclaw, "c", "\"command:new\"", never);
    hook(&home, openclaw, "d", "\"gateway:startup\",\"command:new\"", "");
    hook(&home, openclaw, "e", "\"command:reset\"", "");
    let runtimes = [(openclaw, "2026.9.6".to_owned())].into();
    let options = Options { runtimes, ..Options::default() };
    let hooks = Inventory::scan(&home.machine, openclaw, &options).hooks();
    let of = |name: &str| hooks.iter().find(|hook| hook.name == name).unwrap();
    assert_eq!(of("a").state, State::Ready);
    assert_eq!(of("b").state, State::NotCalled);
    assert_eq!(of("e").state, State::Ready, "b does not end it");
    let why = "OpenClaw calls a first for gateway:startup, and that never ends";
    assert_eq!(of("d").reason.as_deref(), Some(why));
    assert_eq!(of("d").state, State::NotCalled);
}

#[test]
fn what_no_text_can_be_made_of_ends_the_loader_once_its_hook_is_registered() {
    for own in
        ["\"emoji\":{\"toString\":1}", "\"events\":[\"gateway:startup\",{\"toString\":\"x\"}]"]
    {
        let home = with_ends(&[]);
        let metadata = format!("{{\"milady\":{{\"events\":[\"gateway:startup\"],{own}}}}}");
        home.milady(".milady/hooks/h0", "h0", &metadata);
        let hooks = shipped(&home);
        assert!(hooks.iter().all(|hook| hook.state != State::Ready), "{own}");
        let first = hooks.iter().find(|hook| hook.name == "h0").unwrap();
        assert_eq!((first.state, first.runtime.loads), (State::Broken, Some(false)), "{own}");

        // Nor where only running its module tells whether it comes so far.
        let sure = std::fs::read_to_string(home.path(".milady/hooks/h0/handler.ts")).unwrap();
        home.write(
            ".milady/hooks/h0/handler.ts",
            &format!("if (!process.env.NOPE_X) throw 1;\n{sure}"),
        );
        assert!(shipped(&home).iter().any(|hook| hook.state == State::Ready), "{own}");
        home.write(".milady/hooks/h0/handler.ts", &sure);

        // Not where it does not come so far.
        home.write(
            ".milady/milady.json",
            "{ hooks: { internal: { entries: { h0: { enabled: false } } } } }",
        );
        let hooks = shipped(&home);
        let others = hooks.iter().filter(|hook| hook.name != "h0");
        assert!(others.clone().all(|hook| hook.state == State::Ready), "{own}");
        assert_eq!(others.count(), 8);
    }
}
