//! A secret by which others are let in to the gateway of OpenClaw: written in its config, asked for there, or told by a
//! variable.

use serde_json::Value;
use tacklebox_machine::words::js_trim;

use crate::config::names::references;
use crate::dialect::gateway::Gateway;

pub(super) struct Secret<'v> {
    /// The config says something of it.
    pub(super) named: bool,
    /// The config has it asked for.
    pub(super) asked: bool,
    /// The config holds blanks in its place.
    pub(super) blank: bool,
    /// None: nothing that can be used. One that it asks a program or a file for is taken to be there.
    pub(super) text: Option<&'v str>,
    /// Where the config has it asked for, and it is not.
    pub(super) lost: Option<Lost<'v>>,
}

/// Why one that is asked for is not there.
#[derive(Clone, Copy)]
pub(super) enum Lost<'v> {
    /// The variable of this name is not set.
    Variable(&'v str),
    /// The one that is asked, by its name in `secrets.providers`, does not give it.
    Provider(&'v str),
}

/// Who is asked for a secret.
struct Asked<'v> {
    source: &'v str,
    provider: &'v str,
    id: &'v str,
}

impl<'v> Asked<'v> {
    fn of(config: &'v Value, value: &'v Value, gateway: &Gateway) -> Option<Self> {
        let (source, given, id) = match value {
            Value::String(text) => ("env", None, variable_of(text, gateway)?),
            value => {
                let text = |key: &str| value.get(key)?.as_str();
                (text("source")?, text("provider"), text("id")?)
            }
        };
        Some(Self { source, provider: given.unwrap_or(usual(config, source)), id })
    }

    /// Whether its config has somebody who could give it.
    fn is_set_up(&self, config: &'v Value) -> bool {
        let Some(provider) =
            config.pointer("/secrets/providers").and_then(|all| all.get(self.provider))
        else {
            // Two are built in.
            return matches!(self.source, "env" | "store")
                && self.provider == usual(config, self.source);
        };
        let lets = provider.get("allowlist").and_then(Value::as_array);
        provider.get("source").and_then(Value::as_str) == Some(self.source)
            && lets.is_none_or(|all| all.iter().any(|name| name == self.id))
    }
}

/// The provider that is asked where none is named.
fn usual<'v>(config: &'v Value, source: &str) -> &'v str {
    let named = config.pointer("/secrets/defaults").and_then(|all| all.get(source)?.as_str());
    named.map(js_trim).filter(|name| !name.is_empty()).unwrap_or("default")
}

/// The variable that a text stands for as a whole.
fn variable_of<'v>(text: &'v str, gateway: &Gateway) -> Option<&'v str> {
    let name = js_trim(text).strip_prefix('$')?;
    let braced = name.strip_prefix('{').and_then(|name| name.strip_suffix('}'));
    let name = if gateway.asks_for_braced { braced.unwrap_or(name) } else { name };
    let starts = name.starts_with(|it: char| it.is_ascii_uppercase());
    let letter = |it: u8| it.is_ascii_uppercase() || it.is_ascii_digit() || it == b'_';
    Some(name).filter(|name| starts && name.len() <= 128 && name.bytes().all(letter))
}

/// The variables that its config may ask for a secret.
pub(crate) fn asked(config: &Value, gateway: &Gateway) -> Vec<String> {
    let of = |path| Asked::of(config, config.pointer(path)?, gateway);
    let all = ["/gateway/auth/token", "/gateway/auth/password"].into_iter().filter_map(of);
    all.filter(|it| it.source == "env").map(|it| it.id.to_owned()).collect()
}

impl<'v> Secret<'v> {
    /// The one at this place of the config; `own`: the variable that tells it, too.
    pub(super) fn of(
        config: &'v Value,
        (path, own): (&str, &str),
        gateway: &Gateway,
        variable: impl Fn(&str) -> Option<&'v str>,
    ) -> Self {
        let value = config.pointer(path);
        let said = |text: &'v str| Some(js_trim(text)).filter(|text| !text.is_empty());
        let by_variable = variable(own).and_then(said);
        if let Some(asked) = value.and_then(|value| Asked::of(config, value, gateway)) {
            let (text, lost) = match asked.source {
                _ if !asked.is_set_up(config) => (None, Some(Lost::Provider(asked.provider))),
                "env" => {
                    let text = variable(asked.id).and_then(said);
                    (text, text.is_none().then_some(Lost::Variable(asked.id)))
                }
                _ => (Some(""), None),
            };
            return Self {
                named: true,
                asked: true,
                blank: false,
                text: text.or(by_variable),
                lost,
            };
        }
        let text = value.and_then(Value::as_str);
        let written = text.and_then(said);
        // It may name a variable that stands for nothing.
        let own = written.filter(|text| references(text).next().is_none());
        Self {
            named: written.is_some(),
            asked: false,
            blank: text.is_some() && written.is_none(),
            text: own.or(by_variable),
            lost: None,
        }
    }

    /// Whether something is there, be it of no use.
    pub(super) fn is_there(&self) -> bool {
        self.named || self.text.is_some()
    }

    /// Whether everybody knows it: such a one is not taken.
    pub(super) fn is_one_of(&self, published: &[&str], gateway: &Gateway) -> bool {
        self.text.is_some_and(|it| published.contains(&it) || gateway.placeholders.contains(&it))
    }
}
