//! What is in a folder of hooks.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::is_dangling;
use tacklebox_agents::agent::Root;

/// What a root holds.
#[derive(Debug, Default)]
pub struct Folders {
    /// Its folders, in byte order.
    pub dirs: Vec<PathBuf>,
    /// Those of them that are links: what they show can change from elsewhere.
    pub links: BTreeSet<PathBuf>,
    /// Why the root itself cannot be read.
    pub error: Option<io::Error>,
}

/// The hook folders of a root. A link to nowhere is one of them: it may have led to a hook.
pub fn folders(root: &Root) -> Folders {
    let entries = match fs::read_dir(&root.dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Folders::default(),
        // A file in place of a folder above: there is no folder of hooks.
        Err(error)
            if error.kind() == io::ErrorKind::NotADirectory
                && root.dir.symlink_metadata().is_err() =>
        {
            return Folders::default();
        }
        Err(error) => return Folders { error: Some(error), ..Folders::default() },
    };
    let mut folders = Folders::default();
    for entry in entries.flatten() {
        let Ok(kind) = entry.file_type() else { continue };
        let path = entry.path();
        if kind.is_symlink() {
            folders.links.insert(path.clone());
        }
        if kind.is_dir() || kind.is_symlink() && (path.is_dir() || is_dangling(&path)) {
            folders.dirs.push(path);
        }
    }
    folders.dirs.sort_unstable_by(|a, b| {
        a.as_os_str().as_encoded_bytes().cmp(b.as_os_str().as_encoded_bytes())
    });
    folders
}

/// The names in a folder, as the disk lists them.
pub(crate) fn as_listed(dir: &Path) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().as_encoded_bytes().to_vec()).collect()
}
