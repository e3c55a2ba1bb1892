//! What is serious in what a hook does, as far as it was read.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// What is known of a hook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Danger {
    #[default]
    NotRead,
    None,
    /// In a sentence.
    Is(String),
}

impl Danger {
    pub(crate) fn why(&self) -> Option<&str> {
        match self {
            Self::Is(why) => Some(why),
            Self::NotRead | Self::None => None,
        }
    }
}

/// What a manifest's bytes are told by.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}
