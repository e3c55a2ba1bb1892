//! Guards of Moltis and ZeroClaw as plugins of OpenClaw: what they answer is the same, run beside each other.

use super::*;
use tacklebox_agents::dialect::typed::Typed;

/// A hook of Moltis with this script, for these events.
fn moltis(name: &str, events: &str, script: &str, more: &str) -> Home {
    Home::new()
        .with(
            &format!(".moltis/hooks/{name}/HOOK.md"),
            &format!("+++\nname = \"{name}\"\ndescription = \"d\"\nevents = [{events}]\ncommand = \"./run.sh\"\n{more}+++\n"),
        )
        .with(&format!(".moltis/hooks/{name}/run.sh"), &format!("#!/bin/sh\n{script}\n"))
        .with(".openclaw/openclaw.json", "{}\n")
}

#[test]
fn a_guard_stops_the_same_call_with_the_same_words() {
    let home = guard().with(".openclaw/openclaw.json", "{}\n");
    let made = home.port("moltis/managed/guard", AgentId::Openclaw);
    assert_eq!(made.ids, ["openclaw/plugin/guard"]);
    assert!(has(&made.view.changed, "becomes a plugin"), "{:?}", made.view.changed);
    let copied = home.plugin("openclaw/plugin/guard");
    assert!(copied.plugin.left_out.is_some(), "a copy is off");
    assert_eq!(copied.view.names.hooks, ["before_tool_call"]);
    assert!(home.read(".openclaw/extensions/guard/index.js").contains("priority: 7"));
    assert!(home.has(".openclaw/extensions/guard/hook/guard.sh"));
    let seen = home.compare("moltis/managed/guard", "openclaw/plugin/guard");
    assert!(seen.same, "{seen:?}");
    assert!(seen.after.reason.as_deref().unwrap_or_default().contains("not in this folder"));
    apply::undo(&home.machine, None).unwrap();
    assert!(!home.has(".openclaw/extensions/guard"));
}

#[test]
fn what_a_command_changes_of_a_call_or_an_answer_is_changed_there_too() {
    let flag = r#"cat > /dev/null; echo '{"action":"modify","data":{"tool":"bash","arguments":{"command":"ls"}}}'"#;
    let home = moltis("flag", "\"BeforeToolCall\"", flag, "");
    home.port("moltis/managed/flag", AgentId::Openclaw);
    let seen = home.compare("moltis/managed/flag", "openclaw/plugin/flag");
    assert!(seen.before.diff.contains("ls") && !seen.after.diff.is_empty(), "{seen:?}");

    let sign = r#"cat > /dev/null; echo '{"action":"modify","data":{"content":"signed"}}'"#;
    let home = moltis("sign", "\"MessageSending\"", sign, "");
    home.port("moltis/managed/sign", AgentId::Openclaw);
    let seen = home.compare("moltis/managed/sign", "openclaw/plugin/sign");
    assert!(seen.after.diff.contains("signed"), "{seen:?}");
}

#[test]
fn a_guard_of_zeroclaw_is_one_too() {
    let home = Home::new()
        .with(
            ".zeroclaw/workspace/hooks/watch/HOOK.toml",
            "[hook]\nname = \"watch\"\nevent = \"before_tool_call\"\n\n[hook.action.shell]\ncommand = \"echo no >&2; exit 1\"\n",
        )
        .with(".openclaw/openclaw.json", "{}\n");
    let made = home.port("zeroclaw/managed/watch", AgentId::Openclaw);
    assert_eq!(made.ids, ["openclaw/plugin/watch"]);
    let seen = home.compare("zeroclaw/managed/watch", "openclaw/plugin/watch");
    assert!(seen.same, "{seen:?}");
}

/// Whatever a version leaves in the event that was stopped.
#[test]
fn a_copy_stops_what_the_original_stops_in_every_version() {
    let versions = [tacklebox_agents::dialect::DOCUMENTED, "2026.7.35", "2026.8.1", "2026.9.6"];
    let refuse = "cat > /dev/null; echo 'not today' >&2; exit 1";
    for event in ["BeforeToolCall", "MessageSending"] {
        let home = moltis("guard", &format!("\"{event}\""), refuse, "");
        home.port("moltis/managed/guard", AgentId::Openclaw);
        for version in versions {
            let seen = home.compare_by("moltis/managed/guard", "openclaw/plugin/guard", version);
            assert!(seen.same, "{event} in {version}: {seen:?}");
            let why = seen.after.reason.as_deref().unwrap_or_default();
            assert!(why.contains("not today") && seen.after.diff.is_empty(), "{version}: {seen:?}");
        }
    }
    for event in ["before_tool_call", "on_message_sending"] {
        let manifest = format!(
            "[hook]\nname = \"watch\"\nevent = \"{event}\"\n\n[hook.action.shell]\ncommand = \"echo no >&2; exit 1\"\n"
        );
        let home = Home::new()
            .with(".zeroclaw/workspace/hooks/watch/HOOK.toml", &manifest)
            .with(".openclaw/openclaw.json", "{}\n");
        home.port("zeroclaw/managed/watch", AgentId::Openclaw);
        for version in versions {
            let seen = home.compare_by("zeroclaw/managed/watch", "openclaw/plugin/watch", version);
            assert!(seen.same, "{event} in {version}: {seen:?}");
        }
    }
}

#[test]
fn variables_become_settings_and_their_values_are_not_copied() {
    let home = moltis(
        "keyed",
        "\"BeforeToolCall\"",
        "cat > /dev/null",
        "\n[env]\nGUARD_KEY = \"s3cret-value\"\n",
    );
    home.port("moltis/managed/keyed", AgentId::Openclaw);
    let copied = home.plugin("openclaw/plugin/keyed");
    let fields = crate::plugins::settings::of(Typed::Eight, &copied.plugin, &[]);
    assert_eq!((fields[0].path.as_str(), fields[0].secret), ("env.GUARD_KEY", true));
    for (path, bytes) in home.everything(".openclaw") {
        assert!(!String::from_utf8_lossy(&bytes).contains("s3cret-value"), "{path}");
    }
}

#[test]
fn what_only_observes_stays_a_hook_with_a_manifest() {
    let home = moltis("log", "\"MessageReceived\"", "cat > /dev/null", "");
    let made = home.plan("moltis/managed/log", AgentId::Openclaw);
    assert_eq!(made.ids, ["openclaw/managed/log"]);
}

/// Moltis' program stops a message at MessageReceived; OpenClaw hands it over and asks for nothing.
#[test]
fn that_an_answer_does_not_count_in_the_copy_is_said() {
    for (events, key) in [
        ("\"MessageReceived\"", "message:received"),
        ("\"BeforeToolCall\", \"MessageReceived\"", "message_received"),
    ] {
        let home = moltis("stop", events, "exit 1", "");
        let now = |agent| Inventory::scan(&home.machine, agent, &Options::default());
        let (from, to) = (now(AgentId::Moltis), now(AgentId::Openclaw));
        let said = plan(&home.machine, &from, "moltis/managed/stop", &to).unwrap().view.lost;
        let wanted = format!("On {key}, hooks of OpenClaw can only observe");
        assert!(has(&said, &wanted), "{said:?}");
        assert!(!has(&said, "before_tool_call"), "{said:?}");
    }
}
