//! The plan that puts staged hooks into an agent's folder, side by side, each of them off and with its
//! receipt. What is in the way is never touched.

mod there;

use std::path::Path;

use self::there::{There, comes_from, there};
pub use super::arrival::{Arrival, InstallError};
use super::offer;
use super::pack::{StagedHook, read_files};
use super::plugin;
use super::records::{self, Record};
use super::stage::Staged;
use crate::ops::{self, OpError};
use crate::own;
use crate::plan::{Also, NewFile, OnOff, Plan, Step};
use crate::receipt;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{self, ConfigPath, Edit, Syntax};
use tacklebox_agents::dialect::Switch;
use tacklebox_agents::hook::{self, Hook, Source};
use tacklebox_agents::switches;
use tacklebox_bring::unpack::shown;
use tacklebox_inventory::discover::{Candidate, Kind};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// The plan that installs all staged hooks for the agent of this inventory. They start off.
///
/// # Errors
/// Where one of them cannot be used, or where something is in the way: then nothing is planned.
pub fn plan_install(
    machine: &Machine,
    inventory: &Inventory,
    staged: &Staged,
) -> Result<Arrival, InstallError> {
    let agent = inventory.agent();
    if let Some(found) = staged.plugin(agent) {
        return plugin::plan(machine, inventory, staged, &found?);
    }
    staged.fits(agent)?;
    let hooks = staged.hooks(agent)?;
    let mut arrival = Arrival {
        plan: titled(agent, &hooks.iter().collect::<Vec<_>>()),
        dirs: Vec::new(),
        plugins: Vec::new(),
        kept: Vec::new(),
        means: Vec::new(),
    };
    let (mut steps, mut new, mut recorded) = (Vec::new(), Vec::new(), Vec::new());
    let (mut moved, mut told) = (Vec::new(), Vec::new());
    for hook in &hooks {
        let dir = agent.managed.join(&hook.folder);
        arrival.dirs.push(dir.clone());
        let mut files = read_files(hook)?;
        if agent.dialect.switch == Switch::Manifest {
            switch_off_in(agent, &mut files)?;
        }
        let (mut carried, mut own_files) = (None, Vec::new());
        match there(machine, agent, hook, &dir, &files)? {
            There::Same(receipt) => {
                if let Some(step) = comes_from(machine, hook, (&dir, receipt), staged) {
                    moved.push(step);
                    let of = (staged.source.recorded(), staged.version_of(hook));
                    told.extend(record(machine, agent, hook, (&of.0, &of.1), &dir));
                }
                continue;
            }
            There::Older(older) => {
                carried = own::carried(&dir, &older, &files);
                own_files = older.files;
                steps.push(Step::Remove { dir: dir.clone() });
            }
            There::Nothing => {}
        }
        check_folder(machine, inventory, hook, &dir)?;
        check_others(machine, inventory, hook, &dir)?;
        arrival.means.extend(shadowed(machine, inventory, hook, &dir));
        let (source, version) = (staged.source.recorded(), staged.version_of(hook));
        let receipt = receipt::updated(
            machine,
            &dir,
            (&source, &version),
            &files,
            &read_files(hook)?,
            &own_files,
        );
        recorded.extend(record(machine, agent, hook, (&source, &version), &dir));
        steps.push(Step::Place { dir, files });
        steps.extend(carried);
        steps.extend(receipt);
        new.push(hook);
    }
    if !new.is_empty() {
        // Those that are there already are not in it.
        arrival.plan = titled(agent, &new);
    } else if !moved.is_empty() {
        let source = receipt::without_secrets(&staged.source.recorded());
        let named = words::all_of(hooks.iter().map(StagedHook::title));
        arrival.plan.title = format!("Update {named} from another place");
        arrival.plan.done = format!("Updates of {named} come from {source} now.");
    }
    steps.extend(moved);
    if new.is_empty() {
        steps.extend(records::config_step(agent, &told)?);
    } else {
        recorded.extend(told);
    }
    // Off before it is there: an agent that looks meanwhile must not run it.
    if let Some(step) = switched_off(inventory, &new, recorded, &mut arrival)? {
        arrival.plan.steps.push(step);
    }
    arrival.plan.steps.extend(steps);
    arrival.plan.steps.retain(Step::changes);
    ops::finish(agent, &mut arrival.plan)?;
    check_off(machine, inventory, &new, &arrival.plan)?;
    Ok(arrival)
}

/// What the agent keeps of it itself, where it does.
fn record(
    machine: &Machine,
    agent: &Agent,
    hook: &StagedHook,
    (source, version): (&str, &str),
    dir: &Path,
) -> Vec<Edit> {
    let (name, installed_at) = (&hook.manifest.name, receipt::now(machine));
    records::edits(agent, &Record { name, source, version, dir, installed_at: &installed_at })
}

/// Refuses what would not be off, whatever is written for that.
fn check_off(
    machine: &Machine,
    inventory: &Inventory,
    hooks: &[&StagedHook],
    plan: &Plan,
) -> Result<(), OpError> {
    let agent = inventory.agent();
    let then = ops::changed(machine, inventory, plan);
    let listed = ops::off_then(agent, plan);
    let names = listed.as_ref().unwrap_or(&agent.disabled);
    let runs = |hook: &&&StagedHook| match agent.dialect.switch {
        Switch::ConfigEntry => then.as_ref().unwrap_or(inventory).has_on(&hook.candidate),
        Switch::DisabledList(_) => !names.contains(hook.candidate.name()),
        Switch::Manifest => false,
    };
    match hooks.iter().find(runs) {
        Some(hook) => Err(OpError::Refused(format!(
            "{} cannot be installed off: {} would run it at once, as its name or key cannot be told. Ask its author for another name.",
            hook.title(),
            agent.runtime.named()
        ))),
        None => Ok(()),
    }
}

fn titled(agent: &Agent, hooks: &[&StagedHook]) -> Plan {
    let for_whom = agent.dialect.title;
    match hooks {
        [hook] => {
            let title = hook.title();
            let done = format!("{title} was installed, and is off.");
            Plan::new(agent.id(), format!("Install {title} for {for_whom}"), done)
                .about(hook::managed_id(agent.id(), &hook.folder))
        }
        hooks => {
            let count = words::count(hooks.len(), "hook");
            let done = format!("{count} were installed, and are off.");
            Plan::new(agent.id(), format!("Install {count} for {for_whom}"), done)
        }
    }
}

/// `enabled = false` in a manifest that has its own switch.
fn switch_off_in(agent: &Agent, files: &mut [NewFile]) -> Result<(), OpError> {
    let manifest = agent.dialect.manifest_file();
    let Some(file) = files.iter_mut().find(|file| file.path == manifest) else { return Ok(()) };
    let text = String::from_utf8_lossy(&file.bytes);
    let off = Edit::Set { path: ConfigPath::of(["hook", "enabled"]), value: false.into() };
    let after = config::edit(Syntax::Toml, &text, &[off])
        .map_err(|source| OpError::Edit { path: manifest.into(), source })?;
    file.bytes = after.into_bytes();
    Ok(())
}

/// The hooks that are there besides the one in `dir`.
fn others<'a>(
    inventory: &'a Inventory,
    dir: &Path,
) -> impl Iterator<Item = (&'a Candidate, &'a Hook)> {
    let dir = dir.to_owned();
    inventory.candidates().filter(move |(candidate, _)| candidate.dir.as_ref() != Some(&dir))
}

/// Names that are not names of folders may come to the same one: another hook is never taken for an older
/// version of this.
fn check_folder(
    machine: &Machine,
    inventory: &Inventory,
    hook: &StagedHook,
    dir: &Path,
) -> Result<(), OpError> {
    let mut all = inventory.candidates();
    let there = all.find(|(candidate, _)| candidate.dir.as_deref() == Some(dir));
    match there {
        Some((_, other)) if other.name != hook.manifest.name => Err(OpError::Refused(format!(
            "{} would go to {}, where another hook is: {}. Remove that one first, or ask its author for another name.",
            hook.title(),
            machine.show(dir),
            shown(&other.name)
        ))),
        _ => Ok(()),
    }
}

/// A hook that starts off must not switch another one off with it.
fn check_others(
    machine: &Machine,
    inventory: &Inventory,
    hook: &StagedHook,
    dir: &Path,
) -> Result<(), OpError> {
    let agent = inventory.agent();
    let (name, key) = (&hook.manifest.name, hook.key());
    for (candidate, other) in others(inventory, dir) {
        let place = || match &other.dir {
            Some(dir) => machine.show(dir),
            None => machine.show(&agent.config.path),
        };
        let is_hook = candidate.kind == Kind::Hook;
        if is_hook && &other.name == name && other.source == Source::Managed {
            return Err(OpError::Refused(format!(
                "{} has a hook named {} already, in {}. Remove it first.",
                agent.dialect.title,
                shown(name),
                place()
            )));
        }
        let shares = match agent.dialect.switch {
            Switch::ConfigEntry => is_hook && other.hook_key == key,
            Switch::DisabledList(_) => &other.name == name,
            Switch::Manifest => false,
        };
        // One that it replaces does not run any more anyhow.
        let replaced = agent.dialect.shadows && is_hook && &other.name == name;
        if shares && !replaced {
            return Err(OpError::Refused(format!(
                "It has the same switch as {}: one could not be turned off without the other. Ask its author for another name.",
                other.title
            )));
        }
    }
    Ok(())
}

/// Hooks of other sources that its name replaces, on or off, and those that stay in its place.
fn shadowed(
    machine: &Machine,
    inventory: &Inventory,
    hook: &StagedHook,
    dir: &Path,
) -> Vec<String> {
    let agent = inventory.agent();
    let same = |(candidate, other): &(&Candidate, &Hook)| {
        agent.dialect.shadows
            && candidate.kind == Kind::Hook
            && other.name == hook.manifest.name
            && other.replaced_by.is_none()
    };
    let same: Vec<_> = others(inventory, dir).filter(same).map(|(_, other)| other).collect();
    let placed = || inventory.with(machine, dir, hook.placed(dir));
    let Some((then, _)) = (!same.is_empty()).then(placed).flatten() else {
        // What an agent brings is known where its package is not, too.
        let name = &hook.manifest.name;
        let is_there = others(inventory, dir).any(|(_, other)| other.name == *name);
        let brings = agent.dialect.shadows && !is_there && offer::brings(inventory, name);
        return Vec::from_iter(brings.then(|| replaced(name, agent.dialect.title)));
    };
    let says = |other: &Hook| {
        let whose = match other.source {
            Source::Workspace => "your workspace",
            _ => agent.dialect.title,
        };
        match then.find(&other.id).is_some_and(|(now, _)| now.replaced_by.is_some()) {
            true => replaced(&other.title, whose),
            false => format!("{} in {whose} stays the one that counts.", other.title),
        }
    };
    same.into_iter().map(says).collect()
}

fn replaced(title: &str, whose: &str) -> String {
    format!(
        "{title}, which {whose} has already, will not run any more: this one replaces it, even while it is off."
    )
}

/// The one step that turns all of them off, where that is not in their own manifests, and
/// writes the agent's own records of them.
fn switched_off(
    inventory: &Inventory,
    hooks: &[&StagedHook],
    recorded: Vec<Edit>,
    arrival: &mut Arrival,
) -> Result<Option<Step>, OpError> {
    let agent = inventory.agent();
    match agent.dialect.switch {
        Switch::ConfigEntry if !hooks.is_empty() => {
            let off = |hook: &&StagedHook| Edit::Set {
                path: ops::entry_path(agent, hook.key()).join("enabled"),
                value: false.into(),
            };
            let edits: Vec<Edit> = hooks.iter().map(off).chain(recorded).collect();
            let mut step = ops::edit_agents_config(agent, &edits)?;
            // What becomes of these was decided above.
            let own: Vec<&str> = hooks.iter().map(|hook| hook.key()).collect();
            arrival.kept = ops::also_switched(inventory, &own, std::slice::from_ref(&step));
            if let Step::Edit { after, .. } = &mut step {
                *after = ops::keep_others(inventory, &own, std::mem::take(after))?;
            }
            arrival.plan.also = ops::still_switched(inventory, &own, std::slice::from_ref(&step));
            Ok(Some(step))
        }
        Switch::DisabledList(file) if !hooks.is_empty() => {
            let path = agent.home.join(file);
            let names: Vec<&str> = hooks.iter().map(|hook| hook.manifest.name.as_str()).collect();
            match switches::read(&path) {
                Ok(list) => Ok(Some(ops::list::switch_off(list, &path, &names))),
                Err(message) => Err(OpError::Unreadable { path, message }),
            }
        }
        _ => Ok(None),
    }
}

/// What is done so that other hooks stay as they are.
pub(super) fn kept_in_words(kept: &[Also]) -> Option<String> {
    let named = |wanted: OnOff| {
        let names = kept.iter().filter(|also| also.change == wanted).map(|also| also.name.clone());
        let names: Vec<String> = names.collect();
        (!names.is_empty()).then(|| words::all_of(names))
    };
    // The change is what would happen: who would be turned off is kept on.
    let on = named(OnOff::Off).map(|names| format!("{names} on"));
    let off = named(OnOff::On).map(|names| format!("{names} off"));
    let both: Vec<String> = on.into_iter().chain(off).collect();
    (!both.is_empty())
        .then(|| format!("Name other hooks there too, to keep {}", words::all_of(both)))
}
