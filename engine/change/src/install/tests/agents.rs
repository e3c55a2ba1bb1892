//! Installing for each agent: off from the start, with a receipt, taken back without a trace; and what
//! is in the way.

use serde_json::json;

use super::*;
use crate::install::{remove, removed};
use crate::ops::{self, Others};
use crate::receipt;
use tacklebox_agents::config::{self, Syntax};
use tacklebox_agents::hook::State;

const ALL: [&str; 3] = ["milady", "eliza", "openclaw"];

/// A folder with the hook `greeter` in it, as each agent reads it.
fn offered(home: &Home, agent: AgentId) {
    match agent {
        AgentId::Zeroclaw => drop(home.file("from/h/HOOK.toml", ZEROCLAW)),
        AgentId::Moltis => drop(home.file("from/h/HOOK.md", MOLTIS)),
        _ => home.hook("from/h", &ALL, "greeter"),
    }
    let script = home.file("from/h/hello.sh", "#!/bin/sh\necho hello\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(script, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let _ = script;
}

fn refusal(home: &Home, agent: AgentId) -> String {
    let staged = home.stage("h").unwrap();
    let before = home.tree();
    let error = home.plan(agent, &staged).unwrap_err();
    assert_eq!(home.tree(), before);
    error.to_string()
}

#[test]
fn a_hook_starts_off_has_a_receipt_and_leaves_no_trace_when_it_is_taken_back() {
    for agent in AgentId::ALL {
        let home = Home::new();
        offered(&home, agent);
        let before = home.tree();
        let hook = home.install(agent, "h").remove(0);
        assert_eq!((hook.state, hook.enabled), (State::Off, false), "{agent}");
        assert_eq!(hook.id, format!("{agent}/managed/greeter"));
        let receipt = receipt::read(&home.machine, hook.dir.as_deref().unwrap()).unwrap();
        assert!(receipt.changed.is_empty(), "{agent}: {receipt:?}");
        assert_eq!(receipt.source, home.path("from/h").to_str().unwrap());
        // Turning it on is the last step.
        let inventory = home.scan(agent);
        let on = ops::set_enabled(&home.machine, &inventory, &hook.id, true, Others::Keep).unwrap();
        apply::apply(&home.machine, &on).unwrap();
        let now = home.scan(agent).find(&hook.id).unwrap().0.clone();
        assert_eq!(now.state, State::Ready, "{agent}: {:?}", now.error);
        // The same once more changes nothing, and does not turn it off.
        let staged = home.stage("h").unwrap();
        assert!(home.plan(agent, &staged).unwrap().plan.is_empty(), "{agent}");
        drop(staged);
        home.undo();
        home.undo();
        // What tells a running agent of a change goes with the home that was made for it.
        assert_eq!(home.tree(), before, "{agent}");
    }
}

#[test]
fn an_older_switch_that_is_on_does_not_turn_it_on() {
    let home = Home::new();
    offered(&home, AgentId::Milady);
    let config = "{ hooks: { internal: { entries: { greeter: { enabled: true, env: { A: \"1\" } } } } } } // mine\n";
    home.file("home/.milady/milady.json", config);
    assert_eq!(home.install(AgentId::Milady, "h")[0].state, State::Off);
    let now = fs::read_to_string(home.path("home/.milady/milady.json")).unwrap();
    assert!(now.contains("greeter: { enabled: false, env: { A: \"1\" } }"), "{now}");
    assert!(now.ends_with("// mine\n"), "{now}");
}

#[test]
fn a_config_that_cannot_be_read_keeps_hooks_out_since_they_could_not_be_turned_off() {
    let home = Home::new();
    offered(&home, AgentId::Milady);
    home.file("home/.milady/milady.json", "{ hooks: ");
    let error = refusal(&home, AgentId::Milady);
    assert!(error.contains("cannot be read as it is"), "{error}");
}

#[test]
fn the_hooks_of_a_pack_lie_side_by_side_and_change_each_file_once() {
    for agent in [AgentId::Openclaw, AgentId::Milady] {
        let home = Home::new();
        home.file("from/p/package.json", r#"{"openclaw":{"hooks":["hooks/a","hooks/b"]}}"#);
        home.hook("from/p/hooks/a", &ALL, "a");
        home.hook("from/p/hooks/b", &ALL, "b");
        let hooks = home.install(agent, "p");
        let managed = home.agent(agent).managed;
        assert_eq!(hooks[0].dir, Some(managed.join("a")));
        assert_eq!(hooks[1].dir, Some(managed.join("b")));
        assert!(hooks.iter().all(|hook| hook.state == State::Off), "{agent}");
        assert!(!managed.join("a/package.json").exists());
    }
}

#[test]
fn a_pack_of_which_one_hook_is_there_brings_the_other() {
    let home = Home::new();
    home.hook("from/p/a", &ALL, "a");
    home.install(AgentId::Milady, "p");
    home.hook("from/p/b", &ALL, "b");
    let staged = home.stage("p").unwrap();
    let arrival = home.plan(AgentId::Milady, &staged).unwrap();
    assert_eq!(arrival.plan.done, "b was installed, and is off.");
    assert_eq!(arrival.plan.hook.as_deref(), Some("milady/managed/b"));
    assert_eq!(arrival.dirs.len(), 2);
}

#[test]
fn what_is_there_and_not_from_here_is_left() {
    for agent in AgentId::ALL {
        let home = Home::new();
        offered(&home, agent);
        let dir = home.agent(agent).managed.join("greeter");
        fs::create_dir_all(&dir).unwrap();
        let error = refusal(&home, agent);
        assert!(error.contains("was not installed by Tacklebox"), "{error}");
        assert!(error.ends_with("Rename or remove it first."), "{error}");
    }
}

#[test]
fn an_installed_one_is_replaced_only_as_it_was_installed() {
    let home = Home::new();
    offered(&home, AgentId::Milady);
    let dir = home.install(AgentId::Milady, "h")[0].dir.clone().unwrap();
    home.file("from/h/handler.ts", "export default async () => { /* new */ };\n");
    let staged = home.stage("h").unwrap();
    let review = home.review(AgentId::Milady, &staged);
    assert_eq!(review.replaces, [dir.to_str().unwrap()]);
    drop(staged);
    home.install(AgentId::Milady, "h");
    assert!(fs::read_to_string(dir.join("handler.ts")).unwrap().contains("new"));
    home.undo();
    assert!(!fs::read_to_string(dir.join("handler.ts")).unwrap().contains("new"));
    let relative = dir.strip_prefix(home.path("")).unwrap().join("handler.ts");
    home.file(relative.to_str().unwrap(), "// by hand");
    let error = refusal(&home, AgentId::Milady);
    assert!(error.contains("changed by hand: handler.ts"), "{error}");
}

#[test]
fn a_hook_of_its_name_in_another_folder_is_in_the_way() {
    let home = Home::new();
    offered(&home, AgentId::Zeroclaw);
    home.file("home/.zeroclaw/workspace/hooks/mine/HOOK.toml", ZEROCLAW);
    let error = refusal(&home, AgentId::Zeroclaw);
    assert!(error.contains("has a hook named greeter already"), "{error}");
}

#[test]
fn a_stranger_cannot_take_another_hooks_switch() {
    // A key that belongs to somebody else: off for one would be off for both.
    let home = Home::new();
    home.hook("home/.milady/hooks/guard", &["milady"], "guard");
    let thief = "---\nname: greeter\nmetadata: {\"milady\":{\"hookKey\":\"guard\",\"events\":[\"command\"]}}\n---\n";
    home.file("from/h/HOOK.md", thief);
    home.file("from/h/handler.ts", "export default () => {};");
    let error = refusal(&home, AgentId::Milady);
    assert!(error.contains("the same switch as guard"), "{error}");
    // A name that is on the same list.
    let home = Home::new();
    home.file("home/.moltis/hooks/.keep", "");
    home.file("from/h/HOOK.md", MOLTIS.replace("greeter", "session-memory"));
    home.file("from/h/hello.sh", "");
    let error = refusal(&home, AgentId::Moltis);
    assert!(error.contains("the same switch as"), "{error}");
}

#[test]
fn a_hook_that_comes_with_the_agent_is_replaced_and_that_is_said() {
    let home = Home::new();
    home.hook("bundled/greeter", &["openclaw"], "greeter");
    let bundled = home.path("bundled");
    let home = home.with_env(&[("OPENCLAW_BUNDLED_HOOKS_DIR", bundled.to_str().unwrap())]);
    offered(&home, AgentId::Openclaw);
    let staged = home.stage("h").unwrap();
    let review = home.review(AgentId::Openclaw, &staged);
    let says = review.steps.iter().any(|step| step.contains("this one replaces it"));
    assert!(says, "{:?}", review.steps);
}

#[test]
fn openclaws_other_hooks_stay_as_they_are() {
    let home = Home::new();
    offered(&home, AgentId::Openclaw);
    home.hook("home/.openclaw/hooks/a", &["openclaw"], "a");
    home.hook("home/.openclaw/hooks/b", &["openclaw"], "b");
    // No entry and `enabled: true` is "all": the first entry would turn the others off.
    home.file("home/.openclaw/openclaw.json", "{\"hooks\":{\"internal\":{\"enabled\":true}}}\n");
    let staged = home.stage("h").unwrap();
    let arrival = home.plan(AgentId::Openclaw, &staged).unwrap();
    assert_eq!(arrival.plan.also, []);
    let kept: Vec<&str> = arrival.kept.iter().map(|also| also.name.as_str()).collect();
    // Its own five, too, of which nothing is on this computer.
    let brings = [
        "boot-md",
        "bootstrap-extra-files",
        "command-logger",
        "compaction-notifier",
        "session-memory",
    ];
    assert_eq!((&kept[..2], &kept[2..]), (&["a", "b"][..], &brings[..]));
    let review = home.review(AgentId::Openclaw, &staged);
    assert!(
        review.steps.contains(
            &"Name other hooks there too, to keep a, b, boot-md, bootstrap-extra-files, command-logger, compaction-notifier and session-memory on"
                .to_owned()
        ),
        "{:?}",
        review.steps
    );
    drop(staged);
    home.install(AgentId::Openclaw, "h");
    let text = fs::read_to_string(home.path("home/.openclaw/openclaw.json")).unwrap();
    let value = config::parse(Syntax::Json5, &text).unwrap();
    let mut entries = json!({"greeter": {"enabled": false}});
    for name in ["a", "b"].iter().chain(&brings) {
        entries[*name] = json!({"enabled": true});
    }
    assert_eq!(value["hooks"]["internal"]["entries"], entries);
}

#[test]
fn zeroclaws_manifest_keeps_all_but_its_switch() {
    let home = Home::new();
    offered(&home, AgentId::Zeroclaw);
    home.install(AgentId::Zeroclaw, "h");
    let placed = home.path("home/.zeroclaw/workspace/hooks/greeter/HOOK.toml");
    let text = fs::read_to_string(placed).unwrap();
    assert_eq!(text, ZEROCLAW.replace("enabled = true", "enabled = false"));
}

/// Asked of the agents themselves: each of these was said to be off, and was run.
#[test]
fn a_hook_is_off_by_the_name_that_the_version_in_force_reads() {
    let runtimes = [
        (AgentId::Milady, "2026-03-01"),
        (AgentId::Eliza, "2.0.0-beta.2"),
        (AgentId::Openclaw, "2026.7.35"),
        (AgentId::Openclaw, "2026.9.6"),
        (AgentId::Moltis, "2026-08-21"),
    ];
    let names = [
        "weather # daily",
        "'it''s'",
        "\"caf\\u00e9\"",
        "&x anch",
        "!!str t",
        "1.50",
        "012",
        "+7",
        "\"quoted\" ",
        "half\"",
        "\u{feff}mark",
    ];
    for (agent, version) in runtimes {
        let now = |home: &Home| {
            let mut options = Options::default();
            options.runtimes.insert(agent, version.to_owned());
            Inventory::scan(&home.machine, agent, &options)
        };
        for (name, key) in names.iter().map(|name| (*name, "")).chain([
            ("keyed", "\"hookKey\":\"\","),
            ("keyed", "\"hookKey\":\" \","),
            ("keyed", "\"hookKey\":5,"),
            ("keyed", "\"hookKey\":\"k # y\","),
        ]) {
            let home = Home::new();
            let text = match agent {
                AgentId::Moltis => MOLTIS.replace(
                    "greeter",
                    &format!(" {} ", name.trim_matches(['"', ' '])).replace(['\\', '"'], ""),
                ),
                _ => format!(
                    "---\nname: {name}\ndescription: d\nmetadata: {{\"{agent}\":{{{key}\"events\":[\"gateway:startup\"]}}}}\n---\n"
                ),
            };
            home.file("from/h/HOOK.md", text);
            home.file("from/h/handler.ts", "export default async () => {};\n");
            home.file("from/h/hello.sh", "#!/bin/sh\n");
            home.file("home/.openclaw/openclaw.json", "{hooks:{internal:{enabled:true}}}\n");
            let staged = home.stage("h").unwrap();
            let inventory = now(&home);
            let Ok(arrival) = foreign::plan_install(&home.machine, &inventory, &staged) else {
                continue;
            };
            apply::apply(&home.machine, &arrival.plan).unwrap();
            let then = now(&home);
            let hook = then.candidates().map(|(_, hook)| hook);
            let hook = hook.into_iter().find(|it| it.dir == Some(arrival.dirs[0].clone())).unwrap();
            assert!(!hook.enabled, "{agent} {version} {name:?} {key:?}: {hook:?}");

            // Back after its switch went with it, it is off by the same name.
            let (id, machine) = (hook.id.clone(), &home.machine);
            apply::apply(machine, &remove::plan(machine, &then, &id, true).unwrap()).unwrap();
            let removed = &removed::list(machine)[0];
            let plan = removed::plan_restore(machine, &now(&home), removed).unwrap();
            apply::apply(machine, &plan).unwrap();
            let back = now(&home);
            let hook = back.find(&id).unwrap().0;
            assert!(!hook.enabled, "{agent} {version} {name:?} {key:?}: {hook:?}");
        }
    }
}

/// A hook that is pinned to a version, and is to follow another source from now on.
#[test]
fn the_same_files_from_another_place_change_where_updates_come_from() {
    for agent in AgentId::ALL {
        let home = Home::new();
        offered(&home, agent);
        let hook = home.install(agent, "h").remove(0);
        let dir = hook.dir.clone().unwrap();
        let before = std::fs::read(dir.join(agent.dialect().manifest_file())).unwrap();
        fs::rename(home.path("from/h"), home.path("from/moved")).unwrap();
        let staged = home.stage("moved").unwrap();
        let plan = home.plan(agent, &staged).unwrap().plan;
        assert!(plan.done.contains("from/moved now"), "{}", plan.done);
        apply::apply(&home.machine, &plan).unwrap();
        let source = || receipt::read(&home.machine, &dir).unwrap().source;
        assert_eq!(source(), home.path("from/moved").to_str().unwrap(), "{agent}");
        assert_eq!(std::fs::read(dir.join(agent.dialect().manifest_file())).unwrap(), before);
        assert!(home.plan(agent, &staged).unwrap().plan.is_empty(), "{agent}");
        drop(staged);
        home.undo();
        assert_eq!(source(), home.path("from/h").to_str().unwrap(), "{agent}");
    }
}
