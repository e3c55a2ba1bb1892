//! The commands about what is broken and its ways out, and about telling an agent of changes.

use tacklebox_engine::apply::Change;
use tacklebox_engine::desk::Mending;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::mend::MendView;
use tacklebox_engine::reload::Telling;

use crate::commands::{Answer, Shared, ask};

/// What is wrong with a hook, and every way out that was tried.
#[tauri::command]
#[specta::specta]
pub async fn mending(desk: Shared<'_>, id: String) -> Answer<Mending> {
    ask(desk, move |desk| desk.mending(&id)).await
}

/// The ways out for an agent's own config.
#[tauri::command]
#[specta::specta]
pub async fn config_mends(desk: Shared<'_>, agent: AgentId) -> Answer<Vec<MendView>> {
    ask(desk, move |desk| desk.config_mends(agent)).await
}

#[tauri::command]
#[specta::specta]
pub async fn mend(desk: Shared<'_>, id: String, way: String) -> Answer<Change> {
    ask(desk, move |desk| desk.mend(&id, &way)).await
}

#[tauri::command]
#[specta::specta]
pub async fn mend_config(desk: Shared<'_>, agent: AgentId, way: String) -> Answer<Change> {
    ask(desk, move |desk| desk.mend_config(agent, &way)).await
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
