//! OpenClaw's plugins and gateway handlers, on the JavaScript runtime of this computer.

use super::*;
use tacklebox_machine::failure::Code;

impl Home {
    fn plugin(self, id: &str, body: &str) -> Self {
        let text = format!("export default function register(api) {{\n{body}\n}}\n");
        self.with(&format!(".openclaw/extensions/{id}/index.ts"), &text)
    }

    /// The runs of an event: who, what, and why.
    fn told(&self, request: &Request) -> Vec<(String, Verdict, String)> {
        let report = self.fire(AgentId::Openclaw, request).unwrap();
        let told = |run: crate::runtime::dispatch::FiredRun| {
            (run.hook, run.outcome, run.reason.unwrap_or_default())
        };
        report.fired.runs.into_iter().map(told).collect()
    }
}

fn with_data(key: &str, data: Value) -> Request {
    Request { data: Some(data), ..request(key) }
}

fn one(key: &str, id: &str) -> Request {
    Request { hook: Some(format!("openclaw/plugin/{id}")), ..request(key) }
}

fn told(who: &str, outcome: Verdict, why: &str) -> (String, Verdict, String) {
    (who.to_owned(), outcome, why.to_owned())
}

#[test]
fn hooks_of_plugins_are_called_lowest_priority_first_each_with_the_last_ones_change() {
    let home = Home::new()
        .plugin(
            "late",
            "api.registerHook({ event: 'before-tool-call', priority: 10, handler: (ctx) => ({ data: { ...ctx.data, seen: ctx.args.command } }) });",
        )
        .plugin(
            "early",
            "api.registerHook({ event: 'before-tool-call', priority: -1, handler: (ctx) => ({ data: { ...ctx.data, args: { command: 'set -e; ' + ctx.args.command } } }) });
             api.registerHook({ event: 'session-end', handler: () => { throw new Error('not this one'); } });",
        )
        .plugin("elsewhere", "api.registerHook({ event: 'session-end', handler: () => {} });");
    let data = json!({"toolName": "bash", "args": {"command": "ls"}});
    let report = home.fire(AgentId::Openclaw, &with_data("before-tool-call", data)).unwrap();
    assert_eq!(runs(&report), [("early", Verdict::Modify), ("late", Verdict::Modify)]);
    assert_eq!(report.ids, ["openclaw/plugin/early", "openclaw/plugin/late"]);
    assert_eq!(report.fired.data["seen"], "set -e; ls");
}

#[test]
fn a_plugin_that_stops_it_keeps_the_rest_from_being_called() {
    let home = Home::new()
        .plugin("a", "api.registerHook({ event: 'message-sending', handler: () => ({ block: true, reason: 'no' }) });")
        .plugin("b", "api.registerHook({ event: 'message-sending', handler: () => {} });");
    assert_eq!(
        home.told(&request("message-sending")),
        [
            told("a", Verdict::Block, "no"),
            told("b", Verdict::Skipped, "a stopped the event before"),
        ]
    );
    assert!(activity::list(&home.machine)[0].details.contains(&"a: stopped it".to_owned()));
}

#[test]
fn what_the_event_does_not_say_comes_from_the_agent_and_never_a_secret() {
    let home = Home::new()
        .with(
            ".openclaw/openclaw.json",
            "{agents: {defaults: {model: 'opus'}}, env: {A: 'hidden-a'}, channels: {telegram: {botToken: 'hidden-b'}}}",
        )
        .plugin("echo", "api.registerHook({ event: 'before-agent-start', handler: (ctx) => { console.log(JSON.stringify(ctx)); } });");
    let context = |request: &Request| -> Value {
        let report = home.fire(AgentId::Openclaw, request).unwrap();
        serde_json::from_str(&report.fired.runs[0].stdout).unwrap()
    };
    let text = |path: &str| json!(home.tmp.path().join(path));
    let filled = context(&with_data("before-agent-start", json!({"prompt": "hello"})));
    assert_eq!(filled["workspaceDir"], text(".openclaw/workspace"));
    assert_eq!(filled["agentDir"], text(".openclaw/agents/main/agent"));
    assert!(filled["runId"].as_str().unwrap().starts_with("run-"), "{filled}");
    assert_eq!(filled["config"]["agents"]["defaults"]["model"], "opus");
    assert!(!filled.to_string().contains("hidden"), "{filled}");
    assert_eq!(
        (&filled["event"], &filled["data"]),
        (&json!("before-agent-start"), &json!({"prompt": "hello"}))
    );
    let data = json!({"runId": "r1", "workspaceDir": "/w", "config": {"mine": 1}});
    let own = context(&with_data("before-agent-start", data));
    assert_eq!((&own["runId"], &own["workspaceDir"]), (&json!("r1"), &json!("/w")));
    assert_eq!(own["config"], json!({"mine": 1}));
}

#[test]
fn a_plugin_that_is_off_runs_only_where_it_is_named() {
    let home = Home::new()
        .with(".openclaw/openclaw.json", "{plugins: {entries: {quiet: {enabled: false}}}}")
        .plugin("quiet", "api.registerHook({ event: 'gateway-start', handler: () => {} });")
        .plugin("loud", "api.registerHook({ event: 'gateway-start', handler: () => {} });");
    assert_eq!(home.told(&request("gateway-start")), [told("loud", Verdict::Continue, "")]);
    assert_eq!(home.told(&one("gateway-start", "quiet")), [told("quiet", Verdict::Continue, "")]);
}

#[test]
fn a_plugin_that_cannot_be_used_fails_by_its_name_and_the_others_run() {
    let home = Home::new()
        .plugin("a-throws", "throw new Error('no licence');")
        .plugin("b-misspells", "api.registerHook({ event: 'mesage-sent', handler: () => {} }); api.registerHook({ event: 'message-sent', handler: () => {} });")
        .with(".openclaw/extensions/c-empty/readme.md", "")
        .plugin("d-well", "api.registerHook({ event: 'message-sent', handler: () => {} });");
    let all = home.told(&request("message-sent"));
    let who: Vec<_> = all.iter().map(|(who, outcome, _)| (who.as_str(), *outcome)).collect();
    assert_eq!(
        who,
        [
            ("a-throws", Verdict::Failed),
            ("b-misspells", Verdict::Continue),
            ("c-empty", Verdict::Failed),
            ("d-well", Verdict::Continue),
            ("b-misspells", Verdict::Failed),
        ]
    );
    assert!(all[0].2.starts_with("Error: no licence (index.ts:"), "{}", all[0].2);
    assert!(all[2].2.starts_with("It has no module"), "{}", all[2].2);
    assert_eq!(all[4].2, "OpenClaw has no event mesage-sent. Did you mean message-sent?");
}

#[test]
fn what_cannot_be_asked_of_a_plugin_says_why() {
    let home = Home::new()
        .plugin("own", "api.registerHook({ event: 'session-end', handler: () => {} });")
        .with(".openclaw/extensions/empty/readme.md", "");
    let refuse = |request: &Request| home.fire(AgentId::Openclaw, request).unwrap_err();
    assert_eq!(
        refuse(&one("session-start", "own")).to_string(),
        "own does not listen to session-start: it listens to session-end."
    );
    assert_eq!(
        refuse(&one("command:new", "own")).to_string(),
        "own does not listen to command:new: it listens to events of OpenClaw plugins."
    );
    assert_eq!(refuse(&one("session-end", "empty")).code(), Code::CannotRun);
    assert_eq!(refuse(&one("session-end", "lost")).code(), Code::NotFound);
}

#[test]
fn who_would_be_asked_is_said_without_running_a_plugin() {
    let home = Home::new().plugin("b", "require('node:fs').writeFileSync('/dev/null', '')").with(
        ".openclaw/extensions/a/index.js",
        "require('fs').writeFileSync(__dirname + '/ran', '');",
    );
    let (runner, inventory) = (Runner::new(&home.machine), home.inventory(AgentId::Openclaw));
    let report = would_fire(&runner, &home.machine, &inventory, &request("message-sent")).unwrap();
    assert_eq!(runs(&report), [("a", Verdict::WouldRun), ("b", Verdict::WouldRun)]);
    assert_eq!(
        report.fired.runs[0].reason.as_deref(),
        Some("whether it listens to message-sent is known once it ran")
    );
    assert!(!home.tmp.path().join(".openclaw/extensions/a/ran").exists());
}

#[tokio::test]
async fn a_hook_that_a_plugin_adds_while_it_runs_is_called_from_the_next_event_on() {
    let home = Home::new().plugin(
        "grows",
        "let told = false;
         api.registerHook({ event: 'session-start', handler: () => {
             if (!told) api.registerHook({ event: 'session-start', priority: 1, handler: () => console.log('added') });
             told = true;
         } });",
    );
    let runner = Runner::new(&home.machine);
    let mut counts = Vec::new();
    for _ in 0..3 {
        let report = home.fire_with(&runner, AgentId::Openclaw, &request("session-start")).await;
        counts.push(report.unwrap().fired.runs.len());
    }
    assert_eq!(counts, [1, 2, 2]);
}

#[tokio::test]
async fn a_plugin_whose_files_changed_is_loaded_anew() {
    let text = |word: &str| {
        format!(
            "import './part.ts'; export default (api) => api.registerHook({{ event: 'session-start', handler: () => console.log('{word}', globalThis.part) }});"
        )
    };
    let home = Home::new()
        .with(".openclaw/extensions/own/index.ts", &text("first"))
        .with(".openclaw/extensions/own/part.ts", "globalThis.part = 1;");
    let runner = Runner::new(&home.machine);
    let mut said = Vec::new();
    for (file, text) in
        [("other.md", "nothing to it".to_owned()), ("part.ts", "globalThis.part = 20;".to_owned())]
    {
        let report = home.fire_with(&runner, AgentId::Openclaw, &request("session-start")).await;
        said.push(report.unwrap().fired.runs[0].stdout.clone());
        std::fs::remove_file(home.tmp.path().join(".openclaw/extensions/own").join(file)).ok();
        home.write(&format!(".openclaw/extensions/own/{file}"), &text);
    }
    let report = home.fire_with(&runner, AgentId::Openclaw, &request("session-start")).await;
    said.push(report.unwrap().fired.runs[0].stdout.clone());
    assert_eq!(said, ["first 1\n", "first 1\n", "first 20\n"]);
}

#[test]
fn a_handler_of_the_gateway_changes_or_stops_what_happens() {
    let home = Home::new()
        .with(
            ".openclaw/openclaw.json",
            "{hooks: {handlers: [
                {event: 'before-tool-call', module: '~/.openclaw/hooks/own/guard.ts', export: 'guard', priority: 5},
                {event: 'before-tool-call', module: '~/.openclaw/hooks/own/flag.ts'},
            ]}}",
        )
        .with(".openclaw/hooks/own/flag.ts", "export default async ({ data }) => ({ data: { ...data, args: { command: 'set -e; ' + data.args.command } } });")
        .with(".openclaw/hooks/own/guard.ts", "export function guard(ctx: { args: { command: string } }) { return ctx.args.command.includes('rm') ? { block: true, reason: ctx.args.command } : undefined; }")
        .plugin("between", "api.registerHook({ event: 'before-tool-call', priority: 1, handler: () => {} });");
    let data = |command: &str| json!({"tool": "bash", "args": {"command": command}});
    let report = home.fire(AgentId::Openclaw, &with_data("before-tool-call", data("ls"))).unwrap();
    assert_eq!(
        runs(&report),
        [
            ("before-tool-call → flag.ts", Verdict::Modify),
            ("between", Verdict::Continue),
            ("before-tool-call → guard.ts", Verdict::Continue),
        ]
    );
    assert_eq!(report.fired.data["args"]["command"], "set -e; ls");
    let report =
        home.fire(AgentId::Openclaw, &with_data("before-tool-call", data("rm x"))).unwrap();
    assert_eq!(report.fired.outcome, Verdict::Block);
    assert_eq!(report.fired.reason.as_deref(), Some("set -e; rm x"));
}
