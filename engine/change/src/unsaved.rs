//! What was typed in the window and not saved, kept for the case that the program ends. Only for the owner's
//! eyes, as our copies of configs are.

use std::collections::BTreeMap;
use std::path::PathBuf;

use tacklebox_machine::files::{self, FileError, Stamp};
use tacklebox_machine::machine::Machine;

/// All texts together, in bytes. A config may have 16 MiB; who types more than this saves now and then.
pub const MAX_BYTES: usize = 8 << 20;

fn place(machine: &Machine) -> PathBuf {
    machine.data_dir().join("typed.json")
}

/// The texts on the disk, by the names under which the window keeps them. A file that cannot be understood holds
/// nothing that could be brought back.
///
/// # Errors
/// Where it cannot be read.
pub fn read(machine: &Machine) -> Result<(BTreeMap<String, String>, Stamp), FileError> {
    let (bytes, stamp) = files::read(&place(machine), (MAX_BYTES as u64).saturating_mul(2))?;
    let texts = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    Ok((texts, stamp))
}

/// Writes them down in the place of those that were read; where there are none, no file is left.
///
/// # Errors
/// Where it cannot be written, or another window wrote in between.
pub fn write(
    machine: &Machine,
    texts: &BTreeMap<String, String>,
    read: &Stamp,
) -> Result<(), FileError> {
    if texts.is_empty() {
        return forget(machine);
    }
    let text = serde_json::json!(texts).to_string();
    files::save(&place(machine), text.as_bytes(), read, 0o600)
}

/// Takes all of them away.
///
/// # Errors
/// Where the file cannot be removed.
pub fn forget(machine: &Machine) -> Result<(), FileError> {
    let path = place(machine);
    match std::fs::remove_file(&path) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
            Err(FileError::Io { path, source })
        }
        _ => Ok(()),
    }
}
