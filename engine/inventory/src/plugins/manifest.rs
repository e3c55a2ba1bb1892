//! What the files of a plugin say of it: `openclaw.plugin.json` (JSON5) and `package.json`.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use tacklebox_agents::config;
use tacklebox_agents::dialect::PluginRules;
use tacklebox_machine::files;

/// The longest package.json or manifest that is read, in bytes.
const LONGEST: u64 = 1024 * 1024;

/// A plugin's own manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Manifest {
    pub path: PathBuf,
    pub id: String,
    pub value: Map<String, Value>,
}

/// A plugin's `package.json`, where it has one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Package(Map<String, Value>);

/// A text of an object, trimmed; None where it is absent, empty or not a text.
pub(super) fn text(object: &Map<String, Value>, key: &str) -> Option<String> {
    let text = object.get(key)?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The object in a file of JSON5. None where there is no such file.
///
/// # Errors
/// Why it could not be read, as a sentence.
pub(super) fn object(folder: &Path, name: &str) -> Result<Option<Map<String, Value>>, String> {
    let unread = |why: String| format!("Its {name} could not be read: {why}");
    let read = files::read(&folder.join(name), LONGEST);
    let Some(bytes) = read.map_err(|error| unread(error.to_string()))?.0 else { return Ok(None) };
    let text = std::str::from_utf8(&bytes).map_err(|error| unread(format!("{error}.")))?;
    object_in(name, text).map(Some)
}

/// The object in a text of JSON5.
fn object_in(name: &str, text: &str) -> Result<Map<String, Value>, String> {
    match config::value(text).map_err(|error| torn(name, Some(error.line)))? {
        Value::Object(value) => Ok(value),
        _ => Err(format!("Its {name} must be an object.")),
    }
}

/// Said of a file that is not JSON, for somebody who does not write it.
fn torn(name: &str, line: Option<usize>) -> String {
    let line = line.map_or(String::new(), |line| format!(" (line {line})"));
    format!(
        "Its {name} cannot be understood{line}: a sign is missing there, or there is one too many."
    )
}

impl Manifest {
    /// Reads the manifest of a folder, or `typed` in its place. None where there is none.
    ///
    /// # Errors
    /// Why the agent refuses it, as a sentence.
    pub fn read(
        rules: &PluginRules,
        folder: &Path,
        typed: Option<&str>,
    ) -> Result<Option<Self>, String> {
        let name = rules.manifest;
        let value = match typed {
            Some(text) => Some(object_in(name, text)?),
            None => object(folder, name)?,
        };
        let Some(value) = value else { return Ok(None) };
        let path = folder.join(name);
        if rules.own_files && typed.is_none() {
            unsafe_place(folder, &path).map_or(Ok(()), |why| Err(format!("Its {name} {why}.")))?;
        }
        let id = text(&value, "id").ok_or_else(|| format!("Its {name} has no id."))?;
        if !value.get("configSchema").is_some_and(Value::is_object) {
            return Err(format!("Its {name} has no configSchema, which must be an object."));
        }
        Ok(Some(Self { path, id, value }))
    }
}

/// Why a file of a plugin is not taken for its own: it leads out of the folder, or has another name on the disk.
pub(super) fn unsafe_place(folder: &Path, path: &Path) -> Option<&'static str> {
    let (folder, real) = (folder.canonicalize().ok()?, path.canonicalize().ok()?);
    if !real.starts_with(folder) {
        return Some("is a link that leads out of its folder, which the agent does not take");
    }
    (files::other_names(&real) > 0).then_some(
        "has another name on the disk, too (a hard link), which the agent does not take: put a copy in its place",
    )
}

impl Package {
    /// Reads the `package.json` of a folder; empty where there is none.
    ///
    /// # Errors
    /// Why it could not be read.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let unread = |why: String| format!("Its package.json could not be read: {why}");
        let (bytes, _) = files::read(&folder.join("package.json"), LONGEST)
            .map_err(|error| unread(error.to_string()))?;
        bytes.map_or_else(|| Ok(Self::default()), |bytes| Self::of(&bytes))
    }

    /// The same of its text.
    ///
    /// # Errors
    /// Why it could not be read.
    pub fn of(text: &[u8]) -> Result<Self, String> {
        let read = serde_json::from_slice(text);
        match read.map_err(|error| torn("package.json", Some(error.line())))? {
            Value::Object(package) => Ok(Self(package)),
            _ => Err("Its package.json must be an object.".into()),
        }
    }

    pub fn text(&self, key: &str) -> Option<String> {
        text(&self.0, key)
    }

    /// What it says to the agent.
    pub fn own(&self, rules: &PluginRules) -> Option<&Map<String, Value>> {
        self.0.get(rules.package_key)?.as_object()
    }

    /// The id that a package without a manifest gets from its name: without the scope, and without
    /// an ending that says that it is a plugin.
    pub(crate) fn id_of_name(&self) -> Option<String> {
        let name = self.text("name")?;
        let bare = name.rsplit('/').next().unwrap_or(&name);
        let short = ["-provider", "-plugin"].iter().find_map(|end| bare.strip_suffix(end));
        Some(short.filter(|short| !short.is_empty()).unwrap_or(bare).to_owned())
    }

    /// The packages that it depends on. A name that is not of a package is left out.
    pub fn dependencies(&self) -> Vec<String> {
        let all = self.0.get("dependencies").and_then(Value::as_object).into_iter().flatten();
        let is_name = |name: &&String| {
            let mut parts = name.split('/');
            let plain = |part: &str| !part.is_empty() && !part.starts_with('.');
            parts.all(plain) && (!name.contains('/') || name.starts_with('@'))
        };
        all.map(|(name, _)| name).filter(is_name).cloned().collect()
    }

    /// Those that it can do without.
    pub(super) fn optional(&self) -> Vec<String> {
        let all = ["optionalDependencies", "peerDependencies"];
        let all = all.iter().filter_map(|key| self.0.get(*key)?.as_object());
        all.flat_map(|all| all.keys().cloned()).collect()
    }

    /// The texts of a list that it has for the agent; none where there is no such list.
    pub(super) fn texts(&self, rules: &PluginRules, key: &str) -> Vec<String> {
        let list = self.own(rules).and_then(|own| own.get(key)?.as_array());
        let texts =
            list.into_iter().flatten().filter_map(|item| Some(item.as_str()?.trim().to_owned()));
        texts.filter(|text| !text.is_empty()).collect()
    }

    /// The modules that it names for the agent, none where it names none.
    ///
    /// # Errors
    /// What is wrong with the list.
    pub fn extensions(&self, rules: &PluginRules) -> Result<Vec<String>, String> {
        let key = rules.package_key;
        let Some(own) = self.0.get(key).filter(|own| !own.is_null()) else { return Ok(Vec::new()) };
        let wrong = |what: &str| Err(format!("Its package.json: {key}.extensions {what}."));
        let list = match own.get("extensions") {
            None | Some(Value::Null) => return Ok(Vec::new()),
            Some(Value::Array(list)) if list.is_empty() => return wrong("is empty"),
            Some(Value::Array(list)) => list,
            Some(_) => return wrong("must be a list"),
        };
        let names: Option<Vec<String>> = list
            .iter()
            .map(|item| item.as_str().map(str::trim).filter(|name| !name.is_empty()))
            .map(|name| name.map(str::to_owned))
            .collect();
        names.map_or_else(|| wrong("must have texts that name files"), Ok)
    }
}
