//! Our own data: one folder for its owner alone, marked with the version of Tacklebox's data that it
//! holds. What a newer version wrote is read as far as it is understood and never written to.

pub mod lock;

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::files::{self, FileError, FolderError};
use crate::machine::Machine;

/// The version of the data that this program writes.
const VERSION: u32 = 1;

const FILE: &str = "version";

/// A version is a number; whatever is longer is none.
const MAX_BYTES: u64 = 64;

/// Why nothing is written to our data. It and everything else is what it was.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    #[error(
        "{} was written by a newer Tacklebox (its data has version {version}, this one knows {VERSION}), so it is only read: nothing was changed. Update Tacklebox, then try again.", folder.display()
    )]
    Newer { folder: PathBuf, version: u32 },
    #[error(
        "{} does not say which version of Tacklebox wrote it, so its folder is only read: nothing was changed. If you know it to be this one, put the number {VERSION} in it, then try again.", .0.display()
    )]
    Unknown(PathBuf),
    #[error("Another Tacklebox is changing something right now: nothing was changed. Try again.")]
    Busy,
    #[error(
        "{} could not be locked: {source}. Nothing was changed. Check that you may write there and that the disk has space, then try again.", path.display()
    )]
    Lock { path: PathBuf, source: io::Error },
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// Whether our data may be written to. Data without a mark is ours: the first version wrote none.
///
/// # Errors
/// [`DataError`] where a newer version wrote it, or its mark cannot be read.
pub fn check(machine: &Machine) -> Result<(), DataError> {
    let mark = machine.data_dir().join(FILE);
    let (Some(bytes), _) = files::read(&mark, MAX_BYTES)? else { return Ok(()) };
    let text = String::from_utf8_lossy(&bytes);
    match text.trim().parse::<u32>() {
        Ok(version) if version <= VERSION => Ok(()),
        Ok(version) => Err(DataError::Newer { folder: machine.data_dir().to_owned(), version }),
        Err(_) => Err(DataError::Unknown(mark)),
    }
}

/// Makes the folder of our own data, for the user alone.
///
/// # Errors
/// [`DataError`] where a newer version wrote what is there, or no folder can be made.
pub fn make(machine: &Machine) -> Result<(), DataError> {
    check(machine)?;
    Ok(files::private_dir(machine.data_dir())?)
}

/// Checks the same, and marks data that has no mark yet. The folder exists by now.
pub fn claim(machine: &Machine) -> Result<(), DataError> {
    check(machine)?;
    only_for_the_owner(machine.data_dir());
    let mark = machine.data_dir().join(FILE);
    let (bytes, stamp) = files::read(&mark, MAX_BYTES)?;
    if bytes.is_some() {
        return Ok(());
    }
    match files::save(&mark, format!("{VERSION}\n").as_bytes(), &stamp, 0o600) {
        // Another one marked it at the same moment: what it wrote decides.
        Err(FileError::Changed { .. }) => check(machine),
        saved => Ok(saved?),
    }
}

/// What is kept may hold keys, whoever made the folder.
#[cfg(unix)]
fn only_for_the_owner(folder: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let is_open = fs::metadata(folder).is_ok_and(|meta| meta.permissions().mode() & 0o077 != 0);
    if is_open {
        // Not ours, perhaps: then it stays as its owner wants it.
        let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
    }
}

#[cfg(not(unix))]
fn only_for_the_owner(_: &Path) {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Platform;

    #[test]
    fn several_mark_new_data_at_the_same_moment() {
        for _ in 0..20 {
            let home = tempfile::tempdir().unwrap();
            let machine = Machine::new(Platform::Linux, home.path(), Default::default());
            make(&machine).unwrap();
            let start = std::sync::Barrier::new(8);
            std::thread::scope(|scope| {
                let claims = [(); 8].map(|()| {
                    scope.spawn(|| {
                        start.wait();
                        claim(&machine)
                    })
                });
                for one in claims {
                    one.join().unwrap().unwrap();
                }
            });
        }
    }
}
