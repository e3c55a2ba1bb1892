//! Where a change is written, and whom else it names.

use serde_json::json;
use tacklebox_agents::hook::AgentId;
use tacklebox_change::install::update::pinned;
use tacklebox_change::ops::{self, Others};
use tacklebox_change::plan::OnOff;

use super::Home;

const CONFIG: &str = ".milady/milady.json";

fn config_after_switching_off(config: &str) -> serde_json::Value {
    let home = Home::new();
    home.milady(".milady/hooks/a", "a", "{\"milady\":{\"events\":[\"gateway:startup\"]}}");
    home.write(CONFIG, config);
    let inventory = home.scan(AgentId::Milady);
    let plan =
        ops::set_enabled(&home.machine, &inventory, "milady/managed/a", false, Others::Switch)
            .unwrap();
    tacklebox_change::apply::apply(&home.machine, &plan).unwrap();
    serde_json::from_str(&home.read(CONFIG)).unwrap()
}

/// The older place is written to only where the entry is there and nowhere else.
#[test]
fn the_current_place_is_written_to_whenever_it_has_the_entry() {
    let on = json!({"enabled": true});
    let off = json!({"enabled": false});
    for (older, current) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut hooks = json!({"internal": {"enabled": true}});
        if older {
            hooks["entries"] = json!({"a": on});
        }
        if current {
            hooks["internal"]["entries"] = json!({"a": on});
        }
        let after = config_after_switching_off(&json!({ "hooks": hooks }).to_string());
        let hooks = &after["hooks"];
        let (in_older, in_current) = (&hooks["entries"]["a"], &hooks["internal"]["entries"]["a"]);
        if older && !current {
            assert_eq!((in_older, in_current.is_null()), (&off, true));
        } else {
            assert_eq!(in_current, &off, "older: {older}, current: {current}");
            assert_eq!(in_older.is_null(), !older);
            assert!(!older || in_older == &on, "the older one stays as it is");
        }
    }
}

/// A replaced hook runs no more before an edit than after it: an edit does not switch it.
#[test]
fn a_replaced_hook_is_not_among_those_that_an_edit_switches() {
    let home = Home::new();
    let metadata = "{\"openclaw\":{\"events\":[\"command:new\"]}}";
    for dir in ["hooks/a", "hooks/b", "hooks/c", "hooks/d"] {
        let name = if dir == "hooks/d" { "c" } else { dir.trim_start_matches("hooks/") };
        home.milady(&format!(".openclaw/{dir}"), name, metadata);
    }
    home.write(".openclaw/openclaw.json", "{ hooks: { internal: { enabled: true } } }");
    let inventory = home.scan(AgentId::Openclaw);
    let plan =
        ops::set_enabled(&home.machine, &inventory, "openclaw/managed/a", false, Others::Switch)
            .unwrap();
    let also: Vec<_> = plan.also.iter().map(|also| (also.name.as_str(), also.change)).collect();
    let expected = [("b", OnOff::Off), ("c", OnOff::Off), ("boot-md", OnOff::Off)];
    assert_eq!(also[..3], expected, "c once, for the one that counts; then what OpenClaw brings");
}

#[test]
fn a_source_is_pinned_where_it_names_one_version_and_no_other() {
    for (source, is_pinned) in [
        ("npm:hooks@1.2.3", true),
        ("npm:@me/hooks@1.2.3-beta.1", true),
        ("npm:hooks", false),
        ("npm:@me/hooks", false),
        ("npm:hooks@latest", false),
        ("npm:hooks@1", false),
        ("npm:hooks@1.2", false),
        ("npm:hooks@^1.2.3", false),
        ("npm:hooks@1.2.x", false),
        ("npm:hooks@1.2.*", false),
        ("npm:hooks@1.2.3 || 2.0.0", false),
        ("git+https://example.org/hooks.git#v1.2.3", true),
        ("git+https://example.org/hooks.git#1.2", true),
        ("git+https://example.org/hooks.git#0123abc", true),
        ("git+https://example.org/hooks.git#main", false),
        ("git+https://example.org/hooks.git#decade", false),
        ("git+https://example.org/hooks.git", false),
        ("https://example.org/hooks-1.2.3.zip", false),
        ("included", false),
    ] {
        let said = pinned(source);
        assert_eq!(said.is_some(), is_pinned, "{source}: {said:?}");
    }
}
