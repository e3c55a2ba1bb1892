//! Several agents of a config: which is the default, and that each has an id of its own.

use std::collections::BTreeSet;

use serde_json::Value;

use super::rule::In;
use super::told::normal;
use super::{Fault, fault};

/// What its gateway puts in order itself.
pub(in super::super) const NO_DEFAULT: &str =
    "It must be \"explicit\" where there are several agents and none of them is the default.";

pub(super) fn faults(version: &str, config: &Value) -> Vec<Fault> {
    let roster = In::SinceEight.has(version).then(|| roster(config)).flatten();
    roster.into_iter().collect()
}

/// The agents of a config, by their ids.
pub(crate) fn agents(config: &Value) -> Vec<(&str, &Value)> {
    let of = |key: &str| config.get("agents").and_then(|agents| agents.get(key));
    let entries = of("entries").and_then(Value::as_object).into_iter().flatten();
    let list = of("list").and_then(Value::as_array).into_iter().flatten();
    let list = list.filter_map(|agent| Some((agent.get("id")?.as_str()?, agent)));
    entries.map(|(id, agent)| (id.as_str(), agent)).chain(list).collect()
}

/// Several agents: one is the default unless the config says that none is.
fn roster(config: &Value) -> Option<Fault> {
    // A list that is left is one that cannot be read.
    if config.pointer("/agents/list").is_some() {
        return None;
    }
    let all = agents(config);
    let defaults = all.iter().filter(|(_, it)| it.get("default") == Some(&Value::Bool(true)));
    let defaults = defaults.count();
    let is_explicit =
        config.pointer("/agents/ownership").and_then(Value::as_str) == Some("explicit");
    let at = |message: &str| Some(fault(["agents", "ownership"], message));
    let mut ids = BTreeSet::new();
    if let Some((id, _)) = all.iter().find(|(id, _)| !ids.insert(normal(id))) {
        return Some(fault(["agents", "entries", id], "Another agent has the same id."));
    }
    if is_explicit && all.is_empty() {
        return at("It may be \"explicit\" only where there are agents.");
    }
    if is_explicit && defaults > 0 {
        return at("It may not be \"explicit\" where an agent is the default.");
    }
    if defaults > 1 {
        return Some(fault(["agents"], "More than one agent is the default."));
    }
    if all.len() > 1 && defaults == 0 && !is_explicit {
        return at(NO_DEFAULT);
    }
    None
}
