//! What a run did beside its answer, as far as somebody looked.

use std::collections::BTreeMap;

use serde::Serialize;

use tacklebox_machine::walls::Access;

/// What one run did, as facts. Paths are those that were meant: what is in the box stands for them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Effects {
    pub wrote: Vec<Wrote>,
    /// Files that are not there any more.
    pub removed: Vec<String>,
    pub refused: Vec<Refused>,
    /// Names that it looked up, else addresses.
    pub hosts: Vec<String>,
    /// Programs that it started, by their paths.
    pub programs: Vec<String>,
    /// It wanted to start more than a box lets it.
    pub too_many: bool,
    /// What would have been sent; what was sent, where there was a network.
    pub requests: Vec<Sending>,
    /// The box had the network: what it asked for was within reach.
    pub network: bool,
}

/// A file that was written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Wrote {
    pub path: String,
    pub bytes: u32,
    /// False for a file of the hook's own folder, which really was written.
    pub in_box: bool,
}

/// Something that was wanted and not given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Refused {
    pub path: String,
    pub access: Access,
}

/// A request, as it is sent where there is a network.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Sending {
    pub method: String,
    pub url: String,
    /// Values that may be secret are masked.
    pub headers: BTreeMap<String, String>,
    pub body: String,
    pub bytes: u32,
}

impl Effects {
    /// Nothing of the person's was changed for real.
    pub fn changed_nothing(&self) -> bool {
        self.removed.is_empty() && self.wrote.iter().all(|file| file.in_box)
    }
}
