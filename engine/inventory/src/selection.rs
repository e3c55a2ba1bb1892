//! Which hooks the version in force would load by the switches of its config alone. For OpenClaw an edit
//! for one hook can so switch others (note `openclaw-selection`); a plan names them before anything is
//! written.

use serde_json::Value;

use crate::discover::Kind;
use crate::inventory::Inventory;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::shipped::Selection;
use tacklebox_agents::dialect::{Answers, Dialect};
use tacklebox_agents::hook::{Also, Hook, OnOff, Source};
use tacklebox_agents::in_force::Selected;

/// A hook, as far as a config can name it.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    pub name: &'a str,
    pub key: &'a str,
    pub source: Source,
}

impl<'a> From<&'a Hook> for Named<'a> {
    fn from(hook: &'a Hook) -> Self {
        Self { name: &hook.name, key: &hook.hook_key, source: hook.source }
    }
}

/// The hooks of an agent that its switches decide about. Those that it brings count too where its package,
/// and with it their folder, was not found.
pub fn named(inventory: &Inventory) -> Vec<Named<'_>> {
    let hooks = inventory
        .candidates()
        .filter(|(candidate, hook)| candidate.kind == Kind::Hook && hook.replaced_by.is_none());
    let mut all: Vec<Named<'_>> = hooks.map(|(_, hook)| hook.into()).collect();
    if !inventory.candidates().any(|(_, hook)| hook.source == Source::Bundled) {
        let unlisted = brings(inventory.agent())
            .iter()
            .filter(|name| !all.iter().any(|hook| hook.name == **name));
        let own: Vec<Named<'_>> =
            unlisted.map(|name| Named { name, key: name, source: Source::Bundled }).collect();
        all.extend(own);
    }
    all
}

/// The hooks that an agent brings itself; by its text those of the newest version, as in [`rules`].
fn brings(agent: &Agent) -> &'static [&'static str] {
    let newest = || agent.id().runtimes().last();
    match agent.answers().brings {
        [] => newest().map_or(&[], |newest| Answers::of(agent.id(), newest.version).brings),
        own => own,
    }
}

/// Whether a hook would load under this section of the config, in the versions that there are.
pub fn loads<'a>(dialect: &'a Dialect, section: &'a Value) -> impl Fn(Named<'_>) -> bool + 'a {
    loads_by(dialect, rules(dialect).1, section)
}

/// Whether one would, in those or by the rules in force.
pub fn may_load<'a>(dialect: &'a Dialect, section: &'a Value) -> impl Fn(Named<'_>) -> bool + 'a {
    let (in_force, shipped) = rules(dialect);
    let either = [in_force, shipped].map(|rule| loads_by(dialect, rule, section));
    move |hook| either.iter().any(|loads| loads(hook))
}

fn loads_by<'a>(
    dialect: &'a Dialect,
    rule: Selection,
    section: &'a Value,
) -> impl Fn(Named<'_>) -> bool + 'a {
    let selected = Selected::of(rule, section);
    move |hook| {
        let own = section.get("entries").and_then(|entries| entries.get(hook.key)?.get("enabled"));
        let own = own.and_then(Value::as_bool);
        let off = own == Some(false) && hook.source != Source::Plugin;
        if section.get("enabled") == Some(&Value::Bool(false)) || off {
            return false;
        }
        if dialect.rules.workspace_opt_in && hook.source == Source::Workspace && own != Some(true) {
            return false;
        }
        selected.has(hook.name, hook.key)
    }
}

/// Which hooks the config has to ask for: by the rules in force, and in the versions that there are. By its text
/// OpenClaw loads all of them, and what is written is right for both.
const fn rules(dialect: &Dialect) -> (Selection, Selection) {
    match dialect.rules.selection {
        own @ Selection::UnlessOff if dialect.selects => (own, Selection::EntriesAreTheList),
        rule => (rule, rule),
    }
}

/// The hooks, but those of `own` keys, whose fate differs between the two sections.
pub fn also<'a>(
    dialect: &Dialect,
    before: &Value,
    after: &Value,
    own: &[&str],
    hooks: impl Iterator<Item = Named<'a>>,
) -> Vec<Also> {
    let others = hooks.filter(|hook| !own.contains(&hook.key));
    let (before, after) = (loads(dialect, before), loads(dialect, after));
    let also = others.filter_map(|hook| {
        let change = match (before(hook), after(hook)) {
            (false, true) => OnOff::On,
            (true, false) => OnOff::Off,
            _ => return None,
        };
        Some(Also::new(hook.name, change))
    });
    also.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use tacklebox_agents::hook::AgentId;

    fn switched(before: Value, after: Value) -> Vec<(String, OnOff)> {
        let hooks = ["a", "b", "c"];
        let hooks = hooks.map(|name| Named { name, key: name, source: Source::Managed });
        let dialect = AgentId::Openclaw.dialect();
        also(dialect, &before, &after, &["a"], hooks.into_iter())
            .into_iter()
            .map(|also| (also.name, also.change))
            .collect()
    }

    #[test]
    fn the_first_entry_turns_all_into_a_list() {
        let after = json!({"enabled": true, "entries": {"a": {"enabled": false}}});
        assert_eq!(
            switched(json!({"enabled": true}), after),
            [("b".to_owned(), OnOff::Off), ("c".to_owned(), OnOff::Off)]
        );
    }

    #[test]
    fn by_the_text_one_that_is_not_in_the_list_may_load_all_the_same() {
        let section = json!({"enabled": true, "entries": {"a": {}, "c": {"enabled": false}}});
        for (version, name, in_those_that_are, by_either) in [
            ("documented", "b", false, true),
            ("documented", "c", false, false),
            ("2026.9.6", "b", false, false),
            ("2026.7.35", "b", true, true),
        ] {
            let dialect = &AgentId::Openclaw.runtime(version).expect(version).dialect;
            let hook = Named { name, key: name, source: Source::Managed };
            assert_eq!(loads(dialect, &section)(hook), in_those_that_are, "{version} {name}");
            assert_eq!(may_load(dialect, &section)(hook), by_either, "{version} {name}");
        }
    }

    #[test]
    fn a_further_entry_switches_nobody_else() {
        let before = json!({"enabled": true, "entries": {"b": {"enabled": true}}});
        let after = json!({"enabled": true, "entries": {"b": {"enabled": true}, "a": {}}});
        assert_eq!(switched(before, after), []);
    }

    #[test]
    fn taking_the_last_entry_away_turns_all_on() {
        let before = json!({"enabled": true, "entries": {"a": {"enabled": true}}});
        assert_eq!(
            switched(before, json!({"enabled": true, "entries": {}})),
            [("b".to_owned(), OnOff::On), ("c".to_owned(), OnOff::On)]
        );
    }

    #[test]
    fn with_an_extra_folder_entries_are_no_list() {
        let load = json!({"extraDirs": ["/x"]});
        let before = json!({"enabled": true, "load": load});
        let after = json!({"enabled": true, "load": load, "entries": {"a": {"enabled": false}}});
        assert_eq!(switched(before, after), []);
    }

    #[test]
    fn off_as_a_whole_or_by_its_own_entry_is_off_and_another_hooks_entry_is_not_asked() {
        let hook = Named { name: "a", key: "k", source: Source::Managed };
        for agent in [AgentId::Milady, AgentId::Eliza] {
            let loads = |section: Value| loads(agent.dialect(), &section)(hook);
            assert!(loads(json!({})));
            assert!(loads(json!({"enabled": true, "entries": {"k": {"enabled": true}}})));
            assert!(!loads(json!({"enabled": false})), "the whole");
            assert!(!loads(json!({"enabled": false, "entries": {"k": {"enabled": true}}})));
            assert!(!loads(json!({"enabled": true, "entries": {"k": {"enabled": false}}})));
            assert!(loads(json!({"entries": {"b": {"enabled": true}}})), "the entries do not list");
        }
    }

    #[test]
    fn a_hook_of_the_workspace_is_asked_for_where_the_version_wants_that() {
        let own = |on: bool| json!({"enabled": true, "entries": {"a": {"enabled": on}, "b": {}}});
        let without = json!({"enabled": true});
        for (version, source, of_nothing) in [
            ("2026.9.6", Source::Workspace, false),
            ("2026.9.6", Source::Managed, true),
            ("documented", Source::Workspace, true),
        ] {
            let dialect = &AgentId::Openclaw.runtime(version).expect(version).dialect;
            let hook = Named { name: "a", key: "a", source };
            assert_eq!(loads(dialect, &without)(hook), of_nothing, "{version} {source:?}");
            assert!(loads(dialect, &own(true))(hook), "{version} {source:?}");
            assert!(!loads(dialect, &own(false))(hook), "{version} {source:?}");
        }
    }
}
