//! The picture with which a window begins is that of the last time, as long as the same is shown.

use tacklebox_engine::desk::{Desk, FirstPicture};

use super::{Error, Window};

const PAGE: &str = "<script src=a.js></script>";
const MANIFEST: &str =
    "---\nname: greeter\nmetadata: { milady: { events: [session:start] } }\n---\n";
const HOOK: &str = ".milady/hooks/greeter/HOOK.md";

fn picture() -> FirstPicture {
    FirstPicture { seen_as: "/agent/milady en".into(), height: 720, html: "<p>Greeter</p>".into() }
}

fn begins_with(desk: &Desk) -> Option<FirstPicture> {
    desk.begin_page(PAGE).picture
}

#[test]
fn the_same_picture_is_there_until_a_hook_or_the_page_is_another() -> Result<(), Error> {
    let window = Window::open(&[(HOOK, MANIFEST)])?;
    assert_eq!(begins_with(&window.desk), None);
    let data: serde_json::Value = serde_json::from_str(&window.desk.begin_page(PAGE).data)?;
    assert_eq!(data["hooks"][0]["id"], "milady/managed/greeter");
    window.desk.keep_picture(window.desk.told(), picture());

    let again = window.again();
    assert_eq!(begins_with(&again), Some(picture()));
    assert_eq!(again.begin_page("<script src=b.js></script>").picture, None);

    super::write(&window.home.path().join(HOOK), &MANIFEST.replace("greeter", "other"))?;
    assert_eq!(begins_with(&window.again()), None);
    super::write(&window.home.path().join(HOOK), MANIFEST)?;
    assert_eq!(begins_with(&window.again()), Some(picture()));
    Ok(())
}

#[test]
fn a_picture_of_what_was_given_at_another_moment_is_not_kept() -> Result<(), Error> {
    let window = Window::open(&[(HOOK, MANIFEST)])?;
    window.desk.keep_picture(window.desk.told(), picture());
    assert_eq!(begins_with(&window.desk), None, "nothing was given yet");
    window.desk.keep_picture(window.desk.told().wrapping_add(1), picture());
    assert_eq!(begins_with(&window.desk), None);
    Ok(())
}

#[test]
fn what_is_there_instead_is_no_picture_and_is_written_over() -> Result<(), Error> {
    let window = Window::open(&[(HOOK, MANIFEST)])?;
    let place = window.data().join("first-picture.json");
    for broken in ["", "{\"from\":", "[]"] {
        super::write(&place, broken)?;
        assert_eq!(begins_with(&window.desk), None);
        window.desk.keep_picture(window.desk.told(), picture());
        assert_eq!(begins_with(&window.desk), Some(picture()));
    }
    Ok(())
}
