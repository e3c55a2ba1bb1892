//! Which hooks shipped OpenClaw would load, by its own rule: named entries are an allow-list, no
//! entry with `enabled: true` means all, any extra folder means all (note `openclaw-selection`).
//! An edit for one hook can so switch others; a plan names them before anything is written.

use serde_json::Value;

use tacklebox_agents::hook::{Also, OnOff};

/// Whether the shipped runtime would load the hook of this key under this section of the config.
pub fn loads(section: &Value, hook_key: &str) -> bool {
    let entries = section.get("entries").and_then(Value::as_object).filter(|map| !map.is_empty());
    let entry = entries.and_then(|map| map.get(hook_key));
    if entry.and_then(|entry| entry.get("enabled")) == Some(&Value::Bool(false)) {
        return false;
    }
    let extra = section
        .pointer("/load/extraDirs")
        .and_then(Value::as_array)
        .is_some_and(|list| !list.is_empty());
    let enabled = section.get("enabled").and_then(Value::as_bool);
    match (enabled, extra, entries) {
        (Some(false), ..) => false,
        (_, true, _) => true,
        (_, false, Some(_)) => entry.is_some(),
        (enabled, false, None) => enabled == Some(true),
    }
}

/// The hooks, but those of `own` keys, whose fate differs between the two sections.
pub fn also<'a>(
    before: &Value,
    after: &Value,
    own: &[&str],
    hooks: impl Iterator<Item = (&'a str, &'a str)>,
) -> Vec<Also> {
    hooks
        .filter(|(key, _)| !own.contains(key))
        .filter_map(|(key, name)| {
            let change = match (loads(before, key), loads(after, key)) {
                (false, true) => OnOff::On,
                (true, false) => OnOff::Off,
                _ => return None,
            };
            Some(Also { name: name.to_owned(), change })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn switched(before: Value, after: Value) -> Vec<(String, OnOff)> {
        let hooks = [("a", "a"), ("b", "b"), ("c", "c")];
        also(&before, &after, &["a"], hooks.into_iter())
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
}
