//! What tests of several rooms need: a real https server, archives byte by byte, packages,
//! repositories, and what the kernel says for itself.
//!
//! Only ever a dependency of tests, so it may panic.

#![allow(clippy::disallowed_methods, reason = "tests write the files that they read")]

pub mod archives;
pub mod hooks;
pub mod hostile;
pub mod kernel;
pub mod lines;
pub mod packages;
#[cfg(unix)]
pub mod repositories;
pub mod server;
