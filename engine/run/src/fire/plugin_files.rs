//! Whether the files of a plugin are still those that its worker has loaded. Nobody watches the folders
//! of plugins, so they are looked at before each event.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use tacklebox_inventory::plugins::Plugin;

/// Files beyond so many are not looked at: a plugin's own code is a few, installed packages are left out.
const MOST: usize = 2000;

/// What a plugin can be made of. Other files may be its data, which it writes itself.
const CODE: [&str; 6] = ["ts", "js", "mts", "mjs", "cts", "cjs"];

/// Each file with its length and when it was written.
pub(super) type Seen = Vec<(PathBuf, u64, Option<SystemTime>)>;

/// The plugins that were loaded, by their ids, as their files were then: several may share a folder.
#[derive(Default)]
pub(super) struct PluginFiles(Mutex<HashMap<String, Seen>>);

impl PluginFiles {
    /// Whether a plugin's files differ from what they were when this was asked last.
    pub fn changed(&self, plugin: &Plugin) -> bool {
        let now = seen(plugin);
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(plugin.hook_id.clone(), now.clone()).is_some_and(|before| before != now)
    }
}

/// The code of a plugin, and the file that says which of it counts.
pub(super) fn code(plugin: &Plugin) -> Seen {
    let mut files = seen(plugin);
    files.retain(|(path, ..)| {
        path.extension().is_some_and(|ending| CODE.iter().any(|code| ending == *code))
            || path.ends_with("package.json")
    });
    files
}

fn seen(plugin: &Plugin) -> Seen {
    let mut files = Vec::new();
    let mut open = vec![plugin.dir.clone()];
    if plugin.single.is_some() {
        // The rest of the folder is not its own.
        open.clear();
        files.extend(plugin.entry.as_ref().ok().and_then(|file| marks(file)));
    }
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
            } else {
                files.extend(marks(&entry.path()));
            }
        }
    }
    files.sort_unstable();
    files
}

fn marks(file: &Path) -> Option<(PathBuf, u64, Option<SystemTime>)> {
    let meta = fs::metadata(file).ok()?;
    Some((file.to_owned(), meta.len(), meta.modified().ok()))
}
