//! Paths as their texts have them, whatever is on the disk.

use std::path::{Component, Path, PathBuf};

/// A path without `.` and `..`, as far as the text alone tells.
pub fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}
