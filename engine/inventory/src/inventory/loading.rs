//! The modules of all hooks, read together.

use std::path::Path;

use super::Inventory;
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

    /// Reads what was not read yet: the modules, and what is serious in what the agent does not look at itself.
    pub(super) fn read_rest(&mut self, machine: &Machine) {
        self.read_modules(machine);
        if self.options.read_modules() && !self.agent.dialect.audited {
            let agent = self.agent.id();
            dangers::read(machine, agent, self.slots.values_mut().map(|slot| &mut slot.candidate));
        }
    }

    /// Reads the modules that were not read yet, where the version in force is known to need it.
    fn read_modules(&mut self, machine: &Machine) {
        let by = self.agent.runtime.modules();
        if by == Modules::NotRead || !self.options.read_modules() {
            return;
        }
        let unread =
            self.slots.values_mut().filter(|slot| slot.candidate.module == Module::NotRead);
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
        kept.save(machine);
    }
}
