//! Plugins made, set and removed, with what is written for it.

mod about_hooks;
mod copied;
mod made;
mod others;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::*;
use crate::apply;
use tacklebox_agents::agent::Options;
use tacklebox_agents::config::{self, Syntax};
use tacklebox_agents::dialect::typed::Typed;
use tacklebox_agents::hook::AgentId;
use tacklebox_machine::machine::Platform;

struct Home(tempfile::TempDir);

impl Home {
    fn new(config: &str) -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        home.put(".openclaw/openclaw.json", config);
        home
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
    }

    fn machine(&self) -> Machine {
        Machine::new(Platform::Linux, self.0.path(), BTreeMap::new())
    }

    /// Judged by the newest version.
    fn inventory(&self) -> Inventory {
        let runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        Inventory::scan(&self.machine(), AgentId::Openclaw, &options)
    }

    fn config(&self) -> Value {
        let text = fs::read_to_string(self.path(".openclaw/openclaw.json")).unwrap();
        config::parse(Syntax::Json5, &text).unwrap()
    }

    fn plugin(&self, id: &str) -> Plugin {
        find(&self.machine(), self.inventory().agent(), id).unwrap()
    }

    fn with_settings(self) -> Self {
        let manifest = json!({
            "id": "own", "name": "Own", "configSchema": {
                "type": "object", "additionalProperties": false, "required": ["region"],
                "properties": {
                    "region": { "type": "string", "enum": ["eu", "us"], "default": "eu" },
                    "pass": { "type": "string", "minLength": 3 },
                    "limits": { "type": "object", "properties": {
                        "maxRetries": { "type": "integer", "minimum": 0, "maximum": 5 } } },
                    "quiet": { "type": "boolean" },
                    "names": { "type": "array", "items": { "type": "string" } },
                    "deep": { "type": "array", "items": { "type": "object" } }
                }
            },
            "uiHints": {
                "pass": { "label": "Pass phrase", "sensitive": true, "help": "From the shop" },
                "limits.maxRetries": { "advanced": true }
            }
        });
        self.put(".openclaw/extensions/own/openclaw.plugin.json", &manifest.to_string());
        self.put(
            ".openclaw/extensions/own/index.js",
            "export default { id: 'own', register() {} };",
        );
        self
    }

    fn set(&self, path: &str, value: Option<&str>) -> Result<Plan, OpError> {
        self.set_all(&[(path, value)])
    }

    fn set_all(&self, changes: &[(&str, Option<&str>)]) -> Result<Plan, OpError> {
        let plan = settings::set(&self.machine(), &self.inventory(), "own", changes)?;
        apply::apply(&self.machine(), &plan).unwrap();
        Ok(plan)
    }
}

#[test]
fn a_form_is_made_of_the_schema_and_the_hints() {
    let home = Home::new("{plugins: {entries: {own: {config: {region: 'us', pass: 'sesame'}}}}}")
        .with_settings();
    let fields = settings::of(Typed::Eight, &home.plugin("own"), &[]);
    let kinds: Vec<_> = fields.iter().map(|it| (it.path.as_str(), it.kind)).collect();
    use SettingKind::{Choice, Json, List, Number, Switch, Text};
    assert_eq!(
        kinds,
        [
            ("region", Choice),
            ("pass", Text),
            ("quiet", Switch),
            ("names", List),
            ("deep", Json),
            ("limits.maxRetries", Number),
        ]
    );
    let (region, pass) = (&fields[0], &fields[1]);
    assert_eq!((region.value.as_deref(), region.required), (Some("us"), true));
    assert_eq!(
        (region.default.as_deref(), region.choices.as_slice()),
        (Some("eu"), ["eu".into(), "us".into()].as_slice())
    );
    assert_eq!((pass.label.as_str(), pass.secret, pass.set), ("Pass phrase", true, true));
    assert_eq!(pass.value, None, "a secret is not shown");
    assert_eq!(fields[5].label, "Max retries");
}

/// What `openclaw config validate` says of the same homes is in tests/agents/starts.test.mjs.
#[test]
fn what_the_agent_would_refuse_its_whole_config_for_is_refused_and_set_in_one_step() {
    let home = Home::new("{plugins: {entries: {own: {enabled: false}}}}");
    let manifest = json!({"id": "own", "name": "Own", "configSchema": {
        "type": "object", "required": ["mode", "key", "tone"], "properties": {
            "mode": {"type": "string"}, "key": {"type": "string"}, "n": {"type": "number"},
            "tone": {"type": "string", "default": "kind"}}}});
    home.put(".openclaw/extensions/own/openclaw.plugin.json", &manifest.to_string());
    home.put(".openclaw/extensions/own/index.js", "export default { register() {} };");
    let before = home.config();
    let refused = home.set("n", Some("3")).unwrap_err().to_string();
    assert!(
        refused.contains(
            "OpenClaw would refuse its whole config. mode: It is missing. Set mode and key in the same step."
        ),
        "{refused}"
    );
    assert_eq!(home.config(), before);
    let refused = home.set("mode", Some("x")).unwrap_err().to_string();
    assert!(refused.contains("key: It is missing. Set key in the same step."), "{refused}");
    assert_eq!(home.config(), before);
    let plan = home.set_all(&[("mode", Some("x")), ("key", Some("y"))]).unwrap();
    assert_eq!(plan.title, "Save Mode and Key for Own");
    assert_eq!(plan.done, "Mode and Key for Own were saved.");
    home.set("n", Some("3")).unwrap();
    home.set("n", None).unwrap();
    let refused = home.set("mode", None).unwrap_err().to_string();
    assert!(
        refused.contains("OpenClaw would refuse its whole config. mode: It is missing. Nothing"),
        "{refused}"
    );
}

#[test]
fn what_is_typed_is_written_where_the_agent_reads_it() {
    let home = Home::new("// mine\n{ plugins: { entries: { OWN: { enabled: true } } } }\n")
        .with_settings();
    for (path, value) in [
        ("region", "us"),
        ("limits.maxRetries", "3"),
        ("quiet", "true"),
        ("names", "ana\n bo \n"),
        ("deep", "[{a: 1}]"),
    ] {
        home.set(path, Some(value)).unwrap();
    }
    assert_eq!(
        home.config()["plugins"]["entries"]["OWN"],
        json!({ "enabled": true, "config": {
            "region": "us", "limits": { "maxRetries": 3 }, "quiet": true,
            "names": ["ana", "bo"], "deep": [{ "a": 1 }]
        } })
    );
    home.set("quiet", None).unwrap();
    assert_eq!(home.config()["plugins"]["entries"]["OWN"]["config"].get("quiet"), None);
    assert_eq!(home.plugin("own").config["region"], "us");
}

#[test]
fn what_its_schema_does_not_take_is_refused_and_nothing_is_written() {
    let home = Home::new("{}").with_settings();
    let said = |path: &str, value: &str| home.set(path, Some(value)).unwrap_err().to_string();
    assert_eq!(said("region", "mars"), "Region: It must be eu or us. Nothing was changed.");
    assert_eq!(
        said("limits.maxRetries", "9"),
        "Max retries: It must be 5 or less. Nothing was changed."
    );
    assert_eq!(
        said("limits.maxRetries", "1.5"),
        "Max retries: It must be a whole number, and is a number. Nothing was changed."
    );
    assert_eq!(said("pass", "ab"), "Pass phrase: It is too short. Nothing was changed.");
    assert!(said("quiet", "perhaps").contains("true or false"));
    assert!(said("lost", "x").contains("has no setting lost: it has region"));
    assert_eq!(home.config(), json!({}));
}

#[test]
fn whole_conversations_are_allowed_beside_its_own_settings() {
    let home = Home::new("{}").with_settings();
    home.put(
        ".openclaw/extensions/own/index.js",
        "export default { register(api) { api.on('llm_input', () => {}); } };",
    );
    let view = || {
        let agent = home.inventory();
        plugins::view(&home.machine(), agent.agent(), &home.plugin("own"))
    };
    let keys = view().listens.keys;
    assert!(keys[0].not_allowed);
    let fields = settings::of(Typed::Eight, &home.plugin("own"), &keys);
    assert_eq!((fields[0].path.as_str(), fields[0].set), ("hooks.allowConversationAccess", false));
    home.set("hooks.allowConversationAccess", Some("true")).unwrap();
    assert_eq!(
        home.config()["plugins"]["entries"]["own"],
        json!({ "hooks": { "allowConversationAccess": true } })
    );
    assert!(!view().listens.keys[0].not_allowed);
}

#[test]
fn a_secret_is_in_no_plan_whatever_its_name_is() {
    let home = Home::new("{}").with_settings();
    let plan = home.set("pass", Some("open sesame")).unwrap();
    let shown = format!("{:?}{}", plan.view(&home.machine()), plan.diff(&home.machine()));
    assert!(!shown.contains("sesame"), "{shown}");
    assert_eq!(home.config()["plugins"]["entries"]["own"]["config"]["pass"], "open sesame");
    let plan = home.set("pass", None).unwrap();
    assert!(!plan.diff(&home.machine()).contains("sesame"));
}

#[test]
fn a_removed_plugin_comes_back_with_its_settings() {
    let home = Home::new("{plugins: {entries: {own: {enabled: true, config: {region: 'us'}}}}}")
        .with_settings();
    let before = home.config();
    let plan = remove(&home.machine(), &home.inventory(), "own").unwrap();
    let change = apply::apply(&home.machine(), &plan).unwrap();
    assert!(!home.path(".openclaw/extensions/own").exists());
    assert_eq!(home.config()["plugins"]["entries"], json!({}));
    apply::undo(&home.machine(), change.undo.as_deref()).unwrap();
    assert_eq!(home.config(), before);
    assert!(home.path(".openclaw/extensions/own/index.js").is_file());
}

/// OpenClaw does not start with a slot or a channel of a plugin that is gone; those of others stay.
#[test]
fn a_removed_plugin_takes_its_slots_and_channels_along() {
    let config = "{plugins: {slots: {memory: 'Own', contextEngine: 'other'}, entries: {own: {enabled: true}}}, channels: {talk: {token: 'x'}, telegram: {enabled: true}}}";
    let home = Home::new(config);
    let text = json!({"id": "own", "configSchema": {}, "channels": ["talk", "mail"]}).to_string();
    home.put(".openclaw/extensions/own/openclaw.plugin.json", &text);
    let before = home.config();
    let plan = remove(&home.machine(), &home.inventory(), "own").unwrap();
    let change = apply::apply(&home.machine(), &plan).unwrap();
    let left = json!({"plugins": {"slots": {"contextEngine": "other"}, "entries": {}}, "channels": {"telegram": {"enabled": true}}});
    assert_eq!(home.config(), left);
    apply::undo(&home.machine(), change.undo.as_deref()).unwrap();
    assert_eq!(home.config(), before);
}

/// What was let in would come in again with the next plugin of that id.
#[test]
fn a_removed_plugin_goes_from_the_lists_that_name_it() {
    for (lists, left) in [
        (
            "allow: ['memory-core', ' Own '], deny: ['x', 'own']",
            json!({"allow": ["memory-core"], "deny": ["x"]}),
        ),
        ("allow: ['own']", json!({"allow": ["own"]})),
        ("deny: ['own']", json!({"deny": []})),
        ("allow: ['other']", json!({"allow": ["other"]})),
    ] {
        let home = Home::new(&format!("{{plugins: {{{lists}}}}}")).with_settings();
        let before = home.config();
        let plan = remove(&home.machine(), &home.inventory(), "own").unwrap();
        let change = apply::apply(&home.machine(), &plan).unwrap();
        assert_eq!(home.config()["plugins"], left, "{lists}");
        apply::undo(&home.machine(), change.undo.as_deref()).unwrap();
        assert_eq!(home.config(), before);
    }
}

fn fetched(version: &str, files: &[(&str, &str)]) -> Vec<NewFile> {
    let manifest = json!({ "id": "own", "version": version, "configSchema": {} }).to_string();
    let all =
        [("openclaw.plugin.json", manifest.as_str())].into_iter().chain(files.iter().copied());
    let file = |(path, text): (&str, &str)| NewFile {
        path: path.to_owned(),
        bytes: text.as_bytes().to_vec(),
        executable: false,
    };
    all.map(file).collect()
}

impl Home {
    fn fetch(&self, version: &str, files: &[(&str, &str)]) -> Result<Plan, OpError> {
        let new = NewPlugin {
            id: "own",
            folder: "own",
            title: "Own",
            files: fetched(version, files),
            from: Some(("npm:own", version)),
            on: false,
        };
        let plan = install(&self.machine(), &self.inventory(), new)?;
        apply::apply(&self.machine(), &plan).unwrap();
        Ok(plan)
    }
}

#[test]
fn what_no_version_of_a_plugin_brought_stays_at_its_update() {
    let home = Home::new("{}");
    home.fetch("1.0.0", &[("index.js", "1"), ("old.js", "1")]).unwrap();
    home.put(".openclaw/extensions/own/data/mine.json", "{}");
    home.put(".openclaw/extensions/own/notes.txt", "mine");
    let plan = home.fetch("1.1.0", &[("index.js", "2"), ("new.js", "2")]).unwrap();
    let text =
        |path: &str| fs::read_to_string(home.path(".openclaw/extensions/own").join(path)).ok();
    assert_eq!(text("index.js").as_deref(), Some("2"));
    assert_eq!((text("old.js"), text("new.js").as_deref()), (None, Some("2")));
    assert_eq!(text("data/mine.json").as_deref(), Some("{}"));
    assert_eq!(text("notes.txt").as_deref(), Some("mine"));
    let says = plan.view(&home.machine()).steps.join("\n");
    assert!(says.contains("Leave data and notes.txt"), "{says}");
    apply::undo(&home.machine(), None).unwrap();
    assert_eq!(
        (text("index.js").as_deref(), text("notes.txt").as_deref()),
        (Some("1"), Some("mine"))
    );
}

#[test]
fn a_new_version_of_a_plugin_overwrites_nothing_that_was_written_into_its_folder() {
    let home = Home::new("{}");
    home.fetch("1.0.0", &[("index.js", "1")]).unwrap();
    home.put(".openclaw/extensions/own/state.json", "mine");
    let error = home.fetch("1.1.0", &[("index.js", "2"), ("state.json", "theirs")]).unwrap_err();
    assert!(error.to_string().contains("the new version brings state.json"), "{error}");
    let state = fs::read_to_string(home.path(".openclaw/extensions/own/state.json")).unwrap();
    assert_eq!(state, "mine");
}

#[test]
fn what_is_not_the_agents_own_folder_is_not_removed() {
    let home = Home::new("{plugins: {load: {paths: ['~/work/own']}}}");
    let manifest = r#"{"id": "own", "configSchema": {}}"#;
    home.put("work/own/openclaw.plugin.json", manifest);
    home.put("work/own/index.js", "");
    let error = remove(&home.machine(), &home.inventory(), "own").unwrap_err();
    assert!(error.to_string().contains("plugins.load.paths"), "{error}");
    assert!(Path::new(&home.path("work/own/index.js")).is_file());
}
