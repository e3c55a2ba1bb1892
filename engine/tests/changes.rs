//! What a person does to hooks, on real files: install, switch, set up, remove, take back.
#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "plays other programs, which take no care")]

#[path = "changes/installs.rs"]
mod installs;
#[path = "changes/others.rs"]
mod others;
#[path = "changes/told.rs"]
mod told;
#[path = "changes/turned_on.rs"]
mod turned_on;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tacklebox_agents::hook::OnOff;
use tacklebox_change::apply::ApplyError;
use tacklebox_change::install::included;
use tacklebox_engine::agent::Options;
use tacklebox_engine::apply::{self, Change};
use tacklebox_engine::failure::Code;
use tacklebox_engine::hook::{AgentId, Hook, State};
use tacklebox_engine::install::{receipt, remove};
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::machine::{Machine, Platform};
use tacklebox_engine::ops::{self, OpError, Others};
use tacklebox_engine::plan::Plan;
use tacklebox_engine::plugins::{self, Plugin};

struct Home {
    tmp: tempfile::TempDir,
    machine: Machine,
}

impl Home {
    fn new() -> Self {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new())
            .with_path(vec![tmp.path().join("bin")]);
        Self { tmp, machine }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.tmp.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    fn hook(&self, agent: AgentId, name: &str) -> Hook {
        let hooks = self.scan(agent).hooks();
        hooks.into_iter().find(|hook| hook.name == name).unwrap_or_else(|| panic!("no hook {name}"))
    }

    fn plugin(&self, agent: AgentId, id: &str) -> Option<Plugin> {
        let all = plugins::list(&self.machine, self.scan(agent).agent());
        all.into_iter().find(|plugin| plugin.id == id)
    }

    fn scan(&self, agent: AgentId) -> Inventory {
        Inventory::scan(&self.machine, agent, &Options::documented())
    }

    fn install(&self, agent: AgentId, name: &str) -> Change {
        let plan = included::plan_install(&self.machine, &self.scan(agent), name).unwrap();
        self.apply(&plan)
    }

    fn apply(&self, plan: &Plan) -> Change {
        apply::apply(&self.machine, plan).unwrap()
    }

    fn switch(&self, agent: AgentId, id: &str, on: bool, others: Others) -> Plan {
        ops::set_enabled(&self.machine, &self.scan(agent), id, on, others).unwrap()
    }

    fn milady_hook(&self, name: &str) {
        self.family_hook(".milady", "milady", name);
    }

    fn family_hook(&self, home: &str, key: &str, name: &str) {
        self.write(
            &format!("{home}/hooks/{name}/HOOK.md"),
            &format!(
                "---\nname: {name}\nmetadata: {{\"{key}\":{{\"events\":[\"command:new\"]}}}}\n---\n"
            ),
        );
        self.write(&format!("{home}/hooks/{name}/handler.ts"), "export default () => {}\n");
    }

    /// Every file below the home with its text, our own data left out.
    fn tree(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut open = vec![self.tmp.path().to_owned()];
        while let Some(dir) = open.pop() {
            for entry in fs::read_dir(dir).unwrap().flatten() {
                let path = entry.path();
                if path.ends_with(".local") {
                    continue;
                } else if path.is_dir() {
                    open.push(path);
                } else {
                    files.insert(
                        path.strip_prefix(self.tmp.path()).unwrap().to_owned(),
                        fs::read(&path).unwrap(),
                    );
                }
            }
        }
        files
    }
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn switching_edits_the_config_in_place() {
    let home = Home::new();
    home.milady_hook("a");
    let config = "{\n  // keep me\n  hooks: { internal: { entries: {\n    'a': { enabled: true, /* x */ }, // and me\n  } } },\n}\n";
    home.write(".milady/milady.json", config);
    home.apply(&home.switch(AgentId::Milady, "milady/managed/a", false, Others::Switch));
    assert_eq!(home.read(".milady/milady.json"), config.replace("enabled: true", "enabled: false"));
    assert_eq!(home.hook(AgentId::Milady, "a").state, State::Off);
    assert!(
        home.switch(AgentId::Milady, "milady/managed/a", false, Others::Switch).is_empty(),
        "twice changes nothing"
    );
    home.apply(&home.switch(AgentId::Milady, "milady/managed/a", true, Others::Switch));
    assert_eq!(home.read(".milady/milady.json"), config);
}

#[test]
fn another_path_tells_only_of_the_hooks_that_it_changes() {
    let home = Home::new();
    home.milady_hook("a");
    let needs = "---\nname: b\nmetadata: {\"milady\":{\"events\":[\"command\"],\"requires\":{\"bins\":[\"sh\"]}}}\n---\n";
    home.write(".milady/hooks/b/HOOK.md", needs);
    home.write(".milady/hooks/b/handler.ts", "");
    let mut inventory = home.scan(AgentId::Milady);
    let found = home.machine.clone().with_path(vec!["/bin".into()]);
    let delta = inventory.judge_again(&found);
    assert_eq!(
        delta.upserted.iter().map(|hook| (hook.name.as_str(), hook.state)).collect::<Vec<_>>(),
        [("b", State::Ready)]
    );
    assert!(inventory.judge_again(&found).is_empty(), "nothing is told twice");
}

#[test]
#[cfg(unix)]
fn a_new_config_is_private() {
    let home = Home::new();
    home.milady_hook("a");
    home.apply(&home.switch(AgentId::Milady, "milady/managed/a", false, Others::Switch));
    assert_eq!(mode(&home.path(".milady/milady.json")), 0o600);
    assert_eq!(home.hook(AgentId::Milady, "a").state, State::Off);
}

#[test]
fn a_setting_is_written_where_it_stands() {
    let home = Home::new();
    home.milady_hook("a");
    home.write(".milady/milady.json", "{ hooks: { entries: { a: { enabled: true } } } }");
    home.apply(&home.switch(AgentId::Milady, "milady/managed/a", false, Others::Switch));
    assert_eq!(
        home.read(".milady/milady.json"),
        "{ hooks: { entries: { a: { enabled: false } } } }"
    );
}

#[test]
fn zeroclaw_switches_in_the_manifest_and_is_told() {
    let home = Home::new();
    let manifest = "[hook]\nname = \"a\" # mine\nevent = \"on_session_end\"\n\n[hook.action.shell]\ncommand = \"true\"\n";
    home.write(".zeroclaw/workspace/hooks/a/HOOK.toml", manifest);
    home.apply(&home.switch(AgentId::Zeroclaw, "zeroclaw/managed/a", false, Others::Switch));
    assert_eq!(home.hook(AgentId::Zeroclaw, "a").state, State::Off);
    let stamp = home.read(".zeroclaw/workspace/.hooks-reload-stamp");
    assert!(stamp.parse::<i64>().unwrap() > 1_700_000_000);
    home.apply(&home.switch(AgentId::Zeroclaw, "zeroclaw/managed/a", true, Others::Switch));
    assert!(home.read(".zeroclaw/workspace/hooks/a/HOOK.toml").contains("name = \"a\" # mine"));
}

#[test]
fn moltis_switches_in_its_list() {
    let home = Home::new();
    home.write(
        ".moltis/hooks/a/HOOK.md",
        "+++\nname = \"a\"\nevents = [\"Command\"]\ncommand = \"true\"\n+++\n",
    );
    home.write(".moltis/disabled_hooks.json", "[\"other\"]");
    home.apply(&home.switch(AgentId::Moltis, "moltis/managed/a", false, Others::Switch));
    assert_eq!(home.read(".moltis/disabled_hooks.json"), "[\n  \"other\",\n  \"a\"\n]\n");
    assert_eq!(home.hook(AgentId::Moltis, "a").state, State::Off);
    home.apply(&home.switch(AgentId::Moltis, "moltis/builtin/boot-md", false, Others::Switch));
    assert_eq!(home.hook(AgentId::Moltis, "boot-md").state, State::Off);
}

#[test]
fn openclaw_names_the_others_that_an_edit_would_switch() {
    let home = Home::new();
    for name in ["a", "b"] {
        home.family_hook(".openclaw", "openclaw", name);
    }
    let config = "{ hooks: { internal: { enabled: true } } }";
    home.write(".openclaw/openclaw.json", config);
    let plan = home.switch(AgentId::Openclaw, "openclaw/managed/a", false, Others::Switch);
    assert_eq!((plan.also[0].name.as_str(), plan.also[0].change), ("b", OnOff::Off));
    let plan = home.switch(AgentId::Openclaw, "openclaw/managed/a", false, Others::Keep);
    assert_eq!(plan.also, []);
    home.apply(&plan);
    let written: serde_json::Value =
        json5::from_str(&home.read(".openclaw/openclaw.json")).unwrap();
    let entries = &written["hooks"]["internal"]["entries"];
    assert_eq!((&entries["a"]["enabled"], &entries["b"]["enabled"]), (&false.into(), &true.into()));
}

#[test]
fn a_key_is_saved_and_cleared_without_a_trace_in_the_plan() {
    let home = Home::new();
    home.install(AgentId::Milady, "github-digest");
    let config = "{\n  // mine\n  agents: {},\n}\n";
    home.write(".milady/milady.json", config);
    let id = "milady/managed/github-digest";
    let set = |value| {
        let inventory = home.scan(AgentId::Milady);
        ops::set_env(&home.machine, &inventory, id, "GITHUB_TOKEN", value, Others::Switch).unwrap()
    };
    let missing = |hook: &Hook| hook.missing.iter().any(|m| m.names == ["GITHUB_TOKEN"]);
    assert!(missing(&home.hook(AgentId::Milady, "github-digest")));
    let plan = set(Some("ghp_verysecret"));
    let shown = format!("{:?}", plan.view(&home.machine));
    assert!(!shown.contains("verysecret") && shown.contains("GITHUB_TOKEN"), "{shown}");
    home.apply(&plan);
    assert!(!missing(&home.hook(AgentId::Milady, "github-digest")));
    assert!(set(Some("ghp_verysecret")).is_empty(), "the same value changes nothing");
    home.apply(&set(None));
    assert_eq!(home.read(".milady/milady.json"), config);
}

#[test]
fn what_only_an_included_file_says_cannot_be_cleared_and_that_is_said() {
    let home = Home::new();
    home.write(".milady/milady.json", "{ \"$include\": \"./more.json\" }");
    home.write(".milady/more.json", "{ \"a\": { \"b\": 1 } }");
    let clear =
        || ops::set_config(&home.machine, &home.scan(AgentId::Milady), "a.b", None, Others::Switch);
    let message = clear().unwrap_err().to_string();
    assert!(message.starts_with("a.b is set in an included file"), "{message}");
    let set = ops::set_config(
        &home.machine,
        &home.scan(AgentId::Milady),
        "a.b",
        Some("2"),
        Others::Switch,
    );
    home.apply(&set.unwrap());
    home.apply(&clear().unwrap());
    assert_eq!(home.read(".milady/milady.json"), "{ \"$include\": \"./more.json\" }");
}

#[test]
fn a_moltis_key_goes_into_the_front_matter() {
    let home = Home::new();
    let manifest = "+++\nname = \"a\"\nevents = [\"Command\"]\ncommand = \"true\" # yes\n\n[requires]\nenv = [\"LOG_FILE\"]\n+++\n\n# A\n\nText = \"stays\"\n";
    home.write(".moltis/hooks/a/HOOK.md", manifest);
    let set = |value| {
        ops::set_env(
            &home.machine,
            &home.scan(AgentId::Moltis),
            "moltis/managed/a",
            "LOG_FILE",
            value,
            Others::Switch,
        )
        .unwrap()
    };
    assert_eq!(home.hook(AgentId::Moltis, "a").state, State::NeedsSetup);
    home.apply(&set(Some("/tmp/log")));
    assert_eq!(home.hook(AgentId::Moltis, "a").state, State::Ready);
    home.apply(&set(None));
    assert_eq!(home.read(".moltis/hooks/a/HOOK.md"), manifest);
}

#[test]
fn a_setting_that_a_hook_asks_for_is_written_at_the_path_that_it_names() {
    let home = Home::new();
    home.write(
        ".milady/hooks/a/HOOK.md",
        "---\nname: a\nmetadata: {\"milady\":{\"events\":[\"command\"],\"requires\":{\"config\":[\"hooks.entries.a.apiKey\"]}}}\n---\n",
    );
    home.write(".milady/hooks/a/handler.ts", "");
    assert_eq!(home.hook(AgentId::Milady, "a").state, State::NeedsSetup);
    let plan = ops::set_setting(
        &home.scan(AgentId::Milady),
        "milady/managed/a",
        "hooks.entries.a.apiKey",
        Some("k"),
        Others::Switch,
    )
    .unwrap();
    home.apply(&plan);
    assert_eq!(home.hook(AgentId::Milady, "a").state, State::Ready);
    let written: serde_json::Value = json5::from_str(&home.read(".milady/milady.json")).unwrap();
    assert_eq!(written["hooks"]["entries"]["a"]["apiKey"], "k");
}

#[test]
fn a_config_that_does_not_parse_is_never_written_to() {
    let home = Home::new();
    home.milady_hook("a");
    home.write(".milady/milady.json", "{ hooks: \n  { internal: [ }\n");
    let before = home.tree();
    let inventory = home.scan(AgentId::Milady);
    let problem = inventory.problems().next().unwrap();
    assert_eq!(problem.line, Some(2), "{problem:?}");
    let error =
        ops::set_enabled(&home.machine, &inventory, "milady/managed/a", false, Others::Switch)
            .unwrap_err();
    assert_eq!(error.code(), Code::UnreadableConfig);
    assert_eq!(home.tree(), before);
}

#[test]
#[cfg(unix)]
fn a_command_gets_its_execute_bit() {
    let home = Home::new();
    home.write(
        ".moltis/hooks/a/HOOK.md",
        "+++\nname = \"a\"\nevents = [\"Command\"]\ncommand = \"./run.sh\"\n+++\n",
    );
    home.write(".moltis/hooks/a/run.sh", "#!/bin/sh\n");
    assert_eq!(home.hook(AgentId::Moltis, "a").state, State::NeedsSetup);
    let change = home.apply(
        &tacklebox_change::ops::make_executable(&home.scan(AgentId::Moltis), "moltis/managed/a")
            .unwrap(),
    );
    assert_eq!(home.hook(AgentId::Moltis, "a").state, State::Ready);
    apply::undo(&home.machine, change.undo.as_deref()).unwrap();
    assert_eq!(home.hook(AgentId::Moltis, "a").state, State::NeedsSetup);
}

#[test]
#[cfg(unix)]
fn a_config_that_is_a_link_stays_one() {
    let home = Home::new();
    home.milady_hook("a");
    home.write("dotfiles/milady.json", "{}\n");
    std::os::unix::fs::symlink(home.path("dotfiles/milady.json"), home.path(".milady/milady.json"))
        .unwrap();
    home.apply(&home.switch(AgentId::Milady, "milady/managed/a", false, Others::Switch));
    assert!(home.path(".milady/milady.json").is_symlink());
    assert!(home.read("dotfiles/milady.json").contains("false"));
}
