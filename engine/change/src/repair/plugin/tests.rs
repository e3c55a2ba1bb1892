//! Plugins that are broken in one way each, and what is proposed.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;

use super::*;
use crate::apply;
use crate::plan::{NewFile, PlanView};
use crate::repair::{of_hook, plan};
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::AgentId;
use tacklebox_machine::machine::Platform;

const MANIFEST: &str = "openclaw.plugin.json";
const MODULE: &str =
    "export default { register(api) { api.on(\"before_tool_call\", () => {}); } };\n";
const GOOD: &str = "{\n  \"id\": \"guard\",\n  \"configSchema\": {}\n}\n";
const PACKAGE_JSON: &str = "{\n  \"openclaw\": { \"extensions\": [\"./index.js\"] }\n}\n";
const ID: &str = "openclaw/plugin/guard";

struct Home(tempfile::TempDir);

impl Home {
    /// A plugin that works, but for these files; an empty one is not there.
    fn with(files: &[(&str, &str)]) -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        home.put(".openclaw/openclaw.json", "{}\n");
        let mut all = BTreeMap::from([(MANIFEST, GOOD), (PACKAGE, PACKAGE_JSON)]);
        all.insert("index.js", MODULE);
        all.extend(files.iter().copied());
        for (file, text) in all.into_iter().filter(|(_, text)| !text.is_empty()) {
            home.put(&format!(".openclaw/extensions/guard/{file}"), text);
        }
        home
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
    }

    fn machine(&self) -> Machine {
        Machine::new(Platform::Linux, self.0.path(), BTreeMap::new())
    }

    fn inventory(&self, version: &str) -> Inventory {
        let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        Inventory::scan(&self.machine(), AgentId::Openclaw, &options)
    }

    fn ways(&self, version: &str) -> Vec<Repair> {
        of_hook(&self.machine(), &self.inventory(version), ID).unwrap()
    }

    fn trouble(&self, version: &str) -> Option<Trouble> {
        let (machine, inventory) = (self.machine(), self.inventory(version));
        crate::repair::trouble(&machine, &inventory, ID, &self.ways(version))
    }
}

/// Each slip: the file, as it is, and what its change shows.
const SLIPS: [(&str, &str, &str, &str); 12] = [
    (
        MANIFEST,
        "{\n  \"id\": \"guard\"\n  \"configSchema\": {}\n}\n",
        "plugin-manifest",
        "+  \"id\": \"guard\",",
    ),
    (MANIFEST, "{\n  \"id\": \"guard\",\n  \"configSchema\": {}\n", "plugin-manifest", "+}"),
    (
        MANIFEST,
        "{\n  \"id\": \"guard,\n  \"configSchema\": {}\n}\n",
        "plugin-manifest",
        "+  \"id\": \"guard\",",
    ),
    (
        MANIFEST,
        "{\n  \"Id\": \"guard\",\n  \"configSchema\": {}\n}\n",
        "plugin-manifest",
        "+  \"id\": \"guard\",",
    ),
    (MANIFEST, "{\n  \"configSchema\": {}\n}\n", "plugin-manifest", "+  \"id\": \"guard\""),
    (
        MANIFEST,
        "{\n  \"id\": \"guard\",\n  \"config_schema\": {}\n}\n",
        "plugin-manifest",
        "+  \"configSchema\": {}",
    ),
    (MANIFEST, "{\n  \"id\": \"guard\"\n}\n", "plugin-manifest", "+  \"configSchema\": {"),
    (MANIFEST, "", "plugin-manifest", "+  \"id\": \"guard\""),
    (
        PACKAGE,
        "{\n  \"openclaw\": { \"extensions\": [\"./indx.js\"] }\n}\n",
        "plugin-package",
        "+  \"openclaw\": { \"extensions\": [\"./index.js\"] }",
    ),
    (
        PACKAGE,
        "{\n  \"openclaw\": { \"extensions\": \"./index.js\" }\n}\n",
        "plugin-package",
        "+  \"openclaw\": { \"extensions\": [\"./index.js\"] }",
    ),
    (
        PACKAGE,
        "{\n  \"openclaw\": { \"extensions\": [] }\n}\n",
        "plugin-package",
        "+  \"openclaw\": { \"extensions\": [\"./index.js\"] }",
    ),
    (
        PACKAGE,
        "{\n  \"openclaw\": { \"extensions\": [\"\"] }\n}\n",
        "plugin-package",
        "+  \"openclaw\": { \"extensions\": [\"./index.js\"] }",
    ),
];

#[test]
fn each_slip_has_one_way_out_after_which_the_plugin_loads() {
    for (file, text, id, line) in SLIPS {
        for version in ["2026.7.35", "2026.8.1", "2026.9.6"] {
            let home = Home::with(&[(file, text)]);
            let ways = home.ways(version);
            let ids: Vec<&str> = ways.iter().map(|way| way.id.as_str()).collect();
            assert_eq!(ids, [id], "{version} {file} {text}");
            assert!(ways[0].cures, "{text}: {:?}", ways[0].leaves);
            let (machine, inventory) = (home.machine(), home.inventory(version));
            let PlanView { files, .. } = ways[0].plan.view(&machine);
            assert!(files[0].diff.contains(line), "{text}: {}", files[0].diff);
            let plan = plan(&machine, &inventory, Some(ID), id).unwrap();
            apply::apply(&machine, &plan).unwrap();
            let then = plugins::find(&machine, home.inventory(version).agent(), "guard").unwrap();
            assert_eq!(then.broken(), None, "{version} {text}");
            assert!(home.ways(version).is_empty() && home.trouble(version).is_none());
        }
    }
}

/// JSON5 reads them; a package is plain JSON, and a version may go on without it.
#[test]
fn a_comma_too_many_in_a_package_is_taken_out() {
    let package = "{\n  \"openclaw\": {\n    \"extensions\": [\"./index.js\",],\n  },\n}\n";
    let home = Home::with(&[(PACKAGE, package)]);
    for version in ["2026.7.35", "2026.8.1", "2026.9.6"] {
        let inventory = home.inventory(version);
        let plugin = plugins::find(&home.machine(), inventory.agent(), "guard").unwrap();
        let ways = home.ways(version);
        assert_eq!(ways.len(), usize::from(plugin.broken().is_some()), "{version}");
        for way in ways {
            let shown = &way.plan.view(&home.machine()).files[0].diff;
            assert!(
                way.cures && shown.contains("+    \"extensions\": [\"./index.js\"]"),
                "{shown}"
            );
        }
    }
}

#[test]
fn what_is_mended_in_one_file_says_what_is_wrong_in_the_other() {
    let home = Home::with(&[
        (MANIFEST, "{\n  \"configSchema\": {}\n}\n"),
        (PACKAGE, "{\n  \"openclaw\": { \"extensions\": [\"./gone.js\"] }\n}\n"),
        ("index.js", ""),
    ]);
    let ways = home.ways("2026.9.6");
    assert_eq!((ways.len(), ways[0].cures), (1, false));
    assert_eq!(ways[0].leaves.as_deref(), Some("Its module ./gone.js is not there."));
}

/// Of a text that does not read nobody knows the id: until then it is called by its folder.
#[test]
fn another_id_is_said_before_it_is_one() {
    let home = Home::with(&[(MANIFEST, "{\n  \"id\": \"sentry\"\n  \"configSchema\": {}\n}\n")]);
    let ways = home.ways("2026.9.6");
    assert_eq!((ways.len(), ways[0].cures), (1, true));
    assert_eq!(ways[0].plan.stays, ["Its id is sentry from then on."]);
}

#[test]
fn what_cannot_be_mended_names_its_line_in_plain_words() {
    let text = "{\n  \"id\": \"guard\",\n  \"configSchema\": }{][\n}\n";
    let home = Home::with(&[(MANIFEST, text)]);
    assert!(home.ways("2026.9.6").is_empty());
    let trouble = home.trouble("2026.9.6").unwrap();
    assert_eq!(
        trouble.says,
        "Its openclaw.plugin.json cannot be understood (line 3): a sign is missing there, or there is one too many."
    );
    assert_eq!((trouble.file.as_deref(), trouble.line), (Some(MANIFEST), Some(3)));
    assert!(trouble.technical.is_some());
    assert!(trouble.letter.starts_with("guard does not load in OpenClaw 2026.9.6."));
    assert!(trouble.letter.contains("    \"configSchema\": }{]["), "{}", trouble.letter);

    // A list of settings means something that nobody else knows.
    let home = Home::with(&[(MANIFEST, "{\n  \"id\": \"guard\",\n  \"configSchema\": []\n}\n")]);
    assert!(home.ways("2026.9.6").is_empty());
    let trouble = home.trouble("2026.9.6").unwrap();
    assert_eq!((trouble.file.as_deref(), trouble.line), (Some(MANIFEST), Some(3)));

    let home = Home::with(&[("index.js", "export default {\n  register(api) { ( },\n};\n")]);
    assert!(home.ways("2026.9.6").is_empty());
    let trouble = home.trouble("2026.9.6").unwrap();
    assert_eq!((trouble.file.as_deref(), trouble.line), (Some("index.js"), Some(2)));
}

#[test]
fn only_what_is_the_persons_own_is_mended() {
    let manifest = "{\n  \"id\": \"guard\"\n}\n";
    assert_eq!(Home::with(&[(MANIFEST, manifest)]).ways("2026.9.6").len(), 1);
    let home = Home::with(&[(MANIFEST, ""), (PACKAGE, ""), ("index.js", "")]);
    let (machine, inventory) = (home.machine(), home.inventory("2026.9.6"));
    let file = |path: &str, text: &str| NewFile {
        path: path.to_owned(),
        bytes: text.as_bytes().to_vec(),
        executable: false,
    };
    let new = plugins::NewPlugin {
        id: "guard",
        folder: "guard",
        title: "Guard",
        files: vec![file(MANIFEST, manifest), file("index.js", MODULE)],
        from: Some(("npm:guard", "1.0.0")),
        on: true,
    };
    let plan = plugins::install(&machine, &inventory, new).unwrap();
    apply::apply(&machine, &plan).unwrap();
    // The config is one's own, and refused for it.
    let ids: Vec<String> = home.ways("2026.9.6").into_iter().map(|way| way.id).collect();
    assert_eq!(ids, ["config-plugin"]);
    assert!(home.trouble("2026.9.6").is_some());
}
