//! What comes from elsewhere: downloads, archives, and the programs that a hook lacks. Nothing that is
//! fetched is run, but for the package managers that a person asked for.

pub mod fetch;
pub mod keys;
pub mod provision;
pub mod unpack;
