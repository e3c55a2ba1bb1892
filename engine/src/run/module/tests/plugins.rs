//! OpenClaw's plugins: they register their hooks by themselves.

use super::*;
use crate::run::module::PluginHook;

fn plugin(home: &Home, path: &str, text: &str) -> ModuleSpec {
    let mut spec = home.module(path, text);
    spec.kind = ModuleKind::Plugin { id: "audit".to_owned() };
    spec
}

async fn call(home: &Home, spec: &ModuleSpec, hook: &PluginHook) -> Answer {
    let context = json!({"runId": "r1", "toolName": "bash", "data": {"args": {"command": "ls"}}});
    home.pool.call_plugin(spec, hook, &context, LIMIT).await.ran.answer
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
        let hooks = home.pool.load(&spec, LIMIT).await.unwrap();
        let told: Vec<_> = hooks.iter().map(|it| (it.event.as_str(), it.priority, it.handle)).collect();
        assert_eq!(told, [("before-tool-call", 5.0, 0), ("before-tool-call", 0.0, 1), ("message-sent", 0.0, 2)]);
        assert_eq!(call(home, &spec, &hooks[0]).await, Answer::Modify(json!({"args": {"command": "bash ls"}})));
        assert_eq!(call(home, &spec, &hooks[1]).await, Answer::Block("not before-tool-call".into()));
        assert_eq!(call(home, &spec, &hooks[2]).await, Answer::Continue);
        let lost = PluginHook { event: "message-sent".into(), priority: 0.0, handle: 9 };
        assert!(matches!(call(home, &spec, &lost).await, Answer::Failed(why) if why.contains("message-sent any more")));
    }

    async fn a_gateway_handler_is_called_as_a_plugins_hook_is(home: &Home) {
        let mut spec = home.module("gateway/handler.ts", r#"
            export const guard = async (ctx: { toolName: string; event: string; data: any }) =>
                ctx.data.args.command === "ls" ? { block: true, reason: `no ${ctx.toolName} ${ctx.event}` } : undefined;
            export default () => ({ data: "the wrong one" });"#);
        let gateway = |export: &str| ModuleKind::Gateway { event: "before-tool-call".into(), export: export.into() };
        spec.kind = gateway("guard");
        let hook = PluginHook::of_gateway("before-tool-call");
        assert_eq!(home.pool.load(&spec, LIMIT).await, Ok(vec![hook.clone()]));
        assert_eq!(call(home, &spec, &hook).await, Answer::Block("no bash before-tool-call".into()));
        spec.kind = gateway("lost");
        let why = home.pool.load(&spec, LIMIT).await.unwrap_err();
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
        let hooks = home.pool.load(&spec, LIMIT).await.unwrap();
        assert_eq!(hooks.len(), 1);
        let ran = home.pool.call_plugin(&spec, &hooks[0], &json!({}), LIMIT).await;
        let all = ran.hooks.unwrap();
        assert_eq!((all.len(), all[1].event.as_str(), all[1].priority), (2, "session-end", 9.0));
        assert_eq!(home.pool.load(&spec, LIMIT).await, Ok(all));
    }

    async fn without_a_way_to_register_it_is_refused(home: &Home) {
        let spec = plugin(home, "plugin/index.mjs", "export const other = 1;");
        let why = home.pool.load(&spec, LIMIT).await.unwrap_err();
        assert_eq!(reason(&why), "The plugin exports neither a function \"register\" nor a default function.");
        let spec = plugin(home, "bad/index.mjs", "export default (api) => api.registerHook({ event: 'message-sent' });");
        let why = home.pool.load(&spec, LIMIT).await.unwrap_err();
        assert!(reason(&why).starts_with("TypeError: registerHook: message-sent has no handler function"), "{why:?}");
    }
}
