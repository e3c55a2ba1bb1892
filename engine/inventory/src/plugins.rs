//! An agent's plugins: modules that register hooks by themselves. Here they are only found and their
//! files read: which hooks one has is known after it ran, and nothing here runs one.

mod heard;
mod manifest;
mod module;
mod places;
mod registers;
mod seen;
mod sources;
mod starts;
mod switch;
#[cfg(test)]
#[cfg(unix)]
mod tests;
mod view;
mod xray;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Map, Value};

use self::manifest::{Manifest, Package, text};
use self::places::Place;
use self::starts::Says;
use self::switch::Policy;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::PluginRules;
use tacklebox_agents::dialect::typed::{self, TypedHook};
use tacklebox_agents::hook::Source;
use tacklebox_agents::projects::short_hash;
use tacklebox_machine::machine::Machine;

pub use self::heard::{By, ignored};
pub use self::places::{Origin, bundled, watched};
pub use self::registers::Registers;
pub use self::seen::{Seen, hash, keep};
pub use self::starts::Idle;
pub use self::switch::Off;
pub use self::view::{
    Grade, ListenKey, Listening, Listens, Names, PluginView, SENTENCE, listening, registers_hooks,
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
    /// It is one file: the rest of `dir` is not its own.
    pub single: bool,
    /// Its `openclaw.plugin.json`, where it has one.
    pub manifest: Option<PathBuf>,
    /// Its module, or why the agent refuses it.
    pub entry: Result<PathBuf, String>,
    /// Why the agent refuses that module, as it is written; none where it does not, or only running it would tell.
    pub refused: Option<String>,
    pub origin: Origin,
    /// Why the agent does not load it; none where it would.
    pub left_out: Option<Off>,
    /// What the config says to it under `entries.<id>.config`, secrets included: an object, empty where
    /// it says nothing.
    pub config: Value,
    /// The config says something there, be it an empty object.
    pub configured: bool,
    /// Whether it may see whole conversations; None where the agent does not ask for that.
    pub access: Option<bool>,
    /// Whether it may add to prompts.
    pub injects: bool,
    /// What the config says under `entries.<id>.hooks.timeouts`, and under `timeoutMs` for all of its hooks.
    pub limits: (BTreeMap<String, Duration>, Option<Duration>),
    /// Hooks are on as a whole, and so are those that it registers for events of `HOOK.md`.
    pub hooks_on: bool,
    /// What its manifest says of its settings: a JSON Schema, and how to show them.
    pub config_schema: Option<Value>,
    pub ui_hints: Option<Value>,
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
    /// Broken before off: what cannot load does not load once it is on.
    pub fn state(&self) -> PluginState {
        match (self.module(), &self.left_out) {
            (Err(_), _) => PluginState::Broken,
            (Ok(_), Some(Off::Idle(_))) => PluginState::Idle,
            (Ok(_), Some(_)) => PluginState::Off,
            (Ok(_), None) => PluginState::On,
        }
    }

    /// Why it is not loaded, in the agent's words where it is off, else as a sentence.
    pub fn reason(&self) -> Option<String> {
        self.broken().map(str::to_owned).or_else(|| self.left_out.as_ref().map(Off::reason))
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

    /// Why it cannot be loaded; none where it can.
    pub fn broken(&self) -> Option<&str> {
        self.module().err()
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

/// All plugins of an agent, in the order in which it looks for them. Of two with one id the first counts,
/// and the other is refused. Empty for agents without plugins.
pub fn list(machine: &Machine, agent: &Agent) -> Vec<Plugin> {
    let Some(rules) = rules(agent) else { return Vec::new() };
    let judged = |(plugin, named): (Plugin, Option<PathBuf>)| {
        let refused = named.zip(plugin.entry.as_ref().ok());
        let refused = refused.and_then(|(named, file)| module::refused(rules, &named, file));
        Plugin { refused, ..plugin }
    };
    found(machine, agent, rules).into_iter().map(judged).collect()
}

/// How many [`list`] has. No module is read for it.
pub fn count(machine: &Machine, agent: &Agent) -> usize {
    rules(agent).map_or(0, |rules| found(machine, agent, rules).len())
}

/// The plugins, none of them read beyond what names its module, and the places where the agent looks for those.
fn found(machine: &Machine, agent: &Agent, rules: &PluginRules) -> Vec<(Plugin, Option<PathBuf>)> {
    let section = agent.config.value.get(rules.section);
    let policy = Policy::of(rules, section);
    let mut plugins: Vec<(Plugin, Option<PathBuf>)> = Vec::new();
    for place in places::all(machine, agent, rules) {
        for Found { mut plugin, named, memory, says } in read(agent, rules, &place) {
            if plugins.iter().any(|(other, _)| other.entry.is_ok() && other.entry == plugin.entry) {
                continue;
            }
            if let Some((first, _)) = plugins.iter().find(|(first, _)| first.id == plugin.id) {
                if first.dir == plugin.dir {
                    continue;
                }
                let first = machine.show(&first.dir);
                plugin.entry = Err(format!("Another plugin of this name comes first: {first}."));
                plugin.hook_id = format!("{}@{}", plugin.hook_id, short_hash(&plugin.dir));
            }
            let own = policy.entry(&plugin.id);
            if let Some(config) = own.and_then(|own| own.get("config")).filter(|it| it.is_object())
            {
                plugin.config = config.clone();
                plugin.configured = true;
            }
            plugin.limits = own.and_then(|own| own.get("hooks")).map(limits).unwrap_or_default();
            let limited = plugin.limits.1.is_some() || !plugin.limits.0.is_empty();
            let hooks_off = rules.follows_hooks && !plugin.hooks_on;
            plugin.left_out = match policy.off(&plugin.id, place.origin, memory) {
                None if hooks_off => Some(Off::Hooks),
                None => says.and_then(|says| policy.idle(&plugin.id, says, limited)).map(Off::Idle),
                reason => reason,
            };
            let allowed = |name| own.and_then(|own| own.get("hooks")?.get(name)?.as_bool());
            plugin.access = plugin.access.map(|_| allowed(typed::ACCESS) == Some(true));
            plugin.injects = allowed(typed::INJECTS) != Some(false);
            plugins.push((plugin, named));
        }
    }
    plugins
}

/// The plugins in a folder that is not among the agent's own yet, as the agent would read them there: off.
/// Empty for agents without plugins.
pub fn in_folder(agent: &Agent, dir: &Path) -> Vec<Plugin> {
    let Some(rules) = rules(agent) else { return Vec::new() };
    let place = Place { dir: dir.to_owned(), file: None, origin: Origin::Home };
    let off = |found: Found| Plugin { left_out: Some(Off::Entry), ..found.plugin };
    read(agent, rules, &place).into_iter().map(off).collect()
}

/// Whether a folder says that it is a plugin of this agent: by a manifest, or by a package that names modules.
pub fn is_one(agent: &Agent, dir: &Path) -> bool {
    let Some(rules) = rules(agent) else { return false };
    rules.manifest_in(dir)
        || Package::read(dir)
            .is_ok_and(|package| package.extensions(rules).is_ok_and(|named| !named.is_empty()))
}

/// The id that a plugin's hooks and runs bear: `openclaw/plugin/<id>`.
pub fn hook_id(agent: &Agent, id: &str) -> String {
    format!("{}{id}", prefix(agent))
}

/// What the files of one place say, with nothing of the config.
struct Found {
    plugin: Plugin,
    /// Where the agent looks for its module; none where nothing names one.
    named: Option<PathBuf>,
    /// Whether it asks for the one place of the agent's memory.
    memory: bool,
    /// What it says of when it starts, where that decides.
    says: Option<Says>,
}

/// The plugins of one place: one, or one for each module that its package names.
fn read(agent: &Agent, rules: &PluginRules, place: &Place) -> Vec<Found> {
    let dir = &place.dir;
    let manifest = Manifest::read(rules, dir);
    let package = if place.file.is_some() { Ok(Package::default()) } else { Package::read(dir) };
    let modules = match &place.file {
        Some(file) => Ok(vec![file.to_string_lossy().into_owned()]),
        None => {
            package.as_ref().map_err(Clone::clone).and_then(|package| modules(rules, dir, package))
        }
    };
    let broken = match &manifest {
        Err(why) => Some(why.clone()),
        Ok(None) if rules.needs_manifest => {
            Some(format!("It has no {}, so it is not loaded.", rules.manifest))
        }
        Ok(_) => None,
    };
    let manifest = manifest.ok().flatten();
    let package = package.unwrap_or_default();
    let says = |key: &str| manifest.as_ref().and_then(|manifest| text(&manifest.value, key));
    let of_place = |path: &Path| {
        let name = if place.file.is_some() { path.file_stem() } else { path.file_name() };
        name.unwrap_or(OsStr::new("plugin")).to_string_lossy().into_owned()
    };
    let own_place = place.file.as_ref().unwrap_or(dir);
    let id = match &manifest {
        Some(manifest) => manifest.id.clone(),
        None if rules.id_of_package && place.file.is_none() => {
            package.id_of_name().unwrap_or_else(|| of_place(own_place))
        }
        None => of_place(own_place),
    };
    let found = |id: String, named: Option<&str>, entry: Result<PathBuf, String>| Found {
        named: named.map(|module| dir.join(module)),
        memory: says("kind").as_deref() == Some("memory"),
        says: rules
            .starts
            .as_ref()
            .zip(manifest.as_ref())
            .map(|(it, own)| Says::of(it, &own.value)),
        plugin: Plugin {
            hook_id: hook_id(agent, &id),
            name: says("name").unwrap_or_else(|| id.clone()),
            version: says("version").or_else(|| package.text("version")),
            description: says("description").or_else(|| package.text("description")),
            dir: dir.clone(),
            single: place.file.is_some(),
            manifest: manifest.as_ref().map(|manifest| manifest.path.clone()),
            entry: broken.clone().map_or(entry, Err),
            refused: None,
            origin: place.origin,
            left_out: None,
            config: Value::Object(Map::new()),
            configured: false,
            access: rules.asks_access.then_some(false),
            injects: true,
            limits: Default::default(),
            hooks_on: agent.hooks_on(),
            config_schema: manifest.as_ref().and_then(|it| it.value.get("configSchema").cloned()),
            ui_hints: manifest.as_ref().and_then(|it| it.value.get("uiHints").cloned()),
            id,
        },
    };
    match modules {
        Err(why) => vec![found(id, None, Err(why))],
        Ok(modules) if modules.len() == 1 => {
            vec![found(id, Some(&modules[0]), module::of(dir, &modules[0]))]
        }
        Ok(modules) => {
            let named = |module: &String| {
                let stem = Path::new(module).file_stem().unwrap_or_default().to_string_lossy();
                format!("{id}/{stem}")
            };
            let entry = |name: &String| found(named(name), Some(name), module::of(dir, name));
            modules.iter().map(entry).collect()
        }
    }
}

/// The time limits of an entry, in whole milliseconds.
fn limits(hooks: &Value) -> (BTreeMap<String, Duration>, Option<Duration>) {
    let limit = |value: &Value| {
        let millis = value.as_f64().filter(|it| it.is_finite() && *it >= 1.0)?;
        Duration::try_from_secs_f64(millis.floor() / 1000.0).ok()
    };
    let each = hooks.get("timeouts").and_then(Value::as_object).into_iter().flatten();
    (
        each.filter_map(|(name, value)| Some((name.clone(), limit(value)?))).collect(),
        hooks.get("timeoutMs").and_then(limit),
    )
}

/// The modules of a folder, at least one.
fn modules(rules: &PluginRules, dir: &Path, package: &Package) -> Result<Vec<String>, String> {
    let mut named = package.extensions(rules)?;
    if !rules.every_module {
        named.truncate(1);
    }
    if named.is_empty() && rules.main {
        named.extend(package.text("main"));
    }
    if named.is_empty() {
        if !dir.is_dir() {
            return Err("There is no such folder.".into());
        }
        let there = rules.files.iter().find(|file| dir.join(file).is_file());
        let file = there.ok_or_else(|| {
            let files =
                tacklebox_machine::words::any_of(rules.files.iter().map(ToString::to_string));
            format!("It has no module: no package.json names one, and there is no {files}.")
        })?;
        named.push((*file).to_owned());
    }
    Ok(named)
}

/// The id of the plugin that an id of a hook means.
pub fn id_in<'a>(agent: &Agent, hook_id: &'a str) -> Option<&'a str> {
    agent.dialect.plugins.as_ref()?;
    hook_id.strip_prefix(&prefix(agent))
}

fn prefix(agent: &Agent) -> String {
    format!("{}/{}/", agent.id(), Source::Plugin.as_str())
}
