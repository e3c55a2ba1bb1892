//! The version that a person chose to be judged by, kept in our own data.

use std::collections::BTreeMap;
use std::fs;

use super::Versions;
use crate::hook::AgentId;
use tacklebox_machine::data::{self, DataError};
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

const FILE: &str = "runtimes.json";
const MAX_BYTES: u64 = 64 * 1024;

/// What was chosen. What cannot be read counts as nothing chosen: every agent is then judged by what is
/// found.
pub fn choices(machine: &Machine) -> Versions {
    let Ok((Some(bytes), _)) = files::read(&machine.data_dir().join(FILE), MAX_BYTES) else {
        return Versions::new();
    };
    let kept: BTreeMap<String, String> = serde_json::from_slice(&bytes).unwrap_or_default();
    kept.into_iter().filter_map(|(name, version)| Some((AgentId::named(&name)?, version))).collect()
}

/// Keeps the choice for an agent; none: what is found counts again.
///
/// # Errors
/// [`DataError`] where our own data cannot be written; nothing is changed then.
pub fn choose(machine: &Machine, agent: AgentId, version: Option<&str>) -> Result<(), DataError> {
    data::make(machine)?;
    data::claim(machine)?;
    let path = machine.data_dir().join(FILE);
    let (_, stamp) = files::read(&path, MAX_BYTES)?;
    let mut all = choices(machine);
    match version {
        Some(version) => all.insert(agent, version.to_owned()),
        None => all.remove(&agent),
    };
    if all.is_empty() {
        let _ = fs::remove_file(&path);
        return Ok(());
    }
    let all: BTreeMap<&str, &String> = all.iter().map(|(a, v)| (a.as_str(), v)).collect();
    let text = serde_json::to_string_pretty(&all).unwrap_or_default();
    files::save(&path, text.as_bytes(), &stamp, 0o600)?;
    Ok(())
}
