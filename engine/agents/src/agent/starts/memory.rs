//! Keys by which agents search their memory elsewhere.

use serde_json::Value;

use super::found::{Found, agents, is_off};

/// What is said for all agents and what each may say for itself, by version; and whether that of all turns off each.
const SHAPES: [(&[&str], &[&str], bool); 3] = [
    (&["agents", "defaults", "memorySearch"], &["memorySearch"], false),
    (&["memory", "search"], &["memory", "search"], true),
    (&["memorySearch"], &["memorySearch"], true),
];
const KEY: [&str; 2] = ["remote", "apiKey"];

/// The keys that are asked for: of each agent that has its own, and the one of all where some agent has none. What is off asks
/// for none.
pub(super) fn keys(config: &Value) -> Found<'_> {
    let mut found = Vec::new();
    let is_on = |it: Option<&Value>| it.and_then(Value::as_object).is_none_or(|it| !is_off(it));
    let at = |path: &[&'static str]| [path, &KEY].concat();
    let agents = agents(config);
    for (all, own, all_off) in SHAPES {
        let all_on = is_on(get(config, all));
        if all_off && !all_on {
            continue;
        }
        let on: Vec<_> = agents.iter().filter(|(_, agent)| is_on(get(agent, own))).collect();
        let key = |agent| get(agent, &at(own));
        found.extend(on.iter().filter_map(|(path, agent)| {
            let own = at(own).into_iter().map(str::to_owned);
            Some((path.iter().cloned().chain(own).collect(), key(agent)?))
        }));
        let has_none = agents.is_empty() || on.iter().any(|(_, agent)| key(agent).is_none());
        if let Some(shared) = get(config, &at(all)).filter(|_| all_on && has_none) {
            found.push((at(all).into_iter().map(str::to_owned).collect(), shared));
        }
    }
    found
}

fn get<'v>(value: &'v Value, path: &[&str]) -> Option<&'v Value> {
    path.iter().try_fold(value, |at, key| at.get(*key))
}
