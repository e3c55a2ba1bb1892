//! The box around each runtime, with what only that one offers to get out.

use std::sync::Arc;

use super::*;
use crate::boxed::{Access, Boxed, Kind};
use tacklebox_agents::agent::{Agent, Options};
use tacklebox_agents::hook::AgentId;
use tacklebox_testing::kernel::has_walls;

/// What is common to all three, and then what Bun has of its own. Deno's own is out of a handler's reach.
const SLY: &str = include_str!("../../../../../../tests/hostile/hooks/leaves-its-box.ts");

on_each_runtime! {
    async fn a_hook_does_not_leave_its_box_and_what_it_did_is_known(home: &Home) {
        if !has_walls() {
            return;
        }
        home.write("../.ssh/id_rsa", "SECRET");
        let machine = Machine::new(
            tacklebox_machine::machine::Platform::current(),
            home.dir.path(),
            Default::default(),
        );
        let agent = Agent::locate(&machine, AgentId::Milady, &Options::documented());
        let boxed = Boxed::new(&machine, &agent, false).unwrap();
        let mut spec = home.module("sly/handler.ts", SLY);
        spec.env = boxed.env().to_vec();
        spec.boxed = Some(Arc::clone(&boxed));
        spec.cwd = boxed.workspace();
        let ran = home.call(&spec).await;
        let did: Vec<_> = ran.messages.iter().filter_map(|it| it.strip_suffix(" did")).collect();
        assert_eq!(did, ["own", "program"], "{ran:?}");
        let seen = ran.seen.unwrap();
        assert_eq!(seen.boxed, Some(Kind::Landlock));
        let effects = seen.effects.unwrap();
        let at = |name: &str| home.dir.path().join(name).to_string_lossy().into_owned();
        let refused = |name: &str, access| {
            effects.refused.iter().any(|it| it.path == at(name) && it.access == access)
        };
        assert!(refused(".ssh/id_rsa", Access::Read), "{effects:?}");
        assert!(refused(".bashrc", Access::Write), "{effects:?}");
        for host in ["203.0.113.9", "203.0.113.8"] {
            assert!(effects.hosts.iter().any(|it| it == host), "{effects:?}");
        }
        let wrote: Vec<_> = effects.wrote.iter().map(|it| &*it.path).collect();
        assert_eq!(wrote, [at("hooks/sly/own.log")], "{effects:?}");
        assert!(effects.programs.iter().any(|it| it.ends_with("/cat")), "{effects:?}");
    }
}
