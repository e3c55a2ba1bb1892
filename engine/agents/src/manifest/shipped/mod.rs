//! Manifests as versions that people run read them. The text of an agent says what a manifest means;
//! these say what a given loader makes of it, where that is something else.

mod hook_toml;
pub(super) mod lines;
mod moltis;
mod own;
mod yaml_and_lines;

use super::{Broken, Manifest};
use crate::dialect::Dialect;
use crate::dialect::shipped::Reader;

/// What the version in force makes of a manifest.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub manifest: Result<Manifest, Broken>,
    /// The id of what is at work.
    pub because: &'static str,
    /// Why its loader ends at this hook, so that no later one is loaded; none where it does not.
    pub ends_loader: Option<EndsLoader>,
}

/// What ends a loader that reaches a hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndsLoader {
    Always(String),
    /// Only on a computer that its `os` does not contain.
    Elsewhere(String),
    /// Only where none of these programs is there.
    Without(Vec<String>, String),
    /// Where nothing ends it before, once it comes so far as to write down that the hook is registered.
    Registered(Option<Box<Self>>, String),
}

/// What the version in force reads from a manifest, where that is not what the text of its agent reads.
pub fn reading(
    dialect: &Dialect,
    folder: &str,
    bytes: &[u8],
    documented: &Result<Manifest, Broken>,
) -> Option<Reading> {
    match documented {
        Ok(manifest) if manifest.shape.plain => None,
        _ => read_whole(dialect, folder, bytes, documented),
    }
}

/// A manifest as its author meant it, with the name and the key by which the version in force finds its switch.
///
/// # Errors
/// Where the text of its agent refuses it.
pub fn by_its_switch(dialect: &Dialect, folder: &str, bytes: &[u8]) -> Result<Manifest, Broken> {
    let documented = super::parse(dialect.format, dialect.metadata_keys, bytes);
    let read = reading(dialect, folder, bytes, &documented).map(|reading| reading.manifest);
    let mut manifest = documented?;
    if let Some(Ok(read)) = read {
        (manifest.name, manifest.hook_key) = (read.name, read.hook_key);
    }
    Ok(manifest)
}

/// The same, whatever its text says of it.
fn read_whole(
    dialect: &Dialect,
    folder: &str,
    bytes: &[u8],
    documented: &Result<Manifest, Broken>,
) -> Option<Reading> {
    let keys = dialect.metadata_keys;
    let read = match dialect.rules.reader {
        Reader::Documented => return None,
        Reader::Lines => lines::read(dialect, bytes, documented.as_ref().ok()),
        Reader::YamlAndLines(unquoted) => {
            yaml_and_lines::read(keys, folder, bytes, documented.as_ref().ok(), unquoted)
        }
        Reader::Toml => moltis::read(bytes, documented),
        Reader::ForkToml => hook_toml::read(bytes, documented),
    };
    read.filter(|reading| reading.ends_loader.is_some() || !same(&reading.manifest, documented))
}

/// Whether two readings lead to the same verdict.
fn same(a: &Result<Manifest, Broken>, b: &Result<Manifest, Broken>) -> bool {
    match (a, b) {
        (Ok(a), Ok(b)) => {
            (&a.name, &a.hook_key, &a.events, &a.export, &a.requires, a.always)
                == (&b.name, &b.hook_key, &b.events, &b.export, &b.requires, b.always)
                && (a.priority, a.enabled) == (b.priority, b.enabled)
                && (&a.action, &a.conditions) == (&b.action, &b.conditions)
                && (a.events.is_empty() || a.foreign.is_none() == b.foreign.is_none())
        }
        (Err(_), Err(_)) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
