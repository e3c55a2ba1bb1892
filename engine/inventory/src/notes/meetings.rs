//! Where hooks of one agent meet: on an event that several of them may change, or on a single event
//! and its whole category.

use std::collections::{BTreeMap, BTreeSet};

use crate::discover::{Candidate, Kind};
use tacklebox_agents::agent::Agent;

/// The events on which hooks meet. Hooks that do not run in any case are not counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meetings {
    /// Events that more than one hook may change.
    changed_by_several: BTreeSet<String>,
    /// Categories that hooks listen to as a whole and by single events.
    on_two_levels: BTreeSet<String>,
}

impl Meetings {
    pub fn of<'a>(agent: &Agent, running: impl Iterator<Item = &'a Candidate>) -> Self {
        let mut changing: BTreeMap<&str, usize> = BTreeMap::new();
        let (mut general, mut single) = (BTreeSet::new(), BTreeSet::new());
        for candidate in running {
            let Ok(manifest) = &candidate.manifest else { continue };
            // What is built into an agent changes no event.
            let changes = candidate.kind != Kind::Builtin;
            for event in &manifest.events {
                match event.split_once(':') {
                    Some((category, _)) => single.insert(category),
                    None => general.insert(event.as_str()),
                };
                if changes {
                    let times = changing.entry(event).or_default();
                    *times = times.saturating_add(1);
                }
            }
        }
        let several = changing
            .into_iter()
            .filter(|(event, count)| *count > 1 && agent.dialect.may_change(event));
        Self {
            changed_by_several: several.map(|(event, _)| event.to_owned()).collect(),
            on_two_levels: general.intersection(&single).map(|c| (*c).to_owned()).collect(),
        }
    }

    /// Several hooks may change what one of these events carries.
    pub fn on_change(&self, events: &[String]) -> bool {
        events.iter().any(|event| self.changed_by_several.contains(event))
    }

    /// One of these events is listened to alone and with its whole category.
    pub(crate) fn on_levels(&self, events: &[String]) -> bool {
        let category = |event: &String| event.split(':').next().map(str::to_owned);
        events.iter().filter_map(category).any(|category| self.on_two_levels.contains(&category))
    }
}
