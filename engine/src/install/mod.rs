//! Hooks that come to an agent: from Tacklebox itself or from elsewhere, reviewed, placed, recorded,
//! brought up to date and removed.

pub mod foreign;
pub mod included;
mod licence;
pub mod pack;
mod package;
pub mod receipt;
pub mod review;
pub mod source;
pub mod stage;

#[cfg(test)]
pub(crate) mod tests;
