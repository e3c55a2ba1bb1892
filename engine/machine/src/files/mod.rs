//! Files that must not be lost: read with a mark of what was there, saved whole or not at all.

mod folder;
mod listing;
mod save;
mod target;
mod temporary;

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

pub use self::folder::is_executable;
pub use self::folder::{FolderError, inside, private_dir};
pub use self::listing::{EntryKind, listing};
#[cfg(any(test, feature = "faults"))]
pub use self::save::faults;
pub use self::save::{add_name, check_protected, create, save, sync, tidy};
pub use self::temporary::{Temporary, sweep};
pub use crate::by_text::plain;

/// What a file held when it was read, to notice that another program has changed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stamp {
    /// There was no file.
    Absent,
    /// The SHA-256 of its bytes.
    Sha256([u8; 32]),
}

impl Stamp {
    pub fn of(bytes: &[u8]) -> Self {
        Self::Sha256(Sha256::digest(bytes).into())
    }
}

/// The hash in hexadecimal, or nothing for no file.
impl std::fmt::Display for Stamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Absent => Ok(()),
            Self::Sha256(hash) => hash.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
        }
    }
}

/// Why a file cannot be read or saved. In every case the file is what it was before.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error(
        "{path} was changed by another program since it was read; nothing was written. Look at it again and retry."
    )]
    Changed { path: PathBuf },
    #[error("{path} is a folder, not a file. Move it away, then try again.")]
    IsFolder { path: PathBuf },
    #[error("{path} is neither a file nor a folder, so it is left alone.")]
    NotAFile { path: PathBuf },
    #[error(
        "{path} is a link to {target}, which does not exist. Create that file or remove the link, then try again."
    )]
    Dangling { path: PathBuf, target: PathBuf },
    #[error("{path} is larger than {limit} bytes, which is too large to be read here.")]
    TooLarge { path: PathBuf, limit: u64 },
    #[error("{path} may not be read. Allow yourself to read it, then try again.")]
    Unreadable { path: PathBuf },
    #[error(
        "{path} cannot be saved: this user may not write to {folder}. Nothing was changed. Allow yourself to write there, then try again."
    )]
    ReadOnly { path: PathBuf, folder: PathBuf },
    #[error(
        "{path} is marked as read-only, so it was left as it is. Allow writing to it, then try again."
    )]
    Protected { path: PathBuf },
    #[error(
        "{path} cannot be saved: the disk is full. Nothing was changed. Free some space, then try again."
    )]
    DiskFull { path: PathBuf },
    #[error("{path}: {source}. The file is what it was before.")]
    Io { path: PathBuf, source: io::Error },
}

impl FileError {
    fn read(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::PermissionDenied => Self::Unreadable { path },
            io::ErrorKind::IsADirectory => Self::IsFolder { path },
            _ => Self::Io { path, source },
        }
    }

    fn write(path: &Path, folder: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                Self::ReadOnly { path, folder: folder.to_owned() }
            }
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull { path },
            _ => Self::Io { path, source },
        }
    }
}

/// How many other names the file has; links are followed.
#[cfg(unix)]
pub fn other_names(path: &Path) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    let file = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file);
    file.map_or(0, |meta| meta.nlink().saturating_sub(1))
}

/// How many other names the file has: not to be known here.
#[cfg(not(unix))]
pub fn other_names(_: &Path) -> u64 {
    0
}

/// Whether other users may read the file, as far as its folders let them: those are looked at too.
#[cfg(unix)]
pub fn others_may_read(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    let Ok(real) = std::fs::canonicalize(path) else { return false };
    let mode = |path: &Path| std::fs::metadata(path).map_or(0, |meta| meta.permissions().mode());
    // A group may be the user's own alone, which is usual: everybody is what counts.
    mode(&real) & 0o004 != 0 && real.ancestors().skip(1).all(|dir| mode(dir) & 0o001 != 0)
}

/// Whether other users may read the file: elsewhere a home is closed to them as a whole.
#[cfg(not(unix))]
pub fn others_may_read(_: &Path) -> bool {
    false
}

/// The bytes of `path` and their stamp; no file is not an error. Links are followed.
///
/// # Errors
/// More than `limit` bytes, a folder, a device, a link to nowhere, no right to read.
pub fn read(path: &Path, limit: u64) -> Result<(Option<Vec<u8>>, Stamp), FileError> {
    let Some(target) = target::existing(path)? else { return Ok((None, Stamp::Absent)) };
    let fail = |source| FileError::read(path, source);
    let file = File::open(&target).map_err(fail)?;
    let mut bytes = Vec::new();
    // One byte more than allowed tells a full file from one that is too large, even while it grows.
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() as u64 > limit {
        return Err(FileError::TooLarge { path: path.to_owned(), limit });
    }
    let stamp = Stamp::of(&bytes);
    Ok((Some(bytes), stamp))
}
