//! The module of a hook's folder, and what links on the way to it mean to the version in force.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Trouble, file_name};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::shipped::Links;
use tacklebox_agents::note;
use tacklebox_machine::files::inside;

/// By what a file is told from what it was: its size, and its time of change in nanoseconds since 1970.
pub(crate) type Mark = (u64, u64);

/// The handler file of a folder.
pub(super) struct Module {
    /// In its real place, inside a folder that may be loaded from.
    pub(super) path: Result<PathBuf, Trouble>,
    /// Links are involved.
    pub(super) linked: bool,
    /// The id of what the version in force does differently about them.
    pub(super) effect: Option<&'static str>,
    /// By what the file is told from what it was; none where it is a link.
    pub(super) mark: Option<Mark>,
}

struct File {
    path: PathBuf,
    symlink: bool,
    hard: bool,
    mark: Option<Mark>,
}

/// The module of a folder; `plain` where its manifest is known to have one place alone.
pub(super) fn module(agent: &Agent, dir: &Path, dir_linked: bool, plain: bool) -> Module {
    let mut to_nowhere = false;
    let found = agent.dialect.handler_files.iter().find_map(|name| {
        let path = inside(dir, name);
        let meta = fs::symlink_metadata(&path).ok()?;
        let symlink = meta.is_symlink();
        to_nowhere |= symlink;
        let hard = !symlink && count(&meta) > 1;
        let mark = mark(&meta);
        (meta.is_file() || symlink && path.is_file()).then_some(File { path, symlink, hard, mark })
    });
    let Some(file) = found else {
        return Module {
            path: Err(Trouble::NoHandler(no_handler(agent, dir))),
            linked: dir_linked || to_nowhere,
            effect: None,
            mark: None,
        };
    };
    let linked = dir_linked || file.hard || file.symlink && leaves(&file.path, dir);
    let mark = file.mark;
    let (path, effect) = match agent.dialect.rules.links {
        Links::Never => never(agent, dir, dir_linked, plain, file),
        // Only a symlink can lead out of the root; without one the real place needs no asking.
        _ if !dir_linked && !file.symlink => (Ok(file.path), None),
        rule => {
            let within = fs::canonicalize(&file.path).is_ok_and(|real| agent.may_load(&real));
            match rule {
                _ if within => (Ok(file.path), None),
                Links::Anywhere => (Ok(file.path), Some("links-followed")),
                _ => (Err(Trouble::Refused(outside(agent, dir_linked, &file.path))), None),
            }
        }
    };
    Module { path, linked, effect, mark }
}

fn no_handler(agent: &Agent, dir: &Path) -> String {
    let names = agent.dialect.handler_files;
    let looked = format!("{} looks for {}", agent.dialect.title, names.join(", "));
    match stray_handler(dir) {
        Some(name) => format!("It has no handler that counts: {looked}, and here is {name}."),
        None => format!("It has no handler: {looked}."),
    }
}

/// A file that another agent would take for the handler.
pub(crate) fn stray_handler(dir: &Path) -> Option<&'static str> {
    [
        "handler.js",
        "handler.mjs",
        "handler.cjs",
        "index.js",
        "index.mjs",
        "handler.mts",
        "handler.sh",
        "handler",
        "index",
    ]
    .into_iter()
    .find(|name| dir.join(name).is_file())
}

/// None where there is something else than a file.
pub(crate) fn mark(meta: &fs::Metadata) -> Option<Mark> {
    let changed = meta.is_file().then(|| changed(meta)).flatten()?;
    Some((meta.len(), changed))
}

/// What a folder is told by: it changes where a file comes or goes.
pub(crate) fn mark_of_folder(meta: &fs::Metadata) -> Option<Mark> {
    Some((0, meta.is_dir().then(|| changed(meta)).flatten()?))
}

/// When anything of a file was changed, its rights among it, which its time of writing does not tell.
#[cfg(unix)]
fn changed(meta: &fs::Metadata) -> Option<u64> {
    use std::os::unix::fs::MetadataExt as _;
    let seconds = u64::try_from(meta.ctime()).ok()?;
    seconds.checked_mul(1_000_000_000)?.checked_add(u64::try_from(meta.ctime_nsec()).ok()?)
}

#[cfg(not(unix))]
fn changed(meta: &fs::Metadata) -> Option<u64> {
    let changed = meta.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    changed.as_nanos().try_into().ok()
}

fn outside(agent: &Agent, dir_linked: bool, path: &Path) -> String {
    format!(
        "Its handler is outside the folders that {} loads hooks from: {} is a link to elsewhere.",
        agent.dialect.title,
        if dir_linked { "its folder".to_owned() } else { file_name(path) },
    )
}

/// Whether a file is elsewhere too: by a link out of the hook's folder, or by a second name.
fn leaves(path: &Path, dir: &Path) -> bool {
    let Ok(meta) = fs::symlink_metadata(path) else { return true };
    let inside = || {
        let (real, home) = (fs::canonicalize(path), fs::canonicalize(dir));
        matches!((&real, &home), (Ok(real), Ok(home)) if real.starts_with(home))
    };
    count(&meta) > 1 && !meta.is_symlink() || meta.is_symlink() && !inside()
}

/// Where links are skipped: one that stays in the hook's own folder is none.
fn never(
    agent: &Agent,
    dir: &Path,
    dir_linked: bool,
    plain: bool,
    file: File,
) -> (Result<PathBuf, Trouble>, Option<&'static str>) {
    let manifest = agent.dialect.manifest_file();
    let what = if dir_linked {
        "its folder".to_owned()
    } else if !plain && leaves(&dir.join(manifest), dir) {
        manifest.to_owned()
    } else if file.hard || file.symlink && leaves(&file.path, dir) {
        file_name(&file.path)
    } else {
        return (Ok(file.path), None);
    };
    let named = agent.runtime.named();
    let why = format!(
        "{named} skips this hook without a word: {what} is a link, or a file with a second name elsewhere."
    );
    (Err(Trouble::NoHandler(why)), Some(note::LINKS))
}

/// A link whose target is not there.
pub(crate) fn is_dangling(path: &Path) -> bool {
    is_link(path)
        && matches!(fs::metadata(path), Err(error) if error.kind() == io::ErrorKind::NotFound)
}

pub(crate) fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink())
}

#[cfg(unix)]
fn count(meta: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(meta)
}

#[cfg(not(unix))]
fn count(_: &fs::Metadata) -> u64 {
    1
}
