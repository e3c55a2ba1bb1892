//! All hooks of one agent, with the verdict on each: what every screen and command shows.

mod action;
mod called;
mod context;
mod held;
mod loading;
mod order;
mod otherwise;
mod project;
mod refresh;
mod runtime;
mod settings;
mod verdict;
mod would;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::discover::{self, Candidate, Kind};
use crate::eligibility;
use crate::guard;
use crate::installed::Installed;
use crate::notes;
use crate::offer::Mine;
use crate::plugins;
use crate::said;
use crate::seen::Heard;
use context::Context;
use tacklebox_agents::agent::{Agent, Options, Root};
use tacklebox_agents::config::{Problem, ProblemWith};
use tacklebox_agents::dialect::Switch;
use tacklebox_agents::dialect::shipped::Entries;
use tacklebox_agents::hook::{AgentId, Hook, Source, State};
use tacklebox_machine::machine::Machine;

pub use refresh::Delta;
pub use settings::{Fixed, fixed};
pub(crate) use settings::{does_without, unreadable_config};
pub use verdict::refused;

/// The place of a candidate in the order of discovery: its root, then its folder in byte order.
type Place = (usize, Vec<u8>);

#[derive(Clone)]
struct Slot {
    candidate: Candidate,
    /// None until it was judged: nobody outside sees such a slot. Boxed, as verdicts are worked out for all before
    /// one is put in.
    hook: Option<Box<Hook>>,
}

/// All hooks of one agent.
#[derive(Clone)]
pub struct Inventory {
    agent: Agent,
    /// What ends the agent before it comes to its hooks.
    ended: Option<String>,
    /// Why its own program does not start at all.
    not_started: Option<String>,
    options: Options,
    /// Boxed: a slot is large, and a tree moves what it holds.
    slots: BTreeMap<Place, Box<Slot>>,
    /// The hooks of each name: the strongest is the last in the order of discovery.
    names: HashMap<String, BTreeSet<Place>>,
    /// Where the disk lists those folders of a root of which some have one name, if that tells which of them counts.
    twins: BTreeMap<Place, usize>,
    root_problems: BTreeMap<usize, Problem>,
    /// The folders that are links, hooks or not.
    links: BTreeSet<(usize, PathBuf)>,
    /// What the verdicts were worked out with.
    context: Context,
    /// The agent by its text, where that is not what is in force.
    text: Option<otherwise::Text>,
}

impl Inventory {
    /// Reads everything of one agent. Never fails: what cannot be read is listed as broken, or among
    /// [`Inventory::problems`].
    pub fn scan(machine: &Machine, id: AgentId, options: &Options) -> Self {
        let (agent, ended) = located(machine, id, options);
        let mut inventory = Self {
            agent,
            ended,
            not_started: None,
            options: options.clone(),
            slots: BTreeMap::new(),
            names: HashMap::new(),
            twins: BTreeMap::new(),
            root_problems: BTreeMap::new(),
            links: BTreeSet::new(),
            context: Context::default(),
            text: None,
        };
        inventory.not_started = inventory.agent.does_not_start(machine);
        inventory.declare(machine);
        for index in 0..inventory.agent.roots.len() {
            inventory.read_root(index);
        }
        inventory.judge_all(machine);
        inventory
    }

    fn read_root(&mut self, index: usize) {
        let Some(root) = self.agent.roots.get(index).cloned() else { return };
        let folders = discover::in_root(&self.agent, &root);
        if let Some(error) = folders.error {
            let message = match error.kind() {
                ErrorKind::NotADirectory => "This is not a folder, so it has no hooks. Move it away, and make a folder of that name.".to_owned(),
                _ => format!("This folder of hooks could not be read: {error}."),
            };
            let problem = Problem::new(ProblemWith::Folder, root.dir.clone(), message);
            self.root_problems.insert(index, problem);
        }
        for dir in folders.dirs {
            let linked = folders.links.contains(&dir);
            for candidate in discover::read_all(&self.agent, &root, &dir, linked) {
                self.put(place(index, &root, candidate.dir.as_deref().unwrap_or(&dir)), candidate);
            }
        }
        self.links.extend(folders.links.into_iter().map(|link| (index, link)));
    }

    fn put(&mut self, place: Place, candidate: Candidate) {
        if candidate.kind == Kind::Hook && candidate.is_discovered() {
            self.names.entry(candidate.name().to_owned()).or_default().insert(place.clone());
        }
        self.slots.insert(place, Box::new(Slot { candidate, hook: None }));
    }

    fn take(&mut self, place: &Place) -> Option<Box<Slot>> {
        let slot = self.slots.remove(place)?;
        if let Some(places) = self.names.get_mut(slot.candidate.name()) {
            places.remove(place);
            if places.is_empty() {
                self.names.remove(slot.candidate.name());
            }
        }
        Some(slot)
    }

    /// Why the agent does not start, so that it calls no hook until it does. What its loader makes of them is said all the
    /// same.
    pub fn not_started(&self) -> Option<&str> {
        self.not_started.as_deref()
    }

    /// Works out every verdict again, without reading a file: PATH changed.
    fn judge_all(&mut self, machine: &Machine) {
        self.read_rest(machine);
        self.twins = self.listed_twins();
        self.text = self.by_its_text(machine);
        let context = Context::new(self, machine);
        let installed = Installed::of(machine);
        let slots = self.slots.iter();
        let judged: Vec<_> = slots
            .map(|(place, slot)| self.judge(machine, &context, &installed, place, slot))
            .collect();
        installed.remember(machine);
        for (slot, hook) in self.slots.values_mut().zip(judged) {
            slot.hook = Some(hook);
        }
        self.context = context;
    }

    fn judge(
        &self,
        machine: &Machine,
        context: &Context,
        installed: &Installed,
        place: &Place,
        slot: &Slot,
    ) -> Box<Hook> {
        let candidate = &slot.candidate;
        let mut hook = Box::new(verdict::blank(&self.agent, candidate));
        let winner = self.winner(place, candidate);
        let lacks = eligibility::lacks(machine, &self.agent, candidate);
        let otherwise = self.otherwise(machine, candidate, &lacks);
        let mut missing: Vec<_> =
            lacks.all.iter().map(|it| it.said(machine, &self.agent)).collect();
        let runtime = &self.agent.runtime;
        if context.beyond_limit.contains(place) {
            missing.push(verdict::over_limit(context.limit));
        }
        hook.eligible = candidate.is_discovered() && missing.is_empty();
        // It is not a requirement of the hook, yet nobody can say what the agent makes of such a config.
        missing.extend(settings::unreadable_for(&self.agent, candidate));
        missing.extend(settings::refused_config(&self.agent, candidate));
        missing.extend(settings::torn_state(&self.agent));
        hook.error = verdict::error(&self.agent, candidate);
        let stop = context.stopped.as_ref();
        let stopped = stop.filter(|stop| stop.stops(place));
        if let (None, Some(stop)) = (&hook.error, stopped) {
            hook.error = Some(stop.sentence(runtime, candidate.name()));
        }
        let perhaps = stop.filter(|stop| stop.may_stop(place));
        let left_out = runtime::left_out(&self.agent, candidate);
        hook.enabled &= left_out.is_none();
        if let Some(winner) = winner {
            hook.replaced_by = Some(winner.source);
            hook.replaced_by_id = Some(verdict::id(&self.agent, winner));
        }
        hook.project = self.project_of(machine, candidate);
        if candidate.kind == Kind::Hook
            && let Some(dir) = &candidate.dir
        {
            hook.installed = installed.knows(dir);
            hook.changed = installed.changed(dir);
        }
        hook.state = verdict::state(&self.agent, &hook, &missing);
        hook.missing = missing;
        runtime::settle(&self.agent, candidate, &context.heard, &mut hook);
        if perhaps.is_some() && hook.runtime.loads == Some(true) {
            hook.runtime.loads = None;
        }
        if stop.is_some() && matches!(hook.state, State::Ready | State::NotCalled) {
            hook.runtime.called.clear();
            hook.state = State::NotCalled;
        }
        let held = held::take(&context.held, &self.agent, place, &mut hook);
        let uncalled = stop.filter(|_| hook.state == State::NotCalled);
        hook.runtime.because = runtime::because(
            &self.agent,
            candidate,
            &hook,
            &runtime::At {
                left_out: left_out.map(|left| left.id),
                stopped: stopped.or(perhaps).or(uncalled).is_some(),
                held: held.is_some(),
                below: &place.1,
                other_wins: self.other_wins(candidate.name()),
                otherwise: &otherwise,
            },
        );
        hook.reason = match left_out {
            Some(left) if hook.state == State::Off => Some(left.sentence(runtime)),
            _ => match uncalled {
                Some(stop) => Some(stop.calls_none(runtime)),
                None => held
                    .clone()
                    .filter(|_| hook.state == State::NotCalled)
                    .or_else(|| verdict::reason(&self.agent, candidate, &hook)),
            },
        };
        if let Some(more) = runtime::not_even_then(&self.agent, candidate, &context.heard, &hook) {
            hook.reason =
                hook.reason.map(|reason| [reason.trim_end_matches('.'), &more].join(". "));
        }
        if context.guarded && !hook.changed.is_empty() {
            let held = guard::of(machine, &hook.id);
            if hook.state == State::Off {
                hook.turned_off = held.filter(|held| held.off).map(|held| held.why);
                hook.reason = hook.turned_off.clone().or(hook.reason);
            } else if hook.enabled {
                hook.serious_change = held.filter(|held| held.noticed).map(|held| held.why);
            }
        }
        hook.called_for_real = self.called(&context.heard, candidate, &hook);
        hook.alarming = verdict::is_alarming(&hook);
        if let Some(manifest) = candidate.shown() {
            let dir = candidate.dir.as_deref().filter(|_| hook.changed.is_empty());
            let is_included =
                || candidate.included || dir.is_some_and(|it| installed.is_included(it));
            hook.notes = notes::of_hook(&notes::Subject {
                machine,
                agent: &self.agent,
                candidate,
                manifest,
                others_of_name: self.names.get(&manifest.name).map_or(0, BTreeSet::len),
                meetings: &context.meetings,
                mine: Mine { dir, is_included: &is_included },
            });
        }
        let partly = held.filter(|_| hook.state != State::NotCalled);
        hook.notes.extend(partly.map(|why| notes::held_up(self.agent.dialect, &why)));
        self.told(otherwise, &mut hook.notes);
        let effects = runtime::effects(&self.agent, &hook);
        hook.notes.extend(effects);
        // What is in a config that is only read has to be repaired there.
        if candidate.source == Source::Config && !self.agent.config.syntax.is_written() {
            hook.notes.iter_mut().for_each(|note| note.fixable = false);
        }
        hook.warning = notes::in_row(&hook, &candidate.module);
        said::settle(&mut hook);
        hook.switchable &= fixed(&self.agent, candidate).is_none();
        hook
    }

    fn winner(&self, place: &Place, candidate: &Candidate) -> Option<&Candidate> {
        if candidate.kind != Kind::Hook || !candidate.is_discovered() {
            return None;
        }
        if self.agent.dialect.rules.entries == Entries::Bare && candidate.source == Source::Config {
            return self.before_entry(place, candidate);
        }
        if !self.agent.dialect.shadows {
            return None;
        }
        let strongest = self.strongest(candidate.name()).filter(|it| *it != place)?;
        self.slots.get(strongest).map(|slot| &slot.candidate)
    }

    /// Whether the switches of its agent leave this one on.
    pub fn has_on(&self, candidate: &Candidate) -> bool {
        settings::enabled(&self.agent, candidate)
    }

    /// The agent as it was found.
    pub const fn agent(&self) -> &Agent {
        &self.agent
    }

    /// All hooks, by name, the winner of a name first.
    pub fn hooks(&self) -> Vec<Hook> {
        self.in_order().into_iter().cloned().collect()
    }

    fn in_order(&self) -> Vec<&Hook> {
        let wins = |place: &Place, hook: &Hook| self.strongest(&hook.name) == Some(place);
        let mut list: Vec<(&Place, &Hook)> =
            self.slots.iter().filter_map(|(p, s)| Some((p, s.hook.as_deref()?))).collect();
        list.sort_by(|(a_place, a), (b_place, b)| {
            a.name
                .cmp(&b.name)
                .then_with(|| wins(b_place, b).cmp(&wins(a_place, a)))
                .then_with(|| b_place.cmp(a_place))
        });
        list.into_iter().map(|(_, hook)| hook).collect()
    }

    /// What was heard of the agent on this computer when it was read.
    pub const fn heard(&self) -> &Heard {
        &self.context.heard
    }

    /// A hook by its id, with what its folder says.
    pub fn find(&self, id: &str) -> Option<(&Hook, &Candidate)> {
        self.candidates().find(|(_, hook)| hook.id == id).map(|(candidate, hook)| (hook, candidate))
    }

    /// The hook of a folder.
    pub fn of_folder(&self, dir: &Path) -> Option<&Hook> {
        self.candidates().map(|(_, hook)| hook).find(|hook| hook.dir.as_deref() == Some(dir))
    }

    /// Every candidate with its verdict, in the order of discovery.
    pub fn candidates(&self) -> impl Iterator<Item = (&Candidate, &Hook)> {
        self.slots.values().filter_map(|slot| Some((&slot.candidate, slot.hook.as_deref()?)))
    }

    /// What of the agent's own files and folders cannot be used.
    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.agent.problems.iter().chain(self.root_problems.values())
    }

    /// The folders and files whose change this inventory should hear of.
    pub fn watched(&self) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let mut files = vec![self.agent.config.path.clone()];
        files.extend(self.agent.config.includes.iter().cloned());
        if let Switch::DisabledList(file) = self.agent.dialect.switch {
            files.push(self.agent.home.join(file));
        }
        files.extend(self.agent.env_files());
        let context = self.agent.dialect.context_files.iter();
        files.extend(context.map(|file| self.agent.home.join(file.name)));
        let project = self.agent.project.iter();
        files.extend(project.flat_map(|project| project.marks(self.agent.dialect)));
        (self.agent.roots.iter().map(|root: &Root| root.dir.clone()).collect(), files)
    }
}

/// The agent, with the folders of hooks that its plugins bring: between its own and all that a person put there. And
/// which of them ends it.
fn located(machine: &Machine, id: AgentId, options: &Options) -> (Agent, Option<String>) {
    let mut agent = Agent::locate(machine, id, options);
    let known = plugins::known(machine, &agent);
    let ended = match options.read_modules() {
        true => plugins::ends(machine, &agent, &known),
        false => None,
    };
    let all: Vec<_> = known.into_iter().map(|(plugin, _)| plugin).collect();
    let mut brought = plugins::roots(&all);
    brought.retain(|root| !agent.roots.iter().any(|other| other.dir == root.dir));
    let at = agent.roots.iter().position(|root| root.source != Source::Bundled);
    let at = at.unwrap_or(agent.roots.len());
    agent.roots.splice(at..at, brought);
    agent.config_verdict = plugins::verdict(machine, &agent, &all);
    (agent, ended)
}

fn place(index: usize, root: &Root, dir: &Path) -> Place {
    let below = dir.strip_prefix(&root.dir).unwrap_or(dir);
    (index.saturating_add(1), below.as_os_str().as_encoded_bytes().to_vec())
}
