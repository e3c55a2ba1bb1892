//! What is broken, and the ways out of it, as a window offers them; and telling an agent that can be told.

use serde::Serialize;

use super::{Desk, Failure, Outcome};
use tacklebox_agents::config::text::TextProblem;
use tacklebox_agents::hook::AgentId;
use tacklebox_bring::keys::{self, KeyCheck};
use tacklebox_change::apply::Change;
use tacklebox_change::editor;
use tacklebox_change::ops::OpError;
use tacklebox_change::program::{self, FileText};
use tacklebox_change::reload::{self, Telling};
use tacklebox_change::repair::{self, RepairView, Trouble};
use tacklebox_inventory::variables;
use tacklebox_machine::failure::Code;

/// What is wrong with one hook, and every way out that was tried.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Repairing {
    /// None where nothing keeps it from loading.
    pub trouble: Option<Trouble>,
    pub repairs: Vec<RepairView>,
}

impl Desk {
    /// What is wrong with a hook, and the ways out.
    ///
    /// # Errors
    /// Where there is no hook of this id any more.
    pub fn repairing(&self, id: &str) -> Result<Repairing, Failure> {
        let (machine, inventory) = self.copy_for(id)?;
        let repairs = repair::of_hook(&machine, &inventory, id)?;
        Ok(Repairing {
            trouble: repair::trouble(&machine, &inventory, id, &repairs),
            repairs: repairs.iter().map(|repair| repair.view(&machine)).collect(),
        })
    }

    /// The ways out for an agent's own config.
    ///
    /// # Errors
    /// Never in practice: all five agents are known.
    pub fn config_repairs(&self, agent: AgentId) -> Result<Vec<RepairView>, Failure> {
        let (machine, inventory) = self.copy_of(agent)?;
        let repairs = repair::of_agent(&machine, &inventory);
        Ok(repairs.iter().map(|repair| repair.view(&machine)).collect())
    }

    /// Takes one way out of what is wrong with a hook, as it was shown.
    ///
    /// # Errors
    /// Where there is no such way any more, or the file cannot be written.
    pub fn repair(&self, id: &str, way: &str) -> Result<Change, Failure> {
        let (machine, inventory) = self.copy_for(id)?;
        // A config that nobody can read is a cause of each of its hooks.
        let plan = repair::plan(&machine, &inventory, Some(id), way)?;
        self.apply(&plan)
    }

    /// The same for an agent's own config.
    ///
    /// # Errors
    /// As [`Self::repair`].
    pub fn repair_config(&self, agent: AgentId, way: &str) -> Result<Change, Failure> {
        let (machine, inventory) = self.copy_of(agent)?;
        let plan = repair::plan(&machine, &inventory, None, way)?;
        self.apply(&plan)
    }

    /// Whether an agent can be told of changes, and has to be.
    ///
    /// # Errors
    /// Never in practice: all five agents are known.
    pub fn telling(&self, agent: AgentId) -> Result<Telling, Failure> {
        let (machine, inventory) = self.copy_of(agent)?;
        Ok(reload::telling(&machine, &inventory))
    }

    /// Tells a running agent to read its hooks again, and says so in a sentence.
    ///
    /// # Errors
    /// Where it cannot be told, or the file that tells it cannot be written.
    pub fn tell_agent(&self, agent: AgentId) -> Result<String, Failure> {
        let (machine, inventory) = self.copy_of(agent)?;
        Ok(reload::told(&machine, inventory.agent())?)
    }

    /// Asks the service of a variable whose a key is: the one that was typed, else the one that is saved. Once,
    /// and on a click; the key is in no answer.
    ///
    /// # Errors
    /// Where the hook does not ask for this variable, or nobody is known who could be asked.
    pub fn check_key(
        &self,
        id: &str,
        name: &str,
        typed: Option<&str>,
    ) -> Result<KeyCheck, Failure> {
        let (machine, inventory) = self.copy_for(id)?;
        let (_, candidate) =
            inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
        let manifest = candidate
            .effective()
            .ok()
            .filter(|manifest| manifest.requires.env.iter().any(|variable| variable == name));
        let nobody =
            || OpError::Refused(format!("Nobody is known who could be asked about {name}."));
        let manifest = manifest.ok_or_else(nobody)?;
        let service = keys::service(name).ok_or_else(nobody)?;
        let saved = || variables::env_value(&machine, inventory.agent(), manifest, name);
        let key = typed.map(str::to_owned).or_else(saved).ok_or_else(nobody)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| {
            Failure::new(Code::Unexpected, format!("It was not asked: {error}."))
        })?;
        let check = runtime.block_on(keys::ask(&machine, service, &key));
        Ok(check.ok_or_else(nobody)?)
    }

    /// What looks wrong about a value for this variable or setting, while it is typed.
    pub fn odd_key(&self, name: &str, typed: &str) -> Option<String> {
        keys::odd(name, typed)
    }

    /// A file of a hook as text.
    ///
    /// # Errors
    /// Where the hook has no such file, or it is not text.
    pub fn open_file(&self, id: &str, file: &str) -> Result<FileText, Failure> {
        let (machine, inventory) = self.copy_for(id)?;
        Ok(program::open(&machine, &inventory, id, file)?)
    }

    /// What is wrong with a text as this file of a hook; nothing is written.
    ///
    /// # Errors
    /// As [`Self::open_file`].
    pub fn check_file(
        &self,
        id: &str,
        file: &str,
        text: &str,
    ) -> Result<Vec<TextProblem>, Failure> {
        let (machine, inventory) = self.copy_for(id)?;
        Ok(program::check(&machine, &inventory, id, file, text)?)
    }

    /// Saves an edited file of a hook, after its diff was shown.
    ///
    /// # Errors
    /// Where another program wrote to it meanwhile, or it is only read.
    pub fn save_file(
        &self,
        id: &str,
        file: &str,
        text: &str,
        stamp: &str,
        confirmed: bool,
    ) -> Result<Outcome, Failure> {
        let (machine, inventory) = self.copy_for(id)?;
        let plan = program::save(&machine, &inventory, id, file, text, stamp)?;
        let view = (!plan.is_empty()).then(|| editor::view(&machine, &plan));
        self.once_shown(&plan, view.and_then(|view| self.asked.first(confirmed, view)))
    }
}
