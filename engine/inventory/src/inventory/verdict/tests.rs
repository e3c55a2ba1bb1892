//! What only this room can ask.

use super::*;
use tacklebox_agents::hook::AgentId;

#[test]
fn a_changed_hook_alarms_where_it_runs_and_what_is_serious_does_anywhere() {
    let blank = || {
        let home = tempfile::tempdir().unwrap();
        let machine = tacklebox_machine::machine::Machine::new(
            tacklebox_machine::machine::Platform::Linux,
            home.path(),
            Default::default(),
        );
        std::fs::create_dir_all(home.path().join(".milady/hooks/a")).unwrap();
        std::fs::File::create(home.path().join(".milady/hooks/a/HOOK.md")).unwrap();
        let options = tacklebox_agents::agent::Options::documented();
        let inventory = crate::inventory::Inventory::scan(&machine, AgentId::Milady, &options);
        Hook { state: State::Ready, enabled: true, ..inventory.hooks().remove(0) }
    };
    let changed = || vec!["handler.ts".to_owned()];
    let serious = Some("It sends your keys away.".to_owned());
    for (hook, alarming) in [
        (blank(), false),
        (Hook { changed: changed(), ..blank() }, true),
        (Hook { changed: vec!["log".to_owned()], ..blank() }, false),
        (Hook { changed: changed(), enabled: false, ..blank() }, false),
        (Hook { changed: changed(), state: State::Replaced, ..blank() }, false),
        (Hook { serious_change: serious.clone(), ..blank() }, true),
        (Hook { serious_change: serious, enabled: false, ..blank() }, true),
    ] {
        let seen = (&hook.changed, hook.enabled, hook.state, &hook.serious_change);
        assert_eq!(is_alarming(&hook), alarming, "{seen:?}");
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "plays a person who writes a hook")]
fn the_fork_of_zeroclaw_refuses_a_large_file_where_it_looks() {
    let home = tempfile::tempdir().unwrap();
    let hooks = home.path().join(".zeroclaw/workspace/hooks");
    let large = vec![b'x'; 512 * 1024 + 1];
    for (name, more, file) in [
        ("fits", "", "data"),
        ("large", "", "data"),
        ("accepted", "skip_security_audit = true\n", "data"),
        ("below", "", "folder/data"),
    ] {
        let dir = hooks.join(name);
        let at = dir.join(file);
        std::fs::create_dir_all(at.parent().unwrap()).unwrap();
        std::fs::write(&at, if name == "fits" { &large[1..] } else { &large }).unwrap();
        let text = format!(
            "[hook]\nname = \"{name}\"\nevent = \"on_message_received\"\n{more}[hook.action.shell]\ncommand = \"true\"\n"
        );
        std::fs::write(dir.join("HOOK.toml"), text).unwrap();
    }
    let machine = tacklebox_machine::machine::Machine::new(
        tacklebox_machine::machine::Platform::Linux,
        home.path(),
        Default::default(),
    );
    let runtimes = [(AgentId::Zeroclaw, "0.1.6-hooks".to_owned())].into();
    let options = tacklebox_agents::agent::Options { runtimes, ..Default::default() };
    let inventory = crate::inventory::Inventory::scan(&machine, AgentId::Zeroclaw, &options);
    let loads = |name: &str| {
        let hooks = inventory.hooks();
        hooks.into_iter().find(|hook| hook.name == name).unwrap().runtime.loads
    };
    assert_eq!(
        ["fits", "large", "accepted", "below"].map(loads),
        [Some(true), Some(false), Some(true), Some(true)]
    );
}
