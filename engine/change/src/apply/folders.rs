//! Folders put in place and taken away by one rename, so that an agent sees all of one or nothing.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::ApplyError;
use crate::plan::NewFile;
use tacklebox_machine::files::{self, private_dir};

const PREFIX: &str = ".tacklebox-";

/// A change takes moments; what is older than this was left behind by a program that was killed.
const STALE: Duration = Duration::from_secs(60);

fn error<'p>(path: &'p Path, what: &'static str) -> impl Fn(io::Error) -> ApplyError + 'p {
    move |source| ApplyError::Io { path: path.to_owned(), what, source }
}

/// Where what will be at `dir` can be put together: each a place that is not there yet, on the same
/// disk, so that a rename goes from one to the other. Above the folder of hooks rather than in it
/// where that can be: agents read every folder there.
pub(super) fn stagings(dir: &Path, change: &str) -> Vec<PathBuf> {
    let parent = dir.parent().unwrap_or(dir);
    let there = parent.ancestors().find(|dir| dir.is_dir()).unwrap_or(parent);
    let above = parent.parent().filter(|above| there != parent || same_disk(above, parent));
    let places = above.into_iter().chain([parent]);
    places.map(|near| near.join(format!("{PREFIX}{change}")).join("hook")).collect()
}

/// A new folder of ours near `parent` and on the same disk, so that a rename goes from one to the
/// other. Above it rather than in it where that can be: agents read every folder there.
fn beside(parent: &Path) -> io::Result<PathBuf> {
    let above = parent.parent().filter(|above| same_disk(above, parent));
    for near in above.into_iter().chain([parent]) {
        files::sweep(near, PREFIX, STALE);
        let made = tempfile::Builder::new().prefix(PREFIX).tempdir_in(near);
        match made {
            Err(_) if near != parent => {}
            made => return made.map(tempfile::TempDir::keep),
        }
    }
    Err(io::ErrorKind::NotFound.into())
}

#[cfg(unix)]
fn same_disk(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let disk = |path| fs::metadata(path).map(|meta| meta.dev());
    matches!((disk(a), disk(b)), (Ok(a), Ok(b)) if a == b)
}

#[cfg(not(unix))]
fn same_disk(_: &Path, _: &Path) -> bool {
    true
}

/// Puts a new folder in its place by one rename, out of the first of these that can be made. What is
/// left of it then says that `dir` is ours, until [`discard_stagings`].
pub(super) fn place(stagings: &[PathBuf], dir: &Path, files: &[NewFile]) -> Result<(), ApplyError> {
    let parent = dir.parent().unwrap_or(dir);
    private_dir(parent)?;
    let staged = stagings.iter().find(|staged| {
        let ours = staged.parent().is_some_and(|ours| private_dir(ours).is_ok());
        ours && fs::create_dir(staged).is_ok()
    });
    let Some(staged) = staged else {
        return Err(error(parent, "written to")(io::ErrorKind::PermissionDenied.into()));
    };
    let mut new = Vec::with_capacity(files.len());
    for file in files {
        let path = staged.join(&file.path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(error(parent, "made"))?;
        }
        let mode = if file.executable { 0o755 } else { 0o644 };
        files::create(&path, &file.bytes, mode)?;
        new.push(path);
    }
    // Once for all: a fresh folder that nobody sees yet has nothing to lose in between.
    files::sync(staged, &new).map_err(error(staged, "written"))?;
    fs::rename(staged, dir).map_err(error(dir, "made"))
}

/// Takes away what a change put together and what is left of it.
pub(super) fn discard_stagings(stagings: &[PathBuf]) {
    for ours in stagings.iter().filter_map(|staged| staged.parent()) {
        let _ = fs::remove_dir_all(ours);
    }
}

/// The folders on the way to `path` that are not there, the deepest first.
pub(super) fn missing_above(path: &Path) -> Vec<PathBuf> {
    path.ancestors().skip(1).take_while(|dir| !dir.exists()).map(Path::to_owned).collect()
}

/// Takes folders away again that were made on the way, as long as nothing is in them.
pub(super) fn unmake(folders: &[PathBuf]) {
    let _ = folders.iter().try_for_each(fs::remove_dir);
}

/// Moves a folder. Where a rename cannot, between two disks, it is copied beside its goal; only whole
/// copies get the name, and the original leaves its place in one step too.
pub(super) fn move_dir(from: &Path, to: &Path) -> Result<(), ApplyError> {
    match fs::rename(from, to) {
        Ok(()) => return Ok(()),
        Err(source) if source.kind() != io::ErrorKind::CrossesDevices => {
            return Err(error(from, "moved")(source));
        }
        Err(_) => {}
    }
    let parent = to.parent().unwrap_or(to);
    let staged = beside(parent).map_err(error(parent, "written to"))?.join("hook");
    let moved = copy_dir(from, &staged).and_then(|()| fs::rename(&staged, to));
    discard_stagings(&[staged]);
    moved.and_then(|()| leave(from)).map_err(error(from, "moved"))
}

fn leave(dir: &Path) -> io::Result<()> {
    let aside = beside(dir.parent().unwrap_or(dir))?;
    let left = fs::rename(dir, aside.join("hook"));
    let _ = fs::remove_dir_all(aside);
    left
}

/// A copy of whatever is there, links as links.
pub(super) fn copy_dir(from: &Path, to: &Path) -> io::Result<()> {
    let meta = fs::symlink_metadata(from)?;
    if meta.is_symlink() {
        #[cfg(unix)]
        return std::os::unix::fs::symlink(fs::read_link(from)?, to);
        #[cfg(not(unix))]
        return Err(io::ErrorKind::Unsupported.into());
    }
    if meta.is_file() {
        return fs::copy(from, to).map(drop);
    }
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy_dir(&entry.path(), &to.join(entry.file_name()))?;
    }
    fs::set_permissions(to, meta.permissions())
}
