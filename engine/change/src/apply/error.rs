//! Why a plan could not be carried out, or not be taken back.

use std::io;
use std::path::PathBuf;

use tacklebox_machine::data::DataError;
use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::files::{FileError, FolderError};

/// A plan that could not be carried out. None of it is left.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{} is in the way: nothing was written. Move it aside and try again.", .0.display())]
    InTheWay(PathBuf),
    #[error(
        "{} could not be {what}: {source}. Nothing was changed. Check that you may write there and that the disk has space, then try again.", path.display()
    )]
    Io { path: PathBuf, what: &'static str, source: io::Error },
    #[error("There is nothing to undo: {0}")]
    NothingToUndo(String),
    #[error("{} was changed since, so it is not put back: nothing was changed.", .0.display())]
    ChangedSince(PathBuf),
    #[error("{} is gone, and with it the earlier version: what is there now stays.", .0.display())]
    Lost(PathBuf),
    #[error(
        "{done} of {all} changes were taken back. The next one was not: {}. It stays as it is, and so do those that were made before it. Fix that, then undo the rest.", .why.cause()
    )]
    Partly { done: usize, all: usize, why: Box<ApplyError> },
    /// The config is made elsewhere: why it is not written, as a sentence.
    #[error("{0}")]
    MadeElsewhere(String),
    #[error(transparent)]
    Data(DataError),
}

impl From<DataError> for ApplyError {
    fn from(error: DataError) -> Self {
        match error {
            DataError::Folder(error) => error.into(),
            error => Self::Data(error),
        }
    }
}

impl From<FolderError> for ApplyError {
    fn from(error: FolderError) -> Self {
        match error {
            FolderError::InTheWay(path) => Self::InTheWay(path),
            FolderError::Io { path, source } => Self::Io { path, what: "made", source },
        }
    }
}

impl ApplyError {
    /// The kind of failure.
    pub const fn code(&self) -> Code {
        match self {
            Self::File(error) => error.code(),
            Self::ChangedSince(_) => Code::ChangedMeanwhile,
            Self::Io { .. } => Code::NotWritten,
            Self::InTheWay(_) => Code::InTheWay,
            Self::NothingToUndo(_) | Self::Lost(_) => Code::NothingToUndo,
            Self::Partly { why, .. } => why.code(),
            Self::MadeElsewhere(_) => Code::Refused,
            Self::Data(error) => error.code(),
        }
    }
}

impl ApplyError {
    /// What is in the way, and nothing of what was or was not changed.
    fn cause(&self) -> String {
        match self {
            Self::ChangedSince(path) => format!("{} was changed since", path.display()),
            Self::Lost(path) => format!("{} is gone", path.display()),
            Self::InTheWay(path) => format!("{} is in the way", path.display()),
            Self::Io { path, what, source } => {
                format!("{} could not be {what}: {source}", path.display())
            }
            Self::MadeElsewhere(_) => "the config is made elsewhere".to_owned(),
            Self::Data(DataError::Busy) => "another Tacklebox is changing something".to_owned(),
            Self::File(_) | Self::NothingToUndo(_) | Self::Data(_) | Self::Partly { .. } => {
                "a file of it could not be read or written".to_owned()
            }
        }
    }
}

impl From<ApplyError> for Failure {
    fn from(error: ApplyError) -> Self {
        let failure = Self::new(error.code(), error.to_string());
        match error {
            ApplyError::ChangedSince(_) => failure.command(
                "`tacklebox config backups` lists the earlier versions of a config, and `tacklebox config restore` brings one back.",
            ),
            _ => failure,
        }
    }
}
