//! The JavaScript and TypeScript files of a plugin, each read once: for what they name, for what they
//! would do, and for the hash by which what was seen of them counts. JSON counts for that hash too.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Plugin, places};
use tacklebox_machine::files::Stamp;

/// So many files of one plugin are read, so much of all of them, and so deep.
const MOST_FILES: usize = 200;
const MOST_BYTES: u64 = 32 * 1024 * 1024;
const DEEPEST: usize = 6;

/// The code of one plugin.
pub(super) struct Sources {
    files: Vec<Source>,
    /// The one file that it is, where it is one.
    single: bool,
    hash: String,
}

struct Source {
    /// In the plugin's folder, with `/`.
    name: String,
    bytes: Vec<u8>,
}

impl Sources {
    /// Reads all of them.
    pub fn read(plugin: &Plugin) -> Self {
        let mut found = Walked::default();
        match (&plugin.single, plugin.alone()) {
            (None, _) => found.walk(&plugin.dir, 0),
            (Some(_), Some(file)) => found.file(file),
            (Some(_), None) => {}
        }
        let mut room = MOST_BYTES;
        let mut hashed = Vec::new();
        let mut read = |path: &Path| {
            let size = fs::metadata(path).map_or(0, |meta| meta.len());
            let name = relative(&plugin.dir, path);
            hashed.extend_from_slice(name.as_bytes());
            hashed.push(0);
            hashed.extend_from_slice(&size.to_le_bytes());
            room = room.checked_sub(size)?;
            let bytes = fs::read(path).unwrap_or_default();
            hashed.extend_from_slice(&bytes);
            Some(Source { name, bytes })
        };
        let files = found.modules.iter().filter_map(|path| read(path)).collect();
        for path in found.data.iter().chain(&plugin.manifest) {
            read(path);
        }
        Self { files, single: plugin.single.is_some(), hash: Stamp::of(&hashed).to_string() }
    }

    /// Of the names, sizes and contents of all modules, and of the JSON that they may import.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Each with its name in the folder.
    pub fn texts(&self) -> impl Iterator<Item = (&str, String)> {
        let text = |file: &Source| String::from_utf8_lossy(&file.bytes).into_owned();
        self.files.iter().map(move |file| (file.name.as_str(), text(file)))
    }

    /// For a reader of the whole folder, who need not read these again. None where it is a single file.
    pub fn known(&self) -> Option<Vec<(&str, &[u8])>> {
        let known = self.files.iter().map(|file| (file.name.as_str(), file.bytes.as_slice()));
        (!self.single).then(|| known.collect())
    }
}

fn relative(dir: &Path, path: &Path) -> String {
    let own = path.strip_prefix(dir).unwrap_or(path);
    let parts = own.components().map(|part| part.as_os_str().to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

/// The files of a plugin, without what it depends on.
#[derive(Default)]
struct Walked {
    modules: Vec<PathBuf>,
    /// What is not read and counts: JSON, which its code may import, and its package.json.
    data: Vec<PathBuf>,
}

impl Walked {
    fn walk(&mut self, dir: &Path, depth: usize) {
        let Ok(entries) = fs::read_dir(dir) else { return };
        let mut entries: Vec<_> = entries.flatten().collect();
        entries.sort_unstable_by_key(fs::DirEntry::file_name);
        for entry in entries {
            if self.modules.len() >= MOST_FILES {
                return;
            }
            let name = entry.file_name().to_string_lossy().to_lowercase();
            // Links may lead anywhere: what they lead to is not the plugin's own.
            match entry.file_type() {
                Ok(kind)
                    if kind.is_dir()
                        && name != "node_modules"
                        && !name.starts_with('.')
                        && depth < DEEPEST =>
                {
                    self.walk(&entry.path(), depth.saturating_add(1));
                }
                Ok(kind) if kind.is_file() => self.one(&name, entry.path()),
                _ => {}
            }
        }
    }

    fn one(&mut self, name: &str, path: PathBuf) {
        if places::is_module(name) {
            self.modules.push(path);
        } else if name.ends_with(".json") && self.data.len() < MOST_FILES {
            self.data.push(path);
        }
    }

    /// A single file, and the files beside it that it names: the rest of the folder is not its own.
    fn file(&mut self, file: &Path) {
        self.modules.push(file.to_owned());
        let text = fs::read(file).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let mut beside = Self::default();
        beside.walk(file.parent().unwrap_or(file), DEEPEST);
        let named = |path: &PathBuf| {
            path.file_name().and_then(|name| name.to_str()).is_some_and(|name| text.contains(name))
        };
        let beside = beside.modules.into_iter().chain(beside.data).filter(|path| path != file);
        self.data.extend(beside.filter(named));
    }
}
