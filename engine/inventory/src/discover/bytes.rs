//! The bytes of a manifest, and the sentences for one that cannot be read.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use tacklebox_agents::manifest;

/// What was read of a manifest.
#[derive(Default)]
pub(super) struct Read {
    pub(super) bytes: Vec<u8>,
    /// It is neither a link nor has it a second name; false where that is not known.
    pub(super) plain: bool,
}

/// The bytes of a manifest; none where there is none. Of a longer one than is read, what it begins with where `cut`
/// says so: what counts is at its top.
pub(super) fn read_manifest(path: &Path, cut: bool) -> Result<Option<Read>, String> {
    let what = || path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let explain = |error: io::Error| match error.kind() {
        io::ErrorKind::PermissionDenied => format!("{} may not be read by this user.", what()),
        _ => format!("{} could not be read: {error}.", what()),
    };
    let (file, link) = match open_itself(path) {
        Ok(opened) => opened,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // A link to nowhere is a manifest that cannot be read; no entry at all is not a hook.
            return match fs::symlink_metadata(path) {
                Ok(_) => Err(format!("{} is a link to a file that is not there.", what())),
                Err(_) => Ok(None),
            };
        }
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Ok(None),
        Err(error) => return Err(explain(error)),
    };
    let meta = file.metadata().map_err(explain)?;
    if !meta.is_file() {
        return Err(format!("{} is not a file.", what()));
    }
    let plain = !link && has_one_name(&meta);
    if meta.len() > manifest::MAX_BYTES as u64 {
        if cut {
            let bytes = beginning(file, manifest::MAX_BYTES).map_err(explain)?;
            return Ok(Some(Read { bytes, plain }));
        }
        return Err(format!("{} is larger than 1 MiB.", what()));
    }
    match whole(file, meta.len(), manifest::MAX_BYTES) {
        Ok(Some(bytes)) => Ok(Some(Read { bytes, plain })),
        Ok(None) => Err(format!("{} is larger than 1 MiB.", what())),
        Err(error) => Err(explain(error)),
    }
}

#[cfg(unix)]
fn has_one_name(meta: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(meta) == 1
}

#[cfg(not(unix))]
const fn has_one_name(_: &fs::Metadata) -> bool {
    false
}

/// Opens a file to read it, and says whether it is a link: that the system refuses to follow one tells it without a
/// question of its own.
#[cfg(unix)]
fn open_itself(path: &Path) -> io::Result<(File, bool)> {
    match open(path, libc::O_NOFOLLOW) {
        Err(error) if error.raw_os_error() == Some(libc::ELOOP) => Ok((open(path, 0)?, true)),
        opened => Ok((opened?, false)),
    }
}

#[cfg(not(unix))]
fn open_itself(path: &Path) -> io::Result<(File, bool)> {
    Ok((open(path, 0)?, false))
}

/// A named pipe would keep the scan waiting for a writer for ever.
#[cfg(unix)]
fn open(path: &Path, flags: libc::c_int) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    File::options().read(true).custom_flags(libc::O_NONBLOCK | flags).open(path)
}

#[cfg(not(unix))]
fn open(path: &Path, _: i32) -> io::Result<File> {
    File::open(path)
}

/// All that is in a file that should hold so many bytes; none where it is more than `most`.
fn whole(mut file: File, length: u64, most: usize) -> io::Result<Option<Vec<u8>>> {
    // One byte more than it should hold: a short answer then is the end, and saves a second read.
    let mut bytes = vec![0; (length as usize).saturating_add(1)];
    let mut filled = 0_usize;
    loop {
        match file.read(bytes.get_mut(filled..).unwrap_or_default()) {
            Ok(0) => break,
            Ok(n) => filled = filled.saturating_add(n),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        }
        if filled < bytes.len() {
            break;
        }
        if filled > most {
            return Ok(None);
        }
        bytes.resize(bytes.len().saturating_mul(2), 0);
    }
    bytes.truncate(filled);
    Ok(Some(bytes))
}

/// The lines that a file begins with, of so many bytes at most.
fn beginning(file: File, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most as u64).read_to_end(&mut bytes)?;
    // No letter is cut in two.
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at.saturating_add(1));
    bytes.truncate(end);
    Ok(bytes)
}

/// A script's text; none for what is not a file, not text, or too large.
pub(super) fn read_text(path: &Path, most: usize) -> Option<String> {
    let file = open(path, 0).ok()?;
    let meta = file.metadata().ok()?;
    if !meta.is_file() || meta.len() > most as u64 {
        return None;
    }
    let bytes = whole(file, meta.len(), most).ok()??;
    (bytes.len() <= most).then(|| String::from_utf8(bytes).ok()).flatten()
}
