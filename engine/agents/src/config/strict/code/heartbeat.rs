//! When heartbeats are sent.

use serde_json::{Map, Value};

use super::Fault;
use super::rule::{self, AGENTS, In, Rule};
use super::sizes::millis;

const EVERY: &str =
    "It must be a duration with ms, s, m, h or d, such as 30m; a number alone is of minutes.";
const ACTIVE: &str = "Its activeHours must go from one time to another, each written as HH:MM, and not start at 24:00.";
const MINUTE: f64 = 60_000.0;

/// Counted from an agent.
const OF_AGENT: [Rule; 3] = [
    Rule::text(
        In::All,
        &["heartbeat", "every"],
        |it| it.is_empty() || millis(it, MINUTE).is_some(),
        EVERY,
    ),
    Rule::object(In::Seven, &["heartbeat"], in_use, ACTIVE),
    Rule::object(In::SinceEight, &["heartbeat"], right_hours, ACTIVE),
];

pub(super) fn faults(version: &str, config: &Value) -> Vec<Fault> {
    AGENTS.iter().flat_map(|at| rule::faults_in(at, &OF_AGENT, version, config)).collect()
}

/// An old version looks at the hours only where there are heartbeats.
fn in_use(heartbeat: &Map<String, Value>) -> bool {
    let every = heartbeat.get("every").and_then(Value::as_str).unwrap_or_default();
    every.is_empty() || right_hours(heartbeat)
}

fn right_hours(heartbeat: &Map<String, Value>) -> bool {
    let hours = heartbeat.get("activeHours");
    let said = |key: &str| hours.and_then(|hours| hours.get(key)?.as_str()).unwrap_or_default();
    let (start, end) = (said("start"), said("end"));
    [start, end].into_iter().all(is_time) && start != "24:00"
}

fn is_time(text: &str) -> bool {
    let number = |text: &str| {
        let two = text.len() == 2 && text.bytes().all(|it| it.is_ascii_digit());
        text.parse::<u8>().ok().filter(|_| two)
    };
    match text.split_once(':').map(|(hour, minute)| (number(hour), number(minute))) {
        Some((Some(24), Some(0))) => true,
        Some((Some(hour), Some(minute))) => hour < 24 && minute < 60,
        _ => text.is_empty(),
    }
}
