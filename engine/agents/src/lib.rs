//! The rules of five AI agents as values: what their hooks are, when they are called, how their
//! manifests and configs are written, and where all of that is on this computer.

// No input ends the program, also where a place in it was worked out wrongly: see `cut`.
#![cfg_attr(
    not(test),
    deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice)
)]

pub mod agent;
pub mod config;
pub mod dialect;
pub mod hook;
pub mod in_force;
pub mod manifest;
pub mod moment;
pub mod note;
pub mod projects;
pub mod switches;
pub mod truth;
