//! What Tacklebox keeps for itself: where it is, and taking it away. No hook and no agent needs any
//! of it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::updates;
use crate::apply::{self, ApplyError};
use tacklebox_agents::projects;
use tacklebox_inventory::guard;
use tacklebox_machine::machine::Machine;

/// Everything that Tacklebox puts into its data folder, with what a person would miss of it. What else
/// is there is not ours to remove.
pub(super) const OURS: [(&str, Option<&str>); 23] = [
    (
        "undo",
        Some(
            "What earlier changes can be taken back with is removed, earlier versions of configs and the hooks that were removed.",
        ),
    ),
    ("copies", None),
    ("last-change", None),
    ("made", None),
    ("seen-files.json", None),
    ("receipts", Some("The record of what Tacklebox installed, and from where, is removed.")),
    ("activity.jsonl", Some("The list of what was done is removed.")),
    ("seen", Some("The list of moments that agents were heard to send is removed.")),
    ("pending.json", None),
    ("runtimes.json", Some("The versions that you chose to be judged by are forgotten.")),
    (
        projects::FILE,
        Some("Which project folders are listed is forgotten; nothing in them is touched."),
    ),
    ("programs.json", None),
    ("dangers.txt", None),
    ("modules.txt", None),
    ("login-path.json", None),
    ("first-picture.json", None),
    ("typed.json", Some("What was typed in the window and not saved is forgotten.")),
    ("plugins-seen.json", Some("What plugins were seen to register is forgotten.")),
    (
        guard::FOLDER,
        Some("Which changed hooks were turned off is forgotten, and whether that is done."),
    ),
    (
        "window.json",
        Some(
            "What the desktop may be told of is forgotten, also whether Tacklebox goes on in the background; the tour comes once more.",
        ),
    ),
    (updates::FILE, Some("Whom to ask for a new version is forgotten.")),
    ("version", None),
    ("lock", None),
];

/// Throw-away workspaces of tries that were cut off.
const SCRATCH: &str = "scratch-";

/// Tacklebox's own data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct OwnData {
    /// With `~`.
    pub folder: String,
    pub exists: bool,
    /// What would be removed, in sentences.
    pub goes: Vec<String>,
    /// What stays as it is.
    pub stays: Vec<String>,
    /// What the copies for *Undo* take, and when the oldest go.
    pub copies: String,
    /// Whether a hook is turned off whose files changed, where the change does something serious.
    pub guard: bool,
}

/// Where our own data is, and what removing it means.
pub fn own_data(machine: &Machine) -> OwnData {
    let dir = machine.data_dir();
    OwnData {
        folder: machine.show(dir),
        exists: ours(dir).next().is_some(),
        goes: goes(dir),
        stays: vec![
            "Every hook stays where it is and keeps working.".into(),
            "The agents' settings stay, with every key that was saved there.".into(),
            "The log and the window's place stay where the system keeps them.".into(),
        ],
        copies: copies(machine),
        guard: guard::is_on(machine),
    }
}

fn copies(machine: &Machine) -> String {
    let (bytes, most) = apply::kept_bytes(machine);
    format!(
        "The copies for Undo and earlier versions of configs take {}. At most 20 changes and 20 versions of a file are kept; the oldest go earlier when all take more than {}, or after a year. Removed hooks are kept for 90 days, whatever they take.",
        size(bytes),
        size(most)
    )
}

/// In the units of the guide, which says the same limit.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_024 => format!("{bytes} bytes"),
        1_024..1_048_576 => format!("{} KiB", bytes / 1_024),
        _ => format!("{} MiB", bytes / 1_048_576),
    }
}

fn goes(dir: &Path) -> Vec<String> {
    let there = OURS.into_iter().filter(|(name, _)| dir.join(name).exists());
    there.filter_map(|(_, sentence)| sentence.map(str::to_owned)).collect()
}

fn ours(dir: &Path) -> impl Iterator<Item = PathBuf> {
    let named = OURS.into_iter().map(|(name, _)| dir.join(name));
    let scratch = fs::read_dir(dir).into_iter().flatten().flatten().filter_map(|entry| {
        entry.file_name().to_string_lossy().starts_with(SCRATCH).then(|| entry.path())
    });
    named.filter(|path| fs::symlink_metadata(path).is_ok()).chain(scratch)
}

/// Removes our own data, and the folder if nothing else is in it.
///
/// # Errors
/// [`ApplyError`] where another Tacklebox is changing something, or something cannot be removed; what
/// was not removed can be tried again.
pub fn remove_own_data(machine: &Machine) -> Result<(), ApplyError> {
    let dir = machine.data_dir();
    if !dir.exists() {
        return Ok(());
    }
    apply::alone(machine, || {
        // What a person may have written is in the system's bin then, where there is one.
        for held in apply::held::list(machine).iter().filter(|held| !held.ours) {
            held.to_bin(machine);
        }
        for path in ours(dir) {
            remove(&path).map_err(|source| ApplyError::Io {
                path: path.clone(),
                what: "removed",
                source,
            })?;
        }
        Ok(())
    })?;
    // Something of somebody else's in it is a reason to leave it.
    let _ = fs::remove_dir(dir);
    Ok(())
}

/// A link goes itself; what it leads to stays.
fn remove(path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path)?.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    }
}
