//! The picture with which a window begins is that of the last time, as long as the same is shown.

use std::sync::Arc;

use tacklebox_engine::agent::Options;
use tacklebox_engine::desk::{Desk, FirstPicture};

use super::Error;

const PAGE: &str = "<script src=a.js></script>";
const MANIFEST: &str =
    "---\nname: greeter\nmetadata: { milady: { events: [session:start] } }\n---\n";
const HOOK: &str = ".milady/hooks/greeter/HOOK.md";

fn picture() -> FirstPicture {
    FirstPicture { seen_as: "/agent/milady en".into(), height: 720, html: "<p>Greeter</p>".into() }
}

/// Windows over one home that are just being drawn: nothing is watched yet, and nobody else changes what is told.
struct Drawn(tempfile::TempDir);

impl Drawn {
    fn with_hook() -> Result<Self, Error> {
        let home = tempfile::tempdir()?;
        super::write(&home.path().join(HOOK), MANIFEST)?;
        Ok(Self(home))
    }

    fn desk(&self) -> Arc<Desk> {
        Desk::open(super::machine(&self.0), Options::documented(), |_| {})
    }
}

fn begins_with(desk: &Desk) -> Option<FirstPicture> {
    desk.begin_page(PAGE).picture
}

#[test]
fn the_same_picture_is_there_until_a_hook_or_the_page_is_another() -> Result<(), Error> {
    let drawn = Drawn::with_hook()?;
    let desk = drawn.desk();
    assert_eq!(begins_with(&desk), None);
    let data: serde_json::Value = serde_json::from_str(&desk.begin_page(PAGE).data)?;
    assert_eq!(data["hooks"][0]["id"], "milady/managed/greeter");
    desk.keep_picture(desk.told(), picture());

    let again = drawn.desk();
    assert_eq!(begins_with(&again), Some(picture()));
    assert_eq!(again.begin_page("<script src=b.js></script>").picture, None);

    super::write(&drawn.0.path().join(HOOK), &MANIFEST.replace("greeter", "other"))?;
    assert_eq!(begins_with(&drawn.desk()), None);
    super::write(&drawn.0.path().join(HOOK), MANIFEST)?;
    assert_eq!(begins_with(&drawn.desk()), Some(picture()));
    Ok(())
}

#[test]
fn what_is_prepared_for_a_page_counts_until_something_changes() -> Result<(), Error> {
    let drawn = Drawn::with_hook()?;
    let data = |desk: &Desk| -> Result<serde_json::Value, Error> {
        Ok(serde_json::from_str(&desk.begin_page(PAGE).data)?)
    };
    let (prepared, asked) = (drawn.desk(), data(&drawn.desk())?);
    prepared.prepare_page();
    assert_eq!(data(&prepared)?, asked);
    assert_eq!(data(&prepared)?, asked, "and once more");

    prepared.prepare_page();
    prepared.set_enabled("milady/managed/greeter", false, true).map_err(|error| error.message)?;
    assert_eq!(data(&prepared)?["hooks"][0]["enabled"], false);
    assert_eq!(asked["hooks"][0]["enabled"], true);
    Ok(())
}

#[test]
fn a_picture_of_what_was_given_at_another_moment_is_not_kept() -> Result<(), Error> {
    let desk = Drawn::with_hook()?.desk();
    desk.keep_picture(desk.told(), picture());
    assert_eq!(begins_with(&desk), None, "nothing was given yet");
    desk.keep_picture(desk.told().wrapping_add(1), picture());
    assert_eq!(begins_with(&desk), None);
    Ok(())
}

#[test]
fn what_is_there_instead_is_no_picture_and_is_written_over() -> Result<(), Error> {
    let drawn = Drawn::with_hook()?;
    let (desk, machine) = (drawn.desk(), super::machine(&drawn.0));
    for broken in ["", "{\"from\":", "[]"] {
        super::write(&machine.data_dir().join("first-picture.json"), broken)?;
        assert_eq!(begins_with(&desk), None);
        desk.keep_picture(desk.told(), picture());
        assert_eq!(begins_with(&desk), Some(picture()));
    }
    Ok(())
}
