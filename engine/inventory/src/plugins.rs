//! An agent's plugins: modules that register hooks of their own. Here they are only found and their
//! files read: which hooks one has is known after it ran, and nothing here runs one.

mod built;
mod bundle;
mod config;
mod heard;
mod ids;
mod manifest;
mod module;
mod places;
mod read;
mod registers;
mod seen;
mod sources;
mod starts;
mod switch;
pub mod taken_out;
#[cfg(test)]
#[cfg(unix)]
mod tests;
mod view;
mod wanted;
mod xray;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use self::manifest::Package;
use self::places::Place;
use self::read::Found;
use self::switch::{Policy, limits};
use crate::modules::Kept;
use tacklebox_agents::agent::{Agent, Root};
use tacklebox_agents::config::ConfigPath;
use tacklebox_agents::config::strict::Part;
use tacklebox_agents::dialect::PluginRules;
use tacklebox_agents::dialect::typed::{self, TypedHook};
use tacklebox_agents::hook::Source;
use tacklebox_agents::projects::short_hash;
use tacklebox_audit::module::Fate;
use tacklebox_machine::machine::Machine;

pub(crate) use self::config::verdict;
pub use self::config::{faults, settings};
pub use self::heard::{By, ignored};
pub use self::ids::{hook_id, id_in};
pub use self::places::{Origin, bundled, watched};
pub use self::registers::{Names, Registers};
pub use self::seen::{Seen, hash, keep};
pub use self::starts::Idle;
pub use self::switch::Off;
pub use self::view::{
    Grade, ListenKey, Listening, Listens, PluginView, listening, made_here, registers_hooks,
    tried_as, view, views,
};
pub use self::xray::{Reach, Touch};

/// One plugin of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plugin {
    /// What the config calls it, and what runs bear: the id of its manifest, else of its package or folder.
    pub id: String,
    /// What tells it from all hooks: `openclaw/plugin/<id>`.
    pub hook_id: String,
    pub name: String,
    pub version: Option<String>,
    pub description: Option<String>,
    pub dir: PathBuf,
    /// The one file that it is, where it is one: the rest of `dir` is not its own.
    pub single: Option<PathBuf>,
    /// Its `openclaw.plugin.json`, where it has one.
    pub manifest: Option<PathBuf>,
    /// The agent whose bundle it is: "Claude". Such a one is taken for its skills, has no module and is never run.
    pub bundle: Option<&'static str>,
    /// The folders of hooks that such a one brings.
    pub hooks: Vec<PathBuf>,
    /// Its module, or why the agent refuses it.
    pub entry: Result<PathBuf, String>,
    /// Why the agent refuses that module, as it is written; none where it does not, or only running it would tell.
    pub refused: Option<String>,
    pub origin: Origin,
    /// Why the agent does not load it; none where it would.
    pub left_out: Option<Off>,
    /// Nothing but what the agent adds to its own list of those that are allowed lets it load: it looks at the settings
    /// before that.
    pub added: bool,
    /// What the config says to it under `entries.<id>.config`, secrets included: an object, empty where
    /// it says nothing.
    pub config: Value,
    /// The config says something there, be it an empty object.
    pub configured: bool,
    /// The same as the agent hands it over, its variables filled in: for the plugin alone, and never shown.
    pub filled: Value,
    /// Whether it may see whole conversations; None where the agent does not ask for that.
    pub access: Option<bool>,
    /// Whether it may add to prompts.
    pub injects: bool,
    /// What the config says under `entries.<id>.hooks.timeouts`, and under `timeoutMs` for all of its hooks.
    pub limits: (BTreeMap<String, Duration>, Option<Duration>),
    /// Hooks are on as a whole, and so are those that it registers for events of `HOOK.md`.
    pub hooks_on: bool,
    /// What its manifest says it brings.
    pub brings: Vec<Part>,
    /// What its manifest says of its settings: a JSON Schema, and how to show them.
    pub config_schema: Option<Value>,
    pub ui_hints: Option<Value>,
    /// The agent looks at its plugins before it takes its config: at this one, and what the config says to it.
    pub held: bool,
    /// The setting for which the agent refuses its whole config, as what its files say is wrong; none where it
    /// does not.
    pub stops: Option<ConfigPath>,
    /// The gateway does not go on without it then.
    pub ends: bool,
}

/// Whether a plugin would be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum PluginState {
    On,
    Off,
    /// The agent knows it, and does not start it.
    Idle,
    Broken,
}

impl Plugin {
    /// The one file that it is, as far as it can be read, also where the agent refuses it. Links may lead anywhere.
    fn alone(&self) -> Option<&Path> {
        let file = self.single.as_deref()?;
        let is_file = || std::fs::symlink_metadata(file).is_ok_and(|it| it.is_file());
        self.entry.as_deref().ok().or_else(|| is_file().then_some(file))
    }

    /// Broken before off: what cannot load does not load once it is on.
    pub fn state(&self) -> PluginState {
        match &self.left_out {
            _ if self.bundle.is_none() && self.broken().is_some() => PluginState::Broken,
            Some(Off::Idle(_)) => PluginState::Idle,
            Some(_) => PluginState::Off,
            None => PluginState::On,
        }
    }

    /// Why it is not loaded, in the agent's words where it is off, else as a sentence.
    pub fn reason(&self) -> Option<String> {
        let broken = self.broken().filter(|_| self.bundle.is_none());
        broken.map(str::to_owned).or_else(|| self.left_out.as_ref().map(Off::reason))
    }

    /// The module that the agent loads.
    ///
    /// # Errors
    /// Why it does not, as a sentence.
    pub fn module(&self) -> Result<&Path, &str> {
        match (&self.entry, &self.refused) {
            (Ok(_), Some(why)) | (Err(why), _) => Err(why),
            (Ok(file), None) => Ok(file),
        }
    }

    /// Whether the agent runs it, or would if it were not broken.
    pub const fn is_run(&self) -> bool {
        self.left_out.is_none() && self.bundle.is_none()
    }

    /// Why it cannot be loaded; none where it can.
    pub fn broken(&self) -> Option<&str> {
        self.module().err()
    }

    /// The agent does not load it, whatever its files say.
    fn refuse(&mut self, why: String) {
        self.entry = Err(why);
        self.bundle = None;
        self.hooks.clear();
    }

    /// How long its handler of a hook may take, where the config says so.
    pub fn limit(&self, hook: &str) -> Option<Duration> {
        self.limits.0.get(hook).copied().or(self.limits.1)
    }

    /// Why the agent does not call it for this hook, with the setting that decides; none where it does.
    pub fn barred(&self, hook: &TypedHook) -> Option<String> {
        let says =
            |name: &str, what: &str| format!("plugins.entries.{}.hooks.{name} {what}", self.id);
        if hook.injects && !self.injects {
            return Some(says(typed::INJECTS, "is false"));
        }
        (hook.private && self.access == Some(false))
            .then(|| format!("it sees conversations, and {}", says(typed::ACCESS, "is not true")))
    }
}

/// The agent's rules for plugins.
pub(crate) const fn rules(agent: &Agent) -> Option<&'static PluginRules> {
    agent.dialect.plugins.as_ref()
}

/// What the config says of plugins, with its variables filled in as the agent does.
fn section<'a>(agent: &'a Agent, rules: &PluginRules) -> Option<Cow<'a, Value>> {
    agent.config.value.get(rules.section).map(|section| agent.config.filled_in(section))
}

/// All plugins of an agent, in the order in which it looks for them. Of two with one id the first counts,
/// and the other is refused. Empty for agents without plugins.
pub fn list(machine: &Machine, agent: &Agent) -> Vec<Plugin> {
    let Some(rules) = rules(agent) else { return Vec::new() };
    found(machine, agent, rules).into_iter().map(|found| judged(rules, found)).collect()
}

/// With what is to be said of its module.
fn judged(rules: &PluginRules, (plugin, named): (Plugin, Option<PathBuf>)) -> Plugin {
    let refused = named.zip(plugin.entry.as_ref().ok());
    let refused =
        refused.and_then(|(named, file)| module::refused(rules, &plugin.id, &named, file));
    Plugin { refused: refused.map(|it| it.why), ..plugin }
}

/// The plugins of a folder if a file of it said this, with nothing of the config.
pub fn with_file(agent: &Agent, plugin: &Plugin, file: &str, text: &str) -> Vec<Plugin> {
    let Some(rules) = rules(agent) else { return Vec::new() };
    let place = Place::folder(plugin.dir.clone(), plugin.origin);
    let found = read::read_with(agent, rules, &place, Some((file, text)));
    found.into_iter().map(|it| judged(rules, (it.plugin, it.named))).collect()
}

/// The plugins that have a say in where hooks are and in whether the config is taken, each with the place where its module
/// is looked for; empty where none has. No module is read.
pub(crate) fn known(machine: &Machine, agent: &Agent) -> Vec<(Plugin, Option<PathBuf>)> {
    let waits = agent.config_verdict.with_plugins.is_some();
    let rules = rules(agent).filter(|rules| waits || rules.bundles.is_some());
    rules.map(|rules| found(machine, agent, rules)).unwrap_or_default()
}

/// What ends the agent when it loads its plugins, which it does before its hooks.
pub(crate) fn ends(
    machine: &Machine,
    agent: &Agent,
    known: &[(Plugin, Option<PathBuf>)],
) -> Option<String> {
    let rules = rules(agent)?;
    let run = known.iter().filter(|(plugin, _)| plugin.is_run());
    let run = run.filter_map(|(plugin, named)| {
        Some((plugin, named.as_deref()?, plugin.entry.as_deref().ok()?))
    });
    let run: Vec<_> = run.collect();
    if run.is_empty() {
        return None;
    }
    let mut kept = Kept::open(machine);
    let facts = kept.of(run.iter().map(|(_, _, file)| (*file, None)));
    kept.save(machine);
    run.into_iter().zip(facts).find_map(|((plugin, named, file), facts)| {
        let facts = facts?;
        let ends = facts.fate.is_some_and(|fate| fate != Fate::Throws) || !facts.stays.is_empty();
        ends.then_some(())?;
        let when = module::refused(rules, &plugin.id, named, file)?.ends?;
        Some(format!("the plugin {} ends it {when}.", plugin.name))
    })
}

/// The folders of hooks that these bring, in the order in which the agent looks for those.
pub(crate) fn roots(known: &[Plugin]) -> Vec<Root> {
    let on = known.iter().filter(|plugin| plugin.left_out.is_none());
    let root = |plugin: &Plugin, at: usize, dir: &PathBuf| {
        // A second folder of one may hold the same names.
        let more = if at == 0 { String::new() } else { format!("-{}", short_hash(dir)) };
        let tag = format!("{}{more}", plugin.id);
        Root { source: Source::Plugin, dir: dir.clone(), tag }
    };
    on.flat_map(|plugin| {
        let all = plugin.hooks.iter().enumerate();
        all.map(|(at, dir)| root(plugin, at, dir))
    })
    .collect()
}

/// How many [`list`] has. No module is read for it.
pub fn count(machine: &Machine, agent: &Agent) -> usize {
    rules(agent).map_or(0, |rules| found(machine, agent, rules).len())
}

/// The plugins, none of them read beyond what names its module, and the places where the agent looks for those.
/// Folders that are set aside come last.
fn found(machine: &Machine, agent: &Agent, rules: &PluginRules) -> Vec<(Plugin, Option<PathBuf>)> {
    let section = section(agent, rules);
    let policy = Policy::of(rules, section.as_deref());
    let written = Policy::of(rules, agent.config.value.get(rules.section));
    let held = config::looks(rules, section.as_deref());
    let mut plugins: Vec<(Plugin, Option<PathBuf>)> = Vec::new();
    let mut aside = Vec::new();
    for place in places::all(machine, agent, rules) {
        for Found { mut plugin, named, memory, says, mistake } in read::read(agent, rules, &place) {
            plugin.held = held && !place.aside;
            if place.aside {
                plugin.left_out = Some(Off::Aside);
                plugin.hook_id = format!("{}@{}", plugin.hook_id, short_hash(&plugin.dir));
                aside.push((plugin, named));
                continue;
            }
            if plugins.iter().any(|(other, _)| other.entry.is_ok() && other.entry == plugin.entry) {
                continue;
            }
            if let Some((first, _)) = plugins.iter().find(|(first, _)| first.id == plugin.id) {
                if first.dir == plugin.dir {
                    continue;
                }
                let first = machine.show(&first.dir);
                plugin.refuse(format!("Another plugin of this name comes first: {first}."));
                plugin.hook_id = format!("{}@{}", plugin.hook_id, short_hash(&plugin.dir));
            } else if let Some(why) = module::of_another(machine, &plugin) {
                plugin.refuse(why);
            } else if let Some(why) = places::brought_first(machine, agent, rules, &plugin) {
                // The config speaks to the other one.
                plugin.config_schema = None;
                plugin.refuse(why);
            } else if let Some(why) = places::not_built(machine, agent, rules, &plugin) {
                plugin.refuse(why);
            }
            plugin.ends = mistake == Some(read::Mistake::Setup);
            plugin.stops = mistake
                .filter(|_| plugin.held)
                .and_then(|mistake| config::stops(rules, &policy, mistake, &plugin.id));
            let own = written.entry(&plugin.id);
            if let Some(config) = own.and_then(|own| own.get("config")).filter(|it| it.is_object())
            {
                plugin.config = config.clone();
                plugin.filled = agent.config.filled_in(config).into_owned();
                plugin.configured = true;
            }
            plugin.limits = own.and_then(|own| own.get("hooks")).map(limits).unwrap_or_default();
            let limited = plugin.limits.1.is_some() || !plugin.limits.0.is_empty();
            let hooks_off = rules.follows_hooks && !plugin.hooks_on;
            plugin.added = policy.added_alone(&plugin.id);
            plugin.left_out = match policy.off(&plugin.id, place.origin, memory) {
                None if hooks_off => Some(Off::Hooks),
                None => says
                    .and_then(|says| {
                        let idle = policy.idle(&plugin.id, says, limited);
                        idle.or_else(|| says.capital(rules, &plugin.id).filter(|_| !limited))
                    })
                    .map(Off::Idle),
                reason => reason,
            };
            if let Some(why) = config::left_alone(rules, &plugin) {
                plugin.refuse(why);
            }
            let allowed = |name| own.and_then(|own| own.get("hooks")?.get(name)?.as_bool());
            plugin.access = plugin.access.map(|_| allowed(typed::ACCESS) == Some(true));
            plugin.injects = allowed(typed::INJECTS) != Some(false);
            plugins.push((plugin, named));
        }
    }
    plugins.extend(aside);
    plugins
}

/// The plugins in a folder that is not among the agent's own yet, as the agent would read them there: off.
/// Empty for agents without plugins.
pub fn in_folder(agent: &Agent, dir: &Path) -> Vec<Plugin> {
    let Some(rules) = rules(agent) else { return Vec::new() };
    let place = Place::folder(dir.to_owned(), Origin::Home);
    let off = |found: Found| Plugin { left_out: Some(Off::Entry), ..found.plugin };
    read::read(agent, rules, &place).into_iter().map(off).collect()
}

/// Whether a folder says that it is a plugin of this agent: by a manifest, or by a package that names modules.
pub fn is_one(agent: &Agent, dir: &Path) -> bool {
    let Some(rules) = rules(agent) else { return false };
    rules.manifest_in(dir)
        || Package::read(dir)
            .is_ok_and(|package| package.extensions(rules).is_ok_and(|named| !named.is_empty()))
}

/// The id of the plugin that is the agent's memory; None where nobody is, or the agent has no plugins.
pub fn memory(agent: &Agent) -> Option<String> {
    let rules = rules(agent)?;
    Policy::of(rules, section(agent, rules).as_deref()).memory()
}
