//! The former texts of configs that changes have kept: backups are nothing but these.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::journal::{self, Journal};
use super::kept::Kept;
use super::order;
use super::status::Status;
use tacklebox_machine::machine::Machine;

/// How many former texts of one config are kept.
const PER_FILE: usize = 20;

/// One former text of a config.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copy {
    pub journal: String,
    /// The name of the copy in the journal's folder.
    pub name: String,
    /// The config that it was.
    pub path: PathBuf,
    /// When it was replaced, RFC 3339.
    pub at: String,
    /// What replaced it: "Session memory was turned on."
    pub summary: String,
}

impl Copy {
    /// Where it is.
    pub fn place(&self, machine: &Machine) -> PathBuf {
        order::root(machine).join(&self.journal).join(&self.name)
    }
}

/// The copies of one config, the newest first.
pub fn of(machine: &Machine, path: &Path) -> Vec<Copy> {
    let mut copies = all(&journal::all(machine));
    copies.retain(|copy| copy.path == path);
    copies.truncate(PER_FILE);
    copies
}

/// Journal and name of every copy that is to stay.
pub(super) fn needed(journals: &[(String, Journal)]) -> Vec<(String, String)> {
    let mut counts: BTreeMap<PathBuf, usize> = BTreeMap::new();
    let mut needed = Vec::new();
    for copy in all(journals) {
        let count = counts.entry(copy.path).or_default();
        *count = count.saturating_add(1);
        if *count <= PER_FILE {
            needed.push((copy.journal, copy.name));
        }
    }
    needed
}

/// All copies, the newest first.
fn all(journals: &[(String, Journal)]) -> Vec<Copy> {
    let mut copies: Vec<(String, Copy)> = Vec::new();
    for (id, journal) in journals {
        // A change that is not done yet has replaced nothing for good.
        if matches!(journal.status, Status::Applying | Status::Made) {
            continue;
        }
        for kept in &journal.steps {
            let Kept::File { path, before, undone, config: true, .. } = kept else { continue };
            let copy = |name: &String, at: &str, summary: String| Copy {
                journal: id.clone(),
                name: name.clone(),
                path: path.clone(),
                at: at.to_owned(),
                summary,
            };
            if let Some(name) = before {
                copies.push((id.clone(), copy(name, &journal.at, journal.summary.clone())));
            }
            if let (Some(name), Some(at)) = (undone, &journal.undone_at) {
                // Earlier versions wrote down no more than the time.
                let order = journal.undone_order.clone().unwrap_or_else(|| order::at(at));
                let summary = format!("Taken back: {}", journal.summary);
                copies.push((order, copy(name, at, summary)));
            }
        }
    }
    // By the order of changes and never by the clock, which may have been ahead.
    copies.sort_by(|a, b| a.0.cmp(&b.0));
    copies.into_iter().rev().map(|(_, copy)| copy).collect()
}
