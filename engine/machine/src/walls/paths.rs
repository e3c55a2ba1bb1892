//! Paths as the kernel will see them.

use std::path::{Path, PathBuf};

use crate::files::plain;

/// The real path of something that is there, or would be made: links on the way are followed.
pub(crate) fn real(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) if !parent.as_os_str().is_empty() => real(parent).join(name),
        _ => plain(path),
    }
}
