//! The commands about what agents say and do themselves.

use tacklebox_engine::ask::Answer;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::seen::Seen;

use crate::commands::{Answer as Answered, Shared, ask};

/// The agents whose own program is here and can be asked.
#[tauri::command]
#[specta::specta]
pub async fn askable(desk: Shared<'_>) -> Answered<Vec<AgentId>> {
    ask(desk, |desk| Ok(desk.askable())).await
}

/// Asks an agent's own program and holds its answer beside ours.
#[tauri::command]
#[specta::specta]
pub async fn ask_agent(desk: Shared<'_>, agent: AgentId) -> Answered<Answer> {
    ask(desk, move |desk| desk.ask_agent(agent)).await
}

/// Stops asking.
#[tauri::command]
#[specta::specta]
pub async fn cancel_ask(desk: Shared<'_>, agent: AgentId) -> Answered<()> {
    ask(desk, move |desk| {
        desk.cancel_ask(agent);
        Ok(())
    })
    .await
}

/// What Roll call heard.
#[tauri::command]
#[specta::specta]
pub async fn heard(desk: Shared<'_>) -> Answered<Vec<Seen>> {
    ask(desk, |desk| Ok(desk.heard())).await
}
