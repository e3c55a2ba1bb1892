//! What a window's page begins with: what its first picture shows, and the picture itself as a window drew it before. The
//! same is drawn from the same, so it holds until anything of that differs.

use std::sync::PoisonError;

use serde::{Deserialize, Serialize};
use tacklebox_machine::data;
use tacklebox_machine::files::{self, Stamp};
use tacklebox_machine::giving_way::giving_way;

use super::{Desk, FirstPage};

const FILE: &str = "first-picture.json";
/// In bytes. The rows of a screen and the frame around them take a tenth of it.
const MOST: usize = 512 << 10;

/// The first picture of a window, as HTML.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FirstPicture {
    /// What else it is drawn from, which only the page knows: its address, the language.
    pub seen_as: String,
    /// For a window of at most this height, in CSS pixels: a higher one has more rows.
    pub height: u32,
    pub html: String,
}

/// What a page begins with.
pub struct Beginning {
    /// What the first picture shows, as JSON.
    pub data: String,
    pub picture: Option<FirstPicture>,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    /// What it was drawn from.
    from: String,
    #[serde(flatten)]
    picture: FirstPicture,
}

/// What was given to pages last.
#[derive(Default)]
pub(super) struct Given {
    page: String,
    /// What it was drawn from, by how many changes were told before.
    last: Option<(u32, String)>,
    ahead: Option<Shown>,
}

/// What a first picture shows.
struct Shown {
    /// How many changes were told before.
    told: u32,
    data: String,
    /// All of it but how many changes were told.
    stamp: Stamp,
}

impl Shown {
    fn of(first: &FirstPage) -> Self {
        let data = serde_json::to_string(first).unwrap_or_default();
        let told = format!(r#"{{"told":{},"#, first.told);
        let stamp = Stamp::of(data.strip_prefix(&told).unwrap_or(&data).as_bytes());
        Self { told: first.told, data, stamp }
    }
}

impl Desk {
    /// Works out what the next page begins with: with many hooks that takes a while, and no page asks for it yet.
    pub fn prepare_page(&self) {
        let shown = giving_way(|| Shown::of(&self.first_page()));
        self.given().ahead = Some(shown);
    }

    /// What `page` begins with, which is its HTML: another build draws another picture.
    pub fn begin_page(&self, page: &str) -> Beginning {
        let ahead = self.given().ahead.take();
        let shown = ahead.filter(|shown| shown.told == self.told());
        let shown = shown.unwrap_or_else(|| Shown::of(&self.first_page()));
        self.given().page = Stamp::of(page.as_bytes()).to_string();
        let from = self.give(&shown);
        Beginning { data: shown.data, picture: self.kept_picture(&from) }
    }

    /// What the first picture shows, asked for by a page that had no room for it.
    pub fn asked_first_page(&self) -> FirstPage {
        let first = self.first_page();
        let last = self.given().last.as_ref().map(|(told, _)| *told);
        if last != Some(first.told) {
            self.give(&Shown::of(&first));
        }
        first
    }

    /// Keeps what a page drew from what it was given when so many changes were told. What cannot be kept is drawn again.
    pub fn keep_picture(&self, told: u32, picture: FirstPicture) {
        let given = self.given();
        let Some((_, from)) = given.last.as_ref().filter(|(known, _)| *known == told) else {
            return;
        };
        let kept = Kept { from: from.clone(), picture };
        let Ok(bytes) = serde_json::to_vec(&kept) else { return };
        let machine = self.state().machine.clone();
        let place = machine.data_dir().join(FILE);
        if bytes.len() > MOST || data::make(&machine).is_err() {
            return;
        }
        // What is there may be cut short, or too long: it is ours all the same.
        if let Ok((_, stamp)) = files::read(&place, u64::MAX) {
            let _ = files::save(&place, &bytes, &stamp, 0o600);
        }
    }

    /// All that the first picture of a window shows, as it is at one moment.
    fn first_page(&self) -> FirstPage {
        let state = self.state();
        FirstPage { told: state.told, overview: state.overview(), hooks: state.hooks(None) }
    }

    fn given(&self) -> std::sync::MutexGuard<'_, Given> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a picture of it is drawn from.
    fn give(&self, shown: &Shown) -> String {
        let mut given = self.given();
        let from = format!("{} {}", given.page, shown.stamp);
        given.last = Some((shown.told, from.clone()));
        from
    }

    fn kept_picture(&self, from: &str) -> Option<FirstPicture> {
        let place = self.state().machine.data_dir().join(FILE);
        let (bytes, _) = files::read(&place, MOST as u64).ok()?;
        let kept: Kept = serde_json::from_slice(&bytes?).ok()?;
        (kept.from == from).then_some(kept.picture)
    }
}
