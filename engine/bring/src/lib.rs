//! What comes from elsewhere: downloads, archives, and the programs that a hook lacks. Nothing that is
//! fetched is run, but for the package managers that a person asked for.

// No input ends the program, also where a place in it was worked out wrongly: see `cut`.
#![cfg_attr(
    not(test),
    deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice)
)]

pub mod fetch;
pub mod keys;
pub mod provision;
pub mod unpack;
pub mod updates;
