//! What was seen of a plugin: until when it counts, and where it differs from its code.

use super::*;
use std::path::Path;

struct Tested {
    home: Home,
    machine: Machine,
    agent: Agent,
}

const MODULE: &str = r#"
import words from "./words.json" with { type: "json" };
export default { register(api) {
  api.on("session_start", () => words);
  if (words.later) api.on("session_end", () => {});
  api.registerTool({ name: "grep" });
} };"#;

impl Tested {
    fn new(files: &[(&str, &str)], config: &str) -> Self {
        let mut home = Home::new().with(".openclaw/openclaw.json", config);
        for (path, text) in files {
            home = home.with(path, text);
        }
        let machine = Machine::new(Platform::Linux, home.0.path(), BTreeMap::new());
        let runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let agent = Agent::locate(&machine, AgentId::Openclaw, &options);
        Self { home, machine, agent }
    }

    fn folder() -> Self {
        let dir = ".openclaw/extensions/a";
        let path = |name: &str| format!("{dir}/{name}");
        Self::new(
            &[
                (&path("openclaw.plugin.json"), "{id: 'a', configSchema: {}}"),
                (&path("package.json"), r#"{"name": "a"}"#),
                (&path("index.js"), MODULE),
                (&path("words.json"), "{}"),
                (&path("readme.md"), "words"),
            ],
            "{}",
        )
    }

    fn plugin(&self) -> Plugin {
        list(&self.machine, &self.agent).swap_remove(0)
    }

    fn seen(&self, hooks: &[&str], tools: &[&str]) -> PluginView {
        let plugin = self.plugin();
        let seen = Seen {
            hash: hash(&plugin),
            at: "2026-11-22T00:00:00Z".into(),
            hooks: hooks.iter().map(|name| ((*name).to_owned(), 0.0)).collect(),
            registers: Registers {
                tools: tools.iter().map(|name| (*name).to_owned()).collect(),
                ..Registers::default()
            },
            ..Seen::default()
        };
        keep(&self.machine, &plugin, seen).unwrap();
        self.view()
    }

    fn view(&self) -> PluginView {
        view(&self.machine, &self.agent, &self.plugin())
    }

    fn write(&self, path: &Path, text: &str) {
        let mut file = fs::File::create(self.home.0.path().join(path)).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    }
}

fn differences(view: &PluginView) -> Vec<String> {
    view.findings.iter().map(|it| format!("{}: {}", it.rule, it.why)).collect()
}

#[test]
fn what_was_seen_is_void_when_a_file_that_counts_changes() {
    let dir = Path::new(".openclaw/extensions/a");
    for (file, text) in [
        ("package.json", r#"{"name": "b"}"#),
        ("words.json", r#"{"later": true}"#),
        ("openclaw.plugin.json", "{id: 'a', configSchema: {type: 'object'}}"),
        ("index.js", "export default { register() {} };"),
    ] {
        let tested = Tested::folder();
        assert_eq!(tested.seen(&["session_start"], &["grep"]).listens.grade, Grade::Seen);
        tested.write(&dir.join("readme.md"), "other words");
        assert_eq!(tested.view().listens.grade, Grade::Seen, "nothing imports it");
        tested.write(&dir.join(file), text);
        assert_ne!(tested.view().listens.grade, Grade::Seen, "{file}");
    }
}

#[test]
fn of_a_single_file_what_it_names_beside_it_counts() {
    let config = "{plugins: {load: {paths: ['~/lp/one.js']}}}";
    let manifest = "{id: 'one', configSchema: {}}";
    let all = [
        ("lp/one.js", MODULE),
        ("lp/words.json", "{}"),
        ("lp/other.json", "{}"),
        ("lp/openclaw.plugin.json", manifest),
    ];
    let tested = Tested::new(&all, config);
    assert_eq!(tested.seen(&["session_start"], &[]).listens.grade, Grade::Seen);
    tested.write(Path::new("lp/other.json"), "{\"a\": 1}");
    assert_eq!(tested.view().listens.grade, Grade::Seen);
    tested.write(Path::new("lp/words.json"), "{\"a\": 1}");
    assert_ne!(tested.view().listens.grade, Grade::Seen);
}

#[test]
fn a_single_file_that_is_broken_is_read_too() {
    let config = "{plugins: {load: {paths: ['~/lp/one.js']}}}";
    let view = Tested::new(&[("lp/one.js", MODULE)], config).view();
    assert_eq!((view.state, view.listens.grade), (PluginState::Broken, Grade::Named));
    assert_eq!(view.names.hooks, ["session_end", "session_start"]);
}

#[test]
fn what_is_registered_and_named_alike_is_no_finding() {
    let view = Tested::folder().seen(&["session_start", "session_end"], &["grep"]);
    assert_eq!(differences(&view), [] as [String; 0]);
}

#[test]
fn what_is_registered_and_not_named_is_a_finding() {
    let view = Tested::folder().seen(
        &["session_start", "session_end", "before_tool_call", "before_tool_call"],
        &["grep", "rm"],
    );
    assert_eq!(
        differences(&view),
        [
            "plugin-unnamed: When it was loaded it registered itself for before_tool_call and the tool rm, and its code does not name that in plain text."
        ]
    );
}

#[test]
fn what_is_named_and_not_registered_is_a_finding() {
    let view = Tested::folder().seen(&["session_start"], &[]);
    assert_eq!(
        differences(&view),
        [
            "plugin-unregistered: Its code registers itself for session_end and the tool grep, and when it was loaded here it did not: it may wait for a setting, a time or a place."
        ]
    );
}

/// Network, programs, files and variables, each by what the code says.
#[test]
fn what_its_code_touches_is_told_by_kind() {
    let code = r#"import { writeFileSync } from "node:fs";
import { execFile } from "node:child_process";
export default { register(api) { api.on("before_tool_call", () => {
  writeFileSync(process.env.HOME + "/notes.txt", "x");
  execFile("git", ["status"]);
  fetch("https://example.com/x");
  return process.env.GUARD_TOKEN;
}); } };"#;
    let dir = ".openclaw/extensions/a";
    let tested = Tested::new(
        &[
            (&format!("{dir}/openclaw.plugin.json"), "{id: 'a', configSchema: {}}"),
            (&format!("{dir}/index.js"), code),
        ],
        "{}",
    );
    let view = view(&tested.machine, &tested.agent, &tested.plugin());
    let said: Vec<String> =
        view.touches.iter().map(|one| format!("{:?}: {}", one.kind, one.what)).collect();
    assert_eq!(
        said,
        [
            "Network: It talks to example.com over the network.",
            "Programs: It starts the program git.",
            "Files: It writes to ~/notes.txt, outside its own folder.",
            "Env: It reads GUARD_TOKEN from your environment.",
        ]
    );
}

/// Where no manifest says its name, its package does.
#[test]
fn without_a_manifest_its_package_says_what_it_is() {
    let dir = ".openclaw/extensions/a";
    let package = r#"{"name": "@ana/guard", "version": "1.2.0", "description": "Guards"}"#;
    let files = [
        (format!("{dir}/package.json"), package),
        (format!("{dir}/index.js"), "export default () => {};"),
    ];
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let tested = Tested::new(&files, "{}");
    let plugin = tested.plugin();
    let said = (plugin.name.as_str(), plugin.version.as_deref(), plugin.description.as_deref());
    assert_eq!(said, ("@ana/guard", Some("1.2.0"), Some("Guards")));
    assert!(plugin.entry.is_err(), "a version that needs a manifest does not load it");
}
