//! Bundles of other agents, which this one takes for their skills and commands: a folder with a manifest of
//! theirs, or with what they are made of. None has a module; some bring folders of hooks (rule ).

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::manifest::{self, text};
use tacklebox_agents::agent::lies_under;
use tacklebox_agents::dialect::{BundleHooks, PluginRules};
use tacklebox_machine::files::plain;

/// What a bundle says of itself.
pub(super) struct Bundle {
    /// Whose it is: "Claude".
    pub of: &'static str,
    pub id: String,
    pub manifest: Option<PathBuf>,
    pub value: Map<String, Value>,
    /// The folders in it in which the agent looks for hooks.
    pub hooks: Vec<PathBuf>,
}

/// The bundle that a folder is whose package names no module; None where it is none.
///
/// # Errors
/// Why its manifest could not be read.
pub(super) fn of(rules: &PluginRules, dir: &Path) -> Option<Result<Bundle, String>> {
    let bundles = rules.bundles?;
    let named = bundles.manifests.iter().find(|it| dir.join(it.manifest).exists());
    let by_parts = || {
        let last = bundles.manifests.last()?;
        let other =
            rules.manifest_in(dir) || rules.files.iter().any(|file| dir.join(file).exists());
        let parts = !other && bundles.parts.iter().any(|part| dir.join(part).exists());
        parts.then_some(last)
    };
    let kind = named.or_else(by_parts)?;
    let value = match manifest::object(dir, kind.manifest) {
        Ok(value) => value.unwrap_or_default(),
        Err(why) => return Some(Err(why)),
    };
    let name = text(&value, "name")
        .unwrap_or_else(|| dir.file_name().unwrap_or_default().to_string_lossy().into_owned());
    let id = slug(&name);
    let hooks = hooks(kind.hooks, dir, value.get("hooks"));
    let manifest = named.map(|_| dir.join(kind.manifest));
    Some(Ok(Bundle { of: kind.of, id, manifest, value, hooks }))
}

/// The folders of hooks that are there and in the bundle, each once.
fn hooks(looked: BundleHooks, dir: &Path, named: Option<&Value>) -> Vec<PathBuf> {
    let list = match named {
        Some(Value::Array(list)) => list.as_slice(),
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    let mut names: Vec<&str> = list.iter().filter_map(Value::as_str).map(str::trim).collect();
    names.retain(|name| !name.is_empty());
    match looked {
        BundleHooks::None => names.clear(),
        BundleHooks::NamedOr(usual) if names.is_empty() => names.push(usual),
        BundleHooks::Named | BundleHooks::NamedOr(_) => {}
    }
    let mut folders: Vec<PathBuf> = Vec::new();
    for folder in names.into_iter().map(|name| plain(&dir.join(name))) {
        if folder.is_dir() && lies_under(&folder, dir) && !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders
}

/// Small letters and digits, with a `-` for all else between them.
fn slug(name: &str) -> String {
    let lower = name.to_lowercase();
    let parts =
        lower.split(|letter: char| !letter.is_ascii_lowercase() && !letter.is_ascii_digit());
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "bundle-plugin".into() } else { parts.join("-") }
}
