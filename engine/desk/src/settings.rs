//! The settings of an agent, as the window's forms ask for them and change them. The page names fields,
//! lists and entries by id, and sends what a person typed; all of it is checked by the engine.

use std::path::{Path, PathBuf};

use super::state::State;
use super::{Desk, Failure, Outcome};
use tacklebox_agents::hook::AgentId;
use tacklebox_change::apply::Change;
use tacklebox_change::ops::{OpError, Others};
use tacklebox_change::settings::{
    self, ConfigEntry, ContextText, FieldId, ListId, OwnData, SettingsView, Wishes,
};

impl Desk {
    /// All settings of an agent.
    ///
    /// # Errors
    /// Never in practice: all five agents are known.
    pub fn settings(&self, agent: AgentId) -> Result<SettingsView, Failure> {
        let state = self.state();
        Ok(settings::view(&state.machine, state.inventory(agent)?))
    }

    /// Gives a setting a value, or clears it with none. Where shipped OpenClaw would switch hooks along
    /// with it, the plan is shown first.
    ///
    /// # Errors
    /// Where the agent has no such setting, something else decides it, or the value is none.
    pub fn set_field(
        &self,
        agent: AgentId,
        field: FieldId,
        value: Option<&str>,
        confirmed: bool,
    ) -> Result<Outcome, Failure> {
        self.change(agent.as_str(), confirmed, |machine, inventory, others| match value {
            Some(value) => settings::set(machine, inventory, field, value, others),
            None => settings::clear(machine, inventory, field, others),
        })
    }

    /// Adds an extra folder.
    ///
    /// # Errors
    /// Where the agent does not take it.
    pub fn add_folder(
        &self,
        agent: AgentId,
        folder: &str,
        confirmed: bool,
    ) -> Result<Outcome, Failure> {
        self.change(agent.as_str(), confirmed, |machine, inventory, others| {
            settings::add_folder(machine, inventory, folder, others)
        })
    }

    /// Takes an extra folder out of the list.
    ///
    /// # Errors
    /// Where it is not in the list.
    pub fn remove_folder(
        &self,
        agent: AgentId,
        folder: &str,
        confirmed: bool,
    ) -> Result<Outcome, Failure> {
        self.change(agent.as_str(), confirmed, |_, inventory, others| {
            settings::remove_folder(inventory, folder, others)
        })
    }

    /// Adds an entry to a list, or changes the one of this id, after the plan was shown.
    ///
    /// # Errors
    /// Where the agent would not take the entry, or it is not there any more.
    pub fn save_entry(
        &self,
        agent: AgentId,
        list: ListId,
        id: Option<&str>,
        entry: &ConfigEntry,
        confirmed: bool,
    ) -> Result<Outcome, Failure> {
        if id.is_some() {
            return self.shown_first(confirmed, |state| {
                let inventory = state.inventory(agent)?;
                let others = Others::SHOWN_FIRST;
                Ok(settings::save_entry(&state.machine, inventory, list, id, entry, others)?)
            });
        }
        self.change(agent.as_str(), confirmed, |machine, inventory, others| {
            settings::save_entry(machine, inventory, list, id, entry, others)
        })
    }

    /// Takes an entry out of a list.
    ///
    /// # Errors
    /// Where it is not there any more.
    pub fn remove_entry(
        &self,
        agent: AgentId,
        list: ListId,
        id: &str,
        confirmed: bool,
    ) -> Result<Outcome, Failure> {
        self.change(agent.as_str(), confirmed, |_, inventory, others| {
            settings::remove_entry(inventory, list, id, others)
        })
    }

    /// The text of a context file.
    ///
    /// # Errors
    /// Where the agent has no such file, or it cannot be read.
    pub fn context_file(&self, agent: AgentId, name: &str) -> Result<ContextText, Failure> {
        let state = self.state();
        Ok(settings::read_context(&state.machine, state.inventory(agent)?, name)?)
    }

    /// Saves a context file that is still what it was when it was read.
    ///
    /// # Errors
    /// Where another program wrote to it meanwhile, or it cannot be written.
    pub fn save_context_file(
        &self,
        agent: AgentId,
        name: &str,
        text: &str,
        stamp: &str,
    ) -> Result<Change, Failure> {
        let plan = settings::save_context(self.state().inventory(agent)?, name, text, stamp)?;
        self.apply(&plan)
    }

    /// Where Tacklebox keeps what is its own.
    pub fn own_data(&self) -> OwnData {
        // What is kept is measured, not under the lock.
        let machine = self.state().machine.clone();
        settings::own_data(&machine)
    }

    /// What the person said about the window itself.
    pub fn wishes(&self) -> Wishes {
        let machine = self.state().machine.clone();
        settings::wishes(&machine)
    }

    /// Keeps what the person says about the window itself.
    ///
    /// # Errors
    /// Where our own data cannot be written.
    pub fn set_wishes(&self, wishes: Wishes) -> Result<Wishes, Failure> {
        let machine = self.state().machine.clone();
        settings::set_wishes(&machine, wishes)?;
        Ok(settings::wishes(&machine))
    }

    /// Whether the window is started when the person logs in.
    pub fn starts_at_login(&self) -> bool {
        let machine = self.state().machine.clone();
        settings::starts_at_login(&machine)
    }

    /// Has this program started at each login from now on, or no longer.
    ///
    /// # Errors
    /// Where the desktop's file for it cannot be written.
    pub fn start_at_login(&self, program: &Path, on: bool) -> Result<(), Failure> {
        let machine = self.state().machine.clone();
        settings::start_at_login(&machine, program, on)
    }

    /// The folder of our own data, to be opened by the desktop.
    ///
    /// # Errors
    /// As long as there is none.
    pub fn own_data_folder(&self) -> Result<PathBuf, Failure> {
        let dir = self.state().machine.data_dir().to_owned();
        if dir.is_dir() {
            return Ok(dir);
        }
        Err(OpError::Refused("There is nothing in it yet, so it is not there.".into()).into())
    }

    /// Removes our own data. Every hook and every setting of an agent stays.
    ///
    /// # Errors
    /// Where something of it cannot be removed.
    pub fn remove_own_data(&self) -> Result<OwnData, Failure> {
        let machine = self.state().machine.clone();
        settings::remove_own_data(&machine)?;
        // What is known of installed hooks went with it.
        self.alter(State::rescan);
        Ok(settings::own_data(&machine))
    }

    /// Where a person who picks a folder for an agent begins.
    ///
    /// # Errors
    /// Never in practice: all five agents are known.
    pub fn picker_start(&self, agent: AgentId) -> Result<PathBuf, Failure> {
        let state = self.state();
        let home = &state.inventory(agent)?.agent().home;
        let there = home.ancestors().find(|dir| dir.is_dir());
        Ok(there.unwrap_or(state.machine.home()).to_owned())
    }

    /// A picked folder as it is written into a config: with `~` where it is in the home.
    pub fn picked(&self, folder: &Path) -> String {
        self.state().machine.show(folder)
    }
}
