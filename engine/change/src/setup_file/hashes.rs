//! The hashes of a hook's files, so that two computers with the same hook have the same. What an agent keeps in a
//! manifest for one computer (the switch, keys, the order) is not part of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::receipt::{self, Receipt};
use tacklebox_agents::config::{self, Syntax};
use tacklebox_agents::dialect::{Dialect, EnvPlace, Format, Switch};
use tacklebox_agents::manifest;
use tacklebox_machine::files::{self, Stamp};
use tacklebox_machine::words;

/// Larger files are not part of any hook that Tacklebox installs.
const LARGEST: u64 = 64 * 1024 * 1024;
/// What a manifest in TOML holds for one computer alone.
const OWN_KEYS: [&str; 3] = ["enabled", "env", "priority"];

/// The hashes of what came with a hook, as it is on the disk now; without a receipt, of all of it.
pub(super) fn of_folder(
    dialect: &Dialect,
    dir: &Path,
    receipt: Option<&Receipt>,
) -> BTreeMap<String, String> {
    let names: Vec<String> = match receipt {
        Some(receipt) => receipt.brought(),
        None => receipt::files(dir).into_iter().map(|(name, _)| name).collect(),
    };
    let hashed = |name: String| {
        let path = dir.join(&name);
        // What was put in a file's place is not looked into.
        if !fs::symlink_metadata(&path).ok()?.is_file() {
            return None;
        }
        let (bytes, _) = files::read(&path, LARGEST).ok()?;
        let hash = of_file(dialect, &name, &bytes?);
        Some((name, hash))
    };
    names.into_iter().filter_map(hashed).collect()
}

/// The hash of one file of a hook.
pub(crate) fn of_file(dialect: &Dialect, name: &str, bytes: &[u8]) -> String {
    let keeps_own = dialect.switch == Switch::Manifest || dialect.env_place == EnvPlace::Manifest;
    if name == dialect.manifest_file()
        && keeps_own
        && let Some(text) = common(dialect, bytes)
    {
        return Stamp::of(text.as_bytes()).to_string();
    }
    Stamp::of(bytes).to_string()
}

/// The names of the files that differ, as one text; none where none does.
pub(super) fn other(
    there: &BTreeMap<String, String>,
    here: &BTreeMap<String, String>,
) -> Option<String> {
    let names: BTreeSet<&String> = there.keys().chain(here.keys()).collect();
    let mut differ =
        names.into_iter().filter(|name| here.get(*name) != there.get(*name)).peekable();
    differ.peek()?;
    Some(words::all_of(differ.cloned()))
}

/// A manifest in TOML without what belongs to one computer, in an order of its own.
fn common(dialect: &Dialect, bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (front, body) = match dialect.format {
        Format::Yaml => return None,
        Format::HookToml => (text, ""),
        Format::TomlFront => {
            let (start, end) = manifest::front_range(dialect.format, text)?;
            (text.get(start..end)?, text.get(manifest::body_start(dialect.format, text)..)?)
        }
    };
    let mut value = config::parse(Syntax::Toml, front).ok()?;
    let mut tables = vec![&mut value];
    while let Some(table) = tables.pop() {
        let Value::Object(table) = table else { continue };
        table.retain(|key, _| !OWN_KEYS.contains(&key.as_str()));
        // Its own table is where some keep them.
        tables.extend(table.get_mut("hook"));
    }
    Some(format!("{}\n{body}", sorted(&value)))
}

/// The same value, whatever the order of its keys was.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(table) => {
            let ordered: BTreeMap<&String, Value> =
                table.iter().map(|(key, value)| (key, sorted(value))).collect();
            ordered.into_iter().map(|(key, value)| (key.clone(), value)).collect()
        }
        Value::Array(list) => list.iter().map(sorted).collect(),
        other => other.clone(),
    }
}
