//! What the window does with a config as text, and with its earlier versions.

use serde::Serialize;

use super::{Desk, Failure, Outcome};
use tacklebox_agents::config::text::{self, TextProblem};
use tacklebox_agents::hook::AgentId;
use tacklebox_change::apply::{ApplyError, Change};
use tacklebox_change::backups::{self, Backup};
use tacklebox_change::editor::{self, ConfigText, Conflict, Prepared};
use tacklebox_change::ops::Others;
use tacklebox_change::plan::PlanView;
use tacklebox_machine::files::FileError;

/// What became of an edited config.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Saved {
    /// Saved, and what is on the disk now: line ends or entries may have been added.
    Done { change: Change, text: Box<ConfigText> },
    /// It waits for a yes.
    Confirm { plan: PlanView },
    /// Another program wrote to it since it was opened; nothing was written.
    Conflict { conflict: Box<Conflict> },
}

impl Desk {
    /// An agent's config as text.
    ///
    /// # Errors
    /// Where it is not text that could be edited.
    pub fn open_config(&self, agent: AgentId) -> Result<ConfigText, Failure> {
        let state = self.state();
        Ok(editor::open(&state.machine, state.inventory(agent)?.agent())?)
    }

    /// What is wrong or odd about a text as the agent's config; the file is not touched.
    ///
    /// # Errors
    /// Never in practice: all five agents are known.
    pub fn check_config(&self, agent: AgentId, text: &str) -> Result<Vec<TextProblem>, Failure> {
        // Not under the lock: a large text takes its time while the window goes on.
        let agent = self.state().inventory(agent)?.agent().clone();
        Ok(text::check(agent.id(), &agent.config, text, &|it| agent.refuses(it)))
    }

    /// The three versions, where another program wrote since the config was opened as `base`.
    ///
    /// # Errors
    /// Where it is not text any more.
    pub fn compare_config(
        &self,
        agent: AgentId,
        base: &str,
        stamp: &str,
        text: &str,
    ) -> Result<Option<Conflict>, Failure> {
        let agent = self.state().inventory(agent)?.agent().clone();
        Ok(editor::conflict(&agent, base, stamp, text)?)
    }

    /// Saves an edited text, after its diff was shown.
    ///
    /// # Errors
    /// Where it does not parse, or cannot be written.
    pub fn save_config(
        &self,
        agent: AgentId,
        base: &str,
        stamp: &str,
        text: &str,
        confirmed: bool,
    ) -> Result<Saved, Failure> {
        let (prepared, view) = {
            let state = self.state();
            let prepared =
                editor::prepare(&state.machine, state.inventory(agent)?, base, stamp, text)?;
            let view = match &prepared {
                Prepared::Plan(plan) => Some(editor::view(&state.machine, plan)),
                Prepared::Conflict(_) => None,
            };
            (prepared, view)
        };
        let plan = match prepared {
            Prepared::Conflict(conflict) => return Ok(Saved::Conflict { conflict }),
            Prepared::Plan(plan) => plan,
        };
        let view = view.filter(|_| !plan.is_empty());
        if let Some(plan) = view.and_then(|view| self.asked.first(confirmed, view)) {
            return Ok(Saved::Confirm { plan });
        }
        let machine = self.state().machine.clone();
        match tacklebox_change::apply::apply(&machine, &plan) {
            Ok(change) => {
                self.read_again(&plan);
                Ok(Saved::Done { change, text: Box::new(self.open_config(agent)?) })
            }
            // In the moment between the last look and the save.
            Err(ApplyError::File(FileError::Changed { path })) => {
                match self.compare_config(agent, base, stamp, text)? {
                    Some(conflict) => Ok(Saved::Conflict { conflict: Box::new(conflict) }),
                    None => Err(ApplyError::from(FileError::Changed { path }).into()),
                }
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The earlier versions of an agent's config, the newest first.
    ///
    /// # Errors
    /// Never in practice: all five agents are known.
    pub fn config_backups(&self, agent: AgentId) -> Result<Vec<Backup>, Failure> {
        let state = self.state();
        Ok(backups::list(&state.machine, state.inventory(agent)?.agent()))
    }

    /// What bringing an earlier version back would change, secrets masked, and which hooks shipped OpenClaw
    /// would switch with it; with `keep`, the entries that keep those belong to it.
    ///
    /// # Errors
    /// Where there is no such version any more, or it is not text.
    pub fn plan_restore(&self, agent: AgentId, id: &str, keep: bool) -> Result<PlanView, Failure> {
        let state = self.state();
        let (machine, inventory) = (&state.machine, state.inventory(agent)?);
        let also = backups::plan_restore(machine, inventory, id, Others::Switch)?.also;
        let plan = backups::plan_restore(machine, inventory, id, Others::kept(keep))?;
        Ok(PlanView { also, ..plan.view(machine) })
    }

    /// Brings an earlier version of a config back.
    ///
    /// # Errors
    /// Where there is no such version any more, or the config cannot be written.
    pub fn restore_config(&self, agent: AgentId, id: &str, keep: bool) -> Result<Change, Failure> {
        let plan = {
            let state = self.state();
            backups::plan_restore(&state.machine, state.inventory(agent)?, id, Others::kept(keep))?
        };
        self.apply(&plan)
    }

    /// Forgets what is kept of a key that the change of this undo id cleared, after that was read.
    ///
    /// # Errors
    /// Where there is no such change any more.
    pub fn purge_copies(&self, change: &str, confirmed: bool) -> Result<Outcome, Failure> {
        let machine = self.state().machine.clone();
        Ok(match self.asked.first(confirmed, backups::purge_view(&machine, change)?) {
            Some(plan) => Outcome::Confirm { plan },
            None => Outcome::Done { change: backups::purge(&machine, change)? },
        })
    }
}
