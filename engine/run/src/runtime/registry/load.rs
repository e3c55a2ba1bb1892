//! Loading: what the agent's own loader would register takes the place of everything that was there
//! (rules R-3).

use serde::Serialize;

use super::{Era, Registration, Registry, Snapshot};
use crate::runtime::event::UnknownEvent;
use crate::runtime::handler::LiveHandler;
use tacklebox_agents::hook::Hook;
use tacklebox_agents::moment::Keys;
use tacklebox_inventory::check;
use tacklebox_inventory::discover::{Candidate, Kind};
use tacklebox_inventory::inventory::Inventory;

/// What came of loading, as the agent's loader tells it (rule ).
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

/// A registry as loading leaves it, before any event sees it.
pub struct Fresh<'a> {
    registry: &'a Registry,
    snapshot: Snapshot,
    result: LoadHooksResult,
}

impl Fresh<'_> {
    /// What came of loading.
    pub const fn result(&self) -> &LoadHooksResult {
        &self.result
    }

    /// As [`Registry::register`], behind what was loaded.
    ///
    /// # Errors
    /// When the agent has no such event.
    pub fn register(
        &mut self,
        key: &str,
        handler: LiveHandler,
    ) -> Result<Registration, UnknownEvent> {
        let keys = self.registry.family(key)?;
        Ok(self.put(keys, &[key], handler, false))
    }

    /// Hooks of a plugin: each counts as registered.
    pub(crate) fn plugin_hook(
        &mut self,
        family: Keys,
        key: &str,
        handler: LiveHandler,
    ) -> Registration {
        self.result.registered = self.result.registered.saturating_add(1);
        self.put(family, &[key], handler, true)
    }

    pub fn failed(&mut self, name: &str) {
        self.result.failed.push(name.to_owned());
    }

    fn put(
        &mut self,
        family: Keys,
        keys: &[impl AsRef<str>],
        handler: LiveHandler,
        timed: bool,
    ) -> Registration {
        let hooked = self.registry.hooked(family, handler, timed);
        self.registry.put(&mut self.snapshot, family, keys, &hooked);
        Registration(hooked.id)
    }
}

impl Registry {
    /// Registers every hook of an inventory that its agent would load, in the agent's order.
    ///
    /// All that was registered before is cleared first, closures included, and also where hooks are off as
    /// a whole. Events see the old handlers or the new ones and never a mixture. `make` turns a hook into what
    /// can be called; a hook of which it makes none counts as failed. The handler's name and priority
    /// are the hook's; none of a version that looks at no priority.
    pub fn load(
        &self,
        inventory: &Inventory,
        make: impl FnMut(&Candidate, &Hook) -> Option<LiveHandler>,
    ) -> LoadHooksResult {
        self.load_also(inventory, make, Era::default(), |_| {})
    }

    /// As [`Self::load`], with what `also` registers beside: events see all of it at the same time. What belongs
    /// to it may be added later, as long as the `era` lasts.
    pub(crate) fn load_also(
        &self,
        inventory: &Inventory,
        mut make: impl FnMut(&Candidate, &Hook) -> Option<LiveHandler>,
        era: Era,
        also: impl FnOnce(&mut Fresh<'_>),
    ) -> LoadHooksResult {
        let result = LoadHooksResult::default();
        let mut fresh = Fresh { registry: self, snapshot: Snapshot::new(era), result };
        let mut failed = Vec::new();
        let mut uncounted = 0_usize;
        let mut report = check::check_each(inventory, |candidate, hook| {
            let Some(handler) = make(candidate, hook) else {
                uncounted = uncounted.saturating_add(usize::from(candidate.kind != Kind::Builtin));
                failed.push(check::name_of(candidate, hook));
                return;
            };
            let family = match candidate.kind {
                Kind::Gateway => Keys::Plugin,
                Kind::Hook | Kind::Legacy | Kind::Builtin => Keys::of(self.agent()),
            };
            let priority = inventory.priority(candidate, hook).into();
            let handler = LiveHandler { name: hook.name.clone(), priority, ..handler };
            fresh.put(family, candidate.events(hook), handler, true);
        });
        // What the agent's own loader would count too, until one of them is called and fails.
        report.all_run();
        fresh.result = LoadHooksResult {
            discovered: report.discovered,
            eligible: report.eligible,
            registered: report.registered.saturating_sub(uncounted),
            skipped: report.skipped,
            failed: report.failed.into_iter().chain(failed).collect(),
        };
        also(&mut fresh);
        let Fresh { snapshot, result, .. } = fresh;
        *self.write() = snapshot;
        result
    }
}
