use std::collections::BTreeMap;
use std::path::Path;

use super::*;

/// A module, and who loads it: `tests/agents` asks them again.
#[derive(Deserialize)]
struct Asked {
    text: String,
    bun: bool,
    node: bool,
}

/// A module that loads in one place, and not in another where `said` is there: `tests/agents` asks the runtimes.
#[derive(Deserialize)]
struct Depends {
    text: String,
    said: Option<String>,
}

#[test]
fn who_holds_a_rule_of_the_language_is_known_kind_by_kind() {
    let rows = include_str!("../../../../tests/agents/early.json");
    let rows: BTreeMap<String, Asked> = serde_json::from_str(rows).unwrap();
    let mut wrong = Vec::new();
    for (name, Asked { text, bun, node }) in &rows {
        let facts = facts(Path::new(name), text).unwrap();
        let [by_bun, by_node] = refused(&facts);
        // Nobody knows whether it is a function.
        let unknown = facts.exports.contains(&("default".to_owned(), Kind::Unknown));
        let refused = [("bun", *bun, by_bun), ("node", *node, by_node)];
        for (by, loads, refused) in refused {
            let lacks = &facts.early.lacks;
            let lacks = if by == "bun" { &lacks.bun } else { &lacks.node };
            match (loads, refused) {
                (true, true) => wrong.push(format!("{by} loads {name}: {facts:?}")),
                (false, false)
                    if !facts.early.doubt
                        && lacks.is_none()
                        && facts.depends.is_none()
                        && !unknown =>
                {
                    wrong.push(format!("{by} does not load {name}"));
                }
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_it_may_fail_with_when_it_is_loaded_is_told_with_its_line() {
    let rows = include_str!("../../../../tests/agents/depends.json");
    let rows: BTreeMap<String, Depends> = serde_json::from_str(rows).unwrap();
    for (name, Depends { text, said }) in &rows {
        let facts = facts(Path::new("handler.ts"), text).unwrap();
        assert_eq!(&facts.depends, said, "{name}");
        assert!(!facts.early.doubt, "{name}");
    }
}

#[test]
fn an_exit_ends_the_program_where_it_is_the_real_one() {
    for (text, fate) in [
        ("process.exit(1);", Some(Fate::Exits)),
        ("import process from 'node:process';\nprocess.exit(1);", Some(Fate::Exits)),
        ("const process = { exit() {} };\nprocess.exit();", None),
        ("process.exit = () => {};\nprocess.exit();", None),
    ] {
        let text = format!("{text}\nexport default async () => {{}};\n");
        assert_eq!(facts(Path::new("handler.js"), &text).unwrap().fate, fate, "{text}");
    }
}

#[test]
fn what_waits_for_a_promise_that_nothing_settles_never_loads() {
    for (text, fate) in [
        ("await new Promise(() => {});", Some(Fate::Waits)),
        ("await new Promise<void>((_done) => {});", Some(Fate::Waits)),
        ("void 0; (await (new Promise(function () {})));", Some(Fate::Waits)),
        ("await new Promise(() => {});\nthrow new Error('x');", Some(Fate::Waits)),
        ("throw new Error('x');\nawait new Promise(() => {});", Some(Fate::Throws)),
        ("const x = null;\nx.y;\nawait new Promise(() => {});", Some(Fate::Throws)),
        ("new Promise(() => {});", None),
        ("await new Promise((done) => done());", None),
        ("await new Promise((done) => { setTimeout(done, 5); });", None),
        ("class Promise { constructor(_: () => void) {} }\nawait new Promise(() => {});", None),
        ("if (await own()) await new Promise(() => {});", None),
        ("async function own() { await new Promise(() => {}); }", None),
    ] {
        let text = format!("{text}\nexport default async () => {{}};\n");
        assert_eq!(facts(Path::new("handler.ts"), &text).unwrap().fate, fate, "{text}");
    }
}

#[test]
fn what_is_below_an_exit_hides_it_from_nobody() {
    let text = "process.exit(1);\nconst x = a; const a = 1;\nexport default async () => {};\n";
    let facts = facts(Path::new("exit.ts"), text).unwrap();
    assert_eq!(
        (facts.fate, &facts.early.bun, &facts.early.node),
        (Some(Fate::Exits), &None, &None)
    );
}

#[test]
fn types_in_a_file_without_an_ending_are_for_bun_alone() {
    let text = "export default async (event: unknown) => { console.log(event); };\n";
    let facts = facts(Path::new("handler"), text).unwrap();
    assert_eq!((facts.syntax, facts.early.doubt), (None, true));
    assert!(facts.early.node.is_some());
}

/// What the runtimes make of such modules is asked of them (`value-…` in `early.json`); here is what is said.
#[test]
fn a_value_that_is_used_for_what_it_is_not_is_told_with_its_line() {
    for (text, said) in [
        ("const x = null;\nx.y;", Some("x is nothing (line 2)")),
        ("let x;\nx();", Some("x is nothing (line 2)")),
        ("const x = null;\nif (own()) x.y;", Some("x may be nothing (line 2)")),
        ("const x = {};\nx.y();", Some("x.y may be nothing (line 2)")),
        ("const x = 5;\nx();", Some("x is not a function (line 2)")),
        ("const { a } = {};\na.b;", Some("a may be nothing (line 2)")),
        ("Math.nope();", Some("Math.nope may fail (line 1)")),
        ("fetchAll('sk-secret'.match(/x/)[0]);", Some("something may be nothing (line 1)")),
        ("for (;;) {}", Some("it may never end (line 1)")),
        ("function f() { f(); }\nf();", Some("it may never end (line 1)")),
        ("const o = { get a() { throw 1; } };\no.a;", Some("it may throw an error (line 1)")),
        ("const all = [() => { throw 1; }];\nall[0]();", Some("it may throw an error (line 1)")),
        ("class A { a() { throw 1; } }\nnew A().a();", Some("it may throw an error (line 1)")),
        ("class A { @own m() {} }", Some("@own may fail (line 1)")),
        // Somebody else may have put it there, or it is asked for first.
        ("const x = {};\nfill(x);\nx.y.z;", None),
        ("const x = {};\nx.y = {};\nx.y.z;", None),
        ("const x = [];\nx.push('a');\nx[0].length;", None),
        ("let x = null;\nx = own();\nx.y;", None),
        ("const x = null;\nx?.y;", None),
        ("try { null.x; } catch {}", None),
        ("for (;;) { if (own()) break; }", None),
        ("function f(n) { if (n > 0) f(n - 1); }\nf(3);", None),
        ("const o = { get a() { throw 1; } };", None),
        ("const re = new RegExp('^a+$', 'i');", None),
        ("const at = new URL('https://example.com/a?b#c');", None),
    ] {
        let text = format!("{text}\nexport default async () => {{}};\n");
        let facts = facts(Path::new("handler.js"), &text).unwrap();
        assert_eq!(facts.fails.or(facts.depends).as_deref(), said, "{text}");
    }
}

/// As OpenClaw 2026.9.6 was seen to end for each of the first, and not for the others: an error that comes later, and
/// to which nobody listens, ends Node.
#[test]
fn what_may_have_an_error_later_that_nobody_listens_to_is_told() {
    let spawn = "import { spawn } from 'node:child_process';\n";
    let fs = "const fs = require('fs');\n";
    for (text, said) in [
        (format!("{spawn}spawn('afplay');"), Some("spawn may fail (line 2)")),
        (format!("{fs}fs.createWriteStream('/x/y');"), Some("createWriteStream may fail (line 2)")),
        (
            "import * as net from 'net';\nconst to = net.connect(1, '127.0.0.1');".to_owned(),
            Some("connect may fail (line 2)"),
        ),
        (
            "import http from 'node:http';\nhttp.get('http://127.0.0.1:1/');".to_owned(),
            Some("get may fail (line 2)"),
        ),
        (
            "import { Worker } from 'node:worker_threads';\nnew Worker('./nope.js');".to_owned(),
            Some("Worker may fail (line 2)"),
        ),
        ("JSON.parse('{\"a\": 1,}');".to_owned(), Some("parse may fail (line 1)")),
        ("JSON.parse(`{\"a\": 1}`);".to_owned(), None),
        (format!("{spawn}spawn('afplay').on('error', () => {{}});"), None),
        // This one throws, whoever listens.
        (
            format!("{fs}fs.watch('/nope').on('error', () => {{}});"),
            Some("watch may fail (line 2)"),
        ),
        (format!("{spawn}export const play = () => spawn('afplay');"), None),
        ("const net = { connect() {} };\nnet.connect(1);".to_owned(), None),
    ] {
        let text = format!("{text}\nexport default async () => {{}};\n");
        let facts = facts(Path::new("handler.mts"), &text).unwrap();
        assert_eq!(facts.fails.or(facts.depends).as_deref(), said, "{text}");
    }
}

/// It would be called broken, and it loads.
#[test]
fn what_an_object_holds_may_have_been_changed_through_itself() {
    for text in [
        "const o = { all: null, fill() { this.all = []; } };\no.fill();\no.all.length;",
        "const o = { all: [] };\no.all.push({ a: 1 });\no.all[0].a;",
        "const o = { own: {} };\no.own.a = { b: 1 };\no.own.a.b;",
        "const o = { run: 5, fill() { this.run = () => {}; } };\no.fill();\no.run();",
        "const o = { run: {}, fill() { this.run = () => {}; } };\no.fill();\nconst { run } = o;\nrun();",
    ] {
        let text = format!("{text}\nexport default async () => {{}};\n");
        let facts = facts(Path::new("handler.js"), &text).unwrap();
        assert_eq!((facts.fails, facts.fate), (None, None), "{text}");
    }
}

/// What OpenClaw's gateway makes of such modules is asked of it (`late.json`); here is what is said.
#[test]
fn an_error_that_comes_later_and_that_nobody_catches_is_told_with_its_line() {
    for (text, said) in [
        (
            "(async () => { throw new Error('x'); })();",
            Some("it throws an error that nobody catches (line 1)"),
        ),
        (
            "void (async () => {\nthrow 1; })();",
            Some("it throws an error that nobody catches (line 2)"),
        ),
        (
            "async function main() {\nthrow new TypeError(); }\nmain();",
            Some("it throws an error that nobody catches (line 2)"),
        ),
        (
            "const x = null;\nconst run = async () => x.y;\nrun();",
            Some("x is nothing, and nobody catches that (line 2)"),
        ),
        (
            "function start() { setTimeout(() => { throw new Error('x'); }, 10); }\nstart();",
            Some("it throws an error that nobody catches (line 1)"),
        ),
        (
            "const x = null;\nsetImmediate(() => x.y);",
            Some("x is nothing, and nobody catches that (line 2)"),
        ),
        ("queueMicrotask(() => process.exit(1));", Some("it ends the program (line 1)")),
        ("setTimeout(() => { process.exit(1); });", Some("it ends the program (line 1)")),
        (
            "process.nextTick(() => { throw new Error('x'); });",
            Some("it throws an error that nobody catches (line 1)"),
        ),
        (
            "Promise.reject(new Error('x'));",
            Some("it rejects with an error that nobody catches (line 1)"),
        ),
        (
            "new Promise(() => { throw new Error('x'); });",
            Some("it throws an error that nobody catches (line 1)"),
        ),
        (
            "new Promise((yes, no) => no(new Error('x')));",
            Some("it rejects with an error that nobody catches (line 1)"),
        ),
        (
            "(async () => { throw new Error('x'); })().then(own);",
            Some("it throws an error that nobody catches (line 1)"),
        ),
        (
            "const run = async () => { a; };\nrun();\nconst a = 1;",
            Some("a is used before it has a value, and nobody catches that (line 1)"),
        ),
        ("const run = async () => { await 1; a; };\nrun();\nconst a = 1;", None),
        ("const run = async () => { a; };\nconst a = 1;\nrun();", None),
        ("setTimeout(() => { a; });\nconst a = 1;", None),
        // It is caught, waited for, comes much later or never, or is what an agent may survive.
        ("(async () => { throw new Error('x'); })().catch(() => {});", None),
        (
            "const failed = (async () => { throw new Error('x'); })();\nfailed.catch(() => {});",
            None,
        ),
        ("(async () => { throw new Error('x'); })().then(own, own);", None),
        ("(async () => { throw new Error('x'); })().then(own).catch(own);", None),
        ("(async () => { try { throw new Error('x'); } catch {} })();", None),
        ("(async () => { if (own()) return; throw new Error('x'); })();", None),
        ("(async () => { if (own()) throw new Error('x'); })();", None),
        ("(async () => { await own(); throw new Error('x'); })();", None),
        ("(async () => { for await (const x of own()) {} throw new Error('x'); })();", None),
        ("(async () => { for (;;) { await own(); } throw new Error('x'); })();", None),
        ("(async () => { throw own(); null.x; })();", None),
        ("(async () => { throw new Error('fetch failed'); })();", None),
        ("(async () => { throw new Gone(); })();\nclass Gone extends Error {}", None),
        ("const Error = own();\n(async () => { throw new Error('x'); })();", None),
        ("if (own()) (async () => { throw new Error('x'); })();", None),
        ("setTimeout(() => { throw new Error('x'); }, 60000);", None),
        ("const setTimeout = own();\nsetTimeout(() => { throw new Error('x'); });", None),
        ("process.on('unhandledRejection', own);\nPromise.reject(1);", None),
        ("await own();\nPromise.reject(1);", None),
        ("const read = async () => { throw new Error('x'); };", None),
        ("let x;\nsetTimeout(() => x.y);\nx = own();", None),
        ("setTimeout(() => x.y);\nconst x = null;", None),
        ("Promise.reject(own());", None),
        ("new Promise((yes) => yes());", None),
        // What comes once a promise is settled reaches nobody.
        ("new Promise((yes) => { yes(1); throw new Error('x'); });", None),
        ("new Promise((yes, no) => { own(yes); no(new Error('x')); });", None),
        ("new Promise((yes, no) => { no(own()); throw new Error('x'); });", None),
    ] {
        let text = format!("{text}\nexport default async () => {{}};\n");
        let facts = facts(Path::new("handler.js"), &text).unwrap();
        let late = facts.fails.filter(|_| facts.fate == Some(Fate::Later));
        assert_eq!(late.as_deref(), said, "{text}");
    }
}

#[test]
fn functions_that_call_one_another_twice_are_not_followed_for_ever() {
    let calls = |count: usize| -> String {
        let all = (0..=count).map(|at| {
            let next = at + 1;
            let body = if at < count { format!("f{next}(); f{next}();") } else { "a;".into() };
            format!("function f{at}() {{ {body} }}\n")
        });
        all.collect::<String>() + "f0(); const a = 1;\nexport default async () => {};\n"
    };
    for count in [3, 40, 2_000] {
        let facts = facts(Path::new("calls.ts"), &calls(count)).unwrap();
        assert!(facts.early.doubt || facts.early.node.is_some(), "{count}");
    }
}

#[test]
fn a_module_that_is_nested_without_end_ends_nobody() {
    for (open, close) in
        [("{", "}"), ("(() => {", "})();"), ("if (1) {", "}"), ("[", "]"), ("1 + (", ")")]
    {
        for (levels, is_read) in [(10, true), (300, true), (60_000, false)] {
            let text = format!(
                "{}a;{}\nexport default async () => {{}};\n",
                open.repeat(levels),
                close.repeat(levels)
            );
            let facts = facts(Path::new("deep.ts"), &text).unwrap();
            assert_eq!(!facts.more_exports, is_read, "{open} {levels}");
            assert!(is_read || facts.early.doubt, "{open} {levels}");
        }
    }
}

#[test]
fn a_regular_expression_that_is_nested_without_end_ends_nobody() {
    for (levels, is_read) in [(10, true), (1_000, true), (60_000, false)] {
        let (open, close) = ("(".repeat(levels), ")".repeat(levels));
        let text = format!("const it = /{open}a{close}/;\nexport default async () => it;\n");
        let facts = facts(Path::new("deep.ts"), &text).unwrap();
        assert_eq!(!facts.more_exports, is_read, "{levels}");
    }
}

/// Whether bun and Node refuse a module, whatever is beside it.
fn refused(facts: &Facts) -> [bool; 2] {
    let torn = facts.syntax.is_some() || facts.fate.is_some();
    let lacks = |bare: bool, words: &[&str]| {
        let lacks = |word: &String| words.contains(&word.as_str());
        facts.linked && !bare && facts.once.words.iter().any(lacks)
    };
    let by_bun = facts.early.bun.is_some() || lacks(facts.bare.bun, &["module", "exports"]);
    let words = ["require", "module", "exports", "__dirname", "__filename"];
    let types = facts.beyond_types.is_some() || lacks(facts.bare.node, &words);
    [torn || by_bun, torn || types || facts.early.node.is_some()]
}
