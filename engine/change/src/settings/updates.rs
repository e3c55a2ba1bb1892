//! Whom to ask for a newer Tacklebox, kept in our own data. Nobody, as long as no person says so.

use std::cmp::Ordering;

use serde_json::{Value, json};

use tacklebox_agents::in_force::order;
use tacklebox_bring::fetch;
use tacklebox_machine::data;
use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

pub(super) const FILE: &str = "updates.json";
/// This version.
const OWN: &str = env!("CARGO_PKG_VERSION");
/// Longer is nothing that we wrote.
const MAX_BYTES: u64 = 64 * 1024;
/// An address is not longer than this.
const LONGEST: usize = 2000;

/// Whether a version that was published is newer than this one, and a sentence that says so.
///
/// # Errors
/// What is not a version.
pub fn is_newer(version: &str) -> Result<(bool, String), Failure> {
    match order(version, OWN) {
        Some(Ordering::Greater) => {
            Ok((true, format!("Tacklebox {version} is there; this is {OWN}.")))
        }
        Some(_) => Ok((false, format!("Tacklebox {OWN} is the newest."))),
        None => {
            let message = format!("The answer names “{version}”, which is not a version.");
            Err(Failure::new(Code::NotUnderstood, message))
        }
    }
}

/// Why nobody can be asked.
pub fn nobody_to_ask() -> Failure {
    Failure::new(Code::NotFound, "No address is set, so nobody was asked.")
        .hint("Set one in Settings, under Tacklebox: whoever gave you Tacklebox may have one.")
}

/// The address that is asked, on a click; none at first.
pub fn updates_from(machine: &Machine) -> Option<String> {
    let bytes = files::read(&machine.data_dir().join(FILE), MAX_BYTES).ok()?.0?;
    let said: Value = serde_json::from_slice(&bytes).ok()?;
    let from = said.get("from")?.as_str()?;
    // By hand, anything may be in it.
    fetch::address(from).ok().map(|_| from.to_owned())
}

/// Keeps the address that is to be asked from now on; an empty one: nobody. Nothing is asked by this.
///
/// # Errors
/// What is not an https address, and where our own data cannot be written.
pub fn set_updates_from(machine: &Machine, address: &str) -> Result<(), Failure> {
    let address = address.trim();
    let from = match address.len() {
        0 => None,
        1..=LONGEST => Some(fetch::address(address).map_err(|error| {
            Failure::new(Code::BadValue, error.to_string())
                .hint("It begins with https:// and is the address of a small file.")
        })?),
        _ => return Err(Failure::new(Code::BadValue, "That is too long for an address.")),
    };
    data::make(machine)?;
    data::claim(machine)?;
    let path = machine.data_dir().join(FILE);
    let (_, stamp) = files::read(&path, MAX_BYTES)?;
    let text = json!({ "from": from.map(|url| url.to_string()) }).to_string();
    Ok(files::save(&path, text.as_bytes(), &stamp, 0o600)?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use tacklebox_machine::machine::Platform;

    #[test]
    fn nobody_is_asked_until_somebody_sets_an_https_address() {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        assert_eq!(updates_from(&machine), None);
        for bad in
            ["http://example.com/a", "example.com", "https://me:key@example.com/", "file:///a"]
        {
            assert_eq!(set_updates_from(&machine, bad).unwrap_err().code, Code::BadValue, "{bad}");
            assert_eq!(updates_from(&machine), None, "{bad}");
        }
        set_updates_from(&machine, " https://example.com/tacklebox.json ").unwrap();
        let set = updates_from(&machine);
        assert_eq!(set.as_deref(), Some("https://example.com/tacklebox.json"));
        set_updates_from(&machine, "").unwrap();
        assert_eq!(updates_from(&machine), None);
    }

    #[test]
    fn only_a_later_version_is_a_new_one() {
        assert!(is_newer("99.0.0").unwrap().0);
        for old in [OWN, "0.0.1", &format!("{OWN}-beta.1")] {
            assert!(!is_newer(old).unwrap().0, "{old}");
        }
        assert_eq!(is_newer("soon").unwrap_err().code, Code::NotUnderstood);
    }
}
