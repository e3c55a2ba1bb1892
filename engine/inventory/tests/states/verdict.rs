//! The state of a hook over all combinations of what decides it: the first that applies, in the
//! documented order broken, replaced, cannot run here, off, needs setup, ready.

use tacklebox_agents::hook::{AgentId, State};

use super::Home;

/// What is true of one hook.
#[derive(Clone, Copy, Debug)]
struct Facts {
    no_events: bool,
    replaced: bool,
    other_system: bool,
    off: bool,
    all_off: bool,
    lacks_a_variable: bool,
}

impl Facts {
    fn all() -> impl Iterator<Item = Self> {
        (0..64_u32).map(|bits| {
            let has = |bit: u32| bits & (1 << bit) != 0;
            Self {
                no_events: has(0),
                replaced: has(1),
                other_system: has(2),
                off: has(3),
                all_off: has(4),
                lacks_a_variable: has(5),
            }
        })
    }

    fn home(self) -> Home {
        let home = Home::new();
        let events = if self.no_events { "" } else { "\"gateway:startup\"" };
        let os = if self.other_system { "\"win32\"" } else { "" };
        let env = if self.lacks_a_variable { "\"A_KEY\"" } else { "" };
        let own = format!(
            "{{\"milady\":{{\"events\":[{events}],\"os\":[{os}],\"requires\":{{\"env\":[{env}]}}}}}}"
        );
        home.milady(".milady/hooks/a", "a", &own);
        if self.replaced {
            let other = "{\"milady\":{\"events\":[\"gateway:startup\"]}}";
            home.milady(".milady/workspace/hooks/a", "a", other);
        }
        let (all, one) = (!self.all_off, !self.off);
        home.write(
            ".milady/milady.json",
            &format!("{{ hooks: {{ internal: {{ enabled: {all}, entries: {{ a: {{ enabled: {one} }} }} }} }} }}"),
        );
        home
    }

    /// The rule, written down once more.
    fn state(self) -> State {
        if self.no_events {
            State::Broken
        } else if self.replaced {
            State::Replaced
        } else if self.other_system {
            State::CannotRunHere
        } else if self.off || self.all_off {
            State::Off
        } else if self.lacks_a_variable {
            State::NeedsSetup
        } else {
            State::Ready
        }
    }
}

#[test]
fn the_first_state_that_applies_is_the_state_in_all_combinations() {
    for facts in Facts::all() {
        let hook = facts.home().hook(AgentId::Milady, "milady/managed/a");
        assert_eq!(hook.state, facts.state(), "{facts:?}");
        assert_eq!(hook.enabled, !facts.off, "{facts:?}");
        assert_eq!(hook.eligible, !facts.other_system && !facts.lacks_a_variable, "{facts:?}");
        assert_eq!(hook.replaced_by.is_some(), facts.replaced, "{facts:?}");
        assert_eq!(hook.error.is_some(), facts.no_events, "{facts:?}");
        let lacks = usize::from(facts.other_system) + usize::from(facts.lacks_a_variable);
        assert_eq!(hook.missing.len(), lacks, "{facts:?}");
    }
}

#[test]
fn a_state_that_a_person_can_do_something_about_has_a_reason_and_ready_has_none() {
    for facts in Facts::all() {
        let hook = facts.home().hook(AgentId::Milady, "milady/managed/a");
        let reason = hook.reason.as_deref();
        match facts.state() {
            State::Ready => assert_eq!(reason, None),
            // Its own switch says it; that of all hooks has to be named.
            State::Off if facts.off => assert_eq!(reason, None, "{facts:?}"),
            State::Off => assert_eq!(reason, Some("All hooks of Milady are off")),
            State::Replaced => assert_eq!(reason, Some("Replaced by the one in your workspace")),
            _ => assert!(reason.is_some_and(|reason| !reason.is_empty()), "{facts:?}"),
        }
    }
}

#[test]
fn while_the_config_cannot_be_read_nothing_is_ready() {
    for facts in Facts::all() {
        let home = facts.home();
        home.write(".milady/milady.json", "{ hooks: ");
        let hook = home.hook(AgentId::Milady, "milady/managed/a");
        // What the config would say is not known; the rest is.
        let known = Facts { off: false, all_off: false, lacks_a_variable: true, ..facts };
        assert_eq!(hook.state, known.state(), "{facts:?}");
    }
}
