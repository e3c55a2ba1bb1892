//! Whether what a module imports is there.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use tacklebox_agents::config::MAX_BYTES;
use tacklebox_machine::files;

use super::built_in::is_built_in;
use super::{endings, packages};

/// Why an import cannot be met by what is there; none where it can, or where only running it would tell.
pub(crate) fn missing(file: &Path, from: &str) -> Option<String> {
    let dir = file.parent()?;
    if from.starts_with("./") || from.starts_with("../") || from == "." || from == ".." {
        let absent = !endings::there(&dir.join(from));
        return absent.then(|| format!("it imports {from}, and there is no such file"));
    }
    if from.contains(':') || from.starts_with(['/', '#']) || from.is_empty() {
        return None;
    }
    let first = from.split('/').next().unwrap_or_default();
    if is_built_in(first) || first == "bun" {
        return None;
    }
    let (package, _) = packages::parts(from);
    let found = dir.ancestors().any(|dir| dir.join("node_modules").join(&package).is_dir());
    (!found).then(|| format!("it needs the package {package}, which is not installed beside it"))
}

/// What Node goes by where it reads a module: the nearest `package.json`, by the letter of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Package {
    /// There is none, or it says nothing of modules.
    Silent,
    /// In a folder of this name.
    CommonJs(String),
    Modules(String),
    /// The line at which it is not JSON.
    Torn(String, usize),
    /// It is not an object, or its name or its type is not a text.
    Odd(String),
}

/// The packages of folders that were asked for.
#[derive(Default)]
pub(crate) struct Packages {
    known: HashMap<PathBuf, Package>,
    /// The folder of the last question: mostly the next is about the same.
    last: Option<(PathBuf, Package)>,
}

impl Packages {
    /// That of a module; `lone` where its own folder is known to have none.
    pub(crate) fn of(&mut self, file: &Path, lone: bool) -> Package {
        if let Some((last, package)) = &self.last
            && is_below(file, last, if lone { 2 } else { 1 })
        {
            return package.clone();
        }
        let dir = file.parent();
        let dir = if lone { dir.and_then(Path::parent) } else { dir };
        let Some(dir) = dir else { return Package::Silent };
        let package = self.nearest(dir);
        self.last = Some((dir.to_owned(), package.clone()));
        package
    }

    fn nearest(&mut self, dir: &Path) -> Package {
        if let Some(known) = self.known.get(dir) {
            return known.clone();
        }
        let above = |all: &mut Self| dir.parent().map_or(Package::Silent, |up| all.nearest(up));
        let found = own(dir).unwrap_or_else(|| above(self));
        self.known.insert(dir.to_owned(), found.clone());
        found
    }
}

/// Whether a file is so many names below a folder, both written in the same way.
fn is_below(file: &Path, dir: &Path, names: usize) -> bool {
    let (file, dir) = (file.as_os_str().as_encoded_bytes(), dir.as_os_str().as_encoded_bytes());
    let parts = |byte: &&u8| std::path::is_separator(char::from(**byte));
    file.strip_prefix(dir).is_some_and(|rest| {
        rest.first().is_some_and(|first| parts(&first))
            && rest.iter().filter(parts).count() == names
    })
}

fn own(dir: &Path) -> Option<Package> {
    let file = dir.join("package.json");
    // Mostly there is none, which one question tells.
    fs::metadata(&file).ok()?;
    let bytes = files::read(&file, MAX_BYTES).ok()?.0?;
    let name = || crate::discover::file_name(dir);
    Some(match serde_json::from_slice::<serde_json::Value>(packages::without_mark(&bytes)) {
        Err(error) => Package::Torn(name(), error.line()),
        Ok(package) if !is_one(&package) => Package::Odd(name()),
        Ok(package) => match package.get("type").and_then(|it| it.as_str()) {
            Some("commonjs") => Package::CommonJs(name()),
            Some("module") => Package::Modules(name()),
            _ => Package::Silent,
        },
    })
}

/// Whether Node takes it for what a package says of itself.
fn is_one(package: &serde_json::Value) -> bool {
    let text = |key: &str| package.get(key).is_none_or(serde_json::Value::is_string);
    package.is_object() && text("name") && text("type")
}

/// Why Node does not load a module of such a package.
pub(crate) fn refused(
    package: Package,
    file: &Path,
    linked: bool,
    commonjs: bool,
) -> Option<String> {
    let by_package = || {
        let ending = file.extension().and_then(|it| it.to_str()).unwrap_or_default();
        matches!(ending, "ts" | "js")
    };
    match package {
        Package::Torn(at, line) => {
            Some(format!("the package.json in the folder {at} is not JSON (line {line})"))
        }
        Package::Odd(at) => Some(format!(
            "Node takes no package.json as the one in the folder {at} is: it has to be an object, and its name and its type have to be texts"
        )),
        Package::CommonJs(at) if by_package() && linked => Some(format!(
            "the package.json in the folder {at} says commonjs, so Node takes no import and no export in it"
        )),
        Package::Modules(at) if by_package() && !linked && commonjs => Some(format!(
            "the package.json in the folder {at} says module, so Node takes no module.exports in it"
        )),
        _ => None,
    }
}
