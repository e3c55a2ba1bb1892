//! What a program that began as one of ours does not say yet.

use std::path::Path;

use crate::plan::NewFile;
use tacklebox_agents::manifest;
use tacklebox_inventory::discover::file_name;
use tacklebox_machine::files;

/// Lines of templates that a person fills in, and what belongs there.
const EMPTY: [(&str, &str); 2] = [("address=''", "address"), ("const ADDRESS = \"\";", "address")];

/// The end of the one line that a program of ours does before anybody wrote it.
const TODO: &str = " TODO: write what it does in place of this line.";
/// What is not filled in as long as that line is there.
pub(crate) const PROGRAM: &str = "program";

/// What this text does not say yet: "address", or "program" where it is as it came.
fn in_text(text: &str) -> Option<&'static str> {
    let blank = |line: &str| {
        let line = line.trim_end();
        let empty = EMPTY.iter().find(|(empty, _)| *empty == line).map(|(_, name)| *name);
        empty.or_else(|| line.ends_with(TODO).then_some(PROGRAM))
    };
    text.lines().find_map(blank)
}

/// A program of ours whose one line says what belongs there and does nothing: for a hook that is on already.
pub(crate) fn quiet(text: &str) -> String {
    let quiet = |line: &str| match line.trim_end().strip_suffix(TODO) {
        Some(code) => {
            let inner = code.trim_start();
            let sign = if inner.ends_with('#') { "#" } else { "//" };
            format!("{}{sign}{TODO}\n", code.strip_suffix(inner).unwrap_or_default())
        }
        None => line.to_owned(),
    };
    text.split_inclusive('\n').map(quiet).collect()
}

/// What the text of a file does not say yet, with the file's name.
pub(crate) fn in_file(path: &Path) -> Option<(&'static str, String)> {
    let (bytes, _) = files::read(path, manifest::MAX_BYTES as u64).ok()?;
    Some((in_text(std::str::from_utf8(&bytes?).ok()?)?, file_name(path)))
}

/// What is to be written and does not say it yet.
pub(crate) fn in_new(files: &[NewFile]) -> Option<&'static str> {
    files.iter().find_map(|file| in_text(std::str::from_utf8(&file.bytes).ok()?))
}
