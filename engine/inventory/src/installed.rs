//! Which files of an installed hook are no longer as they came. Asked at every scan, so it must cost next
//! to nothing: a file whose size, time of change and number on the disk are what they were when it was
//! last read is not read again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use tacklebox_machine::cut::Cut;
use tacklebox_machine::files::{self, Stamp};
use tacklebox_machine::machine::Machine;

/// The source of what ships with Tacklebox, in a receipt.
pub const INCLUDED: &str = "included";

/// The most files that are looked at in one hook folder.
const MAX_FILES: usize = 10_000;

/// The largest file that is read for its hash, in bytes: a larger one counts as changed if its size is
/// not known to be right.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// What a receipt says of the files.
#[derive(Deserialize)]
struct Receipt {
    #[serde(default)]
    source: String,
    files: Vec<Listed>,
}

#[derive(Deserialize)]
struct Listed {
    path: String,
    sha256: String,
    /// A person wrote it, and approved it.
    #[serde(default)]
    own: bool,
}

/// A file as it was when its hash was worked out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Seen {
    /// Size, time of change and number on the disk.
    marks: (u64, i128, u64),
    sha256: String,
}

/// What was seen so far, by folder and file.
type Known = BTreeMap<String, BTreeMap<String, Seen>>;

/// The hooks that Tacklebox has a receipt of.
#[derive(Default)]
pub struct Installed {
    dir: PathBuf,
    names: BTreeSet<String>,
    known: Mutex<(Known, bool)>,
}

/// The file in which the receipt of a hook folder is kept, without its folder. Named by a hash: neither a
/// hook's name nor a folder's is ever used as a path of ours.
pub fn receipt_name(dir: &Path) -> String {
    let name = Stamp::of(dir.as_os_str().as_encoded_bytes()).to_string();
    format!("{}.json", name.cut(..24))
}

fn stamps(machine: &Machine) -> PathBuf {
    machine.data_dir().join("seen-files.json")
}

impl Installed {
    /// Looks which there are. Where nothing was installed this is one look at a folder that is not there.
    pub fn of(machine: &Machine) -> Self {
        let dir = machine.data_dir().join("receipts");
        let Ok(entries) = fs::read_dir(&dir) else { return Self::default() };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let names: BTreeSet<String> = names.collect();
        let read = || files::read(&stamps(machine), MAX_BYTES).ok()?.0;
        let known = read().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        Self { dir, names, known: Mutex::new((known.unwrap_or_default(), false)) }
    }

    /// Whether there is a receipt of the hook in this folder.
    pub fn knows(&self, dir: &Path) -> bool {
        !self.names.is_empty() && self.names.contains(&receipt_name(dir))
    }

    fn receipt(&self, name: &str) -> Option<Receipt> {
        serde_json::from_slice(&files::read(&self.dir.join(name), MAX_BYTES).ok()?.0?).ok()
    }

    /// Whether the hook in this folder ships with Tacklebox, and nobody wrote a file of it again.
    pub(crate) fn is_included(&self, dir: &Path) -> bool {
        let receipt = self.knows(dir).then(|| self.receipt(&receipt_name(dir))).flatten();
        receipt.is_some_and(|it| it.source == INCLUDED && !it.files.iter().any(|file| file.own))
    }

    /// Files added, edited or deleted since the hook in this folder was installed, by name.
    pub fn changed(&self, dir: &Path) -> Vec<String> {
        if !self.knows(dir) {
            return Vec::new();
        }
        let name = receipt_name(dir);
        let Some(receipt) = self.receipt(&name) else { return Vec::new() };
        let mut listed: BTreeMap<String, String> =
            receipt.files.into_iter().map(|file| (file.path, file.sha256)).collect();
        let mut guard = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, dirty) = &mut *guard;
        let before = known.remove(&name).unwrap_or_default();
        let mut now = BTreeMap::new();
        let mut changed = Vec::new();
        for (path, meta) in walk(dir) {
            let Some(sha256) = listed.remove(&path) else {
                changed.push(path);
                continue;
            };
            let seen = match before.get(&path) {
                Some(seen) if seen.marks == marks(&meta) => seen.clone(),
                _ => {
                    *dirty = true;
                    let Some(hash) = hash(&dir.join(&path), &meta) else {
                        changed.push(path);
                        continue;
                    };
                    Seen { marks: marks(&meta), sha256: hash }
                }
            };
            if seen.sha256 != sha256 {
                changed.push(path.clone());
            }
            now.insert(path, seen);
        }
        changed.extend(listed.into_keys());
        changed.sort();
        *dirty |= now.len() != before.len();
        known.insert(name, now);
        changed
    }

    /// Writes down what had to be read, so that the next scan need not. Where it cannot be, the next one reads again.
    pub fn remember(self, machine: &Machine) {
        let (mut known, dirty) = self.known.into_inner().unwrap_or_else(PoisonError::into_inner);
        if !dirty {
            return;
        }
        known.retain(|name, _| self.names.contains(name));
        let place = stamps(machine);
        let Ok((_, stamp)) = files::read(&place, MAX_BYTES) else { return };
        if let Ok(text) = serde_json::to_vec(&known) {
            let _ = files::save(&place, &text, &stamp, 0o600);
        }
    }
}

/// The files of a folder, by name. Links are listed and never followed.
fn walk(dir: &Path) -> Vec<(String, Metadata)> {
    let mut list = Vec::new();
    let mut open = vec![dir.to_owned()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            let Ok(meta) = fs::symlink_metadata(&path) else { continue };
            if meta.is_dir() {
                open.push(path);
            } else if let Ok(inner) = path.strip_prefix(dir) {
                let parts: Vec<_> =
                    inner.iter().map(|part| part.to_string_lossy().into_owned()).collect();
                list.push((parts.join("/"), meta));
            }
            if list.len().saturating_add(open.len()) > MAX_FILES {
                return list;
            }
        }
    }
    list
}

/// None for a link, a pipe, or what is too large to be read here.
fn hash(path: &Path, meta: &Metadata) -> Option<String> {
    if !meta.is_file() || meta.len() > MAX_BYTES {
        return None;
    }
    Some(files::read(path, MAX_BYTES).ok()?.1.to_string())
}

#[cfg(unix)]
fn marks(meta: &Metadata) -> (u64, i128, u64) {
    use std::os::unix::fs::MetadataExt as _;
    // Of the inode: no program can set it back.
    let changed = i128::from(meta.ctime())
        .saturating_mul(1_000_000_000)
        .saturating_add(i128::from(meta.ctime_nsec()));
    (meta.len(), changed, meta.ino())
}

#[cfg(not(unix))]
fn marks(meta: &Metadata) -> (u64, i128, u64) {
    let time = meta.modified().ok().and_then(|time| {
        time.duration_since(std::time::UNIX_EPOCH).ok()?.as_nanos().try_into().ok()
    });
    (meta.len(), time.unwrap_or_default(), 0)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use tacklebox_machine::machine::Platform;

    use super::*;

    fn put(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
    }

    #[test]
    fn what_changed_is_told_and_what_did_not_is_read_once() {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        let dir = tmp.path().join("hooks/x");
        for name in ["HOOK.md", "handler.ts", "lib/a.ts"] {
            put(&dir.join(name), name);
        }
        assert_eq!(Installed::of(&machine).changed(&dir), [""; 0], "nothing was installed");
        let files: Vec<_> = ["HOOK.md", "handler.ts", "lib/a.ts"]
            .map(|name| {
                format!("{{\"path\":\"{name}\",\"sha256\":\"{}\"}}", Stamp::of(name.as_bytes()))
            })
            .into();
        let receipt = machine.data_dir().join("receipts").join(receipt_name(&dir));
        put(&receipt, &format!("{{\"files\":[{}]}}", files.join(",")));
        let changed = || {
            let installed = Installed::of(&machine);
            let changed = installed.changed(&dir);
            let read = installed.known.lock().unwrap().1;
            installed.remember(&machine);
            (changed, read)
        };
        assert_eq!(changed(), (vec![], true));
        assert_eq!(changed(), (vec![], false), "no file was read a second time");
        put(&dir.join("handler.ts"), "HANDLER.ts");
        put(&dir.join("new.js"), "");
        fs::remove_file(dir.join("lib/a.ts")).unwrap();
        let all = vec!["handler.ts".to_owned(), "lib/a.ts".into(), "new.js".into()];
        assert_eq!(changed(), (all.clone(), true));
        assert_eq!(changed(), (all, false));
        // The same size and time of change prove nothing where the system tells when the inode changed.
        #[cfg(unix)]
        {
            let time = fs::metadata(dir.join("HOOK.md")).unwrap().modified().unwrap();
            put(&dir.join("HOOK.md"), "HOOK.MD");
            let file = fs::File::options().write(true).open(dir.join("HOOK.md")).unwrap();
            file.set_modified(time).unwrap();
            assert!(changed().0.contains(&"HOOK.md".to_owned()));
        }
    }
}
