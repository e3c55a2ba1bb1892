//! The commands about installed hooks: what was changed since, removing them, copying them to another agent.

use tacklebox_engine::apply::Change;
use tacklebox_engine::desk::{Comparing, Installed, Outcome, Ported};
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::install::changed::ChangedFile;
use tacklebox_engine::install::removed::RemovedHook;
use tacklebox_engine::plan::PlanView;
use tacklebox_engine::port::{PortChoice, PortView};

use crate::commands::{Answer, Shared, ask};

#[tauri::command]
#[specta::specta]
pub async fn changed_files(desk: Shared<'_>, id: String) -> Answer<Vec<ChangedFile>> {
    ask(desk, move |desk| desk.changed_files(&id)).await
}

#[tauri::command]
#[specta::specta]
pub async fn approve_changes(desk: Shared<'_>, id: String) -> Answer<Change> {
    ask(desk, move |desk| desk.approve_changes(&id)).await
}

#[tauri::command]
#[specta::specta]
pub async fn put_back(desk: Shared<'_>, id: String, confirmed: bool) -> Answer<Outcome> {
    ask(desk, move |desk| desk.put_back(&id, confirmed)).await
}

/// Removed hooks that are still kept.
#[tauri::command]
#[specta::specta]
pub async fn removed_hooks(desk: Shared<'_>) -> Answer<Vec<RemovedHook>> {
    ask(desk, |desk| Ok(desk.removed_hooks())).await
}

#[tauri::command]
#[specta::specta]
pub async fn restore_removed(desk: Shared<'_>, id: String, name: String) -> Answer<Change> {
    ask(desk, move |desk| desk.restore_removed(&id, &name)).await
}

#[tauri::command]
#[specta::specta]
pub async fn plan_remove(desk: Shared<'_>, id: String, with_settings: bool) -> Answer<PlanView> {
    ask(desk, move |desk| desk.plan_remove(&id, with_settings)).await
}

#[tauri::command]
#[specta::specta]
pub async fn remove(desk: Shared<'_>, id: String, with_settings: bool) -> Answer<Change> {
    ask(desk, move |desk| desk.remove(&id, with_settings)).await
}

#[tauri::command]
#[specta::specta]
pub async fn port_choices(desk: Shared<'_>, id: String) -> Answer<Vec<PortChoice>> {
    ask(desk, move |desk| desk.port_choices(&id)).await
}

#[tauri::command]
#[specta::specta]
pub async fn plan_port(desk: Shared<'_>, id: String, to: AgentId) -> Answer<PortView> {
    ask(desk, move |desk| desk.plan_port(&id, to)).await
}

#[tauri::command]
#[specta::specta]
pub async fn port(desk: Shared<'_>, id: String, to: AgentId) -> Answer<Ported> {
    ask(desk, move |desk| desk.port(&id, to)).await
}

#[tauri::command]
#[specta::specta]
pub async fn own_copy(desk: Shared<'_>, id: String) -> Answer<Installed> {
    ask(desk, move |desk| desk.own_copy(&id)).await
}

/// Runs a hook and its copy, each in its box, on the sample of the event they listen to.
#[tauri::command]
#[specta::specta]
pub async fn compare_port(
    desk: Shared<'_>,
    id: String,
    ported: String,
    network: bool,
    confirmed: bool,
) -> Answer<Comparing> {
    ask(desk, move |desk| desk.compare_port(&id, &ported, network, confirmed)).await
}
