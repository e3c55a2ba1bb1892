//! Who listens to which event: closures of the host and loaded hooks, side by side, in the order of
//! the agent's rules (rules R-3 and R-4).
//!
//! ```
//! use serde_json::json;
//! use tacklebox_run::runtime::dispatch::LiveHandler;
//! use tacklebox_agents::hook::AgentId;
//! use tacklebox_machine::machine::{Machine, Platform};
//! use tacklebox_run::runtime::outcome::Ran;
//! use tacklebox_run::runtime::registry::Registry;
//!
//! # tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
//! let machine = Machine::new(Platform::Linux, "/home/ada", Default::default());
//! let registry = Registry::new(&machine, AgentId::Milady);
//! registry
//!     .register("command:new", LiveHandler::sync("greeter", |_| Ran::saying("Starting fresh!")))
//!     .unwrap();
//!
//! let event = registry.create_event("command:new", "my-session", json!({"userId": "abc"})).unwrap();
//! let outcome = registry.trigger(event).await.all().await;
//! assert_eq!(outcome.messages(), ["Starting fresh!"]);
//! # });
//! ```

mod load;
mod snapshot;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use serde_json::Value;

use crate::runtime::breaker::Breaker;
use crate::runtime::event::{Event, UnknownEvent};
use crate::runtime::handler::{Limit, LiveHandler};
use crate::runtime::outcome::Run;
use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::hook::AgentId;
use tacklebox_agents::moment::Keys;
use tacklebox_machine::machine::Machine;

pub use load::{Fresh, LoadHooksResult};
pub(crate) use snapshot::{Era, Listeners, Registered};
use snapshot::{Hooked, Snapshot};

/// The handlers of one agent.
///
/// Everything can be changed while events are under way, from any thread and from handlers too: an
/// event calls exactly those that were registered when it was triggered.
pub struct Registry {
    dialect: &'static Dialect,
    host: Arc<Host>,
    current: RwLock<Snapshot>,
    next: AtomicU64,
}

/// What handlers need of who runs them, also when nobody waits for them any more.
pub(crate) struct Host {
    pub machine: Machine,
    on_failure: Option<OnFailure>,
}

type OnFailure = Arc<dyn Fn(Run<'_>) + Send + Sync>;

impl Host {
    /// Tells of a run that failed or took too long.
    pub fn tell(&self, run: Run<'_>) {
        if let Some(tell) = &self.on_failure {
            tell(run);
        }
    }
}

/// What [`Registry::unregister`] wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Registration(u64);

impl Registry {
    /// An empty one, by this agent's rules.
    pub fn new(machine: &Machine, agent: AgentId) -> Self {
        Self::by(machine, agent.dialect())
    }

    /// An empty one, by the rules of a version of an agent.
    pub fn by(machine: &Machine, dialect: &'static Dialect) -> Self {
        Self {
            dialect,
            host: Arc::new(Host { machine: machine.clone(), on_failure: None }),
            current: RwLock::default(),
            next: AtomicU64::new(0),
        }
    }

    /// Tells of every failed run: the place for a log. An error stops neither the event nor the program.
    #[must_use]
    pub fn on_failure(mut self, tell: impl Fn(Run<'_>) + Send + Sync + 'static) -> Self {
        let machine = self.host.machine.clone();
        self.host = Arc::new(Host { machine, on_failure: Some(Arc::new(tell)) });
        self
    }

    /// The rules by which it works.
    pub const fn dialect(&self) -> &'static Dialect {
        self.dialect
    }

    /// The agent by whose rules it works.
    pub const fn agent(&self) -> AgentId {
        self.dialect.agent
    }

    /// An event that happens now, with `key` as the agent spells it (`command:new`, `BeforeToolCall`).
    ///
    /// # Errors
    /// When the agent has no such event, with the nearest that it has.
    pub fn create_event(
        &self,
        key: &str,
        session_key: impl Into<String>,
        data: Value,
    ) -> Result<Event, UnknownEvent> {
        Event::create_by(&self.host.machine, self.dialect, key, session_key, data)
    }

    /// Has a handler called for an event key: in the family of Milady, Eliza and OpenClaw `type:action`
    /// or `type` for all of its actions.
    ///
    /// # Errors
    /// When the agent has no such event: the handler would never be called.
    pub fn register(&self, key: &str, handler: LiveHandler) -> Result<Registration, UnknownEvent> {
        Ok(self.add(self.family(key)?, &[key], handler, false))
    }

    fn family(&self, key: &str) -> Result<Keys, UnknownEvent> {
        let found = self.dialect.dispatch_of(key);
        let (policy, _) = found.ok_or_else(|| UnknownEvent::new(self.agent(), key))?;
        Ok(policy.keys)
    }

    /// Has one hook called for several keys of a family, as loading it would: a key that the agent does not
    /// know is taken, and no event ever comes for it.
    pub(crate) fn register_hook(
        &self,
        family: Keys,
        keys: &[impl AsRef<str>],
        handler: LiveHandler,
    ) -> Registration {
        self.add(family, keys, handler, true)
    }

    /// As [`Self::register_hook`], unless hooks were loaded or cleared since: then it would come too late.
    pub(crate) fn register_in(
        &self,
        era: &Era,
        family: Keys,
        key: &str,
        handler: LiveHandler,
    ) -> Option<Registration> {
        let hook = self.hooked(family, handler, true);
        let mut current = self.write();
        if !current.is_of(era) {
            return None;
        }
        self.put(&mut current, family, &[key], &hook);
        Some(Registration(hook.id))
    }

    fn add(
        &self,
        family: Keys,
        keys: &[impl AsRef<str>],
        handler: LiveHandler,
        timed: bool,
    ) -> Registration {
        let hook = self.hooked(family, handler, timed);
        let mut current = self.write();
        self.put(&mut current, family, keys, &hook);
        Registration(hook.id)
    }

    fn hooked(&self, family: Keys, handler: LiveHandler, timed: bool) -> Arc<Hooked> {
        let breaker = self.dialect.policy(family).and_then(|policy| policy.breaker);
        Arc::new(Hooked {
            id: self.next.fetch_add(1, Relaxed),
            name: handler.name,
            priority: handler.priority,
            limit: match handler.limit {
                Limit::Agent => Some(Duration::from_secs(self.dialect.default_timeout_secs.into())),
                Limit::Own(limit) => Some(limit),
                Limit::Handler => None,
            },
            call: handler.call,
            timed,
            breaker: breaker.map(Breaker::new),
        })
    }

    fn put(
        &self,
        snapshot: &mut Snapshot,
        family: Keys,
        keys: &[impl AsRef<str>],
        hook: &Arc<Hooked>,
    ) {
        let Some(policy) = self.dialect.policy(family) else { return };
        for key in keys {
            snapshot.insert(policy, &self.dialect.spelled(key.as_ref()), hook);
        }
    }

    /// Takes a handler away from all of its keys; whether it was still there. Events under way may still
    /// call it.
    pub fn unregister(&self, registration: Registration) -> bool {
        self.write().remove(registration.0)
    }

    /// Takes all handlers away, loaded ones and closures alike.
    pub fn clear(&self) {
        *self.write() = Snapshot::default();
    }

    /// The event keys that have a handler, by family and then by name.
    pub fn keys(&self) -> Vec<String> {
        let current = self.read();
        let families = self.dialect.dispatch.iter();
        families.flat_map(|policy| current.keys(policy.keys)).map(str::to_owned).collect()
    }

    /// Who is to be called for an event, as of now.
    pub(crate) fn listeners(&self, event: &Event) -> Listeners {
        self.read().listeners(event)
    }

    pub(crate) const fn host(&self) -> &Arc<Host> {
        &self.host
    }

    fn read(&self) -> RwLockReadGuard<'_, Snapshot> {
        self.current.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Snapshot> {
        self.current.write().unwrap_or_else(PoisonError::into_inner)
    }
}
