//! The modules of a hook, read before its worker starts: the handler, what it imports from beside it, and
//! all other TypeScript of its folder, which an `import()` of a computed name may ask for.
//!
//! Node and deno then take TypeScript as bun does: enums and all, `./util` for `util.ts`, `./util.js` for
//! `util.ts`, a folder for its index, JSON, and `.js` files of either kind without a package.json.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use serde::Serialize;

use super::typescript;

/// How many modules are read, and how long one may be, in bytes: a folder with a whole project in it
/// must not hold up the hook.
const MODULES: usize = 500;
const LENGTH: u64 = 2 * 1024 * 1024;

/// How deep the folder is looked through for TypeScript that nothing names.
const DEPTH: usize = 4;

const TYPESCRIPT: [&str; 4] = ["ts", "mts", "cts", "tsx"];
const JAVASCRIPT: [&str; 3] = ["js", "mjs", "cjs"];
/// What may be left out at the end of a relative import, in the order in which it is tried.
const ENDINGS: [&str; 8] = ["ts", "tsx", "mts", "cts", "js", "mjs", "cjs", "json"];

/// What a worker on Node or deno is given. Files are named by their real paths, as the runtimes do.
#[derive(Debug, Default, Serialize)]
pub(super) struct Sources {
    sources: BTreeMap<PathBuf, Source>,
    /// File → what its relative import says → the file that is meant, where the runtime would not
    /// find it without help.
    links: BTreeMap<PathBuf, BTreeMap<String, PathBuf>>,
    #[serde(skip)]
    commonjs: bool,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Source {
    Module {
        format: &'static str,
        source: String,
    },
    /// CommonJS that the runtime reads without help.
    Plain {
        format: &'static str,
    },
    Broken {
        error: String,
    },
}

impl Sources {
    /// Reads the handler at `file`, a real path, and what belongs to it.
    pub fn read(file: &Path) -> Self {
        let mut sources = Self::default();
        let mut seen = BTreeSet::new();
        let mut queue = VecDeque::from([file.to_owned()]);
        queue.extend(typescript_below(file.parent().unwrap_or(file)));
        while let Some(next) = queue.pop_front() {
            if seen.len() >= MODULES {
                break;
            }
            if !seen.insert(next.clone()) {
                continue;
            }
            // In front: what is named counts more than what is only there.
            for found in sources.add(&next, next == file) {
                queue.push_front(found);
            }
        }
        sources
    }

    /// The handler itself is written for `require`.
    pub(crate) const fn is_commonjs(&self) -> bool {
        self.commonjs
    }

    /// The runtime needs no help with any of it.
    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
            && !self.sources.values().any(|source| !matches!(source, Source::Plain { .. }))
    }

    /// Reads one module; gives the modules that it names.
    fn add(&mut self, file: &Path, first: bool) -> Vec<PathBuf> {
        let extension = extension(file);
        let is_typescript = TYPESCRIPT.contains(&extension);
        // A handler may have no ending at all (rule R-2.9).
        if !is_typescript && !JAVASCRIPT.contains(&extension) && !first {
            return Vec::new();
        }
        let Ok(text) = text_of(file) else { return Vec::new() };
        let module = match typescript::read(file, &text) {
            Ok(module) => module,
            Err(error) => {
                // The runtime tells of a mistake in JavaScript, and better.
                if is_typescript {
                    self.sources.insert(file.to_owned(), Source::Broken { error });
                }
                return Vec::new();
            }
        };
        let is_module = module.is_module || (extension == "js" && says_module(file));
        if first {
            self.commonjs = !is_module;
        }
        let source = match (is_typescript, is_module, extension) {
            (_, true, "mjs") if module.code == text => None,
            (_, true, _) => Some(Source::Module { format: "module", source: module.code }),
            (true, false, _) => Some(Source::Module { format: "commonjs", source: module.code }),
            (false, false, "cjs") => None,
            (false, false, _) => Some(Source::Plain { format: "commonjs" }),
        };
        self.sources.extend(source.map(|source| (file.to_owned(), source)));

        let mut found = Vec::new();
        for name in module.imports {
            let Some((target, exact)) = resolve(file, &name) else { continue };
            if !exact || extension_is_json(&target) {
                self.links.entry(file.to_owned()).or_default().insert(name, target.clone());
            }
            found.push(target);
        }
        found
    }
}

/// The file that a relative import means, by its real path, and whether the import names it as it is.
fn resolve(from: &Path, name: &str) -> Option<(PathBuf, bool)> {
    if !(name.starts_with("./") || name.starts_with("../") || name == "." || name == "..") {
        return None;
    }
    // A query or a fragment makes another module of the same file: that is the runtime's affair.
    if name.contains(['?', '#', '%']) {
        return None;
    }
    let mut path = from.parent()?.to_owned();
    for part in Path::new(name).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::Normal(part) => path.push(part),
            _ => {}
        }
    }
    let real = |path: &Path| path.is_file().then(|| fs::canonicalize(path).ok()).flatten();
    if !name.ends_with('/') {
        if let Some(file) = real(&path) {
            return Some((file, true));
        }
        // TypeScript's own way to name a file by what it is compiled to.
        let source = match extension(&path) {
            "js" => &["ts", "tsx"][..],
            "mjs" => &["mts"],
            "cjs" => &["cts"],
            _ => &[],
        };
        let found = source.iter().find_map(|ending| real(&path.with_extension(ending)));
        let found = found.or_else(|| {
            ENDINGS.iter().find_map(|ending| {
                let mut full = path.clone().into_os_string();
                full.push(".");
                full.push(ending);
                real(Path::new(&full))
            })
        });
        if let Some(file) = found {
            return Some((file, false));
        }
    }
    let index = ENDINGS.iter().find_map(|ending| real(&path.join("index").with_extension(ending)));
    index.map(|file| (file, false))
}

/// The TypeScript below a folder, without what is installed there.
fn typescript_below(dir: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![(dir.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() && depth < DEPTH && name != "node_modules" && !is_hidden(&name) {
                folders.push((path, depth.saturating_add(1)));
            } else if kind.is_file()
                && TYPESCRIPT.contains(&extension(&path))
                && !name.to_string_lossy().ends_with(".d.ts")
            {
                files.push(path);
            }
            if files.len() >= MODULES || folders.len() >= MODULES {
                return files;
            }
        }
    }
    files
}

fn is_hidden(name: &std::ffi::OsStr) -> bool {
    name.to_string_lossy().starts_with('.')
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|it| it.to_str()).unwrap_or_default()
}

fn extension_is_json(path: &Path) -> bool {
    extension(path) == "json"
}

fn text_of(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    fs::File::open(path)?.take(LENGTH).read_to_string(&mut text)?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// The package that the file is part of says that its `.js` files are ES modules.
fn says_module(file: &Path) -> bool {
    for folder in file.ancestors().skip(1) {
        if let Ok(text) = text_of(&folder.join("package.json")) {
            let package: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
            return package.get("type").and_then(|it| it.as_str()) == Some("module");
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
        }
        dir
    }

    fn read(dir: &tempfile::TempDir, name: &str) -> Sources {
        Sources::read(&fs::canonicalize(dir.path().join(name)).unwrap())
    }

    /// file → format, both as short as can be
    fn formats(dir: &tempfile::TempDir, sources: &Sources) -> Vec<String> {
        let root = fs::canonicalize(dir.path()).unwrap();
        let format = |source: &Source| match source {
            Source::Module { format, .. } => (*format).to_owned(),
            Source::Plain { format } => format!("plain {format}"),
            Source::Broken { error } => error.clone(),
        };
        let name = |path: &Path| path.strip_prefix(&root).unwrap().display().to_string();
        sources.sources.iter().map(|(path, it)| format!("{}: {}", name(path), format(it))).collect()
    }

    #[test]
    fn what_the_handler_imports_is_read_with_it() {
        let dir = folder(&[
            (
                "hook/handler.ts",
                "import { a } from './a.js';\nimport b from './b';\nimport '../shared/c';\nimport d from './d.json';\nexport default () => [a, b, d];",
            ),
            ("hook/a.ts", "export const a = 1;"),
            ("hook/b/index.ts", "export default 2;"),
            ("hook/d.json", "{}"),
            ("hook/computed.ts", "export default 3;"),
            ("hook/node_modules/x/index.ts", "export default 4;"),
            ("shared/c.ts", "console.log('c');"),
        ]);
        let sources = read(&dir, "hook/handler.ts");
        let wanted = [
            "hook/a.ts: module",
            "hook/b/index.ts: module",
            "hook/computed.ts: module",
            "hook/handler.ts: module",
            "shared/c.ts: commonjs",
        ];
        assert_eq!(formats(&dir, &sources), wanted);
        let links: Vec<_> = sources.links.values().flat_map(|it| it.keys()).collect();
        assert_eq!(links, ["../shared/c", "./a.js", "./b", "./d.json"]);
    }

    #[test]
    fn a_js_file_is_what_its_text_is() {
        let dir = folder(&[
            ("esm.js", "import './cjs.js'; export default () => 1;"),
            ("cjs.js", "module.exports = () => 1;"),
            ("pkg/package.json", r#"{"type": "module"}"#),
            ("pkg/bare.js", "console.log(1);"),
        ]);
        let sources = read(&dir, "esm.js");
        assert_eq!(formats(&dir, &sources), ["cjs.js: plain commonjs", "esm.js: module"]);
        assert!(!sources.is_commonjs() && read(&dir, "cjs.js").is_commonjs());
        assert!(read(&dir, "cjs.js").is_empty());
        assert!(!read(&dir, "pkg/bare.js").is_commonjs());
    }

    #[test]
    fn a_mistake_is_kept_for_the_run_that_meets_it() {
        let dir = folder(&[
            ("handler.ts", "import './bad'; export default 1;"),
            ("bad.ts", "const = 1;"),
        ]);
        let sources = read(&dir, "handler.ts");
        let formats = formats(&dir, &sources);
        assert!(formats[0].starts_with("bad.ts: bad.ts:1:7: "), "{formats:?}");
    }
}
