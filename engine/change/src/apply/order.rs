//! The order of changes: a number that only grows. It follows the clock for as long as the clock goes
//! forward; a clock that was once ahead, or was set back, moves no change before another.

use std::fs;
use std::io;
use std::path::PathBuf;

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::ApplyError;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

/// A number is a few bytes; whatever is longer is none.
const MAX_BYTES: u64 = 64;

/// Where the changes are, each a folder of its own.
pub(super) fn root(machine: &Machine) -> PathBuf {
    machine.data_dir().join("undo")
}

/// A fresh folder for one change. Names sort by the order of changes.
pub(super) fn new_dir(machine: &Machine) -> Result<(String, PathBuf), ApplyError> {
    let root = root(machine);
    files::private_dir(&root)?;
    let id = next(machine)?;
    let dir = root.join(&id);
    match fs::create_dir(&dir) {
        Ok(()) => Ok((id, dir)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(ApplyError::InTheWay(dir))
        }
        Err(source) => Err(ApplyError::Io { path: dir, what: "made", source }),
    }
}

/// Where the last number is, so that the number of a change that was forgotten is not given again.
fn file(machine: &Machine) -> PathBuf {
    machine.data_dir().join("last-change")
}

/// The next name in the order of changes, above all that were ever given. Only for callers that hold the lock.
///
/// # Errors
/// Where it cannot be written down.
pub(super) fn next(machine: &Machine) -> Result<String, ApplyError> {
    let place = file(machine);
    let (bytes, stamp) = files::read(&place, MAX_BYTES).unwrap_or((None, files::Stamp::Absent));
    let text = String::from_utf8(bytes.unwrap_or_default()).unwrap_or_default();
    let known = text.trim().parse::<i128>().ok();
    let given = names(machine).into_iter().filter_map(|name| number(&name));
    let last = given.chain(known).max().unwrap_or_default();
    let next = milliseconds(machine.now()).max(last.saturating_add(1));
    files::save(&place, format!("{next}\n").as_bytes(), &stamp, 0o600)?;
    Ok(name(next))
}

/// What is called like a change, also what is about to be forgotten.
fn names(machine: &Machine) -> Vec<String> {
    let Ok(entries) = fs::read_dir(root(machine)) else { return Vec::new() };
    entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// "01763779246000-000" → 1763779246000
fn number(name: &str) -> Option<i128> {
    name.trim_start_matches('.').split_once('-')?.0.parse().ok()
}

/// The second part was a number of its own once, and is what older versions look for.
fn name(number: i128) -> String {
    format!("{number:014}-000")
}

fn milliseconds(at: OffsetDateTime) -> i128 {
    at.unix_timestamp_nanos() / 1_000_000
}

/// The place in the order of something of which only the time was written down, RFC 3339.
pub(super) fn at(time: &str) -> String {
    OffsetDateTime::parse(time, &Rfc3339).map(|at| name(milliseconds(at))).unwrap_or_default()
}
