//! The one window: made hidden, shown when its page has colours, kept on its own pages.

use std::sync::Arc;
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

use crate::background;
use crate::first_page;
use crate::held::{Shown, Unsaved};

pub const LABEL: &str = "main";

/// The person closed the window while this is being done; `close_window` is the answer.
#[derive(Clone, Serialize, Type, Event)]
#[tauri_specta(event_name = "close-asked")]
pub struct CloseEvent(pub Vec<String>);

/// After this long the window is shown whatever the page does: a page that is broken must not make
/// a program that nobody can see or close.
pub const PATIENCE: Duration = Duration::from_secs(3);

/// Makes the window, hidden.
///
/// # Errors
/// Where the configuration names no window or the web view cannot be made.
pub fn open(app: &AppHandle) -> tauri::Result<()> {
    let config = app.config().app.windows.iter().find(|window| window.label == LABEL);
    let config = config.ok_or(tauri::Error::WindowNotFound)?;
    app.state::<Shown>().set(false);
    let page_of = app.clone();
    let window = WebviewWindowBuilder::from_config(app, config)?
        .on_navigation(is_own_page)
        .on_web_resource_request(move |_, page| first_page::hand_over(&page_of, page))
        .on_new_window(|_, _| NewWindowResponse::Deny)
        // The browser's own menus are kept back from the first moment: ours come with a later part of the page.
        .initialization_script("addEventListener('contextmenu', (event) => event.preventDefault())")
        // *Paste* in the menus of text fields is ours: the browser's own menus are not shown.
        .enable_clipboard_access()
        .build()?;
    // Nothing looks after the page on the other systems, as the guide says.
    #[cfg(target_os = "linux")]
    crate::revive::watch(&window);

    let app = app.clone();
    std::thread::spawn(move || {
        std::thread::sleep(PATIENCE);
        if !app.state::<Shown>().is_set() {
            log::warn!("The page did not begin within {PATIENCE:?}; the window is shown anyway");
            reveal(&app);
        }
    });
    Ok(())
}

/// Shows the window for the first time.
pub fn reveal(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(LABEL)
        && !app.state::<Shown>().is_set()
    {
        show(&window);
    }
}

/// The person closes the window. In the background all of it goes on: what is being done, and what was typed. Else the
/// page asks first where something of that would be lost.
pub fn close_asked(window: &Window, api: &CloseRequestApi) {
    let app = window.app_handle();
    if background::is_on(app) {
        api.prevent_close();
        report(window.hide());
    } else if asks_first(app) {
        api.prevent_close();
    }
}

/// Ends the program; the page asks first where something would be lost.
pub fn ask_to_quit(app: &AppHandle) {
    if !asks_to_stay(app) {
        app.exit(0);
    }
}

/// Whether the page asks before the program ends; then it is in front. A window that is gone asks nothing.
pub fn asks_to_stay(app: &AppHandle) -> bool {
    let asks = app.get_webview_window(LABEL).is_some() && asks_first(app);
    if asks {
        bring_forward(app);
    }
    asks
}

/// Whether the page asks before something is lost.
fn asks_first(app: &AppHandle) -> bool {
    let desk = app.try_state::<Arc<Desk>>();
    let work = desk.map(|desk| desk.work_in_progress()).unwrap_or_default();
    let asks = !work.is_empty() || app.state::<Unsaved>().is_set();
    asks && CloseEvent(work).emit(app).is_ok()
}

/// Closes the window as its own button does.
pub fn ask_to_close(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(LABEL) {
        report(window.close());
    }
}

/// Closes the window without asking: the person was asked.
pub fn close(app: &AppHandle) {
    app.state::<Unsaved>().set(false);
    if let Some(window) = app.get_webview_window(LABEL) {
        report(window.destroy());
    }
}

/// A second start: the first window comes to the front instead. It is made where the program was started without one.
pub fn bring_forward(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(LABEL) {
        report(window.unminimize());
        show(&window);
    } else {
        let app = app.clone();
        report(app.clone().run_on_main_thread(move || report(open(&app))));
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
    window.state::<Shown>().set(true);
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
