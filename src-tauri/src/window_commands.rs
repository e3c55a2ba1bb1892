//! What the page asks of the window around it.

use tauri::{AppHandle, State, WebviewWindow};

use crate::commands::Answer;
use crate::window::{self, Unsaved};

/// Whether the page holds text that was typed and not saved: then it is asked before the window closes.
#[tauri::command]
#[specta::specta]
pub async fn hold_open(held: State<'_, Unsaved>, on: bool) -> Answer<()> {
    held.set(on);
    Ok(())
}

/// Closes the window as its own button does: what is being done or typed is asked about first.
#[tauri::command]
#[specta::specta]
pub async fn ask_to_close(app: AppHandle) -> Answer<()> {
    window::ask_to_close(&app);
    Ok(())
}

/// How large everything is drawn, in percent.
#[tauri::command]
#[specta::specta]
pub async fn set_zoom(window: WebviewWindow, percent: u16) -> Answer<()> {
    window::report(window.set_zoom(f64::from(percent.clamp(50, 300)) / 100.0));
    Ok(())
}
