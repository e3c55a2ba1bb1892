//! An agent's plugins: modules that register hooks by themselves (rules R-4.8 and R-4.9). Here they are
//! only found: which hooks one has is known after it ran, and nothing here runs one.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use tacklebox_agents::agent::{Agent, short_hash};
use tacklebox_agents::dialect::PluginRules;
use tacklebox_agents::hook::Source;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

/// The longest package.json that is read, in bytes.
const LONGEST_PACKAGE: u64 = 1024 * 1024;

/// One plugin of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plugin {
    /// The name of its folder. Runs bear it.
    pub id: String,
    /// What tells it from all hooks: `openclaw/plugin/<id>`.
    pub hook_id: String,
    pub dir: PathBuf,
    /// Its module, or why the agent refuses it.
    pub entry: Result<PathBuf, String>,
    /// Why the agent does not load it: the config switches it off, or hooks as a whole.
    pub left_out: Option<&'static str>,
    /// What the config says to it under `entries.<id>.config`, secrets included: an object, empty where
    /// it says nothing.
    pub config: Value,
}

/// All plugins of an agent: folders that its config names, then those in its own folder by name. Of two with
/// one id the first counts, and the other is refused. Empty for agents without plugins.
pub fn list(machine: &Machine, agent: &Agent) -> Vec<Plugin> {
    let Some(rules) = &agent.dialect.plugins else { return Vec::new() };
    let section = agent.config.value.get(rules.section);
    let mut plugins: Vec<Plugin> = Vec::new();
    for dir in named(machine, agent, section).into_iter().chain(installed(agent, rules)) {
        let id = dir.file_name().unwrap_or(OsStr::new("plugin")).to_string_lossy().into_owned();
        let entries = section.and_then(|section| section.get("entries"));
        let own = entries.and_then(|entries| entries.get(&id));
        let switch = own.and_then(|own| own.get("enabled"));
        let config = own.and_then(|own| own.get("config")).filter(|config| config.is_object());
        let first = plugins.iter().find(|plugin| plugin.id == id);
        if first.is_some_and(|first| first.dir == dir) {
            continue;
        }
        let (entry, mark) = match first {
            Some(first) => {
                let first = machine.show(&first.dir);
                let why = format!("Another plugin of this name comes first: {first}.");
                (Err(why), format!("@{}", short_hash(&dir)))
            }
            None => (entry(rules, &dir), String::new()),
        };
        plugins.push(Plugin {
            hook_id: format!("{}{id}{mark}", prefix(agent)),
            left_out: match switch {
                _ if !agent.hooks_on() => Some("Hooks are off as a whole"),
                Some(Value::Bool(false)) => Some("It is off"),
                _ => None,
            },
            config: config.cloned().unwrap_or_else(|| Value::Object(Map::new())),
            id,
            dir,
            entry,
        });
    }
    plugins
}

/// The id of the plugin that an id of a hook means.
pub fn id_in<'a>(agent: &Agent, hook_id: &'a str) -> Option<&'a str> {
    agent.dialect.plugins.as_ref()?;
    hook_id.strip_prefix(&prefix(agent))
}

fn prefix(agent: &Agent) -> String {
    format!("{}/{}/", agent.id(), Source::Plugin.as_str())
}

/// The folders of `load.paths`.
fn named(machine: &Machine, agent: &Agent, section: Option<&Value>) -> Vec<PathBuf> {
    let paths = section.and_then(|section| section.pointer("/load/paths"));
    let paths = match paths {
        Some(Value::Array(list)) => list.as_slice(),
        Some(one @ Value::String(_)) => std::slice::from_ref(one),
        _ => &[],
    };
    let paths = paths.iter().filter_map(Value::as_str).filter(|path| !path.trim().is_empty());
    paths.map(|path| agent.home.join(machine.expand(path))).collect()
}

/// The folders in the agent's own folder of plugins, in byte order.
fn installed(agent: &Agent, rules: &PluginRules) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(agent.home.join(rules.folder)) else { return Vec::new() };
    let is_plugin = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        !name.starts_with(b".") && name != b"node_modules" && path.is_dir()
    };
    let mut dirs: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(is_plugin).collect();
    dirs.sort_unstable();
    dirs
}

/// The module of a plugin, by its real place.
fn entry(rules: &PluginRules, dir: &Path) -> Result<PathBuf, String> {
    let folder = fs::canonicalize(dir).ok().filter(|dir| dir.is_dir());
    let folder = folder.ok_or("There is no such folder.")?;
    let module = match module_of_package(rules, &folder)? {
        Some(module) => module,
        None => {
            let there = rules.files.iter().find(|file| folder.join(file).is_file());
            let none = || {
                let files =
                    tacklebox_machine::words::any_of(rules.files.iter().map(ToString::to_string));
                format!("It has no module: no package.json names one, and there is no {files}.")
            };
            (*there.ok_or_else(none)?).to_owned()
        }
    };
    match fs::canonicalize(folder.join(&module)) {
        Err(_) => Err(format!("Its module {module} is not there.")),
        Ok(real) if !real.starts_with(&folder) => {
            Err(format!("Its module {module} is refused: it is outside the plugin's folder."))
        }
        Ok(real) if !real.is_file() => Err(format!("Its module {module} is not a file.")),
        Ok(real) => Ok(real),
    }
}

/// The module that a package.json names, where there is one and it names any.
fn module_of_package(rules: &PluginRules, folder: &Path) -> Result<Option<String>, String> {
    let unread = |why: String| format!("Its package.json could not be read: {why}");
    let (text, _) = files::read(&folder.join("package.json"), LONGEST_PACKAGE)
        .map_err(|error| unread(error.to_string()))?;
    let Some(text) = text else { return Ok(None) };
    let package: Value =
        serde_json::from_slice(&text).map_err(|error| unread(format!("{error}.")))?;
    let extensions = package.get(rules.package_key).and_then(|own| own.get("extensions"));
    let module = extensions.and_then(|list| list.get(0)).or_else(|| package.get("main"));
    Ok(module.and_then(Value::as_str).filter(|name| !name.is_empty()).map(str::to_owned))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::Write;

    use super::*;
    use tacklebox_agents::agent::Options;
    use tacklebox_agents::hook::AgentId;
    use tacklebox_machine::machine::Platform;

    struct Home(tempfile::TempDir);

    impl Home {
        fn new() -> Self {
            Self(tempfile::tempdir().unwrap())
        }

        fn with(self, path: &str, text: &str) -> Self {
            let path = self.0.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
            self
        }

        fn plugins(&self, agent: AgentId) -> Vec<Plugin> {
            let machine = Machine::new(Platform::Linux, self.0.path(), BTreeMap::new());
            list(&machine, &Agent::locate(&machine, agent, &Options::documented()))
        }

        /// Id, module relative to the plugin's real folder, or the reason.
        fn told(&self) -> Vec<(String, String)> {
            let told = |plugin: Plugin| {
                let dir = fs::canonicalize(&plugin.dir).unwrap_or_default();
                let entry = plugin
                    .entry
                    .map(|file| file.strip_prefix(dir).unwrap().to_string_lossy().into_owned());
                (plugin.id, entry.unwrap_or_else(|why| why))
            };
            self.plugins(AgentId::Openclaw).into_iter().map(told).collect()
        }

        fn one(self) -> String {
            self.told().swap_remove(0).1
        }
    }

    #[test]
    fn each_folder_of_extensions_is_a_plugin_by_its_name() {
        let home = Home::new()
            .with(".openclaw/extensions/b/index.js", "")
            .with(".openclaw/extensions/a/index.ts", "")
            .with(".openclaw/extensions/a/index.js", "")
            .with(".openclaw/extensions/.cache/index.js", "")
            .with(".openclaw/extensions/node_modules/x/index.js", "")
            .with(".openclaw/extensions/notes.md", "");
        let pair = |id: &str, file: &str| (id.to_owned(), file.to_owned());
        assert_eq!(home.told(), [pair("a", "index.ts"), pair("b", "index.js")]);
        assert_eq!(home.plugins(AgentId::Openclaw)[0].hook_id, "openclaw/plugin/a");
        assert!(home.plugins(AgentId::Milady).is_empty());
    }

    #[test]
    fn a_package_names_its_module() {
        let package = |text: &str| {
            Home::new()
                .with(".openclaw/extensions/a/package.json", text)
                .with(".openclaw/extensions/a/index.js", "")
                .with(".openclaw/extensions/a/src/plugin.ts", "")
                .with(".openclaw/extensions/a/dist/main.js", "")
                .one()
        };
        let both = r#"{"main": "dist/main.js", "openclaw": {"extensions": ["./src/plugin.ts"]}}"#;
        assert_eq!(package(both), "src/plugin.ts");
        assert_eq!(package(r#"{"main": "dist/main.js"}"#), "dist/main.js");
        assert_eq!(package(r#"{"name": "a"}"#), "index.js");
        assert_eq!(package(r#"{"main": "lost.js"}"#), "Its module lost.js is not there.");
        assert_eq!(package(r#"{"main": "dist"}"#), "Its module dist is not a file.");
        assert!(package("{").starts_with("Its package.json could not be read: "));
    }

    #[test]
    fn a_module_outside_of_its_folder_is_refused() {
        let refused = |module: &str| {
            format!("Its module {module} is refused: it is outside the plugin's folder.")
        };
        let up = "../../evil.js";
        let home = Home::new()
            .with(".openclaw/evil.js", "")
            .with(".openclaw/extensions/a/package.json", &format!(r#"{{"main": "{up}"}}"#));
        assert_eq!(home.one(), refused(up));
        let home = Home::new().with(".openclaw/evil.js", "").with(".openclaw/extensions/a/x", "");
        let link = home.0.path().join(".openclaw/extensions/a/index.js");
        std::os::unix::fs::symlink("../../evil.js", link).unwrap();
        assert_eq!(home.one(), refused("index.js"));
        let home = Home::new().with("evil.js", "");
        let path = home.0.path().join("evil.js").to_string_lossy().into_owned();
        let package = format!(r#"{{"openclaw": {{"extensions": ["{path}"]}}}}"#);
        assert_eq!(
            home.with(".openclaw/extensions/a/package.json", &package).one(),
            refused(&path)
        );
    }

    #[test]
    fn the_config_names_further_folders_and_switches_plugins_off() {
        let home = Home::new()
            .with(
                ".openclaw/openclaw.json",
                "{plugins: {load: {paths: ['~/work/own', '~/work/twin', '~/lost']}, entries: {own: {enabled: false}}}}",
            )
            .with("work/own/index.ts", "")
            .with("work/twin/index.ts", "")
            .with(".openclaw/extensions/twin/index.ts", "")
            .with(".openclaw/extensions/empty/readme.md", "");
        let told = home.told();
        let ids: Vec<_> = told.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(ids, ["own", "twin", "lost", "empty", "twin"]);
        assert_eq!(told[2].1, "There is no such folder.");
        assert!(told[3].1.ends_with("there is no index.ts or index.js."), "{}", told[3].1);
        assert_eq!(told[4].1, "Another plugin of this name comes first: ~/work/twin.");
        let off = |home: &Home| -> Vec<_> {
            home.plugins(AgentId::Openclaw).iter().map(|plugin| plugin.left_out).collect()
        };
        assert_eq!(off(&home), [Some("It is off"), None, None, None, None]);
        let home = Home::new()
            .with(".openclaw/openclaw.json", "{hooks: {internal: {enabled: false}}}")
            .with(".openclaw/extensions/a/index.ts", "");
        assert_eq!(off(&home), [Some("Hooks are off as a whole")]);
    }
}
