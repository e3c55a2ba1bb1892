//! Telling a running agent to read its hooks again, where it can be told (rule ).

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::ops::OpError;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::Reload;
use tacklebox_agents::hook::AgentId;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::pending;
use tacklebox_machine::files::{self, FileError};
use tacklebox_machine::machine::Machine;

/// Whether an agent was told, and what is to be done where it was not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    pub agent: AgentId,
    pub told: bool,
    /// The file that tells it.
    #[serde(serialize_with = "tacklebox_agents::hook::lossy_option")]
    pub file: Option<PathBuf>,
    /// "Restart Milady"; none where it was told.
    pub hint: Option<String>,
}

/// How an agent would be told; nothing is written. `told` is false so far, and `file` is there if it can be.
pub fn look(machine: &Machine, agent: &Agent) -> Told {
    let told = |file, hint| Told { agent: agent.id(), told: false, file, hint };
    let Reload::Stamp(file) = agent.dialect.reload else {
        return told(None, agent.dialect.restart_hint());
    };
    // No agent looks into a workspace that is not there, and none is made for a message.
    if !agent.workspace.is_dir() {
        let hint =
            format!("{} is not there, so there is nobody to tell", machine.show(&agent.workspace));
        return told(None, Some(hint));
    }
    told(Some(agent.workspace.join(file)), None)
}

/// Tells an agent, if there is a way to.
///
/// # Errors
/// Where the file that tells it cannot be written.
pub fn tell(machine: &Machine, agent: &Agent) -> Result<Told, FileError> {
    let mut told = look(machine, agent);
    if let Some(path) = &told.file {
        stamp(machine, path)?;
        told.told = true;
    }
    Ok(told)
}

/// Writes the time into the file that a running agent looks at.
pub fn stamp(machine: &Machine, path: &Path) -> Result<(), FileError> {
    let now = machine.now().unix_timestamp().to_string();
    let (_, stamp) = files::read(path, 4096)?;
    files::save(path, now.as_bytes(), &stamp, 0o644)
}

/// Whether an agent can be told of changes, and whether it runs and has not seen them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Telling {
    pub can: bool,
    /// It was started before the last change of its hooks, and was not told since.
    pub untold: bool,
}

/// Looks at the files of its hooks, at the file that tells it, and at what runs.
pub fn telling(machine: &Machine, inventory: &Inventory) -> Telling {
    let Some(file) = look(machine, inventory.agent()).file else {
        return Telling { can: false, untold: false };
    };
    let manifests = inventory.candidates().filter_map(|(_, hook)| hook.manifest.as_deref());
    let changed = manifests.filter_map(modified).max().unwrap_or_default();
    let told = modified(&file).unwrap_or_default();
    let untold =
        told < changed && pending::runs_since_before(machine, inventory.agent().id(), changed);
    Telling { can: true, untold }
}

fn modified(path: &Path) -> Option<i64> {
    let time = std::fs::metadata(path).ok()?.modified().ok()?;
    let since = time.duration_since(std::time::UNIX_EPOCH).ok()?;
    i64::try_from(since.as_secs()).ok()
}

/// Tells an agent, and says so in a sentence.
///
/// # Errors
/// [`OpError::Refused`] where there is no way to tell it; [`OpError::File`] where it cannot be written.
pub fn told(machine: &Machine, agent: &Agent) -> Result<String, OpError> {
    let told = tell(machine, agent)?;
    match told.hint {
        Some(hint) => Err(OpError::Refused(format!("{hint}."))),
        None => {
            Ok(format!("{} was told: if it runs, it reads its hooks again.", agent.dialect.title))
        }
    }
}
