//! The place of one module, for whoever calls it more than once.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::pool::{Pool, Slot};
use super::{ModuleSpec, PluginHook, PluginRan};
use crate::runtime::outcome::Ran;

/// Where the worker of a module is found, or started where there is none: see [`Pool::seat`] and
/// [`Pool::own_seat`].
pub struct Seat {
    pub(super) pool: Pool,
    pub(super) spec: ModuleSpec,
    pub(super) slot: Arc<Slot>,
    /// Nobody else has it.
    pub(super) own: bool,
}

impl Seat {
    /// What runs here.
    pub const fn spec(&self) -> &ModuleSpec {
        &self.spec
    }

    /// Loads the module and calls nothing of it: whether it has its export, and which hooks a plugin
    /// registers. A worker that has it loaded already is asked for nothing.
    ///
    /// # Errors
    /// The run that failed, with what the module wrote.
    pub async fn load(&self, limit: Duration) -> Result<Vec<PluginHook>, Box<Ran>> {
        self.pool.load(&self.slot, &self.spec, limit).await
    }

    /// Calls a hook that a plugin registered, or the one of a gateway handler. `context` is its event
    /// type's context with `data`; the handler may answer `{data?, block?, reason?}` (rule ).
    pub async fn call(&self, hook: &PluginHook, context: &Value, limit: Duration) -> PluginRan {
        let PluginHook { event, handle, .. } = hook;
        let line = json!({ "hook": { "handle": handle, "event": event, "context": context } });
        self.pool.say(&self.slot, &self.spec, &format!("{line}\n"), limit).await
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
