//! Plans carried out, and taken back. Before the first step a journal says what is about to happen
//! and keeps what will be replaced; so a plan is finished or rolled back as a whole, also when the
//! program is killed half-way, and can be undone days later.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use time::format_description::well_known::Rfc3339;

use crate::files::{self, FileError, Stamp};
use crate::hook::AgentId;
use crate::machine::Machine;
use crate::plan::{Also, Plan, Step};
use crate::reload;

/// How many changes can be taken back.
const KEPT: usize = 20;

/// What a plan did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Change {
    pub changed: bool,
    /// "Session memory was turned on."
    pub summary: String,
    pub agent: AgentId,
    pub also: Vec<Also>,
    /// What [`undo`] takes; none where there is nothing to take back.
    pub undo: Option<String>,
}

/// A plan that could not be carried out. Nothing of it is left.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{} is in the way: nothing was written. Move it aside and try again.", .0.display())]
    InTheWay(PathBuf),
    #[error("{} could not be {what}: {source}. Nothing was changed.", path.display())]
    Io { path: PathBuf, what: &'static str, source: io::Error },
    #[error("There is nothing to take back: {0}")]
    NothingToUndo(String),
    #[error("{} was changed since, so it is not put back: nothing was changed.", .0.display())]
    ChangedSince(PathBuf),
}

impl ApplyError {
    /// The kebab-case code of errors in JSON.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::File(FileError::Changed { .. }) | Self::ChangedSince(_) => "changed-meanwhile",
            Self::File(_) | Self::Io { .. } => "not-written",
            Self::InTheWay(_) => "in-the-way",
            Self::NothingToUndo(_) => "nothing-to-undo",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Applying,
    Done,
    Undone,
}

/// What is kept of one change: enough to take it back.
#[derive(Debug, Serialize, Deserialize)]
struct Journal {
    version: u32,
    agent: AgentId,
    summary: String,
    at: String,
    status: Status,
    steps: Vec<Kept>,
}

/// One step, as it can be taken back.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "lowercase")]
enum Kept {
    /// The former bytes lie in the journal's folder under this name; none: there was no file.
    File {
        path: PathBuf,
        before: Option<String>,
        after: String,
    },
    Placed {
        dir: PathBuf,
    },
    Removed {
        dir: PathBuf,
        kept: String,
    },
    Executable {
        path: PathBuf,
        mode: u32,
    },
}

/// Carries a plan out, whole or not at all.
///
/// # Errors
/// [`ApplyError`] where a file changed since the plan was made, or cannot be written; then nothing of
/// the plan is left.
pub fn apply(machine: &Machine, plan: &Plan) -> Result<Change, ApplyError> {
    let mut change = Change {
        changed: false,
        summary: plan.done.clone(),
        agent: plan.agent,
        also: plan.also.clone(),
        undo: None,
    };
    if plan.is_empty() {
        return Ok(change);
    }
    recover(machine);
    let (id, dir) = new_journal(machine)?;
    let mut journal = Journal {
        version: 1,
        agent: plan.agent,
        summary: plan.done.clone(),
        at: machine.now().format(&Rfc3339).unwrap_or_default(),
        status: Status::Applying,
        steps: Vec::new(),
    };
    for step in &plan.steps {
        // The step is in the journal before it is on the disk: a kill in between loses nothing.
        let result = keep(&dir, &mut journal, step)
            .and_then(|()| write_journal(&dir, &journal))
            .and_then(|()| carry_out(machine, &dir, &journal, step));
        if let Err(error) = result {
            roll_back(&dir, &journal);
            let _ = fs::remove_dir_all(&dir);
            return Err(error);
        }
    }
    journal.status = Status::Done;
    write_journal(&dir, &journal)?;
    prune(machine);
    change.changed = true;
    change.undo = Some(id);
    Ok(change)
}

/// Takes a change back; without an id, the last one that stands.
///
/// # Errors
/// [`ApplyError::ChangedSince`] where what was written is no longer there as it was written.
pub fn undo(machine: &Machine, id: Option<&str>) -> Result<Change, ApplyError> {
    let nothing = |why: &str| ApplyError::NothingToUndo(why.to_owned());
    let found = journals(machine).into_iter().rev().find(|(name, journal)| match id {
        Some(id) => name == id,
        None => journal.status == Status::Done,
    });
    let Some((id, mut journal)) = found else { return Err(nothing("no such change is known.")) };
    if journal.status != Status::Done {
        return Err(nothing("it was taken back already."));
    }
    let dir = root(machine).join(&id);
    for kept in &journal.steps {
        kept.may_be_undone()?;
    }
    for kept in journal.steps.iter().rev() {
        kept.take_back(&dir)?;
    }
    journal.status = Status::Undone;
    write_journal(&dir, &journal)?;
    Ok(Change {
        changed: true,
        summary: format!("Taken back: {}", journal.summary),
        agent: journal.agent,
        also: Vec::new(),
        undo: None,
    })
}

/// Rolls back what a killed program left half done. Called before every change.
pub fn recover(machine: &Machine) {
    for (id, journal) in journals(machine) {
        if journal.status == Status::Applying {
            let dir = root(machine).join(id);
            roll_back(&dir, &journal);
            let _ = fs::remove_dir_all(&dir);
        }
    }
}

fn roll_back(dir: &Path, journal: &Journal) {
    for kept in journal.steps.iter().rev() {
        // The last step may not have happened: then there is nothing to take back of it.
        let _ = kept.take_back(dir);
    }
}

fn root(machine: &Machine) -> PathBuf {
    machine.data_dir().join("undo")
}

/// A fresh folder for one change. Names sort by time.
fn new_journal(machine: &Machine) -> Result<(String, PathBuf), ApplyError> {
    let root = root(machine);
    private_dir(&root)?;
    let stamp = machine.now().unix_timestamp_nanos() / 1_000_000;
    for attempt in 0..1000_u32 {
        let id = format!("{stamp:014}-{attempt:03}");
        let dir = root.join(&id);
        match fs::create_dir(&dir) {
            Ok(()) => return Ok((id, dir)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(source) => return Err(ApplyError::Io { path: dir, what: "made", source }),
        }
    }
    Err(ApplyError::InTheWay(root))
}

/// A folder that only its owner may look into: what is kept may hold keys.
fn private_dir(dir: &Path) -> Result<(), ApplyError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir).map_err(|source| ApplyError::Io {
        path: dir.to_owned(),
        what: "made",
        source,
    })
}

fn journals(machine: &Machine) -> Vec<(String, Journal)> {
    let Ok(entries) = fs::read_dir(root(machine)) else { return Vec::new() };
    let mut list: Vec<(String, Journal)> = entries
        .flatten()
        .filter_map(|entry| {
            let text = fs::read_to_string(entry.path().join("journal.json")).ok()?;
            let journal: Journal = serde_json::from_str(&text).ok()?;
            // What a newer version wrote is not ours to take back.
            (journal.version == 1)
                .then(|| (entry.file_name().to_string_lossy().into_owned(), journal))
        })
        .collect();
    list.sort_by(|a, b| a.0.cmp(&b.0));
    list
}

fn write_journal(dir: &Path, journal: &Journal) -> Result<(), ApplyError> {
    let path = dir.join("journal.json");
    let (_, stamp) = files::read(&path, u64::MAX)?;
    let text = serde_json::to_vec_pretty(journal).unwrap_or_default();
    Ok(files::save(&path, &text, &stamp, 0o600)?)
}

fn prune(machine: &Machine) {
    let list = journals(machine);
    for (id, _) in list.iter().take(list.len().saturating_sub(KEPT)) {
        let _ = fs::remove_dir_all(root(machine).join(id));
    }
}

/// Writes down how a step can be taken back, and keeps what it replaces.
fn keep(dir: &Path, journal: &mut Journal, step: &Step) -> Result<(), ApplyError> {
    let name = journal.steps.len().to_string();
    let file = |path: &Path, after: &[u8], deleted: bool| -> Result<Kept, ApplyError> {
        let (bytes, _) = files::read(path, u64::MAX)?;
        if let Some(bytes) = &bytes {
            files::save(&dir.join(&name), bytes, &Stamp::Absent, 0o600)?;
        }
        let before = bytes.is_some().then(|| name.clone());
        let after = if deleted { String::new() } else { Stamp::of(after).to_string() };
        Ok(Kept::File { path: path.to_owned(), before, after })
    };
    let kept = match step {
        Step::Edit { path, after, .. } => file(path, after.as_bytes(), false)?,
        Step::Record { path, after } => {
            file(path, after.as_deref().unwrap_or_default().as_bytes(), after.is_none())?
        }
        // Rolling back takes away what was placed: what stood there before must never be in the journal.
        Step::Place { dir, .. } if fs::symlink_metadata(dir).is_ok() => {
            return Err(ApplyError::InTheWay(dir.clone()));
        }
        Step::Place { dir, .. } => Kept::Placed { dir: dir.clone() },
        Step::Remove { dir } => Kept::Removed { dir: dir.clone(), kept: name },
        Step::MakeExecutable { path } => Kept::Executable { path: path.clone(), mode: mode(path)? },
        Step::Reload { .. } => return Ok(()),
    };
    journal.steps.push(kept);
    Ok(())
}

fn carry_out(
    machine: &Machine,
    journal_dir: &Path,
    journal: &Journal,
    step: &Step,
) -> Result<(), ApplyError> {
    match step {
        Step::Edit { path, stamp, after, .. } => files::save(path, after.as_bytes(), stamp, 0o600)?,
        Step::Record { path, after: Some(text) } => {
            if let Some(parent) = path.parent() {
                private_dir(parent)?;
            }
            let (_, stamp) = files::read(path, u64::MAX)?;
            files::save(path, text.as_bytes(), &stamp, 0o600)?;
        }
        Step::Record { path, after: None } => remove_file(path)?,
        Step::Place { dir, files } => place(dir, files)?,
        Step::Remove { dir } => {
            if let Some(Kept::Removed { kept, .. }) = journal.steps.last() {
                move_dir(dir, &journal_dir.join(kept))?;
            }
        }
        Step::MakeExecutable { path } => set_mode(path, mode(path)? | 0o111)?,
        Step::Reload { path } => {
            // Telling the agent is a courtesy: the change stands whether or not it can be told.
            let _ = reload::stamp(machine, path);
        }
    }
    Ok(())
}

impl Kept {
    /// What was written is still there as it was written.
    fn may_be_undone(&self) -> Result<(), ApplyError> {
        let changed = |path: &Path| Err(ApplyError::ChangedSince(path.to_owned()));
        match self {
            Self::File { path, after, .. } => {
                let (bytes, stamp) = files::read(path, u64::MAX)?;
                let same =
                    if after.is_empty() { bytes.is_none() } else { stamp.to_string() == *after };
                if same { Ok(()) } else { changed(path) }
            }
            Self::Removed { dir, .. } if dir.exists() => Err(ApplyError::InTheWay(dir.clone())),
            Self::Removed { .. } | Self::Placed { .. } | Self::Executable { .. } => Ok(()),
        }
    }

    fn take_back(&self, journal: &Path) -> Result<(), ApplyError> {
        match self {
            Self::File { path, before, after } => {
                let (now, stamp) = files::read(path, u64::MAX)?;
                let written =
                    if after.is_empty() { now.is_none() } else { stamp.to_string() == *after };
                if !written {
                    return Ok(());
                }
                match before {
                    Some(name) => {
                        let (bytes, _) = files::read(&journal.join(name), u64::MAX)?;
                        files::save(path, &bytes.unwrap_or_default(), &stamp, 0o600)?;
                    }
                    None => remove_file(path)?,
                }
            }
            Self::Placed { dir } if dir.exists() => {
                // Kept, not deleted: somebody may have worked in it since.
                let name = dir.file_name().map(|name| name.to_string_lossy().into_owned());
                move_dir(dir, &journal.join(format!("taken-back-{}", name.unwrap_or_default())))?;
            }
            Self::Removed { dir, kept } => {
                let from = journal.join(kept);
                if from.exists() {
                    move_dir(&from, dir)?;
                }
            }
            Self::Executable { path, mode } => set_mode(path, *mode)?,
            Self::Placed { .. } => {}
        }
        Ok(())
    }
}

fn remove_file(path: &Path) -> Result<(), ApplyError> {
    match fs::remove_file(path) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => {
            Err(ApplyError::Io { path: path.to_owned(), what: "removed", source })
        }
        _ => Ok(()),
    }
}

/// Puts a new folder in its place by one rename, so that an agent never sees half of it.
fn place(dir: &Path, files: &[crate::plan::NewFile]) -> Result<(), ApplyError> {
    let io = |path: &Path, what: &'static str| {
        let path = path.to_owned();
        move |source| ApplyError::Io { path, what, source }
    };
    if fs::symlink_metadata(dir).is_ok() {
        return Err(ApplyError::InTheWay(dir.to_owned()));
    }
    let parent = dir.parent().unwrap_or(dir);
    private_dir(parent)?;
    // Staged beside the folder of hooks, not in it: agents read every folder there.
    let near = parent.parent().unwrap_or(parent);
    let staging = tempfile::Builder::new()
        .prefix(".tacklebox-")
        .tempdir_in(near)
        .or_else(|_| tempfile::Builder::new().prefix(".tacklebox-").tempdir_in(parent))
        .map_err(io(parent, "written to"))?;
    let staged = staging.path().join("hook");
    for file in files {
        let path = staged.join(&file.path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(io(parent, "made"))?;
        }
        let mode = if file.executable { 0o755 } else { 0o644 };
        files::save(&path, &file.bytes, &Stamp::Absent, mode)?;
    }
    move_dir(&staged, dir)
}

/// Renames a folder; across file systems it is copied first, and only then taken away.
fn move_dir(from: &Path, to: &Path) -> Result<(), ApplyError> {
    let error = |source| ApplyError::Io { path: from.to_owned(), what: "moved", source };
    match fs::rename(from, to) {
        Ok(()) => Ok(()),
        Err(source) if source.kind() == io::ErrorKind::CrossesDevices => {
            let copied = copy_dir(from, to).and_then(|()| remove_dir(from));
            copied.map_err(|source| {
                let _ = fs::remove_dir_all(to);
                error(source)
            })
        }
        Err(source) => Err(error(source)),
    }
}

fn remove_dir(dir: &Path) -> io::Result<()> {
    if fs::symlink_metadata(dir)?.is_symlink() {
        fs::remove_file(dir)
    } else {
        fs::remove_dir_all(dir)
    }
}

fn copy_dir(from: &Path, to: &Path) -> io::Result<()> {
    let meta = fs::symlink_metadata(from)?;
    if meta.is_symlink() {
        #[cfg(unix)]
        return std::os::unix::fs::symlink(fs::read_link(from)?, to);
        #[cfg(not(unix))]
        return Err(io::ErrorKind::Unsupported.into());
    }
    if meta.is_file() {
        return fs::copy(from, to).map(drop);
    }
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy_dir(&entry.path(), &to.join(entry.file_name()))?;
    }
    fs::set_permissions(to, meta.permissions())
}

#[cfg(unix)]
fn mode(path: &Path) -> Result<u32, ApplyError> {
    use std::os::unix::fs::PermissionsExt;
    let meta = fs::metadata(path);
    let meta =
        meta.map_err(|source| ApplyError::Io { path: path.to_owned(), what: "read", source })?;
    Ok(meta.permissions().mode() & 0o7777)
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> Result<(), ApplyError> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(|source| ApplyError::Io {
        path: path.to_owned(),
        what: "changed",
        source,
    })
}

#[cfg(not(unix))]
fn mode(_: &Path) -> Result<u32, ApplyError> {
    Ok(0)
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> Result<(), ApplyError> {
    Ok(())
}
