//! The bytes of copies, each once: a file named by its hash, of which every copy is a further name. So the folder of
//! a change holds all that it needs, whatever becomes of the others, and what has no further name is needed by nobody.

use std::fs;
use std::path::{Path, PathBuf};

use tacklebox_machine::files::{self, FileError, Stamp, private_dir};
use tacklebox_machine::machine::Machine;

const FOLDER: &str = "copies";

pub(super) fn root(machine: &Machine) -> PathBuf {
    machine.data_dir().join(FOLDER)
}

/// Keeps these bytes in the folder of a change, in the place of what a taking back left there that was cut off.
///
/// # Errors
/// Where they cannot be written.
pub(super) fn keep(change: &Path, name: &str, bytes: &[u8]) -> Result<(), FileError> {
    let copy = change.join(name);
    // Never written in place: others may share its bytes.
    let _ = fs::remove_file(&copy);
    let data = change.ancestors().nth(2);
    match data.is_some_and(|data| share(&data.join(FOLDER), bytes, &copy)) {
        true => Ok(()),
        // A disk that knows no further names, or is full: then it is a file of its own, or an error.
        false => files::save(&copy, bytes, &Stamp::Absent, 0o600),
    }
}

/// Makes the copy a further name of what is stored, once that is on the disk. False leaves nothing.
fn share(root: &Path, bytes: &[u8], copy: &Path) -> bool {
    let stored = root.join(Stamp::of(bytes).to_string());
    // What is there is read: a damaged file is replaced, and is not trusted for its name.
    let is_there = match files::read(&stored, bytes.len() as u64) {
        Ok((Some(there), _)) if there == bytes => true,
        Ok((None, _)) => false,
        _ => fs::remove_file(&stored).is_err(),
    };
    let made =
        || private_dir(root).is_ok() && files::save(&stored, bytes, &Stamp::Absent, 0o600).is_ok();
    if !is_there && !made() {
        return false;
    }
    let done = files::add_name(&stored, copy).is_ok();
    if !done && !is_there {
        let _ = fs::remove_file(&stored);
    }
    done
}

/// Takes away what no copy is a further name of, and what was cut off. For callers that are alone.
pub(super) fn collect(machine: &Machine) {
    for entry in fs::read_dir(root(machine)).into_iter().flatten().flatten() {
        let path = entry.path();
        if !is_shared(machine, &path) {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(unix)]
fn is_shared(_: &Machine, stored: &Path) -> bool {
    files::other_names(stored) > 0
}

#[cfg(not(unix))]
fn is_shared(machine: &Machine, stored: &Path) -> bool {
    is_copied(machine, stored)
}

/// Where a system does not count names: whether a change has a copy with the same bytes.
#[cfg(any(test, not(unix)))]
pub(super) fn is_copied(machine: &Machine, stored: &Path) -> bool {
    let Ok((Some(bytes), _)) = files::read(stored, u64::MAX) else { return false };
    let below = |dir: PathBuf| fs::read_dir(dir).into_iter().flatten().flatten();
    let mut copies = below(super::order::root(machine)).flat_map(|change| below(change.path()));
    copies.any(|copy| {
        let same_size =
            copy.metadata().is_ok_and(|it| it.is_file() && it.len() == bytes.len() as u64);
        same_size && fs::read(copy.path()).is_ok_and(|there| there == bytes)
    })
}

/// Counts files, each once however many names it has.
#[derive(Default)]
pub(super) struct Sizes {
    #[cfg(unix)]
    seen: std::collections::BTreeSet<(u64, u64)>,
}

impl Sizes {
    /// How many bytes this one adds.
    #[cfg(unix)]
    pub fn of(&mut self, meta: &fs::Metadata) -> u64 {
        use std::os::unix::fs::MetadataExt as _;
        match meta.nlink() > 1 && !self.seen.insert((meta.dev(), meta.ino())) {
            true => 0,
            false => meta.len(),
        }
    }

    /// How many bytes this one adds: here names are not told apart from files, so the limit comes sooner.
    #[cfg(not(unix))]
    pub fn of(&mut self, meta: &fs::Metadata) -> u64 {
        meta.len()
    }
}
