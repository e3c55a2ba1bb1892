//! What the first picture shows is handed over with the page: it is drawn without asking for anything.

use std::borrow::Cow;
use std::sync::Arc;

use tacklebox_engine::desk::{Beginning, Desk, FirstPicture};
use tauri::http::Response;
use tauri::http::header::CONTENT_TYPE;
use tauri::{AppHandle, Manager as _};

use crate::held::Begun;

/// Where the page has room for it.
const ROOM: &str = r#"id="handed-over">"#;
/// A longer page takes longer to be read than what is not in it takes to be asked for.
const MOST: usize = 256 << 10;
/// Where the window is drawn.
const ROOT: &str = r#"<div id="root">"#;

/// Writes it into a page that has room for it, as soon as the hooks are read. Where it is long, the page asks for it.
pub fn hand_over(app: &AppHandle, response: &mut Response<Cow<'static, [u8]>>) {
    if response.headers().get(CONTENT_TYPE).is_none_or(|kind| kind != "text/html") {
        return;
    }
    app.state::<Begun>().wait();
    if let Ok(page) = std::str::from_utf8(response.body()) {
        let Beginning { data, picture } = app.state::<Arc<Desk>>().begin_page(page);
        let page = filled(&drawn(page, picture.as_ref()), &data);
        *response.body_mut() = Cow::Owned(page.into_bytes());
    }
}

/// A page with the picture that was kept of it. Its own script knows whether it is of the screen that opens.
fn drawn(page: &str, picture: Option<&FirstPicture>) -> String {
    let (Some(FirstPicture { seen_as, height, html }), Some((before, after))) =
        (picture, page.split_once(ROOT))
    else {
        return page.to_owned();
    };
    let seen_as = seen_as.replace('&', "&amp;").replace('"', "&quot;");
    format!(
        r#"{before}<div id="root" inert data-seen-as="{seen_as}" data-height="{height}">{html}{after}"#
    )
}

fn filled(page: &str, data: &str) -> String {
    match page.split_once(ROOM) {
        // A hook's text must not end the element that it is in.
        Some((before, after)) if data.len() <= MOST => {
            [before, ROOM, &data.replace('<', r"\u003c"), after].concat()
        }
        _ => page.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"<script type="application/json" id="handed-over"></script><p>"#;

    #[test]
    fn what_is_handed_over_cannot_leave_its_place() {
        let data = r#"{"title":"</script><script>alert(1)</script><!--"}"#;
        let page = filled(PAGE, data);
        let (inside, rest) = page.split_once(ROOM).unwrap().1.split_once("</script>").unwrap();
        assert_eq!(rest, "<p>");
        assert!(!inside.contains('<'), "{inside}");
        let [read, meant] =
            [inside, data].map(|text| serde_json::from_str::<serde_json::Value>(text).unwrap());
        assert_eq!(read, meant);
    }

    #[test]
    fn a_page_without_room_and_data_that_is_too_large_stay_as_they_are() {
        assert_eq!(filled("<p>", "{}"), "<p>");
        assert_eq!(filled(PAGE, &" ".repeat(MOST + 1)), PAGE);
    }

    #[test]
    fn a_kept_picture_is_in_its_place_and_says_what_it_is_of() {
        let page = r#"<body><div id="root"></div></body>"#;
        let picture = FirstPicture {
            seen_as: r#"/agent/"a&b" en"#.into(),
            height: 720,
            html: "<p>Hook</p>".into(),
        };
        assert_eq!(
            drawn(page, Some(&picture)),
            r#"<body><div id="root" inert data-seen-as="/agent/&quot;a&amp;b&quot; en" data-height="720"><p>Hook</p></div></body>"#
        );
        assert_eq!(drawn(page, None), page);
    }
}
