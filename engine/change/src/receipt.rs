//! Our own record of what was installed: from where, when, and the hash of every file; beside it the
//! texts as they came.

mod address;
pub(crate) mod originals;

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use time::format_description::well_known::Rfc3339;

pub(crate) use self::address::without_secrets;
use self::originals::Originals;
use crate::plan::{NewFile, Step, cleared};
use tacklebox_inventory::acts::may_act;
pub use tacklebox_inventory::installed::INCLUDED;
use tacklebox_inventory::installed::receipt_name;
use tacklebox_machine::cut::Cut;
use tacklebox_machine::files::Stamp;
use tacklebox_machine::machine::Machine;

/// What was installed, and what of it was changed since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Receipt {
    /// Where it came from, without passwords; `included` for a hook that ships with Tacklebox.
    pub source: String,
    pub version: String,
    /// RFC 3339, UTC.
    pub installed_at: String,
    pub files: Vec<ReceiptFile>,
    /// Files added, edited or deleted since, worked out when it is read.
    pub changed: Vec<String>,
    /// Something was changed, and all of it can be put back; worked out when it is read.
    #[serde(default)]
    pub can_put_back: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ReceiptFile {
    pub path: String,
    pub sha256: String,
    /// No version brought it: it was written here, and approved.
    #[serde(default)]
    pub own: bool,
}

/// The most files that are looked at in one hook folder.
const MAX_FILES: usize = 10_000;

fn file_of(machine: &Machine, dir: &Path) -> PathBuf {
    machine.data_dir().join("receipts").join(receipt_name(dir))
}

/// Where the receipt of a folder is kept, and the texts with it.
pub(crate) fn places(machine: &Machine, dir: &Path) -> [PathBuf; 2] {
    let file = file_of(machine, dir);
    let originals = file.with_extension("originals.json");
    [file, originals]
}

/// Now, as receipts and records say it: RFC 3339, UTC.
pub fn now(machine: &Machine) -> String {
    machine.now().format(&Rfc3339).unwrap_or_default()
}

/// The steps that write down files just placed: the receipt, and their texts.
pub fn written(
    machine: &Machine,
    dir: &Path,
    source: &str,
    version: &str,
    files: &[NewFile],
) -> [Step; 2] {
    updated(machine, dir, (source, version), files, files, &[])
}

/// The same for a new version of a hook, beside which its `own` files stay. `came` are the files as the version
/// has them, before what was set or edited here is in them.
pub(crate) fn updated(
    machine: &Machine,
    dir: &Path,
    (source, version): (&str, &str),
    files: &[NewFile],
    came: &[NewFile],
    own: &[ReceiptFile],
) -> [Step; 2] {
    let mut all = listed(files);
    all.extend(own.iter().filter(|own| own.own && !lists(files, &own.path)).cloned());
    let receipt = Receipt {
        source: without_secrets(source),
        version: version.to_owned(),
        installed_at: now(machine),
        files: all,
        changed: Vec::new(),
        can_put_back: false,
    };
    [receipt.step(machine, dir), Originals::since(files, came).step(machine, dir)]
}

fn lists(files: &[NewFile], path: &str) -> bool {
    files.iter().any(|file| file.path == path)
}

/// The steps after which the files are installed as they are now; all else of the receipt stays.
///
/// # Errors
/// The first that is not a file, or may not be read.
pub(crate) fn approved(
    machine: &Machine,
    dir: &Path,
    receipt: &Receipt,
) -> Result<[Step; 2], String> {
    let mut receipt = receipt.clone();
    let brought = receipt.brought();
    receipt.files.clear();
    let mut texts = Vec::new();
    for (path, bytes) in files(dir) {
        let here = dir.join(&path);
        let sha256 = hash_of(&here).map_err(|_| path.clone())?;
        if originals::may_be_kept(bytes)
            && let Ok((Some(bytes), _)) = tacklebox_machine::files::read(&here, bytes)
        {
            let executable = tacklebox_machine::files::is_executable(&here);
            texts.push(NewFile { path: path.clone(), bytes, executable });
        }
        let own = !brought.contains(&path);
        receipt.files.push(ReceiptFile { path, sha256, own });
    }
    let originals = Originals::follow(&texts, &Originals::read(machine, dir));
    Ok([receipt.step(machine, dir), originals.step(machine, dir)])
}

fn listed(files: &[NewFile]) -> Vec<ReceiptFile> {
    let listed = |file: &NewFile| ReceiptFile {
        path: file.path.clone(),
        sha256: hash(&file.bytes),
        own: false,
    };
    files.iter().map(listed).collect()
}

/// The steps that take a receipt away, and what is kept with it.
pub fn removed(machine: &Machine, dir: &Path) -> [Step; 2] {
    [Step::record(file_of(machine, dir), None), originals::removed(machine, dir)]
}

impl Receipt {
    /// Whether these are the files that were installed.
    pub(crate) fn lists(&self, files: &[NewFile]) -> bool {
        let brought: Vec<&ReceiptFile> = self.files.iter().filter(|file| !file.own).collect();
        listed(files).iter().eq(brought)
    }

    /// What a version of it brought: all but what was written here and approved.
    pub(crate) fn brought(&self) -> Vec<String> {
        self.files.iter().filter(|file| !file.own).map(|file| file.path.clone()).collect()
    }

    /// What was changed of that.
    pub(crate) fn changed_brought(&self) -> Vec<String> {
        let brought = self.brought();
        self.changed.iter().filter(|path| brought.contains(path)).cloned().collect()
    }

    /// What putting back is about: changed files that a version brought, and of what was approved beside
    /// them what may act or is gone. What was added since, and data that goes on, stays as it is.
    pub(crate) fn to_put_back(&self, dir: &Path) -> Vec<String> {
        let is_meant = |path: &&String| {
            let known = self.files.iter().find(|file| file.path == **path);
            known.is_some_and(|file| {
                let here = dir.join(&file.path);
                let is_gone = || fs::symlink_metadata(&here).is_err();
                let acts = || may_act(&file.path, tacklebox_machine::files::is_executable(&here));
                !file.own || acts() || is_gone()
            })
        };
        self.changed.iter().filter(is_meant).cloned().collect()
    }

    pub(crate) fn step(&self, machine: &Machine, dir: &Path) -> Step {
        let stored = Self { changed: Vec::new(), can_put_back: false, ..self.clone() };
        Step::record(file_of(machine, dir), serde_json::to_string_pretty(&stored).ok())
    }
}

/// The receipt as it was written, without what was changed since.
fn stored(machine: &Machine, dir: &Path) -> Option<Receipt> {
    serde_json::from_str(&fs::read_to_string(file_of(machine, dir)).ok()?).ok()
}

/// The steps that let an edit of ours count as unchanged. Where the file was changed by hand the receipt
/// stays as it is, but for a key that the edit takes away: no copy of ours keeps one.
pub fn follows(machine: &Machine, dir: &Path, edit: &Step) -> Vec<Step> {
    let Step::Edit { path, before: Some(before), after, .. } = edit else { return Vec::new() };
    let (Some(name), Some(mut receipt)) = (relative(dir, path), stored(machine, dir)) else {
        return Vec::new();
    };
    let Some(entry) = receipt.files.iter_mut().find(|entry| entry.path == name) else {
        return Vec::new();
    };
    let mut originals = Originals::read(machine, dir);
    if entry.sha256 != hash(before.as_bytes()) {
        let gone = cleared::between(path, before, after);
        let holds = |text: &str| gone.iter().any(|secret| text.contains(&secret.value));
        if !originals.files.get(&name).is_some_and(|original| holds(&original.text)) {
            return Vec::new();
        }
        originals.files.remove(&name);
        return vec![originals.step(machine, dir)];
    }
    entry.sha256 = hash(after.as_bytes());
    let mut steps = vec![receipt.step(machine, dir)];
    if let Some(original) = originals.files.get_mut(&name) {
        original.becomes(after);
        steps.push(originals.step(machine, dir));
    }
    steps
}

/// The receipt of a hook folder, with what was changed since.
pub fn read(machine: &Machine, dir: &Path) -> Option<Receipt> {
    let mut receipt = stored(machine, dir)?;
    receipt.changed = Vec::new();
    let now = files(dir);
    let mut changed: Vec<String> = Vec::new();
    for (path, _) in &now {
        let known = receipt.files.iter().find(|file| &file.path == path);
        let same = known
            .is_some_and(|file| hash_of(&dir.join(path)).is_ok_and(|hash| hash == file.sha256));
        if !same {
            changed.push(path.clone());
        }
    }
    let gone = receipt.files.iter().filter(|file| !now.iter().any(|(path, _)| path == &file.path));
    changed.extend(gone.map(|file| file.path.clone()));
    changed.sort();
    if !changed.is_empty() {
        let originals = Originals::read(machine, dir);
        receipt.changed = changed;
        let meant = receipt.to_put_back(dir);
        let is_kept = |path: &String| originals.get(&receipt, path).is_some();
        receipt.can_put_back = !meant.is_empty() && meant.iter().all(is_kept);
    }
    Some(receipt)
}

/// Whether a folder is as Tacklebox put it there, to the last file, so that none of it is lost with it.
pub(crate) fn is_as_installed(machine: &Machine, dir: &Path) -> bool {
    read(machine, dir)
        .is_some_and(|it| it.changed.is_empty() && it.files.iter().all(|file| !file.own))
}

/// The files of a hook folder with their sizes in bytes, by name. Links are listed and never followed.
pub fn files(dir: &Path) -> Vec<(String, u64)> {
    let mut list = Vec::new();
    let mut open = vec![dir.to_owned()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let Ok(meta) = fs::symlink_metadata(entry.path()) else { continue };
            if meta.is_dir() {
                open.push(entry.path());
            } else if let Some(path) = relative(dir, &entry.path()) {
                list.push((path, meta.len()));
            }
            if list.len().saturating_add(open.len()) > MAX_FILES {
                list.sort();
                return list;
            }
        }
    }
    list.sort();
    list
}

/// The hash of everything in a folder that may act, names included.
pub fn acting(dir: &Path) -> String {
    let mut all = String::new();
    for (name, _) in files(dir) {
        let path = dir.join(&name);
        if !may_act(&name, tacklebox_machine::files::is_executable(&path)) {
            continue;
        }
        let link = || fs::read_link(&path).unwrap_or_default().to_string_lossy().into_owned();
        all.extend([&*hash_of(&path).unwrap_or_else(|_| link()), " ", &name, "\n"]);
    }
    hash(all.as_bytes())
}

fn relative(dir: &Path, path: &Path) -> Option<String> {
    let parts = path.strip_prefix(dir).ok()?.components();
    Some(parts.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/"))
}

fn hash(bytes: &[u8]) -> String {
    Stamp::of(bytes).to_string()
}

/// The hash of a file of any size. What was put in a file's place is not looked into: a pipe would
/// wait forever, and a link may lead to what never ends.
///
/// # Errors
/// Where something else is there, or it cannot be read.
pub fn hash_of(path: &Path) -> io::Result<String> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut file = fs::File::open(path)?;
    let mut hash = Sha256::new();
    let mut part = vec![0; 64 * 1024];
    loop {
        match file.read(&mut part)? {
            0 => return Ok(Stamp::Sha256(hash.finalize().into()).to_string()),
            length => hash.update(part.cut(..length)),
        }
    }
}
