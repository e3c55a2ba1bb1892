use super::*;

const MAIN: &str = "export default async () => {};\n";

/// Names and texts.
type Files<'a> = &'a [(&'a str, &'a str)];

/// A folder with these files, and a place for packages above it; what is said of its `handler.ts`.
pub(super) fn folder(handler: &str, files: &[(&str, &str)], export: &str, by: Modules) -> Module {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("node_modules")).unwrap();
    for (name, text) in [("hook/handler.ts", handler)].iter().chain(files) {
        put(&dir.path().join(name), text);
    }
    let file = dir.path().join("hook/handler.ts");
    let asked = Asked { file: &file, export, mark: None, lone: false, of_config: false };
    judged(&dir, handler, &asked, by)
}

pub(super) fn put(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let (_, stamp) = tacklebox_machine::files::read(path, 1024).unwrap();
    tacklebox_machine::files::save(path, text.as_bytes(), &stamp, 0o644).unwrap();
}

#[test]
fn a_file_beside_it_that_cannot_load_keeps_it_from_loading() {
    let use_a = format!("import {{ a }} from \"./o.ts\";\nconsole.debug(a);\n{MAIN}");
    let star = format!("export * from \"./o.ts\";\n{MAIN}");
    let json =
        format!("import a from \"./o.json\" with {{ type: \"json\" }};\nconsole.debug(a);\n{MAIN}");
    let fails: [(&str, Files<'_>, &str); 10] = [
        (&use_a, &[("hook/o.ts", "export const a = ;")], "which cannot be read (line 1"),
        (&use_a, &[("hook/o.ts", "export const b = 1;")], "which has no such export"),
        (&use_a, &[("hook/o.ts", "export type a = 1;")], "which has no such export"),
        (&use_a, &[("hook/o.ts", "import \"not-there\"; export const a = 1;")], "which needs"),
        (
            &use_a,
            &[("hook/o.ts", "export { a } from \"./p.ts\";"), ("hook/p.ts", "import \"./q\";")],
            "it imports ./o.ts, which imports ./p.ts, which imports ./q",
        ),
        (&use_a, &[("hook/o.ts", "export const a = 1; const a = 2;")], "which breaks a rule"),
        (&use_a, &[("hook/o.ts", "throw new Error(); export const a = 1;")], "throws"),
        (&star, &[("hook/o.ts", "export const a = (;")], "which cannot be read"),
        (&json, &[("hook/o.json", "{")], "which cannot be read (line 1: this is not JSON)"),
        (&json, &[("hook/o.json", "")], "which cannot be read"),
    ];
    for by in [Modules::Whole, Modules::TypesLeftOut] {
        for (handler, files, why) in &fails {
            match folder(handler, files, "default", by) {
                Module::Fails(said) => assert!(said.contains(why), "{said}"),
                other => panic!("{by:?} {files:?}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_file_beside_it_that_is_as_it_is_wanted_lets_it_load() {
    let use_a = format!("import {{ a }} from \"./o.ts\";\nconsole.debug(a);\n{MAIN}");
    let back = "import h from \"./handler.ts\";\nexport const a = 1, b = () => h;\n";
    let loads: [(&str, Files<'_>); 12] = [
        (&use_a, &[("hook/o.ts", "export const a = 1;")]),
        (&use_a, &[("hook/o.ts", "export const { a, b } = { a: 1, b: 2 };")]),
        (&use_a, &[("hook/o.ts", "const a = 1; export { a };")]),
        (&use_a, &[("hook/o.ts", "export function a() {}")]),
        (&use_a, &[("hook/o.ts", "export class a {}")]),
        (&use_a, &[("hook/o.ts", "export * from \"./p.ts\";"), ("hook/p.ts", "export let a;")]),
        (&use_a, &[("hook/o.ts", "export * as a from \"./p.ts\";"), ("hook/p.ts", "export {};")]),
        (
            &use_a,
            &[("hook/o.ts", "export { b as a } from \"./p.ts\";"), ("hook/p.ts", "export var b;")],
        ),
        (
            &use_a,
            &[
                ("hook/o.ts", "import { a } from \"./p.ts\"; export { a };"),
                ("hook/p.ts", "export var a;"),
            ],
        ),
        // In a circle.
        (&use_a, &[("hook/o.ts", back)]),
        (
            &format!("import type {{ T }} from \"./o.ts\";\n{MAIN}"),
            &[("hook/o.ts", "export type T = (;")],
        ),
        ("export { default } from \"./o.ts\";", &[("hook/o.ts", MAIN)]),
    ];
    for by in [Modules::Whole, Modules::TypesLeftOut] {
        for (handler, files) in &loads {
            let found = folder(handler, files, "default", by);
            assert_eq!(found, Module::Loads, "{by:?} {handler} {files:?}");
        }
    }
}

#[test]
fn what_another_module_exports_is_looked_up_there() {
    let other = |handler: &str, text: &str, export: &str| {
        folder(handler, &[("hook/o.ts", text)], export, Modules::Whole)
    };
    let fails = |module: Module| matches!(module, Module::Fails(_));
    assert!(fails(other("export { nope as default };", "", "default")));
    assert!(fails(other("export * from \"./o\";", MAIN, "default")), "it gives no default");
    assert!(fails(other("export { default } from \"./o\";", "export default 5;", "default")));
    assert!(fails(other(
        "import h from \"./o\"; export default h;",
        "export default 5;",
        "default"
    )));
    assert_eq!(other("import h from \"./o\"; export default h;", MAIN, "default"), Module::Loads);
    assert_eq!(
        other(
            "import { run } from \"./o\"; export { run };",
            "export const run = () => {};",
            "run"
        ),
        Module::Loads
    );
    assert_eq!(
        other("export * from \"./o\";", "export const run = () => {};", "run"),
        Module::Loads
    );
    assert!(fails(other("export * from \"./o\";", "export const stop = () => {};", "run")));
}

#[test]
fn what_is_kept_of_a_file_beside_it_is_read_again_when_that_changes() {
    let home = tempfile::tempdir().unwrap();
    let machine = machine_of(&home);
    let (file, other) = (home.path().join("handler.ts"), home.path().join("o.ts"));
    put(&file, &format!("import {{ a }} from \"./o\";\nconsole.debug(a);\n{MAIN}"));
    let ask = || {
        let asked =
            [Asked { file: &file, export: "default", mark: None, lone: false, of_config: false }];
        let mut kept = Kept::open(&machine);
        let verdict = verdicts(&mut kept, &asked, Modules::Whole).remove(0);
        kept.save(&machine);
        verdict
    };
    put(&other, "export const a = 1;");
    assert_eq!(ask(), Module::Loads);
    put(&other, "export const bee = 1;");
    assert!(matches!(ask(), Module::Fails(_)));
    put(&other, "export const a = 12;");
    assert_eq!(ask(), Module::Loads);
}

#[test]
fn a_package_has_to_have_what_is_imported_of_it() {
    let dep = |from: &str, files: &[(&str, &str)], by| {
        folder(
            &format!("import a from \"{from}\";\nconsole.debug(a);\n{MAIN}"),
            files,
            "default",
            by,
        )
    };
    let json = "hook/node_modules/dep/package.json";
    let index = ("hook/node_modules/dep/i.js", "export default 1;");
    for by in [Modules::Whole, Modules::TypesLeftOut] {
        for (from, says, loads) in [
            ("dep", r#"{"main":"./gone.js"}"#, false),
            ("dep", r#"{"main":"./i.js"}"#, true),
            ("dep", r#"{"main":"i"}"#, true),
            ("dep", r#"{"types":"i.d.ts"}"#, false),
            ("dep", r#"{"exports":"./i.js"}"#, true),
            ("dep", r#"{"exports":{".":{"require":"./i.js"}}}"#, false),
            ("dep", r#"{"exports":{".":{"require":"./x.cjs","import":"./i.js"}}}"#, true),
            ("dep", r#"{"exports":{"import":{"types":"./i.d.ts","default":"./i.js"}}}"#, true),
            ("dep", r#"{"exports":{"./sub":"./i.js"}}"#, false),
            ("dep/sub", r#"{"exports":{".":"./i.js"}}"#, false),
            ("dep/sub", r#"{"exports":{"./*":"./*.js"}}"#, true),
            ("dep/i.js", r#"{"name":"dep"}"#, true),
            ("dep/gone.js", r#"{"name":"dep"}"#, false),
        ] {
            let found = dep(from, &[(json, says), index], by);
            assert_eq!(found == Module::Loads, loads, "{by:?} {from} {says}: {found:?}");
        }
        let absent = |from: &str| matches!(dep(from, &[], by), Module::Fails(_));
        for from in ["fs/promises/nope", "/nowhere/a.js", "file:///nowhere/a.js", "#p"] {
            assert!(absent(from), "{by:?} {from}");
        }
        for from in ["fs/promises", "node:fs", "path/posix", "data:text/javascript,1", "node:new"] {
            assert!(!absent(from), "{by:?} {from}");
        }
    }
    assert_eq!(dep("bun:sqlite", &[], Modules::Whole), Module::Loads);
    for from in ["bun:sqlite", "bun"] {
        assert!(matches!(dep(from, &[], Modules::TypesLeftOut), Module::Fails(_)), "{from}");
    }
}

#[test]
fn node_takes_fewer_kinds_of_files_than_bun() {
    for (handler, files) in [
        ("import a from \"./a.json\";\nconsole.debug(a);\n", [("hook/a.json", "{}")]),
        ("import a from \"./a.txt\";\nconsole.debug(a);\n", [("hook/a.txt", "x")]),
        ("import \"./a.css\";\n", [("hook/a.css", "x")]),
        ("const d = (x: any, _: any) => x;\n@d class A {}\n", [("hook/a.css", "x")]),
        ("class A { accessor b = 1; }\n", [("hook/a.css", "x")]),
        ("const fs = require(\"fs\");\n", [("hook/a.css", "x")]),
        ("console.debug(__dirname);\n", [("hook/a.css", "x")]),
    ] {
        let handler = format!("{handler}{MAIN}");
        let of = |by| folder(&handler, &files, "default", by);
        assert_eq!(of(Modules::Whole), Module::Loads, "{handler}");
        assert!(matches!(of(Modules::TypesLeftOut), Module::Fails(_)), "{handler}");
    }
    // What is only asked, or only done later, keeps nobody from loading it.
    for handler in [
        "const r = typeof require === \"function\" ? require : null;\n",
        "try { require(\"not-there\"); } catch {}\n",
        "const later = () => __dirname;\n",
        "const a = await import(\"not-there\").catch(() => null);\n",
    ] {
        let handler = format!("{handler}{MAIN}");
        for by in [Modules::Whole, Modules::TypesLeftOut] {
            assert_eq!(folder(&handler, &[], "default", by), Module::Loads, "{handler}");
        }
    }
    for handler in ["require(\"not-there\");\n", "await import(\"not-there\");\n"] {
        let handler = format!("{handler}{MAIN}");
        for by in [Modules::Whole, Modules::TypesLeftOut] {
            let found = folder(&handler, &[], "default", by);
            assert!(matches!(found, Module::Fails(_)), "{handler}");
        }
    }
}

#[test]
#[cfg(unix)]
fn what_a_linked_module_imports_is_looked_for_where_the_link_leads() {
    let home = tempfile::tempdir().unwrap();
    let real = home.path().join("src/repo/hook/handler.ts");
    let link = home.path().join("hooks/x");
    let text = format!(
        "import dep from \"dep\";\nimport {{ a }} from \"./o.ts\";\nconsole.debug(a, dep);\n{MAIN}"
    );
    put(&real, &text);
    std::fs::create_dir_all(link.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(real.parent().unwrap(), &link).unwrap();
    let file = link.join("handler.ts");
    let ask = |by| {
        let asked =
            Asked { file: &file, export: "default", mark: None, lone: false, of_config: false };
        judged(&home, &text, &asked, by)
    };
    assert!(matches!(ask(Modules::Whole), Module::Fails(_)));
    put(&home.path().join("src/repo/node_modules/dep/index.js"), "export default 1;");
    put(&home.path().join("src/repo/hook/o.ts"), "export const a = 1;");
    assert_eq!(ask(Modules::Whole), Module::Loads);
    // bun finds packages beside the link, too.
    let (from, to) = ("src/repo/node_modules", "hooks/node_modules");
    std::fs::rename(home.path().join(from), home.path().join(to)).unwrap();
    assert_eq!(ask(Modules::Whole), Module::Loads);
    assert!(matches!(ask(Modules::TypesLeftOut), Module::Fails(_)));
}

#[test]
fn where_either_may_run_it_only_what_both_say_is_said() {
    let home = tempfile::tempdir().unwrap();
    let machine = machine_of(&home);
    let file = home.path().join("handler.ts");
    let ask = |text: &str| {
        put(&file, text);
        let asked =
            [Asked { file: &file, export: "default", mark: None, lone: false, of_config: false }];
        verdicts(&mut Kept::open(&machine), &asked, Modules::Either).remove(0)
    };
    assert_eq!(ask(MAIN), Module::Loads);
    assert_eq!(ask(&format!("enum A {{ B }}\n{MAIN}")), Module::Unknown);
    assert!(matches!(ask("export default (;"), Module::Fails(_)));
}

/// As bun 1.4.5 and Node 26.10 answered: neither takes them, with packages beside it or without.
#[test]
fn a_package_by_a_name_that_only_deno_knows_is_not_found() {
    for from in ["npm:ms", "npm:ms@2/index.js", "jsr:@std/path"] {
        let text = format!("import x from '{from}';\nx;\nexport default () => {{}};\n");
        for by in [Modules::Whole, Modules::TypesLeftOut] {
            let found = verdict(&text, "default", by);
            let says = format!("it imports {from}, and only deno knows packages by that");
            assert_eq!(found, Module::Fails(says), "{from}");
        }
    }
}

#[test]
fn what_is_read_in_a_circle_before_it_is_set_is_in_doubt() {
    let use_a =
        format!("import {{ a }} from \"./o.ts\";\nconsole.debug(a);\nexport const c = 1;\n{MAIN}");
    let reads = "import { c } from \"./handler.ts\";\n";
    let circles = [
        ("export const a = c + 1;", true),
        ("export class a { static b = c }", true),
        ("const add = () => c + 1; export const a = add();", true),
        ("export const a = () => c;", false),
        ("export function a() { return c }", false),
        ("type T = typeof c; export const a = 1;", false),
    ];
    for by in [Modules::Whole, Modules::TypesLeftOut] {
        for (text, doubtful) in circles {
            let found = folder(&use_a, &[("hook/o.ts", &format!("{reads}{text}"))], "default", by);
            match found {
                Module::Doubtful(why) if doubtful => {
                    assert_eq!(
                        why,
                        "it imports ./o.ts, which imports ./handler.ts, which imports it in turn"
                    );
                }
                Module::Loads if !doubtful => {}
                other => panic!("{by:?} {text}: {other:?}"),
            }
        }
    }
}

/// Each was asked of bun 1.4.5.
#[test]
fn a_name_that_a_file_for_require_does_not_give_keeps_it_from_loading() {
    let texts = [
        ("module.exports = { a: 1 };", Some(true)),
        ("exports.a = 1;", Some(true)),
        ("module.exports.a = 1;", Some(true)),
        ("module.exports = function () {}; module.exports.a = 1;", Some(true)),
        ("module.exports = { b: 1 };", Some(false)),
        ("globalThis.a = 1;", Some(false)),
        ("exports.b = 1;", None),
        ("module.exports = class { static a = 1 };", Some(true)),
        ("for (const name of [\"a\"]) exports[name] = 1;", None),
        ("exports.b = 1; function a() {}", None),
        ("module.exports = { a: () => {} };", Some(true)),
        ("module.exports = { a: () => {} }; module.exports.b = 1;", Some(true)),
    ];
    let use_a = format!("import {{ a }} from \"./o.js\";\nconsole.debug(a);\n{MAIN}");
    for (text, given) in texts {
        let found = folder(&use_a, &[("hook/o.js", text)], "default", Modules::Whole);
        match given {
            Some(true) => assert_eq!(found, Module::Loads, "{text}"),
            Some(false) => assert!(matches!(found, Module::Fails(_)), "{text}: {found:?}"),
            None => assert_eq!(found, Module::Unknown, "{text}"),
        }
    }
    let use_all = format!("import o from \"./o.js\";\nconsole.debug(o);\n{MAIN}");
    let of = |text, by| folder(&use_all, &[("hook/o.js", text)], "default", by);
    assert_eq!(of("exports.b = 1;", Modules::Whole), Module::Loads);
    assert!(matches!(of("globalThis.a = 1;", Modules::Whole), Module::Fails(_)));
    assert_eq!(
        of("globalThis.a = 1;", Modules::TypesLeftOut),
        Module::Loads,
        "Node makes an object"
    );
}
