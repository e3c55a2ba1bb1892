//! Hooks that Tacklebox turned off since their files changed and do something serious now: kept in our own
//! data, one file a hook, so that a list can say why. Whether a person wants that is a setting, on where
//! nothing is said.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::installed::receipt_name;
use tacklebox_machine::data::{self, DataError};
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

/// The folder in our own data.
pub const FOLDER: &str = "guard";

/// The setting is in it too; the others are named by a hash.
const SETTING: &str = "setting.json";

const MAX_BYTES: u64 = 64 * 1024;

/// What was done about a hook once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    pub hook: String,
    /// What of its files was looked at: it is not turned off twice for the same.
    pub of: String,
    /// "Its files changed, and …"
    pub why: String,
    /// It was turned off, and nobody has turned it on since.
    pub off: bool,
    /// It was left on, as a person wants it; the change is shown as serious.
    #[serde(default)]
    pub noticed: bool,
}

#[derive(Default, Serialize, Deserialize)]
struct Setting {
    #[serde(default)]
    never: bool,
}

fn folder(machine: &Machine) -> PathBuf {
    machine.data_dir().join(FOLDER)
}

/// The file of a hook. Its id is never a path of ours.
pub fn file_of(machine: &Machine, id: &str) -> PathBuf {
    folder(machine).join(receipt_name(Path::new(id)))
}

/// What was done about a hook; none where nothing was.
pub fn of(machine: &Machine, id: &str) -> Option<Held> {
    let (bytes, _) = files::read(&file_of(machine, id), MAX_BYTES).ok()?;
    serde_json::from_slice(&bytes?).ok()
}

/// Whether anything was ever done: one look at a folder that is mostly not there.
pub(crate) fn is_any(machine: &Machine) -> bool {
    fs::exists(folder(machine)).unwrap_or(false)
}

/// Whether a hook whose files changed is turned off where the change does something serious.
pub fn is_on(machine: &Machine) -> bool {
    let read = || files::read(&folder(machine).join(SETTING), MAX_BYTES).ok()?.0;
    let setting: Option<Setting> = read().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    !setting.unwrap_or_default().never
}

/// Sets that.
///
/// # Errors
/// Where our own data cannot be written.
pub fn set(machine: &Machine, on: bool) -> Result<(), DataError> {
    write(machine, &folder(machine).join(SETTING), &Setting { never: !on })
}

/// Writes down what is done about a hook.
///
/// # Errors
/// Where our own data cannot be written.
pub fn remember(machine: &Machine, held: &Held) -> Result<(), DataError> {
    write(machine, &file_of(machine, &held.hook), held)
}

/// Forgets what was noticed of a hook that was left on: none of it is serious any more.
pub fn forget_notice(machine: &Machine, id: &str) {
    if of(machine, id).is_some_and(|held| held.noticed) {
        let _ = fs::remove_file(file_of(machine, id));
    }
}

fn write(machine: &Machine, path: &Path, value: &impl Serialize) -> Result<(), DataError> {
    data::make(machine)?;
    files::private_dir(&folder(machine))?;
    let (_, stamp) = files::read(path, MAX_BYTES)?;
    let text = serde_json::to_vec_pretty(value).unwrap_or_default();
    Ok(files::save(path, &text, &stamp, 0o600)?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use tacklebox_machine::machine::Platform;

    #[test]
    fn it_is_on_until_somebody_says_otherwise() {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        assert!(is_on(&machine) && !is_any(&machine));
        set(&machine, false).unwrap();
        assert!(!is_on(&machine));
        set(&machine, true).unwrap();
        assert!(is_on(&machine));
        let held = Held {
            hook: "a/b/c".into(),
            of: "1".into(),
            why: "x".into(),
            off: true,
            noticed: false,
        };
        remember(&machine, &held).unwrap();
        assert_eq!((of(&machine, "a/b/c"), of(&machine, "a/b/d")), (Some(held), None));
    }
}
