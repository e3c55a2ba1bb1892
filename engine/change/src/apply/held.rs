//! Folders that changes took away: removed hooks, those that an update replaced, those that were taken
//! back. They are kept by age, never by count, and what a person may have written goes to the system's
//! bin when its time is over.

use std::fs;
use std::path::{Path, PathBuf};

use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

use super::journal::{self, Journal};
use super::kept::{Kept, taken_back};
use super::order;
use super::status::Status;
use super::store::Sizes;
use tacklebox_agents::hook::AgentId;
use tacklebox_machine::machine::{Bin, Machine};

/// How long a removed folder is kept at least.
const AGE: Duration = Duration::days(90);

/// A folder that a change took away, and where it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    /// The change, in the order of all.
    pub change: String,
    /// Its name in the change's folder.
    name: String,
    /// Where it is kept.
    pub place: PathBuf,
    /// Where it was.
    pub dir: PathBuf,
    pub agent: AgentId,
    /// When it was taken away; none where that cannot be read.
    pub at: Option<OffsetDateTime>,
    /// Nothing of a person's is in it: it was as Tacklebox had put it there.
    pub ours: bool,
    /// A new version took its place.
    pub replaced: bool,
    /// Records of ours that went with it: where they were, and where they are kept.
    pub records: Vec<(PathBuf, PathBuf)>,
    /// The same change edited settings of the agent: the switch may be gone with it.
    pub settings: bool,
}

impl Held {
    /// Until when it is kept at least.
    pub fn until(&self) -> Option<OffsetDateTime> {
        self.at?.checked_add(AGE)
    }

    /// Moves it to the system's bin, under the name that it had, so that a person knows it there. Whether
    /// it is there now.
    pub(crate) fn to_bin(&self, machine: &Machine) -> bool {
        let name = self.dir.file_name().unwrap_or_default();
        let named = self.place.with_file_name(name);
        let is_free = fs::symlink_metadata(&named).is_err();
        if !is_free || *machine.bin() == Bin::None || fs::rename(&self.place, &named).is_err() {
            return machine.bin().take(&self.place);
        }
        machine.bin().take(&named) || {
            // It stays, and is looked for where it was.
            let _ = fs::rename(&named, &self.place);
            false
        }
    }

    /// An update can bring the old version of what came from elsewhere; by count is enough for that.
    const fn counts(&self) -> bool {
        !(self.ours && self.replaced)
    }
}

/// All that is kept now, the newest first.
pub(crate) fn list(machine: &Machine) -> Vec<Held> {
    let journals = journal::all(machine).into_iter().rev();
    let all = journals.flat_map(|(id, journal)| of(machine, &id, &journal));
    all.filter(Held::counts).collect()
}

/// How many bytes a change adds to those that were counted, beside the folders that are kept by age.
pub(super) fn beside(machine: &Machine, id: &str, journal: &Journal, sizes: &mut Sizes) -> u64 {
    let aged: Vec<PathBuf> =
        of(machine, id, journal).into_iter().filter(Held::counts).map(|held| held.place).collect();
    let mut bytes = 0_u64;
    let mut open = vec![order::root(machine).join(id)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let Ok(meta) = fs::symlink_metadata(entry.path()) else { continue };
            match meta.is_dir() {
                true if aged.contains(&entry.path()) => {}
                true => open.push(entry.path()),
                false => bytes = bytes.saturating_add(sizes.of(&meta)),
            }
        }
    }
    bytes
}

/// The names in a change's folder that stay although the change is too old to be taken back.
pub(super) fn needed(machine: &Machine, id: &str, journal: &Journal) -> Vec<String> {
    let mut needed = Vec::new();
    for held in of(machine, id, journal).into_iter().filter(Held::counts) {
        let is_over = held.until().is_some_and(|until| machine.now() >= until);
        // What no bin takes stays here.
        if is_over && (held.ours || held.to_bin(machine)) {
            continue;
        }
        needed.push(held.name);
        let names = held.records.iter().filter_map(|(_, copy)| copy.file_name());
        needed.extend(names.map(|name| name.to_string_lossy().into_owned()));
    }
    needed
}

fn of(machine: &Machine, id: &str, journal: &Journal) -> Vec<Held> {
    // A change that is not done has taken nothing away for good.
    if matches!(journal.status, Status::Applying | Status::Made | Status::Undoing) {
        return Vec::new();
    }
    let root = order::root(machine).join(id);
    // What was removed had the records from before; what was taken back those that came with it.
    let records = |came: bool| -> Vec<(PathBuf, PathBuf)> {
        let one = |kept: &Kept| match kept {
            Kept::File { path, before, undone, .. } if path.starts_with(machine.data_dir()) => {
                let name = if came { undone } else { before };
                Some((path.clone(), root.join(name.as_ref()?)))
            }
            _ => None,
        };
        journal.steps.iter().filter_map(one).collect()
    };
    let held = |name: String, dir: &Path, at: Option<&str>, ours, replaced, records| {
        let place = root.join(&name);
        fs::symlink_metadata(&place).is_ok().then(|| Held {
            change: id.to_owned(),
            name,
            place,
            dir: dir.to_owned(),
            agent: journal.agent,
            at: at.and_then(|at| OffsetDateTime::parse(at, &Rfc3339).ok()),
            ours,
            replaced,
            records,
            settings: journal.steps.iter().any(
                |kept| matches!(kept, Kept::File { path, .. } if !path.starts_with(machine.data_dir())),
            ),
        })
    };
    let one = |kept: &Kept| match kept {
        Kept::Removed { dir, kept, ours, replaced } => {
            held(kept.clone(), dir, Some(&journal.at), *ours, *replaced, records(false))
        }
        Kept::Placed { dir, ours, .. } => {
            let at = journal.undone_at.as_deref();
            // What came in one step and was taken back as it came is in no need of more.
            held(taken_back(dir), dir, at, *ours, *ours, records(true))
        }
        Kept::Returned { dir, .. } => {
            let at = journal.undone_at.as_deref();
            held(taken_back(dir), dir, at, false, false, records(true))
        }
        _ => None,
    };
    journal.steps.iter().filter_map(one).collect()
}
