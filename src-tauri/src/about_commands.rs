//! The commands about Tacklebox itself.

use tacklebox_engine::desk::{About, NewVersion};
use tauri::{AppHandle, Manager as _};

use crate::commands::{Answer, Shared, ask, shown};

/// Version, licences, and where things are.
#[tauri::command]
#[specta::specta]
pub async fn about(app: AppHandle, desk: Shared<'_>) -> Answer<About> {
    ask(desk, move |desk| Ok(desk.about(app.path().app_log_dir().ok().as_deref()))).await
}

/// What helps to find out why something does not work, without names, paths and values.
#[tauri::command]
#[specta::specta]
pub async fn diagnostics(desk: Shared<'_>) -> Answer<String> {
    ask(desk, |desk| Ok(desk.diagnostics())).await
}

/// Shows the log in the system's own program for folders.
#[tauri::command]
#[specta::specta]
pub async fn open_log(app: AppHandle, desk: Shared<'_>) -> Answer<()> {
    ask(desk, move |_| {
        let folder = app.path().app_log_dir().map_err(|error| not_there(&error))?;
        let file = folder.join("tacklebox.log");
        shown(if file.is_file() { &file } else { &folder })
    })
    .await
}

/// Sets the address that is asked for a new version; an empty one: nobody is asked.
#[tauri::command]
#[specta::specta]
pub async fn set_updates_from(desk: Shared<'_>, address: String) -> Answer<Option<String>> {
    ask(desk, move |desk| desk.set_updates_from(&address)).await
}

/// Asks that address, after it was read.
#[tauri::command]
#[specta::specta]
pub async fn look_for_version(desk: Shared<'_>, confirmed: bool) -> Answer<NewVersion> {
    ask(desk, move |desk| desk.look_for_version(confirmed)).await
}

fn not_there(error: &tauri::Error) -> tacklebox_engine::failure::Failure {
    use tacklebox_engine::failure::{Code, Failure};
    Failure::new(Code::NotOpened, format!("The system has no place for a log: {error}"))
        .hint("Nothing was changed.")
}
