//! What the hook systems of five AI agents do: find, read, check, explain and change hooks.

pub mod config;
pub mod files;
pub mod hook;
pub mod machine;
pub mod manifest;
