//! Loading: what the agent's own loader would register takes the place of everything that was there
//! (`agents.md` section 3).

use serde::Serialize;

use super::{Era, Registry, Snapshot};
use crate::check;
use crate::discover::{Candidate, Kind};
use crate::dispatch::LiveHandler;
use crate::hook::Hook;
use crate::inventory::Inventory;
use crate::moment::Keys;

/// What came of loading, as the reference's loader tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LoadHooksResult {
    pub discovered: usize,
    pub eligible: usize,
    /// Hooks and legacy handlers.
    pub registered: usize,
    /// "name: reason, reason"
    pub skipped: Vec<String>,
    /// Hook names; the module's path for a legacy handler.
    pub failed: Vec<String>,
}

impl Registry {
    /// Registers every hook of an inventory that its agent would load, in the agent's order.
    ///
    /// All that was registered before is cleared first, closures included, and also where hooks are off as
    /// a whole. Events see the old handlers or the new ones and never a mixture. `make` turns a hook into what
    /// can be called; a hook of which it makes none counts as failed. The handler's name and priority
    /// are the hook's.
    pub fn load(
        &self,
        inventory: &Inventory,
        make: impl FnMut(&Candidate, &Hook) -> Option<LiveHandler>,
    ) -> LoadHooksResult {
        self.load_also(inventory, make, Vec::new(), Era::default())
    }

    /// As [`Self::load`], with further handlers for plugin events, in no count. What belongs to them may be
    /// added later, as long as the `era` lasts.
    pub(crate) fn load_also(
        &self,
        inventory: &Inventory,
        mut make: impl FnMut(&Candidate, &Hook) -> Option<LiveHandler>,
        also: Vec<(String, LiveHandler)>,
        era: Era,
    ) -> LoadHooksResult {
        let mut fresh = Snapshot::new(era);
        let mut failed = Vec::new();
        let mut uncounted = 0;
        let report = check::check_each(inventory, |candidate, hook| {
            let Some(handler) = make(candidate, hook) else {
                uncounted += usize::from(candidate.kind != Kind::Builtin);
                failed.push(check::name_of(candidate, hook));
                return;
            };
            let family = match candidate.kind {
                Kind::Gateway => Keys::Plugin,
                Kind::Hook | Kind::Legacy | Kind::Builtin => Keys::of(self.agent()),
            };
            let handler =
                LiveHandler { name: hook.name.clone(), priority: hook.priority, ..handler };
            let hooked = self.hooked(family, handler, true);
            self.put(&mut fresh, family, &hook.events, &hooked);
        });
        for (key, handler) in also {
            let hooked = self.hooked(Keys::Plugin, handler, true);
            self.put(&mut fresh, Keys::Plugin, &[key], &hooked);
        }
        *self.write() = fresh;
        LoadHooksResult {
            discovered: report.discovered,
            eligible: report.eligible,
            registered: report.registered - uncounted,
            skipped: report.skipped,
            failed: report.failed.into_iter().chain(failed).collect(),
        }
    }
}
