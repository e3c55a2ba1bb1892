//! What a person said about the window itself, kept in our own data: whether the tour was seen, and what the desktop may
//! be told of, and whether it goes on in the background. What nobody agreed to is off.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use tacklebox_machine::data::{self, DataError};
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

/// Longer is nothing that we wrote.
const MAX_BYTES: u64 = 64 * 1024;

/// What a person wants of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Wishes {
    /// The tour of the first start was seen, or skipped.
    pub tour_seen: bool,
    pub notices: Notices,
    /// The program goes on when its window is closed, behind an icon in the tray.
    pub background: bool,
    /// An agent's own program is asked after each change, without a question.
    pub ask_after_change: bool,
}

/// What the desktop is told of while the window is behind others; nothing before the person agreed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Notices {
    /// A hook changed.
    pub changed: bool,
    /// An installation ended.
    pub installed: bool,
    /// A try ended.
    pub tried: bool,
}

/// What was said; what nobody answered is a no.
pub fn wishes(machine: &Machine) -> Wishes {
    let read = || files::read(&machine.data_dir().join("window.json"), MAX_BYTES).ok()?.0;
    let said: Value =
        read().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    // On its own, so that a file of before keeps its answers when there is a new question.
    let yes = |pointer: &str| said.pointer(pointer).and_then(Value::as_bool).unwrap_or(false);
    Wishes {
        tour_seen: yes("/tour_seen"),
        notices: Notices {
            changed: yes("/notices/changed"),
            installed: yes("/notices/installed"),
            tried: yes("/notices/tried"),
        },
        background: yes("/background"),
        ask_after_change: yes("/ask_after_change"),
    }
}

/// Keeps what was said.
///
/// # Errors
/// Where our own data cannot be written.
pub fn set_wishes(machine: &Machine, wishes: Wishes) -> Result<(), DataError> {
    data::make(machine)?;
    data::claim(machine)?;
    let path = machine.data_dir().join("window.json");
    let (_, stamp) = files::read(&path, MAX_BYTES)?;
    let text = serde_json::to_vec_pretty(&wishes).unwrap_or_default();
    Ok(files::save(&path, &text, &stamp, 0o600)?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use tacklebox_machine::machine::Platform;

    #[test]
    fn nothing_is_agreed_to_until_somebody_says_so() {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        assert_eq!(wishes(&machine), Wishes::default());
        let notices = Notices { tried: true, ..Notices::default() };
        let said = Wishes { tour_seen: true, notices, background: true, ask_after_change: true };
        set_wishes(&machine, said).unwrap();
        assert_eq!(wishes(&machine), said);
        let path = machine.data_dir().join("window.json");
        let (_, stamp) = files::read(&path, MAX_BYTES).unwrap();
        files::save(&path, b"{\"tour_seen\": true, \"new\": 1}", &stamp, 0o600).unwrap();
        assert_eq!(wishes(&machine), Wishes { tour_seen: true, ..Wishes::default() });
    }
}
