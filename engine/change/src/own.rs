//! Files in the folder of a hook or plugin that no version of it brought: what it writes there, what a
//! person put there. They stay, whatever is done to it.

use std::fs;
use std::path::Path;

use crate::apply::carry;
use crate::ops::OpError;
use crate::plan::{NewFile, Step};
use crate::receipt::Receipt;

/// The step after which they are in the folder that takes the place of the one there; none where there
/// are none.
pub(crate) fn carried(dir: &Path, receipt: &Receipt, new: &[NewFile]) -> Option<Step> {
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
pub(crate) fn check(
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
