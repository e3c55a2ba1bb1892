//! A hook whose files changed behind a person's back is turned off where the check finds something serious
//! in the change, until somebody looked: once for the same change, as a plan that can be taken back.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Serialize;

use crate::apply::{self, Change};
use crate::ops::{self, Others};
use crate::plan::Plan;
use crate::receipt::originals::Originals;
use crate::receipt::{self, Receipt};
use crate::setup_file::hashes;
use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::hook::{Hook, State};
use tacklebox_audit::{Finding, Severity};
use tacklebox_inventory::acts::may_act;
use tacklebox_inventory::discover::{Candidate, Kind};
use tacklebox_inventory::examine;
use tacklebox_inventory::guard::{self, Held};
pub use tacklebox_inventory::guard::{is_on, set};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::failure::Failure;
use tacklebox_machine::files::{self, Stamp, Temporary};
use tacklebox_machine::machine::Machine;

/// A hook that is to be turned off.
#[derive(Clone, Debug)]
pub struct Due {
    held: Held,
    /// How it is turned off, or why it cannot be.
    pub plan: Result<Plan, Failure>,
    /// What is said of it where it is left on.
    left_on: String,
}

/// A hook that was turned off.
#[derive(Clone, Debug, Serialize)]
pub struct TurnedOff {
    pub hook: String,
    pub why: String,
    pub change: Change,
}

/// A hook that is to be turned off and cannot be.
#[derive(Clone, Debug, Serialize)]
pub struct Stuck {
    pub hook: String,
    pub why: String,
}

impl Due {
    pub fn hook(&self) -> &str {
        &self.held.hook
    }

    /// The hook is still on for this reason.
    pub fn stuck(&self, why: &str) -> Stuck {
        Stuck { hook: self.held.hook.clone(), why: why.to_owned() }
    }
}

/// By the id of a hook: the state of its files in which nothing serious was found. It is not looked for twice.
pub type Harmless = BTreeMap<String, String>;

/// The hooks of an agent that are on and have to be turned off now, where a person wants that.
pub fn due(machine: &Machine, inventory: &Inventory, harmless: &mut Harmless) -> Vec<Due> {
    let changed = |hook: &Hook| {
        hook.enabled
            && matches!(hook.state, State::Ready | State::NotCalled | State::NeedsSetup)
            && !hook.changed.is_empty()
    };
    let hooks = inventory
        .candidates()
        .filter(|(candidate, hook)| candidate.kind == Kind::Hook && changed(hook));
    hooks.filter_map(|found| one(machine, inventory, found, harmless)).collect()
}

fn one(
    machine: &Machine,
    inventory: &Inventory,
    (candidate, hook): (&Candidate, &Hook),
    harmless: &mut Harmless,
) -> Option<Due> {
    let dir = hook.dir.as_deref()?;
    let acts = |path: &&String| may_act(path, files::is_executable(&dir.join(path)));
    let changed: Vec<&String> = hook.changed.iter().filter(acts).collect();
    if changed.is_empty() {
        return None;
    }
    let of = mark(inventory.agent().dialect, dir, &changed);
    if harmless.get(&hook.id) == Some(&of)
        || guard::of(machine, &hook.id).is_some_and(|held| held.of == of && !held.noticed)
    {
        return None;
    }
    // What a link leads to has other names.
    let linked = changed.iter().any(|path| dir.join(path).is_symlink());
    let serious = examine::hook(candidate).findings.into_iter().filter(|finding| {
        finding.severity == Severity::High
            && (linked || changed.iter().any(|path| **path == finding.file))
    });
    let serious: Vec<Finding> = serious.collect();
    let before = match serious.is_empty() {
        true => Vec::new(),
        false => before(machine, dir, &receipt::read(machine, dir)?).unwrap_or_default(),
    };
    let is_new = |found: &Finding| {
        let same = |old: &Finding| {
            (&old.rule, &old.file, &old.excerpt) == (&found.rule, &found.file, &found.excerpt)
        };
        !before.iter().any(same)
    };
    let Some(finding) = serious.into_iter().find(is_new) else {
        harmless.insert(hook.id.clone(), of);
        guard::forget_notice(machine, &hook.id);
        return None;
    };
    let found = format!("the check found something serious in the change: {}", finding.why);
    let why = format!(
        "Its files changed since it was installed, and {found} Tacklebox turned it off. Look at the change before you turn it on."
    );
    let held = Held { hook: hook.id.clone(), of, why, off: true, noticed: false };
    let plan = turned_off(machine, inventory, hook, &held);
    let left_on = format!("Changed since it was installed, and it still runs: {found}");
    Some(Due { held, plan, left_on })
}

fn turned_off(
    machine: &Machine,
    inventory: &Inventory,
    hook: &Hook,
    held: &Held,
) -> Result<Plan, Failure> {
    let plan = ops::set_enabled(machine, inventory, &hook.id, false, Others::Keep)?;
    let done = format!(
        "{} was turned off: its files changed, and the check found something serious in the change.",
        hook.title
    );
    let mut plan = Plan { done, ..plan };
    plan.steps.push(ops::held_step(machine, held));
    Ok(plan)
}

/// What tells one state of these files from others. What an agent's own switch writes does not.
fn mark(dialect: &Dialect, dir: &Path, changed: &[&String]) -> String {
    let one = |name: &&String| {
        let read = files::read(&dir.join(name), u64::MAX).ok().and_then(|(bytes, _)| bytes);
        let hash = read.map(|bytes| hashes::of_file(dialect, name, &bytes)).unwrap_or_default();
        format!("{name}\0{hash}\0")
    };
    let all: String = changed.iter().map(one).collect();
    Stamp::of(all.as_bytes()).to_string()
}

/// What the check finds in the files as they came, where those were kept.
fn before(machine: &Machine, dir: &Path, receipt: &Receipt) -> Option<Vec<Finding>> {
    let originals = Originals::read(machine, dir);
    let temporary = Temporary::in_system(machine).ok()?;
    for file in &receipt.files {
        let to = temporary.path().join(&file.path);
        fs::create_dir_all(to.parent()?).ok()?;
        if !receipt.changed.contains(&file.path) {
            fs::copy(dir.join(&file.path), &to).ok()?;
        } else if let Some(original) = originals.get(receipt, &file.path) {
            files::save(&to, original.text.as_bytes(), &Stamp::Absent, 0o600).ok()?;
        }
    }
    let read = examine::folder(temporary.path()).ok()?;
    Some(read.findings)
}

/// What became of a hook that was due.
#[derive(Clone, Debug)]
pub enum Dealt {
    TurnedOff(TurnedOff),
    /// It is left on, as a person wants that, and shown as serious; whether that is new.
    LeftOn(bool),
}

/// Deals with every hook of an agent that is due, as a person wants it. What cannot be done is tried again the next time.
pub fn deal(
    machine: &Machine,
    inventory: &Inventory,
    harmless: &mut Harmless,
) -> Vec<(Due, Result<Dealt, Failure>)> {
    let is_on = is_on(machine);
    let mut changed: Option<Inventory> = None;
    let one = |mut due: Due| {
        // The one before it was written into the same file.
        if let Some(now) = changed.as_mut() {
            now.rescan(machine);
            if let Some((hook, _)) = now.find(&due.held.hook) {
                due.plan = turned_off(machine, now, hook, &due.held);
            }
        }
        let dealt = match is_on {
            true => turn_off(machine, &due).map(Dealt::TurnedOff),
            false => notice(machine, &due).map(Dealt::LeftOn),
        };
        if let Ok(Dealt::TurnedOff(_)) = dealt {
            changed.get_or_insert_with(|| inventory.clone());
        }
        (due, dealt)
    };
    due(machine, inventory, harmless).into_iter().map(one).collect()
}

/// Writes down what was found in a hook that is left on, so that it is shown; whether that is new.
///
/// # Errors
/// Where our own data cannot be written.
pub fn notice(machine: &Machine, due: &Due) -> Result<bool, Failure> {
    let held = Held { off: false, noticed: true, why: due.left_on.clone(), ..due.held.clone() };
    let is_new = guard::of(machine, &held.hook).as_ref() != Some(&held);
    if is_new {
        guard::remember(machine, &held)?;
    }
    Ok(is_new)
}

/// Turns it off. What was done is remembered first, so that taking it back is not answered by doing it again.
///
/// # Errors
/// Where the change cannot be carried out; then it is tried again.
pub(crate) fn turn_off(machine: &Machine, due: &Due) -> Result<TurnedOff, Failure> {
    let plan = due.plan.clone().inspect_err(|failure| {
        let left_on = format!("{} It could not be turned off: {}", due.left_on, failure.message);
        // It is shown all the same, and tried again.
        let _ = notice(machine, &Due { left_on, ..due.clone() });
    })?;
    guard::remember(machine, &Held { off: false, ..due.held.clone() })?;
    let Held { hook, why, .. } = due.held.clone();
    match apply::apply(machine, &plan) {
        Ok(change) => Ok(TurnedOff { hook, why, change }),
        Err(error) => {
            let _ = fs::remove_file(guard::file_of(machine, &hook));
            Err(error.into())
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
