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
