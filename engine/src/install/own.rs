//! Files in a hook's folder that no version of it brought: what it writes there, what a person put
//! there. They stay, whatever is done to the hook.

use std::fs;
use std::path::Path;

use super::receipt::Receipt;
use crate::apply::carry;
use crate::ops::OpError;
use crate::plan::{NewFile, Step};

/// The step after which they are in the folder that takes the place of the one there; none where there
/// are none.
pub(super) fn carried(dir: &Path, receipt: &Receipt, new: &[NewFile]) -> Option<Step> {
    let had = receipt.brought();
    let own = carry::own(dir, &had);
    let own: Vec<String> = own.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    if own.is_empty() {
        return None;
    }
    let brought = new.iter().map(|file| file.path.clone()).collect();
    Some(Step::Carry { dir: dir.to_owned(), had, brought, own })
}

/// Refuses where a new version brings a file by the name of one of them: neither may be lost.
///
/// # Errors
/// [`OpError`] with the name.
pub(super) fn check(
    title: &str,
    dir: &Path,
    receipt: &Receipt,
    new: &[NewFile],
) -> Result<(), OpError> {
    let had = receipt.brought();
    match new.iter().find_map(|file| in_the_way(dir, &had, file)) {
        None => Ok(()),
        Some(name) => Err(OpError::Refused(format!(
            "{title} is not updated, and stays as it is: the new version brings {name}, and another {name} was written into its folder. Move that one elsewhere first."
        ))),
    }
}

fn in_the_way(dir: &Path, had: &[String], file: &NewFile) -> Option<String> {
    let path = Path::new(&file.path);
    let ways = path.ancestors().filter(|part| !part.as_os_str().is_empty());
    for part in ways {
        let name = part.to_string_lossy();
        let Ok(meta) = fs::symlink_metadata(dir.join(part)) else { continue };
        let is_way = part != path && meta.is_dir();
        if is_way || had.iter().any(|had| *had == name) {
            continue;
        }
        let same = part == path && meta.is_file() && meta.len() == file.bytes.len() as u64;
        if !(same && fs::read(dir.join(part)).is_ok_and(|bytes| bytes == file.bytes)) {
            return Some(name.into_owned());
        }
    }
    None
}

/// Whether a file of a hook could be run, or decides what is: anything but plain data.
pub(crate) fn may_act(path: &str, executable: bool) -> bool {
    const ENDINGS: [&str; 27] = [
        "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "py", "sh", "bash", "zsh", "fish",
        "rb", "pl", "php", "lua", "ps1", "cmd", "bat", "vbs", "exe", "node", "so", "dylib", "dll",
        "wasm",
    ];
    const NAMES: [&str; 7] = [
        "hook.md",
        "hook.toml",
        "package.json",
        "tsconfig.json",
        "deno.json",
        "deno.jsonc",
        "bunfig.toml",
    ];
    let path = path.to_lowercase();
    let name = path.rsplit('/').next().unwrap_or(&path);
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    executable
        || ending.is_some_and(|ending| ENDINGS.contains(&ending))
        || NAMES.contains(&name)
        || path.split('/').any(|part| part == "node_modules" || part.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_told_from_what_may_act() {
        for path in ["handler.ts", "lib/X.MJS", "package.json", ".env", "a/.git/config", "HOOK.md"]
        {
            assert!(may_act(path, false), "{path}");
        }
        assert!(may_act("run", true));
        for path in ["state.json", "notes.txt", "data/a.sqlite", "README.md", "log"] {
            assert!(!may_act(path, false), "{path}");
        }
    }
}
