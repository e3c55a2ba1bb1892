//! Whether what a module imports is there.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use tacklebox_agents::config::MAX_BYTES;
use tacklebox_agents::dialect::shipped::Modules;
use tacklebox_machine::files;

/// What may be left out at the end of a relative import, where the runtime looks for it.
const ENDINGS: [&str; 7] = ["ts", "tsx", "mts", "js", "mjs", "cjs", "json"];

/// Modules that are part of the runtime itself.
const BUILT_IN: [&str; 39] = [
    "assert",
    "async_hooks",
    "buffer",
    "child_process",
    "cluster",
    "console",
    "constants",
    "crypto",
    "dgram",
    "diagnostics_channel",
    "dns",
    "domain",
    "events",
    "fs",
    "http",
    "http2",
    "https",
    "inspector",
    "module",
    "net",
    "os",
    "path",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "repl",
    "stream",
    "string_decoder",
    "timers",
    "tls",
    "trace_events",
    "tty",
    "url",
    "util",
    "v8",
    "vm",
    "zlib",
];
const ALSO_BUILT_IN: [&str; 3] = ["sys", "wasi", "worker_threads"];

/// Why an import cannot be met; none where it can, or where only running it would tell.
pub(crate) fn missing(file: &Path, from: &str, by: Modules) -> Option<String> {
    let dir = file.parent()?;
    if from.starts_with("./") || from.starts_with("../") || from == "." || from == ".." {
        let beside = dir.join(from);
        let there = match by {
            Modules::TypesLeftOut => beside.is_file(),
            _ => there(&beside),
        };
        return (!there).then(|| format!("it imports {from}, and there is no such file"));
    }
    if from.contains(':') || from.starts_with(['/', '#']) || from.is_empty() {
        return None;
    }
    let mut parts = from.split('/');
    let first = parts.next().unwrap_or_default();
    if BUILT_IN.contains(&first) || ALSO_BUILT_IN.contains(&first) || first == "bun" {
        return None;
    }
    let package = match first.starts_with('@') {
        true => format!("{first}/{}", parts.next().unwrap_or_default()),
        false => first.to_owned(),
    };
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
        let dir = file.parent();
        let dir = if lone { dir.and_then(Path::parent) } else { dir };
        let Some(dir) = dir else { return Package::Silent };
        if let Some((last, package)) = &self.last
            && last.as_os_str() == dir.as_os_str()
        {
            return package.clone();
        }
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

fn own(dir: &Path) -> Option<Package> {
    let file = dir.join("package.json");
    // Mostly there is none, which one question tells.
    fs::metadata(&file).ok()?;
    let bytes = files::read(&file, MAX_BYTES).ok()?.0?;
    let name = || crate::discover::file_name(dir);
    Some(match serde_json::from_slice::<serde_json::Value>(&bytes) {
        Err(error) => Package::Torn(name(), error.line()),
        Ok(package) => match package.get("type").and_then(|it| it.as_str()) {
            Some("commonjs") => Package::CommonJs(name()),
            Some("module") => Package::Modules(name()),
            _ => Package::Silent,
        },
    })
}

/// Why Node does not load a module of such a package.
pub(crate) fn refused(package: Package, file: &Path, linked: bool) -> Option<String> {
    let ending = file.extension().and_then(|it| it.to_str()).unwrap_or_default();
    let by_package = matches!(ending, "ts" | "js");
    match package {
        Package::Torn(at, line) => {
            Some(format!("the package.json in the folder {at} is not JSON (line {line})"))
        }
        Package::CommonJs(at) if by_package && linked => Some(format!(
            "the package.json in the folder {at} says commonjs, so Node takes no import and no export in it"
        )),
        Package::Modules(at) if by_package && !linked => Some(format!(
            "the package.json in the folder {at} says module, so Node takes no module.exports in it"
        )),
        _ => None,
    }
}

fn there(path: &Path) -> bool {
    if path.is_file() || path.join("package.json").is_file() {
        return true;
    }
    let text = path.to_string_lossy();
    let bare = text.strip_suffix(".js").or_else(|| text.strip_suffix(".mjs"));
    ENDINGS.iter().any(|ending| {
        Path::new(&format!("{text}.{ending}")).is_file()
            || path.join(format!("index.{ending}")).is_file()
            || bare.is_some_and(|bare| Path::new(&format!("{bare}.{ending}")).is_file())
    })
}
