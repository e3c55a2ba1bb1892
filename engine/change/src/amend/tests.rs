use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::apply;
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::{AgentId, State};
use tacklebox_machine::failure::Code;
use tacklebox_machine::files::{self, Stamp};
use tacklebox_machine::machine::Platform;

const ZEROCLAW: &str = "# Mine.\n[hook]\nname = \"post\"\ndescription = \"Posts\" # why\nevent = \"before_tool_call\"\n\n[hook.action.http]\nurl = \"https://example.com/a\" # there\ntimeout_secs = 7\n\n[hook.conditions]\n# Only there.\nchannels = [\"telegram\"]\n\n[ana]\n# Hers.\nx = 1\n";
const MOLTIS: &str = "+++\nname = \"guard\"\n# These:\nevents = [\"BeforeToolCall\"]\ncommand = \"./handler.sh\" # it\n\n[requires]\nbins = [\"jq\"]\n+++\n\n# Guard\n";
const MILADY: &str = "---\nname: greeter # mine\ndescription: Greets\nmetadata: {\"milady\": {\"events\": [\"command:new\"]}}\n---\n\n# Greeter\n";
const CONFIG: &str = "# Of Ana.\n[server]\nport = 1\n\n[[hooks]]\nname = \"audit\"\ncommand = \"./a.sh\" # it\nevents = [\"Command\"]\n\n[[hooks]]\nname = \"other\"\ncommand = \"true\"\nevents = [\"Command\"]\n";

mod one_key;
mod read_back;

struct Home {
    _tmp: tempfile::TempDir,
    machine: Machine,
}

impl Home {
    fn new() -> Self {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        let home = Self { _tmp: tmp, machine };
        home.write(".zeroclaw/workspace/hooks/post/HOOK.toml", ZEROCLAW);
        home.write(".moltis/hooks/guard/HOOK.md", MOLTIS);
        home.write(".moltis/hooks/guard/handler.sh", "#!/bin/sh\n");
        home.write(".moltis/moltis.toml", CONFIG);
        home.write(".moltis/a.sh", "#!/bin/sh\n");
        home.write(".milady/hooks/greeter/HOOK.md", MILADY);
        home.write(".milady/hooks/greeter/handler.ts", "export default () => {};\n");
        home
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.machine.home().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mode = if path.extension().is_some_and(|it| it == "sh") { 0o755 } else { 0o644 };
        files::save(&path, text.as_bytes(), &Stamp::Absent, mode).unwrap();
    }

    /// Another text in the place of one that is there.
    fn change(&self, path: &str, text: &str) {
        let path = self.machine.home().join(path);
        let (_, stamp) = files::read(&path, 1 << 20).unwrap();
        files::save(&path, text.as_bytes(), &stamp, 0o644).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.machine.home().join(path)).unwrap()
    }

    fn scan(&self, id: &str) -> Inventory {
        let agent = AgentId::ALL.into_iter().find(|agent| id.starts_with(agent.as_str())).unwrap();
        Inventory::scan(&self.machine, agent, &Options::documented())
    }

    fn plan(&self, id: &str, changes: &[(&str, Option<Value>)]) -> Result<Plan, OpError> {
        let changes: Vec<Change> = changes
            .iter()
            .map(|(key, value)| Change { key: Key::named(key).unwrap(), value: value.clone() })
            .collect();
        plan(&self.machine, &self.scan(id), id, &changes)
    }

    fn edit(&self, id: &str, changes: &[(&str, Option<Value>)]) {
        let plan = self.plan(id, changes).unwrap();
        apply::apply(&self.machine, &plan).unwrap();
    }
}

const POST: (&str, &str) = ("zeroclaw/managed/post", ".zeroclaw/workspace/hooks/post/HOOK.toml");
const GUARD: (&str, &str) = ("moltis/managed/guard", ".moltis/hooks/guard/HOOK.md");
const AUDIT: (&str, &str) = ("moltis/config/audit", ".moltis/moltis.toml");
const GREETER: (&str, &str) = ("milady/managed/greeter", ".milady/hooks/greeter/HOOK.md");

#[test]
fn a_value_changes_in_place_and_every_other_byte_stays() {
    for (of, key, value, from, to) in [
        (POST, "url", json!("https://example.com/b"), "com/a\"", "com/b\""),
        (
            POST,
            "channel",
            json!(["telegram", "slack"]),
            "[\"telegram\"]",
            "[\"telegram\", \"slack\"]",
        ),
        (POST, "event", json!(["on_session_end"]), "\"before_tool_call\"", "\"on_session_end\""),
        (POST, "timeout", json!(9), "timeout_secs = 7", "timeout_secs = 9"),
        (
            GUARD,
            "events",
            json!(["Command", "MessageSent"]),
            "[\"BeforeToolCall\"]",
            "[\"Command\", \"MessageSent\"]",
        ),
        (GUARD, "command", json!("jq ."), "\"./handler.sh\"", "\"jq .\""),
        (AUDIT, "command", json!("true"), "\"./a.sh\"", "\"true\""),
        (GREETER, "events", json!(["session:start"]), "[\"command:new\"]", "[\"session:start\"]"),
        (
            GREETER,
            "description",
            json!("Says: hi"),
            "description: Greets",
            "description: \"Says: hi\"",
        ),
    ] {
        let home = Home::new();
        let before = home.read(of.1);
        home.edit(of.0, &[(key, Some(value))]);
        assert_eq!(home.read(of.1), before.replacen(from, to, 1), "{key}");
        apply::undo(&home.machine, None).unwrap();
        assert_eq!(home.read(of.1), before, "undo of {key}");
    }
}

#[test]
fn what_is_not_there_is_added_and_what_is_there_taken_away() {
    let home = Home::new();
    let headers = [("header.X-Deploy", Some(json!("yes"))), ("priority", Some(json!(-3)))];
    home.edit(POST.0, &headers);
    let inventory = home.scan(POST.0);
    let (hook, _) = inventory.find(POST.0).unwrap();
    assert_eq!(hook.action.as_ref().unwrap().headers.as_ref().unwrap()["X-Deploy"], "yes");
    assert_eq!(hook.priority, -3);
    home.edit(POST.0, &[("header.X-Deploy", None), ("priority", None), ("channel", None)]);
    let after = home.read(POST.1);
    assert!(!after.contains("X-Deploy") && !after.contains("priority"), "{after}");
    assert!(after.contains("# Mine.") && after.contains("# why") && after.contains("# there"));
    let inventory = home.scan(POST.0);
    let conditions = inventory.find(POST.0).unwrap().0.conditions.clone();
    assert!(conditions.is_none_or(|it| it.channels.is_empty()));
}

#[test]
fn an_agent_that_can_be_told_is_told() {
    let home = Home::new();
    home.edit(POST.0, &[("priority", Some(json!(1)))]);
    assert!(home.machine.home().join(".zeroclaw/workspace/.hooks-reload-stamp").is_file());
}

#[test]
fn another_action_replaces_the_one_that_is_there_and_keeps_its_limit() {
    let home = Home::new();
    home.edit(POST.0, &[("command", Some(json!("cat >> log")))]);
    let inventory = home.scan(POST.0);
    let (hook, _) = inventory.find(POST.0).unwrap();
    assert_eq!(hook.state, State::Ready, "{:?}", hook.error);
    assert_eq!(hook.action.as_ref().unwrap().command.as_deref(), Some("cat >> log"));
    assert_eq!((hook.timeout_secs, hook.action.as_ref().unwrap().url.as_deref()), (Some(7), None));
    let prompt =
        [("content", Some(json!("Be short."))), ("event", Some(json!(["before_prompt_build"])))];
    home.edit(POST.0, &prompt);
    let inventory = home.scan(POST.0);
    assert_eq!(inventory.find(POST.0).unwrap().0.timeout_secs, None);
}

#[test]
fn what_the_format_or_the_agent_does_not_take_is_refused_and_nothing_changes() {
    for (of, key, value, code) in [
        (GREETER, "url", json!("https://x.y"), Code::Usage),
        (GREETER, "priority", json!(1), Code::Usage),
        (GUARD, "channel", json!(["x"]), Code::Usage),
        (POST, "bins", json!(["jq"]), Code::Usage),
        (POST, "url", json!("ftp://x"), Code::BadValue),
        (POST, "url", json!(""), Code::BadValue),
        (POST, "timeout", json!(0), Code::BadValue),
        (POST, "pattern", json!("("), Code::BadValue),
        (POST, "method", json!("get it"), Code::BadValue),
        (POST, "event", json!(["before_toolcall"]), Code::BadValue),
        (POST, "event", json!(["on_session_end", "on_heartbeat_tick"]), Code::BadValue),
        (POST, "content", json!("x"), Code::BadValue),
        (POST, "priority", json!(3_000_000_000_i64), Code::BadValue),
        (GUARD, "os", json!(["beos"]), Code::BadValue),
        (GUARD, "command", json!(" "), Code::BadValue),
        (GREETER, "events", json!([]), Code::BadValue),
        (GREETER, "homepage", json!("nowhere"), Code::BadValue),
        (GREETER, "config", json!(["a..b"]), Code::BadValue),
        (GREETER, "env", json!(["not a name"]), Code::BadName),
        (GREETER, "always", json!("perhaps"), Code::BadValue),
        (GREETER, "keys.A_TOKEN.get", json!("http://example.com"), Code::BadValue),
        (POST, "keys.A_TOKEN.for", json!("x"), Code::Usage),
        (AUDIT, "version", json!("1"), Code::Usage),
        (POST, "emoji", json!("x"), Code::Usage),
        (GUARD, "always", json!(true), Code::Usage),
        (AUDIT, "homepage", json!("https://example.com"), Code::Usage),
        (GREETER, "description", json!("a\nb"), Code::BadValue),
    ] {
        let home = Home::new();
        let error = home.plan(of.0, &[(key, Some(value.clone()))]).unwrap_err();
        assert_eq!(error.code(), code, "{key} {value}: {error}");
    }
    let home = Home::new();
    let slip = home.plan(POST.0, &[("event", Some(json!(["before_toolcall"])))]).unwrap_err();
    assert_eq!(slip.hint().as_deref(), Some("Did you mean before_tool_call?"));
    let both = [("url", Some(json!("https://x.y"))), ("command", Some(json!("true")))];
    assert_eq!(home.plan(POST.0, &both).unwrap_err().code(), Code::BadValue);
    assert_eq!(home.plan(GUARD.0, &[("command", None)]).unwrap_err().code(), Code::BadValue);
    assert!(home.plan("moltis/builtin/boot-md", &[("command", None)]).is_err());
}

#[test]
fn a_secret_header_is_in_no_diff() {
    let home = Home::new();
    let plan =
        home.plan(POST.0, &[("header.Authorization", Some(json!("Bearer abc123")))]).unwrap();
    let diff = plan.diff(&home.machine);
    assert!(diff.contains("Authorization") && !diff.contains("abc123"), "{diff}");
}

/// A value for each key that a format can say.
fn value() -> impl Strategy<Value = String> {
    "[ -~äß\u{1F600}]{1,24}"
}

fn lines() -> impl Strategy<Value = String> {
    "[ -~ä\u{1F600}\n\t]{0,30}x"
}

fn list() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[!-~ä]{1,10}", 0..4)
}

/// What of each text no key of these tests is about.
fn around(id: &str) -> (&'static str, &'static str) {
    if id == POST.0 {
        ("# Mine.\n[hook]\nname = \"post\"\n", "[ana]\n# Hers.\nx = 1\n")
    } else if id == GUARD.0 {
        ("+++\nname = \"guard\"\n# These:\n", "+++\n\n# Guard\n")
    } else if id == AUDIT.0 {
        ("# Of Ana.\n[server]\nport = 1\n\n[[hooks]]\nname = \"audit\"\n", OTHER_ENTRY)
    } else {
        ("---\nname: greeter # mine\n", "---\n\n# Greeter\n")
    }
}

const OTHER_ENTRY: &str =
    "\n[[hooks]]\nname = \"other\"\ncommand = \"true\"\nevents = [\"Command\"]\n";

fn read_back(of: (&str, &str), changes: &[(&str, Option<Value>)]) {
    let home = Home::new();
    home.edit(of.0, changes);
    let (text, (before, after)) = (home.read(of.1), around(of.0));
    assert!(text.starts_with(before) && text.ends_with(after), "{text}");
    let said = home.said(of.0);
    for (key, value) in changes {
        let key = Key::named(key).unwrap();
        let read = said.iter().find(|(known, _)| *known == key).map(|(_, value)| value.clone());
        let nothing = |value: &Option<Value>| {
            value.as_ref().is_none_or(|it| it.as_array().is_some_and(Vec::is_empty) || it == "")
        };
        assert!(
            read == *value || nothing(&read) && nothing(value),
            "{key:?}: {read:?} for {value:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_written_for_zeroclaw_is_read_back(
        text in value(), body in lines(), channels in list(), users in list(),
        priority in any::<i32>(), timeout in 1u32..86_400, kind in 0usize..3,
    ) {
        let mut changes = vec![
            ("description", Some(json!(text))),
            ("channel", Some(json!(channels))),
            ("user", Some(json!(users))),
            ("pattern", Some(json!(regex::escape(&text)))),
            ("priority", Some(json!(priority))),
        ];
        match kind {
            0 => changes.extend([
                ("url", Some(json!("https://example.com/?q=1"))),
                ("method", Some(json!("PUT"))),
                ("header.X-Any", Some(json!(text))),
                ("body", Some(json!(body))),
                ("timeout", Some(json!(timeout))),
            ]),
            1 => changes.extend([
                ("command", Some(json!(body))),
                ("workdir", Some(json!(text))),
                ("timeout", Some(json!(timeout))),
            ]),
            _ => changes.extend([
                ("event", Some(json!(["before_prompt_build"]))),
                ("content", Some(json!(body))),
                ("position", Some(json!("append"))),
            ]),
        }
        read_back(POST, &changes);
    }

    #[test]
    fn what_is_written_for_moltis_is_read_back(
        text in value(), command in lines(), bins in list(), variable in value(),
        priority in any::<i32>(), timeout in 1u32..86_400, entry in any::<bool>(),
    ) {
        let about = [
            ("emoji", Some(json!("\u{1F680}"))),
            ("homepage", Some(json!("https://example.com/#a"))),
        ];
        let mut changes = if entry { Vec::new() } else { about.to_vec() };
        changes.extend([
            ("any_bins", Some(json!(bins))),
            ("env", Some(json!(["A_TOKEN"]))),
            ("config", Some(json!(["a.b"]))),
            ("description", Some(json!(text))),
            ("events", Some(json!(["MessageSending", "Command"]))),
            ("command", Some(json!(command))),
            ("bins", Some(json!(bins))),
            ("os", Some(json!(["linux"]))),
            ("env.SOME_NAME", Some(json!(variable))),
            ("priority", Some(json!(priority))),
            ("timeout", Some(json!(timeout))),
        ]);
        read_back(if entry { AUDIT } else { GUARD }, &changes);
    }

    #[test]
    fn what_is_written_for_the_family_is_read_back(
        text in value(), bins in list(), always in any::<bool>(),
    ) {
        read_back(GREETER, &[
            ("emoji", Some(json!("\u{1F680}"))),
            ("homepage", Some(json!("https://example.com/#a"))),
            ("any_bins", Some(json!(bins))),
            ("env", Some(json!(["A_TOKEN"]))),
            ("config", Some(json!(["a.b"]))),
            ("always", always.then(|| json!(true))),
            ("hook_key", Some(json!("other"))),
            ("export", Some(json!("run"))),
            ("description", Some(json!(text))),
            ("events", Some(json!(["command", "session:start"]))),
            ("bins", Some(json!(bins))),
            ("os", Some(json!(["darwin", "linux"]))),
        ]);
    }
}

#[test]
fn the_file_of_a_hook_is_where_its_manifest_is() {
    let home = Home::new();
    let plan = home.plan(GUARD.0, &[("priority", Some(json!(5)))]).unwrap();
    assert!(plan.file().is_some_and(|file| file.ends_with(Path::new("guard/HOOK.md"))));
}

/// Where a text of its own is beside `metadata`, it is changed there.
#[test]
fn an_emoji_beside_the_metadata_is_changed_where_it_is_and_taken_away_as_a_whole() {
    let home = Home::new();
    home.write(
        ".milady/hooks/beside/HOOK.md",
        "---\nname: beside\nemoji: A # mine\nmetadata: {\"milady\": {\"events\": [\"command:new\"]}}\n---\n",
    );
    home.write(".milady/hooks/beside/handler.ts", "export default () => {};\n");
    let of = ("milady/managed/beside", ".milady/hooks/beside/HOOK.md");
    let before = home.read(of.1);
    home.edit(of.0, &[("emoji", Some(json!("B")))]);
    assert_eq!(home.read(of.1), before.replace("emoji: A", "emoji: B"));
    home.edit(of.0, &[("emoji", None)]);
    assert_eq!(home.read(of.1), before.replace("emoji: A # mine\n", ""));
}

/// Its switch and its keys are found by the key: they go along, and nothing is on that was off.
#[test]
fn another_key_takes_the_entry_of_the_config_along() {
    let home = Home::new();
    let entries = "{\n  // Ana's\n  hooks: { internal: { entries: {\n    greeter: { enabled: false, env: { A: \"b\" } },\n    taken: { enabled: true },\n  } } },\n}\n";
    home.write(".milady/milady.json", entries);
    let taken = home.plan(GREETER.0, &[("hookKey", Some(json!("taken")))]).unwrap_err();
    assert_eq!(taken.code(), Code::BadValue);
    home.edit(GREETER.0, &[("hookKey", Some(json!("hi")))]);
    let inventory = home.scan(GREETER.0);
    let (hook, _) = inventory.find(GREETER.0).unwrap();
    assert_eq!((hook.hook_key.as_str(), hook.enabled), ("hi", false));
    let entry = inventory.agent().entry("hi").unwrap();
    assert_eq!(entry, &json!({"enabled": false, "env": {"A": "b"}}));
    assert!(home.read(".milady/milady.json").contains("// Ana's"));
    home.edit(GREETER.0, &[("hook_key", None)]);
    let inventory = home.scan(GREETER.0);
    let (hook, _) = inventory.find(GREETER.0).unwrap();
    assert_eq!((hook.hook_key.as_str(), hook.enabled), ("greeter", false));
    apply::undo(&home.machine, None).unwrap();
    apply::undo(&home.machine, None).unwrap();
    assert_eq!(home.read(".milady/milady.json"), entries);
    assert_eq!(home.read(GREETER.1), MILADY);
}
