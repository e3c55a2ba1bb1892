//! The program as a person and a script meet it: real files in a made-up home, the real binary, and
//! what it prints.

#![expect(
    clippy::unwrap_used,
    reason = "a test may fail, helpers outside of test functions included"
)]

mod agents_own;
mod at_once;
mod both_shells;
mod boxed;
mod changes;
mod config;
mod context;
mod contract;
mod dangers;
mod documents;
mod errors;
mod fire;
mod foreign;
mod install;
mod make;
mod pairs;
mod plugin_settings;
mod plugins;
mod port;
mod projects;
mod provision;
mod reading;
mod robust;
mod same_deeds;
mod setup;
mod trust;
mod truth;
