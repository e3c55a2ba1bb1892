//! The modules of all hooks, read together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{Inventory, Place, Slot};
use crate::dangers;
use crate::discover::{Candidate, Kind, Module};
use crate::modules::alone::{self, Staged};
use crate::modules::{self, Asked, Kept};
use tacklebox_agents::dialect::shipped::Modules;
use tacklebox_agents::hook::Handler;
use tacklebox_machine::machine::Machine;

impl Inventory {
    /// Whether the module of a hook would load once its folder is where it goes to; `candidate` is read from where the
    /// folder is now.
    pub fn module_of(&self, machine: &Machine, candidate: &Candidate, goes_to: &Path) -> Module {
        let by = self.agent.runtime.modules();
        let (Some(Handler::Module { path, export }), Some(dir), None) =
            (&candidate.handler, &candidate.dir, &candidate.trouble)
        else {
            return candidate.module.clone();
        };
        if by == Modules::NotRead || !self.options.read_modules() {
            return Module::NotRead;
        }
        let asked = Asked { file: path, export, mark: None, lone: false, of_config: false };
        alone::verdict(machine, asked, &Staged { dir, goes_to }, by)
    }

    /// Reads what was not read yet, the modules, and what is serious in what the agent's own check does not know, and writes
    /// it down for the next scan.
    pub(super) fn read_rest(&mut self, machine: &Machine) {
        let mut slots = std::mem::take(&mut self.slots);
        self.read_in(&mut slots, machine, true);
        self.slots = slots;
    }

    /// The same of a few hooks. That is not written down: it would mean a look at each that is.
    pub(super) fn read_rest_of(&mut self, machine: &Machine, places: &BTreeSet<Place>) {
        let few = places.iter().filter_map(|place| self.slots.remove_entry(place));
        let mut few = few.collect();
        self.read_in(&mut few, machine, false);
        self.slots.extend(few);
    }

    fn read_in(&self, slots: &mut BTreeMap<Place, Box<Slot>>, machine: &Machine, keep: bool) {
        self.read_modules(slots, machine, keep);
        if self.options.read_modules() {
            let all = slots.values_mut().map(|slot| &mut slot.candidate);
            dangers::read(machine, &self.agent, all, keep);
        }
    }

    /// Reads the modules that were not read yet, where the version in force is known to need it.
    fn read_modules(&self, slots: &mut BTreeMap<Place, Box<Slot>>, machine: &Machine, keep: bool) {
        let by = self.agent.runtime.modules();
        if by == Modules::NotRead || !self.options.read_modules() {
            return;
        }
        let unread = slots.values_mut().filter(|slot| slot.candidate.module == Module::NotRead);
        let unread: Vec<_> = unread
            .filter_map(|slot| match &mut slot.candidate {
                Candidate {
                    handler: Some(Handler::Module { path, export }),
                    trouble: None,
                    module,
                    mark,
                    lone,
                    kind,
                    ..
                } => {
                    let of_config = *kind != Kind::Hook;
                    let (mark, lone) = (*mark, *lone);
                    Some((module, Asked { file: path, export, mark, lone, of_config }))
                }
                _ => None,
            })
            .collect();
        if unread.is_empty() {
            return;
        }
        let (places, asked): (Vec<_>, Vec<_>) = unread.into_iter().unzip();
        let mut kept = Kept::open(machine);
        for (place, verdict) in places.into_iter().zip(modules::verdicts(&mut kept, &asked, by)) {
            *place = verdict;
        }
        if keep {
            kept.save(machine);
        }
    }
}
