//! Which file a path means once links are followed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::FileError;

/// The file itself, links followed; `None` if there is none.
pub(super) fn existing(path: &Path) -> Result<Option<PathBuf>, FileError> {
    let meta = match fs::metadata(path) {
        Ok(meta) => meta,
        // A file in place of one of its folders: it is not there, as for every agent.
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Ok(None),
        Err(error) => {
            if error.kind() != io::ErrorKind::NotFound {
                return Err(FileError::read(path, error));
            }
            return match fs::symlink_metadata(path) {
                Ok(meta) if meta.is_symlink() => {
                    let target = fs::read_link(path).unwrap_or_default();
                    Err(FileError::Dangling { path: path.to_owned(), target })
                }
                // Somebody made it between the two looks.
                Ok(_) => existing(path),
                Err(_) => Ok(None),
            };
        }
    };
    if meta.is_dir() {
        return Err(FileError::IsFolder { path: path.to_owned() });
    }
    // A pipe or device would wait forever, or never end.
    if !meta.is_file() {
        return Err(FileError::NotAFile { path: path.to_owned() });
    }
    fs::canonicalize(path).map(Some).map_err(|error| FileError::read(path, error))
}
