//! An installation of what was fetched, before it is carried out, and why there is none.

use std::path::PathBuf;

use super::pack::PackError;
use crate::ops::OpError;
use crate::plan::{Also, Plan};
use tacklebox_machine::failure::{Code, Failure};

/// Why staged hooks cannot be installed for an agent.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    #[error(transparent)]
    Pack(#[from] PackError),
    #[error(transparent)]
    Op(#[from] OpError),
}

impl InstallError {
    /// The kind of failure.
    pub const fn code(&self) -> Code {
        match self {
            Self::Pack(_) => Code::Refused,
            Self::Op(error) => error.code(),
        }
    }
}

impl From<InstallError> for Failure {
    fn from(error: InstallError) -> Self {
        match error {
            InstallError::Op(error) => error.into(),
            InstallError::Pack(error) => Self::new(Code::Refused, error.to_string()),
        }
    }
}

/// An installation, ready to be shown and carried out.
#[derive(Debug)]
pub struct Arrival {
    pub plan: Plan,
    /// The folders that the hooks get, in their order.
    pub dirs: Vec<PathBuf>,
    /// The ids of plugins, where it is one and no hook.
    pub plugins: Vec<String>,
    /// Other hooks that would be switched along, and are named in the config so that they are not.
    pub kept: Vec<Also>,
    /// What else it means for hooks that are there, in sentences.
    pub means: Vec<String>,
}
