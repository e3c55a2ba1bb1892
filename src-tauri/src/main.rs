//! The program behind the icon.

// Without it Windows would open a console window beside ours.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() -> anyhow::Result<()> {
    tacklebox_desktop_lib::run()
}
