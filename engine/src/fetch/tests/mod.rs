//! Fetching from a real server on this computer.

mod download;
pub(crate) mod packages;
mod places;
#[cfg(unix)]
pub(crate) mod repositories;
pub(crate) mod server;
mod specs;
