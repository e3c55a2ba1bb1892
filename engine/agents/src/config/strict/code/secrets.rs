//! References to secrets, wherever one may be, and programs that a config names: those that fetch secrets, and the one that
//! writes down what is said.

use serde_json::Value;
use tacklebox_machine::words::js_trim;

use super::Fault;
use super::rule::{self, AGENTS, In, Rule};
use crate::config::ConfigPath;

/// Where one may be.
const PLACES: [&[&str]; 20] = [
    &["cron", "webhookToken"],
    &["gateway", "auth", "password"],
    &["gateway", "auth", "token"],
    &["gateway", "controlUi", "github", "token"],
    &["gateway", "remote", "edgeAuth", "*"],
    &["gateway", "remote", "password"],
    &["gateway", "remote", "token"],
    &["memory", "search", "remote", "apiKey"],
    &["messages", "tts", "personas", "*", "providers", "*", "apiKey"],
    &["messages", "tts", "providers", "*", "apiKey"],
    &["models", "providers", "*", "apiKey"],
    &["models", "providers", "*", "headers", "*"],
    &["skills", "entries", "*", "apiKey"],
    &["talk", "providers", "*", "apiKey"],
    &["talk", "realtime", "providers", "*", "apiKey"],
    &["tools", "web", "fetch", "firecrawl", "apiKey"],
    &["tools", "web", "search", "apiKey"],
    &["tts", "personas", "*", "providers", "*", "apiKey"],
    &["tts", "providers", "*", "apiKey"],
    &["agents", "defaults", "memorySearch", "remote", "apiKey"],
];
/// The same in an agent.
const OF_AGENT: [&[&str]; 5] = [
    &["memory", "search", "remote", "apiKey"],
    &["memorySearch", "remote", "apiKey"],
    &["sandbox", "ssh", "*"],
    &["tts", "personas", "*", "providers", "*", "apiKey"],
    &["tts", "providers", "*", "apiKey"],
];
/// How a model is asked.
const REQUESTS: [&[&str]; 4] = [
    &["models", "providers", "*", "request"],
    &["tools", "media", "*", "models", "*", "request"],
    &["tools", "media", "*", "request"],
    &["tools", "media", "models", "*", "request"],
];
const OF_REQUEST: [&[&str]; 4] =
    [&["auth", "*"], &["headers", "*"], &["proxy", "tls", "*"], &["tls", "*"]];

const RULES: [Rule; 3] = [
    Rule::text(
        In::All,
        &["secrets", "providers", "*", "command"],
        |text| is_safe(text) && is_absolute(text),
        "It must be the absolute path of a program, without ; & | ` $ < >, quotes and line breaks. Give it more in args.",
    ),
    Rule::text(
        In::All,
        &["secrets", "providers", "*", "trustedDirs", "*"],
        is_absolute,
        "It must be an absolute path.",
    ),
    Rule::value(
        In::Seven,
        &["audio", "transcription", "command"],
        |words| words.get(0).and_then(Value::as_str).is_some_and(is_program) || !words.is_array(),
        "It must begin with a program: a name of letters, digits and signs of ._+-, or a path without ; & | ` $ < >, quotes and line breaks.",
    ),
];

pub(super) fn faults(version: &str, config: &Value) -> Vec<Fault> {
    let within = |tops: &'static [&[&str]], below: &'static [&[&str]]| {
        tops.iter().flat_map(move |top| below.iter().map(move |at| [*top, *at].concat()))
    };
    let places = PLACES.iter().map(|at| at.to_vec());
    let places = places.chain(within(&AGENTS, &OF_AGENT)).chain(within(&REQUESTS, &OF_REQUEST));
    let mut found = rule::faults(&RULES, version, config);
    for at in places {
        rule::each(config, &at, &mut |path, value| {
            if let Some(says) = wrong(value) {
                let path = ConfigPath::of(path.iter().map(String::as_str)).join("id");
                found.push(Fault { path, message: says.to_owned() });
            }
        });
    }
    found
}

/// What the id of a reference must be, where it is not.
fn wrong(reference: &Value) -> Option<&'static str> {
    let id = reference.get("id")?.as_str()?;
    match reference.get("source")?.as_str()? {
        "file" if !is_in_file(id) => Some(
            "It must begin with /, as a path in the file does (~0 is a tilde in it, ~1 a slash), or be value where the whole file is the secret.",
        ),
        "exec" if !is_of_program(id) => Some(
            "It must have at most 256 letters, digits and signs of ._:/#-, begin with a letter or digit, and have no part that is . or .. between its slashes.",
        ),
        _ => None,
    }
}

/// `value`, or a JSON pointer.
pub(super) fn is_in_file(id: &str) -> bool {
    let escapes = |part: &str| part.split('~').skip(1).all(|it| it.starts_with(['0', '1']));
    id == "value" || id.starts_with('/') && escapes(id)
}

pub(super) fn is_of_program(id: &str) -> bool {
    let is_own = |it: char| it.is_ascii_alphanumeric() || "._:/#-".contains(it);
    id.starts_with(|first: char| first.is_ascii_alphanumeric())
        && id.len() <= 256
        && id.chars().all(is_own)
        && !id.split('/').any(|part| part == "." || part == "..")
}

fn is_safe(command: &str) -> bool {
    let command = js_trim(command);
    !command.is_empty() && !command.contains(|it| ";&|`$<>\"'\r\n\0".contains(it))
}

/// A name to look for, or a path.
fn is_program(text: &str) -> bool {
    let text = js_trim(text);
    let is_own = |it: char| it.is_ascii_alphanumeric() || "._+-".contains(it);
    let is_name = !text.starts_with('-') && text.chars().all(is_own);
    let is_path = text.starts_with(['.', '~']) || text.contains(['/', '\\']);
    is_safe(text) && (is_name || is_path)
}

/// Of any system.
pub(super) fn is_absolute(path: &str) -> bool {
    let share = path.strip_prefix("\\\\").and_then(|path| path.split_once('\\'));
    let is_share = share.is_some_and(|(server, rest)| {
        !server.is_empty() && !rest.is_empty() && !rest.starts_with('\\')
    });
    path.starts_with('/')
        || is_on_drive(path)
        || is_share
        || cfg!(windows) && path.starts_with('\\')
}

/// `C:\` or `C:/`
pub(super) fn is_on_drive(path: &str) -> bool {
    let mut signs = path.chars();
    signs.next().is_some_and(|letter| letter.is_ascii_alphabetic())
        && signs.next() == Some(':')
        && matches!(signs.next(), Some('/' | '\\'))
}
