//! What a plugin registered when it was loaded here: kept in our own data with a hash of its files, and
//! void as soon as they change.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::view::files_of;
use super::{Plugin, Registers};
use tacklebox_machine::data::{self, DataError};
use tacklebox_machine::files::{self, Stamp};
use tacklebox_machine::machine::Machine;

/// What is kept is not longer than this, in bytes.
const LONGEST: u64 = 4 * 1024 * 1024;

/// What was seen of one plugin.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// Of all of its files, as they were then.
    pub hash: String,
    /// When, RFC 3339.
    pub at: String,
    /// The hooks that it registered, in its own spelling, with their priorities.
    pub hooks: Vec<(String, f64)>,
    pub tools: Vec<String>,
    pub commands: Vec<String>,
    pub routes: Vec<String>,
    pub services: Vec<String>,
}

impl Seen {
    pub fn registers(&self) -> Registers {
        Registers {
            tools: self.tools.clone(),
            commands: self.commands.clone(),
            routes: self.routes.clone(),
            services: self.services.clone(),
        }
    }
}

fn place(machine: &Machine) -> PathBuf {
    machine.data_dir().join("plugins-seen.json")
}

fn all(machine: &Machine) -> BTreeMap<String, Seen> {
    let Ok((Some(bytes), _)) = files::read(&place(machine), LONGEST) else {
        return BTreeMap::new();
    };
    // What cannot be read is seen again: nothing of it is a person's.
    serde_json::from_slice(&bytes).unwrap_or_default()
}

/// A hash of the names, sizes and contents of a plugin's files.
fn hash(plugin: &Plugin) -> String {
    let mut all = Vec::new();
    for file in files_of(plugin) {
        let bytes = fs::read(&file).unwrap_or_default();
        all.extend_from_slice(file.as_os_str().as_encoded_bytes());
        all.push(0);
        all.extend_from_slice(&bytes.len().to_le_bytes());
        all.extend_from_slice(&bytes);
    }
    for own in plugin.manifest.iter() {
        all.extend(fs::read(own).unwrap_or_default());
    }
    Stamp::of(&all).to_string()
}

/// What was seen of a plugin, where its files are the same since.
pub fn seen(machine: &Machine, plugin: &Plugin) -> Option<Seen> {
    let seen = all(machine).remove(&plugin.hook_id)?;
    (seen.hash == hash(plugin)).then_some(seen)
}

/// Keeps what was seen of a plugin.
///
/// # Errors
/// Where it could not be written.
pub fn keep(machine: &Machine, plugin: &Plugin, mut seen: Seen) -> Result<(), DataError> {
    seen.hash = hash(plugin);
    data::make(machine)?;
    let mut all = all(machine);
    all.insert(plugin.hook_id.clone(), seen);
    let text = serde_json::to_string_pretty(&all).unwrap_or_default();
    let (_, stamp) = files::read(&place(machine), LONGEST)?;
    Ok(files::save(&place(machine), text.as_bytes(), &stamp, 0o600)?)
}
