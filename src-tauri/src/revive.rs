//! A page whose process has ended is started again, at the same place: without it the window keeps its last
//! picture and answers nothing.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tacklebox_engine::desk::Desk;
use tauri::{AppHandle, Manager as _, WebviewWindow};
use tauri_plugin_dialog::{DialogExt as _, MessageDialogButtons, MessageDialogKind};
use webkit2gtk::WebViewExt as _;

use crate::held::Unsaved;

/// A page that ends this often in this time would end again: then the person is asked.
const MOST: usize = 3;
const WITHIN: Duration = Duration::from_mins(1);

const TITLE: &str = "The page stopped four times";
const TEXT: &str =
    "Nothing on this computer was changed, and what you typed is kept for the next start.";

/// When the page was started again last, to know when to ask.
#[derive(Default)]
struct Ends(Vec<Instant>);

impl Ends {
    /// The page has ended; whether to start it again.
    fn again(&mut self, now: Instant) -> bool {
        self.0.retain(|then| now.duration_since(*then) < WITHIN);
        self.0.push(now);
        self.0.len() <= MOST
    }
}

/// Watches the page of this window from now on.
pub fn watch(window: &WebviewWindow) {
    let app = window.app_handle().clone();
    let label = window.label().to_owned();
    let ends = Arc::<Mutex<Ends>>::default();
    let watched = window.with_webview(move |webview| {
        webview.inner().connect_web_process_terminated(move |view, reason| {
            // What it said of itself is gone with it; the new page says it again.
            app.state::<Unsaved>().set(false);
            if let Some(desk) = app.try_state::<Arc<Desk>>() {
                desk.note_page_error(&format!("the process of the page: {reason:?}"));
            }
            if ends.lock().unwrap_or_else(PoisonError::into_inner).again(Instant::now()) {
                log::error!("The page's process ended ({reason:?}); it is started again");
                view.reload();
            } else {
                log::error!("The page's process ended again ({reason:?}); the person is asked");
                ask(&app, label.clone(), Arc::clone(&ends));
            }
        });
    });
    if let Err(error) = watched {
        log::warn!("A page that ends will not be started again: {error}");
    }
}

/// By a dialog of the system: there is no page that could ask.
fn ask(app: &AppHandle, label: String, ends: Arc<Mutex<Ends>>) {
    let asked = app.clone();
    let buttons = MessageDialogButtons::OkCancelCustom("Try again".into(), "Quit".into());
    let dialog = app.dialog().message(TEXT).title(TITLE).kind(MessageDialogKind::Error);
    dialog.buttons(buttons).show(move |again| {
        if !again {
            return asked.exit(0);
        }
        ends.lock().unwrap_or_else(PoisonError::into_inner).0.clear();
        if let Some(window) = asked.get_webview_window(&label)
            && let Err(error) = window.reload()
        {
            log::error!("The page could not be started again: {error}");
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_keeps_ending_is_not_started_again_for_ever() {
        let mut ends = Ends::default();
        let start = Instant::now();
        let asked: Vec<_> = (0..5).map(|n| ends.again(start + Duration::from_secs(n))).collect();
        assert_eq!(asked, [true, true, true, false, false]);
        assert!(
            ends.again(start + WITHIN + Duration::from_secs(60)),
            "after a while it is tried again"
        );
    }
}
