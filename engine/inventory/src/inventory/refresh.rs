//! One changed folder is read again alone; what depends on it is worked out again without the disk.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use super::{Context, Inventory, Place, place};
use crate::declared;
use crate::discover::{self, Candidate};
use crate::installed::Installed;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::hook::{Handler, Hook};
use tacklebox_machine::machine::Machine;

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
    /// Everything was read again: what was known of it is void.
    pub full: bool,
}

impl Delta {
    /// Something is to be told of the agent, and none of its hooks.
    pub fn of_agent() -> Self {
        Self { agent: true, ..Self::default() }
    }

    /// The same change, told together with another.
    pub fn add(&mut self, other: Self) {
        self.upserted.extend(other.upserted);
        self.removed.extend(other.removed);
        self.agent |= other.agent;
        self.full |= other.full;
    }

    pub fn is_empty(&self) -> bool {
        !self.full && !self.agent && self.upserted.is_empty() && self.removed.is_empty()
    }
}

impl Inventory {
    /// The same, with this hook run from `dir`, whatever its own folder is.
    #[must_use]
    pub fn run_from(mut self, id: &str, dir: &Path) -> Self {
        let hooks = self.slots.values_mut().filter_map(|slot| slot.hook.as_mut());
        hooks.filter(|hook| hook.id == id).for_each(|hook| hook.dir = Some(dir.to_owned()));
        self
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
            // A config may be in a root: its own folder can be an extra one.
            config |= found.is_empty() || files.contains(path);
            folders.extend(found);
        }
        let mut delta = Delta::default();
        if config {
            let (agent, ended) = super::located(machine, self.agent.id(), &self.options);
            let same = agent.runtime.same(&self.agent.runtime);
            if agent.roots != self.agent.roots || agent.found != self.agent.found || !same {
                return self.rescan(machine);
            }
            delta = self.reload(machine, agent, ended);
        }
        // Also without a folder: links and the config's own entries can lead anywhere.
        let read = self.read_again(machine, folders);
        if delta.full {
            return delta;
        }
        delta.upserted.retain(|old| {
            !read.upserted.iter().any(|new| new.id == old.id) && !read.removed.contains(&old.id)
        });
        delta.upserted.extend(read.upserted);
        delta.removed.extend(read.removed);
        delta
    }

    /// The config changed, and the roots are what they were: every verdict is worked out again, and no
    /// folder is read.
    fn reload(&mut self, machine: &Machine, agent: Agent, ended: Option<String>) -> Delta {
        (self.agent, self.ended) = (agent, ended);
        self.not_started = self.agent.does_not_start(machine);
        let old = self.verdicts();
        for place in self.declared() {
            self.take(&place);
        }
        self.declare(machine);
        self.judge_all(machine);
        Delta { agent: true, ..self.since(old.iter()) }
    }

    /// Works out every verdict again, without reading a file: PATH changed.
    pub fn judge_again(&mut self, machine: &Machine) -> Delta {
        self.not_started = self.agent.does_not_start(machine);
        let old = self.verdicts();
        self.judge_all(machine);
        self.since(old.iter())
    }

    fn verdicts(&self) -> Vec<Hook> {
        self.slots.values().filter_map(|slot| slot.hook.as_deref().cloned()).collect()
    }

    fn declared(&self) -> Vec<Place> {
        self.slots.keys().take_while(|(root, _)| *root == 0).cloned().collect()
    }

    pub(super) fn declare(&mut self, machine: &Machine) {
        for (index, candidate) in declared::all(machine, &self.agent).into_iter().enumerate() {
            self.put((0, index.to_be_bytes().to_vec()), candidate);
        }
    }

    fn read_again(&mut self, machine: &Machine, mut folders: BTreeSet<(usize, PathBuf)>) -> Delta {
        // Told in any case: its files are others now, whether its verdict is or not.
        let written: BTreeSet<Place> =
            folders.iter().flat_map(|(index, dir)| self.within(*index, dir)).collect();
        for folder in &folders {
            if discover::is_link(&folder.1) {
                self.links.insert(folder.clone());
            } else {
                self.links.remove(folder);
            }
        }
        // What is reached through a link may be in the folder of another hook.
        folders.extend(self.links.iter().cloned());
        let linked = self.slots.iter().filter(|(_, slot)| follows_a_link(&slot.candidate));
        folders.extend(linked.filter_map(|((root, _), slot)| {
            let index = root.checked_sub(1)?;
            Some((index, self.folder_in(index, slot.candidate.dir.as_deref()?)?))
        }));
        let mut before: BTreeMap<Place, Box<Hook>> = BTreeMap::new();
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
            for place in self.within(*index, dir) {
                if let Some(slot) = self.take(&place) {
                    names.insert(slot.candidate.name().to_owned());
                    before.extend(slot.hook.map(|hook| (place.clone(), hook)));
                }
                touched.insert(place);
            }
            let Some(root) = self.agent.roots.get(*index).cloned() else { continue };
            for candidate in discover::read_if_there(&self.agent, &root, dir) {
                let place = place(*index, &root, candidate.dir.as_deref().unwrap_or(dir));
                touched.insert(place.clone());
                self.put(place, candidate);
            }
        }
        for place in &touched {
            names.extend(self.slots.get(place).map(|slot| slot.candidate.name().to_owned()));
        }
        for name in names {
            touched.extend(self.names.get(&name).into_iter().flatten().cloned());
        }
        let mut delta = Delta::default();
        self.read_rest_of(machine, &touched);
        let twins = self.listed_twins();
        if std::mem::replace(&mut self.twins, twins) != self.twins {
            touched.extend(self.slots.keys().cloned());
        }
        // The first hook may just have come.
        if self.text.is_none() {
            self.text = self.by_its_text(machine);
        }
        let context = Context::new(self, machine);
        if context != self.context {
            touched.extend(self.slots.keys().cloned());
        }
        let installed = Installed::of(machine);
        let judged: Vec<(Place, Box<Hook>)> = touched
            .iter()
            .filter_map(|place| Some((place, self.slots.get(place)?)))
            .map(|(place, slot)| {
                (place.clone(), self.judge(machine, &context, &installed, place, slot))
            })
            .collect();
        installed.remember(machine);
        for (place, hook) in judged {
            let Some(slot) = self.slots.get_mut(&place) else { continue };
            let old = before.remove(&place);
            if old.as_ref().is_some_and(|old| old.id != hook.id) {
                delta.removed.extend(old.as_ref().map(|old| old.id.clone()));
            }
            if written.contains(&place) || old.as_ref().or(slot.hook.as_ref()) != Some(&hook) {
                delta.upserted.push((*hook).clone());
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
        let old = old.slots.values().filter_map(|slot| slot.hook.as_deref());
        Delta { agent: true, ..self.since(old) }
    }

    /// What differs from an earlier state. Where it is much, the whole is told rather than its parts.
    fn since<'a>(&self, old: impl Iterator<Item = &'a Hook>) -> Delta {
        let before: HashMap<&str, &Hook> = old.map(|hook| (hook.id.as_str(), hook)).collect();
        let hooks = || self.slots.values().filter_map(|slot| slot.hook.as_deref());
        let now: BTreeSet<&str> = hooks().map(|hook| hook.id.as_str()).collect();
        let upserted: Vec<Hook> =
            hooks().filter(|hook| before.get(hook.id.as_str()) != Some(hook)).cloned().collect();
        let removed: Vec<String> =
            before.keys().filter(|id| !now.contains(*id)).map(|id| (*id).to_owned()).collect();
        if upserted.len().saturating_add(removed.len()) > MANY {
            return Delta { full: true, ..Delta::default() };
        }
        Delta { upserted, removed, ..Delta::default() }
    }

    /// The hook folders that a path is in (or is): none for a path outside of every root, several
    /// where a root is within another.
    fn folders_of(&self, path: &Path) -> Vec<(usize, PathBuf)> {
        let roots = self.agent.roots.iter().enumerate();
        roots.filter_map(|(index, _)| Some((index, self.folder_in(index, path)?))).collect()
    }

    /// The folder of a root that a path is in: the root itself, where that is the hook.
    fn folder_in(&self, index: usize, path: &Path) -> Option<PathBuf> {
        let root = &self.agent.roots.get(index)?.dir;
        if self.slots.contains_key(&(index.saturating_add(1), Vec::new())) && path.starts_with(root)
        {
            return Some(root.clone());
        }
        let first = path.strip_prefix(root).ok()?.components().next()?;
        Some(root.join(first))
    }

    /// The place of a folder, and those of the hooks in it.
    fn within(&self, index: usize, dir: &Path) -> Vec<Place> {
        let Some(root) = self.agent.roots.get(index) else { return Vec::new() };
        let own = place(index, root, dir);
        // What is in it follows one after the other, behind its name and a stroke.
        let first = (own.0, [own.1.as_slice(), b"/"].concat());
        let below = self.slots.range(first.clone()..).map(|(place, _)| place);
        let below = below.take_while(|place| place.0 == first.0 && place.1.starts_with(&first.1));
        let mut all: Vec<Place> = below.cloned().collect();
        all.push(own);
        all
    }
}

/// Whether what was read of a hook is behind a symbolic link in its folder. A second name of a file
/// (a hard link) leads nowhere else.
fn follows_a_link(candidate: &Candidate) -> bool {
    candidate.linked
        && match &candidate.handler {
            Some(Handler::Module { path, .. }) => discover::is_link(path),
            _ => true,
        }
}
