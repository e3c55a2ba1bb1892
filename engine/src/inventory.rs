//! All hooks of one agent, with the verdict on each: what every screen and command shows. One
//! changed folder is read again alone; what depends on it is worked out anew without the disk.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use crate::agent::{Agent, Options, Root};
use crate::config::Problem;
use crate::declared;
use crate::dialect::Switch;
use crate::discover::{self, Candidate, Kind};
use crate::eligibility;
use crate::hook::{AgentId, Hook, Missing, MissingKind, Source, State};
use crate::machine::Machine;
use crate::moment;
use crate::notes::{self, Meetings};
use crate::words;

/// The place of a candidate in the order of discovery: its root, then its folder in byte order.
type Place = (usize, Vec<u8>);

#[derive(Clone)]
struct Slot {
    candidate: Candidate,
    /// None until it was judged: nobody outside sees such a slot.
    hook: Option<Hook>,
}

/// All hooks of one agent.
pub struct Inventory {
    agent: Agent,
    options: Options,
    slots: BTreeMap<Place, Slot>,
    /// Who bears a name: the strongest is the last in the order of discovery.
    names: HashMap<String, BTreeSet<Place>>,
    root_problems: BTreeMap<usize, Problem>,
    /// What the verdicts were worked out with.
    context: Context,
}

/// More changed hooks than this are told as "everything".
const MANY: usize = 500;

/// What a refresh changed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Delta {
    pub upserted: Vec<Hook>,
    /// Ids that are gone.
    pub removed: Vec<String>,
    /// What the agent's own files say may have changed.
    pub agent: bool,
    /// Everything was read anew: what was known of it is void.
    pub full: bool,
}

impl Delta {
    pub fn is_empty(&self) -> bool {
        !self.full && !self.agent && self.upserted.is_empty() && self.removed.is_empty()
    }
}

impl Inventory {
    /// Reads everything of one agent. Never fails: what cannot be read is listed as broken, or among
    /// [`Inventory::problems`].
    pub fn scan(machine: &Machine, id: AgentId, options: &Options) -> Self {
        let agent = Agent::locate(machine, id, options);
        let mut inventory = Self {
            agent,
            options: options.clone(),
            slots: BTreeMap::new(),
            names: HashMap::new(),
            root_problems: BTreeMap::new(),
            context: Context::default(),
        };
        inventory.declare(machine);
        for index in 0..inventory.agent.roots.len() {
            inventory.read_root(index);
        }
        inventory.judge_all(machine);
        inventory
    }

    fn read_root(&mut self, index: usize) {
        let root = self.agent.roots[index].clone();
        let (dirs, error) = discover::folders(&root);
        if let Some(error) = error {
            let message = format!("This folder of hooks could not be read: {error}.");
            let problem = Problem { path: root.dir.clone(), message, line: None, column: None };
            self.root_problems.insert(index, problem);
        }
        for dir in dirs {
            if let Some(candidate) = discover::read(&self.agent, &root, &dir) {
                self.put(place(index, &dir), candidate);
            }
        }
    }

    fn put(&mut self, place: Place, candidate: Candidate) {
        if candidate.kind == Kind::Hook && candidate.is_discovered() {
            self.names.entry(candidate.name().to_owned()).or_default().insert(place.clone());
        }
        self.slots.insert(place, Slot { candidate, hook: None });
    }

    fn take(&mut self, place: &Place) -> Option<Slot> {
        let slot = self.slots.remove(place)?;
        if let Some(places) = self.names.get_mut(slot.candidate.name()) {
            places.remove(place);
            if places.is_empty() {
                self.names.remove(slot.candidate.name());
            }
        }
        Some(slot)
    }

    /// Reads again what these paths belong to, and says what that changed.
    pub fn refresh(&mut self, machine: &Machine, paths: &[PathBuf]) -> Delta {
        let files = self.watched().1;
        let mut folders = BTreeSet::new();
        let mut config = false;
        for path in paths {
            // A root itself, or what it hangs on, came or went.
            if self.agent.roots.iter().any(|root| root.dir.starts_with(path)) {
                return self.rescan(machine);
            }
            let found = self.folders_of(path);
            // A config may lie in a root: its own folder can be an extra one.
            config |= found.is_empty() || files.contains(path);
            folders.extend(found);
        }
        let mut delta = if config { self.reload(machine) } else { Delta::default() };
        if delta.full || folders.is_empty() {
            return delta;
        }
        let read = self.read_again(machine, folders);
        delta.upserted.retain(|old| {
            !read.upserted.iter().any(|new| new.id == old.id) && !read.removed.contains(&old.id)
        });
        delta.upserted.extend(read.upserted);
        delta.removed.extend(read.removed);
        delta
    }

    /// The config changed: every verdict is worked out anew, and no folder is read unless the folders
    /// themselves are others now.
    fn reload(&mut self, machine: &Machine) -> Delta {
        let agent = Agent::locate(machine, self.agent.id(), &self.options);
        if agent.roots != self.agent.roots || agent.found != self.agent.found {
            return self.rescan(machine);
        }
        self.agent = agent;
        let old: BTreeMap<Place, Slot> =
            self.slots.iter().map(|(p, s)| (p.clone(), s.clone())).collect();
        for place in self.declared() {
            self.take(&place);
        }
        self.declare(machine);
        self.judge_all(machine);
        self.since(&old)
    }

    fn declared(&self) -> Vec<Place> {
        self.slots.keys().take_while(|(root, _)| *root == 0).cloned().collect()
    }

    fn declare(&mut self, machine: &Machine) {
        for (index, candidate) in declared::all(machine, &self.agent).into_iter().enumerate() {
            self.put((0, index.to_be_bytes().to_vec()), candidate);
        }
    }

    fn read_again(&mut self, machine: &Machine, mut folders: BTreeSet<(usize, PathBuf)>) -> Delta {
        // What is reached through a link may lie in the folder of another hook.
        folders.extend(self.slots.iter().filter(|(_, slot)| slot.candidate.linked).filter_map(
            |((root, _), slot)| Some((root.checked_sub(1)?, slot.candidate.dir.clone()?)),
        ));
        let mut before: BTreeMap<Place, Hook> = BTreeMap::new();
        let mut touched = BTreeSet::new();
        let mut names = BTreeSet::new();
        // So may the file that an entry of the config starts.
        for place in self.declared() {
            if let Some(slot) = self.take(&place) {
                names.insert(slot.candidate.name().to_owned());
                before.extend(slot.hook.map(|hook| (place, hook)));
            }
        }
        self.declare(machine);
        touched.extend(self.declared());
        for (index, dir) in &folders {
            let place = place(*index, dir);
            if let Some(slot) = self.take(&place) {
                names.insert(slot.candidate.name().to_owned());
                before.extend(slot.hook.map(|hook| (place.clone(), hook)));
            }
            let root = self.agent.roots[*index].clone();
            if let Some(candidate) = discover::read_if_there(&self.agent, &root, dir) {
                self.put(place.clone(), candidate);
            }
            touched.insert(place);
        }
        for place in &touched {
            names.extend(self.slots.get(place).map(|slot| slot.candidate.name().to_owned()));
        }
        for name in names {
            touched.extend(self.names.get(&name).into_iter().flatten().cloned());
        }
        let mut delta = Delta::default();
        let context = Context::new(self);
        if context != self.context {
            touched.extend(self.slots.keys().cloned());
        }
        let judged: Vec<(Place, Hook)> = touched
            .iter()
            .filter_map(|place| Some((place.clone(), self.judge(machine, &context, place)?)))
            .collect();
        for (place, hook) in judged {
            let Some(slot) = self.slots.get_mut(&place) else { continue };
            let old = before.remove(&place);
            if old.as_ref().is_some_and(|old| old.id != hook.id) {
                delta.removed.extend(old.as_ref().map(|old| old.id.clone()));
            }
            if old.as_ref().or(slot.hook.as_ref()) != Some(&hook) {
                delta.upserted.push(hook.clone());
            }
            slot.hook = Some(hook);
        }
        self.context = context;
        delta.removed.extend(before.into_values().map(|hook| hook.id));
        // A hook whose place has moved (an entry of the config) has gone from the old one only.
        delta.removed.retain(|id| self.find(id).is_none());
        delta
    }

    /// Reads everything again: the agent itself may have changed.
    pub fn rescan(&mut self, machine: &Machine) -> Delta {
        let fresh = Self::scan(machine, self.agent.id(), &self.options);
        let old = std::mem::replace(self, fresh);
        self.since(&old.slots)
    }

    /// What differs from an earlier state. Where it is much, the whole is told rather than its parts.
    fn since(&self, old: &BTreeMap<Place, Slot>) -> Delta {
        let before: HashMap<&str, &Hook> = old
            .values()
            .filter_map(|slot| slot.hook.as_ref())
            .map(|h| (h.id.as_str(), h))
            .collect();
        let hooks = || self.slots.values().filter_map(|slot| slot.hook.as_ref());
        let now: BTreeSet<&str> = hooks().map(|hook| hook.id.as_str()).collect();
        let upserted: Vec<Hook> =
            hooks().filter(|hook| before.get(hook.id.as_str()) != Some(hook)).cloned().collect();
        let removed: Vec<String> =
            before.keys().filter(|id| !now.contains(*id)).map(|id| (*id).to_owned()).collect();
        if upserted.len() + removed.len() > MANY {
            return Delta { agent: true, full: true, ..Delta::default() };
        }
        Delta { agent: true, upserted, removed, full: false }
    }

    /// Works out every verdict again, without reading a file: PATH changed.
    pub fn judge_all(&mut self, machine: &Machine) {
        let context = Context::new(self);
        let judged: Vec<_> =
            self.slots.keys().filter_map(|place| self.judge(machine, &context, place)).collect();
        for (slot, hook) in self.slots.values_mut().zip(judged) {
            slot.hook = Some(hook);
        }
        self.context = context;
    }

    /// The hook folders that a path lies in (or is): none for a path outside of every root, several
    /// where a root lies within another.
    fn folders_of(&self, path: &Path) -> Vec<(usize, PathBuf)> {
        let roots = self.agent.roots.iter().enumerate();
        roots
            .filter_map(|(index, root)| {
                let first = path.strip_prefix(&root.dir).ok()?.components().next()?;
                Some((index, root.dir.join(first)))
            })
            .collect()
    }

    fn judge(&self, machine: &Machine, context: &Context, place: &Place) -> Option<Hook> {
        let candidate = &self.slots.get(place)?.candidate;
        let mut hook = blank(&self.agent, candidate);
        let winner = self.winner(place, candidate);
        let mut missing = eligibility::missing(machine, &self.agent, candidate);
        if context.beyond_limit.contains(place) {
            missing.push(over_limit(context.limit));
        }
        hook.eligible = candidate.is_discovered() && missing.is_empty();
        hook.error = error(&self.agent, candidate);
        if let Some(winner) = winner {
            hook.replaced_by = Some(winner.source);
            hook.replaced_by_id = Some(id(&self.agent, winner));
        }
        hook.state = state(&self.agent, &hook, &missing);
        hook.missing = missing;
        hook.reason = reason(&self.agent, &hook);
        if let Ok(manifest) = &candidate.manifest {
            hook.notes = notes::of_hook(&notes::Subject {
                machine,
                agent: &self.agent,
                candidate,
                manifest,
                others_of_name: self.names.get(&manifest.name).map_or(0, BTreeSet::len),
                meetings: &context.meetings,
            });
        }
        Some(hook)
    }

    fn winner(&self, place: &Place, candidate: &Candidate) -> Option<&Candidate> {
        if !self.agent.dialect.shadows || candidate.kind != Kind::Hook || !candidate.is_discovered()
        {
            return None;
        }
        let strongest = self.names.get(candidate.name())?.last()?;
        (strongest != place).then(|| &self.slots[strongest].candidate)
    }

    /// The verdict on a hook that would lie in this folder.
    pub(crate) fn preview(
        &self,
        machine: &Machine,
        dir: &Path,
        candidate: Candidate,
    ) -> Option<Hook> {
        let mut then = Self::scan(machine, self.agent.id(), &self.options);
        let root = then.agent.roots.iter().position(|root| dir.parent() == Some(&root.dir))?;
        let place = place(root, dir);
        then.take(&place);
        then.put(place.clone(), candidate);
        then.judge_all(machine);
        then.slots.remove(&place)?.hook
    }

    /// The agent as it was found.
    pub const fn agent(&self) -> &Agent {
        &self.agent
    }

    /// All hooks, by name, the winner of a name first.
    pub fn hooks(&self) -> Vec<Hook> {
        let wins = |place: &Place, hook: &Hook| {
            self.names.get(&hook.name).and_then(BTreeSet::last) == Some(place)
        };
        let mut list: Vec<(&Place, &Hook)> =
            self.slots.iter().filter_map(|(p, s)| Some((p, s.hook.as_ref()?))).collect();
        list.sort_by(|(a_place, a), (b_place, b)| {
            a.name
                .cmp(&b.name)
                .then_with(|| wins(b_place, b).cmp(&wins(a_place, a)))
                .then_with(|| b_place.cmp(a_place))
        });
        list.into_iter().map(|(_, hook)| hook.clone()).collect()
    }

    /// A hook by its id, with what its folder says.
    pub fn find(&self, id: &str) -> Option<(&Hook, &Candidate)> {
        self.candidates().find(|(_, hook)| hook.id == id).map(|(candidate, hook)| (hook, candidate))
    }

    /// Every candidate with its verdict, in the order of discovery.
    pub fn candidates(&self) -> impl Iterator<Item = (&Candidate, &Hook)> {
        self.slots.values().filter_map(|slot| Some((&slot.candidate, slot.hook.as_ref()?)))
    }

    /// As [`Self::candidates`], in the order in which the agent loads them: a hook that replaces others
    /// stands in the place of the first of them.
    pub fn in_load_order(&self) -> impl Iterator<Item = (&Candidate, &Hook)> {
        let first = |place: &Place, candidate: &Candidate| {
            let named = self.names.get(candidate.name()).filter(|places| places.contains(place));
            let named = named.filter(|_| self.agent.dialect.shadows);
            named.and_then(BTreeSet::first).unwrap_or(place).clone()
        };
        let mut list: Vec<_> = self
            .slots
            .iter()
            .filter_map(|(p, s)| Some((first(p, &s.candidate), &s.candidate, s.hook.as_ref()?)))
            .collect();
        list.sort_by(|a, b| a.0.cmp(&b.0));
        list.into_iter().map(|(_, candidate, hook)| (candidate, hook))
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
        (self.agent.roots.iter().map(|root: &Root| root.dir.clone()).collect(), files)
    }
}

fn place(root: usize, dir: &Path) -> Place {
    (root + 1, dir.file_name().unwrap_or_default().as_encoded_bytes().to_vec())
}

/// What the verdict on one hook needs to know of all.
#[derive(Debug, Default, PartialEq, Eq)]
struct Context {
    limit: usize,
    beyond_limit: BTreeSet<Place>,
    meetings: Meetings,
}

impl Context {
    fn new(inventory: &Inventory) -> Self {
        let mut context = Self::default();
        let agent = &inventory.agent;
        if agent.dialect.switch == Switch::Manifest {
            let limit =
                agent.section.get("max_hooks").and_then(serde_json::Value::as_u64).unwrap_or(50);
            context.limit = usize::try_from(limit).unwrap_or(usize::MAX);
            let mut ranked: Vec<(i32, &Place)> = Vec::new();
            for (place, Slot { candidate, .. }) in &inventory.slots {
                if let Ok(manifest) = &candidate.manifest
                    && manifest.enabled != Some(false)
                    && !refused(agent, candidate)
                {
                    ranked.push((manifest.priority.unwrap_or(0), place));
                }
            }
            // Highest first; the order of folders stays among equals.
            ranked.sort_by_key(|(priority, _)| std::cmp::Reverse(*priority));
            context.beyond_limit =
                ranked.into_iter().skip(context.limit).map(|(_, p)| p.clone()).collect();
        }
        if agent.dialect.hooks_meet {
            let running = inventory.slots.iter().filter(|(place, slot)| {
                let candidate = &slot.candidate;
                candidate.trouble.is_none()
                    && inventory.winner(place, candidate).is_none()
                    && enabled(agent, candidate)
            });
            context.meetings = Meetings::of(agent, running.map(|(_, slot)| &slot.candidate));
        }
        context
    }
}

fn over_limit(limit: usize) -> Missing {
    Missing {
        kind: MissingKind::Config,
        names: vec!["hooks.max_hooks".into()],
        message: "Config missing: hooks.max_hooks".into(),
        sentence: format!(
            "Beyond the limit of {}: hooks of higher priority fill it",
            words::count(limit, "hook")
        ),
    }
}

/// The audit found something, and nobody said that it may stand.
pub(crate) fn refused(agent: &Agent, candidate: &Candidate) -> bool {
    agent.dialect.audited && !candidate.findings.is_empty() && !agent.skips_audit(candidate)
}

fn id(agent: &Agent, candidate: &Candidate) -> String {
    let (name, tag) = (&candidate.dir_name, &candidate.tag);
    let mark = if tag.is_empty() { "" } else { "@" };
    format!("{}/{}/{name}{mark}{tag}", agent.id(), candidate.source.as_str())
}

fn error(agent: &Agent, candidate: &Candidate) -> Option<String> {
    let manifest = match &candidate.manifest {
        Ok(manifest) => manifest,
        Err(broken) => return Some(broken.to_string()),
    };
    if let Some(trouble) = &candidate.trouble {
        return Some(trouble.message().to_owned());
    }
    if refused(agent, candidate) {
        let first = &candidate.findings[0];
        return Some(format!("Refused by the safety check: {}", first.why));
    }
    if manifest.events.is_empty() {
        return Some(match &manifest.foreign {
            Some(key) => notes::foreign(agent.dialect, key),
            None => "It names no event, so it would never run.".to_owned(),
        });
    }
    None
}

fn state(agent: &Agent, hook: &Hook, missing: &[Missing]) -> State {
    if hook.error.is_some() {
        State::Broken
    } else if hook.replaced_by.is_some() {
        State::Replaced
    } else if missing.iter().any(|m| m.kind == MissingKind::Os) {
        State::CannotRunHere
    } else if !hook.enabled || !agent.hooks_on() {
        State::Off
    } else if !missing.is_empty() {
        State::NeedsSetup
    } else {
        State::Ready
    }
}

fn reason(agent: &Agent, hook: &Hook) -> Option<String> {
    match hook.state {
        State::Ready => None,
        State::Broken => hook.error.clone(),
        State::Replaced => Some(match hook.replaced_by {
            Some(Source::Workspace) => "Replaced by the one in your workspace".into(),
            Some(Source::Managed) => "Replaced by the installed one".into(),
            _ => "Replaced by another hook of this name".to_owned(),
        }),
        State::Off if hook.enabled => Some(format!("All hooks of {} are off", agent.dialect.title)),
        State::Off => None,
        State::CannotRunHere | State::NeedsSetup => {
            let first = hook.missing.first()?.sentence.clone();
            Some(match hook.missing.len() {
                1 => first,
                n => format!("{first}, and {} more", words::count(n - 1, "thing")),
            })
        }
    }
}

/// Its own switch is on.
fn enabled(agent: &Agent, candidate: &Candidate) -> bool {
    let (manifest, name) = (candidate.manifest.as_ref().ok(), candidate.name());
    match agent.dialect.switch {
        _ if matches!(candidate.kind, Kind::Legacy | Kind::Gateway) => true,
        Switch::ConfigEntry => agent
            .entry(manifest.and_then(|m| m.hook_key.as_deref()).unwrap_or(name))
            .and_then(|entry| entry.get("enabled"))
            .is_none_or(|enabled| enabled != &serde_json::Value::Bool(false)),
        Switch::Manifest => manifest.is_none_or(|m| m.enabled != Some(false)),
        Switch::DisabledList(_) => {
            !agent.disabled.contains(name) && manifest.is_none_or(|m| m.enabled != Some(false))
        }
    }
}

/// The hook without a verdict: what its own folder says.
fn blank(agent: &Agent, candidate: &Candidate) -> Hook {
    let manifest = candidate.manifest.as_ref().ok();
    let name = candidate.name().to_owned();
    let hook_key = manifest.and_then(|m| m.hook_key.clone()).unwrap_or_else(|| name.clone());
    let events = manifest.map(|m| m.events.clone()).unwrap_or_default();
    let inside = |dir: &Path| dir.starts_with(&agent.workspace) && agent.workspace != agent.home;
    Hook {
        id: id(agent, candidate),
        agent: agent.id(),
        title: manifest.and_then(|m| m.heading.clone()).unwrap_or_else(|| name.clone()),
        name,
        hook_key,
        workspace: candidate
            .dir
            .as_deref()
            .filter(|dir| inside(dir))
            .map(|_| agent.workspace.clone()),
        description: manifest.map(|m| m.description.clone()).unwrap_or_default(),
        emoji: manifest.and_then(|m| m.emoji.clone()),
        homepage: manifest.and_then(|m| m.homepage.clone()),
        source: candidate.source,
        dir: candidate.dir.clone(),
        manifest: candidate.manifest_path.clone(),
        handler: candidate.handler.clone(),
        when: moment::when(agent.id(), &events),
        events,
        priority: manifest.and_then(|m| m.priority).unwrap_or(0),
        enabled: enabled(agent, candidate),
        eligible: false,
        state: State::Broken,
        reason: None,
        missing: Vec::new(),
        notes: Vec::new(),
        findings: u32::try_from(candidate.findings.len()).unwrap_or(u32::MAX),
        replaced_by: None,
        replaced_by_id: None,
        error: None,
    }
}
