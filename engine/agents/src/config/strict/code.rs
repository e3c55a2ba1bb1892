//! What OpenClaw checks of its config in code of its own, beside its schema, as far as the config alone tells:
//! asked of 2026.7.35, 2026.8.1 and 2026.9.6.

mod modules;
mod told;

use std::collections::BTreeSet;

use serde_json::Value;

use super::Fault;
use crate::config::ConfigPath;
pub use modules::is_safe_module;

/// The version that does not ask whose a roster of agents is.
const ANY_ROSTER: &str = "2026.7.35";

/// What this version refuses although its schema takes it.
pub(super) fn faults(version: &str, config: &Value) -> Vec<Fault> {
    let found =
        [(version != ANY_ROSTER).then(|| roster(config)).flatten(), folders(config), open(config)];
    let mut all: Vec<Fault> = found.into_iter().flatten().collect();
    all.extend(told::faults(version, config));
    all.extend(modules::faults(version, config));
    all
}

fn fault<const N: usize>(path: [&str; N], message: &str) -> Fault {
    Fault { path: ConfigPath::of(path), message: message.to_owned() }
}

fn agents(config: &Value) -> &[Value] {
    let list = config.get("agents").and_then(|agents| agents.get("list")?.as_array());
    list.map_or(&[], Vec::as_slice)
}

/// Several agents: each has an id of its own, and one is the default unless the config says that none is.
fn roster(config: &Value) -> Option<Fault> {
    let list = agents(config);
    let mut ids = BTreeSet::new();
    let is_twice = |agent: &Value| {
        agent.get("id").and_then(Value::as_str).is_some_and(|id| !ids.insert(id.to_owned()))
    };
    if list.iter().any(is_twice) {
        return Some(fault(["agents", "list"], "has two agents of one id"));
    }
    let defaults =
        list.iter().filter(|agent| agent.get("default") == Some(&Value::Bool(true))).count();
    if defaults > 1 {
        return Some(fault(["agents", "list"], "has more than one default agent"));
    }
    let is_explicit =
        config.pointer("/agents/ownership").and_then(Value::as_str) == Some("explicit");
    (list.len() > 1 && defaults == 0 && !is_explicit).then(|| {
        fault(
            ["agents", "ownership"],
            "has to be \"explicit\" where there are several agents and none of them is the default",
        )
    })
}

/// No two agents share a folder.
fn folders(config: &Value) -> Option<Fault> {
    let mut folders = BTreeSet::new();
    let is_twice = |agent: &Value| {
        agent
            .get("agentDir")
            .and_then(Value::as_str)
            .is_some_and(|dir| !folders.insert(dir.to_owned()))
    };
    agents(config)
        .iter()
        .any(is_twice)
        .then(|| fault(["agents", "list"], "has two agents with one agentDir"))
}

/// What Tailscale serves is not open to the network beside it.
fn open(config: &Value) -> Option<Fault> {
    let gateway = config.get("gateway")?;
    let is = |path: &str, said: &str| gateway.pointer(path).and_then(Value::as_str) == Some(said);
    (is("/bind", "lan") && is("/tailscale/mode", "serve")).then(|| {
        fault(
            ["gateway", "bind"],
            "has to be \"loopback\" where gateway.tailscale.mode is \"serve\"",
        )
    })
}
