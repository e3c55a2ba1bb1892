use super::beside::put;
use super::*;

const MAIN: &str = "export default async () => {};\n";

#[test]
fn what_bun_fetches_by_itself_is_not_known_to_be_absent() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("hooks/x/handler.ts");
    let ask = |text: &str, by| {
        put(&file, text);
        judged(
            &home,
            text,
            &Asked { file: &file, export: "default", mark: None, lone: false, of_config: false },
            by,
        )
    };
    for text in [
        format!("import a from \"is-odd\"; a;\n{MAIN}"),
        format!("await import(\"is-odd\");\n{MAIN}"),
        "const a = require(\"is-odd\");\nmodule.exports = () => a;\n".to_owned(),
    ] {
        match ask(&text, Modules::Whole) {
            Module::Doubtful(why) => assert!(why.contains("bun fetches such a package"), "{why}"),
            other => panic!("{text}: {other:?}"),
        }
        assert!(matches!(ask(&text, Modules::TypesLeftOut), Module::Fails(_)), "{text}");
    }
    assert!(matches!(ask(&format!("import \"#a\";\n{MAIN}"), Modules::Whole), Module::Fails(_)));
    // With a place for packages it looks there alone.
    put(&home.path().join("hooks/node_modules/other/package.json"), "{}");
    let text = format!("import a from \"is-odd\"; a;\n{MAIN}");
    assert!(matches!(ask(&text, Modules::Whole), Module::Fails(_)));
}

#[test]
fn a_path_that_is_no_address_for_its_runtime_keeps_a_module_from_loading() {
    let home = tempfile::tempdir().unwrap();
    let ask = |folder: &str, of_config, by| {
        let file = home.path().join(folder).join("handler.ts");
        put(&file, MAIN);
        judged(
            &home,
            MAIN,
            &Asked { file: &file, export: "default", mark: None, lone: false, of_config },
            by,
        )
    };
    for by in [Modules::Whole, Modules::TypesLeftOut] {
        for folder in ["hash#x", "pct%20x", "pct%2Fx", "a b", "quo\"te", "é"] {
            assert_eq!(ask(folder, false, by), Module::Loads, "{folder}");
        }
        assert!(matches!(ask("back\\slash", false, by), Module::Fails(_)));
        assert!(matches!(ask("back\\slash", true, by), Module::Fails(_)));
        assert_eq!(ask("q?x", true, by), Module::Loads);
    }
    assert!(matches!(ask("q?x", false, Modules::Whole), Module::Fails(_)));
    assert_eq!(ask("q?x", false, Modules::TypesLeftOut), Module::Loads);
}
