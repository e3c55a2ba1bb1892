//! The icon of macOS and Windows, by Tauri. Written and never run: see docs/ARCHITECTURE.md.

use std::sync::{Arc, Mutex, PoisonError};

use tacklebox_engine::desk::Tray;
use tauri::image::Image;
use tauri::menu::{Menu, MenuItem, PredefinedMenuItem};
use tauri::tray::{MouseButton, MouseButtonState, TrayIcon, TrayIconBuilder, TrayIconEvent};
use tauri::{AppHandle, Wry};

use super::{Choice, Chosen, drawn, lines};

/// Before the number of a line, in the name of an entry: all menus of a program are heard in one place.
const LINE: &str = "tray-";

/// An icon that is there until [`Icon::remove`].
pub struct Icon {
    app: AppHandle,
    icon: TrayIcon,
    /// What the lines of its menu do, in their order.
    choices: Arc<Mutex<Vec<Choice>>>,
}

impl Icon {
    /// Shows an icon: these systems always have a place for it.
    ///
    /// # Errors
    /// Where the system refuses it.
    pub fn show(
        app: &AppHandle,
        says: Tray,
        _patient: bool,
        chosen: Chosen,
    ) -> tauri::Result<Self> {
        let choices = Arc::<Mutex<Vec<Choice>>>::default();
        let heard = Arc::clone(&choices);
        let icon = TrayIconBuilder::with_id("tacklebox")
            .show_menu_on_left_click(cfg!(target_os = "macos"))
            .on_menu_event(move |app, event| {
                let line = event.id().as_ref().strip_prefix(LINE).and_then(|at| at.parse().ok());
                let choices = heard.lock().unwrap_or_else(PoisonError::into_inner);
                let choice = line.and_then(|at: usize| choices.get(at).cloned());
                drop(choices);
                if let Some(choice) = choice {
                    chosen(app, choice);
                }
            })
            .on_tray_icon_event(move |icon, event| {
                if let TrayIconEvent::Click {
                    button: MouseButton::Left,
                    button_state: MouseButtonState::Up,
                    ..
                } = event
                    && cfg!(windows)
                {
                    chosen(icon.app_handle(), Choice::Open);
                }
            })
            .build(app)?;
        let made = Self { app: app.clone(), icon, choices };
        made.draw(&says)?;
        Ok(made)
    }

    /// Whether the system shows it: always.
    #[expect(clippy::unused_self, reason = "other systems have to be asked")]
    pub const fn is_shown(&self) -> bool {
        true
    }

    /// What it says is asked for while nothing else can change it, so that the last answer stays.
    pub fn update(&self, says: impl FnOnce() -> Tray) {
        if let Err(error) = self.draw(&says()) {
            log::warn!("The icon in the tray was not changed: {error}");
        }
    }

    pub fn remove(&self) {
        self.app.remove_tray_by_id("tacklebox");
    }

    fn draw(&self, says: &Tray) -> tauri::Result<()> {
        let menu: Menu<Wry> = Menu::new(&self.app)?;
        let mut choices = Vec::new();
        for line in lines(says) {
            let Some((text, choice)) = line else {
                menu.append(&PredefinedMenuItem::separator(&self.app)?)?;
                continue;
            };
            let id = format!("{LINE}{}", choices.len());
            // A single one would mark the key of a menu.
            let text = text.replace('&', "&&");
            menu.append(&MenuItem::with_id(&self.app, id, text, true, None::<&str>)?)?;
            choices.push(choice);
        }
        *self.choices.lock().unwrap_or_else(PoisonError::into_inner) = choices;
        self.icon.set_menu(Some(menu))?;
        self.icon.set_tooltip(Some(&format!("Tacklebox: {}", says.sentence)))?;
        if let Some(icon) = self.app.default_window_icon() {
            let data = drawn(icon, says.problem.is_some());
            self.icon.set_icon(Some(Image::new_owned(data, icon.width(), icon.height())))?;
        }
        Ok(())
    }
}
