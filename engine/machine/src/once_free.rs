//! A program is started as soon as nobody has its file open for writing.

use std::io;
use std::thread::sleep;
use std::time::Duration;

/// How often it is tried again to start a program that somebody has open for writing: for a quarter of a second.
const TRIES: u32 = 8;

/// Starts a program. One that was just written is still open in whatever another thread starts in that moment, and cannot
/// be run until that one runs itself.
pub(crate) fn once_free<T>(mut start: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    for at in 0..TRIES {
        match start() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                sleep(Duration::from_millis(1 << at));
            }
            done => return done,
        }
    }
    start()
}
