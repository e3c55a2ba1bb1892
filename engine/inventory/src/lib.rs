//! The hooks of an agent on this computer: found, judged and explained. Nothing of a hook is run and
//! nothing is changed, but for our own list of what was done ([`activity`], [`pending`], [`guard`]).

// No input ends the program, also where a place in it was worked out wrongly: see `cut`.
#![cfg_attr(
    not(test),
    deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice)
)]

pub mod activity;
pub mod acts;
pub mod check;
pub mod counterparts;
mod dangers;
pub mod declared;
pub mod discover;
pub mod eligibility;
pub mod examine;
pub mod guard;
pub mod installed;
pub mod inventory;
mod lines;
pub mod modules;
pub mod notes;
pub mod offer;
pub mod overview;
pub mod pending;
pub mod plain;
pub mod plugins;
pub mod said;
pub mod seen;
pub mod selection;
mod spread;
pub mod variables;
