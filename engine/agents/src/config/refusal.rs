//! Why an edit is refused.

use super::path::ConfigPath;
use tacklebox_machine::cut::Cut as _;

/// Why a value cannot be put where it was wanted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("{0} is neither an object nor a list, so nothing can be set inside it.")]
    NotAContainer(String),
    #[error("there is no list item {0}.")]
    NoItem(String),
    #[error("it is not a list.")]
    NotAList,
    #[error("TOML has no null. Clear the setting instead.")]
    NoNull,
    #[error("the number is too large for TOML.")]
    NumberTooLarge,
    #[error("Tacklebox reads a config in YAML or JSON and does not write it. Edit it as text.")]
    OnlyRead,
    #[error("only an object can be a whole config.")]
    WholeConfig,
    /// The safety net: an edit that would not read back as wished.
    #[error("the file is written in a way that this edit would harm. Edit it as text.")]
    NotSafe,
}

impl Refusal {
    /// That there is nothing to put a value into at this depth of a path.
    pub(super) fn no_container(path: &ConfigPath, depth: usize) -> Self {
        Self::NotAContainer(ConfigPath(path.0.cut(..depth).to_vec()).to_string())
    }
}
