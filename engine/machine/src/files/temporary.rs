//! Folders that go when they are dropped, and those that a killed program could not drop.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tempfile::TempDir;

use crate::machine::Machine;

/// How old a folder is at least that somebody left. Where a folder cannot be locked (Windows), nothing else
/// tells that its program is gone.
const LEFT: Duration = Duration::from_secs(match cfg!(unix) {
    true => 10 * 60,
    false => 30 * 24 * 60 * 60,
});

/// A folder that only the user may enter. It goes when this is dropped; where the program is killed, the next one
/// takes it away: the lock on it ends with the program that holds it.
#[derive(Debug)]
pub struct Temporary {
    dir: TempDir,
    _lock: Option<File>,
}

impl Temporary {
    /// A new one in `folder`, with a name that begins with `prefix`. The first one of a program takes away what
    /// killed programs left there.
    ///
    /// # Errors
    /// Where none can be made.
    pub fn new(folder: &Path, prefix: &str) -> io::Result<Self> {
        static SWEPT: Mutex<BTreeSet<(PathBuf, String)>> = Mutex::new(BTreeSet::new());
        let place = (folder.to_owned(), prefix.to_owned());
        if SWEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(place) {
            sweep(folder, prefix, LEFT);
        }
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let dir = builder.prefix(prefix).tempdir_in(folder)?;
        let lock = lock(dir.path());
        Ok(Self { dir, _lock: lock })
    }

    /// One where this computer keeps what is temporary: what strangers sent is read in it before anything is placed.
    ///
    /// # Errors
    /// Where none can be made.
    pub fn in_system(machine: &Machine) -> io::Result<Self> {
        let named = ["TMPDIR", "TEMP", "TMP"].iter().find_map(|name| machine.env(name));
        Self::new(&named.map_or_else(std::env::temp_dir, PathBuf::from), "tacklebox-")
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }
}

/// Takes away the folders with such a name that are older than this and that no running program holds.
pub fn sweep(folder: &Path, prefix: &str, older_than: Duration) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let ours = entry.file_name().to_string_lossy().starts_with(prefix);
        let is_old = |meta: fs::Metadata| {
            let age = meta.modified().ok().and_then(|time| time.elapsed().ok());
            meta.is_dir() && age.is_some_and(|age| age > older_than)
        };
        if ours
            && entry.metadata().is_ok_and(is_old)
            && (cfg!(windows) || lock(&entry.path()).is_some())
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The lock on a folder; none where somebody has it, or where folders have none.
fn lock(dir: &Path) -> Option<File> {
    let dir = File::open(dir).ok()?;
    dir.try_lock().ok().map(|()| dir)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    fn age(dir: &Path) {
        let hour = SystemTime::now() - Duration::from_secs(3600);
        File::open(dir).unwrap().set_modified(hour).unwrap();
    }

    #[test]
    fn what_a_killed_program_left_goes_with_the_next_one() {
        let place = tempfile::tempdir().unwrap();
        let made = |name: &str| {
            let dir = place.path().join(name);
            fs::create_dir(&dir).unwrap();
            File::create(dir.join("file")).unwrap();
            dir
        };
        let (left, young, other) = (made("x-left"), made("x-young"), made("y-left"));
        age(&left);
        age(&other);
        let live = Temporary::new(&place.path().canonicalize().unwrap(), "z-").unwrap();
        let held = made("x-held");
        let lock = lock(&held).unwrap();
        age(&held);

        let new = Temporary::new(place.path(), "x-").unwrap();
        assert!(!left.exists(), "left by a program that is gone");
        assert!(young.exists() && other.exists() && live.path().exists());
        assert!(held.exists(), "a running program holds it");
        drop(lock);
        // A program that is just being started has the lock, too, until it runs.
        let gone = (0..500).any(|_| {
            sweep(place.path(), "x-", LEFT);
            std::thread::sleep(Duration::from_millis(10));
            !held.exists()
        });
        assert!(gone && new.path().exists());
    }

    #[test]
    fn nobody_but_the_owner_may_enter_it() {
        use std::os::unix::fs::PermissionsExt;
        let place = tempfile::tempdir().unwrap();
        let new = Temporary::new(place.path(), "x-").unwrap();
        assert_eq!(fs::metadata(new.path()).unwrap().permissions().mode() & 0o777, 0o700);
        let path = new.path().to_owned();
        drop(new);
        assert!(!path.exists());
    }
}
