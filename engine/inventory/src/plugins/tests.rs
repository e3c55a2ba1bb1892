//! What is found of plugins, and why one does not load.

mod brought;
mod built;
mod heard;
mod places;
mod starts;
mod xray;

use std::fs;
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
        self.plugins_by(agent, &Options::documented())
    }

    fn plugins_by(&self, agent: AgentId, options: &Options) -> Vec<Plugin> {
        let machine = Machine::new(Platform::Linux, self.0.path(), BTreeMap::new());
        list(&machine, &Agent::locate(&machine, agent, options))
    }

    /// Why each version of OpenClaw does not load the one plugin, the oldest first.
    fn refusals(&self) -> Vec<String> {
        let by = |version: &str| {
            let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
            let options = Options { runtimes, ..Options::default() };
            let plugin = self.plugins_by(AgentId::Openclaw, &options).swap_remove(0);
            plugin.broken().unwrap_or_default().to_owned()
        };
        ["2026.7.35", "2026.8.1", "2026.9.6"].map(by).to_vec()
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
fn a_folder_whose_name_is_no_text_does_not_hide_the_others() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let home = Home::new().with(".openclaw/extensions/well/index.js", "");
    let odd = home.0.path().join(".openclaw/extensions").join(OsStr::from_bytes(b"od\xffd"));
    fs::create_dir_all(&odd).unwrap();
    for (name, text) in
        [("openclaw.plugin.json", r#"{"id": "odd", "configSchema": {}}"#), ("index.js", "")]
    {
        fs::File::create(odd.join(name)).unwrap().write_all(text.as_bytes()).unwrap();
    }
    let machine = Machine::new(Platform::Linux, home.0.path(), BTreeMap::new());
    let agent = Agent::locate(&machine, AgentId::Openclaw, &Options::documented());
    let views = views(&machine, &agent, &list(&machine, &agent));
    let json = serde_json::to_value(&views).unwrap();
    assert_eq!((&json[0]["id"], &json[1]["id"]), (&"odd".into(), &"well".into()));
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
    assert!(package("{").starts_with("Its package.json cannot be understood (line 1): "));
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
fn the_config_says_how_long_a_handler_may_take() {
    let home = Home::new()
        .with(
            ".openclaw/openclaw.json",
            "{plugins: {entries: {a: {hooks: {timeoutMs: 20.9, timeouts: {session_end: 500, session_start: -1}}}}}}",
        )
        .with(".openclaw/extensions/a/index.ts", "");
    let plugin = home.plugins(AgentId::Openclaw).swap_remove(0);
    let millis = |hook| plugin.limit(hook).map(|it| it.as_millis());
    assert_eq!([millis("session_end"), millis("session_start")], [Some(500), Some(20)]);
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

fn made(file: &str, text: &str) -> Home {
    let dir = ".openclaw/extensions/a";
    Home::new()
        .with(
            &format!("{dir}/openclaw.plugin.json"),
            r#"{"id": "a", "configSchema": {"type": "object"}}"#,
        )
        .with(&format!("{dir}/util.js"), "export const a = 1;")
        .with(&format!("{dir}/{file}"), text)
}

/// As in tests/agents/plugin-refusals.mjs, where the versions themselves are asked.
#[test]
fn what_every_version_refuses_is_read_from_the_module() {
    for (file, text, why) in [
        (
            "index.js",
            "export default { async register(api) {} };",
            "Its function register is asynchronous",
        ),
        ("index.js", "export default async (api) => {};", "Its default function is asynchronous"),
        (
            "index.ts",
            "const plugin = { id: 'a', register: async (api: any) => {} }; export default plugin;",
            "Its function register is asynchronous",
        ),
        (
            "index.cjs",
            "module.exports = { async register(api) {} };",
            "Its function register is asynchronous",
        ),
        ("index.js", "export default class { register() {} }", "Its default export is a class"),
        ("index.js", "export const a = 1;", "It exports no function register"),
        ("index.js", "export default { id: 'a' };", "It exports no function register"),
        ("index.js", "", "It exports no function register"),
        (
            "index.js",
            "export default { id: 'other', register() {} };",
            "It calls itself other, and its manifest a: the agent does not load it.",
        ),
        (
            "index.ts",
            "import { definePluginEntry } from 'openclaw/plugin-sdk/plugin-entry'; const it = { id: 'b', register() {} }; export default definePluginEntry(it);",
            "It calls itself b, and its manifest a",
        ),
        ("index.js", "export default { register(api) {}", "Its module cannot be read (line 1: "),
        ("index.ts", "export default { register(api: { }", "Its module cannot be read (line 1: "),
        (
            "index.js",
            "import z from 'no-such-package'; export default { register() {} };",
            "It needs the package no-such-package",
        ),
        (
            "index.ts",
            "import z from 'no-such-package'; export default { register() { z(); } };",
            "It needs the package no-such-package",
        ),
        (
            "index.js",
            "import { a } from './absent.js'; export default { register() { a; } };",
            "It imports ./absent.js, and there is no such file.",
        ),
        (
            "index.js",
            "await 1; export default { register() {} };",
            "Its module waits while it is loaded",
        ),
        (
            "index.js",
            "throw new Error('x'); export default { register() {} };",
            "It throws an error",
        ),
        (
            "index.js",
            "import { x } from 'openclaw/plugin-sdk/not-there'; export default { register() { x; } };",
            "It imports openclaw/plugin-sdk/not-there, which this version",
        ),
    ] {
        for said in made(file, text).refusals() {
            assert!(said.starts_with(why), "{text}: {said}");
        }
    }
}

#[test]
fn what_only_some_versions_refuse_is_said_of_those() {
    let by = |text: &str| {
        made("index.js", text).refusals().iter().map(String::is_empty).collect::<Vec<_>>()
    };
    let from_8 = [true, false, false];
    assert_eq!(by("export default { activate(api) {} };"), from_8);
    assert_eq!(by("export function activate(api) {}"), from_8);
    assert_eq!(
        by(
            "import { emptyPluginConfigSchema } from 'openclaw/plugin-sdk'; export default { register() {} };"
        ),
        from_8
    );
    assert_eq!(
        by(
            "import { nobody } from 'openclaw/plugin-sdk/plugin-entry'; export default { register() {} };"
        ),
        from_8
    );
    let said = made("index.js", "export default { activate(api) {} };").refusals().swap_remove(2);
    assert_eq!(
        said,
        "It exports no function register and no default function. It has activate, which this version of the agent does not call: name it register."
    );
}

#[test]
fn what_loads_or_only_running_would_tell_is_refused_by_none() {
    for (file, text) in [
        ("index.js", "export default { register(api) {} };"),
        ("index.js", "export function register(api) {}"),
        ("index.js", "export default function (api) {}"),
        ("index.js", "module.exports = { register(api) {} };"),
        ("index.cjs", "exports.register = (api) => {};"),
        ("index.cjs", "export default { register() {} };"),
        ("index.mjs", "module.exports = { register() {} };"),
        ("index.js", "class P { register() {} } export default new P();"),
        ("index.js", "const plugin = {}; plugin.register = () => {}; export default plugin;"),
        ("index.js", "const more = { register() {} }; export default { ...more };"),
        ("index.js", "export default { get register() { return () => {}; } };"),
        ("index.js", "export default { async *register() {} };"),
        ("index.js", "let register = async () => {}; register = () => {}; export { register };"),
        ("index.js", "export default { default: { register() {} } };"),
        ("index.js", "export default { name: 'x' }; export function register() {}"),
        ("index.js", "export default { id: 'b' }; export function register() {}"),
        ("index.js", "export default { id: '', register() {} };"),
        ("index.js", "const id = 'b'; export default { id, register() {} };"),
        ("index.js", "export { default } from './util.js';"),
        ("index.js", "export * from './util.js';"),
        ("index.ts", "export = { register(api: any) {} };"),
        ("index.ts", "enum K { A } export default { register() { K.A; } };"),
        ("index.ts", "import z from 'no-such-package'; export default { register(api: z) {} };"),
        (
            "index.ts",
            "import { Nobody } from 'openclaw/plugin-sdk/plugin-entry'; export default { register(api: Nobody) {} };",
        ),
        ("index.js", "import { a } from './util'; export default { register() { a; } };"),
        (
            "index.js",
            "import { definePluginEntry } from 'openclaw/plugin-sdk/plugin-entry'; export default definePluginEntry({ register() {} });",
        ),
        ("index.js", "export default { register() { (async () => { await 1; })(); } };"),
        (
            "index.js",
            "import fs from 'node:fs/promises'; import path from 'path'; export default { register() { fs; path; } };",
        ),
    ] {
        assert_eq!(made(file, text).refusals(), ["", "", ""], "{text}");
    }
    assert!(
        made("index.js", "export default { async register() {} };").plugins(AgentId::Openclaw)[0]
            .broken()
            .is_none(),
        "the text waits"
    );
}
