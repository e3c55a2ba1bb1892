//! In which order the agent loads its hooks, and where its loader ends before its time.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::Path;

use super::{Inventory, Place, Slot};
use crate::discover::{self, Candidate, Kind, Module, Trouble};
use crate::eligibility;
use crate::notes;
use tacklebox_agents::dialect::shipped::{Entries, Folders, Inherited, Modules};
use tacklebox_agents::hook::{Hook, Source};
use tacklebox_agents::in_force::{ConfigState, InForce};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// A place in the order of loading: what the config registers directly comes after all folders, and then what is fixed
/// in the agent.
type Turn<R> = (u8, R);

/// What ends a loader: no hook after it is loaded. None at all is called, as what an agent sends when it starts
/// is sent behind the loader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stop {
    /// The places that are not loaded; none: no place is.
    behind: Option<BTreeSet<Place>>,
    /// The places for which that depends on what runs the agent.
    perhaps: BTreeSet<Place>,
    /// The names of the hooks that it ends at; none where it does not get to any.
    names: Vec<String>,
    why: String,
}

impl Stop {
    fn at_once(why: String) -> Self {
        Self { behind: None, perhaps: BTreeSet::new(), names: Vec::new(), why }
    }

    /// Whether the hook of this place is not loaded for it. The one that stops is not loaded either.
    pub(super) fn stops(&self, place: &Place) -> bool {
        self.behind.as_ref().is_none_or(|behind| behind.contains(place))
    }

    /// Whether that is so in one of two orders.
    pub(super) fn may_stop(&self, place: &Place) -> bool {
        self.perhaps.contains(place)
    }

    /// Said on each hook that is not loaded.
    pub(super) fn sentence(&self, runtime: &InForce, hook: &str) -> String {
        match &self.names[..] {
            [] => format!("{} loads no hook: {}", runtime.named(), self.why),
            [name] if name == hook => notes::stops_here(runtime, &self.why),
            names => {
                let at = words::any_of(names.iter().cloned());
                format!(
                    "{} stops loading hooks at {at}, before this one: {}",
                    runtime.named(),
                    self.why
                )
            }
        }
    }

    /// Said on each hook that is loaded, or may be.
    pub(super) fn calls_none(&self, runtime: &InForce) -> String {
        let at = match &self.names[..] {
            [] => String::new(),
            names => format!(" at {}", words::any_of(names.iter().cloned())),
        };
        let why = self.why.trim_end_matches('.');
        format!("{} calls no hook: it stops loading them{at}: {why}", runtime.named())
    }
}

/// Where the folders of hooks come in one order.
type Rank<'a> = &'a dyn Fn(&Place) -> (usize, usize);

impl Inventory {
    /// As [`Self::candidates`], in the order in which the agent loads them: a hook that replaces others
    /// takes the place of the first of them, and what the config registers directly comes last.
    pub fn in_load_order(&self) -> impl Iterator<Item = (&Candidate, &Hook)> {
        self.in_turn(self.as_listed())
    }

    /// The same with all folders by their names: how a disk lists them tells a person nothing.
    pub(crate) fn in_order_of_names(&self) -> impl Iterator<Item = (&Candidate, &Hook)> {
        self.in_turn(|_| 0)
    }

    fn in_turn(&self, turn: impl Fn(&Place) -> usize) -> impl Iterator<Item = (&Candidate, &Hook)> {
        let rank = |place: &Place| (place.0, turn(place), place.clone());
        let all = self.slots.iter().filter_map(|(p, s)| {
            Some((self.turn_by(p, &s.candidate, rank), &s.candidate, s.hook.as_deref()?))
        });
        let mut list: Vec<_> = all.collect();
        list.sort_by(|a, b| a.0.cmp(&b.0));
        list.into_iter().map(|(_, candidate, hook)| (candidate, hook))
    }

    fn turn_by<R: Ord>(
        &self,
        place: &Place,
        candidate: &Candidate,
        rank: impl Fn(&Place) -> R,
    ) -> Turn<R> {
        let named = self.names.get(candidate.name()).filter(|places| places.contains(place));
        let named = named.filter(|_| self.agent.dialect.shadows);
        let first = named.and_then(|places| places.iter().map(&rank).min());
        let rules = &self.agent.dialect.rules;
        let group = match candidate.kind {
            Kind::Builtin if rules.builtins_fixed => 3,
            Kind::Hook if candidate.source == Source::Config && rules.entries == Entries::Bare => 2,
            Kind::Legacy | Kind::Gateway => 2,
            Kind::Hook if candidate.source == Source::Workspace && rules.workspace_first => 0,
            Kind::Hook | Kind::Builtin => 1,
        };
        (group, first.unwrap_or_else(|| rank(place)))
    }

    /// The place of the hook that counts, of all of one name.
    pub(super) fn strongest(&self, name: &str) -> Option<&Place> {
        let places = self.names.get(name)?;
        // Nearly always: then it counts, wherever it is from.
        if places.len() == 1 {
            return places.first();
        }
        let source = |place: &&Place| self.slots.get(*place).map(|it| it.candidate.source);
        let own = |place: &&Place| source(place) != Some(Source::Workspace);
        let opt_in = self.agent.dialect.rules.workspace_opt_in;
        let first = opt_in.then(|| places.iter().rev().find(own)).flatten();
        let turn = |place: &&Place| (place.0, self.twins.get(*place).copied().unwrap_or_default());
        let last = first.or_else(|| places.iter().max_by_key(turn))?;
        // Of those that plugins bring, the first counts.
        let brought = |place: &&Place| source(place) == Some(Source::Plugin);
        places.iter().find(brought).filter(|_| brought(&last)).or(Some(last))
    }

    /// Where the disk lists the folders of each root in which several have one name, for whom it is read in that order:
    /// the last one counts.
    pub(super) fn listed_twins(&self) -> BTreeMap<Place, usize> {
        let dialect = self.agent.dialect;
        let sorts = self.agent.runtime.modules() == Modules::TypesLeftOut;
        if dialect.rules.folders != Folders::ByRuntime || !dialect.shadows || sorts {
            return BTreeMap::new();
        }
        let twins = self.names.values().filter(|places| places.len() > 1);
        let roots = twins.flat_map(|places| {
            let next = places.iter().skip(1);
            places.iter().zip(next).filter(|(one, other)| one.0 == other.0).map(|(one, _)| one.0)
        });
        self.listed(&roots.filter(|root| *root > 0).collect())
    }

    /// What has the name of an entry of the config and comes before it: a folder, else an earlier entry.
    pub(super) fn before_entry(&self, place: &Place, entry: &Candidate) -> Option<&Candidate> {
        let places = self.names.get(entry.name())?.iter();
        let others = places.filter_map(|at| Some((at, &self.slots.get(at)?.candidate)));
        let mut others = others.filter(|(at, other)| other.dir.is_some() || *at < place);
        others
            .clone()
            .find(|(_, other)| other.dir.is_some())
            .or_else(|| others.next())
            .map(|it| it.1)
    }

    /// Whether the loader looks at a hook that is on.
    fn reached(&self, slot: &Slot) -> bool {
        let candidate = &slot.candidate;
        self.agent.hooks_on()
            && super::runtime::left_out(&self.agent, candidate).is_none()
            && super::settings::enabled(&self.agent, candidate)
    }

    /// Whether it comes so far as to import the module of a hook: nothing that the hook asks for is missing.
    pub(super) fn imports(&self, machine: &Machine, place: &Place, slot: &Slot) -> bool {
        let candidate = &slot.candidate;
        self.reached(slot)
            && candidate.trouble.is_none()
            && self.winner(place, candidate).is_none()
            && eligibility::lacks(machine, &self.agent, candidate).all.is_empty()
    }

    /// A folder of hooks that is there, and that nobody here may look into.
    fn locked_root(&self) -> Option<&Path> {
        let dirs = self.root_problems.keys().filter_map(|index| self.agent.roots.get(*index));
        let locked = |dir: &&Path| {
            let denied = |error: std::io::Error| error.kind() == ErrorKind::PermissionDenied;
            dir.is_dir() && std::fs::read_dir(dir).is_err_and(denied)
        };
        dirs.map(|root| root.dir.as_path()).find(locked)
    }

    /// Where the loader ends before its time, if it does.
    pub(super) fn stop(&self, machine: &Machine) -> Option<Stop> {
        if let Some(why) = self.agent.bad_extra_dir() {
            return Some(Stop::at_once(why));
        }
        // Plugins are loaded first, and nothing is where its config is refused.
        let refused = self.agent.config_verdict.state == ConfigState::Refused;
        if let Some(why) = self.ended.as_ref().filter(|_| !refused) {
            return Some(Stop::at_once(why.clone()));
        }
        if self.agent.dialect.rules.locked_ends
            && let Some(dir) = self.locked_root()
        {
            let why = format!(
                "you have no right to read {}, where it looks for some.",
                machine.show(dir)
            );
            return Some(Stop::at_once(why));
        }
        // It ends the agent itself: nothing is loaded any more, neither before nor after.
        let exits = |place: &Place, slot: &Slot| {
            matches!(slot.candidate.module, Module::Ends(_)) && self.imports(machine, place, slot)
        };
        if let Some((_, slot)) = self.slots.iter().find(|(place, slot)| exits(place, slot)) {
            let why = format!("the handler of {} ends it.", slot.candidate.name());
            return Some(Stop::at_once(why));
        }
        if self.agent.dialect.rules.inherited == Inherited::BreaksAll
            && let Some((name, slot)) = self
                .slots
                .iter()
                .find_map(|(place, slot)| Some((self.breaks_at(machine, place, slot)?, slot)))
        {
            let hook = slot.candidate.name();
            let why = format!("the variable {name}, which {hook} asks for, ends it.");
            return Some(Stop::at_once(why));
        }
        let direct = self.agent.bad_handlers();
        let at: Vec<&Place> = self
            .slots
            .iter()
            .filter(|(place, slot)| {
                self.ends_at(machine, place, slot).is_some()
                    && (slot.candidate.is_discovered() || slot.candidate.kind == Kind::Legacy)
                    && self.winner(place, &slot.candidate).is_none()
            })
            .map(|(place, _)| place)
            .collect();
        // Nearly always: then the disk is asked for nothing.
        if at.is_empty() {
            let behind = Some(BTreeSet::new());
            return direct.map(|why| Stop { behind, ..Stop::at_once(why) });
        }
        let by_name = self.by_name();
        let (first, behind) = self.behind(&at, &by_name)?;
        let mut stop = self.stop_at(&[first], machine);
        if self.agent.dialect.rules.folders == Folders::ByName {
            stop.behind = Some(behind);
            return Some(stop);
        }
        // One that replaces another comes where that one would.
        let turns = |place: &&Place| {
            let name = self.slots.get(*place).map(|slot| slot.candidate.name());
            name.and_then(|name| self.names.get(name)).into_iter().flatten().map(|place| place.0)
        };
        let roots: BTreeSet<usize> =
            at.iter().flat_map(turns).chain(at.iter().map(|at| at.0)).collect();
        let listed = self.listed(&roots);
        let as_listed = |place: &Place| match place.0 {
            0 => by_name(place),
            root => (root, listed.get(place).copied().unwrap_or(usize::MAX)),
        };
        let (other, behind_as_listed) = self.behind(&at, &as_listed)?;
        if other != first {
            stop = self.stop_at(&[first, other], machine);
        }
        // Of a folder that is not there yet nobody knows where it will be listed.
        let unlisted = self.slots.keys().filter(|place| {
            place.0 > 0
                && roots.contains(&place.0)
                && !listed.contains_key(place)
                && !at.contains(place)
        });
        stop.perhaps = behind.symmetric_difference(&behind_as_listed).cloned().collect();
        stop.perhaps.extend(unlisted.cloned());
        let sure = behind.intersection(&behind_as_listed);
        stop.behind = Some(sure.filter(|place| !stop.perhaps.contains(*place)).cloned().collect());
        Some(stop)
    }

    /// Why the loader ends when it comes to a hook, if it does.
    fn ends_at<'a>(&self, machine: &Machine, at: &Place, slot: &'a Slot) -> Option<Cow<'a, str>> {
        if let Some(why) = slot.candidate.ends_loader(machine) {
            return Some(why.into());
        }
        if slot.candidate.module == Module::Waits && self.imports(machine, at, slot) {
            return Some(super::verdict::WAITS.into());
        }
        let registered = slot.candidate.ends_registered();
        if let Some(why) = registered.filter(|_| self.imports(machine, at, slot)) {
            return Some(why.into());
        }
        let name = self.breaks_at(machine, at, slot)?;
        Some(format!("it asks for the variable {name}.").into())
    }

    fn breaks_at<'a>(&self, machine: &Machine, at: &Place, slot: &'a Slot) -> Option<&'a str> {
        let name = eligibility::breaks_at(machine, &self.agent, &slot.candidate)?;
        let asked = self.reached(slot) && self.winner(at, &slot.candidate).is_none();
        asked.then_some(name)
    }

    fn stop_at(&self, at: &[&Place], machine: &Machine) -> Stop {
        let slots = || at.iter().filter_map(|place| Some((*place, self.slots.get(*place)?)));
        let why: BTreeSet<_> =
            slots().filter_map(|(place, slot)| self.ends_at(machine, place, slot)).collect();
        Stop {
            behind: None,
            perhaps: BTreeSet::new(),
            names: slots().map(|(_, slot)| slot.candidate.name().to_owned()).collect(),
            why: why.into_iter().collect::<Vec<_>>().join(" "),
        }
    }

    /// Where the folders of hooks come by their names.
    fn by_name(&self) -> impl Fn(&Place) -> (usize, usize) {
        let places: Vec<&Place> = self.slots.keys().collect();
        move |place| (place.0, places.binary_search(&place).unwrap_or_else(|at| at))
    }

    /// The place and all that come after it in any case: by their names, and as the disk lists them where that may count.
    pub(super) fn surely_behind(&self, at: &Place) -> BTreeSet<Place> {
        let after = |rank: Rank<'_>| self.behind(&[at], rank).map(|it| it.1).unwrap_or_default();
        let mut all = after(&self.by_name());
        if self.agent.dialect.rules.folders == Folders::ByRuntime {
            let listed = self.listed(&(0..=self.agent.roots.len()).collect());
            let turn = |place: &Place| listed.get(place).copied();
            let by_disk = after(&|place| (place.0, turn(place).unwrap_or(usize::MAX)));
            // Of a folder that is not there yet nobody knows where it will be listed.
            let known = |place: &Place| place.0 == 0 || turn(place).is_some();
            all.retain(|place| by_disk.contains(place) && known(place));
        }
        all
    }

    /// The first of these places in an order, and all that are not before it.
    fn behind<'a>(&self, at: &[&'a Place], rank: Rank<'_>) -> Option<(&'a Place, BTreeSet<Place>)> {
        let turn = |place: &Place| {
            let slot = self.slots.get(place)?;
            Some(self.turn_by(place, &slot.candidate, rank))
        };
        let first = *at.iter().min_by_key(|place| turn(place))?;
        let since = turn(first);
        let behind = self.slots.keys().filter(|place| turn(place) >= since).cloned().collect();
        Some((first, behind))
    }

    /// The places that are left out, where so many hooks are taken and no more.
    pub(super) fn beyond(&self, limit: usize) -> BTreeSet<Place> {
        let mut ranked: Vec<(i32, &Place)> = Vec::new();
        for (place, slot) in &self.slots {
            let candidate = &slot.candidate;
            if let Ok(manifest) = candidate.effective()
                && (manifest.enabled != Some(false) || self.agent.dialect.rules.off_takes_place)
                && !super::refused(&self.agent, candidate)
                && !matches!(candidate.trouble, Some(Trouble::Refused(_)))
            {
                ranked.push((manifest.priority.unwrap_or(0), place));
            }
        }
        // Nearly always all have a place: then the disk is not asked for its order.
        if ranked.len() <= limit {
            return BTreeSet::new();
        }
        // Highest first; the order of folders stays among equals.
        let turn = self.as_listed();
        ranked.sort_by_key(|(priority, place)| (Reverse(*priority), place.0, turn(place)));
        ranked.into_iter().skip(limit).map(|(_, place)| place.clone()).collect()
    }

    /// Where the disk lists a place, if that is the order in which they are taken; else all have the same. What is not
    /// there yet is taken to come last.
    pub(super) fn as_listed(&self) -> impl Fn(&Place) -> usize + use<> {
        let listed = match self.agent.runtime.takes_as_listed() {
            true => self.listed(&(0..=self.agent.roots.len()).collect()),
            false => BTreeMap::new(),
        };
        move |place| listed.get(place).copied().unwrap_or(usize::MAX)
    }

    /// The places in these folders, by where the disk lists them.
    fn listed(&self, roots: &BTreeSet<usize>) -> BTreeMap<Place, usize> {
        let mut listed = BTreeMap::new();
        for &root in roots {
            let dir = root.checked_sub(1).and_then(|index| self.agent.roots.get(index));
            let names = dir.map(|root| discover::as_listed(&root.dir)).unwrap_or_default();
            listed.extend(names.into_iter().enumerate().map(|(at, name)| ((root, name), at)));
        }
        listed
    }
}

#[cfg(test)]
mod tests;
