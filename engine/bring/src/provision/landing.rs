//! Where a program may have landed that was installed and is not on PATH.

use std::path::PathBuf;

use tacklebox_machine::machine::{Machine, executable};

/// Folders into which package managers put programs, whether or not a shell names them.
const PLACES: [&str; 8] = [
    "~/go/bin",
    "~/.cargo/bin",
    "~/.local/bin",
    "~/.bun/bin",
    "~/.npm-global/bin",
    "/opt/homebrew/bin",
    "/home/linuxbrew/.linuxbrew/bin",
    "/usr/local/bin",
];

/// Variables that name such a folder, and what of it.
const NAMED: [(&str, &str); 6] = [
    ("GOBIN", ""),
    ("GOPATH", "bin"),
    ("CARGO_HOME", "bin"),
    ("CARGO_INSTALL_ROOT", "bin"),
    ("npm_config_prefix", "bin"),
    ("BUN_INSTALL", "bin"),
];

/// The folder outside of PATH in which this program is, if it is one of the usual ones.
pub(super) fn folder_of(machine: &Machine, program: &str) -> Option<PathBuf> {
    if program.contains(['/', '\\', '\0']) {
        return None;
    }
    let named = NAMED.iter().filter_map(|(variable, rest)| {
        let dir = PathBuf::from(machine.env(variable)?).join(rest);
        dir.is_absolute().then_some(dir)
    });
    let mut places = named.chain(PLACES.iter().map(|place| machine.expand(place)));
    places.find(|dir| {
        let file = dir.join(program);
        std::fs::metadata(file).is_ok_and(|meta| meta.is_file() && executable(&meta))
    })
}
