//! Which programs there are on PATH, without a question to the disk for each.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{fs, io};

use which::WhichConfig;

use super::{Machine, Platform};
use crate::by_text::plain;

/// The programs on PATH: each folder's names are read once, at the first question.
pub(super) struct Programs {
    platform: Platform,
    pub(super) dirs: Vec<PathBuf>,
    pub(super) extensions: Option<String>,
    names: OnceLock<HashMap<PathBuf, Vec<OsString>>>,
    found: std::sync::Mutex<HashMap<String, Option<PathBuf>>>,
}

impl Machine {
    /// Whatever has this name in a folder of PATH: a program, another file or a folder. The texts are joined, as scripts
    /// do: what `..` leaves again need not be there.
    pub fn on_path(&self, name: &str) -> Option<PathBuf> {
        if name.is_empty() || name.contains('\0') {
            return None;
        }
        let (below, folder) = (name.trim_start_matches('/'), name.ends_with('/'));
        let mut joined = self.path_dirs().iter().map(|dir| plain(&dir.join(below)));
        joined.find(|path| if folder { path.is_dir() } else { path.exists() })
    }

    /// The same, or what is at this place, where it is a whole path.
    pub fn on_path_or_at(&self, name: &str) -> Option<PathBuf> {
        let at = Some(PathBuf::from(name)).filter(|path| path.is_absolute() && path.exists());
        at.or_else(|| self.on_path(name))
    }
}

impl Programs {
    pub(super) fn new(platform: Platform, dirs: Vec<PathBuf>, extensions: Option<String>) -> Self {
        Self { platform, dirs, extensions, names: OnceLock::new(), found: Default::default() }
    }

    pub(super) fn find(&self, name: &str) -> Option<PathBuf> {
        self.ask(name, <Option<_>>::clone)
    }

    pub(super) fn is_there(&self, name: &str) -> bool {
        self.ask(name, Option::is_some)
    }

    fn ask<T>(&self, name: &str, of: impl FnOnce(&Option<PathBuf>) -> T) -> T {
        // A requirement names a program, not a place: with a separator it cannot be on PATH.
        if name.is_empty() || name.contains(['/', '\\', '\0']) {
            return of(&None);
        }
        let mut known = self.found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(answer) = known.get(name) {
            return of(answer);
        }
        let answer = WhichConfig::new_with_sys(Index(self))
            .binary_name(OsString::from(name))
            .first_result()
            .ok();
        of(known.entry(name.to_owned()).or_insert(answer))
    }

    pub(super) fn has(&self, path: &Path) -> bool {
        let names = self
            .names
            .get_or_init(|| self.dirs.iter().map(|dir| (dir.clone(), self.read(dir))).collect());
        let (Some(dir), Some(name)) = (path.parent(), path.file_name()) else { return false };
        names.get(dir).is_some_and(|list| list.binary_search(&self.fold(name)).is_ok())
    }

    fn read(&self, dir: &Path) -> Vec<OsString> {
        let Ok(entries) = fs::read_dir(dir) else { return Vec::new() };
        let mut list: Vec<_> =
            entries.flatten().map(|entry| self.fold(&entry.file_name())).collect();
        list.sort_unstable();
        list
    }

    fn fold(&self, name: &OsStr) -> OsString {
        match self.platform {
            Platform::Linux => name.to_owned(),
            Platform::Darwin | Platform::Win32 => name.to_ascii_lowercase(),
        }
    }
}

/// `which` asks this instead of the disk: most of its questions are about files that are not there.
struct Index<'a>(&'a Programs);

impl which::sys::Sys for Index<'_> {
    type ReadDirEntry = fs::DirEntry;
    type Metadata = fs::Metadata;

    fn is_windows(&self) -> bool {
        self.0.platform == Platform::Win32
    }
    fn current_dir(&self) -> io::Result<PathBuf> {
        Err(io::ErrorKind::Unsupported.into())
    }
    fn home_dir(&self) -> Option<PathBuf> {
        None
    }
    fn env_split_paths(&self, _: &OsStr) -> Vec<PathBuf> {
        self.0.dirs.clone()
    }
    fn env_path(&self) -> Option<OsString> {
        Some(OsString::new())
    }
    fn env_path_ext(&self) -> Option<OsString> {
        Some(self.0.extensions.clone().unwrap_or_else(|| ".COM;.EXE;.BAT;.CMD".to_owned()).into())
    }
    fn metadata(&self, path: &Path) -> io::Result<Self::Metadata> {
        if self.0.has(path) { fs::metadata(path) } else { Err(io::ErrorKind::NotFound.into()) }
    }
    fn symlink_metadata(&self, path: &Path) -> io::Result<Self::Metadata> {
        if self.0.has(path) {
            fs::symlink_metadata(path)
        } else {
            Err(io::ErrorKind::NotFound.into())
        }
    }
    fn read_dir(
        &self,
        path: &Path,
    ) -> io::Result<Box<dyn Iterator<Item = io::Result<Self::ReadDirEntry>>>> {
        Ok(Box::new(fs::read_dir(path)?))
    }
    fn is_valid_executable(&self, path: &Path) -> io::Result<bool> {
        let meta = self.metadata(path)?;
        Ok(meta.is_file() && (self.is_windows() || executable(&meta)))
    }
}

/// Whether anybody may execute the file. Windows knows no such bit: there the extension decides.
#[cfg(unix)]
pub fn executable(meta: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    meta.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
pub fn executable(_: &fs::Metadata) -> bool {
    true
}
