//! A page whose process has ended is started again, at the same place: without it the window keeps its last
//! picture and answers nothing.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use tauri::{Manager as _, WebviewWindow};
use webkit2gtk::WebViewExt as _;

use crate::held::Unsaved;

/// A page that ends this often in this time would end again: then the window is left as it is.
const MOST: usize = 3;
const WITHIN: Duration = Duration::from_mins(1);

/// When the page was started again last, to know when to give up.
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
    let ends = RefCell::new(Ends::default());
    let watched = window.with_webview(move |webview| {
        webview.inner().connect_web_process_terminated(move |view, reason| {
            // What it said of itself is gone with it; the new page says it again.
            app.state::<Unsaved>().set(false);
            if ends.borrow_mut().again(Instant::now()) {
                log::error!("The page's process ended ({reason:?}); it is started again");
                view.reload();
            } else {
                log::error!("The page's process ended again ({reason:?}); it is left like that");
            }
        });
    });
    if let Err(error) = watched {
        log::warn!("A page that ends will not be started again: {error}");
    }
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
