//! The commands of the page and the events to it. The page sends ids and names; the engine turns
//! them into paths and checks them. Each command is one call into the desk, off the main thread.

use std::sync::Arc;

use serde::Serialize;
use specta::Type;
use tacklebox_engine::activity::Entry;
use tacklebox_engine::apply::Change;
use tacklebox_engine::desk::{
    Desk, FirstPage, FirstPicture, Installed, InventoryChanged, MachineView, ManyDeed, Outcome,
    OutputPart, Overview, ProvisionChanged, ProvisionView, TryMoment, TryRequest, TryStart,
    TryState,
};
use tacklebox_engine::detail::HookDetail;
use tacklebox_engine::failure::{Code, Failure};
use tacklebox_engine::hook::{AgentId, Hook};
use tacklebox_engine::install::included::{Included, IncludedPage};
use tauri::{AppHandle, State};
use tauri_specta::Event;

use crate::opening::{open, shown};
use crate::window;

pub type Answer<T> = Result<T, Failure>;
pub type Shared<'a> = State<'a, Arc<Desk>>;

/// What changed in one agent's list, on disk or by a command.
#[derive(Clone, Serialize, Type, Event)]
#[tauri_specta(event_name = "inventory-changed")]
pub struct InventoryEvent(pub InventoryChanged);

/// The login shell's PATH is known, or something else about this computer.
#[derive(Clone, Serialize, Type, Event)]
#[tauri_specta(event_name = "machine-changed")]
pub struct MachineEvent(pub MachineView);

/// An installation of a program went on.
#[derive(Clone, Serialize, Type, Event)]
#[tauri_specta(event_name = "provision-changed")]
pub struct ProvisionEvent(pub ProvisionChanged);

/// How far a try is.
#[derive(Clone, Serialize, Type, Event)]
#[tauri_specta(event_name = "try-changed")]
pub struct TryEvent(pub TryState);

/// Asks the desk on a thread that may wait for the disk.
pub async fn ask<T: Send + 'static>(
    desk: Shared<'_>,
    call: impl FnOnce(&Arc<Desk>) -> Answer<T> + Send + 'static,
) -> Answer<T> {
    let desk = Arc::clone(&desk);
    let noted = Arc::clone(&desk);
    let answer = tauri::async_runtime::spawn_blocking(move || call(&desk)).await;
    let answer = answer.unwrap_or_else(|error| Err(unexpected(&error)));
    if let Err(error) = &answer {
        noted.note_failure(error.code);
        log::warn!("{}: {}", error.code, error.message);
    }
    answer
}

fn unexpected(error: &dyn std::fmt::Display) -> Failure {
    log::error!("{error}");
    Failure::new(
        Code::Unexpected,
        "Something in Tacklebox itself failed. Nothing more was changed.",
    )
    .hint("The log says more. Try again, or restart Tacklebox.")
}

#[tauri::command]
#[specta::specta]
pub async fn overview(desk: Shared<'_>) -> Answer<Overview> {
    ask(desk, |desk| Ok(desk.overview())).await
}

#[tauri::command]
#[specta::specta]
pub async fn hooks(desk: Shared<'_>, agent: Option<AgentId>) -> Answer<Vec<Hook>> {
    ask(desk, move |desk| Ok(desk.hooks(agent))).await
}

/// What did not fit into the page: see `first_page.rs`.
#[tauri::command]
#[specta::specta]
pub async fn first_page(desk: Shared<'_>) -> Answer<FirstPage> {
    ask(desk, |desk| Ok(desk.asked_first_page())).await
}

/// Keeps the first picture for the next time that the same is shown.
#[tauri::command]
#[specta::specta]
pub async fn keep_picture(desk: Shared<'_>, told: u32, picture: FirstPicture) -> Answer<()> {
    ask(desk, move |desk| {
        desk.keep_picture(told, picture);
        Ok(())
    })
    .await
}

/// How many changes were told so far. The window is drawn and listens: from then on files are watched.
#[tauri::command]
#[specta::specta]
pub async fn told(desk: Shared<'_>) -> Answer<u32> {
    ask(desk, |desk| {
        let told = desk.told();
        desk.follow();
        Ok(told)
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub async fn hook(desk: Shared<'_>, id: String) -> Answer<HookDetail> {
    ask(desk, move |desk| desk.hook(&id)).await
}

#[tauri::command]
#[specta::specta]
pub async fn set_enabled(
    desk: Shared<'_>,
    id: String,
    on: bool,
    confirmed: bool,
) -> Answer<Outcome> {
    ask(desk, move |desk| desk.set_enabled(&id, on, confirmed)).await
}

#[tauri::command]
#[specta::specta]
pub async fn change_many(
    desk: Shared<'_>,
    ids: Vec<String>,
    deed: ManyDeed,
    confirmed: bool,
) -> Answer<Outcome> {
    ask(desk, move |desk| desk.change_many(&ids, deed, confirmed)).await
}

#[tauri::command]
#[specta::specta]
pub async fn set_hooks_on(desk: Shared<'_>, agent: AgentId, on: bool) -> Answer<Change> {
    ask(desk, move |desk| desk.set_hooks_on(agent, on)).await
}

#[tauri::command]
#[specta::specta]
pub async fn set_env(
    desk: Shared<'_>,
    id: String,
    key: String,
    value: String,
    confirmed: bool,
) -> Answer<Outcome> {
    ask(desk, move |desk| desk.set_env(&id, &key, Some(&value), confirmed)).await
}

#[tauri::command]
#[specta::specta]
pub async fn clear_env(
    desk: Shared<'_>,
    id: String,
    key: String,
    confirmed: bool,
) -> Answer<Outcome> {
    ask(desk, move |desk| desk.set_env(&id, &key, None, confirmed)).await
}

#[tauri::command]
#[specta::specta]
pub async fn set_setting(
    desk: Shared<'_>,
    id: String,
    path: String,
    value: String,
    confirmed: bool,
) -> Answer<Outcome> {
    ask(desk, move |desk| desk.set_setting(&id, &path, Some(&value), confirmed)).await
}

#[tauri::command]
#[specta::specta]
pub async fn clear_setting(
    desk: Shared<'_>,
    id: String,
    path: String,
    confirmed: bool,
) -> Answer<Outcome> {
    ask(desk, move |desk| desk.set_setting(&id, &path, None, confirmed)).await
}

#[tauri::command]
#[specta::specta]
pub async fn make_executable(desk: Shared<'_>, id: String) -> Answer<Change> {
    ask(desk, move |desk| desk.make_executable(&id)).await
}

#[tauri::command]
#[specta::specta]
pub async fn fix_note(
    desk: Shared<'_>,
    id: String,
    note: String,
    confirmed: bool,
) -> Answer<Outcome> {
    ask(desk, move |desk| desk.fix_note(&id, &note, confirmed)).await
}

#[tauri::command]
#[specta::specta]
pub async fn activity(desk: Shared<'_>) -> Answer<Vec<Entry>> {
    ask(desk, |desk| Ok(desk.activity())).await
}

/// The list as a text file, where the person wants it: its name, or none where the dialog was closed.
#[tauri::command]
#[specta::specta]
pub async fn export_activity(app: AppHandle, desk: Shared<'_>) -> Answer<Option<String>> {
    ask(desk, move |desk| {
        let dialog = window::dialog(&app).set_file_name("tacklebox-activity.txt");
        let Some(path) = dialog.blocking_save_file().and_then(|path| path.into_path().ok()) else {
            return Ok(None);
        };
        desk.export_activity(&path)?;
        Ok(path.file_name().map(|name| name.to_string_lossy().into_owned()))
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub async fn try_moments(desk: Shared<'_>, agent: AgentId) -> Answer<Vec<TryMoment>> {
    ask(desk, move |desk| desk.try_moments(agent)).await
}

#[tauri::command]
#[specta::specta]
pub async fn try_it(desk: Shared<'_>, wish: TryRequest) -> Answer<TryStart> {
    ask(desk, move |desk| desk.try_it(wish)).await
}

#[tauri::command]
#[specta::specta]
pub async fn cancel_try(desk: Shared<'_>, run: u32) -> Answer<()> {
    ask(desk, move |desk| {
        desk.cancel_try(run);
        Ok(())
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub async fn included(desk: Shared<'_>) -> Answer<Vec<Included>> {
    ask(desk, |desk| Ok(desk.included())).await
}

/// An included hook as an agent would get it.
#[tauri::command]
#[specta::specta]
pub async fn included_page(desk: Shared<'_>, name: String, agent: AgentId) -> Answer<IncludedPage> {
    ask(desk, move |desk| desk.included_page(&name, agent)).await
}

#[tauri::command]
#[specta::specta]
pub async fn install_included(desk: Shared<'_>, name: String, agent: AgentId) -> Answer<Installed> {
    ask(desk, move |desk| desk.install_included(&name, agent)).await
}

#[tauri::command]
#[specta::specta]
pub async fn undo(desk: Shared<'_>, id: String) -> Answer<Change> {
    ask(desk, move |desk| desk.undo(&id)).await
}

#[tauri::command]
#[specta::specta]
pub async fn open_folder(desk: Shared<'_>, id: String) -> Answer<()> {
    ask(desk, move |desk| shown(&desk.folder(&id)?)).await
}

#[tauri::command]
#[specta::specta]
pub async fn open_config_folder(desk: Shared<'_>, agent: AgentId) -> Answer<()> {
    ask(desk, move |desk| shown(&desk.config_folder(agent)?)).await
}

#[tauri::command]
#[specta::specta]
pub async fn open_link(desk: Shared<'_>, url: String) -> Answer<()> {
    ask(desk, move |desk| open(desk.link(&url)?.as_ref())).await
}

#[tauri::command]
#[specta::specta]
pub async fn refresh(desk: Shared<'_>) -> Answer<Overview> {
    ask(desk, |desk| Ok(desk.refresh())).await
}

#[tauri::command]
#[specta::specta]
pub async fn dismiss_pending(desk: Shared<'_>, agent: AgentId) -> Answer<()> {
    ask(desk, move |desk| {
        desk.dismiss_pending(agent);
        Ok(())
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub async fn install_program(
    desk: Shared<'_>,
    id: String,
    program: String,
    method: String,
) -> Answer<String> {
    ask(desk, move |desk| desk.install_program(&id, &program, &method)).await
}

#[tauri::command]
#[specta::specta]
pub async fn program_jobs(desk: Shared<'_>, id: String) -> Answer<Vec<ProvisionView>> {
    ask(desk, move |desk| Ok(desk.program_jobs(&id))).await
}

#[tauri::command]
#[specta::specta]
pub async fn job_output(desk: Shared<'_>, job: String) -> Answer<OutputPart> {
    ask(desk, move |desk| Ok(desk.job_output(&job))).await
}

#[tauri::command]
#[specta::specta]
pub async fn cancel_job(desk: Shared<'_>, job: String) -> Answer<()> {
    ask(desk, move |desk| {
        desk.cancel_job(&job);
        Ok(())
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub async fn dismiss_job(desk: Shared<'_>, job: String) -> Answer<()> {
    ask(desk, move |desk| {
        desk.dismiss_job(&job);
        Ok(())
    })
    .await
}

/// Closes the window although something is being done: it is stopped first.
#[tauri::command]
#[specta::specta]
pub async fn close_window(app: AppHandle, desk: Shared<'_>) -> Answer<()> {
    ask(desk, |desk| {
        desk.stop_jobs();
        // Whatever happens to it, the window closes.
        if let Err(error) = desk.forget_typed() {
            log::warn!("What was typed is still kept: {error}");
        }
        Ok(())
    })
    .await?;
    window::close(&app);
    Ok(())
}

/// The page has its colours: the window can be seen without a flash of white.
#[tauri::command]
#[specta::specta]
pub async fn window_ready(app: AppHandle) -> Answer<()> {
    window::reveal(&app);
    Ok(())
}
