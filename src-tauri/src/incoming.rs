//! Hooks from elsewhere, as they reach the window: an address that is typed, a folder or archive that is
//! picked or dropped, a link of a web page. Paths are seen by Rust alone; the page gets the number of a job.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use specta::Type;
use tacklebox_engine::desk::{Desk, IncomingView};
use tacklebox_engine::failure::Failure;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::install::typed::Typed;
use tauri::{AppHandle, DragDropEvent, Manager as _, State, Url};
use tauri_plugin_deep_link::DeepLinkExt as _;
use tauri_specta::Event;

use crate::commands::{Answer, Shared, ask};
use crate::held::Begun;
use crate::window;

/// How far a look at hooks from elsewhere is.
#[derive(Clone, Serialize, Type, Event)]
#[tauri_specta(event_name = "incoming-changed")]
pub struct IncomingEvent(pub IncomingView);

/// Something was dropped onto the window, or a web page asked for it: a job that waits to be seen, or why
/// there is none.
#[derive(Clone, Serialize, Type, Event)]
#[tauri_specta(event_name = "incoming-offered")]
pub struct OfferedEvent(pub Offer);

#[derive(Clone, Serialize, Type)]
pub struct Offer {
    pub job: Option<String>,
    pub problem: Option<Failure>,
    /// Where the page is to go: the person chose it in the tray or in the menu bar.
    pub page: Option<Page>,
}

/// A page of the window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Page {
    Agent { agent: AgentId },
    Hook { id: String },
    Settings,
    Help,
}

/// Something is held over the window that could be dropped.
#[derive(Clone, Serialize, Type, Event)]
#[tauri_specta(event_name = "drop-hover")]
pub struct HoverEvent {
    pub over: bool,
}

/// What a typed text would fetch; nothing is fetched.
#[tauri::command]
#[specta::specta]
pub async fn read_source(desk: Shared<'_>, text: String) -> Answer<Typed> {
    ask(desk, move |desk| Ok(desk.read_source(&text))).await
}

#[tauri::command]
#[specta::specta]
pub async fn look_at(desk: Shared<'_>, source: String, agent: AgentId) -> Answer<String> {
    ask(desk, move |desk| desk.look_at(&source, agent)).await
}

/// The folder that the person picks in the system's own dialog; none where it was closed.
#[tauri::command]
#[specta::specta]
pub async fn pick_hook_folder(
    app: AppHandle,
    desk: Shared<'_>,
    agent: AgentId,
) -> Answer<Option<String>> {
    ask(desk, move |desk| {
        let picked =
            window::dialog(&app).blocking_pick_folder().and_then(|path| path.into_path().ok());
        picked.map(|path| desk.look_at_path(&path, agent)).transpose()
    })
    .await
}

/// The archive that the person picks; none where the dialog was closed.
#[tauri::command]
#[specta::specta]
pub async fn pick_archive(
    app: AppHandle,
    desk: Shared<'_>,
    agent: AgentId,
) -> Answer<Option<String>> {
    ask(desk, move |desk| {
        let dialog =
            window::dialog(&app).add_filter("zip, tar, tar.gz, tgz", &["zip", "tar", "gz", "tgz"]);
        let picked = dialog.blocking_pick_file().and_then(|path| path.into_path().ok());
        picked.map(|path| desk.look_at_path(&path, agent)).transpose()
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub async fn look_at_proposed(desk: Shared<'_>, job: String) -> Answer<()> {
    ask(desk, move |desk| desk.look_at_proposed(&job).map(drop)).await
}

#[tauri::command]
#[specta::specta]
pub async fn look_for_update(desk: Shared<'_>, id: String) -> Answer<String> {
    ask(desk, move |desk| desk.look_for_update(&id)).await
}

#[tauri::command]
#[specta::specta]
pub async fn incoming(desk: Shared<'_>, job: String) -> Answer<IncomingView> {
    ask(desk, move |desk| desk.incoming(&job)).await
}

#[tauri::command]
#[specta::specta]
pub async fn review_for(desk: Shared<'_>, job: String, agent: AgentId) -> Answer<IncomingView> {
    ask(desk, move |desk| desk.review_for(&job, agent)).await
}

#[tauri::command]
#[specta::specta]
pub async fn install_incoming(
    desk: Shared<'_>,
    job: String,
    accept_high: bool,
) -> Answer<IncomingView> {
    ask(desk, move |desk| desk.install_incoming(&job, accept_high)).await
}

#[tauri::command]
#[specta::specta]
pub async fn cancel_incoming(desk: Shared<'_>, job: String) -> Answer<()> {
    ask(desk, move |desk| {
        desk.cancel_incoming(&job);
        Ok(())
    })
    .await
}

/// Something is dragged over the window, or dropped onto it.
pub fn dragged(app: &AppHandle, event: &DragDropEvent) {
    match event {
        DragDropEvent::Enter { paths, .. } => hover(app, !paths.is_empty()),
        DragDropEvent::Drop { paths, .. } => {
            hover(app, false);
            if let Some(path) = paths.first().cloned() {
                dropped(app, path);
            }
        }
        DragDropEvent::Leave => hover(app, false),
        _ => {}
    }
}

fn hover(app: &AppHandle, over: bool) {
    window::report(HoverEvent { over }.emit(app));
}

/// Of several files the first is taken: a pack is one archive or one folder.
fn dropped(app: &AppHandle, path: PathBuf) {
    offer(app, move |desk| desk.look_at_dropped(&path));
}

/// What the page was told of and has not opened yet. A program that is started by a link has no page yet
/// that could be told.
#[derive(Default)]
pub struct Offers(Mutex<Option<Offer>>);

/// What was offered last, once.
#[tauri::command]
#[specta::specta]
pub async fn take_offered(offers: State<'_, Offers>) -> Answer<Option<Offer>> {
    Ok(offers.0.lock().unwrap_or_else(PoisonError::into_inner).take())
}

/// Listens to links, and looks at the one that this program was started by.
pub fn hear_links(app: &AppHandle) {
    let links = app.deep_link();
    let heard = app.clone();
    links.on_open_url(move |event| {
        window::bring_forward(&heard);
        linked(&heard, &event.urls());
    });
    match links.get_current() {
        Ok(links) => linked(app, &links.unwrap_or_default()),
        Err(error) => log::warn!("The link that this was started by cannot be read: {error}"),
    }
}

/// A link of a web page or a mail. It proposes and nothing more: nothing is fetched before a person says so.
fn linked(app: &AppHandle, links: &[Url]) {
    let Some(link) = links.first().cloned() else { return };
    // Not which: an address can hold a name or a key.
    log::info!("A link proposes something to look at");
    offer(app, move |desk| desk.propose(link.as_str()));
}

/// Begins a job that the page did not ask for, off the main thread, and tells the page of it.
fn offer(app: &AppHandle, begin: impl FnOnce(&Arc<Desk>) -> Answer<String> + Send + 'static) {
    let app = app.clone();
    tauri::async_runtime::spawn_blocking(move || {
        app.state::<Begun>().wait();
        let offer = match begin(&app.state::<Arc<Desk>>()) {
            Ok(job) => Offer { job: Some(job), problem: None, page: None },
            Err(error) => Offer { job: None, problem: Some(error), page: None },
        };
        tell(&app, offer);
    });
}

/// The page is to go there.
pub fn go(app: &AppHandle, page: Page) {
    tell(app, Offer { job: None, problem: None, page: Some(page) });
}

fn tell(app: &AppHandle, offer: Offer) {
    let offers = app.state::<Offers>();
    *offers.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(offer.clone());
    window::report(OfferedEvent(offer).emit(app));
}
