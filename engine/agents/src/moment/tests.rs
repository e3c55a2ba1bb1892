use super::*;

#[test]
fn every_event_of_the_reference_texts_is_in_the_table() {
    let keys = |agent| keys_of(agent).collect::<Vec<_>>();
    for key in [
        "command",
        "command:new",
        "command:reset",
        "command:stop",
        "session",
        "session:start",
        "session:end",
        "session:new",
        "agent",
        "agent:startup",
        "agent:shutdown",
        "agent:bootstrap",
        "gateway",
        "gateway:startup",
        "gateway:shutdown",
    ] {
        assert!(keys(AgentId::Milady).contains(&key), "{key}");
        assert!(keys(AgentId::Openclaw).contains(&key), "{key}");
    }
    assert!(!keys(AgentId::Milady).contains(&"message:received"));
    assert!(keys(AgentId::Openclaw).contains(&"message:received"));
    assert_eq!(find_all(Keys::Plugin).len(), 13);
    assert_eq!(find_all(Keys::Zeroclaw).len(), 17);
    assert_eq!(find_all(Keys::Moltis).len(), 17);
}

fn find_all(family: Keys) -> Vec<&'static str> {
    MOMENTS.iter().flat_map(|m| m.keys).filter(|k| k.family == family).map(|k| k.key).collect()
}

#[test]
fn the_moments_are_those_of_the_contract() {
    let names: Vec<_> = MOMENTS.iter().map(|m| m.name).collect();
    assert_eq!(
        names.join(" "),
        "gateway.start gateway.stop session.start session.end session.new agent.start agent.end \
         agent.bootstrap message.received message.sending message.sent tool.before tool.after \
         tool.persist compaction.before compaction.after command prompt.build model.resolve \
         llm.before llm.after heartbeat cron.delivery docs.sync"
    );
}

#[test]
fn says_when_in_a_few_words() {
    let say =
        |agent, keys: &[&str]| when(agent, &keys.iter().map(|k| k.to_string()).collect::<Vec<_>>());
    assert_eq!(say(AgentId::Milady, &["command:new"]), "on /new");
    assert_eq!(
        say(AgentId::Milady, &["session:start", "command:digest"]),
        "when a session starts and on /digest"
    );
    assert_eq!(say(AgentId::Moltis, &["SessionStart"]), "when a session starts");
    assert_eq!(
        say(AgentId::Milady, &["command:new", "command:reset", "gateway:startup"]),
        "on /new and 2 more"
    );
    assert_eq!(say(AgentId::Milady, &["odd:thing"]), "on odd:thing");
}

#[test]
fn says_when_a_plugin_event_comes() {
    assert_eq!(when_in(Keys::Plugin, &["session-start".into()]), "when a session starts");
}

#[test]
fn names_the_nearest_key() {
    let moltis = find_all(Keys::Moltis);
    assert_eq!(nearest("before_tool_call", moltis.iter().copied()), Some("BeforeToolCall"));
    assert_eq!(nearest("BeforToolCall", moltis.iter().copied()), Some("BeforeToolCall"));
    assert_eq!(nearest("banana", moltis.iter().copied()), None);
}

#[test]
fn what_nobody_can_type_is_not_shown_as_a_command() {
    assert_eq!(command("command:new"), Some("new"));
    assert_eq!(command("command:my-own_2"), Some("my-own_2"));
    for key in ["command:*", "command:", "command:a b", "command", "session:new"] {
        assert_eq!(command(key), None, "{key}");
    }
}
