//! Who else is switched by an edit, a removal or an installation, and that it is said before.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use super::*;
use crate::install::remove;
use crate::ops::{self, Others};
use crate::plan::Step;
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::AgentId;
use tacklebox_machine::machine::Platform;

fn put(home: &Path, path: &str, text: &str) {
    let path = home.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
}

fn hook(home: &Path, agent: &str, dir: &str, name: &str, more: &str) {
    let says = format!("{{\"{agent}\":{{\"events\":[\"gateway:startup\"]{more}}}}}");
    let front = format!("---\nname: {name}\ndescription: d\nmetadata: {says}\n---\n");
    put(home, &format!("{dir}/HOOK.md"), &front);
    put(home, &format!("{dir}/handler.ts"), "export default async () => {};\n");
}

fn scan(home: &Path, agent: AgentId, version: &str) -> (Machine, Inventory) {
    let machine = Machine::new(Platform::Linux, home, Default::default());
    let runtimes = [(agent, version.to_owned())].into();
    let options = Options { runtimes, ..Options::default() };
    let inventory = Inventory::scan(&machine, agent, &options);
    (machine, inventory)
}

fn names(also: &[Also]) -> Vec<String> {
    let word = |it: &Also| if it.change == OnOff::On { "on" } else { "off" };
    also.iter().map(|it| format!("{} {}", it.name, word(it))).collect()
}

const FAMILY: [(AgentId, &str); 2] =
    [(AgentId::Milady, "2026-03-01"), (AgentId::Eliza, "2.0.0-beta.2")];

#[test]
fn who_has_the_same_key_is_switched_along_and_named() {
    for (agent, version) in FAMILY {
        let home = tempfile::tempdir().unwrap();
        let dir = |name: &str| format!(".{agent}/hooks/{name}");
        for name in ["a", "b"] {
            hook(home.path(), agent.as_str(), &dir(name), name, ",\"hookKey\":\"k\"");
        }
        hook(home.path(), agent.as_str(), &dir("c"), "c", "");
        let id = |name: &str| format!("{agent}/managed/{name}");
        let (machine, inventory) = scan(home.path(), agent, version);
        // No entry keeps it, whatever a person asks for.
        for others in [Others::Keep, Others::Switch] {
            let plan = ops::set_enabled(&machine, &inventory, &id("b"), false, others).unwrap();
            assert_eq!(names(&plan.also), ["a off"]);
        }
        let plan = ops::set_enabled(&machine, &inventory, &id("c"), false, Others::Keep).unwrap();
        assert_eq!(plan.also, []);
        let plan = remove::plan(&machine, &inventory, &id("a"), true).unwrap();
        assert_eq!(plan.done, "a was removed.", "its settings are those of b, and stay");
    }
}

#[test]
fn who_comes_in_the_place_of_a_hook_that_is_removed_is_named() {
    let home = tempfile::tempdir().unwrap();
    let config =
        "{hooks: {internal: {enabled: true, entries: {a: {enabled: true}, b: {enabled: true}}}}}";
    put(home.path(), ".openclaw/openclaw.json", config);
    hook(home.path(), "openclaw", ".openclaw/hooks/a", "a", "");
    hook(home.path(), "openclaw", ".openclaw/workspace/hooks/a", "a", "");
    hook(home.path(), "openclaw", ".openclaw/hooks/b", "b", "");
    let (machine, inventory) = scan(home.path(), AgentId::Openclaw, "2026.9.6");
    let plan = remove::plan(&machine, &inventory, "openclaw/managed/a", false).unwrap();
    assert_eq!(names(&plan.also), ["openclaw/workspace/a on"]);
    let plan = remove::plan(&machine, &inventory, "openclaw/managed/b", false).unwrap();
    assert_eq!(plan.also, []);
}

#[test]
fn a_list_that_an_included_file_has_too_is_joined_and_that_is_said() {
    let home = tempfile::tempdir().unwrap();
    let base = "{plugins: {allow: ['p2', 'p3']}, logging: {level: 'info'}}";
    put(home.path(), ".openclaw/base.json5", base);
    put(home.path(), ".openclaw/openclaw.json", "{$include: './base.json5'}");
    let said = |path: &str, value: &str| {
        let (machine, inventory) = scan(home.path(), AgentId::Openclaw, "2026.9.6");
        let plan = ops::set_config(&machine, &inventory, path, Some(value), Others::Keep).unwrap();
        let edit = plan.steps.iter().find(|it| matches!(it, Step::Edit { .. }));
        let Some(Step::Edit { after, .. }) = edit else { panic!("{plan:?}") };
        put(home.path(), ".openclaw/openclaw.json", after);
        plan.stays.join(" ")
    };
    for list in ["[\"p2\"]", "[\"p4\"]"] {
        let told = said("plugins.allow", list);
        assert!(told.contains("joins the two, so more counts than is set here"), "{told}");
    }
    let told = said("logging.level", "debug");
    assert!(told.ends_with("the main file wins."), "{told}");
}

/// Asked of Milady: a hook whose entry is off is off, whoever wrote that entry.
#[test]
fn no_new_hook_shares_a_switch_unasked() {
    for (agent, version) in FAMILY {
        let home = tempfile::tempdir().unwrap();
        let dir = format!(".{agent}/hooks/zed");
        for key in ["mk", "roll-call"] {
            hook(home.path(), agent.as_str(), &dir, "zed", &format!(",\"hookKey\":\"{key}\""));
            let (machine, inventory) = scan(home.path(), agent, version);
            let before =
                format!("{:?}", inventory.find(&format!("{agent}/managed/zed")).unwrap().0);
            let error = match key {
                "mk" => {
                    let new = crate::create::New {
                        name: "mk".into(),
                        event: "gateway:startup".into(),
                        kind: None,
                        changes: Vec::new(),
                        template: None,
                        on: false,
                    };
                    crate::create::plan(&machine, &inventory, &new).map(drop).unwrap_err()
                }
                name => {
                    let plan = crate::install::included::plan_install(&machine, &inventory, name);
                    plan.map(drop).unwrap_err()
                }
            };
            assert!(error.to_string().contains("without the other"), "{error}");
            let (_, after) = scan(home.path(), agent, version);
            let after = format!("{:?}", after.find(&format!("{agent}/managed/zed")).unwrap().0);
            assert_eq!(before, after);
        }
    }
}

/// Asked of Eliza, started in the folder: what is in the entry counts for both.
#[test]
fn a_hook_of_a_project_folder_with_the_same_entry_is_named_and_keeps_it() {
    let home = tempfile::tempdir().unwrap();
    let agent = AgentId::Eliza;
    let project = home.path().join("proj");
    hook(home.path(), "eliza", ".eliza/hooks/greet", "greet", "");
    hook(home.path(), "eliza", "proj/hooks/greet", "greet", "");
    put(home.path(), "proj/AGENTS.md", "");
    let at = || scan(home.path(), agent, "2.0.0-beta.2");
    let (machine, inventory) = at();
    let plan =
        crate::settings::add_project(&machine, &inventory, project.to_str().unwrap()).unwrap();
    crate::apply::apply(&machine, &plan).unwrap();
    let id = "eliza/managed/greet";
    let theirs = || at().1.projects(&machine).remove(0);
    let their_id = theirs().own_hooks()[0].id.clone();
    let switch = |id: &str, inventory: &Inventory, on| {
        ops::set_enabled(&machine, inventory, id, on, Others::Keep).unwrap()
    };
    let off = switch(id, &at().1, false);
    assert_eq!(names(&off.also), [format!("{their_id} off")]);
    assert!(!off.also[0].keepable);
    let other = switch(&their_id, &theirs(), false);
    assert_eq!(names(&other.also), [format!("{id} off")]);
    crate::apply::apply(&machine, &off).unwrap();
    assert!(!theirs().own_hooks()[0].enabled);

    let removal = remove::plan(&machine, &at().1, id, true).unwrap();
    assert!(removal.stays.join(" ").contains("has the same ones"), "{:?}", removal.stays);
    crate::apply::apply(&machine, &removal).unwrap();
    assert!(!theirs().own_hooks()[0].enabled, "it stays off");
}

/// A new hook is off, by an entry that a project's hook of its name has too; Moltis' list knows names alone.
#[test]
fn a_new_hook_does_not_switch_one_of_a_project_folder() {
    let home = tempfile::tempdir().unwrap();
    let project = home.path().join("proj");
    put(home.path(), "proj/AGENTS.md", "");
    hook(home.path(), "eliza", "proj/hooks/greet", "greet", "");
    put(
        home.path(),
        "proj/.moltis/hooks/greet/HOOK.md",
        "+++\nname = \"greet\"\nevents = [\"SessionEnd\"]\ncommand = \"true\"\n+++\n",
    );
    put(home.path(), ".moltis/hooks/.keep", "");
    for (agent, version) in [(AgentId::Eliza, "2.0.0-beta.2"), (AgentId::Moltis, "2026-08-21")] {
        let (machine, inventory) = scan(home.path(), agent, version);
        let folder = project.to_str().unwrap();
        let plan = crate::settings::add_project(&machine, &inventory, folder).unwrap();
        crate::apply::apply(&machine, &plan).unwrap();
        let (machine, inventory) = scan(home.path(), agent, version);
        let made = |name: &str| {
            let new = crate::create::New {
                name: name.into(),
                event: if agent == AgentId::Moltis { "SessionEnd" } else { "command" }.into(),
                ..crate::create::New::default()
            };
            crate::create::plan(&machine, &inventory, &new).map_err(|error| error.to_string())
        };
        let said = made("greet").unwrap_err();
        assert!(said.contains("proj has that name") && said.contains("another name"), "{said}");
        made("greets").unwrap();
    }
}
