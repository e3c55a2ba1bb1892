//! Where an agent looks for plugins, in its order: folders and files that the config names, what it installed or has a
//! link to, the workspace's own folder, then the folder in the agent's home. Nothing here decides whether one loads.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::Plugin;
use super::bundle;
use super::manifest::Package;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::PluginRules;
use tacklebox_agents::in_force::packages;
use tacklebox_machine::machine::Machine;

/// Folders in a folder of plugins that are never one: stores, build output, what tools keep.
const IGNORED: [&str; 10] = [
    ".git",
    ".hg",
    ".svn",
    ".turbo",
    ".yarn",
    ".yarn-cache",
    "build",
    "coverage",
    "dist",
    "node_modules",
];
/// Endings of a module.
const ENDINGS: [&str; 6] = ["ts", "js", "mts", "cts", "mjs", "cjs"];
/// So many entries of one folder are looked at.
const MOST: usize = 2_000;

/// Where a plugin was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The config names it.
    Config,
    /// The workspace brings it: off by default.
    Workspace,
    /// The agent's own folder of plugins.
    Home,
    /// The agent installed it as a package of npm.
    Installed,
    /// The agent was told to take it from where it is, and has that in its state.
    Linked,
}

impl Origin {
    pub(crate) const fn is_installed(self) -> bool {
        matches!(self, Self::Installed)
    }
}

/// A place where a plugin may be: its folder, and its module where a single file was named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub dir: PathBuf,
    pub file: Option<PathBuf>,
    pub origin: Origin,
    /// The agent skips the folder for its name.
    pub aside: bool,
}

impl Place {
    pub const fn folder(dir: PathBuf, origin: Origin) -> Self {
        Self { dir, file: None, origin, aside: false }
    }

    const fn file(dir: PathBuf, file: PathBuf, origin: Origin) -> Self {
        Self { dir, file: Some(file), origin, aside: false }
    }
}

/// All places, in the order in which the agent prefers what is there: what the config names, what it installed itself
/// or has a link to, its workspace, its folder.
pub(super) fn all(machine: &Machine, agent: &Agent, rules: &PluginRules) -> Vec<Place> {
    let section = agent.config.value.get(rules.section);
    let mut places = Vec::new();
    for path in named(agent, section) {
        from_path(rules, path, &mut places);
    }
    let records = agent.records_of_plugins().unwrap_or_default();
    let workspace = in_workspace(agent, rules);
    for path in linked(agent, &records) {
        if workspace.as_ref().is_some_and(|folder| path.starts_with(folder)) {
            continue;
        }
        let named = places.len();
        from_path(rules, path, &mut places);
        places.iter_mut().skip(named).for_each(|place| place.origin = Origin::Linked);
    }
    let mut own = Vec::new();
    in_folder(rules, &agent.beside.join(rules.folder), Origin::Home, false, &mut own);
    let installed = |dir| Place::folder(dir, Origin::Installed);
    own.extend(installed_in(agent, rules).into_iter().map(installed));
    let recorded = records.values().flat_map(|record| places_of(machine, record));
    let recorded: Vec<PathBuf> = recorded.collect();
    let (first, last): (Vec<_>, Vec<_>) =
        own.into_iter().partition(|place| recorded.contains(&real(&place.dir)));
    places.extend(first);
    if let Some(folder) = workspace {
        in_folder(rules, &folder, Origin::Workspace, false, &mut places);
    }
    places.extend(last);
    places
}

/// The folders that its state has links to. The config names them, too, until somebody takes them out there.
fn linked(agent: &Agent, records: &Map<String, Value>) -> Vec<PathBuf> {
    let path = |record: &Value| {
        let of = |key: &str| record.get(key).and_then(Value::as_str);
        let path = of("installPath")
            .filter(|it| of("source") == Some("path") && of("sourcePath") == Some(it))?;
        Some(agent.expand(path)).filter(|it| it.is_absolute() && it.exists())
    };
    records.values().filter_map(path).collect()
}

/// The folders of the packages that the agent itself installed: what its projects of npm depend on.
fn installed_in(agent: &Agent, rules: &PluginRules) -> Vec<PathBuf> {
    let projects = rules.projects.and_then(|folder| fs::read_dir(agent.home.join(folder)).ok());
    let mut projects: Vec<PathBuf> =
        projects.into_iter().flatten().flatten().take(MOST).map(|entry| entry.path()).collect();
    projects.sort_unstable();
    let packages = projects.iter().flat_map(|project| {
        let names = Package::read(project).map(|it| it.dependencies()).unwrap_or_default();
        names.into_iter().map(move |name| project.join("node_modules").join(name))
    });
    packages.filter(|dir| rules.manifest_in(dir)).collect()
}

/// That the agent brings a plugin of this id itself, which comes before one in its folders and that it did not
/// install, as a sentence.
pub(super) fn brought_first(
    machine: &Machine,
    agent: &Agent,
    rules: &PluginRules,
    plugin: &Plugin,
) -> Option<String> {
    rules.records.as_ref()?;
    let mut packages = packages(machine, &agent.dialect.finding);
    let own = |package: PathBuf| rules.manifest_in(&package.join(rules.bundled).join(&plugin.id));
    let later = matches!(plugin.origin, Origin::Workspace | Origin::Home)
        && packages.next().is_some_and(own);
    if !later || plugin.origin == Origin::Home && is_installed(machine, agent, plugin) {
        return None;
    }
    let title = agent.dialect.title;
    Some(format!(
        "{title} brings a plugin with the id {} itself, and loads that in its place. Give this one another id, or name its folder in plugins.load.paths.",
        plugin.id
    ))
}

/// That the agent installed the plugin as a package, and finds no module in that which was made of its TypeScript: it does
/// not load what is not made, unless it was installed from the very folder that it is in.
pub(super) fn not_built(
    machine: &Machine,
    agent: &Agent,
    rules: &PluginRules,
    plugin: &Plugin,
) -> Option<String> {
    let entry = plugin.entry.as_ref().ok()?;
    let typed =
        entry.extension().is_some_and(|it| matches!(it.to_str(), Some("ts" | "mts" | "cts")));
    let names = || Package::read(&plugin.dir).and_then(|it| it.extensions(rules));
    if !typed || plugin.single.is_some() || names().is_ok_and(|all| all.is_empty()) {
        return None;
    }
    let record = agent.record_of_plugin(&plugin.id)?;
    let place = |key: &str| recorded(machine, &record, key);
    let (into, from) = (place("installPath"), place("sourcePath"));
    let linked =
        record.get("source").is_some_and(|it| it == "path") && into.is_some() && into == from;
    let own = real(&plugin.dir);
    if linked || into.as_ref().or(from.as_ref()) != Some(&own) {
        return None;
    }
    let name = entry.strip_prefix(&plugin.dir).unwrap_or(entry).display();
    Some(format!(
        "{} installed it as a package, and then wants JavaScript that was made of {name}: there is none. Build the plugin, or install it with a link to its folder.",
        agent.dialect.title
    ))
}

/// Whether the agent's state says that it installed the plugin from or into this folder, or one above or in it.
fn is_installed(machine: &Machine, agent: &Agent, plugin: &Plugin) -> bool {
    let Some(record) = agent.record_of_plugin(&plugin.id) else { return false };
    let own = real(&plugin.dir);
    places_of(machine, &record).any(|path| path.starts_with(&own) || own.starts_with(&path))
}

/// The places that the agent's state names of a plugin that it installed.
fn places_of(machine: &Machine, record: &Value) -> impl Iterator<Item = PathBuf> {
    ["installPath", "sourcePath"].into_iter().filter_map(|key| recorded(machine, record, key))
}

/// A place that the agent's state names of a plugin that it installed.
fn recorded(machine: &Machine, record: &Value, key: &str) -> Option<PathBuf> {
    let text = record.get(key)?.as_str().filter(|text| !text.trim().is_empty())?;
    Some(real(&machine.expand(text)))
}

fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// How many plugins the agent's own package brings. They are counted, and not looked at.
pub fn bundled(machine: &Machine, agent: &Agent) -> usize {
    let Some(rules) = super::rules(agent) else { return 0 };
    let packages = packages(machine, &agent.dialect.finding);
    let folders = packages.map(|package| package.join(rules.bundled));
    let Some(entries) = folders.filter_map(|folder| fs::read_dir(folder).ok()).next() else {
        return 0;
    };
    entries.flatten().take(MOST).filter(|entry| rules.manifest_in(&entry.path())).count()
}

/// The folders and the files that decide what [`all`] finds, whether they exist or not: to be watched. Of what
/// the config names and holds none, which may be a whole disk, only whether it comes or goes.
pub fn watched(machine: &Machine, agent: &Agent) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let Some(rules) = super::rules(agent) else { return (Vec::new(), Vec::new()) };
    let named = named(agent, agent.config.value.get(rules.section));
    let plugins = if named.is_empty() { Vec::new() } else { super::found(machine, agent, rules) };
    let holds = |folder: &PathBuf| {
        let in_it = |dir: &Path| dir == folder || dir.parent() == Some(folder);
        plugins
            .iter()
            .any(|(it, _)| it.origin == Origin::Config && it.entry.is_ok() && in_it(&it.dir))
    };
    let (mut folders, files): (Vec<_>, Vec<_>) =
        named.into_iter().partition(|path| !path.is_file() && holds(path));
    folders.extend(in_workspace(agent, rules));
    folders.push(agent.beside.join(rules.folder));
    folders.extend(rules.projects.map(|folder| agent.home.join(folder)));
    // Installed packages of others are not watched.
    folders.extend(installed_in(agent, rules));
    let records = agent.records_of_plugins().unwrap_or_default();
    folders.extend(linked(agent, &records).into_iter().filter(|it| it.is_dir()));
    (folders, files)
}

/// Its folder in the workspace.
fn in_workspace(agent: &Agent, rules: &PluginRules) -> Option<PathBuf> {
    Some(agent.known_workspace()?.join(rules.workspace_folder?))
}

/// What `load.paths` names, as far as it is known where that is.
pub(super) fn named(agent: &Agent, section: Option<&Value>) -> Vec<PathBuf> {
    items(agent, section).map(|(_, path)| path).collect()
}

/// The same, each with the item that names it.
pub(super) fn items<'a>(
    agent: &'a Agent,
    section: Option<&'a Value>,
) -> impl Iterator<Item = (&'a Value, PathBuf)> {
    let items = match section.and_then(|section| section.pointer("/load/paths")) {
        Some(Value::Array(list)) => list.as_slice(),
        Some(one @ Value::String(_)) => std::slice::from_ref(one),
        _ => &[],
    };
    let texts = items.iter().filter_map(|item| Some((item, item.as_str()?.trim())));
    let paths = texts.filter(|(_, path)| !path.is_empty());
    paths.filter_map(|(item, path)| Some((item, agent.place(path)?)))
}

fn from_path(rules: &PluginRules, path: PathBuf, places: &mut Vec<Place>) {
    if path.is_file() {
        let dir = path.parent().unwrap_or(&path).to_owned();
        places.push(Place::file(dir, path, Origin::Config));
        return;
    }
    // A folder is a plugin itself, or it holds some.
    if !path.is_dir() || looks_like_one(rules, &path) {
        places.push(Place::folder(path, Origin::Config));
        return;
    }
    let before = places.len();
    in_folder(rules, &path, Origin::Config, true, places);
    if places.len() == before {
        places.push(Place::folder(path, Origin::Config));
    }
}

/// Whether something in a folder says that it is a plugin.
fn looks_like_one(rules: &PluginRules, dir: &Path) -> bool {
    rules.manifest_in(dir)
        || Package::read(dir).map_or(true, |package| package.extensions(rules) != Ok(Vec::new()))
        || rules.files.iter().any(|file| dir.join(file).is_file())
        || bundle::of(rules, dir).is_some()
}

/// The plugins in one folder, in byte order; single files count only where the config names the folder.
fn in_folder(
    rules: &PluginRules,
    folder: &Path,
    origin: Origin,
    with_files: bool,
    places: &mut Vec<Place>,
) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().take(MOST).map(|entry| entry.path()).collect();
    paths.sort_unstable();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_dir() {
            let aside = is_aside(&name);
            // What tools keep is not a plugin, unless it says so.
            let hidden = name.starts_with('.');
            let skipped = IGNORED.contains(&&*name) || (hidden && !rules.dot_folders);
            if !skipped && (!(hidden || aside) || looks_like_one(rules, &path)) {
                places.push(Place { aside, ..Place::folder(path, origin) });
            }
        } else if with_files && path.is_file() && is_module(&name) {
            places.push(Place::file(folder.to_owned(), path, origin));
        }
    }
}

/// Whether the agent skips a folder of this name, in lower case, since somebody set it aside.
fn is_aside(name: &str) -> bool {
    name.ends_with(".bak") || name.contains(".backup-") || name.contains(".disabled")
}

/// Whether a file's name, in lower case, is that of a module: no types, no tests.
pub(super) fn is_module(name: &str) -> bool {
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    ENDINGS.contains(&ending) && !name.contains(".test.") && !stem.ends_with(".d")
}
