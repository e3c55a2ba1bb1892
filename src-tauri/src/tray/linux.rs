//! The icon in the desktop's tray: a StatusNotifierItem on the session bus, as KDE and most other desktops of Linux show
//! it; GNOME does with its extension *AppIndicator*. No library of the system is needed for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ksni::blocking::{Handle, TrayMethods as _};
use ksni::menu::StandardItem;
use ksni::{Category, MenuItem, OfflineReason, Status, ToolTip};
use tacklebox_engine::desk::Tray;
use tauri::AppHandle;
use tauri::image::Image;

use super::{Choice, Chosen, drawn, lines};

/// As the menu entry is called, and its icon.
const PROGRAM: &str = "tacklebox-desktop";
/// An icon that is there until [`Icon::remove`].
pub struct Icon {
    handle: Handle<Item>,
    shown: Arc<AtomicBool>,
}

impl Icon {
    /// Asks the desktop to show an icon. A patient one waits for a desktop that is still starting.
    ///
    /// # Errors
    /// Where nobody is there who would show it; none for a patient one.
    pub fn show(
        app: &AppHandle,
        says: Tray,
        patient: bool,
        chosen: Chosen,
    ) -> Result<Self, ksni::Error> {
        let shown = Arc::new(AtomicBool::new(true));
        let icon = app.default_window_icon();
        let item = Item {
            plain: icon.map(|icon| pixmap(icon, false)).unwrap_or_default(),
            badged: icon.map(|icon| pixmap(icon, true)).unwrap_or_default(),
            app: app.clone(),
            chosen,
            says,
            shown: Arc::clone(&shown),
        };
        let handle = item.assume_sni_available(patient).spawn()?;
        Ok(Self { handle, shown })
    }

    /// Whether the desktop shows it at the moment.
    pub fn is_shown(&self) -> bool {
        self.shown.load(Ordering::Relaxed) && !self.handle.is_closed()
    }

    /// What it says is asked for while nothing else can change it, so that the last answer stays.
    pub fn update(&self, says: impl FnOnce() -> Tray) {
        self.handle.update(|item| item.says = says());
    }

    pub fn remove(&self) {
        self.handle.shutdown().wait();
    }
}

struct Item {
    app: AppHandle,
    chosen: Chosen,
    says: Tray,
    plain: Vec<ksni::Icon>,
    badged: Vec<ksni::Icon>,
    shown: Arc<AtomicBool>,
}

impl ksni::Tray for Item {
    fn id(&self) -> String {
        PROGRAM.into()
    }

    fn title(&self) -> String {
        "Tacklebox".into()
    }

    fn category(&self) -> Category {
        Category::SystemServices
    }

    fn status(&self) -> Status {
        match self.says.problem {
            Some(_) => Status::NeedsAttention,
            None => Status::Active,
        }
    }

    fn icon_pixmap(&self) -> Vec<ksni::Icon> {
        match self.says.problem {
            Some(_) => self.badged.clone(),
            None => self.plain.clone(),
        }
    }

    fn attention_icon_pixmap(&self) -> Vec<ksni::Icon> {
        self.badged.clone()
    }

    fn tool_tip(&self) -> ToolTip {
        let description = self.says.sentence.clone();
        ToolTip { title: "Tacklebox".into(), description, ..ToolTip::default() }
    }

    fn activate(&mut self, _: i32, _: i32) {
        (self.chosen)(&self.app, Choice::Open);
    }

    fn menu(&self) -> Vec<MenuItem<Self>> {
        lines(&self.says).into_iter().map(|line| line.map_or(MenuItem::Separator, item)).collect()
    }

    fn watcher_online(&self) {
        self.shown.store(true, Ordering::Relaxed);
    }

    fn watcher_offline(&self, reason: OfflineReason) -> bool {
        log::info!("The desktop shows no tray at the moment: {reason:?}");
        self.shown.store(false, Ordering::Relaxed);
        // It may come back, or only be starting.
        true
    }
}

fn item((label, choice): (String, Choice)) -> MenuItem<Item> {
    StandardItem {
        // A single one would mark the key of a menu.
        label: label.replace('_', "__"),
        activate: Box::new(move |item: &mut Item| (item.chosen)(&item.app, choice.clone())),
        ..StandardItem::default()
    }
    .into()
}

/// As the bus wants it: ARGB.
fn pixmap(icon: &Image<'_>, badge: bool) -> Vec<ksni::Icon> {
    let (Ok(width), Ok(height)) = (i32::try_from(icon.width()), i32::try_from(icon.height()))
    else {
        return Vec::new();
    };
    let mut data = drawn(icon, badge);
    data.chunks_exact_mut(4).for_each(|pixel| pixel.rotate_right(1));
    vec![ksni::Icon { width, height, data }]
}
