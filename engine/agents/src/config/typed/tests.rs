//! What of a config each version does not take.

use crate::config::{Syntax, parse};
use crate::dialect::shipped::ConfigCheck;
use crate::hook::AgentId;

/// As Moltis of 2026-08-21, run, refuses it: "duplicate field".
#[test]
fn a_field_that_is_there_twice_is_refused_in_json() {
    let types = &crate::config::typed::MOLTIS;
    for (text, path) in [
        (r#"{"server": {"port": 1}, "hooks": {}, "server": {"port": 2}}"#, Some("server")),
        (r#"{"hooks": {"hooks": [{"name": "a", "name": "b"}]}}"#, Some("hooks.hooks[name=b].name")),
        (r#"{"hooks": {"hooks": [{"name": "a", "env": {"A": "1", "A": "2"}}]}}"#, None),
        (r#"{"nobody": 1, "nobody": 2}"#, None),
    ] {
        let found = types.twice(text).into_iter().next().map(|fault| fault.path.to_string());
        assert_eq!(found.as_deref(), path, "{text}");
    }
}

/// What the real types refuse and take, by their own words: read with serde and toml 0.8, as Moltis does.
#[test]
fn what_moltis_types_refuse_is_named_by_its_place() {
    let runtime = AgentId::Moltis.runtime("2026-08-21").unwrap();
    let ConfigCheck::Typed(types) = runtime.dialect.rules.config else { panic!("typed") };
    let entry = "[[hooks.hooks]]\nname = 'a'\ncommand = 'c'\n";
    let with = |more: &str| format!("{entry}events = ['Command']\n{more}\n");
    for (text, wrong) in [
        (with(""), [].as_slice()),
        (with("timeout = 0\npriority = 'x'\nenabled = 5"), &[]),
        (with("timeout = 9223372036854775807"), &[]),
        (with("env = { A = '5' }"), &[]),
        (with("timeout = '5'"), &["hooks.hooks[name=a].timeout"]),
        (with("timeout = 3.0"), &["hooks.hooks[name=a].timeout"]),
        (with("timeout = -3"), &["hooks.hooks[name=a].timeout"]),
        (with("timeout = true"), &["hooks.hooks[name=a].timeout"]),
        (with("env = { A = 5 }"), &["hooks.hooks[name=a].env.A"]),
        (with("env = []"), &["hooks.hooks[name=a].env"]),
        (entry.to_owned(), &["hooks.hooks[name=a].events"]),
        (format!("{entry}events = 'Command'"), &["hooks.hooks[name=a].events"]),
        (format!("{entry}events = ['Command', 5]"), &["hooks.hooks[name=a].events.1"]),
        ("[[hooks.hooks]]\ncommand = 'c'\nevents = []".into(), &["hooks.hooks.0.name"]),
        ("[[hooks.hooks]]\nname = 'a'\nevents = []".into(), &["hooks.hooks[name=a].command"]),
        ("[[hooks]]\nname = 'a'\ncommand = 'c'\nevents = []".into(), &["hooks"]),
        ("hooks = 'x'".into(), &["hooks"]),
        ("hooks = []".into(), &[]),
        ("hooks = [[]]".into(), &[]),
        ("[hooks]\nhooks = {}".into(), &["hooks.hooks"]),
        ("[hooks]\nhooks = [5]".into(), &["hooks.hooks.0"]),
        ("[hooks]\nhooks = [['n', 'c', ['E']]]".into(), &[]),
        ("[hooks]\nfoo = 1".into(), &[]),
        ("[env]\nA = 5".into(), &["env.A"]),
        ("[server]\nport = 'x'".into(), &["server.port"]),
        ("[server]\nport = 70000".into(), &["server.port"]),
        ("[server]\nport = 0\nfoo = 1".into(), &[]),
        ("[channels]\noffered = 'x'".into(), &["channels.offered"]),
        ("[channels]\nnew = { a = 5 }".into(), &[]),
        ("[channels]\nnew = 5".into(), &["channels.new"]),
        ("[chat]\nmessage_queue_mode = 'nope'".into(), &["chat.message_queue_mode"]),
        ("[memory]\nsession_export = false".into(), &[]),
        ("[memory]\nsession_export = 'nope'".into(), &["memory.session_export"]),
        ("[user]\ntimezone = 'Europe/Berlin'".into(), &[]),
        ("[user]\ntimezone = 'Berlin'".into(), &["user.timezone"]),
        ("[user]\ntimezone = '${TZ}'".into(), &[]),
        ("[memory]\nvector_weight = 1".into(), &[]),
        ("[memory]\nvector_weight = '1'".into(), &["memory.vector_weight"]),
        (
            "[agents.presets.a.tool_controls]\ntool_choice = 'auto'".into(),
            &["agents.presets.a.tool_controls.tool_choice"],
        ),
        ("[providers.some]\nmodels = 5".into(), &["providers.some.models"]),
        (
            "[agents.presets.a.mcp]\nallow_servers = 5".into(),
            &["agents.presets.a.mcp.allow_servers"],
        ),
        ("[agents.presets.a]\nmcp = []".into(), &["agents.presets.a.mcp"]),
        ("".into(), &[]),
    ] {
        assert_eq!(paths(types, &text), wrong, "{text}");
    }
}

fn paths(types: &super::Types, text: &str) -> Vec<String> {
    let config = parse(Syntax::Toml, text).unwrap();
    types.faults(&config).iter().map(|fault| fault.path.to_string()).collect()
}

#[test]
fn what_the_types_of_zeroclaws_fork_refuse_is_named_by_its_place() {
    let runtime = AgentId::Zeroclaw.runtime("0.1.6-hooks").unwrap();
    let ConfigCheck::Typed(types) = runtime.dialect.rules.config else { panic!("typed") };
    for (text, wrong) in [
        ("", [].as_slice()),
        ("[observability]", &["observability.backend"]),
        ("[hooks]\nenabled = true\nmax_hooks = 0\nhooks_dir = 'x'\nother = 1", &[]),
        ("[hooks]\nmax_hooks = 5", &["hooks.enabled"]),
        ("[hooks]\nenabled = 'true'", &["hooks.enabled"]),
        ("[hooks]\nenabled = true\nmax_hooks = -1", &["hooks.max_hooks"]),
        ("[hooks]\nenabled = true\n[hooks.builtin]", &["hooks.builtin.command_logger"]),
    ] {
        let whole = format!("default_temperature = 0.7\n{text}");
        assert_eq!(paths(types, &whole), wrong, "{text}");
        let half = [&["default_temperature"], wrong].concat();
        assert_eq!(paths(types, text), half, "{text}");
    }
}
