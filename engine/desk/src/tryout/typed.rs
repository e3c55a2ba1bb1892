//! A file of a hook or plugin, and a plugin that is a sentence, as they are being typed: tried in a folder of their own, and
//! nothing is saved.

use std::path::Path;

use crate::sentence::{copy, in_place_of, put};
use crate::{Code, Failure};
use serde_json::Value;
use tacklebox_agents::agent::Root;
use tacklebox_agents::config::{ConfigPath, Edit};
use tacklebox_agents::hook::Hook;
use tacklebox_change::plugins::sentence;
use tacklebox_change::program;
use tacklebox_inventory::discover::Candidate;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins;
use tacklebox_machine::files::{self, Temporary};
use tacklebox_machine::machine::Machine;
use tacklebox_run::fire;

use crate::views::{TypedFile, TypedPlugin};

/// The inventory in which a file of the hook or plugin holds what is typed, and the id that it has there; the folder of
/// that goes with the last value.
///
/// # Errors
/// Where it has no such file, or its folder cannot be copied.
pub(super) fn with_file(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    typed: &TypedFile,
) -> Result<(Inventory, String, Temporary), Failure> {
    // Whether it has such a file.
    program::open(machine, inventory, id, &typed.file)?;
    let made = match inventory.find(id) {
        Some((Hook { dir: Some(dir), .. }, candidate)) => {
            of_folder(machine, inventory, dir, candidate, typed)
        }
        Some((hook, _)) => of_entry(machine, inventory, hook, typed),
        None => of_plugin(machine, inventory, id, typed),
    };
    made.ok_or_else(|| {
        Failure::new(Code::NotStarted, "It cannot be tried before it is saved.")
            .hint("Save it, then try the hook on its own screen.")
    })
}

type Typed = Option<(Inventory, String, Temporary)>;

fn of_folder(
    machine: &Machine,
    inventory: &Inventory,
    dir: &Path,
    candidate: &Candidate,
    typed: &TypedFile,
) -> Typed {
    let kept = fire::scratch(machine).ok()?;
    let staged = kept.path().join(dir.file_name()?);
    copy(dir, &staged)?;
    write(&staged, typed)?;
    let (source, tag) = (candidate.source, candidate.tag.clone());
    let root = Root { source, dir: kept.path().to_owned(), tag };
    in_place_of(machine, inventory, dir, &root, &staged).map(|(then, id)| (then, id, kept))
}

/// A script beside a config that one of its entries starts.
fn of_entry(machine: &Machine, inventory: &Inventory, hook: &Hook, typed: &TypedFile) -> Typed {
    let beside = hook.manifest.as_deref()?.parent()?;
    let kept = fire::scratch(machine).ok()?;
    let staged = kept.path().join(beside.file_name()?);
    linked(beside, &staged, typed)?;
    Some((inventory.clone().run_from(&hook.id, &staged), hook.id.clone(), kept))
}

fn of_plugin(machine: &Machine, inventory: &Inventory, id: &str, typed: &TypedFile) -> Typed {
    let plugins = plugins::list(machine, inventory.agent());
    let plugin = plugins.into_iter().find(|plugin| plugin.hook_id == id)?;
    let kept = fire::scratch(machine).ok()?;
    let staged = kept.path().join(plugin.dir.file_name()?);
    let named = match &plugin.single {
        Some(_) => {
            linked(&plugin.dir, &staged, typed)?;
            staged.join(&typed.file)
        }
        None => {
            copy(&plugin.dir, &staged)?;
            write(&staged, typed)?;
            staged
        }
    };
    let (then, id) = named_first(machine, inventory, &named, kept.path())?;
    Some((then, id, kept))
}

/// Puts what is typed in the place of the file of that name.
fn write(staged: &Path, typed: &TypedFile) -> Option<()> {
    let path = staged.join(&typed.file);
    let mode = if files::is_executable(&path) { 0o755 } else { 0o644 };
    // A file is only put where none is.
    std::fs::remove_file(&path).ok()?;
    put(&path, typed.text.as_bytes(), mode)
}

/// A folder in which the one file holds what is typed, and everything beside it is a link to what is there: it may be
/// more than somebody would copy, and secrets stay where the box hides them.
fn linked(from: &Path, to: &Path, typed: &TypedFile) -> Option<()> {
    let file = Path::new(&typed.file);
    let mode = if files::is_executable(&from.join(file)) { 0o755 } else { 0o644 };
    put(&to.join(file), typed.text.as_bytes(), mode)?;
    for way in file.ancestors().skip(1) {
        for entry in std::fs::read_dir(from.join(way)).ok()?.flatten() {
            let target = to.join(way).join(entry.file_name());
            if target.symlink_metadata().is_err() {
                link(&entry.path(), &target).ok()?;
            }
        }
    }
    Some(())
}

#[cfg(unix)]
fn link(from: &Path, to: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(from, to)
}

/// A link needs a right there that few have. Files alone are copied.
#[cfg(not(unix))]
fn link(from: &Path, to: &Path) -> std::io::Result<()> {
    if from.is_file() { std::fs::copy(from, to).map(drop) } else { Ok(()) }
}

/// The inventory in which a plugin is the sentence that is typed, and its id; its folder goes with the last value.
/// The config names that folder, so it comes before one of its name that is there.
///
/// # Errors
/// Where the agent has no plugins, the sentence cannot be, or no folder can be made.
pub(super) fn with_plugin(
    machine: &Machine,
    inventory: &Inventory,
    typed: &TypedPlugin,
) -> Result<(Inventory, String, Temporary), Failure> {
    let agent = inventory.agent();
    let files = sentence::files(agent, &typed.id, &typed.sentence)?;
    let made = || {
        let kept = fire::scratch(machine).ok()?;
        let staged = kept.path().join(&typed.id);
        for file in &files {
            put(&staged.join(&file.path), &file.bytes, 0o644)?;
        }
        let (then, id) = named_first(machine, inventory, &staged, kept.path())?;
        Some((then, id, kept))
    };
    made().ok_or_else(|| {
        Failure::new(Code::NotStarted, "It cannot be tried before it is made.")
            .hint("Make it, then try the plugin on its own page. It starts off.")
    })
}

/// The inventory whose config names this plugin before all others, and its id; it is the one in `kept`.
fn named_first(
    machine: &Machine,
    inventory: &Inventory,
    staged: &Path,
    kept: &Path,
) -> Option<(Inventory, String)> {
    let agent = inventory.agent();
    let path = ConfigPath::of([agent.dialect.plugins.as_ref()?.section, "load", "paths"]);
    let named = match agent.config.get(&path) {
        Some(Value::Array(list)) => list.clone(),
        Some(one @ Value::String(_)) => vec![one.clone()],
        _ => Vec::new(),
    };
    let staged = Value::from(staged.to_string_lossy().into_owned());
    let value = std::iter::once(staged).chain(named).collect();
    let text = agent.config.edit(&[Edit::Set { path, value }]).ok()?;
    let then = inventory.with_config(machine, &text);
    let plugins = plugins::list(machine, then.agent());
    let plugin = plugins.into_iter().find(|it| it.dir.starts_with(kept))?;
    Some((then, plugin.hook_id))
}
