//! The commands about the box of a try: what it is here, and what was written in it.

use tacklebox_engine::desk::TryBox;
use tauri::AppHandle;

use crate::commands::{Answer, Shared, ask};
use crate::window;

/// What a box is on this computer.
#[tauri::command]
#[specta::specta]
pub async fn try_box(desk: Shared<'_>) -> Answer<TryBox> {
    ask(desk, |desk| Ok(desk.try_box())).await
}

/// The text of a file that was written, or of a request that was not sent.
#[tauri::command]
#[specta::specta]
pub async fn try_show(desk: Shared<'_>, run: u32, row: u32, deed: u32) -> Answer<String> {
    ask(desk, move |desk| desk.try_show(run, row, deed)).await
}

/// Copies a written file into the folder that the person picks; none where the dialog was closed.
#[tauri::command]
#[specta::specta]
pub async fn try_keep(
    app: AppHandle,
    desk: Shared<'_>,
    run: u32,
    row: u32,
    deed: u32,
) -> Answer<Option<String>> {
    ask(desk, move |desk| {
        let picked =
            window::dialog(&app).blocking_pick_folder().and_then(|path| path.into_path().ok());
        let Some(folder) = picked else { return Ok(None) };
        let kept = desk.try_keep(run, row, deed, &folder)?;
        Ok(kept.file_name().map(|name| name.to_string_lossy().into_owned()))
    })
    .await
}

/// Empties the box of the last try.
#[tauri::command]
#[specta::specta]
pub async fn try_clear(desk: Shared<'_>) -> Answer<()> {
    ask(desk, |desk| {
        desk.try_clear();
        Ok(())
    })
    .await
}
