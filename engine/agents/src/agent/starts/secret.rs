//! A secret by which others are let in to the gateway of OpenClaw: written in its config, asked for there, or told by a
//! variable.

use serde_json::Value;
use tacklebox_machine::words::js_trim;

use super::here::{Here, Place};
use crate::config::names::references;
use crate::dialect::gateway::Gateway;

pub(super) struct Secret<'v> {
    /// The config says something of it.
    pub(super) named: bool,
    /// The config has it asked for.
    pub(super) asked: bool,
    /// The config holds blanks in its place.
    pub(super) blank: bool,
    /// None: nothing that can be used. What a program or a file that can be asked gives is taken to be there.
    pub(super) text: Option<&'v str>,
    /// Where the config has it asked for, and it is not.
    pub(super) lost: Option<Lost<'v>>,
}

/// Why one that is asked for is not there.
#[derive(Clone, Copy)]
pub(super) enum Lost<'v> {
    /// The variable of this name is not set.
    Variable(&'v str),
    /// The one that is asked, by its name in `secrets.providers`, is not set up, or not for this.
    Provider(&'v str),
    /// The one of this name takes it from a file or a program which is not there, or which others may reach.
    Place(Place, &'v str),
    /// The one of this name takes it from a file, which does not hold it there.
    Entry(&'v str, &'v str),
}

impl Lost<'_> {
    /// How the sentence goes on that says that `key` is not there.
    pub(super) fn says(self, key: &str) -> String {
        match self {
            Self::Variable(name) => format!(
                "where {key} is taken from the variable {name}, unless that is set where it is started. Set it"
            ),
            Self::Provider(name) => format!(
                "where {key} is asked of secrets.providers.{name}, which does not give it. Set that up first"
            ),
            Self::Entry(id, name) => format!(
                "where {key} is read from the file of secrets.providers.{name}, in which there is no text at {id}. Put it there"
            ),
            Self::Place(Place::File, name) => format!(
                "where {key} is read from the file of secrets.providers.{name}, which has to be a plain file that belongs to its user, who alone may read it. Put it there"
            ),
            Self::Place(Place::Program, name) => format!(
                "where {key} is asked of the program of secrets.providers.{name}, which has to be there, not be a link, and belong to its user, who alone may change it. Put it there"
            ),
        }
    }
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

    /// What keeps its config from being given it, and what its variable holds.
    fn get<'e: 'v>(
        &self,
        config: &'v Value,
        here: &Here<'_, impl Fn(&str) -> Option<&'e str>>,
    ) -> Result<&'v str, Lost<'v>> {
        let not_set_up = Err(Lost::Provider(self.provider));
        let provider = config.pointer("/secrets/providers").and_then(|all| all.get(self.provider));
        let Some(provider) = provider else {
            // Two are built in.
            let built_in = matches!(self.source, "env" | "store")
                && self.provider == usual(config, self.source);
            return if built_in { self.asks(here) } else { not_set_up };
        };
        let lets = provider.get("allowlist").and_then(Value::as_array);
        let text = |key: &str| provider.get(key).and_then(Value::as_str);
        if text("source") != Some(self.source)
            || lets.is_some_and(|all| !all.iter().any(|name| name == self.id))
        {
            return not_set_up;
        }
        match Place::of(provider) {
            Some(place) if !(here.gives)(provider) => Err(Lost::Place(place, self.provider)),
            Some(Place::File) if !(here.holds)(provider, self.id) => {
                Err(Lost::Entry(self.id, self.provider))
            }
            _ => self.asks(here),
        }
    }

    fn asks<'e: 'v>(
        &self,
        here: &Here<'_, impl Fn(&str) -> Option<&'e str>>,
    ) -> Result<&'v str, Lost<'v>> {
        if self.source != "env" {
            return Ok("");
        }
        (here.variable)(self.id).and_then(said).ok_or(Lost::Variable(self.id))
    }
}

/// Why what a value of the config asks for is not there.
pub(super) fn lost<'v, 'e: 'v>(
    config: &'v Value,
    value: &'v Value,
    gateway: &Gateway,
    here: &Here<'_, impl Fn(&str) -> Option<&'e str>>,
) -> Option<Lost<'v>> {
    Asked::of(config, value, gateway)?.get(config, here).err()
}

fn said(text: &str) -> Option<&str> {
    Some(js_trim(text)).filter(|text| !text.is_empty())
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

/// The variable that a value of the config asks for.
pub(super) fn variable<'v>(
    config: &'v Value,
    value: &'v Value,
    gateway: &Gateway,
) -> Option<&'v str> {
    Asked::of(config, value, gateway).filter(|it| it.source == "env").map(|it| it.id)
}

impl<'v> Secret<'v> {
    /// The one at this place of the config; `own`: the variable that tells it, too.
    pub(super) fn of<'e: 'v>(
        config: &'v Value,
        (path, own): (&str, &str),
        gateway: &Gateway,
        here: &Here<'_, impl Fn(&str) -> Option<&'e str>>,
    ) -> Self {
        let value = config.pointer(path);
        let by_variable = (here.variable)(own).and_then(said);
        if let Some(asked) = value.and_then(|value| Asked::of(config, value, gateway)) {
            let (text, lost) = match asked.get(config, here) {
                Ok(text) => (Some(text), None),
                Err(lost) => (None, Some(lost)),
            };
            let text = text.or(by_variable);
            return Self { named: true, asked: true, blank: false, text, lost };
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
