//! What a version checks of a value that is of its type.

use std::sync::OnceLock;

use regex::Regex;
use serde::Deserialize;
use serde_json::{Map, Value};
use url::Url;

use super::Fields;
use crate::config::path::ConfigPath;
use crate::config::strict::Fault;

/// The form of a text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Form {
    pattern: String,
    #[serde(skip)]
    read: OnceLock<Option<Regex>>,
    /// What it has to be, in words.
    pub wanted: String,
}

impl Form {
    pub(super) fn has(&self, text: &str) -> bool {
        // A pattern that cannot be read refuses nothing.
        let read = self.read.get_or_init(|| Regex::new(&self.pattern).ok());
        read.as_ref().is_none_or(|pattern| pattern.is_match(text))
    }
}

/// A number that may not be below another; each with what it is where it is not set.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Least {
    field: (String, u64),
    of: (String, u64),
}

impl Fields {
    /// What is wrong with fields that are there together.
    pub(super) fn behind(&self, map: &Map<String, Value>, path: &ConfigPath) -> Vec<Fault> {
        let twice = self.one.iter().filter_map(|names| {
            let mut set = names.iter().filter(|name| map.contains_key(*name));
            let (first, second) = (set.next()?, set.next()?);
            let message = format!("It is set twice: as {first}, too.");
            Some(Fault { path: path.join(second), message })
        });
        let below = self.least.iter().filter_map(|least| {
            let number = |(name, else_): &(String, u64)| match map.get(name) {
                Some(value) => value.as_u64(),
                None => Some(*else_),
            };
            let of = number(&least.of)?;
            let (of_name, usual) = (&least.of.0, least.field.1);
            let message = match map.contains_key(&least.field.0) {
                true => format!("It must not be below {of_name}, which is {of}."),
                false => format!(
                    "It must not be below {of_name}, which is {of}: not set, it is {usual}."
                ),
            };
            (number(&least.field)? < of).then(|| Fault { path: path.join(&least.field.0), message })
        });
        twice.chain(below).collect()
    }
}

pub(super) const PROXY: &str =
    "an address that begins with http://, https://, socks5:// or socks5h://";

/// Whether ZeroClaw takes this as the address of a proxy: without one of these at its start it does not start.
pub(super) fn is_proxy(text: &str) -> bool {
    let text = text.trim();
    let known = |url: Url| {
        matches!(url.scheme(), "http" | "https" | "socks5" | "socks5h") && url.host_str().is_some()
    };
    text.is_empty() || Url::parse(text).is_ok_and(known)
}

fn text<'c>(config: &'c Value, name: &str) -> Option<&'c str> {
    config.get(name).and_then(Value::as_str).map(str::trim)
}

/// Whether it asks for a model of Ollama's cloud.
fn asks_cloud(config: &Value) -> bool {
    text(config, "default_provider").is_some_and(|it| it.eq_ignore_ascii_case("ollama"))
        && text(config, "default_model").is_some_and(|it| it.ends_with(":cloud"))
}

/// ZeroClaw does not start with such a model without a key, in its config or in a variable.
pub(in crate::config) fn cloud_key(
    config: &Value,
    env: impl Fn(&str) -> Option<String>,
) -> Option<Fault> {
    let variables = ["OLLAMA_API_KEY", "ZEROCLAW_API_KEY", "API_KEY"];
    let has_key = text(config, "api_key").is_some_and(|it| !it.is_empty())
        || variables.iter().any(|it| env(it).is_some_and(|key| !key.trim().is_empty()));
    let message = "It is a model of Ollama\u{2019}s cloud, which needs a key: set api_key, or the variable OLLAMA_API_KEY.";
    (asks_cloud(config) && !has_key)
        .then(|| Fault { path: ConfigPath::of(["default_model"]), message: message.to_owned() })
}

/// ZeroClaw does not start with a model of Ollama's cloud that it would have to ask for on this computer.
pub(super) fn cloud_model(config: &Value) -> Option<Fault> {
    if !asks_cloud(config) {
        return None;
    }
    let address = text(config, "api_url").filter(|it| !it.is_empty());
    // The host of an address is in small letters; one of numbers is in brackets, which ZeroClaw does not look for.
    let here = |url: Url| matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "0.0.0.0"));
    let local = address.is_none_or(|it| Url::parse(it).is_ok_and(here));
    let message = "It is a model of Ollama\u{2019}s cloud, and has to be asked for elsewhere: api_url is not set, or \
        is on this computer. Set api_url to https://ollama.com, for example.";
    local.then(|| Fault { path: ConfigPath::of(["default_model"]), message: message.to_owned() })
}
