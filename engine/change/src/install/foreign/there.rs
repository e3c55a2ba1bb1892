//! What there is already in the place of a hook that is to be installed.

use std::fs;
use std::path::Path;

use super::{StagedHook, own, switch_off_in};
use crate::install::stage::Staged;
use crate::ops::OpError;
use crate::plan::{NewFile, Step};
use crate::receipt::{self, Receipt};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::Switch;
use tacklebox_machine::files::Stamp;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// What is in the place of a hook.
pub(super) enum There {
    Nothing,
    /// The very same, whether on or off.
    Same(Receipt),
    /// An installed one of which nobody changed what came with it.
    Older(Receipt),
}

pub(super) fn there(
    machine: &Machine,
    agent: &Agent,
    hook: &StagedHook,
    dir: &Path,
    files: &[NewFile],
) -> Result<There, OpError> {
    let Ok(meta) = dir.symlink_metadata() else { return Ok(There::Nothing) };
    let title = hook.title();
    let Some(receipt) = receipt::read(machine, dir).filter(|_| meta.is_dir()) else {
        return Err(OpError::Refused(format!(
            "{} is there already and was not installed by Tacklebox, so it is left as it is. Rename or remove it first.",
            machine.show(dir)
        )));
    };
    let changed = receipt.changed_brought();
    if !changed.is_empty() {
        return Err(OpError::Refused(format!(
            "{title} is installed and was changed by hand: {}. Remove it first, or keep it as it is.",
            words::all_of(changed)
        )));
    }
    own::check(&title, dir, &receipt, files)?;
    let brought = receipt.files.iter().filter(|file| !file.own);
    let mut recorded: Vec<(&str, &str)> =
        brought.map(|file| (file.path.as_str(), file.sha256.as_str())).collect();
    recorded.sort_unstable();
    let hash = |file: &NewFile| match file.path == agent.dialect.manifest_file() {
        true => Stamp::of(&as_it_stands(agent, dir, file)).to_string(),
        false => Stamp::of(&file.bytes).to_string(),
    };
    let mut new: Vec<(&str, String)> =
        files.iter().map(|file| (file.path.as_str(), hash(file))).collect();
    new.sort_unstable();
    let same = recorded.len() == new.len()
        && recorded.iter().zip(&new).all(|(a, b)| a.0 == b.0 && a.1 == b.1);
    Ok(if same { There::Same(receipt) } else { There::Older(receipt) })
}

/// The manifest with the switch as it is on the disk: to have turned a hook on makes it no other.
fn as_it_stands(agent: &Agent, dir: &Path, file: &NewFile) -> Vec<u8> {
    if agent.dialect.switch == Switch::Manifest
        && let Ok(now) = fs::read(dir.join(&file.path))
        && let mut now = [NewFile { bytes: now, ..file.clone() }]
        && let before = now[0].bytes.clone()
        && switch_off_in(agent, &mut now).is_ok()
        && now[0].bytes == file.bytes
    {
        return before;
    }
    file.bytes.clone()
}

/// The record of a hook whose files are the same, where they come from another place now.
pub(super) fn comes_from(
    machine: &Machine,
    hook: &StagedHook,
    (dir, receipt): (&Path, Receipt),
    staged: &Staged,
) -> Option<Step> {
    let source = receipt::without_secrets(&staged.source.recorded());
    if receipt.source == source {
        return None;
    }
    let says = format!("Note that it comes from {source}");
    let receipt = Receipt { source, version: staged.version_of(hook), ..receipt };
    Some(receipt.step(machine, dir).saying(says))
}
