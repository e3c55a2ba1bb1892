//! What is told of Tacklebox itself, and what is never in a report for others.

use std::path::Path;

use tacklebox_engine::agent::Options;
use tacklebox_engine::failure::Code;
use tacklebox_engine::hook::AgentId;

use super::{Error, Window};

const HOOK: &str = "---\nname: zebra\nmetadata: {\"milady\":{\"events\":[\"command:new\"],\"requires\":{\"env\":[\"ZEBRA_TOKEN\"]}}}\n---\n";

#[test]
fn the_folder_of_what_is_wrong_is_opened() -> Result<(), Error> {
    let window = Window::with(
        &[(".openclaw/openclaw.json", "{}"), (".openclaw/state/openclaw.sqlite", "not one")],
        Options {
            runtimes: [(AgentId::Openclaw, "2026.9.6".to_owned())].into(),
            ..Options::default()
        },
    )?;
    let home = window.home.path();
    assert_eq!(window.desk.config_folder(AgentId::Openclaw)?, home.join(".openclaw/state"));
    assert_eq!(window.desk.config_folder(AgentId::Milady)?, home, "none of it is there yet");
    Ok(())
}

#[test]
fn diagnostics_count_and_name_nobody() -> Result<(), Error> {
    let window = Window::open(&[
        (".milady/milady.json", "{ env: { OTHER: 'open sesame' }, hooks: { broken: ".trim_end()),
        (".milady/hooks/zebra/HOOK.md", HOOK),
        (".milady/hooks/zebra/handler.ts", ""),
    ])?;
    assert!(window.desk.diagnostics(None).contains("Last errors of this window (UTC):\n  none"));
    window.desk.set_enabled("milady/managed/zebra", false, true).unwrap_err();
    window.desk.note_failure(Code::UnreadableConfig);
    let home = window.home.path().to_string_lossy().into_owned();
    window.desk.note_page_error("TypeError in HookScreen-Cx1_a.js:1:2345");
    window.desk.note_page_error(&format!("{home}/x {}", "y".repeat(500)));
    let text = window.desk.diagnostics(Some("2.48.1"));
    for told in [
        "Tacklebox 0.",
        "Web view: 2.48.1\n",
        "1 hook",
        "1 problem",
        "unreadable-config",
        "page: TypeError in HookScreen-Cx1_a.js:1:2345\n",
        "not on this computer",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(!text.contains(&"y".repeat(80)), "it is cut: {text}");
    for secret in [home.as_str(), "zebra", "ZEBRA", "sesame", "milady.json", "hooks/"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    Ok(())
}

#[test]
fn it_says_where_things_are() -> Result<(), Error> {
    let window = Window::open(&[(".milady/milady.json", "{}")])?;
    let about = window.desk.about(Some(&window.home.path().join("logs")), None);
    assert!(!about.third_party, "a program that was built here has no package around it");
    assert!(about.licence.starts_with("MIT"), "{}", about.licence);
    let places: Vec<&str> = about.places.iter().map(|place| place.what.as_str()).collect();
    assert_eq!(places, ["Tacklebox's own data", "The log", "Milady"]);
    assert!(about.places.iter().all(|place| place.path.starts_with('~')), "{:?}", about.places);

    let list = Path::new("/usr/share/doc/tacklebox/THIRD-PARTY.txt");
    let packaged = window.desk.about(None, Some(list));
    assert!(packaged.third_party && packaged.places.iter().any(|it| Path::new(&it.path) == list));
    Ok(())
}
