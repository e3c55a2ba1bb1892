//! What is opened with another program, or shown in one.

use std::path::Path;

use tacklebox_engine::failure::{Code, Failure};

/// Opens an address or a file with the program that the person chose for such, not one of ours.
pub fn open(what: &Path) -> Result<(), Failure> {
    #[cfg(target_os = "linux")]
    if crate::spare::open(what).is_ok() {
        return Ok(());
    }
    opened(tauri_plugin_opener::open_url(what.to_string_lossy(), None::<&str>))
}

/// Shows a folder where it is, and never opens it: macOS starts a folder whose name ends in `.app`.
pub fn shown(dir: &Path) -> Result<(), Failure> {
    let revealed = tauri_plugin_opener::reveal_item_in_dir(dir);
    // Where no file manager can be asked to show one. There, a folder is never a program.
    #[cfg(target_os = "linux")]
    if revealed.is_err() {
        return open(dir);
    }
    opened(revealed)
}

fn opened(outcome: Result<(), tauri_plugin_opener::Error>) -> Result<(), Failure> {
    outcome.map_err(|error| {
        Failure::new(Code::NotOpened, format!("It could not be opened: {error}"))
            .hint("Nothing was changed.")
    })
}
