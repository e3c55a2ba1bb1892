//! Why an archive is not unpacked, in words for a person.

use std::io;
use std::path::PathBuf;

use super::{MAX_BYTES, MAX_ENTRIES, MAX_NAME, MAX_PATH};

/// Why nothing was unpacked. Nothing is left on the disk in any case.
#[derive(Debug, thiserror::Error)]
pub enum UnpackError {
    #[error("The archive was refused and none of it was kept: {0}")]
    Refused(#[from] Refusal),
    #[error(
        "{path} cannot be written: {source}. Nothing was kept. Check the folder and its free space, then try again."
    )]
    Io { path: PathBuf, source: io::Error },
    #[error("{path} cannot be read: {source}.")]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("Unpacking was cancelled. Nothing was kept.")]
    Cancelled,
}

/// What is wrong with an archive. Names are shown with what could deceive made visible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("“{0}” would be written outside its folder.")]
    Outside(String),
    #[error("“{0}” is an absolute path, and would be written outside its folder.")]
    Absolute(String),
    #[error("“{0}” has a backslash in its name, which is a folder on Windows and not elsewhere.")]
    Backslash(String),
    #[error("“{0}” has control characters in its name.")]
    Control(String),
    #[error(
        "“{0}” has characters in its name that turn the direction of text and hide what it is."
    )]
    Bidi(String),
    #[error("“{0}” has characters in its name that cannot be seen, and looks like another one.")]
    Hidden(String),
    #[error("“{0}” has a name that is not UTF-8 text.")]
    NotText(String),
    #[error("“{0}” is a name that Windows reserves or changes.")]
    Reserved(String),
    #[error(
        "“{0}” is a folder in which git keeps its own things: what is in it runs as soon as git looks at the folder around it."
    )]
    Git(String),
    #[error("“{0}” has a name that is too long ({max} bytes a part, {path} in all).", max = MAX_NAME, path = MAX_PATH)]
    LongName(String),
    #[error("“{0}” has no name.")]
    NoName(String),
    #[error("“{0}” is there twice.")]
    Twice(String),
    #[error("“{0}” and “{1}” are the same name on a computer that ignores upper and lower case.")]
    CaseClash(String, String),
    #[error("“{0}” is a file and a folder at once.")]
    FileAndFolder(String),
    #[error("“{0}” is a hard link.")]
    HardLink(String),
    #[error("“{0}” is a link that leads outside the archive.")]
    LinkOutside(String),
    #[error("“{0}” is a link to something that is not in the archive, or to itself.")]
    LinkNowhere(String),
    #[error("“{0}” is a link, which cannot be made on this computer.")]
    LinkHere(String),
    #[error("“{0}” is a device.")]
    Device(String),
    #[error("“{0}” is a pipe or a socket.")]
    Pipe(String),
    #[error("“{0}” would run with another user's rights (set-user-ID or set-group-ID).")]
    SetId(String),
    #[error("“{0}” is a sparse file, whose size on the disk cannot be known in advance.")]
    Sparse(String),
    #[error("“{0}” is of a kind that is neither a file nor a folder.")]
    Kind(String),
    #[error("“{0}” is encrypted. Unpack it yourself and choose the folder.")]
    Encrypted(String),
    #[error(
        "“{0}” is packed in a way that is not read here. Unpack it yourself and choose the folder."
    )]
    Method(String),
    #[error("“{0}” is described in two ways that contradict each other.")]
    Contradiction(String),
    #[error("It unpacks to more than {} MiB.", MAX_BYTES / 1024 / 1024)]
    TooLarge,
    #[error("It has more than {} entries.", MAX_ENTRIES)]
    TooMany,
    #[error("There is no file in it.")]
    Empty,
    #[error("It is incomplete. Download it again.")]
    Truncated,
    #[error("It is damaged ({0}). Download it again.")]
    Corrupt(String),
}
