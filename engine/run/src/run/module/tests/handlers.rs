//! What a handler may be written in, what it gets, and what comes back.

use super::*;
use crate::run::module::Runtime;

on_each_runtime! {
    async fn gets_the_event_and_pushes_messages(home: &Home) {
        let ran = home.run("hook/handler.mjs", r#"
            export default async (event) => {
                event.messages.push("a", 1, { b: 2 });
                await null;
                event.messages.push([event.type, event.action, event.sessionKey, event.timestamp instanceof Date,
                    event.timestamp.toISOString(), event.context.userId].join(" "));
            };"#).await;
        assert_eq!(ran.answer, Answer::Continue);
        let told = "command new agent:main:main true 2026-03-01T10:00:00.000Z abc";
        assert_eq!(ran.messages, ["a", "1", "[object Object]", told], "and not what was there before");
    }

    async fn may_cut_a_text_inside_an_emoji(home: &Home) {
        let ran = home.run("hook/handler.mjs", r#"
            export default (event) => {
                event.messages.push("Hello \u{1F600}".slice(0, 7), "\u{1F600} whole", "\\ud83d \"quoted\" \\");
                event.context.cut = "\u{1F600}".slice(1);
            };"#).await;
        assert!(matches!(ran.answer, Answer::Modify(_)), "{}", stderr(&ran));
        assert_eq!(ran.messages, ["Hello \u{fffd}", "\u{1F600} whole", "\\ud83d \"quoted\" \\"]);
    }

    async fn may_be_typescript_as_people_write_it(home: &Home) {
        home.write("hook/util.ts", "export const greet = (name: string): string => `hello ${name}`;");
        home.write("hook/two.ts", "export const two: number = 2;");
        home.write("hook/dir/index.ts", "const three: number = 3; export default three;");
        home.write("hook/data.json", r#"{"k": 9}"#);
        home.write("hook/parts/late.ts", "export enum Late { X = 'late' }");
        home.write("shared/shared.ts", "import { two } from '../hook/two'; export const shared = two as number;");
        let ran = home.run("hook/handler.ts", r#"
            import type { HookEvent } from "milady/hooks/types";
            import { HookHandler } from "openclaw/hooks";
            import { type Other } from "not-installed-either";
            import { join } from "node:path";
            import fs from "fs";
            import { greet } from "./util";
            import { two } from "./two.js";
            import three from "./dir";
            import data from "./data.json";
            import { shared } from "../shared/shared";
            enum Mode { A = 1, B }
            const enum Fixed { C = 7 }
            namespace N { export const five = 5; }
            declare global { interface Foo { a: number } }
            abstract class Base<T> { constructor(protected readonly v: T) {} }
            class P extends Base<number> { get(): number { return this.v!; } }
            const cfg = { a: 1 } satisfies Record<string, number>;
            function over(a: string): void;
            function over(a: string) { return a; }
            const name = "late";
            const handler: HookHandler = async (event: HookEvent & Other) => {
                const late = await import(`./parts/${name}.ts`);
                event.messages.push(JSON.stringify([greet("you"), two, three, data.k, shared, Mode.B, Fixed.C, N.five,
                    new P(6).get(), cfg.a, <any>over("o"), late.Late.X, join("a", "b"), typeof fs.existsSync]));
                event.messages.push(typeof require("node:os").cpus, __dirname.split("/").pop()!, import.meta.url.split("/").pop()!);
            };
            export default handler;"#).await;
        assert_eq!(ran.answer, Answer::Continue, "{}", stderr(&ran));
        let values = r#"["hello you",2,3,9,2,2,7,5,6,1,"o","late","a/b","function"]"#;
        assert_eq!(ran.messages, [values, "function", "hook", "handler.ts"]);
    }

    async fn may_be_either_kind_of_javascript(home: &Home) {
        let cjs = home.run("cjs/handler.js",
            "const os = require('os'); module.exports = async (e) => { e.messages.push(typeof os.cpus + __dirname.split('/').pop()); };").await;
        assert_eq!(cjs.messages, ["functioncjs"], "{cjs:?}");
        let esm = home.run("esm/handler.js",
            "import os from 'os'; import { x } from './x.js'; export default (e) => { e.messages.push(typeof os.cpus + x); };").await;
        assert!(reason(&esm).contains("x.js"), "{esm:?}");
        home.write("esm/x.js", "export const x = 1;");
        let esm = home.call(&home.spec("esm/handler.js")).await;
        assert_eq!(esm.messages, ["function1"], "{esm:?}");
        let old = home.run("old/handler.ts",
            "const os = require('os'); const { x } = require('./x'); module.exports = (e: { messages: string[] }) => { e.messages.push(typeof os.cpus + x); };");
        home.write("old/x.ts", "exports.x = 3 as number;");
        let old = old.await;
        assert_eq!(old.messages, ["function3"], "{old:?}");
    }

    async fn finds_the_packages_of_its_own_folder(home: &Home) {
        home.write("hook/package.json", r#"{"dependencies": {"pkg": "1"}}"#);
        home.write("hook/node_modules/pkg/package.json", r#"{"name": "pkg", "version": "1.0.0", "main": "main.js"}"#);
        home.write("hook/node_modules/pkg/main.js", "exports.answer = 42;");
        let ran = home.run("hook/handler.ts",
            "import pkg from 'pkg'; export default (e: any) => { e.messages.push(pkg.answer); };").await;
        assert_eq!(ran.messages, ["42"], "{ran:?}");
        let ran = home.run("other/handler.ts", "import pkg from 'pkg'; export default () => pkg;").await;
        assert!(reason(&ran).contains("pkg"), "a package that is not there is not fetched: {ran:?}");
    }

    async fn may_have_a_named_export(home: &Home) {
        let mut spec = home.module("hook/handler.ts", "export function onEvent(e: any): void { e.messages.push('named'); }");
        spec.kind = ModuleKind::Handler { export: "onEvent".to_owned() };
        assert_eq!(home.call(&spec).await.messages, ["named"]);
        spec.kind = ModuleKind::Handler { export: "absent".to_owned() };
        let ran = home.call(&spec).await;
        assert_eq!(reason(&ran), "The module exports no function named \"absent\". It exports \"onEvent\".");
        let why = home.pool.seat(spec.clone()).load(LIMIT).await.unwrap_err();
        assert_eq!(reason(&why), reason(&ran), "and `check --load` says the same");
        spec.kind = ModuleKind::Handler { export: "onEvent".to_owned() };
        assert_eq!(home.pool.seat(spec.clone()).load(LIMIT).await, Ok(Vec::new()));
    }

    async fn changes_the_context(home: &Home) {
        let ran = home.run("hook/handler.mjs",
            "export default ({ context }) => { context.list.push(2); context.big = 3n; context.self = context; delete context.userId; };").await;
        assert_eq!(ran.answer, Answer::Modify(json!({"list": [1, 2], "big": "3", "self": "[Circular]"})));
        let ran = home.run("quiet/handler.mjs", "export default ({ context }) => { ({ ...context }).x = 1; return { block: true }; };").await;
        assert_eq!(ran.answer, Answer::Continue, "what it returns means nothing");
    }

    async fn has_the_environment_of_the_agent_and_its_own(home: &Home) {
        let mut spec = home.module("hook/handler.mjs",
            "import process from 'node:process'; export default (e) => { e.messages.push([process.env.AGENT_VAR, process.env.BOTH, process.env.OWN, process.cwd().split('/').pop(), process.argv.length].join(' ')); };");
        spec.env = vec![("OWN".into(), "mine".into()), ("BOTH".into(), "mine".into())];
        assert_eq!(home.call(&spec).await.messages, ["agent mine mine workspace 2"]);
        fs::remove_dir(&spec.cwd).unwrap();
        spec.env = Vec::new();
        assert_eq!(home.call(&spec).await.messages, ["agent agent  hook 2"], "another spec is another worker");
    }

    async fn what_it_writes_is_kept_by_run(home: &Home) {
        let spec = home.module("hook/handler.mjs", r#"
            import process from "node:process";
            import { execSync } from "node:child_process";
            console.log("loading");
            let n = 0;
            export default () => {
                n += 1;
                console.log("log", n); console.error("error", n); process.stdout.write("raw\n");
                execSync("echo child", { stdio: "inherit" });
            };"#);
        let first = home.call(&spec).await;
        assert_eq!((stdout(&first), stderr(&first)), ("loading\nlog 1\nraw\nchild\n", "error 1\n"));
        let second = home.call(&spec).await;
        assert_eq!((stdout(&second), stderr(&second)), ("log 2\nraw\nchild\n", "error 2\n"));
    }

    async fn shares_the_list_of_messages_with_those_before_it(home: &Home) {
        let mut event = event();
        event["messages"] = json!(["one", "two"]);
        for (body, left) in [
            ("m.messages.unshift('zero')", json!(["zero", "one", "two"])),
            ("m.messages.pop()", json!(["one"])),
            ("m.messages = ['mine', 4]", json!(["mine", "4"])),
            ("m.messages = ['mine', {a: 1}, null]", json!(["mine", "[object Object]", ""])),
            ("m.messages.length = 0", json!([])),
            ("m.messages = null", json!([])),
        ] {
            let spec = home.module("hook/handler.mjs", &format!("export default (m) => {{ {body}; }};"));
            let ran = home.pool.call(&spec, &event, LIMIT).await;
            assert_eq!(json!(ran.left.unwrap().messages), left, "{body}");
            home.pool.changed(&spec.dir);
        }
        // What is between is empty.
        let far = "export default (m) => { m.messages[3] = 'far'; };";
        let spec = home.module("hook/handler.mjs", far);
        assert_eq!(home.pool.call(&spec, &event, LIMIT).await.messages, ["", "far"]);
    }

    async fn what_it_did_before_it_threw_stays(home: &Home) {
        let ran = home.run("hook/handler.mjs",
            "export default async (m) => { m.messages.push('said'); m.context.done = true; throw new Error('late'); };").await;
        assert!(reason(&ran).starts_with("Error: late"), "{ran:?}");
        assert_eq!(ran.messages, ["said"]);
        assert_eq!(ran.left.unwrap().data.unwrap()["done"], true);
    }
}

/// As in the agent: the module's own export and no deeper, and nothing is read or found for the runtime.
#[tokio::test]
async fn a_runtime_that_is_left_alone_takes_what_the_agent_would() {
    for name in ["bun", "node"] {
        let home = Home::with(name);
        let runtime = home.pool.runtime().await.unwrap().clone();
        let alone = home.pool.on(Runtime { alone: true, ..runtime });
        let deeper = home.module("deeper/handler.cjs", "module.exports = { run: () => {} };");
        let wanted = ModuleSpec {
            kind: ModuleKind::Handler { export: "default".to_owned() },
            ..home.module("whole/handler.mjs", "export default { default: () => {} };")
        };
        let plain = home.module("plain/handler.mjs", "export default () => {};");
        assert_eq!(home.call(&wanted).await.answer, Answer::Continue, "{name}");
        for (spec, loads) in [(plain, true), (wanted, false), (deeper, false)] {
            let ran = alone.call(&spec, &event(), LIMIT).await;
            let why = format!("{name}: {ran:?}");
            assert_eq!(ran.answer == Answer::Continue, loads, "{why}");
            assert_eq!(why.contains("exports no function named"), !loads, "{why}");
        }
    }
    // Types are left out by newer ones alone, and a name without its ending by none.
    let home = Home::with("node");
    let runtime = home.pool.runtime().await.unwrap().clone();
    let alone = home.pool.on(Runtime { alone: true, ..runtime });
    home.write("short/one.mjs", "export const one = 1;");
    let short =
        home.module("short/handler.mjs", "import { one } from './one'; export default () => one;");
    assert_eq!(home.call(&short).await.answer, Answer::Continue);
    let ran = alone.call(&short, &event(), LIMIT).await;
    assert!(matches!(ran.answer, Answer::Failed(_)), "{ran:?}");
}
