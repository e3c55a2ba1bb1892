//! Bundles of other agents, which this one takes for their skills and commands: a folder with a manifest of
//! theirs, or with what they are made of. None listens to a hook (rule ).

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::manifest::{self, text};
use tacklebox_agents::dialect::PluginRules;

/// What a bundle says of itself.
pub(super) struct Bundle {
    /// Whose it is: "Claude".
    pub of: &'static str,
    pub id: String,
    pub manifest: Option<PathBuf>,
    pub value: Map<String, Value>,
}

/// The bundle that a folder is whose package names no module; None where it is none.
///
/// # Errors
/// Why its manifest could not be read.
pub(super) fn of(rules: &PluginRules, dir: &Path) -> Option<Result<Bundle, String>> {
    let bundles = rules.bundles?;
    let named = bundles.manifests.iter().find(|(manifest, _)| dir.join(manifest).exists());
    let by_parts = || {
        let last = bundles.manifests.last()?;
        let other =
            rules.manifest_in(dir) || rules.files.iter().any(|file| dir.join(file).exists());
        let parts = !other && bundles.parts.iter().any(|part| dir.join(part).exists());
        parts.then_some(last)
    };
    let (place, of) = named.or_else(by_parts)?;
    let value = match manifest::object(dir, place) {
        Ok(value) => value.unwrap_or_default(),
        Err(why) => return Some(Err(why)),
    };
    let name = text(&value, "name")
        .unwrap_or_else(|| dir.file_name().unwrap_or_default().to_string_lossy().into_owned());
    let id = slug(&name);
    Some(Ok(Bundle { of, id, manifest: named.map(|_| dir.join(place)), value }))
}

/// Small letters and digits, with a `-` for all else between them.
fn slug(name: &str) -> String {
    let lower = name.to_lowercase();
    let parts =
        lower.split(|letter: char| !letter.is_ascii_lowercase() && !letter.is_ascii_digit());
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "bundle-plugin".into() } else { parts.join("-") }
}
