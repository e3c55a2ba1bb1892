//! The review of an update: what it changes in the files, and what the new version would do. Nothing is
//! changed.

use super::staged::{add, weigh};
use super::{ReviewView, stage};
use crate::agent::Root;
use crate::discover;
use crate::hook::Source;
use crate::install::licence;
use crate::install::pack::{StagedFile, StagedHook};
use crate::install::put_back;
use crate::install::update::{NewVersion, Update};
use crate::inventory::Inventory;
use crate::machine::Machine;
use crate::ops::OpError;

/// Reviews the new version of the hook with this id.
///
/// # Errors
/// Where it is not installed any more.
pub fn of_update(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    new: &NewVersion,
    update: &Update,
) -> Result<ReviewView, OpError> {
    let (hook, dir, _) = put_back::installed(machine, inventory, id)?;
    let agent = inventory.agent();
    let mut view = ReviewView {
        title: hook.title.clone(),
        version: Some(new.version.clone()).filter(|version| !version.is_empty()),
        agent: agent.id(),
        // It stays with the agent that has it.
        agents: Vec::new(),
        hooks: Vec::new(),
        files: Vec::new(),
        total_bytes: 0,
        findings: Vec::new(),
        high: 0,
        licence: None,
        replaces: Vec::new(),
        steps: update.plan.view(machine).steps,
        dependencies: Vec::new(),
        changes: update.changes.clone(),
        up_to_date: update.up_to_date,
        blocked: None,
    };
    view.steps.extend(update.pinned.clone());
    if let Some((_guard, staged)) = staged(inventory, dir, new) {
        add(&mut view, machine, inventory, &staged, false);
        view.licence = licence::of(&staged.dir, agent.dialect.manifest_file(), &staged.dir);
    }
    weigh(&mut view);
    Ok(view)
}

/// The new files, where nothing can be harmed, as the agent's own loader reads them.
fn staged(
    inventory: &Inventory,
    dir: &std::path::Path,
    new: &NewVersion,
) -> Option<(tempfile::TempDir, StagedHook)> {
    let tmp = tempfile::tempdir().ok()?;
    let name = dir.file_name()?;
    let staging = tmp.path().join(name);
    stage(&staging, &new.files).ok()?;
    let root = Root { source: Source::Managed, dir: tmp.path().to_owned(), tag: String::new() };
    let candidate = discover::read(inventory.agent(), &root, &staging, false)?;
    let manifest = candidate.manifest.clone().ok()?;
    let files = new.files.iter().map(|file| StagedFile {
        path: file.path.clone(),
        bytes: file.bytes.len() as u64,
        executable: file.executable,
    });
    let folder = name.to_string_lossy().into_owned();
    Some((tmp, StagedHook { folder, dir: staging, candidate, manifest, files: files.collect() }))
}
