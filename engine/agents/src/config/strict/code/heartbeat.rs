//! When heartbeats are sent.

use serde_json::{Map, Value};

use super::rule::{In, Right, Rule};
use super::sizes::millis;

const EVERY: &str =
    "It must be a duration with ms, s, m, h or d, such as 30m; a number alone is of minutes.";
const ACTIVE: &str = "Its activeHours must go from one time to another, each written as HH:MM, and not start at 24:00.";
const MINUTE: f64 = 60_000.0;

pub(super) const RULES: [Rule; 7] = [
    every(&["agents", "defaults", "heartbeat", "every"]),
    every(&["agents", "list", "*", "heartbeat", "every"]),
    every(&["agents", "entries", "*", "heartbeat", "every"]),
    active(In::Seven, &["agents", "defaults", "heartbeat"], in_use),
    active(In::Seven, &["agents", "list", "*", "heartbeat"], in_use),
    active(In::SinceEight, &["agents", "defaults", "heartbeat"], right_hours),
    active(In::SinceEight, &["agents", "entries", "*", "heartbeat"], right_hours),
];

const fn every(at: &'static [&'static str]) -> Rule {
    let right = Right::Text(|it| it.is_empty() || millis(it, MINUTE).is_some());
    Rule { of: In::All, at, right, says: EVERY }
}

const fn active(
    of: In,
    at: &'static [&'static str],
    right: fn(&Map<String, Value>) -> bool,
) -> Rule {
    Rule { of, at, right: Right::Object(right), says: ACTIVE }
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
