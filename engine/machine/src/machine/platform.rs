//! The platforms, and what differs between them.

use serde::{Deserialize, Serialize};

/// The platforms by the names that manifests use for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    Darwin,
    Linux,
    Win32,
}

impl Platform {
    /// The platform that this program was built for.
    pub const fn current() -> Self {
        if cfg!(target_os = "macos") {
            Self::Darwin
        } else if cfg!(windows) {
            Self::Win32
        } else {
            Self::Linux
        }
    }

    /// The name in a manifest's `os` list.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Darwin => "darwin",
            Self::Linux => "linux",
            Self::Win32 => "win32",
        }
    }

    /// The name that a person knows it by.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Darwin => "macOS",
            Self::Linux => "Linux",
            Self::Win32 => "Windows",
        }
    }

    /// The variable that says where the user's home is.
    pub(super) const fn home_variable(self) -> &'static str {
        match self {
            Self::Win32 => "USERPROFILE",
            Self::Darwin | Self::Linux => "HOME",
        }
    }

    pub const fn path_separator(self) -> char {
        match self {
            Self::Win32 => ';',
            Self::Darwin | Self::Linux => ':',
        }
    }
}
