//! The commands about Tacklebox itself.

use std::path::PathBuf;

use tacklebox_engine::desk::{About, NewVersion};
use tacklebox_engine::failure::{Code, Failure};
use tauri::{AppHandle, Manager as _};

use crate::commands::{Answer, Shared, ask};
use crate::opening::{open, shown};

/// Version, licences, and where things are.
#[tauri::command]
#[specta::specta]
pub async fn about(app: AppHandle, desk: Shared<'_>) -> Answer<About> {
    ask(desk, move |desk| {
        let log = app.path().app_log_dir().ok();
        Ok(desk.about(log.as_deref(), third_party(&app).as_deref()))
    })
    .await
}

/// Opens the list of what Tacklebox is made of, with the licences.
#[tauri::command]
#[specta::specta]
pub async fn open_third_party(app: AppHandle, desk: Shared<'_>) -> Answer<()> {
    ask(desk, move |_| {
        let list = third_party(&app).ok_or_else(|| {
            Failure::new(Code::NotOpened, "The list is not there any more.")
                .hint("It comes with each package of Tacklebox.")
        })?;
        open(&list)
    })
    .await
}

/// Where `scripts/package.mjs` puts it; a program that was built by hand has none.
fn third_party(app: &AppHandle) -> Option<PathBuf> {
    let folder = if cfg!(target_os = "linux") {
        std::env::current_exe().ok()?.parent()?.parent()?.join("share/doc/tacklebox")
    } else {
        app.path().resource_dir().ok()?
    };
    Some(folder.join("THIRD-PARTY.txt")).filter(|file| file.is_file())
}

/// What helps to find out why something does not work, without names, paths and values.
#[tauri::command]
#[specta::specta]
pub async fn diagnostics(desk: Shared<'_>) -> Answer<String> {
    ask(desk, |desk| Ok(desk.diagnostics(tauri::webview_version().ok().as_deref()))).await
}

/// The page itself failed. `kind` says which error in which of its files, and never what it says.
#[tauri::command]
#[specta::specta]
pub async fn note_page_error(desk: Shared<'_>, kind: String) -> Answer<()> {
    ask(desk, move |desk| {
        log::error!("{}", desk.note_page_error(&kind));
        Ok(())
    })
    .await
}

/// Shows the log in the system's own program for folders, or opens it. Where no program takes a text, its folder.
#[tauri::command]
#[specta::specta]
pub async fn open_log(app: AppHandle, desk: Shared<'_>) -> Answer<()> {
    ask(desk, move |_| {
        let folder = app.path().app_log_dir().map_err(|error| not_there(&error))?;
        let file = folder.join("tacklebox.log");
        if file.is_file() && shown(&file).is_ok() {
            return Ok(());
        }
        shown(&folder)
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

fn not_there(error: &tauri::Error) -> Failure {
    Failure::new(Code::NotOpened, format!("The system has no place for a log: {error}"))
        .hint("Nothing was changed.")
}
