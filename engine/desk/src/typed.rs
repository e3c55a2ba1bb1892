//! What was typed in the window and not saved: it outlives a program that ends without closing its window.
//! Only for the owner's eyes, as our copies of configs are, and gone once it was saved or let go.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::PoisonError;

use super::{Desk, Failure};
use tacklebox_machine::data;
use tacklebox_machine::failure::Code;
use tacklebox_machine::files::{self, FileError};
use tacklebox_machine::machine::Machine;

/// All texts together, in bytes. A config may have 16 MiB; who types more than this saves now and then.
const MAX_BYTES: usize = 8 << 20;

fn place(machine: &Machine) -> PathBuf {
    machine.data_dir().join("typed.json")
}

/// The texts on the disk. A file that cannot be understood holds nothing that could be brought back.
fn read(machine: &Machine) -> Result<(BTreeMap<String, String>, files::Stamp), FileError> {
    let (bytes, stamp) = files::read(&place(machine), MAX_BYTES as u64 * 2)?;
    let texts = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    Ok((texts, stamp))
}

impl Desk {
    /// The texts that an earlier run left, by the names under which the window kept them.
    pub fn typed_before(&self) -> BTreeMap<String, String> {
        let machine = self.state().machine.clone();
        read(&machine).map(|(texts, _)| texts).unwrap_or_default()
    }

    /// Keeps a text, or lets it go.
    ///
    /// # Errors
    /// Where it is too long, or our own folder cannot be written to. What was kept before stays.
    pub fn keep_typed(&self, name: &str, text: Option<&str>) -> Result<(), Failure> {
        let _one = self.typed.lock().unwrap_or_else(PoisonError::into_inner);
        let machine = self.state().machine.clone();
        let (mut texts, stamp) = read(&machine)?;
        match text {
            Some(text) => texts.insert(name.to_owned(), text.to_owned()),
            None => texts.remove(name),
        };
        if texts.is_empty() {
            return forget(&machine);
        }
        let bytes = serde_json::json!(texts).to_string();
        if bytes.len() > MAX_BYTES {
            let sentence = "What is typed is too long to be kept for the case that Tacklebox ends.";
            return Err(
                Failure::new(Code::NotWritten, sentence).hint("It is still in its field. Save it.")
            );
        }
        data::make(&machine)?;
        data::claim(&machine)?;
        files::save(&place(&machine), bytes.as_bytes(), &stamp, 0o600)?;
        Ok(())
    }

    /// Lets all of them go: the person closed the window and was asked.
    ///
    /// # Errors
    /// Where our own folder cannot be written to.
    pub fn forget_typed(&self) -> Result<(), Failure> {
        let _one = self.typed.lock().unwrap_or_else(PoisonError::into_inner);
        let machine = self.state().machine.clone();
        forget(&machine)
    }
}

fn forget(machine: &Machine) -> Result<(), Failure> {
    let path = place(machine);
    match std::fs::remove_file(&path) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
            Err(FileError::Io { path, source }.into())
        }
        _ => Ok(()),
    }
}
