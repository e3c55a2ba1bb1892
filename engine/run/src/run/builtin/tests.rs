use tempfile::TempDir;
use time::macros::datetime;

use super::*;
use tacklebox_machine::machine::Platform;

struct Place {
    tmp: TempDir,
    machine: Machine,
}

impl Place {
    fn new() -> Self {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), [].into())
            .with_clock(|| datetime!(2026-08-21 12:00:05 UTC));
        fs::create_dir_all(tmp.path().join(".moltis")).unwrap();
        Self { tmp, machine }
    }

    fn run(&self, name: &str, event: &str, payload: &Value) -> Ran {
        let home = self.tmp.path().join(".moltis");
        let call = Call { machine: &self.machine, home: &home, workspace: &home, event, payload };
        run(name, &call)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.tmp.path().join(".moltis").join(path);
        File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.tmp.path().join(".moltis").join(path)).unwrap()
    }

    fn files(&self, folder: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.tmp.path().join(".moltis").join(folder)) else {
            return Vec::new();
        };
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[test]
fn boot_md_hands_over_the_workspaces_file() {
    let place = Place::new();
    place.write("BOOT.md", "\nCheck the queue.\n");
    let ran = place.run("boot-md", "GatewayStart", &json!({"data": {}}));
    assert_eq!((ran.answer, ran.messages), (Answer::Continue, vec!["Check the queue.".to_owned()]));
    assert!(place.run("boot-md", "SessionStart", &json!({})).messages.is_empty());
}

#[test]
fn boot_md_missing_empty_or_no_file_is_nothing() {
    let place = Place::new();
    let run = || place.run("boot-md", "GatewayStart", &json!({}));
    assert_eq!(run(), Ran::default());
    place.write("BOOT.md", " \n");
    assert_eq!(run(), Ran::default());
    fs::remove_file(place.tmp.path().join(".moltis/BOOT.md")).unwrap();
    fs::create_dir(place.tmp.path().join(".moltis/BOOT.md")).unwrap();
    assert_eq!(run(), Ran::default());
}

#[test]
fn a_long_boot_md_is_cut_and_says_so() {
    let place = Place::new();
    place.write("BOOT.md", &"é".repeat(40 * 1024));
    let ran = place.run("boot-md", "GatewayStart", &json!({}));
    let text = &ran.messages[0];
    assert!(text.len() < 66 * 1024 && text.ends_with("The rest was left out.)"), "{}", text.len());
}

#[test]
fn command_logger_adds_one_json_line_a_command() {
    let place = Place::new();
    let payload = json!({
        "event": "Command", "session_key": "main", "timestamp": "2026-08-21T14:00:00+02:00",
        "data": {"action": "/login sk-secret", "senderId": "admin", "commandSource": "telegram", "args": "sk-secret"},
    });
    place.run("command-logger", "Command", &payload);
    place.run("command-logger", "Command", &json!({"event": "Command", "action": "stop"}));
    let text = place.read("logs/commands.log");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines,
        [
            json!({"timestamp": "2026-08-21T12:00:00Z", "action": "login", "sessionKey": "main", "sender": "admin", "source": "telegram"}),
            json!({"timestamp": "2026-08-21T12:00:05Z", "action": "stop", "sessionKey": null, "sender": null, "source": null}),
        ],
        "what follows a command may be a key"
    );
    assert!(place.run("command-logger", "SessionEnd", &payload).seen.is_none());
}

#[test]
fn command_logger_begins_anew_when_the_log_is_large() {
    let place = Place::new();
    fs::create_dir(place.tmp.path().join(".moltis/logs")).unwrap();
    place.write("logs/commands.log", &"x".repeat(5 * 1024 * 1024 + 1));
    place.run("command-logger", "Command", &json!({"data": {"action": "new"}}));
    assert_eq!(place.files("logs"), ["commands.log", "commands.log.1"]);
    assert_eq!(place.read("logs/commands.log").lines().count(), 1);
}

#[test]
fn session_memory_saves_the_session_on_new_and_reset() {
    let place = Place::new();
    let payload = |action: &str| {
        json!({
            "event": "Command", "session_key": "agent:main", "timestamp": "2026-08-21T10:30:00Z",
            "data": {
                "action": action, "senderId": "admin", "apiKey": "sk-secret",
                "messages": [
                    {"role": "user", "content": "# Plan\nbuy milk"},
                    {"role": "assistant", "content": [{"type": "image"}, {"type": "text", "text": "Noted."}]},
                    {"role": "tool", "content": {"exit": 0}},
                ],
            },
        })
    };
    for action in ["stop", "status"] {
        place.run("session-memory", "Command", &payload(action));
    }
    assert!(place.files("memory").is_empty());
    place.run("session-memory", "Command", &payload("new"));
    place.run("session-memory", "Command", &payload("/reset"));
    assert_eq!(place.files("memory"), ["2026-08-21-103000-2.md", "2026-08-21-103000.md"]);
    assert_eq!(
        place.read("memory/2026-08-21-103000.md"),
        "# Session of 2026-08-21 10:30:00 UTC\n\n- session key: `agent:main`\n- ended by: `/new`\n- senderId: `admin`\n\n## Conversation\n\n**user**\n> # Plan\n> buy milk\n\n**assistant**\n> Noted.\n"
    );
}

#[test]
fn a_folder_that_cannot_be_written_to_is_said() {
    let place = Place::new();
    place.write("logs", "a file in the way");
    let ran = place.run("command-logger", "Command", &json!({}));
    let Answer::Failed(reason) = ran.answer else { panic!() };
    assert!(reason.starts_with("~/.moltis/logs/commands.log could not be written: "), "{reason}");
}

#[test]
fn an_unknown_name_is_said() {
    let ran = Place::new().run("sing", "Command", &json!({}));
    assert_eq!(ran.answer, Answer::Failed("there is no built-in hook sing".into()));
}
