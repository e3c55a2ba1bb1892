//! Which hooks load by the switches of the config alone.

use serde_json::Value;

use crate::dialect::shipped::Selection;

/// Whether a hook of this name and key is among those that load under this section of the config.
pub fn selected(rule: Selection, section: &Value, name: &str, key: &str) -> bool {
    if rule == Selection::UnlessOff {
        return true;
    }
    let on = section.get("enabled").and_then(Value::as_bool);
    if on == Some(false) {
        return false;
    }
    if rule == Selection::OnMeansAll && (on == Some(true) || has_handlers(section)) {
        return true;
    }
    if has_extra_dirs(section) {
        return true;
    }
    // Up to 2026.7 it selects by the name alone.
    let by_key = rule != Selection::OnMeansAll;
    let entries = section.get("entries").and_then(Value::as_object);
    let mut named = entries.into_iter().flatten().filter(|(name, _)| !name.trim().is_empty());
    let first = named.next();
    if first.is_none() {
        return on == Some(true);
    }
    first.into_iter().chain(named).any(|(entry, value)| {
        let entry = entry.trim();
        (entry == name || by_key && entry == key)
            && value.get("enabled") != Some(&Value::Bool(false))
    })
}

fn has_extra_dirs(section: &Value) -> bool {
    let dirs = section.pointer("/load/extraDirs").and_then(Value::as_array);
    dirs.is_some_and(|dirs| {
        dirs.iter().any(|dir| dir.as_str().is_some_and(|dir| !dir.trim().is_empty()))
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
        selected(Selection::EntriesAreTheList, &section, "name", "key")
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
    fn up_to_2026_7_the_switch_of_the_whole_meant_all() {
        let then = |section| selected(Selection::OnMeansAll, &section, "name", "key");
        assert!(then(json!({"enabled": true, "entries": {"other": {"enabled": true}}})));
        assert!(!then(json!({"entries": {"other": {"enabled": true}}})));
        assert!(then(json!({"handlers": [{"event": "command", "module": "x"}]})));
        assert!(!then(json!({})));
    }
}
