use super::brought::Said::{Fails, Loads, Open};
use super::brought::hold;

#[test]
fn a_package_of_modules_has_to_have_the_names_that_are_imported() {
    let says = "hook/node_modules/dep/package.json";
    let file = "hook/node_modules/dep/i.js";
    let use_a = "import { a } from \"dep\"; a;";
    let modules = r#"{"type": "module", "exports": "./i.js"}"#;
    let two = r#"{"exports": {".": {"bun": "./b.js", "default": "./i.js"}}}"#;
    hold(&[
        (use_a, &[(says, modules), (file, "export const a = 1;")], Loads, Loads),
        (
            use_a,
            &[(says, modules), (file, "export const b = 1;")],
            Fails("no such export"),
            Fails("no such export"),
        ),
        (
            "import a from \"dep\"; a;",
            &[(says, modules), (file, "export const b = 1;")],
            Fails("default"),
            Fails("default"),
        ),
        (
            use_a,
            &[
                (says, modules),
                (file, "export * from \"./j.js\";"),
                ("hook/node_modules/dep/j.js", "export const a = 1;"),
            ],
            Loads,
            Loads,
        ),
        (
            use_a,
            &[
                (says, modules),
                (file, "export * from \"./j.js\";"),
                ("hook/node_modules/dep/j.js", "export const b = 1;"),
            ],
            Fails("no such"),
            Fails("no such"),
        ),
        (use_a, &[(says, modules), (file, "export * from \"other\";")], Loads, Loads),
        // What is written for `require` Node looks into, and bun runs it.
        (
            use_a,
            &[(says, r#"{"main": "i.js"}"#), (file, "exports.b = 1;")],
            Open(""),
            Fails("no such name where Node looks"),
        ),
        (
            use_a,
            &[(says, r#"{"main": "i.js"}"#), (file, "lib.a = 1;\nmodule.exports = lib;")],
            Loads,
            Fails("no such name where Node looks"),
        ),
        (
            "import lib from \"dep\"; lib;",
            &[(says, r#"{"main": "i.js"}"#), (file, "lib.a = 1;\nmodule.exports = lib;")],
            Loads,
            Loads,
        ),
        (use_a, &[(says, r#"{"main": "i.js"}"#), (file, "exports.a = 1;")], Loads, Loads),
        (
            use_a,
            &[(says, r#"{"main": "i.js"}"#), (file, "module.exports = require(\"./j\");")],
            Loads,
            Loads,
        ),
        (
            use_a,
            &[(says, r#"{"main": "i.js"}"#), (file, "export const b = 1;")],
            Fails("no such"),
            Fails("no such"),
        ),
        (
            "import { a } from \"dep/i.js\"; a;",
            &[(says, "{}"), (file, "export const b = 1;")],
            Fails("no such"),
            Fails("no such"),
        ),
        (
            use_a,
            &[
                (says, two),
                (file, "export const b = 1;"),
                ("hook/node_modules/dep/b.js", "export const a = 1;"),
            ],
            Loads,
            Fails("no such"),
        ),
        (
            use_a,
            &[
                (says, r#"{"exports": "./i.ts"}"#),
                ("hook/node_modules/dep/i.ts", "export const a = 1;"),
            ],
            Loads,
            Fails("TypeScript in a folder"),
        ),
        ("import { a } from \"ws\"; a;", &[], Loads, Fails("the package ws")),
    ]);
}

#[test]
fn node_takes_of_a_package_what_its_own_rules_name() {
    let says = "hook/node_modules/dep/package.json";
    let at = |name: &'static str| -> &'static str {
        Box::leak(format!("hook/node_modules/dep/{name}").into_boxed_str())
    };
    let (gives, takes) = ("export const a = 1;", "import { a } from \"dep\"; a;");
    let nothing = Fails("without anything to run");
    hold(&[
        (takes, &[(at("index.mjs"), gives)], Loads, nothing),
        (takes, &[(at("index.ts"), gives)], Loads, nothing),
        (takes, &[(says, r#"{"module": "i.mjs"}"#), (at("i.mjs"), gives)], Loads, nothing),
        (takes, &[(says, r#"{"main": "i"}"#), (at("i.cjs"), "exports.a = 1;")], Loads, nothing),
        (takes, &[(says, r#"{"main": "i"}"#), (at("i.js"), "exports.a = 1;")], Loads, Loads),
        (takes, &[(says, r#"{"main": "i"}"#), (at("i/index.js"), "exports.a = 1;")], Loads, Loads),
        (takes, &[(says, r#"{"main": "gone"}"#), (at("index.js"), "exports.a = 1;")], Loads, Loads),
        (takes, &[(at("index.json"), "{\"a\": 1}")], Loads, Open("")),
        (takes, &[(says, "{"), (at("index.js"), "exports.a = 1;")], Loads, Fails("is not JSON")),
        (takes, &[(says, "\u{feff}{}"), (at("index.js"), "exports.a = 1;")], Loads, Loads),
        (
            takes,
            &[(says, r#"{"exports": "i.js"}"#), (at("i.js"), "exports.a = 1;")],
            Open(""),
            Fails("does not export that"),
        ),
        (
            takes,
            &[(says, r#"{"exports": ["./gone.js", "./i.js"]}"#), (at("i.js"), "exports.a = 1;")],
            Open(""),
            Fails("gone.js is missing"),
        ),
        (
            "import { a } from \"dep/x.js\"; a;",
            &[
                (says, r#"{"exports": {"./*.js": null, "./*": "./*"}}"#),
                (at("x.js"), "exports.a = 1;"),
            ],
            Loads,
            Fails("does not export that"),
        ),
        (
            "import a from \"#a\"; a;",
            &[("hook/package.json", r##"{"imports": {"#a": "node:fs"}}"##)],
            Loads,
            Fails("names no file"),
        ),
    ]);
}
