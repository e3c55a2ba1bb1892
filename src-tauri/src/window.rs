//! The one window: made hidden, shown when its page has painted, kept on its own pages.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Serialize;
use specta::Type;
use tacklebox_engine::desk::Desk;
use tauri::webview::NewWindowResponse;
use tauri::{
    AppHandle, CloseRequestApi, Manager as _, Url, WebviewWindow, WebviewWindowBuilder, Window,
};
use tauri_plugin_dialog::{DialogExt as _, FileDialogBuilder};
use tauri_specta::Event;

pub const LABEL: &str = "main";

/// The person closed the window while this is being done; `close_window` is the answer.
#[derive(Clone, Serialize, Type, Event)]
#[tauri_specta(event_name = "close-asked")]
pub struct CloseEvent(pub Vec<String>);

/// Whether the page holds text that was typed and not saved.
#[derive(Default)]
pub struct Unsaved(AtomicBool);

impl Unsaved {
    pub fn set(&self, on: bool) {
        self.0.store(on, Ordering::Relaxed);
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// After this long the window is shown whatever the page does: a page that is broken must not make
/// a program that nobody can see or close.
const PATIENCE: Duration = Duration::from_secs(3);

/// Makes the window, hidden.
///
/// # Errors
/// Where the configuration names no window or the web view cannot be made.
pub fn open(app: &AppHandle) -> tauri::Result<()> {
    let config = app.config().app.windows.iter().find(|window| window.label == LABEL);
    let config = config.ok_or(tauri::Error::WindowNotFound)?;
    WebviewWindowBuilder::from_config(app, config)?
        .on_navigation(is_own_page)
        .on_new_window(|_, _| NewWindowResponse::Deny)
        // *Paste* in the menus of text fields is ours: the browser's own menus are not shown.
        .enable_clipboard_access()
        .build()?;

    let app = app.clone();
    std::thread::spawn(move || {
        std::thread::sleep(PATIENCE);
        if let Some(window) = app.get_webview_window(LABEL)
            && !window.is_visible().unwrap_or(true)
        {
            log::warn!("The page was not painted after {PATIENCE:?}; the window is shown anyway");
            show(&window);
        }
    });
    Ok(())
}

/// Shows the window for the first time.
pub fn reveal(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(LABEL)
        && !window.is_visible().unwrap_or(false)
    {
        show(&window);
    }
}

/// The person closes the window. While something is being done, or was typed and not saved, the page asks first.
pub fn close_asked(window: &Window, api: &CloseRequestApi) {
    let work = window.state::<Arc<Desk>>().work_in_progress();
    let asks = !work.is_empty() || window.state::<Unsaved>().is_set();
    if asks && CloseEvent(work).emit(window.app_handle()).is_ok() {
        api.prevent_close();
    }
}

/// Closes the window as its own button does.
pub fn ask_to_close(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(LABEL) {
        report(window.close());
    }
}

/// Closes the window without asking.
pub fn close(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(LABEL) {
        report(window.destroy());
    }
}

/// A second start: the first window comes to the front instead.
pub fn bring_forward(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(LABEL) {
        report(window.unminimize());
        show(&window);
    }
}

/// The system's own dialog for files and folders, over the window.
pub fn dialog(app: &AppHandle) -> FileDialogBuilder<tauri::Wry> {
    let dialog = app.dialog().file();
    match app.get_webview_window(LABEL) {
        Some(window) => dialog.set_parent(&window),
        None => dialog,
    }
}

fn show(window: &WebviewWindow) {
    report(window.show());
    report(window.set_focus());
}

pub fn report(outcome: tauri::Result<()>) {
    if let Err(error) = outcome {
        log::warn!("The window did not respond: {error}");
    }
}

/// Whether an address is a page of ours. Everything else is refused: links go to the browser
/// through the command `open_link`, after the person saw where they lead.
fn is_own_page(url: &Url) -> bool {
    match (url.scheme(), url.host_str()) {
        ("tauri", Some("localhost")) => true,
        // What `tauri:` is called on Windows.
        ("http" | "https", Some("tauri.localhost")) => cfg!(windows),
        ("http", Some("localhost")) => cfg!(dev) && url.port() == Some(5173),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_stays_on_its_own_pages() {
        let allowed = |url: &str| is_own_page(&url.parse().unwrap());
        assert!(allowed("tauri://localhost/hooks/milady"));
        for url in [
            "https://example.com/",
            "http://localhost/",
            "https://localhost:5173/",
            "file:///etc/passwd",
            "data:text/html,hello",
            "about:blank",
            "tauri://example.com/",
            "https://tauri.localhost.example.com/",
        ] {
            assert!(!allowed(url), "{url} must be refused");
        }
    }
}
