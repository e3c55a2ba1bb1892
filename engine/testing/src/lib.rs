//! What tests of several rooms need: a real https server, archives byte by byte, packages, repositories.
//!
//! Only ever a dependency of tests, so it may panic.

#![allow(clippy::disallowed_methods, reason = "tests write the files that they read")]

pub mod archives;
pub mod hooks;
pub mod packages;
#[cfg(unix)]
pub mod repositories;
pub mod server;
