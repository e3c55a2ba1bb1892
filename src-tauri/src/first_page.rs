//! What the first picture shows is handed over with the page: it is drawn without asking for anything.

use std::borrow::Cow;
use std::sync::Arc;

use tacklebox_engine::desk::Desk;
use tauri::http::Response;
use tauri::http::header::CONTENT_TYPE;
use tauri::{AppHandle, Manager as _};

use crate::held::Begun;

/// Where the page has room for it.
const ROOM: &str = r#"id="handed-over">"#;
/// A longer page takes longer to be read than what is not in it takes to be asked for.
const MOST: usize = 256 << 10;

/// Writes it into a page that has room for it, as soon as the hooks are read. Where it is long, the page asks for it.
pub fn hand_over(app: &AppHandle, response: &mut Response<Cow<'static, [u8]>>) {
    if response.headers().get(CONTENT_TYPE).is_none_or(|kind| kind != "text/html") {
        return;
    }
    app.state::<Begun>().wait();
    let first = app.state::<Arc<Desk>>().first_page();
    let Ok(data) = serde_json::to_string(&first) else { return };
    if let Ok(page) = std::str::from_utf8(response.body())
        && let Some(filled) = filled(page, &data)
    {
        *response.body_mut() = Cow::Owned(filled.into_bytes());
    }
}

fn filled(page: &str, data: &str) -> Option<String> {
    let (before, after) = page.split_once(ROOM)?;
    // A hook's text must not end the element that it is in.
    (data.len() <= MOST).then(|| [before, ROOM, &data.replace('<', r"\u003c"), after].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"<script type="application/json" id="handed-over"></script><p>"#;

    #[test]
    fn what_is_handed_over_cannot_leave_its_place() {
        let data = r#"{"title":"</script><script>alert(1)</script><!--"}"#;
        let page = filled(PAGE, data).unwrap();
        let (inside, rest) = page.split_once(ROOM).unwrap().1.split_once("</script>").unwrap();
        assert_eq!(rest, "<p>");
        assert!(!inside.contains('<'), "{inside}");
        let [read, meant] =
            [inside, data].map(|text| serde_json::from_str::<serde_json::Value>(text).unwrap());
        assert_eq!(read, meant);
    }

    #[test]
    fn a_page_without_room_and_data_that_is_too_large_stay_as_they_are() {
        assert_eq!(filled("<p>", "{}"), None);
        assert_eq!(filled(PAGE, &" ".repeat(MOST + 1)), None);
    }
}
