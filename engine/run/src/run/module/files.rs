//! The worker's own files, in a private folder outside of every hook.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::TempDir;

use tacklebox_machine::machine::{Machine, Platform};

/// What a runtime is given to run.
pub(super) const WORKER: &str = "worker.mjs";

const FILES: [(&str, &str); 2] =
    [(WORKER, include_str!("worker.mjs")), ("hooks.mjs", include_str!("hooks.mjs"))];

/// The longest path of a folder in which a socket still fits: macOS allows 104 bytes in all.
const SHORT: usize = 64;

/// A folder that only the user may enter (mode 0700), made when it is first needed and removed when
/// this is dropped.
#[derive(Default)]
pub(super) struct Files(Mutex<Option<TempDir>>);

impl Files {
    /// The folder with the files in it. Systems clean up their temporary folders: it is made again where
    /// it is gone.
    pub fn folder(&self, machine: &Machine) -> io::Result<PathBuf> {
        let mut dir = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(dir) = dir.as_ref()
            && FILES.iter().all(|(name, _)| dir.path().join(name).is_file())
        {
            return Ok(dir.path().to_owned());
        }
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let made = builder.prefix("tacklebox-").tempdir_in(base(machine))?;
        for (name, text) in FILES {
            File::create_new(made.path().join(name))?.write_all(text.as_bytes())?;
        }
        // Named as the runtimes will see it: macOS' /tmp is a link.
        let path = if cfg!(unix) { made.path().canonicalize()? } else { made.path().to_owned() };
        *dir = Some(made);
        Ok(path)
    }
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
