//! Everything that changes the computer: planned, shown, carried out whole, taken back.

// No input ends the program, also where a place in it was worked out wrongly: see `cut`.
#![cfg_attr(
    not(test),
    deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice)
)]

pub mod amend;
pub mod apply;
pub mod backups;
mod blank;
pub mod create;
pub mod detail;
pub mod editor;
pub mod fix;
pub mod guard;
pub mod install;
mod names;
pub mod ops;
pub mod order;
mod own;
pub mod plan;
pub mod plugins;
pub mod port;
pub mod program;
pub mod receipt;
pub mod reload;
pub mod repair;
pub mod sentence;
pub mod settings;
pub mod setup;
pub mod setup_file;
pub mod unsaved;
