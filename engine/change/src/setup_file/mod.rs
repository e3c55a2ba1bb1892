//! A set-up that can be carried: one file that a person can read and keep in git. It says which hooks come from
//! where, with the hashes of their files, which are on, and what is set; of keys only the names, never a value.
//! It is written (`export`), held against a computer (`compare`) and carried out (`apply`).

mod apply;
mod carried;
mod compare;
mod difference;
mod export;
mod file;
pub(crate) mod hashes;
mod places;
mod plugins;
#[cfg(test)]
mod tests;

pub use self::apply::{Applied, Get, NotDone, apply, plans};
pub use self::compare::compare;
pub use self::difference::{Comparison, Difference, Needed, What, whence};
pub use self::export::{export, readable};
pub use self::file::{
    AgentSetup, FileKind, HookSetup, NotCarried, PluginSetup, SetupFile, SetupFileError, TO_CARRY,
    WithoutFiles,
};
