//! Copies for the hook's own agent.

use std::fs;
use std::io::Write;

use super::super::own;
use crate::apply;
use crate::install::receipt;
use crate::ops::{self, Others};
use crate::plan::{NewFile, Plan, Step};
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::{AgentId, Hook, State};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::{Machine, Platform};

struct Home {
    _tmp: tempfile::TempDir,
    machine: Machine,
    agent: AgentId,
}

impl Home {
    /// With an installed hook of these files.
    fn new(agent: AgentId, files: &[(&str, &str)]) -> Self {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), Default::default());
        let home = Self { _tmp: tmp, machine, agent };
        let dir = home.scan().agent().managed.join("guard");
        let file = |(path, text): &(&str, &str)| NewFile {
            path: (*path).to_owned(),
            bytes: text.as_bytes().to_vec(),
            executable: text.starts_with("#!"),
        };
        let files: Vec<NewFile> = files.iter().map(file).collect();
        let mut plan = Plan::new(agent, "Install", "It was installed.");
        let written = receipt::written(&home.machine, &dir, "npm:guard", "1.0.0", &files);
        plan.steps.push(Step::Place { dir, files });
        plan.steps.extend(written);
        apply::apply(&home.machine, &plan).unwrap();
        home
    }

    fn scan(&self) -> Inventory {
        Inventory::scan(&self.machine, self.agent, &Options::documented())
    }

    fn hook(&self, name: &str) -> Hook {
        self.scan().hooks().into_iter().find(|hook| hook.name == name).unwrap()
    }
}

#[test]
fn a_copy_is_the_same_hook_under_another_name_off_and_nobody_elses() {
    for (agent, manifest, text, script) in [
        (
            AgentId::Openclaw,
            "HOOK.md",
            "---\n# mine\nname: guard\ndescription: Guards\nmetadata: {\"openclaw\":{\"hookKey\":\"g\",\"events\":[\"command:new\"]}}\n---\n\n# Guard\n\nWords.\n",
            ("handler.ts", "export default async () => {};\n"),
        ),
        (
            AgentId::Moltis,
            "HOOK.md",
            "+++\nname = \"guard\" # mine\nevents = [\"BeforeToolCall\"]\ncommand = \"./handler.sh\"\n+++\n\n# Guard\n",
            ("handler.sh", "#!/bin/sh\nexit 0\n"),
        ),
        (
            AgentId::Zeroclaw,
            "HOOK.toml",
            "[hook] # mine\nname = \"guard\"\ndescription = \"Guards\"\nevent = \"before_tool_call\"\nenabled = true\n[hook.action.shell]\ncommand = \"sh ./run.sh\"\n",
            ("run.sh", "#!/bin/sh\nexit 0\n"),
        ),
    ] {
        let home = Home::new(agent, &[(manifest, text), script]);
        let before = home.hook("guard");
        assert_eq!(before.state, State::Ready, "{agent}: {before:?}");
        let name = own::free_name(&home.machine, &home.scan(), &before.id).unwrap();
        assert_eq!(name, "guard-mine");
        let plan = own::plan(&home.machine, &home.scan(), &before.id, &name).unwrap();
        let change = apply::apply(&home.machine, &plan).unwrap();
        let copy = home.hook("guard-mine");
        assert!(copy.draft && !copy.enabled && copy.state == State::Off, "{agent}: {copy:?}");
        assert_eq!((copy.hook_key.as_str(), &copy.events), ("guard-mine", &before.events));
        assert_ne!(copy.title, before.title, "{agent}");
        let dir = copy.dir.clone().unwrap();
        assert_eq!(fs::read_to_string(dir.join(script.0)).unwrap(), script.1);
        assert!(fs::read_to_string(dir.join(manifest)).unwrap().contains("# mine"), "{agent}");
        assert!(receipt::read(&home.machine, &dir).is_none(), "it is the person's own");
        assert_eq!(home.hook("guard"), before, "{agent}: the original is as it was");

        let scan = home.scan();
        let on = ops::set_enabled(&home.machine, &scan, &copy.id, true, Others::Keep).unwrap();
        apply::apply(&home.machine, &on).unwrap();
        assert_eq!(home.hook("guard-mine").state, State::Ready, "{agent}");
        // That two hooks of one event are on now is said of both.
        let without = |hook: Hook| Hook { notes: Vec::new(), ..hook };
        assert_eq!(without(home.hook("guard")), without(before.clone()), "{agent}");
        apply::undo(&home.machine, None).unwrap();

        let again = own::free_name(&home.machine, &home.scan(), &before.id).unwrap();
        assert_eq!(again, "guard-mine-2");
        let why = own::plan(&home.machine, &home.scan(), &before.id, "guard-mine").unwrap_err();
        assert!(why.to_string().contains("is there already"), "{why}");
        apply::undo(&home.machine, change.undo.as_deref()).unwrap();
        assert!(!dir.exists());
    }
}

#[test]
fn a_key_that_comes_along_is_named() {
    let text = "+++\nname = \"guard\"\nevents = [\"BeforeToolCall\"]\ncommand = \"true\"\n[env]\nA_TOKEN = \"s3cret\"\n+++\n";
    let home = Home::new(AgentId::Moltis, &[("HOOK.md", text)]);
    let id = home.hook("guard").id;
    let stays = own::plan(&home.machine, &home.scan(), &id, "mine").unwrap().stays.join(" ");
    assert!(stays.contains("sets A_TOKEN") && !stays.contains("s3cret"), "{stays}");
}

#[test]
fn what_has_no_folder_is_not_copied() {
    let home = Home::new(AgentId::Moltis, &[]);
    let config = home.machine.home().join(".config/moltis/moltis.toml");
    fs::create_dir_all(config.parent().unwrap()).unwrap();
    let text = "[[hooks.hooks]]\nname = \"x\"\nevents = [\"SessionEnd\"]\ncommand = \"true\"\n";
    fs::File::create(config).unwrap().write_all(text.as_bytes()).unwrap();
    let id = home.hook("x").id;
    let why = own::plan(&home.machine, &home.scan(), &id, "x-mine").unwrap_err().to_string();
    assert!(why.contains("has no files to copy"), "{why}");
}
