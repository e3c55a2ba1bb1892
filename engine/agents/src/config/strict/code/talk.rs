//! What talks with OpenClaw: which provider speaks and listens, and the session in which a hook talks.

use serde_json::{Map, Value};
use tacklebox_machine::words::js_trim;

use super::Fault;
use super::rule::In;
use crate::config::ConfigPath;

/// Where a provider is chosen among several.
const CHOICES: [&[&str]; 2] = [&["talk"], &["talk", "realtime"]];

pub(super) fn faults(version: &str, config: &Value) -> Vec<Fault> {
    let mut found = Vec::new();
    for at in CHOICES {
        let place = at.iter().try_fold(config, |value, key| value.get(*key));
        if let Some(message) = place.and_then(Value::as_object).and_then(choice) {
            let path = ConfigPath::of(at.iter().copied()).join("provider");
            found.push(Fault { path, message: message.to_owned() });
        }
    }
    if In::SinceEight.has(version)
        && let Some(hooks) = config.get("hooks").and_then(Value::as_object)
    {
        found.extend(sessions(hooks));
    }
    found
}

fn choice(talk: &Map<String, Value>) -> Option<&'static str> {
    let providers = talk.get("providers").and_then(Value::as_object)?;
    let chosen = match talk.get("provider") {
        None => "",
        Some(chosen) => chosen.as_str()?,
    };
    let chosen = js_trim(chosen).to_lowercase();
    if chosen.is_empty() {
        return (providers.len() > 1)
            .then_some("It must be one of the keys of providers, as there are several of them.");
    }
    (!providers.is_empty() && !providers.contains_key(&chosen)).then_some(
        "It must be one of the keys of providers. It is looked up in small letters, so that key must be in small letters, too.",
    )
}

/// An agent that goes on where it was is told where that is.
fn sessions(hooks: &Map<String, Value>) -> Vec<Fault> {
    let filled = |value: Option<&Value>| {
        value.and_then(Value::as_str).is_some_and(|text| !js_trim(text).is_empty())
    };
    if filled(hooks.get("defaultSessionKey")) {
        return Vec::new();
    }
    let rows = hooks.get("mappings").and_then(Value::as_array).into_iter().flatten();
    let is_lost = |row: &Value| {
        let is = |key: &str, said: &str| row.get(key).and_then(Value::as_str) == Some(said);
        (row.get("action").is_none() || is("action", "agent"))
            && is("sessionMode", "persistent")
            && !filled(row.get("sessionKey"))
            && row.get("transform").is_none()
    };
    rows.enumerate()
        .filter(|(_, row)| is_lost(row))
        .map(|(at, _)| {
            super::fault(
                ["hooks", "mappings", &at.to_string(), "sessionKey"],
                "It must be set where sessionMode is persistent, unless hooks.defaultSessionKey or a transform says the session.",
            )
        })
        .collect()
}
