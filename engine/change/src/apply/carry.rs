//! What no version of a hook brought: the data that it writes beside its code, a person's notes. It
//! belongs to neither the old version nor the new one, and goes along when one takes the other's place.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::ApplyError;
use super::folders::copy_dir;

/// The files and folders in `dir` that hold nothing of what was `brought`, each named once by its top.
pub(crate) fn own(dir: &Path, brought: &[String]) -> Vec<PathBuf> {
    let brought: BTreeSet<PathBuf> = brought.iter().map(PathBuf::from).collect();
    let mut own = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(dir.join(&folder)) else { continue };
        for entry in entries.flatten() {
            let path = folder.join(entry.file_name());
            let is_dir = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let holds = |one: &PathBuf| one.starts_with(&path);
            if is_dir && brought.range(path.clone()..).next().is_some_and(holds) {
                open.push(path);
            } else if !brought.contains(&path) {
                own.push(path);
            }
        }
    }
    own.sort();
    own
}

/// Copies these from one folder to another, over what is there by their names. What the other one
/// `brought` itself is not touched.
///
/// # Errors
/// The first that cannot be copied.
pub(super) fn over(
    from: &Path,
    to: &Path,
    own: &[PathBuf],
    brought: &[String],
) -> Result<(), ApplyError> {
    let brought: BTreeSet<&Path> = brought.iter().map(Path::new).collect();
    own.iter().try_for_each(|path| {
        copy(from, to, path, &brought).map_err(|source| {
            let path = from.join(path);
            ApplyError::Io { path, what: "kept", source }
        })
    })
}

fn copy(from: &Path, to: &Path, path: &Path, brought: &BTreeSet<&Path>) -> io::Result<()> {
    if brought.contains(path) {
        return Ok(());
    }
    let (old, new) = (from.join(path), to.join(path));
    let meta = fs::symlink_metadata(&old)?;
    let there = fs::symlink_metadata(&new).ok();
    let is_way = there.as_ref().is_some_and(|there| there.is_dir() && meta.is_dir());
    match there {
        // A folder on both sides: entry by entry, so that nothing but what is meant goes.
        _ if is_way => {}
        Some(there) if there.is_dir() => fs::remove_dir_all(&new)?,
        Some(_) => fs::remove_file(&new)?,
        None => {}
    }
    if let Some(parent) = new.parent() {
        fs::create_dir_all(parent)?;
    }
    if meta.is_dir() {
        if !is_way {
            fs::create_dir(&new)?;
            fs::set_permissions(&new, meta.permissions())?;
        }
        for entry in fs::read_dir(&old)? {
            copy(from, to, &path.join(entry?.file_name()), brought)?;
        }
        return Ok(());
    }
    // A pipe or a socket holds nothing, and whoever made it makes it again.
    match meta.is_file() || meta.is_symlink() {
        true => copy_dir(&old, &new),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn put(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
    }

    #[test]
    fn a_folder_of_which_nothing_was_brought_is_one_and_others_are_looked_into() {
        let tmp = tempfile::tempdir().unwrap();
        for path in ["HOOK.md", "lib/a.ts", "lib/a.ts.bak", "lib-2/x", "data/1", "data/b/2"] {
            put(&tmp.path().join(path), path);
        }
        let brought = ["HOOK.md".to_owned(), "lib/a.ts".to_owned(), "gone.ts".to_owned()];
        let own = own(tmp.path(), &brought);
        let names: Vec<_> = own.iter().map(|path| path.to_str().unwrap()).collect();
        assert_eq!(names, ["data", "lib/a.ts.bak", "lib-2"]);
    }

    #[test]
    fn what_is_carried_takes_the_place_of_its_older_self_and_of_nothing_else() {
        let tmp = tempfile::tempdir().unwrap();
        let (from, to) = (tmp.path().join("from"), tmp.path().join("to"));
        put(&from.join("data/1"), "new");
        put(&from.join("same"), "theirs");
        put(&from.join("data/brought"), "theirs");
        put(&to.join("data/1"), "old");
        put(&to.join("data/2"), "stays");
        put(&to.join("same"), "brought");
        put(&to.join("data/brought"), "brought");
        let own = [PathBuf::from("data"), PathBuf::from("same")];
        over(&from, &to, &own, &["same".to_owned(), "data/brought".to_owned()]).unwrap();
        let text = |path: &str| fs::read_to_string(to.join(path)).unwrap();
        assert_eq!([text("data/1"), text("data/2")], ["new", "stays"]);
        assert_eq!([text("same"), text("data/brought")], ["brought", "brought"]);
    }
}
