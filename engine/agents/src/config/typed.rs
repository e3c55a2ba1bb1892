//! Configs that are read into types (rule ): where one value is of another kind than its type, none of the config
//! is taken. What the types do not name is skipped. They are kept as data, as far as they are known for sure.

use serde_json::Value;

use super::path::{ConfigPath, Segment};
use super::strict::Fault;

/// The types of one version.
#[derive(Debug, PartialEq, Eq)]
pub struct Types {
    /// As the version is named.
    pub version: &'static str,
    /// What the whole config is.
    pub root: Kind,
    /// What becomes of a config that is not taken, as a sentence.
    pub then: &'static str,
}

/// What one value has to be.
#[derive(Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    Switch,
    /// A whole number from 0 on.
    Whole {
        most: u64,
    },
    List(&'static Self),
    /// Any names, each with this.
    Each(&'static Self),
    Table(&'static Fields),
}

/// A table with fields of its own.
#[derive(Debug, PartialEq, Eq)]
pub struct Fields {
    pub fields: &'static [(&'static str, Kind)],
    pub required: &'static [&'static str],
    /// What to write instead of a list in its place.
    pub not_a_list: &'static str,
}

impl Types {
    /// Everything for which this config is not taken, in the order of the types.
    pub fn faults(&self, config: &Value) -> Vec<Fault> {
        let mut found = Vec::new();
        self.root.check(config, &ConfigPath::default(), &mut found);
        found
    }
}

impl Kind {
    fn check(&self, value: &Value, path: &ConfigPath, found: &mut Vec<Fault>) {
        match (self, value) {
            (Self::Text, Value::String(_)) | (Self::Switch, Value::Bool(_)) => {}
            (Self::Whole { most }, Value::Number(number))
                if number.as_u64().is_some_and(|number| number <= *most) => {}
            (Self::List(kind), Value::Array(items)) => {
                for (at, item) in items.iter().enumerate() {
                    kind.check(item, &path.with(step(at, item)), found);
                }
            }
            (Self::Each(kind), Value::Object(map)) => {
                for (name, value) in map {
                    kind.check(value, &path.join(name), found);
                }
            }
            (Self::Table(table), Value::Object(map)) => {
                for (name, kind) in table.fields {
                    match map.get(*name) {
                        Some(value) => kind.check(value, &path.join(*name), found),
                        None if table.required.contains(name) => found.push(Fault {
                            path: path.join(*name),
                            message: "It is missing.".to_owned(),
                        }),
                        None => {}
                    }
                }
            }
            // The values of a list are taken for its fields, one after the other.
            (Self::Table(table), Value::Array(items)) if table.fits(items) => {}
            (kind, value) => {
                let hint = match (kind, value) {
                    (Self::Table(table), Value::Array(_)) => table.not_a_list,
                    _ => "",
                };
                let (is, wanted) = (said(value), kind.in_words());
                let message = format!("It is {is}, and has to be {wanted}.{hint}");
                found.push(Fault { path: path.clone(), message });
            }
        }
    }

    fn in_words(&self) -> String {
        match self {
            Self::Text => "a text".to_owned(),
            Self::Switch => "true or false".to_owned(),
            Self::Whole { most: u64::MAX } => "a whole number, 0 or more".to_owned(),
            Self::Whole { most } => format!("a whole number from 0 to {most}"),
            Self::List(Self::Text) => "a list of texts".to_owned(),
            Self::List(_) => "a list".to_owned(),
            Self::Each(_) | Self::Table(_) => "a group of settings".to_owned(),
        }
    }
}

impl Fields {
    fn fits(&self, items: &[Value]) -> bool {
        let mut found = Vec::new();
        for (at, (name, kind)) in self.fields.iter().enumerate() {
            match items.get(at) {
                Some(item) => kind.check(item, &ConfigPath::default(), &mut found),
                None if self.required.contains(name) => return false,
                None => {}
            }
        }
        found.is_empty()
    }
}

/// An item of a list is told by its name, where it has one.
fn step(at: usize, item: &Value) -> Segment {
    match item.get("name").and_then(Value::as_str) {
        Some(name) => Segment::Where { key: "name".to_owned(), value: name.to_owned() },
        None => Segment::Key(at.to_string()),
    }
}

/// What a value is; a text of a person's may be a secret.
fn said(value: &Value) -> String {
    match value {
        Value::Null => "empty".to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(_) => "a text".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "a group of settings".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::config::{Syntax, parse};
    use crate::dialect::shipped::ConfigCheck;
    use crate::hook::AgentId;

    /// What the real types refuse and take, by their own words: read with serde and toml 0.8, as Moltis does.
    #[test]
    fn what_moltis_types_refuse_is_named_by_its_place() {
        let runtime = AgentId::Moltis.runtime("2026-08-21").unwrap();
        let ConfigCheck::Typed(types) = runtime.dialect.rules.config else { panic!("typed") };
        let entry = "[[hooks.hooks]]\nname = 'a'\ncommand = 'c'\n";
        let with = |more: &str| format!("{entry}events = ['Command']\n{more}\n");
        for (text, wrong) in [
            (with(""), [].as_slice()),
            (with("timeout = 0\npriority = 'x'\nenabled = 5"), &[]),
            (with("timeout = 9223372036854775807"), &[]),
            (with("env = { A = '5' }"), &[]),
            (with("timeout = '5'"), &["hooks.hooks[name=a].timeout"]),
            (with("timeout = 3.0"), &["hooks.hooks[name=a].timeout"]),
            (with("timeout = -3"), &["hooks.hooks[name=a].timeout"]),
            (with("timeout = true"), &["hooks.hooks[name=a].timeout"]),
            (with("env = { A = 5 }"), &["hooks.hooks[name=a].env.A"]),
            (with("env = []"), &["hooks.hooks[name=a].env"]),
            (entry.to_owned(), &["hooks.hooks[name=a].events"]),
            (format!("{entry}events = 'Command'"), &["hooks.hooks[name=a].events"]),
            (format!("{entry}events = ['Command', 5]"), &["hooks.hooks[name=a].events.1"]),
            ("[[hooks.hooks]]\ncommand = 'c'\nevents = []".into(), &["hooks.hooks.0.name"]),
            ("[[hooks.hooks]]\nname = 'a'\nevents = []".into(), &["hooks.hooks[name=a].command"]),
            ("[[hooks]]\nname = 'a'\ncommand = 'c'\nevents = []".into(), &["hooks"]),
            ("hooks = 'x'".into(), &["hooks"]),
            ("hooks = []".into(), &[]),
            ("hooks = [[]]".into(), &[]),
            ("[hooks]\nhooks = {}".into(), &["hooks.hooks"]),
            ("[hooks]\nhooks = [5]".into(), &["hooks.hooks.0"]),
            ("[hooks]\nhooks = [['n', 'c', ['E']]]".into(), &[]),
            ("[hooks]\nfoo = 1".into(), &[]),
            ("[env]\nA = 5".into(), &["env.A"]),
            ("[server]\nport = 'x'".into(), &["server.port"]),
            ("[server]\nport = 70000".into(), &["server.port"]),
            ("[server]\nport = 0\nfoo = 1".into(), &[]),
            ("".into(), &[]),
        ] {
            assert_eq!(paths(types, &text), wrong, "{text}");
        }
    }

    fn paths(types: &super::Types, text: &str) -> Vec<String> {
        let config = parse(Syntax::Toml, text).unwrap();
        types.faults(&config).iter().map(|fault| fault.path.to_string()).collect()
    }

    #[test]
    fn what_the_types_of_zeroclaws_fork_refuse_is_named_by_its_place() {
        let runtime = AgentId::Zeroclaw.runtime("0.1.6-hooks").unwrap();
        let ConfigCheck::Typed(types) = runtime.dialect.rules.config else { panic!("typed") };
        for (text, wrong) in [
            ("", [].as_slice()),
            ("[hooks]\nenabled = true\nmax_hooks = 0\nhooks_dir = 'x'\nother = 1", &[]),
            ("[hooks]\nmax_hooks = 5", &["hooks.enabled"]),
            ("[hooks]\nenabled = 'true'", &["hooks.enabled"]),
            ("[hooks]\nenabled = true\nmax_hooks = '5'", &["hooks.max_hooks"]),
            ("[hooks]\nenabled = true\nmax_hooks = -1", &["hooks.max_hooks"]),
            ("[hooks]\nenabled = true\n[hooks.builtin]", &["hooks.builtin.command_logger"]),
        ] {
            assert_eq!(paths(types, text), wrong, "{text}");
        }
    }
}
