//! An event fired at hooks for real, outside of the agent: what `hooks fire` and *Try it* do. The rules
//! are the agent's (rules ); what runs does so with the user's rights.

mod as_sent;
mod beside;
mod check;
mod facts;
mod find_out;
mod handlers;
mod keep;
mod live;
mod load;
mod modules;
mod plugin_files;
mod plugins;
mod preview;
mod record;
mod report;
mod said;
#[cfg(test)]
mod tests;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::boxed::{Boxed, Kind};
use crate::run::module::Pool;
use crate::runtime::dispatch::Verdict;
use crate::runtime::event::UnknownEvent;
use crate::runtime::outcome::Ran;
use crate::runtime::registry::Registry;
use tacklebox_agents::hook::{Hook, State};
use tacklebox_agents::moment::Keys;
use tacklebox_inventory::activity;
use tacklebox_inventory::discover::{Candidate, Kind as Of};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{Listening, Plugin};
use tacklebox_inventory::said::blocked;
use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

pub use self::beside::{Differs, DiffersIn, beside, differences};
pub use self::check::check_loading;
pub use self::find_out::{can_be_loaded, find_out};
pub use self::handlers::Runner;
pub use self::keep::{Kept, keep_loaded};
pub use self::load::load;
use self::plugins::plugins_of;
pub use self::preview::{ConditionCheck, Preview, preview};
pub use self::report::{Report, Said};
pub use self::watch::{Call, Watch};
pub use crate::boxed::scratch;

/// The session that a try happens in, unless another is named.
const SESSION: &str = "agent:main:main";

/// What is fired.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The event, in the agent's own spelling.
    pub key: String,
    /// One hook by its id, whatever its state; else all that are ready.
    pub hook: Option<String>,
    /// The event's data (Milady, Eliza, OpenClaw: its context); else the sample of its moment.
    pub data: Option<Value>,
    pub session: Option<String>,
    /// A folder that stands for the workspace.
    pub scratch: Option<PathBuf>,
    /// The box in which everything runs, with a copy of the workspace; without one, all is for real.
    pub boxed: Option<Arc<Boxed>>,
    /// It is fired beside another one, by other rules: no entry of its own in *Activity*.
    pub beside: bool,
}

impl Request {
    fn workspace(&self) -> Option<PathBuf> {
        let boxed = self.boxed.as_ref().map(|boxed| boxed.workspace());
        boxed.or_else(|| self.scratch.clone())
    }
}

/// What an event carries, as it was typed.
///
/// # Errors
/// Where it is not JSON.
pub fn data(typed: &str) -> Result<Value, Failure> {
    serde_json::from_str(typed).map_err(|error| {
        Failure::new(Code::BadData, format!("The data is not JSON: {error}."))
            .hint("Nothing ran. Correct it, or leave it out: then a sample is taken.")
    })
}

/// Why nothing was fired.
#[derive(Debug, thiserror::Error)]
pub enum FireError {
    #[error(transparent)]
    UnknownEvent(#[from] UnknownEvent),
    #[error("There is no hook {0}.")]
    NoSuchHook(String),
    #[error("{title} does not listen to {key}: it listens to {listens}.")]
    NotListening { title: String, key: String, listens: String },
    #[error("{title} cannot be run: {why}")]
    CannotRun { title: String, why: String },
}

impl FireError {
    /// The kind of failure.
    pub const fn code(&self) -> Code {
        match self {
            Self::UnknownEvent(_) => Code::UnknownEvent,
            Self::NoSuchHook(_) => Code::NotFound,
            Self::NotListening { .. } => Code::NotListening,
            Self::CannotRun { .. } => Code::CannotRun,
        }
    }
}

impl From<FireError> for Failure {
    fn from(error: FireError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

/// Why a hook is skipped when all that listen are called; none where it is called.
pub fn left_out(hook: &Hook) -> Option<String> {
    (!hook.runtime.may_load()).then(|| match hook.state {
        State::Off if hook.enabled => "Hooks are off as a whole".to_owned(),
        State::Off => "It is off".to_owned(),
        _ => hook.reason.clone().unwrap_or_else(|| "It is not ready".to_owned()),
    })
}

/// The family of events in which a hook is registered.
pub const fn family(inventory: &Inventory, kind: Of) -> Keys {
    match kind {
        Of::Gateway => Keys::Plugin,
        Of::Hook | Of::Legacy | Of::Builtin => Keys::of(inventory.agent().id()),
    }
}

/// Whether a hook with these events is called for a key: its own, or the category of it.
pub(crate) fn listens(
    inventory: &Inventory,
    candidate: &Candidate,
    hook: &Hook,
    key: &str,
) -> bool {
    let agent = inventory.agent().dialect;
    let Some((policy, _)) = agent.dispatch_of(key) else { return false };
    family(inventory, candidate.kind) == policy.keys
        && candidate.events(hook).iter().any(|event| policy.hears(event, key))
}

/// The hooks that listen to an event, in the order in which the agent calls them, whatever their state.
pub fn listeners<'a>(inventory: &'a Inventory, key: &'a str) -> impl Iterator<Item = &'a Hook> {
    let all = inventory.in_load_order();
    all.filter(move |(candidate, hook)| {
        hook.state != State::Replaced && listens(inventory, candidate, hook, key)
    })
    .map(|(_, hook)| hook)
}

/// The data that an event starts with where nobody gives any.
pub fn sample(inventory: &Inventory, key: &str) -> Value {
    inventory.agent().dialect.sample(key)
}

/// What people call a hook or plugin that has this id.
pub fn title(inventory: &Inventory, id: &str) -> Option<String> {
    let plugin = || tacklebox_inventory::plugins::id_in(inventory.agent(), id).map(str::to_owned);
    inventory.find(id).map(|(hook, _)| hook.title.clone()).or_else(plugin)
}

/// The hooks that are called for an event, in the order in which the agent calls them.
fn ready<'a>(
    inventory: &'a Inventory,
    key: &str,
) -> impl Iterator<Item = (&'a Candidate, &'a Hook)> {
    inventory.in_load_order().filter(move |(candidate, hook)| {
        left_out(hook).is_none() && listens(inventory, candidate, hook, key)
    })
}

type Chosen<'a> = (Vec<(&'a Candidate, &'a Hook)>, Vec<Plugin>);

/// The hooks that are called, in the order of the agent's list, and the plugins that are asked.
fn chosen<'a>(
    machine: &Machine,
    inventory: &'a Inventory,
    request: &Request,
) -> Result<Chosen<'a>, FireError> {
    let key = &request.key;
    let Some(id) = &request.hook else {
        let hooks = ready(inventory, key);
        let plugins = plugins_of(machine, inventory, key, |how, plugin| {
            plugin.is_run() && (how == Listening::Own || plugin.hooks_on)
        });
        return Ok((hooks.collect(), plugins));
    };
    if tacklebox_inventory::plugins::id_in(inventory.agent(), id).is_some() {
        let plugins = plugins_of(machine, inventory, key, |_, plugin| plugin.hook_id == *id);
        let plugin = plugins.first().ok_or_else(|| no_plugin(machine, inventory, request, id))?;
        return match plugin.broken() {
            None => Ok((Vec::new(), plugins)),
            Some(why) => {
                Err(FireError::CannotRun { title: plugin.id.clone(), why: why.to_owned() })
            }
        };
    }
    let (hook, candidate) = inventory.find(id).ok_or_else(|| FireError::NoSuchHook(id.clone()))?;
    if let Some(why) = blocked(hook) {
        return Err(FireError::CannotRun { title: hook.title.clone(), why });
    }
    if !listens(inventory, candidate, hook, key) {
        return Err(FireError::NotListening {
            title: hook.title.clone(),
            key: key.clone(),
            listens: words::any_of(hook.events.iter().cloned()),
        });
    }
    Ok((vec![(candidate, hook)], Vec::new()))
}

/// Why no plugin of this id is asked.
fn no_plugin(machine: &Machine, inventory: &Inventory, request: &Request, id: &str) -> FireError {
    let all = tacklebox_inventory::plugins::list(machine, inventory.agent());
    match all.into_iter().find(|plugin| plugin.hook_id == id) {
        None => FireError::NoSuchHook(id.to_owned()),
        Some(plugin) => FireError::NotListening {
            title: plugin.id,
            key: request.key.clone(),
            listens: format!("events of {} plugins", inventory.agent().dialect.title),
        },
    }
}

/// Everything for an event but the hooks of plugins.
struct Prepared<'a> {
    registry: Registry,
    event: crate::runtime::event::Event,
    maker: handlers::Maker<'a>,
    hooks: Vec<&'a Hook>,
    plugins: Vec<Plugin>,
}

/// The request with its event as the version in force spells it.
fn spelled(inventory: &Inventory, request: &Request) -> Request {
    let key = inventory.agent().dialect.spelled(&request.key).into_owned();
    Request { key, ..request.clone() }
}

/// The registry that holds the chosen hooks, the event, and the plugins that are still to be asked.
fn prepare<'a>(
    runner: &'a Runner,
    machine: &'a Machine,
    inventory: &'a Inventory,
    request: &'a Request,
    workspace: Option<&'a Path>,
    modules: Pool,
    (watch, cancel): (&'a Watch, &'a CancellationToken),
) -> Result<Prepared<'a>, FireError> {
    let registry = Registry::by(machine, inventory.agent().dialect);
    let maker = handlers::Maker {
        runner,
        modules,
        machine,
        agent: inventory.agent(),
        scratch: workspace,
        boxed: request.boxed.as_ref(),
        watch: Some(watch),
        cancel,
        facts: OnceLock::new(),
    };
    let event = registry.create_event(
        &request.key,
        as_sent::session(inventory, request),
        as_sent::carried(&maker, inventory, request),
    )?;
    let (hooks, plugins) = chosen(machine, inventory, request)?;
    for (candidate, hook) in &hooks {
        // By its id: two hooks may have one name.
        let handler = maker.make(candidate, hook).priority(inventory.priority(candidate, hook));
        registry.register_hook(family(inventory, candidate.kind), candidate.events(hook), handler);
    }
    let hooks = hooks.into_iter().map(|(_, hook)| hook).collect();
    Ok(Prepared { registry, event, maker, hooks, plugins })
}

/// Fires an event and waits for every hook, also for those that the agent would not wait for. Plugins are
/// loaded where they may listen to it, since only they know. Needs a Tokio runtime
/// with I/O and time.
///
/// # Errors
/// [`FireError`]; then no hook ran.
pub async fn fire(
    runner: &Runner,
    machine: &Machine,
    inventory: &Inventory,
    request: &Request,
    watch: &Watch,
    cancel: &CancellationToken,
) -> Result<Report, FireError> {
    let request = &spelled(inventory, request);
    let workspace = request.workspace();
    let (modules, by) = as_sent::modules_of(runner, machine, inventory, request).await;
    let who = (watch, cancel);
    let Prepared { registry, event, maker, hooks, plugins } =
        prepare(runner, machine, inventory, request, workspace.as_deref(), modules.clone(), who)?;
    let only = request.hook.is_some();
    // Before they are called: they may change what is in their folders.
    let hash =
        |plugin: &Plugin| (plugin.hook_id.clone(), tacklebox_inventory::plugins::hash(plugin));
    let own = hooks.iter().map(|hook| (hook.id.clone(), activity::hash(hook)));
    let files = plugins.iter().map(hash).chain(own).collect();
    if let Err(error) = maker.register_plugins(&registry, &plugins, &request.key, only).await {
        runner.pool.empty_boxes();
        return Err(error);
    }
    let outcome = registry.trigger(Arc::new(event)).await.all().await;
    let mut report = Report::new(inventory, outcome);
    let mut calls = watch.calls();
    for run in report.fired.runs.iter_mut().filter(|run| run.outcome != Verdict::Skipped) {
        run.boxed.get_or_insert(Kind::None);
    }
    if inventory.agent().dialect.is_sent_as_known(&request.key) {
        report.without_config(&mut calls, maker.facts().config());
    }
    if let Some(boxed) = &request.boxed {
        report.told_plainly(&mut calls, boxed, request, inventory);
        runner.pool.empty_boxes();
        modules.empty_boxes();
    }
    report.loaded_by = by;
    report.say(inventory, calls, &plugins);
    if !request.beside {
        record::tried(machine, inventory, request, &report, &files);
    }
    Ok(report)
}

/// Who would be called for an event, in order. Nothing runs: so every plugin that may listen is named, and
/// that nobody knows is its reason.
///
/// # Errors
/// [`FireError`], as for [`fire`].
pub fn would_fire(
    runner: &Runner,
    machine: &Machine,
    inventory: &Inventory,
    request: &Request,
) -> Result<Report, FireError> {
    let (watch, cancel) = (Watch::default(), CancellationToken::new());
    let request = &spelled(inventory, request);
    let (modules, who) = (runner.pool.clone(), (&watch, &cancel));
    let Prepared { registry, event, maker, hooks: _, plugins } =
        prepare(runner, machine, inventory, request, None, modules, who)?;
    for plugin in &plugins {
        let handler = maker.answering(plugin, Ran::default());
        registry.register_hook(event.policy().keys, &[&request.key], handler);
    }
    let mut report = Report::new(inventory, registry.would_run(Arc::new(event)));
    if inventory.agent().dialect.is_sent_as_known(&request.key) {
        report.without_config(&mut [], maker.facts().config());
    }
    for (run, id) in report.fired.runs.iter_mut().zip(&report.ids) {
        if let Some(plugin) = plugins.iter().find(|plugin| plugin.hook_id == *id) {
            run.reason = Some(match plugin.broken() {
                None => format!("whether it listens to {} is known once it ran", request.key),
                Some(why) => {
                    run.outcome = Verdict::Skipped;
                    why.to_owned()
                }
            });
        }
    }
    report.say(inventory, Vec::new(), &plugins);
    Ok(report)
}
