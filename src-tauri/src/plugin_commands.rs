//! The commands about plugins: looking at them runs nothing, finding out loads one.

use tacklebox_engine::desk::{
    FindOut, Installed, NewPluginChoice, NewPluginWish, Outcome, PluginDetail, PluginSentenceCheck,
};
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::install::changed::ChangedFile;
use tacklebox_engine::plugins::PluginView;
use tacklebox_engine::plugins::sentence::PluginSentence;
use tacklebox_engine::plugins::template::PluginOffer;

use crate::commands::{Answer, Shared, ask};

/// The plugins of an agent; none for one without plugins.
#[tauri::command]
#[specta::specta]
pub async fn plugins(desk: Shared<'_>, agent: AgentId) -> Answer<Vec<PluginView>> {
    ask(desk, move |desk| desk.plugins(agent)).await
}

#[tauri::command]
#[specta::specta]
pub async fn plugin(desk: Shared<'_>, id: String) -> Answer<PluginDetail> {
    ask(desk, move |desk| desk.plugin(&id)).await
}

#[tauri::command]
#[specta::specta]
pub async fn set_plugin_enabled(
    desk: Shared<'_>,
    id: String,
    on: bool,
    confirmed: bool,
) -> Answer<Outcome> {
    ask(desk, move |desk| desk.set_plugin_enabled(&id, on, confirmed)).await
}

/// Settings with values as they were typed, in one step; none clears one.
#[tauri::command]
#[specta::specta]
pub async fn set_plugin_settings(
    desk: Shared<'_>,
    id: String,
    changes: Vec<(String, Option<String>)>,
    confirmed: bool,
) -> Answer<Outcome> {
    ask(desk, move |desk| desk.set_plugin_settings(&id, &changes, confirmed)).await
}

#[tauri::command]
#[specta::specta]
pub async fn remove_plugin(desk: Shared<'_>, id: String, confirmed: bool) -> Answer<Outcome> {
    ask(desk, move |desk| desk.remove_plugin(&id, confirmed)).await
}

/// Loads a plugin once, after its person has read what that means.
#[tauri::command]
#[specta::specta]
pub async fn find_out(desk: Shared<'_>, id: String, confirmed: bool) -> Answer<FindOut> {
    ask(desk, move |desk| desk.find_out(&id, confirmed)).await
}

#[tauri::command]
#[specta::specta]
pub async fn new_plugin_choices(desk: Shared<'_>, agent: AgentId) -> Answer<Vec<NewPluginChoice>> {
    ask(desk, move |desk| desk.new_plugin_choices(agent)).await
}

#[tauri::command]
#[specta::specta]
pub async fn create_plugin(
    desk: Shared<'_>,
    agent: AgentId,
    wish: NewPluginWish,
) -> Answer<Installed> {
    ask(desk, move |desk| desk.create_plugin(agent, &wish)).await
}

/// What a new plugin would be written as.
#[tauri::command]
#[specta::specta]
pub async fn new_plugin_files(
    desk: Shared<'_>,
    agent: AgentId,
    wish: NewPluginWish,
) -> Answer<Vec<ChangedFile>> {
    ask(desk, move |desk| desk.new_plugin_files(agent, &wish)).await
}

/// What a new plugin can start from.
#[tauri::command]
#[specta::specta]
pub async fn plugin_templates(desk: Shared<'_>, agent: AgentId) -> Answer<Vec<PluginOffer>> {
    ask(desk, move |desk| desk.plugin_templates(agent)).await
}

#[tauri::command]
#[specta::specta]
pub async fn check_plugin_sentence(
    desk: Shared<'_>,
    agent: AgentId,
    sentence: PluginSentence,
) -> Answer<PluginSentenceCheck> {
    ask(desk, move |desk| desk.check_plugin_sentence(agent, &sentence)).await
}

#[tauri::command]
#[specta::specta]
pub async fn change_plugin_sentence(
    desk: Shared<'_>,
    id: String,
    sentence: PluginSentence,
    confirmed: bool,
) -> Answer<Outcome> {
    ask(desk, move |desk| desk.change_plugin_sentence(&id, &sentence, confirmed)).await
}
