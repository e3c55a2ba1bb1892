//! What is written down of a change before it is made.

use std::fs;
use std::path::{Path, PathBuf};

use super::ApplyError;
use super::kept::Kept;
use super::order::root;
use super::paths;
use super::status::Status;
use serde::{Deserialize, Serialize};
use tacklebox_agents::agent::{Agent, Options};
use tacklebox_agents::hook::AgentId;
use tacklebox_inventory::pending::Unseen;
use tacklebox_machine::cut::Cut;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

pub(super) const FILE: &str = "journal.json";

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
    /// The id of the hook that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hook: Option<String>,
    /// The moments of a hook that came or went with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moments: Vec<String>,
    /// The home that it was made in: its paths are whole ones, and lead there from a copy of that home, too. Empty in
    /// those of earlier versions.
    #[serde(default, with = "paths::one")]
    pub home: PathBuf,
}

impl Journal {
    /// What an agent has not seen of it, as this sentence says.
    pub(crate) fn unseen(&self, summary: &str) -> Unseen {
        let summary = summary.to_owned();
        Unseen { summary, hook: self.hook.clone(), moments: self.moments.clone(), before: 0 }
    }

    /// Whether the agent has to be started again for this. One that is told reads the folders of its hooks
    /// again, and its config only at its start.
    pub(crate) fn needs_restart(&self) -> bool {
        let config = |kept: &Kept| matches!(kept, Kept::File { config: true, .. });
        self.agent.dialect().stamp().is_none() || self.steps.iter().any(config)
    }

    /// The first of the changes that it was made together with; itself, which is named `own`, where it is alone.
    pub(crate) fn first_of<'a>(&'a self, own: &'a str) -> &'a str {
        self.first.as_deref().unwrap_or(own)
    }

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

    /// # Errors
    /// [`ApplyError::NothingToUndo`] where it was made in another home.
    pub(super) fn is_of_this_home(&self, machine: &Machine) -> Result<(), ApplyError> {
        let Some(home) = self.other_home(machine) else { return Ok(()) };
        let (of, here) = (home.display(), machine.home().display());
        let why = format!("that change was made in {of}, of which {here} is a copy.");
        Err(ApplyError::NothingToUndo(why))
    }

    /// The home that it was made in, where that is another one.
    pub(super) fn other_home(&self, machine: &Machine) -> Option<&Path> {
        let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let home = self.home.as_path();
        let is_other = home.components().next().is_some() && real(home) != real(machine.home());
        is_other.then_some(home)
    }

    /// What was written is still there as it was written, and nothing is in the way.
    ///
    /// # Errors
    /// [`ApplyError`] with the first file or folder that is not as it was left.
    pub(crate) fn may_be_undone(&self, machine: &Machine, dir: &Path) -> Result<(), ApplyError> {
        if self.steps.iter().any(|kept| matches!(kept, Kept::File { config: true, .. }))
            && let agent = Agent::locate(machine, self.agent, &Options::default())
            && let Some(why) = agent.config_kept()
        {
            return Err(ApplyError::MadeElsewhere(why));
        }
        for (number, kept) in self.steps.iter().enumerate() {
            // What was put in a folder's place is taken away before the folder comes back.
            let replaced = |later: &Kept| match (later, kept) {
                (Kept::Placed { dir: new, .. }, Kept::Removed { dir: old, .. }) => new == old,
                _ => false,
            };
            let from_here = self.steps.cut(number..);
            if !from_here.iter().any(replaced) {
                kept.may_be_undone(machine, dir, from_here)?;
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

pub(super) fn names(root: &Path) -> Vec<String> {
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
    let first = journal.first_of(own).to_owned();
    all.into_iter().filter(|(own, journal)| journal.first_of(own) == first).collect()
}

/// Forgets a change. Renamed first: half of a folder is never taken for one that can be taken back.
pub(super) fn forget(machine: &Machine, id: &str) {
    let root = root(machine);
    let gone = root.join(format!(".{id}"));
    let from = root.join(id);
    let _ = fs::remove_dir_all(if fs::rename(&from, &gone).is_ok() { gone } else { from });
}
