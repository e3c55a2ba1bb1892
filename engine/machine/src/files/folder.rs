//! Folders of our own, and what is in one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Why a folder cannot be made. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    #[error("{} is in the way: nothing was written. Move it aside and try again.", .0.display())]
    InTheWay(PathBuf),
    #[error(
        "{} could not be made: {source}. Nothing was changed. Check that you may write there and that the disk has space, then try again.", path.display()
    )]
    Io { path: PathBuf, source: io::Error },
}

/// A folder that only its owner may look into: what is kept may hold keys.
///
/// # Errors
/// [`FolderError`] where something else has the name of a folder, or none may be made.
pub fn private_dir(dir: &Path) -> Result<(), FolderError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir).map_err(|source| {
        let file = dir.ancestors().find(|there| fs::symlink_metadata(there).is_ok());
        match file.filter(|there| !there.is_dir()) {
            Some(file) => FolderError::InTheWay(file.to_owned()),
            None => FolderError::Io { path: dir.to_owned(), source },
        }
    })
}

/// A path in a folder, for which there is room from the start.
pub fn inside(dir: &Path, name: &str) -> PathBuf {
    let length = dir.as_os_str().len().saturating_add(name.len()).saturating_add(1);
    let mut path = PathBuf::with_capacity(length);
    path.push(dir);
    path.push(name);
    path
}

/// Whether its owner may run a file; a link is none.
#[cfg(unix)]
pub fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::symlink_metadata(path)
        .is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o100 != 0)
}

/// Nothing says it.
#[cfg(not(unix))]
pub fn is_executable(_: &Path) -> bool {
    false
}
