//! What is written down of a change before it is made, and the folder where it is.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

use super::kept::Kept;
use super::store::{self, Sizes};
use super::{ApplyError, copies, held, order};
use tacklebox_agents::hook::AgentId;
use tacklebox_machine::cut::Cut;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

/// How many changes can be taken back. What they removed is kept by age beside that: [`held`].
const KEPT: usize = 20;

/// How many bytes the copies of earlier changes may take together, each counted once, but for removed folders:
/// those are kept by age alone.
pub(super) const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// How long a change can be taken back, and an earlier version of a config is kept.
pub(super) const AGE: Duration = Duration::days(365);

const FILE: &str = "journal.json";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    Applying,
    /// Carried out, as one of several that are one change; the first of them says whether all were.
    Made,
    Done,
    Undoing,
    Undone,
    /// Too long ago to be taken back: only backups of configs and what it removed are left of it.
    Kept,
}

/// What is kept of one change: enough to take it back.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Journal {
    pub version: u32,
    pub agent: AgentId,
    pub summary: String,
    pub at: String,
    pub status: Status,
    /// When it was taken back, RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone_at: Option<String>,
    /// Where the taking back is in the order of changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone_order: Option<String>,
    /// The first of the changes that it was made together with; none where it is the first, or alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// Of the first of several that are one change: what all of them are. "3 hooks were turned off."
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub together: Option<String>,
    pub steps: Vec<Kept>,
}

impl Journal {
    /// # Errors
    /// Where it cannot be written; then the one before is kept.
    pub fn write(&self, dir: &Path) -> Result<(), ApplyError> {
        let path = dir.join(FILE);
        let (_, stamp) = files::read(&path, u64::MAX)?;
        // An empty journal could take nothing back: better nothing is changed at all.
        let text = serde_json::to_vec_pretty(self).map_err(|error| ApplyError::Io {
            path: path.clone(),
            what: "written",
            source: error.into(),
        })?;
        Ok(files::save(&path, &text, &stamp, 0o600)?)
    }

    /// What was written is still there as it was written, and nothing is in the way.
    ///
    /// # Errors
    /// [`ApplyError`] with the first file or folder that is not as it was left.
    pub(crate) fn may_be_undone(&self, machine: &Machine) -> Result<(), ApplyError> {
        for (number, kept) in self.steps.iter().enumerate() {
            // What was put in a folder's place is taken away before the folder comes back.
            let replaced = |later: &Kept| later.takes_the_place_of(kept);
            let from_here = self.steps.cut(number..);
            if !from_here.iter().any(replaced) {
                kept.may_be_undone(machine, from_here)?;
            }
        }
        Ok(())
    }

    /// Takes every step back that was made, the last one first. Each can be taken back twice.
    ///
    /// # Errors
    /// The first step that cannot be; the others are tried all the same.
    pub(crate) fn take_back(&self, machine: &Machine, dir: &Path) -> Result<(), ApplyError> {
        let all = self.steps.iter().rev();
        let all = all.map(|kept| kept.take_back(machine, dir, self.status));
        all.fold(Ok(()), Result::and)
    }
}

pub(super) fn root(machine: &Machine) -> PathBuf {
    machine.data_dir().join("undo")
}

/// A fresh folder for one change. Names sort by the order of changes.
pub(super) fn new_dir(machine: &Machine) -> Result<(String, PathBuf), ApplyError> {
    let root = root(machine);
    files::private_dir(&root)?;
    let id = order::next(machine)?;
    let dir = root.join(&id);
    match fs::create_dir(&dir) {
        Ok(()) => Ok((id, dir)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(ApplyError::InTheWay(dir))
        }
        Err(source) => Err(ApplyError::Io { path: dir, what: "made", source }),
    }
}

fn names(root: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(root) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// All that can be read, the oldest first.
pub(super) fn all(machine: &Machine) -> Vec<(String, Journal)> {
    let root = root(machine);
    let read = |name: String| {
        let text = fs::read_to_string(root.join(&name).join(FILE)).ok()?;
        let journal: Journal = serde_json::from_str(&text).ok()?;
        // What a newer version wrote is not ours to take back.
        (journal.version == 1).then_some((name, journal))
    };
    names(&root).into_iter().filter(|name| !name.starts_with('.')).filter_map(read).collect()
}

/// The changes that are still there of those that were made together with this one, or with the last one that can be
/// taken back; in their order.
pub(super) fn together(machine: &Machine, id: Option<&str>) -> Vec<(String, Journal)> {
    let mut all = all(machine);
    all.retain(|(_, journal)| super::stands(journal));
    let meant = all.iter().rfind(|(own, _)| id.is_none_or(|id| own == id));
    let Some((own, journal)) = meant else { return Vec::new() };
    let first = journal.first.as_ref().unwrap_or(own).clone();
    let is_of = |(own, journal): &(String, Journal)| {
        *own == first || journal.first.as_ref() == Some(&first)
    };
    all.into_iter().filter(is_of).collect()
}

/// How many of the oldest are no longer needed to take back the last [`KEPT`]: what was made together counts as one.
fn old(list: &[(String, Journal)]) -> usize {
    let mut counted: Vec<&str> = Vec::new();
    for (at, (id, journal)) in list.iter().enumerate().rev() {
        let own = journal.first.as_deref().unwrap_or(id);
        if counted.contains(&own) {
            continue;
        }
        if counted.len() == KEPT {
            return at.saturating_add(1);
        }
        counted.push(own);
    }
    0
}

/// How many of the oldest are too old, or too much: those before the first from which on all copies together are
/// no more than `most` bytes. What was made together goes together.
fn over(machine: &Machine, list: &[(String, Journal)], most: u64) -> usize {
    let mut kept: Vec<&str> = Vec::new();
    let (mut total, mut sizes) = (0, Sizes::default());
    for (at, (id, journal)) in list.iter().enumerate().rev() {
        let group = journal.first.as_deref().unwrap_or(id);
        total = held::beside(machine, id, journal, &mut sizes).saturating_add(total);
        let then = OffsetDateTime::parse(&journal.at, &Rfc3339).ok();
        let is_old = then.is_some_and(|then| then.saturating_add(AGE) < machine.now());
        if (is_old || total > most) && !kept.contains(&group) {
            return at.saturating_add(1);
        }
        kept.push(group);
    }
    0
}

/// How many bytes the copies of all changes take, each once.
pub(super) fn bytes(machine: &Machine) -> u64 {
    let mut sizes = Sizes::default();
    let all = all(machine);
    all.iter().map(|(id, journal)| held::beside(machine, id, journal, &mut sizes)).sum()
}

/// Forgets a change. Renamed first: half of a folder is never taken for one that can be taken back.
pub(super) fn forget(machine: &Machine, id: &str) {
    let root = root(machine);
    let gone = root.join(format!(".{id}"));
    let from = root.join(id);
    let _ = fs::remove_dir_all(if fs::rename(&from, &gone).is_ok() { gone } else { from });
}

/// As [`prune_to`], by the usual limit.
pub(super) fn prune(machine: &Machine, made: &str) {
    prune_to(machine, made, MOST_BYTES);
}

/// Forgets the oldest changes, but for the backups and the folders that they hold, and what a program
/// left that was killed before it wrote a journal. Of what is over an age, or over `most` bytes, backups go too.
/// The change `made` just now stays, whatever else holds.
pub(super) fn prune_to(machine: &Machine, made: &str, most: u64) {
    let list = all(machine);
    let over = over(machine, &list, most);
    let backups = copies::needed(list.get(over..).unwrap_or_default());
    let old = old(&list).max(over);
    for (id, journal) in list.into_iter().take(old).filter(|(id, _)| id != made) {
        let mut names: Vec<String> =
            backups.iter().filter(|(own, _)| *own == id).map(|(_, name)| name.clone()).collect();
        names.extend(held::needed(machine, &id, &journal));
        if names.is_empty() {
            forget(machine, &id);
        } else {
            trim(&root(machine).join(&id), journal, &names);
        }
    }
    let root = root(machine);
    for name in names(&root) {
        let dir = root.join(&name);
        if name.starts_with('.') || !dir.join(FILE).exists() {
            let _ = fs::remove_dir_all(dir);
        }
    }
    store::collect(machine);
}

/// Leaves these parts of an old change and nothing else.
fn trim(dir: &Path, mut journal: Journal, needed: &[String]) {
    let present = names(dir);
    if journal.status == Status::Kept && present.len() == needed.len().saturating_add(1) {
        return;
    }
    journal.status = Status::Kept;
    journal.steps.retain_mut(|kept| kept.keep_only(needed));
    // Written first: a journal that still promised what is gone could not be taken back.
    if journal.write(dir).is_err() {
        return;
    }
    for name in present.iter().filter(|name| *name != FILE && !needed.contains(name)) {
        let path = dir.join(name);
        let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
    }
}
