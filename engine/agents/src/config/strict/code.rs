//! What OpenClaw checks of its config in code of its own, beside its schema, as far as the config alone tells: asked of
//! 2026.7.35, 2026.8.1 and 2026.9.6 (rule ). A rule for one place is in a table; what is about several is a function.

mod addresses;
mod agents;
mod avatars;
mod bindings;
mod browser;
mod cloud;
mod egress;
mod gateway;
mod heartbeat;
mod lengths;
mod mcp;
mod models;
mod modules;
mod repository;
mod rule;
mod sandbox;
mod secrets;
mod shut;
mod sizes;
mod talk;
mod told;
mod tools;
mod width;

use serde_json::Value;

use super::Fault;
use crate::config::ConfigPath;
pub(super) use addresses::is_address;
pub(super) use agents::NO_DEFAULT;
pub(crate) use agents::agents;
pub use modules::is_safe_module;
pub(super) use rule::AGENTS;
pub(crate) use rule::In;
use rule::Rule;
pub(crate) use rule::each;
pub(super) use sizes::NO_TIME;
pub(crate) use told::normal;
pub(super) use tools::{API_KEY as SEARCH_KEY, KEYS as SEARCH_KEYS};

const RULES: [&[Rule]; 9] = [
    &addresses::RULES,
    &browser::RULES,
    &cloud::RULES,
    &egress::RULES,
    &gateway::RULES,
    &lengths::RULES,
    &mcp::RULES,
    &sizes::RULES,
    &tools::RULES,
];
type Judge = fn(&str, &Value) -> Vec<Fault>;
const JUDGES: [Judge; 15] = [
    agents::faults,
    told::faults,
    modules::faults,
    gateway::faults,
    cloud::faults,
    mcp::faults,
    talk::faults,
    secrets::faults,
    bindings::faults,
    sandbox::faults,
    models::faults,
    shut::faults,
    |_, config| avatars::faults(config),
    tools::faults,
    heartbeat::faults,
];

/// What this version refuses although its schema takes it.
pub(super) fn faults(version: &str, config: &Value) -> Vec<Fault> {
    let judged = JUDGES.iter().flat_map(|faults| faults(version, config));
    judged.chain(RULES.iter().flat_map(|rules| rule::faults(rules, version, config))).collect()
}

fn fault<const N: usize>(path: [&str; N], message: &str) -> Fault {
    Fault { path: ConfigPath::of(path), message: message.to_owned() }
}
