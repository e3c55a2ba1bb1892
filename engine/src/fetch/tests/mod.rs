//! Fetching from a real server on this computer.

mod download;
mod packages;
pub(crate) mod server;
