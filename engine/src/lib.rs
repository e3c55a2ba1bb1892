//! What the hook systems of five AI agents do: find, read, check, explain and change hooks.
//!
//! In the order in which data flows: [`manifest`] turns text into what it says, [`discover`] and
//! [`declared`] find hooks, [`eligibility`] holds them against the [`machine`] and the [`config`],
//! [`notes`] says what shipped runtimes do otherwise, and [`inventory`] is all of it for one agent.

pub mod agent;
pub mod audit;
pub mod check;
pub mod config;
pub mod declared;
pub mod dialect;
pub mod discover;
pub mod eligibility;
pub mod hook;
pub mod inventory;
pub mod machine;
pub mod manifest;
pub mod moment;
pub mod notes;
pub mod words;
