//! One change of our own data at a time, also of two windows and a command line.

use std::fs::{File, TryLockError};
use std::io;
use std::time::{Duration, Instant};

use super::DataError;
use crate::machine::Machine;

/// How long a change waits for another one, which takes moments.
const PATIENCE: Duration = Duration::from_secs(10);

/// Held while something is changed; the system lets go of it when the program ends, however it does.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "held, never read")] File);

/// Waits until no other Tacklebox is changing something.
///
/// # Errors
/// [`DataError::Busy`] where another one does not end; what [`take`] says.
pub fn wait(machine: &Machine) -> Result<Lock, DataError> {
    let start = Instant::now();
    loop {
        match take(machine)? {
            Some(lock) => return Ok(lock),
            None if start.elapsed() >= PATIENCE => return Err(DataError::Busy),
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// None while another Tacklebox is changing something.
///
/// # Errors
/// [`DataError`] where our own data is not to be written, or cannot be.
pub fn take(machine: &Machine) -> Result<Option<Lock>, DataError> {
    super::make(machine)?;
    let path = machine.data_dir().join("lock");
    let fail = |source| DataError::Lock { path: path.clone(), source };
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(&path).map_err(fail)?;
    match file.try_lock() {
        Ok(()) => {
            super::claim(machine)?;
            Ok(Some(Lock(file)))
        }
        Err(TryLockError::WouldBlock) => Ok(None),
        // Some network disks know no locks: there the marks of what was read have to do.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
            Ok(Some(Lock(file)))
        }
        Err(TryLockError::Error(error)) => Err(fail(error)),
    }
}
