//! Where a program of a hook goes: a folder of its own below the agent's `tools`, which appears and is
//! replaced by one rename.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::FetchError;
use crate::unpack;
use tacklebox_machine::files;

/// The file in a folder that says it was installed from here, and may be replaced from here.
const MARK: &str = ".tacklebox-tool.json";

/// The largest mark, in bytes.
const MAX_MARK: u64 = 64 * 1024;

const STAGING: &str = ".tacklebox-";

/// No installation takes so long: what is older was left behind by a program that was killed.
const STALE: Duration = Duration::from_secs(24 * 60 * 60);

/// Where an installed folder came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    /// An address, a package with its version, a repository with its commit.
    pub source: String,
    /// In UTC, RFC 3339.
    pub installed_at: String,
}

/// A checked place.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The agent's `tools`.
    pub tools: PathBuf,
    pub target: PathBuf,
    /// What is there from here, and would be replaced.
    pub before: Option<Mark>,
}

impl Place {
    /// `wanted` names a folder below `tools`, or is a path in it.
    ///
    /// # Errors
    /// A name that leaves `tools`, by its letters or by a link; something there that is not from here.
    pub fn check(tools: &Path, wanted: &Path) -> Result<Self, FetchError> {
        let named = wanted.strip_prefix(tools).unwrap_or(wanted).to_string_lossy();
        let parts = unpack::parts(named.as_bytes())
            .map_err(|refusal| FetchError::Spec(format!("its folder {}", lower(&refusal))))?;
        if parts.is_empty() || parts.iter().any(|part| part.starts_with(STAGING)) {
            return Err(FetchError::Spec("it names no folder of its own".to_owned()));
        }
        let tools = fs::canonicalize(tools).unwrap_or_else(|_| tools.to_owned());
        let target = tools.join(parts.join("/"));
        for above in target.ancestors().skip(1).take(parts.len().saturating_sub(1)) {
            match fs::canonicalize(above) {
                Ok(real) if !real.starts_with(&tools) => {
                    return Err(FetchError::LeadsOut { path: above.to_owned(), tools });
                }
                // A folder in another's would go when that one is replaced.
                Ok(real) if !real.is_dir() || mark(&real).is_some() => {
                    return Err(FetchError::InTheWay { path: above.to_owned() });
                }
                Err(_) if fs::symlink_metadata(above).is_ok() => {
                    return Err(FetchError::InTheWay { path: above.to_owned() });
                }
                _ => {}
            }
        }
        let before = match fs::symlink_metadata(&target) {
            Err(_) => None,
            Ok(meta) => match meta.is_dir().then(|| mark(&target)).flatten() {
                None => return Err(FetchError::InTheWay { path: target }),
                mark => mark,
            },
        };
        Ok(Self { tools, target, before })
    }

    /// A private folder on the same disk. It goes when it is dropped.
    pub(crate) fn staging(&self) -> Result<Staging, FetchError> {
        let disk = |source| FetchError::Disk { path: self.tools.clone(), source };
        let made = first_missing(&self.tools);
        fs::create_dir_all(&self.tools).map_err(disk)?;
        files::sweep(&self.tools, STAGING, STALE);
        let dir = tempfile::Builder::new().prefix(STAGING).tempdir_in(&self.tools);
        Ok(Staging { dir: Some(dir.map_err(disk)?), tools: self.tools.clone(), made })
    }

    /// Puts `new`, a folder in the staging, in its place. What was there is in the staging then.
    ///
    /// # Errors
    /// A disk that cannot be written; somebody else's folder that came there in the meantime. What was
    /// there is there still.
    pub fn put(&self, new: &Path, mark: &Mark) -> Result<(), FetchError> {
        let disk = |source| FetchError::Disk { path: self.target.clone(), source };
        let text = serde_json::to_vec_pretty(mark).map_err(|e| disk(e.into()))?;
        let file = new.join(MARK);
        // An archive that brings a mark of its own must not speak for us.
        if fs::symlink_metadata(&file).is_ok() {
            return Err(FetchError::Spec(format!("it holds a file named {MARK}")));
        }
        files::save(&file, &text, &files::Stamp::Absent, 0o644)
            .map_err(|e| disk(io::Error::other(e.to_string())))?;
        open(new).map_err(disk)?;
        let parent = self.target.parent().unwrap_or(&self.tools);
        let made = first_missing(parent);
        fs::create_dir_all(parent).map_err(disk)?;
        let placed = match &self.before {
            Some(_) if self::mark(&self.target).is_none() => {
                Err(io::ErrorKind::AlreadyExists.into())
            }
            Some(_) => swap(new, &self.target),
            None => rename_new(new, &self.target),
        };
        placed.map_err(|source| {
            unmake(parent, made.as_deref());
            match source.kind() {
                io::ErrorKind::AlreadyExists | io::ErrorKind::DirectoryNotEmpty => {
                    FetchError::InTheWay { path: self.target.clone() }
                }
                _ => disk(source),
            }
        })
    }
}

/// The private folder of one installation.
pub(super) struct Staging {
    dir: Option<tempfile::TempDir>,
    tools: PathBuf,
    made: Option<PathBuf>,
}

impl Staging {
    pub fn path(&self) -> &Path {
        self.dir.as_ref().map_or(&self.tools, tempfile::TempDir::path)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        drop(self.dir.take());
        unmake(&self.tools, self.made.as_deref());
    }
}

/// The highest folder on the way to `path` that is not there.
fn first_missing(path: &Path) -> Option<PathBuf> {
    path.ancestors().take_while(|dir| !dir.exists()).last().map(Path::to_owned)
}

/// Takes folders away again that were made on the way to `path`, as long as nothing is in them.
fn unmake(path: &Path, made: Option<&Path>) {
    let Some(made) = made else { return };
    let _ = path.ancestors().take_while(|dir| dir.starts_with(made)).try_for_each(fs::remove_dir);
}

/// The mark of a folder that was installed from here.
pub(super) fn mark(dir: &Path) -> Option<Mark> {
    let path = dir.join(MARK);
    if !fs::symlink_metadata(&path).ok()?.is_file() {
        return None;
    }
    let (bytes, _) = files::read(&path, MAX_MARK).ok()?;
    serde_json::from_slice(&bytes?).ok()
}

/// What is staged is for its owner alone; what is placed is like any other program.
fn open(dir: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(dir, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    let _ = dir;
    Ok(())
}

/// Exchanges two folders in one step, so that at every moment one of them is there whole.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn swap(new: &Path, old: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    match renameat_with(CWD, new, CWD, old, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(()),
        // Some file systems cannot.
        Err(rustix::io::Errno::INVAL | rustix::io::Errno::NOSYS | rustix::io::Errno::NOTSUP) => {
            swap_in_two(new, old)
        }
        Err(e) => Err(e.into()),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn swap(new: &Path, old: &Path) -> io::Result<()> {
    swap_in_two(new, old)
}

/// Where there is no exchange: the old one comes back if the new one cannot take its place.
fn swap_in_two(new: &Path, old: &Path) -> io::Result<()> {
    let aside = new.with_extension("before");
    fs::rename(old, &aside)?;
    fs::rename(new, old).inspect_err(|_| {
        let _ = fs::rename(&aside, old);
    })
}

/// A rename that takes nobody's place, an empty folder's neither.
fn rename_new(new: &Path, target: &Path) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        match renameat_with(CWD, new, CWD, target, RenameFlags::NOREPLACE) {
            Err(
                rustix::io::Errno::INVAL | rustix::io::Errno::NOSYS | rustix::io::Errno::NOTSUP,
            ) => {}
            done => return Ok(done?),
        }
    }
    if fs::symlink_metadata(target).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::rename(new, target)
}

/// A refusal within a sentence.
fn lower(refusal: &unpack::Refusal) -> String {
    refusal.to_string().trim_end_matches('.').to_owned()
}
