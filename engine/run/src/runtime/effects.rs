//! What a run did beside its answer, as far as somebody looked.

use std::collections::BTreeMap;

use serde::Serialize;

use tacklebox_machine::walls::Access;

/// What one run did, as facts. Paths are those that were meant: what is in the box stands for them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Effects {
    pub wrote: Vec<Wrote>,
    /// Files that are not there any more.
    pub removed: Vec<String>,
    /// Null where the box does not tell of it, as `hosts` and `programs` are then.
    pub refused: Option<Vec<Refused>>,
    /// Names that it looked up, else addresses.
    pub hosts: Option<Vec<String>>,
    /// Programs that it started, by their paths.
    pub programs: Option<Vec<String>>,
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

/// It did nothing, and that is known.
impl Default for Effects {
    fn default() -> Self {
        Self {
            wrote: Vec::new(),
            removed: Vec::new(),
            refused: Some(Vec::new()),
            hosts: Some(Vec::new()),
            programs: Some(Vec::new()),
            too_many: false,
            requests: Vec::new(),
            network: false,
        }
    }
}

impl Effects {
    /// The box tells of all that was done in it.
    pub const fn is_whole(&self) -> bool {
        self.refused.is_some() && self.hosts.is_some() && self.programs.is_some()
    }

    /// What was done in another run, too.
    pub fn add(&mut self, other: Self) {
        fn both<T>(all: &mut Option<Vec<T>>, more: Option<Vec<T>>) {
            match (&mut *all, more) {
                (Some(all), Some(more)) => all.extend(more),
                _ => *all = None,
            }
        }
        self.wrote.extend(other.wrote);
        self.removed.extend(other.removed);
        both(&mut self.refused, other.refused);
        both(&mut self.hosts, other.hosts);
        both(&mut self.programs, other.programs);
        self.requests.extend(other.requests);
        self.too_many |= other.too_many;
        self.network |= other.network;
    }

    /// Nothing of the person's was changed for real.
    pub(crate) fn changed_nothing(&self) -> bool {
        self.removed.is_empty() && self.wrote.iter().all(|file| file.in_box)
    }
}
