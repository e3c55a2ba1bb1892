//! Events fired at hooks on the disk, with real processes.
#![cfg(unix)]

mod apart;
mod beside;
mod declared;
mod forbidden;
mod hostile;
mod kept;
mod live;
mod plugins;
mod sent;
mod shipped;

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::json;

use super::*;
use crate::runtime::dispatch::Verdict;
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::AgentId;
use tacklebox_inventory::activity;
use tacklebox_machine::failure::Code;
use tacklebox_machine::machine::Platform;

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
        self.write(path, text);
        self
    }

    /// As editors save: there is the old text or the new one, never half of it.
    fn write(&self, path: &str, text: &str) {
        let path = self.tmp.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mode = if text.starts_with("#!") { 0o755 } else { 0o644 };
        let (_, stamp) = tacklebox_machine::files::read(&path, 1 << 20).unwrap();
        tacklebox_machine::files::save(&path, text.as_bytes(), &stamp, mode).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    fn moltis(self, name: &str, event: &str, extra: &str, script: &str) -> Self {
        let manifest = format!(
            "+++\nname = \"{name}\"\nevents = [\"{event}\"]\ncommand = \"./run.sh\"\n{extra}+++\n"
        );
        self.with(&format!(".moltis/hooks/{name}/HOOK.md"), &manifest)
            .with(&format!(".moltis/hooks/{name}/run.sh"), &format!("#!/bin/sh\n{script}\n"))
    }

    fn zeroclaw(self, name: &str, text: &str) -> Self {
        let manifest = format!("[hook]\nname = \"{name}\"\n{text}\n");
        self.with(&format!(".zeroclaw/workspace/hooks/{name}/HOOK.toml"), &manifest)
    }

    fn inventory(&self, agent: AgentId) -> Inventory {
        Inventory::scan(&self.machine, agent, &Options::documented())
    }

    fn fire(&self, agent: AgentId, request: &Request) -> Result<Report, FireError> {
        let all = async { self.fire_with(&Runner::new(&self.machine), agent, request).await };
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(all)
    }

    /// With workers that outlive the event.
    async fn fire_with(
        &self,
        runner: &Runner,
        agent: AgentId,
        request: &Request,
    ) -> Result<Report, FireError> {
        let (watch, cancel) = (Watch::default(), CancellationToken::new());
        fire(runner, &self.machine, &self.inventory(agent), request, &watch, &cancel).await
    }
}

fn request(key: &str) -> Request {
    Request { key: key.to_owned(), ..Request::default() }
}

fn runs(report: &Report) -> Vec<(&str, Verdict)> {
    report.fired.runs.iter().map(|run| (run.hook.as_str(), run.outcome)).collect()
}

#[test]
fn hooks_are_called_in_order_each_with_what_the_last_one_made_of_it() {
    let home = Home::new()
        .moltis("second", "BeforeToolCall", "", "grep -q 'set -e' && exit 0; exit 7")
        .moltis(
            "first",
            "BeforeToolCall",
            "priority = 5\n",
            r#"printf '{"action":"modify","data":{"command":"set -e; ls"}}'"#,
        )
        .moltis("elsewhere", "SessionStart", "", "exit 7");
    let report = home.fire(AgentId::Moltis, &request("BeforeToolCall")).unwrap();
    assert_eq!(runs(&report), [("first", Verdict::Modify), ("second", Verdict::Continue)]);
    assert_eq!(report.ids, ["moltis/managed/first", "moltis/managed/second"]);
    assert_eq!(report.fired.data["arguments"], json!({"command": "set -e; ls"}));
    assert_eq!(report.fired.outcome, Verdict::Modify);
}

#[test]
fn a_hook_that_stops_it_keeps_the_rest_from_being_called() {
    let home = Home::new()
        .moltis("guard", "BeforeToolCall", "priority = 5\n", "echo 'not here' >&2; exit 1")
        .moltis("after", "BeforeToolCall", "", "exit 0");
    let report = home.fire(AgentId::Moltis, &request("BeforeToolCall")).unwrap();
    assert_eq!(runs(&report), [("guard", Verdict::Block), ("after", Verdict::Skipped)]);
    assert_eq!(report.fired.reason.as_deref(), Some("not here"));
    assert_eq!(report.fired.runs[1].reason.as_deref(), Some("guard stopped the event before"));
}

#[test]
fn only_ready_hooks_are_called_and_a_named_one_whatever_its_state() {
    let home = Home::new()
        .moltis("here", "SessionStart", "", "echo here")
        .moltis("needs", "SessionStart", "[requires]\nbins = [\"no-such-program\"]\n", "echo needs")
        .with(".moltis/disabled_hooks.json", "[\"off\"]")
        .moltis("off", "SessionStart", "", "echo off");
    let report = home.fire(AgentId::Moltis, &request("SessionStart")).unwrap();
    assert_eq!(runs(&report), [("here", Verdict::Continue)]);
    let one = Request { hook: Some("moltis/managed/off".into()), ..request("SessionStart") };
    let report = home.fire(AgentId::Moltis, &one).unwrap();
    assert_eq!(report.fired.runs[0].stdout, "off\n");
}

#[test]
fn what_cannot_be_fired_says_why_and_runs_nothing() {
    let home = Home::new()
        .moltis("here", "SessionStart", "", "echo here")
        .with(".moltis/hooks/broken/HOOK.md", "+++\nname = 1\n+++\n");
    let refuse = |request: &Request| home.fire(AgentId::Moltis, request).unwrap_err();
    assert!(refuse(&request("session_start")).to_string().contains("did you mean SessionStart?"));
    let of = |id: &str, key: &str| Request { hook: Some(id.into()), ..request(key) };
    assert_eq!(refuse(&of("moltis/managed/no", "SessionStart")).code(), Code::NotFound);
    let other = refuse(&of("moltis/managed/here", "SessionEnd"));
    assert_eq!(
        other.to_string(),
        "here does not listen to SessionEnd: it listens to SessionStart."
    );
    assert_eq!(refuse(&of("moltis/managed/broken", "SessionStart")).code(), Code::CannotRun);
    assert!(activity::list(&home.machine).is_empty());
}

#[test]
fn conditions_are_asked_of_what_the_event_is_by_then() {
    let home = Home::new().zeroclaw(
        "only-admin",
        "event = \"on_message_received\"\n[hook.action.shell]\ncommand = \"echo ran\"\n[hook.conditions]\nusers = [\"admin\"]",
    );
    let as_user = |user: &str| {
        let data = Some(json!({"user": user, "content": "hello"}));
        home.fire(AgentId::Zeroclaw, &Request { data, ..request("on_message_received") }).unwrap()
    };
    assert_eq!(runs(&as_user("admin")), [("only-admin", Verdict::Continue)]);
    let other = as_user("eve");
    assert_eq!(runs(&other), [("only-admin", Verdict::Skipped)]);
    assert!(other.fired.runs[0].reason.as_deref().unwrap().contains("eve"));
}

#[test]
fn two_zeroclaw_hooks_of_one_name_are_both_called() {
    let toml = "event = \"on_session_start\"\n[hook.action.shell]\ncommand = \"echo ran\"";
    let home = Home::new()
        .with(".zeroclaw/workspace/hooks/a/HOOK.toml", &format!("[hook]\nname = \"twin\"\n{toml}"))
        .with(".zeroclaw/workspace/hooks/b/HOOK.toml", &format!("[hook]\nname = \"twin\"\n{toml}"));
    let report = home.fire(AgentId::Zeroclaw, &request("on_session_start")).unwrap();
    assert_eq!(report.ids.len(), 2);
    assert_ne!(report.ids[0], report.ids[1]);
}

#[test]
fn a_payload_is_a_line_that_a_shell_can_read() {
    let home = Home::new().moltis("line", "SessionStart", "", "read -r line || exit 7; echo $line");
    let report = home.fire(AgentId::Moltis, &request("SessionStart")).unwrap();
    let payload: Value = serde_json::from_str(&report.fired.runs[0].stdout).unwrap();
    assert_eq!(payload["event"], "SessionStart");
}

#[test]
fn an_injected_prompt_comes_back_in_the_data() {
    let home = Home::new().zeroclaw(
        "short",
        "event = \"before_prompt_build\"\n[hook.action.prompt_inject]\ncontent = \"Be short.\"\nposition = \"append\"",
    );
    let report = home.fire(AgentId::Zeroclaw, &request("before_prompt_build")).unwrap();
    assert_eq!(report.fired.data["prompt"], "You are a helpful assistant.\nBe short.");
}

#[test]
fn a_built_in_hook_reads_the_workspace_or_the_folder_that_stands_for_it() {
    let home = Home::new().with(".moltis/BOOT.md", "Water the plants.");
    let report = home.fire(AgentId::Moltis, &request("GatewayStart")).unwrap();
    let text = serde_json::to_string(&report.fired).unwrap();
    assert!(text.contains("Water the plants."), "{text}");
    let scratch = scratch(&home.machine).unwrap();
    let elsewhere = Request { scratch: Some(scratch.path().to_owned()), ..request("GatewayStart") };
    let report = home.fire(AgentId::Moltis, &elsewhere).unwrap();
    assert!(!serde_json::to_string(&report.fired).unwrap().contains("Water the plants."));
}

#[test]
fn the_activity_tells_what_was_tried_and_nothing_of_what_was_sent_or_said() {
    let home =
        Home::new().moltis("loud", "MessageSending", "", "cat; echo secret-of-the-hook; exit 3");
    let data = Some(json!({"content": "secret-of-the-payload"}));
    home.fire(AgentId::Moltis, &Request { data, ..request("MessageSending") }).unwrap();
    let list = activity::list(&home.machine);
    assert!(list[0].failed);
    assert_eq!(list[0].details, ["loud: failed"]);
    assert!(!format!("{list:?}").contains("secret"), "{list:?}");
}

#[test]
fn a_cancel_ends_what_runs_and_calls_nobody_else() {
    let home = Home::new()
        .moltis("slow", "BeforeToolCall", "priority = 5\ntimeout = 60\n", "sleep 60")
        .moltis("next", "BeforeToolCall", "", "exit 0");
    let inventory = Inventory::scan(&home.machine, AgentId::Moltis, &Options::documented());
    let cancel = CancellationToken::new();
    let token = cancel.clone();
    let watch = Watch::new(move |calls| {
        if calls.len() == 1 {
            token.cancel();
        }
    });
    let report = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(fire(
            &Runner::new(&home.machine),
            &home.machine,
            &inventory,
            &request("BeforeToolCall"),
            &watch,
            &cancel,
        ))
        .unwrap();
    assert_eq!(runs(&report), [("slow", Verdict::Failed), ("next", Verdict::Skipped)]);
    assert!(watch.calls()[0].ended);
    // Who stopped it knows that nothing failed.
    let list = activity::list(&home.machine);
    assert!(!list[0].failed && list[0].tried.iter().all(|one| !one.failed), "{list:?}");
    assert_eq!(list[0].details, ["slow: cancelled", "next: not called"]);
}

#[test]
fn who_would_be_called_is_said_without_calling_anybody() {
    let home = Home::new().moltis("b", "SessionStart", "", "touch ../../ran").moltis(
        "a",
        "SessionStart",
        "priority = -1\n",
        "touch ../../ran",
    );
    let inventory = Inventory::scan(&home.machine, AgentId::Moltis, &Options::documented());
    let report = would_fire(
        &Runner::new(&home.machine),
        &home.machine,
        &inventory,
        &request("SessionStart"),
    )
    .unwrap();
    assert_eq!(runs(&report), [("b", Verdict::WouldRun), ("a", Verdict::WouldRun)]);
    assert!(!home.tmp.path().join(".moltis/ran").exists());
}

#[test]
fn a_module_is_called_with_its_own_variables_and_what_it_says_comes_back() {
    let manifest = "---\nname: greeter\nmetadata: {\"milady\":{\"events\":[\"session\",\"session:new\"]}}\n---\n";
    let handler = "export default async (event: { messages: string[]; context: any }) => {\n  event.messages.push(`Hello ${process.env.WHO}`);\n  event.context.greeted = true;\n};\n";
    let home = Home::new()
        .with(".milady/hooks/greeter/HOOK.md", manifest)
        .with(".milady/hooks/greeter/handler.ts", handler)
        .with(
            ".milady/milady.json",
            "{hooks: {internal: {entries: {greeter: {env: {WHO: 'Ana'}}}}}}",
        );
    let report = home.fire(AgentId::Milady, &request("session:new")).unwrap();
    let keys: Vec<_> = report.fired.runs.iter().map(|run| run.key.as_str()).collect();
    assert_eq!(keys, ["session:new", "session"], "{report:?}");
    assert_eq!(report.fired.messages, ["Hello Ana", "Hello Ana"]);
    assert_eq!(report.fired.data["greeted"], json!(true));
}
