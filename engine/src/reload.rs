//! Telling a running agent to read its hooks again, where it can be told (`agents.md` section 1).

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::agent::Agent;
use crate::dialect::Reload;
use crate::files::{self, FileError};
use crate::hook::AgentId;
use crate::machine::Machine;

/// Whether an agent was told, and what is to be done where it was not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    pub agent: AgentId,
    pub told: bool,
    /// The file that tells it.
    #[serde(serialize_with = "crate::hook::lossy_option")]
    pub file: Option<PathBuf>,
    /// "Restart Milady"; none where it was told.
    pub hint: Option<String>,
}

/// Tells an agent, if there is a way to.
///
/// # Errors
/// Where the file that tells it cannot be written.
pub fn tell(machine: &Machine, agent: &Agent) -> Result<Told, FileError> {
    let id = agent.id();
    let Reload::Stamp(file) = agent.dialect.reload else {
        return Ok(Told { agent: id, told: false, file: None, hint: agent.dialect.restart_hint() });
    };
    // No agent looks into a workspace that is not there, and none is made for a message.
    if !agent.workspace.is_dir() {
        let hint =
            format!("{} is not there, so there is nobody to tell", machine.show(&agent.workspace));
        return Ok(Told { agent: id, told: false, file: None, hint: Some(hint) });
    }
    let path = agent.workspace.join(file);
    stamp(machine, &path)?;
    Ok(Told { agent: id, told: true, file: Some(path), hint: None })
}

/// Writes the time into the file that a running agent looks at.
pub(crate) fn stamp(machine: &Machine, path: &Path) -> Result<(), FileError> {
    let now = machine.now().unix_timestamp().to_string();
    let (_, stamp) = files::read(path, 4096)?;
    files::save(path, now.as_bytes(), &stamp, 0o644)
}
