//! A file of a hook, and a plugin that is a sentence, as they are being typed: tried in a folder of their own, and
//! nothing is saved.

use crate::sentence::{copy, in_place_of, put};
use crate::{Code, Failure};
use serde_json::Value;
use tacklebox_agents::agent::Root;
use tacklebox_agents::config::{ConfigPath, Edit};
use tacklebox_change::ops::OpError;
use tacklebox_change::plugins::sentence;
use tacklebox_change::program;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins;
use tacklebox_machine::files::{self, Temporary};
use tacklebox_machine::machine::Machine;
use tacklebox_run::fire;

use crate::views::{TypedFile, TypedPlugin};

/// The inventory in which a file of the hook holds what is typed; the copy of its folder goes with the last value.
///
/// # Errors
/// Where the hook has no folder or no such file, or it cannot be copied.
pub(super) fn with_file(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    typed: &TypedFile,
) -> Result<(Inventory, String, Temporary), Failure> {
    // Whether the hook has such a file.
    program::open(machine, inventory, id, &typed.file)?;
    let gone = || OpError::NoSuchHook(id.to_owned());
    let (hook, candidate) = inventory.find(id).ok_or_else(gone)?;
    let dir = hook.dir.as_deref().ok_or_else(gone)?;
    let made = || {
        let kept = fire::scratch(machine).ok()?;
        let staged = kept.path().join(dir.file_name()?);
        copy(dir, &staged)?;
        let path = staged.join(&typed.file);
        let mode = if files::is_executable(&path) { 0o755 } else { 0o644 };
        // A file is only put where none is.
        std::fs::remove_file(&path).ok()?;
        put(&path, typed.text.as_bytes(), mode)?;
        let root =
            Root { source: hook.source, dir: kept.path().to_owned(), tag: candidate.tag.clone() };
        in_place_of(machine, inventory, dir, &root, &staged).map(|(then, id)| (then, id, kept))
    };
    made().ok_or_else(|| {
        Failure::new(Code::NotStarted, "It cannot be tried before it is saved.")
            .hint("Save it, then try the hook on its own screen.")
    })
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
    let files = sentence::files(agent.dialect.title, &typed.id, &typed.sentence)?;
    let made = || {
        let rules = agent.dialect.plugins.as_ref()?;
        let kept = fire::scratch(machine).ok()?;
        let staged = kept.path().join(&typed.id);
        for file in &files {
            put(&staged.join(&file.path), &file.bytes, 0o644)?;
        }
        let path = ConfigPath::of([rules.section, "load", "paths"]);
        let named = match agent.config.get(&path) {
            Some(Value::Array(list)) => list.clone(),
            Some(one @ Value::String(_)) => vec![one.clone()],
            _ => Vec::new(),
        };
        let staged = Value::from(staged.to_string_lossy().into_owned());
        let value = std::iter::once(staged).chain(named).collect();
        let text = agent.config.edit(&[Edit::Set { path, value }]).ok()?;
        let then = inventory.with_config(machine, &text);
        let plugin = plugins::list(machine, then.agent());
        let plugin = plugin.into_iter().find(|it| it.dir.starts_with(kept.path()))?;
        Some((then, plugin.hook_id, kept))
    };
    made().ok_or_else(|| {
        Failure::new(Code::NotStarted, "It cannot be tried before it is made.")
            .hint("Make it, then try the plugin on its own page. It starts off.")
    })
}
