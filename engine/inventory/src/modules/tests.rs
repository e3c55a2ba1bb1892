mod alone;
mod beside;
mod brought;
mod packaged;
mod placed;
mod published;

use std::path::{Path, PathBuf};

use super::*;
use tacklebox_machine::machine::{Machine, Platform};

fn verdict(text: &str, export: &str, by: Modules) -> Module {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("node_modules")).unwrap();
    let beside = dir.path().join("util.ts");
    tacklebox_machine::files::save(
        &beside,
        b"export const a = 1; export const make = () => () => {};",
        &tacklebox_machine::files::Stamp::Absent,
        0o644,
    )
    .unwrap();
    let file = dir.path().join("handler.ts");
    let asked = Asked { file: &file, export, mark: None, lone: false, of_config: false };
    judged(&dir, text, &asked, by)
}

fn machine_of(home: &tempfile::TempDir) -> Machine {
    Machine::new(Platform::Linux, home.path(), Default::default())
}

fn judged(home: &tempfile::TempDir, text: &str, asked: &Asked<'_>, by: Modules) -> Module {
    let facts = Arc::new(tacklebox_audit::module::facts(asked.file, text).unwrap());
    let machine = machine_of(home);
    let (mut kept, mut packages) = (Kept::open(&machine), Packages::default());
    super::verdict(&facts, asked, &mut Walk::new(&mut kept, &mut packages, by, asked.file))
}

fn whole(text: &str) -> Module {
    verdict(text, "default", Modules::Whole)
}

#[test]
fn what_exports_a_function_loads() {
    for text in [
        "export default function h() {}",
        "export default async (e) => { e.messages.push('x') }",
        "const h = async function () {}; export default h;",
        "function h() {} export { h as default };",
        "export default (() => {}) as any;",
        "module.exports = function () {};",
        "import { readFile } from 'node:fs/promises'; export default () => readFile('x');",
        "import { a } from './util'; export default () => a;",
        "enum K { A } export default () => K.A;",
    ] {
        assert_eq!(whole(text), Module::Loads, "{text}");
    }
    assert_eq!(verdict("export const run = () => {};", "run", Modules::Whole), Module::Loads);
}

#[test]
fn what_cannot_load_is_seen() {
    let fails = |text: &str| matches!(whole(text), Module::Fails(_));
    for text in [
        "export default (e => {",
        "",
        "export default { a: 1 };",
        "export const run = () => {};",
        "throw new Error('x'); export default function h() {}",
        "import x from 'no-such-package-of-anybody'; export default () => x();",
        "import { a } from './absent'; export default () => a;",
    ] {
        assert!(fails(text), "{text}");
    }
    assert_eq!(whole("process.exit(3)"), Module::Ends(None));
}

#[test]
fn what_only_running_would_tell_is_not_known() {
    for text in [
        "import { make } from './util'; export default make();",
        "let late; export { late as default }; late = () => {};",
        "if (process.env.X) module.exports = () => {};",
    ] {
        assert_eq!(whole(text), Module::Unknown, "{text}");
    }
}

#[test]
fn an_import_of_which_nothing_is_used_is_dropped_where_typescript_is_made_javascript() {
    let text = "import x from 'no-such-package-of-anybody'; export default (e: any) => {};";
    assert_eq!(whole(text), Module::Loads);
    assert!(matches!(verdict(text, "default", Modules::TypesLeftOut), Module::Fails(_)));
    let types = "import type { X } from 'no-such-package-of-anybody'; export default (e: X) => {};";
    assert_eq!(verdict(types, "default", Modules::TypesLeftOut), Module::Loads);
}

#[test]
fn what_typescript_exports_as_a_whole_is_the_default() {
    let text = "const run = () => {}; export = run;";
    assert_eq!(whole(text), Module::Loads);
    assert!(matches!(verdict(text, "default", Modules::TypesLeftOut), Module::Fails(_)));
    assert!(matches!(whole("export = { run() {} };"), Module::Fails(_)));
}

#[test]
fn node_takes_only_what_can_be_left_out() {
    let node = |text: &str| verdict(text, "default", Modules::TypesLeftOut);
    assert!(matches!(node("enum K { A } export default () => K.A;"), Module::Fails(_)));
    assert!(matches!(
        node("import { a } from './util'; export default () => a;"),
        Module::Fails(_)
    ));
    assert_eq!(node("import { a } from './util.ts'; export default () => a;"), Module::Loads);
    assert_eq!(node("declare enum K { A } export default (x: K) => x;"), Module::Loads);
    assert!(matches!(
        node("namespace N { export const a = 1; } export default () => N.a;"),
        Module::Fails(_)
    ));
    assert!(matches!(node("namespace N.M { console; } export default () => 1;"), Module::Fails(_)));
    let types =
        "namespace N { export type A = 1; interface B {} declare const c: 1; namespace D {} }";
    assert_eq!(node(&format!("{types} export default (x: N.A) => x;")), Module::Loads);
}

#[test]
fn node_reads_a_module_by_the_nearest_package() {
    let es = "export default () => {};";
    let cjs = "module.exports = () => {};";
    let dir = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let (_, stamp) = tacklebox_machine::files::read(&path, 1024).unwrap();
        tacklebox_machine::files::save(&path, text.as_bytes(), &stamp, 0o644).unwrap();
        path
    };
    for (package, name, text, loads) in [
        ("{\"type\":\"commonjs\"}", "handler.ts", es, false),
        ("{\"type\":\"commonjs\"}", "handler.js", es, false),
        ("{\"type\":\"commonjs\"}", "handler.mjs", es, true),
        ("{\"type\":\"commonjs\"}", "handler.ts", cjs, true),
        ("{\"type\":\"module\"}", "handler.ts", es, true),
        ("{\"type\":\"module\"}", "handler.js", cjs, false),
        ("{\"type\":\"module\"}", "handler.cjs", cjs, true),
        ("{\"name\":\"x\"}", "handler.js", cjs, true),
        ("{\"name\":\"x\"}", "handler.ts", es, true),
        ("{", "handler.ts", es, false),
        ("null", "handler.ts", es, false),
        ("{\"name\":5}", "handler.js", es, false),
        ("{\"type\":null}", "handler.ts", es, false),
        ("{\"main\":5}", "handler.ts", es, true),
    ] {
        for at in ["hooks/own/package.json", "hooks/package.json"] {
            put(at, package);
            let file = put(&format!("hooks/own/{name}"), text);
            let lone = at == "hooks/package.json";
            let asked =
                Asked { file: &file, export: "default", mark: None, lone, of_config: false };
            for (by, loads) in [(Modules::TypesLeftOut, loads), (Modules::Whole, true)] {
                let verdict = judged(&dir, text, &asked, by);
                assert_eq!(verdict == Module::Loads, loads, "{package} {name} {by:?}: {verdict:?}");
            }
            std::fs::remove_file(dir.path().join(at)).unwrap();
        }
    }
}

#[test]
fn a_module_is_read_once_until_it_changes() {
    let home = tempfile::tempdir().unwrap();
    let machine = machine_of(&home);
    let file = home.path().join("handler.ts");
    let write = |text: &str| {
        let (_, stamp) = tacklebox_machine::files::read(&file, 1024).unwrap();
        tacklebox_machine::files::save(&file, text.as_bytes(), &stamp, 0o644).unwrap();
    };
    let ask = |path: &Path| {
        let asked =
            [Asked { file: path, export: "default", mark: None, lone: false, of_config: false }];
        let mut kept = Kept::open(&machine);
        let verdict = verdicts(&mut kept, &asked, Modules::Whole).remove(0);
        kept.save(&machine);
        verdict
    };
    write("export default () => {};");
    assert_eq!(ask(&file), Module::Loads);
    let kept = std::fs::read_to_string(machine.data_dir().join("modules.txt")).unwrap();
    assert!(kept.contains("handler.ts"));
    write("export default {};");
    assert!(matches!(ask(&file), Module::Fails(_)));
}

/// In whichever order they are asked for, and with whatever is in their names.
#[test]
fn each_file_is_found_among_what_was_kept() {
    let home = tempfile::tempdir().unwrap();
    let machine = machine_of(&home);
    let names =
        ["z.ts", "a b.ts", "\u{e9}.ts", "0 1 2 c.ts", "m\tn.ts", "a.ts", "line\n.ts", "b.ts"];
    let files = names.map(|name| home.path().join(name));
    for (at, file) in files.iter().enumerate() {
        let absent = tacklebox_machine::files::Stamp::Absent;
        let text = format!("export default () => {at};");
        tacklebox_machine::files::save(file, text.as_bytes(), &absent, 0o644).unwrap();
    }
    let ask = |files: &[&PathBuf]| {
        let one =
            |file| Asked { file, export: "default", mark: None, lone: false, of_config: false };
        let asked: Vec<_> = files.iter().map(|file| one(file.as_path())).collect();
        let mut kept = Kept::open(&machine);
        let all = verdicts(&mut kept, &asked, Modules::Whole);
        kept.save(&machine);
        all
    };
    // In two steps: what is there stays.
    let (some, rest) = files.split_at(3);
    for part in [some, rest] {
        assert!(ask(&part.iter().collect::<Vec<_>>()).iter().all(|it| *it == Module::Loads));
    }
    let place = machine.data_dir().join("modules.txt");
    let (bytes, stamp) = tacklebox_machine::files::read(&place, 1 << 20).unwrap();
    let text = String::from_utf8(bytes.unwrap()).unwrap().replace("\"default\"", "\"kept\"");
    tacklebox_machine::files::save(&place, text.as_bytes(), &stamp, 0o600).unwrap();
    let mut order: Vec<_> = files.iter().collect();
    for _ in 0..2 {
        for (file, found) in order.iter().zip(ask(&order)) {
            let kept = matches!(found, Module::Fails(_));
            assert_eq!(kept, !file.to_string_lossy().contains('\n'), "{file:?}");
        }
        order.sort();
    }
    assert_eq!(ask(&[&home.path().join("absent.ts")]), [Module::NotRead]);
}

/// *Ready* alone would be read as: it loads.
#[test]
fn a_module_that_is_not_read_here_is_not_said_to_load() {
    let home = tempfile::tempdir().unwrap();
    let machine = machine_of(&home);
    let good = "export default async () => {};\n";
    let long = format!("{good}// {}", "-".repeat(1024 * 1024));
    let other = [good.as_bytes(), b"// caf\xe9"].concat();
    for (name, bytes) in [("long.ts", long.into_bytes()), ("other.ts", other)] {
        let file = home.path().join(name);
        let absent = tacklebox_machine::files::Stamp::Absent;
        tacklebox_machine::files::save(&file, &bytes, &absent, 0o644).unwrap();
        let asked =
            [Asked { file: &file, export: "default", mark: None, lone: false, of_config: false }];
        let found = verdicts(&mut Kept::open(&machine), &asked, Modules::Whole);
        assert_eq!(found, [Module::Unknown], "{name}");
    }
}

/// For a program that only wants to know what is there.
#[test]
fn modules_that_are_not_to_be_read_have_no_say() {
    use tacklebox_agents::agent::Options;
    use tacklebox_agents::hook::{AgentId, State};
    let home = tempfile::tempdir().unwrap();
    let machine = machine_of(&home);
    let dir = home.path().join(".milady/hooks/torn");
    std::fs::create_dir_all(&dir).unwrap();
    let manifest =
        "---\nname: torn\nmetadata: {\"milady\":{\"events\":[\"gateway:startup\"]}}\n---\n";
    for (name, text) in [("HOOK.md", manifest), ("handler.ts", "export default (")] {
        let absent = tacklebox_machine::files::Stamp::Absent;
        tacklebox_machine::files::save(&dir.join(name), text.as_bytes(), &absent, 0o644).unwrap();
    }
    let of = |modules_unread| {
        let options = Options { modules_unread, ..Options::default() };
        let inventory = crate::inventory::Inventory::scan(&machine, AgentId::Milady, &options);
        let hook = inventory.hooks().remove(0);
        (hook.state, hook.runtime.loads)
    };
    assert_eq!(of(false).0, State::Broken);
    assert!(machine.data_dir().join("modules.txt").exists(), "what was read is kept");
    assert_eq!(of(true), (State::Ready, Some(true)));
}

/// What an older Tacklebox kept is not what this one reads: a hook that it now knows to be broken would stay *Ready*.
#[test]
fn what_was_kept_is_read_again_where_modules_are_read_in_another_way() {
    let rows = |text| -> std::collections::BTreeMap<String, serde_json::Value> {
        serde_json::from_str(text).unwrap()
    };
    let early = rows(include_str!("../../../../tests/agents/early.json"));
    let depends = rows(include_str!("../../../../tests/agents/depends.json"));
    let read = early.iter().chain(&depends).map(|(name, row)| {
        let file = if name.contains('.') { name } else { "handler.ts" };
        let text = row["text"].as_str().unwrap();
        let facts = tacklebox_audit::module::facts(Path::new(file), text).unwrap();
        serde_json::to_string(&facts).unwrap()
    });
    let read: Vec<String> = read.collect();
    let hash = tacklebox_machine::files::Stamp::of(read.join("\n").as_bytes()).to_string();
    let known = (20, "06413e879366");
    assert_eq!((kept::EDITION, &hash[..12]), known, "raise EDITION, and write the hash here");
}
