//! Hooks that come to an agent: from Tacklebox itself or from elsewhere, reviewed, placed, recorded,
//! brought up to date and removed.

mod accept;
mod arrival;
pub mod changed;
#[cfg(test)]
mod faults;
pub mod foreign;
pub mod included;
mod licence;
pub mod newest;
mod offer;
pub mod pack;
mod package;
pub mod plugin;
pub mod put_back;
pub mod records;
pub mod remove;
pub mod removed;
pub mod review;
mod shipped;
pub mod source;
pub mod stage;
pub mod target;
pub mod typed;
pub mod update;

pub use crate::receipt;

#[cfg(test)]
pub mod tests;
