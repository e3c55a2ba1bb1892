//! What of a computer a set-up carries, and how far it may be told.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::file::ONLY_HERE;
use crate::install::included;
use crate::install::source::Source as From;
use crate::ops;
use crate::receipt::Receipt;
use crate::settings::{Control, Field, Origin};
use tacklebox_agents::config::{ConfigPath, looks_secret, may_be_secret};
use tacklebox_agents::hook::{Hook, Source, State};
use tacklebox_inventory::discover::{Candidate, Kind};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::made_here;
use tacklebox_machine::machine::Machine;

/// Why a value is left out.
pub(super) const MAY_BE_A_KEY: &str = "Its value may be a key, or is more than one value.";
pub(super) const A_PLACE: &str = "It names a place on this computer.";

/// Hooks of the agent's own folder, and those that it brings. A workspace brings its own with it, and what is in a
/// config is in that.
pub(super) fn is_carried(candidate: &Candidate, hook: &Hook) -> bool {
    let counts = match hook.source {
        Source::Managed | Source::Bundled => candidate.kind == Kind::Hook && hook.dir.is_some(),
        source => source == Source::Builtin,
    };
    counts && hook.state != State::Replaced
}

/// The hooks of the agent's own folder that are on.
pub(super) fn placed(inventory: &Inventory) -> impl Iterator<Item = &Hook> {
    let all = inventory.candidates().filter(|(candidate, hook)| {
        hook.source == Source::Managed && hook.enabled && is_carried(candidate, hook)
    });
    all.map(|(_, hook)| hook)
}

/// Why what is in a workspace is not carried.
pub(super) const OF_THE_WORKSPACE: &str = "Part of the workspace, which brings it along.";

/// Of what is on this computer only: why another one does not get its files. Without a name: what is true of many is
/// read once.
pub(super) fn only_here(machine: &Machine, dir: &Path, receipt: Option<&Receipt>) -> &'static str {
    match receipt.map(|receipt| From::read(&receipt.source)) {
        None if made_here(machine, dir).is_file() => "Made on this computer.",
        None => MADE_OR_PUT,
        _ if receipt.is_some_and(|receipt| receipt.source.starts_with("copied from ")) => {
            "Copied from another hook of this computer."
        }
        Some(Ok(From::Folder(_))) => "Installed from a folder of this computer.",
        Some(Ok(From::Archive { .. })) => "Installed from an archive of this computer.",
        // That is not there any more.
        Some(_) => "Installed from a place on this computer.",
    }
}

/// Nothing is known of how it came.
pub(super) const MADE_OR_PUT: &str = "Made on this computer or put there by hand.";

/// Where another computer gets it from.
pub(super) fn source(receipt: Option<&Receipt>, beside: &Path) -> String {
    let Some(receipt) = receipt else { return ONLY_HERE.to_owned() };
    if receipt.source == included::SOURCE {
        return receipt.source.clone();
    }
    match From::read(&receipt.source) {
        Ok(from) if from.is_remote() => from.recorded(),
        Ok(From::Folder(path) | From::Archive { path, .. }) => match path.strip_prefix(beside) {
            Ok(inside) => format!("./{}", inside.to_string_lossy().replace('\\', "/")),
            // A folder of this computer is nowhere on another one, and its path is nobody's business.
            Err(_) => ONLY_HERE.to_owned(),
        },
        _ => ONLY_HERE.to_owned(),
    }
}

/// What a hook's setting is here.
pub(super) fn set<'a>(inventory: &'a Inventory, path: &str) -> Option<&'a Value> {
    let agent = inventory.agent();
    let at: ConfigPath = path.parse().ok()?;
    ops::setting_path(agent, &at).get(&agent.config.value)
}

/// The same, as far as it may be told.
pub(super) fn setting(
    machine: &Machine,
    inventory: &Inventory,
    path: &str,
) -> Option<(String, Value)> {
    let value = set(inventory, path)?;
    why_withheld(machine, path, value).is_none().then(|| (path.to_owned(), value.clone()))
}

/// Why a value is not told; none where it is.
pub(super) fn why_withheld(machine: &Machine, path: &str, value: &Value) -> Option<&'static str> {
    if is_of_here(machine, value) {
        return Some(A_PLACE);
    }
    let secret = path.split('.').any(may_be_secret) || value.as_str().is_some_and(looks_secret);
    let plain = value.is_boolean() || value.is_number() || value.is_string();
    (secret || !plain).then_some(MAY_BE_A_KEY)
}

/// Whether a value names a place on this computer.
pub(super) fn is_of_here(machine: &Machine, value: &Value) -> bool {
    let home = machine.home().to_string_lossy();
    let of_here = |text: &str| text.contains(&*home) || Path::new(text.trim()).is_absolute();
    match value {
        Value::String(text) => text.lines().any(of_here),
        Value::Array(list) => list.iter().any(|value| is_of_here(machine, value)),
        Value::Object(table) => table.values().any(|value| is_of_here(machine, value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// The agent's own settings, as far as its config says them. Folders are of one computer.
pub(super) fn settings(fields: &[Field]) -> BTreeMap<String, Value> {
    values(fields.iter().filter(|field| field.origin == Origin::Config && field.editable))
}

/// What holds, whether the config says it or nothing does.
pub(super) fn in_force(fields: &[Field]) -> BTreeMap<String, Value> {
    values(fields.iter())
}

fn values<'a>(fields: impl Iterator<Item = &'a Field>) -> BTreeMap<String, Value> {
    fields
        .filter_map(|field| {
            let value = match field.control {
                Control::Switch { on } => Value::Bool(on),
                Control::Number { value, .. } => value.into(),
                Control::Folder { .. } => return None,
            };
            Some((serde_json::to_value(field.id).ok()?.as_str()?.to_owned(), value))
        })
        .collect()
}
