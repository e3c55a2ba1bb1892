//! Where a hook ends the loader of the version in force, so that none behind it is loaded.

use tacklebox_agents::manifest::shipped::EndsLoader;
use tacklebox_machine::machine::Machine;

use super::Candidate;

impl Candidate {
    /// Why the loader of the version in force ends at this hook; none where it does not.
    pub fn ends_loader(&self, machine: &Machine) -> Option<&str> {
        self.ends_by(machine, self.reading.as_ref()?.ends_loader.as_ref()?)
    }

    fn ends_by<'a>(&self, machine: &Machine, ends: &'a EndsLoader) -> Option<&'a str> {
        match ends {
            EndsLoader::Always(why) => Some(why),
            EndsLoader::Elsewhere(why) => {
                let os = &self.effective().ok()?.requires.os;
                (!os.iter().any(|os| os.contains(machine.platform().as_str()))).then_some(why)
            }
            EndsLoader::Without(names, why) => {
                (!names.iter().any(|name| machine.on_path_or_at(name).is_some())).then_some(why)
            }
            EndsLoader::Registered(before, _) => self.ends_by(machine, before.as_deref()?),
        }
    }

    /// Why it ends once this hook is registered.
    pub(crate) fn ends_registered(&self) -> Option<&str> {
        let can = self.module.loads() == Some(true)
            && self.effective().is_ok_and(|manifest| !manifest.events.is_empty());
        match self.reading.as_ref()?.ends_loader.as_ref()? {
            EndsLoader::Registered(_, why) if can => Some(why),
            _ => None,
        }
    }
}
