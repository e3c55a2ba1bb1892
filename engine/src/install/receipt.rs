//! Our own record of what was installed: from where, when, and the hash of every file.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::files::Stamp;
use crate::machine::Machine;
use crate::plan::{NewFile, Step};

/// What was installed, and what of it was changed since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Receipt {
    /// Where it came from; `included` for a hook that ships with Tacklebox.
    pub source: String,
    pub version: String,
    /// RFC 3339, UTC.
    pub installed_at: String,
    pub files: Vec<ReceiptFile>,
    /// Files added, edited or deleted since, worked out when it is read.
    pub changed: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ReceiptFile {
    pub path: String,
    pub sha256: String,
}

/// The most files that are looked at in one hook folder.
const MAX_FILES: usize = 10_000;

fn file_of(machine: &Machine, dir: &Path) -> PathBuf {
    // Named by a hash: neither a hook's name nor a folder's is ever used as a path of ours.
    let name = hash(dir.as_os_str().as_encoded_bytes());
    machine.data_dir().join("receipts").join(format!("{}.json", &name[..24]))
}

/// The step that writes the receipt of files just placed.
pub(crate) fn written(
    machine: &Machine,
    dir: &Path,
    source: &str,
    version: &str,
    files: &[NewFile],
) -> Step {
    let receipt = Receipt {
        source: source.to_owned(),
        version: version.to_owned(),
        installed_at: machine
            .now()
            .format(&time::format_description::well_known::Rfc3339)
            .unwrap_or_default(),
        files: files
            .iter()
            .map(|file| ReceiptFile { path: file.path.clone(), sha256: hash(&file.bytes) })
            .collect(),
        changed: Vec::new(),
    };
    Step::Record { path: file_of(machine, dir), after: serde_json::to_string_pretty(&receipt).ok() }
}

/// The step that takes a receipt away.
pub(crate) fn removed(machine: &Machine, dir: &Path) -> Step {
    Step::Record { path: file_of(machine, dir), after: None }
}

/// The step that lets an edit of ours count as unchanged; none where the file was changed by hand, or
/// nothing was installed there.
pub(crate) fn follows(machine: &Machine, dir: &Path, edit: &Step) -> Option<Step> {
    let Step::Edit { path, before, after, .. } = edit else { return None };
    let name = relative(dir, path)?;
    let file = file_of(machine, dir);
    let mut receipt: Receipt = serde_json::from_str(&fs::read_to_string(&file).ok()?).ok()?;
    let entry = receipt.files.iter_mut().find(|entry| entry.path == name)?;
    if entry.sha256 != hash(before.as_deref()?.as_bytes()) {
        return None;
    }
    entry.sha256 = hash(after.as_bytes());
    Some(Step::Record { path: file, after: serde_json::to_string_pretty(&receipt).ok() })
}

/// The receipt of a hook folder, with what was changed since.
pub fn read(machine: &Machine, dir: &Path) -> Option<Receipt> {
    let mut receipt: Receipt =
        serde_json::from_str(&fs::read_to_string(file_of(machine, dir)).ok()?).ok()?;
    let now = files(dir);
    let mut changed: Vec<String> = Vec::new();
    for (path, _) in &now {
        let known = receipt.files.iter().find(|file| &file.path == path);
        let same = known
            .is_some_and(|file| hash_of(&dir.join(path)).is_ok_and(|hash| hash == file.sha256));
        if !same {
            changed.push(path.clone());
        }
    }
    let gone = receipt.files.iter().filter(|file| !now.iter().any(|(path, _)| path == &file.path));
    changed.extend(gone.map(|file| file.path.clone()));
    changed.sort();
    receipt.changed = changed;
    Some(receipt)
}

/// The files of a hook folder with their sizes in bytes, by name. Links are listed and never followed.
pub fn files(dir: &Path) -> Vec<(String, u64)> {
    let mut list = Vec::new();
    let mut open = vec![dir.to_owned()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let Ok(meta) = fs::symlink_metadata(entry.path()) else { continue };
            if meta.is_dir() {
                open.push(entry.path());
            } else if let Some(path) = relative(dir, &entry.path()) {
                list.push((path, meta.len()));
            }
            if list.len() + open.len() > MAX_FILES {
                list.sort();
                return list;
            }
        }
    }
    list.sort();
    list
}

fn relative(dir: &Path, path: &Path) -> Option<String> {
    let parts = path.strip_prefix(dir).ok()?.components();
    Some(parts.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/"))
}

fn hash(bytes: &[u8]) -> String {
    Stamp::of(bytes).to_string()
}

/// The hash of a file of any size. What was put in a file's place is not looked into: a pipe would
/// wait for ever, and a link may lead to what never ends.
fn hash_of(path: &Path) -> io::Result<String> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut file = fs::File::open(path)?;
    let mut hash = Sha256::new();
    let mut part = vec![0; 64 * 1024];
    loop {
        match file.read(&mut part)? {
            0 => return Ok(Stamp::Sha256(hash.finalize().into()).to_string()),
            length => hash.update(&part[..length]),
        }
    }
}
