//! Whether an installed package has what a module imports of it: its `exports`, else its `main` and its files.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tacklebox_agents::config::MAX_BYTES;
use tacklebox_agents::dialect::shipped::Modules;
use tacklebox_machine::files;

use super::endings;

/// The conditions that hold where a module imports; those for bun alone may hold elsewhere too.
const NODE: [&str; 5] = ["node", "import", "module-sync", "node-addons", "default"];
const BUN: [&str; 7] = ["bun", "node", "import", "module", "module-sync", "node-addons", "default"];
/// How deep conditions are followed.
const DEPTH: usize = 8;

/// What Node adds to the `main` of a package, in its order.
const ENDS: [&str; 7] = ["", ".js", ".json", ".node", "/index.js", "/index.json", "/index.node"];

fn read(dir: &Path) -> Option<Value> {
    serde_json::from_slice(without_mark(&bytes(dir)?)).ok()
}

/// A text without the mark that editors of Windows begin it with: Node and bun read a `package.json` past it.
pub(super) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

fn bytes(dir: &Path) -> Option<Vec<u8>> {
    files::read(&dir.join("package.json"), MAX_BYTES).ok()?.0
}

/// The name of a package and what of it is imported.
pub(super) fn parts(from: &str) -> (String, &str) {
    let mut cuts = from.match_indices('/').map(|(at, _)| at);
    let first = cuts.next();
    let end = if from.starts_with('@') { cuts.next() } else { first };
    let end = end.unwrap_or(from.len());
    (from.get(..end).unwrap_or(from).to_owned(), from.get(end..).unwrap_or_default())
}

/// What is loaded of a package that is there.
pub(super) enum Installed {
    File(PathBuf),
    /// Some file of it.
    Somewhere,
    /// Only the runtime would tell whether it takes it.
    Doubt,
}

/// What is loaded of a package, or why the package cannot be met; `dir` is the folder of
/// the module, links resolved.
pub(super) fn installed(dir: &Path, from: &str, by: Modules) -> Result<Installed, String> {
    let (package, part) = parts(from);
    let mut own = false;
    for above in dir.ancestors() {
        let place = above.join("node_modules").join(&package);
        if place.is_dir() {
            let says = read(&place);
            let torn = || says.is_none() && bytes(&place).is_some();
            if by == Modules::TypesLeftOut && torn() {
                return Err(format!(
                    "it needs the package {package}, whose package.json is not JSON"
                ));
            }
            has(&place, says.as_ref(), &package, part, by)?;
            let exports = says.as_ref().and_then(|it| it.get("exports"));
            let odd = |it| matches!(target(it, &format!(".{part}"), by), Target::Odd);
            if exports.is_some_and(odd) {
                return Ok(Installed::Doubt);
            }
            let file = loaded(&place, says.as_ref(), part, by);
            return Ok(file.map_or(Installed::Somewhere, Installed::File));
        }
        // A package that names itself, and names that a config for bun gives a meaning.
        own |= read(above).is_some_and(|it| {
            it.get("name").and_then(Value::as_str) == Some(&package) && it.get("exports").is_some()
        });
        own |= by != Modules::TypesLeftOut && renames(above);
    }
    match own {
        true => Ok(Installed::Somewhere),
        false => Err(format!("it needs the package {package}, which is not installed beside it")),
    }
}

/// A config of TypeScript by which bun looks elsewhere for packages.
fn renames(dir: &Path) -> bool {
    let text = |name| {
        let bytes = files::read(&dir.join(name), MAX_BYTES).ok()?.0?;
        String::from_utf8(bytes).ok()
    };
    ["tsconfig.json", "jsconfig.json"].into_iter().filter_map(text).any(|text| {
        ["\"paths\"", "\"baseUrl\"", "\"extends\""].iter().any(|key| text.contains(key))
    })
}

/// Why a package has nothing of this name; what only the runtime would tell counts as there.
fn has(
    place: &Path,
    says: Option<&Value>,
    package: &str,
    part: &str,
    by: Modules,
) -> Result<(), String> {
    let whole = part.is_empty();
    let exports = says.and_then(|it| it.get("exports")).filter(|it| !it.is_null());
    if let Some(exports) = exports {
        let key = format!(".{part}");
        return match target(exports, &key, by) {
            Target::File(file) if place.join(&file).exists() => Ok(()),
            Target::File(file) => {
                Err(format!("it needs the package {package}, whose {file} is missing"))
            }
            Target::None => Err(format!(
                "it needs {package}{part}, and the package {package} does not export that"
            )),
            Target::Unknown | Target::Odd => Ok(()),
        };
    }
    if !whole {
        let file = place.join(part.trim_start_matches('/'));
        let found = match by {
            Modules::TypesLeftOut => file.is_file() || part.contains(['%', '?', '#']),
            _ => endings::there(&file),
        };
        return match found {
            true => Ok(()),
            false => Err(format!("it needs {package}{part}, which that package does not have")),
        };
    }
    let empty = || {
        Err(format!("it needs the package {package}, which is installed without anything to run"))
    };
    if by == Modules::TypesLeftOut {
        return main(place, says).map_or_else(empty, |_| Ok(()));
    }
    let named = ["main", "module"].iter().filter_map(|key| says.as_ref()?.get(key)?.as_str());
    let mut looked: Vec<PathBuf> = named.map(|it| place.join(it)).collect();
    looked.push(place.join("index"));
    let native = |path: &PathBuf| {
        let with = |end: &str| path.with_file_name(format!("{}{end}", name(path))).is_file();
        with(".node") || path.join("index.node").is_file()
    };
    match looked.iter().any(|path| endings::there(path) || native(path)) {
        true => Ok(()),
        false => empty(),
    }
}

/// What Node loads of a package without `exports`.
fn main(place: &Path, says: Option<&Value>) -> Option<PathBuf> {
    let named = says.and_then(|it| it.get("main")?.as_str()).map(|it| place.join(it));
    let ended = |path: &PathBuf| ENDS.map(|end| PathBuf::from(format!("{}{end}", path.display())));
    let named = named.iter().flat_map(ended);
    // The folder itself has no ending of its own.
    let own = ended(&place.join("index"));
    named.chain(own.into_iter().skip(1)).find(|path| path.is_file())
}

/// The file that is loaded of a package, where all conditions lead to the same one.
fn loaded(place: &Path, says: Option<&Value>, part: &str, by: Modules) -> Option<PathBuf> {
    let exports = says.and_then(|it| it.get("exports")).filter(|it| !it.is_null());
    let file = match (exports, part.strip_prefix('/')) {
        (Some(exports), _) => {
            let key = format!(".{part}");
            let sure = |found| match found {
                Target::File(file) => Some(file),
                Target::None | Target::Unknown | Target::Odd => None,
            };
            let file = sure(target(exports, &key, by))?;
            // Who is not bun takes the one for Node.
            let other = sure(target(exports, &key, Modules::TypesLeftOut))?;
            (file == other).then(|| place.join(file))?
        }
        (None, Some(part)) => place.join(part),
        (None, None) if by == Modules::TypesLeftOut => main(place, says)?,
        (None, None) => place.join(says?.get("main")?.as_str()?),
    };
    file.is_file().then_some(file)
}

fn name(path: &Path) -> String {
    path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default()
}

enum Target {
    File(String),
    None,
    Unknown,
    /// It is not written as it has to be, and bun may take it all the same.
    Odd,
}

/// What `exports` gives for a key.
fn target(exports: &Value, key: &str, by: Modules) -> Target {
    let Value::Object(map) = exports else {
        return if key == "." { chosen(exports, by, DEPTH) } else { Target::None };
    };
    if !map.keys().any(|key| key.starts_with('.')) {
        return if key == "." { chosen(exports, by, DEPTH) } else { Target::None };
    }
    if let Some(own) = map.get(key) {
        return chosen(own, by, DEPTH);
    }
    let fits = |known: &&String| match known.split_once('*') {
        Some((before, after)) => key.starts_with(before) && key.ends_with(after),
        None => known.ends_with('/') && key.starts_with(known.as_str()),
    };
    // The one that says the most of the name.
    let most = |known: &&String| (known.find('*').unwrap_or(known.len()), known.len());
    match map.keys().filter(fits).max_by_key(most).and_then(|known| map.get(known)) {
        // bun goes on to the next.
        Some(Value::Null) if by == Modules::TypesLeftOut => Target::None,
        Some(_) => Target::Unknown,
        None => Target::None,
    }
}

fn chosen(value: &Value, by: Modules, depth: usize) -> Target {
    let Some(deeper) = depth.checked_sub(1) else { return Target::Unknown };
    match value {
        Value::String(file) if file.starts_with("./") => Target::File(file.clone()),
        // Node goes by the first that could be a file of it.
        Value::Array(all) if by == Modules::TypesLeftOut => {
            let first = |it: &Value| it.as_str().is_none_or(|file| file.starts_with("./"));
            all.iter().find(|it| first(it)).map_or(Target::None, |it| chosen(it, by, deeper))
        }
        Value::String(_) if by == Modules::TypesLeftOut => Target::None,
        Value::String(_) | Value::Array(_) => Target::Odd,
        Value::Object(map) => {
            let holds = |key: &str| match by {
                Modules::TypesLeftOut => NODE.contains(&key),
                _ => BUN.contains(&key),
            };
            let mut held = map.iter().filter(|(key, _)| holds(key));
            held.find_map(|(_, value)| match chosen(value, by, deeper) {
                Target::None if !value.is_null() => None,
                found => Some(found),
            })
            .unwrap_or(Target::None)
        }
        _ => Target::None,
    }
}

/// Why a name with `#`, which the nearest package has to give, leads nowhere.
pub(super) fn own(dir: &Path, from: &str, by: Modules) -> Result<(), String> {
    let absent = || Err(format!("it imports {from}, which no package.json above it names"));
    let Some(nearest) = dir.ancestors().find(|dir| dir.join("package.json").is_file()) else {
        return absent();
    };
    // One that cannot be read is told elsewhere.
    let Some(says) = read(nearest) else { return Ok(()) };
    let Some(Value::Object(map)) = says.get("imports") else { return absent() };
    let elsewhere = map.get(from).and_then(Value::as_str).is_some_and(|it| it.contains(':'));
    if elsewhere && by == Modules::TypesLeftOut {
        return Err(format!(
            "it imports {from}, for which the package.json above it names no file"
        ));
    }
    let gives = |known: &String| match known.split_once('*') {
        Some((before, after)) => from.starts_with(before) && from.ends_with(after),
        None => known == from || known.ends_with('/'),
    };
    if map.keys().any(gives) { Ok(()) } else { absent() }
}
