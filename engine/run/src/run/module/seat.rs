//! The place of one module, for whoever calls it more than once.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::pool::{Pool, Slot};
use super::{ModuleSpec, Other, PluginHook, PluginRan};
use crate::runtime::outcome::Ran;

/// Where the worker of a module is found, or started where there is none: see [`Pool::seat`] and
/// [`Pool::own_seat`].
pub struct Seat {
    pool: Pool,
    spec: ModuleSpec,
    slot: Arc<Slot>,
    /// Nobody else has it.
    own: bool,
}

impl Pool {
    /// The place of a module, shared with all who mean the same hook. Its worker is ended as all are.
    pub(crate) fn seat(&self, spec: ModuleSpec) -> Seat {
        let slot = self.slot(&spec);
        Seat { pool: self.clone(), spec, slot, own: false }
    }

    /// A place that nobody else has. Its worker is kept for as long as the seat is, also where nothing
    /// happens and where files change.
    pub(crate) fn own_seat(&self, spec: ModuleSpec) -> Seat {
        Seat { pool: self.clone(), spec, slot: Arc::default(), own: true }
    }
}

impl Seat {
    /// What runs here.
    pub const fn spec(&self) -> &ModuleSpec {
        &self.spec
    }

    /// Loads the module and calls none of its functions: whether it has its export, and which hooks a plugin
    /// registers. A worker that has it loaded already is asked for nothing.
    ///
    /// # Errors
    /// The run that failed, with what the module wrote.
    pub async fn load(&self, limit: Duration) -> Result<Vec<PluginHook>, Box<Ran>> {
        Ok(self.registered(limit).await?.0)
    }

    /// The same, with what else a plugin registers.
    ///
    /// # Errors
    /// As [`Self::load`].
    pub async fn registered(
        &self,
        limit: Duration,
    ) -> Result<(Vec<PluginHook>, Vec<Other>), Box<Ran>> {
        self.pool.load(&self.slot, &self.spec, limit).await
    }

    /// Calls a hook that a plugin registered, or the one of a gateway handler. `context` is its event
    /// type's context with `data`; the handler may answer `{data?, block?, reason?}` (rule ). Where answers
    /// are `merged` by rules of the hook's own, what a typed handler returns comes back as it is.
    ///
    /// Several calls may be under way at once, as in the agent's own process.
    pub async fn call(
        &self,
        hook: &PluginHook,
        context: &Value,
        merged: bool,
        limit: Duration,
    ) -> PluginRan {
        let PluginHook { event, handle, .. } = hook;
        let line = json!({ "hook": {
            "handle": handle, "event": event, "context": context, "merged": merged,
        } });
        self.pool.say_beside(&self.slot, &self.spec, &line.to_string(), limit).await
    }

    /// Ends the worker. One that is busy ends after its run.
    pub fn release(&self) {
        self.slot.retire();
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        if self.own {
            self.slot.retire();
        }
    }
}
