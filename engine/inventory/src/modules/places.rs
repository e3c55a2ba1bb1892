//! Where an import leads, looked for as bun or Node does: a file, or why there is none.

use std::path::{Path, PathBuf};

use tacklebox_agents::dialect::shipped::Modules;

use super::built_in::is_built_in;
use super::endings::whole;
use super::packages;

/// Where an import leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    File(PathBuf),
    /// Part of the runtime, or a package.
    Elsewhere,
    /// Only the runtime would tell.
    Doubt,
}

/// The place of an import, or why it leads nowhere. `file` is where it is, links resolved.
pub(super) fn of(file: &Path, from: &str, by: Modules) -> Result<Place, String> {
    let Some(dir) = file.parent() else { return Ok(Place::Elsewhere) };
    if from.starts_with("./") || from.starts_with("../") || from == "." || from == ".." {
        return at(&dir.join(from), from, by);
    }
    if from.starts_with('/') {
        return at(Path::new(from), from, by);
    }
    if let Some((scheme, rest)) = from.split_once(':') {
        let absent = || Err(format!("it imports {from}, and there is no such file"));
        return match scheme {
            "file" => match rest.strip_prefix("//") {
                Some(path) if path.starts_with('/') && !odd(path) && !Path::new(path).exists() => {
                    absent()
                }
                _ => Ok(Place::Elsewhere),
            },
            "http" | "https" => {
                Err(format!("it imports {from}, and nothing is loaded from the network"))
            }
            "bun" if by == Modules::TypesLeftOut => {
                Err(format!("it imports {from}, which only bun has"))
            }
            _ => Ok(Place::Elsewhere),
        };
    }
    if from.is_empty() || is_built_in(from) {
        return Ok(Place::Elsewhere);
    }
    if from == "bun" && by != Modules::TypesLeftOut {
        return Ok(Place::Elsewhere);
    }
    match from.starts_with('#') {
        true => packages::own(dir, from),
        false => packages::installed(dir, from, by),
    }
    .map(|()| Place::Elsewhere)
}

/// An address in which a sign may mean something else than itself.
fn odd(from: &str) -> bool {
    from.contains(['%', '?', '#', '\\'])
}

fn at(path: &Path, from: &str, by: Modules) -> Result<Place, String> {
    let absent = || Err(format!("it imports {from}, and there is no such file"));
    if by == Modules::TypesLeftOut {
        return match () {
            () if odd(from) => Ok(Place::Doubt),
            () if path.is_file() => Ok(Place::File(path.to_owned())),
            () => absent(),
        };
    }
    if path.is_file() {
        return Ok(Place::File(path.to_owned()));
    }
    let found = whole(path);
    match found.as_slice() {
        [one] => Ok(Place::File(one.clone())),
        [] if odd(from) => Ok(Place::Doubt),
        [] if !path.join("package.json").is_file() => absent(),
        // Which of them comes first is not asked.
        _ => Ok(Place::Elsewhere),
    }
}
