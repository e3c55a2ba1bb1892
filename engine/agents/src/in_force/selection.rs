//! Which hooks load by the switches of the config alone.

use std::collections::HashSet;

use serde_json::Value;

use crate::dialect::shipped::Selection;
use tacklebox_machine::words::js_trim;

/// Where the section has the packs that the agent installed: up to OpenClaw 2026.7 its config says them, since then
/// they are put there from its state.
pub(crate) const INSTALLS: &str = "installs";

/// Which hooks are among those that load under a section of the config.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selected {
    All,
    None,
    /// Those of these names.
    Named(HashSet<String>),
    /// Those whose name or key is among these.
    Keyed(HashSet<String>),
}

impl Selected {
    pub fn of(rule: Selection, section: &Value) -> Self {
        if rule == Selection::UnlessOff {
            return Self::All;
        }
        let on = section.get("enabled").and_then(Value::as_bool);
        if on == Some(false) {
            return Self::None;
        }
        let all = rule == Selection::OnMeansAll && (on == Some(true) || has_handlers(section))
            || has_extra_dirs(section)
            || installs(section).any(|(id, names)| !blank(id) && names.is_empty());
        if all {
            return Self::All;
        }
        let entries = section.get("entries").and_then(Value::as_object);
        let entries = entries.into_iter().flatten().filter(|(name, _)| !blank(name));
        let installed = installs(section).flat_map(|(_, names)| names);
        let installed = installed.filter_map(Value::as_str).filter(|name| !blank(name));
        if entries.clone().next().is_none() && installed.clone().next().is_none() {
            return if on == Some(true) { Self::All } else { Self::None };
        }
        let entries = entries.filter(|(_, it)| it.get("enabled") != Some(&Value::Bool(false)));
        let names = installed.chain(entries.map(|(name, _)| name.as_str()));
        let names = names.map(|name| js_trim(name).to_owned()).collect();
        // Up to 2026.7 it selects by the name alone.
        if rule == Selection::OnMeansAll { Self::Named(names) } else { Self::Keyed(names) }
    }

    /// Whether a hook of this name and key is among them.
    pub fn has(&self, name: &str, key: &str) -> bool {
        match self {
            Self::All => true,
            Self::None => false,
            Self::Named(names) => names.contains(name),
            Self::Keyed(names) => names.contains(name) || names.contains(key),
        }
    }
}

fn blank(text: &str) -> bool {
    js_trim(text).is_empty()
}

/// The packs that it installed itself: the id of each, and the hooks that it brought.
fn installs(section: &Value) -> impl Iterator<Item = (&String, &[Value])> + Clone {
    let installs = section.get(INSTALLS).and_then(Value::as_object);
    installs.into_iter().flatten().map(|(id, install)| {
        let names = install.get("hooks").and_then(Value::as_array);
        (id, names.map_or(&[] as &[Value], Vec::as_slice))
    })
}

fn has_extra_dirs(section: &Value) -> bool {
    let dirs = section.get("load").and_then(|load| load.get("extraDirs"));
    dirs.and_then(Value::as_array).is_some_and(|dirs| {
        dirs.iter().any(|dir| dir.as_str().is_some_and(|dir| !js_trim(dir).is_empty()))
    })
}

fn has_handlers(section: &Value) -> bool {
    section.get("handlers").and_then(Value::as_array).is_some_and(|list| !list.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn now(section: Value) -> bool {
        Selected::of(Selection::EntriesAreTheList, &section).has("name", "key")
    }

    #[test]
    fn nothing_loads_that_nobody_asked_for() {
        assert!(!now(json!({})));
        assert!(now(json!({"enabled": true})));
        assert!(!now(json!({"enabled": false, "entries": {"name": {"enabled": true}}})));
    }

    #[test]
    fn entries_are_a_list_by_name_or_key() {
        assert!(now(json!({"entries": {"name": {}}})));
        assert!(now(json!({"enabled": true, "entries": {" key ": {"enabled": true}}})));
        assert!(!now(json!({"enabled": true, "entries": {"other": {"enabled": true}}})));
        assert!(!now(json!({"enabled": true, "entries": {"other": {"enabled": false}}})));
        assert!(!now(json!({"entries": {"key": {"enabled": false}}})));
        assert!(now(json!({"enabled": true, "entries": {"  ": {}}})));
    }

    #[test]
    fn an_extra_folder_asks_for_all() {
        let section = json!({"load": {"extraDirs": ["/x"]}, "entries": {"other": {}}});
        assert!(now(section));
        assert!(!now(json!({"load": {"extraDirs": [" "]}})));
    }

    #[test]
    fn a_pack_that_it_installed_asks_for_its_hooks_and_for_no_other() {
        let pack = |hooks: Value| json!({"pack": {"source": "npm", "hooks": hooks}});
        assert!(now(json!({"installs": pack(json!([" name "]))})));
        assert!(now(json!({"installs": pack(json!(["key"])), "entries": {"other": {}}})));
        assert!(!now(json!({"enabled": true, "installs": pack(json!(["other"]))})));
        assert!(!now(json!({"enabled": false, "installs": pack(json!(["name"]))})));
        assert!(now(json!({"installs": {"pack": {}}, "entries": {"other": {}}})), "all of it");
        assert!(!now(json!({"installs": {" ": {}}})));
        let blank = pack(json!([" "]));
        assert!(!now(json!({"installs": blank})));
        assert!(now(json!({"enabled": true, "installs": blank})));
    }

    #[test]
    fn up_to_2026_7_the_switch_of_the_whole_meant_all() {
        let then = |section| Selected::of(Selection::OnMeansAll, &section).has("name", "key");
        assert!(then(json!({"enabled": true, "entries": {"other": {"enabled": true}}})));
        assert!(!then(json!({"entries": {"other": {"enabled": true}}})));
        assert!(then(json!({"handlers": [{"event": "command", "module": "x"}]})));
        assert!(!then(json!({})));
        let installs = json!({"pack": {"hooks": ["name"]}});
        assert!(then(json!({"installs": installs})));
        assert!(!then(json!({"installs": {"pack": {"hooks": ["key"]}}})));
        assert!(then(json!({"installs": {"pack": {}}})));
        assert!(then(json!({"enabled": true, "installs": {"pack": {"hooks": ["other"]}}})));
    }
}
