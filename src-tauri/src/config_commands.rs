//! The commands of a config as text: opened, checked, compared, saved, brought back.

use tacklebox_engine::apply::Change;
use tacklebox_engine::backups::Backup;
use tacklebox_engine::config::text::TextProblem;
use tacklebox_engine::desk::{Outcome, Saved};
use tacklebox_engine::editor::{ConfigText, Conflict};
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::plan::PlanView;

use crate::commands::{Answer, Shared, ask};

#[tauri::command]
#[specta::specta]
pub async fn open_config(desk: Shared<'_>, agent: AgentId) -> Answer<ConfigText> {
    ask(desk, move |desk| desk.open_config(agent)).await
}

#[tauri::command]
#[specta::specta]
pub async fn check_config(
    desk: Shared<'_>,
    agent: AgentId,
    text: String,
) -> Answer<Vec<TextProblem>> {
    ask(desk, move |desk| desk.check_config(agent, &text)).await
}

#[tauri::command]
#[specta::specta]
pub async fn compare_config(
    desk: Shared<'_>,
    agent: AgentId,
    base: String,
    stamp: String,
    text: String,
) -> Answer<Option<Conflict>> {
    ask(desk, move |desk| desk.compare_config(agent, &base, &stamp, &text)).await
}

#[tauri::command]
#[specta::specta]
pub async fn save_config(
    desk: Shared<'_>,
    agent: AgentId,
    base: String,
    stamp: String,
    text: String,
    confirmed: bool,
) -> Answer<Saved> {
    ask(desk, move |desk| desk.save_config(agent, &base, &stamp, &text, confirmed)).await
}

#[tauri::command]
#[specta::specta]
pub async fn config_backups(desk: Shared<'_>, agent: AgentId) -> Answer<Vec<Backup>> {
    ask(desk, move |desk| desk.config_backups(agent)).await
}

#[tauri::command]
#[specta::specta]
pub async fn plan_restore(
    desk: Shared<'_>,
    agent: AgentId,
    id: String,
    keep: bool,
) -> Answer<PlanView> {
    ask(desk, move |desk| desk.plan_restore(agent, &id, keep)).await
}

#[tauri::command]
#[specta::specta]
pub async fn restore_config(
    desk: Shared<'_>,
    agent: AgentId,
    id: String,
    keep: bool,
) -> Answer<Change> {
    ask(desk, move |desk| desk.restore_config(agent, &id, keep)).await
}

#[tauri::command]
#[specta::specta]
pub async fn purge_copies(desk: Shared<'_>, change: String, confirmed: bool) -> Answer<Outcome> {
    ask(desk, move |desk| desk.purge_copies(&change, confirmed)).await
}
