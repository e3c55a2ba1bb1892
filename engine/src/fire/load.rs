//! The hooks of an agent in a registry that lives on, for programs that use the engine as their hook
//! system; and whether all modules load.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt as _};
use tokio_util::sync::CancellationToken;

use super::handlers::{Maker, Runner, followed};
use super::modules::Caller;
use super::plugins::{handler_of, is_known, place};
use crate::discover::Candidate;
use crate::dispatch::{LiveHandler, Run, Verdict};
use crate::hook::Hook;
use crate::inventory::Inventory;
use crate::machine::Machine;
use crate::moment::Keys;
use crate::outcome::{Answer, Ran};
use crate::plugins::{self, Plugin};
use crate::registry::{Era, LoadHooksResult, Registry};
use crate::run::module::PluginHook;

/// How many modules are loaded at the same time only to see whether they load.
const AT_ONCE: usize = 4;

/// Registers what the agent would load: every hook of the inventory, run as [`fire`](super::fire) runs it,
/// and what the agent's plugins register. Hooks that a plugin adds while it runs are called from the next
/// event on. All that was registered before is cleared first, closures included.
///
/// Modules of hooks are loaded at their first event, plugins at once. A plugin that does not load, or that
/// asks for an event that there is not, is among `failed` by its id, and
/// [`Registry::on_failure`] is told why. Hooks of plugins count in `registered` and in nothing else.
///
/// Has to be called where handlers are to run: in a Tokio runtime with I/O and time. `registry` has to be
/// for the agent of the inventory.
///
/// ```no_run
/// # use std::sync::Arc;
/// # use tacklebox_engine::agent::Options;
/// # use tacklebox_engine::fire::{self, Runner};
/// # use tacklebox_engine::hook::AgentId;
/// # use tacklebox_engine::inventory::Inventory;
/// # use tacklebox_engine::machine::Machine;
/// # use tacklebox_engine::registry::Registry;
/// # async fn host() -> Result<(), Box<dyn std::error::Error>> {
/// let machine = Machine::real(None)?;
/// let registry = Arc::new(Registry::new(&machine, AgentId::Openclaw));
/// let inventory = Inventory::scan(&machine, AgentId::Openclaw, &Options::default());
/// let runner = Runner::new(&machine);
/// let loaded = fire::load(&runner, &machine, &inventory, &registry).await;
/// println!("{} hooks, not loaded: {:?}", loaded.registered, loaded.failed);
///
/// let event = registry.create_event("session-start", "agent:main:main", serde_json::json!({}))?;
/// let outcome = registry.trigger(event).await.all().await;
/// # Ok(()) }
/// ```
pub async fn load(
    runner: &Runner,
    machine: &Machine,
    inventory: &Inventory,
    registry: &Arc<Registry>,
) -> LoadHooksResult {
    let cancel = CancellationToken::new();
    let maker = lasting(runner, machine, inventory, &cancel);
    let plugins = on(machine, inventory);
    // Anew: what it had added by itself in an earlier life is gone.
    for caller in plugins.iter().filter_map(|plugin| maker.plugin(plugin).ok()) {
        caller.pool.release(&caller.spec);
    }
    let loaded = join_all(plugins.iter().map(|plugin| maker.loaded(plugin))).await;
    let era = Era::default();
    let (mut also, mut failed) = (Vec::new(), Vec::new());
    for (plugin, loaded) in plugins.iter().zip(loaded) {
        let tell = |why: &str| tell(registry, &plugin.id, "", why);
        let (caller, hooks) = match loaded {
            Ok(loaded) => loaded,
            Err(ran) => {
                tell(&reason(ran));
                failed.push(plugin.id.clone());
                continue;
            }
        };
        if let Some(why) = maker.unknown(&hooks) {
            tell(&why);
            failed.push(plugin.id.clone());
        }
        let live = Arc::new(Live {
            registry: Arc::downgrade(registry),
            era: era.clone(),
            known: Mutex::new(hooks.len()),
            caller,
        });
        also.extend(hooks.iter().filter(|hook| is_known(hook)).map(|hook| live.hook(hook)));
    }
    let count = also.len();
    let mut result = registry.load_also(
        inventory,
        |candidate, hook| match maker.try_make(candidate, hook) {
            Ok(handler) => Some(handler),
            Err(why) => {
                tell(registry, &hook.name, "", &why);
                None
            }
        },
        also,
        era,
    );
    result.registered += count;
    result.failed.extend(failed);
    result
}

/// A plugin whose hooks are registered, and may become more.
struct Live {
    registry: Weak<Registry>,
    era: Era,
    /// How many of its hooks are known.
    known: Mutex<usize>,
    caller: Arc<Caller>,
}

impl Live {
    fn hook(self: &Arc<Self>, hook: &PluginHook) -> (String, LiveHandler) {
        let this = Arc::clone(self);
        let run = handler_of(&self.caller, hook, move |all| this.take_in(all));
        let handler = followed(&self.caller.name, None, &self.caller.cancel, run);
        (hook.event.clone(), handler.priority(place(hook)))
    }

    /// Registers what is new, unless the registry was loaded or cleared since.
    fn take_in(self: &Arc<Self>, all: &[PluginHook]) {
        let Some(registry) = self.registry.upgrade() else { return };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        for hook in all.iter().skip(*known) {
            if is_known(hook) {
                let (key, handler) = self.hook(hook);
                registry.register_in(&self.era, Keys::Plugin, &key, handler);
            } else {
                let why = format!("It asks for the event {}, which there is not.", hook.event);
                tell(&registry, &self.caller.name, &hook.event, &why);
            }
        }
        *known = all.len().max(*known);
    }
}

/// A module that does not load, or lacks its export.
pub(crate) struct Unloaded<'a> {
    /// None for a plugin.
    pub hook: Option<(&'a Candidate, &'a Hook)>,
    /// The plugin's id.
    pub plugin: Option<String>,
    pub file: PathBuf,
    pub why: String,
}

/// Imports the module of each of these hooks, and of each plugin that is on, in a worker of its own
/// that is ended at once, and calls no handler. What is left over when it is cancelled counts as not
/// loaded. Tells how many hooks the plugins have, too.
pub(crate) async fn unloaded<'a>(
    runner: &Runner,
    machine: &Machine,
    inventory: &Inventory,
    hooks: Vec<(&'a Candidate, &'a Hook)>,
    cancel: &CancellationToken,
) -> (Vec<Unloaded<'a>>, usize) {
    let maker = &lasting(runner, machine, inventory, cancel);
    let modules = hooks.into_iter().filter_map(|(candidate, hook)| {
        let caller = maker.caller(hook.name.clone(), maker.module_spec(candidate, hook)?);
        Some(async move {
            let loaded = caller.load().await;
            caller.pool.release(&caller.spec);
            let (hook, file) = (Some((candidate, hook)), caller.spec.file);
            Some(Unloaded { hook, plugin: None, file, why: reason(*loaded.err()?) })
        })
    });
    let modules: Vec<_> = stream::iter(modules).buffered(AT_ONCE).collect().await;
    let plugins = on(machine, inventory);
    let plugins = plugins.iter().map(|plugin| async move {
        let loaded = maker.loaded(plugin).await;
        let (count, why) = match loaded {
            Ok((caller, hooks)) => {
                caller.pool.release(&caller.spec);
                (hooks.iter().filter(|hook| is_known(hook)).count(), maker.unknown(&hooks))
            }
            Err(ran) => (0, Some(reason(ran))),
        };
        let file = plugin.entry.clone().unwrap_or_else(|_| plugin.dir.clone());
        let plugin = Some(plugin.id.clone());
        (count, why.map(|why| Unloaded { hook: None, plugin, file, why }))
    });
    let plugins: Vec<_> = stream::iter(plugins).buffered(AT_ONCE).collect().await;
    let count = plugins.iter().map(|(count, _)| count).sum();
    let all = modules.into_iter().chain(plugins.into_iter().map(|(_, unloaded)| unloaded));
    (all.flatten().collect(), count)
}

/// A maker of handlers that nobody follows.
fn lasting<'a>(
    runner: &'a Runner,
    machine: &'a Machine,
    inventory: &'a Inventory,
    cancel: &'a CancellationToken,
) -> Maker<'a> {
    Maker {
        runner,
        machine,
        agent: inventory.agent(),
        scratch: None,
        watch: None,
        cancel,
        facts: OnceLock::new(),
    }
}

/// The plugins that the agent would load.
fn on(machine: &Machine, inventory: &Inventory) -> Vec<Plugin> {
    let all = plugins::list(machine, inventory.agent());
    all.into_iter().filter(|plugin| plugin.left_out.is_none()).collect()
}

fn tell(registry: &Registry, hook: &str, key: &str, why: &str) {
    registry.host().tell(Run {
        hook,
        key,
        outcome: Verdict::Failed,
        reason: Some(why),
        duration: std::time::Duration::ZERO,
        seen: None,
    });
}

/// Why a module did not load.
fn reason(ran: Ran) -> String {
    match ran.answer {
        Answer::Failed(why) => why,
        Answer::TimedOut(limit) => format!("It was not loaded after {} seconds.", limit.as_secs()),
        _ => "It was not loaded.".to_owned(),
    }
}
