//! Where an import leads, looked for as bun or Node does: a file, or why there is none.

use std::path::{Path, PathBuf};

use tacklebox_agents::dialect::shipped::Modules;
use tacklebox_machine::files;

use super::built_in::{is_built_in, is_package_of_bun};
use super::endings::whole;
use super::packages::{self, Installed};

/// Where an import leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    File(PathBuf),
    /// A part of the runtime that has a list of what it exports.
    BuiltIn,
    /// An installed package, with the file of it that is loaded, where that is sure.
    Package(Option<PathBuf>),
    /// Part of the runtime.
    Elsewhere,
    /// Only the runtime would tell.
    Doubt,
}

/// The place of an import, or why it leads nowhere. `file` is where it is, links resolved.
pub(super) fn of(file: &Path, from: &str, by: Modules) -> Result<Place, String> {
    let Some(dir) = file.parent() else { return Ok(Place::Elsewhere) };
    if from.is_empty() {
        return Err("it imports from an empty text".into());
    }
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
            "npm" | "jsr" => {
                Err(format!("it imports {from}, and only deno knows packages by that"))
            }
            "bun" if by == Modules::TypesLeftOut => {
                Err(format!("it imports {from}, which only bun has"))
            }
            "bun" | "node" => Ok(Place::BuiltIn),
            _ => Ok(Place::Elsewhere),
        };
    }
    if is_built_in(from) {
        return Ok(Place::BuiltIn);
    }
    let own_of_bun = from == "bun" || is_package_of_bun(from);
    if by != Modules::TypesLeftOut && own_of_bun {
        return Ok(Place::Elsewhere);
    }
    match from.starts_with('#') {
        true => packages::own(dir, from, by).map(|()| Place::Elsewhere),
        false => packages::installed(dir, from, by).map(|it| match it {
            Installed::File(file) => Place::Package(Some(file)),
            Installed::Somewhere => Place::Package(None),
            Installed::Doubt => Place::Doubt,
        }),
    }
}

/// Whether an import is one of a package, by its name.
pub(super) fn names_a_package(from: &str) -> bool {
    !from.starts_with(['.', '/', '#']) && !from.contains(':')
}

/// Whether bun fetches a package that a module needs: it does where there is no folder for packages above it
/// (rule ).
pub(super) fn is_without_packages(file: &Path) -> bool {
    !file.ancestors().skip(1).any(|dir| dir.join("node_modules").is_dir())
}

/// What is said of a package that is not installed, and that bun may fetch.
pub(super) fn fetched(why: &str) -> String {
    format!(
        "{why}, and bun fetches such a package from npm where no folder node_modules is above it"
    )
}

/// Why a module at such a path is not imported, whatever is in it. `by_path`: it is imported by that, else by its
/// address (rule ).
pub(super) fn not_addressed(file: &Path, by_path: bool, by: Modules) -> Option<&'static str> {
    let bytes = file.as_os_str().as_encoded_bytes();
    // Where it separates folders, no name has one.
    let slash = bytes.contains(&b'\\')
        && file.components().any(|part| part.as_os_str().as_encoded_bytes().contains(&b'\\'));
    if slash {
        return Some("its path has a \\ in it, which is taken for the end of a folder's name");
    }
    (by != Modules::TypesLeftOut && !by_path && bytes.contains(&b'?'))
        .then_some("its path has a ? in it, where bun takes the path to end")
}

/// An address in which a sign may mean something else than itself.
fn odd(from: &str) -> bool {
    from.contains(['%', '?', '#', '\\', '\t', '\n', '\r'])
}

fn at(path: &Path, from: &str, by: Modules) -> Result<Place, String> {
    let absent = || Err(format!("it imports {from}, and there is no such file"));
    // A folder that is left again need not be there.
    let plain = files::plain(path);
    if by == Modules::TypesLeftOut {
        return match () {
            () if odd(from) || from.trim() != from => Ok(Place::Doubt),
            // A folder is never imported.
            () if from.ends_with('/') => absent(),
            () if plain.is_file() => Ok(Place::File(plain)),
            () => absent(),
        };
    }
    if plain.is_file() && !path.is_file() {
        return Ok(Place::Doubt);
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
