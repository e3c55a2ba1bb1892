//! A small program stands for the agent's own: it prints what OpenClaw 2026.9.6 printed. The real one is
//! asked by `npm run test:agents`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::json;

use super::*;
use tacklebox_agents::agent::Options;
use tacklebox_machine::machine::Platform;

#[test]
fn a_version_is_the_word_that_begins_with_a_digit() {
    assert_eq!(said::version("OpenClaw 2026.9.6 (eb377ac)\n").as_deref(), Some("2026.9.6"));
    assert_eq!(said::version("moltis 20260311.01").as_deref(), Some("20260311.01"));
    assert_eq!(said::version("none"), None);
}

#[test]
fn a_config_that_is_not_there_is_not_a_fault() {
    let absent = r#"{"ok":false,"error":{"type":"cli_error","message":"file not found"},"valid":false,"path":"/h/openclaw.json"}"#;
    let said = said::config(absent).unwrap();
    assert!(!said.exists && !said.valid && said.issues.is_empty());
    let refused = "Config warnings:\n{\"valid\":false,\"issues\":[{\"path\":\"<root>\",\"message\":\"Unrecognized key: \\\"x\\\"\"}]}";
    let said = said::config(refused).unwrap();
    assert!(said.exists && !said.valid);
    assert_eq!(
        said.issues,
        [Issue { path: String::new(), message: "Unrecognized key: \"x\"".into() }]
    );
    assert_eq!(said::config("Killed"), Err("Killed".to_owned()));
}

fn hook(name: &str) -> Ours {
    Ours { name: name.into(), events: vec!["command:new".into()], on: true, ..Ours::default() }
}

fn theirs(name: &str, more: serde_json::Value) -> HookSaid {
    let mut value = json!({
        "name": name, "events": ["command:new"], "disabled": false, "eligible": true,
        "missing": {"bins": [], "anyBins": [], "env": [], "config": [], "os": []},
    });
    for (key, it) in more.as_object().unwrap() {
        value[key] = it.clone();
    }
    said::hooks(Tells::Requirements, &json!({"hooks": [value]}).to_string()).unwrap().remove(0)
}

use tacklebox_agents::dialect::Tells;
use tacklebox_machine::failure::Code;

#[track_caller]
fn differ(ours: Ours, theirs: HookSaid) -> Option<(String, String)> {
    let found = compare::hooks(Tells::Requirements, &[ours], &[theirs]);
    found.into_iter().next().map(|it| (it.ours, it.theirs))
}

fn words(ours: &str, theirs: &str) -> Option<(String, String)> {
    Some((ours.into(), theirs.into()))
}

#[test]
fn only_what_its_list_says_is_compared() {
    assert_eq!(differ(hook("a"), theirs("a", json!({}))), None);
    // Its list knows nothing of the switch of the whole and of the list of entries.
    assert_eq!(differ(Ours { on: false, ..hook("a") }, theirs("a", json!({}))), None);
    // A workspace hook is off by default there.
    assert_eq!(
        differ(Ours { on: false, ..hook("a") }, theirs("a", json!({"disabled": true}))),
        None
    );
    assert_eq!(differ(hook("a"), theirs("a", json!({"disabled": true}))), words("on", "off"));
    let off = Ours { on: false, off_by_name: true, ..hook("a") };
    assert_eq!(differ(off, theirs("a", json!({}))), words("off", "on"));
    let lacks = json!({"missing": {"bins": ["git"], "anyBins": [], "env": ["KEY"], "config": [], "os": []}});
    assert_eq!(
        differ(hook("a"), theirs("a", lacks)),
        words("has all that it needs", "needs the program git and the variable KEY")
    );
    assert_eq!(
        differ(hook("a"), theirs("a", json!({"events": ["command:new", "command:reset"]}))),
        words("listens to command:new", "listens to command:new and command:reset")
    );
    // 2026.7.35 lists a folder without settings as eligible, and does not load it.
    let broken = Ours { broken: Some("It names no event.".into()), ..hook("d") };
    assert_eq!(differ(broken, theirs("d", json!({"events": []}))), None);
}

#[test]
fn what_its_list_says_of_loading_and_of_moments_is_compared() {
    let loads = || Ours { loads: true, ..hook("a") };
    assert_eq!(differ(loads(), theirs("a", json!({"loadable": true, "unknownEvents": []}))), None);
    assert_eq!(
        differ(loads(), theirs("a", json!({"loadable": false}))),
        words("loads", "does not load")
    );
    // What keeps it from loading here, its list does not know: the switch of the whole, say.
    assert_eq!(differ(hook("a"), theirs("a", json!({"loadable": true}))), None);
    let never = || Ours { never: vec!["command:new".into()], ..loads() };
    assert_eq!(differ(never(), theirs("a", json!({"unknownEvents": ["command:new"]}))), None);
    assert_eq!(
        differ(never(), theirs("a", json!({"unknownEvents": []}))),
        words("command:new is never sent", "all of its events are sent")
    );
    // Other programs do not say.
    assert_eq!(differ(never(), theirs("a", json!({}))), None);
}

#[test]
fn a_hook_that_only_one_finds_is_a_difference() {
    let found = compare::hooks(Tells::Requirements, &[hook("a")], &[]);
    assert_eq!((found[0].ours.as_str(), found[0].theirs.as_str()), ("found", "not in its list"));
    let own = Ours { bundled: true, ..hook("boot-md") };
    let list = [theirs("a", json!({})), theirs("boot-md", json!({}))];
    let found = compare::hooks(Tells::Requirements, &[own], &list);
    assert_eq!((found[0].ours.as_str(), found[0].theirs.as_str()), ("not found", "in its list"));
}

#[test]
fn moltis_says_only_whether_all_is_there() {
    let text = r#"[{"name":"a","events":["Command"],"eligible":false,"source":"user"}]"#;
    let theirs = said::hooks(Tells::Eligible, text).unwrap();
    let ours = Ours { events: vec!["Command".into()], ..hook("a") };
    let found = compare::hooks(Tells::Eligible, &[ours], &theirs);
    assert_eq!(found[0].theirs, "lacks something");
}

/// A home with one hook, and a program that answers for OpenClaw.
#[cfg(unix)]
struct Home {
    dir: tempfile::TempDir,
    machine: Machine,
}

#[cfg(unix)]
impl Home {
    /// `hooks` and `config`: what the program prints for the two questions.
    fn new(config: &str, hooks_said: &str, config_said: &str) -> Self {
        use std::os::unix::fs::PermissionsExt;

        let dir = tempfile::tempdir().unwrap();
        let put = |path: &str, text: &str| {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::io::Write::write_all(&mut fs::File::create(&path).unwrap(), text.as_bytes())
                .unwrap();
            path
        };
        put(".openclaw/openclaw.json", config);
        put(
            ".openclaw/hooks/b/HOOK.md",
            "---\nname: b\nmetadata: {\"openclaw\":{\"events\":[\"command:new\"]}}\n---\n",
        );
        put(".openclaw/hooks/b/handler.ts", "export default () => {}\n");
        put("hooks.json", hooks_said);
        put("config.json", config_said);
        let program = put(
            "bin/openclaw",
            "#!/bin/sh\ncase \"$1 $2\" in\n'--version ') echo 'OpenClaw 2026.9.6 (eb377ac)';;\n'hooks list') cat \"$HOME/hooks.json\";;\n'plugins list') cat \"$HOME/plugins.json\" || echo unknown;;\n'config validate') cat \"$HOME/config.json\"; exit 1;;\n'wait ') sleep 60;;\nesac\n",
        );
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let path = format!("{}:/usr/bin:/bin", dir.path().join("bin").display());
        let env = BTreeMap::from([("PATH".to_owned(), path)]);
        let machine = Machine::new(Platform::current(), dir.path(), env);
        Self { dir, machine }
    }

    fn ask(&self, name: Option<&str>) -> Result<Answer, AskError> {
        let inventory = Inventory::scan(&self.machine, AgentId::Openclaw, &Options::default());
        let cancel = CancellationToken::new();
        let work = ask(&self.machine, &inventory, name, &cancel);
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
    }
}

#[cfg(unix)]
const B: &str = r#"{"workspaceDir":"/w","hooks":[{"name":"b","events":["command:new"],"eligible":true,"disabled":false,"missing":{"bins":[],"anyBins":[],"env":[],"config":[],"os":[]}}]}"#;

#[cfg(unix)]
const OFF: &str = r#"{"hooks":[{"name":"b","events":["command:new"],"eligible":false,"disabled":true,"missing":{"bins":[],"anyBins":[],"env":[],"config":[],"os":[]}}]}"#;

#[cfg(unix)]
const VALID: &str = r#"{"valid":true,"path":"/h/openclaw.json","warnings":[]}"#;

#[cfg(unix)]
#[test]
fn both_say_the_same_and_nothing_is_kept() {
    let home = Home::new("{hooks:{internal:{enabled:true}}}", B, VALID);
    let answer = home.ask(None).unwrap();
    assert_eq!(answer.version.as_deref(), Some("2026.9.6"));
    assert!(answer.agrees, "{answer:?}");
    assert!(answer.config.unwrap().valid);
    assert!(activity::list(&home.machine).is_empty());
}

#[cfg(unix)]
#[test]
fn a_difference_is_named_and_kept() {
    let home = Home::new("{hooks:{internal:{enabled:true}}}", OFF, VALID);
    let answer = home.ask(Some("b")).unwrap();
    assert_eq!(
        answer.differences,
        [Difference { hook: Some("b".into()), ours: "on".into(), theirs: "off".into() }]
    );
    let kept = activity::list(&home.machine);
    assert_eq!(kept[0].summary, "OpenClaw 2026.9.6 was asked: 1 difference.");
    assert_eq!(kept[0].details, ["b: here “on”, there “off”"]);
    assert!(matches!(home.ask(Some("c")), Err(AskError::NoSuchHook(_))));
}

/// As OpenClaw 2026.9.6 lists them: one with a module that cannot be read is loaded, too.
#[cfg(unix)]
#[test]
fn plugins_are_asked_about_with_all_hooks() {
    let home = Home::new(
        "{hooks:{internal:{enabled:true}},plugins:{entries:{on:{enabled:true},off:{enabled:false},torn:{enabled:true}}}}",
        B,
        VALID,
    );
    let put = |path: String, text: &str| {
        let path = home.dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::io::Write::write_all(&mut fs::File::create(path).unwrap(), text.as_bytes()).unwrap();
    };
    for id in ["on", "off", "torn"] {
        let manifest = format!(
            r#"{{"id":"{id}","configSchema":{{}},"activation":{{"onConfigPaths":["hooks"]}}}}"#
        );
        put(format!(".openclaw/extensions/{id}/openclaw.plugin.json"), &manifest);
        let rest = if id == "torn" { "" } else { "} }" };
        let code = format!("export default {{ id: \"{id}\", register(api) {{ {rest};\n");
        put(format!(".openclaw/extensions/{id}/index.ts"), &code);
    }
    let list = |said: &[(&str, bool)]| {
        let one = |(id, enabled): &(&str, bool)| {
            let dir = home.dir.path().join(".openclaw/extensions").join(id);
            json!({"id": id, "rootDir": dir, "origin": "global", "enabled": enabled})
        };
        let mut all: Vec<_> = said.iter().map(one).collect();
        all.push(json!({"id": "telegram", "rootDir": "/x", "origin": "bundled", "enabled": true}));
        put("plugins.json".to_owned(), &json!({"plugins": all}).to_string());
    };
    let differ = || {
        let found = home.ask(None).unwrap().differences;
        found.into_iter().map(|it| format!("{}: {}, {}", it.hook.unwrap(), it.ours, it.theirs))
    };
    list(&[("on", true), ("off", false), ("torn", true)]);
    assert_eq!(differ().collect::<Vec<_>>(), [""; 0]);
    list(&[("on", false), ("other", true)]);
    assert_eq!(
        differ().collect::<Vec<_>>(),
        [
            "openclaw/plugin/off: found, not in its list",
            "openclaw/plugin/on: on, off",
            "other: not found, in its list",
        ]
    );
    // About one hook nobody waits for them, and a version that does not know the command has said nothing.
    assert!(home.ask(Some("b")).unwrap().agrees);
    put("plugins.json".to_owned(), "error: unknown command");
    assert!(home.ask(None).unwrap().agrees);
}

#[cfg(unix)]
#[test]
fn a_config_that_both_refuse_is_agreed_on() {
    let refused = r#"{"valid":false,"issues":[{"path":"hooks.internal","message":"Unrecognized key: \"installs\""}]}"#;
    let home = Home::new("{hooks:{internal:{enabled:true,installs:{}}}}", "", refused);
    let answer = home.ask(None).unwrap();
    assert!(answer.agrees, "{answer:?}");
    assert_eq!(answer.config.unwrap().issues[0].path, "hooks.internal");
    let home = Home::new("{hooks:{internal:{enabled:true}}}", "", refused);
    let answer = home.ask(None).unwrap();
    assert_eq!(answer.differences[0].hook, None);
    assert_eq!(answer.differences[0].ours, "openclaw.json is taken");
}

/// A version that is newer than those known is judged by the newest, when it answers too.
#[cfg(unix)]
#[test]
fn a_config_is_judged_by_the_version_that_the_one_asked_stands_for() {
    let refused = r#"{"valid":false,"issues":[{"path":"hooks.internal","message":"no"}]}"#;
    let ask = |config: &str, said: &str| {
        let home = Home::new(config, B, said);
        let program = home.dir.path().join("bin/openclaw");
        let text = fs::read_to_string(&program).unwrap().replace("2026.9.6", "2026.10.2");
        std::io::Write::write_all(&mut fs::File::create(&program).unwrap(), text.as_bytes())
            .unwrap();
        let answer = home.ask(None).unwrap();
        assert_eq!(answer.version.as_deref(), Some("2026.10.2"));
        answer.differences.into_iter().map(|it| (it.ours, it.theirs)).collect::<Vec<_>>()
    };
    assert_eq!(ask("{hooks:{internal:{enabled:true},handlers:[]}}", refused), []);
    let differs = ask("{hooks:{internal:{enabled:true},handlers:[]}}", VALID);
    assert!(differs[0].0.starts_with("openclaw.json is refused: hooks.handlers"));
    // Nothing is in it, so 2026.9.6 refuses it.
    assert_eq!(ask("", refused), []);
}

#[cfg(unix)]
#[test]
fn what_cannot_be_asked_says_so() {
    let home = Home::new("{}", "boom", VALID);
    let error = home.ask(None).unwrap_err();
    assert_eq!((error.code(), error.to_string().contains("boom")), (Code::NotUnderstood, true));
    let alone = Machine::new(Platform::current(), home.dir.path(), BTreeMap::new());
    let inventory = Inventory::scan(&alone, AgentId::Openclaw, &Options::default());
    let cancel = CancellationToken::new();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let error = runtime.block_on(ask(&alone, &inventory, None, &cancel)).unwrap_err();
    assert_eq!(error.code(), Code::AgentNotHere);
    let milady = Inventory::scan(&alone, AgentId::Milady, &Options::default());
    let error = runtime.block_on(ask(&alone, &milady, None, &cancel)).unwrap_err();
    assert_eq!(error.code(), Code::CannotTell);
    assert!(!can_ask(&alone, AgentId::Openclaw) && can_ask(&home.machine, AgentId::Openclaw));
}

/// It would put an earlier copy of its config in place of this one.
#[cfg(unix)]
#[test]
fn an_agent_that_would_change_its_config_is_not_asked() {
    let home = Home::new("{gateway:{mode:'local'}}", B, VALID);
    let mut copy = fs::File::create(home.dir.path().join(".openclaw/openclaw.json.bak")).unwrap();
    std::io::Write::write_all(&mut copy, b"{gateway:{mode:'local'},meta:{}}").unwrap();
    let error = home.ask(None).unwrap_err();
    assert_eq!(error.code(), Code::Refused);
    assert!(error.to_string().contains("openclaw.json.bak"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_question_can_be_cancelled() {
    let home = Home::new("{}", B, VALID);
    let path = home.dir.path().join("bin/openclaw");
    let mut file = fs::File::create(Path::new(&path)).unwrap();
    std::io::Write::write_all(&mut file, b"#!/bin/sh\nsleep 60\n").unwrap();
    drop(file);
    let inventory = Inventory::scan(&home.machine, AgentId::Openclaw, &Options::default());
    let cancel = CancellationToken::new();
    cancel.cancel();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let error = runtime.block_on(ask(&home.machine, &inventory, None, &cancel)).unwrap_err();
    assert_eq!(error.code(), Code::Cancelled);
}
