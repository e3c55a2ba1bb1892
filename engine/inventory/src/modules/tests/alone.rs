//! The module of a folder that will be elsewhere.

use super::*;
use crate::modules::alone::{self, Staged};

const MAIN: &str = "export default async function h() {}\n";

/// The verdict on `handler.ts` in a folder of these files, which goes to a folder of `hooks` in a home with those files.
fn would(files: &[(&str, &str)], beside: &[(&str, &str)], by: Modules) -> Module {
    let home = tempfile::tempdir().unwrap();
    let put = |path: &Path, text: &str| {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let absent = tacklebox_machine::files::Stamp::Absent;
        tacklebox_machine::files::save(path, text.as_bytes(), &absent, 0o644).unwrap();
    };
    for (path, text) in files {
        put(&home.path().join("came/greet").join(path), text);
    }
    for (path, text) in beside {
        put(&home.path().join(path), text);
    }
    let staged = Staged {
        dir: &home.path().join("came/greet"),
        goes_to: &home.path().join(".agent/hooks/greet"),
    };
    let file = staged.dir.join("handler.ts");
    let asked = Asked { file: &file, export: "default", mark: None, lone: false, of_config: false };
    let machine = machine_of(&home);
    let verdict = alone::verdict(&machine, asked, &staged, by);
    assert!(!machine.data_dir().exists(), "none of it is kept");
    verdict
}

fn on_bun(files: &[(&str, &str)]) -> Module {
    would(files, &[], Modules::Whole)
}

fn fails(module: &Module) -> bool {
    matches!(module, Module::Fails(_))
}

#[test]
fn what_its_own_folder_decides_is_known_before_it_is_in_its_place() {
    let with = |text: &str| [text, MAIN].concat();
    assert_eq!(on_bun(&[("handler.ts", MAIN)]), Module::Loads);
    assert!(fails(&on_bun(&[("handler.ts", "export const a = 1;\n")])));
    assert!(fails(&on_bun(&[("handler.ts", &with("import { a } from './a';\na;\n"))])));
    let a =
        [("handler.ts", &*with("import { a } from './a';\na;\n")), ("a.ts", "export const a = 1;")];
    assert_eq!(on_bun(&a), Module::Loads);
    let b =
        [("handler.ts", &*with("import { a } from './a';\na;\n")), ("a.ts", "export const b = 1;")];
    assert!(fails(&on_bun(&b)));
    assert_eq!(on_bun(&[("handler.ts", &with("import fs from 'node:fs';\n"))]), Module::Loads);
    assert_eq!(on_bun(&[("handler.ts", &with("enum A { B }\nA.B;\n"))]), Module::Loads);
    let node = |text: &str| would(&[("handler.ts", &with(text))], &[], Modules::TypesLeftOut);
    assert!(fails(&node("enum A { B }\nA.B;\n")));
    assert!(fails(&node("import { a } from './a';\na;\n")));
}

#[test]
fn what_other_folders_have_a_say_in_is_not_known_before() {
    let with = |text: &str| [text, MAIN].concat();
    let open = [
        "import x from 'a-package';\n",
        "import x from '../beside.ts';\n",
        "import x from '/whole/path.ts';\n",
        "import x from '#own';\n",
    ];
    for text in open {
        assert_eq!(on_bun(&[("handler.ts", &with(text))]), Module::Unknown, "{text}");
    }
    let through =
        [("handler.ts", &*with("import './a.ts';\n")), ("a.ts", "import x from 'a-package'; x;")];
    assert_eq!(on_bun(&through), Module::Unknown);
    // Which kind of module it is for Node, the folders above it say there.
    let kind = [(".agent/package.json", "{\"type\": \"commonjs\"}")];
    let linked = [("handler.ts", MAIN)];
    assert_eq!(would(&linked, &kind, Modules::TypesLeftOut), Module::Unknown);
    assert_eq!(would(&linked, &[], Modules::TypesLeftOut), Module::Loads);
    // What a person put beside an earlier version is there too.
    let kept = [(".agent/hooks/greet/own.ts", "export const a = 1;")];
    let asks = [("handler.ts", &*with("import { a } from './own.ts';\na;\n"))];
    assert_eq!(would(&asks, &kept, Modules::Whole), Module::Unknown);
    assert!(fails(&would(&asks, &[], Modules::Whole)));
    // Its own text is wrong wherever it is.
    let torn = "import x from 'a-package';\nexport default function (\n";
    assert!(!matches!(on_bun(&[("handler.ts", torn)]), Module::Unknown));
}
