//! Who uses this computer, and to whom a file belongs, as numbers; where users have none, nothing is said.

use std::path::Path;

/// Whether everything on this computer may be changed without a password.
#[cfg(unix)]
pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Who runs this program.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere there is none")]
pub(crate) fn own() -> Option<u32> {
    Some(rustix::process::getuid().as_raw())
}

/// To whom a file or folder belongs; none where it is not there.
#[cfg(unix)]
pub fn of(path: &Path) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|it| it.uid())
}

#[cfg(not(unix))]
pub(crate) const fn is_root() -> bool {
    false
}

#[cfg(not(unix))]
pub(crate) const fn own() -> Option<u32> {
    None
}

/// To whom a file or folder belongs; none where it is not there.
#[cfg(not(unix))]
pub const fn of(_: &Path) -> Option<u32> {
    None
}
