//! Archives from strangers, unpacked into a folder of their own.
//!
//! What is refused, and why there are no exceptions: `docs/ARCHITECTURE.md`. An archive is either
//! unpacked whole or refused whole with one [`Refusal`]; of a refused one nothing is left on the disk.
//! It is streamed: memory grows with the number of entries, never with their size.
//!
//! * At most [`MAX_ENTRIES`] entries and [`MAX_BYTES`] unpacked, counted while unpacking, whatever the
//!   headers claim.
//! * Names must mean the same on Linux, macOS and Windows: see [`names`].
//! * Every hard link is refused, and every symbolic link that does not end at a file or folder of the
//!   same archive. The others are made last, so that nothing is ever written through one.
//! * Set-user-ID anywhere and set-group-ID on a file are refused. Of a file's mode only "may be
//!   executed" is kept; folders get a mode of ours.

mod folder;
mod names;
mod refusal;
mod staging;
mod tar;
mod zip;

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use tokio_util::sync::CancellationToken;

pub use self::names::parts;
pub use self::names::{printable, shown};
pub use self::refusal::{Refusal, UnpackError};
use self::staging::Staging;

/// The longest name of one file or folder, in bytes: what common file systems take.
const MAX_NAME: usize = 255;

/// The longest path in an archive, in bytes.
const MAX_PATH: usize = 1024;

/// How many entries an archive may have. As many folders may come from their names besides.
pub const MAX_ENTRIES: usize = 10_000;

/// How many bytes all files of an archive may have together, unpacked.
pub const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// The formats that are unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Zip,
    Tar,
    TarGz,
}

impl Kind {
    /// What the end of a file's name, or an install spec's `archive`, says: `x.tgz`, `tar.gz`, `zip`.
    pub fn of_name(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let ends = |end: &str| {
            name.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        if ends("zip") {
            Some(Self::Zip)
        } else if ends("tar.gz") || ends("tgz") {
            Some(Self::TarGz)
        } else if ends("tar") {
            Some(Self::Tar)
        } else {
            None
        }
    }

    /// What the first bytes of a file say, for a download whose address names no format.
    pub fn of_content(path: &Path) -> Option<Self> {
        let mut head = Vec::new();
        File::open(path).ok()?.take(512).read_to_end(&mut head).ok()?;
        if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
            Some(Self::Zip)
        } else if head.starts_with(b"\x1f\x8b") {
            Some(Self::TarGz)
        } else if head.get(257..262) == Some(b"ustar") {
            Some(Self::Tar)
        } else {
            None
        }
    }
}

/// How to lay out what is unpacked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// How many leading folders to drop from each name. What has no more than these is left out.
    pub strip_components: u32,
    /// Where everything is in one folder at the top, take what is in it.
    pub look_through: bool,
}

/// What is on the disk now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpacked {
    /// The folder that holds what was wanted: the one that was asked for, or the single one in it.
    pub root: PathBuf,
    pub files: usize,
    pub bytes: u64,
}

/// Unpacks `archive` into `into`, which is made, for its owner alone, and must not be there yet.
///
/// This waits on the disk: call it where waiting is allowed.
///
/// # Errors
/// What is wrong with the archive, a disk that cannot be written, or `cancel`. `into` is gone then.
pub fn unpack(
    archive: &Path,
    kind: Kind,
    into: &Path,
    options: Options,
    cancel: &CancellationToken,
) -> Result<Unpacked, UnpackError> {
    fill(into, options, cancel, |staging| match kind {
        Kind::Zip => zip::read(archive, staging),
        Kind::Tar => tar::read(archive, false, staging),
        Kind::TarGz => tar::read(archive, true, staging),
    })
}

/// Copies `folder` into `into` by the rules for archives: what would be refused in one is refused in a
/// folder too, but for hard links, of which a copy is a file of its own.
///
/// This waits on the disk: call it where waiting is allowed.
///
/// # Errors
/// As [`unpack`].
pub fn copy(
    folder: &Path,
    into: &Path,
    options: Options,
    cancel: &CancellationToken,
) -> Result<Unpacked, UnpackError> {
    fill(into, options, cancel, |staging| folder::read(folder, staging))
}

fn fill(
    into: &Path,
    options: Options,
    cancel: &CancellationToken,
    read: impl FnOnce(&mut Staging) -> Result<(), UnpackError>,
) -> Result<Unpacked, UnpackError> {
    let disk = |source| UnpackError::Io { path: into.to_owned(), source };
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(into).map_err(disk)?;
    let mut staging = Staging::new(into, options, cancel);
    read(&mut staging).and_then(|()| staging.finish()).inspect_err(|_| {
        let _ = fs::remove_dir_all(into);
    })
}

#[cfg(test)]
pub mod tests;
