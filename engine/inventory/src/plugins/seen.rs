//! What a plugin registered when it was loaded here: kept in our own data with a hash of its files, and
//! void as soon as they change.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::heard::{By, ignored, is_heard};
use super::sources::Sources;
use super::{Plugin, Registers};
use tacklebox_agents::agent::Agent;
use tacklebox_machine::data::{self, DataError};
use tacklebox_machine::files::{self, FileError, Stamp};
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
    /// Those of them that it registered by `registerHook`, for events of `HOOK.md`.
    pub internal: Vec<String>,
    #[serde(flatten)]
    pub registers: Registers,
}

impl Seen {
    /// Takes out what the version in force ignores, and says why.
    pub(super) fn without_ignored(&mut self, agent: &Agent) -> BTreeSet<String> {
        let mut others = BTreeSet::new();
        let internal = &self.internal;
        self.hooks.retain(|(name, _)| {
            let by = if internal.contains(name) { By::Hook } else { By::On };
            let heard = is_heard(agent, by, name);
            if !heard {
                others.insert(ignored(agent, by, name));
            }
            heard
        });
        others
    }
}

fn place(machine: &Machine) -> PathBuf {
    machine.data_dir().join("plugins-seen.json")
}

/// What was seen of all plugins, by id, and the file that says so as it is.
fn read(machine: &Machine) -> Result<(BTreeMap<String, Seen>, Stamp), FileError> {
    let (bytes, stamp) = files::read(&place(machine), LONGEST)?;
    // What cannot be read is seen again: none of it is a person's.
    let all = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    Ok((all, stamp))
}

/// What was seen of all plugins, by id: read once for a list of them.
pub(super) fn all(machine: &Machine) -> BTreeMap<String, Seen> {
    read(machine).map(|(all, _)| all).unwrap_or_default()
}

/// The hash of a plugin's files, for [`Seen::hash`]: taken before it is loaded, since it may change them.
pub fn hash(plugin: &Plugin) -> String {
    Sources::read(plugin).hash().to_owned()
}

/// Keeps what was seen of a plugin.
///
/// # Errors
/// Where it could not be written.
pub fn keep(machine: &Machine, plugin: &Plugin, seen: Seen) -> Result<(), DataError> {
    data::make(machine)?;
    let (mut all, stamp) = read(machine)?;
    all.insert(plugin.hook_id.clone(), seen);
    let text = serde_json::to_string_pretty(&all).unwrap_or_default();
    Ok(files::save(&place(machine), text.as_bytes(), &stamp, 0o600)?)
}
