//! Agents that other parts of a config name by their ids: each has to be one of those that it has.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use tacklebox_machine::words::js_trim;

use super::Fault;
use super::rule::In;
use crate::config::ConfigPath;

/// Where one agent is named.
const NAMED: [&[&str]; 3] = [
    &["agents", "defaults", "heartbeat", "agentId"],
    &["agents", "defaults", "systemAgent", "agentId"],
    &["talk", "agentId"],
];
/// The agent that there is where the config has none.
const MAIN: &str = "main";
const MOST: usize = 16;
const UNKNOWN: &str = "It names an agent, and there is no agent of this id.";

pub(super) fn faults(version: &str, config: &Value) -> Vec<Fault> {
    let ids = roster(version, config);
    let mut found = Vec::new();
    let normal_ids: BTreeSet<_> = ids.iter().map(|own| normal(own)).collect();
    let is_there = |id: &str| normal_ids.contains(&normal(id));
    let mut say = |path: &[&str], message: String| {
        found.push(Fault { path: ConfigPath::of(path.iter().copied()), message });
    };
    if In::SinceEight.has(version) {
        for path in NAMED {
            let named = path.iter().try_fold(config, |value, key| value.get(*key));
            let id = named.and_then(Value::as_str);
            if id.is_some_and(|id| !is_there(id)) {
                say(path, UNKNOWN.to_owned());
            }
        }
    }
    if ids.is_empty() {
        return found;
    }
    let bindings = config.get("bindings").and_then(Value::as_array);
    for (at, binding) in bindings.into_iter().flatten().enumerate() {
        let main = |id: &str| In::SinceEight.has(version) && id == MAIN;
        let id = binding.get("agentId").and_then(Value::as_str);
        if id.is_some_and(|id| !main(id) && !is_there(id)) {
            say(&["bindings", &at.to_string(), "agentId"], UNKNOWN.to_owned());
        }
    }
    let told = config.get("broadcast").and_then(Value::as_object);
    for (peer, entry) in told.into_iter().flatten() {
        let path = ["broadcast", peer];
        let has_channel = qualified(peer);
        let told = match entry {
            Value::Array(told) => told,
            Value::Object(group) if In::SinceNine.has(version) => {
                if !has_channel {
                    say(
                        &path,
                        "Its name must be <channel>:<peer>, as a group has options.".to_owned(),
                    );
                }
                agents_of(group)
            }
            _ => continue,
        };
        if In::SinceNine.has(version) && has_channel && told.len() > MOST {
            say(&path, format!("It may have {MOST} agents at most."));
        }
        // Only the id as it is written counts here.
        let strange = told.iter().filter_map(Value::as_str).find(|id| !ids.contains(*id));
        if strange.is_some() {
            say(&path, UNKNOWN.to_owned());
        }
    }
    found
}

fn agents_of(group: &Map<String, Value>) -> &[Value] {
    group.get("agents").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// `telegram:-100123`
fn qualified(peer: &str) -> bool {
    let Some((channel, own)) = peer.split_once(':') else { return false };
    let mut letters = channel.chars();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic())
        && letters.all(|it| it.is_ascii_alphanumeric() || it == '_' || it == '-')
        && !own.is_empty()
}

/// The ids of the agents that the config has.
fn roster(version: &str, config: &Value) -> BTreeSet<String> {
    let agents = config.get("agents");
    let of = |key: &str| agents.and_then(|agents| agents.get(key));
    let entries = of("entries").and_then(Value::as_object).filter(|_| In::SinceEight.has(version));
    let mut ids: BTreeSet<String> = match entries {
        Some(entries) => entries.keys().cloned().collect(),
        None => {
            let list = of("list").and_then(Value::as_array).into_iter().flatten();
            list.filter_map(|agent| agent.get("id")?.as_str()).map(str::to_owned).collect()
        }
    };
    if ids.is_empty() && In::SinceEight.has(version) {
        ids.insert(MAIN.to_owned());
    }
    ids
}

/// As ids are compared.
pub(crate) fn normal(id: &str) -> String {
    let id = js_trim(id).to_lowercase();
    let is_own =
        |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_' || it == '-';
    let begins = id.chars().next().is_some_and(|first| first.is_ascii_alphanumeric());
    if begins && id.len() <= 64 && id.chars().all(is_own) {
        return id;
    }
    let mut plain = String::new();
    for letter in id.chars() {
        match letter {
            it if is_own(it) => plain.push(it),
            _ if plain.ends_with('-') => {}
            _ => plain.push('-'),
        }
    }
    let plain: String = plain.trim_matches('-').chars().take(64).collect();
    if plain.is_empty() { MAIN.to_owned() } else { plain }
}
