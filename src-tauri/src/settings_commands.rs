//! The commands of the Settings screen. A folder is a value that a person typed or picked; the engine
//! checks it. Pages have no right to the file dialog: it is opened here.

use tacklebox_engine::apply::Change;
use tacklebox_engine::desk::Outcome;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::settings::{
    ConfigEntry, ContextText, FieldId, ListId, OwnData, SettingsView,
};
use tauri::AppHandle;

use crate::background;
use crate::commands::{Answer, Shared, ask};
use crate::opening::shown;
use crate::window;

#[tauri::command]
#[specta::specta]
pub async fn settings(desk: Shared<'_>, agent: AgentId) -> Answer<SettingsView> {
    ask(desk, move |desk| desk.settings(agent)).await
}

/// Which version of an agent to judge by from now on; none: the one that is found here.
#[tauri::command]
#[specta::specta]
pub async fn choose_runtime(
    desk: Shared<'_>,
    agent: AgentId,
    version: Option<String>,
) -> Answer<()> {
    ask(desk, move |desk| desk.choose_runtime(agent, version.as_deref())).await
}

#[tauri::command]
#[specta::specta]
pub async fn set_field(
    desk: Shared<'_>,
    agent: AgentId,
    field: FieldId,
    value: String,
    confirmed: bool,
) -> Answer<Outcome> {
    ask(desk, move |desk| desk.set_field(agent, field, Some(&value), confirmed)).await
}

#[tauri::command]
#[specta::specta]
pub async fn clear_field(
    desk: Shared<'_>,
    agent: AgentId,
    field: FieldId,
    confirmed: bool,
) -> Answer<Outcome> {
    ask(desk, move |desk| desk.set_field(agent, field, None, confirmed)).await
}

#[tauri::command]
#[specta::specta]
pub async fn add_folder(
    desk: Shared<'_>,
    agent: AgentId,
    folder: String,
    confirmed: bool,
) -> Answer<Outcome> {
    ask(desk, move |desk| desk.add_folder(agent, &folder, confirmed)).await
}

#[tauri::command]
#[specta::specta]
pub async fn remove_folder(
    desk: Shared<'_>,
    agent: AgentId,
    folder: String,
    confirmed: bool,
) -> Answer<Outcome> {
    ask(desk, move |desk| desk.remove_folder(agent, &folder, confirmed)).await
}

/// A folder that the agent is started in: its hooks are listed from now on.
#[tauri::command]
#[specta::specta]
pub async fn add_project(desk: Shared<'_>, agent: AgentId, folder: String) -> Answer<Change> {
    ask(desk, move |desk| desk.add_project(agent, &folder)).await
}

/// The project folder of this id is not listed any more.
#[tauri::command]
#[specta::specta]
pub async fn remove_project(desk: Shared<'_>, agent: AgentId, id: String) -> Answer<Change> {
    ask(desk, move |desk| desk.remove_project(agent, &id)).await
}

/// The folder that the person picks in the system's own dialog; none where it was closed.
#[tauri::command]
#[specta::specta]
pub async fn pick_folder(
    app: AppHandle,
    desk: Shared<'_>,
    agent: AgentId,
) -> Answer<Option<String>> {
    ask(desk, move |desk| {
        let dialog = window::dialog(&app).set_directory(desk.picker_start(agent)?);
        let picked = dialog.blocking_pick_folder().and_then(|folder| folder.into_path().ok());
        Ok(picked.map(|folder| desk.picked(&folder)))
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub async fn save_entry(
    desk: Shared<'_>,
    agent: AgentId,
    list: ListId,
    id: Option<String>,
    entry: ConfigEntry,
    confirmed: bool,
) -> Answer<Outcome> {
    ask(desk, move |desk| desk.save_entry(agent, list, id.as_deref(), &entry, confirmed)).await
}

#[tauri::command]
#[specta::specta]
pub async fn remove_entry(
    desk: Shared<'_>,
    agent: AgentId,
    list: ListId,
    id: String,
    confirmed: bool,
) -> Answer<Outcome> {
    ask(desk, move |desk| desk.remove_entry(agent, list, &id, confirmed)).await
}

#[tauri::command]
#[specta::specta]
pub async fn context_file(desk: Shared<'_>, agent: AgentId, name: String) -> Answer<ContextText> {
    ask(desk, move |desk| desk.context_file(agent, &name)).await
}

#[tauri::command]
#[specta::specta]
pub async fn save_context_file(
    desk: Shared<'_>,
    agent: AgentId,
    name: String,
    text: String,
    stamp: String,
) -> Answer<Change> {
    ask(desk, move |desk| desk.save_context_file(agent, &name, &text, &stamp)).await
}

#[tauri::command]
#[specta::specta]
pub async fn own_data(desk: Shared<'_>) -> Answer<OwnData> {
    ask(desk, |desk| Ok(desk.own_data())).await
}

#[tauri::command]
#[specta::specta]
pub async fn open_own_data(desk: Shared<'_>) -> Answer<()> {
    ask(desk, |desk| shown(&desk.own_data_folder()?)).await
}

#[tauri::command]
#[specta::specta]
pub async fn remove_own_data(app: AppHandle, desk: Shared<'_>) -> Answer<OwnData> {
    ask(desk, move |desk| {
        let removed = desk.remove_own_data()?;
        // What was wished went with it.
        background::wish(&app, desk, false)?;
        Ok(removed)
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub async fn set_guard(desk: Shared<'_>, on: bool) -> Answer<OwnData> {
    ask(desk, move |desk| desk.set_guard(on)).await
}
