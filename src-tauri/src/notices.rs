//! The desktop tells of what happened while the window was behind others, where the person agreed. Asked over the session
//! bus, as every desktop of Linux takes it; where nobody is there who would show it, nothing is shown.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

use gio::glib::{self, ToVariant as _, Variant, VariantTy};
use gio::{BusType, Cancellable, DBusCallFlags, DBusConnection, DBusSignalFlags};
use tacklebox_engine::desk::{Event, Notice, NoticeOf, notice};
use tacklebox_engine::machine::Machine;
use tauri::{AppHandle, Manager as _};

use crate::window::{self, LABEL};

const SERVICE: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";
/// As the menu entry calls it, and its icon.
const PROGRAM: &str = "tacklebox-desktop";

thread_local! {
    /// The last notice of each kind, which the next one replaces: a hundred changes are one line on the desktop.
    static SHOWN: Rc<[Cell<u32>; 3]> = Rc::default();
    /// The bus, once something was told.
    static BUS: Cell<Option<DBusConnection>> = const { Cell::new(None) };
}

/// What is called with each event from now on.
pub fn start(app: &AppHandle, machine: Machine) -> impl Fn(&Event) + Send + Sync + 'static {
    let app = app.clone();
    move |event| {
        if let Some(notice) = notice(&machine, event) {
            let told = app.clone();
            window::report(app.run_on_main_thread(move || tell(&told, notice)));
        }
    }
}

/// On the main thread, where the answers of the bus come too.
fn tell(app: &AppHandle, notice: Notice) {
    let in_front = app.get_webview_window(LABEL).is_some_and(|it| it.is_focused().unwrap_or(true));
    if in_front {
        return;
    }
    if let Some(bus) = BUS.take() {
        BUS.set(Some(bus.clone()));
        return show(&bus, &notice);
    }
    let app = app.clone();
    gio::bus_get(BusType::Session, Cancellable::NONE, move |bus| match bus {
        Ok(bus) => {
            open_on_click(&bus, app);
            show(&bus, &notice);
            BUS.set(Some(bus));
        }
        Err(error) => log::warn!("There is no session bus to tell the desktop by: {error}"),
    });
}

/// A click on what is shown brings the window forward.
fn open_on_click(bus: &DBusConnection, app: AppHandle) {
    bus.signal_subscribe(
        Some(SERVICE),
        Some(SERVICE),
        Some("ActionInvoked"),
        Some(PATH),
        None,
        DBusSignalFlags::NONE,
        move |_, _, _, _, _, told| {
            // The desktop tells every program of every click.
            let ours = told.child_value(0).get::<u32>().is_some_and(|id| {
                id != 0 && SHOWN.with(|shown| shown.iter().any(|it| it.get() == id))
            });
            if ours {
                window::bring_forward(&app);
            }
        },
    );
}

fn place(of: NoticeOf) -> usize {
    match of {
        NoticeOf::Changed => 0,
        NoticeOf::Installed => 1,
        NoticeOf::Tried => 2,
    }
}

fn show(bus: &DBusConnection, notice: &Notice) {
    let place = place(notice.of);
    let shown = SHOWN.with(Rc::clone);
    let before = shown.get(place).map_or(0, Cell::get);
    bus.call(
        Some(SERVICE),
        PATH,
        SERVICE,
        "Notify",
        Some(&words(notice, before)),
        VariantTy::new("(u)").ok(),
        DBusCallFlags::NONE,
        -1,
        Cancellable::NONE,
        move |answer| match answer {
            Ok(answer) => {
                if let Some(it) = shown.get(place) {
                    it.set(answer.child_value(0).get().unwrap_or_default());
                }
            }
            Err(error) => log::warn!("The desktop did not show what was told: {error}"),
        },
    );
}

/// As the service wants it. What is in a text of a hook is not read as markup.
fn words(notice: &Notice, before: u32) -> Variant {
    let hints = HashMap::from([("desktop-entry", PROGRAM.to_variant())]);
    let text = glib::markup_escape_text(&notice.text);
    (
        "Tacklebox",
        before,
        PROGRAM,
        notice.title.as_str(),
        text.as_str(),
        vec!["default", "Open Tacklebox"],
        hints,
        -1_i32,
    )
        .to_variant()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_has_the_form_that_desktops_ask_for_and_no_markup() {
        let notice = Notice {
            of: NoticeOf::Changed,
            title: "Hooks changed".into(),
            text: "<b>x</b> (Milady)".into(),
        };
        let words = words(&notice, 7);
        assert_eq!(words.type_().as_str(), "(susssasa{sv}i)");
        assert_eq!(words.child_value(1).get::<u32>(), Some(7), "the one before is replaced");
        assert_eq!(words.child_value(4).str(), Some("&lt;b&gt;x&lt;/b&gt; (Milady)"));
    }
}
