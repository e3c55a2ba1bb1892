//! A folder of this computer, copied as an archive would be unpacked: by the same rules for names,
//! links, kinds and sizes. What a version control keeps beside the files (`.git`) stays behind.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::names::{is_git, shown};
use super::staging::Staging;
use super::{Refusal, UnpackError};
use tacklebox_machine::machine;

/// How deep folders may be in each other. A path of [`super::MAX_PATH`] bytes goes no deeper.
const MAX_DEPTH: usize = 512;

pub(super) fn read(folder: &Path, staging: &mut Staging) -> Result<(), UnpackError> {
    walk(folder, &mut Vec::new(), 0, staging)
}

fn walk(
    dir: &Path,
    name: &mut Vec<u8>,
    depth: usize,
    staging: &mut Staging,
) -> Result<(), UnpackError> {
    let unreadable = |source| UnpackError::Unreadable { path: dir.to_owned(), source };
    let long = || Refusal::LongName(shown(&String::from_utf8_lossy(name)));
    if depth > MAX_DEPTH {
        return Err(long().into());
    }
    let mut entries = Vec::new();
    for entry in fs::read_dir(dir).map_err(unreadable)? {
        entries.push(entry.map_err(unreadable)?.file_name());
        // More than that is refused below, and need not be listed first.
        if entries.len() > super::MAX_ENTRIES + 1 {
            break;
        }
    }
    entries.sort_unstable();
    for entry in entries {
        // In every spelling: it is left behind, as a copy has no use for it.
        if entry.to_str().is_some_and(is_git) {
            continue;
        }
        let path = dir.join(&entry);
        let length = name.len();
        if length > 0 {
            name.push(b'/');
        }
        name.extend_from_slice(entry.as_encoded_bytes());
        one(&path, name, depth, staging)?;
        name.truncate(length);
    }
    Ok(())
}

fn one(
    path: &Path,
    name: &mut Vec<u8>,
    depth: usize,
    staging: &mut Staging,
) -> Result<(), UnpackError> {
    let unreadable = |source| UnpackError::Unreadable { path: path.to_owned(), source };
    let meta = fs::symlink_metadata(path).map_err(unreadable)?;
    let told = || shown(&String::from_utf8_lossy(name));
    if meta.is_symlink() {
        let target = fs::read_link(path).map_err(unreadable)?;
        return staging.link(name, target.as_os_str().as_encoded_bytes());
    }
    if meta.is_dir() {
        staging.folder(name)?;
        return walk(path, name, depth.saturating_add(1), staging);
    }
    if let Some(refusal) = refused(&meta, told()) {
        return Err(refusal.into());
    }
    let mut file = open(path).map_err(unreadable)?;
    // Once more, of what was opened: something else may be there by now.
    let meta = file.metadata().map_err(unreadable)?;
    if let Some(refusal) = refused(&meta, told()) {
        return Err(refusal.into());
    }
    let failed = |source| UnpackError::Unreadable { path: path.to_owned(), source };
    staging.file(name, machine::executable(&meta), meta.len(), &mut file, &failed)
}

/// Why a thing that is neither a link nor a folder is not a file to be copied.
fn refused(meta: &fs::Metadata, name: String) -> Option<Refusal> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{FileTypeExt, MetadataExt};
        let kind = meta.file_type();
        if kind.is_block_device() || kind.is_char_device() {
            return Some(Refusal::Device(name));
        }
        if kind.is_fifo() || kind.is_socket() {
            return Some(Refusal::Pipe(name));
        }
        if meta.mode() & 0o6000 != 0 {
            return Some(Refusal::SetId(name));
        }
    }
    (!meta.is_file()).then_some(Refusal::Kind(name))
}

/// Never waits: a pipe that came there meanwhile has no writer.
fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        libc::O_NONBLOCK | libc::O_NOFOLLOW,
    );
    options.open(path)
}
