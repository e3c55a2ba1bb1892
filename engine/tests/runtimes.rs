//! What the agents themselves did with small homes, recorded, beside what we say of them
//! (`tests/runtimes/*.toml`). Prints the agreement for each version.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

#[path = "runtimes/recorded.rs"]
mod recorded;

use std::collections::{BTreeMap, BTreeSet};

use recorded::{Case, Computer};
use tacklebox_agents::in_force::ConfigState;
use tacklebox_engine::agent::Options;
use tacklebox_engine::check;
use tacklebox_engine::hook::{AgentId, Handler, Hook, Source, State};
use tacklebox_engine::inventory::Inventory;

/// Answers that we do not give, and why.
const EXCEPTIONS: &[(&str, &str)] = &[];

fn scan(computer: &Computer, agent: AgentId, version: &str) -> Inventory {
    let options = Options { runtimes: [(agent, version.to_owned())].into(), ..Options::default() };
    Inventory::scan(&computer.machine, agent, &options)
}

/// The folder that a hook's module says it is of.
fn says(computer: &Computer, hook: &Hook) -> String {
    let Some(Handler::Module { path, .. }) = &hook.handler else {
        panic!("{} has no module", hook.id)
    };
    let text = std::fs::read_to_string(path).unwrap();
    let said = text.split_once(".push(\"").and_then(|(_, rest)| rest.split_once('"'));
    let folder = path.parent().unwrap().strip_prefix(&computer.home).unwrap();
    said.map_or_else(|| folder.display().to_string(), |(said, _)| said.to_owned())
}

/// Who would be called for each event.
fn fires(
    computer: &Computer,
    inventory: &Inventory,
    events: &BTreeSet<String>,
) -> BTreeMap<String, Vec<String>> {
    let mut fires = BTreeMap::new();
    for event in events {
        let family = event.split_once(':').map(|(family, _)| family);
        // What it never sends was sent to it all the same.
        let sent = inventory.agent().dialect.rules.sends(event);
        let called = |key: &str| {
            inventory
                .in_load_order()
                .flat_map(|(_, hook)| {
                    let its = &hook.runtime;
                    let keys = if sent { &its.called } else { &its.registered };
                    keys.iter().map(move |its| (its, hook))
                })
                .filter(|(its, _)| its.as_str() == key)
                .map(|(_, hook)| says(computer, hook))
                .collect::<Vec<_>>()
        };
        let (own, of_family) = (called(event), family.map(&called).unwrap_or_default());
        let all = match inventory.agent().dialect.dispatch[0].general_first {
            true => [of_family, own].concat(),
            false => [own, of_family].concat(),
        };
        if !all.is_empty() {
            fires.insert(event.clone(), all);
        }
    }
    fires
}

/// What we say, in the form of the answer.
fn ours(case: &Case, computer: &Computer, agent: AgentId, version: &str) -> String {
    let inventory = scan(computer, agent, version);
    let loaded = || {
        inventory
            .candidates()
            .map(|(_, hook)| hook)
            .filter(|hook| hook.runtime.loads != Some(false))
    };
    if case.registered.is_some() {
        let mut folders: Vec<String> = loaded()
            .filter_map(|hook| hook.dir.as_ref())
            .map(|dir| dir.strip_prefix(&computer.home).unwrap().display().to_string())
            .collect();
        folders.sort();
        return format!("registered {folders:?}");
    }
    if case.loaded.is_some() {
        let mut names: Vec<&str> = loaded().map(|hook| hook.name.as_str()).collect();
        names.sort_unstable();
        return format!("loaded {names:?}");
    }
    format!("fires {:?}", fires(computer, &inventory, &case.sent()))
}

fn theirs(case: &Case) -> String {
    if let Some(folders) = &case.registered {
        return format!("registered {folders:?}");
    }
    if let Some(names) = &case.loaded {
        return format!("loaded {names:?}");
    }
    format!("fires {:?}", case.fires.clone().unwrap_or_default())
}

/// `hooks check` counts what loads; what is built in is in no count.
fn counted(case: &Case, inventory: &Inventory) {
    let loads = inventory
        .candidates()
        .map(|(_, hook)| hook)
        .filter(|hook| hook.runtime.loads != Some(false) && hook.source != Source::Builtin)
        .count();
    assert_eq!(check::check(inventory).registered, loads, "hooks check of {}", case.id);
}

fn agree(agent: AgentId, version: &str) {
    let cases = recorded::cases(agent);
    let (mut wrong, mut open) = (Vec::new(), 0_usize);
    for case in &cases {
        let computer = case.computer();
        let (ours, theirs) = (ours(case, &computer, agent, version), theirs(case));
        let inventory = scan(&computer, agent, version);
        counted(case, &inventory);
        if agent == AgentId::Openclaw {
            let refused = inventory.agent().config_verdict.state == ConfigState::Refused;
            assert_eq!(refused, case.config_refused.is_some(), "the config of {}", case.id);
        }
        let id = format!("{agent}/{}", case.id);
        // Which of two folders of one name counts is up to the disk that lists them, there as here.
        let by_disk = |hook: &Hook| hook.runtime.because.contains(&"disk-order");
        if inventory.hooks().iter().any(by_disk) {
            open += 1;
            continue;
        }
        let excepted = EXCEPTIONS.iter().any(|(name, _)| *name == id);
        if (ours == theirs) == excepted {
            wrong.push(format!("{id}\n  the agent: {theirs}\n  we say:    {ours}"));
        }
    }
    let excepted = EXCEPTIONS.iter().filter(|(id, _)| id.starts_with(&format!("{agent}/"))).count();
    let (all, right) = (cases.len(), cases.len() - wrong.len() - excepted - open);
    eprintln!(
        "{agent} {version}: {right} of {all} recorded answers are what we say; {open} go by how a disk lists folders"
    );
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// A hook of which this version says something else than its text says why, by an id.
fn says_why(agent: AgentId, version: &str) {
    let mut silent = Vec::new();
    for case in recorded::cases(agent) {
        let computer = case.computer();
        let text = scan(&computer, agent, "documented").hooks();
        for hook in scan(&computer, agent, version).hooks() {
            let said = |hook: &Hook| {
                let it = hook.runtime.clone();
                (hook.state, it.loads, it.registered, it.called)
            };
            let by_text = text.iter().find(|other| other.id == hook.id);
            if by_text.map(said) != Some(said(&hook)) && hook.runtime.because.is_empty() {
                silent.push(format!("{}: {}", case.id, hook.id));
            }
        }
    }
    assert!(silent.is_empty(), "{agent} {version}: {silent:#?}");
}

#[test]
fn what_differs_from_the_text_names_the_rule_that_decides() {
    says_why(AgentId::Milady, "2026-03-01");
    says_why(AgentId::Openclaw, "2026.9.6");
    says_why(AgentId::Moltis, "2026-08-21");
    says_why(AgentId::Zeroclaw, "0.1.6-hooks");
}

/// What the documents refuse and the version runs says so in its row.
#[test]
fn what_the_documents_refuse_and_the_version_runs_has_a_warning() {
    let mut silent = Vec::new();
    let mut seen = 0;
    for (agent, version) in [
        (AgentId::Milady, "2026-03-01"),
        (AgentId::Openclaw, "2026.9.6"),
        (AgentId::Moltis, "2026-08-21"),
        (AgentId::Zeroclaw, "0.1.6-hooks"),
    ] {
        for case in recorded::cases(agent) {
            let computer = case.computer();
            let text = scan(&computer, agent, "documented").hooks();
            for hook in scan(&computer, agent, version).hooks() {
                let broken = text.iter().any(|it| it.id == hook.id && it.state == State::Broken);
                if broken && matches!(hook.state, State::Ready | State::NotCalled) {
                    seen += 1;
                    if hook.warning.is_none() && hook.danger.is_none() {
                        silent.push(format!("{agent}/{}: {}", case.id, hook.id));
                    }
                }
            }
        }
    }
    assert!(seen > 30, "{seen} of them");
    assert!(silent.is_empty(), "{silent:#?}");
}

/// Recorded on 22 November 2026: the variable moves the config, and hooks are looked for where they were.
#[test]
#[expect(clippy::disallowed_methods, reason = "plays other programs, which take no care")]
fn eliza_looks_for_hooks_in_its_first_home_alone() {
    let home = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = home.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    for name in ["in-home", "in-state"] {
        let folder = if name == "in-home" { ".eliza" } else { "state" };
        let metadata = r#"{"eliza":{"events":["gateway:startup"]}}"#;
        let manifest = format!("---\nname: {name}\nmetadata: {metadata}\n---\n");
        write(&format!("{folder}/hooks/{name}/HOOK.md"), &manifest);
        write(&format!("{folder}/hooks/{name}/handler.ts"), "export default () => {};");
    }
    let off = r#"{"hooks":{"internal":{"entries":{"in-home":{"enabled":false}}}}}"#;
    write("state/eliza.json", off);
    let state = home.path().join("state").to_string_lossy().into_owned();
    let env = BTreeMap::from([("ELIZA_STATE_DIR".to_owned(), state)]);
    let machine = tacklebox_engine::machine::Machine::new(
        tacklebox_engine::machine::Platform::Linux,
        home.path(),
        env,
    );
    let names = |version: &str| -> Vec<(String, bool)> {
        let runtimes = [(AgentId::Eliza, version.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let inventory = Inventory::scan(&machine, AgentId::Eliza, &options);
        inventory.candidates().map(|(_, hook)| (hook.name.clone(), hook.enabled)).collect()
    };
    assert_eq!(names("2.0.0-beta.2"), [("in-home".to_owned(), false)]);
    assert_eq!(names("documented"), [("in-state".to_owned(), true)]);
}

/// Newer versions may have their home in the user's state; the one that is known reads `~/.eliza/hooks` alone.
#[test]
#[expect(clippy::disallowed_methods, reason = "plays other programs, which take no care")]
fn a_newer_home_of_eliza_counts_where_the_first_has_no_hooks_and_the_version_is_assumed() {
    let home = tempfile::tempdir().unwrap();
    let put = |folder: &str, name: &str| {
        let dir = home.path().join(folder).join("hooks").join(name);
        std::fs::create_dir_all(&dir).unwrap();
        let metadata = r#"{"eliza":{"events":["gateway:startup"]}}"#;
        let manifest = format!("---\nname: {name}\nmetadata: {metadata}\n---\n");
        std::fs::write(dir.join("HOOK.md"), manifest).unwrap();
        std::fs::write(dir.join("handler.ts"), "export default () => {};").unwrap();
    };
    let names = |chosen: Option<&str>, env: &[(&str, &str)]| -> Vec<String> {
        let env = env.iter().map(|(key, it)| ((*key).to_owned(), (*it).to_owned())).collect();
        let linux = tacklebox_engine::machine::Platform::Linux;
        let machine = tacklebox_engine::machine::Machine::new(linux, home.path(), env);
        let runtimes = chosen.map(|it| (AgentId::Eliza, it.to_owned())).into_iter().collect();
        let options = Options { runtimes, ..Options::default() };
        let inventory = Inventory::scan(&machine, AgentId::Eliza, &options);
        inventory.candidates().map(|(_, hook)| hook.name.clone()).collect()
    };
    put(".local/state/eliza", "newer");
    assert_eq!(names(None, &[]), ["newer"]);
    assert_eq!(names(Some("2.0.0-beta.2"), &[]), [""; 0], "that one does not look there");
    let elsewhere = home.path().join("elsewhere").to_string_lossy().into_owned();
    assert_eq!(names(None, &[("XDG_STATE_HOME", &elsewhere)]), [""; 0]);
    put("elsewhere/eliza", "moved");
    assert_eq!(names(None, &[("XDG_STATE_HOME", &elsewhere)]), ["moved"]);
    let named = [("ELIZA_STATE_DIR", &*elsewhere)];
    assert_eq!(names(None, &named), [""; 0], "it has no hooks there");
    put("elsewhere", "named");
    assert_eq!(names(None, &named), ["named"]);
    assert_eq!(names(Some("2.0.0-beta.2"), &named), [""; 0], "that one has only its config there");
    put(".eliza", "first");
    assert_eq!(names(None, &[]), ["first"]);
    assert_eq!(names(None, &named), ["first"]);
}

#[test]
fn milady() {
    agree(AgentId::Milady, "2026-03-01");
}

#[test]
fn openclaw() {
    agree(AgentId::Openclaw, "2026.9.6");
}

#[test]
fn moltis() {
    agree(AgentId::Moltis, "2026-08-21");
}

#[test]
fn zeroclaw() {
    agree(AgentId::Zeroclaw, "0.1.6-hooks");
}
