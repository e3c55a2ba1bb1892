//! The program without its window: it goes on behind an icon in the tray, and may be started by the login. Both are off
//! until somebody turns them on, and none of it is made before that.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tacklebox_engine::desk::Desk;
use tacklebox_engine::failure::{Code, Failure};
use tacklebox_engine::machine::Machine;
use tacklebox_engine::settings::{BACKGROUND, wishes};
use tauri::{AppHandle, Manager as _};

use crate::tray::{Chosen, Icon};

/// The icon, as long as there is one.
pub struct Background {
    icon: Mutex<Option<Icon>>,
    chosen: Chosen,
}

impl Background {
    /// `chosen` hears what is chosen in the icon's menu.
    pub const fn new(chosen: Chosen) -> Self {
        Self { icon: Mutex::new(None), chosen }
    }

    fn icon(&self) -> MutexGuard<'_, Option<Icon>> {
        self.icon.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether this start is to have no window: by the login, where the program goes on in the background.
pub fn starts_hidden(machine: &Machine) -> bool {
    std::env::args().any(|argument| argument == BACKGROUND) && wishes(machine).background
}

/// Shows the icon at the start, where it is wished for. The desktop may still be starting: it is waited for.
pub fn begin(app: &AppHandle) {
    let app = app.clone();
    std::thread::spawn(move || {
        let desk = app.state::<Arc<Desk>>();
        if desk.wishes().background
            && let Err(error) = show(&app, &desk, true)
        {
            log::warn!("There is no icon in the tray: {error}");
        }
    });
}

fn show(app: &AppHandle, desk: &Desk, patient: bool) -> anyhow::Result<()> {
    let background = app.state::<Background>();
    let mut icon = background.icon();
    if icon.as_ref().is_some_and(Icon::is_shown) {
        return Ok(());
    }
    if let Some(old) = icon.take() {
        old.remove();
    }
    *icon = Some(Icon::show(app, desk.tray(), patient, background.chosen)?);
    Ok(())
}

/// Does what the person wishes; refused where the icon would be nowhere to be seen.
///
/// # Errors
/// Where the desktop shows no icons of programs: nobody could bring the window back.
pub fn wish(app: &AppHandle, desk: &Desk, on: bool) -> Result<(), Failure> {
    if !on {
        if let Some(icon) = app.state::<Background>().icon().take() {
            icon.remove();
        }
        return Ok(());
    }
    show(app, desk, false).map_err(|error| {
        log::info!("There is no tray: {error}");
        let message = "This desktop shows no icons of programs that run in the background, so a closed window could not be opened again. Closing the window still ends Tacklebox.";
        Failure::new(Code::Refused, message)
            .hint("On GNOME the extension AppIndicator shows them. Turn it on, then try again.")
    })
}

/// Whether a window that is closed is only hidden.
pub fn is_on(app: &AppHandle) -> bool {
    app.state::<Background>().icon().as_ref().is_some_and(Icon::is_shown)
}

/// Something changed: the icon says what is so now.
pub fn follow(app: &AppHandle) {
    if let Some(icon) = &*app.state::<Background>().icon()
        && let Some(desk) = app.try_state::<Arc<Desk>>()
    {
        icon.update(|| desk.tray());
    }
}
