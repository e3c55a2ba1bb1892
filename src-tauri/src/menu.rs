//! The menu bar of a Mac, where menus belong to the program and not to its window. Written and never run: see
//! docs/ARCHITECTURE.md. Quit and Close are ours: those of the system would ask nobody for what was typed.
#![cfg_attr(not(target_os = "macos"), expect(dead_code, reason = "only a Mac has one"))]

use tauri::menu::{AboutMetadata, HELP_SUBMENU_ID};
use tauri::menu::{IsMenuItem, Menu, MenuItem, PredefinedMenuItem, Submenu, WINDOW_SUBMENU_ID};
use tauri::{AppHandle, Wry};

use crate::incoming::{self, Page};
use crate::window;

/// What the system has for every program, in its own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum System {
    About,
    Services,
    Hide,
    HideOthers,
    ShowAll,
    Undo,
    Redo,
    Cut,
    Copy,
    Paste,
    SelectAll,
    Fullscreen,
    Minimize,
    Maximize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    System(System),
    /// Ours: its name, what it is called, its key.
    Own(&'static str, &'static str, &'static str),
    Rule,
}

const SETTINGS: &str = "menu-settings";
const QUIT: &str = "menu-quit";
const CLOSE: &str = "menu-close";
const HELP: &str = "menu-help";

/// The whole bar: each menu with its lines.
const BAR: [(&str, &[Line]); 6] = {
    use Line::{Own, Rule, System as Of};
    [
        (
            "Tacklebox",
            &[
                Of(System::About),
                Rule,
                Own(SETTINGS, "Settings…", "CmdOrCtrl+,"),
                Rule,
                Of(System::Services),
                Rule,
                Of(System::Hide),
                Of(System::HideOthers),
                Of(System::ShowAll),
                Rule,
                Own(QUIT, "Quit Tacklebox", "CmdOrCtrl+Q"),
            ],
        ),
        ("File", &[Own(CLOSE, "Close Window", "CmdOrCtrl+W")]),
        (
            "Edit",
            &[
                Of(System::Undo),
                Of(System::Redo),
                Rule,
                Of(System::Cut),
                Of(System::Copy),
                Of(System::Paste),
                Of(System::SelectAll),
            ],
        ),
        ("View", &[Of(System::Fullscreen)]),
        ("Window", &[Of(System::Minimize), Of(System::Maximize)]),
        ("Help", &[Own(HELP, "Guide", "")]),
    ]
};

/// Makes the bar.
///
/// # Errors
/// Where the system refuses it.
pub fn bar(app: &AppHandle) -> tauri::Result<Menu<Wry>> {
    let menu = Menu::new(app)?;
    for (title, lines) in BAR {
        let sub = match title {
            "Window" => Submenu::with_id(app, WINDOW_SUBMENU_ID, title, true)?,
            "Help" => Submenu::with_id(app, HELP_SUBMENU_ID, title, true)?,
            _ => Submenu::new(app, title, true)?,
        };
        for line in lines {
            sub.append(&*made(app, *line)?)?;
        }
        menu.append(&sub)?;
    }
    Ok(menu)
}

fn made(app: &AppHandle, line: Line) -> tauri::Result<Box<dyn IsMenuItem<Wry>>> {
    use PredefinedMenuItem as Of;
    Ok(match line {
        Line::Rule => Box::new(Of::separator(app)?),
        Line::Own(id, text, key) => Box::new(MenuItem::with_id(
            app,
            id,
            text,
            true,
            Some(key).filter(|key| !key.is_empty()),
        )?),
        Line::System(system) => Box::new(match system {
            System::About => Of::about(app, None, Some(AboutMetadata::default()))?,
            System::Services => Of::services(app, None)?,
            System::Hide => Of::hide(app, None)?,
            System::HideOthers => Of::hide_others(app, None)?,
            System::ShowAll => Of::show_all(app, None)?,
            System::Undo => Of::undo(app, None)?,
            System::Redo => Of::redo(app, None)?,
            System::Cut => Of::cut(app, None)?,
            System::Copy => Of::copy(app, None)?,
            System::Paste => Of::paste(app, None)?,
            System::SelectAll => Of::select_all(app, None)?,
            System::Fullscreen => Of::fullscreen(app, None)?,
            System::Minimize => Of::minimize(app, None)?,
            System::Maximize => Of::maximize(app, None)?,
        }),
    })
}

/// What a line of ours does.
#[derive(Debug, PartialEq, Eq)]
enum Deed {
    Quit,
    Close,
    Go(Page),
}

fn deed(id: &str) -> Option<Deed> {
    match id {
        QUIT => Some(Deed::Quit),
        CLOSE => Some(Deed::Close),
        SETTINGS => Some(Deed::Go(Page::Settings)),
        HELP => Some(Deed::Go(Page::Help)),
        _ => None,
    }
}

/// A line was chosen; those of other menus are none of ours.
pub fn chosen(app: &AppHandle, id: &str) {
    match deed(id) {
        Some(Deed::Quit) => window::ask_to_quit(app),
        Some(Deed::Close) => window::ask_to_close(app),
        Some(Deed::Go(page)) => {
            window::bring_forward(app);
            incoming::go(app, page);
        }
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_bar_has_the_menus_of_a_mac_and_each_line_of_ours_does_something() {
        assert_eq!(
            BAR.map(|(title, _)| title),
            ["Tacklebox", "File", "Edit", "View", "Window", "Help"]
        );
        let own: Vec<_> = BAR
            .iter()
            .flat_map(|(_, lines)| lines.iter())
            .filter_map(|line| match line {
                Line::Own(id, _, key) => Some((*id, *key)),
                _ => None,
            })
            .collect();
        for (id, key) in &own {
            assert!(deed(id).is_some(), "{id} does nothing");
            assert!(key.is_empty() || key.starts_with("CmdOrCtrl+"), "{key}");
        }
        let ids: HashSet<_> = own.iter().map(|(id, _)| id).collect();
        assert_eq!(ids.len(), own.len(), "each once");
        assert_eq!(deed(QUIT), Some(Deed::Quit), "it asks first where something would be lost");
        assert_eq!(deed("tray-1"), None, "that of the tray is heard elsewhere");
    }

    #[test]
    fn no_rule_is_at_an_end_of_a_menu_or_beside_another() {
        for (title, lines) in BAR {
            let ends = [lines.first(), lines.last()];
            assert!(ends.iter().all(|line| line.is_some_and(|it| *it != Line::Rule)), "{title}");
            assert!(!lines.windows(2).any(|two| two == [Line::Rule, Line::Rule]), "{title}");
        }
    }
}
