//! The commands about a set-up that is carried: its file is picked in the system's own dialog.

use tacklebox_engine::desk::setup_file::{SetupApplied, SetupExported, SetupView};
use tacklebox_engine::plan::PlanView;
use tauri::AppHandle;

use crate::commands::{Answer, Shared, ask};
use crate::window;

/// Writes what is here into the file that the person picks; none where the dialog was closed.
#[tauri::command]
#[specta::specta]
pub async fn export_setup(app: AppHandle, desk: Shared<'_>) -> Answer<Option<SetupExported>> {
    ask(desk, move |desk| {
        let dialog = window::dialog(&app)
            .add_filter("TOML", &["toml"])
            .add_filter("JSON", &["json"])
            .set_file_name("my-setup.toml");
        let picked = dialog.blocking_save_file().and_then(|path| path.into_path().ok());
        picked.map(|path| desk.export_setup(&path)).transpose()
    })
    .await
}

/// Opens the set-up that the person picks; none where the dialog was closed.
#[tauri::command]
#[specta::specta]
pub async fn open_setup(app: AppHandle, desk: Shared<'_>) -> Answer<Option<SetupView>> {
    ask(desk, move |desk| {
        let dialog = window::dialog(&app).add_filter("toml, json", &["toml", "json"]);
        let picked = dialog.blocking_pick_file().and_then(|path| path.into_path().ok());
        picked.map(|path| desk.open_setup(&path)).transpose()
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub async fn setup(desk: Shared<'_>) -> Answer<SetupView> {
    ask(desk, |desk| desk.setup()).await
}

#[tauri::command]
#[specta::specta]
pub async fn plan_setup(desk: Shared<'_>, chosen: Vec<String>) -> Answer<Vec<PlanView>> {
    ask(desk, move |desk| desk.plan_setup(chosen)).await
}

#[tauri::command]
#[specta::specta]
pub async fn apply_setup(desk: Shared<'_>, chosen: Vec<String>) -> Answer<SetupApplied> {
    ask(desk, move |desk| desk.apply_setup(chosen)).await
}

#[tauri::command]
#[specta::specta]
pub async fn close_setup(desk: Shared<'_>) -> Answer<()> {
    ask(desk, |desk| {
        desk.close_setup();
        Ok(())
    })
    .await
}
