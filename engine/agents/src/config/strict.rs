//! Configs that an agent refuses as a whole: OpenClaw holds its config against a schema, and with one
//! unknown setting it does not start. Its schemas are kept as data, one file a
//! version, so that an edit is checked before it is written and OpenClaw need not be there.
//!
//! The files are made from `openclaw config schema` by `tests/agents/schema.mjs`; `strict/LICENSE` is
//! their licence. What OpenClaw checks in code of its own is in `code`. What a plugin may bring is apart: a channel of its
//! own, or another edition of one, what searches the web, and its own settings.

mod before;
mod channels;
mod check;
mod code;
mod data;
mod parts;
mod plugins;
mod retired;
pub(crate) mod roster;
#[cfg(test)]
mod tests;

pub use code::is_safe_module;
pub(crate) use code::{In, agents, each, normal};
pub use parts::{Part, Unless};
pub use retired::is_retired;
pub(crate) use retired::{Settles, is_taken_out};
use std::sync::LazyLock;

use serde_json::Value;

use super::names;
use super::path::ConfigPath;

/// Something in a config for which its agent refuses all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The value that is wrong, or that is missing.
    pub path: ConfigPath,
    /// What is wrong there, as a sentence about it.
    pub message: String,
}

/// Something for which an agent refuses its config, by its schema or in code of its own. The latter is about a value, or about
/// several settings together.
#[derive(Clone, Debug)]
pub struct Judged {
    pub fault: Fault,
    pub in_code: bool,
}

/// The schema of one version of an agent.
#[derive(Debug)]
pub struct Schema {
    /// As its package says it.
    pub version: &'static str,
    root: Value,
    channels: &'static LazyLock<Value>,
    /// By the id of each plugin that comes with it: what its settings may be.
    plugins: &'static LazyLock<Value>,
}

impl Schema {
    /// The schema of this version of OpenClaw; none where it is not one of [`versions`].
    pub fn of(version: &str) -> Option<&'static Self> {
        data::of(version)
    }

    /// Everything in the config that this version refuses, in the order of the config; empty where it is
    /// taken, as far as that can be known. `config` is what counts: with what it includes.
    pub fn faults(&self, config: &Value) -> Vec<Fault> {
        self.judged(config).into_iter().map(|it| it.fault).collect()
    }

    /// The same, with who finds it.
    pub fn judged(&self, config: &Value) -> Vec<Judged> {
        let (read, wrong) = roster::read(self.version, config);
        let checked = before::as_checked(self.version, &read.config);
        let by_schema = check::faults(&self.root, &checked).into_iter();
        let by_schema = by_schema.map(|fault| Judged { fault: read.back(fault), in_code: false });
        // What a variable that is not known stands for is not known.
        let is_known = |fault: &Fault| {
            let text = fault.path.get(config).and_then(Value::as_str);
            text.is_none_or(|text| names::references(text).next().is_none())
        };
        let in_code = code::faults(self.version, &checked).into_iter();
        let in_code = wrong.into_iter().chain(in_code.map(|fault| read.back(fault)));
        let in_code = in_code.filter(is_known).map(|fault| Judged { fault, in_code: true });
        by_schema.chain(in_code).collect()
    }

    /// What is wrong by its schema, with settings of channels.
    fn all_faults(&self, config: &Value) -> Vec<Fault> {
        let own = self.judged(config).into_iter().filter(|it| !it.in_code).map(|it| it.fault);
        own.chain(self.channel_faults(config).into_iter().map(|it| it.fault)).collect()
    }
}

/// Whether there is something in a config of which only the agent, with all its plugins, can say whether it is taken:
/// settings of single channels and plugins.
pub(crate) fn has_unknown(config: &Value) -> bool {
    let says = |value: Option<&Value>| {
        value.and_then(Value::as_object).is_some_and(|fields| !fields.is_empty())
    };
    let plugins = config.get("plugins").and_then(|plugins| plugins.get("entries")?.as_object());
    let mut plugins = plugins.into_iter().flat_map(serde_json::Map::values);
    says(config.get("channels")) || plugins.any(|plugin| says(plugin.get("config")))
}

/// Whether it says anything of plugins: whoever knows those can say whether that is taken.
pub(crate) fn names_plugins(config: &Value) -> bool {
    config.get("plugins").is_some_and(Value::is_object)
}

/// What a schema of somebody else's finds wrong with a value: a plugin brings one for its settings.
pub fn faults(schema: &Value, value: &Value) -> Vec<Fault> {
    check::faults(schema, value)
}

/// The versions of OpenClaw whose schemas are known, the newest first.
pub fn versions() -> impl Iterator<Item = &'static str> {
    data::VERSIONS.iter().map(|(version, _)| *version)
}

/// The faults that an edit brings: those of `after` that `before` has not. What was wrong already is no
/// reason to refuse an edit of something else.
pub fn brought(schema: &Schema, before: &Value, after: &Value) -> Vec<Fault> {
    let mut found = schema.faults(after);
    if !found.is_empty() {
        let known = schema.faults(before);
        found.retain(|fault| !known.contains(fault));
    }
    found
}
