//! In which order hooks are taken, and for what.

use super::Rules;
use crate::config::typed::Types;

/// In which order the folders of hooks are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folders {
    ByName,
    /// As the disk lists them.
    AsListed,
    /// By their names where Node runs it, and as the disk lists them where bun does.
    ByRuntime,
}

/// How a hook is taken that is an entry of the config.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entries {
    /// As one in a folder: it may say what it needs, and that it is off. It is started where the config is.
    LikeFolders,
    /// Its name, command, events, time limit and variables alone (rule ). A folder of its name comes first, then the first
    /// entry, and it needs an event. It is started wherever the agent is.
    Bare,
}

/// How a config is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigCheck {
    /// What is not understood is skipped.
    Loose,
    /// One unknown key or wrong kind, and all of it is refused.
    Strict,
    /// One value that is not of its type, and all of it is refused.
    Typed(&'static Types),
}

/// A hook that an agent writes itself.
#[derive(Debug, PartialEq, Eq)]
pub struct Seed {
    /// Its folder, and its name. It is written where its manifest is missing.
    pub folder: &'static str,
    /// The files that it overwrites, each unless it has this in it.
    pub files: &'static [(&'static str, &'static str)],
}

impl Rules {
    /// The hook that it writes again under this name, if it does.
    pub fn seed(&self, name: &str) -> Option<&'static Seed> {
        self.seeds.iter().find(|seed| seed.folder == name)
    }

    /// What a variable for a place says, as it is taken.
    pub(crate) fn trimmed<'d>(&self, dir: &'d str) -> &'d str {
        if self.trims_home { dir.trim() } else { dir }
    }
}
