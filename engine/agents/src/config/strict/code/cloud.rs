//! Computers for rent on which OpenClaw works, and the desktop of its own: what is too much, too short or too open.

use std::path::Path;

use serde_json::{Map, Value};
use tacklebox_machine::words::js_trim;

use super::Fault;
use super::repository::is_repository;
use super::rule::{self, In, Rule};
use super::secrets::{is_in_file, is_of_program};
use super::sizes::millis;
use crate::config::ConfigPath;
use crate::truth::number_text;

const OUTER: &str = "It may have no blanks around it.";

pub(super) const RULES: [Rule; 5] = [
    Rule::keys(
        In::SinceEight,
        &["cloudWorkers", "profiles"],
        is_bare,
        "The names of its profiles may have no blanks around them.",
    ),
    Rule::text(In::SinceEight, &["cloudWorkers", "projectProfiles", "*"], is_bare, OUTER),
    Rule::keys(
        In::SinceEight,
        &["cloudWorkers", "projectProfiles"],
        is_repository,
        "Its keys must be repositories as host/owner/name, in small letters and without .git, such as github.com/openclaw/openclaw.",
    ),
    Rule::text(
        In::SinceEight,
        &["cloudWorkers", "profiles", "*", "suspendAfter"],
        |text| milliseconds(text).is_some_and(|it| it >= 60_000.0),
        "It must be one minute or more, with a unit, such as 45m or 2h.",
    ),
    Rule::text(
        In::SinceEight,
        &["desktop", "host", "passwordFile"],
        is_whole_path,
        "It must be the whole path of a file, from / on.",
    ),
];

const SETTINGS: &[&str] = &["cloudWorkers", "profiles", "*", "settings"];

pub(super) fn faults(version: &str, config: &Value) -> Vec<Fault> {
    let mut found = Vec::new();
    if !In::SinceEight.has(version) {
        return found;
    }
    rule::each(config, SETTINGS, &mut |path, settings| {
        let path = ConfigPath::of(path.iter().map(String::as_str));
        if size(settings, 0, &mut 0).is_none_or(|bytes| bytes > 256 * 1024) {
            let message = "It must be smaller: 256 KiB in all, and neither long lists nor long texts nor groups deep within groups.";
            found.push(Fault { path, message: message.to_owned() });
        } else {
            secrets(settings, &path, &mut found);
        }
    });
    found
}

/// The bytes of a value as JSON; none where it is too deep, or where there is too much of something in it.
fn size(value: &Value, depth: usize, seen: &mut usize) -> Option<usize> {
    const LONGEST: usize = 64 * 1024;
    *seen = seen.saturating_add(1);
    if *seen > 4096 || depth > 32 {
        return None;
    }
    let inner = depth.saturating_add(1);
    let text = |text: &str| {
        let is_short = text.encode_utf16().count() <= LONGEST;
        is_short.then(|| serde_json::to_string(text).map_or(0, |text| text.len()))
    };
    match value {
        Value::Null | Value::Bool(true) => Some(4),
        Value::Bool(false) => Some(5),
        Value::Number(number) => Some(number_text(number.as_f64()?).len()),
        Value::String(said) => text(said),
        // One more for the comma or the bracket behind each, or for both of an empty one.
        Value::Array(items) => items.iter().try_fold(1, |sum: usize, item| {
            Some(sum.saturating_add(1).saturating_add(size(item, inner, seen)?))
        }),
        Value::Object(fields) if fields.len() > 512 => None,
        Value::Object(fields) => fields.iter().try_fold(1, |sum: usize, (key, field)| {
            let both = text(key)?.saturating_add(size(field, inner, seen)?);
            Some(sum.saturating_add(2).saturating_add(both))
        }),
    }
}

/// What looks like a secret by its name is kept elsewhere, and only a reference to it here.
fn secrets(value: &Value, path: &ConfigPath, found: &mut Vec<Fault>) {
    match value {
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                secrets(item, &path.join(at.to_string()), found);
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                let path = path.join(key.as_str());
                if !is_for_secret(key) {
                    secrets(field, &path, found);
                } else if !field.as_object().is_some_and(is_reference) {
                    let message = "It must be a reference to a secret, such as {\"source\": \"env\", \"provider\": \"default\", \"id\": \"MY_TOKEN\"}.";
                    found.push(Fault { path, message: message.to_owned() });
                }
            }
        }
        _ => {}
    }
}

/// Ends of names that count something, or that say where a secret is.
const PLAIN: [&str; 10] = [
    "maxtokens",
    "maxoutputtokens",
    "maxinputtokens",
    "maxcompletiontokens",
    "contexttokens",
    "totaltokens",
    "tokencount",
    "tokenlimit",
    "tokenbudget",
    "passwordfile",
];

fn is_for_secret(key: &str) -> bool {
    let lower = key.to_ascii_lowercase();
    let bare = lower.strip_suffix("ref");
    lower == "keyref" || names_secret(&lower) || bare.is_some_and(names_secret)
}

fn names_secret(name: &str) -> bool {
    // Case is told apart in two ways there, which differ for letters that are not ASCII.
    let words = name.to_lowercase();
    if words.contains("localservice.env.") {
        return true;
    }
    let words = js_trim(&words);
    let is_key = |kind: &str| {
        name.split(kind).skip(1).any(|rest| {
            let mut after = rest.chars();
            let sign = after.next();
            let one =
                sign.is_some_and(|it| it.len_utf16() == 1 && !"\n\r\u{2028}\u{2029}".contains(it));
            rest.starts_with("key") || (one && after.as_str().starts_with("key"))
        })
    };
    !PLAIN.iter().any(|end| words.ends_with(end))
        && (["token", "serviceaccount", "serviceaccountref"].iter().any(|end| name.ends_with(end))
            || name.contains("password")
            || name.contains("secret")
            || ["api", "encrypt", "private"].into_iter().any(is_key))
}

fn is_reference(fields: &Map<String, Value>) -> bool {
    let text = |key: &str| fields.get(key).and_then(Value::as_str);
    let (Some(source), Some(provider), Some(id)) = (text("source"), text("provider"), text("id"))
    else {
        return false;
    };
    let all = |text: &str, most: usize, right: fn(char) -> bool| {
        text.len() <= most && text.chars().all(right)
    };
    let low = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_' || it == '-';
    let high = |it: char| it.is_ascii_uppercase() || it.is_ascii_digit() || it == '_';
    let is_right = match source {
        "env" | "store" => id.starts_with(|it: char| it.is_ascii_uppercase()) && all(id, 128, high),
        "file" => is_in_file(id),
        "exec" => is_of_program(id),
        _ => false,
    };
    is_right
        && fields.len() == 3
        && provider.starts_with(|it: char| it.is_ascii_lowercase())
        && all(provider, 64, low)
}

fn is_bare(text: &str) -> bool {
    js_trim(text) == text
}

/// On Windows a path may begin with a drive, too.
fn is_whole_path(path: &str) -> bool {
    let trimmed = js_trim(path);
    // An empty one is refused by its schema.
    path.is_empty()
        || trimmed.starts_with('/')
        || (cfg!(windows) && (trimmed.starts_with('\\') || Path::new(trimmed).is_absolute()))
}

/// How long it is, of something such as `1h30m` that ends with a unit.
fn milliseconds(text: &str) -> Option<f64> {
    let has_unit = text.ends_with(|it: char| "smhdSMHD".contains(it));
    has_unit.then(|| millis(text, 1.0)).flatten()
}
