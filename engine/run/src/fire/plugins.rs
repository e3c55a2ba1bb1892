//! OpenClaw's plugins as an event reaches them: each is loaded, and of the hooks that it registered those
//! for the event are called (rules R-4).

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;

use super::FireError;
use super::handlers::{Maker, followed};
use super::modules::Caller;
use crate::run::module::{
    HookForm, ModuleKind, ModuleSpec, PluginAbout, PluginApi, PluginHook, Seat,
};
use crate::runtime::dispatch::{Called, LiveHandler};
use crate::runtime::outcome::{Answer, Ran};
use crate::runtime::registry::Registry;
use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::dialect::policy::Order;
use tacklebox_agents::dialect::sdk::Sdk;
use tacklebox_agents::dialect::typed::{Typed, TypedHook, typed_hook};
use tacklebox_agents::moment::{self, Keys};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{self, By, Listening, Plugin};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// The plugins that may listen to an event and are wanted, off and refused ones too.
pub(super) fn plugins_of(
    machine: &Machine,
    inventory: &Inventory,
    key: &str,
    wanted: impl Fn(Listening, &Plugin) -> bool,
) -> Vec<Plugin> {
    let Some(how) = plugins::listening(inventory.agent(), key) else { return Vec::new() };
    let registers = plugins::registers_hooks(machine);
    let mut all = plugins::list(machine, inventory.agent());
    all.retain(|plugin| wanted(how, plugin) && (how == Listening::Own || registers(plugin)));
    all
}

impl Maker<'_> {
    /// The module of a plugin, with what the agent would tell it.
    ///
    /// # Errors
    /// Why the agent refuses the plugin.
    fn plugin_spec(&self, plugin: &Plugin) -> Result<ModuleSpec, String> {
        let rules = self.agent.dialect.plugins.as_ref();
        let home = &self.agent.home;
        let about = PluginAbout {
            name: plugin.name.clone(),
            version: plugin.version.clone(),
            description: plugin.description.clone(),
            root_dir: plugin.dir.clone(),
            agent_version: self.agent.runtime.runtime.version.to_owned(),
            state_dir: self.boxed.map_or_else(|| home.clone(), |boxed| boxed.state()),
        };
        let api = PluginApi {
            id: plugin.id.clone(),
            about,
            config: self.facts().config().clone(),
            plugin_config: plugin.filled.clone(),
            shipped: self.agent.dialect.rules.typed.is_shipped(),
            registers: rules.map_or(&[], |rules| rules.registers),
            sdk: rules.map_or(Sdk::Unknown, |rules| rules.sdk),
        };
        Ok(ModuleSpec {
            hook: plugin.hook_id.clone(),
            dir: plugin.dir.clone(),
            file: plugin.module()?.to_owned(),
            kind: ModuleKind::Plugin(Box::new(api)),
            env: self.scratch_env().into_iter().collect(),
            cwd: self.scratch.unwrap_or(&self.agent.workspace).to_owned(),
            boxed: self.boxed.cloned(),
            goes_on: self.agent.dialect.rules.typed.is_shipped(),
            // A file that the config names has no folder of its own.
            own: plugin.single.is_none(),
        })
    }

    /// A plugin's caller and its hooks, read again where a file of it changed.
    pub async fn loaded(&self, plugin: &Plugin) -> Result<(Arc<Caller>, Vec<PluginHook>), Ran> {
        let seat = self.runner.pool.seat(self.plugin_spec(plugin).map_err(Ran::failed)?);
        if self.runner.plugins.changed(plugin) {
            seat.release();
        }
        self.load_in(plugin, seat).await
    }

    /// As [`Self::loaded`], in a process that nobody else uses and that lives as long as the caller.
    pub(crate) async fn loaded_apart(
        &self,
        plugin: &Plugin,
    ) -> Result<(Arc<Caller>, Vec<PluginHook>), Ran> {
        let spec = self.plugin_spec(plugin).map_err(Ran::failed)?;
        self.load_in(plugin, self.runner.pool.own_seat(spec)).await
    }

    async fn load_in(
        &self,
        plugin: &Plugin,
        seat: Seat,
    ) -> Result<(Arc<Caller>, Vec<PluginHook>), Ran> {
        let caller = Arc::new(self.caller(plugin.id.clone(), seat));
        let hooks = caller.load().await.map_err(|ran| *ran)?;
        Ok((caller, hooks))
    }

    /// What a plugin asks for that the agent does not have, in a sentence for each.
    pub fn unknown(&self, hooks: &[PluginHook]) -> Option<String> {
        let mut unknown: Vec<String> = Vec::new();
        for hook in hooks.iter().filter(|hook| !is_known(self.agent.dialect, hook)) {
            let by = if hook.form == HookForm::Typed { By::On } else { By::Hook };
            let why = plugins::ignored(self.agent, by, &hook.event);
            if !unknown.contains(&why) {
                unknown.push(why);
            }
        }
        (!unknown.is_empty()).then(|| unknown.join(" "))
    }

    /// Loads plugins and registers what they have for an event. One that cannot be loaded, or that asks for
    /// an event that there is not, answers with the reason.
    ///
    /// # Errors
    /// Where `only` one plugin is asked for and it does not listen to the event.
    pub(crate) async fn register_plugins(
        &self,
        registry: &Registry,
        plugins: &[Plugin],
        key: &str,
        only: bool,
    ) -> Result<(), FireError> {
        let dialect = self.agent.dialect;
        // No plugin is asked about an event that the agent does not have.
        let Some((policy, _)) = dialect.dispatch_of(key) else { return Ok(()) };
        let family = policy.keys;
        let all = join_all(plugins.iter().map(|plugin| self.loaded(plugin))).await;
        for (plugin, loaded) in plugins.iter().zip(all) {
            let add = |handler| {
                registry.register_hook(family, &[key], handler);
            };
            let (caller, hooks) = match loaded {
                Ok(loaded) => loaded,
                Err(ran) => {
                    add(self.answering(plugin, Ran::of(Answer::Unregistered(reason(ran)))));
                    continue;
                }
            };
            let keyed = |hook| Some((hook, key_of(dialect, hook)?));
            let for_it =
                |(_, (its, own)): &(_, (Keys, String))| *its == family && policy.hears(own, key);
            let mut listens = hooks.iter().filter_map(keyed).filter(for_it).peekable();
            let unknown = self.unknown(&hooks);
            if only && listens.peek().is_none() && unknown.is_none() {
                return Err(FireError::NotListening {
                    title: plugin.id.clone(),
                    key: key.to_owned(),
                    listens: listened_to(dialect, &hooks),
                });
            }
            for (hook, (_, own)) in listens {
                if let Some(why) = barred(dialect, plugin, hook) {
                    let ran = Ran::of(Answer::Skipped(why));
                    add(self.answering(plugin, ran).priority(place(dialect, hook)));
                    continue;
                }
                let terms = Terms::of(dialect, plugin, hook);
                let handler = handler_of(&caller, hook, terms, |_| {});
                let handler = followed(&plugin.hook_id, self.watch, self.cancel, handler);
                registry.register_hook(family, &[own], handler.priority(place(dialect, hook)));
            }
            if let Some(why) = unknown {
                // Behind all hooks: it is not part of what they make of the event.
                let last = place_of(dialect, f64::MAX);
                let ran = Ran::of(Answer::Unregistered(why));
                add(self.answering(plugin, ran).priority(last));
            }
        }
        Ok(())
    }

    /// What stands for a plugin before anybody ran it, or in the place of one that does not run.
    pub(crate) fn answering(&self, plugin: &Plugin, ran: Ran) -> LiveHandler {
        let run = move |_| {
            let ran = ran.clone();
            Box::pin(async move { ran }) as Called
        };
        followed(&plugin.hook_id, self.watch, self.cancel, Box::new(run))
    }
}

/// Why a module did not load.
pub(super) fn reason(ran: Ran) -> String {
    match ran.answer {
        Answer::Failed(why) => why,
        Answer::TimedOut(limit) => format!("It was not loaded after {} seconds.", limit.as_secs()),
        _ => "It was not loaded.".to_owned(),
    }
}

/// Whether the agent has the event that a hook asks for.
pub(super) fn is_known(dialect: &Dialect, hook: &PluginHook) -> bool {
    match hook.form {
        HookForm::Object => key_of(dialect, hook).is_some(),
        HookForm::Typed => typed_of(dialect, &hook.event).is_some(),
        // An unknown one is never called, as in a `HOOK.md`.
        HookForm::Internal => true,
    }
}

/// The typed hook of a name, in the version in force; where that is the text, which knows none, in any.
fn typed_of(dialect: &Dialect, name: &str) -> Option<&'static TypedHook> {
    match dialect.rules.typed {
        Typed::Unknown => typed_hook(name),
        typed => typed.named(name),
    }
}

/// The family and the key of the event that a hook is called for. None where it is called for none: by the text,
/// plugins listen neither to events of `HOOK.md` nor to a typed hook that is not among the moments.
pub(super) fn key_of(dialect: &Dialect, hook: &PluginHook) -> Option<(Keys, String)> {
    let typed = dialect.rules.typed;
    let key = match hook.form {
        HookForm::Object => hook.event.clone(),
        HookForm::Typed => typed_of(dialect, &hook.event)?.name.replace('_', "-"),
        HookForm::Internal => {
            let own = Keys::of(dialect.agent);
            let (policy, _) = dialect.dispatch_of(&hook.event)?;
            return (typed.is_shipped() && policy.keys == own).then(|| (own, hook.event.clone()));
        }
    };
    let known = typed.find(&key).is_some() || moment::find(Keys::Plugin, &key).is_some();
    known.then_some((Keys::Plugin, key))
}

/// Why the agent skips a hook of a plugin that it loads; none where it calls it.
pub(super) fn barred(dialect: &Dialect, plugin: &Plugin, hook: &PluginHook) -> Option<String> {
    match hook.form {
        HookForm::Object => None,
        HookForm::Typed => plugin.barred(dialect.rules.typed.named(&hook.event)?),
        HookForm::Internal => (!plugin.hooks_on).then(|| "hooks are off as a whole".to_owned()),
    }
}

/// On which terms the config lets a plugin's hook be called.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    /// What the agent takes out of its answers: what adds to prompts, where the plugin is kept from them.
    without: &'static [&'static str],
    /// How long it may take, whatever it asks for.
    limit: Option<Duration>,
}

impl Terms {
    pub fn of(dialect: &Dialect, plugin: &Plugin, hook: &PluginHook) -> Self {
        let typed = dialect.rules.typed.named(&hook.event).filter(|_| hook.form == HookForm::Typed);
        Self {
            without: typed.filter(|_| !plugin.injects).map_or(&[], |typed| typed.stripped),
            limit: typed.and_then(|typed| plugin.limit(typed.name)),
        }
    }
}

/// The place of a plugin's hook among all: of the shipped form the higher priority runs earlier, of the text's
/// the lower one, whichever way the rules in force count.
pub(super) fn place(dialect: &Dialect, hook: &PluginHook) -> f64 {
    place_of(dialect, if hook.form == HookForm::Typed { -hook.priority } else { hook.priority })
}

/// The priority, by the rules in force, of what comes the later the higher the number is.
fn place_of(dialect: &Dialect, later: f64) -> f64 {
    let highest = dialect.policy(Keys::Plugin).map(|policy| policy.order);
    if highest == Some(Order::HighestFirst) { -later } else { later }
}

/// A call of one of a plugin's hooks. `added` learns of all of its hooks, where they may be others than before.
pub(super) fn handler_of(
    caller: &Arc<Caller>,
    hook: &PluginHook,
    terms: Terms,
    added: impl Fn(&[PluginHook]) + Clone + Send + Sync + 'static,
) -> super::handlers::Run {
    let (caller, mut hook) = (Arc::clone(caller), hook.clone());
    hook.limit = terms.limit.or(hook.limit);
    Box::new(move |event| {
        let (caller, hook, added) = (Arc::clone(&caller), hook.clone(), added.clone());
        Box::pin(async move {
            let mut called = caller.call(&hook, &event).await;
            if let Answer::Returned(returned) = &mut called.ran.answer {
                returned.strip(terms.without);
            }
            if let Some(hooks) = called.hooks {
                added(&hooks);
            }
            called.ran
        })
    })
}

fn listened_to(dialect: &Dialect, hooks: &[PluginHook]) -> String {
    let heard = hooks.iter().filter(|hook| key_of(dialect, hook).is_some());
    let mut events: Vec<String> = heard.map(|hook| hook.event.clone()).collect();
    events.sort_unstable();
    events.dedup();
    if events.is_empty() { "nothing".to_owned() } else { words::any_of(events) }
}
