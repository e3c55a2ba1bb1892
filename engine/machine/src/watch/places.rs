//! Which folders are watched for the targets, and what an event in one of them means.
//!
//! On Linux every folder gets its own watch, set by this module. notify's recursive watch opens all
//! folders of a tree before it reads what came of it, and each opening is an event: a tree of
//! 20,000 folders overflows the queue (of 16,384) before its watch is set, each time again. Nor can
//! it leave installed packages out or follow the links of hooks and no others.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use notify::event::{ModifyKind, RenameMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::kinds::{is_replacement, is_structural, is_unreachable};
use super::trace::trace;
use super::{Target, is_skipped};

/// Whether the system watches what is below a folder too, at no cost for each folder.
const WATCHES_TREES: bool = cfg!(any(target_os = "macos", windows));

/// A hook's folder is one below its target, a file of the hook two below. Links are followed
/// that far; further in, a link may lead to a whole home.
const HOOK: usize = 1;
const HOOK_FILE: usize = 2;

/// A linked folder is a hook if it has one of these; else it is watched for them and nothing more.
const MANIFESTS: [&str; 2] = ["HOOK.md", "HOOK.toml"];

/// So many folders of one linked hook are watched. Where each needs a watch of its own, a link to a
/// disk would take all the watches that the user has.
const LINKED: usize = 1000;

/// Something that is followed from its spelling to its place on the disk: a target, or a symlink
/// found inside of one.
struct Root {
    kind: Kind,
    steps: Vec<PathBuf>,
    real: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    File,
    Hooks,
    /// A symlink so many levels below its target.
    Link(usize),
}

impl Kind {
    const fn level(self) -> usize {
        match self {
            Self::File | Self::Hooks => 0,
            Self::Link(level) => level,
        }
    }
}

/// What an event amounts to, in the caller's spelling.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub paths: BTreeSet<PathBuf>,
    pub everything: bool,
}

/// The watches that are set.
pub(super) struct Places {
    watcher: RecommendedWatcher,
    /// Watched folders; true when what is below is watched with them.
    armed: BTreeMap<PathBuf, bool>,
    roots: BTreeMap<PathBuf, Root>,
    /// Which roots lead through a path.
    through: HashMap<PathBuf, BTreeSet<PathBuf>>,
    /// How the caller spells a place.
    shown: HashMap<PathBuf, BTreeSet<PathBuf>>,
    /// Links to folders that are not hooks: nothing below them is followed.
    shallow: BTreeSet<PathBuf>,
}

impl Places {
    /// Sets the watches for all targets.
    ///
    /// # Errors
    /// The system's reason when it gives no more watches.
    pub fn new(watcher: RecommendedWatcher, targets: &[Target]) -> notify::Result<Self> {
        let mut places = Self {
            watcher,
            armed: BTreeMap::new(),
            roots: BTreeMap::new(),
            through: HashMap::new(),
            shown: HashMap::new(),
            shallow: BTreeSet::new(),
        };
        for target in targets {
            let (path, kind) = match target {
                Target::Hooks(path) => (path, Kind::Hooks),
                Target::File(path) => (path, Kind::File),
            };
            places.follow(path, kind)?;
        }
        Ok(places)
    }

    /// Takes in one event: which files it is about, and which watches have to be set again.
    ///
    /// # Errors
    /// The system's reason when it gives no more watches.
    pub fn take_in(&mut self, event: &notify::Event) -> notify::Result<Found> {
        let mut found = Found::default();
        // Both halves of a rename have come on their own before.
        if event.kind == EventKind::Modify(ModifyKind::Name(RenameMode::Both))
            && cfg!(target_os = "linux")
        {
            return Ok(found);
        }
        for path in &event.paths {
            if is_structural(event.kind) {
                self.follow_again(path, is_replacement(event.kind), &mut found)?;
            }
            self.name_change(path, event.kind, &mut found)?;
        }
        Ok(found)
    }

    /// Roots that lead through `path` may now lead elsewhere.
    fn follow_again(
        &mut self,
        path: &Path,
        replaced: bool,
        found: &mut Found,
    ) -> notify::Result<()> {
        if replaced {
            // notify drops the watches below a removed or renamed folder, and the
            // folder that is here now is another one.
            self.forget(path);
        }
        let Some(spelled) = self.through.get(path).cloned() else {
            return Ok(());
        };
        for spelled in spelled {
            let Some((kind, before)) = self.drop_root(&spelled) else {
                continue;
            };
            self.follow(&spelled, kind)?;
            let after = self.roots.get(&spelled).and_then(|root| root.real.clone());
            let is_other = before != after || (replaced && after.is_some());
            if is_other && kind == Kind::Hooks {
                found.everything = true;
            } else if is_other {
                found.paths.insert(spelled);
            }
        }
        Ok(())
    }

    /// Says how the caller spells `path` if it is in a target, and looks into new folders.
    fn name_change(
        &mut self,
        path: &Path,
        kind: EventKind,
        found: &mut Found,
    ) -> notify::Result<()> {
        let mut names = Vec::new();
        let mut hooks = Vec::new();
        for place in path.ancestors() {
            let Some(shown) = self.shown.get(place) else {
                continue;
            };
            let Ok(rest) = path.strip_prefix(place) else {
                continue;
            };
            if rest.parent().is_some_and(|above| above.iter().any(is_skipped)) {
                continue;
            }
            for spelled in shown {
                let Some(root) = self.roots.get(spelled) else {
                    continue;
                };
                let inside = !rest.as_os_str().is_empty();
                if inside && self.shallow.contains(spelled) {
                    if MANIFESTS.iter().any(|name| rest == Path::new(name)) {
                        hooks.push(spelled.clone());
                        found.paths.insert(spelled.join(rest));
                    }
                    continue;
                }
                let level = root.kind.level().saturating_add(rest.iter().count());
                // A folder of hooks is changed whenever a hook comes or goes, which is told anyway.
                if inside {
                    let linked = matches!(root.kind, Kind::Link(_));
                    let limit = if linked { LINKED } else { usize::MAX };
                    names.push((spelled.join(rest), level, limit));
                } else if root.kind != Kind::Hooks {
                    found.paths.insert(spelled.clone());
                }
            }
        }
        for (spelled, level, limit) in names {
            if is_structural(kind) {
                self.drop_links(&spelled);
                self.look(path, &spelled, level, limit)?;
            }
            found.paths.insert(spelled);
        }
        // It has a manifest now.
        for spelled in hooks {
            if let Some((kind, _)) = self.drop_root(&spelled) {
                self.follow(&spelled, kind)?;
            }
        }
        Ok(())
    }

    /// Follows a root and watches the way to it and the place itself.
    fn follow(&mut self, spelled: &Path, kind: Kind) -> notify::Result<()> {
        let mut way = trace(spelled);
        loop {
            let mut is_new = false;
            for holder in &way.holders {
                is_new |= self.arm(holder, false)?;
            }
            // What came between the look and the watch would be lost: look again until all of the
            // way was watched before it was walked.
            let again = if is_new { trace(spelled) } else { break };
            way = again;
        }
        for step in &way.steps {
            self.through.entry(step.clone()).or_default().insert(spelled.to_path_buf());
        }
        if let Some(real) = &way.real {
            self.shown.entry(real.clone()).or_default().insert(spelled.to_path_buf());
        }
        let real = way.real.clone();
        self.roots.insert(spelled.to_path_buf(), Root { kind, steps: way.steps, real: way.real });
        match real {
            Some(real) if kind == Kind::Link(HOOK) => self.look_linked(&real, spelled),
            Some(real) if kind != Kind::File => self.look(&real, spelled, kind.level(), usize::MAX),
            _ => Ok(()),
        }
    }

    /// Watches a linked hook. A link is made in a moment, perhaps by a repository that was cloned, and
    /// may lead anywhere: to the whole disk, to a home.
    fn look_linked(&mut self, real: &Path, spelled: &Path) -> notify::Result<()> {
        let is_target = |root: &&Root| !matches!(root.kind, Kind::Link(_));
        let mut targets =
            self.roots.values().filter(is_target).filter_map(|root| root.real.as_deref());
        if targets.any(|target| target.starts_with(real)) {
            self.shallow.insert(spelled.to_path_buf());
            return Ok(());
        }
        if !MANIFESTS.iter().any(|name| real.join(name).exists()) {
            self.shallow.insert(spelled.to_path_buf());
            return if real.is_dir() { self.arm(real, false).map(drop) } else { Ok(()) };
        }
        self.look(real, spelled, HOOK, LINKED)
    }

    /// Watches a folder inside a target with all that is below, at most `limit` folders, and follows the
    /// links in it.
    fn look(
        &mut self,
        place: &Path,
        spelled: &Path,
        level: usize,
        limit: usize,
    ) -> notify::Result<()> {
        let mut left = limit;
        let mut waiting = VecDeque::from([(place.to_path_buf(), spelled.to_path_buf(), level)]);
        while let Some((place, spelled, level)) = waiting.pop_front() {
            let Ok(metadata) = fs::symlink_metadata(&place) else {
                continue;
            };
            if metadata.is_symlink() {
                // A linked file is watched where it is; of linked folders only a hook's own.
                if level == HOOK || (level == HOOK_FILE && !place.is_dir()) {
                    self.follow(&spelled, Kind::Link(level))?;
                }
                continue;
            }
            if !metadata.is_dir() || place.file_name().is_some_and(is_skipped) {
                continue;
            }
            if left == 0 {
                break;
            }
            left = left.saturating_sub(1);
            self.arm(&place, true)?;
            if WATCHES_TREES && level >= HOOK_FILE {
                continue;
            }
            for entry in fs::read_dir(&place).into_iter().flatten().flatten() {
                let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
                if !is_file {
                    let spelled = spelled.join(entry.file_name());
                    waiting.push_back((entry.path(), spelled, level.saturating_add(1)));
                }
            }
        }
        Ok(())
    }

    /// Watches a folder; true when it was not watched before.
    fn arm(&mut self, folder: &Path, tree: bool) -> notify::Result<bool> {
        let tree = tree && WATCHES_TREES;
        let covered = match self.armed.get(folder) {
            Some(deep) => *deep || !tree,
            None => WATCHES_TREES && folder.ancestors().any(|at| self.armed.get(at) == Some(&true)),
        };
        if covered {
            return Ok(false);
        }
        if self.armed.remove(folder).is_some() {
            // A watch that is already gone is what is wanted.
            let _ = self.watcher.unwatch(folder);
        }
        let mode = if tree { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
        match self.watcher.watch(folder, mode) {
            Ok(()) => {
                self.armed.insert(folder.to_path_buf(), tree);
                Ok(true)
            }
            // The folder that holds it is watched and tells when it comes back or may be read.
            Err(error) if is_unreachable(&error) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn forget(&mut self, path: &Path) {
        let gone: Vec<PathBuf> = self
            .armed
            .range(path.to_path_buf()..)
            .map(|(folder, _)| folder.clone())
            .take_while(|folder| folder.starts_with(path))
            .collect();
        for folder in gone {
            self.armed.remove(&folder);
            if !cfg!(target_os = "linux") {
                let _ = self.watcher.unwatch(&folder);
            }
        }
    }

    /// The links at and below a changed path are looked for again.
    fn drop_links(&mut self, spelled: &Path) {
        let links: Vec<PathBuf> = self
            .roots
            .range(spelled.to_path_buf()..)
            .take_while(|(path, _)| path.starts_with(spelled))
            .filter(|(_, root)| matches!(root.kind, Kind::Link(_)))
            .map(|(path, _)| path.clone())
            .collect();
        for link in links {
            self.drop_root(&link);
        }
    }

    /// Where the link led stays watched until the targets change: others may share the folder,
    /// and an event that no root names is dropped.
    fn drop_root(&mut self, spelled: &Path) -> Option<(Kind, Option<PathBuf>)> {
        let root = self.roots.remove(spelled)?;
        self.shallow.remove(spelled);
        for step in &root.steps {
            remove_from(&mut self.through, step, spelled);
        }
        if let Some(real) = &root.real {
            remove_from(&mut self.shown, real, spelled);
        }
        Some((root.kind, root.real))
    }
}

fn remove_from(map: &mut HashMap<PathBuf, BTreeSet<PathBuf>>, key: &Path, spelled: &Path) {
    if let Some(set) = map.get_mut(key) {
        set.remove(spelled);
        if set.is_empty() {
            map.remove(key);
        }
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;
