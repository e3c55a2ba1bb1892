//! Hooks copied between agents: real folders, real runs.
#![cfg(unix)]

mod module;
mod own;
mod plugin;
mod properties;
mod shell;
mod skeleton;

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use tokio_util::sync::CancellationToken;

use super::*;
use crate::apply;
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::{Hook, State};
use tacklebox_agents::manifest::{self, Manifest};
use tacklebox_machine::machine::Platform;
use tacklebox_run::compare::{self, CompareView, Inside, Side};
use tacklebox_run::fire::Runner;

struct Home {
    tmp: tempfile::TempDir,
    machine: Machine,
}

impl Home {
    fn new() -> Self {
        let tmp = tempfile::tempdir().unwrap();
        let env = BTreeMap::from([("PATH".to_owned(), env!("PATH").to_owned())]);
        let machine = Machine::new(Platform::Linux, tmp.path(), env);
        Self { tmp, machine }
    }

    fn with(self, path: &str, text: &str) -> Self {
        let path = self.tmp.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mode = if text.starts_with("#!") { 0o755 } else { 0o644 };
        tacklebox_machine::files::save(
            &path,
            text.as_bytes(),
            &tacklebox_machine::files::Stamp::Absent,
            mode,
        )
        .unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        self
    }

    fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.tmp.path().join(path)).unwrap()
    }

    fn has(&self, path: &str) -> bool {
        self.tmp.path().join(path).symlink_metadata().is_ok()
    }

    fn scan(&self, agent: AgentId) -> Inventory {
        Inventory::scan(&self.machine, agent, &Options::documented())
    }

    fn plan(&self, id: &str, to: AgentId) -> Port {
        plan(&self.machine, &self.scan(agent_of(id)), id, &self.scan(to)).unwrap()
    }

    /// Copies it and says what was said before.
    fn port(&self, id: &str, to: AgentId) -> Port {
        let made = self.plan(id, to);
        assert_eq!(made.view.blocked, None, "{id} to {to}");
        apply::apply(&self.machine, made.plan().unwrap()).unwrap();
        made
    }

    fn hook(&self, id: &str) -> Hook {
        let inventory = self.scan(agent_of(id));
        inventory.find(id).unwrap_or_else(|| panic!("no {id}")).0.clone()
    }

    fn plugin(&self, id: &str) -> Copied {
        let inventory = self.scan(agent_of(id));
        let plugin = crate::plugins::find(&self.machine, inventory.agent(), id).unwrap();
        let view = tacklebox_inventory::plugins::view(&self.machine, inventory.agent(), &plugin);
        Copied { plugin, view }
    }

    fn manifest(&self, id: &str) -> Manifest {
        let dialect = agent_of(id).dialect();
        let hook = self.hook(id);
        let text = std::fs::read(hook.manifest.unwrap()).unwrap();
        manifest::parse(dialect.format, dialect.metadata_keys, &text).unwrap()
    }

    fn compare(&self, id: &str, copy: &str) -> CompareView {
        self.compare_by(id, copy, tacklebox_agents::dialect::DOCUMENTED)
    }

    /// With the copy in this version of its agent.
    fn compare_by(&self, id: &str, copy: &str, version: &str) -> CompareView {
        let mut options = Options::documented();
        options.runtimes.insert(agent_of(copy), version.to_owned());
        let from = self.scan(agent_of(id));
        let to = Inventory::scan(&self.machine, agent_of(copy), &options);
        let sides = (Side { inventory: &from, id }, Side { inventory: &to, id: copy });
        let both = async {
            let runner = Runner::new(&self.machine);
            let cancel = CancellationToken::new();
            let inside = Inside::Box { network: false };
            let (original, copy) = sides;
            compare::compare(&runner, &self.machine, original, copy, inside, &cancel).await.unwrap()
        };
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(both)
    }

    /// Every file below the home, with its text.
    fn everything(&self, below: &str) -> BTreeMap<String, Vec<u8>> {
        let dir = self.tmp.path().join(below);
        crate::receipt::files(&dir)
            .into_iter()
            .map(|(path, _)| (path.clone(), std::fs::read(dir.join(&path)).unwrap()))
            .collect()
    }
}

/// A copy that is a plugin.
struct Copied {
    plugin: tacklebox_inventory::plugins::Plugin,
    view: tacklebox_inventory::plugins::PluginView,
}

fn agent_of(id: &str) -> AgentId {
    let name = id.split('/').next().unwrap();
    AgentId::ALL.into_iter().find(|agent| agent.as_str() == name).unwrap()
}

fn notes(hook: &Hook) -> Vec<&str> {
    hook.notes.iter().map(|note| note.id.as_str()).collect()
}

fn has(sentences: &[String], part: &str) -> bool {
    sentences.iter().any(|sentence| sentence.contains(part))
}

const GUARD: &str =
    "#!/bin/sh\nif grep -q 'ls -la'; then echo 'not in this folder' >&2; exit 1; fi\n";

fn guard() -> Home {
    Home::new()
        .with(
            ".moltis/hooks/guard/HOOK.md",
            "+++\nname = \"guard\"\ndescription = \"Keeps order\"\nversion = \"2.1\"\nevents = [\"BeforeToolCall\"]\ncommand = \"./guard.sh\"\npriority = 7\n+++\n\n# Guard\n\nKeeps order.\n",
        )
        .with(".moltis/hooks/guard/guard.sh", GUARD)
}

#[test]
fn a_copy_is_off_has_a_receipt_leaves_the_original_alone_and_can_be_taken_back() {
    for to in [AgentId::Zeroclaw, AgentId::Milady, AgentId::Eliza, AgentId::Openclaw] {
        // What has no event in the family is copied where it has one.
        let home = guard().with(
            ".moltis/hooks/bye/HOOK.md",
            "+++\nname = \"bye\"\nevents = [\"SessionEnd\"]\ncommand = \"echo bye\"\n+++\n",
        );
        let before = home.everything(".moltis");
        let id = "moltis/managed/bye";
        let made = home.port(id, to);
        assert_eq!(home.everything(".moltis"), before);
        let copy = home.hook(&made.ids[0]);
        assert_eq!((copy.enabled, copy.state), (false, State::Off), "{to}");
        let receipt = receipt(&home, &copy);
        assert_eq!(receipt.source, "copied from moltis/managed/bye");
        assert_eq!(receipt.changed, Vec::<String>::new());
        let again = home.plan(id, to);
        assert!(again.view.blocked.as_deref().unwrap().contains("is there already"), "{to}");
        assert!(again.plan().is_err());
        apply::undo(&home.machine, None).unwrap();
        assert!(!copy.dir.unwrap().exists());
        assert_eq!(home.everything(".moltis"), before);
    }
}

fn receipt(home: &Home, hook: &Hook) -> crate::receipt::Receipt {
    crate::receipt::read(&home.machine, hook.dir.as_deref().unwrap()).unwrap()
}

#[test]
fn a_plan_writes_nothing() {
    let home = guard();
    let all = || {
        let mut all = home.everything("");
        // What was read of hooks is kept in our own data.
        all.retain(|path, _| !path.starts_with(".local/share/tacklebox/"));
        all
    };
    let before = all();
    let made = home.plan("moltis/managed/guard", AgentId::Zeroclaw);
    assert!(!made.view.files.is_empty());
    assert_eq!(all(), before);
}

#[test]
fn a_hook_of_the_same_name_keeps_its_place_wherever_it_lies() {
    let home = guard().with(
        ".zeroclaw/workspace/hooks/elsewhere/HOOK.toml",
        "[hook]\nname = \"Guard\"\nevent = \"before_tool_call\"\n[hook.action.shell]\ncommand = \"true\"\n",
    );
    let view = home.plan("moltis/managed/guard", AgentId::Zeroclaw).view;
    assert!(view.blocked.unwrap().contains("ZeroClaw has a hook named Guard already"));
}

#[test]
fn what_cannot_be_copied_says_why() {
    let home = guard()
        .with(".moltis/hooks/torn/HOOK.md", "+++\nname = 1\n+++\n")
        .with(".milady/hooks/quiet/HOOK.md", "---\nname: quiet\n---\n")
        .with(".milady/hooks/quiet/handler.ts", "export default () => {};\n");
    for (id, to, part) in [
        ("moltis/builtin/boot-md", AgentId::Zeroclaw, "part of Moltis itself"),
        ("moltis/managed/torn", AgentId::Zeroclaw, "nothing to copy: Line 2"),
        ("moltis/managed/guard", AgentId::Milady, "Milady has none of its events: BeforeToolCall."),
        ("moltis/managed/guard", AgentId::Moltis, "a hook of Moltis already"),
        ("milady/managed/quiet", AgentId::Eliza, "names no event"),
    ] {
        let view = home.plan(id, to).view;
        assert!(view.blocked.as_deref().is_some_and(|why| why.contains(part)), "{id}: {view:?}");
    }
    assert!(
        plan(
            &home.machine,
            &home.scan(AgentId::Moltis),
            "moltis/managed/no",
            &home.scan(AgentId::Milady)
        )
        .is_err()
    );
    let all: Vec<_> = AgentId::ALL.map(|agent| home.scan(agent)).into();
    let choices =
        choices(&home.machine, &home.scan(AgentId::Moltis), "moltis/managed/guard", &all).unwrap();
    let said: Vec<_> = choices.iter().map(|one| (one.agent, one.possible)).collect();
    assert_eq!(
        said,
        [
            (AgentId::Milady, false),
            (AgentId::Eliza, false),
            (AgentId::Openclaw, true),
            (AgentId::Zeroclaw, true)
        ]
    );
    assert!(choices[0].why.is_some() && choices[3].why.is_none());
}

#[test]
fn links_are_named_and_not_followed() {
    let home = guard();
    let dir = home.tmp.path().join(".moltis/hooks/guard");
    std::os::unix::fs::symlink("/etc/passwd", dir.join("secret")).unwrap();
    let made = home.port("moltis/managed/guard", AgentId::Zeroclaw);
    assert!(has(&made.view.lost, "secret is a link"), "{:?}", made.view.lost);
    assert!(!home.has(".zeroclaw/workspace/hooks/guard/secret"));
}

#[test]
fn no_value_of_a_variable_is_copied_or_shown() {
    let home = Home::new().with(
        ".moltis/hooks/notify/HOOK.md",
        "+++\nname = \"notify\"\nevents = [\"SessionEnd\"]\ncommand = \"true\"\nenv = { SLACK_TOKEN = \"xoxb-12345\", PLACE = \"here\" }\n+++\n",
    );
    for to in [AgentId::Zeroclaw, AgentId::Milady] {
        let made = home.port("moltis/managed/notify", to);
        assert!(has(&made.view.lost, "PLACE and SLACK_TOKEN"), "{:?}", made.view.lost);
        assert!(!format!("{made:?}").contains("xoxb-12345"));
    }
}

fn below(dir: &Path) -> Vec<String> {
    crate::receipt::files(dir).into_iter().map(|(path, _)| path).collect()
}
