//! A plugin copied for its own agent, under an id of its own and off: what was installed is changed there, and no
//! update overwrites it.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{NewPlugin, find, folder, place, taken};
use crate::names::check_plain_name;
use crate::ops::OpError;
use crate::plan::{NewFile, Plan};
use crate::receipt;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{self, ConfigPath, Edit, Syntax};
use tacklebox_audit::module;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::Plugin;
use tacklebox_machine::cut::Cut;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

/// The most numbers that are tried behind an id.
const MOST: usize = 100;
/// What is larger is not copied: it is more than a person changes by hand.
const MOST_FILES: usize = 2_000;
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// An id for a copy that nothing has yet: `guard-mine`, `guard-mine-2`.
///
/// # Errors
/// [`OpError`] where there is no such plugin, or none is free.
pub fn free_id(machine: &Machine, inventory: &Inventory, id: &str) -> Result<String, OpError> {
    let agent = inventory.agent();
    let plugin = find(machine, agent, id)?;
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let first: String = plugin.id.chars().map(plain).take(50).collect();
    let first = first.trim_matches('-');
    let ids = (1..=MOST).map(|number| match number {
        1 => format!("{first}-mine"),
        number => format!("{first}-mine-{number}"),
    });
    let is_free = |id: &String| {
        let dir = folder(agent, id);
        check_plain_name(id).is_ok()
            && dir.is_ok_and(|dir| taken(machine, agent, id, &dir).is_none())
    };
    let mut free = ids.filter(is_free);
    free.next().ok_or_else(|| OpError::Refused("Say an id for the copy.".to_owned()))
}

/// The plan that makes the copy.
///
/// # Errors
/// [`OpError`] where it has no folder or no manifest of its own, its id cannot be changed, it is too large, or the new
/// id is none or is taken.
pub fn plan(machine: &Machine, inventory: &Inventory, id: &str, to: &str) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let plugin = find(machine, agent, id)?;
    check_plain_name(to)?;
    if let Some(why) = not_copied(agent, &plugin) {
        return Err(OpError::Refused(why));
    }
    let title = format!("{}, my copy", plugin.name);
    let files = renamed(&plugin, read(&plugin)?, to, &title)?;
    let new = NewPlugin { id: to, folder: to, title: &title, files, from: None, on: false };
    let name = &plugin.name;
    let (told, done) =
        (format!("Make a copy of {name}"), format!("{name} was copied as {to}. The copy is off."));
    let mut plan = place(machine, inventory, new, told, done)?;
    plan.stays.push(format!(
        "{name} stays as it is. Turn it off before the copy is on, or both do the same."
    ));
    if plugin.configured {
        plan.stays.push(format!("Its settings are those of {name}: the copy begins without."));
    }
    Ok(plan)
}

/// Why a plugin cannot be copied; none where it can.
pub fn not_copied(agent: &Agent, plugin: &Plugin) -> Option<String> {
    let (name, title) = (&plugin.name, agent.dialect.title);
    if let Some(whose) = plugin.bundle {
        return Some(format!(
            "{name} is a bundle of {whose}: {title} does not run a file in it that could be changed."
        ));
    }
    (plugin.single.is_some() || plugin.manifest.is_none()).then(|| {
        format!(
            "{name} has no folder with a manifest of its own, which a copy needs for another id."
        )
    })
}

/// All of its files. What an archive could not bring (links, devices) is left out.
fn read(plugin: &Plugin) -> Result<Vec<NewFile>, OpError> {
    let name = &plugin.name;
    let all = receipt::files(&plugin.dir);
    if all.len() > MOST_FILES || all.iter().map(|(_, bytes)| bytes).sum::<u64>() > MOST_BYTES {
        return Err(OpError::Refused(format!(
            "{name} is too large to be copied here: at most {MOST_FILES} files and 64 MiB are."
        )));
    }
    let mut files = Vec::new();
    for (path, _) in all {
        let full = plugin.dir.join(&path);
        if !full.symlink_metadata().is_ok_and(|meta| meta.is_file()) {
            continue;
        }
        let bytes = fs::read(&full).map_err(|error| {
            OpError::Refused(format!("{path} of {name} cannot be read: {error}."))
        })?;
        files.push(NewFile { executable: files::is_executable(&full), path, bytes });
    }
    Ok(files)
}

/// The same under another id: in its manifest, in its package, and in its module where that says it.
fn renamed(
    plugin: &Plugin,
    mut files: Vec<NewFile>,
    to: &str,
    title: &str,
) -> Result<Vec<NewFile>, OpError> {
    let inside = |path: Option<&Path>| {
        let dir = fs::canonicalize(&plugin.dir).ok();
        let real = path.and_then(|path| fs::canonicalize(path).ok());
        let path =
            real.zip(dir).and_then(|(path, dir)| Some(path.strip_prefix(dir).ok()?.to_owned()));
        path.map(|path| path.to_string_lossy().replace('\\', "/"))
    };
    let manifest = inside(plugin.manifest.as_deref());
    let module = inside(plugin.entry.as_deref().ok());
    for file in &mut files {
        let path = Some(&file.path);
        let text = || String::from_utf8(file.bytes.clone()).ok();
        let after = if path == manifest.as_ref() {
            Some(in_json(text(), &[("id", to), ("name", title)])?)
        } else if file.path == "package.json" {
            text().and_then(|text| in_json(Some(text), &[("name", to)]).ok())
        } else if path == module.as_ref() {
            text().map(|text| in_module(plugin, &file.path, text, to)).transpose()?
        } else {
            None
        };
        if let Some(after) = after {
            file.bytes = after.into_bytes();
        }
    }
    Ok(files)
}

fn in_json(text: Option<String>, values: &[(&str, &str)]) -> Result<String, OpError> {
    let set = |(key, value): &(&str, &str)| Edit::Set {
        path: ConfigPath::of([*key]),
        value: Value::from(*value),
    };
    let edits: Vec<Edit> = values.iter().map(set).collect();
    let text = text.unwrap_or_default();
    config::edit(Syntax::Json5, &text, &edits).map_err(|error| {
        OpError::Refused(format!("Its manifest cannot be changed for a copy: {error}"))
    })
}

/// A module that calls itself by the id of its manifest, by the new one; as it is where it says none.
fn in_module(plugin: &Plugin, path: &str, text: String, to: &str) -> Result<String, OpError> {
    let says = |text: &str| module::facts(Path::new(path), text).and_then(|facts| facts.id);
    if says(&text).as_deref() != Some(plugin.id.as_str()) {
        return Ok(text);
    }
    for quote in ['"', '\'', '`'] {
        let old = format!("{quote}{}{quote}", plugin.id);
        for (at, old) in text.match_indices(&old) {
            let after = text.cut(at.saturating_add(old.len())..);
            let new = format!("{}{quote}{to}{quote}{after}", text.cut(..at));
            if says(&new).as_deref() == Some(to) {
                return Ok(new);
            }
        }
    }
    Err(OpError::Refused(format!(
        "{path} of {} says its id in a way that cannot be changed here. Nothing was copied.",
        plugin.name
    )))
}
