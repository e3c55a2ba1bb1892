//! How durations and sizes are written.

use serde_json::Value;
use tacklebox_machine::words::js_trim;

use super::rule::{In, Rule};
use crate::truth::number_text;

/// The largest whole number that JavaScript holds for sure.
const SAFE: f64 = 9_007_199_254_740_991.0;

const SIZE: &str = "It must be a size: a number of bytes, or a number with b, kb, mb, gb or tb.";
const DAYS: &str =
    "It must be a duration with ms, s, m, h or d, such as 30d; a number alone is of days.";
pub(in super::super) const NO_TIME: &str = "It must be more than no time at all.";
const HOURS: &str = "It must be a duration with ms, s, m, h or d, such as 24h, or false; a number alone is of hours.";

pub(super) const RULES: [Rule; 17] = [
    kept_size(In::Seven, &["session", "maintenance", "maxDiskBytes"], size),
    kept_size(In::SinceEight, &["session", "maintenance", "maxDiskBytes"], safe_size),
    kept_size(In::Seven, &["session", "maintenance", "highWaterBytes"], size),
    kept_size(In::SinceEight, &["session", "maintenance", "highWaterBytes"], safe_size),
    kept_size(In::Seven, &["cron", "runLog", "maxBytes"], size),
    text_size(In::Seven, &TRANSCRIPT, |it| bytes(it).is_some()),
    text_size(In::SinceEight, &TRANSCRIPT, is_safe),
    text_size(In::Seven, &FLUSH, |it| bytes(it).is_some()),
    text_size(In::SinceEight, &FLUSH, is_safe),
    days(In::All, &["session", "maintenance", "pruneAfter"], any_days),
    some(&["session", "maintenance", "pruneAfter"]),
    days(In::All, &["session", "maintenance", "resetArchiveRetention"], any_days),
    some(&["session", "maintenance", "resetArchiveRetention"]),
    days(In::SinceEight, &["session", "maintenance", "archiveDashboardAfter"], |it| {
        it.as_f64() == Some(0.0) || some_days(it)
    }),
    days(In::SinceEight, &["session", "maintenance", "preserveRecent"], some_days),
    Rule::text(In::All, &["cron", "sessionRetention"], |it| millis(it, HOUR).is_some(), HOURS),
    Rule::value(
        In::Seven,
        &["meta", "lastTouchedAt"],
        |it| it.as_f64().is_none_or(|it| it.abs() <= LATEST),
        "It is not a time that there is.",
    ),
];

const TRANSCRIPT: [&str; 4] = ["agents", "defaults", "compaction", "maxActiveTranscriptBytes"];
const FLUSH: [&str; 5] =
    ["agents", "defaults", "compaction", "memoryFlush", "forceFlushTranscriptBytes"];
/// The last millisecond that JavaScript has a date for.
const LATEST: f64 = 8_640_000_000_000_000.0;
const HOUR: f64 = 3_600_000.0;
const DAY: f64 = 86_400_000.0;

const fn kept_size(of: In, at: &'static [&'static str], right: fn(&Value) -> bool) -> Rule {
    Rule::value(of, at, right, SIZE)
}

const fn text_size(of: In, at: &'static [&'static str], right: fn(&str) -> bool) -> Rule {
    Rule::text(of, at, right, SIZE)
}

const fn days(of: In, at: &'static [&'static str], right: fn(&Value) -> bool) -> Rule {
    Rule::value(of, at, right, DAYS)
}

const fn some(at: &'static [&'static str]) -> Rule {
    let right = |it: &Value| !any_days(it) || some_days(it);
    Rule::value(In::SinceEight, at, right, NO_TIME)
}

/// What is written, be it a text or a number; of anything else its schema judges.
fn written(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => number.as_f64().map(number_text),
        _ => None,
    }
}

fn size(value: &Value) -> bool {
    written(value).is_none_or(|it| bytes(&it).is_some())
}

fn safe_size(value: &Value) -> bool {
    written(value).is_none_or(|it| is_safe(&it))
}

fn is_safe(text: &str) -> bool {
    bytes(text).is_some_and(|it| it <= SAFE)
}

fn any_days(value: &Value) -> bool {
    written(value).is_none_or(|it| millis(&it, DAY).is_some())
}

fn some_days(value: &Value) -> bool {
    written(value).is_none_or(|it| millis(&it, DAY).is_some_and(|it| it > 0.0))
}

/// A number without a sign: digits, and after a point more of them. And what is behind it.
fn number(text: &str) -> Option<(f64, &str)> {
    let digits = |text: &str| text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let (whole, rest) = text.split_at_checked(digits(text))?;
    let behind = rest.strip_prefix('.').map(|it| it.split_at_checked(digits(it)));
    let (number, rest) = match behind {
        Some(Some((part, rest))) if !part.is_empty() => (format!("{whole}.{part}"), rest),
        _ => (whole.to_owned(), rest),
    };
    let number = number.parse().ok().filter(|_| !whole.is_empty())?;
    Some((number, rest))
}

/// How many bytes a text stands for.
fn bytes(text: &str) -> Option<f64> {
    let text = js_trim(text).to_lowercase();
    let (number, unit) = number(&text)?;
    let times = match unit {
        "" | "b" => 1.0,
        "k" | "kb" => 1024.0,
        "m" | "mb" => 1_048_576.0,
        "g" | "gb" => 1_073_741_824.0,
        "t" | "tb" => 1_099_511_627_776.0,
        _ => return None,
    };
    Some((number * times).round()).filter(|it| it.is_finite())
}

/// How many milliseconds a text stands for: a number, of this unit where it names none, or several with units.
pub(super) fn millis(text: &str, usual: f64) -> Option<f64> {
    let text = js_trim(text).to_lowercase();
    let (mut rest, mut all) = (text.as_str(), 0.0);
    while let Some((number, behind)) = number(rest) {
        let end = behind.find(|it: char| it.is_ascii_digit()).unwrap_or(behind.len());
        let (unit, after) = behind.split_at_checked(end)?;
        let times = match unit {
            "" if rest == text && after.is_empty() => usual,
            "ms" => 1.0,
            "s" => 1000.0,
            "m" => 60_000.0,
            "h" => HOUR,
            "d" => DAY,
            _ => return None,
        };
        all += number * times;
        rest = after;
    }
    let all = f64::round(all);
    (rest.is_empty() && !text.is_empty() && all <= SAFE).then_some(all)
}
