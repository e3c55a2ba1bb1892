//! Fetching from a real server on this computer.

mod download;
mod packages;
mod places;
#[cfg(unix)]
mod repositories;
mod specs;
