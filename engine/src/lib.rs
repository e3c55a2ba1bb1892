#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! Eight rooms, each a crate of its own that knows only those below it; this crate is the door to all
//! of them, and gives on what programs use. In the order in which data flows: manifests are read and
//! hooks found, [`eligibility`] holds them against the [`machine`] and the [`config`], and [`inventory`]
//! is all of it for one agent. Whatever changes the computer is a `plan` first and is carried out by
//! `apply`. `desk` keeps all inventories true for a window.

pub use tacklebox_agents::{agent, config, dialect, moment, projects};
pub use tacklebox_audit as audit;
pub use tacklebox_inventory::{activity, check, eligibility, examine, inventory, overview, seen};
pub use tacklebox_machine::{failure, files, letters, machine, words};

#[cfg(feature = "change")]
pub use tacklebox_bring::{fetch, keys, provision};
#[cfg(feature = "change")]
pub use tacklebox_change::{
    amend, apply, backups, create, detail, editor, guard, install, ops, order, plan, program,
    reload, repair, sentence, settings, setup, setup_file,
};
#[cfg(feature = "desk")]
pub use tacklebox_desk as desk;
#[cfg(feature = "run")]
pub use tacklebox_run::{
    ask, boxed, fire,
    runtime::{dispatch, event, outcome, registry},
};

/// A hook, as every screen and the command line show it.
pub mod hook {
    pub use tacklebox_agents::hook::*;
    pub use tacklebox_agents::manifest::Requires;
    pub use tacklebox_audit::{Finding, Severity, Unread};
}

/// Which version of an agent is judged by.
pub mod in_force {
    pub use tacklebox_agents::in_force::*;
    #[cfg(feature = "run")]
    pub use tacklebox_run::versions::ask;
}

/// Plugins: found and read; made, placed, set and removed.
pub mod plugins {
    #[cfg(feature = "change")]
    pub use tacklebox_change::plugins::*;
    pub use tacklebox_inventory::plugins::*;
}

/// A hook copied to another agent.
#[cfg(feature = "change")]
pub mod port {
    pub use tacklebox_change::port::*;
    #[cfg(feature = "run")]
    pub use tacklebox_run::compare;
}

/// What most programs need.
pub mod prelude {
    pub use crate::agent::Options;
    #[cfg(feature = "change")]
    pub use crate::apply::Change;
    pub use crate::dialect::Dialect;
    pub use crate::hook::{AgentId, Finding, Handler, Hook, Severity, Source, State};
    pub use crate::inventory::Inventory;
    pub use crate::machine::{Machine, Platform};
    #[cfg(feature = "change")]
    pub use crate::ops::Others;
    #[cfg(feature = "change")]
    pub use crate::plan::Plan;
}
