//! What an agent makes of a config that names plugins: one as its memory, and places where others are.

use std::path::{Path, PathBuf};

use serde_json::Value;

use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::ConfigPath;
use tacklebox_agents::config::strict::{self, Fault, Part, Unless};
use tacklebox_agents::dialect::PluginRules;
use tacklebox_agents::in_force::{ConfigProblem, ConfigState, ConfigVerdict, packages};
use tacklebox_machine::machine::Machine;

use super::places::Origin;
use super::read::Mistake;
use super::switch::Policy;
use super::{Off, Plugin, places, rules, section};

/// Plugins that the agent brings, or names itself where it does not have them: it minds none of them.
const ITS_OWN: [&str; 4] = ["active-memory", "memory-core", "memory-lancedb", "memory-wiki"];
/// What a plugin of a single file ends with.
const ENDINGS: [&str; 6] = ["ts", "js", "mts", "cts", "mjs", "cjs"];

/// What the version in force makes of the config, now that its plugins are known.
pub(crate) fn verdict(machine: &Machine, agent: &Agent, known: &[Plugin]) -> ConfigVerdict {
    let Some(state) = agent.config_verdict.with_plugins else {
        return agent.config_verdict.clone();
    };
    // Where one of its places cannot be looked into, it knows of nothing in it, and minds neither settings nor the memory.
    let unseen = rules(agent).is_some_and(|rules| has_unseen(agent, rules));
    let memory = memory(machine, agent, known).filter(|_| !unseen);
    let (absent, parts): (Vec<_>, Vec<_>) =
        parts(agent, known).partition(|part| part.of_absent && waits_for(agent, &part.part));
    let parts = parts.into_iter().map(|it| it.fault);
    let found = memory.into_iter().chain(paths(machine, agent)).chain(parts);
    let mut problems: Vec<ConfigProblem> = found.collect();
    let mut of_plugins = each(agent, known, unseen);
    // Its gateway puts these in order itself where nothing else is wrong.
    let own = &agent.config_verdict;
    let state = match (problems.is_empty(), of_plugins.is_empty()) {
        (true, true) if absent.is_empty() => state,
        (true, true) => ConfigState::Unknown,
        _ if !own.settled.is_empty() => ConfigState::Refused,
        (true, false) if of_plugins.iter().all(|it| it.goes_on) => ConfigState::Unknown,
        _ => ConfigState::Refused,
    };
    of_plugins.extend(absent.into_iter().map(|it| OfPlugin { problem: it.fault, goes_on: true }));
    problems.extend(of_plugins.into_iter().map(|it| match state {
        ConfigState::Unknown => it.goes_on(),
        _ => it.problem,
    }));
    let settled = match state {
        ConfigState::Refused => {
            problems.extend(own.settled.iter().cloned());
            Vec::new()
        }
        _ => {
            problems.extend(own.problems.iter().cloned());
            own.settled.clone()
        }
    };
    ConfigVerdict { state, problems, settled, ..ConfigVerdict::default() }
}

/// What is wrong with a plugin.
struct OfPlugin {
    problem: ConfigProblem,
    /// The gateway goes on without it, if nothing else is wrong.
    goes_on: bool,
}

impl OfPlugin {
    fn goes_on(self) -> ConfigProblem {
        let ConfigProblem { path, message } = self.problem;
        let message =
            message + " Its gateway goes on without the plugin; its other commands do not.";
        ConfigProblem { path, message }
    }
}

/// Whether a version goes on without the plugin of a channel, as it is to have that: nothing turns it off.
fn waits_for(agent: &Agent, part: &Part) -> bool {
    let (Some(rules), Part::Channel(id)) = (rules(agent), part) else { return false };
    let section = section(agent, rules);
    let switch = agent.config.value.get("channels").and_then(|all| all.get(id)?.get("enabled"));
    let is_off = || Policy::of(rules, section.as_deref()).off(id, Origin::Home, false).is_some();
    rules.goes_on && switch != Some(&Value::Bool(false)) && !is_off()
}

/// What is wrong where no plugin brings what the config names. Some does not count where that names a plugin that is gone.
fn parts(agent: &Agent, known: &[Plugin]) -> impl Iterator<Item = Unless<ConfigProblem>> {
    let section = rules(agent).and_then(|rules| section(agent, rules)).unwrap_or_default();
    let of = |id: &str| id.trim().to_lowercase();
    let named = |wanted: &str| {
        let allowed = section.get("allow").and_then(Value::as_array).into_iter().flatten();
        let mut allowed = allowed.filter_map(Value::as_str);
        let entries = section.get("entries").and_then(Value::as_object).into_iter().flatten();
        let mut entries = entries.map(|(id, _)| id.as_str());
        allowed.any(|id| of(id) == wanted) || entries.any(|id| of(id) == wanted)
    };
    let passed = |it: &&Unless<ConfigProblem>| {
        let brought = match &it.part {
            Part::Settings(id) => known.iter().any(|plugin| of(&plugin.id) == *id),
            part => known.iter().any(|plugin| plugin.brings.iter().any(|own| own.is(part))),
        };
        let is_channel = matches!(it.part, Part::Channel(_));
        let gone = |id: &String| {
            let is_there = || known.iter().any(|plugin| of(&plugin.id) == *id);
            named(id) && !(is_channel && is_there())
        };
        brought || it.gone.iter().any(gone)
    };
    let kept: Vec<_> = agent.config_verdict.parts.iter().filter(|it| !passed(it)).collect();
    kept.into_iter().cloned()
}

/// Whether an agent looks at its plugins before it takes its config: where that says anything of plugins.
pub(super) fn looks(rules: &PluginRules, section: Option<&Value>) -> bool {
    let Some(section) = section.and_then(Value::as_object).filter(|_| rules.needs_manifest) else {
        return false;
    };
    let is_empty = |value: &Value| match value {
        Value::Object(fields) => fields.is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    };
    !rules.unnamed_faults || section.values().any(|value| !is_empty(value))
}

/// The setting at which an agent refuses its whole config for a plugin with such a mistake.
pub(super) fn stops(
    rules: &PluginRules,
    policy: &Policy<'_>,
    mistake: Mistake,
    id: &str,
) -> Option<ConfigPath> {
    let of_module = matches!(mistake, Mistake::Module | Mistake::Setup);
    let below = if rules.unnamed_faults && !of_module { Vec::new() } else { policy.names(id)? };
    Some(ConfigPath::of([&[rules.section], &*below].concat()))
}

/// Where the settings of a plugin are in the config.
pub fn settings(rules: &PluginRules, plugin: &Plugin) -> ConfigPath {
    ConfigPath::of([rules.section, "entries", plugin.id.as_str(), "config"])
}

/// What an agent refuses its whole config for, of one plugin: what is wrong with its files, or with its settings, where
/// it may load or has some.
pub fn faults(rules: &PluginRules, plugin: &Plugin) -> Vec<Fault> {
    if !plugin.held {
        return Vec::new();
    }
    if let Some(fault) = stopped(plugin) {
        return vec![fault];
    }
    let may_load = !plugin.added && matches!(plugin.left_out, None | Some(Off::Idle(_)));
    match may_load || plugin.configured {
        true => of_settings(rules, plugin),
        false => Vec::new(),
    }
}

/// What of the settings of a plugin is not as its manifest says.
fn of_settings(rules: &PluginRules, plugin: &Plugin) -> Vec<Fault> {
    let Some(schema) = &plugin.config_schema else { return Vec::new() };
    let at = settings(rules, plugin);
    let below = |path: ConfigPath| ConfigPath(at.0.iter().cloned().chain(path.0).collect());
    if let Some(kind) = unknown_type(schema) {
        let message =
            format!("The configSchema of its plugin has the type {kind}, which there is not.");
        return vec![Fault { path: at, message }];
    }
    let mut config = plugin.filled.clone();
    fill(schema, &mut config);
    let faults = strict::faults(schema, &config).into_iter();
    faults.map(|fault| Fault { path: below(fault.path), ..fault }).collect()
}

/// Why the agent does not load a plugin, and the others all the same: what it adds to its list it looks at later.
pub(super) fn left_alone(rules: &PluginRules, plugin: &Plugin) -> Option<String> {
    let may_load = matches!(plugin.left_out, None | Some(Off::Idle(_))) && plugin.entry.is_ok();
    let looked = may_load && plugin.held && plugin.added && !plugin.configured;
    let fault = looked.then(|| of_settings(rules, plugin)).into_iter().flatten().next()?;
    Some(format!("It needs settings that are missing. {}: {}", fault.path, fault.message))
}

/// What is wrong with the files of a plugin, where an agent refuses its whole config for it.
fn stopped(plugin: &Plugin) -> Option<Fault> {
    match (&plugin.stops, &plugin.entry) {
        (Some(path), Err(why)) => Some(Fault { path: path.clone(), message: why.clone() }),
        _ => None,
    }
}

/// A type that JSON does not have.
fn unknown_type(schema: &Value) -> Option<&str> {
    const TYPES: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];
    let kind = schema.get("type").and_then(Value::as_str).filter(|kind| !TYPES.contains(kind));
    let parts = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    kind.or_else(|| parts.into_iter().find_map(|(_, part)| unknown_type(part)))
}

/// Puts in what counts where nothing is said, as the agent does before it looks.
fn fill(schema: &Value, value: &mut Value) {
    let properties = schema.get("properties").and_then(Value::as_object);
    let (Some(properties), Some(value)) = (properties, value.as_object_mut()) else { return };
    for (key, schema) in properties {
        if let Some(default) = schema.get("default").filter(|_| !value.contains_key(key)) {
            value.insert(key.clone(), default.clone());
        }
        if let Some(own) = value.get_mut(key) {
            fill(schema, own);
        }
    }
}

/// Whether one of the places of plugins cannot be looked into, with a version that goes on without it.
fn has_unseen(agent: &Agent, rules: &PluginRules) -> bool {
    let unseen = |path: &PathBuf| !path.is_file() && path.read_dir().is_err();
    let places = || places::named(agent, agent.config.value.get(rules.section));
    !rules.needs_places && places().iter().any(unseen)
}

/// What is wrong with the plugins that there are; with `files_alone` not with their settings.
fn each(agent: &Agent, known: &[Plugin], files_alone: bool) -> Vec<OfPlugin> {
    let Some(rules) = rules(agent) else { return Vec::new() };
    let counted = known.iter().filter(|plugin| !files_alone || stopped(plugin).is_some());
    let faults = counted.flat_map(|plugin| {
        faults(rules, plugin).into_iter().map(|fault| {
            let path = fault.path.to_string();
            let message = format!("{} ({})", fault.message, plugin.name);
            OfPlugin { goes_on: goes_on(rules, plugin), problem: ConfigProblem { path, message } }
        })
    });
    faults.collect()
}

/// Whether the gateway goes on without a plugin whose files are wrong: where its own entry names it, and nothing turns it
/// off.
fn goes_on(rules: &PluginRules, plugin: &Plugin) -> bool {
    let entries = ConfigPath::of([rules.section, "entries"]);
    let entry = |path: &ConfigPath| path.0.starts_with(&entries.0);
    let on = matches!(plugin.left_out, None | Some(Off::Idle(_)));
    rules.goes_on
        && on
        && !plugin.ends
        && stopped(plugin).is_some()
        && plugin.stops.as_ref().is_some_and(entry)
}

/// The plugin that is to be the memory has to be there, by its id as it is written.
fn memory(machine: &Machine, agent: &Agent, known: &[Plugin]) -> Option<ConfigProblem> {
    let id = lost_memory(machine, agent, known)?;
    Some(ConfigProblem {
        path: format!("{}.slots.memory", rules(agent)?.section),
        message: format!("There is no plugin {id}."),
    })
}

/// The id of a memory that is not there.
pub(super) fn lost_memory(machine: &Machine, agent: &Agent, known: &[Plugin]) -> Option<String> {
    let rules = rules(agent)?;
    let section = section(agent, rules)?;
    let id = section.pointer("/slots/memory")?.as_str()?.trim();
    let none = id.is_empty() || id.eq_ignore_ascii_case("none") || ITS_OWN.contains(&id);
    let brought = || {
        let mut packages = packages(machine, &agent.dialect.finding);
        packages.any(|package| package.join(rules.bundled).join(id).is_dir())
    };
    let is_there = || known.iter().any(|plugin| plugin.id == id);
    (!none && !brought() && !is_there()).then(|| id.to_owned())
}

fn is_module(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ENDINGS.contains(&ending) && !path.to_string_lossy().ends_with(".d.ts")
}

/// A place of plugins is a folder, or a module; for some versions one that is there. Those that are not.
pub(super) fn wrong_places(agent: &Agent, rules: &PluginRules) -> Vec<PathBuf> {
    let alone =
        |path: &Path| rules.module_needs_manifest && !path.with_file_name(rules.manifest).is_file();
    let wrong = |path: &PathBuf| match path.exists() {
        true => path.is_file() && (!is_module(path) || alone(path)),
        false => rules.needs_places,
    };
    let mut paths = places::named(agent, agent.config.value.get(rules.section));
    paths.retain(wrong);
    paths
}

fn paths(machine: &Machine, agent: &Agent) -> Option<ConfigProblem> {
    let rules = rules(agent)?;
    let path = wrong_places(agent, rules).into_iter().next()?;
    let shown = machine.show(&path);
    Some(ConfigProblem {
        path: format!("{}.load.paths", rules.section),
        message: match path.exists() {
            true if is_module(&path) => {
                format!("There is no {} beside {shown}.", rules.manifest)
            }
            true => format!("{shown} is neither a folder nor a module."),
            false => format!("{shown} is not there."),
        },
    })
}
