use super::beside::folder;
use super::*;

const MAIN: &str = "export default async () => {};\n";

/// What is said of a module: it loads, it does not for this reason, or nobody knows, for this one.
#[derive(Clone, Copy)]
pub(super) enum Said {
    Loads,
    Fails(&'static str),
    Open(&'static str),
}
use Said::{Fails, Loads, Open};

/// Each a handler, the files beside it, and what is said of it on bun and on Node.
pub(super) type Row<'a> = (&'a str, &'a [(&'a str, &'a str)], Said, Said);

pub(super) fn hold(rows: &[Row<'_>]) {
    let mut wrong = Vec::new();
    for (handler, files, bun, node) in rows {
        let main = if handler.contains("default") || handler.contains("module.exports") {
            ""
        } else {
            MAIN
        };
        let text = format!("{handler}\n{main}");
        for (by, said) in [(Modules::Whole, bun), (Modules::TypesLeftOut, node)] {
            let found = folder(&text, files, "default", by);
            let right = match (said, &found) {
                (Loads, Module::Loads) => true,
                (Fails(words), Module::Fails(why)) | (Open(words), Module::Doubtful(why)) => {
                    why.contains(words)
                }
                (Open(words), Module::Unknown) => words.is_empty(),
                _ => false,
            };
            if !right {
                wrong.push(format!("{by:?} {handler} {files:?}: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_name_that_a_part_of_the_runtime_lacks_is_not_known_to_load() {
    hold(&[
        ("import { readFile } from \"node:fs\"; readFile;", &[], Loads, Loads),
        ("import fs, * as all from \"fs\"; fs; all.nope;", &[], Loads, Loads),
        (
            "import { readFiel } from \"node:fs\"; readFiel;",
            &[],
            Open("readFiel from node:fs"),
            Open("in Node 26"),
        ),
        (
            "import { nope } from \"fs/promises\"; nope;",
            &[],
            Open("nope from fs/promises"),
            Open("nope"),
        ),
        // What is asked of all of a part, and is not there, is nothing.
        (
            "import os from \"node:os\"; const own = os.homeDir(); own;",
            &[],
            Open("homeDir of node:os"),
            Open("which Node 26"),
        ),
        (
            "import * as path from \"path\"; class Own extends path.posix.Nope {} Own; path.nope.x;",
            &[],
            Open("nope of path"),
            Open("nope of path"),
        ),
        (
            "import os from \"os\"; os.homedir(); os.nope?.x; os.constants.signals;",
            &[],
            Loads,
            Loads,
        ),
        ("import os from \"os\"; export const own = () => os.homeDir();", &[], Loads, Loads),
        // bun leaves out what is not used.
        ("import { nope } from \"fs\";", &[], Loads, Open("nope from fs")),
        ("export { nope } from \"fs\";", &[], Open("nope from fs"), Open("nope from fs")),
        ("import { exists } from \"node:fs/promises\"; exists;", &[], Loads, Open("exists")),
        (
            "import { addUncaughtExceptionCaptureCallback } from \"node:process\"; addUncaughtExceptionCaptureCallback;",
            &[],
            Open("addUncaughtExceptionCaptureCallback"),
            Loads,
        ),
        ("import \"node:nope\";", &[], Open("node:nope"), Open("node:nope")),
        ("import { isSea } from \"node:sea\"; isSea;", &[], Open("node:sea"), Loads),
        ("import { test } from \"node:test\"; test;", &[], Loads, Loads),
        (
            "import { test } from \"test\"; test;",
            &[],
            Fails("the package test"),
            Fails("the package test"),
        ),
        ("import a from \"_http_agent\"; a;", &[], Loads, Loads),
        ("import \"bun:nope\";", &[], Open("bun:nope"), Fails("which only bun has")),
        (
            "import { Nope } from \"bun:sqlite\"; Nope;",
            &[],
            Open("Nope from bun:sqlite"),
            Fails("only bun"),
        ),
        ("import { anything } from \"bun\"; anything;", &[], Loads, Fails("the package bun")),
        ("await import(\"node:nope\");", &[], Open("node:nope"), Open("node:nope")),
        (
            "require(\"node:nope\"); module.exports = () => {};",
            &[],
            Open("node:nope"),
            Open("node:nope"),
        ),
    ]);
}

#[test]
fn what_may_be_asked_for_is_told_where_it_is_not_there() {
    let made = "import { createRequire } from \"node:module\"; const require = createRequire(import.meta.url);";
    let made =
        |text: &str| -> &'static str { Box::leak(format!("{made} {text}").into_boxed_str()) };
    let waits = "await 1; export const a = 1;";
    hold(&[
        (made("require(\"./o.cjs\");"), &[], Fails("./o.cjs"), Fails("./o.cjs")),
        (made("require(\"not-there\");"), &[], Fails("not-there"), Fails("not-there")),
        (made("require(\"./o.cjs\");"), &[("hook/o.cjs", "")], Loads, Loads),
        (made("export default () => require(\"not-there\");"), &[], Loads, Loads),
        ("try { await import(\"./o.ts\"); } finally {}", &[], Open("./o.ts"), Open("./o.ts")),
        (
            "async function own() { return await import(\"./o.ts\"); } await own();",
            &[],
            Open("./o.ts"),
            Open("./o.ts"),
        ),
        ("async function own() { return await import(\"./o.ts\"); } own;", &[], Loads, Loads),
        ("if (process.env.X) await import(\"./o.ts\");", &[("hook/o.ts", "")], Loads, Loads),
        (
            "require(\"./o.mjs\"); module.exports = () => {};",
            &[("hook/o.mjs", waits)],
            Fails("waits for something"),
            Fails("waits for something"),
        ),
        (
            "import { a } from \"./o.ts\"; a;",
            &[
                ("hook/o.ts", "export * from \"./p.ts\"; export * from \"./q.ts\";"),
                ("hook/p.ts", "export const a = 1;"),
                ("hook/q.ts", "export const a = 2;"),
            ],
            Open(""),
            Open(""),
        ),
        (
            "import { a } from \"./o.ts\"; a;",
            &[("hook/o.ts", "export declare const a: number;")],
            Fails("no such export"),
            Fails("no such export"),
        ),
        ("import \"\";", &[], Fails("an empty text"), Fails("an empty text")),
        (
            "import { a } from \"./o.ts/\"; a;",
            &[("hook/o.ts", "export const a = 1;")],
            Open(""),
            Fails("no such file"),
        ),
        ("const a = typeof Bun === \"undefined\" ? 1 : Bun.version; a;", &[], Loads, Loads),
        ("if (process.env.X) { const a = Bun.version; a; }", &[], Loads, Open("it uses Bun")),
        (
            "const a = Bun.version; a;",
            &[],
            Loads,
            Fails("it uses Bun as soon as it is loaded, which Node does not have"),
        ),
        ("const a = localStorage; a;", &[], Open("which bun does not have"), Loads),
    ]);
}

#[test]
fn what_is_required_at_once_has_to_be_there() {
    let ask = "const a = require(\"./o\"); module.exports = () => a;";
    let name = "const a = require(\"./o.js\"); module.exports = () => a;";
    hold(&[
        (
            ask,
            &[],
            Fails("it requires ./o, and there is no such file"),
            Fails("there is no such file"),
        ),
        (
            "require(\"../gone\"); module.exports = () => {};",
            &[],
            Fails("../gone"),
            Fails("../gone"),
        ),
        (
            "require(\"./o/\"); module.exports = () => {};",
            &[("hook/o.js", "")],
            Fails("./o/"),
            Fails("./o/"),
        ),
        (ask, &[("hook/o.js", "module.exports = 1;")], Loads, Loads),
        (ask, &[("hook/o.json", "{}")], Loads, Loads),
        (ask, &[("hook/o/index.js", "module.exports = 1;")], Loads, Loads),
        (ask, &[("hook/o/package.json", r#"{"main": "x.js"}"#)], Loads, Loads),
        // Node leaves fewer endings out.
        (ask, &[("hook/o.ts", "module.exports = 1;")], Loads, Fails("./o")),
        (ask, &[("hook/o.mjs", "export const b = 1;")], Loads, Fails("./o")),
        (name, &[("hook/o.ts", "module.exports = 1;")], Loads, Fails("./o.js")),
        (
            name,
            &[("hook/o.js", "module.exports = ;")],
            Fails("cannot be read"),
            Fails("cannot be read"),
        ),
        (name, &[("hook/o.js", "throw new Error();")], Fails("throws"), Fails("throws")),
        (name, &[("hook/o.js", "require(\"./p\");")], Fails("./p"), Fails("./p")),
        (
            "const a = require(\"./o.json\"); module.exports = () => a;",
            &[("hook/o.json", "{")],
            Fails("not JSON"),
            Fails("not JSON"),
        ),
        (
            "require(\"./o?x\"); module.exports = () => {};",
            &[("hook/o.js", "")],
            Open(""),
            Fails("./o?x"),
        ),
        ("try { require(\"./o\"); } catch {} module.exports = () => {};", &[], Loads, Loads),
        ("module.exports = () => require(\"./o\");", &[], Loads, Loads),
        (
            "await import(\"./o.ts\");",
            &[("hook/o.ts", "export const a = ;")],
            Fails("cannot be read"),
            Fails("cannot be read"),
        ),
        (
            "await import(\"./o.ts\");",
            &[("hook/o.ts", "throw new Error(); export {};")],
            Fails("throws"),
            Fails("throws"),
        ),
    ]);
}

#[test]
fn types_alone_do_not_make_a_module_of_import_and_export() {
    hold(&[
        ("import type { A } from \"./o\"; module.exports = (a: A) => a;", &[], Loads, Loads),
        ("export type A = 1; module.exports = (a: A) => a;", &[], Fails("module"), Loads),
        (
            "import { A } from \"./o.ts\"; module.exports = (a: A) => a;",
            &[("hook/o.ts", "export const A = 1;")],
            Loads,
            Fails("module"),
        ),
        (
            "import fs from \"fs\"; fs; module.exports = () => fs;",
            &[],
            Fails("module"),
            Fails("module"),
        ),
        (
            "const main = require.main === module; export default () => main;",
            &[],
            Loads,
            Fails("require"),
        ),
        ("if (require.main === module) {} export default () => {};", &[], Loads, Fails("require")),
    ]);
}

#[test]
fn data_beside_a_module_has_to_be_of_its_kind() {
    let json = "import a from \"./a.json\" with { type: \"json\" }; a;";
    let toml = "import a from \"./a.toml\"; a;";
    hold(&[
        (json, &[("hook/a.json", "\u{feff}{}")], Loads, Loads),
        (json, &[("hook/a.json", "{\"a\": 1e999, \"b\": \"\\ud800\"}")], Loads, Loads),
        (json, &[("hook/a.json", "{")], Fails("not JSON"), Fails("not JSON")),
        (json, &[("hook/a.json", "// x\n{}")], Open(""), Fails("not JSON")),
        (
            "import { a } from \"./a.json\"; a;",
            &[("hook/a.json", "{\"a\": 1}")],
            Loads,
            Fails("with { type"),
        ),
        (
            "import { b } from \"./a.json\"; b;",
            &[("hook/a.json", "{\"a\": 1}")],
            Fails("no such export"),
            Fails("with { type"),
        ),
        (
            "import a from \"./a.json\" with { type: \"text\" }; a;",
            &[("hook/a.json", "{")],
            Loads,
            Open(""),
        ),
        (toml, &[("hook/a.toml", "a = 1\n")], Loads, Fails("no such file")),
        (toml, &[("hook/a.toml", "a = = 1\n")], Open(""), Fails("no such file")),
        (
            "import { b } from \"./a.toml\"; b;",
            &[("hook/a.toml", "a = 1\n")],
            Fails("no such export"),
            Fails("no such file"),
        ),
        (
            "import a from \"./a.json5\"; a;",
            &[("hook/a.json5", "{ a: 1 }")],
            Loads,
            Fails("no such file"),
        ),
        (
            "import a from \"./a.json5\"; a;",
            &[("hook/a.json5", "{")],
            Open(""),
            Fails("no such file"),
        ),
        (
            "import a from \"./a.yaml\"; a;",
            &[("hook/a.yaml", "a: [")],
            Open(""),
            Fails("no such file"),
        ),
        ("import a from \"./a.txt\"; a;", &[("hook/a.txt", "x")], Loads, Fails("no such file")),
        (
            "import { a } from \"./a.txt\"; a;",
            &[("hook/a.txt", "x")],
            Fails("no such export"),
            Fails("no such file"),
        ),
        (
            "import * as a from \"./a.wasm\"; a;",
            &[("hook/a.wasm", "no")],
            Loads,
            Fails("is not WebAssembly"),
        ),
        (
            "import * as a from \"./a.wasm\"; a;",
            &[("hook/a.wasm", "\0asm\u{1}\0\0\0")],
            Loads,
            Open(""),
        ),
        (
            "import a from \"./a.node\"; a;",
            &[("hook/a.node", "no")],
            Fails("is not a program for Node"),
            Fails("is not a program"),
        ),
        (
            "import a from \"./LICENSE\"; a;",
            &[("hook/LICENSE", "some words")],
            Open(""),
            Fails("cannot be read"),
        ),
    ]);
}
