//! The bytes of a manifest, and the sentences for one that cannot be read.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use tacklebox_agents::manifest;

/// The bytes of a manifest; none where there is none.
pub(super) fn read_manifest(path: &Path) -> Result<Option<Vec<u8>>, String> {
    let what = || path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let explain = |error: io::Error| match error.kind() {
        io::ErrorKind::PermissionDenied => format!("{} may not be read by this user.", what()),
        _ => format!("{} could not be read: {error}.", what()),
    };
    let mut options = File::options();
    options.read(true);
    // A named pipe would keep the scan waiting for a writer for ever.
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(libc::O_NONBLOCK);
    }
    let mut file = match options.open(path) {
        Ok(file) => file,
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
    if meta.len() > manifest::MAX_BYTES as u64 {
        return Err(format!("{} is larger than 1 MiB.", what()));
    }
    // One byte more than it should hold: a short answer then is the end, and saves a second read.
    let mut bytes = vec![0; (meta.len() as usize).saturating_add(1)];
    let mut filled = 0;
    loop {
        match file.read(bytes.get_mut(filled..).unwrap_or_default()) {
            Ok(0) => break,
            Ok(n) => filled = filled.saturating_add(n),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(explain(error)),
        }
        if filled < bytes.len() {
            break;
        }
        if filled > manifest::MAX_BYTES {
            return Err(format!("{} is larger than 1 MiB.", what()));
        }
        bytes.resize(bytes.len().saturating_mul(2), 0);
    }
    bytes.truncate(filled);
    Ok(Some(bytes))
}
