//! What the hooks would be with another version, another config or another text. Nothing is written.

use std::collections::BTreeSet;
use std::path::Path;

use super::otherwise::Text;
use super::{Inventory, Place, Slot, place};
use crate::discover::{self, Candidate, Module};
use tacklebox_agents::agent::{Agent, Options};
use tacklebox_agents::dialect::DOCUMENTED;
use tacklebox_agents::hook::Hook;
use tacklebox_machine::machine::Machine;

impl Inventory {
    /// The agent as its text has it; none where that is what is in force, or there is no hook.
    pub(super) fn by_its_text(&self, machine: &Machine) -> Option<Text> {
        let other = self.agent.runtime.runtime.version != DOCUMENTED;
        (other && !self.slots.is_empty()).then(|| {
            let mut options = self.options.clone();
            options.runtimes.insert(self.agent.id(), DOCUMENTED.to_owned());
            let text = Agent::without_roots(machine, self.agent.id(), &options);
            Text::of(&self.agent, Box::new(text))
        })
    }

    /// The same agent on the same computer, judged by another version.
    pub fn by_version(&self, machine: &Machine, version: &str) -> Self {
        let id = self.agent.id();
        let mut options = self.options.clone();
        options.runtimes.insert(id, version.to_owned());
        Self::scan(machine, id, &options)
    }

    /// The verdict on a hook that would be in this folder. `off` are the names that would be on the list of
    /// what is off, where that is another list than now.
    pub fn preview(
        &self,
        machine: &Machine,
        dir: &Path,
        candidate: Candidate,
        off: Option<BTreeSet<String>>,
    ) -> Option<Hook> {
        let mut now = Self::scan(machine, self.agent.id(), &self.options);
        now.agent.disabled = off.unwrap_or(now.agent.disabled);
        let place = now.place_of(dir)?;
        now.holding(machine, &place, candidate).slots.remove(&place)?.hook.map(|hook| *hook)
    }

    /// All hooks as they would be if the config held this text. Nothing is written.
    #[must_use]
    pub fn with_config(&self, machine: &Machine, text: &str) -> Self {
        let options = Options { config: Some(text.to_owned()), ..self.options.clone() };
        Self::scan(machine, self.agent.id(), &options)
    }

    /// The verdict on a hook as if its manifest held this text. Nothing is written.
    pub fn judged(&self, machine: &Machine, id: &str, text: &str) -> Option<Hook> {
        let (place, candidate) = self.placed(id)?;
        let root = self.agent.roots.get(place.0.checked_sub(1)?)?;
        let read = discover::read_as(&self.agent, root, candidate.dir.as_deref()?, text.as_bytes());
        self.judged_as(machine, place, Candidate { tag: candidate.tag.clone(), ..read })
    }

    /// The verdict on a hook as if the file that it starts were there. Nothing is written.
    pub fn with_program(&self, machine: &Machine, id: &str) -> Option<Hook> {
        let (place, candidate) = self.placed(id)?;
        let (trouble, absent, module) = (None, None, Module::Unknown);
        let then = Candidate { trouble, absent, module, ..candidate.clone() };
        self.judged_as(machine, place, then)
    }

    fn placed(&self, id: &str) -> Option<(&Place, &Candidate)> {
        let is = |slot: &Slot| slot.hook.as_ref().is_some_and(|hook| hook.id == id);
        let (place, slot) = self.slots.iter().find(|(_, slot)| is(slot))?;
        Some((place, &slot.candidate))
    }

    fn judged_as(&self, machine: &Machine, place: &Place, candidate: Candidate) -> Option<Hook> {
        self.clone().holding(machine, place, candidate).slots.remove(place)?.hook.map(|hook| *hook)
    }

    /// All hooks as they would be with this one in `dir`, on, whatever is there now; and its id.
    pub fn with(
        &self,
        machine: &Machine,
        dir: &Path,
        candidate: Candidate,
    ) -> Option<(Self, String)> {
        let place = self.place_of(dir)?;
        let then = self.clone().holding(machine, &place, candidate);
        let id = then.slots.get(&place)?.hook.as_ref()?.id.clone();
        Some((then, id))
    }

    /// All hooks as they would be without this one.
    pub fn without(&self, machine: &Machine, id: &str) -> Option<Self> {
        let place = self.placed(id)?.0.clone();
        let mut then = self.clone();
        then.take(&place);
        then.judge_all(machine);
        Some(then)
    }

    /// The place of a folder directly in one of the agent's own.
    fn place_of(&self, dir: &Path) -> Option<Place> {
        let roots = &self.agent.roots;
        let index = roots.iter().position(|root| dir.parent() == Some(&root.dir))?;
        Some(place(index, roots.get(index)?, dir))
    }

    /// With this hook in a place, whatever was there.
    fn holding(mut self, machine: &Machine, place: &Place, candidate: Candidate) -> Self {
        self.take(place);
        self.put(place.clone(), candidate);
        self.judge_all(machine);
        self
    }
}
