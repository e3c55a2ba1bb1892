//! Paths as a journal keeps them: as text, and where a system lets a name be not text, byte by byte. A
//! path that could not be written down could not be taken back.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Text(PathBuf),
    /// In hexadecimal.
    Bytes {
        bytes: String,
    },
}

impl Written {
    fn of(path: &Path) -> Self {
        #[cfg(unix)]
        if path.to_str().is_none() {
            let bytes = std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str());
            let bytes = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            return Self::Bytes { bytes };
        }
        Self::Text(path.to_owned())
    }

    /// None where no path of this system is written so.
    fn read(self) -> Option<PathBuf> {
        match self {
            Self::Text(path) => Some(path),
            #[cfg(unix)]
            Self::Bytes { bytes } => {
                let pair =
                    |at: usize| u8::from_str_radix(bytes.get(at..at.saturating_add(2))?, 16).ok();
                let bytes: Option<Vec<u8>> = (0..bytes.len()).step_by(2).map(pair).collect();
                let name: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(bytes?);
                Some(name.into())
            }
            #[cfg(not(unix))]
            Self::Bytes { .. } => None,
        }
    }
}

fn wrong<E: serde::de::Error>() -> E {
    E::custom("a path that this system does not have")
}

/// One path, for `#[serde(with = …)]`.
pub(super) mod one {
    use serde::{Deserializer, Serializer};

    use super::{Deserialize, Path, PathBuf, Serialize, Written, wrong};

    pub fn serialize<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
        Written::of(path).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PathBuf, D::Error> {
        Written::deserialize(from)?.read().ok_or_else(wrong)
    }
}

/// A list of them.
pub(super) mod all {
    use serde::{Deserializer, Serializer};

    use super::{Deserialize, PathBuf, Written, wrong};

    pub fn serialize<S: Serializer>(paths: &[PathBuf], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(paths.iter().map(|path| Written::of(path)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<PathBuf>, D::Error> {
        let written = Vec::<Written>::deserialize(from)?.into_iter();
        written.map(|path| path.read().ok_or_else(wrong)).collect()
    }
}
