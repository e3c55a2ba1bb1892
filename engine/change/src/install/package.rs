//! The `package.json` of what is to be installed: which folders are its hooks, its version, licence,
//! and the packages that it names. None of those is installed.

use std::fs;
use std::io::Read;
use std::path::Path;

use serde_json::Value;

use tacklebox_agents::dialect::{self, Dialect};
use tacklebox_bring::unpack::shown;

/// The largest package.json that is read, in bytes.
const MAX_BYTES: u64 = 1024 * 1024;

/// What a package.json says.
#[derive(Clone, Debug, Default)]
pub(super) struct Package {
    root: Value,
}

impl Package {
    /// None where there is no package.json. The error is why it cannot be used.
    pub fn read(dir: &Path) -> Result<Option<Self>, String> {
        let path = dir.join("package.json");
        let Ok(meta) = fs::symlink_metadata(&path) else { return Ok(None) };
        if !meta.is_file() {
            return Err("it is not a file".to_owned());
        }
        if meta.len() > MAX_BYTES {
            return Err("it is larger than 1 MiB".to_owned());
        }
        let mut bytes = Vec::new();
        fs::File::open(&path)
            .and_then(|file| file.take(MAX_BYTES).read_to_end(&mut bytes))
            .map_err(|error| error.to_string())?;
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        let root: Value = serde_json::from_slice(bytes).map_err(|error| {
            format!("line {}, column {}: it is not JSON", error.line(), error.column().max(1))
        })?;
        if root.is_object() {
            Ok(Some(Self { root }))
        } else {
            Err("it is not an object".to_owned())
        }
    }

    /// The folders that are its hooks, as they are written: the agent's own list, else the first of another
    /// agent. None where it lists none, and is not a pack. The error is why the list cannot be used.
    pub fn listed(&self, agent: &Dialect) -> Result<Option<Vec<String>>, String> {
        let own = agent.metadata_keys.first().copied();
        let current = |key: &&str| {
            dialect::of_key(key).is_some_and(|one| one.metadata_keys.first() == Some(key))
        };
        let keys = own.into_iter().chain(dialect::family_keys().into_iter().filter(current));
        let list = |key: &str| self.root.get(key).and_then(|own| own.get("hooks"));
        let Some((key, list)) = keys.into_iter().find_map(|key| Some((key, list(key)?))) else {
            return Ok(None);
        };
        let Some(list) = list.as_array() else {
            return Err(format!("{key}.hooks is not a list of folders"));
        };
        if list.is_empty() {
            return Err(format!("{key}.hooks lists no folder"));
        }
        let folders = list.iter().map(|folder| match folder.as_str() {
            Some(folder) if !folder.trim().is_empty() => Ok(folder.to_owned()),
            _ => Err(format!(
                "{key}.hooks lists {}, which is not a folder",
                shown(&folder.to_string())
            )),
        });
        folders.collect::<Result<_, _>>().map(Some)
    }

    pub fn version(&self) -> Option<String> {
        self.text("version")
    }

    /// `license`, also in the older ways: an object with `type`, and `licenses`.
    pub fn licence(&self) -> Option<String> {
        let named = |value: &Value| match value {
            Value::String(text) => Some(text.clone()),
            value => value.get("type").and_then(Value::as_str).map(str::to_owned),
        };
        let older = || self.root.get("licenses")?.as_array()?.first();
        let found = self.root.get("license").or_else(|| self.root.get("licence")).or_else(older);
        found.and_then(named).filter(|text| !text.trim().is_empty()).map(|text| shown(text.trim()))
    }

    /// The packages that it needs beside it and does not bring along in `dir`.
    pub fn dependencies(&self, dir: &Path) -> Vec<String> {
        let named = self.root.get("dependencies").and_then(Value::as_object);
        let names = named.into_iter().flat_map(|map| map.keys());
        let brought = |name: &str| {
            let parts = tacklebox_bring::unpack::parts(name.as_bytes()).unwrap_or_default();
            !parts.is_empty() && dir.join("node_modules").join(parts.join("/")).is_dir()
        };
        names.filter(|name| !brought(name)).map(|name| shown(name)).collect()
    }

    fn text(&self, key: &str) -> Option<String> {
        let text = self.root.get(key)?.as_str()?.trim();
        (!text.is_empty()).then(|| shown(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(text: &str) -> Result<Option<Package>, String> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("package.json");
        tacklebox_machine::files::save(
            &path,
            text.as_bytes(),
            &tacklebox_machine::files::Stamp::Absent,
            0o644,
        )
        .unwrap();
        Package::read(dir.path())
    }

    fn listed(text: &str, agent: &str) -> Result<Option<Vec<String>>, String> {
        let agent = tacklebox_agents::hook::AgentId::named(agent).unwrap();
        package(text).unwrap().unwrap().listed(agent.dialect())
    }

    #[test]
    fn an_agent_s_own_list_counts_else_a_sister_s() {
        let text = r#"{"openclaw":{"hooks":["a"]},"milady":{"hooks":["b","c"]}}"#;
        let some = |names: &[&str]| Ok(Some(names.iter().map(|n| (*n).to_owned()).collect()));
        assert_eq!(listed(text, "milady"), some(&["b", "c"]));
        assert_eq!(listed(text, "openclaw"), some(&["a"]));
        assert_eq!(listed(text, "eliza"), some(&["a"]));
        assert_eq!(listed(text, "moltis"), some(&["a"]));
        assert_eq!(listed(r#"{"name":"x","openclaw":{"extensions":["i"]}}"#, "openclaw"), Ok(None));
    }

    #[test]
    fn a_list_that_is_none_is_an_error_and_no_single_hook() {
        for hooks in [r#""a""#, "[]", "[1]", r#"["a",""]"#, "{}", "null"] {
            let text = format!(r#"{{"milady":{{"hooks":{hooks}}}}}"#);
            assert!(listed(&text, "milady").is_err(), "{hooks}");
        }
        for text in ["", "[]", "{", "\"x\"", "{\"a\":1"] {
            assert!(package(text).is_err(), "{text}");
        }
    }

    #[test]
    fn licences_in_every_way_they_are_written() {
        for (text, want) in [
            (r#"{"license":"MIT"}"#, Some("MIT")),
            (r#"{"license":{"type":"ISC","url":"x"}}"#, Some("ISC")),
            (r#"{"licenses":[{"type":"BSD"}]}"#, Some("BSD")),
            (r#"{"license":" "}"#, None),
            ("{}", None),
        ] {
            let licence = package(text).unwrap().unwrap().licence();
            assert_eq!(licence.as_deref(), want, "{text}");
        }
    }

    #[test]
    fn packages_that_it_does_not_bring_along_are_named() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("node_modules/@a/b")).unwrap();
        let package = package(r#"{"dependencies":{"@a/b":"1","zod":"^3"}}"#).unwrap().unwrap();
        assert_eq!(package.dependencies(dir.path()), ["zod"]);
    }
}
