//! The texts of installed files as they came, kept beside the receipt: what was changed since can so be
//! shown, and put back, also after the source is gone. In our own data folder, for the user alone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Receipt, hash};
use crate::plan::{NewFile, Step};
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

/// The largest file that is kept, in bytes.
const MAX_FILE: usize = 1024 * 1024;
/// The most that is kept of one hook, in bytes.
const MAX_ALL: usize = 8 * 1024 * 1024;
/// As JSON, where a byte can take six.
const MAX_READ: u64 = 64 * 1024 * 1024;

/// Whether a file of this size, in bytes, is kept at all.
pub(super) const fn may_be_kept(bytes: u64) -> bool {
    bytes <= MAX_FILE as u64
}

/// The texts that are kept of one hook, by file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Originals {
    pub files: BTreeMap<String, Original>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Original {
    pub text: String,
    pub executable: bool,
    /// The text as its version brought it, where another one counts since: it was edited here, or approved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came: Option<String>,
}

impl Original {
    /// Another text counts from now on.
    pub fn becomes(&mut self, text: &str) {
        let before = std::mem::replace(&mut self.text, text.to_owned());
        let came = self.came.take().unwrap_or(before);
        self.came = (came != text).then_some(came);
    }
}

impl Originals {
    /// What is kept of these files: texts, as far as they are not too large.
    pub fn of(placed: &[NewFile]) -> Self {
        let mut originals = Self::default();
        let mut all = 0;
        for file in placed {
            let with = file.bytes.len().saturating_add(all);
            let text = match std::str::from_utf8(&file.bytes) {
                Ok(text) if may_be_kept(text.len() as u64) && with <= MAX_ALL => text,
                _ => continue,
            };
            all = with;
            let original =
                Original { text: text.to_owned(), executable: file.executable, came: None };
            originals.files.insert(file.path.clone(), original);
        }
        originals
    }

    /// The same of files that are not just as their version brought them: `came` are those.
    pub fn since(placed: &[NewFile], came: &[NewFile]) -> Self {
        let mut originals = Self::of(placed);
        for file in came {
            if let Some(original) = originals.files.get_mut(&file.path)
                && let Ok(text) = std::str::from_utf8(&file.bytes)
            {
                original.came = (original.text != text).then(|| text.to_owned());
            }
        }
        originals
    }

    /// The same of files that are as they are now, where these are known of before.
    pub fn follow(placed: &[NewFile], before: &Self) -> Self {
        let mut originals = Self::of(placed);
        for (path, original) in &mut originals.files {
            if let Some(before) = before.files.get(path) {
                let now = std::mem::take(&mut original.text);
                (original.text, original.came) = (before.text.clone(), before.came.clone());
                original.becomes(&now);
            }
        }
        originals
    }

    /// What is kept of a hook folder; nothing where nothing can be read.
    pub fn read(machine: &Machine, dir: &Path) -> Self {
        let bytes = files::read(&place(machine, dir), MAX_READ).ok().and_then(|(bytes, _)| bytes);
        bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
    }

    /// The original of a file, as its receipt has it.
    pub fn get(&self, receipt: &Receipt, path: &str) -> Option<&Original> {
        let known = receipt.files.iter().find(|file| file.path == path)?;
        self.files.get(path).filter(|original| hash(original.text.as_bytes()) == known.sha256)
    }

    /// The step after which these are kept.
    pub fn step(&self, machine: &Machine, dir: &Path) -> Step {
        Step::record(place(machine, dir), serde_json::to_string(self).ok())
    }

    /// What a file that may hold originals holds; none where it is something else.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }
}

/// The step that takes them away.
pub(super) fn removed(machine: &Machine, dir: &Path) -> Step {
    Step::record(place(machine, dir), None)
}

fn place(machine: &Machine, dir: &Path) -> PathBuf {
    super::file_of(machine, dir).with_extension("originals.json")
}
