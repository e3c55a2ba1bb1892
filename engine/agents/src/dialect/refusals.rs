//! Why a version would not take a config, in whole sentences: for a person who is about to write it.

use std::borrow::Cow;
use std::fmt::Display;

use serde_json::Value;

use super::Dialect;
use super::ends;
use super::shipped::ConfigCheck;
use crate::config::strict::Fault;
use crate::config::{ConfigPath, Syntax};

impl Dialect {
    /// Everything in a config for which the version in force refuses all of it, or for which its loader ends; as whole
    /// sentences.
    pub fn refuses(&self, config: &Value, syntax: Syntax) -> Vec<Fault> {
        if let ConfigCheck::Typed(types) = self.rules.config {
            let said = |fault: Fault| {
                let named = format!("{} {}", self.title, types.version);
                let why = Self::refuses_for(&named, &fault.path, &fault.message);
                Fault { message: format!("{why} {}", types.then), ..fault }
            };
            let mut config = Cow::Borrowed(config);
            if syntax == Syntax::Yaml {
                types.of_yaml(config.to_mut(), "");
            }
            return types.faults(&config, syntax).into_iter().map(said).collect();
        }
        let faults = self.writes.schema().map(|schema| schema.faults(config)).unwrap_or_default();
        faults.into_iter().map(|fault| self.told(fault)).chain(ends::faults(self, config)).collect()
    }

    /// A fault with what is said of it.
    pub(crate) fn told(&self, fault: Fault) -> Fault {
        Fault { message: self.why_refused(&fault), ..fault }
    }

    /// What is wrong in a config, for which the version in force refuses all of it.
    fn why_refused(&self, fault: &Fault) -> String {
        let handlers = ConfigPath::of(self.section.iter().copied()).join("handlers");
        let known = match &fault.path {
            path if *path == handlers => self.writes.handlers.refusal(),
            path if *path == ConfigPath::of(["hooks", "handlers"]) => {
                self.writes.gateway_handlers.refusal()
            }
            _ => None,
        };
        let named = format!("{} {}", self.title, self.writes.schema.unwrap_or_default());
        let refuses = || Self::refuses_for(&named, &fault.path, &fault.message);
        known.map_or_else(refuses, str::to_owned)
    }

    /// That a version refuses a config for what is at a path of it.
    pub fn refuses_for(named: &str, path: impl Display, message: &str) -> String {
        format!("{named} refuses its whole config for {path}: {message}")
    }
}
