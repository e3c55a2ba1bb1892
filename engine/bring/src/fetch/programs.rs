//! The programs in what was fetched: where they are, whether they can be run, whether the agent
//! finds them.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;

use crate::unpack;
use tacklebox_machine::files;
use tacklebox_machine::machine::{Machine, Platform, executable};

/// The largest `package.json`, in bytes.
const MAX_PACKAGE: u64 = 4 * 1024 * 1024;

/// One program that a spec promises.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Placed {
    pub name: String,
    /// Where it is; none where what was installed has no such program.
    pub path: Option<PathBuf>,
    /// The agent finds a program of this name on its PATH, and it is this one.
    pub on_path: bool,
}

/// Looks for the programs of these names below `dir`, and sees to it that they may be executed: not
/// every archive keeps that.
pub(super) fn find(
    machine: &Machine,
    dir: &Path,
    names: &[String],
) -> Vec<(String, Option<PathBuf>)> {
    let files = files_below(dir);
    let package = package_bins(dir);
    let found = |name: &String| {
        let named = package.iter().find(|(bin, _)| bin == name).map(|(_, path)| path.clone());
        let path =
            named.filter(|path| files.contains(path)).or_else(|| by_name(machine, &files, name));
        if let Some(path) = &path {
            make_executable(&dir.join(path));
        }
        (name.clone(), path)
    };
    names.iter().map(found).collect()
}

/// Whether a program on PATH is the one that was placed.
pub(super) fn on_path(machine: &Machine, name: &str, placed: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).ok();
    machine
        .program(name)
        .is_some_and(|found| real(&found).is_some_and(|it| Some(it) == real(placed)))
}

/// The one that is executable, in the folder nearest to the top.
fn by_name(machine: &Machine, files: &[PathBuf], name: &str) -> Option<PathBuf> {
    let is_named = |path: &&PathBuf| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let stem =
            || path.file_stem().unwrap_or_default().to_string_lossy().eq_ignore_ascii_case(name);
        let windows =
            || ["exe", "cmd", "bat"].iter().any(|end| path.extension().is_some_and(|e| e == *end));
        file == name || (machine.platform() == Platform::Win32 && windows() && stem())
    };
    files.iter().filter(is_named).min_by_key(|path| path.components().count()).cloned()
}

/// Plain files, as paths below `dir`. Links are not followed: what they lead to is listed itself.
fn files_below(dir: &Path) -> Vec<PathBuf> {
    let (mut files, mut todo) = (Vec::new(), vec![PathBuf::new()]);
    while let Some(at) = todo.pop() {
        let Ok(entries) = fs::read_dir(dir.join(&at)) else { continue };
        for entry in entries.flatten() {
            let path = at.join(entry.file_name());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => todo.push(path),
                Ok(kind) if kind.is_file() => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files
}

/// `bin` of a `package.json`: names and the files that they stand for.
fn package_bins(dir: &Path) -> Vec<(String, PathBuf)> {
    let Some(package) = package(dir) else { return Vec::new() };
    let path = |value: &Value| {
        let parts = unpack::parts(value.as_str()?.as_bytes()).ok()?;
        Some(parts.iter().collect::<PathBuf>())
    };
    match package.get("bin") {
        Some(Value::Object(bins)) => {
            bins.iter().filter_map(|(name, value)| Some((name.clone(), path(value)?))).collect()
        }
        Some(value @ Value::String(_)) => {
            let name = package.get("name").and_then(Value::as_str).unwrap_or_default();
            let short = name.rsplit('/').next().unwrap_or(name).to_owned();
            path(value).map(|path| (short, path)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a package needs others, which were not installed.
pub(super) fn needs_others(dir: &Path) -> bool {
    let package = package(dir);
    package
        .and_then(|it| it.get("dependencies")?.as_object().map(|all| !all.is_empty()))
        .unwrap_or(false)
}

fn package(dir: &Path) -> Option<Value> {
    let (bytes, _) = files::read(&dir.join("package.json"), MAX_PACKAGE).ok()?;
    serde_json::from_slice(&bytes?).ok()
}

pub(super) fn make_executable(path: &Path) {
    let Ok(meta) = fs::metadata(path) else { return };
    if executable(&meta) {
        return;
    }
    #[cfg(unix)]
    let _ = fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755));
}
