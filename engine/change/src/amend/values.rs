//! Whether an agent would take a value, before it is written.

use regex::Regex;
use serde_json::Value;

use super::keys::{About, Form, Key};
use crate::names::check_plain_name;
use crate::ops::{self, OpError};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::ConfigPath;
use tacklebox_agents::manifest;
use tacklebox_machine::machine::Platform;
use tacklebox_machine::words;

/// One value that is to be another one, or with none to be taken away.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    pub key: Key,
    pub value: Option<Value>,
}

/// What was typed as a value: lists have commas, numbers are numbers.
///
/// # Errors
/// [`OpError::BadValue`] for what should be a number and is none.
pub fn parsed(key: &Key, typed: &str) -> Result<Value, OpError> {
    if key.is_list() {
        let items = typed.split(',').map(str::trim).filter(|item| !item.is_empty());
        return Ok(items.map(Value::from).collect());
    }
    match key {
        Key::Timeout | Key::Priority => typed
            .trim()
            .parse::<i64>()
            .map(Value::from)
            .map_err(|_| bad(key, "is a whole number", None)),
        Key::Always => {
            typed.trim().parse::<bool>().map(Value::from).map_err(|_| bad(key, YES_OR_NO, None))
        }
        _ => Ok(typed.into()),
    }
}

const YES_OR_NO: &str = "is true or false";

pub(super) fn bad(key: &Key, what: &str, hint: Option<String>) -> OpError {
    OpError::BadValue { message: format!("The {} {what}.", key.name()), hint }
}

/// # Errors
/// [`OpError::UnknownKey`] for what the format cannot say, [`OpError::BadValue`] for what the agent would
/// not take.
pub(super) fn check(agent: &Agent, form: Form, change: &Change) -> Result<(), OpError> {
    let key = &change.key;
    if !form.has(key) {
        let known = words::all_of(form.keys().iter().map(|key| (*key).to_owned()));
        return Err(OpError::UnknownKey { key: key.name(), known });
    }
    let Some(value) = &change.value else {
        return match key {
            Key::Events => {
                Err(bad(key, "cannot be taken away: without it the hook never runs", None))
            }
            // Of the others another action may come in its place.
            Key::Command if form != Form::HookToml => {
                Err(bad(key, "cannot be taken away: without it the hook does nothing", None))
            }
            _ => Ok(()),
        };
    };
    let text = value.as_str().unwrap_or_default();
    let texts: Vec<&str> = match value {
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect(),
        _ => vec![text],
    };
    if texts.iter().any(|text| text.contains('\0')) {
        return Err(bad(key, "cannot hold a NUL byte", None));
    }
    let one_line = !matches!(key, Key::Command | Key::Body | Key::Content);
    if one_line && texts.iter().any(|text| text.contains(char::is_control)) {
        return Err(bad(key, "is one line of text", None));
    }
    match key {
        Key::Events => events(agent, form, &texts),
        Key::Homepage if !manifest::is_web_address(text) => Err(bad(
            key,
            "begins with http:// or https:// and names a host",
            Some("For example https://example.com.".to_owned()),
        )),
        Key::Emoji | Key::Export if text.trim().is_empty() => {
            Err(bad(key, "has at least one character that can be seen", None))
        }
        Key::Version if text.trim().is_empty() => {
            Err(bad(key, "has at least one character that can be seen", None))
        }
        Key::Note(name, about) => {
            ops::check_variable(name, None)?;
            match about {
                About::Get if !(manifest::is_web_address(text) && text.starts_with("https://")) => {
                    Err(bad(key, "begins with https:// and names a host", None))
                }
                _ => Ok(()),
            }
        }
        Key::NeedsEnv => texts.iter().try_for_each(|name| ops::check_variable(name, None)),
        Key::Config if texts.iter().any(|path| path.parse::<ConfigPath>().is_err()) => {
            Err(bad(key, "names paths such as channels.telegram", None))
        }
        Key::Always if !value.is_boolean() => Err(bad(key, YES_OR_NO, None)),
        Key::HookKey => check_plain_name(text),
        Key::Url if !text.trim().is_empty() && !manifest::is_web_address(text) => Err(bad(
            key,
            "begins with http:// or https:// and names a host",
            Some("For example https://example.com/hook.".to_owned()),
        )),
        Key::Method if text.is_empty() || !text.chars().all(|c| c.is_ascii_uppercase()) => {
            Err(bad(key, "is GET, POST, PUT, PATCH or DELETE", None))
        }
        Key::Header(name)
            if !name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)) =>
        {
            Err(bad(key, "has letters, digits and - in its name", None))
        }
        Key::Position if !["prepend", "append"].contains(&text) => {
            Err(bad(key, "is prepend or append", None))
        }
        Key::Pattern => Regex::new(text).map(|_| ()).map_err(|error| {
            let last = error.to_string().lines().last().unwrap_or_default().to_owned();
            let why = last.strip_prefix("error: ").unwrap_or(&last).to_owned();
            bad(key, "is not a valid regular expression", Some(format!("It says: {why}.")))
        }),
        Key::Timeout => match value.as_i64() {
            Some(1..=86_400) => Ok(()),
            _ => Err(bad(key, "is between 1 and 86400 seconds", None)),
        },
        Key::Priority if value.as_i64().is_none_or(|it| i32::try_from(it).is_err()) => {
            Err(bad(key, "is a whole number below 2147483648", None))
        }
        Key::Env(name) => ops::check_variable(name, Some(text)),
        Key::Os => os(agent, key, &texts),
        _ => Ok(()),
    }
}

fn events(agent: &Agent, form: Form, events: &[&str]) -> Result<(), OpError> {
    if events.is_empty() || events.iter().any(|event| event.is_empty()) {
        return Err(bad(&Key::Events, "names at least one event, or the hook never runs", None));
    }
    if form == Form::HookToml && events.len() > 1 {
        let title = agent.dialect.title;
        let hint = Some("Make a second hook for the other event.".to_owned());
        return Err(bad(&Key::Events, &format!("of a hook of {title} is one alone"), hint));
    }
    events.iter().try_for_each(|event| ops::check_event(agent, event))
}

fn os(agent: &Agent, key: &Key, list: &[&str]) -> Result<(), OpError> {
    let all = [Platform::Darwin, Platform::Linux, Platform::Win32];
    let known = |name: &str| {
        all.iter().any(|os| os.as_str() == name)
            || name == agent.dialect.rules.mac
            || name == "macos"
    };
    match list.iter().find(|name| !known(name)) {
        None => Ok(()),
        Some(_) => Err(bad(key, "names darwin, linux or win32", None)),
    }
}
