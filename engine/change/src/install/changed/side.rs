//! One side of a comparison: a file as it is, or why it cannot be shown.

use std::fs;
use std::path::Path;

use tacklebox_machine::files::{self, Stamp};

/// The largest file that is compared line by line, in bytes.
const MAX_DIFF: u64 = 256 * 1024;

const NOT_TEXT: &str = "It is not text.";
const TOO_LARGE: &str = "It is larger than 256 KiB.";

pub enum Side {
    Absent,
    Text(String),
    /// Told apart by its hash alone, and why.
    Opaque(Stamp, &'static str),
    /// There is one, and no more is known.
    Unknown(&'static str),
}

impl Side {
    pub fn of(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            _ if bytes.len() as u64 > MAX_DIFF => Self::Opaque(Stamp::of(bytes), TOO_LARGE),
            Ok(text) if !text.contains('\0') => Self::Text(text.to_owned()),
            _ => Self::Opaque(Stamp::of(bytes), NOT_TEXT),
        }
    }

    /// What is there now. What was put in a file's place is not looked into.
    pub(crate) fn on_disk(path: &Path) -> Self {
        let meta = match fs::symlink_metadata(path) {
            Ok(meta) => meta,
            Err(_) => return Self::Absent,
        };
        if meta.is_symlink() {
            return Self::Unknown("It is a link, which is not followed.");
        }
        if !meta.is_file() {
            return Self::Unknown("It is neither a file nor a folder.");
        }
        match files::read(path, u64::MAX) {
            Ok((Some(bytes), _)) => Self::of(&bytes),
            Ok((None, _)) => Self::Absent,
            Err(_) => Self::Unknown("It may not be read."),
        }
    }

    /// The two are known to be alike.
    pub fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Absent, Self::Absent) => true,
            (Self::Text(one), Self::Text(other)) => one == other,
            (Self::Opaque(one, _), Self::Opaque(other, _)) => one == other,
            _ => false,
        }
    }

    /// Its text, empty where there is no file.
    ///
    /// # Errors
    /// Why there is none to be shown.
    pub fn text(&self) -> Result<&str, &'static str> {
        match self {
            Self::Absent => Ok(""),
            Self::Text(text) => Ok(text),
            Self::Opaque(_, why) | Self::Unknown(why) => Err(why),
        }
    }
}
