//! What the page asks of the window around it.

use std::collections::BTreeMap;

use tacklebox_engine::settings::Wishes;
use tauri::{AppHandle, State, WebviewWindow};

use crate::background;
use crate::commands::{Answer, Shared, ask};
use crate::held::Unsaved;
use crate::window;

/// Whether the page holds text that was typed and not saved: then it is asked before the window closes.
#[tauri::command]
#[specta::specta]
pub async fn hold_open(held: State<'_, Unsaved>, on: bool) -> Answer<()> {
    held.set(on);
    Ok(())
}

/// Keeps a text that was typed and not saved, or lets it go. The name says which field it is of.
#[tauri::command]
#[specta::specta]
pub async fn keep_typed(desk: Shared<'_>, name: String, text: Option<String>) -> Answer<()> {
    ask(desk, move |desk| desk.keep_typed(&name, text.as_deref())).await
}

/// The texts that a program left which ended without closing its window.
#[tauri::command]
#[specta::specta]
pub async fn typed_before(desk: Shared<'_>) -> Answer<BTreeMap<String, String>> {
    ask(desk, |desk| Ok(desk.typed_before())).await
}

/// Closes the window as its own button does, or ends the program, also one that goes on in the background: what is being
/// done or typed is asked about first.
#[tauri::command]
#[specta::specta]
pub async fn ask_to_close(app: AppHandle, quit: bool) -> Answer<()> {
    if quit {
        window::ask_to_quit(&app);
    } else {
        window::ask_to_close(&app);
    }
    Ok(())
}

/// How large everything is drawn, in percent.
#[tauri::command]
#[specta::specta]
pub async fn set_zoom(window: WebviewWindow, percent: u16) -> Answer<()> {
    window::report(window.set_zoom(f64::from(percent.clamp(50, 300)) / 100.0));
    Ok(())
}

/// What the person said about the window itself: whether the tour was seen, and what the desktop may be told of.
#[tauri::command]
#[specta::specta]
pub async fn wishes(desk: Shared<'_>) -> Answer<Wishes> {
    ask(desk, |desk| Ok(desk.wishes())).await
}

#[tauri::command]
#[specta::specta]
pub async fn set_wishes(app: AppHandle, desk: Shared<'_>, wishes: Wishes) -> Answer<Wishes> {
    ask(desk, move |desk| {
        // First, as it may be refused.
        if desk.wishes().background != wishes.background {
            background::wish(&app, desk, wishes.background)?;
        }
        desk.set_wishes(wishes)
    })
    .await
}
