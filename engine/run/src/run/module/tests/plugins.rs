//! OpenClaw's plugins: they register their hooks by themselves.

use super::*;
use crate::run::module::{PluginApi, PluginHook};

fn plugin(home: &Home, path: &str, text: &str) -> ModuleSpec {
    let mut spec = home.module(path, text);
    let plugin_config = json!({"level": 2});
    let api = PluginApi { id: "audit".to_owned(), config: json!({"agents": {}}), plugin_config };
    spec.kind = ModuleKind::Plugin(api);
    spec
}

async fn call(home: &Home, spec: &ModuleSpec, hook: &PluginHook) -> Answer {
    let context = json!({"runId": "r1", "toolName": "bash", "data": {"args": {"command": "ls"}}});
    home.pool.seat(spec.clone()).call(hook, &context, LIMIT).await.ran.answer
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
        let lost = PluginHook { event: "message-sent".into(), priority: 0.0, handle: 9 };
        assert!(matches!(call(home, &spec, &lost).await, Answer::Failed(why) if why.contains("not registered its hook for message-sent again")));
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
        let ran = home.pool.seat(spec.clone()).call(&hooks[0], &json!({}), LIMIT).await;
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
        let failed = seat.call(&hooks[0], &json!({}), LIMIT).await;
        assert_eq!((reason(&failed.ran), failed.hooks.unwrap().len()), ("Thrown: late", 3));
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(seat.call(&hooks[1], &json!({}), LIMIT).await.hooks.unwrap().len(), 4);
        assert_eq!(seat.call(&hooks[1], &json!({}), LIMIT).await.hooks, None);
    }

    async fn without_a_way_to_register_it_is_refused(home: &Home) {
        let spec = plugin(home, "plugin/index.mjs", "export const other = 1;");
        let why = home.pool.seat(spec.clone()).load(LIMIT).await.unwrap_err();
        assert_eq!(reason(&why), "The plugin exports neither a function \"register\" nor a default function.");
        let spec = plugin(home, "bad/index.mjs", "export default (api) => api.registerHook({ event: 'message-sent' });");
        let why = home.pool.seat(spec.clone()).load(LIMIT).await.unwrap_err();
        assert!(reason(&why).starts_with("TypeError: registerHook: message-sent has no handler function"), "{why:?}");
    }
}
