//! The desktop shell: a window, its menu, and the door between page and engine. A command is one
//! call into the engine; nothing here is worth a test of its own but that the door is shut.

// No input ends the program, also where a place in it was worked out wrongly.
#![cfg_attr(
    not(test),
    deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice)
)]

mod about_commands;
mod background;
mod background_commands;
mod bindings;
mod commands;
mod config_commands;
mod first_page;
mod held;
mod incoming;
mod make_commands;
mod menu;
#[cfg(target_os = "linux")]
mod notices;
mod opening;
mod own_word_commands;
mod plugin_commands;
mod receipt_commands;
mod repair_commands;
#[cfg(target_os = "linux")]
mod revive;
mod settings_commands;
mod setup_commands;
#[cfg(target_os = "linux")]
mod spare;
mod tray;
mod try_commands;
mod window;
mod window_commands;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use anyhow::Context as _;
use tauri::{AppHandle, Manager as _, RunEvent, Window, WindowEvent};
use tauri_plugin_log::{RotationStrategy, Target, TargetKind};
use tauri_plugin_window_state::StateFlags;

use tacklebox_engine::agent::Options;
use tacklebox_engine::desk::{Desk, Event};
use tacklebox_engine::machine::Machine;
use tacklebox_engine::settings::BACKGROUND;
use tauri_specta::Event as _;

use crate::background::Background;
use crate::commands::{InventoryEvent, MachineEvent, ProvisionEvent, TryEvent};
use crate::incoming::{IncomingEvent, Offers};

/// Opens the window and stays until it is closed.
///
/// # Errors
/// Where the web view or the desk cannot be started.
pub fn run() -> anyhow::Result<()> {
    let machine = Machine::real(None)?;
    // First: nothing else runs yet that could look at the variables.
    #[cfg(target_os = "linux")]
    spare::begin(&machine);
    let bindings = bindings::builder();
    let builder = tauri::Builder::default()
        // First, so that a second start ends before anything else of it has started.
        .plugin(tauri_plugin_single_instance::init(|app, arguments, _| {
            // The login starts it where it runs already: nobody asked to see it.
            if !arguments.iter().any(|argument| argument == BACKGROUND) {
                window::bring_forward(app);
            }
        }))
        .plugin(log())
        .plugin(
            tauri_plugin_window_state::Builder::new()
                // Not whether it was visible: the window shows itself when there is something to see.
                .with_state_flags(StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED)
                .build(),
        )
        // For folders that a person picks; its own commands are granted to no page.
        .plugin(tauri_plugin_dialog::init())
        // For `tacklebox://install?source=…`, which the installed package registers with the system.
        .plugin(tauri_plugin_deep_link::init());
    #[cfg(not(target_os = "linux"))]
    let builder = builder.plugin(tauri_plugin_autostart::Builder::new().arg(BACKGROUND).build());
    #[cfg(target_os = "macos")]
    let builder =
        builder.menu(menu::bar).on_menu_event(|app, event| menu::chosen(app, event.id().as_ref()));
    builder
        .invoke_handler(bindings.invoke_handler())
        .on_window_event(heard)
        .setup(move |app| {
            bindings.mount_events(app);
            app.manage(Offers::default());
            app.manage(held::Unsaved::default());
            app.manage(held::Shown::default());
            app.manage(held::Begun::default());
            app.manage(Background::new(background_commands::chosen));
            // First: its process starts while the hooks are read. The page waits for them.
            let hidden = background::starts_hidden(&machine);
            if !hidden {
                window::open(app.handle())?;
            }
            incoming::hear_links(app.handle());
            let handle = app.handle().clone();
            let begun = std::thread::spawn(move || begin(&handle, machine, hidden));
            // A page that comes from elsewhere waits for nobody.
            if cfg!(dev) {
                let _ = begun.join();
            }
            Ok(())
        })
        .build(tauri::generate_context!())
        .context("The window could not be opened")?
        .run(|app, event| match event {
            // Nobody who was asked: the system ends the program, or its last window is gone.
            RunEvent::ExitRequested { code: None, api, .. } if window::asks_to_stay(app) => {
                api.prevent_exit();
            }
            // However the program ends, no installer goes on without anybody who sees it.
            RunEvent::Exit => {
                if let Some(desk) = app.try_state::<Arc<Desk>>() {
                    desk.stop_jobs();
                }
            }
            _ => {}
        });
    Ok(())
}

/// Reads all hooks; from then on the page can ask for them. Other programs are asked once the window is drawn, or nobody
/// waits for it.
fn begin(app: &AppHandle, machine: Machine, hidden: bool) {
    #[cfg(target_os = "linux")]
    let told = notices::start(app, machine.clone());
    let handle = app.clone();
    let desk = catch_unwind(AssertUnwindSafe(|| {
        Desk::open(machine, Options::default(), move |event| {
            #[cfg(target_os = "linux")]
            told(&event);
            tell(&handle, event);
        })
    }));
    let Ok(desk) = desk else {
        log::error!("The hooks could not be read");
        return app.exit(1);
    };
    if !hidden {
        desk.prepare_page();
    }
    app.manage(Arc::clone(&desk));
    app.state::<held::Begun>().set();
    background::begin(app);
    if hidden {
        desk.follow();
    } else {
        // The page says when it is drawn; one that is broken says nothing.
        std::thread::spawn(move || {
            std::thread::sleep(window::PATIENCE);
            desk.follow();
        });
    }
    log::info!("Tacklebox {} is open", app.package_info().version);
}

fn heard(window: &Window, event: &WindowEvent) {
    match event {
        WindowEvent::CloseRequested { api, .. } => window::close_asked(window, api),
        WindowEvent::DragDrop(event) => incoming::dragged(window.app_handle(), event),
        // Somebody comes back, and may have installed what was missing.
        WindowEvent::Focused(true) => {
            if let Some(desk) = window.try_state::<Arc<Desk>>() {
                let desk = Arc::clone(&desk);
                std::thread::spawn(move || desk.look_again());
            }
        }
        _ => {}
    }
}

/// Passes on what the page did not ask for.
fn tell(app: &AppHandle, event: Event) {
    if matches!(event, Event::Inventory(_)) {
        background::follow(app);
    }
    let told = match event {
        Event::Inventory(changed) => InventoryEvent(*changed).emit(app),
        Event::Machine(view) => MachineEvent(view).emit(app),
        Event::Provision(changed) => ProvisionEvent(*changed).emit(app),
        Event::Try(state) => TryEvent(*state).emit(app),
        Event::Incoming(view) => IncomingEvent(*view).emit(app),
    };
    if let Err(error) = told {
        log::warn!("The page could not be told of a change: {error}");
    }
}

/// The log: a file of at most 5 MB and the one before it, in the place the system has for logs.
fn log() -> tauri::plugin::TauriPlugin<tauri::Wry> {
    let file = TargetKind::LogDir { file_name: Some("tacklebox".into()) };
    tauri_plugin_log::Builder::new()
        .targets([Target::new(file), Target::new(TargetKind::Stderr)])
        .level(log::LevelFilter::Warn)
        .level_for("tacklebox_desktop_lib", log::LevelFilter::Info)
        .level_for("tacklebox_engine", log::LevelFilter::Info)
        .max_file_size(5_000_000)
        .rotation_strategy(RotationStrategy::KeepOne)
        .build()
}
