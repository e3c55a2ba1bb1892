//! Files that are imported without their ending, or by that of what is made from them.

use std::path::{Path, PathBuf};

/// What may be left out at the end of a relative import, where the runtime looks for it.
const ENDINGS: [&str; 9] = ["tsx", "ts", "jsx", "cts", "cjs", "js", "mjs", "mts", "json"];

/// The files that a path without its ending may be for bun: beside it, in its folder, or TypeScript in place of what
/// is made from it.
pub(super) fn whole(path: &Path) -> Vec<PathBuf> {
    let text = path.to_string_lossy();
    let files = |paths: Vec<PathBuf>| -> Vec<_> {
        paths.into_iter().filter(|path| path.is_file()).collect()
    };
    let ended = |text: &str| {
        files(ENDINGS.iter().map(|ending| PathBuf::from(format!("{text}.{ending}"))).collect())
    };
    let beside = ended(&text);
    if !beside.is_empty() {
        return beside;
    }
    let bare = [".js", ".mjs", ".cjs", ".jsx"].iter().find_map(|it| text.strip_suffix(it));
    let made = bare.map(ended).unwrap_or_default();
    if !made.is_empty() {
        return made;
    }
    files(ENDINGS.iter().map(|ending| path.join(format!("index.{ending}"))).collect())
}

/// Whether a runtime may find something at a path, with or without its ending.
pub(super) fn there(path: &Path) -> bool {
    path.is_file() || path.join("package.json").is_file() || !whole(path).is_empty()
}
