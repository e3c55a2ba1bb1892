//! What is forgotten of changes: by count, by age and by size, never what backups and removed folders still need.

use std::fs;
use std::path::Path;

use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

use super::journal::{FILE, Journal, all, forget, names};
use super::order::root;
use super::status::Status;
use super::store::{self, Sizes};
use super::{copies, held};
use tacklebox_machine::machine::Machine;

/// How many changes can be taken back. What they removed is kept by age beside that: [`held`].
const KEPT: usize = 20;

/// How many bytes the copies of earlier changes may take together, each counted once, but for removed folders:
/// those are kept by age alone.
pub(super) const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// How long a change can be taken back, and an earlier version of a config is kept.
const AGE: Duration = Duration::days(365);

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
