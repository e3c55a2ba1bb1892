//! Installed hooks brought up to date: the new files in the place of the old ones, the switch and the
//! settings as they were. What was changed by hand is never overwritten unasked.

mod keep;

use std::path::Path;

use super::changed::{self, ChangedFile, UpToDate};
use super::put_back;
use super::source::Source;
use super::stage::Staged;
use super::{pack, receipt, records};
use crate::ops::{self, OpError};
use crate::own;
use crate::plan::{NewFile, Plan, PlanView, Step};
use crate::receipt::Receipt;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::Edit;
use tacklebox_agents::dialect::Switch;
use tacklebox_agents::hook::Hook;
use tacklebox_agents::manifest::{self, Manifest};
use tacklebox_bring::fetch::Provenance;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::files::is_executable;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// What a hook's source has now.
#[derive(Clone, Debug)]
pub struct NewVersion {
    /// As the receipt is to have it.
    pub source: String,
    pub version: String,
    pub files: Vec<NewFile>,
    /// What proves where it comes from.
    pub provenance: Option<Provenance>,
}

/// An update before it is made.
#[derive(Clone, Debug)]
pub struct Update {
    /// Changes nothing where the hook is up to date.
    pub plan: Plan,
    /// What would be different in its folder.
    pub changes: Vec<ChangedFile>,
    /// Where it is as its source has it.
    pub up_to_date: Option<UpToDate>,
    /// Of the new files.
    pub version: String,
    /// "It is pinned to version 1.2.3."
    pub pinned: Option<String>,
    /// What proves where the new files come from.
    pub provenance: Option<Provenance>,
}

/// Where an installed hook came from, to be fetched again.
///
/// # Errors
/// [`OpError`] where it was changed by hand, or nothing is to be found there any more.
pub fn source(machine: &Machine, inventory: &Inventory, id: &str) -> Result<Source, OpError> {
    let (_, _, receipt) = unchanged(machine, inventory, id)?;
    Source::read(&receipt.source).map_err(|error| {
        OpError::Refused(format!(
            "{error} It was installed from there, so there is nothing to update it from; it stays as it is."
        ))
    })
}

/// The new version of a hook among what its source has now.
///
/// # Errors
/// [`OpError`] where it is not among that any more, or cannot be used.
pub fn staged(inventory: &Inventory, id: &str, staged: &Staged) -> Result<NewVersion, OpError> {
    let agent = inventory.agent();
    let (hook, _) = inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
    let left = |why: String| {
        OpError::Refused(format!("{} is not updated, and stays as it is: {why}", hook.title))
    };
    let hooks = staged.hooks(agent).map_err(|error| left(error.to_string()))?;
    let new = hooks.iter().find(|new| new.manifest.name == hook.name);
    let new = new.ok_or_else(|| {
        left(format!("{} has no hook {} any more.", staged.source.recorded(), hook.name))
    })?;
    Ok(NewVersion {
        source: staged.source.recorded(),
        version: staged.version_of(new),
        files: pack::read_files(new)?,
        provenance: staged.provenance.clone(),
    })
}

/// Refuses where files were changed by hand: asked before anything is fetched.
///
/// # Errors
/// [`OpError`] where nothing was installed there, or it was changed by hand.
pub fn may_update(machine: &Machine, inventory: &Inventory, id: &str) -> Result<(), OpError> {
    unchanged(machine, inventory, id).map(drop)
}

/// An installed hook's folder and its receipt, where nobody changed anything.
fn unchanged<'i>(
    machine: &Machine,
    inventory: &'i Inventory,
    id: &str,
) -> Result<(&'i Hook, &'i Path, Receipt), OpError> {
    let (hook, dir, receipt) = put_back::installed(machine, inventory, id)?;
    let changed = receipt.changed_brought();
    if changed.is_empty() {
        return Ok((hook, dir, receipt));
    }
    let names = words::all_of(changed);
    Err(OpError::Refused(format!(
        "{} was changed by hand since it was installed: {names}. An update would overwrite that. Approve the changes or put the files back first.",
        hook.title
    )))
}

/// The plan that puts the new version in the place of the installed one.
///
/// # Errors
/// [`OpError`] where it was changed by hand, or the new version is not the same hook.
pub fn plan(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    new: NewVersion,
) -> Result<Update, OpError> {
    let agent = inventory.agent();
    let (hook, dir, receipt) = unchanged(machine, inventory, id)?;
    let NewVersion { source, version, mut files, provenance } = new;
    let manifest = manifest_of(agent, hook, &files)?;
    let came = files.clone();
    let kept = keep::edits(machine, agent, (hook, dir), &mut files)?;
    keep::settings(inventory, hook, &manifest, &mut files)?;
    for file in &mut files {
        file.executable |= is_executable(&dir.join(&file.path));
    }
    own::check(&hook.title, dir, &receipt, &files)?;
    let changes = changed::by_update(dir, &receipt, &files);
    let up_to_date = changes.is_empty().then(|| UpToDate::of(&hook.title, &version));
    let mut plan = Plan::new(
        agent.id(),
        format!("Update {}", hook.title),
        format!("{} was updated.", hook.title),
    )
    .about(&hook.id);
    let written =
        receipt::updated(machine, dir, (&source, &version), &files, &came, &receipt.files);
    if up_to_date.is_none() {
        let carried = own::carried(dir, &receipt, &files);
        if !kept.is_empty() {
            plan.stays.push(format!("What was changed here stays in {}.", words::all_of(kept)));
        }
        plan.steps.push(Step::Remove { dir: dir.to_owned() });
        plan.steps.push(Step::Place { dir: dir.to_owned(), files });
        plan.steps.extend(carried);
        plan.steps.extend(written);
        plan.steps.extend(config(machine, agent, hook, &manifest, dir, &source, &version)?);
        ops::finish(agent, &mut plan)?;
    } else if let Some(up_to_date) = up_to_date.as_ref().filter(|_| receipt.version != version) {
        plan.done = format!("{}.", up_to_date.title);
        let [receipt, originals] = written;
        let says = format!("Note that these files are version {version} too");
        plan.steps.extend([receipt.saying(says), originals]);
    }
    let pinned = pinned(&receipt.source);
    Ok(Update { plan, changes, up_to_date, version, pinned, provenance })
}

/// A plan of [`plan`] as it is shown: with the diff of each file.
pub fn view(machine: &Machine, inventory: &Inventory, update: &Update) -> PlanView {
    let mut view = update.plan.view(machine);
    let dir = update.plan.hook.as_deref().and_then(|id| inventory.find(id)?.0.dir.as_deref());
    if let Some(dir) = dir {
        view.files.extend(put_back::diffs(machine, dir, update.changes.clone()));
    }
    view.stays.push("Its switch and its settings stay as they are.".to_owned());
    view
}

fn manifest_of(agent: &Agent, hook: &Hook, files: &[NewFile]) -> Result<Manifest, OpError> {
    let dialect = agent.dialect;
    let refused = |why: String| {
        OpError::Refused(format!("{} is not updated, and stays as it is: {why}", hook.title))
    };
    let file = files.iter().find(|file| file.path == dialect.manifest_file());
    let file = file
        .ok_or_else(|| refused(format!("the new version has no {}.", dialect.manifest_file())))?;
    let folder = hook.dir.as_deref().and_then(Path::file_name).unwrap_or_default();
    let folder = folder.to_string_lossy();
    let manifest = manifest::shipped::by_its_switch(dialect, &folder, &file.bytes)
        .map_err(|broken| refused(format!("the new version cannot be read. {broken}")))?;
    if manifest.name != hook.name {
        return Err(refused(format!("the new version is another hook, {}.", manifest.name)));
    }
    Ok(manifest)
}

/// The record of it, and its entry where the new version looks for that under another key.
fn config(
    machine: &Machine,
    agent: &Agent,
    hook: &Hook,
    manifest: &Manifest,
    dir: &Path,
    source: &str,
    version: &str,
) -> Result<Option<Step>, OpError> {
    let mut edits = Vec::new();
    if source != receipt::INCLUDED {
        let installed_at = receipt::now(machine);
        let record =
            records::Record { name: &hook.name, source, version, dir, installed_at: &installed_at };
        edits.extend(records::edits(agent, &record));
    }
    let key = manifest.hook_key.as_deref().unwrap_or(&manifest.name);
    if agent.dialect.switch == Switch::ConfigEntry
        && key != hook.hook_key
        && agent.entry(key).is_none()
        && let Some(entry) = agent.entry(&hook.hook_key)
    {
        // A hook that is off must not come on because it changed its key.
        edits.push(Edit::Set { path: ops::entry_path(agent, key), value: entry.clone() });
    }
    records::config_step(agent, &edits)
}

/// Whether a source names one version and no other; then an update finds nothing new.
pub fn pinned(source: &str) -> Option<String> {
    let again = "Install it again from another one to change that.";
    if let Some(spec) = source.strip_prefix("npm:") {
        let (_, version) = spec.rsplit_once('@').filter(|(name, _)| !name.is_empty())?;
        let exact = version.split('.').count() >= 3
            && version.starts_with(|c: char| c.is_ascii_digit())
            && !version.contains([' ', 'x', '*', '|']);
        return exact.then(|| format!("It is pinned to version {version}. {again}"));
    }
    let (_, reference) = source.strip_prefix("git+")?.split_once('#')?;
    // A branch moves on, so to follow one is not a pin.
    let commit = reference.len() >= 7 && reference.chars().all(|c| c.is_ascii_hexdigit());
    let tag = reference.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit());
    (commit || tag).then(|| format!("It is pinned to {reference}. {again}"))
}

#[cfg(test)]
mod tests;
