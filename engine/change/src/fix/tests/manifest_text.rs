//! Fixes in the text of a manifest.

use super::*;

#[test]
fn a_key_that_nobody_reads_is_written_as_it_was_meant() {
    let home = Home::new();
    let text = "# mine\n[hook]\nname = \"x\"\nevent = \"on_message_received\"\n[hook.action.shell]\ncommand = \"true\"\n[hook.condition] # me alone\nuser = [\"me\"]\n";
    home.write(".zeroclaw/workspace/hooks/x/HOOK.toml", text);
    let sentence = home.only(AgentId::Zeroclaw).notes.remove(0).sentence;
    assert!(sentence.ends_with("Until then the hook runs for everybody."), "{sentence}");
    home.fixes(AgentId::Zeroclaw, "misspelt-key", ".zeroclaw/workspace/hooks/x/HOOK.toml");
    let after = text.replace("hook.condition]", "hook.conditions]").replace("user =", "users =");
    assert_eq!(home.read(".zeroclaw/workspace/hooks/x/HOOK.toml"), after);
}

#[test]
fn an_event_that_is_never_sent_gives_way_to_the_one_that_was_meant() {
    let home = Home::new();
    let text = |event: &str| {
        format!(
            "---\nname: x\ndescription: on {event}\nmetadata: {{\"milady\":{{\"events\":[\"comand:new\"]}}}}\n---\n"
        )
    };
    home.hook(".milady", &text("comand:new"));
    home.fixes(AgentId::Milady, "unknown-event", ".milady/hooks/x/HOOK.md");
    let after = text("comand:new").replace("\"comand:new\"", "\"command:new\"");
    assert_eq!(home.read(".milady/hooks/x/HOOK.md"), after);
    let home = Home::new();
    home.hook(
        ".openclaw",
        "---\nname: x\nmetadata: {\"openclaw\":{\"events\":[\"message_received\"]}}\n---\n",
    );
    home.fixes(AgentId::Openclaw, "openclaw-typed-name", ".openclaw/hooks/x/HOOK.md");
    assert!(home.read(".openclaw/hooks/x/HOOK.md").contains("message:received"));
}

#[test]
fn a_misspelt_action_is_repaired() {
    let home = Home::new();
    let text = |event: &str| {
        format!("---\nname: x\nmetadata: {{\"milady\":{{\"events\":[\"{event}\"]}}}}\n---\n")
    };
    home.hook(".milady", &text("gateway:statup"));
    home.fixes(AgentId::Milady, "unknown-event", ".milady/hooks/x/HOOK.md");
    assert_eq!(home.read(".milady/hooks/x/HOOK.md"), text("gateway:startup"));
    // Any action is legal: these may be meant, and a command is anybody's.
    for legal in ["gateway:connect", "session:stop", "session:archived", "command:news", "session"]
    {
        let home = Home::new();
        home.hook(".milady", &text(legal));
        let notes = home.only(AgentId::Milady).notes;
        assert!(notes.iter().all(|note| note.id != "unknown-event"), "{legal}: {notes:?}");
    }
}

#[test]
fn a_hook_gets_time_to_answer() {
    for (note, line, after) in [
        ("moltis-timeout", "", "timeout = 10"),
        ("no-time", "timeout = 0 # none\n", "timeout = 10 # none"),
    ] {
        let home = Home::new();
        let text = format!(
            "+++\nname = \"x\"\nevents = [\"SessionEnd\"]\ncommand = \"true\"\n{line}+++\n"
        );
        home.write(".moltis/hooks/x/HOOK.md", &text);
        home.fixes(AgentId::Moltis, note, ".moltis/hooks/x/HOOK.md");
        assert!(home.read(".moltis/hooks/x/HOOK.md").contains(after), "{note}");
        let home = Home::new();
        let text = format!(
            "[[hooks.hooks]]\nname = \"x\"\nevents = [\"SessionEnd\"]\ncommand = \"true\"\n{line}"
        );
        home.write(".config/moltis/moltis.toml", &text);
        home.fixes(AgentId::Moltis, note, ".config/moltis/moltis.toml");
        assert!(home.read(".config/moltis/moltis.toml").contains(after), "{note}");
    }
}

#[test]
fn of_two_entries_of_one_name_none_gets_the_time_of_the_other() {
    let home = Home::new();
    let entry = |event: &str| {
        format!(
            "[[hooks.hooks]]\nname = \"x\"\nevents = [\"{event}\"]\ncommand = \"true\"\ntimeout = 0\n"
        )
    };
    let text = entry("SessionStart") + &entry("SessionEnd");
    home.write(".config/moltis/moltis.toml", &text);
    let inventory = home.scan(AgentId::Moltis);
    let hooks = inventory.hooks();
    let second = hooks.iter().find(|hook| hook.events == ["SessionEnd"]).unwrap();
    let why = refusal(plan(&home.machine, &inventory, &second.id, "no-time"));
    assert!(why.starts_with("Two entries of the config are named x."), "{why}");
}

/// A folder that is not there, and a method that nobody knows: both read well, and fail each time.
#[test]
fn what_fails_each_time_is_set_right_in_place() {
    let file = ".zeroclaw/workspace/hooks/x/HOOK.toml";
    let head = "# mine\n[hook]\nname = \"x\"\nevent = \"on_session_start\"\n\n";
    for (note, wrong, right) in [
        (
            "no-folder",
            "[hook.action.shell]\ncommand = \"true\" # kept\nworkdir = \"nowhere\"\n",
            "[hook.action.shell]\ncommand = \"true\" # kept\n",
        ),
        (
            "unknown-method",
            "[hook.action.http]\nurl = \"https://example.com\"\nmethod = \"POTS\" # kept\n",
            "[hook.action.http]\nurl = \"https://example.com\"\nmethod = \"POST\" # kept\n",
        ),
    ] {
        let home = Home::new();
        home.write(file, &format!("{head}{wrong}"));
        home.fixes(AgentId::Zeroclaw, note, file);
        assert_eq!(home.read(file), format!("{head}{right}"));
    }
}

/// What ZeroClaw's fork takes by the letter: a list for nobody, and a method that no server knows.
#[test]
fn what_a_version_takes_by_the_letter_is_said_as_it_was_meant() {
    let file = ".zeroclaw/workspace/hooks/x/HOOK.toml";
    let head = "# mine\n[hook]\nname = \"x\"\nevent = \"on_message_received\"\n\n";
    let run = "[hook.action.shell]\ncommand = \"true\"\n";
    let to = "[hook.action.http]\nurl = \"https://example.com\"\n";
    let options = Options {
        runtimes: [(AgentId::Zeroclaw, "0.1.6-hooks".to_owned())].into(),
        ..Options::default()
    };
    for (note, wrong, right) in [
        (
            "zeroclaw-empty-list",
            format!("[hook.conditions]\nchannels = []\npattern = \"a\" # kept\n{run}"),
            format!("[hook.conditions]\npattern = \"a\" # kept\n{run}"),
        ),
        (
            "unknown-method",
            format!("{to}method = \"post\" # kept\n"),
            format!("{to}method = \"POST\" # kept\n"),
        ),
        (
            "unknown-method",
            format!("{to}body = \"x\" # kept\n"),
            format!("{to}body = \"x\" # kept\nmethod = \"POST\"\n"),
        ),
    ] {
        let home = Home::new();
        home.write(file, &format!("{head}{wrong}"));
        let hook = || {
            let inventory = Inventory::scan(&home.machine, AgentId::Zeroclaw, &options);
            let found = inventory.hooks().into_iter().find(|hook| hook.source != Source::Builtin);
            (inventory, found.unwrap())
        };
        let (inventory, before) = hook();
        assert!(before.notes.iter().any(|known| known.id == note && known.fixable), "{wrong}");
        let plan = plan(&home.machine, &inventory, &before.id, note).unwrap();
        apply::apply(&home.machine, &plan).unwrap();
        assert_eq!(home.read(file), format!("{head}{right}"));
        let (_, after) = hook();
        assert!(after.notes.iter().all(|known| known.id != note), "{right}");
        assert_eq!(after.state, State::Ready);
    }
}

/// OpenClaw looks into a list in its list of events; written as documented, that moment would be gone.
#[test]
fn a_fix_takes_no_moment_away_that_is_called() {
    let home = Home::new();
    home.hook(".openclaw", "---\nname: x\nmetadata: {\"openclaw\":{\"events\":[\"gateway:startup\",[\"command:new\"]]}}\n---\n");
    home.write(".openclaw/openclaw.json", "{hooks: {internal: {enabled: true}}}\n");
    let options = Options {
        runtimes: [(AgentId::Openclaw, "2026.9.6".to_owned())].into(),
        ..Options::default()
    };
    let inventory = Inventory::scan(&home.machine, AgentId::Openclaw, &options);
    let hook = &inventory.hooks()[0];
    assert_eq!(hook.runtime.called, ["gateway:startup", "command:new"]);
    let why = refusal(plan(&home.machine, &inventory, &hook.id, "reads-more"));
    assert!(why.starts_with("x is called for command:new as it is."), "{why}");
}
