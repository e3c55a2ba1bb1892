use std::collections::BTreeMap;

use super::*;
use crate::apply;
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::{AgentId, Hook, State};
use tacklebox_audit as audit;
use tacklebox_inventory::overview;
use tacklebox_machine::failure::Code;
use tacklebox_machine::machine::{Machine, Platform};

/// The event at which a text for the prompt is added.
const PROMPT_EVENT: &str = "before_prompt_build";

fn machine(home: &std::path::Path) -> Machine {
    Machine::new(Platform::Linux, home, BTreeMap::new()).with_path(Vec::new())
}

/// Applies the plan of a draft, writes its program where that is as it came, and turns it on.
fn made_and_on(machine: &Machine, agent: AgentId, new: &New) {
    let draft = New { on: false, ..new.clone() };
    apply::apply(machine, &plan(machine, &scan(machine, agent), &draft).unwrap()).unwrap();
    let there = scan(machine, agent);
    let (_, hook) = there.candidates().find(|(_, hook)| hook.name == new.name).unwrap();
    if let Some((blank::PROGRAM, file)) = draft::blank_in_handler(hook) {
        finished(hook, &file);
    }
    let on = ops::set_enabled(machine, &scan(machine, agent), &hook.id, true, Others::Keep);
    apply::apply(machine, &on.unwrap()).unwrap();
}

/// Writes a program in place of the line that a person is to replace.
fn finished(hook: &Hook, file: &str) {
    let path = hook.dir.as_ref().unwrap().join(file);
    let (text, stamp) = ops::text_of(&path, 1 << 16).unwrap();
    let text = text.unwrap();
    let kept: Vec<_> = text.lines().filter(|line| !line.contains("TODO")).collect();
    assert_eq!(kept.len() + 1, text.lines().count());
    let text = kept.join("\n") + "\n";
    tacklebox_machine::files::save(&path, text.as_bytes(), &stamp, 0o755).unwrap();
}

fn scan(machine: &Machine, agent: AgentId) -> Inventory {
    Inventory::scan(machine, agent, &Options::documented())
}

/// One that is on at once.
fn wish(name: &str, event: &str, kind: Option<HandlerKind>) -> New {
    let filled = |key, value: &str| vec![Change { key, value: Some(value.into()) }];
    let changes = match kind {
        Some(HandlerKind::Http) => filled(Key::Url, "https://example.com"),
        Some(HandlerKind::Prompt) => filled(Key::Content, "Be short."),
        _ => Vec::new(),
    };
    New { name: name.into(), event: event.into(), kind, changes, template: None, on: true }
}

fn refused(machine: &Machine, agent: AgentId, name: &str, event: &str) -> String {
    let error = plan(machine, &scan(machine, agent), &wish(name, event, None)).unwrap_err();
    format!("{error} {}", error.hint().unwrap_or_default())
}

#[test]
fn a_new_hook_of_every_agent_and_kind_is_ready_where_it_is_to_be_on() {
    for agent in AgentId::ALL {
        for kind in agent.dialect().kinds {
            let tmp = tempfile::tempdir().unwrap();
            let machine = machine(tmp.path());
            let event = match (kind, Keys::of(agent)) {
                (HandlerKind::Prompt, _) => PROMPT_EVENT,
                (_, Keys::Internal) => "session:start",
                (_, Keys::Moltis) => "BeforeToolCall",
                _ => "before_tool_call",
            };
            let new = wish("my-hook", event, Some(*kind));
            let blank = matches!(kind, HandlerKind::Module | HandlerKind::Shell);
            let refused = plan(&machine, &scan(&machine, agent), &new).is_err();
            assert_eq!(refused, blank, "{agent} {kind:?}");
            made_and_on(&machine, agent, &new);
            let inventory = scan(&machine, agent);
            let (candidate, hook) =
                inventory.candidates().find(|(_, hook)| hook.name == "my-hook").unwrap();
            assert_eq!(hook.state, State::Ready, "{agent} {kind:?}: {hook:?}");
            assert_eq!(hook.events, [event]);
            assert!(candidate.findings.is_empty(), "{agent} {kind:?}: {:?}", candidate.findings);
            let notes: Vec<_> = hook.notes.iter().map(|note| note.id.as_str()).collect();
            // What today's runtimes do at these events does not matter for how the hook is written.
            assert!(
                notes.iter().all(|id| ["zeroclaw-cancel", "openclaw-priority"].contains(id)),
                "{agent} {kind:?}: {notes:?}"
            );
        }
    }
}

#[test]
fn a_new_openclaw_hook_is_named_where_it_would_not_be_loaded_unnamed() {
    let tmp = tempfile::tempdir().unwrap();
    let machine = machine(tmp.path());
    let config = tmp.path().join(".openclaw/openclaw.json");
    tacklebox_machine::files::save(
        &config,
        b"{hooks: {internal: {enabled: true, entries: {other: {enabled: true}}}}}",
        &tacklebox_machine::files::Stamp::Absent,
        0o600,
    )
    .unwrap();
    made_and_on(&machine, AgentId::Openclaw, &wish("mine", "command:new", None));
    assert!(std::fs::read_to_string(&config).unwrap().contains("mine"));
}

#[test]
fn a_name_is_letters_digits_and_hyphens_and_not_taken() {
    let tmp = tempfile::tempdir().unwrap();
    let machine = machine(tmp.path());
    for name in ["", "../up", "a b", "-x", "ä", "a/b", "a.b", &"x".repeat(65)] {
        let message = refused(&machine, AgentId::Milady, name, "command:new");
        assert!(message.contains("is not a valid hook name"), "{name}: {message}");
    }
    assert!(refused(&machine, AgentId::Milady, "NUL", "command:new").contains("Windows"));
    assert!(refused(&machine, AgentId::Milady, "com1", "command:new").contains("Windows"));
    made_and_on(&machine, AgentId::Milady, &wish("mine", "command:new", None));
    assert!(refused(&machine, AgentId::Milady, "mine", "command:new").contains("another name"));
    // A file system that folds case would take the two for one.
    assert!(refused(&machine, AgentId::Milady, "Mine", "command:new").contains("another name"));
}

#[test]
fn an_event_is_one_of_the_agents_own() {
    let tmp = tempfile::tempdir().unwrap();
    let machine = machine(tmp.path());
    for (agent, event, hint) in [
        (AgentId::Moltis, "before_tool_call", "Did you mean BeforeToolCall?"),
        (AgentId::Zeroclaw, "session_start", "Did you mean on_session_start?"),
        (AgentId::Milady, "sesion:start", "Did you mean session:start?"),
        (AgentId::Milady, "session:strat", "Did you mean session:start?"),
        (AgentId::Milady, "message:received", "has no event message:received"),
        (AgentId::Milady, "zzz", "has no event zzz"),
        (AgentId::Milady, "command:\n", "has no event"),
    ] {
        let message = refused(&machine, agent, "mine", event);
        assert!(message.contains(hint), "{agent} {event}: {message}");
    }
    for event in ["command:digest", "command:news", "gateway:connected", "command"] {
        let new = New { on: false, ..wish("mine", event, None) };
        assert!(plan(&machine, &scan(&machine, AgentId::Milady), &new).is_ok(), "{event}");
    }
}

#[test]
fn a_handler_is_one_that_the_agent_has_at_that_event() {
    let tmp = tempfile::tempdir().unwrap();
    let machine = machine(tmp.path());
    let zeroclaw = scan(&machine, AgentId::Zeroclaw);
    let refuse = |event, kind| {
        plan(&machine, &zeroclaw, &wish("mine", event, Some(kind))).unwrap_err().to_string()
    };
    assert!(refuse("before_tool_call", HandlerKind::Module).contains("shell, prompt or http"));
    assert!(refuse("before_tool_call", HandlerKind::Prompt).contains("does nothing at"));
    let made =
        plan(&machine, &zeroclaw, &New { on: false, ..wish("mine", PROMPT_EVENT, None) }).unwrap();
    assert!(matches!(&made.steps[0], Step::Place { files, .. } if files.len() == 1));
}

#[test]
fn a_text_for_the_prompt_is_taken_wherever_the_version_in_force_adds_it() {
    let tmp = tempfile::tempdir().unwrap();
    let machine = machine(tmp.path());
    let wish = wish("mine", "on_message_sending", Some(HandlerKind::Prompt));
    let with = |version: &str| {
        let runtimes = [(AgentId::Zeroclaw, version.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        plan(&machine, &Inventory::scan(&machine, AgentId::Zeroclaw, &options), &wish)
    };
    let documented = with("documented").unwrap_err().to_string();
    assert!(documented.contains("does nothing at on_message_sending"), "{documented}");
    let made = with("0.1.6-hooks").unwrap();
    apply::apply(&machine, &made).unwrap();
    let inventory = scan(&machine, AgentId::Zeroclaw);
    assert_eq!(inventory.hooks()[0].events, ["on_message_sending"]);
}

#[test]
fn the_scripts_are_shell_without_a_finding() {
    let script = include_str!("command.sh");
    assert!(script.starts_with("#!/bin/sh\n"));
    assert!(audit::command(script, "run.sh", 1).is_empty());
}

#[test]
fn a_new_hook_is_a_draft_that_its_agent_does_not_run_until_it_is_turned_on() {
    for agent in AgentId::ALL {
        for kind in agent.dialect().kinds {
            let tmp = tempfile::tempdir().unwrap();
            let machine = machine(tmp.path());
            let event = match (kind, Keys::of(agent)) {
                (HandlerKind::Prompt, _) => PROMPT_EVENT,
                (_, Keys::Internal) => "session:start",
                (_, Keys::Moltis) => "BeforeToolCall",
                _ => "before_tool_call",
            };
            let new = New { on: false, changes: Vec::new(), ..wish("mine", event, Some(*kind)) };
            apply::apply(&machine, &plan(&machine, &scan(&machine, agent), &new).unwrap()).unwrap();
            let hook = |inventory: &Inventory| {
                let (_, hook) = inventory.candidates().find(|(_, it)| it.name == "mine").unwrap();
                hook.clone()
            };
            let made = scan(&machine, agent);
            let draft = hook(&made);
            let about = format!("{agent} {kind:?}");
            assert_eq!(
                (draft.state, draft.draft, draft.enabled),
                (State::Off, true, false),
                "{about}"
            );
            assert_eq!(draft.error, None, "{about}");
            let on = |inventory: &Inventory| {
                ops::set_enabled(&machine, inventory, &draft.id, true, Others::Keep)
            };
            let blank = draft.action.as_ref().and_then(|action| action.blank());
            assert_eq!(blank.is_some(), matches!(kind, HandlerKind::Http | HandlerKind::Prompt));
            if let HandlerKind::Module | HandlerKind::Shell = kind {
                let refused = on(&made).unwrap_err();
                assert_eq!(refused.code(), Code::BadValue, "{about}");
                let says =
                    format!("The program of {} is not filled in: it stays off.", draft.title);
                assert_eq!(refused.to_string(), says);
                let (_, file) = draft::blank_in_handler(&draft).unwrap();
                let hint = refused.hint().unwrap();
                assert!(hint.contains(&file) && hint.contains("*Edit program*"), "{about}: {hint}");
                finished(&draft, &file);
            }
            if let Some(blank) = blank {
                assert_eq!(on(&made).unwrap_err().code(), Code::BadValue, "{about}");
                let value = if blank == "url" { "https://example.com" } else { "Be short." };
                let filled =
                    [Change { key: Key::named(blank).unwrap(), value: Some(value.into()) }];
                let filled = amend::plan(&machine, &made, &draft.id, &filled).unwrap();
                apply::apply(&machine, &filled).unwrap();
            }
            apply::apply(&machine, &on(&scan(&machine, agent)).unwrap()).unwrap();
            let live = hook(&scan(&machine, agent));
            assert_eq!((live.state, live.draft), (State::Ready, false), "{about}: {live:?}");
            let manifest = std::fs::read_to_string(live.manifest.as_ref().unwrap()).unwrap();
            assert!(!manifest.contains("draft"), "{about}: {manifest}");
            apply::undo(&machine, None).unwrap();
            assert!(hook(&scan(&machine, agent)).draft, "{about}: undo makes it a draft again");
            apply::apply(&machine, &on(&scan(&machine, agent)).unwrap()).unwrap();
            let off = scan(&machine, agent);
            let off = ops::set_enabled(&machine, &off, &draft.id, false, Others::Keep).unwrap();
            apply::apply(&machine, &off).unwrap();
            assert!(
                !hook(&scan(&machine, agent)).draft,
                "{about}: once it was on it is not a draft"
            );
        }
    }
}

#[test]
fn what_is_not_filled_in_cannot_be_on_at_once() {
    let tmp = tempfile::tempdir().unwrap();
    let machine = machine(tmp.path());
    let zeroclaw = scan(&machine, AgentId::Zeroclaw);
    let new =
        New { changes: Vec::new(), ..wish("mine", "before_tool_call", Some(HandlerKind::Http)) };
    assert_eq!(plan(&machine, &zeroclaw, &new).unwrap_err().code(), Code::BadValue);
    let empty = Change { key: Key::Url, value: Some(" ".into()) };
    let new = New { changes: vec![empty], ..new };
    assert_eq!(plan(&machine, &zeroclaw, &new).unwrap_err().code(), Code::BadValue);
}

#[test]
fn a_template_whose_address_is_not_filled_in_cannot_be_on() {
    for agent in [AgentId::Milady, AgentId::Eliza, AgentId::Openclaw, AgentId::Moltis] {
        let tmp = tempfile::tempdir().unwrap();
        let machine = machine(tmp.path());
        let there = scan(&machine, agent);
        let (template, offer) = template::find(&machine, there.agent(), "post-to-address").unwrap();
        let new = New {
            name: "mine".to_owned(),
            event: offer.event,
            kind: Some(offer.kind),
            template: Some(template),
            on: true,
            ..New::default()
        };
        assert_eq!(plan(&machine, &there, &new).unwrap_err().code(), Code::BadValue, "{agent}");
        let new = New { on: false, ..new };
        apply::apply(&machine, &plan(&machine, &there, &new).unwrap()).unwrap();
        let scanned = scan(&machine, agent);
        let (_, hook) = scanned.candidates().find(|(_, it)| it.name == "mine").unwrap();
        let on = |inventory: &Inventory| {
            ops::set_enabled(&machine, inventory, &hook.id, true, Others::Keep)
        };
        let refused = on(&scanned).unwrap_err();
        let hint = refused.hint().unwrap();
        assert!(hint.starts_with("Write the address into "), "{agent}: {hint}");
        let name = hint.split(' ').nth(4).unwrap().trim_end_matches(',').to_owned();
        let file = hook.dir.as_ref().unwrap().join(name);
        let text = std::fs::read_to_string(&file).unwrap();
        let filled = text
            .replace("address=''", "address='https://example.com'")
            .replace("ADDRESS = \"\"", "ADDRESS = \"https://example.com\"");
        assert_ne!(text, filled, "{agent}");
        let (_, stamp) = tacklebox_machine::files::read(&file, 1 << 16).unwrap();
        tacklebox_machine::files::save(&file, filled.as_bytes(), &stamp, 0o755).unwrap();
        apply::apply(&machine, &on(&scan(&machine, agent)).unwrap()).unwrap();
    }
}

#[test]
fn a_command_of_ones_own_comes_without_the_script_of_ours() {
    let tmp = tempfile::tempdir().unwrap();
    let machine = machine(tmp.path());
    let command = |text: &str| vec![Change { key: Key::Command, value: Some(text.into()) }];
    let moltis = scan(&machine, AgentId::Moltis);
    for (text, files) in [("jq . >> log", 1), ("./handler.sh --quiet", 2)] {
        let new = New { changes: command(text), on: false, ..wish("mine", "BeforeToolCall", None) };
        let made = plan(&machine, &moltis, &new).unwrap();
        assert!(
            matches!(&made.steps[0], Step::Place { files: made, .. } if made.len() == files),
            "{text}"
        );
    }
}

/// Nobody has to restart an agent for a hook that it does not run yet.
#[test]
fn a_draft_waits_for_no_restart_until_it_is_turned_on() {
    for agent in [AgentId::Milady, AgentId::Moltis] {
        let tmp = tempfile::tempdir().unwrap();
        let machine = machine(tmp.path());
        let event = if agent == AgentId::Moltis { "BeforeToolCall" } else { "gateway:startup" };
        let new = New { on: false, ..wish("mine", event, None) };
        apply::apply(&machine, &plan(&machine, &scan(&machine, agent), &new).unwrap()).unwrap();
        let waiting = || overview::view(&machine, &scan(&machine, agent)).pending_hooks;
        assert!(waiting().is_empty(), "{agent}");
        let id = hook::managed_id(agent, "mine");
        let there = scan(&machine, agent);
        let (hook, _) = there.find(&id).unwrap();
        finished(hook, &draft::blank_in_handler(hook).unwrap().1);
        let on = ops::set_enabled(&machine, &scan(&machine, agent), &id, true, Others::Keep);
        apply::apply(&machine, &on.unwrap()).unwrap();
        assert_eq!(waiting().last(), Some(&id), "{agent}");
        let off = ops::set_enabled(&machine, &scan(&machine, agent), &id, false, Others::Keep);
        apply::apply(&machine, &off.unwrap()).unwrap();
        assert!(waiting().contains(&id), "{agent} ran it");
    }
}

/// Of each version that is known.
#[test]
fn a_new_hook_starts_on_a_moment_that_is_sent() {
    for &agent in AgentId::all() {
        for runtime in agent.runtimes() {
            let home = tempfile::tempdir().unwrap();
            let machine = machine(home.path());
            let runtimes = [(agent, runtime.version.to_owned())].into();
            let options = Options { runtimes, ..Options::default() };
            let inventory = Inventory::scan(&machine, agent, &options);
            let event = usual_event(&machine, inventory.agent());
            let sent = |event| inventory.heard().is_sent(inventory.agent(), event);
            let has_hooks = inventory.agent().dialect.rules.has_hooks;
            assert_eq!(
                event.is_some_and(sent),
                has_hooks,
                "{agent:?} {}: {event:?}",
                runtime.version
            );
        }
    }
}

/// ZeroClaw's fork hands a command nothing and obeys it in nothing, and sends of an event only what is given.
#[test]
fn what_a_new_hook_says_of_its_event_is_what_the_version_in_force_does() {
    for (agent, version, told) in [
        (AgentId::Zeroclaw, "documented", true),
        (AgentId::Zeroclaw, "0.1.6-hooks", false),
        (AgentId::Moltis, "2026-08-21", true),
    ] {
        let dialect = &agent.runtime(version).unwrap().dialect;
        let text = |kind| {
            let made = files(dialect, "Greeter", "greeter", "on_message_received", kind);
            let texts = made.into_iter().map(|file| String::from_utf8(file.bytes).unwrap());
            texts.collect::<String>()
        };
        let shell = text(HandlerKind::Shell);
        assert_eq!(shell.contains("on standard input"), told, "{version}: {shell}");
        assert_eq!(shell.contains("it is stopped"), told, "{version}: {shell}");
        assert_eq!(shell.contains("It is told nothing of the event"), !told, "{version}: {shell}");
        assert!(shell.contains("# TODO: "), "{version}: {shell}");
        if agent == AgentId::Zeroclaw {
            let http = text(HandlerKind::Http);
            assert_eq!(http.contains("The event is sent there as JSON"), told, "{version}: {http}");
            assert_eq!(http.contains("nothing of the event"), !told, "{version}: {http}");
        }
    }
}
