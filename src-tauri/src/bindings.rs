//! What the page may call and hear, as types: `ui/src/backend/bindings.ts` is made from it.

use tacklebox_engine::hook::AgentId;
use tacklebox_engine::said;
use tauri_specta::{Builder, collect_events};

use crate::commands::{InventoryEvent, MachineEvent, ProvisionEvent, TryEvent};
use crate::incoming::{HoverEvent, IncomingEvent, OfferedEvent};
use crate::window::CloseEvent;

// The build script finds the commands: see `build.rs`.
include!(concat!(env!("OUT_DIR"), "/commands.rs"));

/// Every command and every event.
pub fn builder() -> Builder<tauri::Wry> {
    Builder::new()
        // A type goes one way or looks the same both ways: one name for it is enough.
        .disable_serde_phases()
        .commands(commands())
        // Their ids, for addresses of the page.
        .constant("AGENT_IDS", AgentId::ALL)
        // What the command line says in the same words.
        .constant("CHANGED", said::CHANGED)
        .constant("NO_FINDINGS", said::NO_FINDINGS)
        .constant("NO_FINDINGS_READ", said::NO_FINDINGS_READ)
        .constant("REPLACED", said::REPLACED)
        .constant("ROWS", said::rows())
        .events(collect_events![
            InventoryEvent,
            MachineEvent,
            ProvisionEvent,
            TryEvent,
            IncomingEvent,
            OfferedEvent,
            HoverEvent,
            CloseEvent,
        ])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// The shape of every answer, for the one place in the UI that unpacks it.
    const ANSWER: &str = "export type Result<T> = { status: \"ok\"; data: T } | { status: \"error\"; error: Failure };";

    const RIGHTS: &str = include_str!(concat!(env!("OUT_DIR"), "/rights/main.json"));

    fn language() -> specta_typescript::Typescript {
        specta_typescript::Typescript::default()
            .header("// Written from the Rust commands by `cargo test -p tacklebox-desktop`: do not edit.\n")
            .with_raw(ANSWER)
    }

    fn read(path: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        std::fs::read_to_string(path).unwrap_or_default()
    }

    /// The file is written where it differs, and the test fails that once: so nobody forgets to commit it.
    #[test]
    fn the_committed_bindings_are_up_to_date() {
        let path = "../ui/src/backend/bindings.ts";
        let committed = read(path);
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        builder().export(language(), &target).unwrap();
        assert!(
            committed == read(path),
            "ui/src/backend/bindings.ts was out of date. It has been rewritten: look at it and commit it."
        );
    }

    /// What the page calls is what the window has a right to, and nothing else: no files, no shell, no network.
    #[test]
    fn the_window_may_call_every_command_and_nothing_else() {
        let fresh = tempfile::tempdir().unwrap();
        let fresh = fresh.path().join("bindings.ts");
        builder().export(language(), &fresh).unwrap();
        let page = std::fs::read_to_string(fresh).unwrap();
        let called =
            page.split("__TAURI_INVOKE(\"").skip(1).filter_map(|rest| rest.split('"').next());
        let mut expected: BTreeSet<_> =
            called.map(|name| format!("allow-{}", name.replace('_', "-"))).collect();
        assert!(expected.contains("allow-overview") && expected.len() > 70, "{expected:?}");
        // The last two are for the strip by which the window is dragged on a Mac.
        let core = [
            "event:allow-listen",
            "event:allow-unlisten",
            "window:allow-start-dragging",
            "window:allow-internal-toggle-maximize",
        ];
        expected.extend(core.map(|it| format!("core:{it}")));

        let rights: serde_json::Value = serde_json::from_str(RIGHTS).unwrap();
        let granted: BTreeSet<_> =
            rights["permissions"].as_array().unwrap().iter().filter_map(|it| it.as_str()).collect();
        assert_eq!(granted, expected.iter().map(String::as_str).collect());
        assert_eq!(rights["windows"], serde_json::json!(["main"]));
        let config: serde_json::Value = serde_json::from_str(&read("tauri.conf.json")).unwrap();
        assert_eq!(config["app"]["security"]["capabilities"], serde_json::json!(["main"]));
    }
}
