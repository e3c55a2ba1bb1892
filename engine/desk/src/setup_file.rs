//! A set-up that is carried from one computer to another, as the window asks for it: written to a file that a person
//! picked, opened, and carried out as far as was chosen. The page names what it chose and never a path.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use tokio_util::sync::CancellationToken;

use super::state::State;
use super::{Desk, Failure};
use tacklebox_agents::hook::AgentId;
use tacklebox_change::install::source::Source;
use tacklebox_change::install::stage::{self, StageError, Staged};
use tacklebox_change::plan::PlanView;
use tacklebox_change::setup_file::{
    self, Applied, Comparison, FileKind, NotCarried, SetupFile, WithoutFiles,
};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::failure::Code;

/// The set-up that is open, if one is.
#[derive(Default)]
pub(super) struct Open(Mutex<Option<(PathBuf, SetupFile)>>);

/// An open set-up beside this computer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct SetupView {
    /// "team-desk.toml"
    pub name: String,
    pub comparison: Comparison,
}

/// What was written.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct SetupExported {
    /// With `~`.
    pub path: String,
    pub hooks: u32,
    pub plugins: u32,
    /// What is not in it, and why.
    pub not_carried: Vec<NotCarried>,
    /// What it names, and does not bring the files of.
    pub without_files: Vec<WithoutFiles>,
}

/// What a set-up did, and what it is now.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct SetupApplied {
    pub applied: Applied,
    pub view: SetupView,
}

impl Desk {
    /// Writes what is here into a file that a person picked.
    ///
    /// # Errors
    /// Where its ending is none of the two, or it cannot be written.
    pub fn export_setup(&self, path: &Path) -> Result<SetupExported, Failure> {
        FileKind::of(path)?;
        let (machine, file) = {
            let state = self.state();
            let all: Vec<&Inventory> = state.inventories.iter().collect();
            let beside = path.parent().unwrap_or(path);
            (state.machine.clone(), setup_file::export(&state.machine, &all, beside)?)
        };
        file.save(path)?;
        let count = |many: usize| u32::try_from(many).unwrap_or(u32::MAX);
        Ok(SetupExported {
            path: machine.show(path),
            hooks: count(file.hooks()),
            plugins: count(file.plugins()),
            not_carried: file.not_carried(),
            without_files: file.without_files(),
        })
    }

    /// Opens a set-up that a person picked.
    ///
    /// # Errors
    /// Where it cannot be read, or is none.
    pub fn open_setup(&self, path: &Path) -> Result<SetupView, Failure> {
        let file = SetupFile::open(path)?;
        *self.setup.0.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((path.to_owned(), file));
        self.setup()
    }

    fn opened(&self) -> Result<(PathBuf, SetupFile), Failure> {
        let open = self.setup.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        open.ok_or_else(|| {
            Failure::new(Code::NotFound, "No set-up is open any more.").hint("Open the file again.")
        })
    }

    /// The open set-up beside this computer as it is now.
    ///
    /// # Errors
    /// Where none is open.
    pub fn setup(&self) -> Result<SetupView, Failure> {
        let (path, file) = self.opened()?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let state = self.state();
        let all: Vec<&Inventory> = state.inventories.iter().collect();
        let named = |one: &&Inventory| file.agents.contains_key(&one.agent().id());
        setup_file::readable(all.iter().copied().filter(named))?;
        Ok(SetupView { name, comparison: setup_file::compare(&state.machine, &all, &file) })
    }

    /// Everything that would be written, as far as it is known before anything is fetched.
    ///
    /// # Errors
    /// Where none is open.
    pub fn plan_setup(&self, chosen: Vec<String>) -> Result<Vec<PlanView>, Failure> {
        let (_, file) = self.opened()?;
        let chosen: BTreeSet<String> = chosen.into_iter().collect();
        let state = self.state();
        let all: Vec<&Inventory> = state.inventories.iter().collect();
        let plans = setup_file::plans(&state.machine, &all, &file, &chosen);
        Ok(plans.iter().map(|plan| plan.view(&state.machine)).collect())
    }

    /// Carries out what was chosen. What comes from elsewhere is fetched, held against the hashes of the set-up, and
    /// placed only if the check finds nothing serious.
    ///
    /// # Errors
    /// Where none is open.
    pub fn apply_setup(&self, chosen: Vec<String>) -> Result<SetupApplied, Failure> {
        let (path, file) = self.opened()?;
        let (machine, options) = {
            let state = self.state();
            (state.machine.clone(), state.options.clone())
        };
        let scan = |agent: AgentId| Inventory::scan(&machine, agent, &options);
        let mut get = |source: &Source| -> Result<Staged, String> {
            let cancel = CancellationToken::new();
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let runtime = runtime.map_err(|error| StageError::Disk(error).to_string())?;
            let work = stage::stage(&machine, source, &|_| (), &cancel);
            runtime.block_on(work).map_err(|error| error.to_string())
        };
        let chosen = chosen.into_iter().collect();
        let beside = path.parent().unwrap_or(&path);
        let applied = setup_file::apply(&machine, &scan, &file, beside, &chosen, false, &mut get);
        self.alter(State::rescan);
        let _ = self.changed.send(());
        Ok(SetupApplied { applied, view: self.setup()? })
    }

    /// Whoever opened it is done with it.
    pub fn close_setup(&self) {
        *self.setup.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
