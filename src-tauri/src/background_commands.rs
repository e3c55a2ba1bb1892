//! The background as the page asks for it, and what is chosen in the tray.

use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use specta::Type;
use tacklebox_engine::desk::Desk;
use tacklebox_engine::failure::{Code, Failure};
use tacklebox_engine::hook::AgentId;
use tauri::{AppHandle, Manager as _, State};
use tauri_specta::Event;

use crate::background;
use crate::commands::{Answer, Shared, ask};
use crate::tray::Choice;
use crate::window;

/// The page is to go somewhere: `take_wanted` says where.
#[derive(Clone, Serialize, Type, Event)]
#[tauri_specta(event_name = "place-wanted")]
pub struct WantedEvent(());

/// Where the page is to go.
#[derive(Clone, Serialize, Type)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Wanted {
    Agent { agent: AgentId },
    Hook { id: String },
}

/// Where the page was told to go and has not gone yet: a window that is only being made hears nothing.
#[derive(Default)]
pub struct Place(Mutex<Option<Wanted>>);

/// How it is with the background, besides what the person wishes.
#[derive(Serialize, Type)]
pub struct BackgroundView {
    /// Why closing the window ends the program all the same; none where it does not, or nobody wishes so.
    problem: Option<String>,
    at_login: bool,
}

/// Something of the menu was chosen, on the thread of the bus.
pub fn chosen(app: &AppHandle, choice: Choice) {
    let wanted = match choice {
        Choice::Quit => return window::ask_to_quit(app),
        Choice::Open => None,
        Choice::Agent(agent) => Some(Wanted::Agent { agent }),
        Choice::Hook(id) => Some(Wanted::Hook { id }),
    };
    window::bring_forward(app);
    if wanted.is_some() {
        *app.state::<Place>().0.lock().unwrap_or_else(PoisonError::into_inner) = wanted;
        window::report(WantedEvent(()).emit(app));
    }
}

/// Where the page is to go, once.
#[tauri::command]
#[specta::specta]
pub async fn take_wanted(place: State<'_, Place>) -> Answer<Option<Wanted>> {
    Ok(place.0.lock().unwrap_or_else(PoisonError::into_inner).take())
}

#[tauri::command]
#[specta::specta]
pub async fn background(app: AppHandle, desk: Shared<'_>) -> Answer<BackgroundView> {
    ask(desk, move |desk| Ok(view(&app, desk))).await
}

#[tauri::command]
#[specta::specta]
pub async fn start_at_login(app: AppHandle, desk: Shared<'_>, on: bool) -> Answer<BackgroundView> {
    ask(desk, move |desk| {
        login::set(&app, desk, on)?;
        Ok(view(&app, desk))
    })
    .await
}

/// The file that desktops of Linux look at.
#[cfg(target_os = "linux")]
mod login {
    use super::{Answer, AppHandle, Code, Desk, Failure};

    pub fn is_on(_: &AppHandle, desk: &Desk) -> bool {
        desk.starts_at_login()
    }

    pub fn set(_: &AppHandle, desk: &Desk, on: bool) -> Answer<()> {
        let program = std::env::current_exe().map_err(|error| {
            let message = format!(
                "The system does not say where this program is ({error}). Nothing was changed."
            );
            Failure::new(Code::Unexpected, message)
        })?;
        desk.start_at_login(&program, on)
    }
}

/// What macOS and Windows have for it. Written and never run.
#[cfg(not(target_os = "linux"))]
mod login {
    use tauri_plugin_autostart::ManagerExt as _;

    use super::{Answer, AppHandle, Code, Desk, Failure};

    pub fn is_on(app: &AppHandle, _: &Desk) -> bool {
        app.autolaunch().is_enabled().unwrap_or(false)
    }

    pub fn set(app: &AppHandle, _: &Desk, on: bool) -> Answer<()> {
        let manager = app.autolaunch();
        let done = if on { manager.enable() } else { manager.disable() };
        done.map_err(|error| {
            let message = format!("The system refused it ({error}). Nothing was changed.");
            Failure::new(Code::NotWritten, message)
        })
    }
}

fn view(app: &AppHandle, desk: &Desk) -> BackgroundView {
    let unseen = desk.wishes().background && !background::is_on(app);
    let problem = unseen.then(|| {
        "The desktop shows no icon of Tacklebox at the moment, so closing the window ends it."
            .into()
    });
    BackgroundView { problem, at_login: login::is_on(app, desk) }
}
