//! The small questions and changes that taking back is made of.

use std::fs;
use std::io;
use std::path::Path;

use crate::apply::ApplyError;

pub(super) fn is_dir(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|meta| meta.is_dir())
}

pub(super) fn remove_file(path: &Path) -> Result<(), ApplyError> {
    match fs::remove_file(path) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => {
            Err(ApplyError::Io { path: path.to_owned(), what: "removed", source })
        }
        _ => Ok(()),
    }
}

#[cfg(unix)]
pub(super) fn mode(path: &Path) -> Result<u32, ApplyError> {
    use std::os::unix::fs::PermissionsExt;
    let meta = fs::metadata(path);
    let meta =
        meta.map_err(|source| ApplyError::Io { path: path.to_owned(), what: "read", source })?;
    Ok(meta.permissions().mode() & 0o7777)
}

#[cfg(unix)]
pub(super) fn set_mode(path: &Path, mode: u32) -> Result<(), ApplyError> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(|source| ApplyError::Io {
        path: path.to_owned(),
        what: "changed",
        source,
    })
}

#[cfg(not(unix))]
pub(super) fn mode(_: &Path) -> Result<u32, ApplyError> {
    Ok(0)
}

#[cfg(not(unix))]
pub(super) fn set_mode(_: &Path, _: u32) -> Result<(), ApplyError> {
    Ok(())
}
