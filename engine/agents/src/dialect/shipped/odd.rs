//! A config in which there is nothing that an agent could read.

/// What becomes of a config that is empty, is a list, or includes what cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OddConfig {
    /// An empty file is a config that says nothing; else none can be read, and nothing loads.
    pub empty: bool,
    /// A list at the top is a config that says nothing.
    pub list: bool,
    /// So is anything else at the top: a text, a number, null.
    pub other: bool,
    /// An include that fails is skipped; else nothing loads.
    pub lost_include: bool,
    /// NaN is a setting that is there, since it is not 0.
    pub nan_is_set: bool,
}

impl OddConfig {
    /// As the text has it.
    pub const DOCUMENTED: Self =
        Self { empty: true, list: false, other: false, lost_include: true, nan_is_set: false };
    /// One that reads its config whole or not at all.
    pub const WHOLE: Self =
        Self { empty: false, list: false, other: false, lost_include: false, nan_is_set: false };
}
