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
use crate::discover::Reading;

/// What the version in force reads from a manifest, where that is not what the text of its agent reads.
pub(crate) fn reading(
    dialect: &Dialect,
    folder: &str,
    bytes: &[u8],
    documented: &Result<Manifest, Broken>,
) -> Option<Reading> {
    let keys = dialect.metadata_keys;
    let read = match dialect.rules.reader {
        Reader::Documented => return None,
        Reader::Lines => lines::read(dialect, bytes, documented.as_ref().ok()),
        Reader::YamlAndLines => yaml_and_lines::read(keys, folder, bytes, documented.as_ref().ok()),
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
                && (a.events.is_empty() || a.foreign.is_none() == b.foreign.is_none())
        }
        (Err(_), Err(_)) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
