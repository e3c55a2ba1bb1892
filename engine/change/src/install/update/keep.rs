//! What a person set in a hook's own manifest, carried over into the new one: ZeroClaw's switch, the
//! variables of a Moltis hook, and what was edited or approved. All other switches and settings are outside of the folder.

use std::path::Path;

use crate::amend::{self, Change, Form, Key};
use crate::ops::{self, OpError};
use crate::plan::NewFile;
use crate::receipt::originals::{Original, Originals};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{self, Edit, Syntax};
use tacklebox_agents::dialect::Format;
use tacklebox_agents::dialect::{EnvPlace, Switch};
use tacklebox_agents::hook::Hook;
use tacklebox_agents::manifest::{self, Manifest};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::cut::Cut;
use tacklebox_machine::machine::Machine;

/// Puts what was edited here, or changed by hand and approved, into the new files: where the source has nothing
/// new in a file, that file as it is; in a manifest, what each key was changed to. The names of those files.
///
/// # Errors
/// [`OpError::Refused`] where both changed a file, and one of the two would be lost.
pub(super) fn edits(
    machine: &Machine,
    agent: &Agent,
    (hook, dir): (&Hook, &Path),
    files: &mut [NewFile],
) -> Result<Vec<String>, OpError> {
    let originals = Originals::read(machine, dir);
    let mut kept = Vec::new();
    for file in files {
        let Some((Original { text, .. }, came)) =
            originals.files.get(&file.path).and_then(|it| Some((it, it.came.as_deref()?)))
        else {
            continue;
        };
        if file.bytes == text.as_bytes() {
            continue;
        }
        let new = str::from_utf8(&file.bytes).unwrap_or_default();
        let after = match new == came {
            true => Some(text.clone()),
            false if file.path == agent.dialect.manifest_file() => merged(agent, came, text, new),
            false => None,
        };
        let after = after.ok_or_else(|| {
            OpError::Refused(format!(
                "{} is not updated, and stays as it is: its new version changes {} too, in which something was changed here. To have the new version, remove it and install it again.",
                hook.title, file.path
            ))
        })?;
        if after != new {
            kept.push(file.path.clone());
        }
        file.bytes = after.into_bytes();
    }
    Ok(kept)
}

/// The new manifest with each key that was changed since the old one came; none where it cannot be written so.
fn merged(agent: &Agent, came: &str, now: &str, new: &str) -> Option<String> {
    let dialect = agent.dialect;
    let said = |text: &str| {
        let read = manifest::parse(dialect.format, dialect.metadata_keys, text.as_bytes());
        read.ok().map(|manifest| amend::said(&manifest))
    };
    let (before, after) = (said(came)?, said(now)?);
    // The variables of a Moltis hook are settings, and kept as such.
    let kept = |key: &Key| matches!(key, Key::Env(_));
    let changed = after.iter().filter(|pair| !kept(&pair.0) && !before.contains(pair));
    let changed =
        changed.map(|(key, value)| Change { key: key.clone(), value: Some(value.clone()) });
    let gone =
        before.iter().filter(|(key, _)| !kept(key) && !after.iter().any(|(it, _)| it == key));
    let gone = gone.map(|(key, _)| Change { key: key.clone(), value: None });
    let changes: Vec<Change> = changed.chain(gone).collect();
    match changes.is_empty() {
        true => Some(new.to_owned()),
        false => amend::revised(agent, Form::of_format(dialect.format), new, &changes).ok(),
    }
}

/// Writes into the new manifest what was set in the old one.
///
/// # Errors
/// [`OpError`] where the new manifest is written in a way that cannot be edited.
pub(super) fn settings(
    inventory: &Inventory,
    hook: &Hook,
    new: &Manifest,
    files: &mut [NewFile],
) -> Result<(), OpError> {
    let dialect = inventory.agent().dialect;
    let old = inventory.find(&hook.id).and_then(|(_, old)| old.manifest.as_ref().ok());
    let mut edits = Vec::new();
    if dialect.switch == Switch::Manifest && new.enabled.unwrap_or(true) != hook.enabled {
        let path = ops::path_of(&["hook", "enabled"]);
        edits.push(Edit::Set { path, value: hook.enabled.into() });
    }
    if dialect.env_place == EnvPlace::Manifest {
        let set = old.into_iter().flat_map(|old| &old.env);
        for (name, value) in set.filter(|(name, value)| new.env.get(*name) != Some(value)) {
            let path = ops::path_of(&["env", name]);
            edits.push(Edit::Set { path, value: value.as_str().into() });
        }
    }
    let manifest = files.iter_mut().find(|file| file.path == dialect.manifest_file());
    let Some(file) = manifest.filter(|_| !edits.is_empty()) else { return Ok(()) };
    let text = String::from_utf8_lossy(&file.bytes).into_owned();
    let (start, end) = match dialect.format {
        Format::HookToml => (0, text.len()),
        format => manifest::front_range(format, &text).unwrap_or((0, text.len())),
    };
    let inner = config::edit(Syntax::Toml, text.cut(start..end), &edits)
        .map_err(|source| OpError::Edit { path: file.path.clone().into(), source })?;
    file.bytes = format!("{}{inner}{}", text.cut(..start), text.cut(end..)).into_bytes();
    Ok(())
}
