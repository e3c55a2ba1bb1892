//! OpenClaw's plugins: they register hooks of their own.

use super::*;
use crate::run::module::{HookForm, PluginAbout, PluginApi, PluginHook};
use tacklebox_agents::dialect::sdk::Sdk;

fn plugin(home: &Home, path: &str, text: &str) -> ModuleSpec {
    let mut spec = home.module(path, text);
    let plugin_config = json!({"level": 2});
    let api = PluginApi {
        id: "audit".to_owned(),
        about: PluginAbout {
            name: "Audit".to_owned(),
            root_dir: home.dir.path().join("plugin"),
            agent_version: "2026.9.6".to_owned(),
            state_dir: "/state".into(),
            ..PluginAbout::default()
        },
        config: json!({"agents": {}}),
        plugin_config,
        shipped: false,
        registers: &["register", "activate"],
        sdk: Sdk::Unknown,
    };
    spec.kind = ModuleKind::Plugin(Box::new(api));
    spec
}

async fn call(home: &Home, spec: &ModuleSpec, hook: &PluginHook) -> Answer {
    let context = json!({"runId": "r1", "toolName": "bash", "data": {"args": {"command": "ls"}}});
    home.pool.seat(spec.clone()).call(hook, &context, false, LIMIT).await.ran.answer
}

on_each_runtime! {
    async fn registers_hooks_that_are_called_by_their_handle(home: &Home) {
        let spec = plugin(home, "plugin/index.ts", r#"
            import type { OpenClawPluginApi } from "openclaw/plugin-sdk";
            interface Data { args: { command: string } }
            export default function register(api: OpenClawPluginApi) {
                api.logger.info("loading", api.id);
                api.registerTool({ name: "other things are not ours" });
                api.registerHook({ event: "before-tool-call", priority: 5, handler: async (ctx: { data: Data, toolName: string }) =>
                    ({ data: { args: { command: ctx.toolName + " " + ctx.data.args.command } } }) });
                api.registerHook({ event: "before-tool-call", handler: (ctx: any) => ({ block: true, reason: "not " + ctx.event }) });
                api.registerHook({ event: "message-sent", handler: () => "nothing" });
            }"#);
        let hooks = home.pool.seat(spec.clone()).load(LIMIT).await.unwrap();
        let told: Vec<_> = hooks.iter().map(|it| (it.event.as_str(), it.priority, it.handle)).collect();
        assert_eq!(told, [("before-tool-call", 5.0, 0), ("before-tool-call", 0.0, 1), ("message-sent", 0.0, 2)]);
        assert_eq!(call(home, &spec, &hooks[0]).await, Answer::Modify(json!({"args": {"command": "bash ls"}})));
        assert_eq!(call(home, &spec, &hooks[1]).await, Answer::Block("not before-tool-call".into()));
        assert_eq!(call(home, &spec, &hooks[2]).await, Answer::Continue);
        let lost = PluginHook { handle: 9, ..PluginHook::of_gateway("message-sent") };
        assert!(matches!(call(home, &spec, &lost).await, Answer::Failed(why) if why.contains("not registered its hook for message-sent again")));
    }

    async fn registers_hooks_in_the_ways_of_shipped_agents(home: &Home) {
        let spec = plugin(home, "shipped/index.ts", r#"
            import { definePluginEntry, emptyPluginConfigSchema } from "openclaw/plugin-sdk/core";
            import type { Api } from "openclaw/plugin-sdk";
            export default definePluginEntry({
                id: "audit",
                configSchema: emptyPluginConfigSchema(),
                register(api: Api) {
                    api.on("before_tool_call", async (event: any, ctx: any) => event.params.command === "ls"
                        ? { block: true, blockReason: `no ${ctx.toolName}` } : undefined, { priority: 0.5 });
                    api.on("before_tool_call", (event: any) => ({ params: { ...event.params, safe: true } }));
                    api.registerHook(["command:new", "command:reset"], () => {}, { name: "x" });
                    api.registerTool({ name: "grep" });
                },
            });"#);
        let (hooks, others) = home.pool.seat(spec.clone()).registered(LIMIT).await.unwrap();
        let told: Vec<_> = hooks.iter().map(|it| (it.event.as_str(), it.priority, it.form)).collect();
        assert_eq!(told, [
            ("before_tool_call", 0.5, HookForm::Typed),
            ("before_tool_call", 0.0, HookForm::Typed),
            ("command:new", 0.0, HookForm::Internal),
            ("command:reset", 0.0, HookForm::Internal),
        ]);
        assert_eq!(others.iter().map(|it| format!("{} {}", it.call, it.name)).collect::<Vec<_>>(), ["registerTool grep"]);
        assert_eq!(call(home, &spec, &hooks[0]).await, Answer::Block("no bash".into()));
        let changed = json!({"args": {"command": "ls", "safe": true}});
        assert_eq!(call(home, &spec, &hooks[1]).await, Answer::Modify(changed));
    }

    async fn what_it_registers_besides_is_remembered_by_name(home: &Home) {
        let spec = plugin(home, "named/index.js", r#"export const register = (api) => {
            const factory = (ctx) => ({ name: "later" });
            api.registerTool(factory, { name: "tf" });
            api.registerTool(() => null, { names: ["n1", "n2"] });
            api.registerTool(function named() {});
            api.registerCli(({ program }) => {}, { commands: ["hello"], descriptors: [{ name: "bye" }] });
            api.registerGatewayMethod("x.y", function handler() {});
            api.registerHttpRoute({ path: "/h", handler() {} });
            api.registerChannel({ plugin: { id: "talk" } });
            api.registerService();
        };"#);
        let (_, others) = home.pool.seat(spec).registered(LIMIT).await.unwrap();
        let told: Vec<_> = others.iter().map(|it| format!("{} {}", it.call, it.name)).collect();
        assert_eq!(told, ["registerTool tf", "registerTool n1", "registerTool n2", "registerCli hello", "registerCli bye", "registerGatewayMethod x.y", "registerHttpRoute /h", "registerChannel talk"]);
    }

    async fn what_cannot_be_stood_in_for_fails_with_its_name(home: &Home) {
        let spec = plugin(home, "absent/index.js", r#"
            import { startChannel } from "openclaw/plugin-sdk/channels";
            export const activate = (api) => {
                if (api.config.never) startChannel();
                api.on("message_sent", () => api.runtime.system.enqueue("x"));
            };"#);
        let hooks = home.pool.seat(spec.clone()).load(LIMIT).await.unwrap();
        let Answer::Failed(why) = call(home, &spec, &hooks[0]).await else { panic!() };
        assert!(why.contains("api.runtime.system.enqueue"), "{why}");
        let spec = plugin(home, "early/index.js", r#"
            import { startChannel } from "openclaw/plugin-sdk/channels";
            export const register = () => startChannel();"#);
        let why = home.pool.seat(spec).load(LIMIT).await.unwrap_err();
        assert!(reason(&why).contains("openclaw/plugin-sdk/channels: startChannel"), "{why:?}");
    }

    async fn a_plugin_imports_what_its_version_exports(home: &Home) {
        let told = async |sdk: Sdk, file: &str, text: &str| {
            let mut spec = plugin(home, &format!("sdk-{sdk:?}/{file}"), text);
            if let ModuleKind::Plugin(api) = &mut spec.kind {
                (api.shipped, api.sdk) = (true, sdk);
            }
            match home.pool.seat(spec).load(LIMIT).await {
                Ok(hooks) => hooks.into_iter().map(|hook| hook.event).collect::<Vec<_>>().join(" "),
                Err(ran) => reason(&ran).to_owned(),
            }
        };
        // All of a part, also where none of it is named, and names that are words of the language.
        let whole = "import * as core from 'openclaw/plugin-sdk/plugin-entry';
            import { jsonResult } from '@openclaw/plugin-sdk/core';
            const entry = core.definePluginEntry({ register(api) { api.on(typeof jsonResult, () => {}); } });
            export default entry;";
        assert_eq!(told(Sdk::Nine, "whole.mjs", whole).await, "function");
        let word = "import { function as z } from 'openclaw/plugin-sdk/zod';
            export default { register(api) { api.on(typeof z, () => {}); } };";
        assert_eq!(told(Sdk::Seven, "word.js", word).await, "function");
        let calls = "import { createActionGate } from 'openclaw/plugin-sdk/core';
            export default { register() { createActionGate(); } };";
        let said = told(Sdk::Nine, "calls.js", calls).await;
        assert!(said.contains("openclaw/plugin-sdk/core: createActionGate"), "{said}");
        let lost = "import { nobody } from 'openclaw/plugin-sdk/plugin-entry';
            export default { register(api) { api.on(typeof nobody, () => {}); nobody(); } };";
        let said = told(Sdk::Nine, "lost.js", lost).await;
        assert!(said.contains("nobody") && said.contains("SyntaxError"), "{said}");
        for (sdk, file) in [(Sdk::Seven, "lost.js"), (Sdk::Nine, "lost.ts")] {
            let said = told(sdk, file, lost).await;
            assert!(said.contains("nobody is not a function"), "{said}");
        }
        let part = "import { x } from 'openclaw/plugin-sdk/nobody'; export default { register() { x; } };";
        let said = told(Sdk::Nine, "part.js", part).await;
        assert!(said.contains("openclaw/plugin-sdk/nobody"), "{said}");
    }

    async fn what_registers_is_looked_for_as_the_agent_does(home: &Home) {
        let today = |mut spec: ModuleSpec| {
            let ModuleKind::Plugin(api) = &mut spec.kind else { panic!() };
            (api.shipped, api.registers) = (true, &["register"]);
            spec
        };
        let only = r#"export default { activate(api) { api.on("message_sent", () => {}); } };"#;
        let only = plugin(home, "only/index.js", only);
        assert_eq!(home.pool.seat(only.clone()).load(LIMIT).await.unwrap().len(), 1);
        let why = home.pool.seat(today(only)).load(LIMIT).await.unwrap_err();
        assert_eq!(reason(&why), "The plugin exports neither a function \"register\" nor a default function. It has \"activate\", which this version of the agent does not call.");

        let late = "export const register = async (api) => { api.on('message_sent', () => {}); };";
        let late = plugin(home, "late/index.js", late);
        assert_eq!(home.pool.seat(late.clone()).load(LIMIT).await.unwrap().len(), 1);
        let why = home.pool.seat(today(late)).load(LIMIT).await.unwrap_err();
        assert_eq!(reason(&why), "The plugin's register function is asynchronous. The agent does not load it: it must be synchronous.");

        // The default export before the module's own functions, and a function that is called bare.
        let both = plugin(home, "both/index.js", r#"
            export const register = (api) => api.on("message_sent", () => {});
            export default { default: { id: "audit", register(api) {
                api.on(this === undefined ? "session_start" : "session_end", () => {});
            } } };"#);
        let hooks = home.pool.seat(today(both)).load(LIMIT).await.unwrap();
        assert_eq!(hooks.iter().map(|it| it.event.as_str()).collect::<Vec<_>>(), ["session_start"]);
    }

    async fn a_plugin_under_another_name_is_not_loaded(home: &Home) {
        let spec = plugin(home, "other/index.js", r#"export default { id: "else", register() {} };"#);
        let why = home.pool.seat(spec).load(LIMIT).await.unwrap_err();
        assert!(reason(&why).contains("calls itself \"else\""), "{why:?}");
    }

    async fn a_gateway_handler_is_called_as_a_plugins_hook_is(home: &Home) {
        let mut spec = home.module("gateway/handler.ts", r#"
            export const guard = async (ctx: { toolName: string; event: string; data: any }) =>
                ctx.data.args.command === "ls" ? { block: true, reason: `no ${ctx.toolName} ${ctx.event}` } : undefined;
            export default () => ({ data: "the wrong one" });"#);
        let gateway = |export: &str| ModuleKind::Gateway { event: "before-tool-call".into(), export: export.into() };
        spec.kind = gateway("guard");
        let hook = PluginHook::of_gateway("before-tool-call");
        assert_eq!(home.pool.seat(spec.clone()).load(LIMIT).await, Ok(vec![hook.clone()]));
        assert_eq!(call(home, &spec, &hook).await, Answer::Block("no bash before-tool-call".into()));
        spec.kind = gateway("lost");
        let why = home.pool.seat(spec.clone()).load(LIMIT).await.unwrap_err();
        assert!(reason(&why).starts_with("The module exports no function named \"lost\"."), "{why:?}");
    }

    async fn registers_further_hooks_while_it_runs(home: &Home) {
        let spec = plugin(home, "plugin/index.js", r#"
            exports.register = async (api) => {
                await null;
                api.registerHook({ event: "session-start", handler: () => {
                    api.registerHook({ event: "session-end", handler: () => {}, priority: 9 });
                } });
            };"#);
        let hooks = home.pool.seat(spec.clone()).load(LIMIT).await.unwrap();
        assert_eq!(hooks.len(), 1);
        let ran = home.pool.seat(spec.clone()).call(&hooks[0], &json!({}), false, LIMIT).await;
        let all = ran.hooks.unwrap();
        assert_eq!((all.len(), all[1].event.as_str(), all[1].priority), (2, "session-end", 9.0));
        assert_eq!(home.pool.seat(spec.clone()).load(LIMIT).await, Ok(all));
    }

    async fn finds_its_settings_in_the_api(home: &Home) {
        let spec = plugin(home, "plugin/index.ts", r#"
            export default (api) => {
                const told = JSON.stringify([api.id, api.config, api.pluginConfig]);
                api.registerHook({ event: "session-end", handler: () => { throw told; } });
            };"#);
        let hooks = home.pool.seat(spec.clone()).load(LIMIT).await.unwrap();
        let told = r#"Thrown: ["audit",{"agents":{}},{"level":2}]"#;
        assert_eq!(call(home, &spec, &hooks[0]).await, Answer::Failed(told.into()));
    }

    async fn a_hook_that_is_added_by_a_call_that_fails_or_by_none_counts_too(home: &Home) {
        let spec = plugin(home, "plugin/index.ts", r#"
            export default (api) => {
                const add = () => api.registerHook({ event: "session-end", handler: () => {} });
                api.registerHook({ event: "session-start", handler: () => { add(); setTimeout(add, 1); throw "late"; } });
                api.registerHook({ event: "message-sent", handler: () => {} });
            };"#);
        let seat = home.pool.seat(spec);
        let hooks = seat.load(LIMIT).await.unwrap();
        let failed = seat.call(&hooks[0], &json!({}), false, LIMIT).await;
        assert_eq!((reason(&failed.ran), failed.hooks.unwrap().len()), ("Thrown: late", 3));
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(seat.call(&hooks[1], &json!({}), false, LIMIT).await.hooks.unwrap().len(), 4);
        assert_eq!(seat.call(&hooks[1], &json!({}), false, LIMIT).await.hooks, None);
    }

    async fn without_a_way_to_register_it_is_refused(home: &Home) {
        let spec = plugin(home, "plugin/index.mjs", "export const other = 1;");
        let why = home.pool.seat(spec.clone()).load(LIMIT).await.unwrap_err();
        assert_eq!(reason(&why), "The plugin exports neither a function \"register\" or \"activate\" nor a default function.");
        let spec = plugin(home, "bad/index.mjs", "export default (api) => api.registerHook({ event: 'message-sent' });");
        let why = home.pool.seat(spec.clone()).load(LIMIT).await.unwrap_err();
        assert!(reason(&why).starts_with("TypeError: registerHook: message-sent has no handler function"), "{why:?}");
    }

    async fn two_handlers_of_one_plugin_run_at_the_same_time_each_in_its_own(home: &Home) {
        let spec = plugin(home, "pair/index.mjs", r#"
            let come = 0, go;
            const both = new Promise((done) => { go = done; });
            const meet = async (wait) => { come += 1; if (come === 2) go(); await both; await new Promise((done) => setTimeout(done, wait)); };
            export default (api) => {
                api.on("message_sent", () => meet(0));
                api.on("message_sent", () => meet(300));
            };"#);
        let seat = home.pool.seat(spec);
        let hooks = seat.load(LIMIT).await.unwrap();
        let context = json!({"data": {}});
        let (fast, slow) = tokio::join!(
            seat.call(&hooks[0], &context, true, LIMIT),
            seat.call(&hooks[1], &context, true, LIMIT),
        );
        let (fast, slow) = (fast.ran, slow.ran);
        assert!(matches!((&fast.answer, &slow.answer), (Answer::Returned(_), Answer::Returned(_))), "{fast:?} {slow:?}");
        assert!(fast.took.unwrap() < slow.took.unwrap(), "a handler's time is its own");
    }

    async fn one_that_never_answers_costs_its_own_run_and_then_its_worker(home: &Home) {
        let spec = plugin(home, "hangs/index.mjs", r#"
            export default (api) => {
                api.on("message_sent", () => new Promise(() => {}), { timeoutMs: 20.5, matcher: ["Exec "] });
                api.on("message_sent", () => ({ pid: process.pid }));
            };"#);
        let seat = home.pool.seat(spec);
        let hooks = seat.load(LIMIT).await.unwrap();
        assert_eq!(hooks[0].limit, Some(Duration::from_millis(20)));
        assert_eq!(hooks[0].tools, Some(vec!["exec".to_owned()]));
        let context = json!({"data": {}});
        let pid = |ran: Ran| match ran.answer {
            Answer::Returned(it) => it.value.unwrap()["pid"].as_u64().unwrap(),
            other => panic!("{other:?}"),
        };
        let (hangs, well) = tokio::join!(
            seat.call(&hooks[0], &context, true, Duration::from_millis(20)),
            seat.call(&hooks[1], &context, true, LIMIT),
        );
        assert!(matches!(hangs.ran.answer, Answer::TimedOut(_)));
        let first = pid(well.ran);
        assert_ne!(pid(seat.call(&hooks[1], &context, true, LIMIT).await.ran), first);
    }

    async fn a_shipped_agent_gets_what_a_handler_returned_as_it_is(home: &Home) {
        let mut spec = plugin(home, "raw/index.mjs", r#"
            export default (api) => {
                api.on("before_tool_call", (event) => { event.params.command = "changed"; });
                api.on("before_tool_call", async () => null);
                api.on("before_tool_call", () => ({ block: true, n: 1n }));
            };"#);
        if let ModuleKind::Plugin(api) = &mut spec.kind { api.shipped = true; }
        let seat = home.pool.seat(spec);
        let hooks = seat.load(LIMIT).await.unwrap();
        let context = json!({"runId": "r", "data": {"tool": "exec", "args": {"command": "ls"}}});
        let mut all = Vec::new();
        for hook in &hooks {
            let Answer::Returned(it) = seat.call(hook, &context, true, LIMIT).await.ran.answer else { panic!() };
            all.push((it.value, it.promise, it.left));
        }
        let left = json!({"tool": "exec", "args": {"command": "changed"}});
        assert_eq!(all, [
            (None, false, Some(left)),
            (Some(Value::Null), true, None),
            (Some(json!({"block": true, "n": "1"})), false, None),
        ]);
    }

    async fn a_shipped_agent_says_in_its_api_who_and_where_a_plugin_is(home: &Home) {
        let mut spec = plugin(home, "plugin/index.mjs", r#"export default (api) => {
            const { name, rootDir, registrationMode, runtime } = api;
            const parts = [name, rootDir === api.resolvePath("."), api.resolvePath("~/x").endsWith("/x"), registrationMode, runtime.version,
                runtime.config.current() === api.config, runtime.state.resolveStateDir(), typeof runtime.logging.getChildLogger({}).info, api.madeUp?.(), typeof api.regsterTool];
            api.agent.events.registerAgentEventSubscription({ id: "events" });
            api.lifecycle.registerRuntimeLifecycle({ id: "ends" });
            api.session.state.registerSessionExtension({ id: "more" });
            api.on("session_start", () => ({ parts }));
            setTimeout(() => api.on("session_end", () => {}), 0);
            try { api.runContext.setRunContext({}); } catch (error) { api.registerTool({ name: error.message }); }
        };"#);
        if let ModuleKind::Plugin(api) = &mut spec.kind { api.shipped = true; }
        let seat = home.pool.seat(spec);
        let (hooks, others) = seat.registered(LIMIT).await.unwrap();
        let told: Vec<_> = others.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(told, ["events", "ends", "more", "The plugin calls api.runContext.setRunContext, which only a running agent has."]);
        tokio::time::sleep(Duration::from_millis(50)).await;
        let ran = seat.call(&hooks[0], &json!({"data": {}}), true, LIMIT).await;
        assert_eq!(ran.hooks, None, "it takes nothing after the plugin was loaded");
        let Answer::Returned(it) = ran.ran.answer else { panic!("{:?}", ran.ran) };
        let parts = json!(["Audit", true, true, "full", "2026.9.6", true, "/state", "function", null, "undefined"]);
        assert_eq!(it.value.unwrap()["parts"], parts);
    }

    async fn what_is_changed_in_place_and_not_returned_is_said(home: &Home) {
        let spec = plugin(home, "plugin/index.js", r#"exports.register = (api) => {
            const hook = (handler) => api.registerHook({ event: "before-tool-call", handler });
            hook((ctx) => { ctx.data.args.command = "changed"; });
            hook((ctx) => { ctx.toolName = "other"; });
            hook((ctx) => { ctx.data.args.command = "changed"; return { data: ctx.data }; });
            hook(() => {});
        };"#);
        let seat = home.pool.seat(spec);
        let hooks = seat.load(LIMIT).await.unwrap();
        let context = json!({"toolName": "bash", "data": {"args": {"command": "ls"}}});
        let mut said = Vec::new();
        for hook in &hooks {
            let ran = seat.call(hook, &context, false, LIMIT).await.ran;
            said.push((ran.answer == Answer::Continue, ran.aside.is_some_and(|why| why.contains("only what it returns counts"))));
        }
        assert_eq!(said, [(true, true), (true, true), (false, false), (true, false)]);
    }

    async fn a_shipped_agent_does_not_load_a_hook_without_a_name(home: &Home) {
        for call in ["{ event: 'before-tool-call', handler: () => {} }", "'command:new', () => {}, {}"] {
            let mut spec = plugin(home, "nameless/index.mjs", &format!("export default (api) => api.registerHook({call});"));
            if let ModuleKind::Plugin(api) = &mut spec.kind { api.shipped = true; }
            let why = home.pool.seat(spec).load(LIMIT).await.unwrap_err();
            assert!(reason(&why).contains("hook registration missing name"), "{why:?}");
        }
    }

    async fn a_shipped_agent_goes_on_after_a_network_that_is_not_there(home: &Home) {
        let lost = r#"new TypeError("fetch failed"), {cause: {code: "ENOTFOUND"}}"#;
        let others = [r#"new Error("lost")"#, r#"new Error("fetch failed"), {code: "MISSING_API_KEY"}"#];
        for (error, ships) in [(lost, true), (lost, false), (others[0], true), (others[1], true)] {
            let text = format!("export default (api) => {{ const lose = () => void Promise.reject(Object.assign({error}));
                api.on('session_start', () => {{ lose(); return {{ n: 1 }}; }}); if (api.config.agents) lose(); }};");
            let mut spec = plugin(home, &format!("lost{ships}{}/index.mjs", error.len()), &text);
            if let ModuleKind::Plugin(api) = &mut spec.kind { api.shipped = ships; }
            spec.goes_on = ships;
            let seat = home.pool.seat(spec);
            let hooks = seat.load(LIMIT).await;
            assert_eq!(hooks.is_ok(), (error, ships) == (lost, true), "{hooks:?}");
            let Ok(hooks) = hooks else { continue };
            let ran = seat.call(&hooks[0], &json!({"data": {}}), true, LIMIT).await.ran;
            assert!(matches!(ran.answer, Answer::Returned(_)), "{ran:?}");
            assert!(stderr(&ran).contains("OpenClaw goes on after this: TypeError: fetch failed (ENOTFOUND)"), "{ran:?}");
        }
    }
}
