//! A file as text, with what a save has to find unchanged.

use std::path::Path;

use super::OpError;
use tacklebox_machine::files::{self, Stamp};

/// A file of at most so many bytes as it is on the disk now; none where there is none.
///
/// # Errors
/// [`OpError::Unreadable`] where it cannot be read, or is not text.
pub(crate) fn text_of(path: &Path, most: u64) -> Result<(Option<String>, Stamp), OpError> {
    let unreadable = |message: String| OpError::Unreadable { path: path.to_owned(), message };
    let (bytes, stamp) = files::read(path, most).map_err(|error| unreadable(error.to_string()))?;
    let text = bytes.map(String::from_utf8).transpose();
    let text = text.map_err(|_| unreadable("it is not UTF-8 text.".to_owned()))?;
    Ok((text, stamp))
}
