//! What to do about files that were changed since they were installed: take them as they are now
//! (`approve`), or put them back as they came.

use std::fs;
use std::path::Path;

use super::changed::{self, FileChange};
use super::remove;
use crate::ops::{self, OpError};
use crate::own;
use crate::plan::{FileDiff, NewFile, Plan, PlanView, Step};
use crate::receipt::originals::Originals;
use crate::receipt::{self, Receipt};
use tacklebox_agents::hook::Hook;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// An installed hook's folder, and its receipt with what was changed.
pub(super) fn installed<'i>(
    machine: &Machine,
    inventory: &'i Inventory,
    id: &str,
) -> Result<(&'i Hook, &'i Path, Receipt), OpError> {
    let (hook, _) = inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
    let not_ours = || {
        OpError::Refused(format!(
            "{} was not installed by Tacklebox, so there is no receipt of it.",
            hook.title
        ))
    };
    let dir = hook.dir.as_deref().ok_or_else(not_ours)?;
    let receipt = receipt::read(machine, dir).ok_or_else(not_ours)?;
    if !remove::is_own_folder(inventory.agent(), dir) {
        return Err(not_ours());
    }
    if fs::symlink_metadata(dir).is_ok_and(|meta| meta.is_symlink()) {
        return Err(OpError::Refused(format!(
            "{} is a link now, so what it leads to is left alone. Put the folder itself back there first.",
            machine.show(dir)
        )));
    }
    Ok((hook, dir, receipt))
}

/// The plan after which the files as they are now count as installed. No file of the hook changes.
///
/// # Errors
/// [`OpError`] where nothing was installed there, or something there is neither a file nor a folder.
pub fn plan_approve(machine: &Machine, inventory: &Inventory, id: &str) -> Result<Plan, OpError> {
    let (hook, dir, receipt) = installed(machine, inventory, id)?;
    let mut plan = Plan::new(
        inventory.agent().id(),
        format!("Approve the changes of {}", hook.title),
        format!("The changes of {} were approved.", hook.title),
    )
    .about(&hook.id);
    if receipt.changed.is_empty() {
        return Ok(plan);
    }
    let mut steps = receipt::approved(machine, dir, &receipt).map_err(|path| {
        OpError::Refused(format!(
            "{path} of {} cannot be approved: it is a link, or may not be read. Remove it or put it back first.",
            hook.title
        ))
    })?;
    if let Some(Step::Record { says, .. }) = steps.first_mut() {
        let names = words::all_of(receipt.changed.iter().cloned());
        *says = Some(format!("Take {names} into the receipt as they are now"));
    }
    plan.steps.extend(steps);
    Ok(plan)
}

/// The plan after which a hook's files are as they came: what was edited or deleted is put back. What was
/// added stays: no version brought it. The folder changes as a whole, by one rename.
///
/// # Errors
/// [`OpError`] where nothing was installed there, or of some file only the hash was kept.
pub fn plan(machine: &Machine, inventory: &Inventory, id: &str) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let (hook, dir, receipt) = installed(machine, inventory, id)?;
    let mut plan = Plan::new(
        agent.id(),
        format!("Put the files of {} back", hook.title),
        format!("The files of {} are as they were installed.", hook.title),
    )
    .about(&hook.id);
    let meant = receipt.to_put_back(dir);
    if meant.is_empty() {
        return match receipt.changed.is_empty() {
            true => Ok(plan),
            false => Err(OpError::Refused(format!(
                "Nothing that came with {} was changed, so there is nothing to put back: {} was added. Approve it, or delete it from its folder.",
                hook.title,
                words::all_of(receipt.changed)
            ))),
        };
    }
    let originals = Originals::read(machine, dir);
    let mut files = Vec::new();
    for file in &receipt.files {
        let here = dir.join(&file.path);
        let executable = tacklebox_machine::files::is_executable(&here);
        if file.own && !meant.contains(&file.path) {
            continue;
        }
        if meant.contains(&file.path) {
            let original = originals.get(&receipt, &file.path).ok_or_else(|| {
                OpError::Refused(format!(
                    "{} cannot be put back: only its hash was kept. Install {} again from {}, or approve it as it is.",
                    file.path, hook.title, receipt.source
                ))
            })?;
            files.push(NewFile {
                path: file.path.clone(),
                bytes: original.text.clone().into_bytes(),
                executable: executable || original.executable,
            });
        } else {
            let bytes = files::read(&here, u64::MAX)?.0.unwrap_or_default();
            files.push(NewFile { path: file.path.clone(), bytes, executable });
        }
    }
    let carried = own::carried(dir, &receipt, &files);
    if let Some(Step::Carry { own, .. }) = &carried {
        plan.done = format!(
            "What came with {} is as it was installed. {} was added since, and stays in its folder.",
            hook.title,
            words::all_of(own.iter().cloned())
        );
    }
    plan.steps.push(Step::Remove { dir: dir.to_owned() });
    plan.steps.push(Step::Place { dir: dir.to_owned(), files });
    plan.steps.extend(carried);
    ops::finish(agent, &mut plan)?;
    Ok(plan)
}

/// What [`plan`] does, file by file.
pub fn view(machine: &Machine, inventory: &Inventory, plan: &Plan) -> PlanView {
    let mut view = plan.view(machine);
    let dir = plan.hook.as_deref().and_then(|id| inventory.find(id)?.0.dir.as_deref());
    let Some(dir) = dir.filter(|_| !plan.is_empty()) else { return view };
    let changes = changed::by_put_back(machine, dir);
    let sentence = |change: &changed::ChangedFile| match change.change {
        FileChange::Added => format!("Make {} again", change.path),
        FileChange::Edited => format!("Put {} back as it came", change.path),
        FileChange::Deleted => format!("Remove {}; Undo brings it back", change.path),
    };
    let carried = plan.steps.iter().filter(|step| matches!(step, Step::Carry { .. }));
    let carried: Vec<String> = carried.map(|step| step.sentence(machine)).collect();
    view.steps = changes.iter().map(sentence).chain(carried).collect();
    view.files = diffs(machine, dir, changes);
    view
}

/// The changes as diffs of files, as far as there are some to be shown.
pub fn diffs(machine: &Machine, dir: &Path, changes: Vec<changed::ChangedFile>) -> Vec<FileDiff> {
    let shown = changes.into_iter().filter_map(|change| {
        Some(FileDiff { path: machine.show(&dir.join(change.path)), diff: change.diff? })
    });
    shown.collect()
}
