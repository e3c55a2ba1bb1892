//! `$include` (rules ): objects merge deep, arrays are joined, scalars replaced, the
//! including file wins. One include that is refused, and nothing of any of them counts.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::path::Segment;
use super::{Config, ConfigPath, MAX_BYTES, Problem, ProblemWith, Syntax, syntax_problem};
use tacklebox_machine::files;

/// How deep includes may include.
pub(super) const MAX_INCLUDES: usize = 10;

/// Two files that both include two files ten deep would be read a thousand times over.
const MAX_FILES: usize = 1_000;

/// The largest file that is included where includes have to stay in a folder, in bytes.
const MAX_BOUNDED: u64 = 2 * 1024 * 1024;

pub(super) const KEY: &str = "$include";

pub(super) fn resolved(mut config: Config) -> Config {
    resolve(&mut config);
    config
}

pub(super) fn resolve(config: &mut Config) {
    // Only JSON5 has includes: elsewhere the key is a key like any other.
    if config.syntax != Syntax::Json5 || !includes(&config.root) {
        config.includes.clear();
        config.value = config.root.clone();
        return;
    }
    let mut reader = Reader {
        bounds: config.include_roots.iter().map(|dir| (files::plain(dir), real(dir))).collect(),
        stack: vec![files::plain(&config.path)],
        found: Vec::new(),
        read: 0,
    };
    let merged = reader.expand(&config.root, &config.path);
    config.includes = reader.found;
    config.value = merged.unwrap_or_else(|problem| {
        config.problems.push(*problem);
        without_includes(&config.root)
    });
}

/// Whether anything in it includes a file. Most configs include none, and then no place on the disk is looked up.
pub(crate) fn includes(value: &Value) -> bool {
    match value {
        Value::Object(map) => map.contains_key(KEY) || map.values().any(includes),
        Value::Array(items) => items.iter().any(includes),
        _ => false,
    }
}

struct Reader {
    /// The folders that files may be in, by their names and by their real places.
    bounds: Vec<(PathBuf, PathBuf)>,
    /// The files that are being read, the root first, by their names: what one includes begins where its name is, be it
    /// a link or not.
    stack: Vec<PathBuf>,
    found: Vec<PathBuf>,
    read: usize,
}

impl Reader {
    fn expand(&mut self, value: &Value, file: &Path) -> Result<Value, Box<Problem>> {
        match value {
            Value::Object(map) => {
                let mut own = Map::new();
                for (key, value) in map.iter().filter(|(key, _)| *key != KEY) {
                    own.insert(key.clone(), self.expand(value, file)?);
                }
                let own = Value::Object(own);
                let Some(include) = map.get(KEY) else { return Ok(own) };
                let mut base: Option<Value> = None;
                for name in names(include).ok_or_else(|| {
                    problem(file, "$include wants the path of a file, or a list of paths.".into())
                })? {
                    let next = self.read(name, file)?;
                    base = Some(match base {
                        Some(base) => merge(base, next),
                        None => next,
                    });
                }
                let Some(base) = base else { return Ok(own) };
                if map.len() == 1 {
                    return Ok(base);
                }
                if !base.is_object() {
                    let message = "There are settings beside an $include, so what it includes has to be an object { … }.";
                    return Err(problem(file, message.into()));
                }
                Ok(merge(base, own))
            }
            Value::Array(items) => items.iter().map(|item| self.expand(item, file)).collect(),
            _ => Ok(value.clone()),
        }
    }

    fn read(&mut self, name: &str, file: &Path) -> Result<Value, Box<Problem>> {
        let fail = |message: String| problem(file, message);
        let folder = self.stack.last().and_then(|file| file.parent()).unwrap_or(Path::new(""));
        // A folder that is left again need not be there.
        let wanted = files::plain(&folder.join(name));
        let path = wanted.canonicalize().map_err(|error| {
            fail(format!("The file \"{name}\" of $include cannot be read: {error}."))
        })?;
        let is_inside = self.bounds.iter().any(|(_, real)| path.starts_with(real))
            && self.bounds.iter().any(|(named, _)| wanted.starts_with(named));
        if !is_inside {
            let first = self.bounds.first().map(|(_, real)| real.display().to_string());
            return Err(fail(format!(
                "$include of \"{name}\" is refused: the file is outside {}.",
                first.unwrap_or_default()
            )));
        }
        if self.stack.contains(&wanted) {
            return Err(fail(format!(
                "$include of \"{name}\" is a loop: the file includes itself."
            )));
        }
        self.read = self.read.saturating_add(1);
        if self.stack.len() > MAX_INCLUDES || self.read > MAX_FILES {
            return Err(fail(format!(
                "$include of \"{name}\" is refused: includes go more than {MAX_INCLUDES} deep or are too many."
            )));
        }
        // Where includes have to stay in a folder, no file may stand for one outside.
        let bounded = self.bounds.first().is_some_and(|(dir, _)| dir.parent().is_some());
        if bounded && files::other_names(&path) > 0 {
            return Err(fail(format!(
                "$include of \"{name}\" is refused: the file has another name on the disk, too (a hard link). Put a copy in its place."
            )));
        }
        let most = if bounded { MAX_BOUNDED } else { MAX_BYTES };
        let (bytes, _) =
            files::read(&path, most).map_err(|error| problem(&path, error.to_string()))?;
        let text = String::from_utf8(bytes.unwrap_or_default())
            .map_err(|_| problem(&path, "Not UTF-8 text. Save it as UTF-8.".into()))?;
        let value = super::value(&text).map_err(|error| Box::new(syntax_problem(&path, error)))?;
        if !self.found.contains(&path) {
            self.found.push(path.clone());
        }
        self.stack.push(wanted);
        let value = self.expand(&value, &path);
        self.stack.pop();
        value
    }
}

/// The file that says what is at `path` in `value`, which is of `file`: one that is included on the way there. The last of a
/// list wins, and what a file says itself wins over what it includes.
pub(super) fn source(value: &Value, file: &Path, path: &[Segment], deep: usize) -> Option<PathBuf> {
    let mut at = value;
    let mut met = Vec::new();
    for (step, rest) in path.iter().enumerate().map(|(at, step)| (step, path.get(at..))) {
        met.extend(at.get(KEY).zip(rest));
        let next = ConfigPath(vec![step.clone()]);
        let Some(inside) = next.get(at) else { break };
        at = inside;
    }
    let deep = deep.checked_sub(1)?;
    let folder = file.parent()?;
    met.into_iter().rev().find_map(|(include, rest)| {
        names(include)?.into_iter().rev().find_map(|name| {
            let named = files::plain(&folder.join(name));
            let path = named.canonicalize().ok()?;
            let (bytes, _) = files::read(&path, MAX_BYTES).ok()?;
            let text = String::from_utf8(bytes?).ok()?;
            let value = super::value(&text).ok()?;
            match ConfigPath(rest.to_vec()).get(&value) {
                Some(_) => Some(path),
                None => source(&value, &named, rest, deep),
            }
        })
    })
}

fn real(dir: &Path) -> PathBuf {
    dir.canonicalize().unwrap_or_else(|_| dir.to_owned())
}

fn problem(file: &Path, message: String) -> Box<Problem> {
    Box::new(Problem::new(ProblemWith::Config, file.to_owned(), message))
}

fn names(include: &Value) -> Option<Vec<&str>> {
    match include {
        Value::String(name) => Some(vec![name]),
        Value::Array(names) => names.iter().map(Value::as_str).collect(),
        _ => None,
    }
}

fn merge(base: Value, over: Value) -> Value {
    match (base, over) {
        (Value::Object(mut base), Value::Object(over)) => {
            for (key, value) in over {
                let value = match base.get_mut(&key) {
                    Some(old) => merge(old.take(), value),
                    None => value,
                };
                base.insert(key, value);
            }
            Value::Object(base)
        }
        (Value::Array(mut base), Value::Array(over)) => {
            base.extend(over);
            Value::Array(base)
        }
        (_, over) => over,
    }
}

fn without_includes(value: &Value) -> Value {
    match value {
        Value::Object(map) => map
            .iter()
            .filter(|(key, _)| *key != KEY)
            .map(|(key, value)| (key.clone(), without_includes(value)))
            .collect::<Map<_, _>>()
            .into(),
        Value::Array(items) => items.iter().map(without_includes).collect(),
        _ => value.clone(),
    }
}
