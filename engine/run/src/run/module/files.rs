//! The worker's own files, in a private folder outside of every hook. Hooks run as the same user, so no
//! right keeps one from writing there: each start gets a folder of its own, and is held against what was
//! put there once the worker answers.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tacklebox_machine::files::Temporary;
use tacklebox_machine::machine::{Machine, Platform};

/// What a runtime is given to run.
pub(super) const WORKER: &str = "worker.mjs";

const FILES: [(&str, &str); 3] = [
    (WORKER, include_str!("worker.mjs")),
    ("hooks.mjs", include_str!("hooks.mjs")),
    ("rejections.mjs", include_str!("rejections.mjs")),
];

/// The longest path of a folder in which a socket still fits: macOS allows 104 bytes in all.
const SHORT: usize = 64;

/// A folder for sockets that only the user may enter (mode 0700), made when it is first needed and
/// removed when this is dropped.
#[derive(Default)]
pub(super) struct Files(Mutex<Option<Temporary>>);

impl Files {
    /// The folder. Systems clean up their temporary folders: it is made again where
    /// it is gone.
    pub fn folder(&self, machine: &Machine) -> io::Result<PathBuf> {
        let mut dir = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(dir) = dir.as_ref().filter(|dir| dir.path().is_dir()) {
            return Ok(dir.path().to_owned());
        }
        let (made, path) = private(machine)?;
        *dir = Some(made);
        Ok(path)
    }
}

fn private(machine: &Machine) -> io::Result<(Temporary, PathBuf)> {
    let made = Temporary::new(&base(machine), "tacklebox-")?;
    // Named as the runtimes will see it: macOS' /tmp is a link.
    let path = if cfg!(unix) { made.path().canonicalize()? } else { made.path().to_owned() };
    Ok((made, path))
}

/// What one worker is started from, in a folder of its own that goes with it.
pub(super) struct Code {
    path: PathBuf,
    marks: Vec<Option<Marks>>,
    _dir: Temporary,
}

/// Size, number on the disk and time of change. On Unix no program can set the last one back.
type Marks = (u64, u64, i128);

impl Code {
    pub fn put(machine: &Machine) -> io::Result<Self> {
        let (dir, path) = private(machine)?;
        for (name, text) in FILES {
            File::create_new(path.join(name))?.write_all(text.as_bytes())?;
        }
        let marks = marks(&path);
        Ok(Self { path, marks, _dir: dir })
    }

    pub fn worker(&self) -> PathBuf {
        self.path.join(WORKER)
    }

    /// Nobody wrote to it, moved it away or put something else in its place since, not even for a moment.
    pub(crate) fn is_untouched(&self) -> bool {
        marks(&self.path) == self.marks && is_ours(&self.path)
    }
}

/// The files say what they should. Marks alone would be those of a file that was overwritten before they were
/// taken, or within one tick of the clock.
fn is_ours(folder: &Path) -> bool {
    let is_ours = |(name, text): &(&str, &str)| {
        fs::read(folder.join(name)).is_ok_and(|bytes| bytes == text.as_bytes())
    };
    FILES.iter().all(is_ours)
}

/// Of the folder and its files.
fn marks(folder: &Path) -> Vec<Option<Marks>> {
    let files = FILES.iter().map(|(name, _)| folder.join(name));
    files.chain([folder.to_owned()]).map(|path| fs::symlink_metadata(path).ok().map(of)).collect()
}

#[cfg(unix)]
fn of(meta: fs::Metadata) -> Marks {
    use std::os::unix::fs::MetadataExt as _;
    let changed = i128::from(meta.ctime())
        .saturating_mul(1_000_000_000)
        .saturating_add(i128::from(meta.ctime_nsec()));
    (meta.len(), meta.ino(), changed)
}

#[cfg(not(unix))]
fn of(meta: fs::Metadata) -> Marks {
    let since = |time: std::time::SystemTime| time.duration_since(std::time::UNIX_EPOCH).ok();
    let written =
        meta.modified().ok().and_then(since).and_then(|age| age.as_nanos().try_into().ok());
    (meta.len(), 0, written.unwrap_or_default())
}

/// Where such folders go: the session's own, else the temporary one.
fn base(machine: &Machine) -> PathBuf {
    let named = match machine.platform() {
        Platform::Win32 => ["TEMP", "TMP"],
        Platform::Darwin | Platform::Linux => ["XDG_RUNTIME_DIR", "TMPDIR"],
    };
    let fits =
        |path: &&Path| path.is_absolute() && path.is_dir() && path.as_os_str().len() <= SHORT;
    named
        .iter()
        .filter_map(|name| machine.env(name).map(Path::new))
        .find(fits)
        .map_or_else(std::env::temp_dir, Path::to_owned)
}
