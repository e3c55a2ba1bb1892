//! Updates of hooks that were installed for real, from versions made up here.

mod edited;
mod returns;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use super::*;
use crate::apply;
use crate::install::{put_back, remove, removed};
use crate::ops::Others;
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::AgentId;
use tacklebox_machine::machine::Platform;

struct Home {
    tmp: tempfile::TempDir,
    machine: Machine,
    agent: AgentId,
}

const MODULE: &str =
    "---\nname: greeter\nmetadata: {\"milady\":{\"events\":[\"command:new\"]}}\n---\n";
const MOLTIS: &str =
    "+++\nname = \"greeter\"\nevents = [\"SessionEnd\"]\ncommand = \"./run.sh\"\n+++\nHello\n";
const ZEROCLAW: &str = "[hook]\nname = \"greeter\"\nevent = \"on_session_end\"\n\n[hook.action.shell]\ncommand = \"sh run.sh\"\n";

fn file(path: &str, text: &str) -> NewFile {
    NewFile { path: path.into(), bytes: text.into(), executable: false }
}

impl Home {
    fn new(agent: AgentId) -> Self {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        Self { tmp, machine, agent }
    }

    fn scan(&self) -> Inventory {
        Inventory::scan(&self.machine, self.agent, &Options::documented())
    }

    fn dir(&self) -> PathBuf {
        self.scan().agent().managed.join("greeter")
    }

    fn manifest(&self) -> &'static str {
        match self.agent {
            AgentId::Moltis => MOLTIS,
            AgentId::Zeroclaw => ZEROCLAW,
            _ => MODULE,
        }
    }

    fn version(&self, version: &str, code: &str) -> NewVersion {
        let dialect = self.agent.dialect();
        let code_file = if dialect.handler_files.is_empty() { "run.sh" } else { "handler.ts" };
        NewVersion {
            source: "npm:greeter".into(),
            version: version.into(),
            files: vec![file(dialect.manifest_file(), self.manifest()), file(code_file, code)],
            provenance: None,
        }
    }

    /// As an installation of a foreign hook leaves it.
    fn install(&self) {
        let NewVersion { source, version, files, .. } = self.version("1", "one\n");
        let (dir, inventory) = (self.dir(), self.scan());
        let mut plan = Plan::new(self.agent, "Install Greeter", "Greeter was installed.");
        plan.steps.push(Step::Place { dir: dir.clone(), files: files.clone() });
        plan.steps.extend(receipt::written(&self.machine, &dir, &source, &version, &files));
        let record = records::Record {
            name: "greeter",
            source: &source,
            version: &version,
            dir: &dir,
            installed_at: "2026-01-01T00:00:00Z",
        };
        let edits = records::edits(inventory.agent(), &record);
        plan.steps.extend(records::config_step(inventory.agent(), &edits).unwrap());
        apply::apply(&self.machine, &plan).unwrap();
    }

    fn id(&self) -> String {
        tacklebox_agents::hook::managed_id(self.agent, "greeter")
    }

    fn update(&self, new: NewVersion) -> Result<Update, OpError> {
        plan(&self.machine, &self.scan(), &self.id(), new)
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.tmp.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// Every file of the agent.
    fn tree(&self) -> BTreeMap<String, Vec<u8>> {
        let files = receipt::files(self.tmp.path()).into_iter();
        let files = files.filter(|(path, _)| !path.starts_with(".local"));
        let read = |path: &str| fs::read(self.tmp.path().join(path)).unwrap();
        files.map(|(path, _)| (path.clone(), read(&path))).collect()
    }
}

#[test]
fn an_update_shows_what_it_changes_brings_it_and_can_be_taken_back() {
    for agent in [AgentId::Milady, AgentId::Openclaw, AgentId::Moltis] {
        let home = Home::new(agent);
        home.install();
        let before = home.tree();
        let update = home.update(home.version("2", "two\n")).unwrap();
        assert!(update.up_to_date.is_none());
        let [change] = &update.changes[..] else { panic!("{:?}", update.changes) };
        assert!(change.diff.as_ref().unwrap().ends_with("-one\n+two\n"), "{change:?}");
        let done = apply::apply(&home.machine, &update.plan).unwrap();
        let receipt = receipt::read(&home.machine, &home.dir()).unwrap();
        assert_eq!((receipt.version.as_str(), receipt.changed.len()), ("2", 0));
        assert!(home.update(home.version("2", "two\n")).unwrap().up_to_date.is_some());

        let fresh = Machine::new(Platform::Linux, home.tmp.path(), BTreeMap::new());
        apply::undo(&fresh, done.undo.as_deref()).unwrap();
        assert_eq!(home.tree(), before, "{agent}");
        let receipt = receipt::read(&home.machine, &home.dir()).unwrap();
        assert_eq!((receipt.version.as_str(), receipt.changed.len()), ("1", 0));
    }
}

#[test]
fn the_agents_record_of_it_follows_and_goes_with_it() {
    let home = Home::new(AgentId::Milady);
    home.install();
    let text = || fs::read_to_string(home.tmp.path().join(".milady/milady.json")).unwrap();
    assert!(text().contains("\"version\": \"1\""), "{}", text());
    apply::apply(&home.machine, &home.update(home.version("2", "two\n")).unwrap().plan).unwrap();
    assert!(text().contains("\"version\": \"2\"") && !text().contains("\"1\""), "{}", text());
    let removal = remove::plan(&home.machine, &home.scan(), &home.id(), false).unwrap();
    apply::apply(&home.machine, &removal).unwrap();
    assert!(!text().contains("greeter"), "{}", text());
    apply::undo(&home.machine, None).unwrap();
    assert!(text().contains("\"version\": \"2\""), "{}", text());
}

#[test]
fn what_was_changed_by_hand_is_not_overwritten() {
    let home = Home::new(AgentId::Milady);
    home.install();
    home.put(".milady/hooks/greeter/handler.ts", "mine\n");
    let error = home.update(home.version("2", "two\n")).unwrap_err().to_string();
    assert!(error.contains("handler.ts") && error.contains("Approve"), "{error}");
    let approve = put_back::plan_approve(&home.machine, &home.scan(), &home.id()).unwrap();
    apply::apply(&home.machine, &approve).unwrap();
    let error = home.update(home.version("2", "two\n")).unwrap_err().to_string();
    assert!(error.contains("changes handler.ts too"), "{error}");
}

#[test]
fn a_switch_in_the_manifest_stays_as_it_was() {
    let home = Home::new(AgentId::Zeroclaw);
    home.install();
    let off =
        ops::set_enabled(&home.machine, &home.scan(), &home.id(), false, Others::Switch).unwrap();
    apply::apply(&home.machine, &off).unwrap();
    assert!(
        home.update(home.version("1", "one\n")).unwrap().up_to_date.is_some(),
        "the switch is not a change"
    );
    apply::apply(&home.machine, &home.update(home.version("2", "two\n")).unwrap().plan).unwrap();
    assert!(!home.scan().find(&home.id()).unwrap().0.enabled);
    assert_eq!(receipt::read(&home.machine, &home.dir()).unwrap().changed, [""; 0]);
}

#[test]
fn a_key_in_the_manifest_stays_and_no_copy_shows_it() {
    let home = Home::new(AgentId::Moltis);
    home.install();
    let set = |value: Option<&str>| {
        let plan = ops::set_env(
            &home.machine,
            &home.scan(),
            &home.id(),
            "API_TOKEN",
            value,
            Others::Switch,
        );
        apply::apply(&home.machine, &plan.unwrap()).unwrap()
    };
    set(Some("s3cret-\"value"));
    let update = home.update(home.version("2", "two\n")).unwrap();
    let view = view(&home.machine, &home.scan(), &update);
    assert!(!format!("{view:?}").contains("s3cret"), "{view:?}");
    apply::apply(&home.machine, &update.plan).unwrap();
    let text = fs::read_to_string(home.dir().join("HOOK.md")).unwrap();
    assert!(text.contains("s3cret-"), "{text}");
    // Cleared, it is in nothing that is kept with the receipt, and the rest can be forgotten.
    let cleared = set(None);
    assert!(cleared.kept_copies >= 1);
    apply::purge::purge(&home.machine, cleared.undo.as_deref().unwrap()).unwrap();
    let left = receipt::files(home.machine.data_dir()).into_iter().filter(|(path, _)| {
        String::from_utf8_lossy(&fs::read(home.machine.data_dir().join(path)).unwrap())
            .contains("s3cret")
    });
    assert_eq!(left.collect::<Vec<_>>(), []);
}

#[test]
#[cfg(unix)]
fn a_program_that_was_allowed_to_run_still_is() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new(AgentId::Moltis);
    home.install();
    let run = home.dir().join("run.sh");
    fs::set_permissions(&run, fs::Permissions::from_mode(0o755)).unwrap();
    apply::apply(&home.machine, &home.update(home.version("2", "two\n")).unwrap().plan).unwrap();
    assert!(is_executable(&run));
}

#[test]
fn a_hook_that_is_off_stays_off_under_another_key() {
    let home = Home::new(AgentId::Milady);
    home.install();
    let off =
        ops::set_enabled(&home.machine, &home.scan(), &home.id(), false, Others::Switch).unwrap();
    apply::apply(&home.machine, &off).unwrap();
    let mut new = home.version("2", "two\n");
    new.files[0] =
        file("HOOK.md", &MODULE.replace("\"events\"", "\"hookKey\":\"other\",\"events\""));
    apply::apply(&home.machine, &home.update(new).unwrap().plan).unwrap();
    let (inventory, id) = (home.scan(), home.id());
    let (hook, _) = inventory.find(&id).unwrap();
    assert_eq!((hook.hook_key.as_str(), hook.enabled), ("other", false));
}

#[test]
fn another_hook_or_none_is_no_update() {
    let home = Home::new(AgentId::Milady);
    home.install();
    let before = home.tree();
    for manifest in [MODULE.replace("greeter", "other"), "no front matter".to_owned()] {
        let mut new = home.version("2", "two\n");
        new.files[0] = file("HOOK.md", &manifest);
        let error = home.update(new).unwrap_err().to_string();
        assert!(error.contains("stays as it is"), "{error}");
    }
    let mut new = home.version("2", "two\n");
    new.files.remove(0);
    assert!(home.update(new).is_err());
    assert_eq!(home.tree(), before);
}

#[test]
fn the_same_files_under_another_version_are_noted_and_no_agent_is_told() {
    let home = Home::new(AgentId::Milady);
    home.install();
    let update = home.update(home.version("1.0.1", "one\n")).unwrap();
    assert!(update.up_to_date.is_some() && !update.plan.touches_the_agent());
    apply::apply(&home.machine, &update.plan).unwrap();
    assert_eq!(receipt::read(&home.machine, &home.dir()).unwrap().version, "1.0.1");
}

#[test]
fn a_pin_is_said() {
    for source in [
        "npm:greeter@1.2.3",
        "npm:@me/greeter@1.2.3",
        "git+https://h/r#v1",
        "git+https://h/r#0a1b2c3d",
    ] {
        assert!(pinned(source).is_some(), "{source}");
    }
    for source in [
        "npm:greeter",
        "npm:@me/greeter",
        "npm:greeter@latest",
        "npm:greeter@^1.2.3",
        "npm:x@1.2.x",
        "git+https://h/r",
        "git+https://h/r#main",
        "https://h/a.zip",
        "/home/me/hook",
        "included",
    ] {
        assert_eq!(pinned(source), None, "{source}");
    }
}

#[test]
fn a_removal_with_settings_takes_them_from_everywhere_and_gives_them_back() {
    let home = Home::new(AgentId::Milady);
    home.put(
        ".milady/milady.json",
        "{\n  hooks: {\n    // mine\n    entries: { greeter: { env: { A: 'old-secret' } } },\n    internal: { entries: { other: {}, greeter: { enabled: false, env: { A: 'the-secret' }, x: 1 } } },\n  },\n}\n",
    );
    home.install();
    let before = home.tree();
    let plain = remove::plan(&home.machine, &home.scan(), &home.id(), false).unwrap();
    assert!(plain.stays[0].contains("Its settings stay"), "{:?}", plain.stays);
    let plan = remove::plan(&home.machine, &home.scan(), &home.id(), true).unwrap();
    assert_eq!(plan.stays, ["What it has written elsewhere stays."]);
    assert!(!plan.diff(&home.machine).contains("secret"));
    let done = apply::apply(&home.machine, &plan).unwrap();
    let text = fs::read_to_string(home.tmp.path().join(".milady/milady.json")).unwrap();
    assert!(
        !text.contains("greeter") && text.contains("// mine") && text.contains("other"),
        "{text}"
    );
    assert!(done.kept_copies > 0, "keys were cleared, and can be forgotten");
    let fresh = Machine::new(Platform::Linux, home.tmp.path(), BTreeMap::new());
    apply::undo(&fresh, None).unwrap();
    assert_eq!(home.tree(), before);
    assert!(receipt::read(&home.machine, &home.dir()).unwrap().changed.is_empty());
}

#[test]
fn a_removal_takes_the_name_off_the_list_of_what_is_off() {
    let home = Home::new(AgentId::Moltis);
    home.put(".moltis/disabled_hooks.json", "[\"other\", \"greeter\"]");
    home.install();
    let told = remove::plan(&home.machine, &home.scan(), &home.id(), false).unwrap().stays;
    assert!(told[0].contains("disabled_hooks.json"), "{told:?}");
    let plan = remove::plan(&home.machine, &home.scan(), &home.id(), true).unwrap();
    apply::apply(&home.machine, &plan).unwrap();
    let list = fs::read_to_string(home.tmp.path().join(".moltis/disabled_hooks.json")).unwrap();
    assert!(list.contains("other") && !list.contains("greeter"), "{list}");
}

#[test]
fn settings_that_another_hook_has_too_stay() {
    let home = Home::new(AgentId::Milady);
    home.install();
    let twin = MODULE.replace("{\"events\"", "{\"hookKey\":\"greeter\",\"events\"");
    home.put(".milady/hooks/twin/HOOK.md", &twin.replace("name: greeter", "name: twin"));
    home.put(".milady/hooks/twin/handler.ts", "");
    let off =
        ops::set_enabled(&home.machine, &home.scan(), &home.id(), false, Others::Switch).unwrap();
    apply::apply(&home.machine, &off).unwrap();
    let plan = remove::plan(&home.machine, &home.scan(), &home.id(), true).unwrap();
    assert!(plan.stays[0].contains("has the same ones"), "{:?}", plan.stays);
    apply::apply(&home.machine, &plan).unwrap();
    let text = fs::read_to_string(home.tmp.path().join(".milady/milady.json")).unwrap();
    assert!(text.contains("\"enabled\": false") || text.contains("enabled: false"), "{text}");
}

#[test]
fn what_no_version_brought_stays_at_an_update_and_when_it_is_taken_back() {
    for approved in [false, true] {
        let home = Home::new(AgentId::Milady);
        home.install();
        home.put(".milady/hooks/greeter/state.json", "precious");
        home.put(".milady/hooks/greeter/data/deep/log", "line 1");
        if approved {
            let approve = put_back::plan_approve(&home.machine, &home.scan(), &home.id()).unwrap();
            apply::apply(&home.machine, &approve).unwrap();
        }
        let update = home.update(home.version("2", "two\n")).unwrap();
        let view = view(&home.machine, &home.scan(), &update);
        assert!(view.steps.iter().any(|step| step.contains("state.json")), "{view:?}");
        assert!(!format!("{:?}", view.files).contains("precious"), "it is not part of the diff");
        let done = apply::apply(&home.machine, &update.plan).unwrap();
        let text = |path: &str| fs::read_to_string(home.dir().join(path)).unwrap();
        assert_eq!([text("handler.ts"), text("state.json")], ["two\n", "precious"]);
        assert_eq!(text("data/deep/log"), "line 1");
        let changed = receipt::read(&home.machine, &home.dir()).unwrap().changed;
        assert_eq!(changed.is_empty(), approved, "{changed:?}");

        // It goes on, and goes along when the version before comes back.
        home.put(".milady/hooks/greeter/state.json", "more precious");
        home.put(".milady/hooks/greeter/new.json", "new");
        apply::undo(&home.machine, done.undo.as_deref()).unwrap();
        assert_eq!([text("handler.ts"), text("state.json")], ["one\n", "more precious"]);
        assert_eq!([text("data/deep/log"), text("new.json")], ["line 1", "new"]);
    }
}

#[test]
fn a_new_version_never_takes_the_place_of_what_was_written_here() {
    let home = Home::new(AgentId::Milady);
    home.install();
    home.put(".milady/hooks/greeter/state.json", "precious");
    home.put(".milady/hooks/greeter/lib", "a file");
    for path in ["state.json", "lib/a.ts", "state.json/x"] {
        let mut new = home.version("2", "two\n");
        new.files.push(file(path, "theirs"));
        let error = home.update(new).unwrap_err().to_string();
        assert!(error.contains("Move that one elsewhere"), "{error}");
    }
    // The same is no other.
    let mut new = home.version("2", "two\n");
    new.files.push(file("state.json", "precious"));
    apply::apply(&home.machine, &home.update(new).unwrap().plan).unwrap();
}
