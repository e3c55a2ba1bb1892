use std::io::Write as _;

use super::*;
use crate::agent::Options;
use crate::hook::AgentId;
use tacklebox_machine::machine::Platform;

/// What is said of a home with this file, by version.
fn says(path: &str, holds: &[u8], config: &str) -> [String; 3] {
    ["2026.7.35", "2026.8.1", "2026.9.6"].map(|version| {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join(path);
        fs::create_dir_all(home.path().join(".openclaw")).unwrap();
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        File::create(file).unwrap().write_all(holds).unwrap();
        let machine = Machine::new(Platform::Linux, home.path(), Default::default());
        let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
        let config = Some(config.to_owned());
        let options = Options { runtimes, config, ..Options::default() };
        let agent = Agent::locate(&machine, AgentId::Openclaw, &options);
        agent.does_not_start(&machine).unwrap_or_default()
    })
}

const LOCAL: &str = "{gateway: {mode: 'local'}}";

/// Each was put into a home alone, and the gateways of all three were started there.
#[test]
fn what_an_earlier_version_left_keeps_a_later_one_from_starting_until_it_is_taken_over() {
    let ends = |path: &str, config: &str| {
        says(&format!(".openclaw/{path}"), b"{}", config).map(|it| it.contains("doctor --fix"))
    };
    for (path, eight, nine) in [
        ("agents/main/agent/auth-profiles.json", false, true),
        ("agents/main/agent/auth.json", false, true),
        ("agents/other/agent/auth-profiles.json", false, false),
        ("agents/main/agent/auth-profiles.json.bak", false, false),
        ("agents/main/agent/auth-state.json", false, false),
        ("agent/auth-profiles.json", false, true),
        ("credentials/oauth.json", false, true),
        ("agents/main/sessions/sessions.json", true, false),
        ("agents/other/sessions/sessions.json", true, false),
        ("agents/main/sessions/sessions.json.bak", false, false),
        ("agents/main/sessions/1.jsonl", false, false),
        ("sessions/sessions.json", true, false),
        ("sessions/1.jsonl", false, false),
        ("identity/device-auth.json", true, false),
        ("identity/device.json", false, false),
        ("cron/jobs.json", false, false),
        ("exec-approvals.json", false, false),
        ("devices/paired.json", false, false),
    ] {
        assert_eq!(ends(path, LOCAL), [false, eight, nine], "{path}");
    }
    let own = "{gateway: {mode: 'local'}, session: {store: '~/.openclaw/own/s.json'}}";
    assert_eq!(ends("own/s.json", own), [false, true, false]);
    assert_eq!(ends("own/t.json", own), [false; 3]);
}

/// 2026.8.1 was started with each of these.
#[test]
fn the_tokens_of_a_device_are_in_the_way_where_nothing_says_who_may_talk_to_it() {
    let ends = |auth: &str| {
        let config = format!("{{gateway: {{mode: 'local', auth: {auth}}}}}");
        says(".openclaw/identity/device-auth.json", b"{}", &config)[1].contains("doctor --fix")
    };
    for auth in ["{}", "{mode: 'token'}"] {
        assert!(ends(auth), "{auth}");
    }
    for auth in [
        "{mode: 'token', token: 'a-token'}",
        "{mode: 'none'}",
        "{password: 'secret'}",
        "{token: 'a-token'}",
    ] {
        assert!(!ends(auth), "{auth}");
    }
}

/// Each was put into a home with an opening brace alone in it, and the gateways of all three were started there.
#[test]
fn a_file_to_take_over_that_is_not_json_keeps_the_gateway_from_starting() {
    let said = |path: &str, holds: &str| {
        says(&format!(".openclaw/{path}"), holds.as_bytes(), LOCAL)
            .map(|it| it.contains("is not JSON"))
    };
    for (path, ends) in [
        ("sessions/sessions.json", [true, false, true]),
        ("agents/main/sessions/sessions.json", [false, false, true]),
        ("cron/jobs.json", [true, true, false]),
        ("update-check.json", [true; 3]),
        ("plugins/installs.json", [true; 3]),
        ("delivery-queue/a.json", [true; 3]),
        ("delivery-queue/a.txt", [false; 3]),
        ("logs/config-health.json", [true; 3]),
        ("identity/device.json", [false, true, true]),
        ("identity/device-auth.json", [false, false, true]),
        ("credentials/telegram-pairing.json", [false, true, true]),
        ("credentials/telegram-allowFrom.json", [false, true, true]),
        ("devices/paired.json", [false, false, true]),
        ("nodes/paired.json", [false, false, true]),
        ("node.json", [false, false, true]),
        ("exec-approvals.json", [false, false, true]),
        ("push/apns-registrations.json", [false, false, true]),
        ("devices/pending.json", [false; 3]),
        ("subagents/runs.json", [false; 3]),
        ("restart-sentinel.json", [false; 3]),
        ("settings/tts.json", [false; 3]),
    ] {
        assert_eq!(said(path, "{"), ends, "{path}");
        assert_eq!(said(path, "{}"), [false; 3], "{path}");
    }
    assert_eq!(said("exec-approvals.json", ""), [false, false, true]);
    assert_eq!(said("exec-approvals.json", "{} // mine"), [false, false, true]);
    assert_eq!(said("cron/jobs.json", "{jobs: [],} // mine"), [false; 3]);
    assert_eq!(said("cron/jobs.json", " "), [true, true, false]);
}

#[test]
fn the_home_of_an_earlier_version_is_in_the_way_unless_it_is_a_link() {
    let ends = |path: &str| says(path, b"{}", LOCAL).map(|it| it.contains("~/.clawdbot is there"));
    assert_eq!(ends(".clawdbot/x"), [true; 3]);
    assert_eq!(ends(".moltbot/moltbot.json"), [false; 3]);
    assert_eq!(ends(".openclaw/.clawdbot/x"), [false; 3]);
    assert_eq!(ends(".clawdbot"), [true; 3], "a file, too");
}

#[test]
fn the_home_of_an_earlier_version_alone_is_the_home() {
    let home_with = |folders: &[&str], version: &str| {
        let home = tempfile::tempdir().unwrap();
        for folder in folders {
            fs::create_dir_all(home.path().join(folder)).unwrap();
        }
        let machine = Machine::new(Platform::Linux, home.path(), Default::default());
        let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let agent = Agent::locate(&machine, AgentId::Openclaw, &options);
        let is_found = agent.found;
        (machine.show(&agent.home), machine.show(&agent.config.path), is_found)
    };
    let at = |home: &str, found| (home.to_owned(), format!("{home}/openclaw.json"), found);
    for version in ["2026.7.35", "2026.8.1", "2026.9.6"] {
        assert_eq!(home_with(&[], version), at("~/.openclaw", false));
        assert_eq!(home_with(&[".clawdbot"], version), at("~/.clawdbot", true));
        assert_eq!(home_with(&[".clawdbot", ".openclaw"], version), at("~/.openclaw", true));
        assert_eq!(home_with(&[".moltbot"], version), at("~/.openclaw", false));
    }
    assert_eq!(home_with(&[".clawdbot"], "documented"), at("~/.openclaw", false));
}

#[test]
fn the_workspace_of_a_profile_is_moved_unless_both_are_there() {
    let located = |version: &str, folders: &[&str], profile: &str, config: &str| {
        let home = tempfile::tempdir().unwrap();
        for folder in [&[".openclaw"], folders].concat() {
            fs::create_dir_all(home.path().join(folder)).unwrap();
        }
        let env = [("OPENCLAW_PROFILE".to_owned(), profile.to_owned())].into();
        let machine = Machine::new(Platform::Linux, home.path(), env);
        let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
        let config = Some(config.to_owned());
        let options = Options { runtimes, config, ..Options::default() };
        let agent = Agent::locate(&machine, AgentId::Openclaw, &options);
        let ends = agent.does_not_start(&machine).is_some_and(|it| it.contains("both"));
        (machine.show(&agent.workspace), ends)
    };
    let (old, new) = (".openclaw/workspace-dev", ".openclaw-dev/workspace");
    let at = |place: &str, ends| (format!("~/{place}"), ends);
    for (version, folders, place, ends) in [
        ("2026.9.6", [old].as_slice(), old, false),
        ("2026.9.6", &[new], new, false),
        ("2026.9.6", &[], new, false),
        ("2026.9.6", &[old, new], new, true),
        ("2026.8.1", &[old], new, false),
        ("2026.8.1", &[old, new], new, false),
        ("2026.7.35", &[old, new], old, false),
    ] {
        assert_eq!(located(version, folders, "dev", LOCAL), at(place, ends), "{version}");
    }
    let both = |profile, config: &str| located("2026.9.6", &[old, new], profile, config).1;
    let named = |place: &str| {
        format!("{{gateway: {{mode: 'local'}}, agents: {{defaults: {{workspace: '~/{place}'}}}}}}")
    };
    assert!(!both("default", LOCAL));
    assert!(!both("dev", &named(old)));
    assert!(!both("dev", &named(new)));
    assert!(both("dev", &named("elsewhere")));
}

#[test]
fn a_database_that_a_newer_version_changed_keeps_an_older_one_from_starting() {
    let ends = |form: u32| {
        let mut head = [0; 100];
        head[..SQLITE.len()].copy_from_slice(SQLITE);
        head[FORM_AT..FORM_AT + 4].copy_from_slice(&form.to_be_bytes());
        says(".openclaw/state/openclaw.sqlite", &head, LOCAL).map(|it| it.contains("newer"))
    };
    assert_eq!(ends(1), [false; 3]);
    assert_eq!(ends(15), [true, false, false]);
    assert_eq!(ends(18), [true, true, false]);
    let other = says(".openclaw/state/openclaw.sqlite", b"no database", LOCAL);
    assert_eq!(other, ["", "", ""]);
}
