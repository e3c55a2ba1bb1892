//! In which order the agent loads its hooks, and where its loader ends before its time.

use super::{Inventory, Place};
use crate::discover::{Candidate, Kind, Module};
use tacklebox_agents::hook::{Hook, Source};
use tacklebox_agents::in_force::InForce;
use tacklebox_agents::manifest::shipped::EndsLoader;
use tacklebox_machine::machine::Platform;

/// A place in the order of loading: what the config registers directly comes after all folders.
type Turn = (bool, Place);

/// What ends a loader: no hook after it is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stop {
    /// None: before the first one.
    at: Option<Turn>,
    /// The places behind it.
    behind: std::collections::BTreeSet<Place>,
    /// The name of the hook that it ends at; none where it does not get to any.
    name: Option<String>,
    why: String,
}

impl Stop {
    /// Whether the hook of this place is not loaded for it. The one that stops is not loaded either.
    pub(super) fn stops(&self, place: &Place) -> bool {
        self.at.is_none() || self.behind.contains(place)
    }

    /// Said on each hook that is not loaded.
    pub(super) fn sentence(&self, runtime: &InForce, hook: &str) -> String {
        let (title, version) = (runtime.dialect().title, runtime.runtime.version);
        let at = match self.name.as_deref() {
            None => "loads no hook".to_owned(),
            Some(name) if name == hook => "stops loading hooks at this one".to_owned(),
            Some(name) => format!("stops loading hooks at {name}, before this one"),
        };
        format!("{title} {version} {at}: {}", self.why)
    }
}

impl Inventory {
    /// As [`Self::candidates`], in the order in which the agent loads them: a hook that replaces others
    /// takes the place of the first of them, and what the config registers directly comes last.
    pub fn in_load_order(&self) -> impl Iterator<Item = (&Candidate, &Hook)> {
        let mut list: Vec<_> = self
            .slots
            .iter()
            .filter_map(|(p, s)| Some((self.turn(p, &s.candidate), &s.candidate, s.hook.as_ref()?)))
            .collect();
        list.sort_by(|a, b| a.0.cmp(&b.0));
        list.into_iter().map(|(_, candidate, hook)| (candidate, hook))
    }

    fn turn(&self, place: &Place, candidate: &Candidate) -> Turn {
        let named = self.names.get(candidate.name()).filter(|places| places.contains(place));
        let named = named.filter(|_| self.agent.dialect.shadows);
        let first = named.and_then(|places| places.first()).unwrap_or(place).clone();
        (matches!(candidate.kind, Kind::Legacy | Kind::Gateway), first)
    }

    /// The place of the hook that counts, of all of one name.
    pub(super) fn strongest(&self, name: &str) -> Option<&Place> {
        let places = self.names.get(name)?;
        let own = |place: &&Place| {
            self.slots.get(*place).is_some_and(|it| it.candidate.source != Source::Workspace)
        };
        let opt_in = self.agent.dialect.rules.workspace_opt_in;
        let first = opt_in.then(|| places.iter().rev().find(own)).flatten();
        first.or_else(|| places.last())
    }

    /// Whether the loader comes so far as to import the module of a hook.
    fn reached(&self, slot: &super::Slot) -> bool {
        let candidate = &slot.candidate;
        self.agent.hooks_on()
            && super::runtime::left_out(&self.agent, candidate).is_none()
            && super::verdict::enabled(&self.agent, candidate)
    }

    /// Where the loader ends before its time, if it does.
    pub(super) fn stop(&self, platform: Platform) -> Option<Stop> {
        if let Some(why) = self.agent.bad_extra_dir() {
            return Some(Stop { at: None, behind: Default::default(), name: None, why });
        }
        // It ends the agent itself: nothing is loaded any more, neither before nor after.
        let exits = |slot: &super::Slot| slot.candidate.module == Module::Ends;
        if let Some(slot) = self.slots.values().find(|slot| exits(slot) && self.reached(slot)) {
            let why = format!("the handler of {} ends it.", slot.candidate.name());
            return Some(Stop { at: None, behind: Default::default(), name: None, why });
        }
        let ends = |candidate: &Candidate| match &candidate.reading.as_ref()?.ends_loader {
            Some(EndsLoader::Always(why)) => Some(why.clone()),
            Some(EndsLoader::Elsewhere(why)) => {
                let os = &candidate.effective().ok()?.requires.os;
                (!os.iter().any(|os| os.contains(platform.as_str()))).then(|| why.clone())
            }
            None => None,
        };
        let (place, (name, why)) = self
            .slots
            .iter()
            .filter(|(place, slot)| {
                slot.candidate.is_discovered() && self.winner(place, &slot.candidate).is_none()
            })
            .filter_map(|(place, slot)| {
                let why = ends(&slot.candidate)?;
                let name = slot.candidate.name().to_owned();
                Some((self.turn(place, &slot.candidate), (name, why)))
            })
            .min_by(|a, b| a.0.cmp(&b.0))?;
        let behind = self.slots.iter().filter(|(at, slot)| {
            let turn = self.turn(at, &slot.candidate);
            turn >= place
        });
        let behind = behind.map(|(at, _)| at.clone()).collect();
        Some(Stop { at: Some(place), behind, name: Some(name), why })
    }
}
