//! The background as the page asks for it, and what is chosen in the tray.

use serde::Serialize;
use specta::Type;
use tacklebox_engine::desk::Desk;
use tacklebox_engine::failure::{Code, Failure};
use tauri::AppHandle;

use crate::background;
use crate::commands::{Answer, Shared, ask};
use crate::incoming::{self, Page};
use crate::tray::Choice;
use crate::window;

/// How it is with the background, besides what the person wishes.
#[derive(Serialize, Type)]
pub struct BackgroundView {
    /// Why closing the window ends the program all the same; none where it does not, or nobody wishes so.
    problem: Option<String>,
    at_login: bool,
}

/// Something of the menu was chosen, on the thread of the bus.
pub fn chosen(app: &AppHandle, choice: Choice) {
    let page = match choice {
        Choice::Quit => return window::ask_to_quit(app),
        Choice::Open => None,
        Choice::Agent(agent) => Some(Page::Agent { agent }),
        Choice::Hook(id) => Some(Page::Hook { id }),
    };
    window::bring_forward(app);
    if let Some(page) = page {
        incoming::go(app, page);
    }
}

/// How it is with the background; `at_login` has the program started with the login, or no longer.
#[tauri::command]
#[specta::specta]
pub async fn background(
    app: AppHandle,
    desk: Shared<'_>,
    at_login: Option<bool>,
) -> Answer<BackgroundView> {
    ask(desk, move |desk| {
        if let Some(on) = at_login {
            login::set(&app, desk, on)?;
        }
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
