//! The copy of a workspace: what a hook may look for there, and not all that a person has.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// At most this much is copied; what is left out is as if it were not there.
const MOST_FILES: usize = 1000;
const MOST_BYTES: u64 = 16 << 20;
const LARGEST: u64 = 1 << 20;

/// What programs make and hooks have no business with.
const LEFT_OUT: [&str; 5] = [".git", "node_modules", "target", ".venv", "__pycache__"];

struct Left {
    files: usize,
    bytes: u64,
}

/// Copies the files of a folder, without links and without what is hidden.
pub(super) fn folder(from: &Path, to: &Path, hidden: &[PathBuf]) {
    let mut left = Left { files: MOST_FILES, bytes: MOST_BYTES };
    below(from, to, hidden, &mut left);
}

fn below(from: &Path, to: &Path, hidden: &[PathBuf], left: &mut Left) {
    let Ok(entries) = fs::read_dir(from) else { return };
    let mut entries: Vec<_> = entries.filter_map(Result::ok).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name());
        let is_out = LEFT_OUT.iter().any(|out| name == *out) || hidden.contains(&path);
        let Ok(meta) = entry.metadata() else { continue };
        if is_out || left.files == 0 {
            continue;
        }
        let place = to.join(&name);
        if meta.is_dir() {
            left.files = left.files.saturating_sub(1);
            if fs::create_dir(&place).is_ok() {
                below(&path, &place, hidden, left);
            }
        } else if meta.is_file() && meta.len() <= LARGEST.min(left.bytes) {
            left.files = left.files.saturating_sub(1);
            left.bytes = left.bytes.saturating_sub(meta.len());
            let _ = fs::copy(&path, &place);
        }
    }
}

/// Files, with what tells that one was written to.
pub(crate) type Files = BTreeMap<PathBuf, Marks>;

/// Size, time of change, and on Unix the one that no program can set back.
pub(crate) type Marks = (u64, Option<SystemTime>, Option<(i64, i64)>);

/// Every file below these folders; of links only that they are there.
pub(super) fn files<'a>(folders: impl Iterator<Item = &'a Path>) -> Files {
    let mut all = Files::new();
    for folder in folders {
        each_file(folder, &mut |path, meta| {
            all.insert(path, marks(meta));
        });
    }
    all
}

fn each_file(folder: &Path, each: &mut dyn FnMut(PathBuf, &Metadata)) {
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        match entry.metadata() {
            Ok(meta) if meta.is_dir() => each_file(&entry.path(), each),
            Ok(meta) => each(entry.path(), &meta),
            Err(_) => {}
        }
    }
}

fn marks(meta: &Metadata) -> Marks {
    #[cfg(unix)]
    let changed = {
        use std::os::unix::fs::MetadataExt as _;
        Some((meta.ctime(), meta.ctime_nsec()))
    };
    #[cfg(not(unix))]
    let changed = None;
    (meta.len(), meta.modified().ok(), changed)
}
