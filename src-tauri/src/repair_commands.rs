//! The commands about what is broken and its ways out, and about telling an agent of changes.

use tacklebox_engine::apply::Change;
use tacklebox_engine::config::text::TextProblem;
use tacklebox_engine::desk::{Outcome, Repairing};
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::keys::KeyCheck;
use tacklebox_engine::program::FileText;
use tacklebox_engine::reload::Telling;
use tacklebox_engine::repair::RepairView;

use crate::commands::{Answer, Shared, ask};

/// What is wrong with a hook, and every way out that was tried.
#[tauri::command]
#[specta::specta]
pub async fn repairing(desk: Shared<'_>, id: String) -> Answer<Repairing> {
    ask(desk, move |desk| desk.repairing(&id)).await
}

/// The ways out for an agent's own config.
#[tauri::command]
#[specta::specta]
pub async fn config_repairs(desk: Shared<'_>, agent: AgentId) -> Answer<Vec<RepairView>> {
    ask(desk, move |desk| desk.config_repairs(agent)).await
}

#[tauri::command]
#[specta::specta]
pub async fn repair(desk: Shared<'_>, id: String, way: String) -> Answer<Change> {
    ask(desk, move |desk| desk.repair(&id, &way)).await
}

#[tauri::command]
#[specta::specta]
pub async fn repair_config(desk: Shared<'_>, agent: AgentId, way: String) -> Answer<Change> {
    ask(desk, move |desk| desk.repair_config(agent, &way)).await
}

/// Whether an agent can be told of changes, and has to be.
#[tauri::command]
#[specta::specta]
pub async fn telling(desk: Shared<'_>, agent: AgentId) -> Answer<Telling> {
    ask(desk, move |desk| desk.telling(agent)).await
}

#[tauri::command]
#[specta::specta]
pub async fn tell_agent(desk: Shared<'_>, agent: AgentId) -> Answer<String> {
    ask(desk, move |desk| desk.tell_agent(agent)).await
}

/// Asks a service whose a key is; with no `typed`, the one that is saved.
#[tauri::command]
#[specta::specta]
pub async fn check_key(
    desk: Shared<'_>,
    id: String,
    name: String,
    typed: Option<String>,
) -> Answer<KeyCheck> {
    ask(desk, move |desk| desk.check_key(&id, &name, typed.as_deref())).await
}

/// What looks wrong about a value while it is typed.
#[tauri::command]
#[specta::specta]
pub async fn odd_key(desk: Shared<'_>, name: String, typed: String) -> Answer<Option<String>> {
    ask(desk, move |desk| Ok(desk.odd_key(&name, &typed))).await
}

#[tauri::command]
#[specta::specta]
pub async fn open_file(desk: Shared<'_>, id: String, file: String) -> Answer<FileText> {
    ask(desk, move |desk| desk.open_file(&id, &file)).await
}

#[tauri::command]
#[specta::specta]
pub async fn check_file(
    desk: Shared<'_>,
    id: String,
    file: String,
    text: String,
) -> Answer<Vec<TextProblem>> {
    ask(desk, move |desk| desk.check_file(&id, &file, &text)).await
}

#[tauri::command]
#[specta::specta]
pub async fn save_file(
    desk: Shared<'_>,
    id: String,
    file: String,
    text: String,
    stamp: String,
    confirmed: bool,
) -> Answer<Outcome> {
    ask(desk, move |desk| desk.save_file(&id, &file, &text, &stamp, confirmed)).await
}
