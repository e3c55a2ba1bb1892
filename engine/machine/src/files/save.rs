//! The one way that a file is written. All is put into a new file beside it, which then takes the
//! old one's name in a single step: whoever looks, whenever the power goes, sees the old or the new.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{FileError, Stamp, target};

/// The steps at which a save can fail or be cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    CreateFolder,
    CreateTemp,
    Write,
    KeepMode,
    SyncFile,
    Compare,
    Rename,
    SyncFolder,
}

/// Asked before every step; only tests answer anything but "go on".
type Faults<'f> = &'f dyn Fn(Step) -> io::Result<()>;

/// Replaces the file at `path` by `bytes`, if it still is what `expected` says. A link stays a link:
/// its target is replaced. Mode and owner stay; a new file gets `new_mode` (Unix), missing folders
/// are made for the owner alone.
///
/// # Errors
/// [`FileError::Changed`] if another program was there in between, and whatever the disk refuses.
/// After an error the file is what it was, and nothing is left beside it.
pub fn save(path: &Path, bytes: &[u8], expected: &Stamp, new_mode: u32) -> Result<(), FileError> {
    #[cfg(any(test, feature = "faults"))]
    return save_with(path, bytes, expected, new_mode, &faults::ask);
    #[cfg(not(any(test, feature = "faults")))]
    save_with(path, bytes, expected, new_mode, &|_| Ok(()))
}

/// Faults in every save of a thread, for tests of what is made of several saves.
#[cfg(any(test, feature = "faults"))]
pub mod faults {
    use std::cell::RefCell;

    use super::{Step, io};

    type Fault = Box<dyn FnMut(usize) -> io::Result<()>>;

    thread_local! {
        static FAULT: RefCell<Option<(usize, Fault)>> = const { RefCell::new(None) };
    }

    pub(super) fn ask(_: Step) -> io::Result<()> {
        FAULT.with_borrow_mut(|fault| match fault {
            Some((count, fault)) => {
                let now = *count;
                *count = now.saturating_add(1);
                fault(now)
            }
            None => Ok(()),
        })
    }

    /// Runs `work`; before each step of its saves `fault` is asked, with how many came before. Gives
    /// the number of steps too.
    pub fn during<T>(
        fault: impl FnMut(usize) -> io::Result<()> + 'static,
        work: impl FnOnce() -> T,
    ) -> (T, usize) {
        FAULT.set(Some((0, Box::new(fault))));
        let done = work();
        let count = FAULT.take().map_or(0, |(count, _)| count);
        (done, count)
    }
}

/// Makes a new file in a folder of ours that nobody knows of yet: no one else can be there, so nothing
/// is compared and nothing swept. It is on the disk for sure only after [`sync`].
///
/// # Errors
/// [`FileError`] where there is such a file already, or the disk refuses.
pub fn create(path: &Path, bytes: &[u8], mode: u32) -> Result<(), FileError> {
    let folder = path.parent().unwrap_or(path);
    let make = || -> io::Result<()> {
        #[cfg(any(test, feature = "faults"))]
        faults::ask(Step::Write)?;
        let mut file = File::options().write(true).create_new(true).open(path)?;
        file.write_all(bytes)?;
        keep_mode(&file, None, mode)
    };
    make().map_err(|error| FileError::write(path, folder, error))
}

/// Gives a file a further name, in a place that is free.
///
/// # Errors
/// What the disk says: some know no further names.
pub fn add_name(file: &Path, name: &Path) -> io::Result<()> {
    #[cfg(any(test, feature = "faults"))]
    faults::ask(Step::Rename)?;
    fs::hard_link(file, name)
}

/// So many files are quicker one by one than with all else that waits for the disk.
#[cfg(target_os = "linux")]
const FEW: usize = 32;

/// Brings the new files of a folder to the disk, in one go where the system can.
///
/// # Errors
/// What the disk says.
pub fn sync(folder: &Path, files: &[PathBuf]) -> io::Result<()> {
    #[cfg(any(test, feature = "faults"))]
    faults::ask(Step::SyncFile)?;
    #[cfg(target_os = "linux")]
    if files.len() > FEW {
        return rustix::fs::syncfs(File::open(folder)?).map_err(Into::into);
    }
    for file in files {
        File::options().write(true).open(file)?.sync_all()?;
    }
    sync_folder(folder)
}

/// Whether a file is one that is saved: nobody took the right to write to it.
///
/// # Errors
/// [`FileError::Protected`] where somebody did.
pub fn check_protected(path: &Path) -> Result<(), FileError> {
    check_mark(path, fs::metadata(path).ok().as_ref())
}

/// A rename asks only the folder; whoever took the file's right to be written meant the file.
fn check_mark(path: &Path, there: Option<&fs::Metadata>) -> Result<(), FileError> {
    match there.is_some_and(|there| there.permissions().readonly()) {
        true => Err(FileError::Protected { path: path.to_owned() }),
        false => Ok(()),
    }
}

fn save_with(
    path: &Path,
    bytes: &[u8],
    expected: &Stamp,
    new_mode: u32,
    faults: Faults<'_>,
) -> Result<(), FileError> {
    let target = target::existing(path)?.unwrap_or_else(|| path.to_owned());
    // The name of a file in the working folder has an empty parent.
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let there = fs::metadata(&target).ok();
    check_mark(path, there.as_ref())?;
    let fail = |error| FileError::write(path, folder, error);
    faults(Step::CreateFolder).and_then(|()| create_folders(folder)).map_err(fail)?;
    remove_left(&target, folder, STALE);
    let mut temp = Temp::new(&target, folder, faults).map_err(fail)?;
    temp.fill(bytes, there, new_mode, faults).map_err(fail)?;
    faults(Step::Compare).map_err(fail)?;
    if !is_unchanged(&target, expected) {
        return Err(FileError::Changed { path: path.to_owned() });
    }
    faults(Step::Rename).and_then(|()| fs::rename(&temp.path, &target)).map_err(fail)?;
    temp.placed = true;
    // The file is in place. That its folder is not yet on the disk is not a reason to call it unsaved.
    let _ = faults(Step::SyncFolder).and_then(|()| sync_folder(folder));
    Ok(())
}

fn is_unchanged(target: &Path, expected: &Stamp) -> bool {
    match super::read(target, u64::MAX) {
        Ok((_, stamp)) => stamp == *expected,
        Err(_) => false,
    }
}

/// A file beside the target that goes when it was not placed.
struct Temp {
    path: PathBuf,
    file: File,
    placed: bool,
}

/// Between the target's name and the process that writes it.
const MARK: &str = ".tacklebox-";

impl Temp {
    fn new(target: &Path, folder: &Path, faults: Faults<'_>) -> io::Result<Self> {
        faults(Step::CreateTemp)?;
        let temp = tempfile::Builder::new()
            .prefix(&temp_prefix(target))
            .suffix(".tmp")
            .tempfile_in(folder)?;
        let (file, path) = temp.keep().map_err(|error| error.error)?;
        Ok(Self { path, file, placed: false })
    }

    fn fill(
        &mut self,
        bytes: &[u8],
        old: Option<Metadata>,
        new_mode: u32,
        faults: Faults<'_>,
    ) -> io::Result<()> {
        faults(Step::Write)?;
        self.file.write_all(bytes)?;
        faults(Step::KeepMode)?;
        keep_mode(&self.file, old.as_ref(), new_mode)?;
        faults(Step::SyncFile)?;
        self.file.sync_all()
    }
}

impl Drop for Temp {
    fn drop(&mut self) {
        if !self.placed {
            // The error that led here is the one to tell.
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn temp_prefix(target: &Path) -> String {
    let name = target.file_name().map(|name| name.to_string_lossy().into_owned());
    // Names end at 255 bytes.
    let name: String = name.unwrap_or_default().chars().take(40).collect();
    format!(".{name}{MARK}")
}

/// Takes away what saves of the file left that were killed. Only for callers that know that no other is running.
pub fn tidy(path: &Path) {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if let Some(folder) = target.parent() {
        remove_left(&target, folder, Duration::ZERO);
    }
}

/// A save that was killed leaves its file behind. Another may be at work now: old ones go.
fn remove_left(target: &Path, folder: &Path, older_than: Duration) {
    let prefix = temp_prefix(target);
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let ours =
            name.to_str().is_some_and(|name| name.starts_with(&prefix) && name.ends_with(".tmp"));
        let is_old = entry
            .metadata()
            .and_then(|meta| meta.modified())
            .is_ok_and(|time| time.elapsed().unwrap_or_default() >= older_than);
        if ours && is_old {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A save takes moments; what is a minute old has nobody writing it.
const STALE: Duration = Duration::from_secs(60);

#[cfg(unix)]
fn create_folders(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn create_folders(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

#[cfg(unix)]
fn keep_mode(file: &File, old: Option<&Metadata>, new_mode: u32) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    if let Some(old) = old {
        // Only root may give a file away; for all others the owner is the same anyway. Before the
        // mode, because a new owner clears some of its bits.
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
    let mode = old.map_or(new_mode, |old| old.mode() & 0o7777);
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn keep_mode(file: &File, old: Option<&Metadata>, _new_mode: u32) -> io::Result<()> {
    match old {
        Some(old) => file.set_permissions(old.permissions()),
        None => Ok(()),
    }
}

#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
#[path = "save_tests.rs"]
mod tests;
