//! What differs between two versions of a hook's files: as it came and as it is now, or as it is now and
//! as an update would have it. Diffs show no secrets.

mod mask;
mod side;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

pub use self::side::Side;
use crate::plan::NewFile;
use crate::receipt::originals::Originals;
use crate::receipt::{self, Receipt};
use tacklebox_machine::machine::Machine;

/// One file that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ChangedFile {
    /// Relative to the hook's folder, with `/`.
    pub path: String,
    pub change: FileChange,
    /// A unified diff, secrets masked; none where there is a reason for none.
    pub diff: Option<String>,
    /// "It is not text."
    pub why_no_diff: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum FileChange {
    Added,
    Edited,
    Deleted,
}

/// What is installed is what its source has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct UpToDate {
    /// "Welcome is up to date"
    pub title: String,
    pub text: String,
}

impl UpToDate {
    pub(super) fn of(title: &str, version: &str) -> Self {
        let title = format!("{title} is up to date");
        let text = match version {
            "" => {
                "The installed version is the same as the one at its source. Nothing was changed."
                    .to_owned()
            }
            version => format!(
                "Version {version} is installed, the same as at its source. Nothing was changed."
            ),
        };
        Self { title, text }
    }
}

/// What was changed in a hook folder since it was installed; nothing where there is no receipt.
pub fn since_installed(machine: &Machine, dir: &Path) -> Vec<ChangedFile> {
    let Some(receipt) = receipt::read(machine, dir) else { return Vec::new() };
    let originals = Originals::read(machine, dir);
    let one = |path: &String| {
        file(path, &original(&receipt, &originals, path), &Side::on_disk(&dir.join(path)))
    };
    receipt.changed.iter().map(one).collect()
}

/// What putting a hook's files back would change.
pub(super) fn by_put_back(machine: &Machine, dir: &Path) -> Vec<ChangedFile> {
    let Some(receipt) = receipt::read(machine, dir) else { return Vec::new() };
    let originals = Originals::read(machine, dir);
    let one = |path: &String| {
        file(path, &Side::on_disk(&dir.join(path)), &original(&receipt, &originals, path))
    };
    receipt.to_put_back(dir).iter().map(one).collect()
}

/// What an update would change in a hook folder. What no version brought stays as it is.
pub(crate) fn by_update(dir: &Path, receipt: &Receipt, new: &[NewFile]) -> Vec<ChangedFile> {
    let brought = receipt.brought();
    let now = receipt::files(dir).into_iter();
    let now =
        now.filter(|(path, _)| brought.contains(path) || new.iter().any(|file| &file.path == path));
    let mut sides: BTreeMap<String, (Side, Side)> = now
        .map(|(path, _)| (path.clone(), (Side::on_disk(&dir.join(path)), Side::Absent)))
        .collect();
    for file in new {
        sides.entry(file.path.clone()).or_insert((Side::Absent, Side::Absent)).1 =
            Side::of(&file.bytes);
    }
    let differs = sides.into_iter().filter(|(_, (before, after))| !before.same(after));
    differs.map(|(path, (before, after))| file(&path, &before, &after)).collect()
}

fn original(receipt: &Receipt, originals: &Originals, path: &str) -> Side {
    if !receipt.files.iter().any(|file| file.path == path) {
        return Side::Absent;
    }
    match originals.get(receipt, path) {
        Some(original) => Side::of(original.text.as_bytes()),
        None => Side::Unknown("Only its hash was kept, not the file as it came."),
    }
}

fn file(path: &str, before: &Side, after: &Side) -> ChangedFile {
    let change = match (before, after) {
        (Side::Absent, _) => FileChange::Added,
        (_, Side::Absent) => FileChange::Deleted,
        _ => FileChange::Edited,
    };
    let diff = before.text().and_then(|before| Ok((before, after.text()?)));
    let diff = diff.and_then(|(before, after)| mask::diff(path, before, after));
    let (diff, why_no_diff) = match diff {
        Ok(diff) => (Some(diff), None),
        Err(why) => (None, Some(why.to_owned())),
    };
    ChangedFile { path: path.to_owned(), change, diff, why_no_diff }
}

#[cfg(test)]
mod tests;
