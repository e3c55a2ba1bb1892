//! What is done when the system gives no more watches: look at every file's stamp now and then.
//! notify's own poll watcher compares whole seconds only, so it misses the second of two quick
//! edits and a file that is replaced by an older one.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::{Target, is_skipped};

/// How often the stamps are compared.
pub(super) const EVERY: Duration = Duration::from_secs(2);

/// A moment after another one; that one itself where no clock goes so far.
pub(super) fn later(from: Instant, by: Duration) -> Instant {
    from.checked_add(by).unwrap_or(from)
}

/// One stamp for each config and each hook's folder, in the caller's spelling.
pub(super) type Stamps = BTreeMap<PathBuf, u64>;

/// Looks at all targets. What is missing has no stamp.
pub(super) fn stamps(targets: &[Target]) -> Stamps {
    let mut stamps = Stamps::new();
    for target in targets {
        match target {
            Target::File(file) => {
                if let Ok(metadata) = fs::metadata(file) {
                    let mut hasher = DefaultHasher::new();
                    stamp(&metadata, &mut hasher);
                    stamps.insert(file.clone(), hasher.finish());
                }
            }
            Target::Hooks(folder) => {
                for name in names(folder) {
                    let path = folder.join(name);
                    let mut hasher = DefaultHasher::new();
                    stamp_tree(&path, &mut hasher);
                    stamps.insert(path, hasher.finish());
                }
            }
        }
    }
    stamps
}

/// What came, went or changed between two looks.
pub(super) fn differences(before: &Stamps, after: &Stamps) -> Vec<PathBuf> {
    let changed = after.iter().filter(|(path, stamp)| before.get(*path) != Some(stamp));
    let gone = before.iter().filter(|(path, _)| !after.contains_key(*path));
    changed.chain(gone).map(|(path, _)| path.clone()).collect()
}

/// Follows a symlink at the hook's folder and at files; symlinked folders further in are not
/// entered, since one of them may lead back up.
fn stamp_tree(top: &Path, hasher: &mut DefaultHasher) {
    let mut waiting = vec![top.to_path_buf()];
    while let Some(path) = waiting.pop() {
        path.hash(hasher);
        let Ok(metadata) = fs::metadata(&path) else {
            continue;
        };
        stamp(&metadata, hasher);
        if metadata.is_dir() && (path == top || !path.is_symlink()) {
            waiting.extend(
                names(&path)
                    .into_iter()
                    .filter(|name| !is_skipped(name))
                    .map(|name| path.join(name)),
            );
        }
    }
}

/// Sorted, so that the same folder has the same stamp.
fn names(folder: &Path) -> Vec<std::ffi::OsString> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    names.sort();
    names
}

fn stamp(metadata: &Metadata, hasher: &mut DefaultHasher) {
    metadata.modified().ok().hash(hasher);
    metadata.len().hash(hasher);
    metadata.is_dir().hash(hasher);
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        // The change time also tells of a new mode and of a replaced file with an old time.
        (metadata.ino(), metadata.ctime(), metadata.ctime_nsec()).hash(hasher);
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests make the files that are watched")]
mod tests {
    use super::*;

    #[test]
    fn one_changed_file_is_a_change_of_its_hook_alone() {
        let temp = tempfile::tempdir().unwrap();
        let hooks = temp.path().join("hooks");
        let config = temp.path().join("config.json");
        for hook in ["a", "b", "gone"] {
            fs::create_dir_all(hooks.join(hook).join("deep")).unwrap();
            fs::write(hooks.join(hook).join("deep/handler.ts"), "1").unwrap();
        }
        let targets = [Target::Hooks(hooks.clone()), Target::File(config.clone())];
        let before = stamps(&targets);
        assert_eq!(differences(&before, &stamps(&targets)), [] as [PathBuf; 0]);

        fs::write(hooks.join("b/deep/handler.ts"), "22").unwrap();
        fs::remove_dir_all(hooks.join("gone")).unwrap();
        fs::write(&config, "{}").unwrap();
        assert_eq!(
            differences(&before, &stamps(&targets)),
            [config, hooks.join("b"), hooks.join("gone")]
        );
    }

    #[test]
    fn installed_packages_are_not_looked_at() {
        let temp = tempfile::tempdir().unwrap();
        let packages = temp.path().join("a/node_modules");
        fs::create_dir_all(&packages).unwrap();
        let targets = [Target::Hooks(temp.path().to_path_buf())];
        let before = stamps(&targets);
        fs::write(packages.join("index.js"), "").unwrap();
        assert_eq!(stamps(&targets), before);
    }
}
