//! Hooks made and changed as a sentence, and the order in which they run.

use tacklebox_engine::desk::{Installed, Outcome, SentenceCheck, SentenceForm, TimelineMoment};
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::order::MomentOrder;
use tacklebox_engine::sentence::Sentence;

use crate::commands::{Answer, Shared, ask};

#[tauri::command]
#[specta::specta]
pub async fn open_sentence(
    desk: Shared<'_>,
    agent: AgentId,
    id: Option<String>,
    event: Option<String>,
) -> Answer<SentenceForm> {
    ask(desk, move |desk| desk.open_sentence(agent, id.as_deref(), event.as_deref())).await
}

/// For a new hook that is an entry of the agent's config.
#[tauri::command]
#[specta::specta]
pub async fn open_entry_sentence(desk: Shared<'_>, agent: AgentId) -> Answer<SentenceForm> {
    ask(desk, move |desk| desk.open_entry_sentence(agent)).await
}

#[tauri::command]
#[specta::specta]
pub async fn check_sentence(
    desk: Shared<'_>,
    sentence: Sentence,
    data: String,
) -> Answer<SentenceCheck> {
    ask(desk, move |desk| desk.check_sentence(&sentence, &data)).await
}

#[tauri::command]
#[specta::specta]
pub async fn save_sentence(desk: Shared<'_>, sentence: Sentence) -> Answer<Installed> {
    ask(desk, move |desk| desk.save_sentence(&sentence)).await
}

#[tauri::command]
#[specta::specta]
pub async fn timeline(desk: Shared<'_>, agent: AgentId) -> Answer<Vec<TimelineMoment>> {
    ask(desk, move |desk| desk.timeline(agent)).await
}

#[tauri::command]
#[specta::specta]
pub async fn set_orders(
    desk: Shared<'_>,
    agent: AgentId,
    orders: Vec<MomentOrder>,
    confirmed: bool,
) -> Answer<Outcome> {
    ask(desk, move |desk| desk.set_orders(agent, &orders, confirmed)).await
}
