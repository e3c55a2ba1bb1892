//! Whether the files of a plugin are still those that its worker has loaded. Nobody watches the folders
//! of plugins, so they are looked at before each event.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// Files beyond so many are not looked at: a plugin's own code is a few, installed packages are left out.
const MOST: usize = 2000;

/// What a plugin can be made of. Other files may be its data, which it writes itself.
const CODE: [&str; 6] = ["ts", "js", "mts", "mjs", "cts", "cjs"];

/// Each file with its length and when it was written.
pub(super) type Seen = Vec<(PathBuf, u64, Option<SystemTime>)>;

/// The plugins that were loaded, as their files were then.
#[derive(Default)]
pub(super) struct PluginFiles(Mutex<HashMap<PathBuf, Seen>>);

impl PluginFiles {
    /// Whether a plugin's folder differs from what it was when this was asked last.
    pub fn changed(&self, dir: &Path) -> bool {
        let now = seen(dir);
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(dir.to_owned(), now.clone()).is_some_and(|before| before != now)
    }
}

/// The code of a plugin, and the file that says which of it counts.
pub(super) fn code(dir: &Path) -> Seen {
    let mut files = seen(dir);
    files.retain(|(path, ..)| {
        path.extension().is_some_and(|ending| CODE.iter().any(|code| ending == *code))
            || path.ends_with("package.json")
    });
    files
}

fn seen(dir: &Path) -> Seen {
    let mut files = Vec::new();
    let mut open = vec![dir.to_owned()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
            let name = entry.file_name();
            if name == "node_modules" || name.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            if files.len() >= MOST {
                return files;
            }
            // Links are not followed into folders: they may lead round in a circle.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(entry.path());
            } else if let Ok(meta) = fs::metadata(entry.path()) {
                files.push((entry.path(), meta.len(), meta.modified().ok()));
            }
        }
    }
    files.sort_unstable();
    files
}
