//! The steps of a plan: made, and taken back.

mod disk;

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use self::disk::{is_dir, mode, remove_file, set_mode};
use super::folders::{discard_stagings, missing_above, move_dir, place, stagings, unmake};
use super::status::Status;
use super::{ApplyError, carry, paths, store};
use crate::plan::{Plan, Step};
use crate::receipt;
use crate::reload;
use tacklebox_machine::files::{self, Stamp, private_dir};
use tacklebox_machine::machine::Machine;

/// One step, as it can be taken back.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "lowercase")]
pub(super) enum Kept {
    /// The former bytes are in the journal's folder under this name; none: there was no file.
    File {
        #[serde(with = "paths::one")]
        path: PathBuf,
        before: Option<String>,
        after: String,
        /// Folders that were made for it, the deepest first.
        #[serde(default, with = "paths::all")]
        made: Vec<PathBuf>,
        /// It is an agent's config: what is kept of it stays for long.
        #[serde(default)]
        config: bool,
        /// Where what the change had written was kept, when it was taken back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        undone: Option<String>,
    },
    Placed {
        #[serde(with = "paths::one")]
        dir: PathBuf,
        /// Where it is put together.
        #[serde(default, with = "paths::all")]
        stagings: Vec<PathBuf>,
        #[serde(default, with = "paths::all")]
        made: Vec<PathBuf>,
        /// When it was taken back it was as Tacklebox had put it there.
        #[serde(default)]
        ours: bool,
    },
    Removed {
        #[serde(with = "paths::one")]
        dir: PathBuf,
        kept: String,
        /// It was as Tacklebox had put it there: nothing of a person's was in it.
        #[serde(default)]
        ours: bool,
        /// The same change put a new folder in its place.
        #[serde(default)]
        replaced: bool,
    },
    /// What no version brought went along, from the removed folder to the one in its place.
    Carried {
        #[serde(with = "paths::one")]
        dir: PathBuf,
        /// The removed folder in the journal's.
        kept: String,
        /// The files that the new folder came with.
        brought: Vec<String>,
    },
    /// A folder that an earlier change took away is back from where that one had kept it.
    Returned {
        #[serde(with = "paths::one")]
        dir: PathBuf,
        #[serde(with = "paths::one")]
        from: PathBuf,
        #[serde(default, with = "paths::all")]
        made: Vec<PathBuf>,
    },
    Executable {
        #[serde(with = "paths::one")]
        path: PathBuf,
        mode: u32,
    },
    /// The agent is told again when the change is taken back.
    Reload {
        #[serde(with = "paths::one")]
        path: PathBuf,
    },
}

impl Kept {
    /// Works out how a step can be taken back, and keeps what it replaces in the journal's folder
    /// under `name`. Nothing of the agent's changes yet. `config` is the file of which backups are kept,
    /// `earlier` are the steps of the same change before it.
    pub fn keep(
        journal: &Path,
        earlier: &[Self],
        step: &Step,
        config: &Path,
    ) -> Result<Self, ApplyError> {
        let name = earlier.len().to_string();
        let change = journal.file_name().unwrap_or_default().to_string_lossy();
        let file = |path: &Path, after: Option<&str>| -> Result<Self, ApplyError> {
            let (bytes, _) = files::read(path, u64::MAX)?;
            if let Some(bytes) = &bytes {
                store::keep(journal, &name, bytes)?;
            }
            let before = bytes.is_some().then(|| name.clone());
            let after = after.map(|after| Stamp::of(after.as_bytes()).to_string());
            Ok(Self::File {
                path: path.to_owned(),
                before,
                after: after.unwrap_or_default(),
                made: missing_above(path),
                config: path == config,
                undone: None,
            })
        };
        Ok(match step {
            Step::Edit { path, after, .. } => file(path, Some(after))?,
            Step::Record { path, after, .. } => file(path, after.as_deref())?,
            // What is there already is never to be taken for ours.
            Step::Place { dir, .. } if fs::symlink_metadata(dir).is_ok() => {
                return Err(ApplyError::InTheWay(dir.clone()));
            }
            Step::Place { dir, .. } => Self::Placed {
                dir: dir.clone(),
                stagings: stagings(dir, &change),
                made: missing_above(dir),
                ours: false,
            },
            Step::Remove { dir } => {
                Self::Removed { dir: dir.clone(), kept: name, ours: false, replaced: false }
            }
            Step::Carry { dir, brought, .. } => {
                let removed = earlier.iter().find_map(|kept| match kept {
                    Self::Removed { dir: gone, kept, .. } if gone == dir => Some(kept.clone()),
                    _ => None,
                });
                let gone = || ApplyError::Lost(dir.clone());
                let kept = removed.ok_or_else(gone)?;
                Self::Carried { dir: dir.clone(), kept, brought: brought.clone() }
            }
            Step::Return { dir, .. } if fs::symlink_metadata(dir).is_ok() => {
                return Err(ApplyError::InTheWay(dir.clone()));
            }
            Step::Return { from, .. } if fs::symlink_metadata(from).is_err() => {
                return Err(ApplyError::Lost(from.clone()));
            }
            Step::Return { dir, from } => {
                Self::Returned { dir: dir.clone(), from: from.clone(), made: missing_above(dir) }
            }
            Step::MakeExecutable { path } => {
                Self::Executable { path: path.clone(), mode: mode(path)? }
            }
            Step::Reload { path } => Self::Reload { path: path.clone() },
        })
    }

    /// Notes of a folder that is taken away what decides how long it is kept.
    pub fn judge(&mut self, machine: &Machine, plan: &Plan) {
        if let Self::Removed { dir, ours, replaced, .. } = self {
            *ours = receipt::is_as_installed(machine, dir);
            let places = |step: &Step| matches!(step, Step::Place { dir: new, .. } if new == dir);
            *replaced = plan.steps.iter().any(places);
        }
    }

    /// Before a config is taken back: what the change wrote is a version of it like any other. A record
    /// of ours belongs to the folder that is taken away with it.
    pub(crate) fn keep_undone(
        &mut self,
        machine: &Machine,
        journal: &Path,
        number: usize,
    ) -> Result<(), ApplyError> {
        if let Self::Placed { dir, ours, .. } = self {
            *ours = receipt::is_as_installed(machine, dir);
        }
        if let Self::File { path, config, undone, .. } = self
            && (*config || path.starts_with(machine.data_dir()))
            && let (Some(bytes), _) = files::read(path, u64::MAX)?
        {
            let name = format!("{number}-undone");
            store::keep(journal, &name, &bytes)?;
            *undone = Some(name);
        }
        Ok(())
    }

    /// Forgets all that is kept but these; whether any is left.
    pub(crate) fn keep_only(&mut self, needed: &[String]) -> bool {
        match self {
            Self::File { before, undone, made, .. } => {
                *before = before.take().filter(|name| needed.contains(name));
                *undone = undone.take().filter(|name| needed.contains(name));
                made.clear();
                before.is_some() || undone.is_some()
            }
            Self::Removed { kept, .. } => needed.contains(kept),
            Self::Placed { dir, .. } | Self::Returned { dir, .. } => {
                needed.contains(&taken_back(dir))
            }
            _ => false,
        }
    }

    /// Makes the step.
    pub fn carry_out(
        &self,
        machine: &Machine,
        journal: &Path,
        step: &Step,
    ) -> Result<(), ApplyError> {
        match (step, self) {
            (Step::Edit { path, stamp, after, .. }, _) => {
                files::save(path, after.as_bytes(), stamp, 0o600)?;
            }
            (Step::Record { path, after: Some(text), .. }, _) => {
                if let Some(parent) = path.parent() {
                    private_dir(parent)?;
                }
                let (_, stamp) = files::read(path, u64::MAX)?;
                files::save(path, text.as_bytes(), &stamp, 0o600)?;
            }
            (Step::Record { path, after: None, .. }, _) => remove_file(path)?,
            (Step::Place { dir, files }, Self::Placed { stagings, .. }) => {
                place(stagings, dir, files)?;
            }
            (Step::Remove { dir }, Self::Removed { kept, .. }) => {
                move_dir(dir, &journal.join(kept))?;
            }
            (Step::Carry { dir, had, .. }, Self::Carried { kept, brought, .. }) => {
                let old = journal.join(kept);
                carry::over(&old, dir, &carry::own(&old, had), brought)?;
            }
            (Step::Return { dir, from }, _) => {
                if let Some(parent) = dir.parent() {
                    private_dir(parent)?;
                }
                move_dir(from, dir)?;
            }
            (Step::MakeExecutable { path }, _) => set_mode(path, mode(path)? | 0o111)?,
            (Step::Reload { path }, _) => {
                // Telling the agent is a courtesy: the change is kept whether or not it can be told.
                let _ = reload::write(machine, path);
            }
            // `keep` pairs the two.
            (Step::Place { .. } | Step::Remove { .. } | Step::Carry { .. }, _) => {}
        }
        Ok(())
    }

    /// What was written is still there as it was written. `later` are the steps of the change after it.
    pub(crate) fn may_be_undone(
        &self,
        machine: &Machine,
        journal: &Path,
        later: &[Self],
    ) -> Result<(), ApplyError> {
        match self {
            // What is written into a hook by hand is not to be lost with it; but for what goes back
            // with the folder that was there before.
            Self::Placed { dir, .. } => {
                let changed = receipt::read(machine, dir).map_or_else(Vec::new, |it| it.changed);
                let stays = later.iter().find_map(|kept| match kept {
                    Self::Carried { dir: new, brought, .. } if new == dir => Some(brought),
                    _ => None,
                });
                let lost = |path: &String| stays.is_none_or(|brought| brought.contains(path));
                match changed.iter().any(lost) {
                    true => Err(ApplyError::ChangedSince(dir.clone())),
                    false => Ok(()),
                }
            }
            Self::File { path, .. } if !self.is_written()? => {
                Err(ApplyError::ChangedSince(path.clone()))
            }
            Self::Removed { dir, .. } if fs::symlink_metadata(dir).is_ok() => {
                Err(ApplyError::InTheWay(dir.clone()))
            }
            Self::Removed { kept, .. } if fs::symlink_metadata(journal.join(kept)).is_err() => {
                Err(ApplyError::Lost(journal.join(kept)))
            }
            _ => Ok(()),
        }
    }

    /// Whether an agent could notice that the step is taken back.
    pub(crate) fn is_of_the_agent(&self, machine: &Machine) -> bool {
        match self {
            Self::File { path, .. } => !path.starts_with(machine.data_dir()),
            Self::Reload { .. } => false,
            Self::Placed { .. }
            | Self::Removed { .. }
            | Self::Carried { .. }
            | Self::Returned { .. }
            | Self::Executable { .. } => true,
        }
    }

    /// Whether a file holds what the step wrote.
    fn is_written(&self) -> Result<bool, ApplyError> {
        let Self::File { path, after, .. } = self else { return Ok(false) };
        let (_, now) = files::read(path, u64::MAX)?;
        Ok(now.to_string() == *after)
    }

    /// Takes away what the step needed only until its change was done.
    pub fn tidy(&self) {
        if let Self::Placed { stagings, .. } = self {
            discard_stagings(stagings);
        }
    }

    /// What is in the place of a new folder is the one that the step put there. As long as the
    /// change is not done, what is left of the staging says so.
    fn is_placed(&self, status: Status) -> bool {
        let Self::Placed { dir, stagings, .. } = self else { return false };
        let begun = stagings.iter().any(|staged| staged.parent().is_some_and(Path::exists));
        let moved = begun && !stagings.iter().any(|staged| staged.exists());
        fs::symlink_metadata(dir).is_ok()
            && (moved || stagings.is_empty() || status != Status::Applying)
    }

    /// Takes the step back, where it was made.
    pub(crate) fn take_back(
        &self,
        machine: &Machine,
        journal: &Path,
        status: Status,
    ) -> Result<(), ApplyError> {
        match self {
            Self::File { path, before: Some(name), .. } if self.is_written()? => {
                let kept = journal.join(name);
                let (Some(bytes), _) = files::read(&kept, u64::MAX)? else {
                    return Err(ApplyError::Lost(kept));
                };
                let (_, now) = files::read(path, u64::MAX)?;
                files::save(path, &bytes, &now, 0o600)?;
            }
            Self::File { path, before: None, made, .. } if self.is_written()? => {
                remove_file(path)?;
                unmake(made);
            }
            Self::File { path, .. } => files::tidy(path),
            Self::Placed { dir, made, .. } => {
                if self.is_placed(status) {
                    // Kept, not deleted: somebody may have worked in it since.
                    move_dir(dir, &journal.join(taken_back(dir)))?;
                }
                self.tidy();
                unmake(made);
            }
            // Rolled back, the folder that comes back has all of it. Taken back, what was written
            // meanwhile goes along.
            Self::Carried { dir, kept, brought } => {
                let old = journal.join(kept);
                if status == Status::Undoing && is_dir(dir) && is_dir(&old) {
                    carry::over(dir, &old, &carry::own(dir, brought), &[])?;
                }
            }
            Self::Returned { dir, from, made } => {
                if fs::symlink_metadata(dir).is_ok() && fs::symlink_metadata(from).is_err() {
                    // Where that change took it from it can be brought back by taking that back, too. It may be
                    // forgotten by now, and this one keeps it then.
                    let known = status == Status::Applying || from.parent().is_some_and(is_dir);
                    let own = journal.join(taken_back(dir));
                    move_dir(dir, if known { from } else { &own })?;
                }
                unmake(made);
            }
            Self::Removed { dir, kept, .. } => {
                let from = journal.join(kept);
                // Cut off between the copy and the removal, both are there: then nothing is missing.
                if fs::symlink_metadata(&from).is_ok() && fs::symlink_metadata(dir).is_err() {
                    if let Some(parent) = dir.parent() {
                        private_dir(parent)?;
                    }
                    move_dir(&from, dir)?;
                }
            }
            Self::Executable { path, mode } if path.exists() => set_mode(path, *mode)?,
            // Written again once all is taken back, where there is a workspace then.
            Self::Reload { path } if status == Status::Undoing => drop(fs::remove_file(path)),
            Self::Reload { path } => {
                let _ = reload::write(machine, path);
            }
            Self::Executable { .. } => {}
        }
        Ok(())
    }
}

/// What a folder is called in the journal's once its change was taken back.
pub(super) fn taken_back(dir: &Path) -> String {
    format!("taken-back-{}", dir.file_name().unwrap_or_default().to_string_lossy())
}
