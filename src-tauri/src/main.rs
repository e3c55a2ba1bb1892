//! The program behind the icon.

// No input ends the program, also where a place in it was worked out wrongly.
#![cfg_attr(
    not(test),
    deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice)
)]
// Without it Windows would open a console window beside ours.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() -> anyhow::Result<()> {
    tacklebox_desktop_lib::run()
}
