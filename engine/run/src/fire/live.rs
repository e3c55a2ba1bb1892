//! Plugins in a registry that lives on: which hooks of theirs are registered, while they add some and while
//! their processes come and go.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::handlers::followed;
use super::modules::Caller;
use super::plugins::{Terms, barred, handler_of, is_known, key_of, place};
use crate::run::module::PluginHook;
use crate::runtime::dispatch::{LiveHandler, Run, Verdict};
use crate::runtime::registry::{Era, Fresh, Registration, Registry};
use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::moment::Keys;
use tacklebox_inventory::plugins::Plugin;

/// A plugin whose hooks are registered, and may become more.
struct Live {
    registry: Weak<Registry>,
    era: Era,
    /// Its hooks in the order of registration; None for what is not registered.
    known: Mutex<Vec<(PluginHook, Option<Registration>)>>,
    caller: Arc<Caller>,
    plugin: Plugin,
    /// By whose rules.
    dialect: &'static Dialect,
}

/// Registers the hooks that a plugin has now, and sees to those that it adds.
pub(super) fn register(
    registry: &Arc<Registry>,
    era: &Era,
    plugin: &Plugin,
    caller: Arc<Caller>,
    hooks: &[PluginHook],
    fresh: &mut Fresh<'_>,
) {
    let dialect = registry.dialect();
    let (registry, era) = (Arc::downgrade(registry), era.clone());
    let (known, plugin) = (Mutex::default(), plugin.clone());
    let live = Arc::new(Live { registry, era, known, caller, plugin, dialect });
    let mut register = |hook: &PluginHook| {
        let (family, key) = live.called_for(hook)?;
        Some(fresh.plugin_hook(family, &key, live.handler(hook)))
    };
    let known = hooks.iter().map(|hook| (hook.clone(), register(hook))).collect();
    *live.known.lock().unwrap_or_else(PoisonError::into_inner) = known;
}

impl Live {
    /// The event that a hook is called for. None too where the agent skips it.
    fn called_for(&self, hook: &PluginHook) -> Option<(Keys, String)> {
        key_of(self.dialect, hook).filter(|_| barred(self.dialect, &self.plugin, hook).is_none())
    }

    fn handler(self: &Arc<Self>, hook: &PluginHook) -> LiveHandler {
        let this = Arc::clone(self);
        let terms = Terms::of(self.dialect, &self.plugin, hook);
        let run = handler_of(&self.caller, hook, terms, move |all| this.take_in(all));
        followed(&self.caller.name, None, &self.caller.cancel, run)
            .priority(place(self.dialect, hook))
    }

    /// Registers what is new and takes away what is gone, unless the registry was loaded or cleared since.
    fn take_in(self: &Arc<Self>, all: &[PluginHook]) {
        let Some(registry) = self.registry.upgrade() else { return };
        for (key, why) in self.compare(&registry, all) {
            tell(&registry, &self.caller.name, &key, &why);
        }
    }

    /// What is to be told of it: outside of the lock, since whoever is told may trigger events.
    fn compare(self: &Arc<Self>, registry: &Registry, all: &[PluginHook]) -> Vec<(String, String)> {
        let mut told = Vec::new();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let same = known.iter().zip(all).take_while(|((known, _), now)| known == *now).count();
        for (hook, registration) in known.drain(same..) {
            if registration.is_some_and(|registration| registry.unregister(registration)) {
                let why = format!(
                    "Its process ended, and with it the hook for {} that the plugin had added while it ran.",
                    hook.event
                );
                told.push((hook.event, why));
            }
        }
        for hook in all.iter().skip(same) {
            if !is_known(self.dialect, hook) {
                let why = format!("It asks for the event {}, which does not exist.", hook.event);
                told.push((hook.event.clone(), why));
            }
            let registration = self.called_for(hook).and_then(|(family, key)| {
                registry.register_in(&self.era, family, &key, self.handler(hook))
            });
            known.push((hook.clone(), registration));
        }
        told
    }
}

/// Tells the host why something of a hook is not registered.
pub(super) fn tell(registry: &Registry, hook: &str, key: &str, why: &str) {
    registry.host().tell(Run {
        hook,
        key,
        outcome: Verdict::Failed,
        reason: Some(why),
        duration: std::time::Duration::ZERO,
        seen: None,
    });
}
