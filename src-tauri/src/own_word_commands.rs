//! The commands about what agents do themselves.

use tacklebox_engine::seen::Seen;

use crate::commands::{Answer, Shared, ask};

/// What Roll call heard.
#[tauri::command]
#[specta::specta]
pub async fn heard(desk: Shared<'_>) -> Answer<Vec<Seen>> {
    ask(desk, |desk| Ok(desk.heard())).await
}
