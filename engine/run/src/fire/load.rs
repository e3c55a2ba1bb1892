//! The hooks of an agent in a registry that lives on, for programs that use the engine as their hook
//! system; and whether all modules load.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt as _};
use tokio_util::sync::CancellationToken;

use super::handlers::{Maker, Runner};
use super::live::{self, tell};
use super::plugins::reason;
use crate::run::module::Pool;
use crate::runtime::registry::{Era, Fresh, LoadHooksResult, Registry};
use tacklebox_agents::hook::Hook;
use tacklebox_inventory::check;
use tacklebox_inventory::discover::Candidate;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{self, Plugin};
use tacklebox_machine::machine::Machine;

/// How many modules are loaded at the same time only to see whether they load.
const AT_ONCE: usize = 4;

/// Registers what the agent would load: every hook of the inventory, run as [`fire`](super::fire) runs it,
/// and what the agent's plugins register. All that was registered before is cleared first, closures included:
/// what the program itself wants to be called is to be registered again, or handed to
/// [`keep_loaded`](super::keep_loaded).
///
/// Modules of hooks are loaded at their first event, or here where the runner is [`Runner::eager`], and again
/// after [`Runner::changed`]. Plugins are loaded at
/// once, each into a process that is kept for as long as its hooks are registered, so that those are called
/// which it adds while it runs, from the next event on. Should its process end, the next event starts another:
/// what the plugin adds again is called again, and the rest is unregistered. A plugin that does not load, or that
/// asks for an event that there is not, is among `failed` by its id, and
/// [`Registry::on_failure`] is told why. Hooks of plugins count in `registered` and in nothing else.
///
/// Has to be called where handlers are to run: in a Tokio runtime with I/O and time. `registry` has to be
/// for the agent of the inventory.
///
/// ```no_run
/// # use std::sync::Arc;
/// # use tacklebox_agents::agent::Options;
/// # use tacklebox_run::fire::{self, Runner};
/// # use tacklebox_agents::hook::AgentId;
/// # use tacklebox_inventory::inventory::Inventory;
/// # use tacklebox_machine::machine::Machine;
/// # use tacklebox_run::runtime::registry::Registry;
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
    load_with(runner, machine, inventory, registry, |_| {}).await
}

/// As [`load`], with what the program itself registers: events see both at the same time.
pub(super) async fn load_with(
    runner: &Runner,
    machine: &Machine,
    inventory: &Inventory,
    registry: &Arc<Registry>,
    own: impl FnOnce(&mut Fresh<'_>),
) -> LoadHooksResult {
    let cancel = CancellationToken::new();
    let maker = lasting(runner, machine, inventory, &cancel);
    let plugins = on(machine, inventory);
    // In processes of their own: calls that are under way still have those of the last loading.
    let loaded = join_all(plugins.iter().map(|plugin| maker.loaded_apart(plugin))).await;
    let unloaded = if runner.eager { eagerly(&maker, inventory).await } else { HashMap::new() };
    let era = Era::default();
    let make = |candidate: &Candidate, hook: &Hook| {
        // As in the agent, what does not load is not registered.
        let made: Result<_, String> = match unloaded.get(&hook.id) {
            Some(why) => Err(why.clone()),
            None => maker.try_make(candidate, hook),
        };
        made.map_err(|why| tell(registry, &hook.name, "", &why)).ok()
    };
    registry.load_also(inventory, make, era.clone(), |fresh| {
        for (plugin, loaded) in plugins.iter().zip(loaded) {
            let why = match loaded {
                Ok((caller, hooks)) => {
                    live::register(registry, &era, plugin, caller, &hooks, fresh);
                    maker.unknown(&hooks)
                }
                Err(ran) => Some(reason(ran)),
            };
            if let Some(why) = why {
                tell(registry, &plugin.id, "", &why);
                fresh.failed(&plugin.id);
            }
        }
        own(fresh);
    })
}

/// Loads the modules of all hooks that the agent would load into the workers that their events come to:
/// those that do not load, by their ids, and why.
async fn eagerly(maker: &Maker<'_>, inventory: &Inventory) -> HashMap<String, String> {
    let mut callers = Vec::new();
    check::check_each(inventory, |candidate, hook| {
        if let Some(spec) = maker.module_spec(candidate, hook) {
            let caller = maker.caller(hook.name.clone(), maker.runner.pool.seat(spec));
            callers.push((hook.id.clone(), caller));
        }
    });
    let loads = callers.into_iter().map(|(id, caller)| async move {
        let failed = caller.load().await.err()?;
        Some((id, reason(*failed)))
    });
    let all: Vec<_> = stream::iter(loads).buffered(AT_ONCE).collect().await;
    all.into_iter().flatten().collect()
}

/// The module of a hook that does not load, or lacks its export.
pub(super) struct Unloaded<'a> {
    pub hook: (&'a Candidate, &'a Hook),
    pub file: PathBuf,
    pub why: String,
}

/// Imports the module of each of these hooks in a worker of its own of this pool, which is ended at once, and calls
/// no handler. What is left over when it is cancelled counts as not loaded.
pub(super) async fn unloaded<'a>(
    maker: &Maker<'_>,
    hooks: Vec<(&'a Candidate, &'a Hook)>,
    pool: &Pool,
) -> Vec<Unloaded<'a>> {
    let modules = hooks.into_iter().filter_map(|(candidate, hook)| {
        let spec = maker.module_spec(candidate, hook)?;
        let caller = maker.caller(hook.name.clone(), pool.seat(spec));
        Some(async move {
            let loaded = caller.load().await;
            caller.seat.release();
            let (hook, file) = ((candidate, hook), caller.seat.spec().file.clone());
            Some(Unloaded { hook, file, why: reason(*loaded.err()?) })
        })
    });
    let modules: Vec<_> = stream::iter(modules).buffered(AT_ONCE).collect().await;
    modules.into_iter().flatten().collect()
}

/// A plugin that was loaded only to see whether it loads.
pub(super) struct Looked {
    pub plugin: Plugin,
    /// Whether the agent has it after that.
    pub loaded: bool,
    /// Why not, or what of it the agent ignores.
    pub why: Option<String>,
}

/// The same for each plugin that is on, in one of the runner's workers.
pub(super) async fn plugins_looked_at(maker: &Maker<'_>, inventory: &Inventory) -> Vec<Looked> {
    let shipped = maker.agent.dialect.rules.typed.is_shipped();
    let all = on(maker.machine, inventory).into_iter().map(|plugin| async move {
        match maker.loaded(&plugin).await {
            Ok((caller, hooks)) => {
                caller.seat.release();
                let why = maker.unknown(&hooks);
                // Agents that ship only ignore what they do not know.
                Looked { plugin, loaded: shipped || why.is_none(), why }
            }
            Err(ran) => Looked { plugin, loaded: false, why: Some(reason(ran)) },
        }
    });
    stream::iter(all).buffered(AT_ONCE).collect().await
}

/// A maker of handlers that nobody follows.
pub(super) fn lasting<'a>(
    runner: &'a Runner,
    machine: &'a Machine,
    inventory: &'a Inventory,
    cancel: &'a CancellationToken,
) -> Maker<'a> {
    Maker {
        modules: runner.pool.clone(),
        runner,
        machine,
        agent: inventory.agent(),
        scratch: None,
        boxed: None,
        watch: None,
        cancel,
        facts: OnceLock::new(),
    }
}

/// The plugins that the agent would load.
fn on(machine: &Machine, inventory: &Inventory) -> Vec<Plugin> {
    let all = plugins::list(machine, inventory.agent());
    all.into_iter().filter(Plugin::is_run).collect()
}
