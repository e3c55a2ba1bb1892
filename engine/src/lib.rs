//! What the hook systems of five AI agents do: find, read, check, explain and change hooks.
//!
//! In the order in which data flows: [`manifest`] turns text into what it says, [`discover`] and
//! [`declared`] find hooks, [`eligibility`] holds them against the [`machine`] and the [`config`],
//! [`notes`] says what shipped runtimes do otherwise, and [`inventory`] is all of it for one agent.
//! Whatever changes the computer is a [`plan`] first and is carried out by [`apply`]. [`desk`] keeps
//! all inventories true for a window.

pub use runtime::{dispatch, event, outcome, payload, registry};
pub use tacklebox_audit as audit;

pub mod activity;
pub mod agent;
pub mod apply;
pub mod backups;
pub mod check;
pub mod config;
pub mod create;
pub mod data;
pub mod declared;
pub mod desk;
pub mod detail;
pub mod dialect;
pub mod discover;
pub mod editor;
pub mod eligibility;
pub mod examine;
pub mod fetch;
pub mod files;
pub mod fire;
pub mod fix;
pub mod hook;
pub mod http_client;
pub mod in_force;
pub mod install;
pub mod inventory;
mod login_path;
pub mod machine;
pub mod manifest;
pub mod modules;
pub mod moment;
pub mod notes;
pub mod ops;
pub mod overview;
pub mod pending;
pub mod plan;
pub mod plugins;
pub mod port;
pub mod process;
pub mod provision;
pub mod receipt;
pub mod reload;
pub mod run;
pub mod runtime;
mod selection;
pub mod settings;
pub mod setup;
mod switches;
pub mod unpack;
pub mod watch;
pub mod words;
