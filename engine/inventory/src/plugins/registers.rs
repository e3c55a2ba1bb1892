//! What a plugin registers besides hooks: by which call, in one table for what its code names and for
//! what it registered when it was loaded.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// Things by name: shown, never run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Registers {
    #[serde(default)]
    pub tools: Vec<String>,
    #[serde(default)]
    pub commands: Vec<String>,
    #[serde(default)]
    pub routes: Vec<String>,
    #[serde(default)]
    pub services: Vec<String>,
}

/// What the code of a plugin names, over all of its files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Names {
    pub hooks: Vec<String>,
    pub registers: Registers,
}
impl Registers {
    /// The list that a call adds to; none where it registers a hook, or something that is not shown.
    fn list(&mut self, call: &str) -> Option<&mut Vec<String>> {
        match call {
            "registerTool" => Some(&mut self.tools),
            "registerCommand" | "registerCli" => Some(&mut self.commands),
            "registerHttpRoute" | "registerHttpHandler" | "registerGatewayMethod" => {
                Some(&mut self.routes)
            }
            "registerService" | "registerChannel" | "registerProvider" => Some(&mut self.services),
            _ => None,
        }
    }

    /// From calls and the names that each was given, sorted, each name once.
    pub fn of<'a>(calls: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let sorted: BTreeSet<(&str, &str)> = calls.into_iter().collect();
        let mut found = Self::default();
        for (call, name) in sorted {
            if let Some(list) = found.list(call)
                && !list.iter().any(|known| known == name)
            {
                list.push(name.to_owned());
            }
        }
        for list in [&mut found.tools, &mut found.commands, &mut found.routes, &mut found.services]
        {
            list.sort();
        }
        found
    }

    /// What is here and not in `other`, in words: "the tool grep".
    pub(super) fn beyond(&self, other: &Self) -> Vec<String> {
        let kinds = [
            ("tool", &self.tools, &other.tools),
            ("command", &self.commands, &other.commands),
            ("route", &self.routes, &other.routes),
            ("service", &self.services, &other.services),
        ];
        let beyond = kinds.into_iter().flat_map(|(kind, own, known)| {
            let new = own.iter().filter(|name| !known.contains(name));
            new.map(move |name| format!("the {kind} {name}"))
        });
        beyond.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_call_has_one_list_and_each_name_is_there_once() {
        let found = Registers::of([
            ("registerTool", "grep"),
            ("registerTool", "grep"),
            ("registerCli", "b"),
            ("registerCommand", "a"),
            ("registerCommand", "b"),
            ("registerHttpRoute", "/x"),
            ("registerChannel", "talk"),
            ("on", "before_tool_call"),
            ("registerSomethingElse", "y"),
        ]);
        assert_eq!(found.tools, ["grep"]);
        assert_eq!(found.commands, ["a", "b"]);
        assert_eq!(found.routes, ["/x"]);
        assert_eq!(found.services, ["talk"]);
    }

    #[test]
    fn what_is_beyond_is_named_with_its_kind() {
        let named = Registers { tools: vec!["a".into()], ..Registers::default() };
        let seen = Registers {
            tools: vec!["a".into(), "b".into()],
            services: vec!["c".into()],
            ..Registers::default()
        };
        assert_eq!(seen.beyond(&named), ["the tool b", "the service c"]);
        assert!(named.beyond(&seen).is_empty());
    }
}
