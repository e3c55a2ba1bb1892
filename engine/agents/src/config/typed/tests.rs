//! What of a config each version does not take.

use serde_json::json;

use crate::config::{Syntax, as_typed, parse};
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
        ("[chat]\nmessage_queue_mode = { collect = {} }".into(), &[]),
        ("[chat]\nmessage_queue_mode = { collect = [] }".into(), &[]),
        ("[chat]\nmessage_queue_mode = { collect = 1 }".into(), &["chat.message_queue_mode"]),
        ("[chat.message_queue_mode]\nnope = {}".into(), &["chat.message_queue_mode"]),
        (
            "[providers.some]\ncache_retention = { none = {} }".into(),
            &["providers.some.cache_retention"],
        ),
        ("[memory]\nsession_export = { off = {} }".into(), &["memory.session_export"]),
        ("[user]\nname = 2026-08-21".into(), &["user.name"]),
        ("[env]\nA = 2026-08-21\nB = '2026-08-21'\nC = '12:30'".into(), &["env.A"]),
        ("nobody = 2026-08-21".into(), &[]),
        (entry.to_owned() + "events = [12:30:00]", &["hooks.hooks[name=a].events.0"]),
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

/// As Moltis of 2026-08-21, run, refuses it: "invalid type: sequence, expected struct ServerConfig".
#[test]
fn a_list_is_not_a_group_in_yaml_and_an_empty_name_of_one_in_json_is_null() {
    let types = &crate::config::typed::MOLTIS;
    for (syntax, config, taken) in [
        (Syntax::Yaml, json!({ "memory": [] }), false),
        (Syntax::Json, json!({ "memory": [] }), true),
        (Syntax::Json, json!({ "chat": { "message_queue_mode": { "collect": null } } }), true),
        (Syntax::Json, json!({ "chat": { "message_queue_mode": { "collect": {} } } }), false),
        (Syntax::Yaml, json!({ "chat": { "message_queue_mode": { "collect": null } } }), false),
    ] {
        assert_eq!(types.faults(&config, syntax).is_empty(), taken, "{config}");
    }
}

fn paths(types: &super::Types, text: &str) -> Vec<String> {
    let config = parse(Syntax::Toml, text).unwrap();
    types
        .faults(&as_typed(Syntax::Toml, text, &config), Syntax::Toml)
        .iter()
        .map(|fault| fault.path.to_string())
        .collect()
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
        ("[[query_classification.rules]]\nhint = 'h'\npriority = -2147483648", &[]),
        (
            "[[query_classification.rules]]\nhint = 'h'\npriority = 2147483648",
            &["query_classification.rules.0.priority"],
        ),
        // A table may leave these out, a list may not.
        ("[channels_config]\ncli = true\nwebhook = { port = 1 }", &[]),
        ("[channels_config]\ncli = true\nwebhook = [1, 's']", &[]),
        ("[channels_config]\ncli = true\nwebhook = [1]", &["channels_config.webhook"]),
        ("[channels_config]\ncli = true\ndiscord = ['t', 'g']", &[]),
        ("[channels_config]\ncli = true\ndiscord = ['t']", &["channels_config.discord"]),
    ] {
        let whole = format!("default_temperature = 0.7\n{text}");
        assert_eq!(paths(types, &whole), wrong, "{text}");
        let half = [&["default_temperature"], wrong].concat();
        assert_eq!(paths(types, text), half, "{text}");
    }
}

/// What ZeroClaw's fork, run, did not start with, and what it did: it checks this once all is of its type.
#[test]
fn what_zeroclaws_fork_checks_behind_its_types_is_refused() {
    let otp = |text: &str| format!("[security.otp]\n{text}");
    let full = |text: &str| {
        format!(
            "[autonomy]\nlevel = 'full'\nworkspace_only = true\nallowed_commands = []\n\
             forbidden_paths = []\nmax_cost_per_day_cents = 1\n{text}"
        )
    };
    let acts = |text: &str| full(&format!("max_actions_per_hour = 1\n{text}"));
    let route = |kind: &str, text: &str| format!("[[{kind}]]\n{text}");
    let cloud = "default_provider = ' Ollama '\ndefault_model = 'x:cloud '\napi_key = 'k'\n";
    let long = "default_provider = 'ollama'\ndefault_model = 'x'";
    for (text, wrong) in [
        ("[gateway]\nhost = ''".to_owned(), Some("gateway.host")),
        ("[gateway]\nhost = ' '".into(), Some("gateway.host")),
        ("[gateway]\nport = 1".into(), None),
        (full("max_actions_per_hour = 0"), Some("autonomy.max_actions_per_hour")),
        (acts(""), None),
        (acts("shell_env_passthrough = ['A B']"), Some("autonomy.shell_env_passthrough.0")),
        (acts("shell_env_passthrough = ['_a1', ' A']"), Some("autonomy.shell_env_passthrough.1")),
        (otp("token_ttl_secs = 0"), Some("security.otp.token_ttl_secs")),
        (otp("cache_valid_secs = 29"), Some("security.otp.cache_valid_secs")),
        (otp("cache_valid_secs = 30"), None),
        (otp("token_ttl_secs = 300"), None),
        (otp("token_ttl_secs = 301"), Some("security.otp.cache_valid_secs")),
        (otp("gated_actions = ['']"), Some("security.otp.gated_actions.0")),
        (otp("gated_actions = [' a_b-c ', 'a.b']"), Some("security.otp.gated_actions.1")),
        (otp("gated_domains = ['*', '*.x.*', ' A.com ', '*a*b*.c']"), None),
        (otp("gated_domains = ['**']"), Some("security.otp.gated_domains.0")),
        (otp("gated_domains = ['a..b']"), Some("security.otp.gated_domains.0")),
        (otp("gated_domains = ['a.com:80']"), Some("security.otp.gated_domains.0")),
        (otp("gated_domains = ['a.com.']"), Some("security.otp.gated_domains.0")),
        (otp("gated_domains = ['\u{e4}.com']"), Some("security.otp.gated_domains.0")),
        (otp("gated_domain_categories = ['Banking ']"), None),
        (
            otp("gated_domain_categories = ['ban\u{212a}ing']"),
            Some("security.otp.gated_domain_categories.0"),
        ),
        ("[security.estop]\nstate_file = ''".into(), Some("security.estop.state_file")),
        ("[scheduler]\nmax_tasks = 0".into(), Some("scheduler.max_tasks")),
        ("[scheduler]\nmax_concurrent = 0".into(), Some("scheduler.max_concurrent")),
        (
            route("model_routes", "hint = ''\nprovider = 'a'\nmodel = 'b'"),
            Some("model_routes.0.hint"),
        ),
        (
            route("embedding_routes", "hint = 'h'\nprovider = 'a'\nmodel = ' '"),
            Some("embedding_routes.0.model"),
        ),
        (route("embedding_routes", "hint = 'h'\nprovider = 'a'\nmodel = 'b'"), None),
        ("[proxy]\nhttp_proxy = 'localhost:3128'".into(), Some("proxy.http_proxy")),
        ("[proxy]\nhttp_proxy = 'http://localhost:3128'".into(), None),
        ("[proxy]\nhttp_proxy = ' '".into(), None),
        ("[proxy]\nhttps_proxy = 'ftp://x'".into(), Some("proxy.https_proxy")),
        ("[proxy]\nall_proxy = 'socks5:x'".into(), Some("proxy.all_proxy")),
        ("[proxy]\nall_proxy = 'socks5h://x'".into(), None),
        ("[proxy]\nservices = ['Provider.OpenAI,, tool.*']".into(), None),
        ("[proxy]\nservices = ['x']".into(), Some("proxy.services.0")),
        ("[proxy]\nenabled = true".into(), None),
        ("[composio]\nenable = true\nenabled = true".into(), Some("composio.enable")),
        (
            "[storage.provider.config]\ndb_url = 'x'\ndbURL = 'y'".into(),
            Some("storage.provider.config.dbURL"),
        ),
        (cloud.to_owned(), Some("default_model")),
        (format!("{cloud}api_url = 'http://LOCALHOST:1'"), Some("default_model")),
        (format!("{cloud}api_url = 'https://ollama.com'"), None),
        (format!("{cloud}api_url = 'http://[::1]:1'"), None),
        (format!("{cloud}api_url = 'nonsense'"), None),
        (long.to_owned(), None),
    ] {
        let whole = format!("default_temperature = 0.7\n{text}");
        let wrong: Vec<_> = wrong.into_iter().collect();
        assert_eq!(paths(&crate::config::typed::ZEROCLAW_FORK, &whole), wrong, "{text}");
    }
}

/// As both were seen to take it: a date is a table of one field for them, which they do not know.
#[test]
fn a_date_is_not_a_text_and_a_name_may_be_a_table() {
    let whole = |text: &str| {
        let text = format!("default_temperature = 0.7\n{text}");
        let config = parse(Syntax::Toml, &text).unwrap();
        let config = as_typed(Syntax::Toml, &text, &config);
        let faults = crate::config::typed::ZEROCLAW_FORK.faults(&config, Syntax::Toml);
        faults.iter().map(|it| format!("{}: {}", it.path, it.message)).collect::<Vec<_>>()
    };
    let text = "It is a date or a time, and has to be";
    for (config, wrong) in [
        ("api_key = 2026-01-01", vec![format!("api_key: {text} a text.")]),
        ("api_key = '2026-01-01'", vec![]),
        ("api_key = 'k' # 2026-01-01", vec![]),
        ("other = 07:30:00", vec![]),
        ("security = 2026-01-01", vec![]),
        ("observability = 2026-01-01", vec!["observability.backend: It is missing.".to_owned()]),
        (
            "[security.sandbox]\nbackend = { auto = {} }\nfirejail_args = ['a', 2026-01-01T00:00:00Z]",
            vec![format!("security.sandbox.firejail_args.1: {text} a text.")],
        ),
        (
            "[security.sandbox]\nbackend = { auto = { a = 1 } }",
            vec![
                "security.sandbox.backend: It is a group of settings, and has to be auto, landlock, \
                 firejail, bubblewrap, docker or none."
                    .to_owned(),
            ],
        ),
    ] {
        assert_eq!(whole(config), wrong, "{config}");
    }
}
