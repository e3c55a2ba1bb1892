//! Hooks that are called and do not come back, and those that are not called for it: an agent calls one after the other
//! (rule ).

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::{Inventory, Place, Slot};
use crate::discover::Module;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::policy::Policy;
use tacklebox_agents::hook::{Hook, State};
use tacklebox_agents::moment::Keys;
use tacklebox_audit::module::{Stay, StayHow};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// What an agent sends when it has started.
const START: &str = "gateway:startup";

/// A hook that does not come back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Holds {
    at: Place,
    name: String,
    stay: Stay,
    keys: Vec<String>,
    policy: &'static Policy,
    /// The places that come after it in any case.
    behind: BTreeSet<Place>,
    /// The events for which another one keeps it from being called itself.
    kept: Vec<String>,
}

impl Holds {
    /// Those of its keys for which it is called for this event.
    fn heard(&self, event: &str) -> impl Iterator<Item = &str> {
        self.keys.iter().map(String::as_str).filter(move |key| self.policy.hears(key, event))
    }

    /// Whether it does not come back from a call for this event.
    fn stays(&self, event: &str) -> bool {
        let reached = !self.kept.iter().any(|kept| kept == event);
        self.heard(event).next().is_some() && reached && self.stay.is_for(event)
    }

    /// Whether a hook at another place, which listens to this key, is not called for this event.
    fn keeps(&self, place: &Place, key: &str, event: &str) -> bool {
        if !self.stays(event) || *place == self.at {
            return false;
        }
        // A whole category is called before or after the single event.
        let turn = |key: &str| (key == category(event)) != self.policy.general_first;
        match self.heard(event).map(turn).min().cmp(&Some(turn(key))) {
            Ordering::Less => true,
            Ordering::Equal => self.behind.contains(place),
            Ordering::Greater => false,
        }
    }

    /// Whether the agent does nothing more when it has started.
    fn ends(&self) -> bool {
        let over = matches!(self.stay.how, StayHow::Exits | StayHow::Freezes);
        over && self.stay.at_once && self.stays(START)
    }
}

fn category(event: &str) -> &str {
    event.split(':').next().unwrap_or(event)
}

impl Inventory {
    /// The hooks that do not come back, and that are called.
    pub(super) fn holds(&self, machine: &Machine) -> Vec<Holds> {
        let stays = |place: &Place, slot: &Slot| match &slot.candidate.module {
            Module::Stays(stay) => Some((place.clone(), stay.clone())),
            _ => None,
        };
        let all = self.slots.iter().filter_map(|(place, slot)| stays(place, slot));
        let all: Vec<_> = all.collect();
        // Nearly always: then the disk is not asked for its order.
        if all.is_empty() {
            return Vec::new();
        }
        let Some(policy) = self.agent.dialect.policy(Keys::Internal) else { return Vec::new() };
        let holds = |(at, stay): (Place, Stay)| {
            let slot = self.slots.get(&at)?;
            let keys = slot.candidate.effective().ok()?.events.clone();
            self.imports(machine, &at, slot).then(|| Holds {
                name: slot.candidate.name().to_owned(),
                behind: self.surely_behind(&at),
                stay,
                keys,
                policy,
                kept: Vec::new(),
                at,
            })
        };
        let mut all: Vec<_> = all.into_iter().filter_map(holds).collect();
        let sends = self.agent.dialect.rules.sends.unwrap_or_default();
        let kept = |one: &Holds| {
            let lost = |event: &&&str| {
                one.heard(event).all(|key| all.iter().any(|other| other.keeps(&one.at, key, event)))
            };
            sends.iter().filter(lost).map(|event| (*event).to_owned()).collect()
        };
        let all_kept: Vec<_> = all.iter().map(kept).collect();
        all.iter_mut().zip(all_kept).for_each(|(one, kept)| one.kept = kept);
        all
    }
}

/// Takes from a hook that would be called what it is not called for, and says why.
pub(super) fn take(all: &[Holds], agent: &Agent, place: &Place, hook: &mut Hook) -> Option<String> {
    if all.is_empty() || hook.state != State::Ready {
        return None;
    }
    let sends = agent.dialect.rules.sends.unwrap_or_default();
    let kept = |holds: &Holds, key: &str| {
        if holds.ends() && key != START && key != category(START) {
            return true;
        }
        if key.contains(':') {
            return holds.keeps(place, key, key);
        }
        let mut events = sends.iter().filter(|event| category(event) == key).peekable();
        events.peek().is_some() && events.all(|event| holds.keeps(place, key, event))
    };
    let by = |key: &str| all.iter().find(|holds| kept(holds, key));
    let called = &mut hook.runtime.called;
    let Some(first) = called.iter().find_map(|key| by(key)) else {
        // Of a whole category some events may not come to it.
        let heard = |event: &&&str| called.iter().any(|key| category(event) == key);
        let kept = |it: &Holds, event: &str| it.keeps(place, category(event), event);
        let heard: Vec<&str> = sends.iter().filter(heard).copied().collect();
        let first = all.iter().find(|it| heard.iter().any(|event| kept(it, event)))?;
        let lost = heard.into_iter().filter(|event| kept(first, event));
        return Some(why(first, agent.dialect.title, &words::any_of(lost)));
    };
    let lost = |key: &&String| by(key).is_some_and(|by| by.at == first.at);
    let keys = words::any_of(called.iter().filter(lost));
    called.retain(|key| by(key).is_none());
    let title = agent.dialect.title;
    if hook.runtime.called.is_empty() {
        hook.state = State::NotCalled;
    }
    Some(why(first, title, &keys))
}

/// What a hook does, for which others are not called for these keys.
fn why(first: &Holds, title: &str, keys: &str) -> String {
    match first.stay.how {
        StayHow::Exits if first.ends() => {
            format!("{} ends {title} when it has started", first.name)
        }
        StayHow::Exits => format!("{} ends {title} before it comes to {keys}", first.name),
        StayHow::Freezes if first.ends() => {
            format!("{} keeps {title} busy for ever when it has started", first.name)
        }
        StayHow::Waits | StayHow::Rounds | StayHow::Freezes => {
            format!("{title} calls {} first for {keys}, and that never ends", first.name)
        }
    }
}
