//! What is found of plugins, and why one does not load.

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
    assert_eq!(home.with(".openclaw/extensions/a/package.json", &package).one(), refused(&path));
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
        home.plugins(AgentId::Openclaw).into_iter().map(|plugin| plugin.left_out).collect()
    };
    assert_eq!(off(&home), [Some(Off::Entry), None, None, None, None]);
    let home = Home::new()
        .with(".openclaw/openclaw.json", "{hooks: {internal: {enabled: false}}}")
        .with(".openclaw/extensions/a/index.ts", "");
    assert_eq!(off(&home), [Some(Off::Hooks)]);
}

#[test]
fn folders_with_plugins_are_watched_and_of_a_disk_only_that_it_is_there() {
    let home = Home::new()
        .with(
            ".openclaw/openclaw.json",
            "{plugins: {load: {paths: ['~/many', '~/one.mjs', '~/disk', '~/gone']}}}",
        )
        .with("many/a/index.ts", "")
        .with("one.mjs", "")
        .with("disk/photos/1.jpg", "");
    let machine = Machine::new(Platform::Linux, home.0.path(), BTreeMap::new());
    let agent = Agent::locate(&machine, AgentId::Openclaw, &Options::documented());
    let (folders, files) = watched(&machine, &agent);
    let own = |all: &[PathBuf]| -> Vec<String> {
        let below = |path: &PathBuf| path.strip_prefix(home.0.path()).unwrap().to_owned();
        all.iter().map(|path| below(path).to_string_lossy().into_owned()).collect()
    };
    assert_eq!(own(&files), ["one.mjs", "disk", "gone"]);
    let folders = own(&folders);
    assert_eq!((&*folders[0], folders.last().unwrap().as_str()), ("many", ".openclaw/extensions"));
}
