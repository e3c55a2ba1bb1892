//! What the files of one place say: one plugin, or several. Nothing of the config counts here.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::manifest::{Manifest, Package, text};
use super::places::Place;
use super::starts::Says;
use super::{Plugin, built, bundle, hook_id, module, wanted};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::strict::Part;
use tacklebox_agents::dialect::PluginRules;

/// What the files of one place say, with nothing of the config.
pub(super) struct Found {
    pub plugin: Plugin,
    /// Where the agent looks for its module; none where nothing names one.
    pub named: Option<PathBuf>,
    /// Whether it asks for the one place of the agent's memory.
    pub memory: bool,
    /// What it says of when it starts, where that decides.
    pub says: Option<Says>,
    pub mistake: Option<Mistake>,
}

/// What is wrong with the files of a plugin, where that is more to its agent than a plugin that does not load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    Manifest,
    /// The list of its modules.
    List,
    /// A module that the list names.
    Module,
    /// The module by which it is set up.
    Setup,
}

/// A plugin of which only its id and its place are known.
fn plain(agent: &Agent, rules: &PluginRules, place: &Place, id: &str) -> Plugin {
    Plugin {
        id: id.to_owned(),
        hook_id: hook_id(agent, id),
        name: id.to_owned(),
        version: None,
        description: None,
        dir: place.dir.clone(),
        single: place.file.clone(),
        manifest: None,
        bundle: None,
        hooks: Vec::new(),
        entry: Err(String::new()),
        refused: None,
        origin: place.origin,
        left_out: None,
        added: false,
        config: Value::Object(Map::new()),
        configured: false,
        filled: Value::Object(Map::new()),
        access: rules.asks_access.then_some(false),
        injects: true,
        limits: Default::default(),
        hooks_on: agent.hooks_on(),
        brings: Vec::new(),
        config_schema: None,
        ui_hints: None,
        held: false,
        stops: None,
        ends: false,
    }
}

/// The plugins of one place: one, or one for each module that its package names.
pub(super) fn read(agent: &Agent, rules: &PluginRules, place: &Place) -> Vec<Found> {
    read_with(agent, rules, place, None)
}

/// The same, where one file of the folder, by its name, says what is typed.
pub(super) fn read_with(
    agent: &Agent,
    rules: &PluginRules,
    place: &Place,
    typed: Option<(&str, &str)>,
) -> Vec<Found> {
    let dir = &place.dir;
    let typed = |name: &str| typed.filter(|(file, _)| *file == name).map(|(_, text)| text);
    let manifest = Manifest::read(rules, dir, typed(rules.manifest));
    let written = || match typed("package.json") {
        Some(text) => Package::of(text.as_bytes()),
        None => Package::read(dir),
    };
    let package = match &place.file {
        Some(_) => Ok(Package::default()),
        None => written().or_else(|why| match rules.skips_torn_package {
            true => Ok(Package::default()),
            false => Err(why),
        }),
    };
    let names_none =
        package.as_ref().is_ok_and(|package| package.extensions(rules) == Ok(Vec::new()));
    if place.file.is_none()
        && names_none
        && let Some(bundle) = bundle::of(rules, dir)
    {
        return vec![of_bundle(agent, rules, place, bundle)];
    }
    let modules = match &place.file {
        Some(file) => Ok(vec![file.to_string_lossy().into_owned()]),
        None => {
            let named = |package| modules(rules, dir, package).map(|it| (package, it));
            let named = package.as_ref().map_err(Clone::clone).and_then(named);
            named.and_then(|(package, it)| built::loaded(rules, dir, package, place.origin, it))
        }
    };
    let broken = match &manifest {
        Err(why) => Some(why.clone()),
        Ok(None) if rules.needs_manifest => {
            Some(format!("It has no {}, so it is not loaded.", rules.manifest))
        }
        Ok(_) => None,
    };
    // Without a manifest and a module it is a folder among others, and nothing is wrong with it.
    let is_plugin = !matches!(manifest, Ok(None)) || !names_none || modules.is_ok();
    let torn = broken.is_some() && is_plugin && place.file.is_none() && dir.is_dir();
    let listed = package.as_ref().ok().map(|package| package.extensions(rules));
    let manifest = manifest.ok().flatten();
    let package = package.unwrap_or_default();
    let broken = broken.or_else(|| {
        let host = (agent.dialect.title, agent.runtime.number());
        wanted::refused(rules, host, &package, place.origin.is_installed())
    });
    let bad_setup = match place.file {
        Some(_) => None,
        None => built::bad_setup(rules, dir, &package, place.origin),
    };
    let broken = broken.or_else(|| bad_setup.clone());
    let broken = broken.or_else(|| built::lacks(rules, dir, &package));
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
    // Where a manifest says no name, the id is one; of several modules of a package each has its own.
    let of_package = |id: &str| {
        let is_one = manifest.is_none() && !id.contains('/');
        is_one.then(|| package.text("name")).flatten()
    };
    let found = |id: String, named: Option<&str>, entry: Result<PathBuf, String>| Found {
        mistake: match &listed {
            _ if torn => Some(Mistake::Manifest),
            _ if bad_setup.is_some() => Some(Mistake::Setup),
            Some(Err(_)) => Some(Mistake::List),
            Some(Ok(list))
                if !list.is_empty()
                    && entry.is_err()
                    && !named.is_some_and(|module| module::is_there(dir, module)) =>
            {
                Some(Mistake::Module)
            }
            _ => None,
        },
        named: named.map(|module| dir.join(module)),
        memory: manifest
            .as_ref()
            .and_then(|own| own.value.get("kind"))
            .is_some_and(|kind| rules.kinds.is_memory(kind)),
        says: rules
            .starts
            .as_ref()
            .zip(manifest.as_ref())
            .map(|(it, own)| Says::of(it, &own.value, &agent.config.value)),
        plugin: Plugin {
            name: says("name").or_else(|| of_package(&id)).unwrap_or_else(|| id.clone()),
            version: says("version").or_else(|| package.text("version")),
            description: says("description").or_else(|| package.text("description")),
            manifest: manifest.as_ref().map(|manifest| manifest.path.clone()),
            entry: broken.clone().map_or(entry, Err),
            brings: manifest.as_ref().map(|it| brings(&it.value)).unwrap_or_default(),
            config_schema: manifest.as_ref().and_then(|it| it.value.get("configSchema").cloned()),
            ui_hints: manifest.as_ref().and_then(|it| it.value.get("uiHints").cloned()),
            ..plain(agent, rules, place, &id)
        },
    };
    match modules {
        Err(why) => vec![found(id, None, Err(why))],
        Ok(modules) => {
            if let [only] = modules.as_slice() {
                return vec![found(id, Some(only), module::of(rules, dir, only))];
            }
            let named = |module: &String| {
                let stem = Path::new(module).file_stem().unwrap_or_default().to_string_lossy();
                format!("{id}/{stem}")
            };
            let entry =
                |name: &String| found(named(name), Some(name), module::of(rules, dir, name));
            modules.iter().map(entry).collect()
        }
    }
}

fn of_bundle(
    agent: &Agent,
    rules: &PluginRules,
    place: &Place,
    bundle: Result<bundle::Bundle, String>,
) -> Found {
    let plugin = match bundle {
        Ok(bundle) => {
            let says = |key: &str| text(&bundle.value, key);
            Plugin {
                name: says("name").unwrap_or_else(|| bundle.id.clone()),
                version: says("version"),
                description: says("description"),
                entry: Err(format!(
                    "It is a bundle of {}: {} takes its skills and commands{}, and it has no module that listens to hooks.",
                    bundle.of,
                    agent.dialect.title,
                    if bundle.hooks.is_empty() { "" } else { " and its folders of hooks" }
                )),
                hooks: bundle.hooks,
                manifest: bundle.manifest,
                bundle: Some(bundle.of),
                ..plain(agent, rules, place, &bundle.id)
            }
        }
        Err(why) => {
            let id = place.dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Plugin { entry: Err(why), ..plain(agent, rules, place, &id) }
        }
    };
    Found { plugin, named: None, memory: false, says: None, mistake: None }
}

/// The channels that a manifest names, and what it searches the web with.
fn brings(manifest: &Map<String, Value>) -> Vec<Part> {
    let named = |of: Option<&Value>| -> Vec<String> {
        let all = of.and_then(Value::as_array).into_iter().flatten();
        all.filter_map(|name| Some(name.as_str()?.trim().to_owned())).collect()
    };
    let searches = manifest.get("contracts").and_then(|it| it.get("webSearchProviders"));
    let channels = named(manifest.get("channels")).into_iter().map(Part::Channel);
    channels.chain(named(searches).into_iter().map(Part::Search)).collect()
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
