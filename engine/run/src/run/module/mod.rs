//! JavaScript and TypeScript handlers (rules R-5): the modules of Milady's, Eliza's and
//! OpenClaw's hooks, legacy handlers, and OpenClaw's plugins.
//!
//! Each hook has a worker of its own, a process of the user's runtime: started at its first event, ended
//! after a minute without one, or when a file of the hook changes. So no code is stale, and nothing of one
//! hook (environment, output, a crash) reaches another. A handler that loops, exits or throws costs its
//! own run, and the next event finds a new worker.
//!
//! A handler runs with the agent's environment and the hook's own `env` on top (shipped agents do not
//! export that one: note `env-not-exported`), NODE_OPTIONS and its kind included, in the folder that the
//! caller names: the agent's workspace, as agents run there. Where that folder is missing it is the
//! hook's own.

mod answer;
mod channel;
mod files;
mod line;
mod own;
mod pool;
mod request;
mod runtime;
mod seat;
mod shared;
mod sources;
// They look into /proc.
#[cfg(test)]
mod fuzz;
#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;
mod typescript;
mod worker;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use tokio::time::Instant;

use crate::boxed::Boxed;
use crate::runtime::outcome::Ran;
use tacklebox_agents::dialect::sdk::Sdk;

pub(crate) use self::own::{nearest, own, version};
pub use self::pool::Pool;
pub use self::runtime::{Kind as RuntimeKind, NoRuntime, Runtime};
pub use self::seat::Seat;

/// Further away than anybody waits, and near enough for every clock.
const FAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// A moment after another. A time limit comes from a manifest, an idle time from a host: neither ends the program.
fn later(from: Instant, by: Duration) -> Instant {
    from.checked_add(by).or_else(|| from.checked_add(FAR)).unwrap_or(from)
}

/// One module to run, as its agent would.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleSpec {
    /// What tells this hook from all others, of all agents: its worker is found by it.
    pub hook: String,
    /// The hook's folder: a change in it ends the worker.
    pub dir: PathBuf,
    /// The module's file.
    pub file: PathBuf,
    /// What it is asked for.
    pub kind: ModuleKind,
    /// The hook's own entries, on top of the agent's environment.
    pub env: Vec<(String, String)>,
    /// Where it runs: the agent's workspace.
    pub cwd: PathBuf,
    /// The box that it runs in; none where it runs for real.
    pub boxed: Option<Arc<Boxed>>,
    /// Whether the agent goes on after a promise that was rejected to nobody, where such a reason passes: a lost connection,
    /// what was aborted.
    pub goes_on: bool,
    /// Whether `dir` is a folder of this hook alone, in which it may write in its box.
    pub own: bool,
}

/// What a module gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModuleKind {
    /// A handler: the function that it exports by this name, `default` unless the manifest says
    /// otherwise.
    Handler { export: String },
    /// A handler of OpenClaw's gateway layer for this event: an exported function that is called, and may
    /// answer, as a plugin's hook does.
    Gateway { event: String, export: String },
    /// An OpenClaw plugin, which registers its own hooks.
    Plugin(Box<PluginApi>),
}

/// What a plugin finds in its `api` beside `registerHook`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PluginApi {
    pub id: String,
    /// The agent's config.
    pub config: Value,
    /// The plugin's own part of it.
    pub plugin_config: Value,
    pub about: PluginAbout,
    /// Whether it is loaded as an agent that ships does, and not as the text has it.
    pub shipped: bool,
    /// The functions by which it may register, the first that it has.
    pub registers: &'static [&'static str],
    /// What it can import of the agent.
    #[serde(skip)]
    pub sdk: Sdk,
}

/// What a plugin finds in its `api` of itself and of the agent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PluginAbout {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    pub root_dir: PathBuf,
    pub agent_version: String,
    /// Where the agent keeps its things.
    pub state_dir: PathBuf,
}

/// A hook that a plugin registered with `api.registerHook`.
#[derive(Clone, Debug, PartialEq)]
pub struct PluginHook {
    /// The event as the plugin spells it; whether there is such an event is for the caller to say.
    pub event: String,
    /// Lower runs earlier (rule ); of the typed form, higher.
    pub priority: f64,
    /// Which of the plugin's hooks it is, in the order of registration.
    pub handle: usize,
    /// The way in which it was registered.
    pub form: HookForm,
    /// The time limit that it asks for.
    pub limit: Option<Duration>,
    /// The tools that it is for; none: all of them.
    pub tools: Option<Vec<String>>,
}

/// The ways in which a plugin registers a hook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HookForm {
    /// `registerHook({ event, handler, priority })`.
    #[default]
    Object,
    /// `on(name, handler, { priority })`: higher runs earlier.
    Typed,
    /// `registerHook(events, handler, options)`: the events of `HOOK.md`.
    Internal,
}

/// Something else that a plugin registered: shown, never run.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
pub struct Other {
    /// The function by which it was registered.
    pub call: String,
    pub name: String,
}

impl PluginHook {
    /// The one hook of a [`ModuleKind::Gateway`] module.
    pub(crate) fn of_gateway(event: &str) -> Self {
        let (form, limit, tools) = (HookForm::Object, None, None);
        Self { event: event.to_owned(), priority: 0.0, handle: 0, form, limit, tools }
    }
}

/// What a call of a plugin's hook led to.
#[derive(Clone, Debug, PartialEq)]
pub struct PluginRan {
    pub ran: Ran,
    /// All hooks of the plugin, where they may be others than before: it registered further ones, or its
    /// worker was restarted.
    pub hooks: Option<Vec<PluginHook>>,
}
