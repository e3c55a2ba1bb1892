//! The commands about what agents say and do themselves.

use tacklebox_engine::desk::OwnWord;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::seen::Seen;

use crate::commands::{Answer, Shared, ask};

/// The agents whose own program is here and can be asked.
#[tauri::command]
#[specta::specta]
pub async fn askable(desk: Shared<'_>) -> Answer<Vec<AgentId>> {
    ask(desk, |desk| Ok(desk.askable())).await
}

/// Asks an agent's own program, about one hook or all, after its person has read what that means.
#[tauri::command]
#[specta::specta]
pub async fn ask_agent(
    desk: Shared<'_>,
    agent: AgentId,
    hook: Option<String>,
    confirmed: bool,
) -> Answer<OwnWord> {
    ask(desk, move |desk| desk.ask_agent(agent, hook.as_deref(), confirmed)).await
}

#[tauri::command]
#[specta::specta]
pub async fn stop_asking(desk: Shared<'_>, agent: AgentId) -> Answer<()> {
    ask(desk, move |desk| {
        desk.stop_asking(agent);
        Ok(())
    })
    .await
}

/// What Roll call heard.
#[tauri::command]
#[specta::specta]
pub async fn heard(desk: Shared<'_>) -> Answer<Vec<Seen>> {
    ask(desk, |desk| Ok(desk.heard())).await
}
