//! What the page may call and hear, as types: `ui/src/backend/bindings.ts` is made from it.

use tauri_specta::{Builder, collect_commands, collect_events};

use crate::commands::{
    self as c, CloseEvent, InventoryEvent, MachineEvent, ProvisionEvent, TryEvent,
};
use crate::config_commands as k;
use crate::incoming::{self as i, HoverEvent, IncomingEvent, OfferedEvent};
use crate::own_word_commands as o;
use crate::receipt_commands as r;
use crate::settings_commands as s;
use crate::try_commands as t;
use crate::window_commands as w;

/// Every command and every event.
pub fn builder() -> Builder<tauri::Wry> {
    Builder::new()
        // A type goes one way or looks the same both ways: one name for it is enough.
        .disable_serde_phases()
        .commands(collect_commands![
            c::overview,
            c::hooks,
            c::hook,
            c::set_enabled,
            c::set_hooks_on,
            c::set_env,
            c::clear_env,
            c::set_setting,
            c::clear_setting,
            c::make_executable,
            c::fix_note,
            c::activity,
            c::export_activity,
            c::try_moments,
            c::try_it,
            c::cancel_try,
            t::try_box,
            t::try_show,
            t::try_keep,
            t::try_clear,
            c::new_hook_choices,
            c::create_hook,
            c::included,
            c::install_included,
            r::plan_remove,
            r::remove,
            r::changed_hooks,
            r::changed_files,
            r::approve_changes,
            r::put_back,
            r::port_choices,
            r::plan_port,
            r::port,
            r::compare_port,
            i::look_at,
            i::pick_hook_folder,
            i::pick_archive,
            i::look_at_proposed,
            i::look_for_update,
            i::incoming,
            i::review_for,
            i::install_incoming,
            i::cancel_incoming,
            i::take_offered,
            c::undo,
            k::open_config,
            k::check_config,
            k::compare_config,
            k::save_config,
            k::config_backups,
            k::plan_restore,
            k::restore_config,
            k::purge_copies,
            c::open_folder,
            c::open_config_folder,
            c::open_link,
            c::refresh,
            c::dismiss_pending,
            c::install_program,
            c::program_jobs,
            c::job_output,
            c::cancel_job,
            c::dismiss_job,
            c::close_window,
            s::settings,
            s::set_field,
            s::clear_field,
            s::add_folder,
            s::remove_folder,
            s::pick_folder,
            s::save_entry,
            s::remove_entry,
            s::context_file,
            s::save_context_file,
            s::choose_runtime,
            s::own_data,
            s::open_own_data,
            s::remove_own_data,
            c::window_ready,
            o::heard,
            w::hold_open,
            w::ask_to_close,
            w::set_zoom,
        ])
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
    const ANSWER: &str = "export type Result<T> = { status: \"ok\"; data: T } | { status: \"error\"; error: AppError };";

    const DECLARED: &[&str] = &include!("../commands.in");

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

    /// Three lists must agree: what is registered, what `build.rs` declares, what the window may call.
    #[test]
    fn the_window_may_call_every_command_and_nothing_else() {
        let fresh = tempfile::tempdir().unwrap();
        let fresh = fresh.path().join("bindings.ts");
        builder().export(language(), &fresh).unwrap();
        let registered = std::fs::read_to_string(fresh).unwrap();
        for name in DECLARED {
            assert!(registered.contains(&format!("(\"{name}\"")), "{name} is not registered");
        }

        let capability: serde_json::Value =
            serde_json::from_str(&read("capabilities/main.json")).unwrap();
        let granted: BTreeSet<_> = capability["permissions"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|it| it.as_str())
            .collect();
        let mut expected: BTreeSet<_> =
            DECLARED.iter().map(|name| format!("allow-{}", name.replace('_', "-"))).collect();
        // The last two are for the strip by which the window is dragged on a Mac.
        let core = [
            "event:allow-listen",
            "event:allow-unlisten",
            "window:allow-start-dragging",
            "window:allow-internal-toggle-maximize",
        ];
        expected.extend(core.map(|it| format!("core:{it}")));
        assert_eq!(granted, expected.iter().map(String::as_str).collect());
        assert_eq!(capability["windows"], serde_json::json!(["main"]));
    }
}
